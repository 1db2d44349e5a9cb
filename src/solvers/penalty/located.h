/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A step that is split where contacts begin and end.
 */
#ifndef CAROM_SOLVERS_PENALTY_LOCATED_H
#define CAROM_SOLVERS_PENALTY_LOCATED_H

#include "solvers/penalty/system.h"

/** Who is told of every part of a step that was split: it begins so long after the step did, lasts
 * `part_s`, and ends with a switch of near pair `switched` (nears: none). The motion holds its
 * start, end and quadratures. */
typedef struct {
    carom_status (*part)(void *context, penalty_motion *motion, double after_s, double part_s,
                         size_t switched, carom_error *error);
    void *context;
} penalty_follower;

/** carom_penalty_move with touch and release located: what is carried, h of a step of step_s, is
 * split there. Says in *evaluations how often forces were evaluated, on failure too. */
CAROM_CHECKED carom_status carom_penalty_move_located(const penalty_system *self,
                                                      penalty_motion *motion, double step_s,
                                                      double h, const penalty_follower *follower,
                                                      size_t *evaluations, carom_error *error);

#endif
