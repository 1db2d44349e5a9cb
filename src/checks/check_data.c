/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the measured points of `sweep.data` with a solver's curve. Runs the sweep for it; of
 * foreign records, reads sweep.tsv. */
#include "checks/checks.h"
#include "studies/sweep.h"

/* Reports points without y_error, and a series without points. */
static void validate_points(const carom_check_location *place, const carom_sweep_data *data)
{
    const carom_data_check *options = place->check->kind.options;
    bool found = false;
    for (size_t i = 0; i < data->points; i++) {
        const bool included = options->series[0] == '\0' ||
                              strcmp(data->point[i].series, options->series) == 0;
        found = found || included;
        if (included && data->point[i].y_error == 0) {
            carom_check_report(place, "kind",
                               "%s:%zu: y_error is 0; expected a positive one, or a check of "
                               "another series",
                               data->path, i + 2);
            return;
        }
    }
    if (!found) {
        carom_check_report(place, "series", "'%s' has no series '%s'", data->path, options->series);
    }
}

static void data_validate(const carom_check_location *place)
{
    carom_sweep_data data;
    carom_arena arena = {.chunk = NULL};
    carom_error error = {0};
    const carom_status status = carom_sweep_data_load(&data, &arena, place->study, &error);
    if (status == CAROM_INVALID) { /* the evaluation reports other errors with their status */
        carom_check_report(place, "kind", "%s", error.text);
    } else if (status == CAROM_OK && data.points == 0) {
        carom_check_report(place, "kind",
                           "the scenario has no measured points; expected sweep.data, their file");
    } else if (status == CAROM_OK) {
        validate_points(place, &data);
    }
    carom_arena_free(&arena);
}

/* The sum of the fits of a solver's curves to a series ("": all). */
static carom_sweep_fit find_fit(const carom_sweep_study *sweep, const char *solver,
                                const char *series)
{
    const carom_frame *frame = &sweep->result.frame[CAROM_SWEEP_FITS];
    const char *wanted = series[0] != '\0'      ? series
                       : sweep->data.series > 1 ? "*"
                                                : sweep->data.name[0];
    carom_sweep_fit all = {.largest = NAN, .largest_series = ""};
    for (size_t i = 0; i < frame->rows; i++) {
        const carom_sweep_fit *fit = carom_frame_row(frame, i);
        if (strcmp(fit->solver, solver) != 0 || strcmp(fit->series, wanted) != 0) {
            continue;
        }
        if (!(fabs(fit->largest) <= fabs(all.largest))) {
            all.largest = fit->points > 0 ? fit->largest : all.largest;
            all.largest_x = fit->points > 0 ? fit->largest_x : all.largest_x;
            all.largest_series = fit->points > 0 ? fit->largest_series : all.largest_series;
        }
        all.chi_square += fit->points > 0 ? fit->chi_square * (double)fit->points : 0;
        all.points += fit->points;
        all.outside += fit->outside;
        all.unknown += fit->unknown;
    }
    all.chi_square /= (double)all.points;
    return all;
}

static void compare_fit(carom_measured *m, const carom_sweep_fit *fit)
{
    m->value = fit->unknown > 0 ? NAN : fit->largest;
    m->theory.value = m->theory.to = 0;
    m->theory.tolerance = ((const carom_data_check *)m->check->kind.options)->within_sigma;
    if (fit->unknown > 0) {
        snprintf(m->note, sizeof m->note, "the solver's curve has no value at %zu of the points",
                 fit->unknown);
    } else if (fit->points == 0) {
        snprintf(m->note, sizeof m->note, "no measured point lies within the swept range");
    } else {
        snprintf(m->note, sizeof m->note,
                 "largest deviation in sigmas of %zu point%s, at x = %.4g (%.60s); chi-square per "
                 "point %.3g; not compared: %zu outside the swept range",
                 fit->points, carom_plural((double)fit->points), fit->largest_x,
                 fit->largest_series, fit->chi_square, fit->outside);
    }
}

/* Runs the sweep of one solver, or reads sweep.tsv of foreign records. */
static void data_measure(carom_measured *m)
{
    const carom_data_check *options = m->check->kind.options;
    const char *const only[] = {m->solver->name};
    carom_study study = *m->context->study;
    carom_sweep_study sweep = {.recorded = m->context->foreign};
    carom_error error = {CAROM_OK, "", ""};
    carom_tsv table = {.text = NULL};
    study.only = only;
    study.only_count = 1;
    study.progress = NULL;
    study.directory = m->context->foreign ? m->context->directory : NULL;
    if (m->context->foreign) {
        m->skipped = !carom_measured_read(m, NULL, "sweep.tsv", &table);
        carom_tsv_free(&table);
    }
    if (m->skipped) {
        return;
    }
    carom_status status = carom_result_fill(&sweep.result, &carom_study_sweep, &study, &error);
    if (status == CAROM_OK) {
        const carom_sweep_fit fit = find_fit(&sweep, m->solver->name, options->series);
        compare_fit(m, &fit);
    } else if (status == CAROM_INVALID && m->context->foreign) {
        snprintf(m->note, sizeof m->note, "%.200s", error.text);
    } else {
        m->failure = error;
    }
    carom_result_free(&sweep.result);
}

const carom_check_evaluator carom_evaluate_data = {
    .kind = "data", .sweeps = true, .validate = data_validate, .measure = data_measure};
