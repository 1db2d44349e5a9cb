/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the tables that a run has left, and makes the curve of its energy of them. */
#include "base/base.h"
#include "figures/figures.h"
#include "scene/scene.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- samples ---- */

/* Columns of series.tsv: of a curve of the energy alone the first ones are required. */
static const char *const series_names[] = {[CAROM_SERIES_TIME] = "t_s",
                                           [CAROM_SERIES_ENERGY] = "kinetic_J",
                                           [CAROM_SERIES_ELASTIC] = "elastic_J",
                                           [CAROM_SERIES_POTENTIAL] = "potential_J",
                                           [CAROM_SERIES_DISSIPATED] = "dissipated_J",
                                           [CAROM_SERIES_RESIDUAL] = "energy_residual_J",
                                           [CAROM_SERIES_MOMENTUM_X] = "px_kgmps",
                                           [CAROM_SERIES_MOMENTUM_Y] = "py_kgmps",
                                           [CAROM_SERIES_UNEXPLAINED] = "momentum_residual_kgmps",
                                           [CAROM_SERIES_ANGULAR] = "angular_momentum_kgm2ps",
                                           [CAROM_SERIES_SPIN] = "spin_J"};
enum { SERIES_COLUMNS = CAROM_SERIES_APART };

/* The energy is the sum of its parts; spin_J is where balls can spin. */
static carom_status take_series(carom_recorded_solver *solver, const carom_tsv *table, bool whole,
                                carom_error *error)
{
    double **series = solver->series, *apart = calloc(table->rows + 1, sizeof *apart);
    series[CAROM_SERIES_APART] = apart;
    solver->samples = table->rows;
    if (apart == NULL) {
        return carom_error_no_memory(error);
    }
    CAROM_TRY(carom_tsv_numbers(table, series_names, SERIES_COLUMNS,
                                whole ? CAROM_SERIES_SPIN : CAROM_SERIES_DISSIPATED, series,
                                error));
    if (whole && table->rows == 0) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' has no rows; expected one for each sample", table->path);
    }
    for (size_t row = 0; row < table->rows; row++) {
        apart[row] = NAN;
        series[CAROM_SERIES_ENERGY][row] += series[CAROM_SERIES_ELASTIC][row];
        series[CAROM_SERIES_ENERGY][row] += series[CAROM_SERIES_POTENTIAL][row];
        if (series[CAROM_SERIES_SPIN] != NULL) {
            series[CAROM_SERIES_ENERGY][row] += series[CAROM_SERIES_SPIN][row];
        }
    }
    return CAROM_OK;
}

static carom_status take_states(carom_recorded_solver *solver, const carom_tsv *table, size_t balls,
                                bool whole, bool turned, carom_error *error)
{
    static const char *const names[] = {"t_s", "x_m", "y_m", "vx_mps", "vy_mps",
                                        "q_w", "q_x", "q_y", "q_z"};
    enum { TIME, PLACE, VELOCITY = 3, TURN = 5, COLUMNS = 9 };
    size_t at[COLUMNS];
    CAROM_TRY(carom_tsv_columns(table, names, turned ? COLUMNS : TURN, turned ? COLUMNS : TURN, at,
                                error));
    solver->state = calloc(table->rows + 1, sizeof *solver->state);
    if (solver->state == NULL) {
        return carom_error_no_memory(error);
    }
    for (; solver->states < table->rows; solver->states++) {
        carom_recorded_state *state = &solver->state[solver->states];
        CAROM_TRY(carom_tsv_hear(table, solver->states, error));
        state->t_s = carom_tsv_number(table, solver->states, at[TIME]);
        for (int c = 0; c < 2; c++) {
            state->x_m[c] = carom_tsv_number(table, solver->states, at[PLACE + c]);
            state->v_mps[c] = carom_tsv_number(table, solver->states, at[VELOCITY + c]);
        }
        for (int c = 0; c < 4 && turned; c++) {
            state->turn[c] = carom_tsv_number(table, solver->states, at[TURN + c]);
        }
    }
    if (whole && table->rows < solver->samples * balls) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' ends before series.tsv beside it; expected %zu rows",
                               table->path, solver->samples * balls);
    }
    return whole || (balls > 0 && table->rows >= balls)
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "", "'%s' has not a row for every ball",
                               table->path);
}

