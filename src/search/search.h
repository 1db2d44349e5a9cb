/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SEARCH_H
#define CAROM_INTERNAL_SEARCH_H

#include "base/base.h"

#include <carom/cancel.h>
#include <carom/problem.h>
#include <carom/serializer.h>
#include <carom/solver.h>
#include <carom/vec.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- admission ----
 * What the `check` slots of several solvers ask of a problem. */

/** Reports what failed under @p key; missing memory as such. */
void carom_diagnostics_add_error(const carom_diagnostics *diagnostics, const char *key,
                                 const carom_error *error);

/** That cells for balls up to stretch (r1 + r2) apart fit the table. */
void carom_check_grid(const carom_problem *problem, double stretch,
                      const carom_diagnostics *diagnostics);

/** That friction and gravity in the plane do not act together. */
void carom_check_gravity_with_drag(const carom_problem *problem,
                                   const carom_diagnostics *diagnostics);

/* ---- grid ----
 * Who is near whom: cells over the plane, folded into a bounded number of buckets, so that all
 * balls within reach of a ball are in the 3 x 3 cells around it, whatever the table.
 *
 * Balls of very different sizes get cells of different sizes, one level each, so that a few large
 * balls do not fill the cells of many small ones. A cell of a level is a whole number of cells of
 * the next finer one, both ways; two balls are within reach only if they are in neighbouring cells
 * of the coarser of their two levels. */

enum { CAROM_GRID_LEVELS = 16, CAROM_GRID_IMAGES = 9, CAROM_GRID_STRIP = 4 };

typedef struct {
    size_t columns, rows;             /**< buckets; 1, or at least 3 */
    size_t inner_columns, inner_rows; /**< two fewer: with others on both sides; or 0 */
    double cell_x_m, cell_y_m;
    /** cells of the next finer level in one of these, along x and y */
    int64_t finer_x, finer_y;
    /** columns * rows: the first ball of a bucket, or the end; and a bit that says whether it has
     * more (search/search.h), so that who is alone in it is not asked */
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
void carom_grid_insert(carom_grid *grid, uint32_t i, carom_vec at_m);

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
void carom_grid_serialize(carom_grid *grid, carom_serializer *serializer);

/** Everyone who may be within reach of ball @p i, each once, in a fixed order.
 *  @param candidates has room for count + CAROM_GRID_IMAGES  @return how many */
size_t carom_grid_neighbours(const carom_grid *grid, uint32_t i, carom_candidate *candidates);

/** Those of them in the row or column of three cells that is @p columns or @p rows, of which one is
 * 0, away from ball @p i's own, on its level. */
size_t carom_grid_strip(const carom_grid *grid, uint32_t i, int columns, int rows,
                        carom_candidate *candidates);

/** The same as carom_grid_neighbours, but over all i every pair comes up once only. */
size_t carom_grid_pairs(const carom_grid *grid, uint32_t i, carom_candidate *candidates);

/** The way from @p from to the image of @p to that a candidate is meant in. */
static inline carom_vec carom_grid_displacement(const carom_grid *grid, carom_vec from,
                                                carom_vec to, const carom_candidate *other)
{
    return carom_vec_subtract(carom_vec_add(to, grid->shift_m[other->image]), from);
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

/** Prefetches what carom_grid_neighbours of ball @p i will look at first. */
void carom_grid_prefetch(const carom_grid *grid, uint32_t i);

/* ---- cells ----
 * From cells to buckets: what the grid's files share. */

/** In a bucket's head beside the number of its first ball: there are more. */
static const uint32_t carom_cells_more_flag = UINT32_C(1) << 31;

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
    return head & ~carom_cells_more_flag;
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

/* ---- lanes ----
 * Two doubles at once: what every 64-bit processor takes. Each lane is worked out as one number
 * would be, to the bit. GCC's and Clang's vectors; what these leave to jumps or single numbers
 * (GCC 12 does with masks) is asked for by name where the processor is known. */

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { CAROM_LANES = 2 };

typedef double carom_lanes __attribute__((vector_size(16)));
/** Whole numbers; or what a comparison of lanes is: all bits or none, in each. */
typedef int64_t carom_lanes_int __attribute__((vector_size(16)));

/** Two numbers beside each other in memory. */
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

/** Of two vectors what stands in the first lane, and in the second. */
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

/** |a| */
static inline carom_lanes carom_lanes_abs(carom_lanes a)
{
    static const carom_lanes_int rest = {INT64_MAX, INT64_MAX};
    return (carom_lanes)((carom_lanes_int)a & rest);
}

static inline carom_lanes carom_lanes_sqrt(carom_lanes a)
{
    return (carom_lanes){sqrt(a[0]), sqrt(a[1])};
}

#if defined(__SSE2__)
/** a < b */
static inline carom_lanes_int carom_lanes_less(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_int)_mm_cmplt_pd((__m128d)a, (__m128d)b);
}

/** a <= b */
static inline carom_lanes_int carom_lanes_less_equal(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_int)_mm_cmple_pd((__m128d)a, (__m128d)b);
}

