/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Free flight and its events, as in the impulse solver but that an event begins a group instead of
 * an impact. */
#include "scene/boundaries/line.h"
#include "scene/boundaries/torus.h"
#include "scene/time_of_impact.h"
#include "solvers/leap/state.h"
#include <math.h>
#include <stdlib.h>

void carom_leap_check(const carom_problem *problem, const carom_findings *findings)
{
    bool fixed = false, falls = problem->gravity_mps2[0] != 0 || problem->gravity_mps2[1] != 0;
    for (size_t i = 0; i < problem->count; i++) {
        fixed = fixed || problem->ball[i].fixed;
    }
    if (fixed && falls) {
        findings->report(
            findings->context, true, "flight",
            "leap: a ball that falls past a fixed one is not leapt over; expected step");
    }
    if (carom_problem_has_friction(problem)) {
        findings->report(findings->context, true, "flight",
                         "leap: a ball that friction slows down is not leapt over; expected step");
    }
    if (problem->orientation) {
        findings->report(findings->context, true, "flight",
                         "leap does not follow orientation; expected step");
    }
}

/* ---- free flight ---- */

carom_flight carom_leap_ball_at(const leap_solver *self, uint32_t i, double t_s)
{
    static const double none[2] = {0, 0};
    const leap_ball *ball = &self->ball[i];
    return carom_flight_fall(ball->at,
                             self->problem->ball[i].fixed ? none : self->problem->gravity_mps2,
                             t_s - ball->clock_s);
}

/* The torque of its weight; the weight's impulse is m g t for all balls together. */
static void book_flight(const leap_solver *self, uint32_t i, double t_s, carom_accounts *accounts)
{
    const leap_ball *ball = &self->ball[i];
    const double *g = self->problem->gravity_mps2;
    carom_accounts own = {.dissipated = {0, 0}};
    if ((g[0] != 0 || g[1] != 0) && !self->problem->ball[i].fixed) {
        carom_flight_book_weight(self->problem, self->problem->ball[i].mass_kg, ball->at, g,
                                 t_s - ball->clock_s, &own);
        carom_sum_add(&accounts->angular, carom_sum_value(&own.angular));
    }
}

void carom_leap_fly(leap_solver *self, uint32_t i, double t_s)
{
    book_flight(self, i, t_s, &self->accounts);
    self->ball[i].at = carom_leap_ball_at(self, i, t_s);
    self->ball[i].clock_s = t_s;
}

/* ---- prediction of a free ball ---- */

static void consider(leap_event *best, double *best_s, double t_s, leap_event_kind kind,
                     uint32_t partner)
{
    if (t_s < *best_s || (t_s == *best_s && kind == LEAP_PAIR &&
                          (best->kind != LEAP_PAIR || partner < best->partner))) {
        *best = (leap_event){kind, partner, 0};
        *best_s = t_s;
    }
}

/* Time from t_s until balls i and j touch, in free flight; in the image that the grid says. */
double carom_leap_touch_time(const leap_solver *self, uint32_t i, const carom_candidate *other,
                             double t_s)
{
    carom_flight a = carom_leap_ball_at(self, i, t_s),
                 b = carom_leap_ball_at(self, other->ball, t_s);
    double reach = self->problem->ball[i].radius_m + self->problem->ball[other->ball].radius_m;
    return carom_time_of_impact(b.x + self->grid.shift_x_m[other->image] - a.x,
                                b.y + self->grid.shift_y_m[other->image] - a.y, b.vx - a.vx,
                                b.vy - a.vy, reach, 0, INFINITY);
}

/* Time from the ball's clock until it crosses a line on a side: distance, speed, acceleration away
 * from it. */
static double side_time(const leap_solver *self, uint32_t i, int side, double line)
{
    const carom_flight *at = &self->ball[i].at;
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    return carom_time_to_line(sign * ((vertical ? at->y : at->x) - line),
                              sign * (vertical ? at->vy : at->vx),
                              sign * self->problem->gravity_mps2[vertical ? 1 : 0]);
}

double carom_leap_wall_time(const leap_solver *self, uint32_t i, int side)
{
    return side_time(self, i, side,
                     carom_wall_line(self->problem, self->problem->ball[i].radius_m, side));
}

