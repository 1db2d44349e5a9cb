/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/time_of_impact.h"
#include <math.h>

/* |dx + dv t|^2 = reach^2 with p = dx.dv, c = |dx|^2 - reach^2 has the first root
 * t = c/(-p + sqrt(disc)), disc = p^2 - |dv|^2 c. In this form nothing cancels, a touching pair
 * gives 0 and an overlap by rounding gives a time that is clamped to 0: the robust version of the
 * billiard blog's part 2, whose own form drops contacts at t = 0 and runs the clock backwards.
 * disc = reach^2 |dv|^2 - (dx x dv)^2 is the same number without the cancellation at distance. */
double carom_time_of_impact(double dx, double dy, double dvx, double dvy, double reach,
                            double quiet_mps)
{
    double p = dx * dvx + dy * dvy;
    double cross = dx * dvy - dy * dvx;
    double speed2 = dvx * dvx + dvy * dvy;
    double disc, distance, t;
    if (p >= 0) {
        return INFINITY;
    }
    disc = reach * reach * speed2 - cross * cross;
    if (disc <= 0) {
        return INFINITY;
    }
    distance = sqrt(dx * dx + dy * dy);
    if (-p <= quiet_mps * distance) {
        return INFINITY;
    }
    t = (distance - reach) * (distance + reach) / (-p + sqrt(disc));
    return t > 0 ? t : 0;
}

/* d + u t + a t^2/2 = 0, the first root that is entered from above. */
double carom_time_to_line(double d, double u, double a)
{
    double root;
    if (d < 0) {
        d = 0;
    }
    if (a >= 0) {
        double disc = u * u - 2 * a * d;
        if (u >= 0 || disc < 0) {
            return INFINITY;
        }
        return 2 * d / (-u + sqrt(disc)); /* a = 0: d/-u */
    }
    root = sqrt(u * u - 2 * a * d);
    return u > 0 ? (u + root) / -a : (d > 0 ? 2 * d / (-u + root) : 0);
}
