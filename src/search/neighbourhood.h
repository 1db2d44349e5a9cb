/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fast neighbour search in a grid without periodic images, inlined for the event-driven solver. */
#pragma once

#include "search/search.h"

/** Append all balls of a bucket except the first. */
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

/** Append the balls of the 3 x 3 buckets around @p middle, the bucket of ball @p i, if some have
 * several balls. @p row is the distance of rows in memory. */
size_t carom_grid_append_crowded(const carom_grid *grid, uint32_t i, const uint32_t *middle,
                                 size_t row, uint32_t *balls);

/** Append the only ball of a bucket, if it has one. */
static inline size_t carom_grid_append_single(uint32_t head, uint32_t end, uint32_t *balls,
                                              size_t count)
{
    balls[count] = head;
    return count + (head < end);
}

/** Find the numbers of the balls within reach, as carom_grid_neighbours does, without images and
 * with a single level. @return their number; SIZE_MAX if the general function is needed */
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

/** Find the balls in a strip of three cells, as carom_grid_strip does. The first CAROM_GRID_STRIP
 * entries hold the first ball of each cell or the grid's end, and one spare; the other balls
 * follow. */
static inline size_t carom_grid_strip_fast(const carom_grid *grid, uint32_t i, int columns,
                                           int rows, uint32_t *balls)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[0];
    const uint32_t *head;
    uint32_t low, middle, high;
    size_t step = rows != 0 ? 1 : level->columns, count = CAROM_GRID_STRIP;
    carom_cell at = {.column = cell->column + columns, .row = cell->row + rows};
    if ((grid->levels > 1) | !carom_cells_is_inner(grid, &at)) { /* middle of the strip */
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
