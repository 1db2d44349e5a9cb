/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/animation/animation.h"
#include <math.h>
#include <stdbool.h>

enum { SPOT_CORNERS = 24 };

/* Radius of the spot, of that of the ball: sine of the angle that it covers. */
static const double spot_size = 0.25;
static const double pi = 3.14159265358979323846;

/* v turned by the unit quaternion q: v + 2 u x (u x v + w v), u = (x, y, z). */
static void turn(const double q[4], const double v[3], double turned[3])
{
    const double *u = &q[1];
    double c[3] = {u[1] * v[2] - u[2] * v[1] + q[0] * v[0], u[2] * v[0] - u[0] * v[2] + q[0] * v[1],
                   u[0] * v[1] - u[1] * v[0] + q[0] * v[2]};
    turned[0] = v[0] + 2 * (u[1] * c[2] - u[2] * c[1]);
    turned[1] = v[1] + 2 * (u[2] * c[0] - u[0] * c[2]);
    turned[2] = v[2] + 2 * (u[0] * c[1] - u[1] * c[0]);
}

/* The edge of the spot about the direction s as seen from above, on a ball of radius 1: a circle on
 * the sphere, foreshortened to an ellipse; what lies behind the rim is on the rim. @return false:
 * all of it is behind */
static bool spot_corner(const double s[3], double around, double corner[2])
{
    double flat = sqrt(s[0] * s[0] + s[1] * s[1]), ex = flat > 0 ? s[0] / flat : 1,
           ey = flat > 0 ? s[1] / flat : 0;
    double along = spot_size * cos(around), across = spot_size * sin(around),
           out = sqrt(1 - spot_size * spot_size);
    /* in the frame of s: e1 = (s_z e, -|s_xy|) lies in the plane of s and the vertical, e2 = (-e_y,
     * e_x, 0) is horizontal */
    double z = out * s[2] - along * flat, x = out * s[0] + along * s[2] * ex - across * ey,
           y = out * s[1] + along * s[2] * ey + across * ex;
    double rim = sqrt(x * x + y * y);
    corner[0] = z < 0 && rim > 0 ? x / rim : x;
    corner[1] = z < 0 && rim > 0 ? y / rim : y;
    return z >= 0;
}

/* Where the spot of a ball is before it has rolled. */
static void spot_at_start(const carom_scenario *scenario, size_t ball, double s[3])
{
    static const double top[2] = {0, 0};
    const double *at = ball < scenario->balls.count
                         ? ((const carom_scenario_ball *)scenario->balls.items)[ball].spot_rad
                         : top;
    s[0] = sin(at[1]) * cos(at[0]);
    s[1] = sin(at[1]) * sin(at[0]);
    s[2] = cos(at[1]);
}

static void write_outline(FILE *stream, double x, double y, double radius, const double s[3])
{
    double corner[SPOT_CORNERS][2];
    bool seen = false;
    for (int k = 0; k < SPOT_CORNERS; k++) {
        bool above = spot_corner(s, 2 * pi * k / SPOT_CORNERS, corner[k]);
        seen = seen || above;
    }
    for (int k = 0; k <= SPOT_CORNERS && seen; k++) {
        fprintf(stream, "%.6g\t%.6g\n", x + radius * corner[k % SPOT_CORNERS][0],
                y + radius * corner[k % SPOT_CORNERS][1]);
    }
    fputs(seen ? "\n" : "", stream);
}

void carom_spot_of(const carom_scenario *scenario, size_t ball, const double q[4], double spot[3])
{
    double before[3];
    spot_at_start(scenario, ball, before);
    turn(q, before, spot);
}

void carom_spot_write(FILE *stream, const carom_scenario *scenario, size_t ball, const double q[4],
                      carom_vec place, double radius_m)
{
    double s[3];
    carom_spot_of(scenario, ball, q, s);
    write_outline(stream, place.x, place.y, radius_m, s);
}
