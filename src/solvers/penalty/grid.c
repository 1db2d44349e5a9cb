/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts on the grid. While the near list is valid, a ball that can touch nothing has the same
 * displacement in every step. So the active balls form the block that is stepped: those that may
 * touch something, and the fastest (choose_active). The displacements of the others are added when
 * the block ends, with the bits of single steps (flight.c). */
#include "solvers/penalty/penalty.h"
#include <assert.h>

#define INACTIVE PENALTY_NO_SLOT

/* Two lists keep the cost of a step linear in the number of balls. `all` holds every two
 * bodies closer than `skin_m`: the grid finds them, and they remain valid until a ball may have
 * moved half the skin. `near` holds those that can touch within the next steps. The sum of the
 * largest displacements of the steps bounds the displacement of any ball. */
typedef struct {
    carom_grid grid;
    carom_candidate *found;      /* scratch: candidates for one ball */
    double skin_m, moved_m;      /* moved: bound of any displacement since the search */
    double near_m, near_moved_m; /* the same for the near list */
    penalty_candidates all, near;
    double gap_m, gap_moved_m; /* smallest gap of the candidates; moved since then */
} penalty_lists;

/* Springs that are stepped on the grid t_n = (n - phase) h. */
struct penalty_grid {
    penalty_shared *shared;
    penalty_block block; /* the active balls */
    penalty_lists lists;
    /* State of all balls when the block began: coordinates as in a block without pairs. Inactive
     * balls have flown `steps` steps since. */
    double *x, *v, *view_x, *view_v; /* one array; view: scratch for sampling */
    uint32_t *slot;                  /* of each ball in the block, or INACTIVE */
    size_t steps, most_steps;        /* since the block began; for which it was chosen */
};

/* The other ball of a near pair; at a wall the same ball. */
static uint32_t other_ball(const penalty_grid *self, const penalty_candidate *near)
{
    return near->b < self->shared->problem->count ? near->b : near->a;
}

/* End of step n (s); 0 for n = 0. */
static double grid_time(const penalty_grid *self, uint64_t n)
{
    return n == 0 ? 0 : ((double)n - self->shared->phase) * self->shared->step_s;
}

/* ---- candidates ---- */

/* Finds the candidates of all balls, in the order of the first ball. On a torus it moves the balls
 * to its first image and accounts for the change of potential energy. */
static carom_status find_candidates(penalty_grid *self, carom_error *error)
{
    const carom_problem *problem = self->shared->problem;
    const penalty_shared *shared = self->shared;
    penalty_lists *list = &self->lists;
    uint32_t n = (uint32_t)problem->count;
    list->moved_m = INFINITY; /* until they are complete */
    list->all.count = 0;
    carom_grid_clear(&list->grid);
    for (size_t i = 0; i < n && problem->boundary == CAROM_PERIODIC; i++) {
        carom_vec at = carom_penalty_vec(self->x, i), home = carom_torus_fold_position(problem, at);
        carom_penalty_set_vec(self->x, i, home);
        carom_flight_add_fold(problem, i, carom_vec_subtract(home, at), &self->shared->sums);
    }
    for (uint32_t i = n; i-- > 0;) { /* each cell then lists its balls in ascending order */
        carom_grid_insert(&list->grid, i, carom_penalty_vec(self->x, i));
    }
    for (uint32_t i = 0; i < n; i++) {
        carom_vec at = carom_penalty_vec(self->x, i);
        size_t found = carom_grid_pairs(&list->grid, i, list->found); /* every two once */
        CAROM_TRY(carom_check_cancelled(self->shared->cancel, error));
        self->shared->report.pair_tests += found;
        for (size_t k = 0; k < found; k++) {
            uint32_t j = list->found[k].ball;
            carom_vec displacement = carom_grid_displacement(
                &list->grid, at, carom_penalty_vec(self->x, j), &list->found[k]);
            double range = shared->radius[i] + shared->radius[j] + list->skin_m;
            bool fixed = shared->inverse_mass[i] + shared->inverse_mass[j] == 0;
            if (!fixed && carom_vec_square(displacement) < range * range) {
                penalty_candidate candidate = {i, j, list->grid.shift_m[list->found[k].image]};
                CAROM_APPEND(list->all.item, list->all.count, list->all.capacity, candidate);
            }
        }
        carom_penalty_add_walls(self->shared, i, at, list->skin_m, &list->all);
        CAROM_TRY(carom_penalty_check_on_table(problem, at, i, self->block.time_s, error));
    }
    list->moved_m = 0;
    return CAROM_OK;
}

