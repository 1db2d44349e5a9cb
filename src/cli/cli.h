/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CLI_H
#define CAROM_INTERNAL_CLI_H

#include "checks/checks.h"
#include "cli/console/console.h"
#include "figures/figures.h"
#include "run/run.h"
#include "system/system.h"

#include <stdio.h>

/** @file
 * The commands, and what they share: a scenario, a folder, progress, tables for people.
 */

/** The i-th command, studies among them; its name is NULL behind the last. */
cli_command cli_command_at(size_t i);

/** @return false: there is none of that name */
bool cli_command_find(const char *name, cli_command *command);

/** What `carom help` prints: all commands and topics. */
void cli_help(FILE *stream);

/** The commands. Each returns an exit status. */
int cli_compare(const cli_options *options);
int cli_run(const cli_options *options);
int cli_sweep(const cli_options *options);
int cli_merge(const cli_options *options);
int cli_check(const cli_options *options);
int cli_study(const cli_options *options); /**< every study: options->command->study */
int cli_exercise(const cli_options *options);
int cli_lab(const cli_options *options);
int cli_sound(const cli_options *options);
int cli_animate(const cli_options *options);
int cli_export(const cli_options *options);
int cli_plot(const cli_options *options);
int cli_show(const cli_options *options);
int cli_new(const cli_options *options);

/* ---- a scenario ---- */

typedef struct {
    char path[CAROM_PATH_SIZE];
    char *text;
    size_t length;
    carom_messages messages;
    carom_scenario scenario;
} cli_scenario;

/** Finds, reads and checks the scenario, without FILE that of the records in --records; prints what
 * is wrong. @return an exit status */
int cli_scenario_load(const cli_options *options, cli_scenario *loaded);
void cli_scenario_free(cli_scenario *loaded);

/** Says why reading failed where no message does: out of memory, interrupted. @return an exit
 * status
 */
int cli_reading_failed(carom_status status);

/** Loads the scenario, checks --solver, lets @p use work with it, and frees it. @return an exit
 * status */
typedef int cli_use(const cli_options *options, cli_scenario *loaded, void *context);
int cli_with_scenario(const cli_options *options, cli_use *use, void *context);

/** The study that the options ask for of a scenario; without progress. */
carom_study cli_study_of(const cli_options *options, const cli_scenario *loaded);

/** Loads the scenario, lets @p accept (may be NULL) refuse it, runs it, and lets @p conclude say
 * what came of it. @return an exit status */
typedef int cli_accept(const cli_options *options, cli_scenario *loaded);
typedef int cli_conclude(const cli_options *options, const cli_scenario *loaded,
                         const carom_run *run);
int cli_execute(const cli_options *options, bool compare, cli_accept *accept,
                cli_conclude *conclude);

/* ---- files ---- */

bool cli_is_folder(const char *path);

/** Ends a file: it gets its name if @p status is CAROM_OK and all of it is written. @return @p
 * status, or that of a failure */
CAROM_CHECKED carom_status cli_file_end(carom_file *file, carom_status status, carom_error *error);

/** Ends a text in memory (carom_text_open). @return @p status, or CAROM_NO_MEMORY if @p stream is
 * NULL or the text is not whole */
CAROM_CHECKED carom_status cli_text_end(FILE *stream, char **text, carom_status status,
                                        carom_error *error);

/* ---- a folder ---- */

/** Where results go: -o, or out/<stem of FILE>, which is put in @p standard. */
const char *cli_directory(const cli_options *options, char standard[CAROM_PATH_SIZE]);

/** Makes and locks the folder that a command's files go to, whose name comes in files.tsv. @return
 * an exit status */
int cli_folder_open(const cli_options *options, const char *directory, const char *command);

/** The same for what is drawn or made of records: of a folder that is there. */
int cli_folder_of_records(const cli_options *options, const char *directory);

/** A file that is there now. */
void cli_note(const cli_options *options, const char *directory, const char *name);

/** A command is done: what it left there before goes. @return @p status, or that of an error */
int cli_folder_commit(const cli_options *options, int status);

/** Whether an unfinished sweep or study is in its folder: much may be done already. */
bool cli_is_begun(const cli_options *options);

/** Writes a drawing as the table @p name, and where figures are @p wanted draws them and says where
 * they are. @return an exit status */
int cli_drawing_leave(const cli_options *options, const carom_drawing *drawing,
                      const char *directory, const char *name, bool wanted);

/** Draws the figures of the records in a folder, and says where they are. @return an exit status */
int cli_draw(const cli_options *options, const char *directory);

/** Says where figures are: @p names of files, "a.png, b.png and others", get the preset's name put
 * in. */
void cli_say_figures(const cli_options *options, const char *directory, const char *names);

/* ---- verdicts ---- */

/** Prints one verdict, as --tap says, by its number from 1. */
void cli_verdict_print(const cli_options *options, size_t number, const carom_verdict *verdict);

/** Behind the last of them: how many there were, and --junit. @return an exit status:
 * EXIT_CHECK_FAILED where one failed */
int cli_verdicts_end(const cli_options *options, const carom_verdicts *verdicts, const char *name);

#endif
