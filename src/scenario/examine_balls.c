/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balls that overlap each other or the walls, or share a name. */
#include "scenario/scenario.h"
#include "scene/boundaries/torus.h"
#include "scene/flight.h"
#include "scene/walls.h"
#include "search/grid.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Overlap up to this part of the radius is rounding. */
static const double rounding = 1e-9;
/* After so many, the rest is only counted; and after so many, not even looked for: a scene in which
 * everything overlaps everything would take for ever. */
enum { MOST_REPORTED = 20, MOST_COUNTED = 1000 };

typedef struct {
    const carom_scenario *scenario;
    const carom_problem *problem; /* its own */
    const carom_node *root;
    carom_messages *messages;
    size_t found;
} inspection;

/* Where the position of two that overlap was said: of the later one, or of the one that was placed.
 */
static carom_mark mark_of_pair(const inspection *in, size_t early, size_t late)
{
    bool first = carom_ball_is_placed(in->scenario, early) &&
                 !carom_ball_is_placed(in->scenario, late);
    return carom_position_mark(in->scenario, in->root, first ? early : late);
}

static void report_pair(inspection *in, size_t i, size_t j, double overlap)
{
    const carom_ball *a = &in->problem->ball[i < j ? i : j], *b = &in->problem->ball[i < j ? j : i];
    if (++in->found <= MOST_REPORTED) {
        carom_messages_add(in->messages, true, mark_of_pair(in, a->number, b->number), "balls",
                           "'%s' and '%s' overlap by %.6g m; expected their centres at least "
                           "%.9g m apart",
                           a->name, b->name, overlap, a->radius_m + b->radius_m);
    }
}

static carom_mark mark_of_place(const inspection *in, const carom_ball *ball)
{
    return carom_position_mark(in->scenario, in->root, ball->number);
}

static void report_beyond(inspection *in, const carom_ball *ball, double beyond_m, const char *wall)
{
    if (++in->found <= MOST_REPORTED) {
        carom_messages_add(in->messages, true, mark_of_place(in, ball), "balls",
                           "'%s' at (%.9g, %.9g) m reaches %.6g m beyond %s of the %s; expected it "
                           "inside",
                           ball->name, ball->x_m, ball->y_m, beyond_m, wall, in->problem->shape);
    }
}

/* The walls of a table that is no rectangle. */
static void inspect_parts(inspection *in, const carom_ball *ball)
{
    const carom_problem *p = in->problem;
    carom_vec at = carom_flight_of(ball).at;
    double reach = carom_walls_reach(p, ball->radius_m);
    if (!ball->fixed && !carom_walls_hold(p, at)) {
        if (++in->found <= MOST_REPORTED) {
            carom_messages_add(in->messages, true, mark_of_place(in, ball), "balls",
                               "'%s' at (%.9g, %.9g) m is outside the %s; expected it inside",
                               ball->name, ball->x_m, ball->y_m, p->shape);
        }
        return;
    }
    for (size_t k = 0; k < carom_walls_count(p) && !ball->fixed; k++) {
        double beyond = carom_walls_beyond(p, k, at, reach).beyond_m;
        if (beyond > rounding * ball->radius_m) {
            report_beyond(in, ball, beyond, carom_wall_name(p, k));
        }
    }
}

static void inspect_walls(inspection *in, const carom_ball *ball)
{
    const carom_problem *p = in->problem;
    carom_vec at = carom_flight_of(ball).at;
    double reach = carom_walls_reach(p, ball->radius_m);
    if (p->part != NULL) {
        inspect_parts(in, ball);
        return;
    }
    for (size_t wall = 0; wall < carom_walls_count(p) && !ball->fixed; wall++) {
        double length = wall < CAROM_BOTTOM ? p->width_m : p->height_m;
        double beyond = carom_walls_beyond(p, wall, at, reach).beyond_m;
        if (beyond > rounding * ball->radius_m && ++in->found <= MOST_REPORTED) {
            carom_messages_add(in->messages, true, mark_of_place(in, ball), "balls",
                               "'%s' reaches %.6g m beyond the %s wall; expected %s from %.9g to "
                               "%.9g m",
                               ball->name, beyond, carom_wall_name(p, wall),
                               wall < CAROM_BOTTOM ? "x_m" : "y_m", reach, length - reach);
        }
    }
}

static void inspect_fixed(inspection *in, const carom_ball *ball)
{
    if (ball->fixed && !carom_vec_is_zero(carom_flight_of(ball).v) &&
        ++in->found <= MOST_REPORTED) {
        carom_messages_add(
            in->messages, true, carom_ball_mark(in->scenario, in->root, ball->number), "fixed",
            "'%s' is fixed and has a velocity of (%.6g, %.6g) m/s; expected vx_mps and "
            "vy_mps 0",
            ball->name, ball->vx_mps, ball->vy_mps);
    }
    if (ball->fixed && ball->spin_radps != 0 && ++in->found <= MOST_REPORTED) {
        carom_messages_add(in->messages, true,
                           carom_ball_mark(in->scenario, in->root, ball->number), "fixed",
                           "'%s' is fixed and spins at %.6g rad/s; expected spin_radps 0",
                           ball->name, ball->spin_radps);
    }
}

