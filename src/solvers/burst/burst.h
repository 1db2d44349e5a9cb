/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Multi-step blocks of the penalty solver ("bursts"). While a near list lasts, most balls of a gas
 * touch no other ball: their steps add the same displacement again and again, so all additions are
 * made at once at the end of the block. Only the active balls, which may touch something,
 * are stepped one step at a time, in arrays of their own. The result equals that of
 * single steps to the bit.
 */
#ifndef CAROM_SOLVERS_BURST_BURST_H
#define CAROM_SOLVERS_BURST_BURST_H

#include "solvers/penalty/penalty.h"

typedef struct burst_room burst_room;

/** Allocate the workspace for blocks of a furnished system, which must outlive it. Between two
 * calls of carom_burst_advance it holds nothing that a step depends on. NULL: see error */
burst_room *carom_burst_new(penalty_system *system, carom_error *error);
void carom_burst_free(burst_room *self);

/** Take all steps of the grid that end at or before @p t_s. */
CAROM_CHECKED carom_status carom_burst_advance(burst_room *self, double t_s, carom_error *error);

/** Free flight over @p steps steps of h: coordinates x and velocities v. */
typedef struct {
    const carom_integrator *integrator;
    double *x, *v, h;
    size_t steps;
} burst_flight;

/** Advance the first @p count coordinates of a flight. */
void carom_burst_fly(const burst_flight *flight, size_t count);

#endif