/* Widens the skin, and the cells of the grid, for a near list of this range. */
static carom_status fit_skin(penalty_grid *self, double h, double near_m, carom_error *error)
{
    const carom_problem *problem = self->shared->problem;
    penalty_lists *list = &self->lists;
    static const double skin_margin = 2;
    if (near_m <= list->skin_m) {
        return CAROM_OK;
    }
    if (!isfinite(skin_margin * near_m)) {
        return carom_error_set(error, CAROM_NOT_FINITE, "step_s",
                               "a ball moves too far in one step (got %.6g s); use a smaller step",
                               h);
    }
    carom_grid_free(&list->grid);
    carom_status status = carom_grid_init(&list->grid, problem, 1, skin_margin * near_m, error);
    if (status == CAROM_INVALID) {
        return carom_error_set(
            error, CAROM_INVALID, "step_s",
            "a ball may move %.6g m in one step at t = %.12g s, too far for a periodic table of "
            "%.6g m x %.6g m (got %.6g s); use a smaller step",
            self->block.fastest_mps * h, self->block.time_s, problem->width_m, problem->height_m,
            h);
    }
    CAROM_TRY(status);
    list->skin_m = skin_margin * near_m;
    list->moved_m = INFINITY; /* requires a new search */
    return CAROM_OK;
}

/* ---- near list ---- */

/* Gap of two bodies (m). At walls other than sides a lower bound, which is the range of the list if
 * the ball is not near. */
static double gap_between(const penalty_grid *self, const penalty_candidate *candidate)
{
    const carom_problem *problem = self->shared->problem;
    const double *radius = self->shared->radius;
    uint32_t a = candidate->a, b = candidate->b, n = (uint32_t)problem->count;
    carom_vec at = carom_penalty_vec(self->x, a);
    if (b >= n && problem->part != NULL) {
        double near_m = self->lists.near_m, reach = self->shared->reach_wall[a];
        return carom_walls_max_overlap(problem, at, reach + near_m) > 0 ? 0 : near_m;
    }
    if (b >= n) {
        double reach = self->shared->reach_wall[a];
        return -carom_side_overlap(problem, b - n, at, reach).overlap_m;
    }
    carom_vec image = carom_vec_add(carom_penalty_vec(self->x, b), candidate->shift);
    return carom_vec_length(carom_vec_subtract(image, at)) - radius[a] - radius[b];
}

/* Largest gap that may close in a step of h (m). */
static double least_range(const penalty_grid *self, double h)
{
    static const double speed_margin = 2; /* no ball speeds up more in one step */
    double fall = h * carom_vec_length(self->shared->problem->gravity_mps2);
    return 2 * (speed_margin * h * (self->block.fastest_mps + fall)); /* of two balls */
}

