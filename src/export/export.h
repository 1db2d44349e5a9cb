/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A scenario or its trajectory in the formats of other programs: a list of formats, each of which
 * is written either of a scenario and one of its solvers or of a trajectory, frame by frame.
 */
#ifndef CAROM_EXPORT_EXPORT_H
#define CAROM_EXPORT_EXPORT_H

#include "scenario/scenario.h"
#include <signal.h>
#include <stdio.h>

/** A format. One of `script` and `frame` is NULL. */
typedef struct {
    const char *name;    /**< as --to takes it */
    const char *summary; /**< one line */
    /** of a trajectory: what stands before the first frame; may be NULL. @p turned: samples say how
     * balls have turned */
    void (*begin)(FILE *stream, const carom_problem *problem);
    /** of a trajectory: one sample, in SI units, numbers with 17 digits; @p stop as below.
     *  @return CAROM_INTERRUPTED */
    carom_status (*frame)(FILE *stream, const carom_scenario *scenario, const carom_sample *sample,
                          const volatile sig_atomic_t *stop, carom_error *error);
    /** of a scenario: the other program's input for one solver, after `check` found no error.
     *  @return CAROM_NO_MEMORY */
    carom_status (*script)(FILE *stream, const carom_scenario *scenario,
                           const carom_scenario_solver *solver, carom_error *error);
    /** with script: everything that the other program cannot do as this solver does it */
    void (*check)(const carom_scenario *scenario, const carom_scenario_solver *solver,
                  const carom_findings *findings);
} carom_export_format;

/** All of them, ended by NULL. */
extern const carom_export_format *const carom_export_formats[];

/** The format called @p name; NULL: there is none. */
const carom_export_format *carom_export_format_find(const char *name);

/** Runs @p solver through the scenario's samples and writes its trajectory as @p format.
 *  @param stop      set from outside to interrupt; may be NULL
 *  @param progress  told which part is done and the time (s); may be NULL
 *  @return CAROM_INTERRUPTED, CAROM_NO_MEMORY, or why the solver stopped early */
CAROM_CHECKED carom_status carom_export_run(
    FILE *stream, const carom_export_format *format, const carom_scenario *scenario,
    const carom_scenario_solver *solver, const volatile sig_atomic_t *stop,
    void (*progress)(void *context, double part, double t_s), void *context, carom_error *error);

/** Writes the trajectory that is recorded in @p directory of the solver called @p name, or where
 * that is NULL of the reference; @p chosen becomes its name.
 *  @param stop      set from outside to interrupt, heard every some thousand balls; may be NULL
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where there are no such records, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_export_records(FILE *stream, const carom_export_format *format,
                                                const char *directory, const char *name,
                                                const volatile sig_atomic_t *stop,
                                                char chosen[CAROM_NAME_SIZE], carom_error *error);

#endif
