/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of bodies that can touch: the grid finds the candidates within the skin. The near list
 * holds those that can touch within the next steps. */
#include "solvers/penalty/penalty.h"

/* The near list is made to last about this number of steps. */
static const double near_steps = 8;
/* No ball is assumed to exceed this multiple of the maximum speed within one step. */
static const double speed_margin = 2;

/* ---- candidates ---- */

/* Adds the candidates of ball i with other balls, every two once. */
static void add_balls(penalty_grid *self, uint32_t i)
{
    const penalty_constants *constants = &self->shared->constants;
    penalty_lists *list = &self->lists;
    carom_vec at = carom_penalty_vec(self->x, i);
    size_t found = carom_grid_pairs(&list->grid, i, list->found);
    self->shared->report.pair_tests += found;
    for (size_t k = 0; k < found; k++) {
        uint32_t j = list->found[k].ball;
        carom_vec shift = list->grid.shift_m[list->found[k].image];
        carom_vec displacement = carom_grid_displacement(
            &list->grid, at, carom_penalty_vec(self->x, j), &list->found[k]);
        double range = constants->radius[i] + constants->radius[j] + list->skin_m;
        bool fixed = constants->inverse_mass[i] + constants->inverse_mass[j] == 0;
        if (!fixed && carom_vec_square(displacement) < range * range) {
            penalty_candidate candidate = {i, j, shift};
            CAROM_APPEND(list->candidate, list->candidates, list->candidate_capacity, candidate);
        }
    }
}

static carom_status add_walls(penalty_grid *self, uint32_t i, carom_error *error)
{
    penalty_lists *list = &self->lists;
    carom_vec at = carom_penalty_vec(self->x, i);
    uint32_t n = (uint32_t)self->shared->problem->count;
    uint32_t walls = carom_penalty_near_walls(self->shared, i, at, list->skin_m);
    for (uint32_t wall = 0; wall < walls; wall++) {
        if (carom_penalty_is_near_wall(self->shared, i, at, wall, list->skin_m)) {
            penalty_candidate candidate = {i, n + wall, {0, 0}};
            CAROM_APPEND(list->candidate, list->candidates, list->candidate_capacity, candidate);
        }
    }
    return carom_penalty_check_on_table(self->shared->problem, at, i, self->block.time_s, error);
}

/* Moves the balls of a torus to its first image and accounts for the change of potential energy. */
static void wrap_positions(penalty_grid *self)
{
    const carom_problem *problem = self->shared->problem;
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_PERIODIC; i++) {
        carom_vec at = carom_penalty_vec(self->x, i), home = carom_torus_fold_position(problem, at);
        carom_penalty_set_vec(self->x, i, home);
        carom_flight_add_fold(problem, i, carom_vec_subtract(home, at), &self->shared->sums);
    }
}

/* Finds the candidates of all balls, in the order of the first ball. */
static carom_status find_candidates(penalty_grid *self, carom_error *error)
{
    penalty_lists *list = &self->lists;
    uint32_t n = (uint32_t)self->shared->problem->count;
    list->moved_m = INFINITY; /* until they are complete */
    list->candidates = 0;
    wrap_positions(self);
    carom_grid_clear(&list->grid);
    for (uint32_t i = n; i-- > 0;) { /* each cell then lists its balls in ascending order */
        carom_grid_insert(&list->grid, i, carom_penalty_vec(self->x, i));
    }
    for (uint32_t i = 0; i < n; i++) {
        CAROM_TRY(carom_check_cancelled(self->shared->cancel, error));
        add_balls(self, i);
        CAROM_TRY(add_walls(self, i, error));
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
static double gap_of(const penalty_grid *self, const penalty_candidate *candidate)
{
    const carom_problem *problem = self->shared->problem;
    const double *radius = self->shared->constants.radius;
    uint32_t a = candidate->a, b = candidate->b, n = (uint32_t)problem->count;
    carom_vec at = carom_penalty_vec(self->x, a);
    if (b >= n && problem->part != NULL) {
        double near_m = self->lists.near_m;
        return carom_penalty_near_walls(self->shared, a, at, near_m) > 0 ? 0 : near_m;
    }
    if (b >= n) {
        double reach = self->shared->constants.reach_wall[a];
        return -carom_side_overlap(problem, b - n, at, reach).overlap_m;
    }
    carom_vec image = carom_vec_add(carom_penalty_vec(self->x, b), candidate->shift);
    return carom_vec_length(carom_vec_subtract(image, at)) - radius[a] - radius[b];
}

static void list_near(penalty_grid *self)
{
    penalty_lists *list = &self->lists;
    self->shared->report.pair_tests += list->candidates;
    list->near_moved_m = list->gap_moved_m = 0;
    list->near_count = 0;
    list->gap_m = INFINITY;
    if (list->candidates >= list->near_capacity) {
        list->near_capacity = list->candidates + list->candidates / 2 + 1;
        PENALTY_REALLOCATE(list->near, list->near_capacity);
    }
    for (size_t k = 0; k < list->candidates; k++) {
        double gap = gap_of(self, &list->candidate[k]);
        list->near[list->near_count] = (uint32_t)k;
        list->near_count += gap < list->near_m;
        list->gap_m = gap < list->gap_m ? gap : list->gap_m;
    }
}

double carom_penalty_least_range(const penalty_grid *self, double h)
{
    double fall = h * carom_vec_length(self->shared->problem->gravity_mps2);
    return 2 * (speed_margin * h * (self->block.fastest_mps + fall)); /* of two balls */
}

bool carom_penalty_near_list_is_valid(const penalty_grid *self, double h)
{
    const penalty_lists *list = &self->lists;
    return list->near_m - 2 * list->near_moved_m >= carom_penalty_least_range(self, h);
}

carom_status carom_penalty_renew_lists(penalty_grid *self, double h, double least_m,
                                       carom_error *error)
{
    penalty_lists *list = &self->lists;
    double wanted = carom_penalty_least_range(self, h) * (1 + near_steps);
    list->near_m = wanted > least_m ? wanted : least_m;
    CAROM_TRY(fit_skin(self, h, list->near_m, error));
    if (list->skin_m - 2 * list->moved_m < list->near_m) {
        CAROM_TRY(find_candidates(self, error));
    }
    list_near(self);
    return CAROM_OK;
}
