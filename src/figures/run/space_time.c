/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/figures.h"
#include "figures/run/run_figures.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of more collisions no place is sought. */
enum { MOST_TOUCHES = 20000 };

typedef struct {
    const carom_problem *problem;
    const carom_recorded_solver *solver;
    int axis;
    double *place; /* of both balls of each collision, m; NaN: a wall */
} line;

/* ---- the line ---- */

/* From where to where the reference's balls get along an axis, each for itself: the longest way. */
static double longest_way(const carom_run_records *run, int axis)
{
    const carom_recorded_solver *solver = &run->recorded.solver[run->data.reference];
    size_t n = run->data.scenario.problem.count;
    double longest = 0;
    for (size_t i = 0; i < n; i++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t k = 0; k < solver->samples; k++) {
            least = fmin(least, solver->state[k * n + i].x_m[axis]);
            most = fmax(most, solver->state[k * n + i].x_m[axis]);
        }
        longest = fmax(longest, most - least);
    }
    return longest;
}

static int axis_of(const carom_run_records *run)
{
    return longest_way(run, 1) > longest_way(run, 0);
}

bool carom_space_time_is(const carom_run_records *run)
{
    const double dominated = 0.1; /* of the way along the axis */
    double way[2];
    if (run->recorded.solver[run->data.reference].state == NULL) {
        return false;
    }
    way[0] = longest_way(run, 0);
    way[1] = longest_way(run, 1);
    return fmin(way[0], way[1]) < dominated * fmax(way[0], way[1]);
}

/* ---- where collisions are ---- */

static bool takes_part(const carom_recorded_impact *impact, const char *name, size_t *side)
{
    *side = strcmp(impact->a, name) == 0 ? 0 : 1;
    return *side == 0 || (!impact->wall && strcmp(impact->b, name) == 0);
}

/* Where a ball is at t_s by a sample before or after: free flight. */
static double flown(const line *l, size_t ball, size_t sample, double t_s)
{
    const carom_recorded_state *state = &l->solver->state[sample * l->problem->count + ball];
    double dt = t_s - l->solver->series[CAROM_SERIES_TIME][sample],
           gravity = l->axis == 0 ? l->problem->gravity_mps2.x : l->problem->gravity_mps2.y;
    return state->x_m[l->axis] + dt * state->v_mps[l->axis] +
           0.5 * dt * dt * (l->problem->ball[ball].fixed ? 0 : gravity);
}

/* The places of ball `ball` at its collisions first to end - 1, which are between the samples
 * row - 1 and row: at the first by where it came from, at the others by where it went, and between
 * those on a straight line. */
static void find_places(line *l, size_t ball, size_t row, size_t first, size_t end)
{
    const carom_recorded_impact *impact = l->solver->impact;
    const char *name = l->problem->ball[ball].name;
    double from = NAN, from_s = 0, to = NAN, to_s = 0;
    size_t side;
    for (size_t k = first; k < end; k++) {
        if (takes_part(&impact[k], name, &side)) {
            from_s = isnan(from) ? impact[k].t_s : from_s;
            from = isnan(from) ? flown(l, ball, row - 1, impact[k].t_s) : from;
            to_s = impact[k].t_s;
            to = flown(l, ball, row, to_s);
        }
    }
    for (size_t k = first; k < end; k++) {
        if (takes_part(&impact[k], name, &side)) {
            double part = to_s > from_s ? (impact[k].t_s - from_s) / (to_s - from_s) : 0;
            l->place[2 * k + side] = from + part * (to - from);
        }
    }
}

static void find_touches(line *l)
{
    const double *t = l->solver->series[CAROM_SERIES_TIME];
    size_t first = 0;
    for (size_t k = 0; k < 2 * l->solver->impacts; k++) {
        l->place[k] = NAN;
    }
    for (size_t row = 1; row < l->solver->samples; row++) {
        size_t end = first;
        while (end < l->solver->impacts && l->solver->impact[end].t_s <= t[row]) {
            end++;
        }
        for (size_t i = 0; i < l->problem->count && end > first; i++) {
            find_places(l, i, row, first, end);
        }
        first = end;
    }
}

/* ---- blocks ---- */

