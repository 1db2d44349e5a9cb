/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The converged twin of a choice of springs, by the keys that springs have in common.
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

#endif
