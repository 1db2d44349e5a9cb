/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The penalty solver: balls are springs. Overlapping balls push each other apart by a force law;
 * an integrator carries the motion in steps of h on the fixed grid t_n = n h. */
#include "solvers/checks.h"
#include "solvers/penalty_state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const end_words[] = {"force", "overlap", NULL};
static const char *const contacts_words[] = {"grid", NULL};
static const char *const flight_words[] = {"step", NULL};

static const carom_param params[] = {
    {.key = "integrator", .type = CAROM_ENTRY, .fallback = "heun", .seam = &carom_integrators,
     .doc = "method that carries the motion", .offset = offsetof(penalty_options, integrator)},
    {.key = "law", .type = CAROM_ENTRY, .fallback = "hooke", .seam = &carom_force_laws,
     .doc = "force of a contact", .offset = offsetof(penalty_options, law)},
    {.key = "step_s", .type = CAROM_NUMBER, .unit = "s", .fallback = "",
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .instead_of = "theta",
     .doc = "time step h", .offset = offsetof(penalty_options, step_s)},
    {.key = "theta", .type = CAROM_NUMBER, .unit = "", .fallback = "0.05",
     .lowest = CAROM_POSITIVE, .highest = CAROM_ANY_HIGH, .instead_of = "step_s",
     .doc = "time step times sqrt(k/mu) of the stiffest contact",
     .offset = offsetof(penalty_options, theta)},
    {.key = "contact_end", .type = CAROM_WORD, .fallback = "force", .words = end_words,
     .doc = "a contact is over when its force (never pulls) or its overlap is back to zero",
     .offset = offsetof(penalty_options, contact_end)},
    {.key = "contacts", .type = CAROM_WORD, .fallback = "grid", .words = contacts_words,
     .doc = "touch is seen on the grid of the steps",
     .offset = offsetof(penalty_options, contacts)},
    {.key = "flight", .type = CAROM_WORD, .fallback = "step", .words = flight_words,
     .doc = "free flight is stepped like everything else",
     .offset = offsetof(penalty_options, flight)},
    {.key = "allow_unstable", .type = CAROM_FLAG, .fallback = "false",
     .doc = "run even with a step beyond the stability limit",
     .offset = offsetof(penalty_options, allow_unstable)},
    {.key = NULL}};

/* Pairs closer than this part of the largest diameter are listed: wide enough to last many steps,
 * narrow enough to list few pairs. */
static const double skin_part = 0.3;

/* ---- what the contacts of a problem can be ---- */

typedef struct {
    double rate, frequency, contact_time, longest_contact_time;
} contact_range;

/* Damping between balls, at walls, and by pair of materials. */
typedef struct {
    double ball, wall;
    double *pair;
} dampings;

static const carom_force_law *law_of(const penalty_options *options)
{
    return (const carom_force_law *)(const void *)options->law.entry;
}

static double fastest_of(const carom_problem *problem)
{
    double fastest2 = 0;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        double speed2 = ball->vx_mps * ball->vx_mps + ball->vy_mps * ball->vy_mps;
        fastest2 = speed2 > fastest2 ? speed2 : fastest2;
    }
    return sqrt(fastest2);
}

static double max_of(double a, double b)
{
    return a > b ? a : b;
}

static double min_of(double a, double b)
{
    return a < b ? a : b;
}

static void widen(contact_range *range, const penalty_options *options, double lightest,
                  double heaviest, double damping, double speed)
{
    const carom_force_law *law = law_of(options);
    carom_contact light = {lightest, damping, options->contact_end};
    carom_contact heavy = {heaviest, damping, options->contact_end};
    const void *own = options->law.options;
    range->rate = max_of(range->rate, law->rate_per_s(own, &light, speed));
    range->frequency = max_of(range->frequency, law->frequency_per_s(own, &light, speed));
    range->contact_time = min_of(range->contact_time, law->contact_time_s(own, &light, speed));
    range->longest_contact_time = max_of(range->longest_contact_time,
                                         law->contact_time_s(own, &heavy, speed));
}

/* The lightest and the heaviest reduced mass between balls, and between a ball and what does not move. */
typedef struct {
    double light, heavy, light_alone, heavy_alone;
    bool anchored; /* there are fixed balls */
} mass_range;

