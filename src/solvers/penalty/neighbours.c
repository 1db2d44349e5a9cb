/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbour lists: the grid finds the candidate pairs within the skin. The neighbour list holds
 * those that can touch within the next steps. */
#include "solvers/penalty/penalty.h"

/* The neighbour list is made to last about this number of steps. */
static const double neighbour_steps = 8;
/* No ball is assumed to exceed this multiple of the maximum speed within one step. */
static const double speed_margin = 2;

/* ---- pairs ---- */

/* Adds the candidate pairs of ball i with other balls, every pair once. */
static carom_status add_balls(penalty_system *self, uint32_t i, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    penalty_neighbour_lists *list = &self->neighbours;
    const double *x = self->now.x;
    size_t found = carom_grid_pairs(&list->grid, i, list->found);
    self->report.pair_tests += found;
    for (size_t k = 0; k < found; k++) {
        uint32_t j = list->found[k].ball;
        carom_vec shift = list->grid.shift_m[list->found[k].image];
        carom_vec displacement = carom_grid_displacement(
            &list->grid, carom_penalty_vec(springs, x, i), carom_penalty_vec(springs, x, j),
            &list->found[k]);
        double range = springs->constants.radius[i] + springs->constants.radius[j] + list->skin_m;
        bool fixed = springs->constants.inverse_mass[i] + springs->constants.inverse_mass[j] == 0;
        if (!fixed && carom_vec_square(displacement) < range * range) {
            penalty_pair pair = {i, j, shift, PENALTY_NO_RECORD};
            CAROM_APPEND(list->pair, list->pairs, list->pair_capacity, pair, error);
        }
    }
    return CAROM_OK;
}

/* True if ball i may touch part `wall` after a displacement of at most within_m. On tables other
 * than rectangles, true for all parts if it is true for one. */
static bool is_near_wall(const penalty_springs *springs, const double *x, uint32_t i, size_t wall,
                         double within_m)
{
    const carom_problem *problem = springs->problem;
    carom_vec at = carom_penalty_vec(springs, x, i);
    double reach = springs->constants.reach_wall[i] + within_m;
    return problem->part == NULL ? carom_walls_part_overlap(problem, wall, at, reach).overlap_m > 0
                                 : carom_walls_max_overlap(problem, at, reach) > 0;
}

static carom_status add_walls(penalty_system *self, uint32_t i, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    penalty_neighbour_lists *list = &self->neighbours;
    const carom_problem *problem = springs->problem;
    uint32_t n = (uint32_t)problem->count;
    size_t walls = springs->constants.inverse_mass[i] == 0 ? 0 : carom_walls_count(problem);
    if (walls == 0 || carom_walls_are_clear(problem, carom_penalty_vec(springs, self->now.x, i),
                                            springs->constants.reach_wall[i] + list->skin_m)) {
        return CAROM_OK; /* the usual case */
    }
    CAROM_TRY(carom_penalty_check_on_table(springs, self->now.x, i, self->time_s, error));
    for (uint32_t wall = 0; wall < walls; wall++) {
        if (is_near_wall(springs, self->now.x, i, wall, list->skin_m)) {
            penalty_pair pair = {i, n + wall, {0, 0}, PENALTY_NO_RECORD};
            CAROM_APPEND(list->pair, list->pairs, list->pair_capacity, pair, error);
        }
    }
    return CAROM_OK;
}

/* Finds the pairs of all balls, in the order of the first ball. */
static carom_status search_pairs(penalty_system *self, carom_error *error)
{
    self->neighbours.pairs = 0;
    for (uint32_t i = 0; i < self->springs.problem->count; i++) {
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
        CAROM_TRY(add_balls(self, i, error));
        CAROM_TRY(add_walls(self, i, error));
    }
    return CAROM_OK;
}

/* Moves the balls of a torus to its first image and accounts for the change of potential energy. */
static void wrap_positions(penalty_system *self)
{
    const penalty_springs *springs = &self->springs;
    const carom_problem *problem = springs->problem;
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_PERIODIC; i++) {
        carom_vec at = carom_penalty_vec(springs, self->now.x, i),
                  home = carom_torus_fold_position(problem, at);
        carom_penalty_set_vec(springs, self->now.x, i, home);
        carom_flight_add_fold(problem, i, carom_vec_subtract(home, at), &self->sums);
    }
}

