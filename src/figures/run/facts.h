/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a run has come to, in a few numbers for each solver: what findings are made of.
 */
#ifndef CAROM_FIGURES_RUN_FACTS_H
#define CAROM_FIGURES_RUN_FACTS_H

#include "figures/run/recorded.h"

/** Below this part of what a run has, a residual is rounding. */
#define CAROM_ROUNDING_REL 1e-12

/** The same of a distance: of the table's size, or of how far out balls begin without one, m. */
double carom_distance_rounding_m(const carom_problem *problem);

/** The first collision that a solver and the reference do not share. */
typedef struct {
    double t_s;        /**< NaN: there is none */
    const char *a, *b; /**< the two bodies; NULL: not in the logs */
    bool own;          /**< in the solver's log, or in the reference's */
    bool again;        /**< the two have just collided at the same time: a simultaneous impact */
    size_t before;     /**< collisions of that log before it */
} carom_parting;

/** Of one solver. `_rel`: of the energy, the sum of |m v|, at the start, unless the facts say that
 * there is none. */
typedef struct {
    const char *name;
    double end_s;                        /**< of its last sample */
    double gained_rel;                   /**< energy that nothing explains, at the end */
    double off_rel;                      /**< its largest magnitude */
    double dissipated_rel, dissipated_J; /**< at the end */
    double varied_rel;                   /**< largest less smallest energy */
    double unexplained_rel;              /**< momentum, the largest */
    double turned_rel;           /**< angular momentum: largest less smallest, of the largest */
    double apart_parted_m;       /**< the largest from the parting on; NaN: there is none */
    double apart_m, apart_end_m; /**< the largest, the last; NaN: not compared */
    double lag_m;                /**< of its longest contact; NaN: none */
    size_t collisions, walls;    /**< with walls and fixed balls, of them all */
    double fastest_mps;          /**< at the end */
    const char *fastest;         /**< which ball; NULL: unknown */
    carom_parting parting;
} carom_fact;

typedef struct {
    carom_fact *of; /**< in the order of the figure data */
    size_t count, reference, balls;
    bool compared, logged;
    bool no_energy, at_rest;  /**< at the start: then it is J, kg m/s instead of parts */
    bool gravity, resistance; /**< they change the momentum */
    double rounding_m;        /**< a distance that is none */
} carom_facts;

/** Finds them in what was recorded. Texts are those of @p data and @p recorded, which outlive the
 * facts. carom_facts_free in any case. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_facts_find(carom_facts *facts, const carom_figure_data *data,
                                            const carom_recorded *recorded, carom_error *error);
void carom_facts_free(carom_facts *facts);

#endif
