/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impact policies: they resolve simultaneous contacts together, as a linear complementarity problem
 * (generalized_reflections, newton_lcp), or one after the other (sequential_index,
 * sequential_speed). */
#include "impacts/impacts.h"

/* ---- all contacts together ---- */

/* Restitution applies only to approaching contacts. */
static double restitution_of(const carom_cluster *cluster, const carom_cluster_contact *contact,
                             double approach)
{
    return approach > cluster->rounding_mps
             ? carom_cluster_contact_restitution(cluster, contact, approach)
             : 0;
}

/* (N^T M^-1 N)_pq: change of the normal velocity of p per unit impulse at q. */
static double coupling(const carom_cluster *cluster, const carom_cluster_contact *p,
                       const carom_cluster_contact *q)
{
    double inverse = 0, cosine = carom_vec_dot(p->normal, q->normal);
    if (p->a == q->a) {
        inverse += cluster->inverse_mass[p->a];
    }
    if (p->b != CAROM_NO_BODY && p->b == q->b) {
        inverse += cluster->inverse_mass[p->b];
    }
    if (p->a == q->b) {
        inverse -= cluster->inverse_mass[p->a];
    }
    if (p->b != CAROM_NO_BODY && p->b == q->a) {
        inverse -= cluster->inverse_mass[p->b];
    }
    return inverse * cosine;
}

static void fill_problem(carom_impact_workspace *self, const carom_cluster *cluster)
{
    size_t n = self->active_count;
    for (size_t i = 0; i < n; i++) {
        const carom_cluster_contact *contact = &cluster->contact[self->active[i]];
        double velocity = carom_cluster_contact_velocity(cluster, contact);
        self->lcp.b[i] = (1 + restitution_of(cluster, contact, -velocity)) * velocity;
        self->lcp.q[i * n + i] = carom_cluster_contact_inverse_mass(cluster, contact);
        for (size_t j = 0; j < i; j++) {
            self->lcp.q[i * n + j] = self->lcp.q[j * n + i] = coupling(
                cluster, contact, &cluster->contact[self->active[j]]);
        }
    }
}

/* The round dissipates the sum of lambda (approach - separation)/2. By complementarity, the
 * separation is e times the approach where lambda > 0. */
static void emit(const carom_impact_workspace *self, const carom_cluster *cluster,
                 const double *approach, size_t *impulses)
{
    for (size_t i = 0; i < self->active_count; i++) {
        const carom_cluster_contact *contact = &cluster->contact[self->active[i]];
        double impulse = self->lcp.lambda[i];
        if (impulse > 0) {
            double e = restitution_of(cluster, contact, approach[i]);
            carom_impulse given = {
                .contact = self->active[i],
                .impulse_Ns = impulse,
                .approach_mps = approach[i],
                .separation_mps = carom_cluster_contact_velocity(cluster, contact),
                .dissipated_J = 0.5 * impulse * (1 - e) * approach[i]};
            /* acts only where contacts are independent */
            carom_cluster_contact_apply_friction(cluster, contact, &given);
            cluster->emit(cluster->context, &given);
            ++*impulses;
        }
    }
}

static carom_status resolve_together(carom_impact_workspace *self, const carom_cluster *cluster,
                                     size_t *impulses, carom_error *error)
{
    self->lcp.cancel = cluster->cancel;
    carom_lcp_resize(&self->lcp, self->active_count);
    fill_problem(self, cluster);
    CAROM_TRY(carom_lcp_solve(&self->lcp, error));
    double *approach = self->lcp.b; /* reuses b, which is no longer needed */
    for (size_t i = 0; i < self->active_count; i++) {
        approach[i] = -carom_cluster_contact_velocity(cluster, &cluster->contact[self->active[i]]);
    }
    for (size_t i = 0; i < self->active_count; i++) {
        carom_cluster_contact_push(cluster, &cluster->contact[self->active[i]],
                                   self->lcp.lambda[i]);
    }
    emit(self, cluster, approach, impulses);
    return CAROM_OK;
}

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

