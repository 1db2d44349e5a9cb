/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/orientation.h"
#include <math.h>
#include <stdlib.h>

carom_quaternion carom_orientation_init(void)
{
    return (carom_quaternion){1, 0, 0, 0};
}

carom_quaternion *carom_orientation_new(size_t count)
{
    carom_quaternion *orientation = calloc(count + 1, sizeof *orientation);
    for (size_t i = 0; orientation != NULL && i < count; i++) {
        orientation[i] = carom_orientation_init();
    }
    return orientation;
}

static carom_quaternion product(carom_quaternion p, carom_quaternion q)
{
    return (carom_quaternion){p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
                              p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                              p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                              p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

/* By the angle |(x, y, z)| about (x, y, z), then normalised. */
static carom_quaternion turned(carom_quaternion q, double x, double y, double z)
{
    double angle = sqrt(x * x + y * y + z * z), part, norm;
    if (angle == 0) {
        return q;
    }
    part = sin(0.5 * angle) / angle;
    q = product((carom_quaternion){cos(0.5 * angle), part * x, part * y, part * z}, q);
    norm = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (carom_quaternion){q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

carom_quaternion carom_orientation_roll(carom_quaternion q, double dx, double dy, double r)
{
    return turned(q, -dy / r, dx / r, 0);
}

/* omega(t) = (-vy - gy t, vx + gx t, 0)/r. Over a part h from a velocity u the turn vector is
 * (-uy, ux) h/r + (-gy, gx) h^2/(2r) and, from the commutator, (h^3/12)(g x u)/r^2 about z. */
carom_quaternion carom_orientation_roll_curve(carom_quaternion q, const double v[2],
                                              const double g[2], double t, double r)
{
    /* (0.002)^5/720 per part is below rounding */
    static const double finest_turn = 0.002, most_parts = 1e6;
    double speed = sqrt(v[0] * v[0] + v[1] * v[1]), pull = sqrt(g[0] * g[0] + g[1] * g[1]);
    double parts = ceil((speed + pull * t) * t / r / finest_turn), h;
    parts = parts < 1 ? 1 : (parts < most_parts ? parts : most_parts);
    h = t / parts;
    for (double k = 0; k < parts; k++) {
        double ux = v[0] + g[0] * k * h, uy = v[1] + g[1] * k * h;
        double dx = h * (ux + 0.5 * h * g[0]), dy = h * (uy + 0.5 * h * g[1]);
        q = turned(q, -dy / r, dx / r, h * h * h / 12 * (g[0] * uy - g[1] * ux) / (r * r));
    }
    return q;
}
