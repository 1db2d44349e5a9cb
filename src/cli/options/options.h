/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CLI_OPTIONS_H
#define CAROM_INTERNAL_CLI_OPTIONS_H

#include "exercises/exercises.h"
#include "export/export.h"
#include "figures/figures.h"
#include "scenario/scenario.h"
#include "studies/studies.h"

#include <carom/status.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- bignum memory ----
 * Memory for the oracle's long numbers. GMP, on which MPFR stands, aborts the program where there
 * is none; here it is given some of a reserve instead, and the command is told to end in good
 * order. */

/** Before the first long number. @param stop set where memory is missing, as by a signal */
void cli_bignum_memory_guard(volatile sig_atomic_t *stop);

/** Whether it was missing. */
bool cli_bignum_memory_is_lost(void);

/* ---- exit ----
 * How the program ends: its exit statuses, and the words for what went wrong. */

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

/** The exit status that a status asks for. */
int cli_exit_of(carom_status status);

/** Prints "carom: error: ..." and returns the exit status. */
int cli_fail(const carom_error *error);

/** EXIT_DONE, or what cli_fail returns if @p status is not CAROM_OK. */
int cli_end(carom_status status, const carom_error *error);

/** Prints that there is no memory. @return an exit status */
int cli_no_memory(void);

/** "carom: error: TEXT 'SUBJECT'", and where help is, of @p command; both may be NULL.
 *  @return EXIT_USAGE */
int cli_usage_error(const char *command, const char *text, const char *subject);

/** "carom: error: TEXT 'WORD'; did you mean 'PREFIX...'?", of the names that are near.
 *  @return EXIT_USAGE */
int cli_unknown(const char *command, const char *text, const char *word, const char *prefix,
                const char *const *names, size_t count);

/* ---- options ----
 * The command line: what a command says of itself, the options as rows, and what was asked for. */

enum { MOST_OPTIONS = 256 };

typedef struct cli_command cli_command;

/** What was asked for. */
typedef struct {
    const cli_command *command;
    const char *file;               /**< FILE, DIR or what to list; NULL: not given */
    const char *more[MOST_OPTIONS]; /**< what follows it, of a command that takes several */
    size_t more_count;
    const char *output; /**< -o; NULL: the default */
    const char *only[MOST_OPTIONS];
    size_t only_count;
    carom_override overrides[MOST_OPTIONS];
    size_t override_count;
    bool csv;
    const char *keys;               /**< --keys DIR; NULL: not given */
    carom_limits limits;            /**< of what is handed in */
    const char *records_of, *junit; /**< --records DIR, --junit FILE; NULL: not given */
    const char *from;               /**< a scenario to copy; NULL: not given */
    bool plots, no_plots, json, no_collisions, records, tap, overlay, gif, no_seal, help, quiet,
        version;
    long threads, jobs; /**< jobs 0: one per processor */
    long shard, shards;
    double checkpoint_s;           /**< NaN: not given */
    double at_s, exaggerate;       /**< NaN: not given; >= 1 */
    const char *zoom;              /**< a ball; NULL: not given */
    const carom_export_format *to; /**< NULL: not given */
    double length_s;               /**< of a film; 0: not given */
    double loudest_mps;            /**< NaN: not given */
    const char *sounded;           /**< --of speed or force; NULL: not given */
    const char *home;              /**< folder of experiments/ and plots/ */
    carom_look look;
    const volatile sig_atomic_t *stop;
    /** for people: words are tables and where files are (nobody's with -q and --json), notes what
     * is worth knowing besides (nobody's with -q) */
    FILE *words, *notes;
} cli_options;

/** A command, and what `carom help NAME` prints of it. */
struct cli_command {
    const char *name;
    const char *argument; /**< "FILE", "[WHAT]" where it may be left out, "DIR..."; "": none */
    const char *summary;  /**< one line */
    const char *text;     /**< lines of at most 100 characters */
    const carom_taken_option *options; /**< its own, ended by a NULL name; NULL: none */
    const char *notes;                 /**< behind the options; NULL: nothing */
    int (*run)(const cli_options *options);
    bool leaves;                   /**< files: a signal is waited for, and cleaned up after */
    const carom_study_kind *study; /**< that it runs; NULL: none */
    const carom_param *limits;     /**< what --limit takes; NULL: nothing */
};

/** An option: what is typed, what it does, where its value goes. One name may be several options,
 * of different commands. */
typedef struct cli_option {
    const char *name;
    char brief;           /**< its letter; 0: none */
    const char *argument; /**< "DIR"; NULL: it takes no value */
    const char *help;
    /** reads its value (NULL without) and keeps it, or says what would be right. @return an exit
     * status */
    int (*set)(cli_options *options, const struct cli_option *row, const char *value);
    size_t offset;          /**< of the member of cli_options */
    double lowest, highest; /**< of a number */
} cli_option;

/** ONE list, ended by a NULL name. */
extern const cli_option cli_option_rows[];

/** The row that a command means by @p name, "jobs" or "output FILE". */
const cli_option *cli_option_called(const char *name);

/** The i-th option that a command takes: its own, and behind them what all take. NULL: no more. */
const carom_taken_option *cli_taken_at(const cli_command *command, size_t i);

/** Reads what stands behind the command's name, argument[0], in any order: options, and arguments
 * where the command has any. Messages go to standard error.
 *  @return an exit status; cli_options_free releases in any case */
int cli_options_read(cli_options *options, const cli_command *command, int count, char **argument);
void cli_options_free(cli_options *options);

/** "carom compare FILE" */
void cli_usage(const cli_command *command, char *text, size_t size);

#endif
