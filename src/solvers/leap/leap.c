/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of free flight, as in the impulse solver, except that a predicted contact starts a group
 * instead of an impact. Also sampling and serialization. */
#include "solvers/leap/leap.h"

void carom_leap_check(const carom_problem *problem, const carom_diagnostics *diagnostics)
{
    if (carom_problem_falls_past_fixed(problem)) {
        diagnostics->report(
            diagnostics->context, true, "flight",
            "leap has no closed form for a ball that falls past a fixed one; use step");
    }
    if (carom_problem_has_friction(problem)) {
        diagnostics->report(diagnostics->context, true, "flight",
                            "leap has no closed form for rolling resistance and drag; use step");
    }
    if (problem->orientation) {
        diagnostics->report(diagnostics->context, true, "flight",
                            "leap does not record orientation; use step");
    }
}

/* ---- events ---- */

static void cross_cell(leap_solver *self, uint32_t i, int side)
{
    uint32_t image = carom_grid_move(&self->grid, i, (side == CAROM_RIGHT) - (side == CAROM_LEFT),
                                     (side == CAROM_TOP) - (side == CAROM_BOTTOM));
    carom_vec fold = carom_vec_scale(-1, self->grid.shift_m[image]);
    self->ball[i].flight.at = carom_vec_add(self->ball[i].flight.at, fold);
    carom_flight_add_fold(self->problem, i, fold, &self->sums);
}

static carom_status process_event(leap_solver *self, uint32_t i, double t_s)
{
    leap_event event = self->event[i];
    switch (event.kind) {
    case LEAP_STEP: return carom_leap_step_group(self, self->ball[i].group, t_s);
    case LEAP_WALL: return carom_leap_merge(self, i, i, t_s);
    case LEAP_PAIR:
        if (event.stamp == self->ball[event.partner].stamp) {
            return carom_leap_merge(self, i, event.partner, t_s);
        }
        break;
    case LEAP_CELL:
        carom_leap_fly_to(self, i, t_s);
        cross_cell(self, i, (int)event.partner);
        carom_leap_predict(self, i);
        return CAROM_OK;
    case LEAP_NONE: break;
    }
    carom_leap_fly_to(self, i, t_s);
    carom_leap_predict(self, i);
    return CAROM_OK;
}

carom_status carom_leap_advance(leap_solver *self, double t_s, carom_error *error)
{
    self->error = error;
    while (t_s > 0) {
        double now_s;
        uint32_t first = carom_queue_first(&self->queue, &now_s);
        if (!(now_s <= t_s)) {
            break;
        }
        if (carom_is_cancelled(self->parent->cancel)) {
            return carom_error_interrupted(error);
        }
        CAROM_TRY(process_event(self, first, now_s));
    }
    return CAROM_OK;
}

/* ---- creation and sampling ---- */

static carom_status allocate(leap_solver *self, carom_error *error)
{
    size_t n = self->problem->count;
    bool missing = false;
    self->ball = carom_zeros(n + 1, sizeof *self->ball, &missing);
    self->event = carom_zeros(n + 1, sizeof *self->event, &missing);
    self->found = carom_zeros(n + CAROM_GRID_IMAGES, sizeof *self->found, &missing);
    self->gathered = carom_zeros(2 * n + 1, sizeof *self->gathered, &missing);
    self->is_member = carom_zeros(n + 1, sizeof *self->is_member, &missing);
    CAROM_NEED(!missing && carom_queue_init(&self->queue, n), error);
    return carom_grid_init(&self->grid, self->problem, 1 + 1e-6, 0, error);
}

static void place_ball(leap_solver *self, uint32_t i)
{
    const carom_problem *problem = self->problem;
    carom_flight ball = carom_flight_from_ball(&problem->ball[i]);
    if (problem->boundary == CAROM_PERIODIC) {
        ball.at = carom_torus_fold_position(problem, ball.at);
    }
    self->ball[i].flight = ball;
    self->ball[i].spin_radps = problem->ball[i].spin_radps;
    self->fastest_mps = fmax(self->fastest_mps, carom_vec_length(ball.v));
    carom_grid_insert(&self->grid, i, ball.at);
}

