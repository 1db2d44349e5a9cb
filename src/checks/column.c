/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check of a column of the records, at one time or over all rows. */
#include "checks/checks.h"

static bool is_selected(const carom_tsv *table, size_t row, const carom_column_check *options,
                        const char *solver)
{
    bool meant = true;
    if (options->file == CAROM_FILE_DIVERGENCE) {
        meant = strcmp(carom_tsv_text(table, row, carom_tsv_column(table, "solver")), solver) == 0;
    }
    if (options->ball[0] != '\0' && options->file == CAROM_FILE_COLLISIONS) {
        meant = strcmp(carom_tsv_text(table, row, carom_tsv_column(table, "a")), options->ball) ==
                    0 ||
                strcmp(carom_tsv_text(table, row, carom_tsv_column(table, "b")), options->ball) ==
                    0;
    } else if (options->ball[0] != '\0') {
        meant = meant && strcmp(carom_tsv_text(table, row, carom_tsv_column(table, "ball")),
                                options->ball) == 0;
    }
    return meant;
}

static double reduce(double current, double value, int over)
{
    if (isnan(current) && over != CAROM_OVER_END) {
        return over == CAROM_OVER_LARGEST ? fabs(value) : value;
    }
    switch (over) {
    case CAROM_OVER_MAX: return fmax(current, value);
    case CAROM_OVER_MIN: return fmin(current, value);
    case CAROM_OVER_LARGEST: return fmax(current, fabs(value));
    case CAROM_OVER_START: return current;
    default: return value;
    }
}

/* Relative tolerance of equal times: 0.3 is not 3 * 0.1. The finest grid has steps of 1e-7 of
 * the duration. */
static const double slack_of_time = 1e-9;

static carom_status find_value(const carom_tsv *table, const carom_column_check *options,
                               const char *solver, size_t column, double *value, carom_error *error)
{
    size_t time = carom_tsv_column(table, "t_s");
    carom_status status = CAROM_OK;
    for (size_t row = 0; row < table->rows && status == CAROM_OK; row++) {
        double t = carom_tsv_number(table, row, time), cell = carom_tsv_number(table, row, column);
        status = carom_tsv_check_cancel(table, row, error);
        if (!is_selected(table, row, options, solver)) {
            continue;
        }
        if (isnan(options->at_s)) {
            *value = reduce(*value, cell, options->over);
        } else if (fabs(t - options->at_s) <= slack_of_time * options->at_s) {
            *value = cell;
        }
    }
    return status;
}

static carom_status column_evaluate(const carom_check_context *context,
                                    const carom_scenario_check *check, const char *solver,
                                    carom_measured *measured, carom_error *error)
{
    const carom_column_check *options = check->kind.options;
    char name[80];
    carom_tsv table;
    size_t column;
    carom_status status = CAROM_OK;
    snprintf(name, sizeof name, "%s.tsv", carom_check_file_names[options->file]);
    if (!carom_check_read_table(context, options->file == CAROM_FILE_DIVERGENCE ? NULL : solver,
                                name, &table, measured)) {
        return CAROM_OK;
    }
    column = carom_tsv_column(&table, options->column);
    if (column == CAROM_NO_COLUMN) {
        snprintf(measured->note, sizeof measured->note, "%s has no column '%.60s'", name,
                 options->column);
    } else {
        measured->value = NAN;
        status = find_value(&table, options, solver, column, &measured->value, error);
        if (isnan(measured->value)) {
            snprintf(measured->note, sizeof measured->note,
                     isnan(options->at_s) ? "no such row, or no number there"
                                          : "no sample at that time, or no number there");
        }
    }
    carom_tsv_free(&table);
    return status;
}

static const carom_column *columns_of(const carom_problem *problem, int file)
{
    switch (file) {
    case CAROM_FILE_TRAJECTORY: return carom_trajectory_columns(problem);
    case CAROM_FILE_DIVERGENCE: return carom_divergence_table.columns;
    case CAROM_FILE_COLLISIONS: return carom_collision_columns(problem);
    default: return carom_series_columns(problem);
    }
}

