/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Closing the account: the same sums for every solver, over positions and velocities alone.
 */
#ifndef CAROM_SCENE_LEDGER_H
#define CAROM_SCENE_LEDGER_H

#include <carom/ledger.h>
#include <carom/solver.h>

/** What the residuals are measured from. */
typedef struct {
    double kinetic_J, elastic_J, potential_J, angular_momentum_kgm2ps;
    carom_vec momentum_kgmps;
} carom_opening;

/** Closes the ledger of one state: fills every member of @p ledger.
 *  @param at  positions and velocities, in the order of problem->ball
 *  @param books  what the solver has booked; may be all zero
 *  @param opening  from carom_ledger_open; NULL leaves the residuals 0 */
void carom_ledger_close(const carom_problem *problem, const carom_view *at,
                        const carom_books *books, const carom_opening *opening,
                        carom_ledger *ledger);

/** The opening balance of a ledger closed with a NULL opening at t = 0. */
carom_opening carom_ledger_open(const carom_ledger *ledger);

#endif
