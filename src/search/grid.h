/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Who is near whom: cells over the plane, folded into a bounded number of buckets, so that all
 * balls within reach of a ball are in the 3 x 3 cells around it, whatever the table.
 *
 * Balls of very different sizes get cells of different sizes, one level each, so that a few large
 * balls do not fill the cells of many small ones. A cell of a level is a whole number of cells of
 * the next finer one, both ways; two balls are within reach only if they are in neighbouring cells
 * of the coarser of their two levels.
 */
#ifndef CAROM_SEARCH_GRID_H
#define CAROM_SEARCH_GRID_H

#include <carom/archive.h>
#include <carom/problem.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CAROM_GRID_LEVELS = 16, CAROM_GRID_IMAGES = 9, CAROM_GRID_STRIP = 4 };

typedef struct {
    size_t columns, rows;             /**< buckets; 1, or at least 3 */
    size_t inner_columns, inner_rows; /**< two fewer: with others on both sides; or 0 */
    double cell_x_m, cell_y_m;
    /** cells of the next finer level in one of these, along x and y */
    int64_t finer_x, finer_y;
    /** columns * rows: the first ball of a bucket, or the end; and a bit that says whether it has
     * more (search/cells.h), so that who is alone in it is not asked */
    uint32_t *head;
} carom_grid_level;

/** Where a ball is: its level (0 is the finest) and its cell there, not folded; and who comes after
 * it and before it in the list of its bucket, or the end. */
typedef struct {
    _Alignas(32) int64_t column; /* so that none lies across two cache lines */
    int64_t row;
    uint32_t level;
    uint32_t next, before;
} carom_cell;

typedef struct {
    size_t levels;
    carom_grid_level level[CAROM_GRID_LEVELS];
    bool periodic;
    uint32_t end;     /**< number of balls: ends a bucket's list */
    carom_cell *cell; /**< by ball; next of the end is the end */
    /** by image; 0 is the ball itself */
    carom_vec shift_m[CAROM_GRID_IMAGES];
} carom_grid;

/** A ball that may be within reach, in the image that is: add the grid's shift of that image to its
 * place. */
typedef struct {
    uint32_t ball, image;
} carom_candidate;

/** A grid for the balls of @p problem in which two balls are within reach when their centres are
 * closer than stretch (r1 + r2) + skin; about one ball per cell. All buckets start empty.
 *  @return CAROM_INVALID where a periodic table is less than 3 of the largest reaches wide */
CAROM_CHECKED carom_status carom_grid_init(carom_grid *grid, const carom_problem *problem,
                                           double stretch, double skin_m, carom_error *error);
void carom_grid_free(carom_grid *grid);

/** Puts ball @p i, which is in no bucket, into the cell of its position; on a periodic table the
 * nearest of it. */
void carom_grid_place(carom_grid *grid, uint32_t i, carom_vec at_m);

/** Moves ball @p i, which is in a bucket, by so many cells of its level; round the torus if there
 * is one.
 *  @return the image (of carom_candidate) whose shift, taken away, is its position on the torus
 * again
 */
uint32_t carom_grid_move(carom_grid *grid, uint32_t i, int columns, int rows);

/** Takes ball @p i out of its bucket. */
void carom_grid_remove(carom_grid *grid, uint32_t i);
void carom_grid_clear(carom_grid *grid);

/** The lower or upper edge of ball @p i's cell along an axis (0: x, 1: y), m. Infinite where there
 * is one bucket only, which is looked at as a whole. */
static inline double carom_grid_edge(const carom_grid *grid, uint32_t i, int axis, bool upper)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[cell->level];
    if ((axis == 0 ? level->columns : level->rows) == 1 && grid->levels == 1) {
        return upper ? INFINITY : -INFINITY;
    }
    return axis == 0 ? (double)(cell->column + upper) * level->cell_x_m
                     : (double)(cell->row + upper) * level->cell_y_m;
}

/** Passes which ball is where, of a grid for the same problem, stretch and skin, that has all of
 * them. (grid_archive.c) */
void carom_grid_archive(carom_grid *grid, carom_archive *archive);

/** Everyone who may be within reach of ball @p i, each once, in a fixed order.
 *  @param candidates has room for count + CAROM_GRID_IMAGES  @return how many */
size_t carom_grid_around(const carom_grid *grid, uint32_t i, carom_candidate *candidates);

/** Those of them in the row or column of three cells that is @p columns or @p rows, of which one is
 * 0, away from ball @p i's own, on its level. */
size_t carom_grid_strip(const carom_grid *grid, uint32_t i, int columns, int rows,
                        carom_candidate *candidates);

/** The same as carom_grid_around, but over all i every pair comes up once only. */
size_t carom_grid_pairs(const carom_grid *grid, uint32_t i, carom_candidate *candidates);

/** The way from @p from to the image of @p to that a candidate is meant in. */
static inline carom_vec carom_grid_way(const carom_grid *grid, carom_vec from, carom_vec to,
                                       const carom_candidate *other)
{
    return carom_vec_minus(carom_vec_add(to, grid->shift_m[other->image]), from);
}

/** The first balls of the 3 x 3 buckets around ball @p i on its level, the grid's end of an empty
 * one. @return how many: none at the edge of the table */
size_t carom_grid_heads(const carom_grid *grid, uint32_t i, uint32_t heads[9]);

/** Likewise of the bucket that ball @p i will be in when it has gone one cell on, and of the three
 * that it will see then. */
size_t carom_grid_heads_step(const carom_grid *grid, uint32_t i, int columns, int rows,
                             uint32_t heads[4]);

/** Prefetches what that will look at. */
void carom_grid_prefetch_step(const carom_grid *grid, uint32_t i, int columns, int rows);

/** Prefetches what carom_grid_around of ball @p i will look at first. */
void carom_grid_prefetch(const carom_grid *grid, uint32_t i);

#endif
