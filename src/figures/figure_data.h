/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What figures need to know besides the curves: read from run.json and summary numbers in it.
 */
#ifndef CAROM_FIGURES_FIGURE_DATA_H
#define CAROM_FIGURES_FIGURE_DATA_H

#include "scenario/scenario.h"
#include <signal.h>

enum { CAROM_MOST_PATHS = 3, CAROM_FOOTER_LINES = 3 };

typedef struct {
    char name[CAROM_NAME_SIZE];
    int style;                      /**< line style of plots/style.gp */
    size_t last_sample;             /**< index of the last sample recorded */
    double first_mismatch_s, lag_m; /**< NaN: none */
} carom_figure_solver;

typedef struct {
    carom_scenario scenario;
    char title[512], footer[CAROM_FOOTER_LINES][512], path_heading[200];
    carom_figure_solver *solver;
    /** solvers in the order in which they are drawn: solid first, dashed above */
    size_t *order;
    size_t solvers, reference;
    bool compared;
    double energy_J, momentum_kgmps; /**< what residuals are divided by, > 0 */
    /** at t = 0: then the two are 1, and residuals what they are */
    bool energy_is_zero, at_rest;
    double first_mismatch_s, lag_m;       /**< earliest, longest; NaN: none */
    size_t path[CAROM_MOST_PATHS], paths; /**< balls whose paths are drawn */
    const volatile sig_atomic_t *stop;    /**< for who reads the tables beside it */
} carom_figure_data;

/** Reads it from the records in @p directory. @param stop set from outside to interrupt what is
 * read of them; may be NULL. carom_figure_data_free in any case. */
CAROM_CHECKED carom_status carom_figure_data_read(carom_figure_data *data, const char *directory,
                                                  const volatile sig_atomic_t *stop,
                                                  carom_error *error);
void carom_figure_data_free(carom_figure_data *data);

/** The place in data->solver of the one called @p name.
 *  @return CAROM_INVALID where there is none: the message has those that there are */
CAROM_CHECKED carom_status carom_figure_solver_called(const carom_figure_data *data,
                                                      const char *name, size_t *place,
                                                      carom_error *error);

/** Two solvers of the records, as places in data->solver: those called @p name[0] and [1]; where
 * only one is named, the reference and that one; where none is, the reference and the first other.
 *  @return as above */
CAROM_CHECKED carom_status carom_figure_pair(const carom_figure_data *data, const char *const *name,
                                             size_t count, size_t pair[2], carom_error *error);

#endif
