/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the tables of a run as numbers and builds the curve of its energy. */
#include "figures/figures.h"

/* ---- samples ---- */

/* Columns of series.tsv; a film requires only the first four. */
static const char *const series_names[] = {[CAROM_SERIES_TIME] = "t_s",
                                           [CAROM_SERIES_ENERGY] = "kinetic_J",
                                           [CAROM_SERIES_ELASTIC] = "elastic_J",
                                           [CAROM_SERIES_POTENTIAL] = "potential_J",
                                           [CAROM_SERIES_ENERGY_RESIDUAL] = "energy_residual_J",
                                           [CAROM_SERIES_SPIN] = "spin_J"};
enum { SERIES_COLUMNS = CAROM_SERIES_DISTANCE };

/* Sums the mechanical energy; spin_J is optional. */
static carom_status read_series(carom_recorded_solver *solver, const carom_tsv *table, bool whole,
                                carom_error *error)
{
    double **series = solver->series, *distance = calloc(table->rows + 1, sizeof *distance);
    series[CAROM_SERIES_DISTANCE] = distance;
    solver->samples = table->rows;
    CAROM_NEED(distance != NULL, error);
    CAROM_TRY(carom_tsv_numbers(table, series_names, SERIES_COLUMNS,
                                whole ? CAROM_SERIES_SPIN : CAROM_SERIES_ENERGY_RESIDUAL, series,
                                error));
    if (whole && table->rows == 0) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' has no rows; expected one per sample", table->path);
    }
    for (size_t row = 0; row < table->rows; row++) {
        distance[row] = NAN;
        series[CAROM_SERIES_ENERGY][row] += series[CAROM_SERIES_ELASTIC][row];
        series[CAROM_SERIES_ENERGY][row] += series[CAROM_SERIES_POTENTIAL][row];
        if (series[CAROM_SERIES_SPIN] != NULL) {
            series[CAROM_SERIES_ENERGY][row] += series[CAROM_SERIES_SPIN][row];
        }
    }
    return CAROM_OK;
}

static carom_status read_states(carom_recorded_solver *solver, const carom_tsv *table, size_t balls,
                                bool whole, carom_error *error)
{
    static const char *const names[] = {"t_s", "x_m", "y_m", "vx_mps", "vy_mps"};
    enum { TIME, POSITION, VELOCITY = 3, COLUMNS = 5 };
    size_t at[COLUMNS];
    CAROM_TRY(carom_tsv_columns(table, names, COLUMNS, COLUMNS, at, error));
    solver->state = calloc(table->rows + 1, sizeof *solver->state);
    CAROM_NEED(solver->state != NULL, error);
    for (; solver->states < table->rows; solver->states++) {
        carom_recorded_state *state = &solver->state[solver->states];
        CAROM_TRY(carom_tsv_check_cancel(table, solver->states, error));
        state->t_s = carom_tsv_number(table, solver->states, at[TIME]);
        for (int c = 0; c < 2; c++) {
            state->x_m[c] = carom_tsv_number(table, solver->states, at[POSITION + c]);
            state->v_mps[c] = carom_tsv_number(table, solver->states, at[VELOCITY + c]);
        }
    }
    if (whole && table->rows < solver->samples * balls) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' has fewer samples than series.tsv; expected %zu rows",
                               table->path, solver->samples * balls);
    }
    return whole || (balls > 0 && table->rows >= balls)
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "",
                               "'%s' has fewer rows than balls; expected a row per ball and sample",
                               table->path);
}

/* ---- collisions ---- */

/* Columns of collisions.tsv; a film requires only the first MOTION_COLUMNS. */
enum {
    TIME,
    CONTACT_TIME,
    IMPULSE,
    NORMAL_X,
    NORMAL_Y,
    A,
    B,
    MOTION_COLUMNS,
    KIND = MOTION_COLUMNS,
    DISSIPATED,
    APPROACH,
    SEPARATION,
    COLUMNS
};

static void read_impact(carom_recorded_impact *impact, const carom_tsv *log, size_t row,
                        const size_t at[COLUMNS])
{
    *impact = (carom_recorded_impact){.t_s = carom_tsv_number(log, row, at[TIME]),
                                      .contact_s = carom_tsv_number(log, row, at[CONTACT_TIME]),
                                      .impulse_Ns = carom_tsv_number(log, row, at[IMPULSE]),
                                      .normal = {carom_tsv_number(log, row, at[NORMAL_X]),
                                                 carom_tsv_number(log, row, at[NORMAL_Y])},
                                      .a = carom_tsv_text(log, row, at[A]),
                                      .b = carom_tsv_text(log, row, at[B]),
                                      .wall = strcmp(carom_tsv_text(log, row, at[KIND]), "wall") ==
                                              0,
                                      .dissipated_J = carom_tsv_number(log, row, at[DISSIPATED]),
                                      .approach_mps = carom_tsv_number(log, row, at[APPROACH]),
                                      .separation_mps = carom_tsv_number(log, row, at[SEPARATION])};
}

