/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include "figures/run/run_figures.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4700 };

/* ---- samples ---- */

static const char *const series_names[CAROM_SERIES_KINDS] = {
    [CAROM_SERIES_TIME] = "t_s",
    [CAROM_SERIES_DISSIPATED] = "dissipated_J",
    [CAROM_SERIES_RESIDUAL] = "energy_residual_J",
    [CAROM_SERIES_MOMENTUM_X] = "px_kgmps",
    [CAROM_SERIES_MOMENTUM_Y] = "py_kgmps",
    [CAROM_SERIES_UNEXPLAINED] = "momentum_residual_kgmps",
    [CAROM_SERIES_ANGULAR] = "angular_momentum_kgm2ps"};

static carom_status take_series(carom_recorded_solver *solver, const carom_tsv *table,
                                carom_error *error)
{
    size_t energy[4];
    carom_status status = carom_energy_columns(table, energy, error);
    solver->samples = table->rows;
    if (table->rows == 0) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' has no rows; expected one for each sample", table->path);
    }
    for (int k = 0; k < CAROM_SERIES_KINDS && status == CAROM_OK; k++) {
        size_t column = CAROM_NO_COLUMN;
        solver->series[k] = calloc(table->rows + 1, sizeof *solver->series[k]);
        if (solver->series[k] == NULL) {
            return carom_error_no_memory(error);
        }
        if (series_names[k] != NULL) {
            status = carom_tsv_find(table, series_names[k], &column, error);
        }
        for (size_t row = 0; row < table->rows && status == CAROM_OK; row++) {
            status = carom_tsv_hear(table, row, error);
            solver->series[k][row] = k == CAROM_SERIES_ENERGY
                                       ? carom_energy_at(table, row, energy)
                                       : carom_tsv_number(table, row, column);
        }
    }
    return status;
}

static carom_status read_series(carom_recorded_solver *solver, const carom_figure_data *data,
                                const char *directory, const char *name, carom_error *error)
{
    carom_tsv table;
    carom_status status = carom_tsv_read_of(&table, directory, name, "series.tsv", data->stop,
                                            error);
    if (status == CAROM_OK) {
        status = take_series(solver, &table, error);
    }
    carom_tsv_free(&table);
    return status;
}

static carom_status take_states(carom_recorded_solver *solver, const carom_tsv *table, size_t balls,
                                carom_error *error)
{
    static const char *const names[4] = {"x_m", "y_m", "vx_mps", "vy_mps"};
    size_t at[4];
    carom_status status = CAROM_OK;
    for (int i = 0; i < 4 && status == CAROM_OK; i++) {
        status = carom_tsv_find(table, names[i], &at[i], error);
    }
    solver->state = calloc(table->rows + 1, sizeof *solver->state);
    if (status != CAROM_OK || solver->state == NULL) {
        return status == CAROM_OK ? carom_error_no_memory(error) : status;
    }
    for (size_t row = 0; row < table->rows; row++) {
        carom_recorded_state *state = &solver->state[row];
        if (carom_tsv_hear(table, row, error) != CAROM_OK) {
            return CAROM_INTERRUPTED;
        }
        for (int c = 0; c < 2; c++) {
            state->x_m[c] = carom_tsv_number(table, row, at[c]);
            state->v_mps[c] = carom_tsv_number(table, row, at[2 + c]);
        }
    }
    return table->rows >= solver->samples * balls
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "",
                               "'%s' ends before series.tsv beside it; expected %zu rows",
                               table->path, solver->samples * balls);
}

static carom_status read_states(carom_recorded_solver *solver, const carom_figure_data *data,
                                const char *directory, const char *name, carom_error *error)
{
    size_t balls = data->scenario.problem.count;
    carom_tsv table;
    carom_status status;
    if (balls > CAROM_MOST_FOLLOWED) {
        return CAROM_OK;
    }
    status = carom_tsv_read_of(&table, directory, name, "trajectory.tsv", data->stop, error);
    if (status == CAROM_OK) {
        status = take_states(solver, &table, balls, error);
    }
    carom_tsv_free(&table);
    return status;
}

/* ---- collisions ---- */

static bool is_fixed(const carom_problem *problem, const char *name)
{
    size_t i = carom_problem_ball_called(problem, name);
    return i < problem->count && problem->ball[i].fixed;
}

/* The sign: normals point from a to b, so that a wall or a post that is b pushes a the other way.
 */
