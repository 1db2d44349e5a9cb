/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Tables that are no rectangle: a contact can slide from one part of the wall to the next.
 */
#ifndef CAROM_SOLVERS_PENALTY_WALLS_H
#define CAROM_SOLVERS_PENALTY_WALLS_H

#include "solvers/penalty/system.h"

/** Whether ball @p i is on the table. @return CAROM_INVALID if it is not: springs so soft that it
 * went through the wall */
CAROM_CHECKED carom_status carom_penalty_on_table(const penalty_system *self,
                                                  const penalty_motion *motion, uint32_t i,
                                                  carom_error *error);

/** At the end of a step or a part of one, @p end_s: the record of a contact with a part that its
 * ball is not before any more goes to the part that it has slid over to, if any. CAROM_INVALID: it
 * went through the wall. */
CAROM_CHECKED carom_status carom_penalty_follow_walls(penalty_system *self,
                                                      const penalty_motion *motion, double end_s,
                                                      carom_error *error);

/** contacts: located: before a part of a step, which parts of the wall a contact may slide over to;
 * after it, which of them it has. */
void carom_penalty_arm_walls(const penalty_system *self, penalty_motion *motion);
void carom_penalty_settle_walls(const penalty_system *self, penalty_motion *motion);

#endif
