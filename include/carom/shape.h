/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The boundary seam: what shape the table has, as parts (straight edges, arcs, corners) that a ball
 * can touch. Here alone it is said how far a ball is beyond a part, which way the normal points,
 * and when a ball on its way touches.
 */
#ifndef CAROM_SHAPE_H
#define CAROM_SHAPE_H

#include <carom/param.h>
#include <carom/problem.h>
#include <stdbool.h>
#include <stddef.h>

/** How a ball stands to a part. */
typedef struct {
    /** how deep it reaches beyond, m; below 0: the gap. -INFINITY: it is not before this part */
    double beyond_m;
    carom_vec normal; /**< unit, at the point that it is nearest to, out of the table */
} carom_beyond;

/** A ball on its way: place (m), velocity (m/s) and the constant acceleration (m/s^2). */
typedef struct {
    carom_vec at, v, a;
} carom_way;

/** What a part is: the one definition of how far, which way and when. Contract:
 *  - `beyond` is of a disc of @p reach_m > 0 about `at`, inside the table, or overlapping the part
 *    by less than its reach; parts divide the places before them among them, so that a disc on the
 *    seam of two smooth parts touches one of them; in a corner that points outwards it touches two;
 *  - `touch_s` is the time >= 0 until such a disc on its way touches the part from inside,
 *    approaching faster than @p quiet_mps (slower is rounding), INFINITY if it never does; in
 * closed form where there is one, with + - * / and sqrt alone. Near the seam of two parts both may
 * say so;
 *  - `turn_1pm` is the angle (rad) by which the normal turns for each metre that such a disc moves
 *    along the part in touch: 0 of an edge, 1/(R - reach) of an arc of radius R from inside, below
 * 0 where the part bulges into the table;
 *  - `point` is where the part is drawn, s from 0 (where the part begins) to 1, going round the
 *    table in one direction, in `pieces` straight pieces (0: a point, nothing to draw);
 *  - `crossings` is how often the part crosses the ray from `at` along +x: a place is on the
 * table where all of them together are odd;
 *  - `length_m`, and `area_m2`, the integral of (x dy - y dx)/2 along the part: over all parts the
 *    area of the table, its sign aside. */
typedef struct {
    carom_beyond (*beyond)(const carom_part *part, carom_vec at, double reach_m);
    double (*touch_s)(const carom_part *part, const carom_way *way, double reach_m,
                      double quiet_mps);
    double (*turn_1pm)(const carom_part *part, double reach_m);
    carom_vec (*point)(const carom_part *part, double s);
    int (*crossings)(const carom_part *part, carom_vec at);
    double (*length_m)(const carom_part *part);
    double (*area_m2)(const carom_part *part);
    int pieces;
} carom_curve;

/** A part, made by carom_edge and its like (src/scene/boundaries.h), or by a shape that
 * brings a curve of its own. Which members count is the curve's to say. */
struct carom_part {
    const carom_curve *curve;
    carom_vec from_m, to_m; /**< edge: its ends; arc: the centre; corner: its place */
    carom_vec normal;       /**< edge: unit, out of the table */
    /** unit; edge: from its beginning to its end; arc: to its middle; corner: along the edge before
     */
    carom_vec along;
    carom_vec after;   /**< corner: unit, along the edge after */
    double length_m;   /**< edge */
    double radius_m;   /**< arc, corner */
    double cosine;     /**< arc: of half the angle that it goes over */
    double spare_m[2]; /**< edge: how far beyond its ends it still turns a ball */
    char name[32];     /**< as collisions.tsv has it */
};

/** A shape of table. Contract: the table lies in [0, width] x [0, height] and touches both axes
 * from inside;
 *  - `check` reports what is wrong with the options (key relative to `table`); may be NULL;
 *  - `extent` gives width and height, m, of options that `check` found nothing wrong with;
 *  - `parts` is how many parts it has; `build` fills so many, the drawn ones in their order round
 *    the table;
 *  - `box`: it fills its box, whose four sides are its parts (carom_wall): it may be periodic, with
 *    the box as the period, or open; `parts` and `build` are NULL, as everybody knows these sides.
 */
typedef struct {
    carom_entry about;
    void (*check)(const void *options, const carom_findings *findings);
    void (*extent)(const void *options, double *width_m, double *height_m);
    size_t (*parts)(const void *options);
    void (*build)(const void *options, carom_part *part);
    bool box;
} carom_shape;

/** The shape that an entry of carom_shapes is of. */
CAROM_ENTRY_ACCESSOR(carom_shape_of, carom_shape)

/** The list: one new file in src/scene/ and one X here. */
#define CAROM_SHAPES(X) X(rectangle) X(circle) X(stadium) X(polygon)

#define X(name) extern const carom_shape carom_shape_##name;
CAROM_SHAPES(X)
#undef X
extern const carom_seam carom_shapes;

/** Gives the problem's table the shape that is chosen: its width and height, its parts and its
 * name. The options must be right by `check`. */
CAROM_CHECKED carom_status carom_problem_set_shape(carom_problem *problem,
                                                   const carom_choice *shape, carom_error *error);

#endif
