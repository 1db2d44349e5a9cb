/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SWEEP_H
#define CAROM_INTERNAL_SWEEP_H

#include "figures/figures.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/scenario.h"

#include <carom/status.h>

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- finding ----
 * What a sweep over one parameter has found out about one quantity, in a sentence. */

/** What an axis says, "speed (m/s)", in its two parts. */
typedef struct {
    char quantity[300], unit[80];
} carom_axis_label;

carom_axis_label carom_axis_label_split(const char *label);

/** One collected column of sweep.tsv over the parameter, a curve for each solver. */
typedef struct {
    const carom_scenario *scenario;
    const carom_tsv *table; /**< sweep.tsv; `solvers` rows for each point */
    size_t column, solvers, points;
    const char *quantity, *parameter; /**< what they are called, without units */
    const char *unit;                 /**< of the quantity; "": it has none */
    const char *const *called;        /**< the solvers, in figures */
} carom_sweep_curves;

/** The parameter, and the value of a solver's curve, at a point. */
double carom_sweep_parameter_value(const carom_sweep_curves *curves, size_t point);
double carom_sweep_value(const carom_sweep_curves *curves, size_t solver, size_t point);

/** Where solvers and the scenario's theory of the quantity are one to a hundredth; else the power
 * of the parameter that it goes with; else that it hardly changes; else what is to be seen; else by
 * how much theory is missed. Each is measured on the table. */
void carom_sweep_headline(const carom_sweep_curves *curves, char *text, size_t size);

/** The same of @p columns columns from `curves` on that share a figure: which solvers are one with
 * the theory of all of them, and by how much the others are off it at most. */
void carom_sweep_headline_shared(const carom_sweep_curves *curves, size_t columns, char *text,
                                 size_t size);

/* ---- journal ----
 * The journal of a sweep or a study: what is finished, task by task, in whatever order it came.
 * Every task is appended by one write, with its length and a hash, so that a process killed at any
 * instant leaves a journal that is whole but for its last entry, and that is dropped when it is
 * read again.
 *
 * Text: "carom-sweep 1 HASH tasks N shard I/N" (of a study "carom-NAME"), the header of the table,
 * then for each task "task NUMBER BYTES HASH" and so many bytes of rows. */

/** What a journal is of. Shards count from 1; task k belongs to shard k % shards + 1, k from 0. */
typedef struct {
    uint64_t hash; /**< of everything that the results depend on */
    size_t tasks;  /**< of the whole sweep */
    long shard, shards;
    const char *command; /**< the study's name; NULL: a sweep */
} carom_journal_identity;

/** One finished task: where its rows are. */
typedef struct {
    char *rows; /**< owned; NULL: not finished */
    size_t length;
} carom_journal_entry;

typedef struct {
    carom_journal_identity identity;
    char *header;               /**< of the table, with its line end; owned */
    carom_journal_entry *entry; /**< identity.tasks of them */
    size_t finished;
    int file; /**< -1: not open */
    /** what was there was of another sweep, and is called this now; NULL: nothing was */
    char *renamed_to;
} carom_journal;

/** A hash of what the results of tasks depend on: the scenario's text, what is changed of it, the
 * solvers that count (none: all), and which carom runs them. */
uint64_t carom_journal_hash(const char *text, size_t length, const carom_override *overrides,
                            size_t override_count, const char *const *only, size_t only_count);

/** Says, through @p say (may be NULL), what was there when it was opened: that of another scenario
 * which has another name now, and how many tasks were finished.
 *  @param of, counted  "sweep", "points" */
void carom_journal_report_found(const carom_journal *journal, const char *of, const char *counted,
                                void (*say)(void *context, const char *text), void *context);

/** Opens the journal at @p path to go on with, with what it holds of the same sweep; a new one
 * otherwise.
 *  @return CAROM_INVALID where another process has it open; carom_journal_close in any case */
CAROM_CHECKED carom_status carom_journal_open(carom_journal *journal, const char *path,
                                              const carom_journal_identity *identity,
                                              const char *header, carom_error *error);

/** Appends a task's rows. Not for several threads at once. */
CAROM_CHECKED carom_status carom_journal_add(carom_journal *journal, size_t task, const char *rows,
                                             size_t length, carom_error *error);

/** Reads a sweep's journal whole; it may be anybody's. @return CAROM_CANNOT_READ, CAROM_INVALID
 * where it is none, or has more in it than a last entry cut off that is no entry of it;
 * carom_journal_close in any case */
CAROM_CHECKED carom_status carom_journal_read(carom_journal *journal, const char *path,
                                              carom_error *error);

/** sweep.tsv in @p directory from @p count entries, in their order. */
CAROM_CHECKED carom_status carom_journal_table(const char *directory, const char *header,
                                               const carom_journal_entry *entry, size_t count,
                                               carom_error *error);

void carom_journal_close(carom_journal *journal);

/** Whether task @p k is the journal's shard's. */
bool carom_journal_is_own(const carom_journal_identity *identity, size_t k);

/** How many tasks are. */
size_t carom_journal_count_own(const carom_journal_identity *identity);

/* ---- points ----
 * The points of a sweep's grid: which values they have, and those as a scenario's overrides. */

/** Number of points of a scenario's grid: the product of its parameters' values. */
size_t carom_sweep_points(const carom_scenario *scenario);

/** Number of values of the i-th parameter of the grid. */
size_t carom_sweep_values(const carom_scenario *scenario, size_t i);

