/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/base.h"

#include <carom/cancel.h>
#include <carom/problem.h>
#include <carom/solver.h>
#include <carom/vec.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- precondition checks ----
 * Conditions that several solvers share. */

/** Check that the table has room for grid cells of width @p stretch (r1 + r2). */
void carom_check_grid(const carom_problem *problem, double stretch,
                      const carom_diagnostics *diagnostics);

/** Check that gravity in the plane and rolling resistance or drag do not act together. */
void carom_check_gravity_with_drag(const carom_problem *problem,
                                   const carom_diagnostics *diagnostics);

/* ---- grid ----
 * Finds neighbours: divides the plane into cells and folds the cells into a bounded number of
 * buckets. All balls within reach of a ball are in the 3 x 3 cells around it, on tables of any
 * size.
 *
 * Balls of different size classes lie in levels of different cell width, because in wide cells, a
 * few large balls would have many small ones as candidates. (One level: 7.8 times the processor
 * time for ten discs of radius 8 among 1e4 of radius 1/2, 4.2 times for ten classes from 8 to 0.35
 * of equal area.) A cell of a level contains a whole number of cells of the next finer one in each
 * direction. Two balls within reach are in neighbouring cells of the coarser of their two levels.
 */

enum { CAROM_GRID_LEVELS = 16, CAROM_GRID_IMAGES = 9, CAROM_GRID_STRIP = 4 };

typedef struct {
    size_t columns, rows;             /**< numbers of buckets; 1, or at least 3 */
    size_t inner_columns, inner_rows; /**< numbers of buckets that have neighbours on both sides; 0
                                         if there is one bucket */
    double cell_x_m, cell_y_m;
    /** cells of the next finer level per cell, along x and y */
    int64_t finer_x, finer_y;
    /** indexed by bucket: its first ball, or `end`, and carom_cells_more_flag if it has several.
     * The flag saves a look at balls that are alone */
    uint32_t *head;
} carom_grid_level;

/** The cell of a ball on its level (0 is the finest), before folding, and its successor and
 * predecessor in the list of its bucket, or `end`. */
typedef struct {
    _Alignas(32) int64_t column; /* keeps a cell within one cache line */
    int64_t row;
    uint32_t level;
    uint32_t next, before;
} carom_cell;

typedef struct {
    size_t levels;
    carom_grid_level level[CAROM_GRID_LEVELS];
    bool periodic;
    uint32_t end;     /**< number of balls; ends the lists */
    carom_cell *cell; /**< indexed by ball; `end` is its own successor */
    /** indexed by image; 0 is the ball itself */
    carom_vec shift_m[CAROM_GRID_IMAGES];
} carom_grid;

/** A ball that may be within reach, as one of its periodic images: its position plus
 * shift_m[image]. */
typedef struct {
    uint32_t ball, image;
} carom_candidate;

/** Create a grid with about one ball per cell and all buckets empty. Two balls are within reach if
 * their centres are closer than stretch (r1 + r2) + skin.
 *  @return CAROM_INVALID if a periodic table is narrower than three times the largest reach */
CAROM_CHECKED carom_status carom_grid_init(carom_grid *grid, const carom_problem *problem,
                                           double stretch, double skin_m, carom_error *error);
void carom_grid_free(carom_grid *grid);

/** Insert ball @p i into the cell of its position. Positions outside a periodic table go to the
 * nearest cell. */
void carom_grid_insert(carom_grid *grid, uint32_t i, carom_vec at_m);

/** Move ball @p i by a number of cells of its level, across the edges of a periodic table.
 *  @return the image whose shift must be subtracted from its position to fold it back into the
 *   table */
uint32_t carom_grid_move(carom_grid *grid, uint32_t i, int columns, int rows);

/** Remove ball @p i from its bucket. */
void carom_grid_remove(carom_grid *grid, uint32_t i);
void carom_grid_clear(carom_grid *grid);

/** Lower or upper edge (m) of ball @p i's cell along an axis (0: x, 1: y). Infinite if the axis has
 * a single bucket. */
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

/** Find all balls that may be within reach of ball @p i, once each, in a fixed order.
 *  @param candidates  room for count + CAROM_GRID_IMAGES
 *  @return their number */
size_t carom_grid_neighbours(const carom_grid *grid, uint32_t i, carom_candidate *candidates);

