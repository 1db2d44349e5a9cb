/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanics of one contact of a cluster, which every impact policy shares. */
#include <carom/impact_policy.h>

double carom_touch_velocity(const carom_cluster *cluster, const carom_touch *touch)
{
    carom_vec v = carom_vec_times(-1, cluster->v[touch->a]);
    v = touch->b == CAROM_NO_BODY ? v : carom_vec_add(v, cluster->v[touch->b]);
    return carom_vec_dot(v, touch->normal);
}

double carom_touch_inverse_mass(const carom_cluster *cluster, const carom_touch *touch)
{
    double inverse = cluster->inverse_mass[touch->a];
    return touch->b == CAROM_NO_BODY ? inverse : inverse + cluster->inverse_mass[touch->b];
}

static void push(const carom_cluster *cluster, size_t body, double impulse, carom_vec normal)
{
    double change = impulse * cluster->inverse_mass[body];
    cluster->v[body] = carom_vec_ahead(cluster->v[body], change, normal);
}

void carom_touch_push(const carom_cluster *cluster, const carom_touch *touch, double impulse)
{
    push(cluster, touch->a, -impulse, touch->normal);
    if (touch->b != CAROM_NO_BODY) {
        push(cluster, touch->b, impulse, touch->normal);
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
