/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An animation: frame by frame gnuplot is told the time, the energies and where the spots of
 * rolling balls are seen; the balls and the curves come from the tables. */
#define _POSIX_C_SOURCE 200809L
#include "figures/energy_curve.h"
#include "figures/gnuplot.h"
#include "figures/run_figures.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4700, SPOT_CORNERS = 24 };

/* Radius of the spot, of that of the ball: sine of the angle that it covers. */
static const double spot_size = 0.25;
/* The largest ball's radius is drawn as at least this part of what is seen of the plane. */
static const double least_seen = 0.008;
static const double pi = 3.14159265358979323846;

/* A solver that is shown. */
typedef struct {
    carom_tsv series, trajectory;
    size_t energy[3], x, y, q; /* columns; q: the first of four */
} shown;

typedef struct {
    const carom_figure_data *data;
    shown solver[2];
    carom_tsv divergence;
    size_t pair[2], distance;
    double magnified; /* how much larger than they are balls are drawn, >= 1 */
} scene;

/* ---- which solvers ---- */

static bool find_solver(const carom_figure_data *data, const char *name, size_t *place)
{
    for (size_t i = 0; i < data->solvers; i++) {
        if (strcmp(data->solver[i].name, name) == 0) {
            *place = i;
            return true;
        }
    }
    return false;
}

static carom_status no_solver(const carom_figure_data *data, const char *name, carom_error *error)
{
    char all[400] = "";
    for (size_t i = 0; i < data->solvers; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i == 0 ? "" : ", ", data->solver[i].name);
    }
    return carom_error_set(error, CAROM_INVALID, "", "no solver '%s' in the records; they have: %s",
                           name, all);
}

carom_status carom_figure_pair(const carom_figure_data *data, const char *const *name, size_t count,
                               size_t pair[2], carom_error *error)
{
    size_t at = count == 1 ? 1 : 0;
    pair[0] = data->reference;
    pair[1] = data->solvers == 1 ? 0 : (data->reference == 0 ? 1 : 0);
    for (size_t i = 0; i < count && at < 2; i++, at++) {
        if (!find_solver(data, name[i], &pair[at])) {
            return no_solver(data, name[i], error);
        }
    }
    return CAROM_OK;
}

/* ---- their tables ---- */

static carom_status read_table(carom_tsv *table, const char *directory, const char *solver,
                               const char *name, carom_error *error)
{
    char path[PATH];
    snprintf(path, sizeof path, "%.4400s/%.100s%s%s", directory, solver,
             solver[0] == '\0' ? "" : "/", name);
    return carom_tsv_read(table, path, error);
}

static carom_status read_solver(shown *solver, const char *directory, const char *name, bool turned,
                                carom_error *error)
{
    carom_status status = read_table(&solver->series, directory, name, "series.tsv", error);
    if (status == CAROM_OK) {
        status = carom_energy_columns(&solver->series, solver->energy, error);
    }
    if (status == CAROM_OK) {
        status = read_table(&solver->trajectory, directory, name, "trajectory.tsv", error);
    }
    if (status == CAROM_OK) {
        status = carom_tsv_find(&solver->trajectory, "x_m", &solver->x, error);
    }
    if (status == CAROM_OK) {
        status = carom_tsv_find(&solver->trajectory, "y_m", &solver->y, error);
    }
    return status == CAROM_OK && turned
             ? carom_tsv_find(&solver->trajectory, "q_w", &solver->q, error)
             : status;
}

static carom_status read_scene(scene *all, const char *directory, carom_error *error)
{
    const carom_figure_data *data = all->data;
    carom_status status = read_table(&all->divergence, directory, "", "divergence.tsv", error);
    if (status == CAROM_OK) {
        status = carom_tsv_find(&all->divergence, "rms_m", &all->distance, error);
    }
    for (int j = 0; j < 2 && status == CAROM_OK; j++) {
        status = read_solver(&all->solver[j], directory, data->solver[all->pair[j]].name,
                             data->scenario.problem.orientation, error);
    }
    return status;
}

static void free_scene(scene *all)
{
    for (int j = 0; j < 2; j++) {
        carom_tsv_free(&all->solver[j].series);
        carom_tsv_free(&all->solver[j].trajectory);
    }
    carom_tsv_free(&all->divergence);
}

/* ---- the plane ---- */

static void widen(double range[4], double x, double y, double radius)
{
    range[0] = fmin(range[0], x - radius);
    range[1] = fmax(range[1], x + radius);
    range[2] = fmin(range[2], y - radius);
    range[3] = fmax(range[3], y + radius);
}

