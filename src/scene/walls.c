/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walls of a problem: the parts of its table, or the four sides of a rectangle. */
#include "scene/scene.h"
#include <assert.h>

/* ---- rectangle ---- */

double carom_wall_line(const carom_problem *problem, double radius_m, int wall)
{
    double reach = problem->wall_contact == CAROM_SURFACE ? radius_m : 0;
    switch (wall) {
    case CAROM_LEFT:
    case CAROM_BOTTOM: return reach;
    case CAROM_RIGHT: return problem->width_m - reach;
    default: return problem->height_m - reach;
    }
}

static double side_contact_time(const carom_problem *problem, size_t side, const carom_path *path,
                                double reach_m, double rounding_mps)
{
    carom_wall_overlap at = carom_side_overlap(problem, side, path->at, reach_m);
    double u = -carom_vec_dot(at.normal, path->v), a = -carom_vec_dot(at.normal, path->a);
    return a >= 0 && -u <= rounding_mps ? INFINITY : carom_time_to_line(-at.overlap_m, u, a);
}

/* ---- all shapes ---- */

double carom_walls_contact_time(const carom_problem *problem, size_t part, const carom_path *path,
                                double reach_m, double rounding_mps)
{
    return problem->part == NULL
             ? side_contact_time(problem, part, path, reach_m, rounding_mps)
             : carom_part_contact_time(&problem->part[part], path, reach_m, rounding_mps);
}

const char *carom_wall_name(const carom_problem *problem, size_t wall)
{
    static const char *const side[CAROM_WALL_COUNT] = {"left", "right", "bottom", "top"};
    assert(problem->part != NULL || wall < CAROM_WALL_COUNT);
    return problem->part == NULL ? side[wall] : problem->part[wall].name;
}

size_t carom_wall_find(const carom_problem *problem, const char *name)
{
    size_t walls = carom_walls_count(problem), wall = 0;
    while (wall < walls && strcmp(carom_wall_name(problem, wall), name) != 0) {
        wall++;
    }
    return wall;
}

size_t carom_walls_chains(const carom_problem *problem)
{
    uint32_t count = 0;
    for (size_t k = 0; k < carom_walls_count(problem); k++) {
        uint32_t chain = carom_walls_chain_of(problem, (uint32_t)k);
        count = chain + 1 > count ? chain + 1 : count;
    }
    return count;
}

double carom_walls_max_overlap(const carom_problem *problem, carom_vec at, double reach_m)
{
    double deepest = -INFINITY;
    for (size_t k = 0; k < carom_walls_count(problem); k++) {
        deepest = fmax(deepest, carom_walls_part_overlap(problem, k, at, reach_m).overlap_m);
    }
    return deepest;
}

bool carom_walls_enclose(const carom_problem *problem, carom_vec at)
{
    int crossings = 0;
    if (problem->part == NULL) {
        return at.x >= 0 && at.x <= problem->width_m && at.y >= 0 && at.y <= problem->height_m;
    }
    for (size_t k = 0; k < problem->parts; k++) {
        crossings += carom_part_crossings(&problem->part[k], at);
    }
    return crossings % 2 != 0;
}

carom_status carom_walls_check(const carom_problem *problem, const carom_view *view, double t_s,
                               carom_error *error)
{
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        carom_vec at = {view->x_m[i], view->y_m[i]};
        double reach = carom_walls_reach(problem, ball->radius_m);
        double rounding = 1e-6 * ball->radius_m + 64 * DBL_EPSILON * (fabs(at.x) + fabs(at.y));
        double beyond = carom_walls_max_overlap(problem, at, reach);
        if (problem->part != NULL && !carom_walls_enclose(problem, at)) {
            beyond = fmax(beyond, reach);
        }
        if (!ball->fixed && beyond > rounding) {
            return carom_error_set(error, CAROM_INTERNAL, "",
                                   "at t = %.6g s ball %u is beyond a wall by %.3g m; report this "
                                   "scenario as a fault of carom",
                                   t_s, ball->number + 1, beyond);
        }
    }
    return CAROM_OK;
}

double carom_walls_area(const carom_problem *problem)
{
    double area = 0;
    for (size_t k = 0; k < problem->parts; k++) {
        area += carom_part_area(&problem->part[k]);
    }
    return problem->part == NULL ? problem->width_m * problem->height_m : fabs(area);
}

double carom_walls_length(const carom_problem *problem)
{
    double length = 0;
    for (size_t k = 0; k < problem->parts; k++) {
        length += carom_part_length(&problem->part[k]);
    }
    return problem->part == NULL ? 2 * (problem->width_m + problem->height_m) : length;
}

/* An arc is drawn as so many straight pieces. */
enum { ARC_PIECES = 96 };

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
    for (size_t k = 0; k < problem->parts && problem->part[k].kind != CAROM_CORNER; k++) {
        int pieces = problem->part[k].kind == CAROM_ARC ? ARC_PIECES : 1;
        for (int piece = 0; piece < pieces; piece++) {
            point(context, carom_part_point(&problem->part[k], (double)piece / pieces));
        }
    }
    point(context, carom_part_point(&problem->part[0], 0));
}

/* ---- arc length ---- */

double carom_walls_arc_begin(const carom_problem *problem, size_t part)
{
    const double width = problem->width_m, height = problem->height_m,
                 side[] = {[CAROM_BOTTOM] = 0,
                           [CAROM_RIGHT] = width,
                           [CAROM_TOP] = width + height,
                           [CAROM_LEFT] = 2 * width + height};
    size_t walls = carom_walls_count(problem);
    double begin_m = 0;
    if (part < walls && problem->part == NULL) {
        return side[part];
    }
    for (size_t k = 0; k < part && k < walls && problem->part != NULL; k++) {
        begin_m += carom_part_length(&problem->part[k]);
    }
    begin_m += part >= walls && walls > 0 && problem->part == NULL ? carom_walls_length(problem)
                                                                   : 0;
    for (size_t i = 0; walls + i < part && i < problem->count; i++) {
        begin_m += problem->ball[i].fixed ? 2 * CAROM_PI * problem->ball[i].radius_m : 0;
    }
    return begin_m;
}

double carom_walls_arc_length(const carom_problem *problem, size_t wall, carom_vec at)
{
    double along_m = wall == CAROM_BOTTOM ? at.x
                   : wall == CAROM_RIGHT  ? at.y
                   : wall == CAROM_TOP    ? problem->width_m - at.x
                                          : problem->height_m - at.y;
    if (problem->part != NULL) {
        along_m = carom_part_arc_length(&problem->part[wall], at);
    }
    return carom_walls_arc_begin(problem, wall) + along_m;
}
