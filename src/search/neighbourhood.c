/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbour search in a grid: collects the balls in the cells around a ball. */
#include "search/neighbourhood.h"
#include "params/params.h"

/* A rectangle of cells on a level. */
typedef struct {
    int64_t column, row;
    int64_t columns, rows;
} window;

typedef struct {
    carom_candidate *item;
    size_t count;
    uint32_t self; /* the ball itself, no candidate */
} candidate_list;

/* Append the balls of a bucket. Most buckets have one ball or none, at random. Writing the first
 * entry always and counting it conditionally avoids branch mispredictions. */
static inline void append(const carom_grid *grid, uint32_t head, uint32_t image,
                          candidate_list *found)
{
    uint32_t first = carom_cells_first(head);
    found->item[found->count] = (carom_candidate){first, image};
    found->count += (first != grid->end) & (first != found->self);
    if (first == head) {
        return;
    }
    for (uint32_t j = grid->cell[first].next; j != grid->end; j = grid->cell[j].next) {
        found->item[found->count] = (carom_candidate){j, image};
        found->count += j != found->self;
    }
}

/* Append the balls of a window, row by row. A cell that is not on the table counts as the bucket
 * into which it is folded. */
static inline void append_window(const carom_grid *grid, size_t k, window at, candidate_list *found)
{
    const carom_grid_level *level = &grid->level[k];
    int64_t columns = level->columns == 1 ? 1 : at.columns, rows = level->rows == 1 ? 1 : at.rows;
    candidate_list local = *found; /* a copy in registers */
    columns = columns < (int64_t)level->columns ? columns : (int64_t)level->columns;
    rows = rows < (int64_t)level->rows ? rows : (int64_t)level->rows;
    bool inside = at.column >= 0 && at.column + columns <= (int64_t)level->columns;
    for (int64_t row = at.row; row < at.row + rows; row++) {
        const uint32_t *head = &level->head[carom_cells_fold(row, level->rows) * level->columns];
        uint32_t image = 3 * carom_cells_side_of(grid, row, level->rows);
        if (inside) {
            for (int64_t c = 0; c < columns; c++) {
                append(grid, head[at.column + c], image, &local);
            }
            continue;
        }
        for (int64_t column = at.column; column < at.column + columns; column++) {
            append(grid, head[carom_cells_fold(column, level->columns)],
                   image + carom_cells_side_of(grid, column, level->columns), &local);
        }
    }
    *found = local;
}

static int64_t floor_part(int64_t cell, int64_t part)
{
    return cell >= 0 ? cell / part : -((-cell + part - 1) / part);
}

static void append_own(const carom_grid *grid, const carom_cell *cell, candidate_list *found)
{
    append_window(grid, cell->level, (window){cell->column - 1, cell->row - 1, 3, 3}, found);
}

static void append_coarser(const carom_grid *grid, const carom_cell *cell, candidate_list *found)
{
    int64_t column = cell->column, row = cell->row;
    for (size_t k = cell->level + 1; k < grid->levels; k++) {
        column = floor_part(column, grid->level[k].finer_x);
        row = floor_part(row, grid->level[k].finer_y);
        append_window(grid, k, (window){column - 1, row - 1, 3, 3}, found);
    }
}

/* Convert a cell number or a number of cells to a finer level, clamped like coordinates. */
static int64_t finer(int64_t cells, int64_t times)
{
    return carom_cells_number((double)cells * (double)times);
}

static void append_finer(const carom_grid *grid, const carom_cell *cell, candidate_list *found)
{
    window at = {cell->column - 1, cell->row - 1, 3, 3};
    for (size_t k = cell->level; k-- > 0;) {
        int64_t x = grid->level[k + 1].finer_x, y = grid->level[k + 1].finer_y;
        at = (window){finer(at.column, x), finer(at.row, y), finer(at.columns, x),
                      finer(at.rows, y)};
        append_window(grid, k, at, found);
    }
}

size_t carom_grid_neighbours(const carom_grid *grid, uint32_t i, carom_candidate *candidates)
{
    const carom_cell *cell = &grid->cell[i];
    candidate_list found = {candidates, 0, i};
    append_own(grid, cell, &found);
    if (grid->levels > 1) {
        append_coarser(grid, cell, &found);
        append_finer(grid, cell, &found);
    }
    return found.count;
}

/* Append the numbers of the balls in a bucket, except ball i. */
static inline size_t append_others(const carom_grid *grid, uint32_t head, uint32_t i,
                                   uint32_t *balls, size_t count)
{
    uint32_t first = carom_cells_first(head);
    balls[count] = first;
    count += (first < grid->end) & (first != i);
    if (first != head) {
        for (uint32_t j = grid->cell[first].next; j != grid->end; j = grid->cell[j].next) {
            balls[count] = j;
            count += j != i;
        }
    }
    return count;
}

size_t carom_grid_append_crowded(const carom_grid *grid, uint32_t i, const uint32_t *middle,
                                 size_t row, uint32_t *balls)
{
    size_t count = 0;
    for (ptrdiff_t k = -1; k <= 1; k++) {
        const uint32_t *head = middle + k * (ptrdiff_t)row;
        for (ptrdiff_t column = -1; column <= 1; column++) {
            count = append_others(grid, head[column], i, balls, count);
        }
    }
    return count;
}

