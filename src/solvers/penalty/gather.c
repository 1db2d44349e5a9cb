/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact contacts: blocks in motion, and the balls and pairs of a new block. */
#include "solvers/penalty/gather.h"

/* Steps after which the balls of a block are regrouped. */
static const double steps_of_block = 8;
/* A shorter remainder, as a fraction of a step, is added to the step before. */
static const double least_step = 0.01;

/* ---- blocks in motion ---- */

/* Impulse of the weights of the balls of a block in t s. */
void carom_exact_add_weights(const penalty_block *block, double t, carom_budget_sums *sums)
{
    const carom_problem *problem = block->shared->problem;
    if (!carom_vec_is_zero(problem->gravity_mps2)) {
        for (size_t k = 0; k < block->balls; k++) {
            const carom_ball *ball = &problem->ball[block->ball[k]];
            double mass = ball->fixed ? 0 : ball->mass_kg;
            carom_budget_sums_add_impulse(sums, carom_vec_scale(mass * t, problem->gravity_mps2));
        }
    }
}

/* End of the next step of a block, which is longer if the rest until `latest_s` is short. */
double carom_exact_end_of_step(const penalty_block *block, double latest_s)
{
    double end_s = block->time_s + block->next_s;
    return end_s + least_step * block->next_s < latest_s ? end_s : latest_s;
}

carom_status carom_exact_advance_block(penalty_exact *self, penalty_block *block, double t_s,
                                       carom_error *error)
{
    carom_report *report = &self->shared->report;
    while (block->time_s < t_s) {
        uint64_t evaluations = report->force_evaluations;
        double start_s = block->time_s, end_s = carom_exact_end_of_step(block, t_s);
        carom_status status = carom_penalty_step_in_parts(block, end_s - start_s, end_s, error);
        carom_exact_add_weights(block, block->time_s - start_s, &self->shared->sums);
        CAROM_TRY(status);
        self->events.pair_tests += (report->force_evaluations - evaluations) * block->pairs;
        block->next_s = self->shared->step_s;
        self->fastest_mps = carom_penalty_max(block->fastest_mps, self->fastest_mps);
    }
    return CAROM_OK;
}

/* Adds the speeds that the elastic energy of a contact can give to its balls. */
static void add_gain(penalty_exact *self, const penalty_block *block, const penalty_pair *pair)
{
    if (pair->contact_state != PENALTY_TOUCHING) {
        return;
    }
    double overlap_m = carom_penalty_geometry(block, pair, block->x, block->v).overlap_m;
    double energy_J = overlap_m > 0 ? self->shared->model.law->energy(&pair->contact, overlap_m)
                                    : 0;
    self->ball[block->ball[pair->a]].spring_speed2 += 2 * energy_J * pair->inverse_mass_a;
    if (!pair->wall) {
        self->ball[block->ball[pair->b]].spring_speed2 += 2 * energy_J * pair->inverse_mass_b;
    }
}

bool carom_exact_has_contact(const penalty_block *block)
{
    size_t k = 0;
    while (k < block->pairs && block->pair[k].record == PENALTY_NO_RECORD) {
        k++;
    }
    return k < block->pairs;
}

/* Makes the balls of a block loose. Their contacts remain in its pairs. */
static void dissolve(penalty_exact *self, exact_block *from)
{
    const penalty_block *block = &from->block;
    for (size_t k = 0; k < block->balls; k++) {
        uint32_t i = block->ball[k];
        if (carom_exact_is_fixed(self, i)) {
            continue;
        }
        carom_flight flight = carom_penalty_ball_flight(block, k);
        carom_vec fold = carom_events_move_held(&self->events, i, flight.at);
        if (!carom_vec_is_zero(fold)) {
            carom_flight_add_fold(self->shared->problem, i, fold, &self->shared->sums);
            flight.at = carom_vec_add(flight.at, fold);
        }
        self->ball[i].flight = flight;
        self->ball[i].origin = carom_vec_add(block->origin[k], fold);
        self->ball[i].move = carom_penalty_vec(block->x, k);
        self->ball[i].spin = self->shared->model.friction ? carom_penalty_spin(block, k)
                                                          : self->events.traits[i].spin_radps;
        self->ball[i].owner = NULL;
        self->ball[i].touching = false;
        self->ball[i].spring_speed2 = 0;
        CAROM_APPEND(self->loose, self->loose_count, self->loose_capacity, i);
    }
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        add_gain(self, block, pair);
        if (pair->record != PENALTY_NO_RECORD) {
            self->ball[block->ball[pair->a]].touching = true;
            self->ball[block->ball[pair->wall ? pair->a : pair->b]].touching = true;
        }
    }
    from->next = self->old;
    self->old = from;
}

