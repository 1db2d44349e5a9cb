/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanics of a contact in a cluster, shared by all impact policies. */
#include "impacts/impacts.h"

double carom_cluster_contact_velocity(const carom_cluster *cluster,
                                      const carom_cluster_contact *contact)
{
    carom_vec v = carom_vec_scale(-1, cluster->v[contact->a]);
    v = contact->b == CAROM_NO_BODY ? v : carom_vec_add(v, cluster->v[contact->b]);
    return carom_vec_dot(v, contact->normal);
}

double carom_cluster_contact_inverse_mass(const carom_cluster *cluster,
                                          const carom_cluster_contact *contact)
{
    double inverse = cluster->inverse_mass[contact->a];
    return contact->b == CAROM_NO_BODY ? inverse : inverse + cluster->inverse_mass[contact->b];
}

static void push(const carom_cluster *cluster, size_t body, double impulse, carom_vec normal)
{
    double change = impulse * cluster->inverse_mass[body];
    cluster->v[body] = carom_vec_add_scaled(cluster->v[body], change, normal);
}

void carom_cluster_contact_push(const carom_cluster *cluster, const carom_cluster_contact *contact,
                                double impulse)
{
    push(cluster, contact->a, -impulse, contact->normal);
    if (contact->b != CAROM_NO_BODY) {
        push(cluster, contact->b, impulse, contact->normal);
    }
}

/* Velocity of a's surface relative to b's along t: (v_a - v_b).t + omega_a r_a + omega_b r_b. */
static double slip(const carom_cluster *cluster, const carom_cluster_contact *contact, carom_vec t)
{
    bool wall = contact->b == CAROM_NO_BODY;
    double own = carom_vec_dot(cluster->v[contact->a], t) +
                 cluster->spin[contact->a] * cluster->radius_m[contact->a];
    return wall ? own
                : own - carom_vec_dot(cluster->v[contact->b], t) +
                      cluster->spin[contact->b] * cluster->radius_m[contact->b];
}

/* A body's part of 1/mu_t: 1/m + r^2/I. */
static double tangential_inverse(const carom_cluster *cluster, size_t body)
{
    double r = cluster->radius_m[body];
    return cluster->inverse_mass[body] + r * r * cluster->inverse_inertia[body];
}

/* Apply an impulse along t at the surface of a body. The spins of both bodies change by -r J/I. */
static void apply_friction(const carom_cluster *cluster, size_t body, double impulse, double spun,
                           carom_vec t)
{
    push(cluster, body, impulse, t);
    cluster->spin[body] -= cluster->radius_m[body] * spun * cluster->inverse_inertia[body];
}

void carom_cluster_contact_apply_friction(const carom_cluster *cluster,
                                          const carom_cluster_contact *contact,
                                          carom_impulse *impulse)
{
    carom_vec t = {-contact->normal.y, contact->normal.x};
    bool wall = contact->b == CAROM_NO_BODY;
    if (cluster->spin == NULL || contact->tangential.friction == 0) {
        return;
    }
    double before = slip(cluster, contact, t);
    double inverse = tangential_inverse(cluster, contact->a) +
                     (wall ? 0 : tangential_inverse(cluster, contact->b));
    double most = carom_friction_coefficient(&cluster->friction_law, contact->tangential.friction,
                                             fabs(before)) *
                  impulse->impulse_Ns;
    double needed = (1 + contact->tangential.tangential_restitution) * fabs(before) / inverse;
    impulse->sliding = needed > most;
    double given = impulse->sliding ? most : needed;
    impulse->impulse_t_Ns = before < 0 ? -given : given;
    apply_friction(cluster, contact->a, -impulse->impulse_t_Ns, impulse->impulse_t_Ns, t);
    if (!wall) {
        apply_friction(cluster, contact->b, impulse->impulse_t_Ns, impulse->impulse_t_Ns, t);
    }
    /* mu_t (u^2 - u'^2)/2 with u' = u - J/mu_t */
    impulse->dissipated_J += impulse->impulse_t_Ns *
                             (before - 0.5 * impulse->impulse_t_Ns * inverse);
}

bool carom_cluster_has_friction(const carom_cluster *cluster)
{
    for (size_t k = 0; k < cluster->contacts && cluster->spin != NULL; k++) {
        if (cluster->contact[k].tangential.friction > 0) {
            return true;
        }
    }
    return false;
}

static bool approaches(const carom_cluster *cluster, const carom_cluster_contact *contact)
{
    return -carom_cluster_contact_velocity(cluster, contact) > cluster->rounding_mps;
}

static bool can_move(const carom_cluster *cluster, size_t body)
{
    return body != CAROM_NO_BODY && cluster->inverse_mass[body] > 0;
}

static bool have_common_body(const carom_cluster *cluster, const carom_cluster_contact *p,
                             const carom_cluster_contact *q)
{
    return (can_move(cluster, p->a) && (p->a == q->a || p->a == q->b)) ||
           (can_move(cluster, p->b) && (p->b == q->a || p->b == q->b));
}

bool carom_cluster_has_coupled_friction(const carom_cluster *cluster)
{
    for (size_t i = 0; i < cluster->contacts && cluster->spin != NULL; i++) {
        const carom_cluster_contact *p = &cluster->contact[i];
        for (size_t k = 0; k < i && approaches(cluster, p); k++) {
            const carom_cluster_contact *q = &cluster->contact[k];
            if ((p->tangential.friction > 0 || q->tangential.friction > 0) &&
                have_common_body(cluster, p, q) && approaches(cluster, q)) {
                return true;
            }
        }
    }
    return false;
}

carom_status carom_cluster_refuse_friction(const carom_ball *ball, double t_s, size_t contacts,
                                           const char *solver, const char *key, carom_error *error)
{
    char t[32];
    bool has_name = ball->name != NULL && ball->name[0] != '\0';
    carom_number_format_short(t_s, t, sizeof t);
    return carom_error_set(error, CAROM_INVALID, key,
                           "at t = %s s, %s and others have %zu simultaneous contacts, and %s does "
                           "not support friction in them; use impact_policy: sequential_speed, "
                           "springs (kind: penalty) or friction 0",
                           t, has_name ? ball->name : carom_ball_describe(ball).text, contacts,
                           solver);
}

double carom_cluster_contact_restitution(const carom_cluster *cluster,
                                         const carom_cluster_contact *contact, double approach_mps)
{
    return !isnan(contact->fixed)
             ? contact->fixed
             : carom_impact_restitution(cluster->law, contact->nominal, approach_mps,
                                        contact->b == CAROM_NO_BODY);
}
