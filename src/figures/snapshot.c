/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the balls at one time. */
#include "figures/figures.h"
#include "run/run.h"

typedef struct {
    carom_figure_data data;
    size_t sample;
    double t_s;
    carom_flight *ball;
} snapshot;

/* ---- balls ---- */

static carom_status parse_balls(const snapshot *shot, const carom_tsv *table, size_t solver,
                                carom_error *error)
{
    static const char *const columns[] = {"x_m", "y_m", "vx_mps", "vy_mps"};
    size_t n = shot->data.scenario.problem.count, at[4];
    if (table->rows < (shot->sample + 1) * n) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "solver '%s' stopped before t = %.6g s; choose an earlier time",
                               shot->data.solver[solver].name, shot->t_s);
    }
    CAROM_TRY(carom_tsv_columns(table, columns, 4, 4, at, error));
    for (size_t i = 0; i < n; i++) {
        double value[4];
        CAROM_TRY(carom_tsv_check_cancel(table, i, error));
        for (int c = 0; c < 4; c++) {
            CAROM_TRY(carom_tsv_finite(table, shot->sample * n + i, at[c], &value[c], error));
        }
        shot->ball[solver * n + i] = (carom_flight){{value[0], value[1]}, {value[2], value[3]}};
    }
    return CAROM_OK;
}

static carom_status read_balls(const snapshot *shot, const char *directory, size_t solver,
                               carom_error *error)
{
    carom_tsv table;
    carom_status status = carom_tsv_read_record(&table, directory, shot->data.solver[solver].name,
                                                "trajectory.tsv", shot->data.stop, error);
    CAROM_THEN(status, parse_balls(shot, &table, solver, error));
    carom_tsv_free(&table);
    return status;
}

/* ---- table and figures ---- */

typedef struct {
    const snapshot *shot;
    const char *solver, *name;
    const carom_flight *at;
} snapshot_row;

#define SNAPSHOT_COLUMNS(NUMBER, TEXT, of)                                                         \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, ball, r->name, "name in the scenario")                                                \
    NUMBER(of, t_s, "s", r->shot->t_s, "time of the sample")                                       \
    NUMBER(of, x_m, "m", r->at->at.x, "position of the centre")                                    \
    NUMBER(of, y_m, "m", r->at->at.y, "position of the centre")                                    \
    NUMBER(of, vx_mps, "m/s", r->at->v.x, "velocity")                                              \
    NUMBER(of, vy_mps, "m/s", r->at->v.y, "velocity")
CAROM_COLUMNS(shown, snapshot_row, SNAPSHOT_COLUMNS)

static void write_ball_rows(const void *object, carom_rows *rows)
{
    const snapshot *shot = object;
    size_t n = shot->data.scenario.problem.count;
    for (size_t k = 0; k < shot->data.solvers * n; k++) {
        carom_rows_write(rows, &(snapshot_row){shot, shot->data.solver[k / n].name,
                                               shot->data.scenario.problem.ball[k % n].name,
                                               &shot->ball[k]});
    }
}

const carom_table carom_snapshot_tables[] = {{.name = "snapshot.tsv",
                                              .doc = "a row for each solver and ball",
                                              .columns = shown_columns,
                                              .rows = write_ball_rows},
                                             {.name = NULL}};

static void draw(carom_drawing *drawing, const snapshot *shot)
{
    const carom_figure_data *data = &shot->data;
    carom_figures_define_run(drawing, data);
    for (size_t i = 0; i < data->solvers; i++) {
        char name[80];
        if (i != data->reference || data->solvers == 1) {
            carom_drawing_count(drawing, "SHOWN", i + 1);
            snprintf(name, sizeof name, "table-%.60s", data->solver[i].name);
            carom_drawing_subject(drawing, "%s at t = %.6g s", data->solver[i].label, shot->t_s);
            carom_drawing_figure(drawing, name, "table");
        }
    }
}

static carom_status prepare_snapshot(snapshot *shot, const char *directory,
                                     const carom_figure_options *figure_options, double t_s,
                                     carom_error *error)
{
    const carom_scenario *scenario = &shot->data.scenario;
    bool is_own;
    CAROM_TRY(carom_figure_data_read(&shot->data, directory, figure_options->stop, error));
    double interval = scenario->duration_s / (double)(scenario->samples - 1);
    if (!(t_s >= 0) || t_s > scenario->duration_s) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "t = %.6g s is outside the run; expected 0 to %.6g s", t_s,
                               scenario->duration_s);
    }
    shot->sample = (size_t)nearbyint(t_s / interval);
    shot->t_s = (double)shot->sample * interval;
    shot->ball = calloc(shot->data.solvers * scenario->problem.count, sizeof *shot->ball);
    CAROM_NEED(shot->ball != NULL, error);
    for (size_t i = 0; i < shot->data.solvers; i++) {
        CAROM_TRY(read_balls(shot, directory, i, error));
    }
    CAROM_TRY(
        carom_folder_claim(directory, "run.json snapshot.tsv", CAROM_FOLDER_ADD, &is_own, error));
    return carom_tables_write(directory, carom_snapshot_tables, shot, error);
}

carom_status carom_snapshot_draw(const char *directory, const carom_figure_options *figure_options,
                                 double t_s, carom_error *error)
{
    snapshot shot = {.t_s = t_s};
    carom_drawing drawing = {.item = NULL};
    carom_status status = prepare_snapshot(&shot, directory, figure_options, t_s, error);
    if (status == CAROM_OK) {
        draw(&drawing, &shot);
        status = carom_gnuplot_draw(&drawing, directory, figure_options, error);
    }
    carom_drawing_free(&drawing);
    free(shot.ball);
    carom_figure_data_free(&shot.data);
    return status;
}
