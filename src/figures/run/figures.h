/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Figures of a run from its records, and of whatever studies have left beside them.
 */
#ifndef CAROM_FIGURES_RUN_FIGURES_OF_RUN_H
#define CAROM_FIGURES_RUN_FIGURES_OF_RUN_H

#include "figures/presets.h"
#include <carom/status.h>
#include <stddef.h>

/** Draws every figure of the records in @p directory as PNG, SVG and PDF, from run.json and the
 * tables alone: the overview, each of its panels that can be drawn, and scripts in plots/ that say
 * "# Figure of: run" at their top. What each found is its title.
 *  @return CAROM_CANNOT_READ where there are no records, CAROM_INVALID where they are of another
 * kind, CAROM_CANNOT_CREATE where gnuplot is missing or fails: the message says how to get it */
CAROM_CHECKED carom_status carom_figures_draw(const char *directory, const carom_look *look,
                                              carom_error *error);

/** What the name of a drawing in a folder of records ends with: diverge.figures.tsv. */
extern const char carom_drawings_ending[];

/** Draws again all figures that the records in @p directory allow: those of a run where there is
 * one, and those of every drawing that a study has left there.
 *  @param studies  how many drawings of studies there are; @param runs  whether a run is
 *  @return as above; CAROM_CANNOT_READ where there is neither */
CAROM_CHECKED carom_status carom_figures_draw_again(const char *directory, const carom_look *look,
                                                    bool *runs, size_t *studies,
                                                    carom_error *error);

#endif
