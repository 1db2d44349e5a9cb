/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boundary map of a billiard (Birkhoff coordinates): arc length along the walls and sine of the
 * angle of incidence of each wall hit. */
#include "figures/run/run_figures.h"

/* Hits drawn per solver; fewer show no structure. */
enum { MAX_HITS = 10000, MIN_HITS = 100 };

/* ---- arc length ---- */

/* Position along a part, 0 to 1, of its point nearest to @p at. Works for every
 * shape: the interval around the best of 17 points shrinks to a quarter in each round. */
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
            if (distance < least) {
                least = distance;
                s = trial;
            }
        }
    }
    return s;
}

/* Arc length on a rectangle, counterclockwise from the lower left corner. */
static double box_arc_length(const carom_problem *problem, size_t side, carom_vec at)
{
    double width = problem->width_m, height = problem->height_m;
    switch (side) {
    case CAROM_BOTTOM: return at.x;
    case CAROM_RIGHT: return width + at.y;
    case CAROM_TOP: return 2 * width + height - at.x;
    default: return 2 * (width + height) - at.y;
    }
}

double carom_boundary_arc_length(const carom_problem *problem, size_t wall, carom_vec at)
{
    double before = 0;
    if (problem->part == NULL) {
        return box_arc_length(problem, wall, at);
    }
    for (size_t k = 0; k < wall; k++) {
        before += problem->part[k].curve->length_m(&problem->part[k]);
    }
    return before + nearest_fraction(&problem->part[wall], at) *
                        problem->part[wall].curve->length_m(&problem->part[wall]);
}

/* Arc length at the beginning of a fixed ball's circumference, which comes after the walls and the
 * fixed balls before it; for the number of balls, the total. */
static double post_begin(const carom_problem *problem, size_t ball)
{
    double length = problem->boundary == CAROM_WALLS ? carom_walls_length(problem) : 0;
    for (size_t i = 0; i < ball; i++) {
        length += problem->ball[i].fixed ? 2 * CAROM_PI * problem->ball[i].radius_m : 0;
    }
    return length;
}

/* ---- hits ---- */

typedef struct {
    double arc_m, sine;
} hit;

/* Knot of a ball's track nearest to a time. */
static const carom_knot *nearest_knot(const carom_tracks *tracks, size_t ball, double t_s)
{
    const carom_knot *knot = carom_tracks_knot(tracks, ball, t_s),
                     *end = &tracks->knot[tracks->first[ball + 1]];
    return knot + 1 < end && knot[1].t_s - t_s < t_s - knot->t_s ? knot + 1 : knot;
}

/* Computes the coordinates of a hit of a wall or a fixed ball. The angle is counted from the normal
 * @p n, which points out of the table; along a wall it is positive counterclockwise. */
static hit locate(const carom_tracks *tracks, const carom_recorded_impact *one)
{
    const carom_problem *problem = tracks->problem;
    size_t a = carom_problem_ball_called(problem, one->a),
           b = one->wall ? problem->count : carom_problem_ball_called(problem, one->b);
    bool swapped = b < problem->count && problem->ball[a].fixed;
    size_t ball = swapped ? b : a, post = swapped ? a : b;
    carom_vec n = swapped ? carom_vec_scale(-1, one->normal) : one->normal,
              v = nearest_knot(tracks, ball, one->t_s)->in,
              at = carom_vec_add_scaled(carom_tracks_position(tracks, ball, one->t_s),
                                        carom_walls_reach(problem, problem->ball[ball].radius_m),
                                        n);
    hit h = {.sine = carom_vec_cross(n, v) / carom_vec_length(v)};
    h.arc_m = one->wall ? carom_boundary_arc_length(problem, carom_wall_find(problem, one->b), at)
                        : post_begin(problem, post) +
                              problem->ball[post].radius_m * (CAROM_PI + atan2(n.y, n.x));
    return h;
}

static bool is_hit(const carom_problem *problem, const carom_recorded_impact *one)
{
    size_t a = carom_problem_ball_called(problem, one->a),
           b = carom_problem_ball_called(problem, one->b);
    if (one->wall) {
        return a < problem->count && carom_wall_find(problem, one->b) < carom_walls_count(problem);
    }
    return a < problem->count && b < problem->count &&
           problem->ball[a].fixed != problem->ball[b].fixed;
}

