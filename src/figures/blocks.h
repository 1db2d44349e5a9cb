/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A data block on its way into a drawing: rows of numbers, and gaps that no line crosses.
 */
#ifndef CAROM_FIGURES_BLOCKS_H
#define CAROM_FIGURES_BLOCKS_H

#include "figures/drawing.h"
#include <stdio.h>

typedef struct {
    char *rows;
    size_t length;
    FILE *stream; /**< NULL: no memory, and nothing is put */
    size_t put;   /**< rows so far */
} carom_block;

/** @param block   stays where it is until carom_block_end, which frees it
 *  @param header  the columns' names, tabs between */
void carom_block_begin(carom_block *block, const char *header);

/** A row of up to four numbers. */
void carom_block_put(carom_block *block, const double *value, size_t count);

/** Nothing is joined across it; nothing where no row has been put. */
void carom_block_gap(carom_block *block);

/** Adds it to @p drawing, called @p name and the number of the solver: "ENERGY" and 0 is $ENERGY1.
 */
void carom_block_end(carom_block *block, carom_drawing *drawing, const char *name, size_t solver);

#endif
