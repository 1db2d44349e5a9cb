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

/* ---- table ----
 * sweep.tsv, one row per point and solver in the order of the grid. A row stands in the file from
 * the moment it and all earlier rows are known: the file is always the beginning of the table. */

typedef struct {
    char *path, *header;
    int file;     /**< -1: not open; belongs to a table with a path */
    FILE *memory; /**< instead of a file: writes `text` */
    char *text;
    size_t length;
    char **rows;         /**< of points that wait for earlier ones; NULL: none */
    size_t points, next; /**< number of points, and the first one whose rows are missing */
} carom_sweep_table;

/** Return the rows of a point, to be freed by the caller; NULL: no memory. */
char *carom_sweep_rows(const carom_scenario *scenario, const carom_point_setting *settings,
                       const carom_run *run);

/** Open sweep.tsv in @p directory (NULL: in memory).
 *  @param resume  keep the complete points of an existing file; `next` counts them
 *  @return CAROM_INVALID if the file has rows of another sweep. Call carom_sweep_table_close in any
 *   case */
CAROM_CHECKED carom_status carom_sweep_table_open(carom_sweep_table *table,
                                                  const carom_study *study, const char *directory,
                                                  bool resume, carom_error *error);

/** Add the rows of a point, which the table then owns. Not thread-safe. */
CAROM_CHECKED carom_status carom_sweep_table_add(carom_sweep_table *table, size_t point, char *rows,
                                                 carom_error *error);

/** Finish the table, and wait for the disk. */
CAROM_CHECKED carom_status carom_sweep_table_finish(carom_sweep_table *table, carom_error *error);

/** Parse a finished table in memory. Call carom_tsv_free in any case. */
CAROM_CHECKED carom_status carom_sweep_table_to_tsv(const carom_sweep_table *table, carom_tsv *tsv,
                                                    const volatile sig_atomic_t *stop,
                                                    carom_error *error);
void carom_sweep_table_close(carom_sweep_table *table);

/* ---- sweep ----
 * Runs a scenario at every point of its `sweep:` grid, on several threads. */

typedef struct {
    /** its overrides precede those of the point; `jobs`: points at a time */
    const carom_study *study;
    const char *directory;    /**< of the results */
    const char *name;         /**< name of the scenario file as the user wrote it */
    bool resume;              /**< run only the points that sweep.tsv lacks */
    size_t found;             /**< receives the number of the others */
    carom_messages *messages; /**< of a point that is not a valid scenario */
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

/** Run all points; the last parameter varies fastest. Writes sweep.json first, then sweep.tsv: the
 * columns of the parameters, `solver`, and the collected quantities. Jobs and interruptions do not
 * change the result. A solver that stops early contributes its last values.
 *  @return CAROM_INVALID with messages if a point is not a valid scenario, or if the folder has the
 *   rows of another scenario, which cannot be resumed; or the error of a run */
CAROM_CHECKED carom_status carom_sweep_run(carom_sweep_request *sweep, carom_error *error);

/** Run all points without files; `directory` and `name` are not used.
 *  @param table  receives sweep.tsv; call carom_tsv_free in any case
 *  @return as carom_sweep_run */
CAROM_CHECKED carom_status carom_sweep_collect(carom_sweep_request *sweep, carom_tsv *table,
                                               carom_error *error);
