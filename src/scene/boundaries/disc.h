/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * When a point on its way, straight or a parabola, crosses a circle about the origin.
 */
#ifndef CAROM_SCENE_BOUNDARIES_DISC_H
#define CAROM_SCENE_BOUNDARIES_DISC_H

#include <carom/shape.h>

/** Times of one kind of crossing, s, rising; a parabola has two at most. */
typedef struct {
    double t_s[3];
    int count;
} carom_crossings;

/** When it comes out of a circle of @p radius_m > 0. A point on the circle, or a rounding outside,
 * that moves out does so at 0. Straight: |x + v t| = R, the later root,
 * t = (-x.v + sqrt(R^2 v^2 - (x cross v)^2))/v^2. */
carom_crossings carom_disc_leave(const carom_way *way, double radius_m);

/** When it comes into the circle, faster than @p quiet_mps; the earlier root. */
carom_crossings carom_disc_enter(const carom_way *way, double radius_m, double quiet_mps);

/** Where it is after @p t_s. */
static inline carom_vec carom_way_at(const carom_way *way, double t_s)
{
    return carom_vec_fallen(way->at, way->v, way->a, t_s);
}

#endif
