/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/time_of_impact.h"
#include <math.h>

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

double carom_time_of_impact_published(double dx, double dy, double dvx, double dvy, double reach)
{
    double p = dx * dvx + dy * dvy, v2 = dvx * dvx + dvy * dvy;
    double q = p * p - v2 * (dx * dx + dy * dy - reach * reach), t;
    if (p >= 0 || q < 0) {
        return INFINITY;
    }
    t = (-p - sqrt(q)) / v2;
    return t == 0 ? INFINITY : t;
}

void carom_times_of_impact(const carom_meetings *at, size_t count, double vx, double vy, double quiet_mps)
{
    const double *restrict x = at->dx, *restrict y = at->dy, *restrict u = at->vx, *restrict v = at->vy;
    const double *restrict reach = at->reach;
    double *restrict time = at->time, quiet2 = quiet_mps * quiet_mps;
    for (size_t k = 0; k < count; k++) {
        double dx = x[k], dy = y[k], dvx = u[k] - vx, dvy = v[k] - vy, r2 = reach[k] * reach[k];
        double p = dx * dvx + dy * dvy, d2 = dx * dx + dy * dy, cross = dx * dvy - dy * dvx;
        double disc = r2 * (dvx * dvx + dvy * dvy) - cross * cross;
        double t = (d2 - r2) / (-p + sqrt(disc > 0 ? disc : 0));
        t = t > 0 ? t : 0;
        t = p < 0 ? t : INFINITY;
        t = p * p > quiet2 * d2 ? t : INFINITY;
        time[k] = disc > 0 ? t : INFINITY;
    }
}
