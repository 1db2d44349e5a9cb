/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion between impacts: a ball falls freely, x(t) = x + v t + g t^2/2; or, without gravity in the
 * plane, it rolls straight on and is slowed down (scene/rolling.h). */
#include "solvers/impulse/state.h"
#include <float.h>
#include <math.h>

void carom_impulse_note_speed(impulse_solver *self, double speed2)
{
    if (speed2 > self->fastest2) {
        self->fastest2 = speed2;
        self->quiet_mps = carom_impulse_quiet(sqrt(speed2));
    }
}

double carom_impulse_gravity(const impulse_solver *self, const impulse_ball *ball, int axis)
{
    return (ball->carried >> axis & 1) != 0 ? 0 : self->problem->gravity_mps2[axis];
}

static carom_flight flight_of(const impulse_ball *ball)
{
    return (carom_flight){ball->x, ball->y, ball->vx, ball->vy};
}

carom_flight carom_impulse_bent_at(const impulse_solver *self, uint32_t i, double t_s)
{
    const impulse_ball *ball = &self->ball[i];
    carom_flight now = flight_of(ball);
    double t = t_s - ball->clock_s, v0;
    if (!self->rolls) {
        const double g[2] = {carom_impulse_gravity(self, ball, 0),
                             carom_impulse_gravity(self, ball, 1)};
        return carom_flight_fall(now, g, t);
    }
    v0 = carom_flight_speed(now);
    return carom_flight_roll(now, carom_rolling_distance(self->rolling[i], v0, t),
                             carom_rolling_speed(self->rolling[i], v0, t));
}

void carom_impulse_book_flight(const impulse_solver *self, uint32_t i, double t_s,
                               carom_accounts *accounts)
{
    const impulse_ball *ball = &self->ball[i];
    const carom_problem *problem = self->problem;
    double t = t_s - ball->clock_s, m = problem->ball[i].mass_kg, v0;
    const double g[2] = {carom_impulse_gravity(self, ball, 0),
                         carom_impulse_gravity(self, ball, 1)};
    if (self->rolls) {
        carom_rolling rolling = self->rolling[i];
        v0 = carom_flight_speed(flight_of(ball));
        carom_flight_book_friction(problem, m, rolling, flight_of(ball),
                                   carom_rolling_distance(rolling, v0, t),
                                   carom_rolling_speed(rolling, v0, t), accounts);
    } else if (g[0] != 0 || g[1] != 0) {
        carom_flight_book_weight(problem, m, flight_of(ball), g, t, accounts);
    }
}

carom_quaternion carom_impulse_orientation_at(const impulse_solver *self, uint32_t i, double t_s,
                                              const carom_flight *then)
{
    const impulse_ball *ball = &self->ball[i];
    const double v[2] = {ball->vx, ball->vy};
    const double g[2] = {carom_impulse_gravity(self, ball, 0),
                         carom_impulse_gravity(self, ball, 1)};
    if (g[0] == 0 && g[1] == 0) {
        return carom_orientation_roll(self->orientation[i], then->x - ball->x, then->y - ball->y,
                                      ball->radius_m);
    }
    return carom_orientation_roll_curve(self->orientation[i], v, g, t_s - ball->clock_s,
                                        ball->radius_m);
}

void carom_impulse_fly(impulse_solver *self, uint32_t i, double t_s)
{
    impulse_ball *ball = &self->ball[i];
    carom_flight then;
    if (!self->straight) {
        carom_impulse_book_flight(self, i, t_s, &self->accounts);
    }
    then = carom_impulse_ball_at(self, i, t_s);
    if (self->orientation != NULL) {
        self->orientation[i] = carom_impulse_orientation_at(self, i, t_s, &then);
    }
    ball->x = then.x;
    ball->y = then.y;
    ball->vx = then.vx;
    ball->vy = then.vy;
    ball->clock_s = t_s;
}

void carom_impulse_rest(impulse_solver *self, uint32_t i, double now_s)
{
    carom_impulse_fly(self, i, now_s);
    self->ball[i].vx = self->ball[i].vy = 0; /* what is left of the speed is rounding */
    self->ball[i].stamp++;
}

void carom_impulse_cross(impulse_solver *self, uint32_t i, int side)
{
    uint32_t image = carom_grid_move(&self->grid, i, (side == CAROM_RIGHT) - (side == CAROM_LEFT),
                                     (side == CAROM_TOP) - (side == CAROM_BOTTOM));
    self->ball[i].x -= self->grid.shift_x_m[image];
    self->ball[i].y -= self->grid.shift_y_m[image];
    carom_flight_book_fold(self->problem, i, -self->grid.shift_x_m[image],
                           -self->grid.shift_y_m[image], &self->accounts);
}

/* The new origin is a number, and so is the way to it (Dekker's sum: the difference of a rounded
 * sum and its larger part is exact), so that no time shifts against the others. The way has few
 * digits, so that taking it from a clock is exact, but for a clock that is far behind, which is
 * rounded as it would have been anyway. */
void carom_impulse_move_origin(impulse_solver *self, double now_s)
{
    int exponent;
    double coarse, origin, way;
    frexp(now_s, &exponent);
    coarse = ldexp(1, exponent - 20);
    origin = self->origin_s + coarse * floor(now_s / coarse);
    way = origin - self->origin_s;
    self->origin_steps = self->report.steps;
    if (!(way > 0) || way > now_s) {
        return;
    }
    self->origin_s = origin;
    carom_queue_shift(&self->queue, way);
    for (size_t i = 0; i < self->problem->count; i++) {
        self->ball[i].clock_s -= way;
        self->traits[i].struck_s -= way;
        self->traits[i].pushed_s -= way;
    }
}
