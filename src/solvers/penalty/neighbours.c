/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who can meet whom: the pairs within the skin by the grid, and of these the near ones. */
#include "base/grow.h"
#include "base/memory.h"
#include "base/threads.h"
#include "scene/boundaries/torus.h"
#include "scene/walls.h"
#include "solvers/penalty/rubbing.h"
#include "solvers/penalty/walls.h"
#include <math.h>
#include <stdlib.h>

/* The near list is made to last about this many steps ... */
static const double near_steps = 8;
/* ... if nobody gets faster than this multiple of the fastest speed within one step. */
static const double headroom = 2;

static carom_status add_pair(penalty_system *self, const penalty_pair *pair, carom_error *error)
{
    penalty_pair *grown = carom_grow(self->pair, self->pairs, &self->pair_capacity, sizeof *grown);
    if (grown == NULL) {
        return carom_error_no_memory(error);
    }
    self->pair = grown;
    self->pair[self->pairs++] = *pair;
    return CAROM_OK;
}

/* Ball i with the balls within the skin, every pair once. */
static carom_status add_balls(penalty_system *self, uint32_t i, carom_error *error)
{
    const double *x = self->now.x;
    size_t found = carom_grid_pairs(&self->grid, i, self->found);
    carom_status status = CAROM_OK;
    self->report.pair_tests += found;
    for (size_t k = 0; k < found && status == CAROM_OK; k++) {
        uint32_t j = self->found[k].ball;
        carom_vec shift = self->grid.shift_m[self->found[k].image];
        carom_vec way = carom_grid_way(&self->grid, carom_penalty_of(self, x, i),
                                       carom_penalty_of(self, x, j), &self->found[k]);
        double range = self->radius[i] + self->radius[j] + self->skin_m;
        bool fixed = self->inverse_mass[i] + self->inverse_mass[j] == 0;
        if (!fixed && carom_vec_square(way) < range * range) {
            status = add_pair(self, &(penalty_pair){i, j, shift, PENALTY_NO_RECORD}, error);
        }
    }
    return status;
}

static carom_status add_walls(penalty_system *self, uint32_t i, carom_error *error)
{
    const carom_problem *problem = self->problem;
    uint32_t n = (uint32_t)problem->count;
    size_t walls = self->inverse_mass[i] == 0 ? 0 : carom_walls_count(problem);
    carom_status status = CAROM_OK;
    if (walls == 0 || carom_walls_clear(problem, carom_penalty_of(self, self->now.x, i),
                                        self->reach_wall[i] + self->skin_m)) {
        return CAROM_OK; /* most balls, most of the time */
    }
    status = carom_penalty_on_table(self, &self->now, i, error);
    for (uint32_t wall = 0; wall < walls && status == CAROM_OK; wall++) {
        if (carom_penalty_is_by_wall(self, i, wall, self->skin_m)) {
            status = add_pair(self, &(penalty_pair){i, n + wall, {0, 0}, PENALTY_NO_RECORD}, error);
        }
    }
    return status;
}

static void wrap_positions(penalty_system *self)
{
    const carom_problem *problem = self->problem;
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_PERIODIC; i++) {
        carom_vec at = carom_penalty_of(self, self->now.x, i), home = carom_torus_home(problem, at);
        carom_penalty_set(self, self->now.x, i, home);
        carom_flight_book_fold(problem, i, carom_vec_minus(home, at), &self->accounts);
    }
}

static void fill_grid(penalty_system *self)
{
    carom_grid *grid = &self->grid;
    carom_grid_clear(grid);
    for (size_t i = self->problem->count; i-- > 0;) {
        carom_grid_place(grid, (uint32_t)i, carom_penalty_of(self, self->now.x, i));
    }
}

/* Open contacts find their pair again: pairs come in order of a. */
static void carry_records(penalty_system *self)
{
    for (size_t r = 0; r < self->records; r++) {
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
        while (self->pair[low].b != record->b) { /* an overlap is listed, whatever the skin */
            low++;
        }
        self->pair[low].record = (uint32_t)r;
        record->pair = low;
    }
}

