/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Vectors in the plane: positions (m), velocities (m/s), normals. The order of operations is that
 * of the formula in each comment, and results are reproducible to the bit.
 */
#ifndef CAROM_VEC_H
#define CAROM_VEC_H

#include <math.h>
#include <stdbool.h>

/** A vector in the unit of its quantity. */
typedef struct {
    double x, y;
} carom_vec;

/** a + b */
static inline carom_vec carom_vec_add(carom_vec a, carom_vec b)
{
    const carom_vec result = {a.x + b.x, a.y + b.y};
    return result;
}

/** a - b */
static inline carom_vec carom_vec_subtract(carom_vec a, carom_vec b)
{
    const carom_vec result = {a.x - b.x, a.y - b.y};
    return result;
}

/** factor a */
static inline carom_vec carom_vec_scale(double factor, carom_vec a)
{
    const carom_vec result = {factor * a.x, factor * a.y};
    return result;
}

/** a/divisor. Multiplying by 1/divisor would round twice. */
static inline carom_vec carom_vec_divide(carom_vec a, double divisor)
{
    const carom_vec result = {a.x / divisor, a.y / divisor};
    return result;
}

/** a + t b */
static inline carom_vec carom_vec_add_scaled(carom_vec a, double t, carom_vec b)
{
    const carom_vec result = {a.x + t * b.x, a.y + t * b.y};
    return result;
}

/** x + t (v + a t/2): position after time t at constant acceleration a */
static inline carom_vec carom_vec_free_fall(carom_vec x, carom_vec v, carom_vec a, double t)
{
    return carom_vec_add_scaled(x, t, carom_vec_add_scaled(v, 0.5 * t, a));
}

/** a.x b.x + a.y b.y */
static inline double carom_vec_dot(carom_vec a, carom_vec b)
{
    return a.x * b.x + a.y * b.y;
}

/** sum + a.x b.x + a.y b.y, added from left to right */
static inline double carom_vec_dot_after(double sum, carom_vec a, carom_vec b)
{
    return sum + a.x * b.x + a.y * b.y;
}

/** a.x b.y - a.y b.x */
static inline double carom_vec_cross(carom_vec a, carom_vec b)
{
    return a.x * b.y - a.y * b.x;
}

/** a rotated by +90 degrees */
static inline carom_vec carom_vec_rotate_left(carom_vec a)
{
    const carom_vec result = {-a.y, a.x};
    return result;
}

/** a.x^2 + a.y^2 */
static inline double carom_vec_square(carom_vec a)
{
    return carom_vec_dot(a, a);
}

/** sqrt(a.x^2 + a.y^2). hypot() differs between C libraries. */
static inline double carom_vec_length(carom_vec a)
{
    return sqrt(carom_vec_square(a));
}

/** |a + move| - |a|, without the cancellation of that difference. */
static inline double carom_vec_length_change(carom_vec a, carom_vec move)
{
    carom_vec end = carom_vec_add(a, move);
    double sum = carom_vec_length(a) + carom_vec_length(end);
    return sum > 0 ? carom_vec_dot(move, carom_vec_add(a, end)) / sum : 0;
}

/** True if both components are equal. */
static inline bool carom_vec_equal(carom_vec a, carom_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/** True if both components are 0 or -0. */
static inline bool carom_vec_is_zero(carom_vec a)
{
    return a.x == 0 && a.y == 0;
}

#endif
