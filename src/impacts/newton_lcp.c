/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simultaneous impact with Newton's restitution: one linear complementarity problem over all
 * touching contacts, resting ones included. An approaching contact separates at e times its
 * approach speed or faster; no contact approaches afterwards. A contact that separates anyway gets
 * no impulse.
 *
 * The impulse travels through a whole Newton's cradle at once, so no ball breaks away: (1, 0, 0)
 * becomes (-1/3, 2/3, 2/3). For e between 0 and 1, with contacts that rest or separate before, the
 * policy may add energy (Smith et al., ACM TOG 31(4), 2012, sec. 3). One round suffices. */
#include "impacts/impacts.h"

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
