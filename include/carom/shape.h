/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of boundaries: the shape of the table as a list of parts (edges, arcs, corners) that a
 * ball can touch. Only the parts compute overlaps, normals and contact times with the boundary.
 */
#ifndef CAROM_SHAPE_H
#define CAROM_SHAPE_H

#include <carom/param.h>
#include <carom/problem.h>
#include <stdbool.h>
#include <stddef.h>

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
 *    with +
 *  - * / and sqrt only. Near the joint of two parts both may return a time.
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

/** A part of the boundary. The functions in src/scene/boundaries.h make edges, arcs and corners. A
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

/** All shapes. To add one, write a file in src/scene/ and append X(name) here. */
#define CAROM_SHAPES(X) X(rectangle) X(circle) X(stadium) X(polygon)

#define X(name) extern const carom_shape carom_shape_##name;
CAROM_SHAPES(X)
#undef X
extern const carom_interface carom_shapes;

/** Set the shape of a problem's table: width, height, parts and name. The options must have passed
 * `check`.
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_problem_set_shape(carom_problem *problem,
                                                   const carom_choice *shape, carom_error *error);

#endif
