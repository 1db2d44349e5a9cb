/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a run has recorded, in numbers: the series, the collisions, the distances from the
 * reference.
 */
#ifndef CAROM_FIGURES_RUN_RECORDED_H
#define CAROM_FIGURES_RUN_RECORDED_H

#include "figures/figure_data.h"
#include "records/tsv.h"

/** A row of collisions.tsv. */
typedef struct {
    double t_s, contact_s; /**< an impulse lasts 0 */
    const char *a, *b;     /**< names of balls; b of a wall's part where it is a wall */
    bool wall;
    double given_kgmps[2]; /**< to the balls together, by a wall or a fixed ball; else 0 */
    double taken_J, overlap_m;
} carom_recorded_impact;

/** What is recorded of each sample. */
typedef enum {
    CAROM_SERIES_TIME,        /**< s */
    CAROM_SERIES_ENERGY,      /**< of the balls and their contacts, J */
    CAROM_SERIES_DISSIPATED,  /**< J */
    CAROM_SERIES_RESIDUAL,    /**< energy that the ledger does not explain, J */
    CAROM_SERIES_MOMENTUM_X,  /**< kg m/s */
    CAROM_SERIES_MOMENTUM_Y,  /**< kg m/s */
    CAROM_SERIES_UNEXPLAINED, /**< momentum that nothing explains, its magnitude, kg m/s */
    CAROM_SERIES_ANGULAR,     /**< angular momentum about the table's centre, kg m^2/s; NaN: none */
    CAROM_SERIES_APART,       /**< rms distance from the reference, m; NaN: not compared */
    CAROM_SERIES_KINDS
} carom_series_kind;

/** Of a scene of more balls no states are read: nobody could tell them apart. */
enum { CAROM_MOST_FOLLOWED = 12 };

/** Place and velocity of a ball. */
typedef struct {
    double x_m[2], v_mps[2];
} carom_recorded_state;

typedef struct {
    size_t samples;
    double *series[CAROM_SERIES_KINDS]; /**< samples each */
    /** samples x balls; NULL: more than CAROM_MOST_FOLLOWED */
    carom_recorded_state *state;
    bool logged;                   /**< whether there is a log */
    carom_recorded_impact *impact; /**< in the log's order, by time */
    size_t impacts;
    carom_tsv log; /**< has their names */
} carom_recorded_solver;

typedef struct {
    carom_recorded_solver *solver; /**< in the order of the figure data */
    size_t solvers;
} carom_recorded;

/** Reads series.tsv and, where they are, collisions.tsv of every solver of @p data, and
 * divergence.tsv. carom_recorded_free in any case.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where a table is not there or none, CAROM_INTERRUPTED
 */
CAROM_CHECKED carom_status carom_recorded_read(carom_recorded *recorded,
                                               const carom_figure_data *data, const char *directory,
                                               carom_error *error);
void carom_recorded_free(carom_recorded *recorded);

#endif
