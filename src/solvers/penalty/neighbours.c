/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbours: the grid finds the candidate pairs within the skin; the near list is the part of them
 * that can touch within the next steps. */
#include "base/base.h"
#include "scene/boundaries.h"
#include "scene/scene.h"
#include "solvers/penalty/penalty.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The near list is made to last about this many steps ... */
static const double near_steps = 8;
/* ... if nobody gets faster than this multiple of the fastest speed within one step. */
static const double headroom = 2;

/* ---- pairs ---- */

static carom_status add_pair(penalty_neighbours *list, const penalty_pair *pair, carom_error *error)
{
    if (!carom_reserve(&list->pair, list->pairs, &list->pair_capacity, sizeof *pair)) {
        return carom_error_no_memory(error);
    }
    list->pair[list->pairs++] = *pair;
    return CAROM_OK;
}

/* Ball i with the balls within the skin, every pair once. */
static carom_status add_balls(penalty_system *self, uint32_t i, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    penalty_neighbours *list = &self->neighbours;
    const double *x = self->now.x;
    size_t found = carom_grid_pairs(&list->grid, i, list->found);
    self->report.pair_tests += found;
    for (size_t k = 0; k < found; k++) {
        uint32_t j = list->found[k].ball;
        carom_vec shift = list->grid.shift_m[list->found[k].image];
        carom_vec way = carom_grid_way(&list->grid, carom_penalty_of(springs, x, i),
                                       carom_penalty_of(springs, x, j), &list->found[k]);
        double range = springs->constants.radius[i] + springs->constants.radius[j] + list->skin_m;
        bool fixed = springs->constants.inverse_mass[i] + springs->constants.inverse_mass[j] == 0;
        if (!fixed && carom_vec_square(way) < range * range) {
            CAROM_TRY(add_pair(list, &(penalty_pair){i, j, shift, PENALTY_NO_RECORD}, error));
        }
    }
    return CAROM_OK;
}

static carom_status add_walls(penalty_system *self, uint32_t i, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    penalty_neighbours *list = &self->neighbours;
    const carom_problem *problem = springs->problem;
    uint32_t n = (uint32_t)problem->count;
    size_t walls = springs->constants.inverse_mass[i] == 0 ? 0 : carom_walls_count(problem);
    if (walls == 0 || carom_walls_clear(problem, carom_penalty_of(springs, self->now.x, i),
                                        springs->constants.reach_wall[i] + list->skin_m)) {
        return CAROM_OK; /* most balls, most of the time */
    }
    CAROM_TRY(carom_penalty_on_table(springs, self->now.x, i, self->time_s, error));
    for (uint32_t wall = 0; wall < walls; wall++) {
        if (carom_penalty_is_by_wall(springs, self->now.x, i, wall, list->skin_m)) {
            CAROM_TRY(
                add_pair(list, &(penalty_pair){i, n + wall, {0, 0}, PENALTY_NO_RECORD}, error));
        }
    }
    return CAROM_OK;
}

/* The pairs of all balls, in the order of the first ball. */
static carom_status search_pairs(penalty_system *self, carom_error *error)
{
    self->neighbours.pairs = 0;
    for (uint32_t i = 0; i < self->springs.problem->count; i++) {
        if (carom_watch_wants_end(self->watcher)) {
            return carom_error_interrupted(error);
        }
        CAROM_TRY(add_balls(self, i, error));
        CAROM_TRY(add_walls(self, i, error));
    }
    return CAROM_OK;
}

/* Moves the balls of a torus into its first image; books what gravity's potential gains by it. */
static void wrap_positions(penalty_system *self)
{
    const penalty_springs *springs = &self->springs;
    const carom_problem *problem = springs->problem;
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_PERIODIC; i++) {
        carom_vec at = carom_penalty_of(springs, self->now.x, i),
                  home = carom_torus_home(problem, at);
        carom_penalty_set(springs, self->now.x, i, home);
        carom_flight_book_fold(problem, i, carom_vec_minus(home, at), &self->accounts);
    }
}

/* Lists of the grid's buckets rise. */
static void fill_grid(penalty_system *self)
{
    carom_grid_clear(&self->neighbours.grid);
    for (uint32_t i = (uint32_t)self->springs.problem->count; i-- > 0;) {
        carom_grid_place(&self->neighbours.grid, i,
                         carom_penalty_of(&self->springs, self->now.x, i));
    }
}