/* ---- collisions ---- */

static bool is_fixed(const carom_problem *problem, const char *name)
{
    size_t i = carom_problem_ball_called(problem, name);
    return i < problem->count && problem->ball[i].fixed;
}

/* Of motion alone the first ones are required. */
enum {
    TIME,
    LASTS,
    IMPULSE,
    NORMAL_X,
    NORMAL_Y,
    A,
    B,
    OF_MOTION,
    KIND = OF_MOTION,
    TAKEN,
    OVERLAP,
    COLUMNS
};

/* The sign: normals point from a to b, so that a wall or a post that is b pushes a the other way.
 */
static void take_impact(carom_recorded_impact *impact, const carom_tsv *log, size_t row,
                        const size_t at[COLUMNS], const carom_problem *problem)
{
    double sign;
    *impact = (carom_recorded_impact){.t_s = carom_tsv_number(log, row, at[TIME]),
                                      .contact_s = carom_tsv_number(log, row, at[LASTS]),
                                      .impulse_Ns = carom_tsv_number(log, row, at[IMPULSE]),
                                      .normal = {carom_tsv_number(log, row, at[NORMAL_X]),
                                                 carom_tsv_number(log, row, at[NORMAL_Y])},
                                      .a = carom_tsv_text(log, row, at[A]),
                                      .b = carom_tsv_text(log, row, at[B]),
                                      .wall = strcmp(carom_tsv_text(log, row, at[KIND]), "wall") ==
                                              0,
                                      .taken_J = carom_tsv_number(log, row, at[TAKEN]),
                                      .overlap_m = carom_tsv_number(log, row, at[OVERLAP])};
    sign = impact->wall || is_fixed(problem, impact->b) ? -1 : is_fixed(problem, impact->a) ? 1 : 0;
    if (sign != 0) {
        impact->given_kgmps[0] = sign * impact->impulse_Ns * impact->normal.x;
        impact->given_kgmps[1] = sign * impact->impulse_Ns * impact->normal.y;
    }
}

static carom_status take_log(carom_recorded_solver *solver, const carom_problem *problem,
                             bool whole, carom_error *error)
{
    static const char *const names[COLUMNS] = {
        "t_s", "contact_s", "impulse_Ns", "normal_x",     "normal_y",
        "a",   "b",         "kind",       "dissipated_J", "max_overlap_m"};
    const carom_tsv *log = &solver->log;
    size_t at[COLUMNS];
    CAROM_TRY(carom_tsv_columns(log, names, COLUMNS, whole ? COLUMNS : OF_MOTION, at, error));
    solver->impact = calloc(log->rows + 1, sizeof *solver->impact);
    if (solver->impact == NULL) {
        return carom_error_no_memory(error);
    }
    for (; solver->impacts < log->rows; solver->impacts++) {
        take_impact(&solver->impact[solver->impacts], log, solver->impacts, at, problem);
        CAROM_TRY(carom_tsv_hear(log, solver->impacts, error));
    }
    return CAROM_OK;
}

/* ---- a solver ---- */

