/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/grid.h"
#include "base/memory.h"
#include "base/prefetch.h"
#include <math.h>
#include <stdlib.h>

/* Beyond this a coordinate says nothing about cells any more (2^53 of them). */
static const double farthest_cell = 9.0e15;

/* ---- sizing ---- */

typedef struct {
    double lowest, highest;
} span;

static span span_of(const carom_problem *problem, bool vertical)
{
    span s = {0, vertical ? problem->height_m : problem->width_m};
    if (problem->boundary != CAROM_OPEN || problem->count == 0) {
        return s;
    }
    s = (span){INFINITY, -INFINITY};
    for (size_t i = 0; i < problem->count; i++) {
        double x = vertical ? problem->ball[i].y_m : problem->ball[i].x_m;
        s.lowest = x < s.lowest ? x : s.lowest;
        s.highest = x > s.highest ? x : s.highest;
    }
    return s;
}

/* The cell width for about one of n balls per cell: sqrt(area/n), or the length/n of a line of
 * balls. Wider cells mean more pairs to look at, narrower ones more crossings from cell to cell.
 * Where balls are dense the pairs cost more, and the cells are as narrow as they may be. (Measured:
 * 18 % at packing fraction 0.5; but for the break such cells cost a factor 1.8.) */
static double wanted_cell(const carom_problem *problem, double count, double reach)
{
    span x = span_of(problem, false), y = span_of(problem, true);
    double width = x.highest - x.lowest, height = y.highest - y.lowest;
    double n = count < 1 ? 1 : count;
    double spread = sqrt(width * height / n), line = (width > height ? width : height) / n;
    static const double dense = 0.7;
    spread = spread > line ? spread : line;
    return reach > dense * spread ? reach : spread;
}

/* Balls by size: class 0 has the largest diameter and those above half of it, class 1 half as large
 * ... */
typedef struct {
    double largest[CAROM_GRID_LEVELS]; /* diameter, m; 0: nobody */
    double count[CAROM_GRID_LEVELS];
} size_classes;

static size_t class_of(double diameter, double widest)
{
    size_t class = 0;
    while (class + 1 < CAROM_GRID_LEVELS && diameter <= 0.5 * widest) {
        widest *= 0.5;
        class ++;
    }
    return class;
}

static size_classes classify(const carom_problem *problem)
{
    double widest = carom_problem_widest(problem);
    size_classes sizes = {{0}, {0}};
    for (size_t i = 0; i < problem->count; i++) {
        double diameter = 2 * problem->ball[i].radius_m;
        size_t class = class_of(diameter, widest);
        sizes.count[class]++;
        sizes.largest[class] = diameter > sizes.largest[class] ? diameter : sizes.largest[class];
    }
    return sizes;
}

/* Buckets along one axis: the table's cells, but no more than keep the grid's size within a few
 * times the number of balls. Two would be each other's neighbours on both sides: then one serves.
 */
static size_t bucket_count(double length, double cell, size_t most)
{
    double cells = floor(length / cell);
    size_t count = cells < (double)most ? (size_t)(cells > 0 ? cells : 0) : most;
    return count < 3 ? 1 : count;
}

static void size_buckets(carom_grid *grid, carom_grid_level *level, const carom_problem *problem)
{
    static const double whole = 1e-9; /* of a cell: the rounding of length/(length/count) */
    span x = span_of(problem, false), y = span_of(problem, true);
    size_t most = 4 * problem->count + 16;
    level->columns = bucket_count(x.highest - x.lowest + whole * level->cell_x_m, level->cell_x_m,
                                  most);
    level->rows = bucket_count(y.highest - y.lowest + whole * level->cell_y_m, level->cell_y_m,
                               grid->periodic ? most : most / level->columns + 1);
}

static double around_torus(double length, double cell)
{
    double cells = floor(length / cell);
    return length / (cells < 3 ? 3 : cells); /* three at least, if they fit at all */
}

