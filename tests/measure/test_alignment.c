/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches and mismatches of two collision logs: one definition for compare, diverge
 * and check. */
#include "measure/measure.h"
#include "scenes.h"

static void release_log(void *log)
{
    carom_log_free(log);
    free(log);
}

static carom_log *new_log(void)
{
    return test_keep(calloc(1, sizeof(carom_log)), release_log);
}

/* "0.5 0 1, 0.7 0 w2": at 0.5 s balls 0 and 1, at 0.7 s ball 0 and wall 2. */
static carom_log *log_of(const char *text)
{
    carom_log *log = new_log();
    while (*text != '\0') {
        char *rest;
        carom_collision hit = {.t_s = strtod(text, &rest)};
        hit.a = (uint32_t)strtoul(rest, &rest, 10);
        rest += strspn(rest, " ");
        hit.wall = *rest == 'w';
        hit.b = (uint32_t)strtoul(rest + hit.wall, &rest, 10);
        carom_log_add(log, &hit);
        text = rest + strspn(rest, ", ");
    }
    return log;
}

static void release_alignment(void *a)
{
    carom_alignment_free(a);
    free(a);
}

static carom_alignment *align(const carom_log *p, const carom_log *q, size_t balls, double end_s,
                              double contact_s)
{
    carom_alignment *a = malloc(sizeof *a);
    *a = carom_alignment_of(p, q, balls, end_s, contact_s);
    return test_keep(a, release_alignment);
}

START_TEST(independent_collisions_match_in_any_order)
{
    carom_log *p = log_of("0.11 0 1, 0.12 2 3, 0.3 1 2, 0.4 0 w0"),
              *q = log_of("0.1 3 2, 0.13 0 1, 0.38 0 w0, 0.42 1 2");
    carom_alignment *a = align(p, q, 4, 1, 0);
    ck_assert_uint_eq(a->matched, 4);
    ck_assert_uint_eq(a->partner[0], 1);
    ck_assert_uint_eq(a->partner[3], 2);
    ck_assert(a->mismatch[0] == NULL && a->mismatch[1] == NULL);
    assert_near(a->largest_offset_s, 0.12, 1e-15);
    assert_near(a->mean_offset_s, (0.02 - 0.02 + 0.12 - 0.02) / 4, 1e-15);
}
END_TEST

/* 1-2 instead of 1-3: later collisions of these balls do not match, others do. */
START_TEST(after_a_mismatch_other_balls_still_match)
{
    static const double lost_s[] = {INFINITY, 0.2, 0.2, 0.2, INFINITY, 0.4};
    carom_log *p = log_of("0.1 0 1, 0.2 1 2, 0.3 4 5, 0.4 2 5, 0.5 4 w1"),
              *q = log_of("0.1 0 1, 0.2 1 3, 0.3 4 5, 0.4 2 5, 0.5 4 w1");
    carom_alignment *a = align(p, q, 6, 1, 0);
    /* 0-1, 4-5 and 4-right match; 2-5 follows 1-2, which only one log has */
    ck_assert_uint_eq(a->matched, 3);
    ck_assert(a->mismatch[0] == &p->item[1] && a->mismatch[1] == &q->item[1]);
    for (size_t i = 0; i < 6; i++) {
        assert_same(a->lost_s[i], lost_s[i]);
    }
}
END_TEST

/* Simultaneous collisions match in any order; repeated pairs match in order. */
START_TEST(ties_and_repetitions)
{
    carom_log *p = log_of("0.1 0 1, 0.1 1 2, 0.1 0 1, 0.4 0 1");
    carom_alignment *a = align(p, p, 3, 1, 0);
    ck_assert_uint_eq(a->matched, 4);
    ck_assert_uint_eq(a->partner[2], 2);
}
END_TEST

/* The first mismatch is the same from both sides. No mismatch: NAN. A collision just before the end
 * of one run may be just after the end of the other. */
START_TEST(the_first_mismatch)
{
    static const char ties[] = "0.5 0 1, 0.5 2 3, 0.8 1 2", last[] = "0.5 0 1, 0.995 0 2";
    static const struct {
        const char *p, *q;
        double contact_s, want_s;
    } rows[] = {
        {"0.5 0 1, 0.7 0 w2", "0.5001 1 0, 0.7003 0 w2", 0.01, NAN},
        {"", "", 0, NAN},
        /* wall 2 is not ball 2 */
        {"0.5 0 1, 0.7 0 w2, 0.9 1 2", "0.5 0 1, 0.72 0 2, 0.9 1 2", 0, 0.7},
        {"0.1 0 1, 0.2 0 w1, 0.98 1 2", "0.11 0 1, 0.2 0 1", 0, 0.2},
        {ties, "0.5 2 3, 0.5001 0 1, 0.8 1 2", 0, NAN},
        {ties, "0.5 2 3, 0.5001 0 2, 0.8 1 2", 0, 0.5},
        /* unrelated pairs collide in either order */
        {"0.5 0 1, 0.6 2 3, 0.8 1 2", "0.55 2 3, 0.57 0 1, 0.8 1 2", 0, NAN},
        {last, "0.5 0 1", 0.01, NAN},
        {last, "0.5 0 1", 0.001, 0.995},
        {last, "0.51 0 1", 0.001, NAN}, /* the offset was 0.01 before */
        {"0.5 0 1", "", 0.01, 0.5},
        {"0.1 0 1, 0.98 1 2", "0.11 0 1", 0.02, NAN}, /* within a contact time and the offset */
        {"0.1 0 1, 0.98 1 2", "0.11 0 1", 0.005, 0.98},
        /* both runs have the next collision of ball 0, so no later one can match */
        {"0.1 0 w0, 0.7 0 1", "0.35 0 w0, 0.9 0 w2", 0.1, 0.7},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        carom_log *p = log_of(rows[k].p), *q = log_of(rows[k].q);
        test_set_subject("row %zu", k);
        carom_log_sort(p);
        carom_log_sort(q);
        const carom_alignment *one = align(p, q, 4, 1, rows[k].contact_s);
        assert_same(one->mismatch_s, rows[k].want_s);
        assert_same(align(q, p, 4, 1, rows[k].contact_s)->mismatch_s, rows[k].want_s);
        ck_assert((one->mismatch[0] == NULL && isinf(one->lost_s[1])) == isnan(rows[k].want_s));
    }
}
END_TEST

TEST_MAIN("alignment", independent_collisions_match_in_any_order,
          after_a_mismatch_other_balls_still_match, ties_and_repetitions, the_first_mismatch)
