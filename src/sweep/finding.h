/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a sweep over one parameter has found out about one quantity, in a sentence.
 */
#ifndef CAROM_SWEEP_FINDING_H
#define CAROM_SWEEP_FINDING_H

#include "records/tsv.h"
#include "scenario/scenario.h"

/** What an axis says, "speed (m/s)", in its two parts. */
typedef struct {
    char quantity[300], unit[80];
} carom_sweep_words;

carom_sweep_words carom_sweep_cut(const char *label);

/** One collected column of sweep.tsv over the parameter, a curve for each solver. */
typedef struct {
    const carom_scenario *scenario;
    const carom_tsv *table; /**< sweep.tsv; `solvers` rows for each point */
    size_t column, solvers, points;
    const char *quantity, *parameter; /**< what they are called, without units */
    const char *unit;                 /**< of the quantity; "": it has none */
    const char *const *called;        /**< the solvers, in figures */
} carom_sweep_curves;

/** The value of a solver's curve at a point. */
double carom_sweep_value(const carom_sweep_curves *curves, size_t solver, size_t point);

/** Where solvers and the scenario's theory of the quantity are one to a hundredth; else the power
 * of the parameter that it goes with; else that it hardly changes; else what is to be seen; else by
 * how much theory is missed. Each is measured on the table. */
void carom_sweep_find(const carom_sweep_curves *curves, char *text, size_t size);

/** The same of @p columns columns from `curves` on that share a figure: which solvers are one with
 * the theory of all of them, and by how much the others are off it at most. */
void carom_sweep_find_together(const carom_sweep_curves *curves, size_t columns, char *text,
                               size_t size);

#endif
