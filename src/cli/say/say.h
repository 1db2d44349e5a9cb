/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CLI_SAY_H
#define CAROM_INTERNAL_CLI_SAY_H

#include "checks/checks.h"
#include "cli/options/options.h"
#include "run/run.h"

#include <stdio.h>

/** @file
 * What commands print: tables for people, the same as JSON, and how far a long one is.
 */

/** The table at the end of a run, for people. */
CAROM_CHECKED carom_status cli_table_print(FILE *stream, const carom_run *run, carom_error *error);

/** The same as JSON: an object for each solver, of all quantities by their names. */
void cli_table_json(FILE *stream, const carom_run *run);

/** The tables of @p object, ended by a NULL name, as one object: NAME: [ a row, ... ], each row
 * { column: value, ... }; numbers as the TSVs have them, null where they are not finite. What is no
 * table is left out. @return CAROM_NO_MEMORY, and then nothing is printed of what is left */
CAROM_CHECKED carom_status cli_json_tables(FILE *stream, const carom_table *table,
                                           const void *object, carom_error *error);

/** The same of the file @p name in @p directory. @return CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status cli_json_file(FILE *stream, const char *directory, const char *name,
                                         carom_error *error);

/** Prints BEFORE"KEY": "TEXT". */
void cli_json_member(FILE *stream, const char *before, const char *key, const char *text);

/** [ { "name", "verdict": "pass", "fail" or "skip", "value", "text" }, ... ] */
void cli_json_verdicts(FILE *stream, const carom_verdicts *verdicts);

/** The scenario as `carom show` prints it, as JSON; which is YAML, so that carom reads it too.
 * @return CAROM_NO_MEMORY, CAROM_INTERNAL */
CAROM_CHECKED carom_status cli_json_scenario(FILE *stream, const carom_scenario *scenario,
                                             carom_error *error);

/** How far a command is: on a terminal a bar, for runs over a second; and, of what takes long, how
 * long in all, told once on standard error by what the first part took. */
typedef struct {
    double started_s, shown_s; /**< shown_s 0: no bar has been */
    bool terminal, foretold;
    double part; /**< when it was told of last; */
    double from; /**< and first: what was done before is not of this process. Below 0: never */
    long jobs;   /**< at a time */
    const char *counts; /**< "runs": what is counted beside the bar; NULL: the time simulated */
    FILE *notes;
} cli_progress;

/** With -q nothing is shown.
 *  @param counts  what comes in jobs, several at a time and as long as each other on average; NULL:
 * the time simulated */
void cli_progress_start(cli_progress *progress, const cli_options *options, const char *counts);
void cli_progress_show(void *progress, double part, double done);

/** Says about how long @p runs runs take, @p seconds each for all solvers, one after the other;
 * where they are so long, the @p longest_s solver's, that the first to end would say it late. */
void cli_foretell(const cli_options *options, double runs, double seconds, double longest_s);

void cli_progress_end(const cli_progress *progress);

/** Prints "carom: TEXT" to @p stream (a FILE; NULL: standard error). */
void cli_note_print(void *stream, const char *text);

/** Whether to colour what goes to @p stream: a terminal and no NO_COLOR. */
bool cli_colour(FILE *stream);

#endif