/* Renews the near list, with at least the range least_m, from the state of all balls. */
static carom_status renew_lists(penalty_grid *self, double h, double least_m, carom_error *error)
{
    static const double near_steps = 8; /* twice as many, if no ball speeds up */
    penalty_lists *list = &self->lists;
    double wanted = least_range(self, h) * (1 + near_steps);
    list->near_m = wanted > least_m ? wanted : least_m;
    CAROM_TRY(fit_skin(self, h, list->near_m, error));
    if (list->skin_m - 2 * list->moved_m < list->near_m) {
        CAROM_TRY(find_candidates(self, error));
    }
    self->shared->report.pair_tests += list->all.count;
    list->near_moved_m = list->gap_moved_m = 0;
    list->near.count = 0;
    list->gap_m = INFINITY;
    if (list->all.count >= list->near.capacity) {
        list->near.capacity = list->all.count + list->all.count / 2 + 1;
        PENALTY_REALLOCATE(list->near.item, list->near.capacity);
    }
    for (size_t k = 0; k < list->all.count; k++) {
        double gap = gap_between(self, &list->all.item[k]);
        list->near.item[list->near.count] = list->all.item[k];
        list->near.count += gap < list->near_m;
        list->gap_m = gap < list->gap_m ? gap : list->gap_m;
    }
    return CAROM_OK;
}

/* ---- active balls ----
 * These are the balls of pairs that may touch while the block lasts, all balls connected with them
 * by near pairs, and balls whose displacement may be the largest of a step, because that one
 * determines how long the near list is valid. Slot 0 marks active balls until they are numbered. */

/* Rounding error of a position in one step, relative to its size: a product, a sum, and more. */
static const double rounding = 16 * DBL_EPSILON;

/* True if two balls in free flight stay apart for @p steps steps, whatever the rounding. Always
 * false for a wall. */
static bool is_passing(const penalty_grid *self, const penalty_candidate *near, double steps)
{
    double t = steps * self->shared->step_s;
    if (near->b >= self->shared->problem->count) {
        return false;
    }
    carom_vec at = carom_penalty_vec(self->x, near->a),
              image = carom_vec_add(carom_penalty_vec(self->x, near->b), near->shift);
    carom_vec displacement = carom_vec_subtract(image, at);
    carom_vec parting = carom_vec_subtract(carom_penalty_vec(self->v, near->b),
                                           carom_penalty_vec(self->v, near->a));
    double closing = -carom_vec_dot(displacement, parting), speed2 = carom_vec_square(parting);
    double nearest = closing > 0 ? closing / speed2 : 0; /* s until then */
    const double *radius = self->shared->radius;
    double contact = radius[near->a] + radius[near->b];
    double size = fabs(at.x) + fabs(at.y) + fabs(near->shift.x) + fabs(near->shift.y) + contact;
    size += 2 * t * self->block.fastest_mps;
    double reach = contact * (1 + 1e-9) + (steps + 1) * rounding * size;
    nearest = nearest < t ? nearest : t;
    return carom_vec_square(carom_vec_add_scaled(displacement, nearest, parting)) > reach * reach;
}

static void activate_touching(penalty_grid *self)
{
    double steps = (double)self->most_steps;
    for (size_t k = 0; k < self->lists.near.count; k++) {
        const penalty_candidate *near = &self->lists.near.item[k];
        if (!is_passing(self, near, steps)) {
            self->slot[near->a] = self->slot[other_ball(self, near)] = 0;
        }
    }
}

/* Adds all balls that near pairs connect with active ones. Such chains are short in a gas. If a
 * chain is long, every ball of a near pair becomes active. */
static void activate_connected(penalty_grid *self)
{
    static const int max_links = 8;
    bool grows = true;
    for (int pass = 0; grows; pass++) {
        grows = false;
        for (size_t k = 0; k < self->lists.near.count; k++) {
            const penalty_candidate *near = &self->lists.near.item[k];
            uint32_t other = other_ball(self, near);
            bool active = self->slot[near->a] == 0;
            if (active != (self->slot[other] == 0) || (pass >= max_links && !active)) {
                self->slot[near->a] = self->slot[other] = 0;
                grows = pass < max_links;
            }
        }
    }
}

/* Adds the balls whose displacement, as rounded, may be the largest of a step. A ball at rest has
 * displacement 0. */
