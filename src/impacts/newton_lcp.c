/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simultaneous impact with Newton's restitution: one linear complementarity problem over all
 * contacts that touch, resting ones too. An approaching contact leaves with e times its approach or
 * faster, the others do not approach; nobody pushes who would part anyway. The push travels through
 * a whole cradle at once, so nothing breaks away: (1, 0, 0) becomes (-1/3, 2/3, 2/3). With e
 * between 0 and 1 and contacts that rest or part before, it may make energy (Smith et al., ACM TOG
 * 31(4), 2012, sec. 3). One round ends it: afterwards no contact approaches. */
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
             "all touching contacts at once, Newton's restitution: no break-away, no friction"},
    .all_at_once = true,
    .properties = CAROM_CONSERVES_MOMENTUM | CAROM_RESPECTS_SYMMETRY | CAROM_IGNORES_NUMBERING,
    .create = carom_lcp_round_new,
    .round = newton_lcp_round,
    .destroy = carom_lcp_round_free};