static void take_impact(carom_recorded_impact *impact, const carom_tsv *log, size_t row,
                        const size_t at[10], const carom_problem *problem)
{
    double impulse_Ns = carom_tsv_number(log, row, at[6]), sign = 0;
    *impact = (carom_recorded_impact){.t_s = carom_tsv_number(log, row, at[0]),
                                      .contact_s = carom_tsv_number(log, row, at[7]),
                                      .a = carom_tsv_text(log, row, at[2]),
                                      .b = carom_tsv_text(log, row, at[3]),
                                      .wall = strcmp(carom_tsv_text(log, row, at[1]), "wall") == 0,
                                      .taken_J = carom_tsv_number(log, row, at[8]),
                                      .overlap_m = carom_tsv_number(log, row, at[9])};
    sign = impact->wall || is_fixed(problem, impact->b) ? -1 : is_fixed(problem, impact->a) ? 1 : 0;
    if (sign != 0) {
        impact->given_kgmps[0] = sign * impulse_Ns * carom_tsv_number(log, row, at[4]);
        impact->given_kgmps[1] = sign * impulse_Ns * carom_tsv_number(log, row, at[5]);
    }
}

static carom_status read_log(carom_recorded_solver *solver, const carom_figure_data *data,
                             const char *directory, const char *name, carom_error *error)
{
    static const char *const columns[10] = {
        "t_s",          "kind",         "a", "b", "normal_x", "normal_y", "impulse_Ns", "contact_s",
        "dissipated_J", "max_overlap_m"};
    size_t at[10];
    bool there = false;
    carom_status status = carom_tsv_read_any(&solver->log, directory, name, "collisions.tsv",
                                             &there, data->stop, error);
    if (status != CAROM_OK || !there) {
        return status;
    }
    for (int i = 0; i < 10 && status == CAROM_OK; i++) {
        status = carom_tsv_find(&solver->log, columns[i], &at[i], error);
    }
    if (status != CAROM_OK) {
        return status;
    }
    solver->impact = calloc(solver->log.rows + 1, sizeof *solver->impact);
    if (solver->impact == NULL) {
        return carom_error_no_memory(error);
    }
    for (; solver->impacts < solver->log.rows && status == CAROM_OK; solver->impacts++) {
        take_impact(&solver->impact[solver->impacts], &solver->log, solver->impacts, at,
                    &data->scenario.problem);
        status = carom_tsv_hear(&solver->log, solver->impacts, error);
    }
    solver->logged = true;
    return status;
}

/* ---- distances ---- */

/* Every sample has a row of each solver, in their order. */
static carom_status read_distances(carom_recorded *recorded, const carom_figure_data *data,
                                   const char *directory, carom_error *error)
{
    char path[PATH];
    carom_tsv table;
    size_t column = 0;
    carom_status status;
    snprintf(path, sizeof path, "%.4400s/divergence.tsv", directory);
    status = carom_tsv_read(&table, path, data->stop, error);
    if (status == CAROM_OK) {
        status = carom_tsv_find(&table, "rms_m", &column, error);
    }
    for (size_t s = 0; s < recorded->solvers && status == CAROM_OK; s++) {
        for (size_t k = 0; k < recorded->solver[s].samples && status == CAROM_OK; k++) {
            status = carom_tsv_hear(&table, k, error);
            size_t row = k * recorded->solvers + s;
            recorded->solver[s].series[CAROM_SERIES_APART][k] = row < table.rows
                                                                  ? carom_tsv_number(&table, row,
                                                                                     column)
                                                                  : NAN;
        }
    }
    carom_tsv_free(&table);
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
        carom_recorded_solver *solver = &recorded->solver[recorded->solvers];
        const char *name = data->solver[recorded->solvers].name;
        status = read_series(solver, data, directory, name, error);
        if (status == CAROM_OK) {
            status = read_states(solver, data, directory, name, error);
        }
        if (status == CAROM_OK) {
            status = read_log(solver, data, directory, name, error);
        }
    }
    return status == CAROM_OK && data->compared ? read_distances(recorded, data, directory, error)
                                                : status;
}

void carom_recorded_free(carom_recorded *recorded)
{
    for (size_t i = 0; i < recorded->solvers; i++) {
        carom_recorded_solver *solver = &recorded->solver[i];
        for (int k = 0; k < CAROM_SERIES_KINDS; k++) {
            free(solver->series[k]);
        }
        free(solver->state);
        free(solver->impact);
        carom_tsv_free(&solver->log);
    }
    free(recorded->solver);
}