/* Counts hits up to MAX_HITS. @param end  receives the number of collisions up to the sample after
 * the last of them */
static size_t count_hits(const carom_run_records *run, size_t solver, size_t *end)
{
    const carom_recorded_solver *recorded = &run->recorded.solver[solver];
    size_t count = 0;
    for (*end = 0; *end < recorded->impacts && count < MAX_HITS; ++*end) {
        count += is_hit(&run->data.scenario.problem, &recorded->impact[*end]);
    }
    if (recorded->state == NULL) {
        return 0;
    }
    if (*end > 0) { /* tracks join the next sample */
        double spacing_s = recorded->state[recorded->states - 1].t_s / (double)recorded->samples,
               until_s = recorded->impact[*end - 1].t_s + 2 * spacing_s;
        while (*end < recorded->impacts && recorded->impact[*end].t_s <= until_s) {
            ++*end;
        }
    }
    return count;
}

/* Locates the first hits of a solver. @return their number
 * @param hits  receives them, to be freed; NULL if memory runs out */
static size_t locate_all(const carom_run_records *run, size_t solver, hit **hits)
{
    carom_recorded_solver recorded = run->recorded.solver[solver];
    const carom_problem *problem = &run->data.scenario.problem;
    carom_tracks tracks;
    size_t most = count_hits(run, solver, &recorded.impacts), count = 0;
    *hits = calloc(most + 1, sizeof **hits);
    if (*hits == NULL || most == 0) {
        return 0;
    }
    if (carom_tracks_build(&tracks, problem, &recorded, NULL, NULL) == CAROM_OK) {
        for (size_t i = 0; i < recorded.impacts && count < most; i++) {
            if (is_hit(problem, &recorded.impact[i])) {
                (*hits)[count] = locate(&tracks, &recorded.impact[i]);
                count += isfinite((*hits)[count].sine) ? 1 : 0;
            }
        }
    }
    carom_tracks_free(&tracks);
    return count;
}

const char *carom_birkhoff_obstacle(const carom_run_records *run)
{
    size_t end;
    return run->recorded.solver[run->data.reference].state == NULL ? "too many balls"
         : count_hits(run, run->data.reference, &end) < MIN_HITS
             ? "fewer than 100 hits of walls and fixed balls"
             : NULL;
}

/* ---- panel ---- */

/* Defines where parts of the walls and fixed balls begin, and the total. */
static void define_parts(carom_drawing *drawing, const carom_problem *problem)
{
    const double side[] = {0, problem->width_m, problem->width_m + problem->height_m,
                           2 * problem->width_m + problem->height_m};
    size_t walls = carom_walls_count(problem), parts = 0;
    double begin_m = 0;
    carom_drawing_array(drawing, "BOUND", walls + problem->count + 1);
    for (size_t k = 0; k < walls; k++) {
        carom_drawing_number_at(drawing, "BOUND", parts++,
                                problem->part == NULL ? side[k] : begin_m);
        begin_m += problem->part == NULL ? 0 : problem->part[k].curve->length_m(&problem->part[k]);
    }
    for (size_t i = 0; i < problem->count; i++) {
        if (problem->ball[i].fixed) {
            carom_drawing_number_at(drawing, "BOUND", parts++, post_begin(problem, i));
        }
    }
    carom_drawing_number_at(drawing, "BOUND", parts, post_begin(problem, problem->count));
    carom_drawing_count(drawing, "BOUNDS", parts);
}

void carom_birkhoff_add(carom_drawing *drawing, const carom_run_records *run)
{
    define_parts(drawing, &run->data.scenario.problem);
    carom_drawing_array(drawing, "HITS", run->data.solvers);
    for (size_t i = 0; i < run->data.solvers; i++) {
        hit *hits = NULL;
        size_t count = locate_all(run, i, &hits);
        carom_block block;
        carom_block_begin(&block, "arc_m\tsine");
        for (size_t k = 0; k < count; k++) {
            carom_block_add_row(&block, (double[]){hits[k].arc_m, hits[k].sine}, 2);
        }
        carom_drawing_count_at(drawing, "HITS", i, count);
        carom_block_end(&block, drawing, "HIT", i);
        free(hits);
    }
}