static void put_point(carom_block *b, double t_s, double place_m)
{
    const double row[2] = {t_s, place_m};
    carom_block_put(b, row, 2);
}

/* A ball's samples and, between them, its collisions; across the edge of a periodic table nothing
 * is joined. */
static void put_ball(carom_block *b, const line *l, size_t ball)
{
    const carom_problem *problem = l->problem;
    const double *t = l->solver->series[CAROM_SERIES_TIME];
    double width = l->axis == 0 ? problem->width_m : problem->height_m, before = NAN;
    size_t next = 0, side;
    for (size_t row = 0; row < l->solver->samples; row++) {
        double place = l->solver->state[row * problem->count + ball].x_m[l->axis];
        for (; next < l->solver->impacts && l->solver->impact[next].t_s <= t[row]; next++) {
            const carom_recorded_impact *impact = &l->solver->impact[next];
            if (l->place != NULL && takes_part(impact, problem->ball[ball].name, &side) &&
                !isnan(l->place[2 * next + side])) {
                put_point(b, impact->t_s, l->place[2 * next + side]);
            }
        }
        if (problem->boundary == CAROM_PERIODIC && fabs(place - before) > 0.5 * width) {
            carom_block_gap(b);
        }
        put_point(b, t[row], place);
        before = place;
    }
    carom_block_gap(b);
}

static double reach_of(const carom_problem *problem, const char *name)
{
    size_t i = carom_problem_ball_called(problem, name);
    return i == problem->count || problem->wall_contact == CAROM_CENTRE ? 0
                                                                        : problem->ball[i].radius_m;
}

/* Whether it is the same two as at the last tick, and so soon after it that the ticks would be a
 * block: a ball that rests. */
static bool is_rest(const line *l, size_t touch, size_t last)
{
    const carom_recorded_impact *p = &l->solver->impact[last], *q = &l->solver->impact[touch];
    const double *t = l->solver->series[CAROM_SERIES_TIME];
    return strcmp(p->a, q->a) == 0 && strcmp(p->b, q->b) == 0 &&
           q->t_s - p->t_s < 0.01 * t[l->solver->samples - 1];
}

/* From centre to centre; at a wall from the centre to the surface. @return how many */
static size_t put_touches(carom_block *b, const line *l)
{
    size_t touches = 0, last = 0;
    for (size_t k = 0; k < l->solver->impacts && l->place != NULL; k++) {
        const carom_recorded_impact *impact = &l->solver->impact[k];
        double from = l->place[2 * k], to = l->place[2 * k + 1],
               pushed = impact->given_kgmps[l->axis];
        if (impact->wall && pushed != 0) { /* else a wall along the line */
            to = from - copysign(reach_of(l->problem, impact->a), pushed);
        }
        if (!isnan(from) && !isnan(to) && (touches == 0 || !is_rest(l, k, last))) {
            const double row[3] = {impact->t_s, from, to};
            carom_block_put(b, row, 3);
            touches++;
            last = k;
        }
    }
    return touches;
}

static void add_solver(carom_drawing *drawing, line *l, size_t solver)
{
    carom_block places, touches;
    carom_block_begin(&places, "t_s\tplace_m");
    carom_block_begin(&touches, "t_s\tfrom_m\tto_m");
    l->place = l->solver->impacts <= MOST_TOUCHES
                 ? malloc((2 * l->solver->impacts + 1) * sizeof *l->place)
                 : NULL;
    if (l->place != NULL) {
        find_touches(l);
    }
    for (size_t i = 0; i < l->problem->count; i++) {
        put_ball(&places, l, i);
    }
    carom_drawing_count_at(drawing, "TOUCHES", solver, put_touches(&touches, l));
    carom_block_end(&places, drawing, "PLACE", solver);
    carom_block_end(&touches, drawing, "TOUCH", solver);
    free(l->place);
}

/* ---- what stands around them ---- */

typedef struct {
    double low, high;
} range;