static carom_status read_log(carom_recorded_solver *solver, bool whole, carom_error *error)
{
    static const char *const names[COLUMNS] = {
        "t_s", "contact_s", "impulse_Ns",   "normal_x",     "normal_y",      "a",
        "b",   "kind",      "dissipated_J", "approach_mps", "separation_mps"};
    const carom_tsv *log = &solver->log;
    size_t at[COLUMNS];
    CAROM_TRY(carom_tsv_columns(log, names, COLUMNS, whole ? APPROACH : MOTION_COLUMNS, at, error));
    solver->impact = calloc(log->rows + 1, sizeof *solver->impact);
    CAROM_NEED(solver->impact != NULL, error);
    for (; solver->impacts < log->rows; solver->impacts++) {
        read_impact(&solver->impact[solver->impacts], log, solver->impacts, at);
        CAROM_TRY(carom_tsv_check_cancel(log, solver->impacts, error));
    }
    return CAROM_OK;
}

/* ---- one solver ---- */

bool carom_recorded_is_same_pair(const carom_recorded_impact *p, const carom_recorded_impact *q)
{
    return (strcmp(p->a, q->a) == 0 && strcmp(p->b, q->b) == 0) ||
           (strcmp(p->a, q->b) == 0 && strcmp(p->b, q->a) == 0);
}

carom_status carom_recorded_solver_read(carom_recorded_solver *solver, const carom_problem *problem,
                                        const char *directory, const char *name, bool whole,
                                        const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_tsv series, states = {.text = NULL};
    carom_status status = carom_tsv_read_record(&series, directory, name, "series.tsv", stop,
                                                error);
    *solver = (carom_recorded_solver){.samples = 0};
    CAROM_THEN(status, read_series(solver, &series, whole, error));
    carom_tsv_free(&series);
    if (status == CAROM_OK && (!whole || problem->count <= CAROM_MAX_FOLLOWED_BALLS)) {
        status = carom_tsv_read_record(&states, directory, name, "trajectory.tsv", stop, error);
        CAROM_THEN(status, read_states(solver, &states, problem->count, whole, error));
        carom_tsv_free(&states);
    }
    CAROM_THEN(status, carom_tsv_read_optional(&solver->log, directory, name, "collisions.tsv",
                                               &solver->logged, stop, error));
    return status == CAROM_OK && solver->logged ? read_log(solver, whole, error) : status;
}

void carom_recorded_solver_free(carom_recorded_solver *solver)
{
    for (int k = 0; k < CAROM_SERIES_KINDS; k++) {
        free(solver->series[k]);
    }
    free(solver->state);
    free(solver->impact);
    carom_tsv_free(&solver->log);
}

/* ---- all solvers ---- */

carom_status carom_distances_read(carom_distances *distances, const char *directory,
                                  const volatile sig_atomic_t *stop, carom_error *error)
{
    static const char *const names[] = {"rms_m", "t_s"};
    carom_tsv table;
    carom_status status = carom_tsv_read_record(&table, directory, NULL, "divergence.tsv", stop,
                                                error);
    *distances = (carom_distances){.rows = 0};
    if (status == CAROM_OK) {
        status = carom_tsv_numbers(&table, names, 2, 2, distances->column, error);
        distances->rows = table.rows;
    }
    carom_tsv_free(&table);
    return status;
}

double carom_distances_at(const carom_distances *distances, size_t row)
{
    return row < distances->rows ? distances->column[0][row] : NAN;
}

void carom_distances_free(carom_distances *distances)
{
    free(distances->column[0]);
    free(distances->column[1]);
}

static carom_status fill_distances(carom_recorded *recorded, const carom_figure_data *data,
                                   const char *directory, carom_error *error)
{
    carom_distances distances;
    carom_status status = carom_distances_read(&distances, directory, data->stop, error);
    for (size_t s = 0; s < recorded->solvers && status == CAROM_OK; s++) {
        for (size_t k = 0; k < recorded->solver[s].samples; k++) {
            recorded->solver[s].series[CAROM_SERIES_DISTANCE][k] = carom_distances_at(
                &distances, k * recorded->solvers + s);
        }
    }
    carom_distances_free(&distances);
    return status;
}

carom_status carom_recorded_read(carom_recorded *recorded, const carom_figure_data *data,
                                 const char *directory, carom_error *error)
{
    carom_status status = CAROM_OK;
    *recorded = (carom_recorded){calloc(data->solvers + 1, sizeof *recorded->solver), 0};
    CAROM_NEED(recorded->solver != NULL, error);
    for (; recorded->solvers < data->solvers && status == CAROM_OK; recorded->solvers++) {
        status = carom_recorded_solver_read(
            &recorded->solver[recorded->solvers], &data->scenario.problem, directory,
            data->solver[recorded->solvers].name, true, data->stop, error);
    }
    return status == CAROM_OK && data->compared ? fill_distances(recorded, data, directory, error)
                                                : status;
}

void carom_recorded_free(carom_recorded *recorded)
{
    for (size_t i = 0; i < recorded->solvers; i++) {
        carom_recorded_solver_free(&recorded->solver[i]);
    }
    free(recorded->solver);
}

/* ---- curves with steps ---- */

