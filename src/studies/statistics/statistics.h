/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_STUDIES_STATISTICS_H
#define CAROM_INTERNAL_STUDIES_STATISTICS_H

#include "figures/figures.h"
#include "measure/measure.h"
#include "records/records.h"
#include "run/run.h"

/** @file
 * Ensembles: every solver over many seeds, compared where single runs no longer can be.
 */

/** What is measured of a run. */
typedef enum {
    CAROM_COLLISION_RATE, /**< 1/s: collisions with other balls, per ball */
    CAROM_FREE_PATH,      /**< m: way between two of them */
    CAROM_ENERGY,      /**< J: kinetic, of spin too, and elastic, per ball, mean over the samples */
    CAROM_TEMPERATURE, /**< J: kinetic without spin, per ball, mean over the samples */
    CAROM_PRESSURE,    /**< N/m: on the walls; on a periodic table by the virial */
    CAROM_SPEED,       /**< m/s: mean over balls and samples */
    CAROM_MEASURES
} carom_measure;

extern const struct carom_measure_name {
    const char *name, *label;
} carom_measures[CAROM_MEASURES];

typedef struct {
    const carom_scenario_solver *spec;
    double *value[CAROM_MEASURES]; /**< by seed */
    double *speed;                 /**< of all balls at the end, seeds x balls */
    size_t speeds;
    carom_estimate mean[CAROM_MEASURES];
    /** of a gas of equal discs at the temperature measured; NaN: none */
    double theory[CAROM_MEASURES];
    carom_test differs[CAROM_MEASURES], speeds_differ; /**< from the reference */
    size_t failed; /**< runs that stopped early, and are left out */
} carom_ensemble_lane;

typedef struct {
    const carom_scenario *scenario;
    carom_ensemble_lane *lane;
    size_t lanes, seeds, balls, reference;
    double temperature_J, mass_kg; /**< of a gas of equal discs, else NaN */
    const char *no_theory;         /**< why there is none; NULL: there is one */
} carom_ensemble;

/** Runs all seeds of all solvers. carom_ensemble_free in any case. */
CAROM_CHECKED carom_status carom_ensemble_run(carom_ensemble *ensemble, const carom_study *study,
                                              carom_error *error);
void carom_ensemble_free(carom_ensemble *ensemble);

/** A difference that chance makes less often than this is called one. */
extern const double carom_rare;

/** statistics.tsv (means), runs.tsv (by seed) and speeds.tsv (the distribution). Of a
 * carom_ensemble. */
extern const carom_table carom_ensemble_tables[];

/** speeds.png, ensemble.png and others. Of a carom_ensemble. */
void carom_ensemble_draw(const void *object, carom_drawing *drawing);

#endif
