/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/scene.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *carom_wall_name(const carom_problem *problem, size_t wall)
{
    return problem->part == NULL ? carom_side_name(wall) : problem->part[wall].name;
}

size_t carom_wall_called(const carom_problem *problem, const char *name)
{
    size_t walls = carom_walls_count(problem), wall = 0;
    while (wall < walls && strcmp(carom_wall_name(problem, wall), name) != 0) {
        wall++;
    }
    return wall;
}

double carom_walls_deepest(const carom_problem *problem, carom_vec at, double reach_m)
{
    double deepest = -INFINITY;
    for (size_t k = 0; k < carom_walls_count(problem); k++) {
        deepest = fmax(deepest, carom_walls_beyond(problem, k, at, reach_m).beyond_m);
    }
    return deepest;
}

bool carom_walls_hold(const carom_problem *problem, carom_vec at)
{
    int crossings = 0;
    if (problem->part == NULL) {
        return at.x >= 0 && at.x <= problem->width_m && at.y >= 0 && at.y <= problem->height_m;
    }
    for (size_t k = 0; k < problem->parts; k++) {
        crossings += problem->part[k].curve->crossings(&problem->part[k], at);
    }
    return crossings % 2 != 0;
}

double carom_walls_overlap(const carom_problem *problem, const carom_view *view, size_t *number)
{
    double overlap = 0;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        carom_vec at = {view->x_m[i], view->y_m[i]};
        double reach = carom_walls_reach(problem, ball->radius_m);
        double rounding = 1e-6 * ball->radius_m + 64 * DBL_EPSILON * (fabs(at.x) + fabs(at.y));
        double beyond = carom_walls_deepest(problem, at, reach);
        if (problem->part != NULL && beyond < reach && !carom_walls_hold(problem, at)) {
            beyond = reach;
        }
        if (!ball->fixed && beyond > fmax(overlap, rounding)) {
            overlap = beyond;
            *number = ball->number;
        }
    }
    return overlap;
}

carom_status carom_walls_check(const carom_problem *problem, const carom_view *view, double t_s,
                               carom_error *error)
{
    size_t lost;
    double overlap = carom_walls_overlap(problem, view, &lost);
    return overlap == 0 ? CAROM_OK
                        : carom_error_set(error, CAROM_INTERNAL, "",
                                          "at t = %.6g s ball %zu is beyond a wall by %.3g m; "
                                          "report this scenario as a fault of carom",
                                          t_s, lost + 1, overlap);
}

double carom_walls_area(const carom_problem *problem)
{
    double area = 0;
    for (size_t k = 0; k < problem->parts; k++) {
        area += problem->part[k].curve->area_m2(&problem->part[k]);
    }
    return problem->part == NULL ? problem->width_m * problem->height_m : fabs(area);
}

double carom_walls_length(const carom_problem *problem)
{
    double length = 0;
    for (size_t k = 0; k < problem->parts; k++) {
        length += problem->part[k].curve->length_m(&problem->part[k]);
    }
    return problem->part == NULL ? 2 * (problem->width_m + problem->height_m) : length;
}

static void draw_box(const carom_problem *problem, void (*point)(void *context, carom_vec at),
                     void *context)
{
    double width = problem->width_m, height = problem->height_m;
    const carom_vec corner[] = {{0, 0}, {width, 0}, {width, height}, {0, height}, {0, 0}};
    for (size_t k = 0; k < sizeof corner / sizeof corner[0]; k++) {
        point(context, corner[k]);
    }
}

void carom_walls_draw(const carom_problem *problem, void (*point)(void *context, carom_vec at),
                      void *context)
{
    if (problem->part == NULL) {
        draw_box(problem, point, context);
        return;
    }
    for (size_t k = 0; k < problem->parts; k++) {
        const carom_part *part = &problem->part[k];
        for (int piece = 0; piece < part->curve->pieces; piece++) {
            point(context, part->curve->point(part, (double)piece / part->curve->pieces));
        }
    }
    point(context, problem->part[0].curve->point(&problem->part[0], 0));
}

carom_status carom_problem_set_shape(carom_problem *problem, const carom_choice *chosen,
                                     carom_error *error)
{
    const carom_shape *shape = carom_shape_of(chosen->entry);
    free(problem->part);
    problem->part = NULL;
    problem->parts = 0;
    problem->shape = shape->about.name;
    shape->extent(chosen->options, &problem->width_m, &problem->height_m);
    if (shape->box) {
        return CAROM_OK;
    }
    problem->parts = shape->parts(chosen->options);
    problem->part = calloc(problem->parts, sizeof *problem->part);
    if (problem->part == NULL) {
        return carom_error_no_memory(error);
    }
    shape->build(chosen->options, problem->part);
    return CAROM_OK;
}
