/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * When two balls, or a ball and a line, meet.
 */
#ifndef CAROM_CORE_TIME_OF_IMPACT_H
#define CAROM_CORE_TIME_OF_IMPACT_H

/** Time (s, >= 0) until two balls on straight paths touch, INFINITY if they never do.
 *  @param dx, dy  centre of 2 minus centre of 1, m
 *  @param dvx, dvy  velocity of 2 minus that of 1, m/s
 *  @param reach  r1 + r2, m
 *  @param quiet_mps  approach slower than this is rounding and never leads to a collision */
double carom_time_of_impact(double dx, double dy, double dvx, double dvy, double reach,
                            double quiet_mps);

/** Time (s, >= 0) until a point at distance d >= 0 (m) above a line, moving away from it at u (m/s)
 *  under the acceleration a (m/s^2, > 0 away from the line), reaches it; INFINITY if it never does.
 *  A d below 0 (rounding) counts as 0. A point on the line that moves away is not on it at t = 0. */
double carom_time_to_line(double d, double u, double a);

#endif
