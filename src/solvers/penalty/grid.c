/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps on the grid. While the near list is valid, a ball that can touch nothing has the same
 * displacement in every step. So the active balls, which may touch something, form the block; the
 * displacements of the others are added when the block ends, with the bits of single steps. */
#include "solvers/penalty/penalty.h"
#include <assert.h>

/* Coordinates of all balls, without tangential springs. */
static size_t coordinates(const penalty_grid *self)
{
    return (self->shared->model.friction ? 3 : 2) * self->shared->problem->count;
}

/* Copies coordinates of the balls of the block from an array of all balls, or back. */
static void copy_active(const penalty_grid *self, double *all, double *own, bool to_all)
{
    const penalty_block *block = &self->block;
    size_t n = self->shared->problem->count, m = block->balls;
    for (size_t k = 0; k < m; k++) {
        double *one = &all[2 * (size_t)block->ball[k]], *other = &own[2 * k];
        memcpy(to_all ? one : other, to_all ? other : one, 2 * sizeof *one);
    }
    for (size_t k = 0; k < m && self->shared->model.friction; k++) {
        double *one = &all[2 * n + block->ball[k]], *other = &own[2 * m + k];
        *(to_all ? one : other) = *(to_all ? other : one);
    }
}

/* ---- the block ---- */

/* Ends the block: brings the state of all balls up to date. */
static void end_block(penalty_grid *self)
{
    penalty_block *block = &self->block;
    carom_penalty_store_contacts(block);
    if (self->steps > 0 &&
        block->balls < self->shared->problem->count) { /* active ones are overwritten */
        penalty_flight flight = {self->shared->model.integrator, self->x, self->v,
                                 self->shared->step_s, self->steps};
        carom_penalty_fly(&flight, coordinates(self));
    }
    copy_active(self, self->x, block->x, true);
    copy_active(self, self->v, block->v, true);
    self->steps = 0;
}

static bool is_active(const penalty_grid *self, const penalty_candidate *near)
{
    return self->slot[near->a] != PENALTY_INACTIVE &&
           self->slot[carom_penalty_partner(self, near)] != PENALTY_INACTIVE;
}

/* Fills in the near pairs of active balls. Pairs of equal balls share one description. */
static void make_pairs(penalty_grid *self)
{
    penalty_block *block = &self->block;
    const bool *alike = self->shared->constants.alike;
    uint32_t n = (uint32_t)self->shared->problem->count;
    penalty_pair like = {0};
    size_t at = 0;
    for (size_t k = 0; k < self->lists.near_count; k++) {
        const penalty_candidate *near = carom_penalty_near(self, k);
        if (!is_active(self, near)) {
            continue;
        }
        bool wall = near->b >= n, is_alike = !wall && alike[near->a] && alike[near->b];
        penalty_pair *pair = &block->pair[at++];
        if (is_alike && like.reach_m > 0) {
            *pair = like;
        } else {
            *pair = carom_penalty_describe_pair(self->shared, near);
        }
        if (is_alike) {
            like = *pair;
        }
        pair->a = self->slot[near->a];
        pair->b = wall ? near->b - n : self->slot[near->b];
        pair->shift = near->shift;
    }
}

static size_t count_pairs(const penalty_grid *self)
{
    size_t count = 0;
    for (size_t k = 0; k < self->lists.near_count; k++) {
        count += is_active(self, carom_penalty_near(self, k));
    }
    return count;
}

/* Index of a pair among those of the block, which are in the order of a; block->pairs: none. */
static size_t find_pair(const penalty_block *block, uint32_t a, uint32_t b, bool wall)
{
    size_t low = 0;
    for (size_t high = block->pairs; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (block->pair[middle].a < a) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < block->pairs && block->pair[low].a == a; low++) {
        if (block->pair[low].wall == wall && block->pair[low].b == b) {
            return low;
        }
    }
    return block->pairs;
}

/* Links the open contacts to the pairs of the block. The cells of the grid determine which ball of
 * a pair is a, and they change with the skin. */
