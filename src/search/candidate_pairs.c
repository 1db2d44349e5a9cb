/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First collision of a ball with its neighbours, two at a time. */
#include "scene/scene.h"
#include "search/search.h"

void carom_candidate_pairs_init(carom_candidate_pairs *at, size_t count)
{
    size_t blocks = (count + CAROM_LANES) / CAROM_CANDIDATE_BLOCK + 1;
    at->block = carom_allocate(blocks, sizeof *at->block);
}

void carom_candidate_pairs_free(carom_candidate_pairs *at)
{
    free(at->block);
}

/* Earliest collision so far in each lane: time, neighbour number, and whether another one has the
 * same time. */
typedef struct {
    carom_lanes in_s;
    carom_lanes_int number, tie;
} earliest_lanes;

/* Applies carom_time_of_impact to neighbours k and k + 1 of a block. Without a collision the time
 * is NaN, which compares false. The comparison p |p| < -rounding^2 d^2 tests that they approach
 * and that the approach exceeds rounding error. */
static inline void compare_two(const carom_candidate_block *at, size_t k, carom_lanes_int number,
                               const carom_lanes own[2], carom_lanes minus_rounding2,
                               earliest_lanes *first)
{
    carom_lanes none = {0, 0}, dx = carom_lanes_load(at->dx + k), dy = carom_lanes_load(at->dy + k);
    carom_lanes wx = carom_lanes_load(at->vx + k) - own[0],
                wy = carom_lanes_load(at->vy + k) - own[1];
    carom_lanes reach = carom_lanes_load(at->reach + k), r2 = reach * reach;
    carom_lanes p = dx * wx + dy * wy, d2 = dx * dx + dy * dy, cross = dx * wy - dy * wx;
    carom_lanes disc = r2 * (wx * wx + wy * wy) - cross * cross;
    carom_lanes t = (d2 - r2) / (carom_lanes_sqrt(disc) - p);
    t = carom_lanes_nan_where(carom_lanes_less_equal(disc, none), carom_lanes_max(none, t));
    t = carom_lanes_nan_where(carom_lanes_less_equal(minus_rounding2 * d2, p * carom_lanes_abs(p)),
                              t);
    first->tie |= carom_lanes_equal(t, first->in_s);
    first->number = carom_lanes_select_int(carom_lanes_less(t, first->in_s), number, first->number);
    first->in_s = carom_lanes_min(t, first->in_s);
}

/* Compare the first `count` neighbours of a block. @return the numbers of the next two */
static inline carom_lanes_int compare_block(const carom_candidate_block *at, size_t count,
                                            carom_lanes_int number, const carom_lanes own[2],
                                            carom_lanes minus_rounding2, earliest_lanes *first)
{
    const carom_lanes_int two = {CAROM_LANES, CAROM_LANES};
    for (size_t k = 0; k < count; k += CAROM_LANES, number += two) {
        compare_two(at, k, number, own, minus_rounding2, first);
    }
    return number;
}

/* Several collisions at the same time: choose the lowest ball number. */
static carom_first_collision break_tie(const carom_candidate_pairs *at, const uint32_t *ball,
                                       size_t count, carom_vec own, double rounding_mps)
{
    carom_first_collision first = {INFINITY, UINT32_MAX};
    for (size_t k = 0; k < count; k++) {
        carom_vec w = carom_vec_subtract(carom_candidate_pairs_velocity(at, k), own);
        double t = carom_time_of_impact(carom_candidate_pairs_offset(at, k), w,
                                        carom_candidate_pairs_reach(at, k), rounding_mps, INFINITY);
        if (t < first.in_s || (t == first.in_s && ball[k] < first.ball)) {
            first = (carom_first_collision){t, ball[k]};
        }
    }
    return first;
}

carom_first_collision carom_find_first_collision(const carom_candidate_pairs *at,
                                                 const uint32_t *ball, size_t count, carom_vec own,
                                                 double rounding_mps)
{
    carom_lanes v[] = {carom_lanes_broadcast(own.x), carom_lanes_broadcast(own.y)};
    carom_lanes minus_rounding2 = carom_lanes_broadcast(-(rounding_mps * rounding_mps));
    carom_lanes_int number = {0, 1};
    const carom_candidate_block *block = at->block;
    size_t left = count, some;
    const carom_lanes never = carom_lanes_broadcast(INFINITY);
    earliest_lanes first = {never, {0, 0}, {0, 0}};
    do {
        some = left < CAROM_CANDIDATE_BLOCK ? left : CAROM_CANDIDATE_BLOCK;
        number = compare_block(block++, some, number, v, minus_rounding2, &first);
        left -= some;
    } while (left > 0);
    carom_lanes other = carom_lanes_swap(first.in_s);
    carom_lanes_int others = (carom_lanes_int)carom_lanes_swap((carom_lanes)first.number);
    carom_lanes_int same = carom_lanes_equal(other, first.in_s) & carom_lanes_less(other, never);
    same |= first.tie;
    if ((same[0] | same[1]) != 0) {
        return break_tie(at, ball, count, own, rounding_mps);
    }
    number = carom_lanes_select_int(carom_lanes_less(other, first.in_s), others, first.number);
    return (carom_first_collision){carom_lanes_min(other, first.in_s)[0], ball[number[0]]};
}
