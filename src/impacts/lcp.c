/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complementarity problem of simultaneous impulses, and rounds of an impact that solve it. */
#include "base/base.h"
#include "impacts/impacts.h"

/* A pivot below this fraction of its diagonal is rounding error: the contact is a combination of
 * others. */
static const double redundant = 1e-11;
/* A complementary residual below this fraction of the largest |b| counts as zero. */
static const double resolved = 1e-14;

void carom_lcp_free(carom_lcp *lcp)
{
    free(lcp->q);
    free(lcp->b);
    free(lcp->lambda);
    free(lcp->trial);
    free(lcp->factor);
    free(lcp->basis);
    free(lcp->refused);
    *lcp = (carom_lcp){.cancel = lcp->cancel};
}

void carom_lcp_resize(carom_lcp *lcp, size_t size)
{
    if (size > lcp->capacity) {
        size_t room = 2 * size;
        carom_lcp_free(lcp);
        lcp->q = carom_allocate(room * room, sizeof *lcp->q);
        lcp->factor = carom_allocate(room * room, sizeof *lcp->factor);
        lcp->b = carom_allocate(room, sizeof *lcp->b);
        lcp->lambda = carom_allocate(room, sizeof *lcp->lambda);
        lcp->trial = carom_allocate(room, sizeof *lcp->trial);
        lcp->basis = carom_allocate(room, sizeof *lcp->basis);
        lcp->refused = carom_allocate(room, sizeof *lcp->refused);
        lcp->capacity = room;
    }
    lcp->size = size;
}

/* Cholesky factor of Q over the basis, row by row. @return false if the last row is redundant */
static bool factorise(carom_lcp *lcp)
{
    size_t n = lcp->basis_size, stride = lcp->capacity;
    for (size_t i = 0; i < n && !carom_is_cancelled(lcp->cancel); i++) {
        for (size_t j = 0; j <= i; j++) {
            double s = lcp->q[lcp->basis[i] * lcp->size + lcp->basis[j]];
            for (size_t k = 0; k < j; k++) {
                s -= lcp->factor[i * stride + k] * lcp->factor[j * stride + k];
            }
            if (j < i) {
                lcp->factor[i * stride + j] = s / lcp->factor[j * stride + j];
            } else if (s <= redundant * lcp->q[lcp->basis[i] * lcp->size + lcp->basis[i]]) {
                return false;
            } else {
                lcp->factor[i * stride + i] = sqrt(s);
            }
        }
    }
    return true;
}

/* Solve (factor factor^T) y = y for the first n of the basis, in place. */
static void back_substitute(const carom_lcp *lcp, size_t n, double *y)
{
    size_t stride = lcp->capacity;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            y[i] -= lcp->factor[i * stride + k] * y[k];
        }
        y[i] /= lcp->factor[i * stride + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) {
            y[i] -= lcp->factor[k * stride + i] * y[k];
        }
        y[i] /= lcp->factor[i * stride + i];
    }
}

static void leave_basis(carom_lcp *lcp, size_t position)
{
    lcp->lambda[lcp->basis[position]] = 0;
    lcp->basis_size--;
    memmove(&lcp->basis[position], &lcp->basis[position + 1],
            (lcp->basis_size - position) * sizeof *lcp->basis);
}

/* Move lambda over the basis along `step`, at most `longest` times, until an unknown reaches zero
 * and leaves.
 *  @return true if one left */
static bool move_to_bound(carom_lcp *lcp, const double *step, double longest)
{
    size_t blocking = lcp->basis_size;
    double length = longest;
    for (size_t i = 0; i < lcp->basis_size; i++) {
        double value = lcp->lambda[lcp->basis[i]];
        if (step[i] < 0 && value < -step[i] * length) {
            length = value / -step[i];
            blocking = i;
        }
    }
    if (isinf(length)) {
        return false;
    }
    for (size_t i = 0; i < lcp->basis_size; i++) {
        lcp->lambda[lcp->basis[i]] += length * step[i];
    }
    bool blocked = blocking < lcp->basis_size;
    if (blocked) {
        leave_basis(lcp, blocking);
    }
    return blocked;
}

/* The last unknown of the basis is redundant: Q has a null direction (-Q_PP^-1 Q_Pi, 1). The
 * objective decreases along it until an unknown of the basis reaches zero and leaves. */
static bool replace_redundant(carom_lcp *lcp)
{
    size_t last = lcp->basis_size - 1, entering = lcp->basis[last];
    for (size_t i = 0; i < last; i++) {
        lcp->trial[i] = -lcp->q[lcp->basis[i] * lcp->size + entering];
    }
    back_substitute(lcp, last, lcp->trial);
    lcp->trial[last] = 1;
    return move_to_bound(lcp, lcp->trial, INFINITY);
}

