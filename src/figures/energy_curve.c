/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include "records/records.h"
#include "scene/boundaries/boundaries.h"
#include "scene/scene.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* More impulses than this are no steps that anybody could see. */
enum { MOST_STEPS = 20000 };

/* What one impulse took. */
typedef struct {
    double t_s, taken_J;
} step;

typedef struct {
    carom_tsv series;
    size_t time, energy[4], residual; /* columns; the last may not be there */
    step *steps;                      /* by time */
    size_t count;
    carom_energy_curve *made;
} curve;

static int by_time(const void *a, const void *b)
{
    const step *p = a, *q = b;
    return (p->t_s > q->t_s) - (p->t_s < q->t_s);
}

/* Impulses alone: what lasts takes its energy over its time, which the samples show. */
static carom_status take_steps(curve *c, const carom_tsv *log, carom_error *error)
{
    size_t time = carom_tsv_column(log, "t_s"), lasts = carom_tsv_column(log, "contact_s"),
           taken = carom_tsv_column(log, "dissipated_J");
    if (time == CAROM_NO_COLUMN || lasts == CAROM_NO_COLUMN || taken == CAROM_NO_COLUMN ||
        log->rows > MOST_STEPS) {
        return CAROM_OK; /* the samples are joined then */
    }
    c->steps = calloc(log->rows + 1, sizeof *c->steps);
    if (c->steps == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t row = 0; row < log->rows; row++) {
        if (carom_tsv_hear(log, row, error) != CAROM_OK) {
            return CAROM_INTERRUPTED;
        }
        step one = {carom_tsv_number(log, row, time), carom_tsv_number(log, row, taken)};
        if (carom_tsv_number(log, row, lasts) == 0 && one.taken_J != 0 && one.t_s >= 0) {
            c->steps[c->count++] = one;
        }
    }
    qsort(c->steps, c->count, sizeof *c->steps, by_time);
    return CAROM_OK;
}

static carom_status read_steps(curve *c, const char *directory, const char *solver,
                               const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_tsv log;
    bool there = false;
    carom_status status = carom_tsv_read_any(&log, directory, solver, "collisions.tsv", &there,
                                             stop, error);
    if (status == CAROM_OK && there) {
        status = take_steps(c, &log, error);
    }
    carom_tsv_free(&log);
    return status;
}

carom_status carom_energy_columns(const carom_tsv *series, size_t column[4], carom_error *error)
{
    static const char *const name[] = {"kinetic_J", "elastic_J", "potential_J"};
    carom_status status = CAROM_OK;
    for (int i = 0; i < 3 && status == CAROM_OK; i++) {
        status = carom_tsv_find(series, name[i], &column[i], error);
    }
    column[3] = carom_tsv_column(series, "spin_J");
    return status;
}

/* Of a sample, J. */
double carom_energy_at(const carom_tsv *series, size_t row, const size_t column[4])
{
    double sum = 0;
    for (int i = 0; i < 4 && column[i] != CAROM_NO_COLUMN; i++) {
        sum += carom_tsv_number(series, row, column[i]);
    }
    return sum;
}

static carom_status read_curve(curve *c, const char *directory, const char *solver,
                               const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_status status = carom_tsv_read_of(&c->series, directory, solver, "series.tsv", stop,
                                            error);
    if (status == CAROM_OK) {
        c->residual = carom_tsv_column(&c->series, "energy_residual_J");
        status = carom_tsv_find(&c->series, "t_s", &c->time, error);
    }
    if (status == CAROM_OK) {
        status = carom_energy_columns(&c->series, c->energy, error);
    }
    return status == CAROM_OK ? read_steps(c, directory, solver, stop, error) : status;
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
    double missing = c->residual == CAROM_NO_COLUMN
                       ? 0
                       : carom_tsv_number(&c->series, row, c->residual) -
                             carom_tsv_number(&c->series, row - 1, c->residual);
    return fabs(missing) <= visible * fabs(booked_J);
}

/* Between samples a and b the energy and what impulses have taken are together a smooth curve,
 * which a line stands for; each impulse steps down from it. Where the books do not say what an
 * impulse took, the whole change is a step at the last of them. An impulse at b but for rounding is
 * before it. @return the first step not used */
