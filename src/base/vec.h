/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Vectors in the plane. Each function does the textbook's operations in the textbook's order, so
 * that written with it or written out is the same bits.
 */
#ifndef CAROM_BASE_VEC_H
#define CAROM_BASE_VEC_H

#include <math.h>

typedef struct {
    double x, y;
} carom_vec;

static inline carom_vec carom_vec_add(carom_vec a, carom_vec b)
{
    return (carom_vec){a.x + b.x, a.y + b.y};
}

/** a - b */
static inline carom_vec carom_vec_minus(carom_vec a, carom_vec b)
{
    return (carom_vec){a.x - b.x, a.y - b.y};
}

static inline carom_vec carom_vec_times(carom_vec a, double factor)
{
    return (carom_vec){a.x * factor, a.y * factor};
}

/** a.x b.x + a.y b.y */
static inline double carom_vec_dot(carom_vec a, carom_vec b)
{
    return a.x * b.x + a.y * b.y;
}

/** a.x b.y - a.y b.x */
static inline double carom_vec_cross(carom_vec a, carom_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/** Turned by +90 degrees. */
static inline carom_vec carom_vec_left(carom_vec a)
{
    return (carom_vec){-a.y, a.x};
}

static inline double carom_vec_length(carom_vec a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

#endif