/* A level as wide as wanted, or a whole part of the next coarser one; false: no finer than that. */
static bool add_level(carom_grid *grid, const carom_problem *problem, double wanted)
{
    carom_grid_level *level = &grid->level[grid->levels];
    *level = (carom_grid_level){.cell_x_m = wanted, .cell_y_m = wanted};
    if (grid->levels > 0) {
        carom_grid_level *coarser = level - 1;
        coarser->finer_x = (int64_t)(coarser->cell_x_m / wanted);
        coarser->finer_y = (int64_t)(coarser->cell_y_m / wanted);
        if (coarser->finer_x < 2 || coarser->finer_y < 2) {
            return false;
        }
        level->cell_x_m = coarser->cell_x_m / (double)coarser->finer_x;
        level->cell_y_m = coarser->cell_y_m / (double)coarser->finer_y;
    } else if (grid->periodic) {
        level->cell_x_m = around_torus(problem->width_m, wanted);
        level->cell_y_m = around_torus(problem->height_m, wanted);
    }
    size_buckets(grid, level, problem);
    grid->levels++;
    return true;
}

static void turn_finest_first(carom_grid *grid)
{
    for (size_t a = 0, b = grid->levels - 1; a < b; a++, b--) {
        carom_grid_level swap = grid->level[a];
        grid->level[a] = grid->level[b];
        grid->level[b] = swap;
    }
}

/* From the coarsest to the finest; level_of says which level the balls of a class are in. */
static void make_levels(carom_grid *grid, const carom_problem *problem, double stretch, double skin,
                        size_t level_of[CAROM_GRID_LEVELS])
{
    size_classes sizes = classify(problem);
    size_t finest = CAROM_GRID_LEVELS - 1;
    double cell;
    while (finest > 0 && sizes.count[finest] == 0) {
        finest--;
    }
    cell = wanted_cell(problem, sizes.count[finest], stretch * sizes.largest[finest] + skin);
    for (size_t class = 0; class <= finest; class ++) {
        double reach = stretch * sizes.largest[class] + skin;
        /* the finest cells are wide enough for all the rest */
        bool last = class == finest || reach <= cell;
        if (sizes.count[class] > 0 || class == finest) {
            add_level(grid, problem, last ? cell : reach);
        }
        level_of[class] = grid->levels - 1;
        for (; last && class < finest; class ++) {
            level_of[class + 1] = grid->levels - 1;
        }
    }
    turn_finest_first(grid);
    for (size_t class = 0; class < CAROM_GRID_LEVELS; class ++) {
        level_of[class] = grid->levels - 1 - level_of[class];
    }
}

/* ---- making ---- */

static void fill_shifts(carom_grid *grid, const carom_problem *problem)
{
    /* 0, +1, -1 times the size */
    for (int image = 0; image < CAROM_GRID_IMAGES && grid->periodic; image++) {
        grid->shift_m[image] = (carom_vec){(image % 3 == 2 ? -1 : image % 3) * problem->width_m,
                                           (image / 3 == 2 ? -1 : image / 3) * problem->height_m};
    }
}

static bool allocate(carom_grid *grid, size_t count)
{
    bool all = true;
    grid->end = (uint32_t)count;
    grid->next = carom_room_new(count + 1, sizeof *grid->next);
    grid->before = carom_room_new(count + 1, sizeof *grid->before);
    grid->cell = carom_room_new(count + 1, sizeof *grid->cell);
    for (size_t k = 0; k < grid->levels; k++) {
        carom_grid_level *level = &grid->level[k];
        level->head = carom_room_new(level->columns * level->rows, sizeof *level->head);
        all = all && level->head != NULL;
    }
    return all && grid->next != NULL && grid->before != NULL && grid->cell != NULL;
}