void carom_leap_predict(leap_solver *self, uint32_t i)
{
    double now = self->ball[i].clock_s, ahead = LEAP_AHEAD_STEPS * self->parent->step_s,
           best_s = INFINITY;
    bool fixed = self->problem->ball[i].fixed;
    leap_event best = {LEAP_NONE, 0, 0};
    size_t count = carom_grid_around(&self->grid, i, self->found);
    for (int side = 0; side < CAROM_WALL_COUNT && !fixed; side++) {
        double edge = carom_grid_edge(&self->grid, i, side / 2, side % 2 != 0);
        if (isfinite(edge)) {
            consider(&best, &best_s, now + side_time(self, i, side, edge), LEAP_CELL,
                     (uint32_t)side);
        }
        if (self->problem->boundary == CAROM_WALLS) {
            double t = carom_leap_wall_time(self, i, side) - ahead;
            consider(&best, &best_s, now + (t > 0 ? t : 0), LEAP_WALL, (uint32_t)side);
        }
    }
    self->report.pair_tests += count;
    for (size_t k = 0; k < count; k++) {
        uint32_t j = self->found[k].ball;
        if (self->ball[j].group == NULL && !(fixed && self->problem->ball[j].fixed)) {
            double t = carom_leap_touch_time(self, i, &self->found[k], now) - ahead;
            consider(&best, &best_s, now + (t > 0 ? t : 0), LEAP_PAIR, j);
        }
    }
    if (best.kind == LEAP_PAIR) {
        best.stamp = self->ball[best.partner].stamp;
    }
    self->event[i] = best;
    carom_queue_set(&self->queue, i, best_s);
}

/* ---- events ---- */

static void cross(leap_solver *self, uint32_t i, int side)
{
    uint32_t image = carom_grid_move(&self->grid, i, (side == CAROM_RIGHT) - (side == CAROM_LEFT),
                                     (side == CAROM_TOP) - (side == CAROM_BOTTOM));
    self->ball[i].at.x -= self->grid.shift_x_m[image];
    self->ball[i].at.y -= self->grid.shift_y_m[image];
    carom_flight_book_fold(self->problem, i, -self->grid.shift_x_m[image],
                           -self->grid.shift_y_m[image], &self->accounts);
}

static carom_status process(leap_solver *self, uint32_t i, double t_s)
{
    leap_event event = self->event[i];
    switch (event.kind) {
    case LEAP_STEP: return carom_leap_step_group(self, self->ball[i].group, t_s);
    case LEAP_WALL: return carom_leap_meet(self, i, i, t_s);
    case LEAP_PAIR:
        if (event.stamp == self->ball[event.partner].stamp) {
            return carom_leap_meet(self, i, event.partner, t_s);
        }
        break;
    case LEAP_CELL:
        carom_leap_fly(self, i, t_s);
        cross(self, i, (int)event.partner);
        carom_leap_predict(self, i);
        return CAROM_OK;
    case LEAP_NONE: break;
    }
    carom_leap_fly(self, i, t_s);
    carom_leap_predict(self, i);
    return CAROM_OK;
}

carom_status carom_leap_advance(leap_solver *self, double t_s, carom_error *error)
{
    carom_status status = CAROM_OK;
    self->error = error;
    while (status == CAROM_OK && t_s > 0) {
        double now_s;
        uint32_t first = carom_queue_first(&self->queue, &now_s);
        if (!(now_s <= t_s)) {
            break;
        }
        status = carom_watch_wants_end(self->parent->watcher) ? carom_error_interrupted(error)
                                                              : process(self, first, now_s);
    }
    return status;
}

/* ---- the rest of the seam ---- */

leap_solver *carom_leap_new(const penalty_solver *parent, carom_error *error)
{
    const carom_problem *problem = parent->problem;
    size_t n = problem->count;
    leap_solver *self = calloc(1, sizeof *self);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    self->parent = parent;
    self->problem = problem;
    self->error = error;
    self->ball = calloc(n + 1, sizeof *self->ball);
    self->event = calloc(n + 1, sizeof *self->event);
    self->found = calloc(n + CAROM_GRID_IMAGES, sizeof *self->found);
    self->gathered = calloc(2 * n + 1, sizeof *self->gathered);
    self->taken = calloc(n + 1, sizeof *self->taken);
    if (self->ball == NULL || self->event == NULL || self->found == NULL ||
        self->gathered == NULL || self->taken == NULL || !carom_queue_init(&self->queue, n)) {
        carom_error_no_memory(error);
        carom_leap_free(self);
        return NULL;
    }
    if (carom_grid_init(&self->grid, problem, 1 + 1e-6, 0, error) != CAROM_OK) {
        carom_leap_free(self);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        const carom_ball *ball = &problem->ball[i];
        self->ball[i].at = (carom_flight){ball->x_m, ball->y_m, ball->vx_mps, ball->vy_mps};
        if (problem->boundary == CAROM_PERIODIC) {
            self->ball[i].at.x = carom_torus_fold(ball->x_m, problem->width_m);
            self->ball[i].at.y = carom_torus_fold(ball->y_m, problem->height_m);
        }
        self->fastest_mps = fmax(self->fastest_mps, carom_flight_speed(self->ball[i].at));
        carom_grid_place(&self->grid, i, self->ball[i].at.x, self->ball[i].at.y);
    }
    for (uint32_t i = 0; i < n; i++) {
        carom_leap_predict(self, i);
    }
    return self;
}

