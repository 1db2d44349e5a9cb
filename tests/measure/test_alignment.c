/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches, mismatches and edit distance of two collision logs. */
#include "measure/measure.h"
#include "support.h"

/* Make a log from times and pairs; b < 0 is wall -1 - b. */
static carom_log log_of(size_t count, const double *t, const int (*pair)[2])
{
    carom_log log = {NULL, 0, 0};
    for (size_t k = 0; k < count; k++) {
        bool wall = pair[k][1] < 0;
        assert_ok(
            carom_log_add(&log,
                          &(carom_collision){.t_s = t[k],
                                             .a = (uint32_t)pair[k][0],
                                             .wall = wall,
                                             .b = (uint32_t)(wall ? -1 - pair[k][1] : pair[k][1])},
                          NULL));
    }
    return log;
}

static void free_all(carom_alignment *a, carom_log *p, carom_log *q)
{
    carom_alignment_free(a);
    carom_log_free(p);
    carom_log_free(q);
}

START_TEST(independent_collisions_match_in_any_order)
{
    static const int first[][2] = {{0, 1}, {2, 3}, {1, 2}, {0, -1}},
                     second[][2] = {{3, 2}, {0, 1}, {0, -1}, {1, 2}};
    static const double t[] = {0.11, 0.12, 0.3, 0.4}, u[] = {0.1, 0.13, 0.38, 0.42};
    carom_log p = log_of(4, t, first), q = log_of(4, u, second);
    carom_alignment a;
    size_t distance;
    assert_ok(carom_alignment_of(&a, &p, &q, 4, 1, 0, NULL));
    ck_assert_uint_eq(a.matched, 4);
    ck_assert_uint_eq(a.partner[0], 1);
    ck_assert_uint_eq(a.partner[3], 2);
    ck_assert_uint_eq(a.back[3], 2);
    ck_assert_uint_eq(a.first, CAROM_UNMATCHED);
    assert_near(a.largest_offset_s, 0.12, 1e-15);
    assert_near(a.mean_offset_s, (0.02 - 0.02 + 0.12 - 0.02) / 4, 1e-15);
    assert_ok(carom_edit_distance(&p, &q, &distance, NULL));
    /* as sequences: two entries moved, each removed and inserted */
    ck_assert_uint_eq(distance, 4);
    free_all(&a, &p, &q);
}
END_TEST

/* 1-2 instead of 1-3: later collisions of these balls do not match, others do. */
START_TEST(after_a_mismatch_other_balls_still_match)
{
    static const int first[][2] = {{0, 1}, {1, 2}, {4, 5}, {2, 5}, {4, -2}},
                     second[][2] = {{0, 1}, {1, 3}, {4, 5}, {2, 5}, {4, -2}};
    static const double t[] = {0.1, 0.2, 0.3, 0.4, 0.5};
    carom_log p = log_of(5, t, first), q = log_of(5, t, second);
    carom_alignment a;
    size_t distance;
    assert_ok(carom_alignment_of(&a, &p, &q, 6, 1, 0, NULL));
    /* 0-1, 4-5 and 4-right match; 2-5 follows 1-2, which only one log has */
    ck_assert_uint_eq(a.matched, 3);
    ck_assert_uint_eq(a.first, 1);
    ck_assert_uint_eq(a.second, 1);
    ck_assert(isinf(a.lost_s[0]));
    assert_same(a.lost_s[1], 0.2);
    assert_same(a.lost_s[2], 0.2);
    assert_same(a.lost_s[3], 0.2);
    ck_assert(isinf(a.lost_s[4]));
    assert_same(a.lost_s[5], 0.4);
    assert_ok(carom_edit_distance(&p, &q, &distance, NULL));
    ck_assert_uint_eq(distance, 2);
    free_all(&a, &p, &q);
}
END_TEST

