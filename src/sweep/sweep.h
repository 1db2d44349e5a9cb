/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

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

/* ---- curves ----
 * One collected column over the parameter of a sweep, with a curve for each solver. */

typedef struct {
    const carom_scenario *scenario;
    const carom_tsv *table; /**< sweep.tsv or sweep-curves.tsv; `solvers` rows for each point */
    size_t column, columns; /**< first column, and the number of columns that share the figure */
    size_t errors;          /**< columns from a mean to its standard error; 0: no errors */
    size_t solvers, points;
    bool seeds;  /**< the parameter is a seed: the points have no order */
    bool whole;  /**< the quantity is a count */
    double zero; /**< values up to this magnitude are rounding errors of 0 */
    const struct carom_sweep_data *data; /**< measured points; NULL: none */
} carom_sweep_curves;

/** The parameter's value at a point; the value of a solver's curve there, 0 if it is a rounding
 * error; and its standard error, 0 without seeds. */
double carom_sweep_parameter_value(const carom_sweep_curves *curves, size_t point);
double carom_sweep_value(const carom_sweep_curves *curves, size_t solver, size_t point);
double carom_sweep_error(const carom_sweep_curves *curves, size_t solver, size_t point);

/** Return the i-th theory; carom_sweep_theory_of returns NULL if it is of another column. */
const carom_sweep_theory *carom_sweep_theory_at(const carom_scenario *scenario, size_t i);
const carom_sweep_theory *carom_sweep_theory_of(const carom_sweep_curves *curves, size_t i);

/** Evaluate a theory at @p x, as figures show it (`shown_as`). @return false if it is undefined */
bool carom_sweep_theory_value(const carom_sweep *sweep, const carom_sweep_theory *theory, double x,
                              double *y);

/** True if figures show curves: one parameter, or one parameter and a second one of seeds. */
bool carom_sweep_has_curves(const carom_scenario *scenario);

/** Name of the table of the curves if they differ from sweep.tsv: means over seeds, or values as
 * `shown_as`. It has the columns of sweep.tsv, then their standard errors, COLUMN_error. */
extern const char carom_sweep_curves_table[];

/** The same table in memory. Call carom_tsv_free in any case. */
CAROM_CHECKED carom_status carom_sweep_curves_to_tsv(const carom_scenario *scenario,
                                                     const carom_tsv *table, carom_tsv *curves,
                                                     carom_error *error);

/** True if the figures need this table. */
bool carom_sweep_needs_curves_table(const carom_scenario *scenario);

/** Write the table in @p directory from @p table, which is sweep.tsv. */
CAROM_CHECKED carom_status carom_sweep_write_curves(const carom_scenario *scenario,
                                                    const carom_tsv *table, const char *directory,
                                                    carom_error *error);

/* ---- data ----
 * Measured points with error bars, and their deviations from the curves of a sweep. */

enum { CAROM_MOST_SERIES = 8 };

/** A measured point. Its x is a value of the parameter, its y a value of the quantity as figures
 * show it (`shown_as`). */
typedef struct {
    double x, x_error, y;
    double y_error;       /**< 0: unknown; such a point is drawn, but not compared */
    const char *quantity; /**< a collected one */
    size_t series;        /**< index of its name */
} carom_data_point;

typedef struct carom_sweep_data {
    carom_tsv table; /**< owns the texts */
    carom_data_point *point;
    size_t points, series;
    const char *name[CAROM_MOST_SERIES];
} carom_sweep_data;

/** Read `sweep.data` of a scenario; without this key, @p data is empty.
 *  @param path  of the scenario file, to which the data's path is relative; NULL: working directory
 *  @param stop  a nonzero value interrupts; may be NULL
 *  @return CAROM_CANNOT_READ; CAROM_INVALID with file, line and column: a missing column, source or
 *   number, a negative error, a quantity that is not collected, too many series, no points. Call
 *   carom_sweep_data_free in any case */