void carom_leap_free(leap_solver *self)
{
    if (self == NULL) {
        return;
    }
    for (size_t i = 0; self->ball != NULL && self->problem != NULL && i < self->problem->count;
         i++) {
        leap_group *group = self->ball[i].group;
        for (size_t k = 0; group != NULL && k < group->count; k++) {
            self->ball[group->ball[k]].group = NULL;
        }
        carom_leap_free_group(group);
    }
    free(self->ball);
    free(self->event);
    free(self->found);
    free(self->gathered);
    free(self->taken);
    carom_queue_free(&self->queue);
    carom_grid_free(&self->grid);
    free(self);
}

/* A group at t_s: what is left of its step is a shorter one, on a copy. */
static void sample_group(const leap_solver *self, const leap_group *group, double t_s,
                         carom_view *view, carom_accounts *accounts, double *elastic)
{
    penalty_motion trial = group->solver->trial;
    carom_accounts own = group->solver->accounts;
    (void)self;
    carom_penalty_look_ahead(group->solver, &trial, t_s - group->solver->time_s, &own);
    carom_sum_add(&accounts->dissipated, carom_sum_value(&own.dissipated));
    carom_sum_add(&accounts->impulse_x, carom_sum_value(&own.impulse_x));
    carom_sum_add(&accounts->impulse_y, carom_sum_value(&own.impulse_y));
    carom_sum_add(&accounts->angular, carom_sum_value(&own.angular));
    carom_sum_add(&accounts->folded, carom_sum_value(&own.folded));
    *elastic += carom_penalty_elastic(group->solver, &trial, &view->contacts, &view->max_overlap_m);
    view->collisions += group->solver->report.collisions;
    for (size_t k = 0; k < group->count; k++) {
        uint32_t i = group->ball[k];
        view->x_m[i] = trial.x[k];
        view->y_m[i] = trial.x[group->count + k];
        view->vx_mps[i] = trial.v[k];
        view->vy_mps[i] = trial.v[group->count + k];
    }
}

void carom_leap_sample(const leap_solver *self, double t_s, carom_view *view)
{
    const carom_problem *problem = self->problem;
    carom_accounts accounts = self->accounts;
    double elastic = 0;
    view->contacts = 0;
    view->max_overlap_m = self->report.max_overlap_m;
    view->collisions = self->report.collisions;
    for (uint32_t i = 0; i < problem->count; i++) {
        const leap_group *group = self->ball[i].group;
        carom_flight at;
        if (!problem->ball[i].fixed) {
            carom_sum_add(&accounts.impulse_x,
                          problem->ball[i].mass_kg * t_s * problem->gravity_mps2[0]);
            carom_sum_add(&accounts.impulse_y,
                          problem->ball[i].mass_kg * t_s * problem->gravity_mps2[1]);
        }
        if (group != NULL) {
            if (group->ball[0] == i) {
                view->max_overlap_m = fmax(view->max_overlap_m,
                                           group->solver->report.max_overlap_m);
                sample_group(self, group, t_s, view, &accounts, &elastic);
            }
            continue;
        }
        at = carom_leap_ball_at(self, i, t_s);
        book_flight(self, i, t_s, &accounts);
        view->x_m[i] = at.x;
        view->y_m[i] = at.y;
        view->vx_mps[i] = at.vx;
        view->vy_mps[i] = at.vy;
    }
    view->books = carom_accounts_books(&accounts);
    view->books.elastic_J = elastic;
}

void carom_leap_report(const leap_solver *self, carom_report *report)
{
    double contact_s = report->contact_s, theta = report->theta;
    *report = self->report;
    report->contact_s = contact_s;
    report->theta = theta;
    for (size_t i = 0; i < self->problem->count; i++) {
        const leap_group *group = self->ball[i].group;
        if (group != NULL && group->ball[0] == i) {
            const carom_report *own = &group->solver->report;
            report->steps += own->steps;
            report->collisions += own->collisions;
            report->force_evaluations += own->force_evaluations;
            report->pair_tests += own->pair_tests;
            report->max_overlap_m = fmax(report->max_overlap_m, own->max_overlap_m);
            report->longest_step_m = fmax(report->longest_step_m, own->longest_step_m);
        }
    }
}
