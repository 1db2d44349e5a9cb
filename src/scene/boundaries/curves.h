/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What shapes are made of: straight edges, arcs that the table is inside of, and corners that point
 * inwards. A part ends where the next one of its shape begins: of a place right between them the
 * first says that it is before itself, and the second that it is not.
 */
#ifndef CAROM_SCENE_BOUNDARIES_CURVES_H
#define CAROM_SCENE_BOUNDARIES_CURVES_H

#include <carom/shape.h>

/** The curves of the parts below. */
extern const carom_curve carom_edge_curve, carom_arc_curve, carom_corner_curve;

/** Where times of touch are asked for, a place so near the end of a part (relative to the part's
 * size) is still before it: two parts that share a seam must not both leave it to the other. */
#define CAROM_SEAM_ROUNDING 1e-12

/** An edge between two different points, the table on its left (@p side 1) or right (-1); it turns
 * balls as far as @p spare_m beyond either end (0: not). */
carom_part carom_edge(carom_vec from_m, carom_vec to_m, double side, const double spare_m[2],
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

#endif
