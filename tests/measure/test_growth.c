/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits of growth rates and orders. */
#include "measure/measure.h"
#include "support.h"

enum { N = 200 };

static double exponential(double t)
{
    return exp(2 * t);
}
static double linear(double t)
{
    return 1 + 1e4 * t;
}
static double quadratic(double t)
{
    return 1 + 1e4 * t * t;
}
static double steep(double t)
{
    return pow(t / 0.05, 6);
}
static double decades(double t)
{
    return pow(10, 50 * (t - 0.05));
} /* 2.5 in a sample */
static double jump(double t)
{
    return t < 0.05 * (N / 2 + 0.5) ? 1 : 100;
}

/* Only an exponential has a rate: no power however large, no jump, nothing from too few points or
 * too little growth. */
START_TEST(only_exponentials_have_a_rate)
{
    static const struct {
        double (*law)(double t);
        size_t count;
        double most;
        bool has_rate;
    } rows[] = {{exponential, N, 1e-3, true},  {exponential, N, 2e-11, false},
                {exponential, 0, 1e-3, false}, {decades, 3, 1e-3, false},
                {linear, N, 1e-3, false},      {quadratic, N, 1e-3, false},
                {steep, N, 1e-3, false},       {jump, N, 1e-3, false}};
    carom_arena arena = {.chunk = NULL};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double t[N], y[N];
        for (size_t k = 0; k < N; k++) {
            t[k] = 0.05 * (double)(k + 1);
            y[k] = 1e-12 * rows[i].law(t[k]);
        }
        test_set_subject("row %zu", i);
        carom_estimate got = carom_growth_rate(&arena, t, y, rows[i].count, 8e-12, rows[i].most);
        ck_assert_msg(isnan(got.value) != rows[i].has_rate, "got %g", got.value);
    }
    carom_arena_free(&arena);
}
END_TEST

START_TEST(growth_and_reach)
{
    double x[50], y[50], power[50], weight[50];
    carom_arena arena = {.chunk = NULL};
    carom_estimate several[3] = {{1, 0.1}, {NAN, NAN}, {3, 0.1}}, slope;
    for (int k = 0; k < 50; k++) {
        x[k] = 0.1 * (k + 1);
        y[k] = 2e-12 * exp(4.7 * x[k]);
        weight[k] = 1e4;
    }
    slope = carom_growth_rate(&arena, x, y, 50, 1e-11, 1e-4);
    assert_near(slope.value, 4.7, 1e-12);
    ck_assert(isnan(carom_growth_rate(&arena, x, y, 50, 1e-3, 2.5e-3).value));
    /* the level is reached between two points */
    carom_crossing reached = carom_crossing_of(x, y, 50, 1e-5);
    assert_near(reached.at, log(1e-5 / 2e-12) / 4.7, 1e-12);
    ck_assert(reached.from < reached.at && reached.at < reached.to);
    assert_near(reached.to - reached.from, 0.1, 1e-12);
    reached = carom_crossing_of(x, y, 50, 1);
    ck_assert(isnan(reached.at) && isnan(reached.to) && reached.from == x[49] && reached.k == 50);
    assert_same(carom_crossing_of(x, y, 50, 1e-13).at, x[0]);
    for (int k = 0; k < 50; k++) { /* a curved law: the order at x -> 0 */
        power[k] = 3 * pow(x[k], 2) * exp(0.8 * x[k]);
    }
    slope = carom_fit_order(&arena, x, power, weight, 50);
    assert_near(slope.value, 2, 1e-12);
    ck_assert(isnan(carom_fit_order(&arena, x, power, weight, 3).value));
    slope = carom_estimate_mean(&arena, several, 3);
    assert_same(slope.value, 2);
    assert_near(slope.error, 1, 1e-15);
    carom_arena_free(&arena);
}
END_TEST

TEST_MAIN("growth", only_exponentials_have_a_rate, growth_and_reach)
