/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks on a cell of a table: a quantity of the summary, or a column at one time or over all rows.
 * What the tables of other programs lack is computed from their collisions. */
#include "checks/checks.h"

/* ---- a cell ---- */

/* Cells of a table of the records, and what a check takes of them. */
typedef struct {
    const char *file, *column;
    bool of_all;      /* the table has rows of all solvers */
    const char *ball; /* only rows of this ball; "": all */
    double at_s;      /* NaN: over all rows */
    int over;         /* carom_check_over */
} cell;

/* Relative tolerance of equal times: 0.3 is not 3 * 0.1. The finest grid has
 * steps of 1e-7 of the duration. */
static const double slack_of_time = 1e-9;

static bool is_text(const carom_tsv *table, size_t row, const char *column, const char *text)
{
    return strcmp(carom_tsv_text(table, row, carom_tsv_column(table, column)), text) == 0;
}

static double reduce(double current, double number, int over)
{
    double value = over == CAROM_OVER_LARGEST ? fabs(number) : number;
    switch (over) {
    case CAROM_OVER_LARGEST:
    case CAROM_OVER_MAX: return fmax(current, value);
    case CAROM_OVER_MIN: return fmin(current, value);
    case CAROM_OVER_START: return isnan(current) ? value : current;
    default: return value;
    }
}

/* ---- cells of a run ---- */

static const carom_column *columns_of(const carom_problem *problem, int file)
{
    switch (file) {
    case CAROM_FILE_TRAJECTORY: return carom_trajectory_columns(problem);
    case CAROM_FILE_DIVERGENCE: return carom_divergence_table.columns;
    case CAROM_FILE_COLLISIONS: return carom_collision_columns(problem);
    default: return carom_series_columns(problem);
    }
}

static bool is_of_ball(const carom_column *columns, const void *row, const char *ball)
{
    static const char *const names[] = {"ball", "a", "b"};
    bool is = ball[0] == '\0';
    for (size_t i = 0; i < 3 && !is; i++) {
        const carom_column *column = carom_column_find(columns, names[i]);
        is = column != NULL && strcmp(carom_column_text(column, row), ball) == 0;
    }
    return is;
}

static bool is_at(double t_s, double at_s)
{
    return isnan(at_s) || fabs(t_s - at_s) <= slack_of_time * at_s;
}

/* Take a row of a table of the run, if the check does. */
static void take_row(carom_check_cell *to, const carom_column_check *options, double t_s,
                     const carom_column *columns, const void *row)
{
    const carom_column *column = carom_column_find(columns, options->column);
    if (column != NULL && is_at(t_s, options->at_s) && is_of_ball(columns, row, options->ball)) {
        to->value = reduce(to->value, carom_column_number(column, row),
                           isnan(options->at_s) ? options->over : CAROM_OVER_END);
        to->rows++;
    }
}

/* Takes rows of the tables of a solver at a sample time, or its collisions at the end. */
static void column_follow(carom_check_cell *to, const carom_scenario_check *check,
                          const carom_run_solver *own, double t_s)
{
    const carom_column_check *options = check->kind.options;
    const carom_problem *problem = own->solver_run.problem;
    const carom_sample *sample = &own->solver_run.sample;
    const carom_log *log = &own->solver_run.log;
    const carom_column *columns = columns_of(problem, options->file);
    bool stopped = carom_solver_run_has_failed(&own->solver_run), ended = isnan(t_s);
    if (options->file == CAROM_FILE_COLLISIONS) {
        for (size_t k = 0; ended && k < log->count; k++) {
            take_row(to, options, NAN, columns, &(carom_record_row){log->item, problem, k});
        }
    } else if (options->file == CAROM_FILE_DIVERGENCE && !ended) {
        take_row(to, options, t_s, columns,
                 &(carom_divergence_row){t_s, own->solver_run.name, "", own->divergence});
    } else if (options->file == CAROM_FILE_SERIES && !ended && !stopped) {
        take_row(to, options, t_s, columns, sample);
    } else if (options->file == CAROM_FILE_TRAJECTORY && !ended && !stopped) {
        for (size_t i = 0; i < sample->count; i++) {
            take_row(to, options, t_s, columns, &(carom_record_row){sample, problem, i});
        }
    }
}

