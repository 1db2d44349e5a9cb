/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One contact after the other, the fastest approach first; of equals the first in an order taken
 * from the initial state. So the answer does not depend on how the balls are numbered, but where
 * two contacts approach equally fast it still has to prefer one, and a symmetric scene does not
 * stay symmetric. */
#include "impacts/impacts.h"
#include <stdlib.h>

static bool is_faster(const carom_cluster *cluster, const carom_touch *p, const carom_touch *q)
{
    return -carom_touch_velocity(cluster, p) > -carom_touch_velocity(cluster, q);
}

static carom_status sequential_speed_round(void *workspace, const carom_cluster *cluster,
                                           size_t *impulses, double *largest_mps,
                                           carom_error *error)
{
    (void)workspace, (void)error;
    return carom_serial_round(cluster, is_faster, impulses, largest_mps);
}

const carom_impact_policy carom_impact_policy_sequential_speed = {
    .about = {.name = "sequential_speed",
              .summary = "one after the other, fastest approach first; knows friction"},
    .keeps = CAROM_DOES_FRICTION | CAROM_KEEPS_MOMENTUM | CAROM_KEEPS_ENERGY | CAROM_KEEPS_ORDER |
             CAROM_KEEPS_BREAK_AWAY,
    .create = carom_serial_new,
    .round = sequential_speed_round,
    .destroy = free};
