/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One contact after the other in the order in which the balls are numbered in the file: the
 * billiard blog's part 4. The answer depends on that numbering, which is the fault it shows. */
#include <carom/impact_policy.h>
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

static void *sequential_index_create(void)
{
    return malloc(1); /* no workspace, but NULL would mean that memory is lacking */
}

/* A round resolves the first approaching contact of the order. */
static carom_status sequential_index_round(void *workspace, const carom_cluster *cluster,
                                           size_t *impulses, double *largest_mps,
                                           carom_error *error)
{
    size_t first = cluster->touches;
    double approach, e, impulse;
    (void)workspace, (void)error;
    *impulses = 0;
    *largest_mps = 0;
    for (size_t k = 0; k < cluster->touches; k++) {
        const carom_touch *touch = &cluster->touch[k];
        if (-carom_touch_velocity(cluster, touch) > cluster->quiet_mps &&
            (first == cluster->touches ||
             comes_before(cluster, touch, &cluster->touch[first]))) {
            first = k;
        }
    }
    if (first == cluster->touches) {
        return CAROM_OK;
    }
    approach = -carom_touch_velocity(cluster, &cluster->touch[first]);
    e = carom_touch_restitution(cluster, &cluster->touch[first], approach);
    impulse = (1 + e) * approach / carom_touch_inverse_mass(cluster, &cluster->touch[first]);
    carom_touch_push(cluster, &cluster->touch[first], impulse);
    *impulses = 1;
    *largest_mps = approach;
    return cluster->emit(cluster->context,
                         &(carom_impulse){first, impulse, approach,
                                          carom_touch_velocity(cluster, &cluster->touch[first]),
                                          0.5 * impulse * (1 - e) * approach});
}

const carom_impact_policy carom_impact_policy_sequential_index = {
    .about = {.name = "sequential_index",
              .summary = "one after the other by number: depends on the order of the balls"},
    .create = sequential_index_create,
    .round = sequential_index_round,
    .destroy = free};
