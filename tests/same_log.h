/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Two logs of collisions that are the same to the bit, in all that there is of each.
 */
#ifndef CAROM_TESTS_SAME_LOG_H
#define CAROM_TESTS_SAME_LOG_H

#include "support.h"

static inline void assert_same_logs(const carom_log *a, const carom_log *b)
{
    ck_assert_uint_eq(a->count, b->count);
    for (size_t k = 0; k < a->count; k++) {
        const carom_collision *x = &a->item[k], *y = &b->item[k];
        ck_assert_uint_eq(x->a, y->a);
        ck_assert_uint_eq(x->b, y->b);
        ck_assert_int_eq(x->wall, y->wall);
        ck_assert_int_eq(x->sliding, y->sliding);
        assert_same(x->t_s, y->t_s);
        assert_same(x->normal.x, y->normal.x);
        assert_same(x->normal.y, y->normal.y);
        assert_same(x->approach_mps, y->approach_mps);
        assert_same(x->separation_mps, y->separation_mps);
        assert_same(x->contact_s, y->contact_s);
        assert_same(x->max_overlap_m, y->max_overlap_m);
        assert_same(x->impulse_Ns, y->impulse_Ns);
        assert_same(x->impulse_t_Ns, y->impulse_t_Ns);
        assert_same(x->dissipated_J, y->dissipated_J);
    }
}

#endif
