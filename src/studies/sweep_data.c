/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured points of a sweep: reading, deviations from the curves in standard errors. */
#include "studies/sweep.h"

/* ---- reading ---- */

enum { X, X_ERROR, Y, Y_ERROR, SERIES, SOURCE, REQUIRED, QUANTITY = REQUIRED, COLUMNS };
static const char *const column_names[COLUMNS] = {"x",      "x_error", "y",       "y_error",
                                                  "series", "source",  "quantity"};

/* Report a cell with its line and column. */
static carom_status reject(const carom_tsv *table, size_t row, size_t column, const char *expected,
                           carom_error *error)
{
    const char *cell = carom_tsv_text(table, row, column);
    return carom_error_set(error, CAROM_INVALID, "", "%s:%zu:%td: %s: found '%.60s'; expected %s",
                           table->path, row + 2, cell - carom_tsv_text(table, row, 0) + 1,
                           table->header[column], cell, expected);
}

/* Return the name of a series, which becomes a new one; NULL: too many. */
static const char *find_series(carom_sweep_data *data, carom_arena *arena, const char *cell)
{
    const char *name = cell[0] == '\0' ? "measured" : cell;
    size_t i = 0;
    while (i < data->series && strcmp(data->name[i], name) != 0) {
        i++;
    }
    if (i == data->series && i < CAROM_MOST_SERIES) {
        data->name[data->series++] = carom_arena_print(arena, "%s", name);
    }
    return i < CAROM_MOST_SERIES ? data->name[i] : NULL;
}

/* Return the collected quantity of this name, the first one for NULL; NULL: none. */
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

static carom_status read_point(carom_sweep_data *data, carom_arena *arena, const carom_tsv *table,
                               const carom_scenario *scenario, size_t row, const size_t at[COLUMNS],
                               carom_error *error)
{
    carom_sweep_measured *point = &data->point[row];
    double *number[] = {&point->x, &point->x_error, &point->y, &point->y_error};
    const char *source = carom_tsv_text(table, row, at[SOURCE]);
    for (size_t k = X; k <= Y_ERROR; k++) {
        const bool is_error = k == X_ERROR || k == Y_ERROR;
        *number[k] = carom_tsv_number(table, row, at[k]);
        if (!isfinite(*number[k]) || (is_error && *number[k] < 0)) {
            return reject(table, row, at[k], is_error ? "a number >= 0" : "a finite number", error);
        }
    }
    point->series = find_series(data, arena, carom_tsv_text(table, row, at[SERIES]));
    if (point->series == NULL) {
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

static carom_status read_table(carom_sweep_data *data, carom_arena *arena, const carom_tsv *table,
                               const carom_scenario *scenario, carom_error *error)
{
    size_t at[COLUMNS];
    CAROM_TRY(carom_tsv_columns(table, column_names, COLUMNS, REQUIRED, at, error));
    if (table->rows == 0) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "%s:2:1: no measured points; expected a row for each", table->path);
    }
    data->point = carom_arena_take(arena, table->rows, sizeof *data->point);
    for (; data->points < table->rows; data->points++) {
        CAROM_TRY(read_point(data, arena, table, scenario, data->points, at, error));
    }
    return CAROM_OK;
}

carom_status carom_sweep_data_load(carom_sweep_data *data, carom_arena *arena,
                                   const carom_study *study, carom_error *error)
{
    const char *name = study->scenario->sweep.data, *path = study->path;
    const char *slash = path == NULL || name[0] == '/' ? NULL : strrchr(path, '/');
    carom_tsv table = {.text = NULL};
    *data = (carom_sweep_data){.point = NULL};
    if (name[0] == '\0') {
        return CAROM_OK;
    }
    data->path = carom_arena_print(arena, "%.*s%s", slash == NULL ? 0 : (int)(slash + 1 - path),
                                   slash == NULL ? "" : path, name); /* beside the scenario */
    if (!carom_is_regular_file(data->path)) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "cannot read '%.300s': no such file, or not a regular one",
                               data->path);
    }
    carom_status status = carom_tsv_read(&table, data->path, study->stop, error);
    CAROM_THEN(status, read_table(data, arena, &table, study->scenario, error));
    carom_tsv_free(&table);
    return status;
}

