/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The penalty solver: balls are springs. Overlapping balls push each other apart by a force law;
 * an integrator carries the motion in steps of h on the fixed grid t_n = (n - phase) h. */
#include "base/memory.h"
#include "base/team.h"
#include "params/choice.h"
#include "scene/flight.h"
#include "solvers/leap/leap.h"
#include "solvers/penalty/state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const end_words[] = {"force", "overlap", NULL};
static const char *const contacts_words[] = {"grid", "located", NULL};
static const char *const flight_words[] = {"step", "leap", NULL};

static const carom_param params[] = {
    {.key = "integrator",
     .type = CAROM_ENTRY,
     .fallback = "heun",
     .seam = &carom_integrators,
     .doc = "method that carries the motion",
     .offset = offsetof(penalty_options, integrator)},
    {.key = "law",
     .type = CAROM_ENTRY,
     .fallback = "hooke",
     .seam = &carom_force_laws,
     .doc = "force of a contact",
     .offset = offsetof(penalty_options, law)},
    {.key = "step_s",
     .type = CAROM_NUMBER,
     .unit = "s",
     .fallback = "",
     .lowest = CAROM_POSITIVE,
     .highest = CAROM_ANY_HIGH,
     .instead_of = "theta",
     .doc = "time step h",
     .offset = offsetof(penalty_options, step_s)},
    {.key = "theta",
     .type = CAROM_NUMBER,
     .unit = "",
     .fallback = "0.05",
     .lowest = CAROM_POSITIVE,
     .highest = CAROM_ANY_HIGH,
     .instead_of = "step_s",
     .doc = "time step times sqrt(k/mu) of the stiffest contact",
     .offset = offsetof(penalty_options, theta)},
    {.key = "phase",
     .type = CAROM_NUMBER,
     .fallback = "0",
     .lowest = 0,
     .highest = 0.9999999,
     .doc = "part of a step by which the first is shorter (leaping: the first near a contact), so "
            "that touches meet the steps elsewhere",
     .offset = offsetof(penalty_options, phase)},
    {.key = "contact_end",
     .type = CAROM_WORD,
     .fallback = "force",
     .words = end_words,
     .doc = "a contact is over when its force (never pulls) or its overlap is back to zero",
     .offset = offsetof(penalty_options, contact_end)},
    {.key = "contacts",
     .type = CAROM_WORD,
     .fallback = "grid",
     .words = contacts_words,
     .doc = "touch and release are seen on the grid of the steps, or located between: the step is "
            "split there",
     .offset = offsetof(penalty_options, contacts)},
    {.key = "flight",
     .type = CAROM_WORD,
     .fallback = "step",
     .words = flight_words,
     .doc = "free flight is stepped like everything else, or leapt over from contact to contact",
     .offset = offsetof(penalty_options, flight)},
    {.key = "threads",
     .type = CAROM_COUNT,
     .fallback = "1",
     .lowest = 1,
     .highest = CAROM_MOST_THREADS,
     .doc = "that a step is divided among where there are thousands of balls; any number gives the "
            "same bits",
     .offset = offsetof(penalty_options, threads)},
    {.key = "allow_unstable",
     .type = CAROM_FLAG,
     .fallback = "false",
     .doc = "run even with a step beyond the stability limit",
     .offset = offsetof(penalty_options, allow_unstable)},
    {.key = NULL}};

/* Pairs closer than this part of the largest diameter are listed: wide enough to last many steps,
 * narrow enough to list few pairs. */
static const double skin_part = 0.3;

/* ---- create and destroy ---- */

static void free_motion(const carom_integrator *integrator, penalty_motion *motion)
{
    if (motion->state != NULL) {
        integrator->release(motion->state);
    }
    if (motion->locator != NULL) {
        gsl_root_fsolver_free(motion->locator);
    }
    free(motion->x_start);
    free(motion->v_start);
    free(motion->watch);
    free(motion->a);
    free(motion->g);
    free(motion->x);
    free(motion->v);
    free(motion->q);
    free(motion->work);
}

