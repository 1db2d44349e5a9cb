/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In place of what divides a burst among threads: a page's worker is one, and nobody asks. */
#include "solvers/burst/crew.h"
#include <stddef.h>

burst_crew *carom_crew_new(penalty_system *system)
{
    (void)system;
    return NULL;
}

void carom_crew_free(burst_crew *self)
{
    (void)self;
}

bool carom_crew_takes(burst_crew *self, const burst_crowd *crowd)
{
    (void)self, (void)crowd;
    return false;
}

carom_status carom_crew_carry(burst_crew *self, double t_s, double *farthest_m, bool *listed,
                              carom_error *error)
{
    (void)self, (void)t_s, (void)farthest_m, (void)listed;
    return carom_error_set(error, CAROM_INTERNAL, "", "a page has one thread");
}
