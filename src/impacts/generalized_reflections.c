/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generalized reflections: Smith, Kaufman, Vouga, Tamstorf, Grinspun, "Reflections on Simultaneous
 * Impact", ACM TOG 31(4), 2012. A round takes the set A of contacts that still approach and solves
 *     0 <= lambda _|_ Q lambda + (1+e) N_A^T v >= 0,   Q = N_A^T M^-1 N_A,
 * then v += M^-1 N_A lambda. It keeps symmetry, momentum and (e = 1) energy, and lets a cradle
 * break away. A contact that shares no body with another contact of A gets the impulse of a single
 * collision, lambda = (1+e) m_red v_n. Only such contacts may have friction. */
#include "impacts/impacts.h"

static carom_status generalized_reflections_round(void *workspace, const carom_cluster *cluster,
                                                  size_t *impulses, double *largest_mps,
                                                  carom_error *error)
{
    return carom_lcp_round_solve(workspace, cluster, CAROM_ROUND_APPROACHING, impulses, largest_mps,
                                 error);
}

const carom_impact_policy carom_impact_policy_generalized_reflections = {
    .about = {.name = "generalized_reflections",
              .summary = "all approaching contacts together, round by round (Smith et al. 2012); "
                         "supports friction in single contacts of a ball"},
    .properties = CAROM_DOES_SEPARATE_FRICTION | CAROM_CONSERVES_MOMENTUM | CAROM_CONSERVES_ENERGY |
                  CAROM_RESPECTS_SYMMETRY | CAROM_IGNORES_NUMBERING | CAROM_BREAKS_AWAY,
    .create = carom_lcp_round_new,
    .round = generalized_reflections_round,
    .destroy = carom_lcp_round_free};
