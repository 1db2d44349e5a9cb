/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How fast a small difference grows, and when it is large.
 */
#ifndef CAROM_MEASURE_GROWTH_H
#define CAROM_MEASURE_GROWTH_H

#include <carom/status.h>
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

/** How a difference grows. UNKNOWN is an answer of its own: too few points, or too little growth,
 * to fit a law. It does not mean that the difference stays small. */
typedef enum {
    CAROM_GROWTH_UNKNOWN,
    CAROM_GROWTH_POWER,
    CAROM_GROWTH_EXPONENTIAL
} carom_growth_kind;

/** Fits y between @p low and @p high by an exponential and by a power of x, x > 0.
 *  @return EXPONENTIAL: that fits better, and y grows 1000-fold or more before it passes high;
 *          POWER: a power of at most 4 fits better, over a factor of at least 4 in y: balls that
 *          part along straight lines; UNKNOWN: neither */
carom_growth_kind carom_growth_kind_of(const double *x, const double *y, size_t count, double low,
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
