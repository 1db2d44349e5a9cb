/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Who is carried step by step while a near list lasts: the balls of near pairs that may touch until
 * then, whoever is near to these, and those of the others that may be the farthest in a step. All
 * others fly freely.
 */
#ifndef CAROM_SOLVERS_BURST_CROWD_H
#define CAROM_SOLVERS_BURST_CROWD_H

#include "solvers/penalty/system.h"

/** In place of a slot. */
#define CAROM_CROWD_FLIES UINT32_MAX

/** Steps of a burst at most; near lists last for about 16. */
enum { CAROM_CROWD_MOST_STEPS = 64 };

/** Two that are near, or one and a wall, which is the same ball twice. */
typedef struct {
    uint32_t a, b;
} crowd_link;

typedef struct {
    uint32_t *slot;              /**< by ball; CAROM_CROWD_FLIES: it is not carried */
    uint32_t *ball;              /**< by slot, in the order of the balls' numbers */
    size_t carried;              /**< how many slots there are */
    uint32_t *near;              /**< near pairs of those who are carried, in their order */
    crowd_link *link;            /**< by near pair of all, in little room */
    struct crowd_finding *found; /**< by thread, while they choose */
    size_t nears, capacity;
    size_t steps; /**< for so many it holds */
} burst_crowd;

/** Room for the balls of @p system. false: no memory; what there is, is left to
 * carom_crowd_free. */
bool carom_crowd_init(burst_crowd *self, const penalty_system *system);
void carom_crowd_free(burst_crowd *self);

/** Chooses for about @p steps steps. false: no memory */
bool carom_crowd_choose(burst_crowd *self, const penalty_system *system, double steps);

#endif