/* Balls go so far in a step that a periodic table has no room for the list of those that may touch.
 */
static carom_status too_far(const penalty_system *self, double h, carom_error *error)
{
    char t[32];
    carom_number_format_short(self->time_s, t, sizeof t);
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
    carom_status status = CAROM_OK;
    wrap_positions(self);
    fill_grid(self);
    self->pairs = 0;
    self->moved_m = 0;
    for (uint32_t i = 0; i < self->problem->count && status == CAROM_OK; i++) {
        status = carom_watch_wants_end(self->watcher) ? carom_error_interrupted(error)
                                                      : add_balls(self, i, error);
        if (status == CAROM_OK) {
            status = add_walls(self, i, error);
        }
    }
    if (status == CAROM_OK) {
        carry_records(self);
    } else {
        self->moved_m = INFINITY;
    }
    return status;
}

static penalty_near near_of(penalty_system *self, size_t k)
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
                         .contact = carom_penalty_contact(self, a, b),
                         .pair = k};
    near.apart_m2 = near.reach_m * near.reach_m * (1 + rounding);
    near.duration_s = self->made[wall].duration_s;
    if (self->located) {
        /* smooth until the release is found, wherever it ends */
        near.contact.end = CAROM_END_OVERLAP;
    }
    return near;
}

