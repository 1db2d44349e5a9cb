/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Who is around each ball, kept: what carom_grid_around says of it, one cache line a ball.
 *
 * A ball looks around several times while it stays in its cell. Asking the grid takes nine buckets
 * and their lists, here and there in memory; what it said stays good until somebody changes cells,
 * and only those around that one have to know. The order is not the grid's.
 *
 * Nothing here is state: all of it follows from the grid (carom_surroundings_fill).
 */
#ifndef CAROM_SEARCH_SURROUNDINGS_H
#define CAROM_SEARCH_SURROUNDINGS_H

#include "search/grid.h"

enum {
    CAROM_AROUND_MOST = 15,    /**< who has more asks the grid */
    CAROM_AROUND_BALLS = 28,   /**< bits of an entry for the ball; above them its image */
    CAROM_AROUND_CROWDED = 16, /**< a count that says so */
    /** balls: of more the lines do not stay in the cache, and the grid is asked as fast (measured:
     * lines for all 1.06 times the seconds at 1e4, 1.08 at 1e5) */
    CAROM_AROUND_KEPT = 4096
};

/** Who is around one ball. */
typedef struct {
    uint32_t count; /**< or CAROM_AROUND_CROWDED */
    /** `count` of them: a ball and, above CAROM_AROUND_BALLS bits, its image */
    uint32_t entry[CAROM_AROUND_MOST];
} carom_around;

/** Who is around all of them. */
typedef struct {
    carom_around *of;       /**< by ball; NULL where the grid is always asked */
    carom_candidate *found; /**< room for what the grid says */
} carom_surroundings;

static inline uint32_t carom_around_ball(uint32_t entry)
{
    return entry & ((UINT32_C(1) << CAROM_AROUND_BALLS) - 1);
}

static inline uint32_t carom_around_image(uint32_t entry)
{
    return entry >> CAROM_AROUND_BALLS;
}

/** Room for the balls of @p grid, where surroundings can be kept: balls of one level, no
 * more than CAROM_AROUND_KEPT of them. @return false: no memory */
bool carom_surroundings_init(carom_surroundings *all, const carom_grid *grid);
void carom_surroundings_free(carom_surroundings *all);

/** Asks the grid for everybody, each of whom is in a bucket. */
void carom_surroundings_fill(carom_surroundings *all, const carom_grid *grid);

/** carom_grid_move of ball @p i, of which those around hear. */
uint32_t carom_surroundings_move(carom_surroundings *all, carom_grid *grid, uint32_t i, int columns,
                                 int rows);

#endif