static void inspect_neighbours(inspection *in, const carom_grid *grid, uint32_t i,
                               carom_candidate *near)
{
    const carom_ball *a = &in->problem->ball[i];
    size_t count = carom_grid_pairs(grid, i, near);
    for (size_t k = 0; k < count && in->found < MOST_COUNTED; k++) {
        const carom_ball *other = &in->problem->ball[near[k].ball];
        carom_vec way = carom_grid_way(grid, carom_flight_of(a).at, carom_flight_of(other).at,
                                       &near[k]);
        double overlap = a->radius_m + other->radius_m - carom_vec_length(way);
        double smaller = a->radius_m < other->radius_m ? a->radius_m : other->radius_m;
        if (overlap > rounding * smaller && !(a->fixed && other->fixed)) {
            report_pair(in, i, near[k].ball, overlap);
        }
    }
}

static carom_status inspect_pairs(inspection *in)
{
    const carom_problem *problem = in->problem;
    /* shallow: with cells by where the balls are, who may all be in one corner */
    carom_problem crowd = *problem;
    carom_grid grid;
    carom_error error = {0};
    carom_candidate *near;
    carom_status status;
    crowd.boundary = problem->boundary == CAROM_PERIODIC ? CAROM_PERIODIC : CAROM_OPEN;
    status = carom_grid_init(&grid, &crowd, 1, 0, &error);
    /* a small torus, which the solvers refuse with this reason */
    if (status == CAROM_INVALID) {
        return CAROM_OK;
    }
    if (status != CAROM_OK) {
        return status;
    }
    near = malloc((problem->count + CAROM_GRID_IMAGES) * sizeof *near);
    for (size_t i = 0; i < problem->count; i++) {
        carom_grid_place(&grid, (uint32_t)i, carom_flight_of(&problem->ball[i]).at);
    }
    status = near == NULL ? CAROM_NO_MEMORY : CAROM_OK;
    for (uint32_t i = 0; i < problem->count && in->found < MOST_COUNTED && status == CAROM_OK;
         i++) {
        inspect_neighbours(in, &grid, i, near);
        status = carom_scenario_stopped(in->scenario) ? CAROM_INTERRUPTED : CAROM_OK;
    }
    carom_grid_free(&grid);
    free(near);
    return status;
}

static int compare_names(const void *left, const void *right)
{
    const carom_ball *const *a = left, *const *b = right;
    int order = strcmp((*a)->name, (*b)->name);
    return order != 0 ? order : ((*a)->number > (*b)->number) - ((*a)->number < (*b)->number);
}

static carom_status inspect_names(inspection *in)
{
    size_t n = in->problem->count;
    const carom_ball **sorted = malloc((n + 1) * sizeof *sorted);
    if (sorted == NULL) {
        return CAROM_NO_MEMORY;
    }
    for (size_t i = 0; i < n; i++) {
        sorted[i] = &in->problem->ball[i];
    }
    qsort(sorted, n, sizeof *sorted, compare_names);
    for (size_t i = 1; i < n; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0 && ++in->found <= MOST_REPORTED) {
            carom_messages_add(in->messages, true,
                               carom_ball_mark(in->scenario, in->root, sorted[i]->number), "name",
                               "'%s' is the name of two balls; expected a different name "
                               "(for a group: a different prefix) each",
                               sorted[i]->name);
        }
    }
    free(sorted);
    return CAROM_OK;
}

/* A periodic table's balls are folded in place: it is where they are recorded anyway. */
static void fold_balls(const carom_problem *problem)
{
    for (size_t i = 0; i < problem->count && problem->boundary == CAROM_PERIODIC; i++) {
        carom_ball *ball = &problem->ball[i];
        carom_flight home = carom_flight_of(ball);
        home.at = carom_torus_home(problem, home.at);
        carom_flight_put(home, ball);
    }
}

carom_status carom_balls_examine(carom_scenario *scenario, const carom_node *root,
                                 carom_messages *messages)
{
    const carom_problem *problem = &scenario->problem;
    inspection in = {scenario, problem, root, messages, 0};
    carom_status status;
    fold_balls(problem);
    for (size_t i = 0; i < problem->count; i++) {
        inspect_walls(&in, &problem->ball[i]);
    }
    for (size_t i = 0; i < problem->count; i++) {
        inspect_fixed(&in, &problem->ball[i]);
    }
    status = inspect_pairs(&in);
    if (status == CAROM_OK) {
        status = inspect_names(&in);
    }
    if (in.found > MOST_REPORTED) {
        carom_messages_add(messages, true, carom_ball_mark(scenario, root, problem->count - 1),
                           "balls", "and %zu more of this kind%s", in.found - MOST_REPORTED,
                           in.found >= MOST_COUNTED ? " at least" : "");
    }
    return status;
}
