/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact contacts: the balls and pairs of a new block.
 *
 * While a block lasts, its balls stay within a margin m of where they were when it began: it ends
 * before one can leave (carom_exact_is_over). So two of its balls whose gap exceeds 2 m do not
 * touch, nor do balls of two blocks whose gap exceeds the sum of the margins. A free ball cannot
 * touch one of the block either without coming within m of it, where events guards it: then the
 * block is regrouped with the free ball. */
#include "solvers/penalty/exact_block.h"

/* The margin of a block lasts for about this number of steps. */
static const double steps_of_block = 8;

carom_flight carom_exact_flight_of(const penalty_exact *self, uint32_t j, double t_s)
{
    bool loose = carom_events_is_held(&self->events, j) && self->ball[j].owner == NULL;
    return loose ? self->ball[j].flight : carom_events_ball_at(&self->events, j, t_s);
}

/* Adds a ball, and widens the margin for its speed. Balls in contact are always near each other:
 * the margin exceeds the rounding error of positions. */
static void add_member(penalty_exact *self, uint32_t i)
{
    static const double rounding = 1e-9;
    double h = steps_of_block * self->shared->step_s, widest_m = 0.5 * self->events.skin_m;
    const exact_ball *ball = &self->ball[i];
    double speed = carom_exact_is_fixed(self, i)
                     ? 0
                     : carom_vec_length(ball->flight.v) + sqrt(ball->spring_speed2) +
                           h * carom_vec_length(self->shared->problem->gravity_mps2);
    self->fastest_mps = carom_penalty_max(speed, self->fastest_mps);
    self->margin_m = fmin(h * self->fastest_mps + rounding * widest_m, widest_m);
    self->ball[i].gathered = true;
    self->member[self->members++] = i;
}

/* True if loose ball i may touch a candidate while the block lasts. *shift: to its image */
static bool is_near(const penalty_exact *self, uint32_t i, const carom_candidate *other, double t_s,
                    carom_vec *shift)
{
    const double *radius = self->shared->constants.radius;
    uint32_t j = other->ball;
    const exact_block *owner = self->ball[j].owner;
    carom_vec from = self->ball[i].flight.at, to = carom_exact_flight_of(self, j, t_s).at;
    double range = self->margin_m + (owner != NULL ? owner->margin_m : self->margin_m);
    *shift = self->events.grid.shift_m[other->image];
    return carom_vec_length(carom_grid_displacement(&self->events.grid, from, to, other)) -
               radius[i] - radius[j] <=
           range;
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
    double within_m = self->margin_m;
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
 * joins them widens the margin of the others. */
carom_status carom_exact_gather(penalty_exact *self, uint32_t seed, double t_s, carom_error *error)
{
    double margin_m;
    self->members = 0;
    self->fastest_mps = 0;
    add_member(self, seed);
    do {
        margin_m = self->margin_m;
        CAROM_TRY(gather_near(self, t_s, error));
    } while (self->margin_m > margin_m);
    list_near(self, t_s);
    return CAROM_OK;
}
