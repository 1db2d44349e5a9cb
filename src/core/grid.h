/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A grid of square-ish cells over the plane, folded into a bounded number of buckets, so that all
 * balls within one cell width of a ball are in the 3 x 3 buckets around it, whatever the table.
 */
#ifndef CAROM_CORE_GRID_H
#define CAROM_CORE_GRID_H

#include <carom/problem.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CAROM_GRID_END UINT32_MAX

typedef struct {
    size_t columns, rows;     /**< buckets; 1, or at least 3 */
    double cell_x_m, cell_y_m;
    bool periodic;
    uint32_t *head;           /**< columns * rows: the first ball of a bucket */
    uint32_t *next, *before;  /**< by ball */
    int64_t *column, *row;    /**< by ball: its cell, not folded */
    uint32_t *bucket_column, *bucket_row; /**< by ball: folded */
} carom_grid;

/** One bucket beside a cell, and how far its balls are shifted to be the nearest images. */
typedef struct {
    uint32_t head;
    double shift_x_m, shift_y_m;
} carom_bucket;

/** A grid for the balls of @p problem with cells at least @p reach (m) wide and about one ball per
 *  cell. All buckets start empty.
 *  @return CAROM_INVALID where a periodic table is less than 3 reaches wide */
CAROM_CHECKED carom_status carom_grid_init(carom_grid *grid, const carom_problem *problem,
                                           double reach, carom_error *error);
void carom_grid_free(carom_grid *grid);

/** The cell of a coordinate (not folded). */
int64_t carom_grid_cell(double coordinate_m, double cell_m);

/** Puts ball @p i, which is in no bucket, into its cell; on a periodic table the nearest cell of it. */
void carom_grid_insert(carom_grid *grid, uint32_t i, int64_t column, int64_t row);
void carom_grid_remove(carom_grid *grid, uint32_t i);
void carom_grid_clear(carom_grid *grid);

/** The distinct buckets of the 3 x 3 cells around ball @p i's.
 *  @return how many of @p bucket are filled, 1 to 9 */
size_t carom_grid_around(const carom_grid *grid, uint32_t i, carom_bucket bucket[9]);

#endif
