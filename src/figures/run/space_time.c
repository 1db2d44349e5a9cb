/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data blocks of positions over time along one axis. */
#include "figures/run/run_figures.h"

/* More collisions could not be distinguished. */
enum { MAX_COLLISIONS = 20000 };

/* ---- axis ---- */

/* Longest path of a ball of the reference along an axis, m. */
static double longest_path(const carom_run_records *run, int axis)
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
    return longest_path(run, 1) > longest_path(run, 0);
}

bool carom_space_time_applies(const carom_run_records *run)
{
    const double dominated = 0.1; /* relative to the path along the axis */
    double path_m[2];
    if (run->recorded.solver[run->data.reference].state == NULL) {
        return false;
    }
    path_m[0] = longest_path(run, 0);
    path_m[1] = longest_path(run, 1);
    return fmin(path_m[0], path_m[1]) < dominated * fmax(path_m[0], path_m[1]);
}

/* ---- blocks ---- */

static double position_at(const carom_tracks *tracks, int axis, size_t ball, double t_s)
{
    carom_vec position_m = carom_tracks_position(tracks, ball, t_s);
    return axis == 0 ? position_m.x : position_m.y;
}

/* Adds a ball's samples and collisions, with a gap where it crosses the edge of a periodic table.
 */
static void add_ball(carom_block *b, const carom_tracks *tracks, int axis, size_t ball)
{
    const carom_problem *problem = tracks->problem;
    double width = axis == 0 ? problem->width_m : problem->height_m, before = NAN;
    for (size_t k = tracks->first[ball]; k < tracks->first[ball + 1]; k++) {
        double t_s = tracks->knot[k].t_s, position_m = position_at(tracks, axis, ball, t_s);
        if (problem->boundary == CAROM_PERIODIC && fabs(position_m - before) > 0.5 * width) {
            carom_block_add_gap(b);
        }
        carom_block_add_row(b, (double[]){t_s, position_m}, 2);
        before = position_m;
    }
    carom_block_add_gap(b);
}

/* Time since the collision `last`, if it was between the same bodies, relative to the run. */
static double time_since(const carom_tracks *tracks, const carom_track_collision *one,
                         const carom_track_collision *last)
{
    double end_s = carom_tracks_spacing(tracks) * (double)(carom_tracks_samples(tracks) - 1);
    return last != NULL && last->a == one->a && last->b == one->b
             ? (one->from_s - last->from_s) / end_s
             : INFINITY;
}

/* Adds collisions: from centre to centre or, at a wall, to the surface. Walls along the axis are
 * skipped, and repetitions whose marks would merge: the ball rests. Other repetitions are points,
 * and all collisions if there are many. @return their number */
static size_t add_collisions(carom_block *b, const carom_tracks *tracks, int axis)
{
    const size_t many = 60;
    const double merged = 0.01, repeated = tracks->collisions > many ? INFINITY : 0.06;
    const carom_problem *problem = tracks->problem;
    const carom_track_collision *last = NULL;
    size_t collisions = 0;
    for (size_t k = 0; k < tracks->collisions; k++) {
        const carom_track_collision *one = &tracks->collision[k];
        double from = position_at(tracks, axis, one->a, one->from_s),
               reach = problem->wall_contact == CAROM_CENTRE ? 0 : problem->ball[one->a].radius_m,
               pushed = axis == 0 ? one->impulse.x : one->impulse.y,
               since = time_since(tracks, one, last);
        bool wall = one->b == problem->count;
        if ((!wall || pushed != 0) && since >= merged) {
            double to = wall ? from + copysign(reach, pushed)
                             : position_at(tracks, axis, one->b, one->from_s);
            carom_block_add_row(b, (double[]){one->from_s, from, since <= repeated ? from : to}, 3);
            if (since <= repeated && !wall) {
                carom_block_add_row(b, (double[]){one->from_s, to, to}, 3);
            }
            collisions++;
            last = one;
        }
    }
    return collisions;
}

