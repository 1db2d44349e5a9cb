/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What contacts are like from inside, of records that are followed alone.
 */
#ifndef CAROM_SOLVERS_PENALTY_MOMENTS_H
#define CAROM_SOLVERS_PENALTY_MOMENTS_H

#include "solvers/penalty/system.h"

/** The moment of touch. @p v: velocities when the step began; where contacts are located, then. */
CAROM_CHECKED carom_status carom_penalty_show_touch(const penalty_system *self,
                                                    const penalty_record *record,
                                                    const penalty_passage *step,
                                                    const penalty_geometry *touch, const double *v,
                                                    carom_error *error);

/** What a step has shown of a contact: its end, or before that release and parting. @p lost_J: what
 * its dashpot took in the step. */
CAROM_CHECKED carom_status carom_penalty_show_step(const penalty_system *self,
                                                   const penalty_record *record,
                                                   const penalty_passage *step, bool was_released,
                                                   double lost_J, carom_error *error);

/** The same of a part of a step, where contacts are located; on: it has a force. */
CAROM_CHECKED carom_status carom_penalty_show_part(const penalty_system *self,
                                                   const penalty_record *record,
                                                   const penalty_passage *step,
                                                   const penalty_motion *motion, bool was_released,
                                                   bool on, carom_error *error);

#endif
