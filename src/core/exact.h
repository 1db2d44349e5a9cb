/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What rounding took from a product, exactly, by + - * alone (Dekker, Numer. Math. 18, 224 (1971)). Good for numbers
 * of moderate size, below 1e150.
 */
#ifndef CAROM_CORE_EXACT_H
#define CAROM_CORE_EXACT_H

/** a*a is the returned number plus *lost. */
static inline double carom_exact_square(double a, double *lost)
{
    static const double splitter = 134217729; /* 2^27 + 1 */
    double c = splitter * a, high = c - (c - a), low = a - high, square = a * a;
    *lost = ((high * high - square) + 2 * high * low) + low * low;
    return square;
}

/** x^2 + y^2 - 1 of a vector that is nearly of unit length, not rounded before the end. */
static inline double carom_exact_excess(double x, double y)
{
    double lost_x, lost_y, xx = carom_exact_square(x, &lost_x), yy = carom_exact_square(y, &lost_y);
    double rest = xx > yy ? (xx - 1) + yy : (yy - 1) + xx; /* no rounding: Sterbenz, twice */
    return rest + (lost_x + lost_y);
}

#endif