/* Links open contacts to their pairs in the new list, which is in the order of a. */
static void relink_records(const penalty_neighbour_lists *list, const penalty_contacts *contacts)
{
    for (size_t r = 0; r < contacts->count; r++) {
        penalty_record *record = &contacts->record[r];
        size_t low = 0;
        for (size_t high = list->pairs; low < high;) {
            size_t middle = low + (high - low) / 2;
            if (list->pair[middle].a < record->collision.a) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        while (low < list->pairs && list->pair[low].b != record->b) {
            low++; /* overlapping pairs are always listed */
        }
        record->pair = low;
        if (low < list->pairs && list->pair[low].a == record->collision.a) {
            list->pair[low].record = (uint32_t)r;
        }
    }
}

/* Widens the skin, and the cells of the grid, for a neighbour list of this range. */
static carom_status fit_skin(penalty_system *self, double h, double neighbour_m, carom_error *error)
{
    penalty_neighbour_lists *list = &self->neighbours;
    static const double skin_margin = 2;
    if (neighbour_m <= list->skin_m) {
        return CAROM_OK;
    }
    if (!isfinite(skin_margin * neighbour_m)) {
        return carom_error_set(error, CAROM_NOT_FINITE, "step_s",
                               "a ball moves too far in one step (got %.6g s); use a smaller step",
                               h);
    }
    carom_grid_free(&list->grid);
    carom_status status = carom_grid_init(&list->grid, self->springs.problem, 1,
                                          skin_margin * neighbour_m, error);
    if (status == CAROM_INVALID) {
        return carom_error_set(
            error, CAROM_INVALID, "step_s",
            "a ball may move %.6g m in one step at t = %.12g s, too far for a periodic table of "
            "%.6g m x %.6g m (got %.6g s); use a smaller step",
            self->fastest_mps * h, self->time_s, self->springs.problem->width_m,
            self->springs.problem->height_m, h);
    }
    CAROM_TRY(status);
    list->skin_m = skin_margin * neighbour_m;
    list->moved_m = INFINITY; /* requires a new search */
    return CAROM_OK;
}

static carom_status renew_pairs(penalty_system *self, carom_error *error)
{
    self->neighbours.moved_m = INFINITY; /* until they are complete */
    wrap_positions(self);
    carom_grid_clear(&self->neighbours.grid);
    /* from the last ball on: each cell then lists its balls in ascending order */
    for (uint32_t i = (uint32_t)self->springs.problem->count; i-- > 0;) {
        carom_grid_insert(&self->neighbours.grid, i,
                          carom_penalty_vec(&self->springs, self->now.x, i));
    }
    CAROM_TRY(search_pairs(self, error));
    relink_records(&self->neighbours, &self->contacts);
    self->neighbours.moved_m = 0;
    return CAROM_OK;
}

/* ---- neighbour list ---- */

static bool is_same(const carom_surface *p, const carom_surface *q)
{
    return p->reduced_mass_kg == q->reduced_mass_kg && p->damping == q->damping &&
           p->stiffness_factor == q->stiffness_factor &&
           p->elastic_N_per_m1p5 == q->elastic_N_per_m1p5;
}

/* Typical duration of a contact (s) at 1 m/s: between 4/w and 8/w, w being its frequency. A
 * power of two does not depend on the rounding of w. The actual approach speed is not known in
 * advance. */
static double typical_duration(const carom_force_law *law, const carom_contact *contact)
{
    static const double typical_mps = 1;
    int exponent;
    frexp(4 / law->frequency_per_s(contact, typical_mps), &exponent);
    return ldexp(1, exponent);
}

/* Computes the parameters of a contact. They are cached, as some laws compute them slowly. */
static carom_contact describe_contact(const penalty_springs *springs, penalty_contact_cache *cache,
                                      const carom_ball *a, const carom_ball *b)
{
    const penalty_dampings *damping = &springs->model.epoch[springs->model.changed];
    const carom_pair *pair = carom_problem_pair(springs->problem, a, b);
    carom_surface surface = carom_pair_surface(springs->problem, a, b);
    surface.end = springs->model.contact_end;
    surface.damping = pair != NULL && !isnan(pair->restitution)
                        ? damping->pair[pair - springs->problem->pair].damping
                    : b == NULL ? damping->wall.damping
                                : damping->ball.damping;
    if (!is_same(&cache->surface, &surface)) {
        *cache = (penalty_contact_cache){
            surface, springs->model.law->contact(springs->model.law_options, &surface), 0};
        if (springs->model.located) {
            cache->duration_s = typical_duration(springs->model.law, &cache->contact);
        }
    }
    return cache->contact;
}

static penalty_neighbour make_neighbour(penalty_springs *springs, const penalty_pair *pair,
                                        size_t k)
{
    static const double rounding = 1e-12; /* bound of the rounding error of a distance */
    const carom_ball *ball = springs->problem->ball;
    bool wall = pair->b >= springs->problem->count;
    const carom_ball *a = &ball[pair->a], *b = wall ? NULL : &ball[pair->b];
    penalty_neighbour near = {
        .a = pair->a,
        .b = pair->b,
        .wall = wall,
        .shift = pair->shift,
        .reach_m = wall ? springs->constants.reach_wall[pair->a]
                        : ball[pair->a].radius_m + ball[pair->b].radius_m,
        .contact = describe_contact(springs, &springs->model.cache[wall], a, b),
        .pair = k};
    near.separate_m2 = near.reach_m * near.reach_m * (1 + rounding);
    near.duration_s = springs->model.cache[wall].duration_s;
    if (springs->model.located) {
        /* without clamp the force is smooth until the located separation */
        near.contact.end = CAROM_END_OVERLAP;
    }
    return near;
}

/* Friction parameters of two balls, or of a ball and a wall (b NULL). */
static penalty_pair_friction friction_of_pair(const penalty_springs *springs, const carom_ball *a,
                                              const carom_ball *b)
{
    const penalty_dampings *by = &springs->model.epoch[springs->model.changed];
    const carom_pair *pair = carom_problem_pair(springs->problem, a, b);
    double lambda = b == NULL ? by->wall.lambda : by->ball.lambda;
    carom_tangential tangential = carom_pair_tangential(springs->problem, a, b);
    double inverse = 1 / carom_pair_reduced_mass(a, b);
    if (pair != NULL) {
        lambda = by->pair[pair - springs->problem->pair].lambda;
    }
    return (penalty_pair_friction){
        .friction = tangential.friction,
        .ratio = !isnan(springs->friction.tangential_ratio) ? springs->friction.tangential_ratio
               : springs->model.uses_materials
                   ? carom_pair_elastic(springs->problem, a, b).tangential_ratio
                   : lambda * inverse / carom_pair_inverse_tangential_mass(a, b),
        .radius_a = a->radius_m,
        .radius_b = b == NULL ? 0 : b->radius_m,
        .torque_factor_a = a->radius_m * carom_ball_inverse_inertia(a),
        .torque_factor_b = b == NULL ? 0 : b->radius_m * carom_ball_inverse_inertia(b)};
}

static carom_status reserve_neighbours(penalty_springs *springs, size_t neighbour_count,
                                       carom_error *error)
{
    bool missing = false;
    size_t wanted = neighbour_count + neighbour_count / 2 + 1;
    if (neighbour_count < springs->neighbour_capacity) {
        return CAROM_OK;
    }
    PENALTY_REALLOCATE(springs->near, wanted, &missing);
    if (springs->friction.acts) {
        PENALTY_REALLOCATE(springs->friction.pair_friction, wanted, &missing);
    }
    springs->neighbour_capacity = missing ? 0 : wanted;
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

/* Computes neighbour pair number `at` from candidate pair k. */
static void describe_neighbour(penalty_springs *springs, const penalty_pair *pair, size_t at,
                               size_t k)
{
    const carom_ball *ball = springs->problem->ball;
    springs->near[at] = make_neighbour(springs, pair, k);
    if (springs->friction.acts) {
        const penalty_neighbour *near = &springs->near[at];
        springs->friction.pair_friction[at] = friction_of_pair(springs, &ball[near->a],
                                                               near->wall ? NULL : &ball[near->b]);
    }
}

static bool is_neighbour(const penalty_system *self, const penalty_pair *pair)
{
    const penalty_springs *springs = &self->springs;
    const double *x = self->now.x, *radius = springs->constants.radius;
    size_t n = springs->problem->count;
    if (pair->b >= n) {
        return is_near_wall(springs, x, pair->a, pair->b - n, self->neighbours.neighbour_m);
    }
    carom_vec image = carom_vec_add(carom_penalty_vec(springs, x, pair->b), pair->shift);
    carom_vec displacement = carom_vec_subtract(image, carom_penalty_vec(springs, x, pair->a));
    double range = radius[pair->a] + radius[pair->b] + self->neighbours.neighbour_m;
    return carom_vec_square(displacement) < range * range;
}

/* Copies neighbour pair `like`, whose balls are identical, to number `at` and sets the bodies of
 * candidate pair k. */
static void copy_neighbour(penalty_springs *springs, const penalty_pair *pair, size_t like,
                           size_t at, size_t k)
{
    penalty_neighbour *near = &springs->near[at];
    *near = springs->near[like];
    near->a = pair->a;
    near->b = pair->b;
    near->shift = pair->shift;
    near->pair = k;
    if (springs->friction.acts) {
        springs->friction.pair_friction[at] = springs->friction.pair_friction[like];
    }
}

/* Marks the neighbour pairs in `acting`. @return their number */
static size_t mark_neighbours(const penalty_system *self)
{
    const penalty_neighbour_lists *list = &self->neighbours;
    size_t count = 0;
    for (size_t k = 0; k < list->pairs; k++) {
        bool near = list->pair[k].record != PENALTY_NO_RECORD || is_neighbour(self, &list->pair[k]);
        self->evaluated.acting[k] = near;
        count += near;
    }
    return count;
}

static carom_status build_neighbours(penalty_system *self, carom_error *error)
{
    penalty_springs *springs = &self->springs;
    size_t at = 0, like = SIZE_MAX, n = springs->problem->count;
    CAROM_TRY(reserve_neighbours(springs, mark_neighbours(self), error));
    for (size_t k = 0; k < self->neighbours.pairs; k++) {
        const penalty_pair *pair = &self->neighbours.pair[k];
        bool alike;
        if (!self->evaluated.acting[k]) {
            continue;
        }
        alike = pair->b < n && springs->constants.alike[pair->a] &&
                springs->constants.alike[pair->b];
        if (alike && like < SIZE_MAX) {
            copy_neighbour(springs, pair, like, at, k);
        } else {
            describe_neighbour(springs, pair, at, k);
            like = alike ? at : like;
        }
        at++;
    }
    springs->neighbour_count = at;
    return CAROM_OK;
}

/* ---- transfer from one neighbour list to the next ---- */

void carom_penalty_store_springs(penalty_system *self)
{
    const penalty_springs *springs = &self->springs;
    for (size_t k = 0; k < springs->neighbour_count && springs->friction.acts; k++) {
        uint32_t open = self->neighbours.pair[springs->near[k].pair].record;
        if (open != PENALTY_NO_RECORD) {
            self->contacts.record[open].friction_state = self->now.friction_state[k];
            self->contacts.record[open].spring =
                self->now.x[carom_penalty_spring_index(springs, k)];
        }
    }
}

void carom_penalty_load_springs(penalty_system *self)
{
    const penalty_springs *springs = &self->springs;
    penalty_motion *motion = &self->now;
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        uint32_t open = self->neighbours.pair[springs->near[k].pair].record;
        const penalty_record *record = open == PENALTY_NO_RECORD ? NULL
                                                                 : &self->contacts.record[open];
        if (springs->model.located) {
            motion->contact_state[k] = record == NULL   ? PENALTY_SEPARATE
                                     : record->released ? PENALTY_RELEASED
                                                        : PENALTY_TOUCHING;
        }
        if (springs->friction.acts) {
            carom_penalty_drop_spring(springs, motion, k);
        }
        if (springs->friction.acts && record != NULL) {
            motion->friction_state[k] = record->friction_state;
            motion->x[carom_penalty_spring_index(springs, k)] = record->spring;
        }
    }
}

static carom_status reserve_motions(penalty_system *self, carom_error *error)
{
    CAROM_TRY(carom_penalty_fit_motion(&self->springs, &self->now, error));
    return carom_penalty_fit_motion(&self->springs, &self->trial, error);
}

static carom_status renew_neighbours(penalty_system *self, carom_error *error)
{
    penalty_neighbour_lists *list = &self->neighbours;
    self->springs.neighbour_count = 0;
    list->neighbour_moved_m = 0;
    self->report.pair_tests += list->pairs;
    CAROM_TRY(carom_penalty_fit_evaluation(&self->springs, list->pairs, &self->evaluated, error));
    CAROM_TRY(build_neighbours(self, error));
    CAROM_TRY(reserve_motions(self, error));
    carom_penalty_load_springs(self);
    return CAROM_OK;
}

/* Bound of the displacement of a ball in the next step (m). */
static double max_displacement(const penalty_system *self, double h)
{
    double fall = h * carom_vec_length(self->springs.problem->gravity_mps2);
    return speed_margin * h * (self->fastest_mps + fall);
}

bool carom_penalty_is_list_valid(const penalty_system *self, double h)
{
    return self->neighbours.neighbour_m - 2 * self->neighbours.neighbour_moved_m >=
           2 * max_displacement(self, h);
}

carom_status carom_penalty_find_neighbours(penalty_system *self, double h, double least_neighbour_m,
                                           carom_error *error)
{
    penalty_neighbour_lists *list = &self->neighbours;
    double wanted = 2 * max_displacement(self, h) * (1 + neighbour_steps);
    if (least_neighbour_m == 0 && carom_penalty_is_list_valid(self, h)) {
        return CAROM_OK;
    }
    if (list->neighbour_m > 0) {
        carom_penalty_store_springs(self);
    }
    list->neighbour_m = wanted > least_neighbour_m ? wanted : least_neighbour_m;
    CAROM_TRY(fit_skin(self, h, list->neighbour_m, error));
    if (list->skin_m - 2 * list->moved_m < list->neighbour_m) {
        CAROM_TRY(renew_pairs(self, error));
    }
    return renew_neighbours(self, error);
}
