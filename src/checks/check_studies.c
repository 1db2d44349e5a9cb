/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that run a study: the order of convergence, and the measured points of `sweep.data` beside
 * a solver's curve. */
#include "checks/checks.h"
#include "studies/sweep.h"

/* The study of the solver alone. */
static carom_study study_of_solver(const carom_measured *m, const char **only)
{
    carom_study study = *m->context->study;
    *only = m->solver->name;
    study.only = only;
    study.only_count = 1;
    study.progress = NULL;
    return study;
}

/* ---- order ---- */

/* Fits with a larger standard error cannot distinguish order 1 from order 2 (3 sigma). */
static const double widest_error = 0.15;

static void set_order(carom_measured *m, const carom_converge_order *solver, int of)
{
    const carom_scenario_check *check = m->check;
    const carom_estimate got = of == CAROM_OF_STEP ? solver->order : solver->floor_slope;
    const bool bounded = !isnan(check->equals) || !isnan(check->min) || !isnan(check->max);
    m->theory.value = of == CAROM_OF_STEP ? solver->expected.low : solver->expected_slope;
    m->theory.to = of == CAROM_OF_STEP ? solver->expected.high : solver->expected_slope;
    m->theory.tolerance = isnan(m->theory.value) ? NAN : fmax(3 * got.error, 1e-3);
    snprintf(m->theory.formula, sizeof m->theory.formula, "3 standard errors of the fit, %.2g",
             got.error);
    if (isnan(m->theory.value) && !bounded) {
        snprintf(m->note, sizeof m->note,
                 "theory gives no value for this order; expected equals and within");
    } else if (!(got.error <= widest_error)) { /* any value would pass with such a tolerance */
        snprintf(m->note, sizeof m->note,
                 "the errors do not follow a power law: the standard error of the fit is %.2g; "
                 "expected at most %.2g (try other thetas or factors)",
                 got.error, widest_error);
    } else {
        m->value = got.value;
    }
}

static void order_measure(carom_measured *m)
{
    const carom_order_check *options = m->check->kind.options;
    carom_result result = {.kind = NULL};
    const char *only;
    const carom_study study = study_of_solver(m, &only);
    carom_error error = {CAROM_OK, "", ""};
    if (carom_result_fill(&result, &carom_study_converge, &study, &error) == CAROM_OK) {
        set_order(m, carom_frame_row(&result.frame[CAROM_CONVERGE_ORDERS], 0), options->of);
    } else {
        carom_measured_fail(m, &error);
    }
    carom_result_free(&result);
}

/* Only springs have an order. */
static bool order_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                          const carom_scenario_solver *solver)
{
    (void)scenario;
    (void)check;
    return carom_solver_has_traits(&solver->kind, CAROM_SOFT);
}

static void order_validate(const carom_check_location *place)
{
    const carom_scenario_solver *solver = carom_scenario_find_solver(place->study->scenario,
                                                                     place->check->solver);
    if (solver != NULL && !carom_solver_has_traits(&solver->kind, CAROM_SOFT)) {
        carom_check_report(place, "solver",
                           "'%s' has no time step; expected a solver of kind penalty",
                           solver->name);
    }
}

const carom_check_evaluator carom_evaluate_order = {.kind = "order",
                                                    .runs = true,
                                                    .validate = order_validate,
                                                    .applies = order_applies,
                                                    .measure = order_measure};

/* ---- data ---- */

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
    carom_error error = {CAROM_OK, "", ""};
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

/* Runs the sweep of one solver. */
static void data_measure(carom_measured *m)
{
    const carom_data_check *options = m->check->kind.options;
    const char *only;
    carom_study study = study_of_solver(m, &only);
    carom_sweep_study sweep = {.points = 0};
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_result_fill(&sweep.result, &carom_study_sweep, &study, &error);
    if (status == CAROM_OK) {
        const carom_sweep_fit fit = find_fit(&sweep, m->solver->name, options->series);
        compare_fit(m, &fit);
    } else {
        m->failure = error;
    }
    carom_result_free(&sweep.result);
}

const carom_check_evaluator carom_evaluate_data = {
    .kind = "data", .runs = true, .validate = data_validate, .measure = data_measure};
