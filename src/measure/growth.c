/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits to growing differences: rates, orders of convergence. */
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

carom_estimate carom_growth_rate(carom_arena *arena, const double *x, const double *y, size_t count,
                                 double low, double high)
{
    static const double least_growth = 1e3;
    double *at = carom_arena_take(arena, 3 * count + 1, sizeof *at), *ln_x = at + count,
           *ln_y = ln_x + count, largest = 0;
    size_t n = 0;
    carom_estimate rate, exponent;
    for (size_t k = 0; k < count && !(y[k] > high); k++) {
        largest = fmax(largest, y[k]);
        if (y[k] >= low) {
            at[n] = x[k];
            ln_x[n] = log(x[k]);
            ln_y[n++] = log(y[k]);
        }
    }
    bool grows = n >= 4 && largest >= least_growth * y[0] &&
                 fit_line(at, ln_y, n, &rate) < fit_line(ln_x, ln_y, n, &exponent);
    return grows ? rate : no_estimate;
}

carom_estimate carom_fit_order(carom_arena *arena, const double *x, const double *y,
                               const double *weight, size_t count)
{
    enum { TERMS = 3 };
    double chi2 = 0, solved[TERMS], covariances[TERMS * TERMS];
    if (count <= TERMS) {
        return no_estimate;
    }
    double *term = carom_arena_take(arena, ((size_t)TERMS + 1) * count, sizeof *term),
           *ln_y = term + TERMS * count;
    for (size_t k = 0; k < count; k++) {
        term[TERMS * k] = 1;
        term[TERMS * k + 1] = log(x[k]);
        term[TERMS * k + 2] = x[k];
        ln_y[k] = log(y[k]);
    }
    gsl_matrix_view terms = gsl_matrix_view_array(term, count, TERMS),
                    covariance = gsl_matrix_view_array(covariances, TERMS, TERMS);
    gsl_vector_view value = gsl_vector_view_array(ln_y, count),
                    solution = gsl_vector_view_array(solved, TERMS);
    gsl_vector_const_view weights = gsl_vector_const_view_array(weight, count);
    gsl_multifit_linear_workspace *room = gsl_multifit_linear_alloc(count, TERMS);
    bool solves = room != NULL &&
                  gsl_multifit_wlinear(&terms.matrix, &weights.vector, &value.vector,
                                       &solution.vector, &covariance.matrix, &chi2, room) == 0;
    gsl_multifit_linear_free(room);
    /* GSL's covariance is from the weights; the scatter may be larger, and equal weights contain no
     * information */
    double scatter = chi2 / (double)(count - TERMS);
    bool equal = gsl_vector_max(&weights.vector) == gsl_vector_min(&weights.vector);
    return solves
             ? (carom_estimate){solved[1],
                                sqrt(covariances[TERMS + 1] * (equal ? scatter : fmax(1, scatter)))}
             : no_estimate;
}

carom_estimate carom_mean(carom_arena *arena, const double *value, size_t count)
{
    double *known = carom_arena_take(arena, count + 1, sizeof *known);
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        known[n] = value[k];
        n += isnan(value[k]) ? 0 : 1;
    }
    return n < 2 ? no_estimate
                 : (carom_estimate){gsl_stats_mean(known, 1, n),
                                    gsl_stats_sd(known, 1, n) / sqrt((double)n)};
}

carom_estimate carom_estimate_mean(carom_arena *arena, const carom_estimate *of, size_t count)
{
    double *value = carom_arena_take(arena, count + 1, sizeof *value);
    carom_estimate last = no_estimate;
    for (size_t k = 0; k < count; k++) {
        value[k] = of[k].value;
        last = isnan(of[k].value) ? last : of[k];
    }
    carom_estimate mean = carom_mean(arena, value, count);
    return isnan(mean.value) ? last : mean; /* a single estimate as it is */
}

carom_crossing carom_crossing_of(const double *x, const double *y, size_t count, double level)
{
    size_t k = 0;
    while (k < count && !(y[k] >= level)) {
        k++;
    }
    if (k == 0 || k == count) {
        double end = count > 0 ? x[k == 0 ? 0 : count - 1] : NAN;
        return (carom_crossing){k == 0 ? end : NAN, end, k == 0 ? end : NAN, k};
    }
    bool between = y[k - 1] > 0 && y[k] > y[k - 1];
    double part = between ? log(level / y[k - 1]) / log(y[k] / y[k - 1]) : 1;
    return (carom_crossing){x[k - 1] + part * (x[k] - x[k - 1]), x[k - 1], x[k], k};
}