static void activate_farthest(penalty_grid *self)
{
    size_t n = self->shared->problem->count;
    double fast2 = 0, far = 0, h = self->shared->step_s, least2 = INFINITY;
    for (size_t i = 0; i < n; i++) {
        carom_vec at = carom_penalty_vec(self->x, i), v = carom_penalty_vec(self->v, i);
        double speed2 = self->slot[i] == INACTIVE ? carom_vec_square(v) : 0;
        fast2 = carom_penalty_max(fast2, speed2);
        far = carom_penalty_max(far, carom_penalty_max(fabs(at.x), fabs(at.y)));
    }
    if (fast2 > 0) {
        double fastest = sqrt(fast2);
        double uncertainty = rounding * (far + ((double)self->most_steps + 1) * h * fastest);
        double slowest = carom_penalty_max(fastest - 2 * uncertainty / h, 0);
        least2 = slowest * slowest * (1 - 16 * DBL_EPSILON);
    }
    for (size_t i = 0; i < n; i++) { /* without branches, which would be unpredictable */
        double speed2 = carom_vec_square(carom_penalty_vec(self->v, i));
        bool inactive = self->slot[i] == INACTIVE && !(speed2 >= least2);
        self->slot[i] = inactive ? INACTIVE : 0;
    }
}

/* Numbers the active balls, or all. @return their number */
static size_t number_active(penalty_grid *self, bool all)
{
    size_t count = 0;
    for (size_t i = 0; i < self->shared->problem->count; i++) {
        bool active = all || self->slot[i] != INACTIVE;
        self->slot[i] = active ? (uint32_t)count++ : INACTIVE;
    }
    return count;
}

/* True if free flight adds the same displacement in every step, except in a first, shorter one. */
static bool is_flight_uniform(const penalty_grid *self)
{
    const penalty_shared *shared = self->shared;
    return shared->integrator->displacement != NULL && shared->rolling == NULL &&
           carom_vec_is_zero(shared->problem->gravity_mps2) &&
           !(self->shared->phase > 0 && shared->report.steps == 0);
}

/* Chooses the active balls and the number of steps for which the choice holds. Sets their slots.
 * @return number of active balls */
static size_t choose_active(penalty_grid *self)
{
    /* The list lasts longer if the fastest balls slow down. Most blocks end with it, after about 16
     * steps. A larger share of active balls costs more than it saves. */
    static const double speed_margin = 1.25, most = 64, max_active_share = 0.75;
    const penalty_lists *lists = &self->lists;
    size_t n = self->shared->problem->count;
    double move = self->shared->step_s * self->block.fastest_mps;
    double ahead = move > 0 ? (0.5 * lists->near_m - lists->near_moved_m) / move : INFINITY;
    bool uniform = is_flight_uniform(self);
    self->most_steps = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        self->slot[i] = INACTIVE;
    }
    if (uniform && lists->near.count == 0 && self->shared->problem->boundary != CAROM_PERIODIC) {
        return 0; /* all fly until the list ends */
    }
    if (uniform) {
        self->most_steps = (size_t)fmin(speed_margin * ahead + 2, most);
        activate_touching(self);
        activate_connected(self);
        activate_farthest(self);
        size_t count = number_active(self, false);
        if ((double)count <= max_active_share * (double)n) {
            return count;
        }
        self->most_steps = SIZE_MAX;
    }
    return number_active(self, true);
}

/* ---- the block ---- */

/* Coordinates of all balls, without tangential springs. */
static size_t coordinates(const penalty_grid *self)
{
    return (self->shared->friction ? 3 : 2) * self->shared->problem->count;
}

