/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impact policies: they resolve simultaneous contacts together, as a linear complementarity problem
 * (generalized_reflections, newton_lcp), or one after the other (sequential_index,
 * sequential_speed). */
#include "impacts/impacts.h"

/* ---- all contacts together ---- */

static carom_status generalized_reflections_round(void *workspace, const carom_cluster *cluster,
                                                  size_t *impulses, double *largest_mps,
                                                  carom_error *error)
{
    return carom_lcp_round_solve(workspace, cluster, CAROM_ROUND_APPROACHING, impulses, largest_mps,
                                 error);
}

const carom_impact_policy carom_impact_policy_generalized_reflections = {
    .about = {.name = "generalized_reflections",
              .summary = "all approaching contacts together, round by round (Smith et al. 2012); "
                         "supports friction in single contacts of a ball"},
    .properties = CAROM_DOES_SEPARATE_FRICTION | CAROM_CONSERVES_MOMENTUM | CAROM_CONSERVES_ENERGY |
                  CAROM_RESPECTS_SYMMETRY | CAROM_IGNORES_NUMBERING | CAROM_BREAKS_AWAY,
    .create = carom_lcp_round_new,
    .round = generalized_reflections_round,
    .destroy = carom_lcp_round_free};

static carom_status newton_lcp_round(void *workspace, const carom_cluster *cluster,
                                     size_t *impulses, double *largest_mps, carom_error *error)
{
    return carom_lcp_round_solve(workspace, cluster, CAROM_ROUND_ALL, impulses, largest_mps, error);
}

const carom_impact_policy carom_impact_policy_newton_lcp = {
    .about =
        {.name = "newton_lcp",
         .summary =
             "all touching contacts at once with Newton's restitution; no break-away, no friction"},
    .all_at_once = true,
    .properties = CAROM_CONSERVES_MOMENTUM | CAROM_RESPECTS_SYMMETRY | CAROM_IGNORES_NUMBERING,
    .create = carom_lcp_round_new,
    .round = newton_lcp_round,
    .destroy = carom_lcp_round_free};

/* ---- one contact after the other ---- */

static void resolve(const carom_cluster *cluster, size_t k, double approach)
{
    const carom_cluster_contact *contact = &cluster->contact[k];
    carom_impulse given = carom_impulse_along_normal(
        carom_cluster_contact_restitution(cluster, contact, approach), approach,
        carom_cluster_contact_inverse_mass(cluster, contact));
    given.contact = k;
    carom_cluster_contact_push(cluster, contact, given.impulse_Ns);
    carom_cluster_contact_apply_friction(cluster, contact, &given);
    given.separation_mps = carom_cluster_contact_velocity(cluster, contact);
    cluster->emit(cluster->context, &given);
}

/* One round: resolve the approaching contact that comes first. For equal contacts, the first of
 * the cluster. */
static void resolve_first(const carom_cluster *cluster,
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
    if (first < cluster->contacts) {
        *impulses = 1;
        *largest_mps = -carom_cluster_contact_velocity(cluster, &cluster->contact[first]);
        resolve(cluster, first, *largest_mps);
    }
}

/* ---- sequential_index ----
 * Uses the order in which the file numbers the balls, as the billiard blog does in part 4. The
 * result depends on that numbering, which is the error it demonstrates. */

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
    resolve_first(cluster, comes_before, impulses, largest_mps);
    return CAROM_OK;
}

const carom_impact_policy carom_impact_policy_sequential_index = {
    .about = {.name = "sequential_index",
              .summary = "one contact after the other by ball number: depends on the order of the "
                         "balls; supports friction"},
    .properties = CAROM_DOES_FRICTION | CAROM_CONSERVES_MOMENTUM | CAROM_CONSERVES_ENERGY |
                  CAROM_BREAKS_AWAY,
    .create = carom_lcp_round_new,
    .round = sequential_index_round,
    .destroy = carom_lcp_round_free};

/* ---- sequential_speed ----
 * Takes the fastest approach first, and for equal speeds an order that follows from the initial
 * state. The result does not depend on the numbering of the balls. Ties still prefer one contact,
 * so a symmetric scene does not stay symmetric. */

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
    resolve_first(cluster, is_faster, impulses, largest_mps);
    return CAROM_OK;
}

const carom_impact_policy carom_impact_policy_sequential_speed = {
    .about = {.name = "sequential_speed",
              .summary = "one contact after the other, fastest approach first; supports friction"},
    .properties = CAROM_DOES_FRICTION | CAROM_CONSERVES_MOMENTUM | CAROM_CONSERVES_ENERGY |
                  CAROM_IGNORES_NUMBERING | CAROM_BREAKS_AWAY,
    .create = carom_lcp_round_new,
    .round = sequential_speed_round,
    .destroy = carom_lcp_round_free};

static const carom_entry *const policies[] = {
    &carom_impact_policy_generalized_reflections.about, &carom_impact_policy_newton_lcp.about,
    &carom_impact_policy_sequential_index.about, &carom_impact_policy_sequential_speed.about, NULL};
const carom_interface carom_impact_policies = {"impact policy", "impact-policies", policies};