static void validate_column(const carom_check_location *place, const carom_column_check *options)
{
    enum { MOST_COLUMNS = 40 };
    const char *names[MOST_COLUMNS];
    char known[420] = "";
    size_t count = 0;
    for (const carom_column *c = columns_of(&place->study->scenario->problem, options->file);
         c->name != NULL && count < MOST_COLUMNS; c++) {
        if (c->number == NULL) {
            continue;
        }
        if (strcmp(c->name, options->column) == 0) {
            return;
        }
        carom_text_append(known, sizeof known, "%s%s", count == 0 ? "" : ", ", c->name);
        names[count++] = c->name;
    }
    carom_hint_name_append(options->column, names, count, known, sizeof known);
    carom_check_report(place, "column", "%s.tsv has no numbers called '%s'; expected one of: %s",
                       carom_check_file_names[options->file], options->column, known);
}

/* Reports an unknown ball, or a missing one. */
static void validate_ball(const carom_check_location *place, const carom_column_check *options)
{
    const carom_problem *problem = &place->study->scenario->problem;
    bool extreme = isnan(options->at_s) && options->over != CAROM_OVER_END &&
                   options->over != CAROM_OVER_START;
    const char *names[1000];
    char near[120] = "";
    uint32_t number;
    if (options->ball[0] == '\0') {
        if (options->file == CAROM_FILE_TRAJECTORY && problem->count > 1 && !extreme) {
            carom_check_report(place, "column", "the column has values of %zu balls; expected ball",
                               problem->count);
        }
    } else if (options->file == CAROM_FILE_SERIES || options->file == CAROM_FILE_DIVERGENCE) {
        carom_check_report(
            place, "ball",
            "%s.tsv has no values of single balls; expected file: trajectory or collisions",
            carom_check_file_names[options->file]);
    } else if (!carom_check_find_ball(problem, options->ball, &number)) {
        size_t count = problem->count < 1000 ? problem->count : 0;
        for (size_t i = 0; i < count; i++) {
            names[i] = problem->ball[i].name;
        }
        carom_hint_name_append(options->ball, names, count, near, sizeof near);
        carom_check_report(place, "ball",
                           "no ball is called '%s'; expected one of the scenario's%s",
                           options->ball, near);
    }
}

static void validate_time(const carom_check_location *place, const carom_column_check *options)
{
    const carom_scenario *scenario = place->study->scenario;
    double step = scenario->duration_s / (double)(scenario->samples - 1), t = options->at_s,
           k = floor(t / step);
    if (isnan(t)) {
        return;
    }
    if (options->file == CAROM_FILE_COLLISIONS) {
        carom_check_report(
            place, "at_s",
            "collisions.tsv has no samples; expected over: start, end, max, min or largest");
    } else if (t > scenario->duration_s * (1 + slack_of_time)) {
        carom_check_report(place, "at_s",
                           "found %.9g s, after the end; expected at most duration_s, %.9g s", t,
                           scenario->duration_s);
    } else if (fabs(t - round(t / step) * step) > slack_of_time * t) {
        carom_check_report(place, "at_s",
                           "no sample at %.9g s; expected for instance %.9g or %.9g s, because "
                           "samples are duration_s/(samples - 1) = %.9g s apart",
                           t, k * step, (k + 1) * step, step);
    }
}

static void column_validate(const carom_check_location *place)
{
    const carom_column_check *options = place->check->kind.options;
    validate_column(place, options);
    validate_ball(place, options);
    validate_time(place, options);
    if (options->file == CAROM_FILE_DIVERGENCE &&
        strcmp(place->check->solver, place->study->scenario->reference) == 0) {
        carom_check_report(place, "solver",
                           "'%s' is the reference of the comparison, so the check cannot fail; "
                           "expected another solver",
                           place->check->solver);
    }
}

static bool column_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                           const carom_scenario_solver *solver)
{
    const carom_column_check *options = check->kind.options;
    return options->file != CAROM_FILE_DIVERGENCE || strcmp(solver->name, scenario->reference) != 0;
}

const carom_check_evaluator carom_evaluate_column = {.kind = "column",
                                                     .validate = column_validate,
                                                     .applies = column_applies,
                                                     .evaluate = column_evaluate};
