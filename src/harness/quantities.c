/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/quantities.h"
#include <stddef.h>

#define QUANTITIES(X)                                                                             \
    X(energy_residual_rel, "", "energy that the ledger does not explain, over the initial energy") \
    X(momentum_residual_rel, "", "unexplained momentum, over the sum of |m v| at t = 0")           \
    X(angular_momentum_residual_rel, "", "unexplained angular momentum, over the sum of |m v| r")  \
    X(max_overlap_m, "m", "deepest overlap of two bodies")                                         \
    X(collisions, "", "collisions begun")                                                          \
    X(steps, "", "time steps (penalty) or events (impulse)")                                       \
    X(force_evaluations, "", "evaluations of all forces at one instant")                           \
    X(pair_tests, "", "pairs of bodies looked at")                                                 \
    X(rms_divergence_m, "m", "rms distance to the reference's balls at the end")                   \
    X(first_mismatch_s, "s", "first collision that the reference does not have; nan: none")        \
    X(wall_clock_s, "s", "time spent advancing this solver")

#define X(name, unit, doc) {#name, unit, doc, offsetof(carom_summary, name)},
const carom_quantity carom_quantities[] = {QUANTITIES(X){NULL, NULL, NULL, 0}};
#undef X

#define X(name, unit, doc) #name,
const char *const carom_quantity_words[] = {QUANTITIES(X) NULL};
#undef X

double carom_quantity_of(const carom_quantity *quantity, const carom_summary *summary)
{
    return *(const double *)((const char *)summary + quantity->offset);
}
