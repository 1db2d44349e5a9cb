/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What the commands share: loading a scenario and running it.
 */
#ifndef CAROM_CLI_COMMANDS_H
#define CAROM_CLI_COMMANDS_H

#include "checks/checks.h"
#include "cli/cli.h"
#include "run/study.h"
#include "system/install_paths.h"

typedef struct {
    char path[CAROM_PATH_SIZE];
    char *text;
    size_t length;
    carom_messages messages;
    carom_scenario scenario;
} cli_scenario;

/** Finds, reads and checks the scenario; prints what is wrong. @return an exit status */
int cli_scenario_load(const cli_options *options, cli_scenario *loaded);
void cli_scenario_free(cli_scenario *loaded);

/** The same where loaded->text and path are there already. */
int cli_scenario_read(const cli_options *options, cli_scenario *loaded);

/** Says so where --solver names one that the scenario has not. @return an exit status */
int cli_check_only(const cli_options *options, const carom_scenario *scenario);

/** The study that the options ask for of a scenario; without progress. */
carom_study cli_study_of(const cli_options *options, const cli_scenario *loaded);

/** Says where figures are: @p names of files, "a.png, b.png and others", get the preset's name put
 * in. */
void cli_say_figures(const cli_options *options, const char *directory, const char *names);

/** Prints one verdict, as --tap says, by its number from 1. */
void cli_verdict_print(const cli_options *options, size_t number, const carom_verdict *verdict);

/** Behind the last of them: how many there were, and --junit. @return an exit status:
 * EXIT_CHECK_FAILED where one failed */
int cli_verdicts_end(const cli_options *options, const carom_verdicts *verdicts, const char *name);

/** Makes and locks the folder that a command's files go to, whose name comes in files.tsv. @return
 * an exit status */
int cli_folder_open(const cli_options *options, const char *directory, const char *command);

/** The same for what is drawn or made of records: of a folder that is there. */
int cli_folder_of_records(const cli_options *options, const char *directory);

/** A command is done: what it left there before goes. @return @p status, or that of an error */
int cli_folder_commit(const cli_options *options, int status);

/** What a command does with a study. `run` fills its object, `print` says what came of it and
 * returns an exit status, `write` leaves tables and `draw` figures in a directory, `release` frees
 * the object. */
typedef struct {
    const char *mode;             /**< what MODE.json is called */
    const char *form;             /**< of the progress */
    const char *tables, *figures; /**< what is left, in words */
    void *object;
    carom_status (*run)(void *object, const carom_study *study, carom_error *error);
    int (*print)(const void *object);
    carom_status (*write)(const void *object, const char *directory, carom_error *error);
    carom_status (*draw)(const void *object, const char *directory, const carom_look *look,
                         const char *name, carom_error *error);
    void (*release)(void *object);
} cli_study;

/** Loads the scenario, runs the study with progress, and reports. @return an exit status */
int cli_study_run(const cli_options *options, const cli_study *study);

/** Loads the scenario, lets @p accept (may be NULL) refuse it, runs it, and lets @p conclude say
 * what came of it. @return an exit status */
int cli_execute(const cli_options *options, bool compare,
                int (*accept)(const cli_options *options, cli_scenario *loaded),
                int (*conclude)(const cli_options *options, const cli_scenario *loaded,
                                const carom_run *run));

#endif
