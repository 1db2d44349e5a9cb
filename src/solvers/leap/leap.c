/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of free flight, as in the impulse solver, except that a predicted contact starts a group
 * instead of an impact. Also sampling.
 *
 * A group is a penalty system with its own clock, for a few balls in contact or about to be. Groups
 * merge when their balls are about to touch, and release balls that have separated. Open contacts
 * move to the new group. */
#include "solvers/leap/leap.h"

/* ---- groups ---- */

static void free_group(leap_group *group)
{
    if (group != NULL) {
        carom_penalty_free(group->system);
        carom_problem_free(&group->scene);
        free(group->ball);
        free(group);
    }
}

/* Add the counts of a group to a report. */
static void add_counts(carom_report *report, const carom_report *own)
{
    report->steps += own->steps;
    report->collisions += own->collisions;
    report->force_evaluations += own->force_evaluations;
    report->pair_tests += own->pair_tests;
    report->max_overlap_m = fmax(report->max_overlap_m, own->max_overlap_m);
    report->longest_step_m = fmax(report->longest_step_m, own->longest_step_m);
}

/* Position (wrapped into the table) and velocity of a member. */
static carom_flight member_flight(const leap_solver *self, const penalty_system *system, size_t k)
{
    carom_flight ball = carom_penalty_ball_flight(&system->block, k);
    if (self->problem->boundary == CAROM_PERIODIC) {
        ball.at = carom_torus_fold_position(self->problem, ball.at);
    }
    return ball;
}

/* Adds the budget and counts of a group to the solver. Members move to their wrapped positions. */
static void add_group_totals(leap_solver *self, const penalty_system *system)
{
    carom_budget_sums_add(&self->sums, &system->springs.sums);
    for (size_t k = 0; k < system->springs.problem->count; k++) {
        carom_vec fold = carom_vec_subtract(member_flight(self, system, k).at,
                                            carom_penalty_vec(system->block.x, k));
        carom_flight_add_fold(system->springs.problem, k, fold, &self->sums);
    }
    add_counts(&self->report, &system->springs.report);
}

static void read_members(leap_solver *self, const leap_group *group)
{
    for (size_t k = 0; k < group->count; k++) {
        uint32_t i = group->ball[k];
        leap_ball *ball = &self->ball[i];
        ball->flight = member_flight(self, group->system, k);
        if (group->system->springs.model.friction) {
            ball->spin_radps = carom_penalty_spin(&group->system->block, k);
        }
        ball->clock_s = group->system->block.time_s;
        carom_grid_remove(&self->grid, i);
        carom_grid_insert(&self->grid, i, ball->flight.at);
        self->fastest_mps = fmax(self->fastest_mps, carom_vec_length(ball->flight.v));
    }
}

static carom_status step_group(leap_solver *self, leap_group *group, double t_s)
{
    penalty_system *system = group->system;
    CAROM_TRY(carom_penalty_apply_schedule(system, self->error));
    CAROM_TRY(carom_penalty_step(system, t_s - system->block.time_s, t_s, self->error));
    read_members(self, group);
    return CAROM_OK;
}

static uint32_t index_in_group(const leap_group *group, uint32_t ball)
{
    uint32_t k = 0;
    while (group->ball[k] != ball) {
        k++;
    }
    return k;
}

/* Adds a record of another group as the record of a pair. `reversed`: a and b are exchanged */
static carom_status add_record(penalty_system *system, const penalty_record *record, size_t k,
                               bool reversed, carom_error *error)
{
    penalty_pair *pair = &system->block.pair[k];
    penalty_record *copy = carom_penalty_next_record(&system->springs);
    CAROM_NEED(copy != NULL, error);
    *copy = *record;
    copy->b = pair->b;
    copy->pair = (uint32_t)k;
    copy->collision.a = pair->a;
    if (!record->collision.wall) {
        copy->collision.b = pair->b;
    }
    if (reversed) {
        copy->collision.normal = carom_vec_scale(-1, record->collision.normal);
    }
    pair->record = (uint32_t)system->springs.records++;
    return CAROM_OK;
}

static carom_status move_record(const leap_group *from, const penalty_record *record,
                                leap_group *to, carom_error *error)
{
    const carom_collision *c = &record->collision;
    const penalty_block *block = &to->system->block;
    uint32_t a = index_in_group(to, from->ball[c->a]);
    uint32_t b = c->wall ? record->b : index_in_group(to, from->ball[record->b]);
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        bool reversed = !pair->wall && pair->a == b && pair->b == a;
        if (pair->wall == c->wall && (reversed || (pair->a == a && pair->b == b))) {
            return add_record(to->system, record, k, reversed, error);
        }
    }
    return CAROM_OK; /* the bodies have separated */
}