static inline carom_lanes_int carom_lanes_equal(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_int)_mm_cmpeq_pd((__m128d)a, (__m128d)b);
}

/** a < b ? a : b */
static inline carom_lanes carom_lanes_min(carom_lanes a, carom_lanes b)
{
    return (carom_lanes)_mm_min_pd((__m128d)a, (__m128d)b);
}

/** a > b ? a : b */
static inline carom_lanes carom_lanes_max(carom_lanes a, carom_lanes b)
{
    return (carom_lanes)_mm_max_pd((__m128d)a, (__m128d)b);
}

/** No number (NAN) where the mask says so, @p a elsewhere. */
static inline carom_lanes carom_lanes_nan_where(carom_lanes_int mask, carom_lanes a)
{
    return (carom_lanes)_mm_or_pd((__m128d)mask, (__m128d)a);
}

/** @p a where the mask says so, @p b elsewhere. */
static inline carom_lanes carom_lanes_select(carom_lanes_int mask, carom_lanes a, carom_lanes b)
{
    __m128d m = (__m128d)mask;
    return (carom_lanes)_mm_or_pd(_mm_and_pd(m, (__m128d)a), _mm_andnot_pd(m, (__m128d)b));
}
#else
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

static inline carom_lanes carom_lanes_nan_where(carom_lanes_int mask, carom_lanes a)
{
    return (carom_lanes)((carom_lanes_int)a | mask);
}

static inline carom_lanes carom_lanes_select(carom_lanes_int mask, carom_lanes a, carom_lanes b)
{
    return (carom_lanes)(((carom_lanes_int)a & mask) | ((carom_lanes_int)b & ~mask));
}

static inline carom_lanes carom_lanes_min(carom_lanes a, carom_lanes b)
{
    return carom_lanes_select(carom_lanes_less(a, b), a, b);
}

static inline carom_lanes carom_lanes_max(carom_lanes a, carom_lanes b)
{
    return carom_lanes_select(carom_lanes_less(b, a), a, b);
}
#endif

/** @p a where the mask says so, @p b elsewhere. */
static inline carom_lanes_int carom_lanes_select_int(carom_lanes_int mask, carom_lanes_int a,
                                                     carom_lanes_int b)
{
    return (carom_lanes_int)carom_lanes_select(mask, (carom_lanes)a, (carom_lanes)b);
}

/* ---- meetings ----
 * Whom a ball meets first of those who are near. */

enum { CAROM_CANDIDATE_BLOCK = 16 }; /**< of a block: more than are near a ball as a rule */

/** Balls that one ball may meet: relative place (m) and own velocity (m/s) of each, r1 + r2 (m). */
typedef struct {
    double dx[CAROM_CANDIDATE_BLOCK], dy[CAROM_CANDIDATE_BLOCK];
    double vx[CAROM_CANDIDATE_BLOCK], vy[CAROM_CANDIDATE_BLOCK];
    double reach[CAROM_CANDIDATE_BLOCK];
} carom_candidate_block;

/** Who is met first, and in how much time, s; INFINITY: nobody. */
typedef struct {
    double in_s;
    uint32_t ball; /**< some number or other, if nobody */
} carom_first_collision;

/** As many of them as there are, in blocks. */
typedef struct {
    carom_candidate_block *block;
} carom_candidate_pairs;

static inline carom_candidate_block *carom_candidate_pairs_block(const carom_candidate_pairs *at,
                                                                 size_t k)
{
    return &at->block[k / CAROM_CANDIDATE_BLOCK];
}

