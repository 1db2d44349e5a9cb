/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/grid.h"
#include <math.h>
#include <stdlib.h>

/* Beyond this a coordinate says nothing about cells any more (2^53 of them). */
static const double farthest_cell = 9.0e15;

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

/* The cell width for about one ball per cell: sqrt(area/n), or the length/n of a line of balls. Wider cells mean
 * more pairs to look at, narrower ones more crossings from cell to cell. Where balls are dense the pairs
 * cost more, and the cells are as narrow as they may be. (Measured: 18 % at packing fraction 0.5; but for
 * the break such cells cost a factor 1.8.) */
static double wanted_cell(const carom_problem *problem, double reach)
{
    span x = span_of(problem, false), y = span_of(problem, true);
    double width = x.highest - x.lowest, height = y.highest - y.lowest;
    double n = (double)(problem->count == 0 ? 1 : problem->count);
    double spread = sqrt(width * height / n), line = (width > height ? width : height) / n;
    static const double dense = 0.7;
    spread = spread > line ? spread : line;
    return reach > dense * spread ? reach : spread;
}

/* Buckets along one axis: the table's cells, but no more than keep the grid's size within a few
 * times the number of balls. Two would be each other's neighbours on both sides: then one serves. */
static size_t bucket_count(double length, double cell, size_t most)
{
    double cells = floor(length / cell);
    size_t count = cells < (double)most ? (size_t)(cells > 0 ? cells : 0) : most;
    return count < 3 ? 1 : count;
}

static void size_cells(carom_grid *grid, const carom_problem *problem, double reach)
{
    span x = span_of(problem, false), y = span_of(problem, true);
    double cell = wanted_cell(problem, reach);
    size_t most = 4 * problem->count + 16;
    grid->columns = bucket_count(x.highest - x.lowest, cell, most);
    grid->rows = bucket_count(y.highest - y.lowest, cell, most / grid->columns + 1);
    grid->cell_x_m = grid->cell_y_m = cell;
    if (grid->periodic) { /* whole cells around the torus; three at least, if they fit at all */
        grid->columns = grid->columns < 3 ? 3 : grid->columns;
        grid->rows = grid->rows < 3 ? 3 : grid->rows;
        grid->cell_x_m = problem->width_m / (double)grid->columns;
        grid->cell_y_m = problem->height_m / (double)grid->rows;
    }
}

carom_status carom_grid_init(carom_grid *grid, const carom_problem *problem, double reach,
                             carom_error *error)
{
    size_t n = problem->count + 1;
    *grid = (carom_grid){.periodic = problem->boundary == CAROM_PERIODIC};
    size_cells(grid, problem, reach);
    if (grid->periodic && (grid->cell_x_m < reach || grid->cell_y_m < reach)) {
        return carom_error_set(error, CAROM_INVALID, "boundary",
                               "the periodic table is %.6g m x %.6g m; expected at least %.6g m "
                               "both ways, three ranges of contact, so that two balls meet "
                               "in one image only", problem->width_m, problem->height_m,
                               3 * reach);
    }
    grid->head = malloc(grid->columns * grid->rows * sizeof *grid->head);
    grid->next = malloc(n * sizeof *grid->next);
    grid->before = malloc(n * sizeof *grid->before);
    grid->column = calloc(n, sizeof *grid->column);
    grid->row = calloc(n, sizeof *grid->row);
    grid->bucket_column = calloc(n, sizeof *grid->bucket_column);
    grid->bucket_row = calloc(n, sizeof *grid->bucket_row);
    if (grid->head == NULL || grid->next == NULL || grid->before == NULL ||
        grid->column == NULL || grid->row == NULL || grid->bucket_column == NULL ||
        grid->bucket_row == NULL) {
        carom_grid_free(grid);
        return carom_error_no_memory(error);
    }
    carom_grid_clear(grid);
    return CAROM_OK;
}

