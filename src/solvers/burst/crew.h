/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A burst by several threads. Balls that are near each other, and those near these, form clusters
 * which know nothing of each other while a near list lasts. Each thread steps its own clusters in
 * arrays of its own; every few steps the threads meet, to agree on how far the farthest ball went
 * in each. Log and books are put together at the end in the order that one thread has.
 */
#ifndef CAROM_SOLVERS_BURST_CREW_H
#define CAROM_SOLVERS_BURST_CREW_H

#include "solvers/burst/crowd.h"
#include "solvers/penalty/step.h"

typedef struct burst_crew burst_crew;

/** For the threads of the system's team. NULL: no memory */
burst_crew *carom_crew_new(penalty_system *system);
void carom_crew_free(burst_crew *self);

/** Whether a crew can take the burst that begins now, and it is worth it; then everything is
 * divided among its threads. */
bool carom_crew_takes(burst_crew *self, const burst_crowd *crowd);

/** Steps the crowd until the near list, or the time, is over; those who fly are brought along. Says
 * in *farthest_m how far a ball went in the last step, and in *listed whether that was not too far
 * for the list: if it was, the step has been taken back. */
CAROM_CHECKED carom_status carom_crew_carry(burst_crew *self, double t_s, double *farthest_m,
                                            bool *listed, carom_error *error);

#endif
