/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How far two solvers' states of one scenario are apart.
 */
#ifndef CAROM_MEASURE_DIVERGENCE_H
#define CAROM_MEASURE_DIVERGENCE_H

#include <carom/problem.h>
#include <carom/solver.h>

typedef struct {
    double rms_m, max_m; /**< over the balls, of the distance of positions (nearest image) */
    double rms_mps;      /**< of the difference of velocities */
} carom_divergence;

/** Divergence of two samples of @p problem.
 *  @param order  the balls' numbers in canonical order, problem->count of them: the order in which
 *                squares are summed, so that renumbering the balls changes no bit */
carom_divergence carom_divergence_of(const carom_problem *problem, const size_t *order,
                                     const carom_sample *sample, const carom_sample *reference);

#endif
