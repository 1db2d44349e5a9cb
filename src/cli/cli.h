/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/console/console.h"

/** @file Commands of the program and what they share: scenarios, output folders, verdicts. */

/** Command number i, including studies. The name after the last one is NULL. */
cli_command cli_command_at(size_t i);

/** Find a command by name. @return false for an unknown name */
bool cli_command_find(const char *name, cli_command *command);

/** Print the output of `carom help`: all commands and topics. */
void cli_help_print(FILE *stream);

/** Commands. Each returns an exit status. */
int cli_compare(const cli_options *options);
int cli_check(const cli_options *options);
int cli_study(const cli_options *options); /**< all studies: options->command->study */
int cli_exercise(const cli_options *options);
int cli_lab(const cli_options *options);
int cli_plot(const cli_options *options);
int cli_show(const cli_options *options);
int cli_new(const cli_options *options);

/* ---- a scenario ---- */

typedef struct {
    char path[CAROM_PATH_SIZE];
    char *text, *folder; /* folder of the path */
    size_t length;
    carom_messages messages;
    carom_scenario scenario;
} cli_scenario;

/** Find, read and check the scenario FILE; without FILE read the scenario in --records. Print its
 * errors. @return an exit status */
int cli_scenario_load(const cli_options *options, cli_scenario *loaded);
void cli_scenario_free(cli_scenario *loaded);

/** Read a worksheet and print the errors and warnings of its answers. @return an exit status */
int cli_exercise_load(const cli_options *options, const char *name, carom_exercise *exercise);

/** Report a scenario that does not exist, with a similar name of a file or an experiment. */
void cli_report_missing_scenario(const char *home, const char *file);

/** Report why reading failed if memory ran out or a signal arrived. @return an exit status */
int cli_report_read_failure(const cli_options *options, carom_status status);

/** Load the scenario, check --solver, call the function, and free the scenario. @return an exit
 * status */
typedef int cli_scenario_function(const cli_options *options, cli_scenario *loaded, void *context);
int cli_process_scenario(const cli_options *options, cli_scenario_function *use, void *context);

/** Make the arguments of a study from the options and the scenario, without progress. */
carom_study cli_study_arguments(const cli_options *options, const cli_scenario *loaded);

/* ---- files ---- */

/** Check that a path is a readable folder. @return the reason (errno), or 0 */
int cli_folder_error(const char *path);

/** Rename a file to its final name if @p status is CAROM_OK and writing succeeded; otherwise
 * discard it. @return @p status, or the status of a failure */
CAROM_CHECKED carom_status cli_file_finish(carom_file *file, carom_status status,
                                           carom_error *error);

/* ---- a folder ---- */

/** Output folder: -o, or out/<stem of FILE>, of a check out/<stem>-check, stored in the buffer. */
const char *cli_output_directory(const cli_options *options, char default_path[CAROM_PATH_SIZE]);

/** Write the list of figures of a result, free it, and if figures are @p wanted,
 * draw them and print their names. @return an exit status */
int cli_plot_write(const cli_options *options, carom_plot *plot, const char *directory,
                   bool wanted);

/* ---- verdicts ---- */

/** Print verdicts as text, or as --tap and --json request. @return EXIT_CHECK_FAILED if a check
 * failed */
int cli_verdicts_print(const cli_options *options, const carom_verdicts *verdicts);

/* ---- the program ---- */

/** Run one command line, as main does. @return the exit status */
int carom_main(int count, char **argument);
