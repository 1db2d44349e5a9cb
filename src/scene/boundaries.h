/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_BOUNDARIES_H
#define CAROM_INTERNAL_BOUNDARIES_H

#include <carom/problem.h>
#include <carom/shape.h>

#include <math.h>

/* ---- curves ----
 * What shapes are made of: straight edges, arcs that the table is inside of, and corners that point
 * inwards. A part ends where the next one of its shape begins: of a place right between them the
 * first says that it is before itself, and the second that it is not. */

/** The curves of the parts below. */
extern const carom_curve carom_edge_curve, carom_arc_curve, carom_corner_curve;

/** Where times of touch are asked for, a place so near the end of a part (relative to the part's
 * size) is still before it: two parts that share a seam must not both leave it to the other. */
#define CAROM_JOINT_ROUNDING 1e-12

/** An edge between two different points, the table on its left (@p side 1) or right (-1); it turns
 * balls as far as @p extension_m beyond either end (0: not). */
carom_part carom_edge(carom_vec from_m, carom_vec to_m, double side, const double extension_m[2],
                      const char *name);

/** An arc about @p centre_m, counterclockwise, the table on the side of the centre: of all the
 * directions from the centre those whose angle to the unit vector @p middle has at least this
 * cosine; CAROM_FULL_CIRCLE: all. */
carom_part carom_arc(carom_vec centre_m, double radius_m, carom_vec middle, double cosine,
                     const char *name);
#define CAROM_FULL_CIRCLE (-2.0)

/** A round post of @p radius_m >= 0: with 0 the corner where an edge along the unit vector @p
 * before ends and one along @p after begins, for balls that are past the one and not yet before the
 * other. Both (0, 0): for all. */
carom_part carom_corner(carom_vec place_m, double radius_m, carom_vec before, carom_vec after,
                        const char *name);

/* ---- disc ----
 * When a point on its way, straight or a parabola, crosses a circle about the origin. */

/** Times of one kind of crossing, s, rising; a parabola has two at most. */
typedef struct {
    double t_s[3];
    int count;
} carom_crossings;

/** When it comes out of a circle of @p radius_m > 0. A point on the circle, or a rounding outside,
 * that moves out does so at 0. Straight: |x + v t| = R, the later root,
 * t = (-x.v + sqrt(R^2 v^2 - (x cross v)^2))/v^2. */
carom_crossings carom_disc_exit_times(const carom_path *path, double radius_m);

/** When it comes into the circle, faster than @p rounding_mps; the earlier root. */
carom_crossings carom_disc_entry_times(const carom_path *path, double radius_m,
                                       double rounding_mps);

/** Where it is after @p t_s. */
static inline carom_vec carom_path_position(const carom_path *path, double t_s)
{
    return carom_vec_free_fall(path->at, path->v, path->a, t_s);
}

/* ---- line ----
 * When a falling point and a line meet. */

/** Time (s, >= 0) until a point at distance d >= 0 (m) above a line, moving away from it at u (m/s)
 *  under the acceleration a (m/s^2, > 0 away from the line), reaches it; INFINITY if it never does.
 *  A d below 0 (rounding) counts as 0. A point on the line that moves away is not on it at t = 0.
 */
double carom_time_to_line(double d, double u, double a);

/** A way as a side of a box sees it: distance from a line along the side (m), velocity (m/s) and
 * acceleration (m/s^2) away from it, into the box. */
typedef struct {
    double d, u, a;
} carom_across;

/** @param side  carom_wall  @param line_m  x or y of the line */
static inline carom_across carom_across_side(int side, double line_m, const carom_path *path)
{
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    return (carom_across){sign * ((vertical ? path->at.y : path->at.x) - line_m),
                          sign * (vertical ? path->v.y : path->v.x),
                          sign * (vertical ? path->a.y : path->a.x)};
}

/* ---- rectangle ----
 * The sides of the box [0, width] x [0, height], by carom_wall: a rectangle's parts. They are what
 * most tables have, so they are written out here, for loops that turn on them. */

/** carom_curve's `beyond` of a side; for any place and any reach >= 0. The line less the place
 * first: near the wall that is exact. */
static inline carom_wall_overlap carom_side_overlap(double width_m, double height_m, size_t side,
                                                    carom_vec at, double reach_m)
{
    carom_vec normal = carom_wall_normals[side];
    double line = side == CAROM_RIGHT ? width_m : (side == CAROM_TOP ? height_m : 0);
    double distance = line - carom_vec_dot(normal, at);
    return (carom_wall_overlap){reach_m - distance, normal};
}

/** carom_curve's `contact_time` of a side. */
double carom_side_contact_time(double width_m, double height_m, size_t side, const carom_path *path,
                               double reach_m, double rounding_mps);

/** "left", "right", "bottom" or "top". */
const char *carom_side_name(size_t side);

/* ---- torus ----
 * Coordinates on a periodic table. */

/** The coordinate inside [0, length). */
static inline double carom_torus_fold(double coordinate_m, double length_m)
{
    double inside = coordinate_m - length_m * floor(coordinate_m / length_m);
    return inside < length_m ? inside : 0; /* rounding can reach the length itself */
}

/** A difference of coordinates as that to the nearest image. */
static inline double carom_torus_nearest_image(double difference_m, double length_m)
{
    return difference_m - length_m * floor(difference_m / length_m + 0.5);
}

/** A way as that to the nearest image, where the table is periodic. */
static inline carom_vec carom_torus_shortest(const carom_problem *problem, carom_vec path)
{
    return problem->boundary != CAROM_PERIODIC
             ? path
             : (carom_vec){carom_torus_nearest_image(path.x, problem->width_m),
                           carom_torus_nearest_image(path.y, problem->height_m)};
}

/** A place as that of its image on the table. */
static inline carom_vec carom_torus_fold_position(const carom_problem *problem, carom_vec at)
{
    return (carom_vec){carom_torus_fold(at.x, problem->width_m),
                       carom_torus_fold(at.y, problem->height_m)};
}

#endif
