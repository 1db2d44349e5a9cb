/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits to growing differences: rates, powers, orders of convergence. */
#include "measure/measure.h"
#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_statistics_double.h>

static const carom_estimate no_estimate = {NAN, NAN};

/* Fit a straight line by least squares.
 *  @return sum of squares */
static double fit_line(const double *x, const double *y, size_t count, carom_estimate *slope)
{
    double c0, c1, cov00, cov01, cov11, sum_of_squares;
    *slope = no_estimate;
    if (gsl_fit_linear(x, 1, y, 1, count, &c0, &c1, &cov00, &cov01, &cov11, &sum_of_squares) == 0) {
        *slope = (carom_estimate){c1, sqrt(cov11)};
    }
    return sum_of_squares;
}

carom_estimate carom_fit_growth_rate(const double *x, const double *y, size_t count, double low,
                                     double high)
{
    double *u = malloc((2 * count + 1) * sizeof *u), *v = u == NULL ? NULL : u + count;
    size_t n = 0;
    carom_estimate slope = no_estimate;
    for (size_t k = 0; u != NULL && k < count && !(y[k] > high); k++) {
        if (y[k] >= low) {
            u[n] = x[k];
            v[n++] = log(y[k]);
        }
    }
    if (n >= 4) {
        (void)fit_line(u, v, n, &slope);
    }
    free(u);
    return slope;
}

carom_growth_kind carom_classify_growth(const double *x, const double *y, size_t count, double low,
                                        double high)
{
    /* growth needed for an exponential; growth and largest exponent of a power */
    static const double least_growth = 1e3, least_factor = 4, steepest = 4;
    double *u = malloc((3 * count + 1) * sizeof *u), *w = u == NULL ? NULL : u + count,
           *v = u == NULL ? NULL : u + 2 * count;
    double exponential, power, largest = 0;
    carom_estimate slope;
    size_t n = 0;
    carom_growth_kind kind = CAROM_GROWTH_UNKNOWN;
    for (size_t k = 0; u != NULL && k < count && !(y[k] > high); k++) {
        largest = fmax(largest, y[k]);
        if (y[k] >= low && x[k] > 0) {
            u[n] = x[k];
            w[n] = log(x[k]);
            v[n++] = log(y[k]);
        }
    }
    if (n >= 4) {
        exponential = fit_line(u, v, n, &slope);
        power = fit_line(w, v, n, &slope);
        if (exponential < power) {
            kind = largest >= least_growth * y[0] ? CAROM_GROWTH_EXPONENTIAL : CAROM_GROWTH_UNKNOWN;
        } else if (largest >= least_factor * low && slope.value <= steepest) {
            kind = CAROM_GROWTH_POWER;
        }
    }
    free(u);
    return kind;
}

carom_estimate carom_fit_order(const double *x, const double *y, const double *weight, size_t count)
{
    enum { TERMS = 3 };
    if (count <= TERMS) {
        return no_estimate;
    }
    gsl_multifit_linear_workspace *room = gsl_multifit_linear_alloc(count, TERMS);
    gsl_matrix *terms = gsl_matrix_alloc(count, TERMS),
               *covariance = gsl_matrix_alloc(TERMS, TERMS);
    gsl_vector *value = gsl_vector_alloc(count), *weights = gsl_vector_alloc(count),
               *solution = gsl_vector_alloc(TERMS);
    double chi2 = 0;
    carom_estimate order = no_estimate;
    bool had = room != NULL && terms != NULL && value != NULL && weights != NULL &&
               covariance != NULL && solution != NULL;
    for (size_t k = 0; had && k < count; k++) {
        gsl_matrix_set(terms, k, 0, 1);
        gsl_matrix_set(terms, k, 1, log(x[k]));
        gsl_matrix_set(terms, k, 2, x[k]);
        gsl_vector_set(value, k, log(y[k]));
        gsl_vector_set(weights, k, weight[k]);
    }
    if (had &&
        gsl_multifit_wlinear(terms, weights, value, solution, covariance, &chi2, room) == 0) {
        /* GSL's covariance is from the weights; the scatter may be larger, and equal weights
         * contain no information */
        double scatter = chi2 / (double)(count - TERMS);
        bool equal = gsl_vector_max(weights) == gsl_vector_min(weights);
        order = (carom_estimate){
            gsl_vector_get(solution, 1),
            sqrt(gsl_matrix_get(covariance, 1, 1) * (equal ? scatter : fmax(1, scatter)))};
    }
    gsl_multifit_linear_free(room);
    gsl_matrix_free(terms);
    gsl_matrix_free(covariance);
    gsl_vector_free(value);
    gsl_vector_free(weights);
    gsl_vector_free(solution);
    return order;
}

/* Update a running mean with value k. Running means need no memory. */
static void add_to_mean(long double *mean, long double value, size_t k)
{
    *mean += (value - *mean) / (long double)(k + 1);
}

/* Mean of every `stride`-th number without NaN, as from GSL but without a copy. */
static carom_estimate mean_of_every(const double *value, size_t stride, size_t count)
{
    long double mean = 0, square = 0;
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        if (!isnan(value[k * stride])) {
            add_to_mean(&mean, value[k * stride], n++);
        }
    }
    if (n < 2) {
        return no_estimate;
    }
    double m = (double)mean;
    n = 0;
    for (size_t k = 0; k < count; k++) {
        if (!isnan(value[k * stride])) {
            long double off = (long double)value[k * stride] - m;
            add_to_mean(&square, off * off, n++);
        }
    }
    return (carom_estimate){m,
                            sqrt((double)square * ((double)n / (double)(n - 1))) / sqrt((double)n)};
}

carom_estimate carom_mean(const double *value, size_t count)
{
    return mean_of_every(value, 1, count);
}

carom_estimate carom_estimate_mean(const carom_estimate *of, size_t count)
{
    carom_estimate last = no_estimate, mean = no_estimate;
    for (size_t k = 0; k < count; k++) {
        last = isnan(of[k].value) ? last : of[k];
    }
    if (count > 0) {
        mean = mean_of_every(&of[0].value, sizeof *of / sizeof(double), count);
    }
    return isnan(mean.value) ? last : mean; /* a single estimate as it is */
}

double carom_time_of_level(const double *x, const double *y, size_t count, double level)
{
    for (size_t k = 0; k < count; k++) {
        if (y[k] >= level) {
            bool between = k > 0 && y[k - 1] > 0 && y[k] > y[k - 1];
            double part = between ? log(level / y[k - 1]) / log(y[k] / y[k - 1]) : 1;
            return k == 0 ? x[0] : x[k - 1] + part * (x[k] - x[k - 1]);
        }
    }
    return NAN;
}

double carom_interpolate(const double *x, const double *y, size_t count, double at)
{
    for (size_t k = 1; k < count; k++) {
        if (x[k] >= at) {
            return y[k - 1] +
                   (y[k] - y[k - 1]) * (x[k] > x[k - 1] ? (at - x[k - 1]) / (x[k] - x[k - 1]) : 0);
        }
    }
    return count > 0 ? y[count - 1] : NAN;
}