/* More steps would not be visible. */
enum { MAX_STEPS = 20000 };

typedef struct {
    double t_s, change_J;
} curve_step;

typedef struct {
    const carom_recorded_solver *solver;
    curve_step *step; /* by time */
    size_t steps;
    carom_step_curve *curve;
} curve_builder;

/* Only impulses are steps: samples show the gradual change of a contact that lasts. */
static void collect_steps(curve_builder *b)
{
    const carom_recorded_solver *solver = b->solver;
    for (size_t i = 0; i < solver->impacts && solver->impacts <= MAX_STEPS; i++) {
        const carom_recorded_impact *impact = &solver->impact[i];
        if (impact->contact_s == 0 && impact->t_s >= 0 && fabs(impact->dissipated_J) > 0) {
            b->step[b->steps++] = (curve_step){impact->t_s, -impact->dissipated_J};
        }
    }
    qsort(b->step, b->steps, sizeof *b->step, carom_compare_numbers);
}

static void append_point(const curve_builder *b, double t_s, double energy_J)
{
    b->curve->point[b->curve->points++] = (carom_step_point){t_s, energy_J};
}

/* Whether the logged impulses account for the change between two samples. They do not if the
 * formula of a published solver is wrong. */
static bool is_accounted_for(const curve_builder *b, size_t row, double sum_J)
{
    const double visible = 0.01; /* a smaller residual is the integration error */
    const double *residual = b->solver->series[CAROM_SERIES_ENERGY_RESIDUAL];
    return residual == NULL || fabs(residual[row] - residual[row - 1]) <= visible * fabs(sum_J);
}

/* Appends the two points of each step from `first` on up to sample `row`, within rounding. Without
 * its steps the energy is linear between samples. If the steps do not account for the change, the
 * last one takes all of it. @return the first unused step */
static size_t append_steps(const curve_builder *b, size_t row, size_t first)
{
    const double rounding = 1e-9, *t = b->solver->series[CAROM_SERIES_TIME],
                 *energy = b->solver->series[CAROM_SERIES_ENERGY];
    double sum_J = 0, before_J = 0;
    size_t end = first;
    for (; end < b->steps && b->step[end].t_s <= t[row] + rounding * (t[row] - t[row - 1]); end++) {
        sum_J += b->step[end].change_J;
    }
    if (end > first && !is_accounted_for(b, row, sum_J)) {
        append_point(b, b->step[end - 1].t_s, energy[row - 1]);
        append_point(b, b->step[end - 1].t_s, energy[row]);
        return end;
    }
    for (size_t k = first; k < end && t[row] > t[row - 1]; k++) {
        double part = (b->step[k].t_s - t[row - 1]) / (t[row] - t[row - 1]),
               line_J = energy[row - 1] + part * (energy[row] - sum_J - energy[row - 1]);
        append_point(b, b->step[k].t_s, line_J + before_J);
        before_J += b->step[k].change_J;
        append_point(b, b->step[k].t_s, line_J + before_J);
    }
    return end;
}

static carom_status build_curve(curve_builder *b, carom_error *error)
{
    const carom_recorded_solver *solver = b->solver;
    size_t next = 0; /* steps at t = 0 come after the first sample */
    b->step = calloc(solver->impacts + 1, sizeof *b->step);
    /* two points per step; up to two more per interval, and the sample */
    b->curve->point = calloc(3 * solver->samples + 2 * solver->impacts + 1,
                             sizeof *b->curve->point);
    CAROM_NEED(b->step != NULL && b->curve->point != NULL, error);
    collect_steps(b);
    for (size_t row = 0; row < solver->samples; row++) {
        next = row > 0 ? append_steps(b, row, next) : 0;
        append_point(b, solver->series[CAROM_SERIES_TIME][row],
                     solver->series[CAROM_SERIES_ENERGY][row]);
    }
    return CAROM_OK;
}

carom_status carom_step_curve_build(carom_step_curve *curve, const carom_recorded_solver *solver,
                                    carom_error *error)
{
    curve_builder b = {.solver = solver, .curve = curve};
    *curve = (carom_step_curve){NULL, 0};
    carom_status status = build_curve(&b, error);
    free(b.step);
    return status;
}

void carom_step_curve_free(carom_step_curve *curve)
{
    free(curve->point);
    *curve = (carom_step_curve){.point = NULL};
}

double carom_step_curve_at(const carom_step_curve *curve, double t_s)
{
    size_t low = 0, high = curve->points;
    if (high == 0) {
        return NAN;
    }
    while (high - low > 1) { /* finds the last point that is not later, or the first */
        size_t middle = low + (high - low) / 2;
        bool later = curve->point[middle].t_s > t_s;
        low = later ? low : middle;
        high = later ? middle : high;
    }
    const carom_step_point *a = &curve->point[low];
    const carom_step_point *b = low + 1 < curve->points ? a + 1 : a;
    return b->t_s > a->t_s && t_s > a->t_s
             ? a->energy_J + (b->energy_J - a->energy_J) * (t_s - a->t_s) / (b->t_s - a->t_s)
             : a->energy_J;
}
