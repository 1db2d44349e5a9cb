/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A row for each solver, a tick for each collision.
 */
#ifndef CAROM_FIGURES_RUN_RASTER_H
#define CAROM_FIGURES_RUN_RASTER_H

#include "figures/drawing.h"
#include "figures/run/facts.h"

/** Adds, a block for each solver: $TICK1 ... and $WALLTICK1 ... (t_s), collisions of balls and with
 * the edge, but those that nobody could tell from the one before; TICKS[i] and WALLTICKS[i], how
 * many; and of the first collision that is not the reference's too PARTED[i] (s; 0: none),
 * PARTEDIN[i], the number of the solver that has it, and PARTEDPAIR[i], "a and b". */
void carom_raster_add(carom_drawing *drawing, const carom_figure_data *data,
                      const carom_recorded *recorded, const carom_facts *facts);

#endif
