/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What the `check` slots of several solvers ask of a problem.
 */
#ifndef CAROM_SEARCH_ADMISSION_H
#define CAROM_SEARCH_ADMISSION_H

#include <carom/solver.h>

/** Reports what failed under @p key; missing memory as such. */
void carom_findings_add(const carom_findings *findings, const char *key, const carom_error *error);

/** That cells for balls up to stretch (r1 + r2) apart fit the table. */
void carom_check_table(const carom_problem *problem, double stretch,
                       const carom_findings *findings);

/** That friction and gravity in the plane do not act together. */
void carom_check_paths(const carom_problem *problem, const carom_findings *findings);

#endif
