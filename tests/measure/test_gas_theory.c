/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistical tests compared with published numbers; kinetic theory compared with its limits. */
#include "measure/measure.h"
#include "support.h"

/* Student's sleep data (Biometrika 6, 1 (1908)); the published result is t = -1.8608, p = 0.07939.
 */
START_TEST(welch_on_student)
{
    static const double a[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2},
                        b[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
    carom_test t = carom_welch_test(a, 10, b, 10);
    assert_near(t.statistic, -1.8608134674868526, 1e-12);
    assert_near(t.p, 0.07939414018735819, 1e-10);
    ck_assert(isnan(carom_welch_test(a, 1, b, 10).p));
}
END_TEST

START_TEST(smirnov)
{
    double a[] = {4, 2, 1, 3}, b[] = {6, 3, 5, 4}, uniform[400], shifted[400];
    stream s = {3};
    carom_test t = carom_smirnov_test(a, 4, b, 4);
    assert_near(t.statistic, 0.5, 1e-15);
    for (int k = 0; k < 400; k++) {
        uniform[k] = next_number(&s);
        shifted[k] = next_number(&s);
    }
    t = carom_smirnov_test(uniform, 400, shifted, 400);
    ck_assert_double_gt(t.p, 0.01);
    for (int k = 0; k < 400; k++) {
        shifted[k] += 0.2;
    }
    t = carom_smirnov_test(uniform, 400, shifted, 400);
    ck_assert_double_lt(t.p, 1e-4);
}
END_TEST

/* Tabulated quantile: P(K > 1.3581) = 0.05. The step functions of two samples of 20 000 differ by
 * 0.013581, which is sqrt(n/2) D = 1.3581. The correction for small samples is 0.12/100. */
START_TEST(smirnov_quantile)
{
    enum { N = 20000 };
    static double a[N], b[N];
    carom_test t;
    for (int k = 0; k < N; k++) {
        a[k] = k;
        b[k] = k + 271.62; /* 272 values of the first sample precede the second */
    }
    t = carom_smirnov_test(a, N, b, N);
    assert_near(t.statistic, 272.0 / N, 1e-12);
    assert_near(t.p, 0.05, 0.001);
}
END_TEST

START_TEST(mean_and_error)
{
    const double x[] = {1.5, NAN, 2.5, 4.5};
    carom_estimate m = carom_mean(x, 4);
    assert_near(m.value, 8.5 / 3, 1e-15);
    assert_near(m.error,
                sqrt(((1.5 - 8.5 / 3) * (1.5 - 8.5 / 3) + (2.5 - 8.5 / 3) * (2.5 - 8.5 / 3) +
                      (4.5 - 8.5 / 3) * (4.5 - 8.5 / 3)) /
                     2 / 3),
                1e-15);
    ck_assert(isnan(carom_mean(x, 2).value));
}
END_TEST

/* Limits ('carom help theory', gas). Dilute gas: rate 2 sqrt(pi) n d sqrt(T/m), Z -> 1 + 2 eta.
 * Stiff springs: d - sqrt(pi T/(2 k)). */
START_TEST(gas_of_discs)
{
    carom_disc_gas thin = carom_disc_gas_of(7, 1e-4, 0.3, 2, 0.05);
    carom_disc_gas dense = carom_disc_gas_of(100, sqrt(4 * 0.5 / (PI * 100)), 1, 1, 1);
    assert_near(thin.collision_rate_Hz / (2 * sqrt(PI) * 3.5 * 1e-4 * sqrt(0.05 / 0.3)), 1, 1e-6);
    assert_near(thin.free_path_m, 1 / (2 * sqrt(2) * 3.5 * 1e-4), 2e-4);
    assert_near(thin.pressure_N_per_m, 3.5 * 0.05, 1e-6);
    assert_near(dense.pressure_N_per_m / 100, 1 + (1 - 7.0 / 32) / 0.25, 1e-12);
    assert_near(carom_effective_diameter(0.06, 1e6, 0.05), 0.06 - sqrt(PI * 0.05 / 2e6), 1e-15);
    ck_assert_double_gt(carom_effective_diameter(1e-4, 1, 1), 0.0);
}
END_TEST

/* Elastic energy of a disc against the integral over the overlaps of two discs, with chi from the
 * pressure of the equivalent hard discs. */
START_TEST(energy_of_soft_discs)
{
    const double count = 70, area = 1.3, d = 0.0618, k = 9.7e3, T = 0.0479, n = count / area;
    const double hard = carom_effective_diameter(d, k, T), eta = n * PI * hard * hard / 4;
    const double pressure = carom_disc_gas_of(count, hard, 1, area, T).pressure_N_per_m;
    const double chi = (pressure / (n * T) - 1) / (2 * eta);
    double sum = 0;
    enum { STEPS = 100000 };
    for (int i = 0; i < STEPS; i++) {
        double x = d * (i + 0.5) / STEPS;
        sum += d / STEPS * 0.5 * k * x * x * exp(-k * x * x / (2 * T)) * 2 * PI * (d - x);
    }
    assert_near(carom_soft_disc_energy(count, d, k, area, T) / (0.5 * n * chi * sum), 1, 1e-9);
}
END_TEST

TEST_MAIN("ensemble", welch_on_student, smirnov, smirnov_quantile, mean_and_error, gas_of_discs,
          energy_of_soft_discs)
