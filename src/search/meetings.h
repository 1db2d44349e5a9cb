/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Whom a ball meets first of those who are near.
 */
#ifndef CAROM_SEARCH_MEETINGS_H
#define CAROM_SEARCH_MEETINGS_H

#include "search/lanes.h"
#include <carom/vec.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CAROM_MEETINGS_BLOCK = 16 }; /**< of a block: more than are near a ball as a rule */

/** Balls that one ball may meet: relative place (m) and own velocity (m/s) of each, r1 + r2 (m). */
typedef struct {
    double dx[CAROM_MEETINGS_BLOCK], dy[CAROM_MEETINGS_BLOCK];
    double vx[CAROM_MEETINGS_BLOCK], vy[CAROM_MEETINGS_BLOCK];
    double reach[CAROM_MEETINGS_BLOCK];
} carom_meetings_block;

/** Who is met first, and in how much time, s; INFINITY: nobody. */
typedef struct {
    double in_s;
    uint32_t ball; /**< some number or other, if nobody */
} carom_meeting;

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

static inline void carom_meetings_set_velocity(carom_meetings *at, size_t k, carom_vec v)
{
    carom_meetings_of(at, k)->vx[k % CAROM_MEETINGS_BLOCK] = v.x;
    carom_meetings_of(at, k)->vy[k % CAROM_MEETINGS_BLOCK] = v.y;
}

/** Velocities of numbers k, which is even, and k + 1 of a block: both lanes at once, as they are
 * read next. */
static inline void carom_meetings_set_two(carom_meetings_block *block, size_t k, carom_lanes a,
                                          carom_lanes b)
{
    carom_lanes_store(block->vx + k, carom_lanes_first(a, b));
    carom_lanes_store(block->vy + k, carom_lanes_second(a, b));
}

static inline void carom_meetings_set(carom_meetings *at, size_t k, carom_vec way, carom_vec v,
                                      double reach_m)
{
    carom_meetings_block *block = carom_meetings_of(at, k);
    size_t number = k;
    k %= CAROM_MEETINGS_BLOCK;
    block->dx[k] = way.x;
    block->dy[k] = way.y;
    block->reach[k] = reach_m;
    carom_meetings_set_velocity(at, number, v);
}

/** Room for @p count. @return false: no memory */
bool carom_meetings_init(carom_meetings *at, size_t count);
void carom_meetings_free(carom_meetings *at);

/** Meetings are worked out CAROM_LANES at once; this fills the last of those, after @p count, with
 * one that never happens. */
static inline void carom_meetings_pad(carom_meetings *at, size_t count)
{
    carom_meetings_set(at, count, (carom_vec){NAN, NAN}, (carom_vec){0, 0}, 0);
}

/** The first of carom_time_of_impact (scene/time_of_impact.h) for the first @p count of @p at,
 * padded, and a ball with velocity @p v, to the bit; of equals the lowest ball. Without a jump: who
 * is approached is as good as random, and a jump that is guessed wrong costs as much as thirty
 * operations.
 *  @param ball  their numbers, and at least one */
carom_meeting carom_first_impact(const carom_meetings *at, const uint32_t *ball, size_t count,
                                 carom_vec v, double quiet_mps);

#endif
