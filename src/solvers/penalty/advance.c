/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system of springs on the grid of its steps, and its state between them: the rest of the way is
 * one shorter step, on a copy. */
#include "solvers/penalty/state.h"
#include <math.h>
#include <string.h>

/* The next step of the grid. The first may be shorter; after it the lists must be good for a whole
 * one. */
static carom_status step_on(penalty_system *self, carom_error *error)
{
    bool first = self->phase > 0 && self->report.steps == 0;
    double h = first ? self->step_s * (1 - self->phase) : self->step_s;
    carom_status status = carom_penalty_step(
        self, h, carom_penalty_grid_time(self, self->report.steps + 1), error);
    return first && status == CAROM_OK ? carom_penalty_find_neighbours(self, self->step_s, 0, error)
                                       : status;
}

carom_status carom_penalty_advance(penalty_system *self, double t_s, carom_error *error)
{
    carom_status status = CAROM_OK;
    while (status == CAROM_OK && carom_penalty_grid_time(self, self->report.steps + 1) <= t_s) {
        status = carom_watch_wants_end(self->watcher) ? carom_error_interrupted(error)
                                                      : carom_penalty_change(self, error);
        if (status != CAROM_OK) {
            break;
        }
        status = carom_penalty_drifts(self) ? carom_penalty_drift(self, t_s, error)
                                            : step_on(self, error);
    }
    return status;
}

/* ---- between the steps ---- */

/* Books the parts of a step that is only looked at. */
typedef struct {
    const penalty_system *self;
    carom_accounts *accounts;
} onlooker;

static carom_status look_on(void *context, penalty_motion *motion, double after_s, double part_s,
                            size_t switched, carom_error *error)
{
    const onlooker *one = context;
    (void)after_s, (void)part_s, (void)error;
    carom_penalty_book(one->self, motion, one->accounts);
    carom_sum_add(&one->accounts->dissipated,
                  carom_penalty_switch_loss(one->self, motion, switched));
    return CAROM_OK;
}

static void look_located(const penalty_system *self, penalty_motion *trial, double rest,
                         carom_accounts *accounts)
{
    onlooker one = {self, accounts};
    penalty_follower follower = {look_on, &one};
    size_t evaluations = 0;
    if (carom_penalty_move_located(self, trial, self->step_s, rest, &follower, &evaluations,
                                   NULL) != CAROM_OK) {
        trial->x[0] = NAN; /* given up: the next step will say why */
    }
}

void carom_penalty_look_ahead(const penalty_system *self, penalty_motion *trial, double rest,
                              carom_accounts *accounts)
{
    size_t bytes = 2 * self->problem->count * sizeof *trial->x;
    void *own = trial->state;
    memcpy(trial->x, self->now.x, bytes);
    memcpy(trial->v, self->now.v, bytes);
    if (self->located) {
        memcpy(trial->watch, self->now.watch, self->nears * sizeof *trial->watch);
    }
    if (self->integrator->remembers && !self->located) { /* located, it may be several steps */
        trial->state = self->now.state;
    }
    if (rest > 0 && self->located) {
        look_located(self, trial, rest, accounts);
    } else if (rest > 0) {
        carom_penalty_move(self, trial, self->step_s, rest);
        carom_penalty_book(self, trial, accounts);
    }
    trial->state = own;
}

/* Where the balls are on the trial. */
static void show_balls(const penalty_system *self, const penalty_motion *trial, carom_view *view)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        carom_flight_show(carom_penalty_ball(self, trial, i), view, i);
        if (self->orientation != NULL) {
            carom_quaternion q = carom_penalty_turned(self, i, self->now.x, trial->x);
            memcpy(&view->orientation[4 * i], &q, sizeof q);
        }
    }
}

void carom_penalty_sample(const penalty_system *self, double t_s, carom_view *view)
{
    const carom_problem *problem = self->problem;
    carom_accounts accounts = self->accounts;
    penalty_motion trial = self->trial;
    carom_penalty_look_ahead(self, &trial, t_s - carom_penalty_grid_time(self, self->report.steps),
                             &accounts);
    show_balls(self, &trial, view);
    carom_flight_book_weights(problem, t_s, &accounts);
    view->contacts = 0;
    view->max_overlap_m = self->report.max_overlap_m;
    view->books = carom_accounts_books(&accounts);
    view->books.elastic_J = carom_penalty_elastic(self, &trial, &view->contacts,
                                                  &view->max_overlap_m);
    view->collisions = self->report.collisions;
}
