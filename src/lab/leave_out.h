/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A scenario's text without some of its solvers, line by line, so that the rest of it stays as
 * somebody wrote it.
 */
#ifndef CAROM_LAB_LEAVE_OUT_H
#define CAROM_LAB_LEAVE_OUT_H

#include "scenario/scenario.h"

/** The text of @p scenario (YAML, @p length bytes) without the solvers that have one of @p traits,
 * and what names them: a reference, checks. It is read again, and has to be the scene of the other
 * solvers.
 *  @param set    overrides of the text; those of what goes are taken out of the list
 *  @param rest   the text, to be freed; NULL on any error
 *  @return CAROM_INVALID: not by leaving out whole lines, or no solver would be left */
CAROM_CHECKED carom_status carom_lab_leave_out(const carom_scenario *scenario, unsigned traits,
                                               const char *text, size_t length, carom_override *set,
                                               size_t *sets, char **rest, carom_error *error);

#endif
