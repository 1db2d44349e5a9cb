/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/time_of_impact.h"
#include <math.h>
#include <stdlib.h>

/* Two doubles are what every 64-bit processor takes at once; wider blocks were slower for so few
 * neighbours. */
enum { BLOCK = 2 };

bool carom_meetings_init(carom_meetings *at, size_t count)
{
    size_t n = count + BLOCK;
    double *room = malloc(6 * n * sizeof *room);
    *at = (carom_meetings){room, room + n, room + 2 * n, room + 3 * n, room + 4 * n, room + 5 * n};
    return room != NULL;
}

void carom_meetings_free(carom_meetings *at)
{
    free(at->dx); /* the first of them is the room of all */
}

void carom_meetings_pad(carom_meetings *at, size_t count)
{
    for (size_t k = count; k < count + BLOCK - 1; k++) {
        at->dx[k] = at->dy[k] = at->vx[k] = at->vy[k] = at->reach[k] = 0;
    }
}

double carom_times_of_impact(const carom_meetings *at, size_t count, carom_vec own,
                             double quiet_mps)
{
    const double *restrict x = at->dx, *restrict y = at->dy, *restrict u = at->vx,
                           *restrict v = at->vy;
    const double *restrict reach = at->reach;
    double *restrict time = at->time, quiet2 = quiet_mps * quiet_mps, first = INFINITY;
    for (size_t k = 0; k < (count + BLOCK - 1) / BLOCK * BLOCK; k++) {
        carom_vec d = {x[k], y[k]}, w = {u[k] - own.x, v[k] - own.y};
        double r2 = reach[k] * reach[k], p = carom_vec_dot(d, w), d2 = carom_vec_square(d);
        double cross = carom_vec_cross(d, w), disc = r2 * carom_vec_square(w) - cross * cross;
        double t = (d2 - r2) / (-p + sqrt(disc > 0 ? disc : 0));
        t = t > 0 ? t : 0;
        t = p < 0 ? t : INFINITY;
        t = p * p > quiet2 * d2 ? t : INFINITY;
        time[k] = disc > 0 ? t : INFINITY;
    }
    for (size_t k = 0; k < count; k++) {
        first = time[k] < first ? time[k] : first;
    }
    return first;
}
