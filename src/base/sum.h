/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Compensated sums (Neumaier, ZAMM 54, 39 (1974)): the error of a sum of n terms is a few
 * units in the last place instead of n of them, so that a ledger residual is the physics'.
 */
#ifndef CAROM_BASE_SUM_H
#define CAROM_BASE_SUM_H

typedef struct {
    double sum, lost;
} carom_sum;

static inline void carom_sum_add(carom_sum *s, double term)
{
    double total = s->sum + term;
    double larger = s->sum, smaller = term;
    if ((s->sum < 0 ? -s->sum : s->sum) < (term < 0 ? -term : term)) {
        larger = term;
        smaller = s->sum;
    }
    s->lost += (larger - total) + smaller;
    s->sum = total;
}

static inline double carom_sum_value(const carom_sum *s)
{
    return s->sum + s->lost;
}

#endif