/* Copies coordinates of the balls of the block from an array of all balls, or back. */
static void copy_active(const penalty_grid *self, double *all, double *active, bool to_all)
{
    const penalty_block *block = &self->block;
    size_t n = self->shared->problem->count, m = block->balls;
    for (size_t k = 0; k < m; k++) {
        double *one = &all[2 * (size_t)block->ball[k]], *other = &active[2 * k];
        memcpy(to_all ? one : other, to_all ? other : one, 2 * sizeof *one);
    }
    for (size_t k = 0; k < m && self->shared->friction; k++) {
        double *one = &all[2 * n + block->ball[k]], *other = &active[2 * m + k];
        *(to_all ? one : other) = *(to_all ? other : one);
    }
}

/* Ends the block: brings the state of all balls up to date. */
static void store_block(penalty_grid *self)
{
    penalty_block *block = &self->block;
    carom_penalty_store_contacts(block);
    if (self->steps > 0 &&
        block->balls < self->shared->problem->count) { /* active ones are overwritten */
        penalty_flight flight = {self->shared->integrator, self->x, self->v, self->shared->step_s,
                                 self->steps};
        carom_penalty_advance_flight(&flight, coordinates(self));
    }
    copy_active(self, self->x, block->x, true);
    copy_active(self, self->v, block->v, true);
    self->steps = 0;
}

static void begin_block(penalty_grid *self)
{
    penalty_block *block = &self->block;
    size_t balls = choose_active(self), pairs = 0;
    for (size_t k = 0; k < self->lists.near.count; k++) {
        const penalty_candidate *near = &self->lists.near.item[k];
        pairs += self->slot[near->a] != INACTIVE && self->slot[other_ball(self, near)] != INACTIVE;
    }
    carom_penalty_fit_block(block, balls, pairs);
    for (uint32_t i = 0; i < self->shared->problem->count && balls > 0; i++) {
        if (self->slot[i] != INACTIVE) {
            block->ball[self->slot[i]] = i;
        }
    }
    copy_active(self, self->x, block->x, false);
    copy_active(self, self->v, block->v, false);
    carom_penalty_fill_pairs(block, self->slot, &self->lists.near);
    for (size_t r = 0; r < self->shared->open_count; r++) {
        /* a contact is open while its bodies overlap: they are near, and the balls are active */
        bool restored = carom_penalty_restore_contact(block, self->slot, r);
        assert(restored);
        (void)restored;
    }
}

/* Renews the lists and the block if they are not valid for one more step of h. If least_m is not 0,
 * renews the near list, with at least this range. */
static carom_status renew(penalty_grid *self, double h, double least_m, carom_error *error)
{
    double left_m = self->lists.near_m - 2 * self->lists.near_moved_m;
    bool valid = least_m == 0 && left_m >= least_range(self, h);
    if (valid && self->steps < self->most_steps) {
        return CAROM_OK;
    }
    store_block(self);
    if (!valid) {
        CAROM_TRY(renew_lists(self, h, least_m, error));
    }
    begin_block(self);
    return CAROM_OK;
}

/* ---- creation ---- */

penalty_grid *carom_penalty_grid_new(penalty_shared *shared, carom_error *error)
{
    const carom_problem *problem = shared->problem;
    penalty_grid *self = carom_allocate(1, sizeof *self);
    size_t n = problem->count + 1;
    double h = shared->step_s, fastest = carom_penalty_max_speed(problem);
    self->shared = self->block.shared = shared;
    self->block.cancel = shared->cancel;
    self->block.fastest_mps = fastest;
    self->lists.skin_m = carom_penalty_shared_skin(problem, 1, 1);
    self->lists.moved_m = INFINITY; /* no candidates yet */
    self->lists.found = carom_allocate(n + CAROM_GRID_IMAGES, sizeof *self->lists.found);
    self->x = carom_allocate(4 * 3 * n, sizeof *self->x);
    self->v = self->x + 3 * n;
    self->view_x = self->v + 3 * n;
    self->view_v = self->view_x + 3 * n;
    self->slot = carom_allocate(n, sizeof *self->slot);
    for (size_t i = 0; i < problem->count; i++) {
        carom_flight start = carom_flight_from_ball(&problem->ball[i]);
        carom_penalty_set_vec(self->x, i, start.at);
        carom_penalty_set_vec(self->v, i, start.v);
        self->v[2 * problem->count + i] = problem->ball[i].spin_radps;
    }
    if (carom_grid_init(&self->lists.grid, problem, 1, self->lists.skin_m, error) != CAROM_OK ||
        renew(self, h, fastest > 0 ? h * fastest : DBL_MIN, error) != CAROM_OK) {
        carom_penalty_grid_free(self);
        return NULL;
    }
    carom_penalty_begin_overlaps(&self->block);
    return self;
}