static size_t put_steps(const curve *c, size_t row, size_t next)
{
    double ta = carom_tsv_number(&c->series, row - 1, c->time),
           tb = carom_tsv_number(&c->series, row, c->time), taken = 0, sum = 0;
    const double rounding = 1e-9;
    double ea = carom_energy_at(&c->series, row - 1, c->energy),
           eb = carom_energy_at(&c->series, row, c->energy);
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

static carom_status put_curve(const curve *c, carom_error *error)
{
    size_t next = 0; /* those at t = 0 come after the first sample */
    carom_status status = CAROM_OK;
    for (size_t row = 0; row < c->series.rows && status == CAROM_OK; row++) {
        if (row > 0) {
            next = put_steps(c, row, next);
        }
        put(c, carom_tsv_number(&c->series, row, c->time),
            carom_energy_at(&c->series, row, c->energy));
        status = carom_tsv_hear(&c->series, row, error);
    }
    return status;
}

/* ---- the curve of a solver ---- */

carom_status carom_energy_curve_read(carom_energy_curve *made, const char *directory,
                                     const char *solver, const volatile sig_atomic_t *stop,
                                     carom_error *error)
{
    curve c = {.made = made};
    carom_status status;
    *made = (carom_energy_curve){.point = NULL};
    status = read_curve(&c, directory, solver, stop, error);
    if (status == CAROM_OK) {
        /* an impulse is two points; a sample may have to show one at its end */
        made->point = calloc(3 * c.series.rows + 2 * c.count + 1, sizeof *made->point);
        status = made->point == NULL ? carom_error_no_memory(error) : CAROM_OK;
    }
    if (status == CAROM_OK) {
        status = put_curve(&c, error);
    }
    carom_tsv_free(&c.series);
    free(c.steps);
    return status;
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

/* ---- snapshot ---- */

typedef struct {
    carom_flight flight;
    double drawn_m; /* radius, with half of what overlaps are exaggerated by */
} drawn_ball;

typedef struct {
    carom_figure_data data;
    size_t sample;
    double t_s, exaggerate;
    drawn_ball *ball; /* solvers x balls */
} snapshot;

/* ---- the balls ---- */

static carom_status read_balls(const snapshot *shot, const char *directory, size_t solver,
                               carom_error *error)
{
    static const char *const columns[] = {"x_m", "y_m", "vx_mps", "vy_mps"};
    size_t n = shot->data.scenario.problem.count, at[4] = {0};
    const char *name = shot->data.solver[solver].name;
    carom_tsv table;
    carom_status status = carom_tsv_read_of(&table, directory, name, "trajectory.tsv",
                                            shot->data.stop, error);
    if (status == CAROM_OK && table.rows < (shot->sample + 1) * n) {
        status = carom_error_set(error, CAROM_INVALID, "",
                                 "solver '%s' stopped before t = %.6g s; expected an earlier time",
                                 name, shot->t_s);
    }
    for (int c = 0; c < 4 && status == CAROM_OK; c++) {
        status = carom_tsv_find(&table, columns[c], &at[c], error);
    }
    for (size_t i = 0; i < n && status == CAROM_OK; i++) {
        double value[4] = {0};
        status = carom_tsv_hear(&table, i, error);
        for (int c = 0; c < 4 && status == CAROM_OK; c++) {
            status = carom_tsv_finite(&table, shot->sample * n + i, at[c], &value[c], error);
        }
        shot->ball[solver * n + i] = (drawn_ball){{{value[0], value[1]}, {value[2], value[3]}},
                                                  shot->data.scenario.problem.ball[i].radius_m};
    }
    carom_tsv_free(&table);
    return status;
}

/* The deepest overlap of ball i with another or a wall, m; against a wall all of it is this ball's.
 */
static double share_of_overlap(const snapshot *shot, const drawn_ball *balls, size_t i)
{
    const carom_problem *problem = &shot->data.scenario.problem;
    carom_vec at = balls[i].flight.at;
    double radius = problem->ball[i].radius_m, deepest = 0;
    for (size_t j = 0; j < problem->count; j++) {
        carom_vec way = carom_torus_shortest(problem, carom_vec_minus(balls[j].flight.at, at));
        if (j != i) {
            deepest = fmax(deepest,
                           0.5 * (radius + problem->ball[j].radius_m - hypot(way.x, way.y)));
        }
    }
    if (problem->boundary == CAROM_WALLS && problem->wall_contact == CAROM_SURFACE) {
        deepest = fmax(deepest, carom_walls_deepest(problem, at, radius));
    }
    return deepest;
}

static void exaggerate(const snapshot *shot)
{
    size_t n = shot->data.scenario.problem.count;
    for (size_t k = 0; k < shot->data.solvers * n && shot->exaggerate > 1; k++) {
        const drawn_ball *balls = shot->ball + k / n * n;
        shot->ball[k].drawn_m += (shot->exaggerate - 1) * share_of_overlap(shot, balls, k % n);
    }
}

/* ---- table and figures ---- */

typedef struct {
    const snapshot *shot;
    const char *solver, *name;
    const drawn_ball *ball;
} drawn;

#define DRAWN(NUMBER, TEXT, of)                                                                    \
    TEXT(of, solver, r->solver, "its name in the scenario")                                        \
    TEXT(of, ball, r->name, "its name in the scenario")                                            \
    NUMBER(of, t_s, "s", r->shot->t_s, "time of the sample")                                       \
    NUMBER(of, x_m, "m", r->ball->flight.at.x, "place of its centre")                              \
    NUMBER(of, y_m, "m", r->ball->flight.at.y, "place of its centre")                              \
    NUMBER(of, vx_mps, "m/s", r->ball->flight.v.x, "velocity")                                     \
    NUMBER(of, vy_mps, "m/s", r->ball->flight.v.y, "velocity")                                     \
    NUMBER(of, drawn_radius_m, "m", r->ball->drawn_m, "its radius as it is drawn")
CAROM_COLUMNS(shown, drawn, DRAWN)

static void balls_of_all(const void *object, carom_rows *rows)
{
    const snapshot *shot = object;
    size_t n = shot->data.scenario.problem.count;
    for (size_t k = 0; k < shot->data.solvers * n; k++) {
        carom_rows_put(rows,
                       &(drawn){shot, shot->data.solver[k / n].name,
                                shot->data.scenario.problem.ball[k % n].name, &shot->ball[k]});
    }
}

const carom_table carom_snapshot_tables[] = {{.name = "snapshot.tsv",
                                              .doc = "a row for each solver and ball",
                                              .columns = shown_columns,
                                              .rows = balls_of_all},
                                             {.name = NULL}};

static void draw(carom_drawing *drawing, const snapshot *shot)
{
    const carom_figure_data *data = &shot->data;
    carom_figures_tell(drawing, data);
    carom_drawing_number(drawing, "TIME", shot->t_s);
    carom_drawing_number(drawing, "EXAGGERATE", shot->exaggerate);
    for (size_t i = 0; i < data->solvers; i++) {
        char name[80];
        if (i != data->reference || data->solvers == 1) {
            carom_drawing_count(drawing, "SHOWN", i + 1);
            snprintf(name, sizeof name, "table-%.60s", data->solver[i].name);
            carom_drawing_figure(drawing, name, "table");
        }
    }
}

static carom_status take(snapshot *shot, const char *directory, double t_s, carom_error *error)
{
    const carom_scenario *scenario = &shot->data.scenario;
    double interval = scenario->duration_s / (double)(scenario->samples - 1);
    carom_status status = CAROM_OK;
    if (!(t_s >= 0) || t_s > scenario->duration_s) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "t = %.6g s is not within the run; expected 0 to %.6g s", t_s,
                               scenario->duration_s);
    }
    shot->sample = (size_t)nearbyint(t_s / interval);
    shot->t_s = (double)shot->sample * interval;
    shot->ball = calloc(shot->data.solvers * scenario->problem.count, sizeof *shot->ball);
    if (shot->ball == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < shot->data.solvers && status == CAROM_OK; i++) {
        status = read_balls(shot, directory, i, error);
    }
    return status;
}

carom_status carom_snapshot_draw(const char *directory, const carom_look *look, double t_s,
                                 double factor, carom_error *error)
{
    snapshot shot = {.exaggerate = factor};
    carom_drawing drawing = {.item = NULL};
    carom_status status = carom_figure_data_read(&shot.data, directory, look->stop, error);
    if (status == CAROM_OK) {
        status = take(&shot, directory, t_s, error);
    }
    if (status == CAROM_OK) {
        exaggerate(&shot);
        status = carom_tables_write(directory, carom_snapshot_tables, &shot, error);
    }
    if (status == CAROM_OK) {
        draw(&drawing, &shot);
        status = carom_gnuplot_draw(&drawing, directory, look, error);
    }
    carom_drawing_free(&drawing);
    free(shot.ball);
    carom_figure_data_free(&shot.data);
    return status;
}
