/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The numbers that summarise a run: the columns of summary.tsv, what checks and sweeps speak of.
 */
#ifndef CAROM_MEASURE_QUANTITIES_H
#define CAROM_MEASURE_QUANTITIES_H

#include "measure/validity.h"
#include <carom/solver.h>

/** One row of summary.tsv. */
typedef struct {
    /** NaN: nothing to be a part of at t = 0 */
    double energy_residual_rel, momentum_residual_rel, angular_momentum_residual_rel;
    double max_overlap_m;
    double collisions, steps, force_evaluations, pair_tests;
    double rms_divergence_m, first_mismatch_s; /**< NaN: none */
    double wall_clock_s;
    double contact_s, lag_m; /**< longest contact, and longest approach speed times contact time;
                                  beside the divergence in the table, not in summary.tsv */
    double precision_bits, lost_digits; /**< of an arbitrary precision; NaN: doubles */
    double simulated_s;                 /**< by a clock of the solver's own; NaN: it has none */
    /** restitution of the scenario; NaN: none such, or it changes */
    double asked_ball, asked_wall;
    /** where that is several, by `pairs`: up to this one */
    double asked_ball_to, asked_wall_to;
    carom_validity validity; /**< NaN without a collision log */
} carom_summary;

typedef struct {
    const char *name, *unit, *doc;
    size_t offset;  /**< of the double in carom_summary */
    bool is_column; /**< of summary.tsv; the others are for sweeps and checks alone */
    bool is_clock;  /**< differs between two runs of the same input */
} carom_quantity;

/** Ended by a NULL name; first, in their order, summary.tsv's columns. */
extern const carom_quantity carom_quantities[];

/** The names alone, for a parameter table. */
extern const char *const carom_quantity_words[];

/** The quantity of that name; NULL: there is none. */
const carom_quantity *carom_quantity_find(const char *name);

double carom_quantity_of(const carom_quantity *quantity, const carom_summary *summary);

/** Whether a column's name is that of a ball's place or velocity at the end, "cue.vx_mps": which
 * ball, and which of x_m, y_m, vx_mps, vy_mps. */
bool carom_ball_column(const carom_problem *problem, const char *name, size_t *ball,
                       int *component);

#endif
