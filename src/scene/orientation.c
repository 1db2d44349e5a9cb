/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/scene.h"
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

/* By the angle |(tilt, twist)| about that axis, then normalised. */
static carom_quaternion turned(carom_quaternion q, carom_vec tilt, double twist)
{
    double angle = sqrt(carom_vec_square(tilt) + twist * twist), part, norm;
    if (angle == 0) {
        return q;
    }
    part = sin(0.5 * angle) / angle;
    q = product((carom_quaternion){cos(0.5 * angle), part * tilt.x, part * tilt.y, part * twist},
                q);
    norm = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (carom_quaternion){q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

carom_quaternion carom_orientation_roll(carom_quaternion q, carom_vec way, double r)
{
    return turned(q, carom_vec_over(carom_vec_left(way), r), 0);
}

/* omega(t) = (-vy - gy t, vx + gx t, 0)/r. Over a part h from a velocity u the turn vector is
 * (-uy, ux) h/r + (-gy, gx) h^2/(2r) and, from the commutator, (h^3/12)(g x u)/r^2 about z. */
carom_quaternion carom_orientation_roll_curve(carom_quaternion q, carom_vec v, carom_vec g,
                                              double t, double r)
{
    /* (0.002)^5/720 per part is below rounding */
    static const double finest_turn = 0.002, most_parts = 1e6;
    double fastest = carom_vec_length(v) + carom_vec_length(g) * t;
    double parts = ceil(fastest * t / r / finest_turn), h;
    parts = parts < 1 ? 1 : (parts < most_parts ? parts : most_parts);
    h = t / parts;
    for (double k = 0; k < parts; k++) {
        carom_vec u = carom_vec_ahead(v, h, carom_vec_times(k, g));
        carom_vec way = carom_vec_times(h, carom_vec_ahead(u, 0.5 * h, g));
        q = turned(q, carom_vec_over(carom_vec_left(way), r),
                   h * h * h / 12 * carom_vec_cross(g, u) / (r * r));
    }
    return q;
}
