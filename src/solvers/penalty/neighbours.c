/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who can meet whom: the pairs within the skin by the grid, and of these the near ones. */
#include "solvers/penalty/neighbours.h"
#include "base/grow.h"
#include "base/memory.h"
#include "base/threads.h"
#include "scene/boundaries/torus.h"
#include "scene/walls.h"
#include "search/grid_fill.h"
#include "solvers/penalty/motion.h"
#include "solvers/penalty/rubbing.h"
#include "solvers/penalty/walls.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The near list is made to last about this many steps ... */
static const double near_steps = 8;
/* ... if nobody gets faster than this multiple of the fastest speed within one step. */
static const double headroom = 2;

/* Fewer open contacts one thread looks at faster alone. */
static const size_t worth_records = 100;

/* ---- pairs ---- */

static carom_status add_pair(penalty_search *search, const penalty_pair *pair)
{
    penalty_pair *grown = carom_grow(search->pair, search->pairs, &search->capacity, sizeof *grown);
    if (grown == NULL) {
        return carom_error_no_memory(&search->error);
    }
    search->pair = grown;
    search->pair[search->pairs++] = *pair;
    return CAROM_OK;
}

/* Ball i with the balls within the skin, every pair once. */
static carom_status add_balls(const penalty_system *self, penalty_search *search, uint32_t i)
{
    const double *x = self->now.x;
    size_t found = carom_grid_pairs(&self->grid, i, search->found);
    carom_status status = CAROM_OK;
    search->tests += found;
    for (size_t k = 0; k < found && status == CAROM_OK; k++) {
        uint32_t j = search->found[k].ball;
        carom_vec shift = self->grid.shift_m[search->found[k].image];
        carom_vec way = carom_grid_way(&self->grid, carom_penalty_of(self, x, i),
                                       carom_penalty_of(self, x, j), &search->found[k]);
        double range = self->radius[i] + self->radius[j] + self->skin_m;
        bool fixed = self->inverse_mass[i] + self->inverse_mass[j] == 0;
        if (!fixed && carom_vec_square(way) < range * range) {
            status = add_pair(search, &(penalty_pair){i, j, shift, PENALTY_NO_RECORD});
        }
    }
    return status;
}

static carom_status add_walls(const penalty_system *self, penalty_search *search, uint32_t i)
{
    const carom_problem *problem = self->problem;
    uint32_t n = (uint32_t)problem->count;
    size_t walls = self->inverse_mass[i] == 0 ? 0 : carom_walls_count(problem);
    carom_status status = CAROM_OK;
    if (walls == 0 || carom_walls_clear(problem, carom_penalty_of(self, self->now.x, i),
                                        self->reach_wall[i] + self->skin_m)) {
        return CAROM_OK; /* most balls, most of the time */
    }
    status = carom_penalty_on_table(self, &self->now, i, &search->error);
    for (uint32_t wall = 0; wall < walls && status == CAROM_OK; wall++) {
        if (carom_penalty_is_by_wall(self, i, wall, self->skin_m)) {
            status = add_pair(search, &(penalty_pair){i, n + wall, {0, 0}, PENALTY_NO_RECORD});
        }
    }
    return status;
}

static void search_part(void *context, size_t part, size_t from, size_t to)
{
    const penalty_system *self = context;
    penalty_search *search = &self->search[part];
    carom_status status = CAROM_OK;
    for (size_t i = from; i < to && status == CAROM_OK; i++) {
        status = carom_watch_wants_end(self->watcher) ? carom_error_interrupted(&search->error)
                                                      : add_balls(self, search, (uint32_t)i);
        if (status == CAROM_OK) {
            status = add_walls(self, search, (uint32_t)i);
        }
    }
    search->error.status = status;
}

/* What all have found, of so many pairs, but for the first, goes behind what that has. */
static void join_part(void *context, size_t part, size_t from, size_t to)
{
    const penalty_system *self = context;
    size_t first = 0;
    (void)part;
    for (size_t p = 1; p < carom_team_size(self->team); p++) {
        const penalty_search *search = &self->search[p];
        size_t begin = from > first ? from : first, end = first + search->pairs;
        end = to < end ? to : end;
        if (begin < end) {
            memcpy(&self->pair[self->search[0].pairs + begin], &search->pair[begin - first],
                   (end - begin) * sizeof *self->pair);
        }
        first += search->pairs;
    }
}

