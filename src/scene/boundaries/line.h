/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * When a falling point and a line meet.
 */
#ifndef CAROM_SCENE_BOUNDARIES_LINE_H
#define CAROM_SCENE_BOUNDARIES_LINE_H

/** Time (s, >= 0) until a point at distance d >= 0 (m) above a line, moving away from it at u (m/s)
 *  under the acceleration a (m/s^2, > 0 away from the line), reaches it; INFINITY if it never does.
 *  A d below 0 (rounding) counts as 0. A point on the line that moves away is not on it at t = 0.
 */
double carom_time_to_line(double d, double u, double a);

#endif
