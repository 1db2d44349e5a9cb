/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <carom/cancel.h>
#include <carom/impact_policy.h>
#include <carom/status.h>

#include <stdbool.h>
#include <stddef.h>

/* ---- linear complementarity problem ----
 * Solves the problem of simultaneous impulses: 0 <= lambda _|_ Q lambda + b >= 0 with Q symmetric
 * and positive semidefinite. This is the quadratic program min lambda.Q lambda/2 + b.lambda over
 * lambda >= 0.
 *
 * Uses the active set method of Lawson and Hanson (Solving Least Squares Problems, 1974, ch. 23),
 * extended by a step along the null space for redundant contacts. GSL has no quadratic program,
 * and own code with + - * / and sqrt in a fixed order gives reproducible bits. */

/** A problem and its workspace. Zero-initialize. */
typedef struct {
    size_t size, capacity;
    double *q;      /**< size x size, row by row */
    double *b;      /**< size */
    double *lambda; /**< size: the solution */
    double *trial, *factor;
    size_t *basis; /**< the unknowns that are not fixed at zero */
    size_t basis_size;
    bool *refused;
    const carom_cancel_flag *cancel; /**< cancellation flag; may be NULL */
} carom_lcp;

/** Reserve room for @p size unknowns. The caller then fills q and b. */
CAROM_CHECKED carom_status carom_lcp_resize(carom_lcp *lcp, size_t size, carom_error *error);

/** Solve the problem; the result is in lambda.
 *  @return CAROM_INTERNAL if it does not converge (never observed), CAROM_INTERRUPTED if the flag
 *   is set */
CAROM_CHECKED carom_status carom_lcp_solve(carom_lcp *lcp, carom_error *error);

void carom_lcp_free(carom_lcp *lcp);

/* ---- rounds ----
 * One round of an impact that resolves several contacts together. */

/** The contacts that take part in a round. */
typedef enum {
    /** the contacts that approach; others may be hit in the next round */
    CAROM_ROUND_APPROACHING,
    CAROM_ROUND_ALL /**< all that touch */
} carom_round_set;

/** Workspace of a policy. Zero-initialize. */
typedef struct {
    carom_lcp lcp;
    size_t *active; /**< contacts of the round */
    size_t active_count, active_capacity;
} carom_lcp_round;

/** Run carom_impact_policy.round: solve the complementarity problem over the set, with Q = N^T M^-1
 * N. b is (1 + e) u for approaching contacts (u < 0) and u for the others. */
CAROM_CHECKED carom_status carom_lcp_round_solve(carom_lcp_round *self,
                                                 const carom_cluster *cluster, carom_round_set set,
                                                 size_t *impulses, double *largest_mps,
                                                 carom_error *error);

void *carom_lcp_round_new(void);
void carom_lcp_round_free(void *workspace);
