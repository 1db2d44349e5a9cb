/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <carom/problem.h>

#include <math.h>

/* ---- shapes ----
 * The shape of the table is a list of parts (edges, arcs, corners) that a ball can touch. Only the
 * parts compute overlaps, normals and contact times with the boundary. */

/** Overlap of a disc with a part of the boundary. */
typedef struct {
    double overlap_m; /**< < 0: gap; -INFINITY: the disc is not in front of this part */
    carom_vec normal; /**< outward unit normal at the point nearest to the disc */
} carom_wall_overlap;

/** Path of a ball at constant acceleration. */
typedef struct {
    carom_vec at, v, a; /**< position (m), velocity (m/s), acceleration (m/s^2) */
} carom_path;

/** Geometry of one kind of part.
 *  - `overlap`: overlap of a disc of radius @p reach_m > 0 around `at`, inside the table or
 *    overlapping the part by less than its radius. Every point is in front of one part; at an
 *    outward corner a disc touches both edges.
 *  - `contact_time`: time >= 0 until the disc touches the part from inside, INFINITY if it does
 *    not. An approach slower than @p rounding_mps is rounding. In closed form where one exists,
 *    with + - * / and sqrt only. Near the joint of two parts both may return a time.
 *  - `normal_rotation_1pm`: rotation of the normal (rad) per meter that the disc moves along the
 *    part in contact: 0 for an edge, 1/(R - reach) inside an arc of radius R, < 0 for a convex
 *    obstacle.
 *  - `point`: point of the part at s, 0 at its beginning to 1 at its end, for drawing. All parts
 *    run around the table in the same direction. A curve is drawn as `pieces` segments; 0: not
 *    drawn.
 *  - `crossings`: number of crossings of the ray from `at` along +x. A point is on the table if
 *    the sum over all parts is odd.
 *  - `length_m`: length.
 *  - `area_m2`: integral of (x dy - y dx)/2 along the part. The sum is the area of the table,
 *    apart from its sign. */
typedef struct {
    carom_wall_overlap (*overlap)(const carom_part *part, carom_vec at, double reach_m);
    double (*contact_time)(const carom_part *part, const carom_path *path, double reach_m,
                           double rounding_mps);
    double (*normal_rotation_1pm)(const carom_part *part, double reach_m);
    carom_vec (*point)(const carom_part *part, double s);
    int (*crossings)(const carom_part *part, carom_vec at);
    double (*length_m)(const carom_part *part);
    double (*area_m2)(const carom_part *part);
    int pieces;
} carom_curve;

/** A part of the boundary. The functions below make edges, arcs and corners. A
 * shape that has its own carom_curve defines the meaning of the members. */
struct carom_part {
    const carom_curve *curve;
    carom_vec from_m, to_m; /**< edge: its ends; arc: center; corner: position */
    carom_vec normal;       /**< edge: outward unit normal */
    /** unit vector. Edge: along it; arc: from center to middle; corner: along the edge before it */
    carom_vec along;
    carom_vec after;       /**< corner: unit vector along the edge after it */
    double length_m;       /**< edge */
    double radius_m;       /**< arc, corner */
    double cosine;         /**< arc: cosine of half its angle */
    double extension_m[2]; /**< edge: it reflects balls up to this distance beyond its ends */
    char name[32];         /**< name in collisions.tsv */
};

/** A shape. The table lies in [0, width] x [0, height] and touches both axes.
 *  - `check` reports invalid options, with keys relative to `table`; may be NULL.
 *  - `extent` computes width and height (m) from valid options.
 *  - `parts` returns the number of parts. `build` fills them: those that are drawn in order
 *    around the table, then the others.
 *  - `box`: the table is its bounding box, with the four sides as its parts (carom_wall). It may
 *    be periodic or open. `parts` and `build` are NULL. */
typedef struct {
    carom_entry about;
    void (*check)(const void *options, const carom_diagnostics *diagnostics);
    void (*extent)(const void *options, double *width_m, double *height_m);
    size_t (*parts)(const void *options);
    void (*build)(const void *options, carom_part *part);
    bool box;
} carom_shape;

/** Shape of an entry of carom_shapes. */
CAROM_ENTRY_ACCESSOR(carom_shape_of, carom_shape)

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
