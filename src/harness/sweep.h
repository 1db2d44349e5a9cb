/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A sweep: the scenario once for every point of the grid in its `sweep:` section.
 */
#ifndef CAROM_HARNESS_SWEEP_H
#define CAROM_HARNESS_SWEEP_H

#include "harness/run.h"

typedef struct {
    const char *text;                 /**< of the scenario file */
    size_t length;
    const carom_override *overrides;  /**< of the command line, applied before the point's */
    size_t override_count;
    const carom_request *request;     /**< as for one run; `directory` gets sweep.tsv and a folder
                                           per point, named 1, 2, ... */
    carom_messages *messages;
} carom_sweep_request;

/** Number of points of a scenario's grid: the product of its parameters' values. */
size_t carom_sweep_points(const carom_scenario *scenario);

/** Runs all points, the last parameter varying fastest, and writes sweep.tsv: the parameters'
 *  columns, `solver`, and the collected quantities. A solver that stops early gives its last values.
 *  @return CAROM_INVALID with messages where a point is no valid scenario, or what a run returns */
CAROM_CHECKED carom_status carom_sweep_run(const carom_sweep_request *sweep, carom_error *error);

#endif
