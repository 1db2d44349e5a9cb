/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_IMPACTS_H
#define CAROM_INTERNAL_IMPACTS_H

#include <carom/cancel.h>
#include <carom/impact_policy.h>
#include <carom/status.h>

#include <stdbool.h>
#include <stddef.h>

/* ---- lcp ----
 * The linear complementarity problem of an impact: 0 <= lambda _|_ Q lambda + b >= 0 with Q
 * symmetric and positive semidefinite, which is the quadratic program min lambda.Q lambda/2 +
 * b.lambda over lambda >= 0. Solved by the active set method of Lawson and Hanson (Solving Least
 * Squares Problems, 1974, ch. 23), extended by a step along the null space where contacts are
 * redundant. Own code instead of a library's: GSL has no quadratic program, and + - * / sqrt in a
 * fixed order keep the bits. */

/** A problem of `size` unknowns and the room to solve it. Zero-initialise. */
typedef struct {
    size_t size, capacity;
    double *q;      /**< size x size, row by row */
    double *b;      /**< size */
    double *lambda; /**< size: the solution */
    double *trial, *factor;
    size_t *basis; /**< the unknowns that are not held at zero */
    size_t basis_size;
    bool *refused;
    const carom_cancel_flag *cancel; /**< asked while it is solved; NULL: nobody watches */
} carom_lcp;

/** Room for @p size unknowns; q and b are the caller's to fill. */
CAROM_CHECKED carom_status carom_lcp_resize(carom_lcp *lcp, size_t size, carom_error *error);

/** Solves into lambda. @return CAROM_INTERNAL if it does not end (it always has), CAROM_INTERRUPTED
 * if the watch wants the end */
CAROM_CHECKED carom_status carom_lcp_solve(carom_lcp *lcp, carom_error *error);

void carom_lcp_free(carom_lcp *lcp);

/* ---- lcp round ----
 * One round of an impact that resolves a set of contacts together, by complementarity. */

/** Which contacts of a cluster take part in a round, as soon as one approaches. */
typedef enum {
    /** those that approach: the others may be hit in the next round */
    CAROM_ROUND_APPROACHING,
    CAROM_ROUND_ALL /**< all that touch */
} carom_round_set;

/** A policy's workspace; zero-initialise. */
typedef struct {
    carom_lcp lcp;
    size_t *active; /**< touches of the set */
    size_t active_count, active_capacity;
} carom_lcp_round;

/** Solves 0 <= lambda _|_ Q lambda + b >= 0 over the set, Q = N^T M^-1 N, b = (1 + e) u for a
 * contact that approaches (u < 0) and u for one that does not, and pushes. As
 * carom_impact_policy.round. */
CAROM_CHECKED carom_status carom_lcp_round_solve(carom_lcp_round *self,
                                                 const carom_cluster *cluster, carom_round_set set,
                                                 size_t *impulses, double *largest_mps,
                                                 carom_error *error);

void *carom_lcp_round_new(void);
void carom_lcp_round_free(void *workspace);

#endif