/* Minimize over the basis. Unknowns that would become negative leave it.
 *  @return false if the last unknown is redundant and none left */
static bool minimise_over_basis(carom_lcp *lcp)
{
    while (lcp->basis_size > 0 && !carom_is_cancelled(lcp->cancel)) {
        size_t n = lcp->basis_size;
        if (!factorise(lcp)) {
            if (!replace_redundant(lcp)) {
                return false;
            }
            continue;
        }
        for (size_t i = 0; i < n; i++) {
            lcp->trial[i] = -lcp->b[lcp->basis[i]];
        }
        back_substitute(lcp, n, lcp->trial);
        for (size_t i = 0; i < n; i++) {
            lcp->trial[i] -= lcp->lambda[lcp->basis[i]];
        }
        if (!move_to_bound(lcp, lcp->trial, 1.0)) {
            return true;
        }
    }
    return true;
}

/* The unknown at zero with the most violated residual; size if none. */
static size_t most_violated(const carom_lcp *lcp, double tolerance)
{
    size_t worst = lcp->size;
    double worst_residual = -tolerance;
    for (size_t i = 0; i < lcp->size; i++) {
        double residual = lcp->b[i];
        bool in_basis = false;
        for (size_t k = 0; k < lcp->basis_size; k++) {
            in_basis = in_basis || lcp->basis[k] == i;
            residual += lcp->q[i * lcp->size + lcp->basis[k]] * lcp->lambda[lcp->basis[k]];
        }
        if (!in_basis && !lcp->refused[i] && residual < worst_residual) {
            worst = i;
            worst_residual = residual;
        }
    }
    return worst;
}

carom_status carom_lcp_solve(carom_lcp *lcp, carom_error *error)
{
    size_t rounds = 100 + 20 * lcp->size;
    double largest = 0;
    lcp->basis_size = 0;
    for (size_t i = 0; i < lcp->size; i++) {
        lcp->lambda[i] = 0;
        lcp->refused[i] = false;
        largest = fabs(lcp->b[i]) > largest ? fabs(lcp->b[i]) : largest;
    }
    for (size_t round = 0; round < rounds; round++) {
        size_t entering = most_violated(lcp, resolved * largest);
        CAROM_TRY(carom_check_cancelled(lcp->cancel, error));
        if (entering == lcp->size) {
            return CAROM_OK;
        }
        lcp->basis[lcp->basis_size++] = entering;
        if (!minimise_over_basis(lcp)) {
            leave_basis(lcp, lcp->basis_size - 1);
            lcp->refused[entering] = true;
        }
    }
    return carom_error_set(error, CAROM_INTERNAL, "impact_policy",
                           "the impulses of %zu simultaneous contacts did not converge in %zu "
                           "rounds",
                           lcp->size, rounds);
}

/* ---- rounds ---- */

void *carom_lcp_round_new(void)
{
    return carom_allocate(1, sizeof(carom_lcp_round));
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
    for (size_t k = 0; k < cluster->contacts; k++) {
        double approach = -carom_cluster_contact_velocity(cluster, &cluster->contact[k]);
        fastest = approach > fastest ? approach : fastest;
    }
    return fastest > cluster->rounding_mps ? fastest : 0;
}

static void collect(carom_lcp_round *self, const carom_cluster *cluster, carom_round_set set)
{
    self->active_count = 0;
    for (size_t k = 0; k < cluster->contacts; k++) {
        double approach = -carom_cluster_contact_velocity(cluster, &cluster->contact[k]);
        if (set == CAROM_ROUND_ALL || approach > cluster->rounding_mps) {
            CAROM_APPEND(self->active, self->active_count, self->active_capacity, k);
        }
    }
    self->lcp.cancel = cluster->cancel;
    carom_lcp_resize(&self->lcp, self->active_count);
}

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

static void fill_problem(carom_lcp_round *self, const carom_cluster *cluster)
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
static void emit(const carom_lcp_round *self, const carom_cluster *cluster, const double *approach,
                 size_t *impulses)
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

carom_status carom_lcp_round_solve(carom_lcp_round *self, const carom_cluster *cluster,
                                   carom_round_set set, size_t *impulses, double *largest_mps,
                                   carom_error *error)
{
    double *approach;
    *impulses = 0;
    *largest_mps = fastest_approach(cluster);
    if (*largest_mps == 0) {
        return CAROM_OK;
    }
    collect(self, cluster, set);
    fill_problem(self, cluster);
    CAROM_TRY(carom_lcp_solve(&self->lcp, error));
    approach = self->lcp.b; /* reuses b, which is no longer needed */
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