/* Ends a block at t_s: makes its balls loose. */
carom_status carom_exact_end_block(penalty_exact *self, exact_block *owner, double t_s,
                                   carom_error *error)
{
    const penalty_block *block = &owner->block;
    CAROM_TRY(carom_exact_advance_block(self, &owner->block, t_s, error));
    for (size_t k = 0; k < block->balls; k++) {
        CAROM_TRY(carom_penalty_check_on_table(self->shared->problem,
                                               carom_penalty_position(block, block->x, k),
                                               block->ball[k], t_s, error));
    }
    dissolve(self, owner);
    return CAROM_OK;
}

/* Makes ball i loose at t_s, with all balls of its block. */
carom_status carom_exact_take_ball(penalty_exact *self, uint32_t i, double t_s, carom_error *error)
{
    exact_block *owner = self->ball[i].owner;
    if (owner != NULL) {
        CAROM_TRY(carom_exact_end_block(self, owner, t_s, error));
    } else if (!carom_exact_is_fixed(self, i) && !carom_events_is_held(&self->events, i)) {
        carom_events_move(&self->events, i, t_s);
        self->ball[i].flight = self->events.ball[i].flight;
        self->ball[i].origin = self->ball[i].flight.at;
        self->ball[i].move = (carom_vec){0, 0};
        self->ball[i].spin = self->events.traits[i].spin_radps;
        self->ball[i].touching = false;
        self->ball[i].spring_speed2 = 0;
        carom_events_hold(&self->events, i);
        CAROM_APPEND(self->loose, self->loose_count, self->loose_capacity, i);
        self->fastest_mps = carom_penalty_max(carom_vec_length(self->ball[i].flight.v),
                                              self->fastest_mps);
    }
    return CAROM_OK;
}

/* ---- gathering: the balls of a new block ---- */

/* Flight of ball j: at the clock of its block if it has one, otherwise at t_s. */
carom_flight carom_exact_flight_of(const penalty_exact *self, uint32_t j, double t_s)
{
    if (self->ball[j].owner != NULL) {
        return carom_penalty_ball_flight(&self->ball[j].owner->block, self->ball[j].slot);
    }
    return carom_events_is_held(&self->events, j) ? self->ball[j].flight
                                                  : carom_events_ball_at(&self->events, j, t_s);
}

/* Distance of a flight from the nearest loose ball (m). */
static double distance_from_loose(const penalty_exact *self, carom_flight from)
{
    double least = INFINITY;
    for (size_t k = 0; k < self->loose_count; k++) {
        carom_vec d = carom_vec_subtract(from.at, self->ball[self->loose[k]].flight.at);
        least = fmin(least, carom_vec_length(carom_torus_shortest(self->shared->problem, d)));
    }
    return least;
}

/* Balls that may come to the loose ones within a time. */
typedef struct {
    carom_vec mean;     /* velocity of the loose balls */
    double within_s;    /* this time, with a factor of safety */
    double fastest_mps; /* largest speed relative to the mean that was found; slower ones do not
                         * matter */
} exact_arrivals;

/* Looks for arriving balls in the bucket that begins with ball i. */
static void search_bucket(const penalty_exact *self, uint32_t i, double t_s,
                          exact_arrivals *arrivals)
{
    for (; i != self->events.grid.end; i = self->events.grid.cell[i].next) {
        carom_flight flight = carom_exact_flight_of(self, i, t_s);
        double speed = carom_vec_length(carom_vec_subtract(flight.v, arrivals->mean));
        if (speed > arrivals->fastest_mps &&
            distance_from_loose(self, flight) - self->widest_m <=
                arrivals->within_s * (speed + self->release_speed_mps)) {
            arrivals->fastest_mps = speed;
        }
    }
}

/* Looks for arriving balls in the cells that overlap a box, and in those around them. */
static void search_box(const penalty_exact *self, carom_vec low, carom_vec high, double t_s,
                       exact_arrivals *arrivals)
{
    for (size_t k = 0; k < self->events.grid.levels; k++) {
        const carom_grid_level *level = &self->events.grid.level[k];
        int64_t column = carom_cells_number(floor(low.x / level->cell_x_m)) - 1,
                row = carom_cells_number(floor(low.y / level->cell_y_m)) - 1,
                columns = carom_cells_number(floor(high.x / level->cell_x_m)) + 2 - column,
                rows = carom_cells_number(floor(high.y / level->cell_y_m)) + 2 - row;
        columns = columns < (int64_t)level->columns ? columns : (int64_t)level->columns;
        rows = rows < (int64_t)level->rows ? rows : (int64_t)level->rows;
        for (int64_t cell = 0; cell < columns * rows; cell++) {
            int64_t x = carom_cells_fold(column + cell % columns, level->columns),
                    y = carom_cells_fold(row + cell / columns, level->rows);
            search_bucket(self, carom_cells_first(*carom_cells_head_at(level, x, y)), t_s,
                          arrivals);
        }
    }
}