void carom_penalty_grid_free(penalty_grid *self)
{
    carom_penalty_free_block(&self->block);
    carom_grid_free(&self->lists.grid);
    free(self->lists.found);
    free(self->lists.all.item);
    free(self->lists.near.item);
    free(self->x);
    free(self->slot);
    free(self);
}

/* ---- steps ---- */

/* Takes one step of h. It is repeated with a longer near list if balls moved too far for the old
 * one. */
static carom_status step(penalty_grid *self, double h, double end_s, carom_error *error)
{
    penalty_block *block = &self->block;
    penalty_lists *lists = &self->lists;
    carom_report *report = &self->shared->report;
    double farthest_m = 0;
    for (;;) {
        carom_penalty_start_step(block, h);
        size_t evaluations = carom_penalty_integrate(block, h, h);
        carom_status status = block->failure;
        report->force_evaluations += evaluations;
        report->pair_tests += evaluations * lists->near.count;
        if (status != CAROM_OK) {
            status = carom_penalty_step_error(block, status, h, error);
        } else {
            farthest_m = carom_penalty_measure_step(block);
            status = carom_penalty_check_displacement(block, h, farthest_m, error);
        }
        if (status == CAROM_OK && lists->near_m - 2 * (lists->near_moved_m + farthest_m) >= 0) {
            break; /* no pair outside the near list can have touched in this step */
        }
        carom_penalty_undo_step(block);
        CAROM_TRY(status);
        CAROM_TRY(renew(self, h, 2 * lists->near_m + 8 * farthest_m, error));
    }
    carom_penalty_update_budget(block, &self->shared->sums);
    carom_penalty_list_contacts(block);
    carom_penalty_limit_springs(block);
    carom_penalty_track_contacts(block, h);
    report->steps++;
    block->time_s = end_s;
    self->steps++;
    lists->moved_m += farthest_m;
    lists->near_moved_m += farthest_m;
    return renew(self, h, 0, error);
}

/* Takes the steps of an empty block until its near list ends, or until t_s: only counters change.
 * The fastest ball moves farthest. A renewal finds an empty list again until a gap, or the rest of
 * the skin, becomes smaller than its range. All but two such renewals are only counted. */
static carom_status skip_empty_steps(penalty_grid *self, double t_s, carom_error *error)
{
    penalty_block *block = &self->block;
    penalty_lists *lists = &self->lists;
    carom_report *report = &self->shared->report;
    const carom_integrator *integrator = self->shared->integrator;
    double h = self->shared->step_s, move_m = h * block->fastest_mps * (1 + 64 * DBL_EPSILON);
    double list_m = lists->near_m - 2 * lists->near_moved_m - least_range(self, h);
    double room_m = fmin(lists->skin_m - 2 * lists->moved_m, lists->gap_m - 2 * lists->gap_moved_m);
    uint64_t left = (uint64_t)(t_s / h + self->shared->phase) - report->steps + 2;
    while (left > 1 && grid_time(self, report->steps + left) > t_s) {
        left--;
    }
    double list_steps = fmin(floor(list_m / (2 * move_m)) + 1, (double)left), renewals = 0;
    if (lists->near_moved_m == 0 && move_m > 0) { /* the list has just been renewed */
        renewals = fmin((room_m - lists->near_m) / (2 * move_m), (double)left) / list_steps;
        renewals = renewals > 2 ? floor(renewals) - 2 : 0;
    }
    double last_steps = fmin(list_steps, (double)left - renewals * list_steps);
    double steps = renewals * list_steps + last_steps;
    CAROM_TRY(carom_penalty_check_displacement(block, h, move_m, error));
    report->force_evaluations += (uint64_t)(steps * integrator->evaluations) +
                                 (integrator->reuses_rates ? (uint64_t)renewals + !block->has_rates
                                                           : 0);
    report->pair_tests += (uint64_t)renewals * lists->all.count;
    report->steps += (uint64_t)steps;
    report->longest_step_m = carom_penalty_max(move_m, report->longest_step_m);
    self->steps += (size_t)steps;
    lists->moved_m += steps * move_m;
    lists->gap_moved_m += steps * move_m;
    lists->near_moved_m += last_steps * move_m;
    block->has_rates = integrator->reuses_rates;
    block->time_s = grid_time(self, report->steps);
    return renew(self, h, 0, error);
}

