/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured points of a sweep: reading, deviations from the curves in standard errors. */
#include "sweep/sweep.h"

/* ---- reading ---- */

enum { X, X_ERROR, Y, Y_ERROR, SERIES, SOURCE, REQUIRED, QUANTITY = REQUIRED, COLUMNS };
static const char *const column_names[COLUMNS] = {"x",      "x_error", "y",       "y_error",
                                                  "series", "source",  "quantity"};

static carom_status find_columns(const carom_tsv *table, size_t at[COLUMNS], carom_error *error)
{
    for (size_t k = 0; k < COLUMNS; k++) {
        at[k] = carom_tsv_column(table, column_names[k]);
        if (k < REQUIRED && at[k] == CAROM_NO_COLUMN) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "%s:1:1: no column '%s'; expected x, x_error, y, y_error, "
                                   "series and source, separated by tabs",
                                   table->path, column_names[k]);
        }
    }
    return table->rows > 0
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "",
                               "%s:2:1: no measured points; expected a row for each", table->path);
}

/* Reports a cell with its line and column. */
static carom_status reject(const carom_tsv *table, size_t row, size_t column, const char *expected,
                           carom_error *error)
{
    const char *cell = carom_tsv_text(table, row, column);
    return carom_error_set(error, CAROM_INVALID, "", "%s:%zu:%td: %s: found '%.60s'; expected %s",
                           table->path, row + 2, cell - carom_tsv_text(table, row, 0) + 1,
                           table->header[column], cell, expected);
}

/* Finds the series of a point, or adds it. @return false: too many */
static bool find_series(carom_sweep_data *data, const char *cell, carom_data_point *point)
{
    const char *name = cell[0] == '\0' ? "measured" : cell;
    point->series = 0;
    while (point->series < data->series && strcmp(data->name[point->series], name) != 0) {
        point->series++;
    }
    if (point->series == data->series && data->series < CAROM_MOST_SERIES) {
        data->name[data->series++] = name;
    }
    return point->series < CAROM_MOST_SERIES;
}

/* @return the collected quantity of this name, the first one for NULL; NULL: none */
static const char *find_quantity(const carom_scenario *scenario, const char *name)
{
    const carom_scenario_word *word = scenario->sweep.collect.items;
    for (size_t k = 0; k < scenario->sweep.collect.count; k++) {
        if (name == NULL || strcmp(word[k].text, name) == 0) {
            return word[k].text;
        }
    }
    return NULL;
}

static carom_status read_point(carom_sweep_data *data, const carom_scenario *scenario, size_t row,
                               const size_t at[COLUMNS], carom_error *error)
{
    const carom_tsv *table = &data->table;
    carom_data_point *point = &data->point[row];
    double *number[] = {&point->x, &point->x_error, &point->y, &point->y_error};
    const char *source = carom_tsv_text(table, row, at[SOURCE]);
    for (size_t k = X; k <= Y_ERROR; k++) {
        const bool is_error = k == X_ERROR || k == Y_ERROR;
        *number[k] = carom_tsv_number(table, row, at[k]);
        if (!isfinite(*number[k]) || (is_error && *number[k] < 0)) {
            return reject(table, row, at[k], is_error ? "a number >= 0" : "a finite number", error);
        }
    }
    if (!find_series(data, carom_tsv_text(table, row, at[SERIES]), point)) {
        return reject(table, row, at[SERIES], "at most 8 different series", error);
    }
    point->quantity = find_quantity(scenario, at[QUANTITY] == CAROM_NO_COLUMN
                                                  ? NULL
                                                  : carom_tsv_text(table, row, at[QUANTITY]));
    if (point->quantity == NULL) {
        return reject(table, row, at[QUANTITY], "a quantity of the sweep's collect", error);
    }
    return source[strspn(source, " ")] != '\0'
             ? CAROM_OK
             : reject(table, row, at[SOURCE], "where the number comes from", error);
}