/* Creates the scene of a group: the table and the gathered balls in their current state. */
static carom_status copy_scene(leap_solver *self, size_t count, leap_group *group)
{
    carom_problem table = *self->problem;
    table.count = 0; /* without the balls */
    CAROM_TRY(carom_problem_copy(&group->scene, &table, self->error));
    while (group->count < count) {
        uint32_t j = self->gathered[group->count];
        carom_ball ball = self->problem->ball[j];
        carom_flight_to_ball(self->ball[j].flight, &ball);
        ball.spin_radps = self->ball[j].spin_radps;
        ball.name = NULL;
        group->ball[group->count++] = j;
        CAROM_TRY(carom_problem_add(&group->scene, &ball, self->error));
    }
    return CAROM_OK;
}

/* Create a group of the @p count gathered balls, in ascending order, at @p t_s. Does not set their
 * `group`. *made: NULL on failure */
static carom_status make_group(leap_solver *self, size_t count, double t_s, leap_group **made)
{
    leap_group *group = *made = calloc(1, sizeof *group);
    CAROM_NEED(group != NULL, self->error);
    group->ball = malloc((count + 1) * sizeof *group->ball);
    carom_status status = group->ball == NULL ? carom_error_no_memory(self->error)
                                              : copy_scene(self, count, group);
    CAROM_THEN(status, carom_penalty_group_new(&group->system, self->parent, &group->scene,
                                               group->ball, t_s, self->error));
    if (status != CAROM_OK) {
        free_group(group);
        *made = NULL;
    }
    return status;
}

