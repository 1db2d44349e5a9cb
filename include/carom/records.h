/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Records of a scenario: run, compare, sweep or study it, and draw figures.
 *
 * `carom help records` describes the files, `carom list columns` their columns.
 */
#ifndef CAROM_RECORDS_H
#define CAROM_RECORDS_H

#include <carom/solver.h>
#include <carom/status.h>
#include <signal.h>
#include <stddef.h>

/** What to run. Set the first members, and leave the rest zero for the defaults. */
typedef struct {
    const char *command;   /**< compare, sweep, or a study that writes tables, such as gradient */
    const char *path;      /**< of the scenario; files named in it are relative to its folder */
    const char *directory; /**< existing folder for the records */
    const char *text;      /**< YAML or JSON of the scenario; NULL: the file at @p path */
    const char *name;      /**< of the scenario in the records; NULL: @p path */
    /** Values of keys of the scenario and of the study ("gradient.of"), ended by a NULL key; NULL:
     * none. */
    const carom_setting *settings;
    const char *const *solvers;        /**< solvers to run, ended by NULL; NULL: all */
    long jobs;                         /**< solvers, points or runs at a time; 0: the default */
    const volatile sig_atomic_t *stop; /**< cancellation flag; NULL: none */
    /** Receives the fraction that is done, from any thread; NULL: not called. */
    void (*progress)(void *context, double part, double done);
    void *context;
    char *messages; /**< receives all errors and warnings of the scenario as lines, or NULL */
    char *report;   /**< receives the printed result of a study, or NULL */
} carom_records_args;

/** Run a command and write the records that the program writes, with the same bits.
 *  @param args  receives texts; call carom_records_args_free in any case
 *  @return CAROM_INVALID with the key and position of the first error; CAROM_CANNOT_READ;
 *    CAROM_CANNOT_CREATE, CAROM_CANNOT_WRITE; CAROM_INTERRUPTED. CAROM_OK if a
 *    solver stopped early: run.json has its failure */
CAROM_CHECKED carom_status carom_records_write(carom_records_args *args, carom_error *error);

/** Evaluate the checks of a scenario on the records in args->directory, as carom check --records.
 *  @param args  path and text of the scenario (text NULL: that of run.json), directory, stop;
 *    command NULL: audit them too, like those of another program; "compare": carom has just
 *    written them. Receives `report`, a JSON array of verdicts; call carom_records_args_free in any
 * case
 *  @return CAROM_INVALID with the position of the first error; CAROM_CANNOT_READ */
CAROM_CHECKED carom_status carom_records_check(carom_records_args *args, carom_error *error);

/** Free the texts that @p args received. */
void carom_records_args_free(carom_records_args *args);

/** Draw figures of the records in @p directory with gnuplot.
 *  @param home     folder that contains plots/
 *  @param figures  names separated by commas, or "all"; NULL: the default ones
 *  @param stop     cancellation flag; NULL: none
 *  @return CAROM_CANNOT_READ; CAROM_INVALID for records or a name that carom rejects;
 *    CAROM_CANNOT_CREATE if gnuplot is missing or fails; CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_records_draw(const char *directory, const char *home,
                                              const char *figures,
                                              const volatile sig_atomic_t *stop,
                                              carom_error *error);

#endif
