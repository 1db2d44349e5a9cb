/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/divergence.h"
#include "measure/growth.h"
#include "measure/mismatch.h"
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

/* Logs ended by t < 0. */
static double mismatch(const hit *p, const hit *q, double end, double contact)
{
    carom_log left = {0}, right = {0};
    double t;
    for (; p->t >= 0; p++) {
        put(&left, p->t, p->a, p->b, p->wall);
    }
    for (; q->t >= 0; q++) {
        put(&right, q->t, q->a, q->b, q->wall);
    }
    carom_log_sort(&left);
    carom_log_sort(&right);
    t = carom_mismatch_time(&left, &right, end, contact);
    assert_same(carom_mismatch_time(&right, &left, end, contact), t);
    carom_log_free(&left);
    carom_log_free(&right);
    return t;
}

/* An exponential is one, and a straight way, a parabola or a small step is none, however far they
 * lead. */
START_TEST(exponential_growth_and_none)
{
    enum { N = 200 };
    double t[N], y[N];
    for (size_t k = 0; k < N; k++) {
        t[k] = 0.05 * (double)(k + 1);
        y[k] = 1e-12 * exp(2 * t[k]);
    }
    ck_assert(carom_grows_exponentially(t, y, N, 8e-12, 1e-3));
    ck_assert(!carom_grows_exponentially(t, y, N, 8e-12, 2e-12)); /* by less than a thousand */
    for (size_t k = 0; k < N; k++) {
        y[k] = 1e-12 * (1 + 1e4 * t[k]);
    }
    ck_assert(!carom_grows_exponentially(t, y, N, 8e-12, 1e-3));
    for (size_t k = 0; k < N; k++) {
        y[k] = 1e-12 * (1 + 1e4 * t[k] * t[k]);
    }
    ck_assert(!carom_grows_exponentially(t, y, N, 8e-12, 1e-3));
    for (size_t k = 0; k < N; k++) {
        y[k] = k < N / 2 ? 1e-12 : 1e-10;
    }
    ck_assert(!carom_grows_exponentially(t, y, N, 8e-12, 1e-3));
    ck_assert(!carom_grows_exponentially(t, y, 0, 8e-12, 1e-3));
}
END_TEST

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

/* What happens in one run just before the end may happen in the other just after it. */
START_TEST(the_end)
{
    const hit p[] = {{0.5, 0, 1, false}, {0.995, 0, 2, false}, END};
    const hit q[] = {{0.5, 0, 1, false}, END};
    const hit r[] = {{0.51, 0, 1, false}, END};
    const hit none[] = {END};
    ck_assert(isnan(mismatch(p, q, 1, 0.01)));
    assert_same(mismatch(p, q, 1, 0.001), 0.995);
    ck_assert(isnan(mismatch(p, r, 1, 0.001))); /* they were 0.01 apart before */
    assert_same(mismatch(q, none, 1, 0.01), 0.5);
}
END_TEST

START_TEST(divergence_in_numbers)
{
    carom_problem scene;
    carom_sample a, b;
    carom_divergence d;
    const size_t order[] = {1, 0};
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 0, 0, 0.1, 1);
    scene_add(&scene, 1, 0, 0, 0, 0.1, 1);
    assert_ok(carom_sample_init(&a, 2, NULL));
    assert_ok(carom_sample_init(&b, 2, NULL));
    a.x_m[0] = 3;
    a.y_m[0] = 4;
    a.x_m[1] = 2.5;
    a.vx_mps[0] = 2;
    d = carom_divergence_of(&scene, order, &a, &b);
    assert_near(d.rms_m, sqrt((25 + 6.25) / 2), 1e-15);
    assert_near(d.max_m, 5, 0);
    assert_near(d.rms_mps, sqrt(2), 1e-15);
    scene.boundary = CAROM_PERIODIC; /* the nearest image of 2.5 on 2.54 is 0.04 away */
    d = carom_divergence_of(&scene, order, &a, &b);
    assert_near(d.max_m, sqrt(0.46 * 0.46 + 0.19 * 0.19), 1e-14);
    carom_sample_free(&a);
    carom_sample_free(&b);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("analysis", logs_that_agree, the_first_pair_that_differs, ties_in_either_order, the_end,
          divergence_in_numbers, exponential_growth_and_none)
