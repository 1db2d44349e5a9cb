/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid as bytes, and back. */
#include "search/search.h"

/* Cells are numbered so far from zero at most: twice as far as any coordinate leads. */
static const int64_t farthest_cell = INT64_C(1) << 54;

/* Whether a list has only balls whose cell is in its bucket and each as the next of the one before,
 * which lets no ball be in two; adds how many they are. */
static bool is_list(const carom_grid *grid, size_t level, const uint32_t *head, size_t *count)
{
    uint32_t before = grid->end, i = carom_cells_first(*head);
    if (i > grid->end || *head != carom_cells_head(grid, i)) {
        return false;
    }
    for (; i != grid->end; before = i, i = grid->cell[i].next) {
        if (i > grid->end || grid->cell[i].level != level || grid->cell[i].before != before ||
            carom_cells_bucket_of(grid, i) != head || (*count)++ == grid->end) {
            return false;
        }
    }
    return true;
}

static bool are_cells(const carom_grid *grid)
{
    for (size_t i = 0; i < grid->end; i++) {
        const carom_cell *cell = &grid->cell[i];
        const carom_grid_level *level = &grid->level[cell->level];
        bool inside = cell->column >= 0 && cell->column < (int64_t)level->columns &&
                      cell->row >= 0 && cell->row < (int64_t)level->rows;
        if ((grid->periodic && !inside) || cell->column > farthest_cell ||
            cell->column < -farthest_cell || cell->row > farthest_cell ||
            cell->row < -farthest_cell) {
            return false;
        }
    }
    return true;
}

/* Whether every ball is in one list. */
static bool are_lists(const carom_grid *grid)
{
    size_t count = 0;
    for (size_t k = 0; k < grid->levels; k++) {
        const carom_grid_level *level = &grid->level[k];
        for (size_t bucket = 0; bucket < level->columns * level->rows; bucket++) {
            if (!is_list(grid, k, &level->head[bucket], &count)) {
                return false;
            }
        }
    }
    return count == grid->end;
}

/* Of the lists the order is passed too; the level of a ball is its size's. */
void carom_grid_archive(carom_grid *grid, carom_archive *archive)
{
    for (size_t k = 0; k < grid->levels; k++) {
        const carom_grid_level *level = &grid->level[k];
        carom_archive_array(archive, level->head, level->columns * level->rows);
    }
    for (size_t i = 0; i < grid->end; i++) {
        carom_archive_field(archive, grid->cell[i].next);
        carom_archive_field(archive, grid->cell[i].before);
        carom_archive_field(archive, grid->cell[i].column);
        carom_archive_field(archive, grid->cell[i].row);
    }
    if (!archive->keeping && archive->failure.status == CAROM_OK) {
        (void)carom_archive_must(archive, are_cells(grid) && are_lists(grid), "list of cells");
    }
}
