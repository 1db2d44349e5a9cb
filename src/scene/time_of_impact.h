/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * When two balls meet, and whether they touch.
 */
#ifndef CAROM_SCENE_TIME_OF_IMPACT_H
#define CAROM_SCENE_TIME_OF_IMPACT_H

#include "scene/boundaries/torus.h"
#include <carom/vec.h>
#include <math.h>
#include <stdbool.h>

/** Whether balls @p i and @p j touch, the centre of the latter being @p way (m) from the former's;
 * on a periodic table in the nearest image. A gap of up to 1e-9 of r1 + r2 is rounding. */
static inline bool carom_balls_touch(const carom_problem *problem, size_t i, size_t j,
                                     carom_vec way)
{
    const double rounding = 1e-9;
    double reach = (problem->ball[i].radius_m + problem->ball[j].radius_m) * (1 + rounding);
    return carom_vec_square(carom_torus_shortest(problem, way)) <= reach * reach;
}

/** Time (s, >= 0) until two balls on straight paths touch, INFINITY if they never do, or surely not
 *  before @p latest_s.
 *
 *  |d + w t|^2 = reach^2 with p = d.w, c = |d|^2 - reach^2 has the first root
 *  t = c/(-p + sqrt(disc)), disc = p^2 - |w|^2 c. In this form nothing cancels, a touching pair
 *  gives 0 and an overlap by rounding gives a time that is clamped to 0: the robust version of the
 *  billiard blog's part 2, whose own form drops contacts at t = 0 and runs the clock backwards.
 *  disc = reach^2 |w|^2 - (d x w)^2 is the same number without the cancellation at distance.
 *  Because sqrt(disc) <= -p for c >= 0, t is at least c/(-2p): most pairs are done with before a
 * root. In the header because it is the innermost loop of the impulse solver.
 *  @param d  centre of 2 minus centre of 1, m
 *  @param w  velocity of 2 minus that of 1, m/s
 *  @param reach  r1 + r2, m
 *  @param quiet_mps  approach slower than this is rounding and never leads to a collision */
static inline double carom_time_of_impact(carom_vec d, carom_vec w, double reach, double quiet_mps,
                                          double latest_s)
{
    double p = carom_vec_dot(d, w), d2, c, cross, disc, t;
    if (p >= 0) {
        return INFINITY;
    }
    d2 = carom_vec_square(d);
    c = d2 - reach * reach;
    if (c > -2 * p * latest_s || p * p <= quiet_mps * quiet_mps * d2) {
        return INFINITY;
    }
    cross = carom_vec_cross(d, w);
    disc = reach * reach * carom_vec_square(w) - cross * cross;
    if (disc <= 0) {
        return INFINITY;
    }
    t = c / (-p + sqrt(disc));
    return t > 0 ? t : 0;
}

#endif
