/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first mismatch of two collision logs: one definition for compare, diverge and check. */
#include "measure/measure.h"
#include "support.h"

static void put(carom_log *log, double t, uint32_t a, uint32_t b, bool wall)
{
    assert_ok(carom_log_add(log, &(carom_collision){.t_s = t, .a = a, .b = b, .wall = wall}, NULL));
}

typedef struct {
    double t;
    uint32_t a, b;
    bool wall;
} hit;

/* Logs, ended by t < 0. */
static double mismatch(const hit *p, const hit *q, double end, double contact)
{
    carom_log left = {0}, right = {0};
    carom_alignment one, other;
    double t;
    for (; p->t >= 0; p++) {
        put(&left, p->t, p->a, p->b, p->wall);
    }
    for (; q->t >= 0; q++) {
        put(&right, q->t, q->a, q->b, q->wall);
    }
    carom_log_sort(&left);
    carom_log_sort(&right);
    assert_ok(carom_alignment_of(&one, &left, &right, 4, end, contact, NULL));
    assert_ok(carom_alignment_of(&other, &right, &left, 4, end, contact, NULL));
    t = one.mismatch_s;
    assert_same(other.mismatch_s, t);
    carom_alignment_free(&one);
    carom_alignment_free(&other);
    carom_log_free(&left);
    carom_log_free(&right);
    return t;
}

#define END                                                                                        \
    {                                                                                              \
        -1, 0, 0, false                                                                            \
    }

START_TEST(logs_that_agree)
{
    const hit p[] = {{0.5, 0, 1, false}, {0.7, 0, 2, true}, END};
    const hit q[] = {{0.5001, 1, 0, false}, {0.7003, 0, 2, true}, END};
    const hit none[] = {END};
    ck_assert(isnan(mismatch(p, q, 1, 0.01)));
    ck_assert(isnan(mismatch(none, none, 1, 0)));
}
END_TEST

START_TEST(the_first_pair_that_differs)
{
    const hit p[] = {{0.5, 0, 1, false}, {0.7, 0, 2, true}, {0.9, 1, 2, false}, END};
    const hit q[] = {{0.5, 0, 1, false}, {0.72, 0, 2, false}, {0.9, 1, 2, false}, END};
    assert_same(mismatch(p, q, 1, 0), 0.7); /* wall 2 is not ball 2 */
}
END_TEST

START_TEST(ties_in_either_order)
{
    const hit p[] = {{0.5, 0, 1, false}, {0.5, 2, 3, false}, {0.8, 1, 2, false}, END};
    const hit q[] = {{0.5, 2, 3, false}, {0.5001, 0, 1, false}, {0.8, 1, 2, false}, END};
    const hit r[] = {{0.5, 2, 3, false}, {0.5001, 0, 2, false}, {0.8, 1, 2, false}, END};
    ck_assert(isnan(mismatch(p, q, 1, 0)));
    assert_same(mismatch(p, r, 1, 0), 0.5);
}
END_TEST

/* Unrelated pairs collide in either order without a mismatch. */
START_TEST(independent_pairs_in_either_order)
{
    const hit p[] = {{0.5, 0, 1, false}, {0.6, 2, 3, false}, {0.8, 1, 2, false}, END};
    const hit q[] = {{0.55, 2, 3, false}, {0.57, 0, 1, false}, {0.8, 1, 2, false}, END};
    ck_assert(isnan(mismatch(p, q, 1, 0)));
}
END_TEST

/* A collision just before the end of one run may be just after the end of the other. */
START_TEST(the_end)
{
    const hit p[] = {{0.5, 0, 1, false}, {0.995, 0, 2, false}, END};
    const hit q[] = {{0.5, 0, 1, false}, END};
    const hit r[] = {{0.51, 0, 1, false}, END};
    const hit none[] = {END};
    ck_assert(isnan(mismatch(p, q, 1, 0.01)));
    assert_same(mismatch(p, q, 1, 0.001), 0.995);
    ck_assert(isnan(mismatch(p, r, 1, 0.001))); /* the offset was 0.01 before */
    assert_same(mismatch(q, none, 1, 0.01), 0.5);
}
END_TEST

TEST_MAIN("mismatch", logs_that_agree, the_first_pair_that_differs, ties_in_either_order,
          independent_pairs_in_either_order, the_end)