static carom_status add_near(penalty_system *self, const penalty_near *near, carom_error *error)
{
    penalty_near *grown = carom_grow(self->near, self->nears, &self->near_capacity, sizeof *grown);
    if (grown == NULL) {
        return carom_error_no_memory(error);
    }
    self->near = grown;
    self->near[self->nears++] = *near;
    return CAROM_OK;
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

static void find_those_near(void *context, size_t part, size_t from, size_t to)
{
    const penalty_system *self = context;
    (void)part;
    for (size_t k = from; k < to; k++) {
        self->acting[k] = self->pair[k].record != PENALTY_NO_RECORD ||
                          is_near(self, &self->pair[k]);
    }
}

/* Room to say something of every pair. */
static carom_status fit_acting(penalty_system *self, carom_error *error)
{
    size_t wanted = self->pairs + 1;
    if (wanted <= self->acting_capacity) {
        return CAROM_OK;
    }
    wanted += wanted / 2;
    free(self->acting);
    free(self->normal);
    free(self->arm);
    self->acting = calloc(wanted, sizeof *self->acting);
    self->normal = calloc(wanted, sizeof *self->normal);
    self->arm = self->rough ? calloc(wanted, sizeof *self->arm) : NULL;
    self->acting_capacity = self->acting != NULL && self->normal != NULL &&
                                    (self->arm != NULL || !self->rough)
                              ? wanted
                              : 0;
    return self->acting_capacity > 0 ? CAROM_OK : carom_error_no_memory(error);
}

/* Room for what friction is at every near pair. */
static carom_status fit_grips(penalty_system *self, carom_error *error)
{
    free(self->grip);
    self->grip = calloc(self->nears + 1, sizeof *self->grip);
    if (self->grip == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t k = 0; k < self->nears; k++) {
        const penalty_near *near = &self->near[k];
        const carom_ball *ball = self->problem->ball;
        self->grip[k] = carom_penalty_grip_of(self, &ball[near->a],
                                              near->wall ? NULL : &ball[near->b]);
    }
    return CAROM_OK;
}

/* Room for the state that a step begins with; what is in it is lost. */
static carom_status fit_before(penalty_system *self, carom_error *error)
{
    size_t wanted = self->now.x_capacity;
    bool missing = false;
    if (wanted <= self->before_capacity) {
        return CAROM_OK;
    }
    free(self->x_before);
    free(self->v_before);
    self->x_before = carom_zeros(wanted, sizeof(double), &missing);
    self->v_before = carom_zeros(wanted, sizeof(double), &missing);
    self->before_capacity = missing ? 0 : wanted;
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

/* Everything that is as long as the near list. */
static carom_status fit_to_near(penalty_system *self, carom_error *error)
{
    carom_status status = carom_penalty_fit_motion(self, &self->now, error);
    if (status == CAROM_OK) {
        status = carom_penalty_fit_motion(self, &self->trial, error);
    }
    if (status == CAROM_OK) {
        status = fit_before(self, error);
    }
    if (status == CAROM_OK && self->rough) {
        status = fit_grips(self, error);
    }
    return status;
}

static carom_status find_near(penalty_system *self, carom_error *error)
{
    carom_status status = CAROM_OK;
    self->nears = 0;
    self->near_moved_m = 0;
    self->report.pair_tests += self->pairs;
    status = fit_acting(self, error);
    if (status == CAROM_OK) {
        carom_parallel(self->team, self->pairs, find_those_near, self);
    }
    for (size_t k = 0; k < self->pairs && status == CAROM_OK; k++) {
        if (self->acting[k]) {
            penalty_near near = near_of(self, k);
            status = add_near(self, &near, error);
        }
    }
    if (status == CAROM_OK) {
        status = fit_to_near(self, error);
    }
    if (status == CAROM_OK && self->located) {
        carom_penalty_watch_anew(self, &self->now);
    }
    if (status == CAROM_OK && self->rough) {
        carom_penalty_load_springs(self);
    }
    return status;
}

/* ---- kept and given back ---- */

static void pass_pair(carom_archive *archive, void *one)
{
    penalty_pair *pair = one;
    carom_archive_field(archive, pair->a);
    carom_archive_field(archive, pair->b);
    carom_archive_field(archive, pair->shift);
    carom_archive_field(archive, pair->record);
}

/* The grid is empty between two searches; how wide its cells are goes by the skin that it was made
 * for. */
static carom_status archive_skin(penalty_system *self, carom_archive *archive)
{
    double made_for_m = self->skin_m;
    carom_archive_value(archive, self->skin_m);
    carom_archive_value(archive, self->moved_m);
    carom_archive_value(archive, self->near_m);
    carom_archive_value(archive, self->near_moved_m);
    if (self->skin_m == made_for_m) {
        return CAROM_OK;
    }
    carom_grid_free(&self->grid);
    return carom_grid_init(&self->grid, self->problem, 1, self->skin_m, &archive->failure);
}

/* Of those near only which pairs they are: what their forces need follows from that. */
static carom_status archive_near(penalty_system *self, carom_archive *archive)
{
    size_t nears = self->nears;
    uint32_t *pair = calloc(nears + 1, sizeof *pair);
    carom_status status = pair == NULL ? carom_error_no_memory(&archive->failure) : CAROM_OK;
    for (size_t k = 0; k < nears && status == CAROM_OK; k++) {
        pair[k] = (uint32_t)self->near[k].pair;
    }
    if (status == CAROM_OK) {
        carom_archive_list(archive, &pair, &nears, NULL, sizeof *pair);
        status = archive->failure.status;
    }
    if (!archive->keeping && status == CAROM_OK) {
        self->nears = 0;
        status = fit_acting(self, &archive->failure);
        for (size_t k = 0; k < nears && status == CAROM_OK; k++) {
            penalty_near near = near_of(self, pair[k]);
            status = add_near(self, &near, &archive->failure);
        }
        status = status == CAROM_OK ? fit_to_near(self, &archive->failure) : status;
    }
    free(pair);
    return status;
}

carom_status carom_penalty_archive_neighbours(penalty_system *self, carom_archive *archive)
{
    carom_status status = archive_skin(self, archive);
    carom_archive_each(archive, &self->pair, &self->pairs, &self->pair_capacity, sizeof *self->pair,
                       pass_pair);
    return status == CAROM_OK ? archive_near(self, archive) : status;
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

carom_status carom_penalty_change(penalty_system *self, carom_error *error)
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
    return self->near_m > 0 ? carom_penalty_find_neighbours(self, self->step_s, self->near_m, error)
                            : CAROM_OK;
}