/* Open contacts find their pair again: pairs come in order of a. */
static void carry_records(const penalty_neighbours *list, const penalty_contacts *contacts)
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
            low++; /* an overlap is listed, whatever the skin */
        }
        record->pair = low;
        if (low < list->pairs && list->pair[low].a == record->collision.a) {
            list->pair[low].record = (uint32_t)r;
        }
    }
}

/* Balls go so far in a step that a periodic table has no room for the list of those that may touch.
 */
static carom_status too_far(const penalty_system *self, double h, carom_error *error)
{
    char t[32];
    carom_number_format_digits(self->time_s, 12, t, sizeof t);
    return carom_error_set(
        error, CAROM_INVALID, "step_s",
        "at t = %s s a ball goes up to %.6g m in a step of %.6g s, too far for a "
        "periodic table of %.6g m x %.6g m, where two must meet in one image only; expected a "
        "smaller step",
        t, self->fastest_mps * h, h, self->springs.problem->width_m,
        self->springs.problem->height_m);
}

/* A skin wide enough for the near list; the grid grows with it where it must. */
static carom_status fit_skin(penalty_system *self, double h, double near_m, carom_error *error)
{
    penalty_neighbours *list = &self->neighbours;
    static const double spare = 2;
    carom_status status;
    if (near_m <= list->skin_m) {
        return CAROM_OK;
    }
    if (!isfinite(spare * near_m)) {
        return carom_error_set(error, CAROM_NOT_FINITE, "step_s",
                               "a ball goes farther in a step of %.6g s than numbers go; expected "
                               "a smaller step",
                               h);
    }
    carom_grid_free(&list->grid);
    status = carom_grid_init(&list->grid, self->springs.problem, 1, spare * near_m, error);
    if (status == CAROM_INVALID) {
        return too_far(self, h, error);
    }
    CAROM_TRY(status);
    list->skin_m = spare * near_m;
    list->moved_m = INFINITY; /* the pairs must be found anew */
    return CAROM_OK;
}

static carom_status find_pairs(penalty_system *self, carom_error *error)
{
    self->neighbours.moved_m = INFINITY; /* until they are complete */
    wrap_positions(self);
    fill_grid(self);
    CAROM_TRY(search_pairs(self, error));
    carry_records(&self->neighbours, &self->contacts);
    CAROM_TRY(carom_penalty_recount(&self->neighbours, &self->contacts, error));
    self->neighbours.moved_m = 0;
    return CAROM_OK;
}

/* ---- those near ---- */

static bool is_same(const carom_surface *p, const carom_surface *q)
{
    return p->reduced_mass_kg == q->reduced_mass_kg && p->damping == q->damping &&
           p->stiffness_factor == q->stiffness_factor;
}

/* How long a contact of this kind lasts, to a power of two, which no rounding of a function
 * changes. Not at the speed that it has, which is known too late, nor at that of the fastest ball,
 * which may be far away. */
static double duration_of(const carom_force_law *law, const carom_contact *contact)
{
    static const double typical_mps = 1;
    int exponent;
    frexp(4 / law->frequency_per_s(contact, typical_mps), &exponent);
    return ldexp(1, exponent);
}

/* Most contacts are like the last one; some laws take long to describe one. */
static carom_contact describe_contact(const penalty_springs *springs, penalty_made *made,
                                      const carom_ball *a, const carom_ball *b)
{
    const penalty_dampings *damping = &springs->model.epoch[springs->model.changed];
    const carom_pair *pair = carom_problem_pair(springs->problem, a, b);
    carom_surface surface = {.reduced_mass_kg = carom_pair_reduced_mass(a, b),
                             .damping = b == NULL ? damping->wall.damping : damping->ball.damping,
                             .stiffness_factor = 1,
                             .end = springs->model.contact_end,
                             .wall = b == NULL};
    if (pair != NULL) {
        surface.stiffness_factor = pair->stiffness_factor;
        surface.damping = isnan(pair->restitution)
                            ? surface.damping
                            : damping->pair[pair - springs->problem->pair].damping;
    }
    if (!is_same(&made->surface, &surface)) {
        *made = (penalty_made){
            surface, springs->model.law->contact(springs->model.law_options, &surface), 0};
        if (springs->model.located) {
            made->duration_s = duration_of(springs->model.law, &made->contact);
        }
    }
    return made->contact;
}

