/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_STUDIES_TRANSFER_H
#define CAROM_INTERNAL_STUDIES_TRANSFER_H

#include "figures/figures.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/scenario.h"

/** @file
 * Transfer: the restitution that a force law comes to at every speed, measured, and handed to the
 * impulse solver as its table; how much closer the two come.
 */

enum { CAROM_TRANSFER_POINTS = 24 };

typedef struct {
    const carom_scenario *scenario;
    const carom_scenario_solver *soft;
    double approach_mps[CAROM_TRANSFER_POINTS], restitution[CAROM_TRANSFER_POINTS];
    size_t a, b; /**< the two balls it was measured with */
    /** at every speed what the scenario asks for: the table has nothing to add */
    bool same;
    /** balls of other masses or radii collide too, and theirs may be another */
    bool unlike;
    /** impulse solvers: the scenario's restitution, and the table; owned */
    carom_choice constant, table;
    carom_course spring, plain, transferred;
} carom_transfer;

/** Measures with the converged law of the penalty solver called @p name (NULL: the first one),
 * between the balls of its first collision and over the speeds of its collisions, and runs all
 * three. carom_transfer_free in any case.
 *  @return CAROM_INVALID without a penalty solver, where no two balls collide, or where one table
 * cannot stand for all that do: of several materials, or with a restitution that changes */
CAROM_CHECKED carom_status carom_transfer_run(carom_transfer *transfer,
                                              const carom_scenario *scenario, const char *name,
                                              const volatile sig_atomic_t *stop,
                                              carom_error *error);
void carom_transfer_free(carom_transfer *transfer);

/** restitution.tsv, transfer.tsv, and solver.yaml: the impulse solver with its table, as a scenario
 * has it. Of a carom_transfer. */
extern const carom_table carom_transfer_tables[];

/** restitution.png, transfer.png and others. Of a carom_transfer. */
void carom_transfer_draw(const void *object, carom_drawing *drawing);

#endif