static inline carom_vec carom_candidate_pairs_offset(const carom_candidate_pairs *at, size_t k)
{
    const carom_candidate_block *block = carom_candidate_pairs_block(at, k);
    return (carom_vec){block->dx[k % CAROM_CANDIDATE_BLOCK], block->dy[k % CAROM_CANDIDATE_BLOCK]};
}

static inline carom_vec carom_candidate_pairs_velocity(const carom_candidate_pairs *at, size_t k)
{
    const carom_candidate_block *block = carom_candidate_pairs_block(at, k);
    return (carom_vec){block->vx[k % CAROM_CANDIDATE_BLOCK], block->vy[k % CAROM_CANDIDATE_BLOCK]};
}

static inline double carom_candidate_pairs_reach(const carom_candidate_pairs *at, size_t k)
{
    return carom_candidate_pairs_block(at, k)->reach[k % CAROM_CANDIDATE_BLOCK];
}

static inline void carom_candidate_pairs_set_velocity(carom_candidate_pairs *at, size_t k,
                                                      carom_vec v)
{
    carom_candidate_pairs_block(at, k)->vx[k % CAROM_CANDIDATE_BLOCK] = v.x;
    carom_candidate_pairs_block(at, k)->vy[k % CAROM_CANDIDATE_BLOCK] = v.y;
}

/** Velocities of numbers k, which is even, and k + 1 of a block: both lanes at once, as they are
 * read next. */
static inline void carom_candidate_pairs_set_two(carom_candidate_block *block, size_t k,
                                                 carom_lanes a, carom_lanes b)
{
    carom_lanes_store(block->vx + k, carom_lanes_first(a, b));
    carom_lanes_store(block->vy + k, carom_lanes_second(a, b));
}

static inline void carom_candidate_pairs_set(carom_candidate_pairs *at, size_t k,
                                             carom_vec displacement, carom_vec v, double reach_m)
{
    carom_candidate_block *block = carom_candidate_pairs_block(at, k);
    size_t number = k;
    k %= CAROM_CANDIDATE_BLOCK;
    block->dx[k] = displacement.x;
    block->dy[k] = displacement.y;
    block->reach[k] = reach_m;
    carom_candidate_pairs_set_velocity(at, number, v);
}

/** Room for @p count. @return false: no memory */
bool carom_candidate_pairs_init(carom_candidate_pairs *at, size_t count);
void carom_candidate_pairs_free(carom_candidate_pairs *at);

/** Meetings are worked out CAROM_LANES at once; this fills the last of those, after @p count, with
 * one that never happens. */
static inline void carom_candidate_pairs_pad(carom_candidate_pairs *at, size_t count)
{
    carom_candidate_pairs_set(at, count, (carom_vec){NAN, NAN}, (carom_vec){0, 0}, 0);
}

/** The first of carom_time_of_impact (scene/scene.h) for the first @p count of @p at,
 * padded, and a ball with velocity @p v, to the bit; of equals the lowest ball. Without a jump: who
 * is approached is as good as random, and a jump that is guessed wrong costs as much as thirty
 * operations.
 *  @param ball  their numbers, and at least one */
carom_first_collision carom_find_first_collision(const carom_candidate_pairs *at,
                                                 const uint32_t *ball, size_t count, carom_vec v,
                                                 double rounding_mps);

/* ---- problem check ----
 * The two halves of carom_problem_check, for callers that report between them or can be cancelled.
 */

/** Check every number of @p problem against its range. @return whether all are valid */
bool carom_problem_check_values(const carom_problem *problem, carom_problem_report *report,
                                void *context);

/** Check that every ball lies inside the walls and that no two balls overlap; the values must be
 * valid. @return CAROM_OK, CAROM_INVALID, CAROM_NO_MEMORY, or CAROM_INTERRUPTED by @p watch */
CAROM_CHECKED carom_status carom_problem_check_positions(const carom_problem *problem,
                                                         const carom_cancel_flag *cancel,
                                                         carom_problem_report *report,
                                                         void *context);

/** A carom_problem_report that stores the first fault in the carom_error @p context (may be NULL).
 * The text also names the ball of a value, for which a file has a line. */
bool carom_problem_store_first_fault(void *context, const carom_fault *fault);

#endif