/** Find the candidates in a strip of three cells: the column @p columns or the row @p rows away
 * from ball @p i's cell, on its level. One of the two is 0. */
size_t carom_grid_strip(const carom_grid *grid, uint32_t i, int columns, int rows,
                        carom_candidate *candidates);

/** Find candidates with each pair once: over all i, no pair occurs twice. */
size_t carom_grid_pairs(const carom_grid *grid, uint32_t i, carom_candidate *candidates);

/** Displacement from @p from to the image of @p to that the candidate denotes. */
static inline carom_vec carom_grid_displacement(const carom_grid *grid, carom_vec from,
                                                carom_vec to, const carom_candidate *other)
{
    return carom_vec_subtract(carom_vec_add(to, grid->shift_m[other->image]), from);
}

/** Prefetch the items, of @p size bytes, of the first balls of the 3 x 3 buckets around ball @p i
 * on its level; nothing at the edge of the table. @p items: indexed by ball, with one for the end
 */
void carom_grid_prefetch_first(const carom_grid *grid, uint32_t i, const void *items, size_t size);

/** The same for the cells that are adjacent after the ball's next step and are not now. Also
 * prefetches the cell of the first ball of the cell that it enters. */
void carom_grid_prefetch_first_step(const carom_grid *grid, uint32_t i, int columns, int rows,
                                    const void *items, size_t size);

/** Prefetch the data of carom_grid_prefetch_first_step. */
void carom_grid_prefetch_step(const carom_grid *grid, uint32_t i, int columns, int rows);

/** Prefetch the data of carom_grid_neighbours for ball @p i. */
void carom_grid_prefetch(const carom_grid *grid, uint32_t i);

/* ---- cells ----
 * Maps cells to buckets. */

/** Flag in the head of a bucket: it has more than one ball. */
static const uint32_t carom_cells_more_flag = UINT32_C(1) << 31;

/** Convert to a cell number, clamped to 9e15. Beyond 2^53 coordinates cannot resolve cells. NaN
 * gives the lowest. */
static inline int64_t carom_cells_number(double cells)
{
    static const double farthest = 9.0e15;
    if (!(cells > -farthest)) {
        return (int64_t)-farthest;
    }
    return cells < farthest ? (int64_t)cells : (int64_t)farthest;
}

/** First ball of a bucket, or the grid's end. */
static inline uint32_t carom_cells_first(uint32_t head)
{
    return head & ~carom_cells_more_flag;
}

/** Fold a cell number into @p count buckets. Most cells are on the table or next to it. */
static inline uint32_t carom_cells_fold(int64_t cell, size_t count)
{
    int64_t all = (int64_t)count, folded = cell < 0 ? cell + all : cell >= all ? cell - all : cell;
    if (folded < 0 || folded >= all) {
        folded = cell % all;
        folded += folded < 0 ? all : 0;
    }
    return (uint32_t)folded;
}

/** Image along one axis: 0 inside the table, 1 beyond its upper edge, 2 beyond its lower edge. */
static inline uint32_t carom_cells_side_of(const carom_grid *grid, int64_t cell, size_t count)
{
    return !grid->periodic || (cell >= 0 && cell < (int64_t)count) ? 0 : (cell < 0 ? 2 : 1);
}

static inline const uint32_t *carom_cells_head_at(const carom_grid_level *level, int64_t column,
                                                  int64_t row)
{
    return &level->head[(uint64_t)row * level->columns + (uint64_t)column];
}

/** True if the 3 x 3 cells around a cell are adjacent in memory. */
static inline bool carom_cells_is_inner(const carom_grid *grid, const carom_cell *cell)
{
    const carom_grid_level *level = &grid->level[cell->level];
    return ((uint64_t)(cell->column - 1) < level->inner_columns) &
           ((uint64_t)(cell->row - 1) < level->inner_rows);
}

/* ---- SIMD lanes ----
 * Two doubles at once, on any 64-bit processor. Each lane is bit-identical to scalar arithmetic.
 * Uses vector types of GCC and Clang, and SSE2 intrinsics for what these cannot express. */

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { CAROM_LANES = 2 };

typedef double carom_lanes __attribute__((vector_size(16)));
/** Integers; or the result of a comparison: all bits set or none, in each lane. */
typedef int64_t carom_lanes_int __attribute__((vector_size(16)));

/** Load two adjacent numbers. */
static inline carom_lanes carom_lanes_load(const double *from)
{
    carom_lanes a;
    memcpy(&a, from, sizeof a);
    return a;
}

