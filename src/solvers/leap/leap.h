/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * flight: leap. In free flight nothing needs a step: a ball is carried from contact to contact in
 * closed form, event by event as in the impulse solver, and only balls in contact, or about to be,
 * are stepped: in groups, each with a penalty solver and a clock of its own. A collision then costs
 * the steps of its contact, however stiff it is.
 */
#ifndef CAROM_SOLVERS_LEAP_LEAP_H
#define CAROM_SOLVERS_LEAP_LEAP_H

#include "solvers/penalty/penalty.h"

typedef struct leap_solver leap_solver;

/** Reports what cannot be leapt over. */
void carom_leap_check(const carom_problem *problem, const carom_findings *findings);

/** For the problem, law and step of @p parent, which must outlive it. NULL: see error */
leap_solver *carom_leap_new(const penalty_system *parent, carom_error *error);
void carom_leap_free(leap_solver *self);

CAROM_CHECKED carom_status carom_leap_advance(leap_solver *self, double t_s, carom_error *error);
void carom_leap_sample(const leap_solver *self, double t_s, carom_view *view);

void carom_leap_archive(leap_solver *self, carom_archive *archive);

/** Overwrites the counts of what it did. */
void carom_leap_report(const leap_solver *self, carom_report *report);

#endif
