/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps of a sweep over two parameters: a color for each point, or the first ball at a wall. */
#include "sweep/sweep.h"

/* ---- axes ---- */

/* True if the values of an axis are evenly spaced numbers. */
static bool is_even(const carom_tsv *table, size_t column, size_t every, size_t count)
{
    static const double rounding = 1e-9;
    const double first = carom_tsv_number(table, 0, column),
                 step = carom_tsv_number(table, every, column) - first;
    bool even = count > 1 && isfinite(step) && step != 0;
    for (size_t k = 0; k < count; k++) {
        double value = carom_tsv_number(table, k * every, column);
        even = even && fabs(value - (first + (double)k * step)) <= rounding * fabs(step);
    }
    return even;
}

/* Writes the COUNT values of an axis, one in `every` rows, as texts (SAYS). Evenly spaced values
 * (EVEN) also have a FIRST number and a STEP. */
static void write_axis(carom_picture *p, size_t column, const char *axis, size_t every,
                       size_t count)
{
    const bool even = is_even(&p->table, column, every, count);
    const double first = carom_tsv_number(&p->table, 0, column),
                 step = carom_tsv_number(&p->table, every, column) - first;
    char variable[40];
    snprintf(variable, sizeof variable, "%sCOUNT", axis);
    carom_drawing_count(&p->drawing, variable, count);
    snprintf(variable, sizeof variable, "%sEVEN", axis);
    carom_drawing_count(&p->drawing, variable, even);
    snprintf(variable, sizeof variable, "%sFIRST", axis);
    carom_drawing_number(&p->drawing, variable, even ? first : 1);
    snprintf(variable, sizeof variable, "%sSTEP", axis);
    carom_drawing_number(&p->drawing, variable, even ? step : 1);
    snprintf(variable, sizeof variable, "%sSAYS", axis);
    carom_drawing_array(&p->drawing, variable, count);
    for (size_t k = 0; k < count; k++) {
        carom_drawing_text_at(&p->drawing, variable, k,
                              carom_tsv_text(&p->table, k * every, column));
    }
    carom_picture_write_parameter(p, column, axis, !even);
}

/* ---- values ---- */

/* The color range of a map. A constant value needs a range too. */
static void write_color_range(carom_picture *p, const carom_range *z)
{
    bool logarithmic = carom_range_is_wide(z) && z->least > 0;
    double pad = z->largest > z->least ? 0 : (z->least == 0 ? 1 : fabs(z->least));
    double contour = p->scenario->sweep.contour;
    carom_drawing_count(&p->drawing, "LOGZ", logarithmic);
    carom_drawing_number(&p->drawing, "ZLOW", z->least - (logarithmic ? 0 : pad));
    carom_drawing_number(&p->drawing, "ZHIGH", z->largest + (logarithmic ? 0 : pad));
    carom_drawing_count(&p->drawing, "CONTOURED",
                        !isnan(contour) && contour > z->least && contour < z->largest);
    carom_drawing_number(&p->drawing, "CONTOUR", contour);
}

/* One figure with the maps of all solvers, which share the colors. */
static void draw_values(carom_picture *p, size_t column)
{
    const carom_range z = carom_picture_range(&p->table, column, 0, 1);
    if (z.least <= z.largest) {
        char name[60];
        write_color_range(p, &z);
        carom_drawing_count(&p->drawing, "KEYED", 0);
        carom_drawing_count(&p->drawing, "OUTCOMES", 0);
        carom_picture_write_quantity(p, column);
        carom_picture_name(name, p->table.header[column]);
        carom_drawing_figure(&p->drawing, name, "sweepmap");
    }
}

/* ---- first balls ---- */

/* Most balls of the key, which shows them at their initial positions. */
enum { MOST_KEYED = 24 };

