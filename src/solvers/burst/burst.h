/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Multi-step blocks of the penalty solver ("bursts"). While a near list lasts, most balls of a gas
 * touch no other ball: their steps add the same displacement again and again, so all additions are
 * made at once at the end of the block (burst.c). Only the active balls, which may touch something,
 * are stepped one step at a time, in arrays of their own (active.c). The result equals that of
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

/* ---- active.c ---- */

/** Slot of a ball that is not active. */
#define CAROM_BURST_FLIES UINT32_MAX

/** Most steps of a block; near lists last for about 16. */
enum { CAROM_BURST_MOST_STEPS = 64 };

/** The two balls of a near pair; with a wall the same ball twice. */
typedef struct {
    uint32_t a, b;
} burst_link;

/** The active balls: those of near pairs that may touch within the block, all balls connected with
 * them by near pairs, and the inactive balls whose displacement may be the largest of a step. */
typedef struct {
    uint32_t *slot; /**< by ball; CAROM_BURST_FLIES: not active */
    uint32_t *ball; /**< by slot, in ascending order */
    size_t count;   /**< number of slots */
    uint32_t *near; /**< near pairs of active balls, in ascending order */
    size_t nears, near_capacity;
    burst_link *link; /**< by near pair of the system */
    size_t steps;     /**< the choice holds for this number of steps */
} burst_active;

/** Allocate for the balls of @p system. false: no memory; carom_active_free releases the rest. */
bool carom_active_init(burst_active *self, const penalty_system *system);
void carom_active_free(burst_active *self);

/** Choose the active balls for about @p steps steps. false: no memory */
bool carom_active_choose(burst_active *self, const penalty_system *system, double steps);

#endif