/* What all have found becomes the system's, in the order of the balls. */
static carom_status join_search(penalty_system *self, carom_error *error)
{
    penalty_search *search = self->search;
    carom_status status = CAROM_OK;
    size_t all = 0;
    for (size_t p = 0; p < carom_team_size(self->team); p++) {
        self->report.pair_tests += search[p].tests;
        all += search[p].pairs;
        if (status == CAROM_OK && search[p].error.status != CAROM_OK) {
            status = search[p].error.status;
            if (error != NULL) {
                *error = search[p].error;
            }
        }
    }
    self->pair = search[0].pair;
    self->pairs = search[0].pairs;
    self->pair_capacity = search[0].capacity;
    if (status == CAROM_OK && all > self->pair_capacity) {
        penalty_pair *grown = realloc(self->pair, (all + all / 4) * sizeof *grown);
        if (grown == NULL) {
            return carom_error_no_memory(error);
        }
        self->pair = grown;
        self->pair_capacity = all + all / 4;
    }
    if (status == CAROM_OK) {
        carom_parallel_from(self->team, 0, all - self->pairs, join_part, self);
        self->pairs = all;
    }
    return status;
}

static carom_status search_pairs(penalty_system *self, carom_error *error)
{
    for (size_t p = 0; p < carom_team_size(self->team); p++) {
        self->search[p].pairs = 0;
        self->search[p].tests = 0;
        self->search[p].error = (carom_error){CAROM_OK, "", ""};
    }
    self->search[0].pair = self->pair; /* room of its own has each of the others */
    self->search[0].capacity = self->pair_capacity;
    carom_parallel_from(self->team, 0, self->problem->count, search_part, self);
    return join_search(self, error);
}

static void wrap_part(void *context, size_t part, size_t from, size_t to)
{
    penalty_system *self = context;
    const carom_problem *problem = self->problem;
    (void)part;
    for (size_t i = from; i < to; i++) {
        carom_vec at = carom_penalty_of(self, self->now.x, i), home = carom_torus_home(problem, at);
        carom_penalty_set(self, self->now.x, i, home);
        carom_flight_book_fold(problem, i, carom_vec_minus(home, at), &self->accounts);
    }
}

/* What weight gains by it is booked in the order of the balls. */
static void wrap_positions(penalty_system *self)
{
    const carom_problem *problem = self->problem;
    if (problem->boundary == CAROM_PERIODIC) {
        carom_parallel_from(carom_vec_is_zero(problem->gravity_mps2) ? self->team : NULL, 0,
                            problem->count, wrap_part, self);
    }
}