carom_status carom_recorded_solver_read(carom_recorded_solver *solver, const carom_problem *problem,
                                        const char *directory, const char *name, bool whole,
                                        const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_tsv series, states = {.text = NULL};
    carom_status status = carom_tsv_read_of(&series, directory, name, "series.tsv", stop, error);
    *solver = (carom_recorded_solver){.samples = 0};
    if (status == CAROM_OK) {
        status = take_series(solver, &series, whole, error);
    }
    carom_tsv_free(&series);
    if (status == CAROM_OK && (!whole || problem->count <= CAROM_MOST_FOLLOWED)) {
        status = carom_tsv_read_of(&states, directory, name, "trajectory.tsv", stop, error);
        if (status == CAROM_OK) {
            status = take_states(solver, &states, problem->count, whole,
                                 !whole && problem->orientation, error);
        }
        carom_tsv_free(&states);
    }
    if (status == CAROM_OK) {
        status = carom_tsv_read_any(&solver->log, directory, name, "collisions.tsv",
                                    &solver->logged, stop, error);
    }
    return status == CAROM_OK && solver->logged ? take_log(solver, problem, whole, error) : status;
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

/* ---- all of a run ---- */

carom_status carom_distances_read(carom_distances *distances, const char *directory,
                                  const volatile sig_atomic_t *stop, carom_error *error)
{
    static const char *const names[] = {"rms_m", "t_s"};
    carom_tsv table;
    carom_status status = carom_tsv_read_of(&table, directory, NULL, "divergence.tsv", stop, error);
    *distances = (carom_distances){.rows = 0};
    if (status == CAROM_OK) {
        status = carom_tsv_numbers(&table, names, 2, 2, distances->column, error);
        distances->rows = table.rows;
    }
    carom_tsv_free(&table);
    return status;
}

double carom_distance_of(const carom_distances *distances, size_t row)
{
    return row < distances->rows ? distances->column[0][row] : NAN;
}

void carom_distances_free(carom_distances *distances)
{
    free(distances->column[0]);
    free(distances->column[1]);
}

static carom_status take_distances(carom_recorded *recorded, const carom_figure_data *data,
                                   const char *directory, carom_error *error)
{
    carom_distances distances;
    carom_status status = carom_distances_read(&distances, directory, data->stop, error);
    for (size_t s = 0; s < recorded->solvers && status == CAROM_OK; s++) {
        for (size_t k = 0; k < recorded->solver[s].samples; k++) {
            recorded->solver[s].series[CAROM_SERIES_APART][k] = carom_distance_of(
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
    if (recorded->solver == NULL) {
        return carom_error_no_memory(error);
    }
    for (; recorded->solvers < data->solvers && status == CAROM_OK; recorded->solvers++) {
        status = carom_recorded_solver_read(
            &recorded->solver[recorded->solvers], &data->scenario.problem, directory,
            data->solver[recorded->solvers].name, true, data->stop, error);
    }
    return status == CAROM_OK && data->compared ? take_distances(recorded, data, directory, error)
                                                : status;
}

void carom_recorded_free(carom_recorded *recorded)
{
    for (size_t i = 0; i < recorded->solvers; i++) {
        carom_recorded_solver_free(&recorded->solver[i]);
    }
    free(recorded->solver);
}

/* ---- the curve of the energy ---- */

/* More impulses than this are no steps that anybody could see. */
enum { MOST_STEPS = 20000 };

typedef struct {
    double t_s, taken_J;
} step;

typedef struct {
    const double *t_s, *energy_J, *residual_J; /* samples; the last may be NULL */
    step *steps;                               /* by time */
    size_t count;
    carom_energy_curve *made;
} curve;

static int by_time(const void *a, const void *b)
{
    const step *p = a, *q = b;
    return (p->t_s > q->t_s) - (p->t_s < q->t_s);
}

/* Impulses alone: what lasts takes its energy over its time, which the samples show. */
static void take_steps(curve *c, const carom_recorded_solver *solver)
{
    for (size_t i = 0; i < solver->impacts && solver->impacts <= MOST_STEPS; i++) {
        const carom_recorded_impact *impact = &solver->impact[i];
        if (impact->contact_s == 0 && fabs(impact->taken_J) > 0 && impact->t_s >= 0) {
            c->steps[c->count++] = (step){impact->t_s, impact->taken_J};
        }
    }
    qsort(c->steps, c->count, sizeof *c->steps, by_time);
}

static void put(const curve *c, double t_s, double energy_J)
{
    c->made->point[c->made->points++] = (carom_energy_point){t_s, energy_J};
}

/* Whether what impulses are booked to have taken between two samples is all that went: not where a
 * formula is wrong. */
static bool is_booked(const curve *c, size_t row, double booked_J)
{
    const double visible = 0.01; /* less is a method's error, which nobody sees in a step */
    return c->residual_J == NULL ||
           fabs(c->residual_J[row] - c->residual_J[row - 1]) <= visible * fabs(booked_J);
}

/* Between samples a and b the energy and what impulses have taken are together a smooth curve,
 * which a line stands for; each impulse steps down from it. Where the books do not say what an
 * impulse took, the whole change is a step at the last of them. An impulse at b but for rounding is
 * before it. @return the first step not used */
static size_t put_steps(const curve *c, size_t row, size_t next)
{
    const double rounding = 1e-9, ta = c->t_s[row - 1], tb = c->t_s[row], ea = c->energy_J[row - 1],
                 eb = c->energy_J[row];
    double taken = 0, sum = 0;
    size_t end = next;
    for (; end < c->count && c->steps[end].t_s <= tb + rounding * (tb - ta); end++) {
        sum += c->steps[end].taken_J;
    }
    if (end > next && !is_booked(c, row, sum)) {
        put(c, c->steps[end - 1].t_s, ea);
        put(c, c->steps[end - 1].t_s, eb);
        return end;
    }
    for (size_t k = next; k < end && tb > ta; k++) {
        double smooth = ea + (eb + sum - ea) * (c->steps[k].t_s - ta) / (tb - ta);
        put(c, c->steps[k].t_s, smooth - taken);
        taken += c->steps[k].taken_J;
        put(c, c->steps[k].t_s, smooth - taken);
    }
    return end;
}

carom_status carom_energy_curve_make(carom_energy_curve *made, const carom_recorded_solver *solver,
                                     carom_error *error)
{
    curve c = {.t_s = solver->series[CAROM_SERIES_TIME],
               .energy_J = solver->series[CAROM_SERIES_ENERGY],
               .residual_J = solver->series[CAROM_SERIES_RESIDUAL],
               .steps = calloc(solver->impacts + 1, sizeof *c.steps),
               .made = made};
    size_t next = 0; /* those at t = 0 come after the first sample */
    /* an impulse is two points; a sample may have to show one at its end */
    *made = (carom_energy_curve){
        calloc(3 * solver->samples + 2 * solver->impacts + 1, sizeof *made->point), 0};
    if (c.steps == NULL || made->point == NULL) {
        free(c.steps);
        return carom_error_no_memory(error);
    }
    take_steps(&c, solver);
    for (size_t row = 0; row < solver->samples; row++) {
        if (row > 0) {
            next = put_steps(&c, row, next);
        }
        put(&c, c.t_s[row], c.energy_J[row]);
    }
    free(c.steps);
    return CAROM_OK;
}

void carom_energy_curve_free(carom_energy_curve *made)
{
    free(made->point);
    *made = (carom_energy_curve){.point = NULL};
}

double carom_energy_curve_at(const carom_energy_curve *made, double t_s)
{
    size_t low = 0, high = made->points;
    const carom_energy_point *a, *b;
    if (high == 0) {
        return NAN;
    }
    while (high - low > 1) { /* the last that is not later, or the first */
        size_t middle = low + (high - low) / 2;
        if (made->point[middle].t_s <= t_s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    a = &made->point[low];
    b = low + 1 < made->points ? a + 1 : a;
    return b->t_s > a->t_s && t_s > a->t_s
             ? a->energy_J + (b->energy_J - a->energy_J) * (t_s - a->t_s) / (b->t_s - a->t_s)
             : a->energy_J;
}