static carom_status check_torus(const carom_grid *grid, const carom_problem *problem, double reach,
                                carom_error *error)
{
    const carom_grid_level *coarsest = &grid->level[grid->levels - 1];
    if (!grid->periodic || (coarsest->cell_x_m >= reach && coarsest->cell_y_m >= reach)) {
        return CAROM_OK;
    }
    return carom_error_set(error, CAROM_INVALID, "boundary",
                           "the periodic table is %.6g m x %.6g m; expected at least %.6g m "
                           "both ways, three ranges of contact, so that two balls meet "
                           "in one image only",
                           problem->width_m, problem->height_m, 3 * reach);
}

carom_status carom_grid_init(carom_grid *grid, const carom_problem *problem, double stretch,
                             double skin_m, carom_error *error)
{
    double widest = carom_problem_widest(problem);
    size_t level_of[CAROM_GRID_LEVELS] = {0};
    carom_status status;
    *grid = (carom_grid){.periodic = problem->boundary == CAROM_PERIODIC};
    make_levels(grid, problem, stretch, skin_m, level_of);
    status = check_torus(grid, problem, stretch * widest + skin_m, error);
    if (status == CAROM_OK && !allocate(grid, problem->count)) {
        status = carom_error_no_memory(error);
    }
    if (status != CAROM_OK) {
        carom_grid_free(grid);
        return status;
    }
    for (size_t i = 0; i < problem->count; i++) {
        grid->cell[i].level = (uint32_t)level_of[class_of(2 * problem->ball[i].radius_m, widest)];
    }
    fill_shifts(grid, problem);
    grid->next[grid->end] = grid->end;
    carom_grid_clear(grid);
    return CAROM_OK;
}

void carom_grid_free(carom_grid *grid)
{
    for (size_t k = 0; k < CAROM_GRID_LEVELS; k++) {
        free(grid->level[k].head);
    }
    free(grid->next);
    free(grid->before);
    free(grid->cell);
    *grid = (carom_grid){0};
}

void carom_grid_clear(carom_grid *grid)
{
    for (size_t k = 0; k < grid->levels; k++) {
        const carom_grid_level *level = &grid->level[k];
        for (size_t bucket = 0; bucket < level->columns * level->rows; bucket++) {
            level->head[bucket] = grid->end;
        }
    }
}

/* ---- balls in and out ---- */

static int64_t cell_of(double coordinate_m, double cell_m)
{
    double cell = floor(coordinate_m / cell_m);
    if (!(cell > -farthest_cell)) {
        return (int64_t)-farthest_cell;
    }
    return cell < farthest_cell ? (int64_t)cell : (int64_t)farthest_cell;
}

static uint32_t fold(int64_t cell, size_t count)
{
    int64_t folded;
    if (cell >= 0 && cell < (int64_t)count) {
        return (uint32_t)cell;
    }
    folded = cell % (int64_t)count;
    return (uint32_t)(folded < 0 ? folded + (int64_t)count : folded);
}

static int64_t inside(int64_t cell, size_t count)
{
    int64_t last = (int64_t)count - 1;
    return cell < 0 ? 0 : (cell > last ? last : cell);
}

static uint32_t *bucket_of(const carom_grid *grid, uint32_t i)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[cell->level];
    return &level->head[fold(cell->row, level->rows) * level->columns +
                        fold(cell->column, level->columns)];
}

static void insert(carom_grid *grid, uint32_t i, int64_t column, int64_t row)
{
    carom_cell *cell = &grid->cell[i];
    uint32_t *head;
    cell->column = column;
    cell->row = row;
    head = bucket_of(grid, i);
    grid->before[i] = grid->end;
    grid->next[i] = *head;
    grid->before[*head] = i; /* of the end, too: nobody asks */
    *head = i;
}

void carom_grid_remove(carom_grid *grid, uint32_t i)
{
    uint32_t next = grid->next[i], before = grid->before[i];
    *(before != grid->end ? &grid->next[before] : bucket_of(grid, i)) = next;
    grid->before[next] = before;
}

