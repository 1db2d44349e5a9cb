/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Who can meet whom within the next steps: the pairs, and of these the near list.
 */
#ifndef CAROM_SOLVERS_PENALTY_NEIGHBOURS_H
#define CAROM_SOLVERS_PENALTY_NEIGHBOURS_H

#include "solvers/penalty/system.h"

/** Makes both lists good for at least one more step of h; the near one for @p least_near_m at
 * least, and anew, where that is not 0. CAROM_INVALID: balls go too far in a step for a periodic
 * table. */
CAROM_CHECKED carom_status carom_penalty_find_neighbours(penalty_system *self, double h,
                                                         double least_near_m, carom_error *error);

/** The near list again, of these pairs. */
CAROM_CHECKED carom_status carom_penalty_list_again(penalty_system *self, const uint32_t *pair,
                                                    size_t nears, carom_error *error);

/** Whether the near list is good for one more step of h. */
bool carom_penalty_list_lasts(const penalty_system *self, double h);

#endif
