/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Springs at the walls of a table of any shape; carom_penalty_wall_geometry is in system.h.
 */
#ifndef CAROM_SOLVERS_PENALTY_WALLS_H
#define CAROM_SOLVERS_PENALTY_WALLS_H

#include "solvers/penalty/system.h"

/** Whether ball @p i may be before part @p wall, and so near it, when it has gone within_m. On a
 * table that is no rectangle this is so of all parts as soon as one is so near. */
bool carom_penalty_is_by_wall(const penalty_system *self, uint32_t i, size_t wall, double within_m);

/** When a near pair with a wall touches, s from the state x, v in free flight; INFINITY: never. */
double carom_penalty_wall_touch(const penalty_system *self, const penalty_near *near,
                                const double *x, const double *v);

/** Geometry of a near pair with a wall when that state has flown on freely for t, which may be
 * below 0, so short that it counts as straight. */
penalty_geometry carom_penalty_wall_after(const penalty_system *self, const penalty_near *near,
                                          const double *x, const double *v, double t);

/* The following are for tables that are no rectangle, whose parts a contact can slide between. */

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