void carom_grid_place(carom_grid *grid, uint32_t i, carom_vec at_m)
{
    const carom_grid_level *level = &grid->level[grid->cell[i].level];
    int64_t column = cell_of(at_m.x, level->cell_x_m), row = cell_of(at_m.y, level->cell_y_m);
    /* a coordinate just below the table's width may round up to a cell beyond */
    if (grid->periodic) {
        column = inside(column, level->columns);
        row = inside(row, level->rows);
    }
    insert(grid, i, column, row);
}

/* Of the lists the order is passed too; the level of a ball is its size's. */
void carom_grid_archive(carom_grid *grid, carom_archive *archive)
{
    for (size_t k = 0; k < grid->levels; k++) {
        const carom_grid_level *level = &grid->level[k];
        carom_archive_array(archive, level->head, level->columns * level->rows);
    }
    carom_archive_array(archive, grid->next, (size_t)grid->end);
    carom_archive_array(archive, grid->before, (size_t)grid->end);
    for (size_t i = 0; i < grid->end; i++) {
        carom_archive_field(archive, grid->cell[i].column);
        carom_archive_field(archive, grid->cell[i].row);
    }
}

/* One axis of an image: 0 inside, 1 beyond the upper end of the torus, 2 beyond the lower one. */
static uint32_t side_of(const carom_grid *grid, int64_t cell, size_t count)
{
    return !grid->periodic || (cell >= 0 && cell < (int64_t)count) ? 0 : (cell < 0 ? 2 : 1);
}

uint32_t carom_grid_move(carom_grid *grid, uint32_t i, int columns, int rows)
{
    const carom_grid_level *level = &grid->level[grid->cell[i].level];
    int64_t column = grid->cell[i].column + columns, row = grid->cell[i].row + rows;
    uint32_t image = side_of(grid, column, level->columns) + 3 * side_of(grid, row, level->rows);
    carom_grid_remove(grid, i);
    insert(grid, i, grid->periodic ? fold(column, level->columns) : column,
           grid->periodic ? fold(row, level->rows) : row);
    return image;
}

/* ---- looking around ---- */

/* Cells to look at on one level. */
typedef struct {
    int64_t column, row;
    int64_t columns, rows;
} window;

/* What is found so far. */
typedef struct {
    carom_candidate *item;
    size_t count;
    uint32_t self; /* who looks around, and is no candidate */
} finding;

/* Appends the balls of one bucket. Most buckets have one ball or none, and which is as good as
 * random: the first is written whatever it is and counted only if it counts, which costs less than
 * a wrong guess. */
static inline void append(const carom_grid *grid, uint32_t head, uint32_t image, finding *found)
{
    found->item[found->count] = (carom_candidate){head, image};
    found->count += (head != grid->end) & (head != found->self);
    for (uint32_t j = grid->next[head]; j != grid->end; j = grid->next[j]) {
        found->item[found->count] = (carom_candidate){j, image};
        found->count += j != found->self;
    }
}

static void append_window(const carom_grid *grid, size_t k, window at, finding *found)
{
    const carom_grid_level *level = &grid->level[k];
    int64_t columns = level->columns == 1 ? 1 : at.columns, rows = level->rows == 1 ? 1 : at.rows;
    columns = columns < (int64_t)level->columns ? columns : (int64_t)level->columns;
    rows = rows < (int64_t)level->rows ? rows : (int64_t)level->rows;
    for (int64_t row = at.row; row < at.row + rows; row++) {
        const uint32_t *head = &level->head[fold(row, level->rows) * level->columns];
        uint32_t image = 3 * side_of(grid, row, level->rows);
        for (int64_t column = at.column; column < at.column + columns; column++) {
            append(grid, head[fold(column, level->columns)],
                   image + side_of(grid, column, level->columns), found);
        }
    }
}

