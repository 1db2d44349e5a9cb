/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/flight.h"
#include <math.h>
#include <stdlib.h>

double carom_flight_speed(carom_flight f)
{
    return sqrt(f.vx * f.vx + f.vy * f.vy);
}

carom_rolling *carom_flight_rolling(const carom_problem *problem)
{
    carom_rolling *rolling = calloc(problem->count + 1, sizeof *rolling);
    for (size_t i = 0; rolling != NULL && i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        rolling[i] = (carom_rolling){carom_ball_resistance(problem, ball),
                                     carom_ball_drag(problem, ball)};
    }
    return rolling;
}

carom_flight carom_flight_roll(carom_flight f, double s, double v)
{
    double v0 = carom_flight_speed(f);
    if (v0 > 0) {
        f.x += f.vx / v0 * s;
        f.y += f.vy / v0 * s;
        f.vx *= v / v0;
        f.vy *= v / v0;
    }
    return f;
}

void carom_flight_book_weight(const carom_problem *problem, double mass_kg, carom_flight f,
                              const double g[2], double t, carom_accounts *accounts)
{
    double x = t * (f.x - 0.5 * problem->width_m + 0.5 * t * f.vx);
    double y = t * (f.y - 0.5 * problem->height_m + 0.5 * t * f.vy);
    carom_sum_add(&accounts->impulse_x, mass_kg * g[0] * t);
    carom_sum_add(&accounts->impulse_y, mass_kg * g[1] * t);
    carom_sum_add(&accounts->angular, mass_kg * (x * g[1] - y * g[0]));
}

void carom_flight_book_weights(const carom_problem *problem, double t_s, carom_accounts *accounts)
{
    const double *g = problem->gravity_mps2;
    for (size_t i = 0; i < problem->count; i++) {
        if (!problem->ball[i].fixed) {
            double weight_s = problem->ball[i].mass_kg * t_s;
            carom_sum_add(&accounts->impulse_x, weight_s * g[0]);
            carom_sum_add(&accounts->impulse_y, weight_s * g[1]);
        }
    }
}

void carom_flight_book_fold(const carom_problem *problem, size_t i, double dx, double dy,
                            carom_accounts *accounts)
{
    const double *g = problem->gravity_mps2;
    if ((dx != 0 || dy != 0) && (g[0] != 0 || g[1] != 0) && !problem->ball[i].fixed) {
        carom_sum_add(&accounts->folded, -problem->ball[i].mass_kg * (g[0] * dx + g[1] * dy));
    }
}

void carom_flight_book_friction(const carom_problem *problem, double mass_kg, carom_rolling r,
                                carom_flight f, double s, double v, carom_accounts *accounts)
{
    double v0 = carom_flight_speed(f), jx, jy;
    if (v0 <= 0) {
        return;
    }
    jx = mass_kg * (v - v0) * (f.vx / v0);
    jy = mass_kg * (v - v0) * (f.vy / v0);
    carom_sum_add(&accounts->dissipated, mass_kg * carom_rolling_loss(r, v0, s));
    carom_sum_add(&accounts->impulse_x, jx);
    carom_sum_add(&accounts->impulse_y, jy);
    carom_sum_add(&accounts->angular,
                  (f.x - 0.5 * problem->width_m) * jy - (f.y - 0.5 * problem->height_m) * jx);
}
