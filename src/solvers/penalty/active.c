/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choice of the active balls of a grid; slot 0 marks them until they are numbered. These are the
 * balls of pairs that may touch while the block lasts, all balls connected with them by near pairs,
 * and balls whose displacement may be the largest of a step, because that one determines how long
 * the near list is valid. */
#include "solvers/penalty/penalty.h"

/* Rounding error of a position in one step, relative to its size: a product, a sum, and more. */
static const double rounding = 16 * DBL_EPSILON;

/* True if two balls in free flight stay apart for @p steps steps, whatever the rounding. Always
 * false for a wall. */
static bool is_passing(const penalty_system *self, const penalty_candidate *near, double steps)
{
    double t = steps * self->springs.step_s;
    if (near->b >= self->springs.problem->count) {
        return false;
    }
    carom_vec at = carom_penalty_vec(self->x, near->a),
              image = carom_vec_add(carom_penalty_vec(self->x, near->b), near->shift);
    carom_vec displacement = carom_vec_subtract(image, at);
    carom_vec parting = carom_vec_subtract(carom_penalty_vec(self->v, near->b),
                                           carom_penalty_vec(self->v, near->a));
    double closing = -carom_vec_dot(displacement, parting), speed2 = carom_vec_square(parting);
    double nearest = closing > 0 ? closing / speed2 : 0; /* s until then */
    const double *radius = self->springs.constants.radius;
    double contact = radius[near->a] + radius[near->b];
    double size = fabs(at.x) + fabs(at.y) + fabs(near->shift.x) + fabs(near->shift.y) + contact;
    size += 2 * t * self->block.fastest_mps;
    double reach = contact * (1 + 1e-9) + (steps + 1) * rounding * size;
    nearest = nearest < t ? nearest : t;
    return carom_vec_square(carom_vec_add_scaled(displacement, nearest, parting)) > reach * reach;
}

static void activate_touching(penalty_system *self)
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
static void activate_connected(penalty_system *self)
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
static double least_speed2(const penalty_system *self)
{
    enum { LANES = 4 }; /* as in measure_step() of block.c */
    const uint32_t *slot = self->slot;
    const double *x = self->x, *v = self->v;
    size_t n = self->springs.problem->count, whole = n / LANES * LANES;
    double fast2[LANES] = {0}, far[LANES] = {0}, h = self->springs.step_s;
    for (size_t i = 0; i < n; i += i < whole ? LANES : 1) {
        for (size_t k = 0; k < (i < whole ? LANES : 1); k++) {
            double vx = v[2 * (i + k)], vy = v[2 * (i + k) + 1], at = fabs(x[2 * (i + k)]),
                   up = fabs(x[2 * (i + k) + 1]);
            double speed2 = slot[i + k] == PENALTY_INACTIVE ? vx * vx + vy * vy : 0;
            fast2[k] = fast2[k] > speed2 ? fast2[k] : speed2;
            far[k] = far[k] > at ? far[k] : at;
            far[k] = far[k] > up ? far[k] : up;
        }
    }
    for (size_t k = 1; k < LANES; k++) {
        fast2[0] = fmax(fast2[0], fast2[k]);
        far[0] = fmax(far[0], far[k]);
    }
    double fastest = sqrt(fast2[0]);
    double uncertainty = rounding * (far[0] + ((double)self->most_steps + 1) * h * fastest);
    double slowest = fastest - 2 * uncertainty / h;
    return fastest == 0 ? INFINITY : slowest > 0 ? slowest * slowest * (1 - 16 * DBL_EPSILON) : 0;
}

/* Adds the balls with the largest displacements, without branches, which would be unpredictable. */
static void activate_farthest(penalty_system *self)
{
    double least2 = least_speed2(self);
    for (size_t i = 0; i < self->springs.problem->count; i++) {
        double speed2 = carom_vec_square(carom_penalty_vec(self->v, i));
        bool flies = self->slot[i] == PENALTY_INACTIVE && !(speed2 >= least2);
        self->slot[i] = flies ? PENALTY_INACTIVE : 0;
    }
}

static void mark_all(penalty_system *self, uint32_t slot)
{
    for (size_t i = 0; i < self->springs.problem->count; i++) {
        self->slot[i] = slot;
    }
}

/* Numbers the active balls. @return their number */
static size_t number_active(penalty_system *self)
{
    size_t count = 0;
    for (size_t i = 0; i < self->springs.problem->count; i++) {
        self->slot[i] = self->slot[i] == PENALTY_INACTIVE ? PENALTY_INACTIVE : (uint32_t)count++;
    }
    return count;
}

/* True if free flight adds the same displacement in every step, except in a first, shorter one. */
static bool is_flight_uniform(const penalty_system *self)
{
    const penalty_springs *springs = &self->springs;
    return springs->model.integrator->displacement != NULL && springs->constants.rolling == NULL &&
           carom_vec_is_zero(springs->problem->gravity_mps2) &&
           !(self->phase > 0 && springs->report.steps == 0) &&
           self->springs.problem->count < PENALTY_INACTIVE;
}

size_t carom_penalty_choose_active(penalty_system *self)
{
    /* The list lasts longer if the fastest balls slow down. Most blocks end with it, after about 16
     * steps. A larger part of active balls costs more than it saves. */
    static const double speed_margin = 1.25, most = 64, max_active_part = 0.75;
    const penalty_lists *lists = &self->lists;
    double move = self->springs.step_s * self->block.fastest_mps;
    size_t n = self->springs.problem->count, count;
    bool uniform = is_flight_uniform(self);
    double ahead = move > 0 ? (0.5 * lists->near_m - lists->near_moved_m) / move : INFINITY;
    self->most_steps = SIZE_MAX;
    mark_all(self, PENALTY_INACTIVE);
    if (uniform && lists->near_count == 0 && self->springs.problem->boundary != CAROM_PERIODIC) {
        return 0; /* all fly until the list ends */
    }
    if (uniform) {
        self->most_steps = (size_t)fmin(speed_margin * ahead + 2, most);
        activate_touching(self);
        activate_connected(self);
        activate_farthest(self);
        count = number_active(self);
        if ((double)count <= max_active_part * (double)n) {
            return count;
        }
        self->most_steps = SIZE_MAX;
    }
    mark_all(self, 0);
    return number_active(self);
}
