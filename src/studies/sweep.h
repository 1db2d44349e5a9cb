/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "studies/studies.h"

#include <pthread.h>

/* ---- measured points ----
 * Points with error bars, `sweep.data` of a scenario. */

enum { CAROM_MOST_SERIES = 8 };

/** Its x is a value of the parameter, its y a value of the quantity as figures show it
 * (`shown_as`). */
typedef struct {
    const char *quantity; /**< a collected one */
    const char *series;
    double x, x_error, y;
    double y_error; /**< 0: unknown; such a point is drawn, but not compared */
} carom_sweep_measured;

typedef struct {
    const char *path;
    carom_sweep_measured *point;
    size_t points, series;
    const char *name[CAROM_MOST_SERIES];
} carom_sweep_data;

/** Read `sweep.data` of the study's scenario into memory of the arena; without this key, @p data is
 * empty.
 *  @return CAROM_CANNOT_READ, also if it is not a regular file; CAROM_INVALID with file, line and
 *   column: a missing column, source or number, a negative error, a quantity that is not collected,
 *   too many series, no points */
CAROM_CHECKED carom_status carom_sweep_data_load(carom_sweep_data *data, carom_arena *arena,
                                                 const carom_study *study, carom_error *error);

/* ---- sweep ----
 * Runs a scenario at every point of its `sweep:` grid. sweep.tsv has a row for each point and
 * solver; the last parameter varies fastest. In the folder of the study it has the rows of a point
 * from the moment they and all earlier ones are known, and is the beginning of the whole table at
 * any time. A solver that stops early contributes its last values. */

/** Frames of a sweep. */
enum {
    CAROM_SWEEP_TABLE,    /**< columns made at run time: parameters, solver, quantities */
    CAROM_SWEEP_CURVES,   /**< rows are carom_sweep_point */
    CAROM_SWEEP_THEORY,   /**< lines of theory */
    CAROM_SWEEP_MEASURED, /**< rows are carom_sweep_measured */
    CAROM_SWEEP_FITS      /**< rows are carom_sweep_fit */
};

/** A point of a figure. */
typedef struct {
    const char *quantity, *solver;
    double x, second; /**< of a map: place of the second parameter; else NaN */
    double y, y_error;
} carom_sweep_point;

/** A point of a theory line. */
typedef struct {
    const carom_sweep_theory *theory;
    double x, y;
} carom_sweep_line;

/** Deviations of measured points from a solver's curve, in standard errors: (y - f(x))/sigma, where
 * f is linear between the points of the sweep, and sigma^2 = y_error^2 + (f' x_error)^2 + the
 * squared standard error of f. A steep curve has a large sigma, so chi-square does not tell which
 * of two curves is nearer. `rms` does: the root mean square of y - f(x). */
typedef struct {
    const char *quantity, *solver;
    const char *series;         /**< "*": all, if there are several */
    size_t points;              /**< compared */
    size_t outside;             /**< outside the swept range */
    size_t unknown;             /**< without y_error, or where the curve has no value */
    double chi_square;          /**< mean of the squared deviations; NaN without points */
    double largest, largest_x;  /**< deviation of the largest magnitude, and its point */
    const char *largest_series; /**< "" without points */
    double rms;
} carom_sweep_fit;

/** A value of a parameter: its text in sweep.tsv, and the overrides that set it. */
typedef struct {
    const char *text;
    double number; /**< NaN: a word */
    carom_override *override;
    size_t overrides;
} carom_sweep_value;

typedef struct {
    const carom_sweep_parameter *parameter;
    carom_sweep_value *value;
    size_t values, every; /**< every: points from one value to the next */
    bool numeric, even;   /**< all are numbers; evenly spaced */
} carom_sweep_axis;

/** What a run of a solver reports as doubtful, at the point with the largest energy error; NULL:
 * nothing. */
typedef struct {
    size_t point;
    double error;
    const char *text;
} carom_sweep_doubt;

/** The study at work. */
typedef struct {
    carom_result result;
    carom_sweep_axis *axis;
    size_t axes, points, quantities, solvers;
    const char **quantity, **solver;
    carom_sweep_data data;
    bool has_curves, has_maps, is_log; /**< is_log: the x axis of curves */
    size_t found;                      /**< points whose rows are in the folder */
    pthread_mutex_t mutex;             /**< protects the next members */
    bool *done;                        /**< indexed by point */
    FILE *file;                        /**< sweep.tsv, once it has rows */
    carom_sweep_doubt *doubt;          /**< indexed by solver */
} carom_sweep_study;

extern const carom_study_entry carom_study_sweep;

/** Make the axes of the grid. */
void carom_sweep_make_axes(carom_sweep_study *sweep);

/** Return the value of axis @p i at a point of the grid. */
const carom_sweep_value *carom_sweep_value_at(const carom_sweep_study *sweep, size_t i,
                                              size_t point);

/** Size of the label of a parameter (bytes). */
enum { CAROM_LABEL_SIZE = 256 };

/** Write the label of a parameter in figures: its own label, or the description of its key ("mass
 * of large").
 *  @param label  receives at most CAROM_LABEL_SIZE bytes
 *  @return its unit (static); "" if it has none or if the label contains brackets */
const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label);

/** Fill the frames of figures from sweep.tsv: curves or maps, theory, measured points, fits. */
void carom_sweep_fill_curves(carom_sweep_study *sweep);

/** Add the deviations of the measured points from all curves. */
void carom_sweep_fill_fits(carom_sweep_study *sweep);

/** Describe the figures. One parameter, or a second one of seeds: sweep-QUANTITY, or
 * sweep-together. Two parameters: sweep-QUANTITY with a map for each solver. */
void carom_sweep_plot(const carom_result *result, carom_plot *plot);

/** True if a sweep has a figure: numbers of one parameter, or two parameters. */
bool carom_sweep_has_figures(const carom_sweep_study *sweep);
