/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_STUDIES_CONVERGE_H
#define CAROM_INTERNAL_STUDIES_CONVERGE_H

#include "figures/figures.h"
#include "measure/measure.h"
#include "records/records.h"
#include "run/run.h"

/** @file
 * Convergence of springs in step and stiffness: how far a run is from the rigid one, what of that
 * is the model's, which no step takes away, what the method's, and where the method blows up.
 */

/** Root mean square over the phases, and the band that 68 % of them lie in. */
typedef struct {
    double rms, low, high;
} carom_spread;

/** One step and stiffness of one solver, over the phases. */
typedef struct {
    double theta, step_s;
    carom_spread total_m;  /**< rms distance from the rigid run at the end */
    carom_spread method_m; /**< from the converged run of the same springs */
    double weight;         /**< of ln method: 1/variance, from the scatter over the phases */
    double energy_rel;     /**< largest |unexplained energy| over the initial energy */
    /** part of the phases in which a run failed or doubled its energy */
    double blown;
    double force_evaluations, pair_tests, seconds; /**< mean of a run */
} carom_converge_point;

/** One stiffness of one solver. */
typedef struct {
    double stiffness; /**< in the unit of its key */
    /** distance of the converged run from the rigid one: the model's */
    double floor_m;
    carom_converge_point *point; /**< by step; in the study's */
    carom_estimate order;        /**< of method_m in the step */
    double theta_floor;          /**< where method and floor are equal; NaN: nowhere */
    /** the shortest step at which half of the runs blow up; NaN: none */
    double theta_blown;
} carom_converge_row;

typedef struct {
    const carom_scenario_solver *spec;
    /** "": its stiffness is not said by itself, and does not vary */
    const char *stiffness_key;
    double power;            /**< a contact lasts as the stiffness to this power */
    double expected_slope;   /**< of the floor by theory; NaN: friction acts, or none */
    carom_converge_row *row; /**< by stiffness; in the study's */
    size_t rows;
    carom_estimate order;          /**< mean over the stiffnesses */
    carom_estimate floor_slope;    /**< of the floor in the stiffness */
    carom_expected_order expected; /**< by theory */
} carom_converge_lane;

typedef struct {
    const carom_scenario *scenario;
    carom_converge_lane *lane;
    carom_converge_row *row;     /**< of all lanes */
    carom_converge_point *point; /**< of all rows */
    size_t lanes, points, phases;
} carom_converge;

/** Runs the map of a carom_converge. @return CAROM_INVALID where no solver has springs;
 * carom_converge_free in any case
 */
CAROM_CHECKED carom_status carom_converge_run(void *object, const carom_study *study,
                                              carom_error *error);
void carom_converge_free(void *object);

#endif