leap_solver *carom_leap_new(const penalty_system *parent, carom_error *error)
{
    leap_solver *self = calloc(1, sizeof *self);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    self->parent = parent;
    self->problem = parent->springs.problem;
    self->error = error;
    if (allocate(self, error) != CAROM_OK) {
        carom_leap_free(self);
        return NULL;
    }
    for (uint32_t i = 0; i < self->problem->count; i++) {
        place_ball(self, i);
    }
    for (uint32_t i = 0; i < self->problem->count; i++) {
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
    free(self->is_member);
    carom_queue_free(&self->queue);
    carom_grid_free(&self->grid);
    free(self);
}

static void sample_group(const leap_group *group, double t_s, carom_view *view,
                         carom_budget_sums *sums)
{
    const penalty_system *system = group->system;
    penalty_motion trial = system->trial;
    carom_budget_sums own = system->sums;
    carom_penalty_predict(system, &trial, t_s - system->time_s, &own);
    carom_budget_sums_add(sums, &own);
    view->max_overlap_m = fmax(view->max_overlap_m, system->report.max_overlap_m);
    view->budget.elastic_J += carom_penalty_elastic_energy(&system->springs, &trial,
                                                           &view->contacts, &view->max_overlap_m);
    view->collisions += system->report.collisions;
    for (size_t k = 0; k < group->count; k++) {
        carom_flight_to_view(carom_penalty_ball_flight(&system->springs, &trial, k), view,
                             group->ball[k]);
        if (system->springs.friction.acts) {
            view->spin_radps[group->ball[k]] = carom_penalty_spin(&system->springs, &trial, k);
        }
    }
}

static void sample_free(const leap_solver *self, uint32_t i, double t_s, carom_view *view,
                        carom_budget_sums *sums)
{
    carom_leap_add_weight_torque(self, i, t_s, sums);
    carom_flight_to_view(carom_leap_ball_at(self, i, t_s), view, i);
    view->spin_radps[i] = self->ball[i].spin_radps;
}

void carom_leap_sample(const leap_solver *self, double t_s, carom_view *view)
{
    carom_budget_sums sums = self->sums;
    double elastic_J;
    carom_flight_add_weights(self->problem, t_s, &sums);
    view->contacts = 0;
    view->max_overlap_m = self->report.max_overlap_m;
    view->collisions = self->report.collisions;
    view->budget.elastic_J = 0;
    for (uint32_t i = 0; i < self->problem->count; i++) {
        const leap_group *group = self->ball[i].group;
        if (group == NULL) {
            sample_free(self, i, t_s, view, &sums);
        } else if (group->ball[0] == i) {
            sample_group(group, t_s, view, &sums);
        }
    }
    elastic_J = view->budget.elastic_J;
    view->budget = carom_budget_sums_value(&sums);
    view->budget.elastic_J = elastic_J;
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
            carom_leap_add_counts(report, &group->system->report);
        }
    }
}

/* ---- serialization: the groups with their penalty systems, then the balls ---- */

/* Serializes a member and its state at the start of the group, from which the system and its grid
 * are created. Checks that members are ascending and in no other group. */
static void serialize_member(leap_solver *self, const leap_group *group, size_t k,
                             carom_serializer *serializer)
{
    uint32_t i = group == NULL ? 0 : group->ball[k];
    const carom_ball none = {0}, *ball = group == NULL ? &none : &group->scene.ball[k];
    carom_flight flight = carom_flight_from_ball(ball);
    carom_serialize_field(serializer, i);
    carom_serialize_field(serializer, flight);
    if (group == NULL &&
        carom_serializer_require(serializer,
                                 i < self->problem->count && self->ball[i].group == NULL &&
                                     (k == 0 || self->gathered[k - 1] < i),
                                 "group")) {
        self->gathered[k] = i;
        self->ball[i].flight = flight;
    }
}

static void serialize_group(leap_solver *self, leap_group *group, size_t count,
                            carom_serializer *serializer)
{
    for (size_t k = 0; k < count; k++) {
        serialize_member(self, group, k, serializer);
    }
    if (group == NULL && serializer->failure.status == CAROM_OK) {
        self->error = &serializer->failure;
        group = carom_leap_group_new(self, count, 0);
        for (size_t k = 0; k < count && group != NULL; k++) {
            self->ball[self->gathered[k]].group = group;
        }
    }
    if (group != NULL) {
        carom_penalty_serialize(group->system, serializer);
    }
}

/* Comes before the balls: creating the groups overwrites the flights of their members. */
static void serialize_groups(leap_solver *self, carom_serializer *serializer)
{
    for (uint32_t i = 0; i < self->problem->count; i++) {
        leap_group *group = serializer->is_writing ? self->ball[i].group : NULL;
        uint64_t count = group != NULL && group->ball[0] == i ? group->count : 0;
        carom_serialize_field(serializer, count);
        if (carom_serializer_require(serializer, count <= self->problem->count, "group") &&
            count > 0) {
            serialize_group(self, group, (size_t)count, serializer);
        }
    }
}

static void serialize_ball(carom_serializer *serializer, leap_ball *ball, leap_event *event)
{
    carom_serialize_field(serializer, ball->flight);
    carom_serialize_field(serializer, ball->spin_radps);
    carom_serialize_field(serializer, ball->clock_s);
    carom_serialize_field(serializer, ball->stamp);
    carom_serialize_field(serializer, *event);
}

/* Rejects a state whose next event has no partner. Only the first ball of a group may have an
 * event: the next step of the group. */
static void check_event(const leap_solver *self, uint32_t i, carom_serializer *serializer)
{
    const leap_event *event = &self->event[i];
    const leap_group *group = self->ball[i].group;
    bool first = group != NULL && group->ball[0] == i, is_valid;
    switch ((int)event->kind) {
    case LEAP_PAIR: is_valid = event->partner < self->problem->count && event->partner != i; break;
    case LEAP_WALL: is_valid = event->partner < carom_walls_count(self->problem); break;
    case LEAP_CELL: is_valid = event->partner < CAROM_WALL_COUNT; break;
    case LEAP_STEP: is_valid = first; break;
    default: is_valid = event->kind == LEAP_NONE && !first;
    }
    is_valid = is_valid && (group == NULL || first || event->kind == LEAP_NONE);
    (void)carom_serializer_require(serializer, is_valid, "next event");
}

void carom_leap_serialize(leap_solver *self, carom_serializer *serializer)
{
    serialize_groups(self, serializer);
    carom_serialize_constant(serializer, sizeof *self->ball, "memory layout");
    for (uint32_t i = 0; i < self->problem->count; i++) {
        serialize_ball(serializer, &self->ball[i], &self->event[i]);
        check_event(self, i, serializer);
    }
    carom_queue_serialize(&self->queue, serializer);
    carom_grid_serialize(&self->grid, serializer);
    carom_serialize_value(serializer, self->fastest_mps);
    carom_serialize_value(serializer, self->sums);
    carom_serialize_value(serializer, self->report);
}
