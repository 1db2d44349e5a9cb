/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanics of one contact of a cluster, which every impact policy shares. */
#include <carom/impact_policy.h>

double carom_touch_velocity(const carom_cluster *cluster, const carom_touch *touch)
{
    double vx = -cluster->vx[touch->a], vy = -cluster->vy[touch->a];
    if (touch->b != CAROM_NO_BODY) {
        vx += cluster->vx[touch->b];
        vy += cluster->vy[touch->b];
    }
    return vx * touch->nx + vy * touch->ny;
}

double carom_touch_inverse_mass(const carom_cluster *cluster, const carom_touch *touch)
{
    double inverse = cluster->inverse_mass[touch->a];
    return touch->b == CAROM_NO_BODY ? inverse : inverse + cluster->inverse_mass[touch->b];
}

void carom_touch_push(const carom_cluster *cluster, const carom_touch *touch, double impulse)
{
    double a = impulse * cluster->inverse_mass[touch->a];
    cluster->vx[touch->a] -= a * touch->nx;
    cluster->vy[touch->a] -= a * touch->ny;
    if (touch->b != CAROM_NO_BODY) {
        double b = impulse * cluster->inverse_mass[touch->b];
        cluster->vx[touch->b] += b * touch->nx;
        cluster->vy[touch->b] += b * touch->ny;
    }
}

double carom_touch_restitution(const carom_cluster *cluster, const carom_touch *touch,
                               double approach_mps)
{
    static const carom_body wall = {INFINITY, INFINITY};
    const carom_body *other = touch->b == CAROM_NO_BODY ? &wall : &cluster->body[touch->b];
    if (!isnan(touch->fixed)) {
        return touch->fixed;
    }
    return cluster->law->restitution(cluster->law_options, touch->nominal, approach_mps,
                                     &cluster->body[touch->a], other);
}