static range reached(const carom_run_records *run, int axis)
{
    const carom_problem *problem = &run->data.scenario.problem;
    range r = {INFINITY, -INFINITY};
    for (size_t s = 0; s < run->recorded.solvers; s++) {
        const carom_recorded_solver *solver = &run->recorded.solver[s];
        for (size_t k = 0; k < solver->samples * problem->count; k++) {
            double radius = problem->ball[k % problem->count].radius_m;
            r.low = fmin(r.low, solver->state[k].x_m[axis] - radius);
            r.high = fmax(r.high, solver->state[k].x_m[axis] + radius);
        }
    }
    return r;
}

/* The walls across the axis that balls come near, and room for them. */
static void tell_walls(carom_drawing *drawing, const carom_problem *problem, int axis, range *r)
{
    const double wall[2] = {0, axis == 0 ? problem->width_m : problem->height_m};
    double near = 0.15 * (r->high - r->low);
    size_t walls = 0;
    carom_drawing_array(drawing, "WALLPLACE", 2);
    for (int i = 0; i < 2 && problem->boundary == CAROM_WALLS && problem->part == NULL; i++) {
        if (wall[i] > r->low - near && wall[i] < r->high + near) {
            carom_drawing_number_at(drawing, "WALLPLACE", walls++, wall[i]);
            r->low = fmin(r->low, wall[i]);
            r->high = fmax(r->high, wall[i]);
        }
    }
    carom_drawing_count(drawing, "WALLPLACES", walls);
}

static double end_of(const carom_recorded_solver *solver, const carom_problem *problem, size_t ball,
                     int axis)
{
    return solver->state[(solver->samples - 1) * problem->count + ball].x_m[axis];
}

/* The ball at whose end the solvers are farthest apart: there they are told apart. */
static size_t most_apart(const carom_run_records *run, int axis)
{
    const carom_problem *problem = &run->data.scenario.problem;
    size_t found = 0;
    double widest = -1;
    for (size_t i = 0; i < problem->count; i++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t s = 0; s < run->recorded.solvers; s++) {
            double end = end_of(&run->recorded.solver[s], problem, i, axis);
            low = fmin(low, end);
            high = fmax(high, end);
        }
        if (high - low > widest && !problem->ball[i].fixed) {
            found = i;
            widest = high - low;
        }
    }
    return found;
}

/* The ends of curves, as plots/ends.gp takes them: SPOTWHO is the solver's number, or 0 for the
 * name of a ball. */
static void tell_spots(carom_drawing *drawing, const carom_run_records *run, int axis)
{
    const carom_problem *problem = &run->data.scenario.problem;
    size_t apart = most_apart(run, axis), spots = 0, most = run->recorded.solvers + problem->count;
    carom_drawing_array(drawing, "SPOT", most);
    carom_drawing_array(drawing, "SPOTNAME", most);
    carom_drawing_array(drawing, "SPOTWHO", most);
    for (size_t i = 0; i < problem->count; i++) {
        bool told = i == apart && run->recorded.solvers > 1;
        for (size_t s = 0; s < (told ? run->recorded.solvers : 1); s++) {
            size_t who = told ? s : run->data.reference;
            carom_drawing_number_at(drawing, "SPOT", spots,
                                    end_of(&run->recorded.solver[who], problem, i, axis));
            carom_drawing_text_at(drawing, "SPOTNAME", spots, problem->ball[i].name);
            carom_drawing_count_at(drawing, "SPOTWHO", spots++, told ? s + 1 : 0);
        }
    }
    carom_drawing_count(drawing, "SPOTS", spots);
}

void carom_space_time_add(carom_drawing *drawing, const carom_run_records *run)
{
    int axis = axis_of(run);
    range r = reached(run, axis);
    carom_drawing_text(drawing, "PLACEAXIS", axis == 0 ? "x" : "y");
    tell_walls(drawing, &run->data.scenario.problem, axis, &r);
    carom_drawing_number(drawing, "PLACELOW", r.low);
    carom_drawing_number(drawing, "PLACEHIGH", r.high);
    tell_spots(drawing, run, axis);
    carom_drawing_array(drawing, "TOUCHES", run->recorded.solvers);
    for (size_t s = 0; s < run->recorded.solvers; s++) {
        line l = {&run->data.scenario.problem, &run->recorded.solver[s], axis, NULL};
        add_solver(drawing, &l, s);
    }
}
