/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impact policies that resolve one contact after the other.
 *
 * sequential_index uses the order in which the file numbers the balls, as the billiard blog does
 * in part 4. The result depends on that numbering, which is the error it demonstrates.
 *
 * sequential_speed takes the fastest approach first, and for equal speeds an order that follows
 * from the initial state. The result does not depend on the numbering of the balls. Ties still
 * prefer one contact, so a symmetric scene does not stay symmetric. */
#include "impacts/impacts.h"
#include <stdlib.h>

/* The policies need no workspace, but NULL would mean out of memory. */
static void *workspace_new(void)
{
    return malloc(1);
}

/* Energy and momentum along the line of centres give J = (1 + e) m_red v_n. */
static carom_status resolve(const carom_cluster *cluster, size_t k, double approach)
{
    const carom_cluster_contact *contact = &cluster->contact[k];
    double e = carom_cluster_contact_restitution(cluster, contact, approach);
    double impulse = (1 + e) * approach / carom_cluster_contact_inverse_mass(cluster, contact);
    carom_impulse given = {.contact = k,
                           .impulse_Ns = impulse,
                           .approach_mps = approach,
                           .dissipated_J = 0.5 * impulse * (1 - e) * approach};
    carom_cluster_contact_push(cluster, contact, impulse);
    carom_cluster_contact_apply_friction(cluster, contact, &given);
    given.separation_mps = carom_cluster_contact_velocity(cluster, contact);
    return cluster->emit(cluster->context, &given);
}

/* One round: resolve the approaching contact that comes first. For equal contacts, the first of
 * the cluster. */
static carom_status resolve_first(const carom_cluster *cluster,
                                  bool (*before)(const carom_cluster *cluster,
                                                 const carom_cluster_contact *p,
                                                 const carom_cluster_contact *q),
                                  size_t *impulses, double *largest_mps)
{
    size_t first = cluster->contacts;
    *impulses = 0;
    *largest_mps = 0;
    for (size_t k = 0; k < cluster->contacts; k++) {
        const carom_cluster_contact *contact = &cluster->contact[k];
        if (-carom_cluster_contact_velocity(cluster, contact) > cluster->rounding_mps &&
            (first == cluster->contacts || before(cluster, contact, &cluster->contact[first]))) {
            first = k;
        }
    }
    if (first == cluster->contacts) {
        return CAROM_OK;
    }
    *impulses = 1;
    *largest_mps = -carom_cluster_contact_velocity(cluster, &cluster->contact[first]);
    return resolve(cluster, first, *largest_mps);
}

/* ---- sequential_index ---- */

static size_t number_of(const carom_cluster *cluster, size_t body)
{
    return body == CAROM_NO_BODY ? CAROM_NO_BODY : cluster->number[body];
}

/* Order by (lower number, higher number); a wall counts as the highest. */
static bool comes_before(const carom_cluster *cluster, const carom_cluster_contact *p,
                         const carom_cluster_contact *q)
{
    size_t pa = number_of(cluster, p->a), pb = number_of(cluster, p->b);
    size_t qa = number_of(cluster, q->a), qb = number_of(cluster, q->b);
    size_t p_low = pa < pb ? pa : pb, q_low = qa < qb ? qa : qb;
    if (p_low != q_low) {
        return p_low < q_low;
    }
    return (pa < pb ? pb : pa) < (qa < qb ? qb : qa);
}

static carom_status sequential_index_round(void *workspace, const carom_cluster *cluster,
                                           size_t *impulses, double *largest_mps,
                                           carom_error *error)
{
    (void)workspace, (void)error;
    return resolve_first(cluster, comes_before, impulses, largest_mps);
}

const carom_impact_policy carom_impact_policy_sequential_index = {
    .about = {.name = "sequential_index",
              .summary = "one contact after the other by ball number: depends on the order of the "
                         "balls; supports friction"},
    .properties = CAROM_DOES_FRICTION | CAROM_CONSERVES_MOMENTUM | CAROM_CONSERVES_ENERGY |
                  CAROM_BREAKS_AWAY,
    .create = workspace_new,
    .round = sequential_index_round,
    .destroy = free};

/* ---- sequential_speed ---- */

static bool is_faster(const carom_cluster *cluster, const carom_cluster_contact *p,
                      const carom_cluster_contact *q)
{
    return -carom_cluster_contact_velocity(cluster, p) >
         -carom_cluster_contact_velocity(cluster, q);
}

static carom_status sequential_speed_round(void *workspace, const carom_cluster *cluster,
                                           size_t *impulses, double *largest_mps,
                                           carom_error *error)
{
    (void)workspace, (void)error;
    return resolve_first(cluster, is_faster, impulses, largest_mps);
}

const carom_impact_policy carom_impact_policy_sequential_speed = {
    .about = {.name = "sequential_speed",
              .summary = "one contact after the other, fastest approach first; supports friction"},
    .properties = CAROM_DOES_FRICTION | CAROM_CONSERVES_MOMENTUM | CAROM_CONSERVES_ENERGY |
                  CAROM_IGNORES_NUMBERING | CAROM_BREAKS_AWAY,
    .create = workspace_new,
    .round = sequential_speed_round,
    .destroy = free};
