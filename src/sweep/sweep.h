/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A sweep: the scenario once for every point of the grid in its `sweep:` section, by several
 * threads, and in shards on several machines. What is finished is in a journal, from which an
 * interrupted sweep goes on.
 */
#ifndef CAROM_SWEEP_SWEEP_H
#define CAROM_SWEEP_SWEEP_H

#include "figures/drawing.h"
#include "records/table.h"
#include "run/run.h"
#include "sweep/points.h"

typedef struct {
    const char *text; /**< of the scenario file */
    size_t length;
    const carom_override *overrides; /**< of the command line, applied before the point's */
    size_t override_count;
    /** as for one run; `directory` gets what the sweep leaves behind */
    const carom_request *request;
    bool records;             /**< a folder of records per point too, named 1, 2, ... */
    long jobs;                /**< points at a time; 0: one per processor */
    long shard, shards;       /**< which part, from 1, of how many; 1 of 1: all */
    carom_messages *messages; /**< of a point that is no valid scenario */
    /** what the user is to know before the first point is run; may be NULL */
    void (*say)(void *context, const char *text);
    void *say_context;
} carom_sweep_request;

/** Whether a sweep has figures: one of one parameter whose values are numbers, or one of two. */
bool carom_sweep_is_drawn(const carom_scenario *scenario);

/** What is to be drawn of sweep.tsv in @p directory: sweep-COLUMN.png and others, of a sweep of one
 * parameter, each with its finding as title; of one of two sweep-COLUMN-SOLVER.png, maps; or
 * sweep-together.png. At most CAROM_MOST_FIGURES are drawn. sweep-theory.tsv is written there,
 * where the scenario has any.
 *  @param drawing  to be freed in any case */
CAROM_CHECKED carom_status carom_sweep_drawing(const carom_scenario *scenario,
                                               const char *directory, const char *name,
                                               carom_drawing *drawing, carom_error *error);

/** Lines of theory; for the list of what is written. */
extern const carom_table carom_sweep_theory_table;

/** Runs all points, or the shard's, the last parameter varying fastest. All of them become
 * sweep.tsv: the parameters' columns, `solver`, and the collected quantities, whatever the number
 * of jobs and interruptions; a shard leaves its journal. A solver that stops early gives its last
 * values.
 *  @return CAROM_INVALID with messages where a point is no valid scenario, or what a run returns */
CAROM_CHECKED carom_status carom_sweep_run(carom_sweep_request *sweep, carom_error *error);

/** Puts the shards in @p directory[0] to [count - 1] together into sweep.tsv in @p output.
 *  @return CAROM_INVALID where they are of different sweeps or a point is missing: the message says
 * which shard */
CAROM_CHECKED carom_status carom_sweep_merge(const char *const *directory, size_t count,
                                             const char *output, const volatile sig_atomic_t *stop,
                                             size_t *points, carom_error *error);

#endif
