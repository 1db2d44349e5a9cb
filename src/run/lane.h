/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A lane: one solver's way through the scenario, with its records.
 */
#ifndef CAROM_RUN_LANE_H
#define CAROM_RUN_LANE_H

#include "measure/quantities.h"
#include "scenario/scenario.h"
#include "system/atomic_file.h"

typedef struct {
    const carom_scenario_solver *spec;
    const carom_problem *problem;
    carom_solver *solver;
    carom_sample sample;    /**< the last one taken */
    carom_directory folder; /**< of the records */
    carom_file series, trajectory, collisions;
    bool logging;        /**< keep a collision log */
    carom_log log;       /**< after finishing: sorted by time */
    carom_error failure; /**< why the solver stopped early; status CAROM_OK: it did not */
    /** what residuals are relative to: as at t = 0; 0 at rest */
    double energy_J, momentum_kgmps, angular_kgm2ps;
    double wall_clock_s;
    double fastest_mps;    /**< of all samples */
    double divergence_m;   /**< rms from the reference at the last comparison; NaN: none */
    carom_summary summary; /**< after finishing */
} carom_lane;

/** Makes the solver and opens the records in @p directory/<name of the solver>; NULL: none are
 * kept. */
CAROM_CHECKED carom_status carom_lane_open(carom_lane *lane, const carom_scenario *scenario,
                                           const carom_scenario_solver *spec, const char *directory,
                                           bool logging, carom_error *error);

/** Carries the solver to @p t_s. A solver that cannot go on puts the reason into `failure` and
 * stands still from then on: what it has recorded stays. */
void carom_lane_advance(carom_lane *lane, double t_s);

bool carom_lane_has_failed(const carom_lane *lane);

/** Takes a sample and writes its rows. */
CAROM_CHECKED carom_status carom_lane_record(carom_lane *lane, carom_error *error);

/** Writes the collisions, fills the summary and closes the records under their temporary names. */
CAROM_CHECKED carom_status carom_lane_finish(carom_lane *lane, carom_error *error);

/** Frees everything; records not committed are removed. */
void carom_lane_close(carom_lane *lane);

#endif
