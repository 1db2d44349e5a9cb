/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The fan: all outcomes that a scene's first cluster of simultaneous contacts can have, by every impact
 * policy, by every serial order of its balls, and by ever stiffer springs.
 */
#ifndef CAROM_HARNESS_FAN_H
#define CAROM_HARNESS_FAN_H

#include "harness/scenario.h"

/** One outcome and where it came from first. */
typedef struct {
    char source[160];
    size_t sources;   /**< how many ways lead to it */
    double *vx, *vy;  /**< by ball of the cluster, m/s */
} carom_outcome;

typedef struct {
    double t_s;         /**< of the cluster */
    size_t *ball;       /**< its balls, by their numbers */
    double *x_m, *y_m;  /**< where they are then */
    size_t balls;
    carom_outcome *outcome;
    size_t outcomes, capacity;
    size_t orders;      /**< serial orders tried */
    bool all_orders;    /**< or the cluster has too many balls for that */
} carom_fan;

/** Finds them. Of the scenario's solvers only the problem is used.
 *  @return CAROM_INVALID where nothing collides, or what a solver returns; carom_fan_free in any case */
CAROM_CHECKED carom_status carom_fan_find(carom_fan *fan, const carom_scenario *scenario,
                                          carom_error *error);
void carom_fan_free(carom_fan *fan);

/** fan.tsv: outcome, source, sources, ball, x_m, y_m, radius_m, vx_mps, vy_mps. */
void carom_fan_write(const carom_fan *fan, const carom_problem *problem, FILE *stream);

#endif