/* ---- cells of records ---- */

static bool is_selected(const carom_tsv *table, size_t row, const cell *of, const char *solver)
{
    double t = isnan(of->at_s) ? NAN : carom_tsv_number(table, row, carom_tsv_column(table, "t_s"));
    return (!of->of_all || is_text(table, row, "solver", solver)) &&
           (of->ball[0] == '\0' || is_text(table, row, "ball", of->ball) ||
            is_text(table, row, "a", of->ball) || is_text(table, row, "b", of->ball)) &&
           is_at(t, of->at_s);
}

/* Takes the cells of a table of the records. @return false: the note gives the reason */
static bool take_table(carom_measured *m, const cell *of, const char *name, carom_check_cell *to)
{
    carom_tsv table;
    carom_error error = {CAROM_OK, "", ""};
    size_t column;
    if (!carom_measured_read(m, of->of_all ? NULL : m->solver->name, name, &table)) {
        return false;
    }
    carom_status status = carom_tsv_require_column(&table, of->column, &column, &error);
    for (size_t row = 0; row < table.rows && status == CAROM_OK; row++) {
        if (is_selected(&table, row, of, m->solver->name)) {
            to->value = reduce(to->value, carom_tsv_number(&table, row, column),
                               isnan(of->at_s) ? of->over : CAROM_OVER_END);
            to->rows++;
        }
    }
    if (status != CAROM_OK) {
        carom_measured_fail(m, &error);
    }
    carom_tsv_free(&table);
    return status == CAROM_OK;
}

/* Reads all cells that a check takes, of records or of the run that was followed. @return false:
 * there are none, and the note gives the reason. A cell that is no number leaves NaN. */
static bool read_cell(carom_measured *m, const cell *of, double *value)
{
    const char *who = of->of_all ? m->solver->name : of->ball;
    const carom_check_watch *watch = m->context->watch;
    const carom_run_solver *run = carom_measured_run(m, m->solver->name);
    carom_check_cell taken = {.value = NAN};
    char name[80];
    *value = NAN;
    snprintf(name, sizeof name, "%s.tsv", of->file);
    if (run != NULL) {
        taken = watch->cell[(size_t)(m->check - watch->check) * watch->run->solvers +
                            (size_t)(run - watch->run->solver)];
    } else if (!take_table(m, of, name, &taken)) {
        return false;
    }
    *value = taken.value;
    if (taken.rows == 0 && !isnan(of->at_s)) {
        snprintf(m->note, sizeof m->note, "%s has no sample at that time", name);
    } else if (taken.rows == 0) {
        snprintf(m->note, sizeof m->note, "%s has no row%s%.60s%s", name,
                 who[0] == '\0' ? "" : " of '", who, who[0] == '\0' ? "" : "'");
    }
    return taken.rows > 0;
}

/* Reads a number. NaN: the note gives the reason. */
static double read_number(carom_measured *m, const cell *of)
{
    double value;
    if (read_cell(m, of, &value) && isnan(value)) {
        snprintf(m->note, sizeof m->note, "%s.tsv has no number in %.60s there", of->file,
                 of->column);
    }
    return value;
}

/* ---- column ---- */

static void column_measure(carom_measured *m)
{
    const carom_column_check *options = m->check->kind.options;
    m->value = read_number(m, &(cell){.file = carom_check_file_names[options->file],
                                      .column = options->column,
                                      .of_all = options->file == CAROM_FILE_DIVERGENCE,
                                      .ball = options->ball,
                                      .at_s = options->at_s,
                                      .over = options->over});
}

static void validate_column(const carom_check_location *place, const carom_column_check *options)
{
    enum { MOST_COLUMNS = 40 };
    const char *names[MOST_COLUMNS];
    char known[420] = "";
    size_t count = 0;
    for (const carom_column *c = columns_of(&place->study->scenario->problem, options->file);
         c->name != NULL && count < MOST_COLUMNS; c++) {
        if (c->number != NULL) {
            names[count++] = c->name;
        }
        if (c->number != NULL && strcmp(c->name, options->column) == 0) {
            return;
        }
    }
    carom_hint_names_append(options->column, names, count, known, sizeof known);
    carom_check_report(place, "column", "%s.tsv has no numbers called '%s'; expected one of: %s",
                       carom_check_file_names[options->file], options->column, known);
}

