/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One contact after the other in the order in which the balls are numbered in the file: the
 * billiard blog's part 4. The answer depends on that numbering, which is the fault it shows. */
#include "impacts/impacts.h"
#include <stdlib.h>

static size_t number_of(const carom_cluster *cluster, size_t body)
{
    return body == CAROM_NO_BODY ? CAROM_NO_BODY : cluster->number[body];
}

/* Pairs by (lower number, higher number); a wall counts as the highest. */
static bool comes_before(const carom_cluster *cluster, const carom_touch *p, const carom_touch *q)
{
    size_t pa = number_of(cluster, p->a), pb = number_of(cluster, p->b);
    size_t qa = number_of(cluster, q->a), qb = number_of(cluster, q->b);
    size_t p_low = pa < pb ? pa : pb, q_low = qa < qb ? qa : qb;
    if (p_low != q_low) {
        return p_low < q_low;
    }
    return (pa < pb ? pb : pa) < (qa < qb ? qb : qa);
}

static carom_status sequential_index_round(void *workspace, const carom_cluster *cluster,
                                           size_t *impulses, double *largest_mps,
                                           carom_error *error)
{
    (void)workspace, (void)error;
    return carom_serial_round(cluster, comes_before, impulses, largest_mps);
}

const carom_impact_policy carom_impact_policy_sequential_index = {
    .about =
        {.name = "sequential_index",
         .summary =
             "one after the other by number: depends on the order of the balls; knows friction"},
    .keeps = CAROM_DOES_FRICTION | CAROM_KEEPS_MOMENTUM | CAROM_KEEPS_ENERGY |
             CAROM_KEEPS_BREAK_AWAY,
    .create = carom_serial_new,
    .round = sequential_index_round,
    .destroy = free};