static void link_records(penalty_grid *self)
{
    for (size_t r = 0; r < self->shared->records; r++) {
        const penalty_record *record = &self->shared->record[r];
        bool wall = record->collision.wall;
        uint32_t a = self->slot[record->collision.a];
        uint32_t b = wall ? record->b : self->slot[record->b];
        size_t k = find_pair(&self->block, a, b, wall);
        k = k < self->block.pairs ? k : find_pair(&self->block, b, a, wall);
        /* a contact is open while its bodies overlap: they are near, and the balls are active */
        assert(k < self->block.pairs);
        carom_penalty_link_record(&self->block, k, r);
    }
}

static void begin_block(penalty_grid *self)
{
    penalty_block *block = &self->block;
    size_t balls = carom_penalty_choose_active(self), pairs = count_pairs(self);
    carom_penalty_fit_block(block, balls, pairs, false);
    carom_penalty_fit_block(&self->trial, balls, pairs, true);
    for (uint32_t i = 0; i < self->shared->problem->count && balls > 0; i++) {
        if (self->slot[i] != PENALTY_INACTIVE) {
            block->ball[self->slot[i]] = i;
        }
    }
    copy_active(self, self->x, block->x, false);
    copy_active(self, self->v, block->v, false);
    make_pairs(self);
    link_records(self);
    carom_penalty_load_contacts(block);
}

/* Renews the lists and the block if they are not valid for one more step of h. If least_m is not 0,
 * renews the near list, with at least this range. */
static carom_status renew(penalty_grid *self, double h, double least_m, carom_error *error)
{
    bool valid = least_m == 0 && carom_penalty_near_list_is_valid(self, h);
    if (valid && self->steps < self->most_steps) {
        return CAROM_OK;
    }
    end_block(self);
    if (!valid) {
        CAROM_TRY(carom_penalty_renew_lists(self, h, least_m, error));
    }
    begin_block(self);
    return CAROM_OK;
}

/* ---- creation ---- */

static void allocate(penalty_grid *self)
{
    size_t n = self->shared->problem->count + 1;
    self->x = carom_allocate(3 * n, sizeof *self->x);
    self->v = carom_allocate(3 * n, sizeof *self->v);
    self->view_x = carom_allocate(3 * n, sizeof *self->view_x);
    self->view_v = carom_allocate(3 * n, sizeof *self->view_v);
    self->slot = carom_allocate(n, sizeof *self->slot);
    self->lists.found = carom_allocate(n + CAROM_GRID_IMAGES, sizeof *self->lists.found);
}

static carom_status init(penalty_grid *self, carom_error *error)
{
    const carom_problem *problem = self->shared->problem;
    penalty_lists *lists = &self->lists;
    CAROM_TRY(carom_grid_init(&lists->grid, problem, 1, lists->skin_m, error));
    for (size_t i = 0; i < problem->count; i++) {
        carom_flight start = carom_flight_from_ball(&problem->ball[i]);
        carom_penalty_set_vec(self->x, i, start.at);
        carom_penalty_set_vec(self->v, i, start.v);
        self->v[2 * problem->count + i] = problem->ball[i].spin_radps;
    }
    double h = self->shared->step_s, least = h * self->block.fastest_mps;
    lists->moved_m = INFINITY; /* no candidates yet */
    return renew(self, h, least > 0 ? least : DBL_MIN, error);
}

penalty_grid *carom_penalty_grid_new(penalty_shared *shared, carom_error *error)
{
    penalty_grid *self = carom_allocate(1, sizeof *self);
    self->shared = self->block.shared = self->trial.shared = shared;
    self->block.cancel = shared->cancel;
    self->block.fastest_mps = carom_penalty_max_speed(shared->problem);
    self->lists.skin_m = carom_penalty_shared_skin(shared->problem, 1, 1);
    allocate(self);
    if (init(self, error) != CAROM_OK) {
        carom_penalty_grid_free(self);
        return NULL;
    }
    carom_penalty_begin_overlaps(&self->block);
    return self;
}

