/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Contacts seen from inside: what is wanted of a run, and what has been seen.
 */
#ifndef CAROM_TRACE_H
#define CAROM_TRACE_H

#include <carom/collision.h>

/** The most moments that are kept of a run where a wish does not say otherwise. */
enum { CAROM_MOST_MOMENTS = 1000000 };

/** Two balls by their numbers, in either order; or a ball `a` and a part `b` of the wall. */
typedef struct {
    uint32_t a, b;
    bool wall;
} carom_bodies;

/** Which contacts are followed: the first so many of the run, in the order of a sorted collision
 * log, and all of some pairs. */
typedef struct {
    size_t first;
    const carom_bodies *pair; /**< `pairs` of them; the caller's */
    size_t pairs;
    size_t most; /**< moments kept; 0: CAROM_MOST_MOMENTS */
    bool ends;   /**< of each contact only the first moment and the latest are kept */
} carom_trace_wish;

/** A contact at one instant. n points from a to b (of a wall outward), t is n turned by +90
 * degrees. Of springs: the touch, every step while the two overlap, the release, and where the
 * force has ended before the overlap, the end of that too. Touch and release lie between the steps,
 * where collision logs have them. Of an impulse: two moments at one time, before and after; its
 * force is infinite for no time, and NaN here. */
typedef struct {
    size_t contact; /**< from 1: its place in the sorted collision log */
    double t_s;
    double overlap_m, rate_mps;     /**< rate: of the overlap, > 0 while approaching */
    double force_N;                 /**< normal, as the law has it at this state, > 0: apart */
    double force_t_N, tangential_m; /**< of friction: on b along t, and its spring; 0: none */
    carom_vec normal;               /**< n */
    double va_n_mps, va_t_mps;      /**< velocity of a along n and t */
    double vb_n_mps, vb_t_mps;      /**< of b; 0 of what does not move */
    double elastic_J, dissipated_J; /**< in its springs now; lost by it so far */
    /** of a's surface against b's along t: g_t = (v_a - v_b).t + omega_a r_a + omega_b r_b, with
     * the arms that the solver has; where surfaces rub */
    double slip_mps;
    double spin_a_radps, spin_b_radps; /**< of a and of b, with and without friction; 0 of a wall */
    uint32_t a, b;                     /**< ball; ball, or part of the wall where `wall` */
    bool wall;
    /** in the step, or the part of one, that ends here friction was at its limit; false at the
     * touch. Of an impulse, at both of its moments: what its collision says */
    bool sliding;
    bool over; /**< the contact has ended: this is its separation, or later */
} carom_moment;

/** Moments, by contact, those of one in the order of time; zero-initialise, or carom_moments_free
 * to use it again. */
typedef struct {
    carom_moment *item; /**< `count` of them (owned) */
    size_t count, capacity;
    size_t left_out; /**< that came after the most that were wanted */
} carom_moments;

/** Releases the items and leaves none. */
void carom_moments_free(carom_moments *moments);

#endif