/* First approaching contact by ball number, or the one that approaches fastest. Of equal ones, the
 * first of the cluster, whose order follows from the initial state. */
static size_t first_of(const carom_impact_workspace *self, const carom_cluster *cluster,
                       bool by_number)
{
    size_t first = self->active[0];
    for (size_t i = 1; i < self->active_count; i++) {
        const carom_cluster_contact *p = &cluster->contact[self->active[i]],
                                    *q = &cluster->contact[first];
        bool before = by_number ? comes_before(cluster, p, q)
                                : -carom_cluster_contact_velocity(cluster, p) >
                                      -carom_cluster_contact_velocity(cluster, q);
        first = before ? self->active[i] : first;
    }
    return first;
}

/* ---- rounds ---- */

void carom_impact_workspace_free(carom_impact_workspace *workspace)
{
    carom_lcp_free(&workspace->lcp);
    free(workspace->active);
}

carom_status carom_impact_round(carom_impact_workspace *self, const carom_cluster *cluster,
                                carom_round_set set, size_t *impulses, double *largest_mps,
                                carom_error *error)
{
    *impulses = self->active_count = 0;
    *largest_mps = 0;
    for (size_t k = 0; k < cluster->contacts; k++) {
        double approach = -carom_cluster_contact_velocity(cluster, &cluster->contact[k]);
        if (set == CAROM_ROUND_ALL || approach > cluster->rounding_mps) {
            CAROM_APPEND(self->active, self->active_count, self->active_capacity, k);
        }
        *largest_mps = approach > *largest_mps ? approach : *largest_mps;
    }
    if (!(*largest_mps > cluster->rounding_mps)) {
        return CAROM_OK;
    }
    if (set == CAROM_ROUND_APPROACHING || set == CAROM_ROUND_ALL) {
        return resolve_together(self, cluster, impulses, error);
    }
    *impulses = 1;
    size_t first = first_of(self, cluster, set == CAROM_ROUND_BY_NUMBER);
    *largest_mps = -carom_cluster_contact_velocity(cluster, &cluster->contact[first]);
    resolve(cluster, first, *largest_mps);
    return CAROM_OK;
}

/* ---- the list of policies ---- */

static const carom_impact_policy list[] = {
    {.about = {.name = "generalized_reflections",
               .summary = "all approaching contacts together, round by round (Smith et al. 2012); "
                          "supports friction in single contacts of a ball"},
     .properties = CAROM_DOES_SEPARATE_FRICTION | CAROM_CONSERVES_ENERGY | CAROM_IGNORES_NUMBERING,
     .set = CAROM_ROUND_APPROACHING},
    {.about = {.name = "newton_lcp",
               .summary = "all touching contacts at once with Newton's restitution; no break-away, "
                          "no friction"},
     .properties = CAROM_IGNORES_NUMBERING,
     .set = CAROM_ROUND_ALL},
    {.about = {.name = "sequential_index",
               .summary = "one contact after the other by ball number: depends on the order of the "
                          "balls; supports friction"},
     .properties = CAROM_DOES_FRICTION | CAROM_CONSERVES_ENERGY,
     .set = CAROM_ROUND_BY_NUMBER},
    /* ties prefer one contact, so a symmetric scene does not stay symmetric */
    {.about = {.name = "sequential_speed",
               .summary = "one contact after the other, fastest approach first; supports friction"},
     .properties = CAROM_DOES_FRICTION | CAROM_CONSERVES_ENERGY | CAROM_IGNORES_NUMBERING,
     .set = CAROM_ROUND_BY_SPEED}};

static const carom_entry *const policies[] = {&list[0].about, &list[1].about, &list[2].about,
                                              &list[3].about, NULL};
const carom_interface carom_impact_policies = {"impact policy", "impact-policies", policies};
