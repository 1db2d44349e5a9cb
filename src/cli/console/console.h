/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "exercises/exercises.h"
#include "studies/studies.h"

/** @file Input and output of the command line: options, exit statuses and errors; tables, JSON and
 * progress; help and lists. The texts of the help are files in
 * src/cli/help. */

/* ---- exit ----
 * Exit statuses and error messages. */

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
    EXIT_INTERRUPTED = 130, /**< main changes it to 128 + the number of the signal */
    EXIT_NO_READER = 141    /**< as after SIGPIPE: the reader of standard output has exited */
};

/** Exit status for a status. */
int cli_exit_status(carom_status status);

/** Print "carom: error: ..." and return the exit status. */
int cli_report_error(const carom_error *error);

/** End the calling function with the exit status of @p call, unless that is EXIT_DONE. */
#define CLI_TRY(call)                                                                              \
    do {                                                                                           \
        int tried_ = (call);                                                                       \
        if (tried_ != EXIT_DONE) {                                                                 \
            return tried_;                                                                         \
        }                                                                                          \
    } while (0)

/** Print meaning and range of a key of a scenario, as "balls.x_m", or of those of a mapping or
 * kind, as "balls"; NULL: names and defaults of all. @return false: no such name */
bool cli_key_print(const char *name);

/** Print the rows with a key, or all if it is NULL, below @p path. */
void cli_rows_print(const char *path, const carom_param *rows, const char *key);

/** Print a label and a description, wrapped at 100 columns. */
void cli_entry_print(const char *label, const char *text);

/** Report a file that is not replaced: it is no @p what of carom, or "". @return
 * EXIT_CANNOT_CREATE */
int cli_report_existing(const char *path, const char *what);

/** Print "carom: error: TEXT 'SUBJECT'" and a pointer to the help of @p command. Both may be NULL.
 * @return EXIT_USAGE */
int cli_report_usage_error(const char *command, const char *text, const char *subject);

/** Print "carom: error: TEXT 'WORD'; did you mean 'PREFIX...'?" with the name that begins with the
 * word, or the nearest one; without one, the @p advice. @return EXIT_USAGE */
int cli_report_unknown_word(const char *command, const char *text, const char *word,
                            const char *prefix, const char *const *names, size_t count,
                            const char *advice);

/* ---- options ----
 * The command line: commands, options, and their parsed values. */

enum { MOST_OPTIONS = 256 };

typedef struct cli_command cli_command;

/** Values of the command line. */
typedef struct {
    const cli_command *command;
    const char *file; /**< FILE, DIR or WHAT; NULL: not given */
    struct {
        const char *item[MOST_OPTIONS];
        size_t count;
    } more;             /**< further arguments */
    const char *output; /**< -o; NULL: the default */
    struct {
        const char *name[MOST_OPTIONS];
        size_t count;
    } solvers; /**< --solver */
    struct {
        carom_override item[MOST_OPTIONS];
        size_t count;
    } overrides;          /**< --set */
    char changes[300];    /**< for footers of figures: " --set KEY=VALUE --theta 0.1" */
    long jobs;            /**< 0: not given */
    const char *records;  /**< a folder that carom check reads; NULL: not given */
    const char *from;     /**< a scenario to copy; NULL: not given */
    const char *language; /**< of a worksheet; NULL: not given */
    double at_s;          /**< NaN: not given */
    bool resume, tap, no_plots, film, sound, json, quiet, help, version;
    const char *home; /**< folder of experiments/ and plots/ */
    carom_plot_options figure_options;
    const volatile sig_atomic_t *stop;
    carom_arena memory; /**< of texts above */
    carom_error *error; /**< of the last call that failed */
    /** text output. report: tables and paths (/dev/null with -q and --json); notes: further
     * information (/dev/null with -q) */
    FILE *report, *notes;
} cli_options;

/** A command with its help. */
struct cli_command {
    const char *name;
    const char *argument; /**< "FILE", "[WHAT]" if optional, "DIR..." if repeated; "": none */
    const char *summary;  /**< one line */
    const char *text;     /**< lines of at most 100 characters */
    const carom_command_option *options; /**< its own options, ended by a NULL name; NULL: none */
    const char *notes;                   /**< printed after the options; NULL: nothing */
    int (*run)(const cli_options *options);
    bool writes_files; /**< true if it writes files: signals stop it in an orderly way */
    const carom_study_entry *study; /**< study of the command; NULL: none */
};

