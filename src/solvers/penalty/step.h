/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * One step of a system of springs, whole and in its parts, and the grid of the steps.
 */
#ifndef CAROM_SOLVERS_PENALTY_STEP_H
#define CAROM_SOLVERS_PENALTY_STEP_H

#include "solvers/penalty/system.h"

/** Whether a change of the restitution is to be taken over before the next step. */
static inline bool carom_penalty_is_to_change(const penalty_system *self)
{
    const carom_problem *problem = self->problem;
    return self->model.changed < problem->changes &&
           problem->change[self->model.changed].t_s <= self->time_s;
}

/** Takes over the changes of the restitution until the step at work begins: dashpots are others
 * from there on, of contacts that last too. */
CAROM_CHECKED carom_status carom_penalty_change(penalty_system *self, carom_error *error);

/** One step of length h, which ends at @p end_s. */
CAROM_CHECKED carom_status carom_penalty_step(penalty_system *self, double h, double end_s,
                                              carom_error *error);

/* A step of contacts on the grid in its parts, for who carries some of the balls. */

/** One try, taken back where it fails; *farthest_m: what a ball went. */
CAROM_CHECKED carom_status carom_penalty_try_step(penalty_system *self, double h,
                                                  double *farthest_m, carom_error *error);
void carom_penalty_take_back(penalty_system *self);

/** Whether nobody outside the near list can have touched anybody in a step of so far a move. */
static inline bool carom_penalty_is_listed(const penalty_system *self, double farthest_m)
{
    return self->neighbours.near_m - 2 * (self->neighbours.near_moved_m + farthest_m) >= 0;
}

/** The step of a try that went so far and was taken back, with a longer list. */
CAROM_CHECKED carom_status carom_penalty_step_farther(penalty_system *self, double h, double end_s,
                                                      double farthest_m, carom_error *error);

/** What a try that is listed has done goes into the books and the log; the clock goes on. */
CAROM_CHECKED carom_status carom_penalty_keep_step(penalty_system *self, double h, double end_s,
                                                   double farthest_m, carom_error *error);

/** Whether nobody is near anybody, and nothing else acts on the balls. */
bool carom_penalty_drifts(const penalty_system *self);

/** Steps on while that is so, at least once, and at most until @p t_s. */
CAROM_CHECKED carom_status carom_penalty_drift(penalty_system *self, double t_s,
                                               carom_error *error);

/** How ball @p i has turned after a way from @p from to @p to, short enough to count as straight.
 */
carom_quaternion carom_penalty_turned(const penalty_system *self, size_t i, const double *from,
                                      const double *to);

/** The next step of the grid, or those of a drift, which end until @p t_s as one does at least. */
CAROM_CHECKED carom_status carom_penalty_go_on(penalty_system *self, double t_s,
                                               carom_error *error);

#endif
