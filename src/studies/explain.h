/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What will happen and why, in words and numbers, before anything is run.
 */
#ifndef CAROM_STUDIES_EXPLAIN_H
#define CAROM_STUDIES_EXPLAIN_H

#include "scenario/scenario.h"
#include <stdio.h>

/** Writes it as paragraphs of plain text. @return CAROM_NO_MEMORY, with what was said until then
 * written */
CAROM_CHECKED carom_status carom_explain(const carom_scenario *scenario, FILE *stream,
                                         carom_error *error);

#endif
