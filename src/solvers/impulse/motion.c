/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion between impacts: free fall x(t) = x + v t + g t^2/2 or, without gravity in the plane,
 * decelerated motion on a straight line (scene/scene.h). */
#include "solvers/impulse/motion.h"

carom_flight carom_impulse_curved_at(const impulse_solver *self, uint32_t i, double t_s)
{
    const impulse_ball *ball = &self->ball[i];
    double t = t_s - ball->clock_s;
    return self->kind.has_rolling
             ? carom_flight_roll(ball->flight, self->rolling[i], t)
             : carom_flight_fall(ball->flight, carom_impulse_gravity(self, ball), t);
}

void carom_impulse_book_flight(const impulse_solver *self, uint32_t i, double t_s,
                               carom_budget_sums *sums)
{
    const impulse_ball *ball = &self->ball[i];
    const carom_problem *problem = self->problem;
    double t = t_s - ball->clock_s, m = problem->ball[i].mass_kg;
    carom_vec g = carom_impulse_gravity(self, ball);
    if (self->kind.has_rolling) {
        carom_flight_add_friction(problem, m, self->rolling[i], ball->flight, t, sums);
    } else if (!carom_vec_is_zero(g)) {
        carom_flight_add_weight(problem, m, ball->flight, g, t, sums);
    }
}

void carom_impulse_move_curved(impulse_solver *self, uint32_t i, double t_s)
{
    impulse_ball *ball = &self->ball[i];
    if (!self->kind.straight_paths) {
        carom_impulse_book_flight(self, i, t_s, &self->sums);
    }
    ball->flight = carom_impulse_ball_at(self, i, t_s);
    ball->clock_s = t_s;
}
