/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Active balls of a grid, and the flight of the others. Slot 0 marks active balls until they are
 * numbered. These are the balls of pairs that may touch while the block lasts, all balls connected
 * with them by near pairs, and balls whose displacement may be the largest of a step, because that
 * one determines how long the near list is valid. */
#include "solvers/penalty/penalty.h"

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
    const double *radius = self->shared->constants.radius;
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
    for (size_t k = 0; k < self->lists.near_count; k++) {
        const penalty_candidate *near = carom_penalty_near(self, k);
        if (!is_passing(self, near, steps)) {
            self->slot[near->a] = self->slot[carom_penalty_partner(self, near)] = 0;
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
        for (size_t k = 0; k < self->lists.near_count; k++) {
            const penalty_candidate *near = carom_penalty_near(self, k);
            uint32_t other = carom_penalty_partner(self, near);
            bool active = self->slot[near->a] == 0;
            if (active != (self->slot[other] == 0) || (pass >= max_links && !active)) {
                self->slot[near->a] = self->slot[other] = 0;
                grows = pass < max_links;
            }
        }
    }
}

/* The square of the lowest speed at which an inactive ball's displacement, as rounded, may be the
 * largest of a step. A ball at rest has displacement 0. */
static double least_speed2(const penalty_grid *self)
{
    double fast2 = 0, far = 0, h = self->shared->step_s;
    for (size_t i = 0; i < self->shared->problem->count; i++) {
        carom_vec at = carom_penalty_vec(self->x, i), v = carom_penalty_vec(self->v, i);
        double speed2 = self->slot[i] == PENALTY_INACTIVE ? carom_vec_square(v) : 0;
        fast2 = carom_penalty_max(fast2, speed2);
        far = carom_penalty_max(far, carom_penalty_max(fabs(at.x), fabs(at.y)));
    }
    double fastest = sqrt(fast2);
    double uncertainty = rounding * (far + ((double)self->most_steps + 1) * h * fastest);
    double slowest = fastest - 2 * uncertainty / h;
    return fastest == 0 ? INFINITY : slowest > 0 ? slowest * slowest * (1 - 16 * DBL_EPSILON) : 0;
}

/* Adds the balls with the largest displacements, without branches, which would be unpredictable. */
static void activate_farthest(penalty_grid *self)
{
    double least2 = least_speed2(self);
    for (size_t i = 0; i < self->shared->problem->count; i++) {
        double speed2 = carom_vec_square(carom_penalty_vec(self->v, i));
        bool flies = self->slot[i] == PENALTY_INACTIVE && !(speed2 >= least2);
        self->slot[i] = flies ? PENALTY_INACTIVE : 0;
    }
}

/* Numbers the active balls, or all. @return their number */
static size_t number_active(penalty_grid *self, bool all)
{
    size_t count = 0;
    for (size_t i = 0; i < self->shared->problem->count; i++) {
        bool active = all || self->slot[i] != PENALTY_INACTIVE;
        self->slot[i] = active ? (uint32_t)count++ : PENALTY_INACTIVE;
    }
    return count;
}

/* True if free flight adds the same displacement in every step, except in a first, shorter one. */
static bool is_flight_uniform(const penalty_grid *self)
{
    const penalty_shared *shared = self->shared;
    return shared->model.integrator->displacement != NULL && shared->constants.rolling == NULL &&
           carom_vec_is_zero(shared->problem->gravity_mps2) &&
           !(self->shared->phase > 0 && shared->report.steps == 0) &&
           self->shared->problem->count < PENALTY_INACTIVE;
}

size_t carom_penalty_choose_active(penalty_grid *self)
{
    /* The list lasts longer if the fastest balls slow down. Most blocks end with it, after about 16
     * steps. A larger part of active balls costs more than it saves. */
    static const double speed_margin = 1.25, most = 64, max_active_part = 0.75;
    const penalty_lists *lists = &self->lists;
    double move = self->shared->step_s * self->block.fastest_mps;
    size_t n = self->shared->problem->count, count;
    bool uniform = is_flight_uniform(self);
    double ahead = move > 0 ? (0.5 * lists->near_m - lists->near_moved_m) / move : INFINITY;
    self->most_steps = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        self->slot[i] = PENALTY_INACTIVE;
    }
    if (uniform && lists->near_count == 0 && self->shared->problem->boundary != CAROM_PERIODIC) {
        return 0; /* all fly until the list ends */
    }
    if (uniform) {
        self->most_steps = (size_t)fmin(speed_margin * ahead + 2, most);
        activate_touching(self);
        activate_connected(self);
        activate_farthest(self);
        count = number_active(self, false);
        if ((double)count <= max_active_part * (double)n) {
            return count;
        }
        self->most_steps = SIZE_MAX;
    }
    return number_active(self, true);
}

/* ---- flight of the others, with the bits of single steps ---- */

/* Coordinates per iteration. A fixed number lets the compiler vectorize the loops. */
enum { LANES = 32 };

static inline uint64_t differing_bits(double a, double b)
{
    uint64_t p, q;
    memcpy(&p, &a, sizeof p);
    memcpy(&q, &b, sizeof q);
    return p ^ q;
}

/* Adds displacements repeatedly, with the rounding of single additions. Between two powers of two,
 * doubles are evenly spaced, so each addition adds the same: the displacement rounded to their
 * spacing. Ties round to even, so the first two additions may differ. If they agree, all do, and
 * the product is exact. */
static void add_repeatedly(double *restrict at, const double *restrict displacement, size_t times)
{
    static const int fraction_bits = 52; /* the bits above are sign and exponent */
    double end[LANES], n = (double)times;
    uint64_t other = 0;
    for (size_t k = 0; k < LANES; k++) {
        double once = at[k] + displacement[k], added = once - at[k], twice = once + displacement[k];
        end[k] = at[k] + n * added;
        other |= differing_bits(at[k], end[k]) >> fraction_bits |
                 differing_bits(added, twice - once);
    }
    if (other == 0) {
        memcpy(at, end, sizeof end);
    } else if (times > 64) { /* few parts contain a power of two */
        add_repeatedly(at, displacement, times / 2);
        add_repeatedly(at, displacement, times - times / 2);
    } else {
        for (size_t step = 0; step < times; step++) {
            for (size_t k = 0; k < LANES; k++) {
                at[k] += displacement[k];
            }
        }
    }
}

/* Free flight of a batch of coordinates. Adding 0 turns -0 into 0, as a step does. */
static void fly_batch(const penalty_flight *f, double *restrict x, double *restrict v)
{
    double displacement[LANES];
    for (size_t k = 0; k < LANES; k++) {
        v[k] += 0.0;
    }
    f->integrator->displacement(f->h, v, displacement, LANES);
    add_repeatedly(x, displacement, f->steps);
}

void carom_penalty_fly(const penalty_flight *f, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        fly_batch(f, &f->x[i], &f->v[i]);
    }
    if (i < count) { /* the rest, padded with zeros */
        double x[LANES] = {0}, v[LANES] = {0};
        size_t bytes = (count - i) * sizeof *x;
        memcpy(x, &f->x[i], bytes);
        memcpy(v, &f->v[i], bytes);
        fly_batch(f, x, v);
        memcpy(&f->x[i], x, bytes);
        memcpy(&f->v[i], v, bytes);
    }
}
