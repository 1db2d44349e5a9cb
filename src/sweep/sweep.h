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

/* ---- headline ----
 * The title of a sweep's figure: a sentence about one quantity over one parameter. */

/** An axis label such as "speed (m/s)", split into its two parts. */
typedef struct {
    char quantity[300], unit[80];
} carom_axis_label;

carom_axis_label carom_axis_label_split(const char *label);

/** One collected column of sweep.tsv over the parameter, with a curve for each solver. */
typedef struct {
    const carom_scenario *scenario;
    const carom_tsv *table; /**< sweep.tsv; `solvers` rows for each point */
    size_t column, solvers, points;
    const char *quantity, *parameter; /**< their names without units */
    const char *unit;                 /**< of the quantity; "" if it has none */
    const char *const *called;        /**< labels of the solvers */
} carom_sweep_curves;

/** The parameter's value at a point, and the value of a solver's curve there. */
double carom_sweep_parameter_value(const carom_sweep_curves *curves, size_t point);
double carom_sweep_value(const carom_sweep_curves *curves, size_t solver, size_t point);

/** Write the first headline that applies: the solvers agree with the scenario's theory within 1
 * %; the quantity follows a power law; it is nearly constant; it jumps; or its largest deviation
 * from theory. All numbers come from the table. */
void carom_sweep_headline(const carom_sweep_curves *curves, char *text, size_t size);

/** Write the headline of @p columns columns, from `curves` on, that share a figure: the solvers
 * that agree with all theories, and the largest deviation of the others. */
void carom_sweep_headline_shared(const carom_sweep_curves *curves, size_t columns, char *text,
                                 size_t size);

/* ---- journal ----
 * The finished tasks of a sweep or a study, in any order. Each task is appended by one write
 * with its length and hash. If the process is killed, only the last entry can be incomplete; the
 * next reader drops it.
 * Format: "carom-sweep 1 HASH tasks N shard I/N" (of a study "carom-NAME"), the header of the
 * table, then for each task "task NUMBER BYTES HASH" and that many bytes of rows. */

/** Identity of a journal. Shards count from 1; task k (from 0) belongs to shard k % shards + 1. */
typedef struct {
    uint64_t hash; /**< of all inputs of the results */
    size_t tasks;  /**< of all shards together */
    long shard, shards;
    const char *command; /**< the study's name; NULL: a sweep */
} carom_journal_identity;

/** A finished task. */
typedef struct {
    char *rows; /**< owned; NULL: not finished */
    size_t length;
} carom_journal_entry;

typedef struct {
    carom_journal_identity identity;
    char *header;               /**< header line of the table; owned */
    carom_journal_entry *entry; /**< identity.tasks of them */
    size_t finished;
    int file; /**< -1: not open */
    /** new path of a journal of another sweep that had this path; NULL: there was none */
    char *renamed_to;
} carom_journal;

/** Return a hash of everything that determines the results of the tasks: scenario text,
 * overrides, the chosen solvers (none: all) and the build of carom. */
uint64_t carom_journal_hash(const char *text, size_t length, const carom_override *overrides,
                            size_t override_count, const char *const *only, size_t only_count);

/** Report through @p notify (may be NULL) the renamed journal of another scenario, and the number
 * of finished tasks.
 *  @param of, counted  "sweep", "points" */
void carom_journal_report_found(const carom_journal *journal, const char *of, const char *counted,
                                void (*notify)(void *context, const char *text), void *context);

/** Open the journal at @p path and read its entries if it belongs to the same sweep; otherwise
 * rename it and create a new one.
 *  @return CAROM_INVALID if another process has it open. Call carom_journal_close in any case */
CAROM_CHECKED carom_status carom_journal_open(carom_journal *journal, const char *path,
                                              const carom_journal_identity *identity,
                                              const char *header, carom_error *error);

/** Append the rows of a task. Not thread-safe. */
CAROM_CHECKED carom_status carom_journal_add(carom_journal *journal, size_t task, const char *rows,
                                             size_t length, carom_error *error);

/** Read a whole journal from an untrusted file.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID if it is not a journal or an entry other than an
 *   incomplete last one is damaged. Call carom_journal_close in any case */
CAROM_CHECKED carom_status carom_journal_read(carom_journal *journal, const char *path,
                                              carom_error *error);

/** Write sweep.tsv in @p directory from @p count entries, in their order. */
CAROM_CHECKED carom_status carom_journal_table(const char *directory, const char *header,
                                               const carom_journal_entry *entry, size_t count,
                                               carom_error *error);

void carom_journal_close(carom_journal *journal);

/** True if task @p k belongs to the journal's shard. */
bool carom_journal_is_own(const carom_journal_identity *identity, size_t k);

/** Return the number of tasks of the journal's shard. */
size_t carom_journal_count_own(const carom_journal_identity *identity);

/* ---- points ----
 * The points of a sweep's grid and their overrides. */

/** Return the number of points: the product of the numbers of values. */
size_t carom_sweep_points(const carom_scenario *scenario);

/** Return the number of values of the i-th parameter. */
size_t carom_sweep_values(const carom_scenario *scenario, size_t i);

/** Return the i-th parameter. */
const carom_sweep_parameter *carom_sweep_parameter_at(const carom_scenario *scenario, size_t i);