/* Finds the fastest of the balls that may come to the loose ones within that time. */
static void find_arrivals(const penalty_exact *self, double t_s, exact_arrivals *arrivals)
{
    const carom_problem *problem = self->shared->problem;
    double fall = fabs(problem->gravity_mps2.x) * problem->width_m +
                  fabs(problem->gravity_mps2.y) * problem->height_m;
    double bound = sqrt(self->fastest_mps * self->fastest_mps + 2 * fall) +
                   carom_vec_length(arrivals->mean);
    double range = arrivals->within_s * (bound + self->release_speed_mps) + self->widest_m;
    carom_vec low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (size_t k = 0; k < self->loose_count; k++) {
        carom_vec at = self->ball[self->loose[k]].flight.at;
        low = (carom_vec){fmin(low.x, at.x - range), fmin(low.y, at.y - range)};
        high = (carom_vec){fmax(high.x, at.x + range), fmax(high.y, at.y + range)};
    }
    if (bound > arrivals->fastest_mps) {
        search_box(self, low, high, t_s, arrivals);
    }
}

/* Sets the lifetime T of new blocks, after which they are regrouped. The release speed u is that of
 * the fastest loose ball, relative to their mean velocity, after its springs have relaxed. The gap
 * of two balls with the relative speed w closes in T by at most T (w + 2 u) <= near_range(), so the
 * pairs of a block are complete if the grid finds all within that range. With the speed V of the
 * fastest arriving ball relative to the mean, and c = max(u, V/2), w <= u + V <= 3 c and
 * near_range() = 2 T (w + u) <= 8 T c. T is such that this is at most the skin of the grid. */
void carom_exact_set_duration(penalty_exact *self, double t_s)
{
    double t = steps_of_block * self->shared->step_s, skin = 0.5 * self->events.skin_m;
    double fall_mps = t * carom_vec_length(self->shared->problem->gravity_mps2);
    carom_vec mean = {0, 0};
    self->release_speed_mps = carom_penalty_max(fall_mps, self->release_speed_mps);
    for (size_t k = 0; k < self->loose_count; k++) {
        mean = carom_vec_add_scaled(mean, 1 / (double)self->loose_count,
                                    self->ball[self->loose[k]].flight.v);
    }
    for (size_t k = 0; k < self->loose_count; k++) {
        uint32_t i = self->loose[k];
        double speed_mps = carom_vec_length(carom_vec_subtract(self->ball[i].flight.v, mean));
        self->release_speed_mps = carom_penalty_max(speed_mps + sqrt(self->ball[i].spring_speed2),
                                                    self->release_speed_mps);
    }
    /* balls slower than this do not shorten the time */
    double least_mps = 2 * carom_penalty_max(skin / (4 * t), self->release_speed_mps);
    exact_arrivals arrivals = {mean, 4 * t, least_mps};
    find_arrivals(self, t_s, &arrivals);
    self->closing_mps = arrivals.fastest_mps > least_mps ? 0.5 * arrivals.fastest_mps
                                                         : self->release_speed_mps;
    self->duration_s = 4 * t * self->closing_mps < skin ? t : skin / (4 * self->closing_mps);
}

/* Largest gap that may close in that time at this relative speed (m). It exceeds the rounding error
 * of positions: bodies in contact are always near each other. */
static double near_range(const penalty_exact *self, carom_vec relative_velocity)
{
    static const double rounding = 1e-9;
    return 2 * self->duration_s * (carom_vec_length(relative_velocity) + self->release_speed_mps) +
           rounding * self->events.skin_m;
}

static void add_member(penalty_exact *self, uint32_t i)
{
    self->ball[i].gathered = true;
    self->member[self->members++] = i;
}

/* A shift to an image is a whole number of tables, without the rounding error of positions. */
static carom_vec whole_tables(const carom_problem *problem, carom_vec shift)
{
    return (carom_vec){problem->width_m * rint(shift.x / problem->width_m),
                       problem->height_m * rint(shift.y / problem->height_m)};
}

/* True if loose ball i may touch a candidate soon. *shift: to its image */
static bool is_near(const penalty_exact *self, uint32_t i, const carom_candidate *other, double t_s,
                    carom_vec *shift)
{
    const double *radius = self->shared->constants.radius;
    uint32_t j = other->ball;
    carom_flight from = self->ball[i].flight, to = carom_exact_flight_of(self, j, t_s);
    carom_vec displacement = carom_vec_subtract(to.at, from.at);
    double range = near_range(self, carom_vec_subtract(from.v, to.v));
    bool has_moved = self->ball[j].owner != NULL && self->ball[j].owner->block.time_s < t_s;
    *shift = self->events.grid.shift_m[other->image];
    if (self->events.grid.periodic) { /* a ball of a block may have left the table */
        carom_vec nearest = carom_torus_shortest(self->shared->problem, displacement);
        *shift = whole_tables(self->shared->problem, carom_vec_subtract(nearest, displacement));
        displacement = nearest;
    }
    return carom_vec_length(displacement) - radius[i] - radius[j] <= (has_moved ? 2 : 1) * range;
}