static inline void carom_lanes_store(double *to, carom_lanes a)
{
    memcpy(to, &a, sizeof a);
}

static inline carom_lanes carom_lanes_broadcast(double a)
{
    return (carom_lanes){a, a};
}

/** Transpose two vectors: their first lanes, and their second lanes. */
static inline carom_lanes carom_lanes_first(carom_lanes a, carom_lanes b)
{
    return (carom_lanes){a[0], b[0]};
}

static inline carom_lanes carom_lanes_second(carom_lanes a, carom_lanes b)
{
    return (carom_lanes){a[1], b[1]};
}

static inline carom_lanes carom_lanes_swap(carom_lanes a)
{
    return (carom_lanes){a[1], a[0]};
}

static inline carom_lanes carom_lanes_abs(carom_lanes a)
{
    static const carom_lanes_int rest = {INT64_MAX, INT64_MAX};
    return (carom_lanes)((carom_lanes_int)a & rest);
}

static inline carom_lanes carom_lanes_sqrt(carom_lanes a)
{
    return (carom_lanes){sqrt(a[0]), sqrt(a[1])};
}

static inline carom_lanes_int carom_lanes_less(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_int)(a < b);
}

static inline carom_lanes_int carom_lanes_less_equal(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_int)(a <= b);
}

static inline carom_lanes_int carom_lanes_equal(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_int)(a == b);
}

/** NaN in the lanes where the mask is set, @p a in the others. */
static inline carom_lanes carom_lanes_nan_where(carom_lanes_int mask, carom_lanes a)
{
    return (carom_lanes)((carom_lanes_int)a | mask);
}

/** @p a in the lanes where the mask is set, @p b in the others. */
static inline carom_lanes carom_lanes_select(carom_lanes_int mask, carom_lanes a, carom_lanes b)
{
    return (carom_lanes)(((carom_lanes_int)a & mask) | ((carom_lanes_int)b & ~mask));
}

static inline carom_lanes carom_lanes_min(carom_lanes a, carom_lanes b)
{
#if defined(__SSE2__)
    return (carom_lanes)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return carom_lanes_select(carom_lanes_less(a, b), a, b);
#endif
}

static inline carom_lanes carom_lanes_max(carom_lanes a, carom_lanes b)
{
#if defined(__SSE2__)
    return (carom_lanes)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    return carom_lanes_select(carom_lanes_less(b, a), a, b);
#endif
}

/** @p a in the lanes where the mask is set, @p b in the others. */
static inline carom_lanes_int carom_lanes_select_int(carom_lanes_int mask, carom_lanes_int a,
                                                     carom_lanes_int b)
{
    return (carom_lanes_int)carom_lanes_select(mask, (carom_lanes)a, (carom_lanes)b);
}

/* ---- candidate pairs ----
 * Finds the first collision of a ball with its neighbours. */

enum { CAROM_CANDIDATE_BLOCK = 16 }; /**< balls per block: usually all neighbours of a ball */

/** Neighbours of a ball: relative position (m), own velocity (m/s) and sum of the radii (m). */
typedef struct {
    double dx[CAROM_CANDIDATE_BLOCK], dy[CAROM_CANDIDATE_BLOCK];
    double vx[CAROM_CANDIDATE_BLOCK], vy[CAROM_CANDIDATE_BLOCK];
    double reach[CAROM_CANDIDATE_BLOCK];
} carom_candidate_block;

/** The first collision and the time until it, s; INFINITY: none. */
typedef struct {
    double in_s;
    uint32_t ball; /**< arbitrary without a collision */
} carom_first_collision;

/** Any number of neighbours, in blocks. */
typedef struct {
    carom_candidate_block *block;
} carom_candidate_pairs;

static inline carom_candidate_block *carom_candidate_pairs_block(const carom_candidate_pairs *pairs,
                                                                 size_t k)
{
    return &pairs->block[k / CAROM_CANDIDATE_BLOCK];
}

static inline carom_vec carom_candidate_pairs_offset(const carom_candidate_pairs *pairs, size_t k)
{
    const carom_candidate_block *block = carom_candidate_pairs_block(pairs, k);
    return (carom_vec){block->dx[k % CAROM_CANDIDATE_BLOCK], block->dy[k % CAROM_CANDIDATE_BLOCK]};
}

