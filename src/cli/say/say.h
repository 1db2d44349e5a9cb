/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What commands print: tables for people, the same as JSON, and how far a long one is.
 */
#ifndef CAROM_CLI_SAY_SAY_H
#define CAROM_CLI_SAY_SAY_H

#include "checks/checks.h"
#include "cli/options/options.h"
#include "run/run.h"
#include <stdio.h>

/** The table at the end of a run, for people. */
void cli_table_print(FILE *stream, const carom_run *run);

/** The same as JSON: an object for each solver, of all quantities by their names. */
void cli_table_json(FILE *stream, const carom_run *run);

/** The tables of @p object, ended by a NULL name, as one object: NAME: [ a row, ... ], each row
 * { column: value, ... }; numbers as the TSVs have them, null where they are not finite. What is no
 * table is left out. @return CAROM_NO_MEMORY, and then nothing is printed of what is left */
CAROM_CHECKED carom_status cli_json_tables(FILE *stream, const carom_table *table,
                                           const void *object, carom_error *error);

/** A TSV's rows, [ { column: value, ... }, ... ]: cells are numbers by @p columns, or where that is
 * NULL all but those of the column `solver` that can be read as such. @param text is cut up */
void cli_json_rows(FILE *stream, char *text, const carom_column *columns, const char *indent);

/** The same of the file @p name in @p directory. @return CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status cli_json_file(FILE *stream, const char *directory, const char *name,
                                         carom_error *error);

/** [ { "name", "verdict": "pass", "fail" or "skip", "value", "text" }, ... ] */
void cli_json_verdicts(FILE *stream, const carom_verdicts *verdicts);

/** The scenario as `carom show` prints it, as JSON; which is YAML, so that carom reads it too.
 * @return CAROM_NO_MEMORY, CAROM_INTERNAL */
CAROM_CHECKED carom_status cli_json_scenario(FILE *stream, const carom_scenario *scenario,
                                             carom_error *error);

/** Progress on a terminal, for runs over a second. */
typedef struct {
    double started_s, shown_s;
    bool terminal;
    const char *counts; /**< "runs": what is counted beside the bar; NULL: the time simulated */
} cli_progress;

/** With -q nothing is shown. */
void cli_progress_start(cli_progress *progress, const cli_options *options, const char *counts);
void cli_progress_show(void *progress, double part, double done);
void cli_progress_end(const cli_progress *progress);

/** Whether to colour what goes to @p stream: a terminal and no NO_COLOR. */
bool cli_colour(FILE *stream);

#endif
