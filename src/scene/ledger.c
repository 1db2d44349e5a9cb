/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/scene.h"
#include <math.h>

typedef struct {
    carom_sum kinetic, spin, potential, px, py, angular;
} totals;

/* T = sum m v^2/2, U = -sum m g.x (from the table's centre, and as far as the balls have gone), P =
 * sum m v, L = sum (x - c) x m v. */
static void add_ball(totals *total, const carom_problem *problem, double m, carom_flight ball)
{
    carom_vec arm = carom_torque_arm(problem, ball.at), v = ball.v;
    carom_sum_add(&total->kinetic, 0.5 * m * carom_vec_square(v));
    carom_sum_add(&total->potential, -m * carom_vec_dot(problem->gravity_mps2, arm));
    carom_sum_add(&total->px, m * v.x);
    carom_sum_add(&total->py, m * v.y);
    carom_sum_add(&total->angular, m * carom_vec_cross(arm, v));
}

/* I omega^2/2 and I omega. */
static void add_spin(totals *total, const carom_ball *ball, double spin)
{
    double inertia = carom_ball_inertia(ball);
    carom_sum_add(&total->spin, 0.5 * inertia * spin * spin);
    carom_sum_add(&total->angular, inertia * spin);
}

static void close_residuals(const carom_books *books, const carom_opening *opening,
                            carom_ledger *ledger)
{
    carom_sum energy = {0};
    carom_vec momentum = {ledger->px_kgmps, ledger->py_kgmps};
    carom_vec gained = carom_vec_minus(momentum, opening->momentum_kgmps);
    carom_sum_add(&energy, ledger->kinetic_J);
    carom_sum_add(&energy, ledger->elastic_J);
    carom_sum_add(&energy, ledger->potential_J);
    carom_sum_add(&energy, ledger->dissipated_J);
    carom_sum_add(&energy, ledger->spin_J);
    carom_sum_add(&energy, -opening->spin_J);
    carom_sum_add(&energy, -opening->kinetic_J);
    carom_sum_add(&energy, -opening->elastic_J);
    carom_sum_add(&energy, -opening->potential_J);
    ledger->energy_residual_J = carom_sum_value(&energy);
    ledger->momentum_residual_kgmps = carom_vec_length(carom_vec_minus(gained, books->impulse_Ns));
    ledger->angular_momentum_residual_kgm2ps = ledger->angular_momentum_kgm2ps -
                                               opening->angular_momentum_kgm2ps -
                                               books->angular_impulse_Nms;
}

void carom_ledger_close(const carom_problem *problem, const carom_view *at,
                        const carom_books *books, const carom_opening *opening,
                        carom_ledger *ledger)
{
    totals total = {.kinetic = {0, 0}, .potential = {-books->folded_J, 0}};
    for (size_t i = 0; i < problem->count; i++) {
        if (!problem->ball[i].fixed) {
            add_ball(&total, problem, problem->ball[i].mass_kg, carom_flight_shown(at, i));
            if (at->spin_radps[i] != 0) {
                add_spin(&total, &problem->ball[i], at->spin_radps[i]);
            }
        }
    }
    *ledger = (carom_ledger){.kinetic_J = carom_sum_value(&total.kinetic),
                             .spin_J = carom_sum_value(&total.spin),
                             .elastic_J = books->elastic_J,
                             .potential_J = carom_sum_value(&total.potential),
                             .dissipated_J = books->dissipated_J,
                             .px_kgmps = carom_sum_value(&total.px),
                             .py_kgmps = carom_sum_value(&total.py),
                             .angular_momentum_kgm2ps = carom_sum_value(&total.angular)};
    if (problem->boundary == CAROM_PERIODIC) { /* a torus has no rotation symmetry */
        ledger->angular_momentum_kgm2ps = NAN;
    }
    if (opening != NULL) {
        close_residuals(books, opening, ledger);
    }
}

carom_opening carom_ledger_open(const carom_ledger *ledger)
{
    return (carom_opening){.kinetic_J = ledger->kinetic_J,
                           .spin_J = ledger->spin_J,
                           .elastic_J = ledger->elastic_J,
                           .potential_J = ledger->potential_J,
                           .angular_momentum_kgm2ps = ledger->angular_momentum_kgm2ps,
                           .momentum_kgmps = {ledger->px_kgmps, ledger->py_kgmps}};
}
