/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A contact from near: before, during and after it, to scale, for each solver.
 */
#ifndef CAROM_FIGURES_RUN_ZOOM_H
#define CAROM_FIGURES_RUN_ZOOM_H

#include "figures/presets.h"
#include "records/table.h"
#include <carom/status.h>

/** zoom.tsv. */
extern const carom_table carom_zoom_tables[];

/** Draws zoom-SOLVER for every solver that has a collision of @p ball in the records in @p
 * directory, the one that begins nearest to @p t_s, and writes zoom.tsv: what is drawn. Contacts
 * are shorter than samples are apart, so each solver is run again, as run.json says, to the three
 * times: as long before the touch as the contact lasts (the longest of the solvers', where it lasts
 * no time), halfway, and as long after the release.
 *  @param exaggerate  overlaps are drawn so many times as deep, by larger radii; 1: as many times
 * as they have to be to be seen
 *  @return CAROM_INVALID where there is no such ball or it has no collision; else what
 * carom_figures_draw returns */
CAROM_CHECKED carom_status carom_zoom_draw(const char *directory, const carom_look *look,
                                           double t_s, const char *ball, double exaggerate,
                                           carom_error *error);

#endif