/** The value of a parameter at a point, as text. */
typedef struct {
    char value[CAROM_KEY_SIZE];
    char text[2 * CAROM_KEY_SIZE + 16]; /**< "sweep KEY=VALUE", for messages */
} carom_point_setting;

/** A point of the grid: one value for each parameter, then one for each key that depends on a
 * parameter. The overrides follow those that were given. */
typedef struct {
    carom_point_setting *setting;
    carom_override *override;
    size_t overrides;
} carom_sweep_point;

/** Initialize point @p number of the grid (the last parameter varies fastest) after @p count
 * overrides in @p given. Call carom_sweep_point_free in any case, but not before all uses of the
 * overrides have ended. */
CAROM_CHECKED carom_status carom_sweep_point_init(carom_sweep_point *point,
                                                  const carom_scenario *grid, size_t number,
                                                  const carom_override *given, size_t count,
                                                  carom_error *error);
void carom_sweep_point_free(carom_sweep_point *point);

/** Size of the label of a parameter (bytes). */
enum { CAROM_LABEL_SIZE = 256 };

/** Write the label of a parameter in figures: its own label, or the description of its key ("mass
 * of large").
 *  @param label  receives at most CAROM_LABEL_SIZE bytes
 *  @return its unit (static); "" if it has none or if the label contains brackets */
const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label);

/* ---- resume ----
 * The journal of a study. An interrupted study continues from the stored results. */

/** A study with the journal DIR/COMMAND.journal. */
typedef struct {
    carom_study_store store; /**< assign its address to the study */
    const carom_study *study;
    const char *command, *counted; /**< "converge", "runs" */
    /** receives notes for the user before the first task */
    void (*notify)(void *context, const char *text);
    char *path;
    carom_journal journal; /**< protected by the mutex; open after carom_study_announce */
    pthread_mutex_t mutex;
} carom_resume;

/** Initialize; nothing is opened yet. @p study, @p command and @p counted must outlive @p resume.
 *  @param notify  may be NULL; its context is NULL
 *  @return CAROM_NO_MEMORY. Call carom_resume_close in any case */
CAROM_CHECKED carom_status carom_resume_init(carom_resume *resume, const carom_study *study,
                                             const char *directory, const char *command,
                                             const char *counted,
                                             void (*notify)(void *context, const char *text),
                                             carom_error *error);

/** Set @p error of an interrupted study to its number of finished tasks. */
void carom_resume_describe_interruption(const carom_resume *resume, carom_error *error);

/** Close the journal. Remove it if all results have been written, or if it is empty. */
void carom_resume_close(carom_resume *resume, bool all_is_written);

/* ---- sweep ----
 * Runs a scenario at every point of its `sweep:` grid, on several threads, and in shards on
 * several machines. An interrupted sweep continues from its journal. */

typedef struct {
    const char *text; /**< of the scenario file */
    size_t length;
    const carom_override
        *overrides; /**< from the command line, applied before the overrides of the point */
    size_t override_count;
    /** as for one run; `directory` receives the results of the sweep */
    const carom_request *request;
    bool records;             /**< also write the records of each point, in folders 1, 2, ... */
    long jobs;                /**< points at a time; 0: one per processor */
    long shard, shards;       /**< which part (from 1) of how many; 1 of 1: all points */
    carom_messages *messages; /**< of a point that is not a valid scenario */
    /** receives notes for the user before the first point; may be NULL */
    void (*notify)(void *context, const char *text);
    void *notify_context;
} carom_sweep_request;

/** True if the sweep has figures: one parameter with numeric values, or two parameters. */
bool carom_sweep_is_drawn(const carom_scenario *scenario);

/** Describe the figures of sweep.tsv in @p directory. One parameter: sweep-COLUMN.png with its
 * headline, or sweep-together.png. Two parameters: the maps sweep-COLUMN-SOLVER.png. At most
 * CAROM_MAX_FIGURES are drawn. Writes sweep-theory.tsv if the scenario has theory.
 *  @param drawing  to be freed in any case */
CAROM_CHECKED carom_status carom_sweep_drawing(const carom_scenario *scenario,
                                               const char *directory, const char *name,
                                               carom_drawing *drawing, carom_error *error);

/** Lines of theory, listed here for the help on records. */
extern const carom_table carom_sweep_theory_table;

/** Run all points of the shard; the last parameter varies fastest. A complete sweep writes
 * sweep.tsv: the columns of the parameters, `solver`, and the collected quantities. A shard
 * leaves its journal. Jobs and interruptions do not change the result. A solver that stops early
 * contributes its last values.
 *  @return CAROM_INVALID with messages if a point is not a valid scenario, or the error of a run */
CAROM_CHECKED carom_status carom_sweep_run(carom_sweep_request *sweep, carom_error *error);

/** Merge the shards in @p count directories into sweep.tsv in @p output.
 *  @return CAROM_INVALID if they belong to different sweeps or a point is missing; the message
 *   names the shard */
CAROM_CHECKED carom_status carom_sweep_merge(const char *const *directory, size_t count,
                                             const char *output, const volatile sig_atomic_t *stop,
                                             size_t *points, carom_error *error);

#endif
