/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How fast a small difference grows, and when it is large.
 */
#ifndef CAROM_MEASURE_GROWTH_H
#define CAROM_MEASURE_GROWTH_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>

/** A number with its standard error; both NaN where there is none. */
typedef struct {
    double value, error;
} carom_estimate;

/** Slope of ln(y) over x by least squares, of the points with low <= y <= high that come before y
 * first passes high. Points are not independent of each other, so the error is a lower bound. Fewer
 * than 4 points: NaN. */
carom_estimate carom_growth_of(const double *x, const double *y, size_t count, double low,
                               double high);

/** Whether y grows by a factor of 1000 or more before it first passes high, and as an exponential
 * of x rather than as a power of it: a straight way, too, takes two balls that part further and
 * further away from each other. x > 0 counts. */
bool carom_grows_exponentially(const double *x, const double *y, size_t count, double low,
                               double high);

/** Slope of log(y) over log(x) with its standard error by least squares, GSL's. NaN below 3 points.
 */
carom_estimate carom_power_of(const double *x, const double *y, size_t count);

/** Order p of y = C x^p (1 + c x + ...) as x -> 0, by the fit ln y = a + p ln x + b x, each point
 * weighted with 1/variance of its ln y; its error is what the weights or the scatter say, whichever
 * is more (the scatter, where all weights are equal). NaN below 4 points. */
carom_estimate carom_order_of(const double *x, const double *y, const double *weight, size_t count);

/** Mean and its standard error; NaN ones left out, fewer than 2: NaN. */
carom_estimate carom_mean_of(const double *value, size_t count);

/** Mean of several estimates with the standard error of their scatter (of one: its own); NaN ones
 * are left out. */
carom_estimate carom_estimate_mean(const carom_estimate *of, size_t count);

/** Where y first reaches @p level, x between the two points by ln y; NaN if it never does. */
double carom_first_reach(const double *x, const double *y, size_t count, double level);

/** y at @p at, linear between the points of rising x; the ends beyond them. */
double carom_interpolate(const double *x, const double *y, size_t count, double at);

#endif
