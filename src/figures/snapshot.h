/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The balls on the table at one time, to scale: one solver's as discs, the reference's as outlines
 * over them.
 */
#ifndef CAROM_FIGURES_SNAPSHOT_H
#define CAROM_FIGURES_SNAPSHOT_H

#include "figures/presets.h"
#include "records/table.h"
#include <carom/status.h>

/** snapshot.tsv. */
extern const carom_table carom_snapshot_tables[];

/** Draws table-SOLVER for every solver but the reference (the only one where there is no other)
 * from the records in @p directory, and writes snapshot.tsv: what is drawn.
 *  @param t_s          time, s; the sample nearest to it is drawn, and said in the figure
 *  @param exaggerate   >= 1: overlaps are drawn so many times as deep, by larger radii
 *  @return what carom_figures_draw returns, CAROM_INVALID too where a solver did not come to that
 * time */
CAROM_CHECKED carom_status carom_snapshot_draw(const char *directory, const carom_look *look,
                                               double t_s, double exaggerate, carom_error *error);

#endif
