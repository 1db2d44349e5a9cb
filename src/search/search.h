/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SEARCH_H
#define CAROM_INTERNAL_SEARCH_H

#include "base/base.h"

#include <carom/archive.h>
#include <carom/problem.h>
#include <carom/solver.h>
#include <carom/vec.h>
#include <carom/watch.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- admission ---- */

/** @file
 * What the `check` slots of several solvers ask of a problem.
 */

/** Reports what failed under @p key; missing memory as such. */
void carom_findings_add(const carom_findings *findings, const char *key, const carom_error *error);

/** That cells for balls up to stretch (r1 + r2) apart fit the table. */
void carom_check_table(const carom_problem *problem, double stretch,
                       const carom_findings *findings);

/** That friction and gravity in the plane do not act together. */
void carom_check_paths(const carom_problem *problem, const carom_findings *findings);

/* ---- grid ---- */

/** @file
 * Who is near whom: cells over the plane, folded into a bounded number of buckets, so that all
 * balls within reach of a ball are in the 3 x 3 cells around it, whatever the table.
 *
 * Balls of very different sizes get cells of different sizes, one level each, so that a few large
 * balls do not fill the cells of many small ones. A cell of a level is a whole number of cells of
 * the next finer one, both ways; two balls are within reach only if they are in neighbouring cells
 * of the coarser of their two levels.
 */

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

/* ---- cells ---- */

/** @file
 * From cells to buckets: what the grid's files share.
 */

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

/* ---- event queue ---- */

/** @file
 * The earliest of many times: one time per key 0..n-1, ties to the lower key.
 *
 * A calendar: what is due on a later day stands on that day's page, unsorted, and a page is looked
 * at when its day comes; only what is due today is kept in order, in a heap of a few. What a key
 * was entered for before stays where it stands, and counts for nothing, as the key's time is
 * another by then. So a new time costs the same however many keys there are, and touches one page.
 * And what comes up soon is known, so that it can be fetched. (Paul, J. Comput. Phys. 221, 615
 * (2007), with pages instead of linked lists: nothing is ever taken out. Measured beside the
 * tournament of all keys that was here before: tests/bench/README.md.)
 *
 * How long a day is changes what this costs and nothing else: it follows from the times themselves
 * at first, then from how much was due on the days before.
 */

enum { CAROM_QUEUE_PAGE = 14, CAROM_QUEUE_PENDING = 16 };

/** One day, or more of it: one cache line. */
typedef struct {
    uint32_t count;
    uint32_t more; /**< a page that belongs to this day too, or 0 */
    uint32_t key[CAROM_QUEUE_PAGE];
} carom_queue_page;

typedef struct {
    double time_s;
    uint32_t key;
} carom_queue_entry;

typedef struct {
    size_t count;   /**< keys */
    size_t finite;  /**< of these, how many have a finite time */
    double *time_s; /**< by key: all there is to know; the rest follows from it */
    /** day of a time: floor((time - zero) days_per_s) */
    double zero_s, days_per_s;
    double today_is; /**< which day, a whole number; what is due until its end is in `today` */
    size_t days;     /**< a power of two: from today on, so many have a page each */
    /** pages: of day d number d modulo `days`; then those that days with more take */
    carom_queue_page *page;
    size_t spare_pages; /**< how many follow those of the days */
    uint32_t spare;     /**< the first that nobody has, by `more`; 0: none */
    /** what is due today, and some that is no longer: sorted, or a heap */
    carom_queue_entry *today;
    size_t at, due, room; /**< where it begins, how many, and room */
    bool heap;            /**< and no more than a heap, which begins at 0 */
    bool scattered;       /**< pages are seldom in the cache */
    uint32_t *far_key;    /**< due after all days that have pages, when last looked */
    size_t far;           /**< of these, room for `room` */
    double far_day;       /**< when to look again */
    /** not yet on their pages, which are on their way to the cache */
    uint32_t pending[CAROM_QUEUE_PENDING];
    size_t waiting; /**< of these */
    double last_s;  /**< the earliest, when last asked */
    uint64_t work;  /**< since the days were made: what is done for nothing */
    /** how much was due on how many days, lately; and when to see whether that is as it should be
     */
    double opened, counted, look_day;
    double look_days; /**< from one such look to the next */
} carom_queue;

/** A queue of @p count keys at INFINITY. @return false: no memory */
bool carom_queue_init(carom_queue *queue, size_t count);
void carom_queue_free(carom_queue *queue);

/** Passes all times, of a queue of as many keys. */
void carom_queue_archive(carom_queue *queue, carom_archive *archive);

/** Takes @p way_s from every time. O(n) */
void carom_queue_shift(carom_queue *queue, double way_s);

/* What carom_queue_set and carom_queue_first do now and then: enters some of those who wait, or one
 * that need not; makes the heap's first one that counts. */
void carom_queue_enter(carom_queue *queue);
void carom_queue_enter_one(carom_queue *queue, uint32_t key);
void carom_queue_turn(carom_queue *queue);

