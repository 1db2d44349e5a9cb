/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The sides of the box [0, width] x [0, height], by carom_wall: a rectangle's parts. They are what
 * most tables have, so they are written out here, for loops that turn on them.
 */
#ifndef CAROM_SCENE_BOUNDARIES_RECTANGLE_H
#define CAROM_SCENE_BOUNDARIES_RECTANGLE_H

#include <carom/shape.h>

/** carom_curve's `beyond` of a side; for any place and any reach >= 0. The line less the place
 * first: near the wall that is exact. */
static inline carom_beyond carom_side_beyond(double width_m, double height_m, size_t side,
                                             carom_vec at, double reach_m)
{
    carom_vec normal = carom_wall_normals[side];
    double line = side == CAROM_RIGHT ? width_m : (side == CAROM_TOP ? height_m : 0);
    double distance = line - carom_vec_dot(normal, at);
    return (carom_beyond){reach_m - distance, normal};
}

/** carom_curve's `touch_s` of a side. */
double carom_side_touch_s(double width_m, double height_m, size_t side, const carom_way *way,
                          double reach_m, double quiet_mps);

/** "left", "right", "bottom" or "top". */
const char *carom_side_name(size_t side);

#endif