/* The ball at a point, counted from 1; 0: none. */
static size_t ball_at(const carom_picture *p, size_t column, size_t solver, size_t point)
{
    const double value = carom_tsv_number(&p->table, point * p->solvers + solver, column);
    return value >= 1 && value <= (double)p->scenario->problem.count ? (size_t)value : 0;
}

/* Writes RANK: the order of the balls by their number of points in all maps, from 1; 0: none. The
 * most frequent ones get the most different colors. */
static void write_ranks(carom_picture *p, size_t column, size_t *count)
{
    const size_t balls = p->scenario->problem.count, points = p->table.rows / p->solvers;
    for (size_t k = 0; k < points * p->solvers; k++) {
        count[ball_at(p, column, k % p->solvers, k / p->solvers)]++;
    }
    carom_drawing_array(&p->drawing, "RANK", balls);
    for (size_t i = 1; i <= balls; i++) {
        size_t rank = 1;
        for (size_t k = 1; k <= balls; k++) {
            rank += count[k] > count[i] || (count[k] == count[i] && k < i);
        }
        carom_drawing_count_at(&p->drawing, "RANK", i - 1, count[i] > 0 ? rank : 0);
    }
}

/* Writes the key: BALLX, BALLY and BALLR of KEYED balls. A ball far from all others, as the cue
 * ball, is moved next to them. */
static void write_key(carom_picture *p)
{
    static const double far = 6, beside = 4;
    const carom_problem *problem = &p->scenario->problem;
    const size_t balls = problem->count <= MOST_KEYED ? problem->count : 0;
    double left = INFINITY;
    bool alone[MOST_KEYED] = {false};
    for (size_t i = 0; i < balls; i++) {
        alone[i] = balls > 2;
        for (size_t k = 0; k < balls; k++) {
            alone[i] = alone[i] && (k == i || hypot(problem->ball[i].x_m - problem->ball[k].x_m,
                                                    problem->ball[i].y_m - problem->ball[k].y_m) >
                                                  far * problem->ball[i].radius_m);
        }
        left = alone[i] ? left : fmin(left, problem->ball[i].x_m);
    }
    carom_drawing_count(&p->drawing, "KEYED", balls);
    carom_drawing_array(&p->drawing, "BALLX BALLY BALLR", MOST_KEYED);
    for (size_t i = 0; i < balls; i++) {
        const carom_ball *b = &problem->ball[i];
        bool moved = alone[i] && isfinite(left) && b->x_m < left;
        carom_drawing_number_at(&p->drawing, "BALLX", i,
                                moved ? fmax(b->x_m, left - beside * b->radius_m) : b->x_m);
        carom_drawing_number_at(&p->drawing, "BALLY", i, b->y_m);
        carom_drawing_number_at(&p->drawing, "BALLR", i, b->radius_m);
    }
}

/* One figure with the maps of all solvers. */
static void draw_first_balls(carom_picture *p, size_t column)
{
    size_t *count = calloc(p->scenario->problem.count + 1, sizeof *count);
    char name[60];
    if (count == NULL) {
        p->drawing.failed = true;
        return;
    }
    write_ranks(p, column, count);
    write_key(p);
    carom_drawing_count(&p->drawing, "OUTCOMES", 1);
    carom_picture_write_quantity(p, column);
    carom_picture_name(name, p->table.header[column]);
    carom_drawing_figure(&p->drawing, name, "sweepmap");
    free(count);
}

void carom_sweep_draw_maps(carom_picture *p)
{
    const size_t rows = carom_sweep_values(p->scenario, 1);
    write_axis(p, 0, "X", rows * p->solvers, carom_sweep_values(p->scenario, 0));
    write_axis(p, 1, "Y", p->solvers, rows);
    for (size_t column = p->from; column < p->from + p->columns; column++) {
        carom_collected collected;
        const bool first_ball = carom_find_collected(&p->scenario->problem, p->table.header[column],
                                                     &collected) &&
                                collected.first_ball;
        (first_ball ? draw_first_balls : draw_values)(p, column);
    }
}