carom_status carom_penalty_grid_advance(penalty_grid *self, double t_s, carom_error *error)
{
    const uint64_t *steps = &self->shared->report.steps;
    double h = self->shared->step_s, end_s;
    while ((end_s = grid_time(self, *steps + 1)) <= t_s) {
        bool is_shorter = self->shared->phase > 0 && *steps == 0;
        CAROM_TRY(carom_check_cancelled(self->shared->cancel, error));
        if (carom_penalty_shared_apply_schedule(self->shared, self->block.time_s) &&
            self->lists.near_m > 0) {
            /* recomputes the parameters of all pairs but open contacts, which keep theirs */
            CAROM_TRY(renew(self, h, self->lists.near_m, error));
        }
        if (self->block.balls == 0) {
            CAROM_TRY(skip_empty_steps(self, t_s, error));
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

void carom_penalty_grid_sample(const penalty_grid *self, double t_s, carom_view *view)
{
    const carom_problem *problem = self->shared->problem;
    carom_budget_sums sums = self->shared->sums;
    size_t n = problem->count;
    double now_s = grid_time(self, self->shared->report.steps), rest = t_s - now_s;
    penalty_block *trial = carom_penalty_copy_block(&self->block);
    carom_penalty_start_step(trial, rest);
    if (rest > 0) {
        carom_penalty_integrate(trial, self->shared->step_s, rest);
        carom_penalty_update_budget(trial, &sums);
    }
    if (trial->balls < n) { /* all balls fly, but only the inactive ones are shown */
        size_t count = coordinates(self);
        penalty_flight flight = {self->shared->integrator, self->view_x, self->view_v,
                                 self->shared->step_s, self->steps};
        memcpy(self->view_x, self->x, count * sizeof *self->x);
        memcpy(self->view_v, self->v, count * sizeof *self->v);
        if (self->steps > 0) {
            carom_penalty_advance_flight(&flight, count);
        }
        if (rest > 0) {
            flight.h = rest;
            flight.steps = 1;
            carom_penalty_advance_flight(&flight, count);
        }
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t k = self->slot[i];
        bool active = k != INACTIVE;
        carom_flight flight = {carom_penalty_vec(active ? trial->x : self->view_x, active ? k : i),
                               carom_penalty_vec(active ? trial->v : self->view_v, active ? k : i)};
        carom_flight_to_view(flight, view, i);
        if (self->shared->friction) {
            view->spin_radps[i] = active ? carom_penalty_spin(trial, k) : self->view_v[2 * n + i];
        }
    }
    carom_flight_add_weights(problem, fmax(t_s, now_s), &sums); /* later: after an error */
    carom_view_set_totals(view, &sums, &self->shared->report);
    view->budget.elastic_J = carom_penalty_elastic_energy(trial, &view->contacts,
                                                          &view->max_overlap_m);
}
