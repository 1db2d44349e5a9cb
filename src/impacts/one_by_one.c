/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "impacts/impacts.h"
#include <stdlib.h>

void *carom_serial_new(void)
{
    return malloc(1);
}

/* The rule from energy and momentum along the line of centres: J = (1 + e) mu v_n. */
static carom_status resolve(const carom_cluster *cluster, size_t k, double approach)
{
    const carom_touch *touch = &cluster->touch[k];
    double e = carom_touch_restitution(cluster, touch, approach);
    double impulse = (1 + e) * approach / carom_touch_inverse_mass(cluster, touch);
    carom_impulse given = {.touch = k,
                           .impulse_Ns = impulse,
                           .approach_mps = approach,
                           .dissipated_J = 0.5 * impulse * (1 - e) * approach};
    carom_touch_push(cluster, touch, impulse);
    carom_touch_rub(cluster, touch, &given);
    given.separation_mps = carom_touch_velocity(cluster, touch);
    return cluster->emit(cluster->context, &given);
}

carom_status carom_serial_round(const carom_cluster *cluster,
                                bool (*before)(const carom_cluster *cluster, const carom_touch *p,
                                               const carom_touch *q),
                                size_t *impulses, double *largest_mps)
{
    size_t first = cluster->touches;
    *impulses = 0;
    *largest_mps = 0;
    for (size_t k = 0; k < cluster->touches; k++) {
        const carom_touch *touch = &cluster->touch[k];
        if (-carom_touch_velocity(cluster, touch) > cluster->quiet_mps &&
            (first == cluster->touches || before(cluster, touch, &cluster->touch[first]))) {
            first = k;
        }
    }
    if (first == cluster->touches) {
        return CAROM_OK;
    }
    *impulses = 1;
    *largest_mps = -carom_touch_velocity(cluster, &cluster->touch[first]);
    return resolve(cluster, first, *largest_mps);
}