/* Reports an unknown ball, or a missing one. */
static void validate_ball(const carom_check_location *place, const carom_column_check *options)
{
    const carom_problem *problem = &place->study->scenario->problem;
    const bool of_balls = options->file == CAROM_FILE_TRAJECTORY,
               one_row = !isnan(options->at_s) || options->over == CAROM_OVER_END ||
                         options->over == CAROM_OVER_START;
    const char *names[1000];
    char known[500] = "";
    size_t count = problem->count < 1000 ? problem->count : 0;
    for (size_t i = 0; i < count; i++) {
        names[i] = problem->ball[i].name;
    }
    carom_hint_names_append(options->ball, names, count, known, sizeof known);
    if (options->ball[0] == '\0' && of_balls && problem->count > 1 && one_row) {
        carom_check_report(place, "column",
                           "the column has values of %zu balls; expected ball, one of: %s",
                           problem->count, known);
    } else if (options->ball[0] != '\0' &&
               carom_problem_ball_called(problem, options->ball) == problem->count) {
        carom_check_report(place, "ball", "no ball is called '%s'; expected one of: %s",
                           options->ball, known);
    }
}

static void validate_time(const carom_check_location *place, const carom_column_check *options)
{
    const carom_scenario *scenario = place->study->scenario;
    const double step = scenario->duration_s / (double)(scenario->samples - 1), t = options->at_s;
    if (!is_at(fmin(round(t / step) * step, scenario->duration_s), t)) {
        carom_check_report(place, "at_s",
                           "no sample at %.9g s; samples are duration_s/(samples - 1) = %.9g s "
                           "apart, until %.9g s",
                           t, step, scenario->duration_s);
    }
}

static void column_validate(const carom_check_location *place)
{
    const carom_column_check *options = place->check->kind.options;
    validate_column(place, options);
    validate_ball(place, options);
    validate_time(place, options);
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
                                                     .follow = column_follow,
                                                     .measure = column_measure};

/* ---- summary ---- */

static const carom_quantity *quantity_of(const carom_scenario_check *check)
{
    const carom_summary_check *options = check->kind.options;
    return carom_find_quantity(carom_quantity_words[options->quantity]);
}

/* Computes quantities that summary.tsv does not contain: restitution and
 * longest contact from the collision log, others from run.json. */
static double value_from_collisions(carom_measured *m, const carom_quantity *quantity)
{
    const carom_scenario *scenario = m->context->study->scenario;
    carom_log log = {NULL, 0, 0};
    carom_summary known = carom_summary_unknown();
    const carom_report report = {.max_overlap_m = 0};
    char text[64] = "";
    double value = NAN;
    if (carom_measured_read_log(m, m->solver->name, INFINITY, &log, &known.contact_s)) {
        carom_longest_contact(&log, &known.contact_s, &known.lag_m);
        carom_validity_of(&scenario->problem, &log, &report, scenario->duration_s, &known.validity);
        known.validity.theta = NAN;
        value = carom_quantity_of(quantity, &known);
        if (isnan(value)) {
            (void)carom_records_value(m->context->directory, m->solver->name, quantity->column.name,
                                      text, sizeof text);
            value = carom_number_parse(text, &value) ? value : NAN;
        }
    }
    carom_log_free(&log);
    return value;
}

/* Value of a quantity, of records or of the run. NaN: the note, if there is one, has the reason. */
static double value_of(carom_measured *m, const carom_quantity *quantity)
{
    const carom_run_solver *run = carom_measured_run(m, m->solver->name);
    const bool in_table = quantity->place <= CAROM_IN_CLOCK;
    const cell of = {.file = "summary",
                     .column = in_table ? quantity->column.name : "solver",
                     .of_all = true,
                     .ball = "",
                     .at_s = NAN};
    double value;
    if (run != NULL) {
        return carom_quantity_of(quantity, &run->summary);
    }
    return read_cell(m, &of, &value) && !in_table ? value_from_collisions(m, quantity) : value;
}