/* Adds all balls near a gathered one, all balls near those, and so on. */
static carom_status gather_near(penalty_exact *self, double t_s, carom_error *error)
{
    carom_candidate *found = self->events.found;
    for (size_t m = 0; m < self->members; m++) {
        uint32_t i = self->member[m];
        size_t count = carom_exact_is_fixed(self, i)
                         ? 0
                         : carom_grid_neighbours(&self->events.grid, i, found);
        self->events.pair_tests += count;
        for (size_t k = 0; k < count; k++) {
            uint32_t j = found[k].ball;
            carom_vec shift;
            if (self->ball[j].gathered || !is_near(self, i, &found[k], t_s, &shift)) {
                continue;
            }
            bool moves_others = self->ball[j].owner != NULL;
            CAROM_TRY(carom_exact_take_ball(self, j, t_s, error));
            add_member(self, j);
            if (moves_others) { /* to other cells */
                count = carom_grid_neighbours(&self->events.grid, i, found);
                k = SIZE_MAX;
            }
        }
    }
    return CAROM_OK;
}

static int compare_balls(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static int compare_near(const void *left, const void *right)
{
    const penalty_candidate *p = left, *q = right;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static void add_near(penalty_exact *self, penalty_candidate near)
{
    CAROM_APPEND(self->near, self->near_count, self->near_capacity, near);
}

static void list_near_balls(penalty_exact *self, uint32_t i, double t_s)
{
    size_t count = carom_grid_neighbours(&self->events.grid, i, self->events.found);
    for (size_t k = 0; k < count; k++) {
        const carom_candidate *other = &self->events.found[k];
        uint32_t j = other->ball;
        carom_vec shift;
        if (self->ball[j].gathered && (i < j || carom_exact_is_fixed(self, j)) &&
            is_near(self, i, other, t_s, &shift)) {
            add_near(self, (penalty_candidate){i, j, shift});
        }
    }
}

static void list_near_walls(penalty_exact *self, uint32_t i)
{
    carom_vec at = self->ball[i].flight.at;
    uint32_t n = (uint32_t)self->shared->problem->count;
    double within_m = near_range(self, self->ball[i].flight.v);
    uint32_t walls = carom_penalty_near_walls(self->shared, i, at, within_m);
    for (uint32_t wall = 0; wall < walls; wall++) {
        if (carom_penalty_is_near_wall(self->shared, i, at, wall, within_m)) {
            add_near(self, (penalty_candidate){i, n + wall, {0, 0}});
        }
    }
}

/* Numbers the gathered balls and lists their pairs, in an order that does not depend on the past.
 */
static void list_near(penalty_exact *self, double t_s)
{
    self->near_count = 0;
    qsort(self->member, self->members, sizeof *self->member, compare_balls);
    for (size_t k = 0; k < self->members; k++) {
        uint32_t i = self->member[k];
        self->ball[i].slot = (uint32_t)k;
        if (!carom_exact_is_fixed(self, i)) {
            list_near_balls(self, i, t_s);
            list_near_walls(self, i);
        }
    }
    qsort(self->near, self->near_count, sizeof *self->near, compare_near);
}

size_t carom_exact_find_pair(const penalty_exact *self, uint32_t a, uint32_t b)
{
    penalty_candidate either[2] = {{a, b, {0, 0}}, {b, a, {0, 0}}};
    for (size_t k = 0; k < 2; k++) {
        const penalty_candidate *found = bsearch(&either[k], self->near, self->near_count,
                                                 sizeof *self->near, compare_near);
        if (found != NULL) {
            return (size_t)(found - self->near);
        }
    }
    return self->near_count;
}

/* Gathers ball `seed` and all balls that may touch it soon, directly or by others. A fast ball that
 * joins them can push the others farther. */
carom_status carom_exact_gather(penalty_exact *self, uint32_t seed, double t_s, carom_error *error)
{
    double release_speed_mps;
    self->members = 0;
    add_member(self, seed);
    do {
        release_speed_mps = self->release_speed_mps;
        CAROM_TRY(gather_near(self, t_s, error));
        carom_exact_set_duration(self, t_s);
    } while (self->release_speed_mps > release_speed_mps);
    list_near(self, t_s);
    return CAROM_OK;
}
