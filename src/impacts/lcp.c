/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complementarity problem of simultaneous impulses. */
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
