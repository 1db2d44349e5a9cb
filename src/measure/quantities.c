/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/quantities.h"
#include <stddef.h>
#include <string.h>

#define COLUMNS(X)                                                                                 \
    X(energy_residual_rel, "",                                                                     \
      "energy that the ledger does not explain, over the initial energy; nan: that is 0")          \
    X(momentum_residual_rel, "",                                                                   \
      "unexplained momentum, over the sum of |m v| at t = 0; nan: at rest")                        \
    X(angular_momentum_residual_rel, "",                                                           \
      "unexplained angular momentum, over the sum of |m v| r at t = 0; nan: at rest")              \
    X(max_overlap_m, "m", "deepest overlap of two bodies")                                         \
    X(collisions, "", "collisions begun")                                                          \
    X(steps, "", "time steps (penalty) or events (impulse)")                                       \
    X(force_evaluations, "", "evaluations of all forces at one instant")                           \
    X(pair_tests, "", "pairs of bodies looked at")                                                 \
    X(rms_divergence_m, "m", "rms distance to the reference's balls at the end")                   \
    X(first_mismatch_s, "s", "first collision that the reference does not have; nan: none")
#define CLOCKS(X) X(wall_clock_s, "s", "time spent advancing this solver")
#define FURTHER(X, Y)                                                                              \
    Y(restitution_ball, validity.restitution_ball, "",                                             \
      "mean restitution of contacts of two balls")                                                 \
    Y(restitution_wall, validity.restitution_wall, "", "mean restitution of contacts with a wall") \
    X(contact_s, "s", "longest contact")                                                           \
    X(lag_m, "m", "longest approach speed times contact time")                                     \
    Y(theta, validity.theta, "", "step times sqrt(k/mu) of the stiffest contact")                  \
    X(lost_digits, "", "decimal digits that the run has cost (oracle)")                            \
    X(simulated_s, "s", "time simulated by the solver's own clock (published)")

#define COLUMN(name, unit, doc) {#name, unit, doc, offsetof(carom_summary, name), true, false},
#define CLOCK(name, unit, doc) {#name, unit, doc, offsetof(carom_summary, name), true, true},
#define MEMBER(name, unit, doc) {#name, unit, doc, offsetof(carom_summary, name), false, false},
#define INNER(name, member, unit, doc)                                                             \
    {#name, unit, doc, offsetof(carom_summary, member), false, false},
const carom_quantity carom_quantities[] = {
    COLUMNS(COLUMN) CLOCKS(CLOCK) FURTHER(MEMBER, INNER){NULL, NULL, NULL, 0, false, false}};

#define NAME(name, ...) #name,
const char *const carom_quantity_words[] = {COLUMNS(NAME) CLOCKS(NAME) FURTHER(NAME, NAME) NULL};

const carom_quantity *carom_quantity_find(const char *name)
{
    const carom_quantity *q = carom_quantities;
    while (q->name != NULL && strcmp(q->name, name) != 0) {
        q++;
    }
    return q->name == NULL ? NULL : q;
}

double carom_quantity_of(const carom_quantity *quantity, const carom_summary *summary)
{
    return *(const double *)((const char *)summary + quantity->offset);
}

bool carom_ball_column(const carom_problem *problem, const char *name, size_t *ball, int *component)
{
    static const char *const components[] = {"x_m", "y_m", "vx_mps", "vy_mps"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < problem->count; i++) {
        bool same = strlen(problem->ball[i].name) == (size_t)(dot - name) &&
                    strncmp(problem->ball[i].name, name, (size_t)(dot - name)) == 0;
        for (int c = 0; same && c < 4; c++) {
            if (strcmp(dot + 1, components[c]) == 0) {
                *ball = i;
                *component = c;
                return true;
            }
        }
    }
    return false;
}
