/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Scenario files: load a YAML file, change its keys, create its solvers.
 *
 * `carom help scenario` describes the keys. Texts and problem belong to the scenario.
 */
#ifndef CAROM_SCENARIO_H
#define CAROM_SCENARIO_H

#include <carom/problem.h>
#include <carom/solver.h>
#include <carom/status.h>
#include <stddef.h>

/** A valid scenario (opaque). Several threads may use it while no thread frees it. */
typedef struct carom_scenario carom_scenario;

/** Load and validate the scenario file @p path; "-": standard input. Files named in it are relative
 * to its folder.
 *  @return NULL on failure, with the first error of the file in @p error: CAROM_INVALID, where the
 *    text is "PATH:LINE:COLUMN: KEY: problem"; CAROM_CANNOT_READ. Release with
 *    carom_scenario_free */
carom_scenario *carom_scenario_load(const char *path, carom_error *error);

/** Load a scenario file with other values of some keys, as with `--set KEY=VALUE`.
 *  @param settings  array ended by a NULL key, such as {"balls.cue.vx_mps", "2"}, not used after
 *    the call; may be NULL. The text of an error in a value begins with "--set KEY=VALUE: "
 *  @return as carom_scenario_load */
carom_scenario *carom_scenario_load_with_settings(const char *path, const carom_setting *settings,
                                                  carom_error *error);

/** Title; "": none. */
const char *carom_scenario_title(const carom_scenario *scenario);

/** Balls and table, for carom_solver_new and for the names of balls. */
const carom_problem *carom_scenario_problem(const carom_scenario *scenario);

/** End of the run (s). It begins at 0. */
double carom_scenario_duration_s(const carom_scenario *scenario);

/** Number of equidistant samples, at least 2: the first at 0, the last at the end. */
size_t carom_scenario_samples(const carom_scenario *scenario);

/** Time of sample @p k (s), as in the records of `carom run`. */
double carom_scenario_sample_time_s(const carom_scenario *scenario, size_t k);

/** Number of solvers, at least 1. */
size_t carom_scenario_solvers(const carom_scenario *scenario);

/** Index of the reference solver, to which the others are compared. */
size_t carom_scenario_reference(const carom_scenario *scenario);

/** Name of solver @p i < carom_scenario_solvers(scenario), unique in the scenario. */
const char *carom_scenario_solver_name(const carom_scenario *scenario, size_t i);

/** Label that the scenario gives solver @p i; its name if it gives none. */
const char *carom_scenario_solver_label(const carom_scenario *scenario, size_t i);

/** Create solver @p i with its parameters; it logs its collisions. The scenario must outlive it.
 *  @return NULL on failure, with @p error: CAROM_INVALID (also for @p i out of range).
 *    Release with carom_solver_free */
carom_solver *carom_scenario_solver_new(const carom_scenario *scenario, size_t i,
                                        carom_error *error);

/** Free a scenario; may be NULL. */
void carom_scenario_free(carom_scenario *scenario);

#endif