/** Moves @p key to @p time_s. O(1) as a rule */
static inline void carom_queue_set(carom_queue *queue, size_t key, double time_s)
{
    double day = (time_s - queue->zero_s) * queue->days_per_s;
    double in = day - queue->today_is, days = (double)(int64_t)queue->days;
    queue->finite += (size_t)(time_s < INFINITY) - (size_t)(queue->time_s[key] < INFINITY);
    queue->time_s[key] = time_s;
    if (in >= 1 && in < days) {
        carom_queue_page *page = &queue->page[(size_t)(int64_t)day & (queue->days - 1)];
        if (queue->scattered) {
            carom_prefetch(page);
        } else if (page->count < CAROM_QUEUE_PAGE) {
            page->key[page->count++] = (uint32_t)key;
            return;
        }
    }
    if (!queue->scattered || in >= days) {
        carom_queue_enter_one(queue, (uint32_t)key);
        return;
    }
    queue->pending[queue->waiting++] = (uint32_t)key;
    if (queue->waiting == CAROM_QUEUE_PENDING || !(in >= 1)) {
        carom_queue_enter(queue);
    }
}

/** The key with the earliest time, and that time (s); count must be > 0. */
static inline uint32_t carom_queue_first(carom_queue *queue, double *time_s)
{
    const carom_queue_entry *top = queue->today + queue->at;
    if (!queue->heap && queue->due > 0 && queue->time_s[top->key] != top->time_s) {
        queue->at++; /* what has just come up, as a rule: it has another time now */
        queue->due--;
        top++;
    }
    if (queue->due == 0 || queue->time_s[top->key] != top->time_s) {
        carom_queue_turn(queue);
        if (queue->due == 0) {
            *time_s = INFINITY;
            return 0;
        }
        top = queue->today + queue->at;
    }
    *time_s = queue->last_s = top->time_s;
    return top->key;
}

/** What comes up so many days from today, as far as is known; some of it may not. */
static inline const carom_queue_page *carom_queue_ahead(const carom_queue *queue, uint64_t days)
{
    return &queue->page[((uint64_t)queue->today_is + days) & (queue->days - 1)];
}

/* ---- lanes ---- */

/** @file
 * Two doubles at once: what every 64-bit processor takes. Each lane is worked out as one number
 * would be, to the bit. GCC's and Clang's vectors; what these leave to jumps or single numbers
 * (GCC 12 does with masks) is asked for by name where the processor is known.
 */

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { CAROM_LANES = 2 };

typedef double carom_lanes __attribute__((vector_size(16)));
/** Whole numbers; or what a comparison of lanes is: all bits or none, in each. */
typedef int64_t carom_lanes_whole __attribute__((vector_size(16)));

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

static inline carom_lanes carom_lanes_both(double a)
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
static inline carom_lanes carom_lanes_size(carom_lanes a)
{
    static const carom_lanes_whole rest = {INT64_MAX, INT64_MAX};
    return (carom_lanes)((carom_lanes_whole)a & rest);
}

static inline carom_lanes carom_lanes_sqrt(carom_lanes a)
{
    return (carom_lanes){sqrt(a[0]), sqrt(a[1])};
}

#if defined(__SSE2__)
/** a < b */
static inline carom_lanes_whole carom_lanes_below(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)_mm_cmplt_pd((__m128d)a, (__m128d)b);
}

/** a <= b */
static inline carom_lanes_whole carom_lanes_up_to(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)_mm_cmple_pd((__m128d)a, (__m128d)b);
}

static inline carom_lanes_whole carom_lanes_equal(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)_mm_cmpeq_pd((__m128d)a, (__m128d)b);
}

/** a < b ? a : b */
static inline carom_lanes carom_lanes_lower(carom_lanes a, carom_lanes b)
{
    return (carom_lanes)_mm_min_pd((__m128d)a, (__m128d)b);
}

/** a > b ? a : b */
static inline carom_lanes carom_lanes_higher(carom_lanes a, carom_lanes b)
{
    return (carom_lanes)_mm_max_pd((__m128d)a, (__m128d)b);
}

/** No number (NAN) where the mask says so, @p a elsewhere. */
static inline carom_lanes carom_lanes_void(carom_lanes_whole mask, carom_lanes a)
{
    return (carom_lanes)_mm_or_pd((__m128d)mask, (__m128d)a);
}

/** @p a where the mask says so, @p b elsewhere. */
static inline carom_lanes carom_lanes_choose(carom_lanes_whole mask, carom_lanes a, carom_lanes b)
{
    __m128d m = (__m128d)mask;
    return (carom_lanes)_mm_or_pd(_mm_and_pd(m, (__m128d)a), _mm_andnot_pd(m, (__m128d)b));
}
#else
static inline carom_lanes_whole carom_lanes_below(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)(a < b);
}

static inline carom_lanes_whole carom_lanes_up_to(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)(a <= b);
}

