/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion of balls between impacts. Times count from the moving origin. */
#pragma once

#include "solvers/impulse/impulse.h"

/** Gravity on a ball without the supported components, m/s^2. */
static inline carom_vec carom_impulse_gravity(const impulse_solver *self, const impulse_ball *ball)
{
    carom_vec g = self->problem->gravity_mps2;
    return (carom_vec){(ball->support & SUPPORTED_X) != 0 ? 0 : g.x,
                       (ball->support & SUPPORTED_Y) != 0 ? 0 : g.y};
}

/** Approach speed (m/s) that is rounding error if the velocities come from speeds of @p
 * speed_scale_mps. Two velocities are the result of a few operations each. */
static inline double carom_impulse_rounding_speed(double speed_scale_mps)
{
    static const double rounding_ulps = 8.0;
    return rounding_ulps * DBL_EPSILON * speed_scale_mps;
}

/** Advance ball @p i to @p t_s on any path. Updates the budget. */
void carom_impulse_move_curved(impulse_solver *self, uint32_t i, double t_s);

/** Advance ball @p i to @p t_s. */
static inline void carom_impulse_move(impulse_solver *self, uint32_t i, double t_s)
{
    impulse_ball *ball = &self->ball[i];
    if (!self->kind.plain_motion) {
        carom_impulse_move_curved(self, i, t_s);
        return;
    }
    carom_lanes_store(&ball->flight.at.x, carom_lanes_load(&ball->flight.at.x) +
                                              carom_lanes_broadcast(t_s - ball->clock_s) *
                                                  carom_lanes_load(&ball->flight.v.x));
    ball->clock_s = t_s;
}

/** Position and velocity of ball @p i at @p t_s on a curved or decelerated path. Does not advance
 * the ball. */
carom_flight carom_impulse_curved_at(const impulse_solver *self, uint32_t i, double t_s);

/** Position and velocity of ball @p i at @p t_s on any path. */
static inline carom_flight carom_impulse_ball_at(const impulse_solver *self, uint32_t i, double t_s)
{
    const impulse_ball *ball = &self->ball[i];
    double t = t_s - ball->clock_s;
    if (self->kind.straight_paths) {
        return (carom_flight){carom_vec_add_scaled(ball->flight.at, t, ball->flight.v),
                              ball->flight.v};
    }
    return carom_impulse_curved_at(self, i, t_s);
}

/** Add the work of gravity and friction on ball @p i from its clock to @p t_s, in closed form. */
void carom_impulse_book_flight(const impulse_solver *self, uint32_t i, double t_s,
                               carom_budget_sums *sums);

/** Step to the neighbouring cell across a side. */
typedef struct {
    int columns, rows;
} impulse_cell_step;

static inline impulse_cell_step carom_impulse_cell_step_through(int side)
{
    return (impulse_cell_step){(side == CAROM_RIGHT) - (side == CAROM_LEFT),
                               (side == CAROM_TOP) - (side == CAROM_BOTTOM)};
}