/* The table; without one all that the balls of the two solvers pass, and a little beside it. */
static void tell_plane(carom_drawing *drawing, scene *all)
{
    const carom_problem *problem = &all->data->scenario.problem;
    double range[4] = {INFINITY, -INFINITY, INFINITY, -INFINITY},
           margin = carom_problem_widest(problem);
    for (int j = 0; j < 2; j++) {
        const shown *solver = &all->solver[j];
        for (size_t row = 0; row < solver->trajectory.rows; row++) {
            widen(range, carom_tsv_number(&solver->trajectory, row, solver->x),
                  carom_tsv_number(&solver->trajectory, row, solver->y),
                  problem->ball[row % problem->count].radius_m);
        }
    }
    if (problem->boundary != CAROM_OPEN) {
        range[0] = range[2] = margin = 0;
        range[1] = problem->width_m;
        range[3] = problem->height_m;
    }
    all->magnified = fmax(1, least_seen * fmax(range[1] - range[0], range[3] - range[2]) /
                                 (0.5 * carom_problem_widest(problem)));
    carom_drawing_number(drawing, "MAGNIFIED", all->magnified);
    carom_drawing_number(drawing, "X0", range[0] - margin);
    carom_drawing_number(drawing, "X1", range[1] + margin);
    carom_drawing_number(drawing, "Y0", range[2] - margin);
    carom_drawing_number(drawing, "Y1", range[3] + margin);
}

/* ---- spots ---- */

/* v turned by the unit quaternion q: v + 2 u x (u x v + w v), u = (x, y, z). */
static void turn(const double q[4], const double v[3], double turned[3])
{
    const double *u = &q[1];
    double c[3] = {u[1] * v[2] - u[2] * v[1] + q[0] * v[0], u[2] * v[0] - u[0] * v[2] + q[0] * v[1],
                   u[0] * v[1] - u[1] * v[0] + q[0] * v[2]};
    turned[0] = v[0] + 2 * (u[1] * c[2] - u[2] * c[1]);
    turned[1] = v[1] + 2 * (u[2] * c[0] - u[0] * c[2]);
    turned[2] = v[2] + 2 * (u[0] * c[1] - u[1] * c[0]);
}

/* The edge of the spot about the direction s as seen from above, on a ball of radius 1: a circle on
 * the sphere, foreshortened to an ellipse; what lies behind the rim is on the rim. @return false:
 * all of it is behind */
static bool spot_corner(const double s[3], double around, double corner[2])
{
    double flat = sqrt(s[0] * s[0] + s[1] * s[1]), ex = flat > 0 ? s[0] / flat : 1,
           ey = flat > 0 ? s[1] / flat : 0;
    double along = spot_size * cos(around), across = spot_size * sin(around),
           out = sqrt(1 - spot_size * spot_size);
    /* in the frame of s: e1 = (s_z e, -|s_xy|) lies in the plane of s and the vertical, e2 = (-e_y,
     * e_x, 0) is horizontal */
    double z = out * s[2] - along * flat, x = out * s[0] + along * s[2] * ex - across * ey,
           y = out * s[1] + along * s[2] * ey + across * ex;
    double rim = sqrt(x * x + y * y);
    corner[0] = z < 0 && rim > 0 ? x / rim : x;
    corner[1] = z < 0 && rim > 0 ? y / rim : y;
    return z >= 0;
}

/* Where the spot of a ball is before it has rolled. */
static void spot_at_start(const carom_scenario *scenario, size_t ball, double s[3])
{
    static const double top[2] = {0, 0};
    const double *at = ball < scenario->balls.count
                         ? ((const carom_scenario_ball *)scenario->balls.items)[ball].spot_rad
                         : top;
    s[0] = sin(at[1]) * cos(at[0]);
    s[1] = sin(at[1]) * sin(at[0]);
    s[2] = cos(at[1]);
}

static void write_spot(FILE *stream, double x, double y, double radius, const double s[3])
{
    double corner[SPOT_CORNERS][2];
    bool seen = false;
    for (int k = 0; k < SPOT_CORNERS; k++) {
        bool above = spot_corner(s, 2 * pi * k / SPOT_CORNERS, corner[k]);
        seen = seen || above;
    }
    for (int k = 0; k <= SPOT_CORNERS && seen; k++) {
        fprintf(stream, "%.6g\t%.6g\n", x + radius * corner[k % SPOT_CORNERS][0],
                y + radius * corner[k % SPOT_CORNERS][1]);
    }
    fputs(seen ? "\n" : "", stream);
}

/* The spots of a frame as the data block @p name; a point that nobody sees, so that it is never
 * empty. */
