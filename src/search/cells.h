/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * From cells to buckets: what the grid's files share.
 */
#ifndef CAROM_SEARCH_CELLS_H
#define CAROM_SEARCH_CELLS_H

#include "search/grid.h"

/** In a bucket's head beside the number of its first ball: there are more. */
static const uint32_t carom_cells_more = UINT32_C(1) << 31;

/** The number of a cell, or of cells: the lowest of what is none, and none farther out than 9e15,
 * where (2^53) a coordinate says nothing about cells any more. */
static inline int64_t carom_cells_number(double cells)
{
    static const double farthest = 9.0e15;
    if (!(cells > -farthest)) {
        return (int64_t)-farthest;
    }
    return cells < farthest ? (int64_t)cells : (int64_t)farthest;
}

/** The first ball of a bucket, or the end. */
static inline uint32_t carom_cells_first(uint32_t head)
{
    return head & ~carom_cells_more;
}

/** The head of a bucket with that first ball, which is in its list already, or with the end. */
static inline uint32_t carom_cells_head(const carom_grid *grid, uint32_t first)
{
    return first | (grid->cell[first].next != grid->end ? carom_cells_more : 0);
}

/** The bucket, of @p count, that a cell of a row or column is in. */
static inline uint32_t carom_cells_fold(int64_t cell, size_t count)
{
    int64_t folded;
    if (cell >= 0 && cell < (int64_t)count) {
        return (uint32_t)cell;
    }
    folded = cell % (int64_t)count;
    return (uint32_t)(folded < 0 ? folded + (int64_t)count : folded);
}

/** The bucket that ball @p i is in. */
static inline uint32_t *carom_cells_bucket_of(const carom_grid *grid, uint32_t i)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[cell->level];
    return &level->head[carom_cells_fold(cell->row, level->rows) * level->columns +
                        carom_cells_fold(cell->column, level->columns)];
}

/** One axis of an image: 0 inside, 1 beyond the upper end of the torus, 2 beyond the lower one. */
static inline uint32_t carom_cells_side_of(const carom_grid *grid, int64_t cell, size_t count)
{
    return !grid->periodic || (cell >= 0 && cell < (int64_t)count) ? 0 : (cell < 0 ? 2 : 1);
}

/** The head of a bucket. */
static inline const uint32_t *carom_cells_head_at(const carom_grid_level *level, int64_t column,
                                                  int64_t row)
{
    return &level->head[(uint64_t)row * level->columns + (uint64_t)column];
}

/** Whether the 3 x 3 cells around a cell are buckets side by side. */
static inline bool carom_cells_is_inner(const carom_grid *grid, const carom_cell *cell)
{
    const carom_grid_level *level = &grid->level[cell->level];
    return ((uint64_t)(cell->column - 1) < level->inner_columns) &
           ((uint64_t)(cell->row - 1) < level->inner_rows);
}

#endif
