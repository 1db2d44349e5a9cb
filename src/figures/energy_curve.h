/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The energy of a run as a figure draws it: an impulse takes its part in no time, so it is a step
 * at its own time, however far apart the samples are.
 */
#ifndef CAROM_FIGURES_ENERGY_CURVE_H
#define CAROM_FIGURES_ENERGY_CURVE_H

#include "figures/drawing.h"
#include "figures/figure_data.h"
#include "records/tsv.h"

/** Where a series.tsv has the three parts of the mechanical energy; carom_energy_at adds them up
 * for a sample, J.
 *  @return CAROM_INVALID where one is missing */
CAROM_CHECKED carom_status carom_energy_columns(const carom_tsv *series, size_t column[3],
                                                carom_error *error);
double carom_energy_at(const carom_tsv *series, size_t row, const size_t column[3]);

/** Adds to @p drawing a data block $ENERGY1, $ENERGY2 ... of each solver of @p data, with the
 * columns t_s and energy_J: the samples of series.tsv and, from collisions.tsv where there is one,
 * two rows for each impulse, before and after it.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where a series.tsv is not there or none */
CAROM_CHECKED carom_status carom_energy_curves(const char *directory, const carom_figure_data *data,
                                               carom_drawing *drawing, carom_error *error);

#endif
