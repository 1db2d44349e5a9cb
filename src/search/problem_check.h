/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The two halves of carom_problem_check, for callers that report between them or can be cancelled.
 */
#ifndef CAROM_SEARCH_PROBLEM_CHECK_H
#define CAROM_SEARCH_PROBLEM_CHECK_H

#include <carom/problem.h>
#include <carom/watch.h>

/** Check every number of @p problem against its range. @return whether all are valid */
bool carom_problem_check_values(const carom_problem *problem, carom_problem_report *report,
                                void *context);

/** Check that every ball lies inside the walls and that no two balls overlap; the values must be
 * valid. @return CAROM_OK, CAROM_INVALID, CAROM_NO_MEMORY, or CAROM_INTERRUPTED by @p watch */
CAROM_CHECKED carom_status carom_problem_check_positions(const carom_problem *problem,
                                                         const carom_watch *watch,
                                                         carom_problem_report *report,
                                                         void *context);

/** A carom_problem_report that stores the first fault in the carom_error @p context (may be NULL).
 * The text also names the ball of a value, for which a file has a line. */
bool carom_problem_keep_first(void *context, const carom_fault *fault);

#endif
