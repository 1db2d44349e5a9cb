/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each thread says where some of the balls are, and then fills some of the buckets, so that each
 * list has the order that one thread would give it. */
#include "search/grid_fill.h"
#include "search/cells.h"

/* Buckets are numbered through all levels; the first of each. */
typedef struct {
    carom_grid *grid;
    const double *x, *y;
    uint32_t *bucket; /* by ball */
    size_t first[CAROM_GRID_LEVELS + 1];
} filling;

static void locate(void *context, size_t part, size_t from, size_t to)
{
    const filling *f = context;
    const carom_grid *grid = f->grid;
    (void)part;
    for (size_t i = from; i < to; i++) {
        size_t level = grid->cell[i].level;
        carom_cells_locate(grid, (uint32_t)i, (carom_vec){f->x[i], f->y[i]});
        f->bucket[i] = (uint32_t)(f->first[level] +
                                  (size_t)(carom_cells_bucket_of(grid, (uint32_t)i) -
                                           grid->level[level].head));
    }
}

static void clear(const filling *f, size_t from, size_t to)
{
    for (size_t k = 0; k < f->grid->levels; k++) {
        size_t first = f->first[k], end = f->first[k + 1];
        for (size_t b = from > first ? from : first; b < to && b < end; b++) {
            f->grid->level[k].head[b - first] = f->grid->end;
        }
    }
}

/* Balls into the buckets from <= b < to. */
static void fill(void *context, size_t part, size_t from, size_t to)
{
    const filling *f = context;
    carom_cell *cell = f->grid->cell;
    uint32_t end = f->grid->end;
    (void)part;
    clear(f, from, to);
    for (uint32_t i = end; i-- > 0;) {
        size_t b = f->bucket[i], level;
        uint32_t *head, next;
        if (b < from || b >= to) {
            continue;
        }
        level = cell[i].level;
        head = &f->grid->level[level].head[b - f->first[level]];
        next = carom_cells_first(*head);
        cell[i].before = end;
        cell[i].next = next;
        if (next != end) {
            cell[next].before = i;
        }
        *head = carom_cells_head(f->grid, i);
    }
}

void carom_grid_fill(carom_grid *grid, const double *x, const double *y, uint32_t *bucket,
                     carom_team *team)
{
    filling f = {.grid = grid, .x = x, .y = y, .bucket = bucket};
    for (size_t k = 0; k < grid->levels; k++) {
        f.first[k + 1] = f.first[k] + grid->level[k].columns * grid->level[k].rows;
    }
    carom_parallel_from(team, 0, grid->end, locate, &f);
    carom_parallel_from(team, 0, f.first[grid->levels], fill, &f);
}
