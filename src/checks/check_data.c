/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the measured points of `sweep.data` with a solver's curve. Runs the sweep for it; of
 * records, reads sweep.tsv. */
#include "checks/checks.h"
#include "sweep/sweep.h"
#include <math.h>
#include <string.h>

/* Finds a series. @return CAROM_NO_COLUMN: all, or none is called so */
static size_t find_series(const carom_sweep_data *data, const char *name)
{
    size_t s = 0;
    while (s < data->series && strcmp(data->name[s], name) != 0) {
        s++;
    }
    return s < data->series ? s : CAROM_NO_COLUMN;
}

static bool is_included(const carom_sweep_data *data, const carom_data_check *options, size_t i)
{
    return options->series[0] == '\0' ||
           data->point[i].series == find_series(data, options->series);
}

static void validate_points(const carom_check_location *place, const carom_sweep_data *data)
{
    const carom_data_check *options = place->check->kind.options;
    char known[300] = "";
    for (size_t s = 0; s < data->series; s++) {
        carom_text_append(known, sizeof known, "%s%.60s", s == 0 ? "" : ", ", data->name[s]);
    }
    if (options->series[0] != '\0' && find_series(data, options->series) == CAROM_NO_COLUMN) {
        carom_check_report(place, "series", "no series '%s' in the data; expected one of: %s",
                           options->series, known);
        return;
    }
    for (size_t i = 0; i < data->points; i++) {
        if (data->point[i].y_error == 0 && is_included(data, options, i)) {
            carom_check_report(place, "kind",
                               "%s:%zu: y_error is 0, so the deviation has no measure; expected a "
                               "positive y_error, or a check of another series",
                               data->table.path, i + 2);
            return;
        }
    }
}

static void data_validate(const carom_check_location *place)
{
    const carom_study *study = place->study;
    carom_sweep_data data;
    carom_error error = {0};
    if (study->scenario->sweep.data[0] == '\0') {
        carom_check_report(place, "kind",
                           "the scenario has no measured points; expected sweep.data, their file");
    } else if (carom_sweep_data_load(&data, study->scenario, study->path, study->stop, &error) !=
               CAROM_OK) {
        carom_check_report(place, "kind", "%s", error.text);
        carom_sweep_data_free(&data);
    } else {
        validate_points(place, &data);
        carom_sweep_data_free(&data);
    }
}

/* Runs the sweep of one solver, or reads sweep.tsv of records. */
static carom_status read_sweep(const carom_check_context *context, const char *solver,
                               carom_tsv *table, carom_measured *measured, carom_error *error)
{
    const carom_study *study = context->study;
    carom_messages messages = {.stop = study->stop};
    carom_request request = {.scenario = study->scenario,
                             .name = "",
                             .only = &solver,
                             .only_count = 1,
                             .compare = true,
                             .collisions = true,
                             .threads = 1,
                             .stop = study->stop};
    carom_sweep_request sweep = {.text = study->text,
                                 .length = study->length,
                                 .overrides = study->overrides,
                                 .override_count = study->override_count,
                                 .request = &request,
                                 .jobs = study->jobs,
                                 .shard = 1,
                                 .shards = 1,
                                 .messages = &messages};
    if (context->foreign) {
        measured->skipped = !carom_check_read_table(context, NULL, "sweep.tsv", table, measured);
        return CAROM_OK;
    }
    carom_status status = carom_sweep_collect(&sweep, table, error);
    if (messages.errors > 0) {
        snprintf(error->text, sizeof error->text, "%.300s", messages.item[0].text);
    }
    carom_messages_free(&messages);
    return status;
}

static void set_fit(const carom_sweep_data *data, const carom_data_fit *fit,
                    const carom_data_check *options, carom_measured *measured)
{
    measured->value = fit->largest;
    measured->theory.value = 0;
    measured->theory.to = 0;
    measured->theory.tolerance = options->within_sigma;
    if (fit->points == 0) {
        snprintf(measured->note, sizeof measured->note,
                 "no measured point lies within the swept range");
        return;
    }
    snprintf(measured->note, sizeof measured->note,
             "largest deviation in sigmas of %zu point%s, at x = %.4g (%.60s); chi-square per "
             "point %.3g",
             fit->points, carom_plural((double)fit->points), fit->at->x,
             data->name[fit->at->series], fit->chi_square);
    if (fit->unknown > 0) { /* the curve has no value there: the solver fails */
        measured->value = NAN;
        snprintf(measured->note, sizeof measured->note,
                 "the solver's curve has no value at %zu of the points", fit->unknown);
    } else if (fit->outside > 0) {
        carom_text_append(measured->note, sizeof measured->note,
                          "; not compared: %zu outside the swept range", fit->outside);
    }
}

/* Compares the rows of a solver in a table of the sweep. */
static carom_status compare_rows(const carom_check_context *context, const carom_tsv *table,
                                 const char *solver, const carom_data_check *options,
                                 carom_measured *measured, carom_error *error)
{
    const carom_scenario *scenario = context->study->scenario;
    const size_t column = carom_tsv_column(table, "solver");
    const size_t collected = scenario->sweep.collect.count;
    carom_sweep_curves curves = {.scenario = scenario,
                                 .table = table,
                                 .column = column + 1,
                                 .columns = collected,
                                 .solvers = carom_picture_count_solvers(table)};
    carom_sweep_data data = {.point = NULL};
    size_t row = 0;
    while (row < curves.solvers && row < table->rows &&
           strcmp(carom_tsv_text(table, row, column), solver) != 0) {
        row++;
    }
    if (column == CAROM_NO_COLUMN || table->columns < column + 1 + collected ||
        row == curves.solvers || row >= table->rows) {
        snprintf(
            measured->note, sizeof measured->note,
            "sweep.tsv has no rows of this solver, or not the columns of the scenario's sweep");
        return CAROM_OK;
    }
    curves.points = table->rows / curves.solvers;
    curves.errors = scenario->sweep.parameters.count == 2 ? collected : 0; /* means over seeds */
    carom_status status = carom_sweep_data_load(&data, scenario, context->study->path,
                                                context->study->stop, error);
    if (status == CAROM_OK) {
        const carom_data_fit fit = carom_sweep_data_compare(&data, &curves, row,
                                                            find_series(&data, options->series));
        set_fit(&data, &fit, options, measured);
    }
    carom_sweep_data_free(&data);
    return status;
}

static carom_status data_evaluate(const carom_check_context *context,
                                  const carom_scenario_check *check, const char *solver,
                                  carom_measured *measured, carom_error *error)
{
    const carom_scenario *scenario = context->study->scenario;
    carom_tsv table = {.text = NULL}, means = {.text = NULL};
    carom_status status = read_sweep(context, solver, &table, measured, error);
    const bool shown = carom_sweep_needs_curves_table(scenario);
    if (status == CAROM_OK && !measured->skipped && shown) {
        status = carom_sweep_curves_to_tsv(scenario, &table, &means, error);
    }
    if (status == CAROM_OK && !measured->skipped) {
        status = compare_rows(context, shown ? &means : &table, solver, check->kind.options,
                              measured, error);
    }
    carom_tsv_free(&table);
    carom_tsv_free(&means);
    return status;
}

const carom_check_evaluator carom_evaluate_data = {.kind = &carom_check_data,
                                                   .sweeps = true,
                                                   .validate = data_validate,
                                                   .evaluate = data_evaluate};
