/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What kind of solver a choice is, and the converged twin of one of springs.
 */
#ifndef CAROM_MEASURE_CONVERGED_H
#define CAROM_MEASURE_CONVERGED_H

#include <carom/problem.h>
#include <carom/solver.h>

/** Makes a penalty solver's choice converged: contacts located, the classical Runge-Kutta method,
 * steps of @p theta (0.02: an error of the restitution of 7e-11); a leap from contact to contact
 * where the problem admits it. The law stays. */
CAROM_CHECKED carom_status carom_choice_converge(carom_choice *choice, const carom_problem *problem,
                                                 double theta, carom_error *error);

/** Whether springs can leap from contact to contact there. */
bool carom_problem_admits_leaps(const carom_problem *problem);

/** Whether springs locate touch and release within a step. */
bool carom_choice_is_located(const carom_choice *choice);

/** Whether a choice is of springs, whose method can be told from its model. */
bool carom_choice_is_soft(const carom_choice *choice);

/** Whether a solver finds every impact itself, between any two frames. */
bool carom_choice_is_exact(const carom_choice *choice);

#endif