void carom_penalty_free(penalty_solver *self)
{
    if (self == NULL) {
        return;
    }
    free_motion(self->integrator, &self->now);
    free_motion(self->integrator, &self->trial);
    carom_grid_free(&self->grid);
    free(self->found);
    carom_team_free(self->team);
    free(self->acting);
    free(self->normal);
    free(self->orientation);
    free(self->rolling);
    if (!self->borrowed) {
        carom_penalty_free_epochs(self->problem, self->epoch);
    }
    carom_leap_free(self->leap);
    free(self->inverse_mass);
    free(self->reach_wall);
    free(self->x_before);
    free(self->v_before);
    free(self->pair);
    free(self->near);
    free(self->record);
    free(self);
}

static carom_status allocate(penalty_solver *self, carom_error *error)
{
    size_t n = self->problem->count + 1;
    bool rolls = carom_problem_has_friction(self->problem), turns = self->problem->orientation,
         missing = false;
    self->now.x = carom_zeros(2 * n, sizeof(double), &missing);
    self->now.v = carom_zeros(2 * n, sizeof(double), &missing);
    self->now.a = carom_zeros(2 * n, sizeof(double), &missing);
    self->trial.x = carom_zeros(2 * n, sizeof(double), &missing);
    self->trial.v = carom_zeros(2 * n, sizeof(double), &missing);
    self->x_before = carom_zeros(2 * n, sizeof(double), &missing);
    self->v_before = carom_zeros(2 * n, sizeof(double), &missing);
    self->found = carom_zeros(n + CAROM_GRID_IMAGES, sizeof *self->found, &missing);
    self->inverse_mass = carom_zeros(n, sizeof(double), &missing);
    self->reach_wall = carom_zeros(n, sizeof(double), &missing);
    self->orientation = turns ? carom_orientation_new(n) : NULL;
    self->rolling = rolls ? carom_flight_rolling(self->problem) : NULL;
    return missing || (turns && self->orientation == NULL) || (rolls && self->rolling == NULL)
             ? carom_error_no_memory(error)
             : CAROM_OK;
}

