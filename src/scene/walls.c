/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walls of a problem, and the search for contacts on curved relative paths: see scene.h. */
#include "scene/scene.h"

const char *carom_wall_name(const carom_problem *problem, size_t wall)
{
    return problem->part == NULL ? carom_side_name(wall) : problem->part[wall].name;
}

size_t carom_wall_find(const carom_problem *problem, const char *name)
{
    size_t walls = carom_walls_count(problem), wall = 0;
    while (wall < walls && strcmp(carom_wall_name(problem, wall), name) != 0) {
        wall++;
    }
    return wall;
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
        crossings += problem->part[k].curve->crossings(&problem->part[k], at);
    }
    return crossings % 2 != 0;
}

double carom_walls_find_escaped(const carom_problem *problem, const carom_view *view,
                                size_t *number)
{
    double overlap = 0;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        carom_vec at = {view->x_m[i], view->y_m[i]};
        double reach = carom_walls_reach(problem, ball->radius_m);
        double rounding = 1e-6 * ball->radius_m + 64 * DBL_EPSILON * (fabs(at.x) + fabs(at.y));
        double beyond = carom_walls_max_overlap(problem, at, reach);
        if (problem->part != NULL && beyond < reach && !carom_walls_enclose(problem, at)) {
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
    double overlap = carom_walls_find_escaped(problem, view, &lost);
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
    CAROM_NEED(problem->part != NULL, error);
    shape->build(chosen->options, problem->part);
    return CAROM_OK;
}

/* ---- impact search ---- */

static double gap_of(const carom_relative_motion *at, double reach)
{
    return carom_vec_length(at->d) - reach;
}

static double gap_at(double t, const carom_impact_search *both)
{
    carom_relative_motion at = both->relative_motion(t, both->context);
    return gap_of(&at, both->reach);
}

/* True if the parabola stays outside reach + J h^3/6 for all 0 <= h <= H. Negative gaps and slow
 * approaches are rounding and count as 0. */
static bool is_separated_until(const carom_relative_motion *at, const carom_impact_search *search,
                               double H)
{
    double d = carom_vec_length(at->d), dw = carom_vec_dot(at->d, at->w);
    double near = fmin(search->reach, d), gap = d - near, J = at->jerk;
    double c1 = 2 * (gap <= 0 && fabs(dw) <= search->rounding_mps * d ? fmax(dw, 0) : dw) * H;
    double c0 = gap * (d + near), b1, b2, b3, b4;
    double c2 = carom_vec_dot_after(carom_vec_square(at->w), at->d, at->a) * H * H;
    double c3 = (carom_vec_dot(at->w, at->a) - near * J / 3 - J * J * H * H * H / 36) * H * H * H;
    double c4 = 0.25 * carom_vec_square(at->a) * H * H * H * H;
    b1 = c0 + c1 / 4;
    b2 = c0 + c1 / 2 + c2 / 6;
    b3 = c0 + 0.75 * c1 + c2 / 2 + c3 / 4;
    b4 = c0 + c1 + c2 + c3 + c4;
    return b1 >= 0 && b2 >= 0 && b3 >= 0 && b4 >= 0;
}

/* True if (|d|^2)'/2 = d.w stays negative for all h <= H. The jerk contributes at most
 * |d| J h^2/2 + |w| J h^3/6 + J^2 h^5/12. */
static bool approaches_throughout(const carom_relative_motion *at, double H)
{
    double w = carom_vec_length(at->w), a = carom_vec_length(at->a), J = at->jerk;
    double farthest = carom_vec_length(at->d) + w * H + 0.5 * a * H * H;
    double c0 = carom_vec_dot(at->d, at->w);
    double c1 = carom_vec_dot_after(w * w, at->d, at->a) * H;
    double c2 = (1.5 * carom_vec_dot(at->w, at->a) + 0.5 * farthest * J) * H * H;
    double c3 = (0.5 * a * a + (w + a * H) * J / 6 + J * J * H * H / 12) * H * H * H;
    return c0 < 0 && c0 + c1 / 3 < 0 && c0 + 2 * c1 / 3 + c2 / 3 < 0 && c0 + c1 + c2 + c3 < 0;
}

static double gap_for_gsl(double t, void *context)
{
    return gap_at(t, *(const carom_impact_search *const *)context);
}

/* Minimum step, doubled with every use and every 64 steps. */
static double least_step(const carom_impact_search *search, double t, int uses, int steps)
{
    static const double finest = 1e-15;
    static const int steps_per_doubling = 64;
    return ldexp(finest * (search->scale_s + t), uses + steps / steps_per_doubling);
}

double carom_impact_search_time(const carom_impact_search *search)
{
    static const double initial_span = 1e3;
    carom_relative_motion at = search->relative_motion(0, search->context);
    double t = 0, H = fmin(search->end_s, initial_span * search->scale_s);
    int uses = 0;
    for (int steps = 0; t < search->end_s && H > 0 && isfinite(H); steps++) {
        H = fmin(H, fmin(search->end_s, at.until_s) - t);
        bool is_approaching = carom_vec_dot(at.d, at.w) <
                            -search->rounding_mps * carom_vec_length(at.d);
        if (gap_of(&at, search->reach) <= 0 && is_approaching) {
            return t;
        }
        bool forced = H < least_step(search, t, uses, steps);
        if (is_separated_until(&at, search, H) || forced) {
            t += H;
            at = search->relative_motion(t, search->context);
            H *= 4;
            uses += forced;
        } else if (gap_of(&at, search->reach) > 0 && approaches_throughout(&at, H) &&
                   gap_at(t + H, search) <= 0) {
            return carom_find_root((gsl_function){gap_for_gsl, &search}, t, t + H, 0, 1e-16);
        } else {
            H *= 0.5;
        }
    }
    return INFINITY;
}

/* ---- arc length ---- */

/* Position along a part, 0 to 1, of its point nearest to @p at, for every shape: the interval
 * around the best of 17 points shrinks to a quarter in each round. */
static double nearest_fraction(const carom_part *part, carom_vec at)
{
    enum { ROUNDS = 16, HALF = 8 };
    double s = 0.5, reach = 0.5;
    for (int round = 0; round < ROUNDS; round++, reach /= 4) {
        double middle = s, least = INFINITY;
        for (int k = -HALF; k <= HALF; k++) {
            double trial = fmin(fmax(middle + reach * k / HALF, 0), 1);
            double distance = carom_vec_square(
                carom_vec_subtract(part->curve->point(part, trial), at));
            s = distance < least ? trial : s;
            least = fmin(distance, least);
        }
    }
    return s;
}

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
        begin_m += problem->part[k].curve->length_m(&problem->part[k]);
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
        const carom_part *part = &problem->part[wall];
        along_m = nearest_fraction(part, at) * part->curve->length_m(part);
    }
    return carom_walls_arc_begin(problem, wall) + along_m;
}