void carom_penalty_grid_free(penalty_grid *self)
{
    carom_penalty_free_block(&self->block, false);
    carom_penalty_free_block(&self->trial, true);
    carom_grid_free(&self->lists.grid);
    free(self->lists.found);
    free(self->lists.candidate);
    free(self->lists.near);
    free(self->x);
    free(self->v);
    free(self->view_x);
    free(self->view_v);
    free(self->slot);
    free(self);
}

/* ---- steps ---- */

/* True if no pair outside the near list can have touched in a step with this displacement. */
static bool near_list_covered_step(const penalty_grid *self, double farthest_m)
{
    return self->lists.near_m - 2 * (self->lists.near_moved_m + farthest_m) >= 0;
}

/* Takes one step of h. It is repeated with a longer near list if balls moved too far for the old
 * one. */
static carom_status step(penalty_grid *self, double h, double end_s, carom_error *error)
{
    penalty_block *block = &self->block;
    penalty_lists *lists = &self->lists;
    carom_report *report = &self->shared->report;
    double farthest_m;
    for (;;) {
        uint64_t evaluations = report->force_evaluations;
        carom_status status = carom_penalty_try_step(block, h, &farthest_m, error);
        report->pair_tests += (report->force_evaluations - evaluations) * lists->near_count;
        CAROM_TRY(status);
        if (near_list_covered_step(self, farthest_m)) {
            break;
        }
        carom_penalty_undo_step(block);
        CAROM_TRY(renew(self, h, 2 * lists->near_m + 8 * farthest_m, error));
    }
    carom_penalty_update_budget(block, &self->shared->sums);
    carom_penalty_track_contacts(block, h);
    report->steps++;
    block->time_s = end_s;
    self->steps++;
    lists->moved_m += farthest_m;
    lists->near_moved_m += farthest_m;
    return renew(self, h, 0, error);
}

/* Number of renewals of an empty near list, each after `steps` steps of `move`, that need no work
 * before t_s: no gap becomes smaller than the range of the list. */
static double count_empty_renewals(const penalty_grid *self, double steps, double move, double t_s)
{
    const penalty_lists *lists = &self->lists;
    double h = self->shared->step_s, taken = (double)self->shared->report.steps;
    double room = fmin(lists->skin_m - 2 * lists->moved_m, lists->gap_m - 2 * lists->gap_moved_m) -
                  lists->near_m;
    double left = t_s / h + self->shared->phase - taken;
    double most = fmin(move > 0 ? room / (2 * move * steps) : INFINITY, left / steps);
    return lists->near_moved_m > 0 || !(most > 2) ? 0 : floor(most) - 2;
}

/* Takes steps of an empty block, which ends with its near list: only counters change. The fastest
 * ball moves farthest. */
static carom_status fly(penalty_grid *self, double t_s, carom_error *error)
{
    penalty_block *block = &self->block;
    penalty_lists *lists = &self->lists;
    carom_report *report = &self->shared->report;
    const carom_integrator *integrator = self->shared->model.integrator;
    double h = self->shared->step_s, move = h * block->fastest_mps * (1 + 64 * DBL_EPSILON);
    double least_m = carom_penalty_least_range(self, h), steps = 0;
    CAROM_TRY(carom_penalty_check_displacement(block, h, move, error));
    if (lists->near_m < INFINITY && move > 0) { /* of a list that has just been renewed */
        steps = floor((lists->near_m - least_m) / (2 * move)) + 1;
    }
    double renewals = steps > 0 ? count_empty_renewals(self, steps, move, t_s) : 0;
    if (renewals > 0) {
        double all = renewals * steps;
        report->force_evaluations += (uint64_t)(all * integrator->evaluations +
                                                (integrator->reuses_rates ? renewals : 0));
        report->pair_tests += (uint64_t)renewals * lists->candidates;
        report->steps += (uint64_t)all;
        self->steps += (size_t)all;
        lists->moved_m += all * move;
        lists->gap_moved_m += all * move;
    }
    do {
        bool is_first = integrator->reuses_rates && !block->known;
        report->force_evaluations += (uint64_t)integrator->evaluations + is_first;
        report->steps++;
        block->known = integrator->reuses_rates;
        self->steps++;
        lists->moved_m += move;
        lists->gap_moved_m += move;
        lists->near_moved_m += move;
    } while (lists->near_m - 2 * lists->near_moved_m >= least_m &&
             carom_penalty_grid_time(self, report->steps + 1) <= t_s &&
             !carom_is_cancelled(self->shared->cancel));
    report->longest_step_m = carom_penalty_max(move, report->longest_step_m);
    block->time_s = carom_penalty_grid_time(self, report->steps);
    return renew(self, h, 0, error);
}