CAROM_CHECKED carom_status carom_sweep_data_load(carom_sweep_data *data,
                                                 const carom_scenario *scenario, const char *path,
                                                 const volatile sig_atomic_t *stop,
                                                 carom_error *error);
void carom_sweep_data_free(carom_sweep_data *data);

/** Deviations of measured points from a curve, in standard errors: (y - f(x))/sigma, where f is
 * linear between the points of the sweep, and sigma^2 = y_error^2 + (f' x_error)^2 + the squared
 * standard error of f. */
typedef struct {
    size_t points;              /**< compared */
    size_t outside;             /**< outside the swept range */
    size_t unknown;             /**< without y_error, or where the curve has no value */
    double chi_square;          /**< mean of the squared deviations; NaN without points */
    double largest;             /**< deviation of the largest magnitude, and its point */
    const carom_data_point *at; /**< NULL without points */
} carom_data_fit;

/** Compare the points of @p series ("": all) of the curves' data with a solver's curves. */
carom_data_fit carom_sweep_data_compare(const carom_sweep_curves *curves, size_t solver,
                                        const char *series);

/** True if point @p i belongs to @p series ("": all). */
bool carom_sweep_data_is_in(const carom_sweep_data *data, size_t i, const char *series);

/** Deviations of all quantities, solvers and series, from carom_sweep_curves of all columns;
 * written if the scenario has data. */
extern const carom_table carom_sweep_data_table;

/* ---- picture ----
 * Figures of a sweep in preparation, and variables that all of them share. */

typedef struct {
    const carom_scenario *scenario;
    carom_tsv table;
    size_t solvers; /**< at most CAROM_MAX_FIGURES */
    char label[CAROM_MAX_FIGURES][120];
    size_t from, columns; /**< first collected column, and their number */
    size_t errors;        /**< columns from a mean to its error; 0: none */
    carom_drawing drawing;
    const carom_sweep_data *data; /**< NULL: none */
} carom_picture;

typedef struct {
    double least, largest; /**< over the finite values */
    double positive;       /**< smallest positive value */
    bool numbers;          /**< all cells are numbers */
} carom_range;

extern const carom_range carom_range_empty;

void carom_range_extend(carom_range *range, double value);

/** True if positive values need a logarithmic axis. Zeros do not appear on it, but do not prevent
 * one. */
bool carom_range_is_wide(const carom_range *range);

/** Range of a column over every @p step-th row, from row @p from. */
carom_range carom_picture_range(const carom_tsv *table, size_t column, size_t from, size_t step);

/** Count the solvers, which are the rows of a point. */
size_t carom_picture_count_solvers(const carom_tsv *table);

void carom_picture_write_solvers(carom_picture *picture);

/** Write AXISNAME ("gap (mm)"), AXISFROM and AXISTIMES. A logarithmic axis shows the values
 * unchanged. */
void carom_picture_write_parameter(carom_picture *picture, size_t column, const char *axis,
                                   bool logarithmic);

/** Write QUANTITYNAME, an axis label, and the subject "QUANTITY over PARAMETER". */
void carom_picture_write_label(carom_picture *picture, const char *label);

/** Write QUANTITY, the column, with its label. */
void carom_picture_write_quantity(carom_picture *picture, size_t column);

/** Name a figure: sweep-COLUMN. */
void carom_picture_name(char name[60], const char *column);

/* ---- maps ---- */

/** Describe the maps of a sweep over two parameters: one figure for each column. */
void carom_sweep_draw_maps(carom_picture *picture);

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

/** Return a hash of everything that determines the results of the tasks: scenario text, overrides,
 * the chosen solvers (none: all) and the build of carom. */
uint64_t carom_journal_hash(const carom_study *study);

/** Report through @p notify (may be NULL) the renamed journal of another scenario, and the number
 * of finished tasks.
 *  @param of, counted  "sweep", "points" */
void carom_journal_report_found(const carom_journal *journal, const char *of, const char *counted,
                                void (*notify)(void *context, const char *text), void *context);

