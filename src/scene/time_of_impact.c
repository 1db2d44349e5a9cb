/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/time_of_impact.h"
#include <math.h>
#include <stdlib.h>

bool carom_meetings_init(carom_meetings *at, size_t count)
{
    size_t blocks = (count + CAROM_MEETINGS_AT_ONCE) / CAROM_MEETINGS_BLOCK + 1;
    at->block = calloc(blocks, sizeof *at->block);
    return at->block != NULL;
}

void carom_meetings_free(carom_meetings *at)
{
    free(at->block);
}

/* The first `count` of a block. */
static double times_of_block(carom_meetings_block *at, size_t count, carom_vec own,
                             double quiet_mps)
{
    double quiet2 = quiet_mps * quiet_mps, first;
    size_t padded = (count + CAROM_MEETINGS_AT_ONCE - 1) / CAROM_MEETINGS_AT_ONCE *
                    CAROM_MEETINGS_AT_ONCE;
    for (size_t k = 0; k < padded; k++) {
        carom_vec d = {at->dx[k], at->dy[k]}, w = {at->vx[k] - own.x, at->vy[k] - own.y};
        double r2 = at->reach[k] * at->reach[k], p = carom_vec_dot(d, w), d2 = carom_vec_square(d);
        double cross = carom_vec_cross(d, w), disc = r2 * carom_vec_square(w) - cross * cross;
        double t = (d2 - r2) / (-p + sqrt(disc > 0 ? disc : 0));
        t = t > 0 ? t : 0;
        t = p < 0 ? t : INFINITY;
        t = p * p > quiet2 * d2 ? t : INFINITY;
        at->time[k] = disc > 0 ? t : INFINITY;
    }
    first = at->time[0];
    for (size_t k = 1; k < count; k++) {
        first = at->time[k] < first ? at->time[k] : first;
    }
    return first;
}

double carom_times_of_impact(const carom_meetings *at, size_t count, carom_vec own,
                             double quiet_mps)
{
    double first = INFINITY;
    for (size_t done = 0; done < count; done += CAROM_MEETINGS_BLOCK) {
        size_t here = count - done < CAROM_MEETINGS_BLOCK ? count - done : CAROM_MEETINGS_BLOCK;
        double t = times_of_block(carom_meetings_of(at, done), here, own, quiet_mps);
        first = t < first ? t : first;
    }
    return first;
}