/* ---- deviations ---- */

/* A curve at x: its value, slope and standard error. */
typedef struct {
    double value, slope, error;
    bool outside;
} curve_at;

/* Interpolate linearly. At a point of the sweep, the slope is that between its neighbours. */
static curve_at interpolate(const carom_sweep_point *point, size_t points, double x)
{
    const carom_sweep_point *at = NULL, *left = NULL, *right = NULL;
    for (const carom_sweep_point *p = point; p < point + points; p++) {
        if (fabs(p->x - x) <= 1e-12 * fabs(x)) { /* rounding of the grid */
            at = p;
        } else if (p->x < x && (left == NULL || p->x > left->x)) {
            left = p;
        } else if (p->x > x && (right == NULL || p->x < right->x)) {
            right = p;
        }
    }
    if (at == NULL && (left == NULL || right == NULL)) {
        return (curve_at){NAN, NAN, NAN, true};
    }
    left = left == NULL ? at : left;
    right = right == NULL ? at : right;
    const double part = left == right ? 0 : (x - left->x) / (right->x - left->x);
    return (curve_at){.value = at != NULL ? at->y : left->y + part * (right->y - left->y),
                      .slope = left == right ? 0 : (right->y - left->y) / (right->x - left->x),
                      .error = at != NULL ? at->y_error
                                          : (1 - part) * left->y_error + part * right->y_error};
}

static void add_point(carom_sweep_fit *fit, const carom_sweep_measured *point,
                      const curve_at *curve)
{
    const double difference = point->y - curve->value,
                 spread = point->x_error > 0 ? curve->slope * point->x_error : 0,
                 sigma = hypot(hypot(point->y_error, spread), curve->error),
                 deviation = difference / sigma;
    if (curve->outside) {
        fit->outside++;
    } else if (point->y_error == 0 || !isfinite(deviation)) {
        fit->unknown++;
    } else {
        fit->chi_square += deviation * deviation;
        fit->rms += difference * difference;
        if (fit->points++ == 0 || fabs(deviation) > fabs(fit->largest)) {
            fit->largest = deviation;
            fit->largest_x = point->x;
            fit->largest_series = point->series;
        }
    }
}

void carom_sweep_fill_fits(carom_sweep_study *s)
{
    const carom_frame *curves = &s->result.frame[CAROM_SWEEP_CURVES];
    const carom_sweep_data *data = &s->data;
    const size_t all = s->quantities * s->solvers, points = curves->rows / all;
    for (size_t k = 0; k < all && data->points > 0 && points > 0; k++) {
        const carom_sweep_point *curve = carom_frame_row(curves, k * points);
        for (size_t n = data->series > 1 ? 0 : 1; n <= data->series; n++) {
            carom_sweep_fit fit = {.quantity = curve->quantity,
                                   .solver = curve->solver,
                                   .series = n == 0 ? "*" : data->name[n - 1],
                                   .largest = NAN,
                                   .largest_x = NAN,
                                   .largest_series = ""};
            for (const carom_sweep_measured *p = data->point; p < data->point + data->points; p++) {
                if (strcmp(p->quantity, curve->quantity) == 0 &&
                    (n == 0 || strcmp(p->series, fit.series) == 0)) {
                    const curve_at at = interpolate(curve, points, p->x);
                    add_point(&fit, p, &at);
                }
            }
            fit.chi_square = fit.points > 0 ? fit.chi_square / (double)fit.points : NAN;
            fit.rms = fit.points > 0 ? sqrt(fit.rms / (double)fit.points) : NAN;
            if (fit.points + fit.outside + fit.unknown > 0) {
                carom_result_add(&s->result, CAROM_SWEEP_FITS, &fit);
            }
        }
    }
}