static inline carom_lanes_whole carom_lanes_equal(carom_lanes a, carom_lanes b)
{
    return (carom_lanes_whole)(a == b);
}

static inline carom_lanes carom_lanes_void(carom_lanes_whole mask, carom_lanes a)
{
    return (carom_lanes)((carom_lanes_whole)a | mask);
}

static inline carom_lanes carom_lanes_choose(carom_lanes_whole mask, carom_lanes a, carom_lanes b)
{
    return (carom_lanes)(((carom_lanes_whole)a & mask) | ((carom_lanes_whole)b & ~mask));
}

static inline carom_lanes carom_lanes_lower(carom_lanes a, carom_lanes b)
{
    return carom_lanes_choose(carom_lanes_below(a, b), a, b);
}

static inline carom_lanes carom_lanes_higher(carom_lanes a, carom_lanes b)
{
    return carom_lanes_choose(carom_lanes_below(b, a), a, b);
}
#endif

/** @p a where the mask says so, @p b elsewhere. */
static inline carom_lanes_whole carom_lanes_choose_whole(carom_lanes_whole mask,
                                                         carom_lanes_whole a, carom_lanes_whole b)
{
    return (carom_lanes_whole)carom_lanes_choose(mask, (carom_lanes)a, (carom_lanes)b);
}

/* ---- meetings ---- */

/** @file
 * Whom a ball meets first of those who are near.
 */

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

/** The first of carom_time_of_impact (scene/scene.h) for the first @p count of @p at,
 * padded, and a ball with velocity @p v, to the bit; of equals the lowest ball. Without a jump: who
 * is approached is as good as random, and a jump that is guessed wrong costs as much as thirty
 * operations.
 *  @param ball  their numbers, and at least one */
carom_meeting carom_first_impact(const carom_meetings *at, const uint32_t *ball, size_t count,
                                 carom_vec v, double quiet_mps);

/* ---- near ---- */

/** @file
 * Looking around in a grid where there are no images: what an event-driven run does most of all,
 * and therefore without a call.
 */

/** Who comes after the first of a bucket, from that number of `balls` on. */
static inline size_t carom_near_rest(const carom_grid *grid, uint32_t head, uint32_t *balls,
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
 * where some have more than one ball. (around.c) */
size_t carom_near_crowd(const carom_grid *grid, uint32_t i, const uint32_t *middle, size_t row,
                        uint32_t *balls);

/** The only ball of a bucket, or nobody. */
static inline size_t carom_near_only(uint32_t head, uint32_t end, uint32_t *balls, size_t count)
{
    balls[count] = head;
    return count + (head < end);
}

/** carom_grid_around where it finds balls themselves alone, no images, as nearly everywhere where
 * all are of one level; so that there is nothing to say but who. @return SIZE_MAX: it may find more
 */
static inline size_t carom_grid_near(const carom_grid *grid, uint32_t i, uint32_t *balls)
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
    if ((all & carom_cells_more) != 0) {
        return carom_near_crowd(grid, i, middle, row, balls);
    }
    count = carom_near_only(low[-1], end, balls, count);
    count = carom_near_only(low[0], end, balls, count);
    count = carom_near_only(low[1], end, balls, count);
    count = carom_near_only(middle[-1], end, balls, count);
    count = carom_near_only(middle[1], end, balls, count);
    count = carom_near_only(high[-1], end, balls, count);
    count = carom_near_only(high[0], end, balls, count);
    return carom_near_only(high[1], end, balls, count);
}

/** The same of carom_grid_strip: first the first balls of its buckets, or the grid's end, in
 * CAROM_GRID_STRIP places of which one is spare, then whoever else there is. */
static inline size_t carom_grid_near_strip(const carom_grid *grid, uint32_t i, int columns,
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
    if (((low | middle | high) & carom_cells_more) != 0) {
        count = carom_near_rest(grid, low, balls, count);
        count = carom_near_rest(grid, middle, balls, count);
        count = carom_near_rest(grid, high, balls, count);
    }
    return count;
}

/* ---- problem check ---- */

/** @file
 * The two halves of carom_problem_check, for callers that report between them or can be cancelled.
 */

/** Check every number of @p problem against its range. @return whether all are valid */
bool carom_problem_check_values(const carom_problem *problem, carom_problem_report *report,
                                void *context);

/** Check that every ball lies inside the walls and that no two balls overlap; the values must be
 * valid. @return CAROM_OK, CAROM_INVALID, CAROM_NO_MEMORY, or CAROM_INTERRUPTED by @p watch */
CAROM_CHECKED carom_status carom_problem_check_positions(const carom_problem *problem,
                                                         const carom_watch *watch,
                                                         carom_problem_report *report,
                                                         void *context);

/** A carom_problem_report that stores the first fault in the carom_error @p context (may be NULL).
 * The text also names the ball of a value, for which a file has a line. */
bool carom_problem_keep_first(void *context, const carom_fault *fault);

#endif
