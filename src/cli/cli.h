/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The parts of the program: options, commands, help, tables for people.
 */
#ifndef CAROM_CLI_CLI_H
#define CAROM_CLI_CLI_H

#include "figures/presets.h"
#include "run/run.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

/** Exit statuses, after sysexits.h. */
enum {
    EXIT_DONE = 0,
    EXIT_CHECK_FAILED = 1,
    EXIT_USAGE = 2,
    EXIT_BAD_SCENARIO = 65,
    EXIT_CANNOT_READ = 66,
    EXIT_INTERNAL = 70,
    EXIT_CANNOT_CREATE = 73,
    EXIT_CANNOT_WRITE = 74,
    EXIT_INTERRUPTED = 130, /**< main makes it 128 and the signal's number */
    EXIT_NO_READER = 141 /**< as SIGPIPE would end it: whoever read standard output has stopped */
};

enum { MOST_OPTIONS = 256 };

typedef struct {
    const char *command, *file;     /**< file: FILE, DIR or what to list; NULL: not given */
    const char *more[MOST_OPTIONS]; /**< what follows it, of a command that takes several */
    size_t more_count;
    const char *output; /**< -o; NULL: the default */
    const char *only[MOST_OPTIONS];
    size_t only_count;
    carom_override overrides[MOST_OPTIONS];
    size_t override_count;
    const char *records_of, *junit; /**< --records DIR, --junit FILE; NULL: not given */
    bool plots, no_plots, no_collisions, records, tap, overlay, help;
    long threads, jobs; /**< jobs 0: one per processor */
    long shard, shards;
    double at_s, exaggerate; /**< NaN: not given; >= 1 */
    double loudest_mps;      /**< NaN: not given */
    const char *home;        /**< folder of experiments/ and plots/ */
    carom_look look;
    const volatile sig_atomic_t *stop;
} cli_options;

typedef struct {
    const char *name, *usage, *summary, *help;
    const char *takes; /**< the options it knows, one letter each; see options.c */
    int (*run)(const cli_options *options);
    bool leaves; /**< files: a signal is waited for, and cleaned up after */
} cli_command;

/** Ended by a NULL name. */
extern const cli_command cli_commands[];

/** Reads the command line. Messages go to standard error.
 *  @return EXIT_DONE, EXIT_USAGE or EXIT_INTERNAL; cli_options_free releases in any case */
int cli_options_read(cli_options *options, int count, char **argument);
void cli_options_free(cli_options *options);
const cli_command *cli_command_find(const char *name);

void cli_help(FILE *stream);
void cli_command_help(const cli_command *command, FILE *stream);

/** The table at the end of a run, for people. */
void cli_table_print(FILE *stream, const carom_run *run);

/** The commands. Each returns an exit status. */
int cli_compare(const cli_options *options);
int cli_run(const cli_options *options);
int cli_sweep(const cli_options *options);
int cli_merge(const cli_options *options);
int cli_check(const cli_options *options);
int cli_converge(const cli_options *options);
int cli_statistics(const cli_options *options);
int cli_reverse(const cli_options *options);
int cli_transfer(const cli_options *options);
int cli_diverge(const cli_options *options);
int cli_exercise(const cli_options *options);
int cli_explain(const cli_options *options);
int cli_sound(const cli_options *options);
int cli_animate(const cli_options *options);
int cli_fan(const cli_options *options);
int cli_calibrate(const cli_options *options);
int cli_plot(const cli_options *options);
int cli_list_command(const cli_options *options);
int cli_show(const cli_options *options);

/** The exit status that a status asks for. */
int cli_exit_of(carom_status status);

/** Prints "carom: error: ..." and returns the exit status. */
int cli_fail(const carom_error *error);

/** Progress on a terminal, for runs over a second. */
typedef struct {
    double started_s, shown_s;
    bool terminal;
    const char *form; /**< of what is shown beside the bar, a printf form for one number */
} cli_progress;

/** Begins with "t = %.4g s" as the form. */
void cli_progress_start(cli_progress *progress);
void cli_progress_show(void *progress, double part, double t_s);
void cli_progress_end(const cli_progress *progress);

/** Whether to colour what goes to @p stream: a terminal and no NO_COLOR. */
bool cli_colour(FILE *stream);

#endif