/* Open contacts find their pair again: pairs come in order of a. */
static void carry_records(void *context, size_t part, size_t from, size_t to)
{
    const penalty_system *self = context;
    (void)part;
    for (size_t r = from; r < to; r++) {
        penalty_record *record = &self->record[r];
        size_t low = 0, high = self->pairs;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (self->pair[middle].a < record->collision.a) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        while (low < self->pairs && self->pair[low].b != record->b) {
            low++; /* an overlap is listed, whatever the skin */
        }
        record->pair = low;
        if (low < self->pairs && self->pair[low].a == record->collision.a) {
            self->pair[low].record = (uint32_t)r;
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
        t, self->fastest_mps * h, h, self->problem->width_m, self->problem->height_m);
}

/* A skin wide enough for the near list; the grid grows with it where it must. */
static carom_status fit_skin(penalty_system *self, double h, double near_m, carom_error *error)
{
    static const double spare = 2;
    carom_status status;
    if (near_m <= self->skin_m) {
        return CAROM_OK;
    }
    if (!isfinite(spare * near_m)) {
        return carom_error_set(error, CAROM_NOT_FINITE, "step_s",
                               "a ball goes farther in a step of %.6g s than numbers go; expected "
                               "a smaller step",
                               h);
    }
    carom_grid_free(&self->grid);
    status = carom_grid_init(&self->grid, self->problem, 1, spare * near_m, error);
    if (status == CAROM_INVALID) {
        return too_far(self, h, error);
    }
    if (status == CAROM_OK) {
        self->skin_m = spare * near_m;
        self->moved_m = INFINITY; /* the pairs must be found anew */
    }
    return status;
}

static carom_status find_pairs(penalty_system *self, carom_error *error)
{
    carom_status status;
    wrap_positions(self);
    carom_grid_fill(&self->grid, self->now.x, &self->now.x[self->problem->count], self->bucket,
                    self->team);
    status = search_pairs(self, error);
    if (status == CAROM_OK) {
        carom_parallel_from(self->team, worth_records, self->records, carry_records, self);
        status = carom_penalty_recount(self, error);
    }
    self->moved_m = status == CAROM_OK ? 0 : INFINITY;
    return status;
}

/* ---- those near ---- */

static penalty_near near_of(const penalty_system *self, penalty_made made[2], size_t k)
{
    static const double rounding = 1e-12; /* of a square, a root and a sum, and more */
    const penalty_pair *pair = &self->pair[k];
    const carom_ball *ball = self->problem->ball;
    bool wall = pair->b >= self->problem->count;
    const carom_ball *a = &ball[pair->a], *b = wall ? NULL : &ball[pair->b];
    penalty_near near = {.a = pair->a,
                         .b = pair->b,
                         .wall = wall,
                         .shift = pair->shift,
                         .reach_m = wall ? self->reach_wall[pair->a]
                                         : ball[pair->a].radius_m + ball[pair->b].radius_m,
                         .contact = carom_penalty_contact(self, &made[wall], a, b),
                         .pair = k};
    near.apart_m2 = near.reach_m * near.reach_m * (1 + rounding);
    near.duration_s = made[wall].duration_s;
    if (self->located) {
        /* smooth until the release is found, wherever it ends */
        near.contact.end = CAROM_END_OVERLAP;
    }
    return near;
}

/* Room for so many, and for what friction is at them. */
static carom_status fit_near(penalty_system *self, size_t nears, carom_error *error)
{
    bool missing = false;
    size_t wanted = nears + nears / 2 + 1;
    if (nears < self->near_capacity) {
        return CAROM_OK;
    }
    free(self->near);
    free(self->grip);
    self->near = carom_zeros(wanted, sizeof *self->near, &missing);
    self->grip = self->rough ? carom_zeros(wanted, sizeof *self->grip, &missing) : NULL;
    self->near_capacity = missing ? 0 : wanted;
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

/* What near pair number @p at is, which is pair k. */
static void describe(penalty_system *self, penalty_made made[2], size_t at, size_t k)
{
    const carom_ball *ball = self->problem->ball;
    self->near[at] = near_of(self, made, k);
    if (self->rough) {
        const penalty_near *near = &self->near[at];
        self->grip[at] = carom_penalty_grip_of(self, &ball[near->a],
                                               near->wall ? NULL : &ball[near->b]);
    }
}

static bool is_near(const penalty_system *self, const penalty_pair *pair)
{
    if (pair->b >= self->problem->count) {
        return carom_penalty_is_by_wall(self, pair->a, pair->b - self->problem->count,
                                        self->near_m);
    } else {
        const double *x = self->now.x;
        carom_vec image = carom_vec_add(carom_penalty_of(self, x, pair->b), pair->shift);
        carom_vec way = carom_vec_minus(image, carom_penalty_of(self, x, pair->a));
        double range = self->radius[pair->a] + self->radius[pair->b] + self->near_m;
        return carom_vec_square(way) < range * range;
    }
}

/* The same where its balls are like those of near pair number @p like. */
static void describe_like(penalty_system *self, size_t like, size_t at, size_t k)
{
    const penalty_pair *pair = &self->pair[k];
    penalty_near *near = &self->near[at];
    *near = self->near[like];
    near->a = pair->a;
    near->b = pair->b;
    near->shift = pair->shift;
    near->pair = k;
    if (self->rough) {
        self->grip[at] = self->grip[like];
    }
}

/* How many near pairs each thread finds among its pairs; where in the list they begin; what it has
 * described last. */
typedef struct {
    penalty_system *self;
    size_t count[CAROM_MOST_THREADS], first[CAROM_MOST_THREADS];
    penalty_made made[CAROM_MOST_THREADS][2];
} near_search;

static void find_those_near(void *context, size_t part, size_t from, size_t to)
{
    near_search *search = context;
    const penalty_system *self = search->self;
    size_t count = 0;
    for (size_t k = from; k < to; k++) {
        bool near = self->pair[k].record != PENALTY_NO_RECORD || is_near(self, &self->pair[k]);
        self->acting[k] = near;
        count += near;
    }
    search->count[part] = count;
}

static void list_those_near(void *context, size_t part, size_t from, size_t to)
{
    near_search *search = context;
    penalty_system *self = search->self;
    size_t at = search->first[part], like = SIZE_MAX, n = self->problem->count;
    for (size_t k = from; k < to; k++) {
        const penalty_pair *pair = &self->pair[k];
        bool alike;
        if (!self->acting[k]) {
            continue;
        }
        alike = pair->b < n && self->alike[pair->a] && self->alike[pair->b];
        if (alike && like < SIZE_MAX) {
            describe_like(self, like, at, k);
        } else {
            describe(self, search->made[part], at, k);
            like = alike ? at : like;
        }
        at++;
    }
}

static carom_status list_near(penalty_system *self, carom_error *error)
{
    near_search search; /* long, and of most only the first is needed */
    size_t parts = carom_team_size(self->team), nears = 0;
    carom_status status;
    search.self = self;
    memset(search.count, 0, parts * sizeof *search.count);
    carom_parallel_from(self->team, 0, self->pairs, find_those_near, &search);
    for (size_t p = 0; p < parts; p++) {
        search.first[p] = nears;
        nears += search.count[p];
        search.made[p][0] = self->made[0];
        search.made[p][1] = self->made[1];
    }
    status = fit_near(self, nears, error);
    if (status == CAROM_OK) {
        carom_parallel_from(self->team, 0, self->pairs, list_those_near, &search);
        self->made[0] = search.made[0][0];
        self->made[1] = search.made[0][1];
        self->nears = nears;
    }
    return status;
}

static carom_status find_near(penalty_system *self, carom_error *error)
{
    carom_status status;
    self->nears = 0;
    self->near_moved_m = 0;
    self->report.pair_tests += self->pairs;
    status = carom_penalty_fit_to_pairs(self, error);
    if (status == CAROM_OK) {
        status = list_near(self, error);
    }
    if (status == CAROM_OK) {
        status = carom_penalty_fit_to_near(self, error);
    }
    if (status == CAROM_OK && self->located) {
        carom_penalty_watch_anew(self, &self->now);
    }
    if (status == CAROM_OK && self->rough) {
        carom_penalty_load_springs(self);
    }
    return status;
}

carom_status carom_penalty_list_again(penalty_system *self, const uint32_t *pair, size_t nears,
                                      carom_error *error)
{
    carom_status status = carom_penalty_fit_to_pairs(self, error);
    self->nears = 0;
    if (status == CAROM_OK) {
        status = fit_near(self, nears, error);
    }
    for (; self->nears < nears && status == CAROM_OK; self->nears++) {
        describe(self, self->made, self->nears, pair[self->nears]);
    }
    return status == CAROM_OK ? carom_penalty_fit_to_near(self, error) : status;
}

/* What a ball may go in the next step, m. */
static double most_move(const penalty_system *self, double h)
{
    double fall = h * carom_vec_length(self->problem->gravity_mps2);
    return headroom * h * (self->fastest_mps + fall);
}

bool carom_penalty_list_lasts(const penalty_system *self, double h)
{
    return self->near_m - 2 * self->near_moved_m >= 2 * most_move(self, h);
}

carom_status carom_penalty_find_neighbours(penalty_system *self, double h, double least_near_m,
                                           carom_error *error)
{
    double wanted = 2 * most_move(self, h) * (1 + near_steps);
    carom_status status;
    if (least_near_m == 0 && carom_penalty_list_lasts(self, h)) {
        return CAROM_OK;
    }
    if (self->rough && self->near_m > 0) {
        carom_penalty_keep_springs(self);
    }
    self->near_m = wanted > least_near_m ? wanted : least_near_m;
    status = fit_skin(self, h, self->near_m, error);
    if (status == CAROM_OK && self->skin_m - 2 * self->moved_m < self->near_m) {
        status = find_pairs(self, error);
    }
    return status == CAROM_OK ? find_near(self, error) : status;
}