/** An option: a row with its name, help and range, and where its value is stored. Several options
 * of different commands may have the same name. */
typedef struct cli_option {
    carom_param row;      /**< of cli_options */
    char letter;          /**< its letter; 0: none */
    const char *argument; /**< "DIR"; NULL: it takes no value */
    /** reads and stores the value, or prints an error; NULL: reads it by the row. @return an exit
     * status */
    int (*set)(cli_options *options, const struct cli_option *option, const char *value);
} cli_option;

/** All options, ended by a NULL key. */
extern const cli_option cli_option_rows[];

/** Return EXIT_DONE for CAROM_OK; otherwise print options->error and return its exit status. */
int cli_report(const cli_options *options, carom_status status);

/** Find an option by name, "jobs", or by name and argument, "output FILE". */
const cli_option *cli_option_find(const char *name);

/** Option number i of a command: its own, then the common ones. NULL after the last. */
const carom_command_option *cli_command_option_at(const cli_command *command, size_t i);

/** Read the arguments after the command's name, argument[0]: options and other arguments in any
 * order. Errors go to standard error. @return an exit status; call cli_options_free in any case */
int cli_options_read(cli_options *options, const cli_command *command, int count, char **argument);
void cli_options_free(cli_options *options);

/** Format "carom compare FILE". */
void cli_command_usage(const cli_command *command, char *text, size_t size);

/* ---- output ---- */

/** Print the table at the end of a run. */
void cli_table_print(FILE *stream, const carom_run *run);

/** Print the energies at the last sample, if there are losses, gravity or spin, and with @p balls
 * the state of each ball, if there are few. */
void cli_last_sample_print(FILE *stream, const carom_run *run, bool balls);

/** Print the same as JSON: one object per solver with all quantities by name. */
void cli_table_json(FILE *stream, const carom_run *run);

/** Progress of a command: a bar on a terminal for runs over a second. */
typedef struct {
    double started_s, shown_s; /**< shown_s 0: no bar yet */
    bool terminal;
    const char *counted; /**< "runs": unit of the count after the bar; NULL: simulated time */
} cli_progress;

/** Start the progress display; -q shows nothing. @param counted  unit of work ("runs"), if
 * similar jobs run several at a time; NULL: simulated time */
void cli_progress_start(cli_progress *progress, const cli_options *options, const char *counted);
void cli_progress_show(void *progress, double part, double done);

void cli_progress_end(const cli_progress *progress);

/** True if output to @p stream is coloured: on a terminal without NO_COLOR. */
bool cli_uses_color(FILE *stream);

/* ---- topics ---- */

/** A topic of `carom help`, whose text is the file NAME.txt. */
typedef struct {
    const char *name, *summary;
    const char *lists; /**< list printed below the text; NULL: none */
} cli_topic;

/** Ended by a NULL name. */
extern const cli_topic cli_topic_list[];

/** Find a topic by name; NULL: none. */
const cli_topic *cli_topic_find(const char *name);

/** Print a topic. @param home contains help/ */
CAROM_CHECKED carom_status cli_topic_print(const cli_topic *topic, const char *home,
                                           carom_error *error);

/** Read a file in the help folder, such as "new.txt". */
CAROM_CHECKED carom_status cli_help_read(const char *home, const char *name, char **text,
                                         carom_error *error);

/* ---- lists ---- */

/** Print a list ("solvers"; NULL: all lists) with parameters, as text or JSON. @param home contains
 * experiments/ @return CAROM_INVALID if the list does not exist */
CAROM_CHECKED carom_status cli_list_print(const char *what, bool json, const char *home,
                                          carom_error *error);

/* ---- help ---- */

/** The program in one line, and the end of the output of `carom help`. */
extern const char cli_title[], cli_help_footer[];

/** Describe a row: "the radius; a number > 0 (m) (default 0.028575)". */
void cli_row_describe(const carom_param *row, char *text, size_t size);

/** Print the output of `carom COMMAND --help`. */
void cli_command_help_print(const cli_command *command);
