/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Steps of a system of springs, several at a time. Between two near lists most balls of a gas have
 * nobody near and fly freely: their steps are additions of the same way, which are made at the end
 * all at once. Only those that are near others are carried step by step, in arrays of their own.
 * What comes out is what single steps give, to the bit.
 */
#ifndef CAROM_SOLVERS_BURST_BURST_H
#define CAROM_SOLVERS_BURST_BURST_H

#include "solvers/penalty/system.h"

typedef struct burst_room burst_room;

/** Room for bursts of a furnished system, which must outlive it. Between two calls of
 * carom_burst_advance there is nothing in it that a step depends on. NULL: see error */
burst_room *carom_burst_new(penalty_system *system, carom_error *error);
void carom_burst_free(burst_room *self);

/** All steps of the grid that end until @p t_s. */
CAROM_CHECKED carom_status carom_burst_advance(burst_room *self, double t_s, carom_error *error);

#endif