START_TEST(walls_differ_from_balls_and_the_end_is_no_mismatch)
{
    static const int first[][2] = {{0, 1}, {0, -2}, {1, 2}}, second[][2] = {{0, 1}, {0, 1}};
    static const double t[] = {0.1, 0.2, 0.98}, u[] = {0.11, 0.2};
    carom_log p = log_of(3, t, first), q = log_of(2, u, second);
    carom_alignment a;
    assert_ok(carom_alignment_of(&a, &p, &q, 3, 1, 0, NULL));
    ck_assert_uint_eq(a.matched, 1);
    ck_assert_uint_eq(a.first, 1);
    carom_alignment_free(&a);
    q.count = 1;
    p.count = 1;
    assert_ok(carom_log_add(&p, &(carom_collision){.t_s = 0.98, .a = 1, .b = 2}, NULL));
    /* within a contact time and the offset of the end */
    assert_ok(carom_alignment_of(&a, &p, &q, 3, 1, 0.02, NULL));
    ck_assert_uint_eq(a.first, CAROM_UNMATCHED);
    ck_assert(isinf(a.lost_s[1]));
    carom_alignment_free(&a);
    assert_ok(carom_alignment_of(&a, &p, &q, 3, 1, 0.005, NULL));
    ck_assert_uint_eq(a.first, 1);
    free_all(&a, &p, &q);
}
END_TEST

/* Simultaneous collisions match in any order; repeated pairs match in order. */
START_TEST(ties_and_repetitions)
{
    static const int first[][2] = {{0, 1}, {1, 2}, {0, 1}, {0, 1}},
                     second[][2] = {{0, 1}, {1, 2}, {0, 1}, {0, 1}};
    static const double t[] = {0.1, 0.1, 0.1, 0.4};
    carom_log p = log_of(4, t, first), q = log_of(4, t, second);
    carom_alignment a;
    size_t distance;
    assert_ok(carom_alignment_of(&a, &p, &q, 3, 1, 0, NULL));
    ck_assert_uint_eq(a.matched, 4);
    ck_assert_uint_eq(a.partner[2], 2);
    assert_ok(carom_edit_distance(&p, &q, &distance, NULL));
    ck_assert_uint_eq(distance, 0);
    free_all(&a, &p, &q);
}
END_TEST

/* Edit distance compared with the quadratic algorithm, for random sequences of few pairs. */
START_TEST(edit_distance_against_dynamic_programming)
{
    stream s = {7};
    for (int round = 0; round < 40; round++) {
        enum { MOST = 60 };
        size_t n = 10 + (size_t)(50 * next_number(&s)), m = 10 + (size_t)(50 * next_number(&s)),
               table[MOST + 1][MOST + 1], got;
        double t[MOST];
        int p[MOST][2], q[MOST][2];
        carom_log first, second;
        for (size_t k = 0; k < MOST; k++) {
            t[k] = (double)k;
            p[k][0] = (int)(3 * next_number(&s));
            p[k][1] = 3 + (int)(2 * next_number(&s));
            q[k][0] = (int)(3 * next_number(&s));
            q[k][1] = 3 + (int)(2 * next_number(&s));
        }
        first = log_of(n, t, (const int(*)[2])p);
        second = log_of(m, t, (const int(*)[2])q);
        for (size_t i = 0; i <= n; i++) {
            for (size_t j = 0; j <= m; j++) {
                bool same = i > 0 && j > 0 && p[i - 1][0] == q[j - 1][0] &&
                            p[i - 1][1] == q[j - 1][1];
                table[i][j] = i == 0 || j == 0                  ? 0
                            : same                              ? table[i - 1][j - 1] + 1
                            : table[i - 1][j] > table[i][j - 1] ? table[i - 1][j]
                                                                : table[i][j - 1];
            }
        }
        assert_ok(carom_edit_distance(&first, &second, &got, NULL));
        ck_assert_uint_eq(got, n + m - 2 * table[n][m]);
        carom_log_free(&first);
        carom_log_free(&second);
    }
}
END_TEST

TEST_MAIN("alignment", independent_collisions_match_in_any_order,
          after_a_mismatch_other_balls_still_match,
          walls_differ_from_balls_and_the_end_is_no_mismatch, ties_and_repetitions,
          edit_distance_against_dynamic_programming)