/** The i-th parameter of the grid. */
const carom_sweep_parameter *carom_sweep_parameter_at(const carom_scenario *scenario, size_t i);

/** The value of a parameter at a point, as text. */
typedef struct {
    char value[CAROM_KEY_SIZE];
    char text[2 * CAROM_KEY_SIZE + 16]; /**< "sweep KEY=VALUE", for messages */
} carom_point_setting;

/** A point of the grid: its values, one for every parameter, and after them, where a parameter sets
 * other keys, what it sets them to; as overrides of a scenario, behind those that were given. */
typedef struct {
    carom_point_setting *setting;
    carom_override *override;
    size_t overrides;
} carom_sweep_point;

/** Point number @p number of the grid, the last parameter fastest, and @p count that are @p given.
 *  The caller frees with carom_sweep_point_free in any case, once what is made of the overrides
 *  is no longer there. */
CAROM_CHECKED carom_status carom_sweep_point_init(carom_sweep_point *point,
                                                  const carom_scenario *grid, size_t number,
                                                  const carom_override *given, size_t count,
                                                  carom_error *error);
void carom_sweep_point_free(carom_sweep_point *point);

/** What figures call a parameter: its label, or what its row says ("mass of large"), and its unit,
 * "" for none
 * or where the label has brackets of its own.
 *  @param label  CAROM_LABEL_SIZE bytes
 *  @return the unit, static */
enum { CAROM_LABEL_SIZE = 256 };
const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label);

/* ---- resume ----
 * The journal of a study: what its finished tasks came to, number by number, from which the same
 * command goes on after an interruption of whatever kind, as a sweep does. */

/** A study that is kept in DIR/COMMAND.journal. */
typedef struct {
    carom_study_store store; /**< to be the study's */
    const carom_study *study;
    const char *command, *counted; /**< "converge", "runs" */
    /** what the user is to know before the first task is run */
    void (*say)(void *context, const char *text);
    char *path;
    carom_journal journal; /**< under the mutex; not open before the study says how large it is */
    pthread_mutex_t mutex;
} carom_resume;

/** Nothing is opened yet. @p study, @p command and @p counted are to live as long.
 *  @param say  may be NULL; its context is NULL
 *  @return CAROM_NO_MEMORY; carom_resume_close in any case */
CAROM_CHECKED carom_status carom_resume_init(carom_resume *resume, const carom_study *study,
                                             const char *directory, const char *command,
                                             const char *counted,
                                             void (*say)(void *context, const char *text),
                                             carom_error *error);

/** Says in @p error, which is an interrupted study's, how far it came. */
void carom_resume_describe_interruption(const carom_resume *resume, carom_error *error);

/** Removes the journal where all that it held is in tables now, or where it holds nothing. */
void carom_resume_close(carom_resume *resume, bool all_is_written);

/* ---- sweep ----
 * A sweep: the scenario once for every point of the grid in its `sweep:` section, by several
 * threads, and in shards on several machines. What is finished is in a journal, from which an
 * interrupted sweep goes on. */

typedef struct {
    const char *text; /**< of the scenario file */
    size_t length;
    const carom_override *overrides; /**< of the command line, applied before the point's */
    size_t override_count;
    /** as for one run; `directory` gets what the sweep leaves behind */
    const carom_request *request;
    bool records;             /**< a folder of records per point too, named 1, 2, ... */
    long jobs;                /**< points at a time; 0: one per processor */
    long shard, shards;       /**< which part, from 1, of how many; 1 of 1: all */
    carom_messages *messages; /**< of a point that is no valid scenario */
    /** what the user is to know before the first point is run; may be NULL */
    void (*say)(void *context, const char *text);
    void *say_context;
} carom_sweep_request;

/** Whether a sweep has figures: one of one parameter whose values are numbers, or one of two. */
bool carom_sweep_is_drawn(const carom_scenario *scenario);

/** What is to be drawn of sweep.tsv in @p directory: sweep-COLUMN.png and others, of a sweep of one
 * parameter, each with its finding as title; of one of two sweep-COLUMN-SOLVER.png, maps; or
 * sweep-together.png. At most CAROM_MAX_FIGURES are drawn. sweep-theory.tsv is written there,
 * where the scenario has any.
 *  @param drawing  to be freed in any case */
CAROM_CHECKED carom_status carom_sweep_drawing(const carom_scenario *scenario,
                                               const char *directory, const char *name,
                                               carom_drawing *drawing, carom_error *error);

/** Lines of theory; for the list of what is written. */
extern const carom_table carom_sweep_theory_table;

/** Runs all points, or the shard's, the last parameter varying fastest. All of them become
 * sweep.tsv: the parameters' columns, `solver`, and the collected quantities, whatever the number
 * of jobs and interruptions; a shard leaves its journal. A solver that stops early gives its last
 * values.
 *  @return CAROM_INVALID with messages where a point is no valid scenario, or what a run returns */
CAROM_CHECKED carom_status carom_sweep_run(carom_sweep_request *sweep, carom_error *error);

/** Puts the shards in @p directory[0] to [count - 1] together into sweep.tsv in @p output.
 *  @return CAROM_INVALID where they are of different sweeps or a point is missing: the message says
 * which shard */
CAROM_CHECKED carom_status carom_sweep_merge(const char *const *directory, size_t count,
                                             const char *output, const volatile sig_atomic_t *stop,
                                             size_t *points, carom_error *error);

#endif