static int compare_balls(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static void add_member(leap_solver *self, size_t *count, uint32_t i)
{
    if (!self->is_member[i]) {
        self->is_member[i] = true;
        self->gathered[(*count)++] = i;
    }
}

/* Advances ball i, or its whole group, to t_s and adds it to the gathered balls. */
static carom_status add_members(leap_solver *self, size_t *count, uint32_t i, double t_s)
{
    leap_group *group = self->ball[i].group;
    if (self->is_member[i]) {
        return CAROM_OK;
    }
    if (group == NULL) {
        carom_leap_fly_to(self, i, t_s);
        add_member(self, count, i);
        return CAROM_OK;
    }
    if (group->system->block.time_s < t_s) {
        CAROM_TRY(step_group(self, group, t_s));
    }
    for (size_t k = 0; k < group->count; k++) {
        add_member(self, count, group->ball[k]);
    }
    return CAROM_OK;
}

/* Moves open contacts from an old group of `ball` to the new group. Each contact moves once: with
 * its first body. */
static carom_status move_member_records(leap_solver *self, const leap_group *from, uint32_t ball,
                                        leap_group *group)
{
    for (size_t r = 0; r < from->system->springs.records; r++) {
        const penalty_record *record = &from->system->springs.record[r];
        if (from->ball[record->collision.a] == ball) {
            CAROM_TRY(move_record(from, record, group, self->error));
        }
    }
    return CAROM_OK;
}

/* Moves the open contacts of all old groups of the members; collects these groups in
 * *old_groups. */
static carom_status move_records(leap_solver *self, leap_group *group, leap_group **old_groups)
{
    carom_status status = CAROM_OK;
    for (size_t k = 0; k < group->count && status == CAROM_OK; k++) {
        leap_group *from = self->ball[group->ball[k]].group;
        if (from == NULL) {
            continue;
        }
        carom_penalty_store_springs(&from->system->block);
        status = move_member_records(self, from, group->ball[k], group);
        if (from->next == NULL && from != *old_groups) {
            from->next = *old_groups != NULL ? *old_groups
                                             : from; /* the last one points to itself */
            *old_groups = from;
        }
    }
    if (status == CAROM_OK) {
        carom_penalty_load_springs(&group->system->block);
    }
    return status;
}

static void free_old(leap_solver *self, leap_group *old_groups)
{
    while (old_groups != NULL) {
        leap_group *next = old_groups->next == old_groups ? NULL : old_groups->next;
        add_group_totals(self, old_groups->system);
        free_group(old_groups);
        old_groups = next;
    }
}

/* Creates a group of the gathered balls, which replaces their old groups. */
static carom_status form_group(leap_solver *self, size_t count, double t_s)
{
    leap_group *group, *old_groups = NULL;
    qsort(self->gathered, count, sizeof *self->gathered, compare_balls);
    carom_status status = make_group(self, count, t_s, &group);
    CAROM_THEN(status, move_records(self, group, &old_groups));
    for (size_t k = 0; k < count; k++) {
        uint32_t i = self->gathered[k];
        self->is_member[i] = false;
        if (group != NULL) {
            self->ball[i].group = group;
            self->ball[i].stamp++;
            self->event[i] = (leap_event){k == 0 ? LEAP_STEP : LEAP_NONE, 0, 0};
            carom_queue_set(&self->queue, i,
                            k == 0 ? t_s + (1 - self->parent->phase) * self->parent->springs.step_s
                                   : INFINITY);
        }
    }
    free_old(self, old_groups);
    return status;
}

/* ---- changes of a group after a step ---- */

/* True if ball i touches the candidate within the next steps, or is so close that a push could make
 * it. */
static bool is_approaching(const leap_solver *self, uint32_t i, const carom_candidate *other,
                           double t_s)
{
    static const double push = 0.1; /* of the displacement of the fastest ball in a step */
    double h = self->parent->springs.step_s;
    carom_flight a = carom_leap_ball_at(self, i, t_s),
                 b = carom_leap_ball_at(self, other->ball, t_s);
    carom_vec separation = carom_grid_displacement(&self->grid, a.at, b.at, other);
    double reach = self->problem->ball[i].radius_m + self->problem->ball[other->ball].radius_m;
    double close = reach + push * h * self->fastest_mps;
    return carom_vec_square(separation) <= close * close ||
           carom_leap_touch_time(self, i, other, t_s) <= LEAP_NEAR_STEPS * h;
}

static bool is_approaching_wall(const leap_solver *self, uint32_t i)
{
    size_t walls = self->problem->ball[i].fixed ? 0 : carom_walls_count(self->problem);
    for (size_t wall = 0; wall < walls; wall++) {
        if (carom_leap_wall_time(self, i, wall) <= LEAP_NEAR_STEPS * self->parent->springs.step_s) {
            return true;
        }
    }
    return false;
}

static bool has_contact(const leap_group *group, size_t k)
{
    const penalty_system *system = group->system;
    for (size_t r = 0; r < system->springs.records; r++) {
        const penalty_record *record = &system->springs.record[r];
        if (record->collision.a == k || (!record->collision.wall && record->b == k)) {
            return true;
        }
    }
    return false;
}

/* True if member k can be released. Members that overlap another ball stay, even without an open
 * record. */
static bool is_idle(leap_solver *self, const leap_group *group, size_t k)
{
    uint32_t i = group->ball[k];
    double t_s = group->system->block.time_s;
    if (has_contact(group, k) || is_approaching_wall(self, i)) {
        return false;
    }
    size_t count = carom_grid_neighbours(&self->grid, i, self->found);
    for (size_t j = 0; j < count; j++) {
        if (carom_leap_touch_time(self, i, &self->found[j], t_s) <=
                LEAP_NEAR_STEPS * self->parent->springs.step_s &&
            !carom_leap_are_fixed(self, i, self->found[j].ball)) {
            return false;
        }
    }
    return true;
}

/* Gathers balls outside the group that a member is about to touch. */
static carom_status add_approaching(leap_solver *self, const leap_group *group, size_t *count)
{
    double t_s = group->system->block.time_s;
    for (size_t k = 0; k < group->count; k++) {
        uint32_t i = group->ball[k];
        size_t candidates = carom_grid_neighbours(&self->grid, i, self->found);
        self->report.pair_tests += candidates;
        for (size_t j = 0; j < candidates; j++) {
            uint32_t other = self->found[j].ball;
            if (self->ball[other].group != group && !self->is_member[other] &&
                !carom_leap_are_fixed(self, i, other) &&
                is_approaching(self, i, &self->found[j], t_s)) {
                CAROM_TRY(add_members(self, count, other, t_s));
                /* a step of the other group may have moved balls */
                candidates = carom_grid_neighbours(&self->grid, i, self->found);
            }
        }
    }
    return CAROM_OK;
}

/* Releases idle members. The others, if any, form a new group. */
static carom_status release_idle(leap_solver *self, leap_group *group, double t_s)
{
    size_t remaining = 0, released = 0;
    uint32_t *released_balls = &self->gathered[group->count]; /* second half of the array */
    for (size_t k = 0; k < group->count; k++) {
        if (is_idle(self, group, k)) {
            released_balls[released++] = group->ball[k];
        } else {
            self->gathered[remaining++] = group->ball[k];
        }
    }
    if (released == 0) {
        carom_queue_set(&self->queue, group->ball[0], t_s + self->parent->springs.step_s);
        return CAROM_OK;
    }
    for (size_t k = 0; k < released; k++) {
        self->ball[released_balls[k]].group = NULL;
        self->ball[released_balls[k]].stamp++;
    }
    for (size_t k = 0; k < remaining; k++) {
        self->is_member[self->gathered[k]] = true;
    }
    if (remaining > 0) { /* form_group() uses the first half only */
        CAROM_TRY(form_group(self, remaining, t_s));
    } else {
        add_group_totals(self, group->system);
        free_group(group);
    }
    for (size_t k = 0; k < released; k++) {
        carom_leap_predict(self, released_balls[k]);
    }
    return CAROM_OK;
}

/* Take one step of a group, until @p t_s. Then add balls that are about to touch a member, and
 * release members that are not. */
static carom_status step_and_regroup(leap_solver *self, leap_group *group, double t_s)
{
    size_t count = 0;
    CAROM_TRY(step_group(self, group, t_s));
    CAROM_TRY(add_approaching(self, group, &count));
    if (count == 0) {
        return release_idle(self, group, t_s);
    }
    for (size_t k = 0; k < group->count; k++) {
        add_member(self, &count, group->ball[k]);
    }
    return form_group(self, count, t_s);
}

/* Merge balls @p i and @p j, with their groups, into one group at @p t_s. i = j: one ball at a
 * wall. */
static carom_status merge_groups(leap_solver *self, uint32_t i, uint32_t j, double t_s)
{
    size_t count = 0;
    CAROM_TRY(add_members(self, &count, i, t_s));
    if (j != i) {
        CAROM_TRY(add_members(self, &count, j, t_s));
    }
    return form_group(self, count, t_s);
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
    case LEAP_STEP: return step_and_regroup(self, self->ball[i].group, t_s);
    case LEAP_WALL: return merge_groups(self, i, i, t_s);
    case LEAP_PAIR:
        if (event.stamp == self->ball[event.partner].stamp) {
            return merge_groups(self, i, event.partner, t_s);
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
        CAROM_TRY(carom_check_cancelled(self->parent->springs.cancel, error));
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

leap_solver *carom_leap_new(const penalty_system *parent, carom_error *error)
{
    leap_solver *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    self->parent = parent;
    self->problem = parent->springs.problem;
    self->error = error;
    if (allocate(self, error) != CAROM_OK) {
        carom_leap_free(self);
        return NULL;
    }
    for (uint32_t i = 0; i < self->problem->count; i++) {
        carom_flight ball = carom_flight_from_ball(&self->problem->ball[i]);
        if (self->problem->boundary == CAROM_PERIODIC) {
            ball.at = carom_torus_fold_position(self->problem, ball.at);
        }
        self->ball[i].flight = ball;
        self->ball[i].spin_radps = self->problem->ball[i].spin_radps;
        self->fastest_mps = fmax(self->fastest_mps, carom_vec_length(ball.v));
        carom_grid_insert(&self->grid, i, ball.at);
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
        free_group(group);
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
    penalty_block trial = system->trial;
    carom_budget_sums own = system->springs.sums;
    carom_penalty_predict(&system->block, &trial, t_s - system->block.time_s, &own);
    carom_budget_sums_add(sums, &own);
    view->max_overlap_m = fmax(view->max_overlap_m, system->springs.report.max_overlap_m);
    view->budget.elastic_J += carom_penalty_elastic_energy(&trial, &view->contacts,
                                                           &view->max_overlap_m);
    view->collisions += system->springs.report.collisions;
    for (size_t k = 0; k < group->count; k++) {
        carom_flight_to_view(carom_penalty_ball_flight(&trial, k), view, group->ball[k]);
        if (system->springs.model.friction) {
            view->spin_radps[group->ball[k]] = carom_penalty_spin(&trial, k);
        }
    }
}

void carom_leap_sample(const leap_solver *self, double t_s, carom_view *view)
{
    carom_budget_sums sums = self->sums;
    double elastic_J;
    carom_flight_add_weights(self->problem, t_s, &sums);
    carom_view_set_totals(view, &sums, &self->report);
    for (uint32_t i = 0; i < self->problem->count; i++) {
        const leap_group *group = self->ball[i].group;
        if (group == NULL) {
            carom_leap_add_weight_torque(self, i, t_s, &sums);
            carom_flight_to_view(carom_leap_ball_at(self, i, t_s), view, i);
            view->spin_radps[i] = self->ball[i].spin_radps;
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
            add_counts(report, &group->system->springs.report);
        }
    }
}
