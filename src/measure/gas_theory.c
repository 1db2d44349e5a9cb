/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/measure.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979324;

carom_test carom_welch_test(const double *a, size_t count_a, const double *b, size_t count_b)
{
    carom_test test = {NAN, NAN};
    double va, vb, t, freedom;
    if (count_a < 2 || count_b < 2) {
        return test;
    }
    va = gsl_stats_variance(a, 1, count_a) / (double)count_a;
    vb = gsl_stats_variance(b, 1, count_b) / (double)count_b;
    if (!(va + vb > 0)) {
        return test;
    }
    t = (gsl_stats_mean(a, 1, count_a) - gsl_stats_mean(b, 1, count_b)) / sqrt(va + vb);
    freedom = (va + vb) * (va + vb) /
              (va * va / (double)(count_a - 1) + vb * vb / (double)(count_b - 1));
    return (carom_test){t, 2 * gsl_cdf_tdist_Q(fabs(t), freedom)};
}

/* 2 sum (-1)^(j-1) exp(-2 j^2 x^2). */
static double smirnov_tail(double x)
{
    double sum = 0;
    for (int j = 1; j <= 100; j++) {
        sum += (j % 2 == 1 ? 2 : -2) * exp(-2.0 * j * j * x * x);
    }
    return x < 0.2 ? 1 : fmin(1, fmax(0, sum));
}

carom_test carom_smirnov_test(double *a, size_t count_a, double *b, size_t count_b)
{
    double largest = 0, na = (double)count_a, nb = (double)count_b,
           root = sqrt(na * nb / (na + nb));
    if (count_a == 0 || count_b == 0) {
        return (carom_test){NAN, NAN};
    }
    gsl_sort(a, 1, count_a);
    gsl_sort(b, 1, count_b);
    for (size_t i = 0, j = 0; i < count_a && j < count_b;) {
        double x = fmin(a[i], b[j]);
        while (i < count_a && a[i] <= x) {
            i++;
        }
        while (j < count_b && b[j] <= x) {
            j++;
        }
        largest = fmax(largest, fabs((double)i / na - (double)j / nb));
    }
    return (carom_test){largest, smirnov_tail((root + 0.12 + 0.11 / root) * largest)};
}

carom_disc_gas carom_disc_gas_of(double count, double d, double m, double area, double T)
{
    double n = count / area, eta = n * pi * d * d / 4,
           chi = (1 - 7 * eta / 16) / ((1 - eta) * (1 - eta));
    double rate = 2 * sqrt(pi) * n * d * chi * sqrt(T / m);
    return (carom_disc_gas){rate, sqrt(pi * T / (2 * m)) / rate, n * T * (1 + 2 * eta * chi)};
}

double carom_effective_diameter(double d, double k, double T)
{
    return d - sqrt(pi * T / (2 * k)) * erf(d * sqrt(k / (2 * T)));
}
