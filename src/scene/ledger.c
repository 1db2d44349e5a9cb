/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/ledger.h"
#include "base/sum.h"
#include <math.h>

typedef struct {
    carom_sum kinetic, potential, px, py, angular;
} totals;

/* T = sum m v^2/2, U = -sum m g.x (from the table's centre, and as far as the balls have gone), P =
 * sum m v, L = sum (x - c) x m v. */
static void add_ball(totals *total, const carom_problem *problem, const carom_ball *ball, double x,
                     double y, double vx, double vy)
{
    double m = ball->mass_kg;
    double rx = x - 0.5 * problem->width_m, ry = y - 0.5 * problem->height_m;
    carom_sum_add(&total->kinetic, 0.5 * m * (vx * vx + vy * vy));
    carom_sum_add(&total->potential,
                  -m * (problem->gravity_mps2[0] * rx + problem->gravity_mps2[1] * ry));
    carom_sum_add(&total->px, m * vx);
    carom_sum_add(&total->py, m * vy);
    carom_sum_add(&total->angular, m * (rx * vy - ry * vx));
}

static void close_residuals(const carom_books *books, const carom_opening *opening,
                            carom_ledger *ledger)
{
    carom_sum energy = {0};
    double rx = ledger->px_kgmps - opening->px_kgmps - books->impulse_Ns[0];
    double ry = ledger->py_kgmps - opening->py_kgmps - books->impulse_Ns[1];
    carom_sum_add(&energy, ledger->kinetic_J);
    carom_sum_add(&energy, ledger->elastic_J);
    carom_sum_add(&energy, ledger->potential_J);
    carom_sum_add(&energy, ledger->dissipated_J);
    carom_sum_add(&energy, -opening->kinetic_J);
    carom_sum_add(&energy, -opening->elastic_J);
    carom_sum_add(&energy, -opening->potential_J);
    ledger->energy_residual_J = carom_sum_value(&energy);
    ledger->momentum_residual_kgmps = sqrt(rx * rx + ry * ry);
    ledger->angular_momentum_residual_kgm2ps = ledger->angular_momentum_kgm2ps -
                                               opening->angular_momentum_kgm2ps -
                                               books->angular_impulse_Nms;
}

void carom_ledger_close(const carom_problem *problem, const double *x, const double *y,
                        const double *vx, const double *vy, const carom_books *books,
                        const carom_opening *opening, carom_ledger *ledger)
{
    totals total = {.kinetic = {0, 0}, .potential = {-books->folded_J, 0}};
    for (size_t i = 0; i < problem->count; i++) {
        if (!problem->ball[i].fixed) {
            add_ball(&total, problem, &problem->ball[i], x[i], y[i], vx[i], vy[i]);
        }
    }
    *ledger = (carom_ledger){.kinetic_J = carom_sum_value(&total.kinetic),
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
    return (carom_opening){ledger->kinetic_J, ledger->elastic_J, ledger->potential_J,
                           ledger->px_kgmps,  ledger->py_kgmps,  ledger->angular_momentum_kgm2ps};
}
