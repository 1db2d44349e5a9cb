/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * All balls into an empty grid at once, by several threads.
 */
#ifndef CAROM_SEARCH_GRID_FILL_H
#define CAROM_SEARCH_GRID_FILL_H

#include "base/threads.h"
#include "search/grid.h"

/** Clears the grid and puts every ball into the cell of its place x, y (m), as if by
 * carom_grid_place from the last to the first: lists rise.
 *  @param bucket has room for all balls */
void carom_grid_fill(carom_grid *grid, const double *x, const double *y, uint32_t *bucket,
                     carom_team *team);

#endif