static void note_undefined(carom_measured *m, const carom_quantity *quantity)
{
    /* a periodic table has no angular momentum */
    bool turns = strcmp(quantity->column.name, "angular_momentum_residual_rel") == 0,
         periodic = m->context->study->scenario->problem.boundary == CAROM_PERIODIC;
    if (quantity->part_of == NULL || (turns && periodic)) {
        snprintf(m->note, sizeof m->note, "not defined in this scenario");
    } else {
        snprintf(m->note, sizeof m->note,
                 "there is %s at t = 0, so its relative value is undefined; expected a check of "
                 "kind: column, file: series, column: %s",
                 strcmp(quantity->part_of, "energy_scale_J") == 0 ? "no energy"
                                                                  : "no momentum (no ball moves)",
                 quantity->absolute);
    }
}

/* Magnitude of the energy at t = 0; NaN: the note gives the reason. */
static double initial_energy(carom_measured *m)
{
    const carom_run_solver *run = carom_measured_run(m, m->solver->name);
    static const char *const names[] = {"kinetic_J", "elastic_J", "potential_J", "spin_J"};
    const size_t count = carom_problem_spins(&m->context->study->scenario->problem) ? 4 : 3;
    double energy = run != NULL ? run->summary.energy_scale_J : 0;
    for (size_t i = 0; run == NULL && i < count; i++) {
        energy += read_number(m,
                              &(cell){.file = "series", .column = names[i], .ball = "", .at_s = 0});
    }
    return fabs(energy);
}

/* Sets the theory, from the numbers of the records that it needs. Without one
 * of them there is none, and the note gives the reason. */
static void find_theory(carom_measured *m, const char *quantity)
{
    const carom_problem *problem = &m->context->study->scenario->problem;
    const bool overlap = strcmp(quantity, "max_overlap_m") == 0 &&
                         carom_solver_has_traits(&m->solver->kind, CAROM_SOFT);
    carom_measured own = *m;
    own.note[0] = '\0';
    const carom_events events = {.collisions = value_of(&own, carom_find_quantity("collisions")),
                                 .steps = value_of(&own, carom_find_quantity("steps")),
                                 .energy_J = overlap ? initial_energy(&own) : NAN};
    m->failure = own.failure;
    m->theory = carom_theory_of(problem, &m->solver->kind, quantity, &events);
    if (isnan(m->theory.tolerance) && m->note[0] == '\0') {
        snprintf(m->note, sizeof m->note, "%s", own.note);
    }
}

static void summary_measure(carom_measured *m)
{
    const carom_scenario_check *check = m->check;
    const carom_quantity *quantity = quantity_of(check);
    m->value = value_of(m, quantity);
    if (isnan(m->value) && m->note[0] == '\0' && quantity->place != CAROM_IN_COMPARED) {
        note_undefined(m, quantity);
    } else if (isnan(m->value) && m->note[0] == '\0') {
        if (!isnan(value_of(m, carom_find_quantity("rms_divergence_m")))) {
            m->value = INFINITY; /* time of a mismatch that does not happen */
        } else if (m->note[0] == '\0') {
            snprintf(m->note, sizeof m->note,
                     "these records contain no comparison with a reference; use carom compare");
        }
    }
    if (isinf(check->max) || !isfinite(check->within)) {
        find_theory(m, quantity->column.name);
    }
}

static bool summary_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                            const carom_scenario_solver *solver)
{
    return quantity_of(check)->place != CAROM_IN_COMPARED ||
           strcmp(solver->name, scenario->reference) != 0;
}

/* Evaluated for one event and 1 J. */
static bool summary_has_theory(const carom_scenario *scenario, const carom_scenario_check *check,
                               const carom_scenario_solver *solver)
{
    const carom_events one = {1, 1, 1};
    return !isnan(
        carom_theory_of(&scenario->problem, &solver->kind, quantity_of(check)->column.name, &one)
            .tolerance);
}

const carom_check_evaluator carom_evaluate_summary = {.kind = "summary",
                                                      .applies = summary_applies,
                                                      .has_theory = summary_has_theory,
                                                      .measure = summary_measure};
