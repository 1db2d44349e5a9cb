/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "impacts/impacts.h"
#include <stdlib.h>

void *carom_lcp_round_new(void)
{
    return calloc(1, sizeof(carom_lcp_round));
}

void carom_lcp_round_free(void *workspace)
{
    carom_lcp_round *self = workspace;
    carom_lcp_free(&self->lcp);
    free(self->active);
    free(self);
}

static double fastest_approach(const carom_cluster *cluster)
{
    double fastest = 0;
    for (size_t k = 0; k < cluster->touches; k++) {
        double approach = -carom_touch_velocity(cluster, &cluster->touch[k]);
        fastest = approach > fastest ? approach : fastest;
    }
    return fastest > cluster->quiet_mps ? fastest : 0;
}

static carom_status collect(carom_lcp_round *self, const carom_cluster *cluster,
                            carom_round_set set, carom_error *error)
{
    self->active_count = 0;
    for (size_t k = 0; k < cluster->touches; k++) {
        double approach = -carom_touch_velocity(cluster, &cluster->touch[k]);
        if (set == CAROM_ROUND_ALL || approach > cluster->quiet_mps) {
            size_t *grown = carom_grow(self->active, self->active_count, &self->active_capacity,
                                       sizeof *grown);
            if (grown == NULL) {
                return carom_error_no_memory(error);
            }
            self->active = grown;
            self->active[self->active_count++] = k;
        }
    }
    self->lcp.watch = cluster->watch;
    return carom_lcp_resize(&self->lcp, self->active_count, error);
}

/* What a contact does with its normal velocity u: e applies to an approach only. */
static double restitution_of(const carom_cluster *cluster, const carom_touch *touch,
                             double approach)
{
    return approach > cluster->quiet_mps ? carom_touch_restitution(cluster, touch, approach) : 0;
}

/* (N^T M^-1 N)_pq: the change of the normal velocity of p per unit impulse at q. */
static double coupling(const carom_cluster *cluster, const carom_touch *p, const carom_touch *q)
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

static void fill_problem(carom_lcp_round *self, const carom_cluster *cluster)
{
    size_t n = self->active_count;
    for (size_t i = 0; i < n; i++) {
        const carom_touch *touch = &cluster->touch[self->active[i]];
        double velocity = carom_touch_velocity(cluster, touch);
        self->lcp.b[i] = (1 + restitution_of(cluster, touch, -velocity)) * velocity;
        self->lcp.q[i * n + i] = carom_touch_inverse_mass(cluster, touch);
        for (size_t j = 0; j < i; j++) {
            self->lcp.q[i * n + j] = self->lcp.q[j * n + i] = coupling(
                cluster, touch, &cluster->touch[self->active[j]]);
        }
    }
}

/* The kinetic energy that the round takes is the sum of lambda (approach - separation)/2, and where
 * lambda > 0 complementarity makes the separation e approach. */
static carom_status emit(const carom_lcp_round *self, const carom_cluster *cluster,
                         const double *approach, size_t *impulses)
{
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < self->active_count && status == CAROM_OK; i++) {
        const carom_touch *touch = &cluster->touch[self->active[i]];
        double impulse = self->lcp.lambda[i];
        if (impulse > 0) {
            double e = restitution_of(cluster, touch, approach[i]);
            carom_impulse given = {.touch = self->active[i],
                                   .impulse_Ns = impulse,
                                   .approach_mps = approach[i],
                                   .separation_mps = carom_touch_velocity(cluster, touch),
                                   .dissipated_J = 0.5 * impulse * (1 - e) * approach[i]};
            carom_touch_rub(cluster, touch, &given); /* only where contacts are as if alone */
            status = cluster->emit(cluster->context, &given);
            ++*impulses;
        }
    }
    return status;
}

carom_status carom_lcp_round_solve(carom_lcp_round *self, const carom_cluster *cluster,
                                   carom_round_set set, size_t *impulses, double *largest_mps,
                                   carom_error *error)
{
    double *approach;
    carom_status status;
    *impulses = 0;
    *largest_mps = fastest_approach(cluster);
    if (*largest_mps == 0) {
        return CAROM_OK;
    }
    status = collect(self, cluster, set, error);
    if (status != CAROM_OK) {
        return status;
    }
    fill_problem(self, cluster);
    status = carom_lcp_solve(&self->lcp, error);
    if (status != CAROM_OK) {
        return status;
    }
    approach = self->lcp.b; /* the solved problem's b is free for the speeds before */
    for (size_t i = 0; i < self->active_count; i++) {
        approach[i] = -carom_touch_velocity(cluster, &cluster->touch[self->active[i]]);
    }
    for (size_t i = 0; i < self->active_count; i++) {
        carom_touch_push(cluster, &cluster->touch[self->active[i]], self->lcp.lambda[i]);
    }
    return emit(self, cluster, approach, impulses);
}