/* The two lightest balls make the lightest pair, the two heaviest the heaviest. */
static mass_range masses_of(const carom_problem *problem)
{
    double light[2] = {INFINITY, INFINITY}, heavy[2] = {0, 0};
    bool anchored = false;
    for (size_t i = 0; i < problem->count; i++) {
        double m = problem->ball[i].mass_kg;
        anchored = anchored || problem->ball[i].fixed;
        if (problem->ball[i].fixed) {
            continue;
        }
        light[1] = min_of(light[1], max_of(light[0], m));
        light[0] = min_of(light[0], m);
        heavy[1] = max_of(heavy[1], min_of(heavy[0], m));
        heavy[0] = max_of(heavy[0], m);
    }
    return (mass_range){light[0] * light[1] / (light[0] + light[1]),
                        heavy[0] * heavy[1] / (heavy[0] + heavy[1]), light[0], heavy[0], anchored};
}

/* What the contacts of a problem can be; of two materials each pair with its own damping. */
static contact_range range_of(const carom_problem *problem, const penalty_options *options,
                              const dampings *damping)
{
    contact_range range = {.contact_time = INFINITY};
    mass_range mass = masses_of(problem);
    double speed = fastest_of(problem);
    if (isfinite(mass.light)) {
        widen(&range, options, mass.light, mass.heavy, damping->ball, speed);
    }
    if (mass.anchored && isfinite(mass.light_alone)) {
        widen(&range, options, mass.light_alone, mass.heavy_alone, damping->ball, speed);
    }
    if ((problem->boundary == CAROM_WALLS || problem->count == 1) && isfinite(mass.light_alone)) {
        widen(&range, options, mass.light_alone, mass.heavy_alone, damping->wall, speed);
    }
    for (size_t k = 0; k < problem->pairs && isfinite(mass.light_alone); k++) {
        double light = isfinite(mass.light) ? mass.light : mass.light_alone;
        widen(&range, options, light, mass.heavy_alone, damping->pair[k], speed);
    }
    if (!isfinite(range.contact_time)) { /* nothing can move */
        widen(&range, options, 1, 1, 0, 0);
    }
    return range;
}

static carom_status damping_of(const penalty_options *options, double restitution,
                               const char *key, double *damping, carom_error *error)
{
    const carom_force_law *law = law_of(options);
    carom_status status = law->damping(options->law.options, options->contact_end, restitution,
                                       damping, error);
    if (status != CAROM_OK && error != NULL) {
        snprintf(error->key, sizeof error->key, "%s", key);
    }
    return status;
}

/* Damping for all surfaces; 0 for one that the problem does not have. @p found.pair is the caller's to free. */
static carom_status find_dampings(const carom_problem *problem, const penalty_options *options,
                                  dampings *found, carom_error *error)
{
    const carom_restitution *e = &problem->restitution;
    carom_status status = CAROM_OK;
    *found = (dampings){0, 0, calloc(problem->pairs + 1, sizeof *found->pair)};
    if (found->pair == NULL) {
        return carom_error_no_memory(error);
    }
    if (problem->count > 1) {
        status = damping_of(options, e->ball_ball, "restitution.ball_ball", &found->ball, error);
    }
    if (status == CAROM_OK && problem->boundary == CAROM_WALLS) {
        status = damping_of(options, e->ball_wall, "restitution.ball_wall", &found->wall, error);
    }
    for (size_t k = 0; k < problem->pairs && status == CAROM_OK; k++) {
        if (!isnan(problem->pair[k].restitution)) {
            status = damping_of(options, problem->pair[k].restitution, "pairs", &found->pair[k], error);
        }
    }
    return status;
}

static double step_of(const penalty_options *options, const contact_range *range)
{
    return isnan(options->step_s) ? options->theta / range->frequency : options->step_s;
}

/* ---- check ---- */