static penalty_near near_of(penalty_springs *springs, const penalty_pair *pair, size_t k)
{
    static const double rounding = 1e-12; /* of a square, a root and a sum, and more */
    const carom_ball *ball = springs->problem->ball;
    bool wall = pair->b >= springs->problem->count;
    const carom_ball *a = &ball[pair->a], *b = wall ? NULL : &ball[pair->b];
    penalty_near near = {.a = pair->a,
                         .b = pair->b,
                         .wall = wall,
                         .shift = pair->shift,
                         .reach_m = wall ? springs->constants.reach_wall[pair->a]
                                         : ball[pair->a].radius_m + ball[pair->b].radius_m,
                         .contact = describe_contact(springs, &springs->model.made[wall], a, b),
                         .pair = k};
    near.apart_m2 = near.reach_m * near.reach_m * (1 + rounding);
    near.duration_s = springs->model.made[wall].duration_s;
    if (springs->model.located) {
        /* smooth until the release is found, wherever it ends */
        near.contact.end = CAROM_END_OVERLAP;
    }
    return near;
}

/* Room for so many, and for what friction is at them. */
static carom_status fit_near(penalty_springs *springs, size_t nears, carom_error *error)
{
    bool missing = false;
    size_t wanted = nears + nears / 2 + 1;
    if (nears < springs->near_capacity) {
        return CAROM_OK;
    }
    springs->near = carom_penalty_renew(springs->near, wanted, sizeof *springs->near, &missing);
    if (springs->friction.acts) {
        springs->friction.grip = carom_penalty_renew(springs->friction.grip, wanted,
                                                     sizeof *springs->friction.grip, &missing);
    }
    springs->near_capacity = missing ? 0 : wanted;
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

/* What near pair number @p at is, which is pair k. */
static void describe(penalty_springs *springs, const penalty_pair *pair, size_t at, size_t k)
{
    const carom_ball *ball = springs->problem->ball;
    springs->near[at] = near_of(springs, pair, k);
    if (springs->friction.acts) {
        const penalty_near *near = &springs->near[at];
        springs->friction.grip[at] = carom_penalty_grip_of(springs, &ball[near->a],
                                                           near->wall ? NULL : &ball[near->b]);
    }
}

static bool is_near(const penalty_system *self, const penalty_pair *pair)
{
    const penalty_springs *springs = &self->springs;
    const double *x = self->now.x, *radius = springs->constants.radius;
    size_t n = springs->problem->count;
    carom_vec image, way;
    double range;
    if (pair->b >= n) {
        return carom_penalty_is_by_wall(springs, x, pair->a, pair->b - n, self->neighbours.near_m);
    }
    image = carom_vec_add(carom_penalty_of(springs, x, pair->b), pair->shift);
    way = carom_vec_minus(image, carom_penalty_of(springs, x, pair->a));
    range = radius[pair->a] + radius[pair->b] + self->neighbours.near_m;
    return carom_vec_square(way) < range * range;
}

/* The same where its balls are like those of near pair number @p like. */
static void describe_like(penalty_springs *springs, const penalty_pair *pair, size_t like,
                          size_t at, size_t k)
{
    penalty_near *near = &springs->near[at];
    *near = springs->near[like];
    near->a = pair->a;
    near->b = pair->b;
    near->shift = pair->shift;
    near->pair = k;
    if (springs->friction.acts) {
        springs->friction.grip[at] = springs->friction.grip[like];
    }
}

/* Marks the near pairs. @return how many there are */
static size_t mark_near(const penalty_system *self)
{
    const penalty_neighbours *list = &self->neighbours;
    size_t count = 0;
    for (size_t k = 0; k < list->pairs; k++) {
        bool near = list->pair[k].record != PENALTY_NO_RECORD || is_near(self, &list->pair[k]);
        self->evaluated.acting[k] = near;
        count += near;
    }
    return count;
}

static carom_status list_near(penalty_system *self, carom_error *error)
{
    penalty_springs *springs = &self->springs;
    size_t at = 0, like = SIZE_MAX, n = springs->problem->count;
    CAROM_TRY(fit_near(springs, mark_near(self), error));
    for (size_t k = 0; k < self->neighbours.pairs; k++) {
        const penalty_pair *pair = &self->neighbours.pair[k];
        bool alike;
        if (!self->evaluated.acting[k]) {
            continue;
        }
        alike = pair->b < n && springs->constants.alike[pair->a] &&
                springs->constants.alike[pair->b];
        if (alike && like < SIZE_MAX) {
            describe_like(springs, pair, like, at, k);
        } else {
            describe(springs, pair, at, k);
            like = alike ? at : like;
        }
        at++;
    }
    springs->nears = at;
    return CAROM_OK;
}

/* ---- what lasts from one near list to the next ---- */

void carom_penalty_keep_springs(penalty_system *self)
{
    const penalty_springs *springs = &self->springs;
    for (size_t k = 0; k < springs->nears && springs->friction.acts; k++) {
        uint32_t open = self->neighbours.pair[springs->near[k].pair].record;
        if (open != PENALTY_NO_RECORD) {
            self->contacts.record[open].hold = self->now.hold[k];
            self->contacts.record[open].spring = self->now.x[carom_penalty_spring(springs, k)];
        }
    }
}

void carom_penalty_load_springs(penalty_system *self)
{
    const penalty_springs *springs = &self->springs;
    penalty_motion *motion = &self->now;
    for (size_t k = 0; k < springs->nears; k++) {
        uint32_t open = self->neighbours.pair[springs->near[k].pair].record;
        const penalty_record *record = open == PENALTY_NO_RECORD ? NULL
                                                                 : &self->contacts.record[open];
        if (springs->model.located) {
            motion->watch[k] = record == NULL   ? PENALTY_OFF
                             : record->released ? PENALTY_SPENT
                                                : PENALTY_ON;
        }
        if (springs->friction.acts) {
            carom_penalty_drop_spring(springs, motion, k);
        }
        if (springs->friction.acts && record != NULL) {
            motion->hold[k] = record->hold;
            motion->x[carom_penalty_spring(springs, k)] = record->spring;
        }
    }
}

static carom_status fit_motions(penalty_system *self, carom_error *error)
{
    CAROM_TRY(carom_penalty_fit_motion(&self->springs, &self->now, error));
    return carom_penalty_fit_motion(&self->springs, &self->trial, error);
}

static carom_status find_near(penalty_system *self, carom_error *error)
{
    penalty_neighbours *list = &self->neighbours;
    self->springs.nears = 0;
    list->near_moved_m = 0;
    self->report.pair_tests += list->pairs;
    CAROM_TRY(carom_penalty_fit_evaluation(&self->springs, list->pairs, &self->evaluated, error));
    CAROM_TRY(list_near(self, error));
    CAROM_TRY(fit_motions(self, error));
    carom_penalty_load_springs(self);
    return CAROM_OK;
}

carom_status carom_penalty_list_again(penalty_system *self, const uint32_t *pair, size_t nears,
                                      carom_error *error)
{
    penalty_springs *springs = &self->springs;
    const penalty_neighbours *list = &self->neighbours;
    springs->nears = 0;
    CAROM_TRY(carom_penalty_fit_evaluation(springs, list->pairs, &self->evaluated, error));
    CAROM_TRY(fit_near(springs, nears, error));
    for (size_t k = 0; k < nears; k++) {
        describe(springs, &list->pair[pair[k]], k, pair[k]);
    }
    springs->nears = nears;
    return fit_motions(self, error);
}

/* What a ball may go in the next step, m. */
static double most_move(const penalty_system *self, double h)
{
    double fall = h * carom_vec_length(self->springs.problem->gravity_mps2);
    return headroom * h * (self->fastest_mps + fall);
}

bool carom_penalty_list_lasts(const penalty_system *self, double h)
{
    return self->neighbours.near_m - 2 * self->neighbours.near_moved_m >= 2 * most_move(self, h);
}

carom_status carom_penalty_find_neighbours(penalty_system *self, double h, double least_near_m,
                                           carom_error *error)
{
    penalty_neighbours *list = &self->neighbours;
    double wanted = 2 * most_move(self, h) * (1 + near_steps);
    if (least_near_m == 0 && carom_penalty_list_lasts(self, h)) {
        return CAROM_OK;
    }
    if (list->near_m > 0) {
        carom_penalty_keep_springs(self);
    }
    list->near_m = wanted > least_near_m ? wanted : least_near_m;
    CAROM_TRY(fit_skin(self, h, list->near_m, error));
    if (list->skin_m - 2 * list->moved_m < list->near_m) {
        CAROM_TRY(find_pairs(self, error));
    }
    return find_near(self, error);
}
