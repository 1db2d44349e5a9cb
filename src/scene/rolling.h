/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Straight motion slowed by rolling resistance and air drag, v' = -(a + b v^2) until it stops, in
 * closed form, and when two such balls meet.
 *
 * With th0 = atan(v0 sqrt(b/a)), w = sqrt(a b):  v = sqrt(a/b) tan(th0 - w t),
 * s = (1/b) ln(cos(th0 - w t)/cos th0), stop at t = th0/w, s = ln(1 + b v0^2/a)/(2b). The limits b
 * -> 0 (v = v0 - a t) and a -> 0 (v = v0/(1 + b v0 t), never stops) are taken where the general
 * form would lose digits. Needs atan, tan, log and exp: where friction is in, bits are promised per
 * C library and processor only.
 */
#ifndef CAROM_SCENE_ROLLING_H
#define CAROM_SCENE_ROLLING_H

#include <carom/vec.h>
#include <stdbool.h>

/** Deceleration a + b v^2; a in m/s^2, b in 1/m, both >= 0. */
typedef struct {
    double a, b;
} carom_rolling;

/** Speed (m/s) and distance (m) after t >= 0 from the speed v0 >= 0; t may be INFINITY. */
double carom_rolling_speed(carom_rolling r, double v0, double t);
double carom_rolling_distance(carom_rolling r, double v0, double t);

/** When it stops (s); INFINITY without rolling resistance. 0 at rest. */
double carom_rolling_stop(carom_rolling r, double v0);

/** When it has gone s >= 0 (m); INFINITY if it stops before. */
double carom_rolling_time(carom_rolling r, double v0, double s);

/** Kinetic energy per mass (J/kg) lost on the first s metres: (v0^2 + a/b)(1 - exp(-2 b s))/2. */
double carom_rolling_loss(carom_rolling r, double v0, double s);

/** One ball of a pair: where it is, how fast and in which direction (unit vector) it goes. */
typedef struct {
    carom_vec at, along;
    double speed;
    carom_rolling r;
} carom_roller;

/** Time (s) until two rolling balls touch at distance `reach`, INFINITY if they never do within
 *  @p horizon_s. No contact is missed, grazing ones included: see scene/impact_search.h. */
double carom_rolling_time_of_impact(const carom_roller *p, const carom_roller *q, double reach,
                                    double quiet_mps, double horizon_s);

#endif