void carom_grid_free(carom_grid *grid)
{
    free(grid->head);
    free(grid->next);
    free(grid->before);
    free(grid->column);
    free(grid->row);
    free(grid->bucket_column);
    free(grid->bucket_row);
    *grid = (carom_grid){0};
}

int64_t carom_grid_cell(double coordinate_m, double cell_m)
{
    double cell = floor(coordinate_m / cell_m);
    if (!(cell > -farthest_cell)) {
        return (int64_t)-farthest_cell;
    }
    return cell < farthest_cell ? (int64_t)cell : (int64_t)farthest_cell;
}

static size_t fold(int64_t cell, size_t count)
{
    int64_t folded = cell % (int64_t)count;
    return (size_t)(folded < 0 ? folded + (int64_t)count : folded);
}

static uint32_t *bucket_of(const carom_grid *grid, uint32_t i)
{
    return &grid->head[grid->bucket_row[i] * grid->columns + grid->bucket_column[i]];
}

static int64_t inside(int64_t cell, size_t count)
{
    int64_t last = (int64_t)count - 1;
    return cell < 0 ? 0 : (cell > last ? last : cell);
}

void carom_grid_insert(carom_grid *grid, uint32_t i, int64_t column, int64_t row)
{
    uint32_t *head;
    if (grid->periodic) { /* a coordinate just below the table's width may round up to a cell beyond */
        column = inside(column, grid->columns);
        row = inside(row, grid->rows);
    }
    grid->column[i] = column;
    grid->row[i] = row;
    grid->bucket_column[i] = (uint32_t)fold(column, grid->columns);
    grid->bucket_row[i] = (uint32_t)fold(row, grid->rows);
    head = bucket_of(grid, i);
    grid->before[i] = CAROM_GRID_END;
    grid->next[i] = *head;
    if (*head != CAROM_GRID_END) {
        grid->before[*head] = i;
    }
    *head = i;
}

void carom_grid_remove(carom_grid *grid, uint32_t i)
{
    uint32_t next = grid->next[i], before = grid->before[i];
    if (before != CAROM_GRID_END) {
        grid->next[before] = next;
    } else {
        *bucket_of(grid, i) = next;
    }
    if (next != CAROM_GRID_END) {
        grid->before[next] = before;
    }
}

void carom_grid_clear(carom_grid *grid)
{
    for (size_t bucket = 0; bucket < grid->columns * grid->rows; bucket++) {
        grid->head[bucket] = CAROM_GRID_END;
    }
}

/* One axis of the 3 x 3: folded positions before, at and after a ball's own, and the shift of each to the
 * nearest image. */
typedef struct {
    size_t count;
    size_t at[3];
    double shift_m[3];
} axis;

static axis axis_around(const carom_grid *grid, size_t at, size_t count, double cell_m)
{
    double length = grid->periodic ? (double)count * cell_m : 0;
    if (count == 1) {
        return (axis){1, {at, 0, 0}, {0, 0, 0}};
    }
    return (axis){3,
                  {at == 0 ? count - 1 : at - 1, at, at + 1 == count ? 0 : at + 1},
                  {at == 0 ? -length : 0, 0, at + 1 == count ? length : 0}};
}

size_t carom_grid_around(const carom_grid *grid, uint32_t i, carom_bucket bucket[9])
{
    axis x = axis_around(grid, grid->bucket_column[i], grid->columns, grid->cell_x_m);
    axis y = axis_around(grid, grid->bucket_row[i], grid->rows, grid->cell_y_m);
    size_t count = 0;
    for (size_t row = 0; row < y.count; row++) {
        const uint32_t *head = &grid->head[y.at[row] * grid->columns];
        for (size_t column = 0; column < x.count; column++) {
            bucket[count++] = (carom_bucket){head[x.at[column]], x.shift_m[column],
                                             y.shift_m[row]};
        }
    }
    return count;
}
