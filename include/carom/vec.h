/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Vectors in the plane: positions (m), velocities (m/s), normals. Each function does the textbook's
 * operations in the textbook's order, so that written with it or written out is the same bits.
 */
#ifndef CAROM_VEC_H
#define CAROM_VEC_H

#include <math.h>
#include <stdbool.h>

/** Of two components in the unit of what it is: m, m/s, m/s^2, N s, or none. */
typedef struct {
    double x, y;
} carom_vec;

/** a + b */
static inline carom_vec carom_vec_add(carom_vec a, carom_vec b)
{
    return (carom_vec){a.x + b.x, a.y + b.y};
}

/** a - b */
static inline carom_vec carom_vec_minus(carom_vec a, carom_vec b)
{
    return (carom_vec){a.x - b.x, a.y - b.y};
}

/** factor a; -1 turns it round. */
static inline carom_vec carom_vec_times(double factor, carom_vec a)
{
    return (carom_vec){factor * a.x, factor * a.y};
}

/** a/divisor, which is not a times 1/divisor: that is rounded twice. */
static inline carom_vec carom_vec_over(carom_vec a, double divisor)
{
    return (carom_vec){a.x / divisor, a.y / divisor};
}

/** a + t b: from a place along a velocity, from a velocity along an acceleration. */
static inline carom_vec carom_vec_ahead(carom_vec a, double t, carom_vec b)
{
    return (carom_vec){a.x + t * b.x, a.y + t * b.y};
}

/** x + t (v + a t/2): where a body that falls from x at v is after t. */
static inline carom_vec carom_vec_fallen(carom_vec x, carom_vec v, carom_vec a, double t)
{
    return carom_vec_ahead(x, t, carom_vec_ahead(v, 0.5 * t, a));
}

/** a.x b.x + a.y b.y */
static inline double carom_vec_dot(carom_vec a, carom_vec b)
{
    return a.x * b.x + a.y * b.y;
}

/** sum + a.x b.x + a.y b.y, from the left: where a formula adds one dot product to another. */
static inline double carom_vec_dot_after(double sum, carom_vec a, carom_vec b)
{
    return sum + a.x * b.x + a.y * b.y;
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

/** a.x^2 + a.y^2 */
static inline double carom_vec_square(carom_vec a)
{
    return carom_vec_dot(a, a);
}

/** sqrt(a.x^2 + a.y^2), by + * and sqrt alone. */
static inline double carom_vec_length(carom_vec a)
{
    return sqrt(carom_vec_square(a));
}

/** Whether both components are equal numbers. */
static inline bool carom_vec_equal(carom_vec a, carom_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/** Whether both components are 0, of whichever sign. */
static inline bool carom_vec_is_zero(carom_vec a)
{
    return a.x == 0 && a.y == 0;
}

#endif
