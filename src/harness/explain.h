/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What will happen and why, in words and numbers, before anything is run.
 */
#ifndef CAROM_HARNESS_EXPLAIN_H
#define CAROM_HARNESS_EXPLAIN_H

#include "harness/scenario.h"
#include <stdio.h>

/** Writes it as paragraphs of plain text. */
void carom_explain(const carom_scenario *scenario, FILE *stream);

#endif
