/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact time of a falling point and a line. */
#include "scene/boundaries.h"

const carom_vec carom_wall_normals[CAROM_WALL_COUNT] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

/* First root of d + u t + a t^2/2 = 0 with decreasing d. */
double carom_time_to_line(double d, double u, double a)
{
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
    double root = sqrt(u * u - 2 * a * d);
    return u > 0 ? (u + root) / -a : (d > 0 ? 2 * d / (-u + root) : 0);
}