static carom_status allocate_located(const penalty_solver *self, penalty_motion *motion,
                                     carom_error *error)
{
    size_t n = self->problem->count + 1;
    bool missing = false;
    motion->x_start = carom_zeros(2 * n, sizeof(double), &missing);
    motion->v_start = carom_zeros(2 * n, sizeof(double), &missing);
    motion->locator = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    return missing || motion->locator == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

static void place_balls(penalty_solver *self)
{
    const carom_problem *problem = self->problem;
    size_t n = problem->count;
    for (size_t i = 0; i < n; i++) {
        const carom_ball *ball = &problem->ball[i];
        self->now.x[i] = ball->x_m;
        self->now.x[n + i] = ball->y_m;
        self->now.v[i] = ball->vx_mps;
        self->now.v[n + i] = ball->vy_mps;
        self->inverse_mass[i] = carom_ball_inverse_mass(ball);
        self->reach_wall[i] = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
    }
}

static void configure(penalty_solver *self, const carom_brief *brief)
{
    const penalty_options *options = brief->options;
    self->problem = brief->problem;
    self->log = brief->log;
    self->now.watcher = self->watcher = brief->watch;
    self->integrator = carom_integrator_of(options->integrator.entry);
    self->integrator_options = options->integrator.options;
    self->law = carom_force_law_of(options->law.entry);
    self->law_options = options->law.options;
    self->contact_end = options->contact_end;
    self->threads = (size_t)options->threads;
    self->located = options->contacts == 1;
    self->phase = options->phase;
}

/* Room, lists and balls of a solver that is configured. */
static carom_status furnish(penalty_solver *self, carom_error *error)
{
    const carom_problem *problem = self->problem;
    double least;
    carom_status status = allocate(self, error);
    if (status == CAROM_OK && self->located) {
        status = allocate_located(self, &self->now, error);
    }
    if (status == CAROM_OK && self->located) {
        status = allocate_located(self, &self->trial, error);
    }
    self->fastest_mps = carom_penalty_fastest(problem);
    self->smallest_m = INFINITY;
    for (size_t i = 0; i < problem->count; i++) {
        self->smallest_m = fmin(self->smallest_m, problem->ball[i].radius_m);
    }
    self->widest_m = carom_problem_widest(problem);
    self->skin_m = skin_part * self->widest_m;
    if (problem->boundary == CAROM_PERIODIC) { /* no wider than a small torus has room for */
        double shorter = fmin(problem->width_m, problem->height_m);
        self->skin_m = fmin(self->skin_m, shorter / 3 - self->widest_m);
    }
    if (status == CAROM_OK) {
        status = carom_grid_init(&self->grid, problem, 1, self->skin_m, error);
    }
    if (status != CAROM_OK) {
        return status;
    }
    place_balls(self);
    self->moved_m = INFINITY; /* no pairs known yet */
    least = self->step_s * self->fastest_mps;
    return carom_penalty_find_neighbours(self, least > 0 ? least : DBL_MIN, error);
}

carom_status carom_penalty_change(penalty_solver *self, carom_error *error)
{
    const carom_problem *problem = self->problem;
    size_t next = self->changed;
    while (next < problem->changes && problem->change[next].t_s <= self->time_s) {
        next++;
    }
    if (next == self->changed) {
        return CAROM_OK;
    }
    self->changed = next;
    /* contacts described anew */
    return self->near_m > 0 ? carom_penalty_find_neighbours(self, self->near_m, error) : CAROM_OK;
}

static carom_status prepare(penalty_solver *self, const penalty_options *options,
                            carom_error *error)
{
    penalty_range range;
    self->epoch = carom_penalty_find_epochs(self->problem, options, error);
    if (self->epoch == NULL) {
        return error == NULL ? CAROM_NO_MEMORY : error->status;
    }
    range = carom_penalty_range(self->problem, options, self->epoch);
    self->step_s = carom_penalty_step_length(options, &range);
    self->report.contact_s = range.longest_contact_time;
    self->report.theta = self->step_s * range.frequency;
    if (options->flight == 1) {
        self->leap = carom_leap_new(self, error);
        return self->leap == NULL ? CAROM_NO_MEMORY : CAROM_OK;
    }
    self->team = carom_team_new(self->threads);
    return furnish(self, error);
}

penalty_solver *carom_penalty_group_new(const penalty_solver *parent, const carom_problem *scene,
                                        const uint32_t *global, double t_s, carom_error *error)
{
    penalty_solver *self = calloc(1, sizeof *self);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    *self = (penalty_solver){.problem = scene,
                             .log = parent->log,
                             .watcher = parent->watcher,
                             .now.watcher = parent->watcher,
                             .global = global,
                             .borrowed = true,
                             .time_s = t_s,
                             .step_s = parent->step_s,
                             .integrator = parent->integrator,
                             .integrator_options = parent->integrator_options,
                             .law = parent->law,
                             .law_options = parent->law_options,
                             .contact_end = parent->contact_end,
                             .located = parent->located,
                             .threads = 1,
                             .epoch = parent->epoch};
    if (carom_penalty_change(self, error) != CAROM_OK || furnish(self, error) != CAROM_OK) {
        carom_penalty_free(self);
        return NULL;
    }
    return self;
}

static void penalty_destroy(void *object)
{
    carom_penalty_free(object);
}

static void *penalty_create(const carom_brief *brief, carom_error *error)
{
    penalty_solver *self = calloc(1, sizeof *self);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    configure(self, brief);
    if (prepare(self, brief->options, error) != CAROM_OK) {
        penalty_destroy(self);
        return NULL;
    }
    return self;
}

/* ---- advance and sample ---- */

static carom_status penalty_advance(void *object, double t_s, carom_error *error)
{
    penalty_solver *self = object;
    carom_status status = CAROM_OK;
    if (self->leap != NULL) {
        return carom_leap_advance(self->leap, t_s, error);
    }
    while (status == CAROM_OK && carom_penalty_grid_time(self, self->report.steps + 1) <= t_s) {
        status = carom_watch_wants_end(self->watcher) ? carom_error_interrupted(error)
                                                      : carom_penalty_change(self, error);
        if (status != CAROM_OK) {
            break;
        }
        status = carom_penalty_drifts(self) ? carom_penalty_drift(self, t_s, error)
                                            : carom_penalty_step(self, error);
    }
    return status;
}

double carom_penalty_elastic(const penalty_solver *self, const penalty_motion *motion,
                             size_t *contacts, double *deepest)
{
    carom_sum energy = {0};
    for (size_t k = 0; k < self->nears; k++) {
        penalty_geometry at = carom_penalty_geometry(self, &self->near[k], motion->x, motion->v);
        if (at.overlap_m > 0 && (motion->watch == NULL || carom_penalty_is_on(motion, k))) {
            carom_sum_add(&energy, self->law->energy(&self->near[k].contact, at.overlap_m));
        }
        if (at.overlap_m > 0) {
            ++*contacts;
            *deepest = fmax(*deepest, at.overlap_m);
        }
    }
    return carom_sum_value(&energy);
}

/* Books the parts of a step that is only looked at. */
typedef struct {
    const penalty_solver *self;
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

static void sample_located(const penalty_solver *self, penalty_motion *trial, double rest,
                           carom_accounts *accounts)
{
    onlooker one = {self, accounts};
    penalty_follower follower = {look_on, &one};
    size_t evaluations = 0;
    if (carom_penalty_move_located(self, trial, rest, &follower, &evaluations, NULL) != CAROM_OK) {
        trial->x[0] = NAN; /* given up: the next step will say why */
    }
}

void carom_penalty_look_ahead(const penalty_solver *self, penalty_motion *trial, double rest,
                              carom_accounts *accounts)
{
    size_t bytes = 2 * self->problem->count * sizeof *trial->x;
    memcpy(trial->x, self->now.x, bytes);
    memcpy(trial->v, self->now.v, bytes);
    if (self->located) {
        memcpy(trial->watch, self->now.watch, self->nears * sizeof *trial->watch);
    }
    if (rest > 0 && self->located) {
        sample_located(self, trial, rest, accounts);
    } else if (rest > 0) {
        carom_penalty_move(self, trial, rest);
        carom_penalty_book(self, trial, accounts);
    }
}

/* The rest of the way to t is one shorter step, on a copy. */
static void penalty_sample(const void *object, double t_s, carom_view *view)
{
    const penalty_solver *self = object;
    const carom_problem *problem = self->problem;
    size_t n = problem->count;
    carom_accounts accounts = self->accounts;
    penalty_motion trial = self->trial;
    if (self->leap != NULL) {
        carom_leap_sample(self->leap, t_s, view);
        return;
    }
    carom_penalty_look_ahead(self, &trial, t_s - carom_penalty_grid_time(self, self->report.steps),
                             &accounts);
    for (size_t i = 0; i < n; i++) {
        view->x_m[i] = trial.x[i];
        view->y_m[i] = trial.x[n + i];
        view->vx_mps[i] = trial.v[i];
        view->vy_mps[i] = trial.v[n + i];
        if (self->orientation != NULL) {
            carom_quaternion q = carom_penalty_turned(self, i, self->now.x, trial.x);
            memcpy(&view->orientation[4 * i], &q, sizeof q);
        }
        if (!problem->ball[i].fixed) {
            double weight_s = problem->ball[i].mass_kg * t_s;
            carom_sum_add(&accounts.impulse_x, weight_s * problem->gravity_mps2[0]);
            carom_sum_add(&accounts.impulse_y, weight_s * problem->gravity_mps2[1]);
        }
    }
    view->contacts = 0;
    view->max_overlap_m = self->report.max_overlap_m;
    view->books = carom_accounts_books(&accounts);
    view->books.elastic_J = carom_penalty_elastic(self, &trial, &view->contacts,
                                                  &view->max_overlap_m);
    view->collisions = self->report.collisions;
}

static void penalty_report(const void *object, carom_report *report)
{
    const penalty_solver *self = object;
    *report = self->report;
    if (self->leap != NULL) {
        carom_leap_report(self->leap, report);
    }
}

static void penalty_springs(const void *object, carom_springs *springs)
{
    const penalty_options *options = object;
    *springs = (carom_springs){
        .integrator = carom_integrator_of(options->integrator.entry),
        .law = carom_force_law_of(options->law.entry),
        .stiffness_N_per_m = carom_choice_number(&options->law, "stiffness_N_per_m"),
        .located = options->contacts == 1};
}

const carom_solver_entry carom_solver_penalty = {
    .about = {.name = "penalty",
              .summary = "soft balls: overlaps push apart, an integrator steps",
              .params = params,
              .options_size = sizeof(penalty_options)},
    .traits = CAROM_SOFT | CAROM_STEPPED,
    .springs = penalty_springs,
    .check = carom_penalty_check,
    .create = penalty_create,
    .advance = penalty_advance,
    .sample = penalty_sample,
    .report = penalty_report,
    .destroy = penalty_destroy};
