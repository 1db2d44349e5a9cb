/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * When two balls meet whose relative motion is not straight, found without missing a contact.
 *
 * Let d and w be the relative position and velocity at a time and A a bound of the relative acceleration
 * from then on. After h the relative position is within A h^2/2 of d + w h. If the straight line
 * d + w h stays outside reach + A H^2/2 for all h <= H, no contact happens within H, and the search goes
 * on from there. If not, H is halved, until either that holds, or the distance falls throughout H and
 * passes reach: then H brackets exactly one contact, and a bracketing root finder gets to it. (The
 * distance falls while d.w < 0, and (d.w)' = |w|^2 + d.w' is at most (|w| + A H)^2 +
 * (|d| + |w| H + A H^2/2) A within H.) H is not halved below 1e-15 of the time scale: what is left then is
 * a graze whose depth is below rounding, which is no contact (the balls would exchange nothing).
 */
#ifndef CAROM_CORE_IMPACT_SEARCH_H
#define CAROM_CORE_IMPACT_SEARCH_H

/** Relative position (m) and velocity (m/s) of two balls at a time, and the bound A (m/s^2). */
typedef struct {
    double dx, dy, wx, wy, pull;
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
