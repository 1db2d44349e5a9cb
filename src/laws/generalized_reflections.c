/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generalized reflections: Smith, Kaufman, Vouga, Tamstorf, Grinspun, "Reflections on Simultaneous
 * Impact", ACM TOG 31(4), 2012. A round takes the set A of contacts that still approach and solves
 *     0 <= lambda _|_ Q lambda + (1+e) N_A^T v >= 0,   Q = N_A^T M^-1 N_A,
 * then v += M^-1 N_A lambda. It keeps symmetry, momentum and (e = 1) energy, and lets a cradle
 * break away. With one contact it is the ordinary rule lambda = (1+e) mu v_n. */
#include "laws/lcp.h"
#include <carom/impact_policy.h>
#include <stdlib.h>

typedef struct {
    carom_lcp lcp;
    size_t *active; /* touches of the set A */
    size_t active_count, active_capacity;
} reflections;

static void *generalized_reflections_create(void)
{
    return calloc(1, sizeof(reflections));
}

static void generalized_reflections_destroy(void *workspace)
{
    reflections *self = workspace;
    carom_lcp_free(&self->lcp);
    free(self->active);
    free(self);
}

static carom_status collect_active(reflections *self, const carom_cluster *cluster,
                                   double *largest_mps, carom_error *error)
{
    if (cluster->touches > self->active_capacity) {
        size_t *grown = realloc(self->active, 2 * cluster->touches * sizeof *grown);
        if (grown == NULL) {
            return carom_error_no_memory(error);
        }
        self->active = grown;
        self->active_capacity = 2 * cluster->touches;
    }
    self->active_count = 0;
    *largest_mps = 0;
    for (size_t k = 0; k < cluster->touches; k++) {
        double approach = -carom_touch_velocity(cluster, &cluster->touch[k]);
        if (approach > cluster->quiet_mps) {
            self->active[self->active_count++] = k;
            *largest_mps = approach > *largest_mps ? approach : *largest_mps;
        }
    }
    return carom_lcp_resize(&self->lcp, self->active_count, error);
}

/* (N^T M^-1 N)_pq: the change of the normal velocity of p per unit impulse at q. */
static double coupling(const carom_cluster *cluster, const carom_touch *p, const carom_touch *q)
{
    double inverse = 0, cosine = p->nx * q->nx + p->ny * q->ny;
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

static void fill_problem(reflections *self, const carom_cluster *cluster)
{
    size_t n = self->active_count;
    for (size_t i = 0; i < n; i++) {
        const carom_touch *touch = &cluster->touch[self->active[i]];
        double velocity = carom_touch_velocity(cluster, touch);
        self->lcp.b[i] = (1 + carom_touch_restitution(cluster, touch, -velocity)) * velocity;
        self->lcp.q[i * n + i] = carom_touch_inverse_mass(cluster, touch);
        for (size_t j = 0; j < i; j++) {
            self->lcp.q[i * n + j] = self->lcp.q[j * n + i] =
                coupling(cluster, touch, &cluster->touch[self->active[j]]);
        }
    }
}

static carom_status apply(reflections *self, const carom_cluster *cluster, size_t *impulses)
{
    carom_status status = CAROM_OK;
    double *approach = self->lcp.b; /* the solved problem's b is free for the speeds before */
    for (size_t i = 0; i < self->active_count; i++) {
        approach[i] = -carom_touch_velocity(cluster, &cluster->touch[self->active[i]]);
    }
    for (size_t i = 0; i < self->active_count; i++) {
        carom_touch_push(cluster, &cluster->touch[self->active[i]], self->lcp.lambda[i]);
    }
    for (size_t i = 0; i < self->active_count && status == CAROM_OK; i++) {
        const carom_touch *touch = &cluster->touch[self->active[i]];
        double impulse = self->lcp.lambda[i];
        if (impulse > 0) {
            double e = carom_touch_restitution(cluster, touch, approach[i]);
            status = cluster->emit(cluster->context,
                                   &(carom_impulse){self->active[i], impulse, approach[i],
                                                    carom_touch_velocity(cluster, touch),
                                                    0.5 * impulse * (1 - e) * approach[i]});
            ++*impulses;
        }
    }
    return status;
}

static carom_status generalized_reflections_round(void *workspace, const carom_cluster *cluster,
                                                  size_t *impulses, double *largest_mps,
                                                  carom_error *error)
{
    reflections *self = workspace;
    carom_status status = collect_active(self, cluster, largest_mps, error);
    *impulses = 0;
    if (status != CAROM_OK || self->active_count == 0) {
        return status;
    }
    fill_problem(self, cluster);
    status = carom_lcp_solve(&self->lcp, error);
    return status == CAROM_OK ? apply(self, cluster, impulses) : status;
}

const carom_impact_policy carom_impact_policy_generalized_reflections = {
    .about = {.name = "generalized_reflections",
              .summary = "all approaching contacts together, round by round (Smith et al. 2012)"},
    .create = generalized_reflections_create,
    .round = generalized_reflections_round,
    .destroy = generalized_reflections_destroy};
