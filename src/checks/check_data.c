/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the measured points of `sweep.data` with a solver's curve. Runs the sweep for it; of
 * foreign records, reads sweep.tsv. */
#include "checks/checks.h"
#include "sweep/sweep.h"

/* Reports points without y_error, and a series without points. */
static void validate_points(const carom_check_location *place, const carom_sweep_data *data)
{
    const carom_data_check *options = place->check->kind.options;
    bool found = false;
    for (size_t i = 0; i < data->points; i++) {
        const bool included = carom_sweep_data_is_in(data, i, options->series);
        found = found || included;
        if (included && data->point[i].y_error == 0) {
            carom_check_report(place, "kind",
                               "%s:%zu: y_error is 0; expected a positive one, or a check of "
                               "another series",
                               data->table.path, i + 2);
            return;
        }
    }
    if (!found) {
        carom_check_report(place, "series", "'%s' has no series '%s'", data->table.path,
                           options->series);
    }
}

static void data_validate(const carom_check_location *place)
{
    const carom_study *study = place->study;
    carom_sweep_data data;
    carom_error error = {0};
    const carom_status status = carom_sweep_data_load(&data, study->scenario, study->path,
                                                      study->stop, &error);
    if (status == CAROM_INVALID) { /* the evaluation reports other errors with their status */
        carom_check_report(place, "kind", "%s", error.text);
    } else if (status == CAROM_OK && data.points == 0) {
        carom_check_report(place, "kind",
                           "the scenario has no measured points; expected sweep.data, their file");
    } else if (status == CAROM_OK) {
        validate_points(place, &data);
    }
    carom_sweep_data_free(&data);
}

/* Runs the sweep of one solver, or reads sweep.tsv of foreign records. */
static carom_status read_sweep(const carom_check_context *context, const char *solver,
                               carom_tsv *table, carom_measured *measured, carom_error *error)
{
    carom_study study = *context->study;
    carom_messages messages = {.stop = study.stop};
    carom_sweep_request sweep = {.study = &study, .messages = &messages};
    study.only = &solver;
    study.only_count = 1;
    study.progress = NULL;
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

/* Compares the rows of a solver in a table of the sweep. */
static void compare_rows(const carom_check_context *context, const carom_tsv *table,
                         const char *solver, const carom_data_check *options,
                         const carom_sweep_data *data, carom_measured *measured)
{
    const carom_scenario *scenario = context->study->scenario;
    const size_t column = carom_tsv_column(table, "solver"),
                 collected = scenario->sweep.collect.count;
    carom_sweep_curves curves = {.scenario = scenario,
                                 .table = table,
                                 .column = column + 1,
                                 .columns = collected,
                                 .solvers = carom_picture_count_solvers(table),
                                 .data = data};
    const size_t row = column == CAROM_NO_COLUMN ? column : carom_check_row_of(table, solver);
    if (column == CAROM_NO_COLUMN || table->columns < column + 1 + collected ||
        row >= curves.solvers) {
        snprintf(
            measured->note, sizeof measured->note,
            "sweep.tsv has no rows of this solver, or not the columns of the scenario's sweep");
        return;
    }
    curves.points = table->rows / curves.solvers;
    curves.errors = scenario->sweep.parameters.count == 2 ? collected : 0; /* means over seeds */
    const carom_data_fit fit = carom_sweep_data_compare(&curves, row, options->series);
    measured->value = fit.unknown > 0 ? NAN : fit.largest;
    measured->theory.value = measured->theory.to = 0;
    measured->theory.tolerance = options->within_sigma;
    if (fit.unknown > 0) {
        snprintf(measured->note, sizeof measured->note,
                 "the solver's curve has no value at %zu of the points", fit.unknown);
    } else if (fit.points == 0) {
        snprintf(measured->note, sizeof measured->note,
                 "no measured point lies within the swept range");
    } else {
        snprintf(measured->note, sizeof measured->note,
                 "largest deviation in sigmas of %zu point%s, at x = %.4g (%.60s); chi-square per "
                 "point %.3g; not compared: %zu outside the swept range",
                 fit.points, carom_plural((double)fit.points), fit.at->x,
                 data->name[fit.at->series], fit.chi_square, fit.outside);
    }
}

static carom_status data_evaluate(const carom_check_context *context,
                                  const carom_scenario_check *check, const char *solver,
                                  carom_measured *measured, carom_error *error)
{
    const carom_study *study = context->study;
    carom_tsv table = {.text = NULL}, means = {.text = NULL};
    carom_sweep_data data = {.point = NULL};
    carom_status status = read_sweep(context, solver, &table, measured, error);
    const bool shown = carom_sweep_needs_curves_table(study->scenario);
    if (status == CAROM_OK && !measured->skipped && shown) {
        status = carom_sweep_curves_to_tsv(study->scenario, &table, &means, error);
    }
    if (status == CAROM_OK && !measured->skipped) {
        status = carom_sweep_data_load(&data, study->scenario, study->path, study->stop, error);
    }
    if (data.points > 0) {
        compare_rows(context, shown ? &means : &table, solver, check->kind.options, &data,
                     measured);
    }
    carom_sweep_data_free(&data);
    carom_tsv_free(&table);
    carom_tsv_free(&means);
    return status;
}

const carom_check_evaluator carom_evaluate_data = {
    .kind = "data", .sweeps = true, .validate = data_validate, .evaluate = data_evaluate};
