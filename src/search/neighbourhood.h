/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking around in a grid where there are no images: what an event-driven run does most of all,
 * and therefore without a call. */
#ifndef CAROM_SEARCH_NEIGHBOURHOOD_H
#define CAROM_SEARCH_NEIGHBOURHOOD_H

#include "search/search.h"

/** Who comes after the first of a bucket, from that number of `balls` on. */
static inline size_t carom_grid_append_rest(const carom_grid *grid, uint32_t head, uint32_t *balls,
                                            size_t count)
{
    if (head != carom_cells_first(head)) {
        uint32_t j = grid->cell[carom_cells_first(head)].next;
        for (; j != grid->end; j = grid->cell[j].next) {
            balls[count++] = j;
        }
    }
    return count;
}

/** Who is in the 3 x 3 buckets around that one, ball @p i's own, of rows that are so far apart,
 * where some have more than one ball. (neighbourhood.c) */
size_t carom_grid_append_crowded(const carom_grid *grid, uint32_t i, const uint32_t *middle,
                                 size_t row, uint32_t *balls);

/** The only ball of a bucket, or nobody. */
static inline size_t carom_grid_append_single(uint32_t head, uint32_t end, uint32_t *balls,
                                              size_t count)
{
    balls[count] = head;
    return count + (head < end);
}

/** carom_grid_neighbours where it finds balls themselves alone, no images, as nearly everywhere
 * where all are of one level; so that there is nothing to say but who. @return SIZE_MAX: it may
 * find more
 */
static inline size_t carom_grid_neighbours_fast(const carom_grid *grid, uint32_t i, uint32_t *balls)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[0];
    const uint32_t *low, *middle, *high;
    size_t count = 0, row = level->columns;
    uint32_t end = grid->end, all;
    if (grid->levels > 1 || !carom_cells_is_inner(grid, cell)) {
        return SIZE_MAX;
    }
    middle = carom_cells_head_at(level, cell->column, cell->row);
    low = middle - row;
    high = middle + row;
    all = low[-1] | low[0] | low[1] | middle[-1] | middle[0] | middle[1] | high[-1] | high[0] |
          high[1];
    if ((all & carom_cells_more_flag) != 0) {
        return carom_grid_append_crowded(grid, i, middle, row, balls);
    }
    count = carom_grid_append_single(low[-1], end, balls, count);
    count = carom_grid_append_single(low[0], end, balls, count);
    count = carom_grid_append_single(low[1], end, balls, count);
    count = carom_grid_append_single(middle[-1], end, balls, count);
    count = carom_grid_append_single(middle[1], end, balls, count);
    count = carom_grid_append_single(high[-1], end, balls, count);
    count = carom_grid_append_single(high[0], end, balls, count);
    return carom_grid_append_single(high[1], end, balls, count);
}

/** The same of carom_grid_strip: first the first balls of its buckets, or the grid's end, in
 * CAROM_GRID_STRIP places of which one is spare, then whoever else there is. */
static inline size_t carom_grid_strip_fast(const carom_grid *grid, uint32_t i, int columns,
                                           int rows, uint32_t *balls)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[0];
    const uint32_t *head;
    uint32_t low, middle, high;
    size_t step = rows != 0 ? 1 : level->columns, count = CAROM_GRID_STRIP;
    carom_cell at = {.column = cell->column + columns, .row = cell->row + rows};
    if ((grid->levels > 1) | !carom_cells_is_inner(grid, &at)) { /* the middle of the strip */
        return SIZE_MAX;
    }
    head = carom_cells_head_at(level, at.column, at.row);
    low = *(head - step);
    middle = *head;
    high = *(head + step);
    balls[0] = carom_cells_first(low);
    balls[1] = carom_cells_first(middle);
    balls[2] = carom_cells_first(high);
    balls[3] = grid->end;
    if (((low | middle | high) & carom_cells_more_flag) != 0) {
        count = carom_grid_append_rest(grid, low, balls, count);
        count = carom_grid_append_rest(grid, middle, balls, count);
        count = carom_grid_append_rest(grid, high, balls, count);
    }
    return count;
}

#endif
