/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The energy of a run as a figure draws it: an impulse takes its part in no time, so it is a step
 * at its own time, however far apart the samples are.
 */
#ifndef CAROM_FIGURES_ENERGY_CURVE_H
#define CAROM_FIGURES_ENERGY_CURVE_H

#include "records/tsv.h"

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
 *  @param stop  set from outside to interrupt; may be NULL
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where series.tsv is not there or none,
 * CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_energy_curve_read(carom_energy_curve *made, const char *directory,
                                                   const char *solver,
                                                   const volatile sig_atomic_t *stop,
                                                   carom_error *error);
void carom_energy_curve_free(carom_energy_curve *made);

/** The energy at a time, J; at a step the lower end. NaN of an empty curve. */
double carom_energy_curve_at(const carom_energy_curve *made, double t_s);

/** Where a series.tsv has the parts of the mechanical energy; carom_energy_at adds them up
 * for a sample, J.
 *  @return CAROM_INVALID where one is missing */
CAROM_CHECKED carom_status carom_energy_columns(const carom_tsv *series, size_t column[4],
                                                carom_error *error);
double carom_energy_at(const carom_tsv *series, size_t row, const size_t column[4]);

#endif
