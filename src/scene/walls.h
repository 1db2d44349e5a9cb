/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The walls of a problem's table, whatever its shape: parts numbered from 0, as collision logs do.
 * A ball may touch several at once (an outward corner): ask each of them.
 */
#ifndef CAROM_SCENE_WALLS_H
#define CAROM_SCENE_WALLS_H

#include "scene/boundaries/rectangle.h"
#include <carom/solver.h>

/** How many parts a ball can touch; 0 where there are no walls. */
static inline size_t carom_walls_count(const carom_problem *problem)
{
    if (problem->boundary != CAROM_WALLS) {
        return 0;
    }
    return problem->part == NULL ? CAROM_WALL_COUNT : problem->parts;
}

/** Whether there is a ball @p a, and a part of the wall, or a ball, @p b. */
static inline bool carom_walls_have(const carom_problem *problem, size_t a, bool wall, size_t b)
{
    return a < problem->count && b < (wall ? carom_walls_count(problem) : problem->count);
}

/** How far from its centre a ball of this radius touches a wall, m: its radius, or 0 where its
 * centre turns. */
static inline double carom_walls_reach(const carom_problem *problem, double radius_m)
{
    return problem->wall_contact == CAROM_SURFACE ? radius_m : 0;
}

/** How a disc of @p reach_m about a place stands to a part: see carom_curve. */
static inline carom_beyond carom_walls_beyond(const carom_problem *problem, size_t part,
                                              carom_vec place, double reach_m)
{
    const carom_part *at = problem->part;
    return at == NULL ? carom_side_beyond(problem->width_m, problem->height_m, part, place, reach_m)
                      : at[part].curve->beyond(&at[part], place, reach_m);
}

/** Time (s, >= 0) until such a disc on its way touches a part, INFINITY if it does not; an approach
 * of at most @p quiet_mps is rounding. */
static inline double carom_walls_touch_s(const carom_problem *problem, size_t part,
                                         const carom_way *way, double reach_m, double quiet_mps)
{
    const carom_part *at = problem->part;
    return at == NULL ? carom_side_touch_s(problem->width_m, problem->height_m, part, way, reach_m,
                                           quiet_mps)
                      : at[part].curve->touch_s(&at[part], way, reach_m, quiet_mps);
}

/** How the normal of a part turns for each metre that such a disc moves along it, rad. */
static inline double carom_walls_turn_1pm(const carom_problem *problem, size_t part, double reach_m)
{
    const carom_part *at = problem->part;
    return at == NULL ? 0 : at[part].curve->turn_1pm(&at[part], reach_m);
}

/** Whether such a disc is beyond no side of a rectangle, at one look; of other shapes: false. By
 * the differences that carom_side_beyond takes, so to the same bit. */
static inline bool carom_walls_clear(const carom_problem *problem, carom_vec at, double reach_m)
{
    return problem->part == NULL && !(reach_m - at.x > 0) &&
           !(reach_m - (problem->width_m - at.x) > 0) && !(reach_m - at.y > 0) &&
           !(reach_m - (problem->height_m - at.y) > 0);
}

/** The deepest that such a disc is beyond any part, m; the gap to the nearest, below 0, where it is
 * inside; -INFINITY without walls. */
double carom_walls_deepest(const carom_problem *problem, carom_vec at, double reach_m);

/** How far the free ball that is farthest beyond the walls reaches beyond them, m, and its number
 * in
 * @p number: at least its reach, if its centre is off the table. 0: every ball is within the walls,
 * but for a rounding error (1e-6 of its radius, 64 units in the last place of its position). */
double carom_walls_overlap(const carom_problem *problem, const carom_view *view, size_t *number);

/** CAROM_INTERNAL if a free ball reaches beyond the walls at @p t_s. */
CAROM_CHECKED carom_status carom_walls_check(const carom_problem *problem, const carom_view *view,
                                             double t_s, carom_error *error);

/** Whether a place is on the table. */
bool carom_walls_hold(const carom_problem *problem, carom_vec at);

/** Area of the table, m^2, and the length of its walls, m. */
double carom_walls_area(const carom_problem *problem);
double carom_walls_length(const carom_problem *problem);

/** Calls @p point for the table's outline, round and back to where it began, in straight pieces
 * short enough to be seen as a curve. */
void carom_walls_draw(const carom_problem *problem, void (*point)(void *context, carom_vec at),
                      void *context);

#endif