static void check_step(const penalty_options *options, const contact_range *range,
                       const carom_findings *findings)
{
    static const double coarse = 0.1; /* of the contact time: fewer than ten steps see a contact */
    const carom_integrator *integrator =
        (const carom_integrator *)(const void *)options->integrator.entry;
    double h = step_of(options, range), limit = integrator->stability_limit / range->rate;
    const char *key = isnan(options->step_s) ? "theta" : "step_s";
    char text[400];
    if (h >= limit && !options->allow_unstable) {
        snprintf(text, sizeof text,
                 "the step is %.6g s; expected below %.6g s, the stability limit of %s for the "
                 "stiffest contact (contact time %.6g s), or allow_unstable: true", h, limit,
                 integrator->about.name, range->contact_time);
        findings->report(findings->context, true, key, text);
    } else if (h > coarse * range->contact_time) {
        snprintf(text, sizeof text,
                 "the step of %.6g s is longer than 1/10 of the contact time %.6g s: a contact is "
                 "seen by %.2g steps; expected at most %.6g s", h, range->contact_time,
                 range->contact_time / h, coarse * range->contact_time);
        findings->report(findings->context, false, key, text);
    }
}

static void check_size(const carom_problem *problem, const penalty_options *options,
                       const carom_findings *findings)
{
    const carom_integrator *integrator =
        (const carom_integrator *)(const void *)options->integrator.entry;
    char text[160];
    if (integrator->most_coordinates > 0 && 2 * problem->count > integrator->most_coordinates) {
        snprintf(text, sizeof text, "%s carries at most %zu balls; there are %zu", integrator->about.name,
                 integrator->most_coordinates / 2, problem->count);
        findings->report(findings->context, true, "integrator", text);
    }
}

static void penalty_check(const carom_problem *problem, const void *object,
                          const carom_findings *findings)
{
    const penalty_options *options = object;
    carom_error error = {0};
    dampings damping;
    if (carom_problem_has_resistance(problem)) {
        findings->report(findings->context, true, "rolling_resistance",
                         "the penalty solver has no rolling resistance yet; expected 0");
    }
    if (carom_problem_has_drag(problem)) {
        findings->report(findings->context, true, "air_drag",
                         "the penalty solver has no air drag yet; expected 0");
    }
    carom_check_table(problem, 1, findings);
    check_size(problem, options, findings);
    if (find_dampings(problem, options, &damping, &error) != CAROM_OK) {
        findings->report(findings->context, true, error.key, error.text);
    } else {
        contact_range range = range_of(problem, options, &damping);
        check_step(options, &range, findings);
    }
    free(damping.pair);
}

/* ---- create and destroy ---- */

static void free_motion(const carom_integrator *integrator, penalty_motion *motion)
{
    if (motion->state != NULL) {
        integrator->release(motion->state);
    }
    free(motion->a);
    free(motion->g);
    free(motion->x);
    free(motion->v);
    free(motion->q);
    free(motion->work);
}

static void penalty_destroy(void *object)
{
    penalty_solver *self = object;
    if (self == NULL) {
        return;
    }
    free_motion(self->integrator, &self->now);
    free_motion(self->integrator, &self->trial);
    carom_grid_free(&self->grid);
    free(self->found);
    free(self->orientation);
    free(self->damping_pair);
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
    self->now.x = calloc(2 * n, sizeof(double));
    self->now.v = calloc(2 * n, sizeof(double));
    self->now.a = calloc(2 * n, sizeof(double));
    self->trial.x = calloc(2 * n, sizeof(double));
    self->trial.v = calloc(2 * n, sizeof(double));
    self->x_before = calloc(2 * n, sizeof(double));
    self->v_before = calloc(2 * n, sizeof(double));
    self->found = calloc(n + CAROM_GRID_IMAGES, sizeof *self->found);
    self->orientation = self->problem->orientation ? calloc(n, sizeof *self->orientation) : NULL;
    self->inverse_mass = calloc(n, sizeof(double));
    self->reach_wall = calloc(n, sizeof(double));
    if (self->now.x == NULL || self->now.v == NULL || self->now.a == NULL || self->trial.x == NULL ||
        self->trial.v == NULL || self->x_before == NULL || self->v_before == NULL ||
        (self->problem->orientation && self->orientation == NULL) || self->found == NULL ||
        self->inverse_mass == NULL || self->reach_wall == NULL) {
        return carom_error_no_memory(error);
    }
    return CAROM_OK;
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
        if (self->orientation != NULL) {
            self->orientation[i] = carom_orientation_init();
        }
        self->reach_wall[i] = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
    }
}