static carom_status read_points(carom_sweep_data *data, const carom_scenario *scenario,
                                carom_error *error)
{
    size_t at[COLUMNS];
    CAROM_TRY(find_columns(&data->table, at, error));
    data->point = calloc(data->table.rows, sizeof *data->point);
    CAROM_NEED(data->point != NULL, error);
    for (; data->points < data->table.rows; data->points++) {
        CAROM_TRY(carom_tsv_check_cancel(&data->table, data->points, error));
        CAROM_TRY(read_point(data, scenario, data->points, at, error));
    }
    return CAROM_OK;
}

/* Writes the path of the data, which is relative to the folder of @p path. */
static void find_path(const carom_scenario *scenario, const char *path, char full[CAROM_PATH_SIZE])
{
    const char *name = scenario->sweep.data;
    const char *slash = path == NULL || name[0] == '/' ? NULL : strrchr(path, '/');
    snprintf(full, CAROM_PATH_SIZE, "%.*s%s", slash == NULL ? 0 : (int)(slash + 1 - path),
             slash == NULL ? "" : path, name);
}

carom_status carom_sweep_data_load(carom_sweep_data *data, const carom_scenario *scenario,
                                   const char *path, const volatile sig_atomic_t *stop,
                                   carom_error *error)
{
    char full[CAROM_PATH_SIZE];
    *data = (carom_sweep_data){.point = NULL};
    if (scenario->sweep.data[0] == '\0') {
        return CAROM_OK;
    }
    find_path(scenario, path, full);
    CAROM_TRY(carom_tsv_read(&data->table, full, stop, error));
    return read_points(data, scenario, error);
}

void carom_sweep_data_free(carom_sweep_data *data)
{
    carom_tsv_free(&data->table);
    free(data->point);
    *data = (carom_sweep_data){.point = NULL};
}

/* ---- deviations ---- */

/* A curve at x: its value, slope and standard error. */
typedef struct {
    double value, slope, error;
    bool outside;
} curve_at;

/* Interpolates linearly. At a point of the sweep, the slope is that between its neighbours. */
static curve_at interpolate(const carom_sweep_curves *curves, size_t solver, double x)
{
    const size_t none = CAROM_NO_COLUMN;
    size_t at = none, below = none, above = none;
    double low = NAN, high = NAN;
    for (size_t p = 0; p < curves->points; p++) {
        const double value = carom_sweep_parameter_value(curves, p);
        if (fabs(value - x) <= 1e-12 * fabs(x)) { /* rounding of the grid */
            at = p;
        } else if (value < x && !(value <= low)) {
            below = p;
            low = value;
        } else if (value > x && !(value >= high)) {
            above = p;
            high = value;
        }
    }
    if (at == none && (below == none || above == none)) {
        return (curve_at){NAN, NAN, NAN, true};
    }
    const size_t left = below == none ? at : below, right = above == none ? at : above;
    const double from = carom_sweep_parameter_value(curves, left),
                 width = carom_sweep_parameter_value(curves, right) - from,
                 part = left == right ? 0 : (x - from) / width,
                 f = carom_sweep_value(curves, solver, left),
                 rise = carom_sweep_value(curves, solver, right) - f;
    return (curve_at){.value = at == none ? f + part * rise : carom_sweep_value(curves, solver, at),
                      .slope = left == right ? 0 : rise / width,
                      .error = at == none ? (1 - part) * carom_sweep_error(curves, solver, left) +
                                                part * carom_sweep_error(curves, solver, right)
                                          : carom_sweep_error(curves, solver, at)};
}

static void add_point(carom_data_fit *fit, const carom_data_point *point, const curve_at *curve)
{
    const double spread = point->x_error > 0 ? curve->slope * point->x_error : 0,
                 sigma = hypot(hypot(point->y_error, spread), curve->error),
                 deviation = (point->y - curve->value) / sigma;
    if (curve->outside) {
        fit->outside++;
    } else if (point->y_error == 0 || !isfinite(deviation)) {
        fit->unknown++;
    } else {
        fit->points++;
        fit->chi_square += deviation * deviation;
        if (fit->at == NULL || fabs(deviation) > fabs(fit->largest)) {
            fit->largest = deviation;
            fit->at = point;
        }
    }
}