/** Open the journal at @p path and read its entries if it belongs to the same sweep; otherwise
 * rename it and create a new one. If @p path is NULL, the journal is in memory only.
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

/** The same as a table in memory. Call carom_tsv_free in any case. */
CAROM_CHECKED carom_status carom_journal_to_tsv(const carom_journal *journal, carom_tsv *tsv,
                                                const volatile sig_atomic_t *stop,
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

/** Initialize point @p number of the study's grid (the last parameter varies fastest), after the
 * study's overrides. Call carom_sweep_point_free in any case, but not before all uses of the
 * overrides have ended. */
CAROM_CHECKED carom_status carom_sweep_point_init(carom_sweep_point *point,
                                                  const carom_study *study, size_t number,
                                                  carom_error *error);
void carom_sweep_point_free(carom_sweep_point *point);

/** Size of the label of a parameter (bytes). */
enum { CAROM_LABEL_SIZE = 256 };

/** Write the label of a parameter in figures: its own label, or the description of its key ("mass
 * of large").
 *  @param label  receives at most CAROM_LABEL_SIZE bytes
 *  @return its unit (static); "" if it has none or if the label contains brackets */
const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label);

/* ---- sweep ----
 * Runs a scenario at every point of its `sweep:` grid, on several threads, and in shards on
 * several machines. An interrupted sweep continues from its journal. */

typedef struct {
    const carom_study
        *study; /**< its overrides precede those of the point; `jobs`: points at a time */
    /** as for one run, but with the study's scenario, solvers, cancellation flag and progress;
     * `directory` receives the results of the sweep */
    const carom_request *request;
    bool records;             /**< also write the records of each point, in folders 1, 2, ... */
    long shard, shards;       /**< which part (from 1) of how many; 1 of 1: all points */
    carom_messages *messages; /**< of a point that is not a valid scenario */
    /** receives notes for the user before the first point; may be NULL */
    void (*notify)(void *context, const char *text);
    void *notify_context;
} carom_sweep_request;

/** True if the sweep has figures: one parameter with numeric values, or two parameters. */
bool carom_sweep_is_drawn(const carom_scenario *scenario);

/** Describe the figures of sweep.tsv in @p directory. One parameter, or a second one of seeds:
 * sweep-COLUMN.png, or sweep-together.png. Two parameters: sweep-COLUMN.png
 * with a map for each solver. At most CAROM_MAX_FIGURES are drawn. Writes sweep-theory.tsv if the
 * scenario has theory, and sweep-data.tsv if it has data.
 *  @param drawing  to be freed in any case */
CAROM_CHECKED carom_status carom_sweep_drawing(const carom_scenario *scenario,
                                               const carom_sweep_data *data, const char *directory,
                                               const char *name, carom_drawing *drawing,
                                               carom_error *error);

/** Lines of theory, listed here for the help on records. */
extern const carom_table carom_sweep_theory_table;

/** Run all points of the shard; the last parameter varies fastest. A complete sweep writes
 * sweep.tsv: the columns of the parameters, `solver`, and the collected quantities. A shard
 * leaves its journal. Jobs and interruptions do not change the result. A solver that stops early
 * contributes its last values.
 *  @return CAROM_INVALID with messages if a point is not a valid scenario, or the error of a run */
CAROM_CHECKED carom_status carom_sweep_run(carom_sweep_request *sweep, carom_error *error);

/** Run all points without a journal and without files.
 *  @param table  receives sweep.tsv; call carom_tsv_free in any case
 *  @return as carom_sweep_run */
CAROM_CHECKED carom_status carom_sweep_collect(carom_sweep_request *sweep, carom_tsv *table,
                                               carom_error *error);

/** Merge the shards in @p count directories into sweep.tsv in @p output.
 *  @return CAROM_INVALID if they belong to different sweeps or a point is missing; the message
 *   names the shard */
CAROM_CHECKED carom_status carom_sweep_merge(const char *const *directory, size_t count,
                                             const char *output, const volatile sig_atomic_t *stop,
                                             size_t *points, carom_error *error);
