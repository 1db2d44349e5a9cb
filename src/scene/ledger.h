/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Accounts: what has gone out of the balls since t = 0, summed without loss, into which every
 * solver books; and their closing, the same sums for every solver, over positions and velocities
 * alone.
 */
#ifndef CAROM_SCENE_LEDGER_H
#define CAROM_SCENE_LEDGER_H

#include "base/sum.h"
#include <carom/ledger.h>
#include <carom/solver.h>

/* ---- booking ---- */

typedef struct {
    carom_sum dissipated, impulse_x, impulse_y, angular;
    /** potential energy that balls have gained by being folded back into a periodic table */
    carom_sum folded;
} carom_accounts;

/** Adds an impulse from outside, N s. */
static inline void carom_accounts_add_impulse(carom_accounts *accounts, carom_vec impulse)
{
    carom_sum_add(&accounts->impulse_x, impulse.x);
    carom_sum_add(&accounts->impulse_y, impulse.y);
}

/** The arm of a torque at a place, m: the way there from the table's centre. */
static inline carom_vec carom_torque_arm(const carom_problem *problem, carom_vec at)
{
    return (carom_vec){at.x - 0.5 * problem->width_m, at.y - 0.5 * problem->height_m};
}

/** Adds an impulse from outside on a ball at a place, and its torque's. */
static inline void carom_accounts_push(carom_accounts *accounts, const carom_problem *problem,
                                       carom_vec at, carom_vec impulse)
{
    carom_accounts_add_impulse(accounts, impulse);
    carom_sum_add(&accounts->angular, carom_vec_cross(carom_torque_arm(problem, at), impulse));
}

/** Adds what others have booked. */
static inline void carom_accounts_add(carom_accounts *accounts, const carom_accounts *more)
{
    carom_sum_add(&accounts->dissipated, carom_sum_value(&more->dissipated));
    carom_sum_add(&accounts->impulse_x, carom_sum_value(&more->impulse_x));
    carom_sum_add(&accounts->impulse_y, carom_sum_value(&more->impulse_y));
    carom_sum_add(&accounts->angular, carom_sum_value(&more->angular));
    carom_sum_add(&accounts->folded, carom_sum_value(&more->folded));
}

/** The accounts as a sample shows them; nothing is stored in contacts. */
static inline carom_books carom_accounts_books(const carom_accounts *accounts)
{
    return (carom_books){.dissipated_J = carom_sum_value(&accounts->dissipated),
                         .impulse_Ns = {carom_sum_value(&accounts->impulse_x),
                                        carom_sum_value(&accounts->impulse_y)},
                         .angular_impulse_Nms = carom_sum_value(&accounts->angular),
                         .folded_J = carom_sum_value(&accounts->folded)};
}

/* ---- closing ---- */

/** What the residuals are measured from. */
typedef struct {
    double kinetic_J, spin_J, elastic_J, potential_J, angular_momentum_kgm2ps;
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
