/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanics of one contact of a cluster, which every impact policy shares. */
#include <carom/impact_policy.h>
#include <math.h>

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

/* The velocity of a's surface against b's along t: (v_a - v_b).t + omega_a r_a + omega_b r_b. */
static double slip(const carom_cluster *cluster, const carom_touch *touch, carom_vec t)
{
    bool wall = touch->b == CAROM_NO_BODY;
    double own = carom_vec_dot(cluster->v[touch->a], t) +
                 cluster->spin[touch->a] * cluster->body[touch->a].radius_m;
    return wall ? own
                : own - carom_vec_dot(cluster->v[touch->b], t) +
                      cluster->spin[touch->b] * cluster->body[touch->b].radius_m;
}

/* What of 1/mu_t is a body's: 1/m + r^2/I. */
static double tangential_inverse(const carom_cluster *cluster, size_t body)
{
    double r = cluster->body[body].radius_m;
    return cluster->inverse_mass[body] + r * r * cluster->inverse_inertia[body];
}

/* An impulse along t at the surface of a body; both spins change by -r J/I. */
static void rub(const carom_cluster *cluster, size_t body, double impulse, double spun, carom_vec t)
{
    push(cluster, body, impulse, t);
    cluster->spin[body] -= cluster->body[body].radius_m * spun * cluster->inverse_inertia[body];
}

void carom_touch_rub(const carom_cluster *cluster, const carom_touch *touch, carom_impulse *impulse)
{
    carom_vec t = {-touch->normal.y, touch->normal.x};
    bool wall = touch->b == CAROM_NO_BODY;
    double before, inverse, most, needed, given;
    if (cluster->spin == NULL || touch->rub.friction == 0) {
        return;
    }
    before = slip(cluster, touch, t);
    inverse = tangential_inverse(cluster, touch->a) +
              (wall ? 0 : tangential_inverse(cluster, touch->b));
    most = carom_friction_coefficient(&cluster->friction_law, touch->rub.friction, fabs(before)) *
           impulse->impulse_Ns;
    needed = (1 + touch->rub.tangential_restitution) * fabs(before) / inverse;
    impulse->sliding = needed > most;
    given = impulse->sliding ? most : needed;
    impulse->impulse_t_Ns = before < 0 ? -given : given;
    rub(cluster, touch->a, -impulse->impulse_t_Ns, impulse->impulse_t_Ns, t);
    if (!wall) {
        rub(cluster, touch->b, impulse->impulse_t_Ns, impulse->impulse_t_Ns, t);
    }
    /* mu_t (g^2 - g'^2)/2 with g' = g - J/mu_t */
    impulse->dissipated_J += impulse->impulse_t_Ns *
                             (before - 0.5 * impulse->impulse_t_Ns * inverse);
}

bool carom_cluster_rubs(const carom_cluster *cluster)
{
    for (size_t k = 0; k < cluster->touches && cluster->spin != NULL; k++) {
        if (cluster->touch[k].rub.friction > 0) {
            return true;
        }
    }
    return false;
}

static bool approaches(const carom_cluster *cluster, const carom_touch *touch)
{
    return -carom_touch_velocity(cluster, touch) > cluster->quiet_mps;
}

static bool can_move(const carom_cluster *cluster, size_t body)
{
    return body != CAROM_NO_BODY && cluster->inverse_mass[body] > 0;
}

static bool share_a_body(const carom_cluster *cluster, const carom_touch *p, const carom_touch *q)
{
    return (can_move(cluster, p->a) && (p->a == q->a || p->a == q->b)) ||
           (can_move(cluster, p->b) && (p->b == q->a || p->b == q->b));
}

bool carom_cluster_rubs_together(const carom_cluster *cluster)
{
    for (size_t i = 0; i < cluster->touches && cluster->spin != NULL; i++) {
        const carom_touch *p = &cluster->touch[i];
        for (size_t k = 0; k < i && approaches(cluster, p); k++) {
            const carom_touch *q = &cluster->touch[k];
            if ((p->rub.friction > 0 || q->rub.friction > 0) && share_a_body(cluster, p, q) &&
                approaches(cluster, q)) {
                return true;
            }
        }
    }
    return false;
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