bool carom_sweep_data_is_in(const carom_sweep_data *data, size_t i, const char *series)
{
    return series[0] == '\0' || strcmp(data->name[data->point[i].series], series) == 0;
}

carom_data_fit carom_sweep_data_compare(const carom_sweep_curves *curves, size_t solver,
                                        const char *series)
{
    const carom_sweep_data *data = curves->data;
    carom_data_fit fit = {.largest = NAN};
    carom_sweep_curves one = *curves;
    for (size_t k = 0; k < curves->columns; k++) {
        one.column = curves->column + k;
        for (size_t i = 0; i < data->points; i++) {
            const carom_data_point *point = &data->point[i];
            if (carom_sweep_data_is_in(data, i, series) &&
                strcmp(point->quantity, curves->table->header[one.column]) == 0) {
                const curve_at curve = interpolate(&one, solver, point->x);
                add_point(&fit, point, &curve);
            }
        }
    }
    fit.chi_square = fit.points > 0 ? fit.chi_square / (double)fit.points : NAN;
    return fit;
}

/* ---- table ---- */

typedef struct {
    const char *quantity, *solver, *series, *at_series;
    carom_data_fit fit;
} fit_row;

#define FITS(NUMBER, TEXT, of)                                                                     \
    TEXT(of, quantity, r->quantity, "measured quantity")                                           \
    TEXT(of, solver, r->solver, "solver")                                                          \
    TEXT(of, series, r->series, "series of the measured points; * for all, if there are several")  \
    NUMBER(of, points, "", (double)r->fit.points, "number of compared points")                     \
    NUMBER(of, outside, "", (double)r->fit.outside,                                                \
           "number of points outside the swept range, which are not compared")                     \
    NUMBER(of, unknown, "", (double)r->fit.unknown,                                                \
           "number of points without y_error, or where the curve has no value; not compared")      \
    NUMBER(of, chi_square_per_point, "", r->fit.chi_square,                                        \
           "mean of ((y - f(x))/sigma)^2, about 1 if the model and the errors are right")          \
    NUMBER(of, largest_sigma, "", r->fit.largest,                                                  \
           "deviation (y - f(x))/sigma of the largest magnitude")                                  \
    NUMBER(of, largest_x, "", r->fit.at == NULL ? NAN : r->fit.at->x, "x of its point")            \
    TEXT(of, largest_series, r->at_series, "series of its point")
CAROM_COLUMNS(fits, fit_row, FITS)

static void write_fits(const void *object, carom_rows *rows)
{
    const carom_sweep_curves *curves = object;
    const carom_sweep_data *data = curves->data;
    const size_t solver_column = carom_tsv_column(curves->table, "solver");
    for (size_t k = 0; k < curves->columns * curves->solvers; k++) {
        const size_t solver = k % curves->solvers;
        carom_sweep_curves one = *curves;
        one.column += k / curves->solvers;
        one.columns = 1;
        for (size_t s = data->series > 1 ? 0 : 1; s <= data->series; s++) {
            const char *series = s == 0 ? "" : data->name[s - 1];
            const carom_data_fit fit = carom_sweep_data_compare(&one, solver, series);
            if (fit.points + fit.outside + fit.unknown > 0) {
                carom_rows_write(rows,
                                 &(fit_row){one.table->header[one.column],
                                            carom_tsv_text(one.table, solver, solver_column),
                                            s == 0 ? "*" : series,
                                            fit.at == NULL ? "" : data->name[fit.at->series], fit});
            }
        }
    }
}

const carom_table carom_sweep_data_table = {
    "sweep-data.tsv",
    "a row for each measured quantity, solver and series, if the sweep has data",
    fits_columns,
    write_fits,
    NULL,
    0,
    NULL};