/* The same for the 3 x 3 cells around a ball away from the edges. */
static void append_inner(const carom_grid *grid, const carom_cell *cell, finding *found)
{
    const carom_grid_level *level = &grid->level[cell->level];
    const uint32_t *head =
        &level->head[(uint64_t)(cell->row - 1) * level->columns + (uint64_t)cell->column];
    finding local = *found; /* in registers */
    for (int row = 0; row < 3; row++, head += level->columns) {
        append(grid, head[-1], 0, &local);
        append(grid, head[0], 0, &local);
        append(grid, head[1], 0, &local);
    }
    *found = local;
}

static int64_t floor_part(int64_t cell, int64_t part)
{
    return cell >= 0 ? cell / part : -((-cell + part - 1) / part);
}

static void append_own(const carom_grid *grid, const carom_cell *cell, finding *found)
{
    const carom_grid_level *level = &grid->level[cell->level];
    if (cell->column > 0 && cell->column + 1 < (int64_t)level->columns && cell->row > 0 &&
        cell->row + 1 < (int64_t)level->rows) {
        append_inner(grid, cell, found);
    } else {
        append_window(grid, cell->level, (window){cell->column - 1, cell->row - 1, 3, 3}, found);
    }
}

static void append_coarser(const carom_grid *grid, const carom_cell *cell, finding *found)
{
    int64_t column = cell->column, row = cell->row;
    for (size_t k = cell->level + 1; k < grid->levels; k++) {
        column = floor_part(column, grid->level[k].finer_x);
        row = floor_part(row, grid->level[k].finer_y);
        append_window(grid, k, (window){column - 1, row - 1, 3, 3}, found);
    }
}

static void append_finer(const carom_grid *grid, const carom_cell *cell, finding *found)
{
    window at = {cell->column - 1, cell->row - 1, 3, 3};
    for (size_t k = cell->level; k-- > 0;) {
        int64_t x = grid->level[k + 1].finer_x, y = grid->level[k + 1].finer_y;
        at = (window){at.column * x, at.row * y, at.columns * x, at.rows * y};
        append_window(grid, k, at, found);
    }
}

size_t carom_grid_around(const carom_grid *grid, uint32_t i, carom_candidate *candidates)
{
    const carom_cell *cell = &grid->cell[i];
    finding found = {candidates, 0, i};
    append_own(grid, cell, &found);
    if (grid->levels > 1) {
        append_coarser(grid, cell, &found);
        append_finer(grid, cell, &found);
    }
    return found.count;
}

size_t carom_grid_strip(const carom_grid *grid, uint32_t i, int columns, int rows,
                        carom_candidate *candidates)
{
    const carom_cell *cell = &grid->cell[i];
    finding found = {candidates, 0, i};
    window at = columns != 0 ? (window){cell->column + columns, cell->row - 1, 1, 3}
                             : (window){cell->column - 1, cell->row + rows, 3, 1};
    append_window(grid, cell->level, at, &found);
    return found.count;
}

size_t carom_grid_pairs(const carom_grid *grid, uint32_t i, carom_candidate *candidates)
{
    const carom_cell *cell = &grid->cell[i];
    finding found = {candidates, 0, i};
    size_t all;
    append_own(grid, cell, &found);
    all = found.count;
    found.count = 0;
    for (size_t k = 0; k < all; k++) {
        if (candidates[k].ball > i) {
            candidates[found.count++] = candidates[k];
        }
    }
    append_coarser(grid, cell, &found);
    return found.count;
}

void carom_grid_prefetch(const carom_grid *grid, uint32_t i)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[cell->level];
    uint32_t row = fold(cell->row, level->rows);
    const uint32_t *head = bucket_of(grid, i);
    carom_prefetch(head);
    carom_prefetch(row > 0 ? head - level->columns : head);
    carom_prefetch(row + 1 < level->rows ? head + level->columns : head);
}
