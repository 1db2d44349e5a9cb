/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <carom/problem.h>
#include <carom/shape.h>

#include <math.h>

/* ---- parts ----
 * Boundaries consist of straight edges, concave arcs and inward corners. A part ends where the next
 * one begins; a point in front of both counts to the first. */

/** Curves of the parts below. */
extern const carom_curve carom_edge_curve, carom_arc_curve, carom_corner_curve;

/** For contact times, a part extends beyond its ends by this fraction of its size: rounding must
 * not make a ball miss both parts at a joint. */
#define CAROM_JOINT_ROUNDING 1e-12

/** Make an edge between two different points, with the table on its left (@p side 1) or right (-1).
 * It reflects balls up to @p extension_m beyond its ends. */
carom_part carom_edge(carom_vec from_m, carom_vec to_m, double side, const double extension_m[2],
                      const char *name);

/** Make an arc around @p centre_m, counterclockwise, with the table on the side of the center. It
 * contains the directions whose angle to the unit vector @p middle has at least this cosine;
 * CAROM_FULL_CIRCLE: all. */
carom_part carom_arc(carom_vec centre_m, double radius_m, carom_vec middle, double cosine,
                     const char *name);
#define CAROM_FULL_CIRCLE (-2.0)

/** Make a round post of @p radius_m >= 0, or with radius 0 the corner between an edge along the
 * unit vector @p before and one along @p after: it reflects balls that are past the first edge and
 * not yet in front of the second. Both (0, 0): all balls. */
carom_part carom_corner(carom_vec position_m, double radius_m, carom_vec before, carom_vec after,
                        const char *name);

/** Position after @p t_s. */
static inline carom_vec carom_path_position(const carom_path *path, double t_s)
{
    return carom_vec_free_fall(path->at, path->v, path->a, t_s);
}

/* ---- line ---- */

/** Time (s, >= 0) until a point at distance d >= 0 (m) from a line reaches it, or INFINITY.
 * Velocity u (m/s) and acceleration a (m/s^2) are positive away from the line. A negative d is
 * rounding and counts as 0. A point on the line that moves away does not reach it at t = 0. */
double carom_time_to_line(double d, double u, double a);

/** Path relative to a side of a box: distance from a line along the side (m), velocity (m/s) and
 * acceleration (m/s^2), positive into the box. */
typedef struct {
    double d, u, a;
} carom_side_path;

/** Path relative to a side. @param side  carom_wall  @param line_m  x or y of the line */
static inline carom_side_path carom_path_to_side(int side, double line_m, const carom_path *path)
{
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    return (carom_side_path){sign * ((vertical ? path->at.y : path->at.x) - line_m),
                             sign * (vertical ? path->v.y : path->v.x),
                             sign * (vertical ? path->a.y : path->a.x)};
}

/* ---- rectangle ----
 * Sides of the box [0, width] x [0, height], indexed by carom_wall. Most tables are rectangles, and
 * the inner loops of solvers inline these functions. */

/** `beyond` of carom_curve for a side, any position and any reach >= 0. The difference of line and
 * position is exact near the wall, so it is taken first. */
static inline carom_wall_overlap carom_side_overlap(double width_m, double height_m, size_t side,
                                                    carom_vec at, double reach_m)
{
    carom_vec normal = carom_wall_normals[side];
    double line = side == CAROM_RIGHT ? width_m : (side == CAROM_TOP ? height_m : 0);
    double distance = line - carom_vec_dot(normal, at);
    return (carom_wall_overlap){reach_m - distance, normal};
}

/** `contact_time` of carom_curve for a side. */
double carom_side_contact_time(double width_m, double height_m, size_t side, const carom_path *path,
                               double reach_m, double rounding_mps);

/** Name of a side: "left", "right", "bottom" or "top". */
const char *carom_side_name(size_t side);

/* ---- periodic table ---- */

/** Coordinate folded into [0, length). */
static inline double carom_torus_fold(double coordinate_m, double length_m)
{
    double inside = coordinate_m - length_m * floor(coordinate_m / length_m);
    return inside < length_m ? inside : 0; /* rounding can reach the length itself */
}

/** Difference of coordinates to the nearest image. */
static inline double carom_torus_nearest_image(double difference_m, double length_m)
{
    return difference_m - length_m * floor(difference_m / length_m + 0.5);
}

/** Displacement to the nearest image on a periodic table; unchanged on other tables. */
static inline carom_vec carom_torus_shortest(const carom_problem *problem, carom_vec displacement)
{
    return problem->boundary != CAROM_PERIODIC
             ? displacement
             : (carom_vec){carom_torus_nearest_image(displacement.x, problem->width_m),
                           carom_torus_nearest_image(displacement.y, problem->height_m)};
}

/** Position folded into a periodic table. */
static inline carom_vec carom_torus_fold_position(const carom_problem *problem, carom_vec at)
{
    return (carom_vec){carom_torus_fold(at.x, problem->width_m),
                       carom_torus_fold(at.y, problem->height_m)};
}