size_t carom_grid_strip(const carom_grid *grid, uint32_t i, int columns, int rows,
                        carom_candidate *candidates)
{
    const carom_cell *cell = &grid->cell[i];
    candidate_list found = {candidates, 0, i};
    int64_t across = rows != 0, down = 1 - across;
    window strip = {cell->column + columns - across, cell->row + rows - down, 1 + 2 * across,
                    1 + 2 * down};
    append_window(grid, cell->level, strip, &found);
    return found.count;
}

size_t carom_grid_pairs(const carom_grid *grid, uint32_t i, carom_candidate *candidates)
{
    const carom_cell *cell = &grid->cell[i];
    candidate_list found = {candidates, 0, i};
    append_own(grid, cell, &found);
    size_t all = found.count;
    found.count = 0;
    for (size_t k = 0; k < all; k++) {
        if (candidates[k].ball > i) {
            candidates[found.count++] = candidates[k];
        }
    }
    append_coarser(grid, cell, &found);
    return found.count;
}

/* ---- prefetching ---- */

/* Bucket of ball i if it is at least @p margin cells from all edges, else NULL. */
static inline const uint32_t *bucket_inside(const carom_grid *grid, uint32_t i, int64_t margin)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[cell->level];
    bool inside = (cell->column >= margin) & (cell->column + margin < (int64_t)level->columns) &
                  (cell->row >= margin) & (cell->row + margin < (int64_t)level->rows);
    return inside ? carom_cells_head_at(level, cell->column, cell->row) : NULL;
}

void carom_grid_prefetch(const carom_grid *grid, uint32_t i)
{
    const uint32_t *own = bucket_inside(grid, i, 1);
    ptrdiff_t row = (ptrdiff_t)grid->level[grid->cell[i].level].columns;
    for (ptrdiff_t k = -1; own != NULL && k <= 1; k++) {
        carom_prefetch(own + k * row - 1); /* three buckets may lie on two cache lines */
        carom_prefetch(own + k * row + 1);
    }
}

static inline void prefetch_first(uint32_t head, const void *items, size_t size)
{
    carom_prefetch((const char *)items + size * carom_cells_first(head));
}

void carom_grid_prefetch_first(const carom_grid *grid, uint32_t i, const void *items, size_t size)
{
    const uint32_t *own = bucket_inside(grid, i, 1);
    ptrdiff_t row = (ptrdiff_t)grid->level[grid->cell[i].level].columns;
    for (ptrdiff_t k = -1; own != NULL && k <= 1; k++) {
        prefetch_first(own[k * row - 1], items, size);
        prefetch_first(own[k * row], items, size);
        prefetch_first(own[k * row + 1], items, size);
    }
}

void carom_grid_prefetch_step(const carom_grid *grid, uint32_t i, int columns, int rows)
{
    const uint32_t *own = bucket_inside(grid, i, 2);
    ptrdiff_t row = (ptrdiff_t)grid->level[grid->cell[i].level].columns;
    ptrdiff_t on = rows * row + columns, sideways = rows != 0 ? 1 : row;
    if (own != NULL) {
        carom_prefetch(own);
        carom_prefetch(own + on);
        carom_prefetch(own + 2 * on - sideways);
        carom_prefetch(own + 2 * on);
        carom_prefetch(own + 2 * on + sideways);
    }
}

void carom_grid_prefetch_first_step(const carom_grid *grid, uint32_t i, int columns, int rows,
                                    const void *items, size_t size)
{
    const uint32_t *own = bucket_inside(grid, i, 2);
    ptrdiff_t row = (ptrdiff_t)grid->level[grid->cell[i].level].columns;
    ptrdiff_t on = rows * row + columns, sideways = rows != 0 ? 1 : row;
    if (own != NULL) {
        prefetch_first(own[on], grid->cell, sizeof *grid->cell);
        prefetch_first(own[2 * on - sideways], items, size);
        prefetch_first(own[2 * on], items, size);
        prefetch_first(own[2 * on + sideways], items, size);
    }
}

/* ---- precondition checks ---- */

void carom_check_grid(const carom_problem *problem, double stretch,
                      const carom_diagnostics *diagnostics)
{
    carom_grid grid;
    carom_error error = {0};
    if (carom_grid_init(&grid, problem, stretch, 0, &error) == CAROM_OK) {
        carom_grid_free(&grid);
    } else {
        carom_diagnostics_add_error(diagnostics, "boundary", &error);
    }
}

void carom_check_gravity_with_drag(const carom_problem *problem,
                                   const carom_diagnostics *diagnostics)
{
    if (carom_problem_has_friction(problem) && !carom_vec_is_zero(problem->gravity_mps2)) {
        carom_diagnostics_add(
            diagnostics, true, "gravity_mps2",
            "gravity in the plane cannot be combined with rolling resistance or "
            "drag, because the path has no closed form; use [0, 0] or no friction");
    }
}
