/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * One round of an impact that resolves a set of contacts together, by complementarity.
 */
#ifndef CAROM_IMPACTS_LCP_ROUND_H
#define CAROM_IMPACTS_LCP_ROUND_H

#include "impacts/lcp.h"
#include <carom/impact_policy.h>

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
