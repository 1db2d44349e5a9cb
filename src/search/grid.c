/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid: sizes of cells, and moving balls between them. */
#include "search/search.h"

/* ---- cell sizes ---- */

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

/* Cell width for about one ball per cell: sqrt(area/n), or length/n for a row of balls. Wider
 * cells hold more pairs, narrower ones cause more cell crossings. In dense systems pairs dominate
 * the cost, so the cells are as narrow as the reach allows. (Measured: 18 % faster at packing
 * fraction 0.5, but 1.8 times slower for the break.) */
static double target_cell(const carom_problem *problem, double count, double reach)
{
    span x = span_of(problem, false), y = span_of(problem, true);
    double width = x.highest - x.lowest, height = y.highest - y.lowest;
    double n = count < 1 ? 1 : count;
    double spread = sqrt(width * height / n), line = (width > height ? width : height) / n;
    static const double dense = 0.7;
    spread = spread > line ? spread : line;
    return reach > dense * spread ? reach : spread;
}

/* Size classes: class 0 has diameters above half of the largest one, class 1 above a quarter, and
 * so on. */
typedef struct {
    double largest[CAROM_GRID_LEVELS]; /* diameter, m; 0: no ball */
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

/* Buckets along one axis: the cells of the table, limited to a few times the number of balls. Two
 * buckets would be neighbours of each other on both sides, so one replaces them. */
static size_t bucket_count(double length, double cell, size_t most)
{
    double cells = floor(length / cell);
    size_t count = cells < (double)most ? (size_t)(cells > 0 ? cells : 0) : most;
    return count < 3 ? 1 : count;
}

static void size_buckets(carom_grid *grid, carom_grid_level *level, const carom_problem *problem)
{
    /* Tolerance (in cells) for the rounding error of length/(length/count). */
    static const double whole = 1e-9;
    span x = span_of(problem, false), y = span_of(problem, true);
    size_t most = 4 * problem->count + 16;
    level->columns = bucket_count(x.highest - x.lowest + whole * level->cell_x_m, level->cell_x_m,
                                  most);
    level->rows = bucket_count(y.highest - y.lowest + whole * level->cell_y_m, level->cell_y_m,
                               grid->periodic ? most : most / level->columns + 1);
    level->inner_columns = level->columns > 1 ? level->columns - 2 : 0;
    level->inner_rows = level->rows > 1 ? level->rows - 2 : 0;
}

static double torus_cell_width(double length, double cell)
{
    double cells = floor(length / cell);
    return length / (cells < 3 ? 3 : cells); /* at least three, if they fit */
}

/* Add a level of the wanted cell width, or of a whole part of the coarser level's. False if it is
 * no finer than that. */
static bool add_level(carom_grid *grid, const carom_problem *problem, double target)
{
    carom_grid_level *level = &grid->level[grid->levels];
    *level = (carom_grid_level){.cell_x_m = target, .cell_y_m = target};
    if (grid->levels > 0) {
        carom_grid_level *coarser = level - 1;
        coarser->finer_x = carom_cells_number(coarser->cell_x_m / target);
        coarser->finer_y = carom_cells_number(coarser->cell_y_m / target);
        if (coarser->finer_x < 2 || coarser->finer_y < 2) {
            return false;
        }
        level->cell_x_m = coarser->cell_x_m / (double)coarser->finer_x;
        level->cell_y_m = coarser->cell_y_m / (double)coarser->finer_y;
    } else if (grid->periodic) {
        level->cell_x_m = torus_cell_width(problem->width_m, target);
        level->cell_y_m = torus_cell_width(problem->height_m, target);
    }
    size_buckets(grid, level, problem);
    grid->levels++;
    return true;
}

static void reverse_levels(carom_grid *grid)
{
    for (size_t a = 0, b = grid->levels - 1; a < b; a++, b--) {
        carom_grid_level swap = grid->level[a];
        grid->level[a] = grid->level[b];
        grid->level[b] = swap;
    }
}

/* Create levels from the coarsest to the finest. level_of[class] is the level of a size class. */
static void make_levels(carom_grid *grid, const carom_problem *problem, double stretch, double skin,
                        size_t level_of[CAROM_GRID_LEVELS])
{
    size_classes sizes = classify(problem);
    size_t finest = CAROM_GRID_LEVELS - 1;
    while (finest > 0 && sizes.count[finest] == 0) {
        finest--;
    }
    double cell = target_cell(problem, sizes.count[finest], stretch * sizes.largest[finest] + skin);
    for (size_t class = 0; class <= finest; class ++) {
        double reach = stretch * sizes.largest[class] + skin;
        /* the finest cells hold all smaller classes; empty classes need no level */
        bool last = class == finest || (sizes.count[class] > 0 && reach <= cell);
        if (sizes.count[class] > 0 || class == finest) {
            add_level(grid, problem, last ? cell : reach);
        }
        level_of[class] = grid->levels - 1;
        for (; last && class < finest; class ++) {
            level_of[class + 1] = grid->levels - 1;
        }
    }
    reverse_levels(grid);
    for (size_t class = 0; class < CAROM_GRID_LEVELS; class ++) {
        level_of[class] = grid->levels - 1 - level_of[class];
    }
}

/* ---- creation ---- */

static void allocate(carom_grid *grid, size_t count)
{
    grid->end = (uint32_t)count;
    grid->cell = carom_aligned_zeros(count + 1, sizeof *grid->cell);
    for (size_t k = 0; k < grid->levels; k++) {
        carom_grid_level *level = &grid->level[k];
        level->head = carom_aligned_zeros(level->columns * level->rows, sizeof *level->head);
    }
}

static carom_status check_torus(const carom_grid *grid, const carom_problem *problem, double reach,
                                carom_error *error)
{
    const carom_grid_level *coarsest = &grid->level[grid->levels - 1];
    if (!grid->periodic || (coarsest->cell_x_m >= reach && coarsest->cell_y_m >= reach)) {
        return CAROM_OK;
    }
    return carom_error_set(
        error, CAROM_INVALID, "boundary",
        "the periodic table is %.6g m x %.6g m; it must be at least %.6g m wide and high, three "
        "contact ranges, so that balls collide in one image only",
        problem->width_m, problem->height_m, 3 * reach);
}

carom_status carom_grid_init(carom_grid *grid, const carom_problem *problem, double stretch,
                             double skin_m, carom_error *error)
{
    double widest = carom_problem_widest(problem);
    size_t level_of[CAROM_GRID_LEVELS] = {0};
    *grid = (carom_grid){.periodic = problem->boundary == CAROM_PERIODIC};
    make_levels(grid, problem, stretch, skin_m, level_of);
    CAROM_TRY(check_torus(grid, problem, stretch * widest + skin_m, error));
    allocate(grid, problem->count);
    for (size_t i = 0; i < problem->count; i++) {
        grid->cell[i].level = (uint32_t)level_of[class_of(2 * problem->ball[i].radius_m, widest)];
    }
    /* shifts of 0, +1, -1 times the table */
    for (int image = 0; image < CAROM_GRID_IMAGES && grid->periodic; image++) {
        grid->shift_m[image] = (carom_vec){(image % 3 == 2 ? -1 : image % 3) * problem->width_m,
                                           (image / 3 == 2 ? -1 : image / 3) * problem->height_m};
    }
    grid->cell[grid->end].next = grid->end;
    carom_grid_clear(grid);
    return CAROM_OK;
}

void carom_grid_free(carom_grid *grid)
{
    for (size_t k = 0; k < CAROM_GRID_LEVELS; k++) {
        free(grid->level[k].head);
    }
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

/* ---- inserting and removing ---- */

/* Head of the bucket whose list begins with that ball, or is empty. */
static uint32_t head_of(const carom_grid *grid, uint32_t first)
{
    return first | (grid->cell[first].next != grid->end ? carom_cells_more_flag : 0);
}

static uint32_t *bucket_of(const carom_grid *grid, uint32_t i)
{
    const carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[cell->level];
    return &level->head[carom_cells_fold(cell->row, level->rows) * level->columns +
                        carom_cells_fold(cell->column, level->columns)];
}

static int64_t inside(int64_t cell, size_t count)
{
    int64_t last = (int64_t)count - 1;
    return cell < 0 ? 0 : (cell > last ? last : cell);
}

static void insert(carom_grid *grid, uint32_t i)
{
    carom_cell *cell = &grid->cell[i];
    uint32_t *head = bucket_of(grid, i), next = carom_cells_first(*head);
    cell->before = grid->end;
    cell->next = next;
    if (next != grid->end) {
        grid->cell[next].before = i;
    }
    *head = head_of(grid, i);
}

void carom_grid_remove(carom_grid *grid, uint32_t i)
{
    uint32_t next = grid->cell[i].next, before = grid->cell[i].before;
    uint32_t *head = bucket_of(grid, i);
    if (next != grid->end) {
        grid->cell[next].before = before;
    }
    if (before != grid->end) {
        grid->cell[before].next = next;
    } else {
        *head = next;
    }
    *head = head_of(grid, carom_cells_first(*head));
}

static void set_cell(const carom_grid *grid, uint32_t i, carom_vec at_m)
{
    carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[cell->level];
    int64_t column = carom_cells_number(floor(at_m.x / level->cell_x_m)),
            row = carom_cells_number(floor(at_m.y / level->cell_y_m));
    /* a coordinate just below the table's width may round up to a cell beyond */
    if (grid->periodic) {
        column = inside(column, level->columns);
        row = inside(row, level->rows);
    }
    cell->column = column;
    cell->row = row;
}

void carom_grid_insert(carom_grid *grid, uint32_t i, carom_vec at_m)
{
    set_cell(grid, i, at_m);
    insert(grid, i);
}

uint32_t carom_grid_move(carom_grid *grid, uint32_t i, int columns, int rows)
{
    carom_cell *cell = &grid->cell[i];
    const carom_grid_level *level = &grid->level[cell->level];
    int64_t column = cell->column + columns, row = cell->row + rows;
    uint32_t image = carom_cells_side_of(grid, column, level->columns) +
                     3 * carom_cells_side_of(grid, row, level->rows);
    carom_grid_remove(grid, i);
    cell->column = grid->periodic ? carom_cells_fold(column, level->columns) : column;
    cell->row = grid->periodic ? carom_cells_fold(row, level->rows) : row;
    insert(grid, i);
    return image;
}
