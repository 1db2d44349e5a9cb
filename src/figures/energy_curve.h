/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The energy of a run as a figure draws it: an impulse takes its part in no time, so it is a step
 * at its own time, however far apart the samples are.
 */
#ifndef CAROM_FIGURES_ENERGY_CURVE_H
#define CAROM_FIGURES_ENERGY_CURVE_H

#include "figures/drawing.h"
#include "figures/figure_data.h"

typedef struct {
    double t_s, energy_J;
} carom_energy_point;

/** The mechanical energy of a run as a curve: lines between the samples, and a step down, two
 * points at one time, for each impulse that collisions.tsv has. */
typedef struct {
    carom_energy_point *point; /**< by time */
    size_t points;
} carom_energy_curve;

/** Reads that of @p solver; carom_energy_curve_free in any case.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where series.tsv is not there or none */
CAROM_CHECKED carom_status carom_energy_curve_read(carom_energy_curve *made, const char *directory,
                                                   const char *solver, carom_error *error);
void carom_energy_curve_free(carom_energy_curve *made);

/** The energy at a time, J; at a step the lower end. NaN of an empty curve. */
double carom_energy_curve_at(const carom_energy_curve *made, double t_s);

/** Adds to @p drawing a data block $ENERGY1, $ENERGY2 ... of each solver of @p data, with the
 * columns t_s and energy_J: the samples of series.tsv and, from collisions.tsv where there is one,
 * two rows for each impulse, before and after it.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where a series.tsv is not there or none */
CAROM_CHECKED carom_status carom_energy_curves(const char *directory, const carom_figure_data *data,
                                               carom_drawing *drawing, carom_error *error);

#endif
