/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The state of a system of springs, and how it is carried over a time.
 */
#ifndef CAROM_SOLVERS_PENALTY_MOTION_H
#define CAROM_SOLVERS_PENALTY_MOTION_H

#include "solvers/penalty/system.h"

/** Room for the positions and velocities of all balls. On failure what has been made is left to
 * carom_penalty_motion_free. */
CAROM_CHECKED carom_status carom_penalty_motion_init(const penalty_system *self,
                                                     penalty_motion *motion, carom_error *error);
void carom_penalty_motion_free(const carom_integrator *integrator, penalty_motion *motion);

/** Room for the quadratures of the present near list. */
CAROM_CHECKED carom_status carom_penalty_fit_motion(const penalty_system *self,
                                                    penalty_motion *motion, carom_error *error);

/** Room for everything that is as long as the pairs, or as the near list, of both motions. */
CAROM_CHECKED carom_status carom_penalty_fit_to_pairs(penalty_system *self, carom_error *error);
CAROM_CHECKED carom_status carom_penalty_fit_to_near(penalty_system *self, carom_error *error);

/** What is on, from the open records, for a new near list. */
void carom_penalty_watch_anew(const penalty_system *self, penalty_motion *motion);

/** What an integrator is given to carry @p motion; lasts as long as both. */
carom_motion carom_penalty_equation(const penalty_scene *scene, penalty_motion *motion);

/** Carries @p motion over part_s, all or a part of a step of step_s, in one step of the integrator,
 * quadratures from zero. Says in motion->given_up if it could not. @return evaluations of the
 * forces
 */
size_t carom_penalty_move(const penalty_system *self, penalty_motion *motion, double step_s,
                          double part_s);

/** Why the integrator gave up the step of @p h that begins at @p t_s. */
carom_status carom_penalty_given_up(const penalty_system *self, carom_status why, double t_s,
                                    double h, carom_error *error);

#endif
