/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What policies share that resolve one contact after the other.
 */
#ifndef CAROM_IMPACTS_ONE_BY_ONE_H
#define CAROM_IMPACTS_ONE_BY_ONE_H

#include <carom/impact_policy.h>
#include <stdbool.h>

/** One round: of the contacts that approach, resolves the one that comes before all others.
 *  @param before  whether p comes before q; of equals the first in the cluster's order is taken */
CAROM_CHECKED carom_status carom_serial_round(const carom_cluster *cluster,
                                              bool (*before)(const carom_cluster *cluster,
                                                             const carom_touch *p,
                                                             const carom_touch *q),
                                              size_t *impulses, double *largest_mps);

/** A workspace of nothing: NULL would mean that memory is lacking. */
void *carom_serial_new(void);

#endif