/* Applies the changes of the restitution that are due. Open contacts keep their springs and
 * dashpots. */
static carom_status apply_schedule(penalty_grid *self, carom_error *error)
{
    /* recomputes the parameters of all contacts */
    return carom_penalty_shared_apply_schedule(self->shared, self->block.time_s) &&
                   self->lists.near_m > 0
             ? renew(self, self->shared->step_s, self->lists.near_m, error)
             : CAROM_OK;
}

carom_status carom_penalty_grid_advance(penalty_grid *self, double t_s, carom_error *error)
{
    const uint64_t *steps = &self->shared->report.steps;
    double h = self->shared->step_s, end_s;
    while ((end_s = carom_penalty_grid_time(self, *steps + 1)) <= t_s) {
        bool is_shorter = self->shared->phase > 0 && *steps == 0;
        CAROM_TRY(carom_check_cancelled(self->shared->cancel, error));
        CAROM_TRY(apply_schedule(self, error));
        if (self->block.balls == 0) {
            CAROM_TRY(fly(self, t_s, error));
            continue;
        }
        CAROM_TRY(step(self, is_shorter ? h * (1 - self->shared->phase) : h, end_s, error));
        if (is_shorter) { /* the lists must be valid for a whole step */
            CAROM_TRY(renew(self, h, 0, error));
        }
    }
    return CAROM_OK;
}

/* ---- samples ---- */

/* Computes the state of all balls, except those of the block, `rest` after the last step. */
static void fly_to_sample(const penalty_grid *self, double rest)
{
    size_t count = coordinates(self);
    penalty_flight flight = {self->shared->model.integrator, self->view_x, self->view_v,
                             self->shared->step_s, self->steps};
    memcpy(self->view_x, self->x, count * sizeof *self->x);
    memcpy(self->view_v, self->v, count * sizeof *self->v);
    if (self->steps > 0) {
        carom_penalty_fly(&flight, count);
    }
    if (rest > 0) {
        flight.h = rest;
        flight.steps = 1;
        carom_penalty_fly(&flight, count);
    }
}

void carom_penalty_grid_sample(const penalty_grid *self, double t_s, carom_view *view)
{
    const carom_problem *problem = self->shared->problem;
    carom_budget_sums sums = self->shared->sums;
    penalty_block trial = self->trial;
    size_t n = problem->count;
    double now_s = carom_penalty_grid_time(self, self->shared->report.steps), rest = t_s - now_s;
    carom_penalty_predict(&self->block, &trial, rest, &sums);
    if (trial.balls < n) {
        fly_to_sample(self, rest);
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t k = self->slot[i];
        bool active = k != PENALTY_INACTIVE;
        carom_flight flight = {carom_penalty_vec(active ? trial.x : self->view_x, active ? k : i),
                               carom_penalty_vec(active ? trial.v : self->view_v, active ? k : i)};
        carom_flight_to_view(flight, view, i);
        if (self->shared->model.friction) {
            view->spin_radps[i] = active ? carom_penalty_spin(&trial, k) : self->view_v[2 * n + i];
        }
    }
    carom_flight_add_weights(problem, fmax(t_s, now_s), &sums); /* later: after an error */
    carom_view_set_totals(view, &sums, &self->shared->report);
    view->budget.elastic_J = carom_penalty_elastic_energy(&trial, &view->contacts,
                                                          &view->max_overlap_m);
}