static inline carom_vec carom_candidate_pairs_velocity(const carom_candidate_pairs *pairs, size_t k)
{
    const carom_candidate_block *block = carom_candidate_pairs_block(pairs, k);
    return (carom_vec){block->vx[k % CAROM_CANDIDATE_BLOCK], block->vy[k % CAROM_CANDIDATE_BLOCK]};
}

static inline double carom_candidate_pairs_reach(const carom_candidate_pairs *pairs, size_t k)
{
    return carom_candidate_pairs_block(pairs, k)->reach[k % CAROM_CANDIDATE_BLOCK];
}

static inline void carom_candidate_pairs_set_velocity(carom_candidate_pairs *pairs, size_t k,
                                                      carom_vec v)
{
    carom_candidate_pairs_block(pairs, k)->vx[k % CAROM_CANDIDATE_BLOCK] = v.x;
    carom_candidate_pairs_block(pairs, k)->vy[k % CAROM_CANDIDATE_BLOCK] = v.y;
}

/** Set the velocities of the neighbours k (even) and k + 1 of a block. */
static inline void carom_candidate_pairs_set_two(carom_candidate_block *block, size_t k,
                                                 carom_lanes a, carom_lanes b)
{
    carom_lanes_store(block->vx + k, carom_lanes_first(a, b));
    carom_lanes_store(block->vy + k, carom_lanes_second(a, b));
}

static inline void carom_candidate_pairs_set(carom_candidate_pairs *pairs, size_t k,
                                             carom_vec displacement, carom_vec v, double reach_m)
{
    carom_candidate_block *block = carom_candidate_pairs_block(pairs, k);
    size_t number = k;
    k %= CAROM_CANDIDATE_BLOCK;
    block->dx[k] = displacement.x;
    block->dy[k] = displacement.y;
    block->reach[k] = reach_m;
    carom_candidate_pairs_set_velocity(pairs, number, v);
}

/** Allocate room for @p count neighbours. */
void carom_candidate_pairs_init(carom_candidate_pairs *pairs, size_t count);
void carom_candidate_pairs_free(carom_candidate_pairs *pairs);

/** Pad the list after @p count with a neighbour that never collides, because the search takes
 * CAROM_LANES at a time. */
static inline void carom_candidate_pairs_pad(carom_candidate_pairs *pairs, size_t count)
{
    carom_candidate_pairs_set(pairs, count, (carom_vec){NAN, NAN}, (carom_vec){0, 0}, 0);
}

/** Find the first collision of a ball of velocity @p v with @p count neighbours, padded. Ties go to
 * the lowest ball number. Bit-identical to carom_time_of_impact (scene/scene.h).
 *
 * Free of branches: which neighbour approaches is random, and a mispredicted branch costs as much
 * as thirty operations.
 *  @param ball  their numbers; at least one */
carom_first_collision carom_find_first_collision(const carom_candidate_pairs *pairs,
                                                 const uint32_t *ball, size_t count, carom_vec v,
                                                 double rounding_mps);

/* ---- problem check ----
 * The two halves of carom_problem_check, for callers that report in between or can be cancelled. */

/** Check every number of @p problem against its range. @return true if all are valid */
bool carom_problem_check_values(const carom_problem *problem, carom_problem_report *report,
                                void *context);

/** Check that every ball lies inside the walls and that no balls overlap. The values must be valid.
 *  @return CAROM_OK, CAROM_INVALID, or CAROM_INTERRUPTED by @p cancel */
CAROM_CHECKED carom_status carom_problem_check_positions(const carom_problem *problem,
                                                         const carom_cancel_flag *cancel,
                                                         carom_problem_report *report,
                                                         void *context);

/** Move balls apart that overlap, or overlap a wall, by up to 5e-5 of the smaller radius, as
 * touching balls do whose coordinates have six decimals. The values must be valid.
 *  @param first   index of the first ball that moved; problem->count: none
 *  @param most_m  longest way of a ball
 *  @return CAROM_OK, also if overlaps are left, or CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_problem_close_overlaps(carom_problem *problem,
                                                        const carom_cancel_flag *cancel,
                                                        size_t *first, double *most_m);

/** A carom_problem_report that stores the first fault in the carom_error @p context (may be NULL).
 * Appends the number of the ball, for which a file reader would print the line. */
bool carom_problem_store_first_fault(void *context, const carom_fault *fault);
