/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CLI_CONSOLE_H
#define CAROM_INTERNAL_CLI_CONSOLE_H

#include "checks/checks.h"
#include "exercises/exercises.h"
#include "export/export.h"
#include "figures/figures.h"
#include "run/run.h"
#include "scenario/scenario.h"
#include "studies/studies.h"

#include <carom/param.h>
#include <carom/status.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** @file
 * What is typed and what is printed: the options, exit statuses and errors; tables, JSON and
 * progress; help, lists, manual pages and completions. The help's texts are files in src/cli/help.
 */

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

/** Ends the calling function with the exit status of @p call, unless that is EXIT_DONE. */
#define CLI_TRY(call)                                                                              \
    do {                                                                                           \
        int tried_ = (call);                                                                       \
        if (tried_ != EXIT_DONE) {                                                                 \
            return tried_;                                                                         \
        }                                                                                          \
    } while (0)

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

/** What was asked for. Members in a struct belong to the commands that it is named after. */
typedef struct {
    const cli_command *command;
    const char *file; /**< FILE, DIR or what to list; NULL: not given */
    struct {
        const char *item[MOST_OPTIONS];
        size_t count;
    } more;             /**< what follows it, of a command that takes several */
    const char *output; /**< -o; NULL: the default */
    struct {
        const char *name[MOST_OPTIONS];
        size_t count;
    } solvers; /**< --solver */
    struct {
        carom_override item[MOST_OPTIONS];
        size_t count;
    } overrides; /**< --set */
    struct {
        bool no_collisions;
        long threads, jobs;  /**< jobs 0: one per processor */
        double checkpoint_s; /**< NaN: not given */
    } run;
    struct {
        bool records;
        long shard, shards;
    } sweep;
    struct {
        bool tap;
        const char *records, *junit; /**< NULL: not given */
    } check;
    struct {
        bool csv;
        const char *keys;    /**< a folder; NULL: not given */
        carom_limits limits; /**< of what is handed in */
    } exercise;
    struct {
        bool plots, no_plots;
        double at_s, exaggerate; /**< NaN: not given; >= 1 */
        const char *zoom;        /**< a ball; NULL: not given */
    } figures;
    struct {
        bool overlay, gif;
        double length_s; /**< 0: not given */
    } film;
    struct {
        const char *quantity; /**< speed or force; NULL: not given */
        double loudest_mps;   /**< NaN: not given */
    } sound;
    const char *from;              /**< a scenario to copy; NULL: not given */
    const carom_export_format *to; /**< NULL: not given */
    bool no_seal, json, quiet, help, version;
    const char *home; /**< folder of experiments/ and plots/ */
    carom_look look;
    const volatile sig_atomic_t *stop;
    /** for people: report is tables and where files are (nobody's with -q and --json), notes what
     * is worth knowing besides (nobody's with -q) */
    FILE *report, *notes;
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

/* ---- output ---- */

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

/* ---- topics ---- */

/** A topic of `carom help`; its text is the file NAME.txt. */
typedef struct {
    const char *name, *summary;
    const char *lists; /**< what `carom list` prints below it; NULL: nothing */
} cli_topic;

/** Ended by a NULL name. */
extern const cli_topic cli_topic_list[];

/** The topic called @p name; NULL: none. */
const cli_topic *cli_topic_find(const char *name);

/** Prints a topic. @param home holds help/ */
CAROM_CHECKED carom_status cli_topic_help(const cli_topic *topic, const char *home,
                                          carom_error *error);

/** Reads the text of a topic, in which a line that begins with CLI_HEADING is the heading of a
 * section. @param text to be freed by the caller @return CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status cli_topic_read(const cli_topic *topic, const char *home, char **text,
                                          carom_error *error);

/** The same of any file below the help folder: "completion/bash". */
CAROM_CHECKED carom_status cli_help_read(const char *home, const char *name, char **text,
                                         carom_error *error);

#define CLI_HEADING "## "

/* ---- lists ---- */

/** Prints the list @p what ("solvers"; NULL: all lists), with parameters, as text or as JSON.
 * @param home holds experiments/ @return CAROM_INVALID if there is no such list */
CAROM_CHECKED carom_status cli_list(const char *what, bool json, const char *home,
                                    carom_error *error);

/** The plug-in interfaces that cli_list lists, ended by NULL. */
extern const carom_seam *const cli_seams[];

/** The name of the i-th list that is not of a plug-in interface; NULL behind the last. */
const char *cli_list_word(size_t i);

/* ---- pages ---- */

/** The program in a line; and what `carom help` prints below all commands and topics. */
extern const char cli_title[], cli_more_text[];

/** Describes a row: "the radius; a number > 0 (m) (default 0.028575)". */
void cli_row_text(const carom_param *row, char *text, size_t size);

/** Bytes of @p text that fit into @p room columns, broken at a space where there is one. */
size_t cli_line_length(const char *text, size_t room);

/** Prints what `carom COMMAND --help` does. */
void cli_command_help(const cli_command *command);

/** Prints the manual page @p name; NULL: the names of all, a line each: carom.1, carom-COMMAND.1,
 * carom-scenario.5 and carom-TOPIC.7. @param commands ended by a NULL name
 * @return CAROM_INVALID: there is none; CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status cli_manual_page(const cli_command *commands, const char *name,
                                           const char *home, carom_error *error);

/** Prints the completion of carom's command line. @param shell "bash", "zsh" or "fish"
 * @return CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status cli_completion(const cli_command *commands, const char *shell,
                                          const char *home, carom_error *error);

#endif
