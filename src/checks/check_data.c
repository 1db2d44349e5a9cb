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
static carom_status read_sweep(carom_measured *m, carom_tsv *table, carom_error *error)
{
    carom_study study = *m->context->study;
    const char *const only[] = {m->solver->name};
    carom_messages messages = {.stop = study.stop};
    carom_sweep_request sweep = {.study = &study, .messages = &messages};
    study.only = only;
    study.only_count = 1;
    study.progress = NULL;
    if (m->context->foreign) {
        m->skipped = !carom_measured_read(m, NULL, "sweep.tsv", table);
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
static void compare_rows(carom_measured *m, const carom_tsv *table, const carom_sweep_data *data)
{
    const carom_scenario *scenario = m->context->study->scenario;
    const carom_data_check *options = m->check->kind.options;
    const size_t column = carom_tsv_column(table, "solver"),
                 collected = scenario->sweep.collect.count;
    carom_sweep_curves curves = {.scenario = scenario,
                                 .table = table,
                                 .column = column + 1,
                                 .columns = collected,
                                 .solvers = carom_picture_count_solvers(table),
                                 .data = data};
    const size_t row = column == CAROM_NO_COLUMN ? column
                                                 : carom_check_row_of(table, m->solver->name);
    if (column == CAROM_NO_COLUMN || table->columns < column + 1 + collected ||
        row >= curves.solvers) {
        snprintf(
            m->note, sizeof m->note,
            "sweep.tsv has no rows of this solver, or not the columns of the scenario's sweep");
        return;
    }
    curves.points = table->rows / curves.solvers;
    curves.errors = scenario->sweep.parameters.count == 2 ? collected : 0; /* means over seeds */
    const carom_data_fit fit = carom_sweep_data_compare(&curves, row, options->series);
    m->value = fit.unknown > 0 ? NAN : fit.largest;
    m->theory.value = m->theory.to = 0;
    m->theory.tolerance = options->within_sigma;
    if (fit.unknown > 0) {
        snprintf(m->note, sizeof m->note, "the solver's curve has no value at %zu of the points",
                 fit.unknown);
    } else if (fit.points == 0) {
        snprintf(m->note, sizeof m->note, "no measured point lies within the swept range");
    } else {
        snprintf(m->note, sizeof m->note,
                 "largest deviation in sigmas of %zu point%s, at x = %.4g (%.60s); chi-square per "
                 "point %.3g; not compared: %zu outside the swept range",
                 fit.points, carom_plural((double)fit.points), fit.at->x,
                 data->name[fit.at->series], fit.chi_square, fit.outside);
    }
}

static void data_measure(carom_measured *m)
{
    const carom_study *study = m->context->study;
    const bool shown = carom_sweep_needs_curves_table(study->scenario);
    carom_tsv table = {.text = NULL}, means = {.text = NULL};
    carom_sweep_data data = {.point = NULL};
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = read_sweep(m, &table, &error);
    if (status == CAROM_OK && !m->skipped && shown) {
        status = carom_sweep_curves_to_tsv(study->scenario, &table, &means, &error);
    }
    if (status == CAROM_OK && !m->skipped) {
        status = carom_sweep_data_load(&data, study->scenario, study->path, study->stop, &error);
    }
    if (data.points > 0) {
        compare_rows(m, shown ? &means : &table, &data);
    }
    if (status != CAROM_OK) {
        m->failure = error;
    }
    carom_sweep_data_free(&data);
    carom_tsv_free(&table);
    carom_tsv_free(&means);
}

const carom_check_evaluator carom_evaluate_data = {
    .kind = "data", .sweeps = true, .validate = data_validate, .measure = data_measure};
