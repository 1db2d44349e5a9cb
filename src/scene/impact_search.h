/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * When two balls meet whose relative motion is not straight, found without missing a contact.
 *
 * Let d, w and a be the relative position, velocity and acceleration at a time, and J a bound of
 * the relative jerk a' from then on. After h the relative position is within J h^3/6 of d + w h + a
 * h^2/2. If that parabola stays outside reach + J H^3/6 for all h <= H, no contact happens within
 * H, and the search goes on from there. If not, H is halved, until either that holds, or the
 * distance falls throughout H and passes reach: then H brackets exactly one contact, and a
 * bracketing root finder gets to it. Both are asked of polynomials in h, whose signs on [0, H]
 * follow from their Bernstein coefficients (where all of these are >= 0, so is the polynomial).
 *
 * Balls that touch and part, or move on together, are at the border of what can be told: H is not
 * halved below 1e-15 of the time scale, and this least step is doubled with every use, and after
 * every 64 looks; what it steps over is a graze whose depth is rounding, which is no contact (the
 * balls would exchange nothing). So every search ends after some thousand looks, whatever the balls
 * do.
 */
#ifndef CAROM_SCENE_IMPACT_SEARCH_H
#define CAROM_SCENE_IMPACT_SEARCH_H

#include <carom/vec.h>

/** Relative position (m), velocity (m/s) and acceleration (m/s^2) of two balls at a time. */
typedef struct {
    carom_vec d, w, a;
    double jerk; /**< bound of |a'| from then on, m/s^3 */
    /** but no longer than until here: then the acceleration jumps. May be INFINITY */
    double until_s;
} carom_relation;

typedef struct {
    carom_relation (*relation)(double t, const void *context);
    const void *context;
    double reach;     /**< r1 + r2, m */
    double quiet_mps; /**< slower approach is rounding */
    double end_s;     /**< do not look further; may be INFINITY */
    double scale_s;   /**< a time in which something may happen: reach over speed */
} carom_impact_search;

/** Time (s, >= 0) until the two touch, INFINITY if they do not before the end. */
double carom_impact_search_time(const carom_impact_search *search);

#endif
