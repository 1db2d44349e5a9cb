/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/surroundings.h"
#include "base/memory.h"
#include <stdlib.h>

/* What an entry beyond the last one says: no ball. */
static const uint32_t nobody = UINT32_MAX;

/* An image seen from the other side: 1 and 2, above and below, change places on both axes. */
static uint32_t opposite(uint32_t image)
{
    static const uint32_t of[CAROM_GRID_IMAGES] = {0, 2, 1, 6, 8, 7, 3, 5, 4};
    return of[image];
}

bool carom_surroundings_init(carom_surroundings *all, const carom_grid *grid)
{
    *all = (carom_surroundings){NULL, NULL};
    if (grid->levels != 1 || grid->end > CAROM_AROUND_KEPT) {
        return true;
    }
    all->of = carom_room_new((size_t)grid->end + 1, sizeof *all->of);
    all->found = malloc(((size_t)grid->end + CAROM_GRID_IMAGES) * sizeof *all->found);
    return all->of != NULL && all->found != NULL;
}

void carom_surroundings_free(carom_surroundings *all)
{
    free(all->of);
    free(all->found);
    *all = (carom_surroundings){NULL, NULL};
}

/* Writes down what the grid has said of a ball. */
static void keep(carom_around *around, const carom_candidate *found, size_t count)
{
    bool fits = count <= CAROM_AROUND_MOST;
    size_t kept = fits ? count : 0;
    around->count = fits ? (uint32_t)count : CAROM_AROUND_CROWDED;
    for (size_t k = 0; k < kept; k++) {
        around->entry[k] = found[k].ball | found[k].image << CAROM_AROUND_BALLS;
    }
    for (size_t k = kept; k < CAROM_AROUND_MOST; k++) {
        around->entry[k] = nobody;
    }
}

void carom_surroundings_fill(carom_surroundings *all, const carom_grid *grid)
{
    for (uint32_t i = 0; i < grid->end && all->of != NULL; i++) {
        keep(&all->of[i], all->found, carom_grid_around(grid, i, all->found));
    }
}

/* Takes ball i, which is there, out of what is around another one. Where it stands is as good as
 * random: all places are looked at, without a jump. */
static void forget(carom_around *around, uint32_t i)
{
    uint32_t place = 0;
    if (around->count == CAROM_AROUND_CROWDED) {
        return;
    }
    for (uint32_t k = 0; k < CAROM_AROUND_MOST; k++) {
        place |= k & -(uint32_t)(carom_around_ball(around->entry[k]) == i);
    }
    around->count--;
    around->entry[place] = around->entry[around->count];
    around->entry[around->count] = nobody;
}

/* Adds ball i to what is around another one, who sees it in this image. */
static void hear(carom_around *around, uint32_t i, uint32_t image)
{
    if (around->count >= CAROM_AROUND_MOST) {
        around->count = CAROM_AROUND_CROWDED; /* until that one moves itself */
    } else {
        around->entry[around->count++] = i | image << CAROM_AROUND_BALLS;
    }
}

/* All of what is around ball i hears that it has gone, or that it has come. */
static void tell(carom_surroundings *all, size_t count, uint32_t i, bool comes)
{
    for (size_t k = 0; k < count; k++) {
        carom_around *other = &all->of[all->found[k].ball];
        if (comes) {
            hear(other, i, opposite(all->found[k].image));
        } else {
            forget(other, i);
        }
    }
}

/* To those who stay around it nothing has changed: ball i is in the next cell by now. */
static void update(carom_surroundings *all, const carom_grid *grid, uint32_t i, int columns,
                   int rows)
{
    carom_around *own = &all->of[i];
    size_t count = carom_grid_strip(grid, i, -2 * columns, -2 * rows, all->found);
    tell(all, count, i, false);
    for (size_t k = 0; k < count; k++) {
        forget(own, all->found[k].ball);
    }
    count = carom_grid_strip(grid, i, columns, rows, all->found);
    tell(all, count, i, true);
    for (size_t k = 0; k < count; k++) {
        hear(own, all->found[k].ball, all->found[k].image);
    }
}

/* Round the torus all are seen in another image, and who is crowded knows nobody. */
uint32_t carom_surroundings_move(carom_surroundings *all, carom_grid *grid, uint32_t i, int columns,
                                 int rows)
{
    bool known = all->of != NULL && all->of[i].count != CAROM_AROUND_CROWDED;
    uint32_t image;
    size_t count;
    if (all->of == NULL) {
        return carom_grid_move(grid, i, columns, rows);
    }
    if (!known) {
        tell(all, carom_grid_around(grid, i, all->found), i, false);
    }
    image = carom_grid_move(grid, i, columns, rows);
    if (known && image == 0) {
        update(all, grid, i, columns, rows);
        return image;
    }
    for (size_t k = 0; k < (known ? all->of[i].count : 0); k++) {
        forget(&all->of[carom_around_ball(all->of[i].entry[k])], i);
    }
    count = carom_grid_around(grid, i, all->found);
    keep(&all->of[i], all->found, count);
    tell(all, count, i, true);
    return image;
}
