/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Two doubles at once: what every 64-bit processor takes. Each lane is worked out as one number
 * would be, to the bit. GCC's and Clang's vectors; what these leave to jumps or single numbers
 * (GCC 12 does with masks) is asked for by name where the processor is known.
 */
#ifndef CAROM_SEARCH_LANES_H
#define CAROM_SEARCH_LANES_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { CAROM_LANES = 2 };

typedef double carom_lanes __attribute__((vector_size(16)));
/** Whole numbers; or what a comparison of lanes is: all bits or none, in each. */
typedef int64_t carom_lanes_whole __attribute__((vector_size(16)));

/** Two numbers beside each other in memory. */
static inline carom_lanes carom_lanes_load(const double *from)
{
    carom_lanes a;
    memcpy(&a, from, sizeof a);
    return a;
}

static inline void carom_lanes_store(double *to, carom_lanes a)
{
    memcpy(to, &a, sizeof a);
}

static inline carom_lanes carom_lanes_both(double a)
{
    return (carom_lanes){a, a};
}

/** Of two vectors what stands in the first lane, and in the second. */
static inline carom_lanes carom_lanes_first(carom_lanes a, carom_lanes b)
{
    return (carom_lanes){a[0], b[0]};
}

static inline carom_lanes carom_lanes_second(carom_lanes a, carom_lanes b)
{
    return (carom_lanes){a[1], b[1]};
}

static inline carom_lanes carom_lanes_swap(carom_lanes a)
{
    return (carom_lanes){a[1], a[0]};
}

/** |a| */
static inline carom_lanes carom_lanes_size(carom_lanes a)
{
    static const carom_lanes_whole rest = {INT64_MAX, INT64_MAX};
    return (carom_lanes)((carom_lanes_whole)a & rest);
}

static inline carom_lanes carom_lanes_sqrt(carom_lanes a)
{
    return (carom_lanes){sqrt(a[0]), sqrt(a[1])};
}

#if defined(__SSE2__)
/** a < b */
static inline carom_lanes_whole carom_lanes_below(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)_mm_cmplt_pd((__m128d)a, (__m128d)b);
}

/** a <= b */
static inline carom_lanes_whole carom_lanes_up_to(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)_mm_cmple_pd((__m128d)a, (__m128d)b);
}

static inline carom_lanes_whole carom_lanes_equal(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)_mm_cmpeq_pd((__m128d)a, (__m128d)b);
}

/** a < b ? a : b */
static inline carom_lanes carom_lanes_lower(carom_lanes a, carom_lanes b)
{
    return (carom_lanes)_mm_min_pd((__m128d)a, (__m128d)b);
}

/** a > b ? a : b */
static inline carom_lanes carom_lanes_higher(carom_lanes a, carom_lanes b)
{
    return (carom_lanes)_mm_max_pd((__m128d)a, (__m128d)b);
}

/** No number (NAN) where the mask says so, @p a elsewhere. */
static inline carom_lanes carom_lanes_void(carom_lanes_whole mask, carom_lanes a)
{
    return (carom_lanes)_mm_or_pd((__m128d)mask, (__m128d)a);
}

/** @p a where the mask says so, @p b elsewhere. */
static inline carom_lanes carom_lanes_choose(carom_lanes_whole mask, carom_lanes a, carom_lanes b)
{
    __m128d m = (__m128d)mask;
    return (carom_lanes)_mm_or_pd(_mm_and_pd(m, (__m128d)a), _mm_andnot_pd(m, (__m128d)b));
}
#else
static inline carom_lanes_whole carom_lanes_below(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)(a < b);
}

static inline carom_lanes_whole carom_lanes_up_to(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)(a <= b);
}

static inline carom_lanes_whole carom_lanes_equal(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)(a == b);
}

static inline carom_lanes carom_lanes_void(carom_lanes_whole mask, carom_lanes a)
{
    return (carom_lanes)((carom_lanes_whole)a | mask);
}

static inline carom_lanes carom_lanes_choose(carom_lanes_whole mask, carom_lanes a, carom_lanes b)
{
    return (carom_lanes)(((carom_lanes_whole)a & mask) | ((carom_lanes_whole)b & ~mask));
}

static inline carom_lanes carom_lanes_lower(carom_lanes a, carom_lanes b)
{
    return carom_lanes_choose(carom_lanes_below(a, b), a, b);
}

static inline carom_lanes carom_lanes_higher(carom_lanes a, carom_lanes b)
{
    return carom_lanes_choose(carom_lanes_below(b, a), a, b);
}
#endif

/** @p a where the mask says so, @p b elsewhere. */
static inline carom_lanes_whole carom_lanes_choose_whole(carom_lanes_whole mask,
                                                         carom_lanes_whole a, carom_lanes_whole b)
{
    return (carom_lanes_whole)carom_lanes_choose(mask, (carom_lanes)a, (carom_lanes)b);
}

#endif
