/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits of growth rates, orders and powers, and the kind of growth. */
#include "measure/measure.h"
#include "support.h"

/* Exponentials are exponential; linear and quadratic growth are powers, however large. Unknown: a
 * jump, too few points, too little growth, a very steep power. */
START_TEST(exponential_power_and_unknown_growth)
{
    enum { N = 200 };
    double t[N], y[N];
    for (size_t k = 0; k < N; k++) {
        t[k] = 0.05 * (double)(k + 1);
        y[k] = 1e-12 * exp(2 * t[k]);
    }
    ck_assert_int_eq(carom_classify_growth(t, y, N, 8e-12, 1e-3), CAROM_GROWTH_EXPONENTIAL);
    ck_assert_int_eq(carom_classify_growth(t, y, N, 8e-12, 2e-11), CAROM_GROWTH_UNKNOWN);
    ck_assert_int_eq(carom_classify_growth(t, y, 0, 8e-12, 1e-3), CAROM_GROWTH_UNKNOWN);
    for (size_t k = 0; k < 3; k++) { /* five decades in three samples */
        y[k] = 1e-12 * pow(10, 2.5 * (double)k);
    }
    ck_assert_int_eq(carom_classify_growth(t, y, 3, 8e-12, 1e-3), CAROM_GROWTH_UNKNOWN);
    for (size_t k = 0; k < N; k++) {
        y[k] = 1e-12 * (1 + 1e4 * t[k]);
    }
    ck_assert_int_eq(carom_classify_growth(t, y, N, 8e-12, 1e-3), CAROM_GROWTH_POWER);
    for (size_t k = 0; k < N; k++) {
        y[k] = 1e-12 * (1 + 1e4 * t[k] * t[k]);
    }
    ck_assert_int_eq(carom_classify_growth(t, y, N, 8e-12, 1e-3), CAROM_GROWTH_POWER);
    for (size_t k = 0; k < N; k++) {
        y[k] = 1e-12 * pow(t[k] / t[0], 6);
    }
    ck_assert_int_eq(carom_classify_growth(t, y, N, 8e-12, 1e-3), CAROM_GROWTH_UNKNOWN);
    for (size_t k = 0; k < N; k++) {
        y[k] = k < N / 2 ? 1e-12 : 1e-10;
    }
    ck_assert_int_ne(carom_classify_growth(t, y, N, 8e-12, 1e-3), CAROM_GROWTH_EXPONENTIAL);
}
END_TEST

START_TEST(growth_and_reach)
{
    double x[50], y[50], power[50], weight[50];
    carom_estimate several[3] = {{1, 0.1}, {NAN, NAN}, {3, 0.1}}, slope;
    for (int k = 0; k < 50; k++) {
        x[k] = 0.1 * (k + 1);
        y[k] = 2e-12 * exp(4.7 * x[k]);
        weight[k] = 1e4;
    }
    slope = carom_fit_growth_rate(x, y, 50, 1e-11, 1e-4);
    assert_near(slope.value, 4.7, 1e-12);
    ck_assert(isnan(carom_fit_growth_rate(x, y, 50, 1e-3, 2.5e-3).value));
    assert_near(carom_time_of_level(x, y, 50, 1e-5), log(1e-5 / 2e-12) / 4.7, 1e-12);
    ck_assert(isnan(carom_time_of_level(x, y, 50, 1)));
    for (int k = 0; k < 50; k++) { /* a curved law: the order at x -> 0 */
        power[k] = 3 * pow(x[k], 2) * exp(0.8 * x[k]);
    }
    slope = carom_fit_order(x, power, weight, 50);
    assert_near(slope.value, 2, 1e-12);
    ck_assert(isnan(carom_fit_order(x, power, weight, 3).value));
    slope = carom_estimate_mean(several, 3);
    assert_same(slope.value, 2);
    assert_near(slope.error, 1, 1e-15);
    assert_near(carom_interpolate(x, power, 50, 0.1), power[0], 0);
}
END_TEST

TEST_MAIN("growth", exponential_power_and_unknown_growth, growth_and_reach)
