/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * When a falling point and a line meet.
 */
#ifndef CAROM_SCENE_BOUNDARIES_LINE_H
#define CAROM_SCENE_BOUNDARIES_LINE_H

#include <carom/shape.h>

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
static inline carom_across carom_across_side(int side, double line_m, const carom_way *way)
{
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    return (carom_across){sign * ((vertical ? way->at.y : way->at.x) - line_m),
                          sign * (vertical ? way->v.y : way->v.x),
                          sign * (vertical ? way->a.y : way->a.x)};
}

#endif