static void configure(penalty_solver *self, const carom_brief *brief)
{
    const penalty_options *options = brief->options;
    self->problem = brief->problem;
    self->log = brief->log;
    self->integrator = (const carom_integrator *)(const void *)options->integrator.entry;
    self->integrator_options = options->integrator.options;
    self->law = law_of(options);
    self->law_options = options->law.options;
    self->contact_end = options->contact_end;
}

static carom_status prepare(penalty_solver *self, const penalty_options *options,
                            carom_error *error)
{
    const carom_problem *problem = self->problem;
    contact_range range;
    double least;
    dampings damping;
    carom_status status = find_dampings(problem, options, &damping, error);
    self->damping_ball = damping.ball;
    self->damping_wall = damping.wall;
    self->damping_pair = damping.pair;
    if (status == CAROM_OK) {
        status = allocate(self, error);
    }
    if (status != CAROM_OK) {
        return status;
    }
    range = range_of(problem, options, &damping);
    self->step_s = step_of(options, &range);
    self->report.contact_s = range.longest_contact_time;
    self->fastest_mps = fastest_of(problem);
    self->widest_m = carom_problem_widest(problem);
    self->skin_m = skin_part * self->widest_m;
    if (problem->boundary == CAROM_PERIODIC) { /* no wider than a small torus has room for */
        double shorter = min_of(problem->width_m, problem->height_m);
        self->skin_m = min_of(self->skin_m, shorter / 3 - self->widest_m);
    }
    status = carom_grid_init(&self->grid, problem, 1, self->skin_m, error);
    if (status != CAROM_OK) {
        return status;
    }
    place_balls(self);
    self->moved_m = INFINITY; /* no pairs known yet */
    least = self->step_s * self->fastest_mps;
    return carom_penalty_find_neighbours(self, least > 0 ? least : DBL_MIN, error);
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
    while (status == CAROM_OK &&
           (double)(self->report.steps + 1) * self->step_s <= t_s) {
        status = carom_penalty_step(self, error);
    }
    return status;
}

static double elastic_energy(const penalty_solver *self, const double *x, const double *v,
                             size_t *contacts, double *deepest)
{
    carom_sum energy = {0};
    for (size_t k = 0; k < self->nears; k++) {
        penalty_geometry at = carom_penalty_geometry(self, &self->near[k], x, v);
        if (at.overlap_m > 0) {
            ++*contacts;
            *deepest = max_of(*deepest, at.overlap_m);
            carom_sum_add(&energy, self->law->energy(self->law_options, &self->near[k].contact,
                                                     at.overlap_m));
        }
    }
    return carom_sum_value(&energy);
}

/* The rest of the way to t is one shorter step, on a copy. */
static void penalty_sample(const void *object, double t_s, carom_view *view)
{
    const penalty_solver *self = object;
    const carom_problem *problem = self->problem;
    size_t n = problem->count, bytes = 2 * n * sizeof(double);
    double rest = t_s - (double)self->report.steps * self->step_s;
    carom_accounts accounts = self->accounts;
    penalty_motion trial = self->trial;
    memcpy(trial.x, self->now.x, bytes);
    memcpy(trial.v, self->now.v, bytes);
    if (rest > 0) {
        carom_penalty_move(self, &trial, rest);
        carom_penalty_book(self, &trial, &accounts);
    }
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
    view->books.elastic_J = elastic_energy(self, trial.x, trial.v, &view->contacts,
                                           &view->max_overlap_m);
    view->collisions = self->report.collisions;
}

static void penalty_report(const void *object, carom_report *report)
{
    *report = ((const penalty_solver *)object)->report;
}

const carom_solver_entry carom_solver_penalty = {
    .about = {.name = "penalty", .summary = "soft balls: overlaps push apart, an integrator steps",
              .params = params, .options_size = sizeof(penalty_options)},
    .check = penalty_check,
    .create = penalty_create,
    .advance = penalty_advance,
    .sample = penalty_sample,
    .report = penalty_report,
    .destroy = penalty_destroy};
