/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * When two balls meet.
 */
#ifndef CAROM_SCENE_TIME_OF_IMPACT_H
#define CAROM_SCENE_TIME_OF_IMPACT_H

#include <carom/vec.h>
#include <stdbool.h>
#include <stddef.h>

/** Time (s, >= 0) until two balls on straight paths touch, INFINITY if they never do, or surely not
 *  before @p latest_s.
 *
 *  |d + w t|^2 = reach^2 with p = d.w, c = |d|^2 - reach^2 has the first root
 *  t = c/(-p + sqrt(disc)), disc = p^2 - |w|^2 c. In this form nothing cancels, a touching pair
 *  gives 0 and an overlap by rounding gives a time that is clamped to 0: the robust version of the
 *  billiard blog's part 2, whose own form drops contacts at t = 0 and runs the clock backwards.
 *  disc = reach^2 |w|^2 - (d x w)^2 is the same number without the cancellation at distance.
 *  Because sqrt(disc) <= -p for c >= 0, t is at least c/(-2p): most pairs are done with before a
 * root. In the header because it is the innermost loop of the impulse solver.
 *  @param d  centre of 2 minus centre of 1, m
 *  @param w  velocity of 2 minus that of 1, m/s
 *  @param reach  r1 + r2, m
 *  @param quiet_mps  approach slower than this is rounding and never leads to a collision */
static inline double carom_time_of_impact(carom_vec d, carom_vec w, double reach, double quiet_mps,
                                          double latest_s)
{
    double p = carom_vec_dot(d, w), d2, c, cross, disc, t;
    if (p >= 0) {
        return INFINITY;
    }
    d2 = carom_vec_square(d);
    c = d2 - reach * reach;
    if (c > -2 * p * latest_s || p * p <= quiet_mps * quiet_mps * d2) {
        return INFINITY;
    }
    cross = carom_vec_cross(d, w);
    disc = reach * reach * carom_vec_square(w) - cross * cross;
    if (disc <= 0) {
        return INFINITY;
    }
    t = c / (-p + sqrt(disc));
    return t > 0 ? t : 0;
}

enum {
    /** of a block: more than are near a ball as a rule */
    CAROM_MEETINGS_BLOCK = 16,
    /** of these the times are worked out at once: two doubles are what every 64-bit processor
     * takes; more were slower for so few neighbours */
    CAROM_MEETINGS_AT_ONCE = 2
};

/** Balls that one ball may meet: relative place (m) and own velocity (m/s) of each, r1 + r2 (m),
 * and room for the time (s) in which they do. */
typedef struct {
    double dx[CAROM_MEETINGS_BLOCK], dy[CAROM_MEETINGS_BLOCK];
    double vx[CAROM_MEETINGS_BLOCK], vy[CAROM_MEETINGS_BLOCK];
    double reach[CAROM_MEETINGS_BLOCK], time[CAROM_MEETINGS_BLOCK];
} carom_meetings_block;

/** As many of them as there are, in blocks. */
typedef struct {
    carom_meetings_block *block;
} carom_meetings;

static inline carom_meetings_block *carom_meetings_of(const carom_meetings *at, size_t k)
{
    return &at->block[k / CAROM_MEETINGS_BLOCK];
}

static inline carom_vec carom_meetings_way(const carom_meetings *at, size_t k)
{
    const carom_meetings_block *block = carom_meetings_of(at, k);
    return (carom_vec){block->dx[k % CAROM_MEETINGS_BLOCK], block->dy[k % CAROM_MEETINGS_BLOCK]};
}

static inline carom_vec carom_meetings_velocity(const carom_meetings *at, size_t k)
{
    const carom_meetings_block *block = carom_meetings_of(at, k);
    return (carom_vec){block->vx[k % CAROM_MEETINGS_BLOCK], block->vy[k % CAROM_MEETINGS_BLOCK]};
}

static inline double carom_meetings_reach(const carom_meetings *at, size_t k)
{
    return carom_meetings_of(at, k)->reach[k % CAROM_MEETINGS_BLOCK];
}

/** When number @p k is met, as carom_times_of_impact has found. */
static inline double carom_meetings_time(const carom_meetings *at, size_t k)
{
    return carom_meetings_of(at, k)->time[k % CAROM_MEETINGS_BLOCK];
}

static inline void carom_meetings_set_velocity(carom_meetings *at, size_t k, carom_vec v)
{
    carom_meetings_block *block = carom_meetings_of(at, k);
    block->vx[k % CAROM_MEETINGS_BLOCK] = v.x;
    block->vy[k % CAROM_MEETINGS_BLOCK] = v.y;
}

/** The one in place @p k of a block. */
static inline void carom_meetings_put(carom_meetings_block *block, size_t k, carom_vec way,
                                      carom_vec v, double reach_m)
{
    block->dx[k] = way.x;
    block->dy[k] = way.y;
    block->vx[k] = v.x;
    block->vy[k] = v.y;
    block->reach[k] = reach_m;
}

static inline void carom_meetings_set(carom_meetings *at, size_t k, carom_vec way, carom_vec v,
                                      double reach_m)
{
    carom_meetings_put(carom_meetings_of(at, k), k % CAROM_MEETINGS_BLOCK, way, v, reach_m);
}

/** Room for @p count. @return false: no memory */
bool carom_meetings_init(carom_meetings *at, size_t count);
void carom_meetings_free(carom_meetings *at);

/** Times are worked out CAROM_MEETINGS_AT_ONCE; this fills the last of those, after @p count, with
 * meetings that never happen. */
static inline void carom_meetings_pad(carom_meetings *at, size_t count)
{
    for (size_t k = count; k < count + CAROM_MEETINGS_AT_ONCE - 1; k++) {
        carom_meetings_set(at, k, (carom_vec){0, 0}, (carom_vec){0, 0}, 0);
    }
}

/** carom_time_of_impact for the first @p count of @p at, padded, and a ball with velocity @p v;
 * to the bit the same, but without a jump, so that the compiler can take several at once.
 * @return the earliest */
double carom_times_of_impact(const carom_meetings *at, size_t count, carom_vec v, double quiet_mps);

#endif