static void tell_spots(carom_drawing *drawing, const char *name, const scene *all, int j,
                       size_t sample)
{
    const carom_problem *problem = &all->data->scenario.problem;
    const shown *solver = &all->solver[j];
    char *rows = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&rows, &length);
    if (stream == NULL) {
        drawing->failed = true;
        return;
    }
    fputs("x_m\ty_m\n", stream);
    for (size_t i = 0; i < problem->count; i++) {
        size_t row = sample * problem->count + i;
        double q[4], before[3], s[3];
        for (size_t c = 0; c < 4; c++) {
            q[c] = carom_tsv_number(&solver->trajectory, row, solver->q + c);
        }
        spot_at_start(&all->data->scenario, i, before);
        turn(q, before, s);
        write_spot(stream, carom_tsv_number(&solver->trajectory, row, solver->x),
                   carom_tsv_number(&solver->trajectory, row, solver->y),
                   all->magnified * problem->ball[i].radius_m, s);
    }
    fputs("1e300\t1e300\n", stream);
    if ((ferror(stream) | fclose(stream)) != 0) {
        drawing->failed = true;
    } else {
        carom_drawing_block(drawing, name, rows);
    }
    free(rows);
}

/* ---- frames ---- */

/* A frame for every so many samples, so that there are about 25 a second of the run, and not too
 * many. */
static size_t stride_of(const carom_scenario *scenario)
{
    enum { MOST_FRAMES = 250 };
    double wanted = fmin(MOST_FRAMES, 25 * scenario->duration_s),
           samples = (double)(scenario->samples - 1);
    return wanted >= 1 && samples > wanted ? (size_t)ceil(samples / wanted) : 1;
}

static void draw_frame(carom_drawing *drawing, const scene *all, size_t sample)
{
    const carom_figure_data *data = all->data;
    size_t row = sample * data->solvers + all->pair[1];
    carom_drawing_count(drawing, "SAMPLE", sample);
    carom_drawing_number(drawing, "ENERGY1",
                         carom_energy_at(&all->solver[0].series, sample, all->solver[0].energy));
    carom_drawing_number(drawing, "ENERGY2",
                         carom_energy_at(&all->solver[1].series, sample, all->solver[1].energy));
    carom_drawing_number(
        drawing, "APART",
        row < all->divergence.rows ? carom_tsv_number(&all->divergence, row, all->distance) : NAN);
    if (data->scenario.problem.orientation) {
        tell_spots(drawing, "SPOTS1", all, 0, sample);
        tell_spots(drawing, "SPOTS2", all, 1, sample);
    }
    carom_drawing_frame(drawing, "frame");
}

static void draw_frames(carom_drawing *drawing, scene *all, const carom_animation *animation)
{
    const carom_scenario *scenario = &all->data->scenario;
    size_t samples = all->solver[0].series.rows < all->solver[1].series.rows
                       ? all->solver[0].series.rows
                       : all->solver[1].series.rows;
    carom_figures_tell(drawing, all->data);
    tell_plane(drawing, all);
    carom_drawing_count(drawing, "FIRST", all->pair[0] + 1);
    carom_drawing_count(drawing, "SECOND", all->pair[1] + 1);
    carom_drawing_count(drawing, "SAMPLES", (size_t)scenario->samples);
    carom_drawing_count(drawing, "OVERLAY", animation->overlay);
    carom_drawing_count(drawing, "SPOTS", scenario->problem.orientation);
    carom_drawing_animation(drawing, animation->overlay ? "animation-overlay" : "animation",
                            "animation");
    for (size_t sample = 0; sample < samples; sample += stride_of(scenario)) {
        draw_frame(drawing, all, sample);
    }
}

carom_status carom_animate(const char *directory, const carom_look *look,
                           const carom_animation *animation, carom_error *error)
{
    carom_figure_data data;
    carom_drawing drawing = {.item = NULL};
    scene all = {.data = &data};
    carom_status status = carom_figure_data_read(&data, directory, error);
    if (status == CAROM_OK && !data.compared) {
        status = carom_error_set(error, CAROM_INVALID, "",
                                 "'%s' holds no comparison; expected records of carom compare",
                                 directory);
    }
    if (status == CAROM_OK) {
        status = carom_figure_pair(&data, animation->name, animation->names, all.pair, error);
    }
    if (status == CAROM_OK) {
        status = read_scene(&all, directory, error);
    }
    if (status == CAROM_OK) {
        draw_frames(&drawing, &all, animation);
        status = carom_gnuplot_draw(&drawing, directory, look, error);
    }
    carom_drawing_free(&drawing);
    free_scene(&all);
    carom_figure_data_free(&data);
    return status;
}
