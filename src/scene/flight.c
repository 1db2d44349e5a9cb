/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/scene.h"
#include <math.h>
#include <stdlib.h>

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
    double v0 = carom_vec_length(f.v);
    return v0 > 0 ? (carom_flight){carom_vec_ahead(f.at, s, carom_vec_over(f.v, v0)),
                                   carom_vec_times(v / v0, f.v)}
                  : f;
}

void carom_flight_book_weight(const carom_problem *problem, double mass_kg, carom_flight f,
                              carom_vec g, double t, carom_accounts *accounts)
{
    carom_vec mean = carom_vec_ahead(carom_torque_arm(problem, f.at), 0.5 * t, f.v);
    carom_accounts_add_impulse(accounts, carom_vec_times(t, carom_vec_times(mass_kg, g)));
    carom_sum_add(&accounts->angular, mass_kg * carom_vec_cross(carom_vec_times(t, mean), g));
}

void carom_flight_book_weights(const carom_problem *problem, double t_s, carom_accounts *accounts)
{
    for (size_t i = 0; i < problem->count; i++) {
        if (!problem->ball[i].fixed) {
            carom_accounts_add_impulse(
                accounts, carom_vec_times(problem->ball[i].mass_kg * t_s, problem->gravity_mps2));
        }
    }
}

void carom_flight_book_fold(const carom_problem *problem, size_t i, carom_vec way,
                            carom_accounts *accounts)
{
    carom_vec g = problem->gravity_mps2;
    if (!carom_vec_is_zero(way) && !carom_vec_is_zero(g) && !problem->ball[i].fixed) {
        carom_sum_add(&accounts->folded, -problem->ball[i].mass_kg * carom_vec_dot(g, way));
    }
}

void carom_flight_book_friction(const carom_problem *problem, double mass_kg, carom_rolling r,
                                carom_flight f, double s, double v, carom_accounts *accounts)
{
    double v0 = carom_vec_length(f.v);
    if (v0 > 0) {
        carom_sum_add(&accounts->dissipated, mass_kg * carom_rolling_loss(r, v0, s));
        carom_accounts_push(accounts, problem, f.at,
                            carom_vec_times(mass_kg * (v - v0), carom_vec_over(f.v, v0)));
    }
}