static carom_status add_solver(carom_drawing *drawing, const carom_run_records *run, size_t solver,
                               int axis)
{
    carom_recorded_solver recorded = run->recorded.solver[solver];
    carom_tracks tracks;
    carom_block positions, collisions;
    recorded.impacts = recorded.impacts <= MAX_COLLISIONS ? recorded.impacts : 0;
    carom_status status = carom_tracks_build(&tracks, &run->data.scenario.problem, &recorded, NULL,
                                             NULL);
    carom_block_begin(&positions, "t_s\tplace_m");
    carom_block_begin(&collisions, "t_s\tfrom_m\tto_m");
    for (size_t i = 0; i < run->data.scenario.problem.count && status == CAROM_OK; i++) {
        add_ball(&positions, &tracks, axis, i);
    }
    carom_drawing_count_at(drawing, "TOUCHES", solver,
                           status == CAROM_OK ? add_collisions(&collisions, &tracks, axis) : 0);
    carom_block_end(&positions, drawing, "PLACE", solver);
    carom_block_end(&collisions, drawing, "TOUCH", solver);
    carom_tracks_free(&tracks);
    return status;
}

/* ---- walls and labels ---- */

typedef struct {
    double low, high;
} range;

static range occupied_range(const carom_run_records *run, int axis)
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

/* Defines the walls across the axis near the balls and extends the range to them. */
static void define_walls(carom_drawing *drawing, const carom_problem *problem, int axis, range *r)
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

static double final_position(const carom_recorded_solver *solver, const carom_problem *problem,
                             size_t ball, int axis)
{
    return solver->state[(solver->samples - 1) * problem->count + ball].x_m[axis];
}

/* The ball whose final positions differ most between solvers; its curves carry the solvers' labels.
 */
static size_t most_spread_ball(const carom_run_records *run, int axis)
{
    const carom_problem *problem = &run->data.scenario.problem;
    size_t found = 0;
    double widest = -1;
    for (size_t i = 0; i < problem->count; i++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t s = 0; s < run->recorded.solvers; s++) {
            double end = final_position(&run->recorded.solver[s], problem, i, axis);
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

/* Defines the labels at the ends of curves: SPOTWHO is the number of a solver, or 0 for the name of
 * a ball. */
static void define_labels(carom_drawing *drawing, const carom_run_records *run, int axis)
{
    const carom_problem *problem = &run->data.scenario.problem;
    size_t spread_ball = most_spread_ball(run, axis), spots = 0,
           most = run->recorded.solvers + problem->count;
    carom_drawing_array(drawing, "SPOT SPOTNAME SPOTWHO", most);
    for (size_t i = 0; i < problem->count; i++) {
        bool by_solver = i == spread_ball && run->recorded.solvers > 1;
        for (size_t s = 0; s < (by_solver ? run->recorded.solvers : 1); s++) {
            size_t shown = by_solver ? s : run->data.reference;
            carom_drawing_number_at(drawing, "SPOT", spots,
                                    final_position(&run->recorded.solver[shown], problem, i, axis));
            carom_drawing_text_at(drawing, "SPOTNAME", spots, problem->ball[i].name);
            carom_drawing_count_at(drawing, "SPOTWHO", spots++, by_solver ? s + 1 : 0);
        }
    }
    carom_drawing_count(drawing, "SPOTS", spots);
}

void carom_space_time_add(carom_drawing *drawing, const carom_run_records *run)
{
    int axis = axis_of(run);
    range r = occupied_range(run, axis);
    carom_drawing_text(drawing, "PLACEAXIS", axis == 0 ? "x" : "y");
    define_walls(drawing, &run->data.scenario.problem, axis, &r);
    carom_drawing_number(drawing, "PLACELOW", r.low);
    carom_drawing_number(drawing, "PLACEHIGH", r.high);
    define_labels(drawing, run, axis);
    carom_drawing_array(drawing, "TOUCHES", run->recorded.solvers);
    for (size_t s = 0; s < run->recorded.solvers; s++) {
        drawing->failed = add_solver(drawing, run, s, axis) != CAROM_OK || drawing->failed;
    }
}
