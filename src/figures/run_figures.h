/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Figures from the records, by gnuplot and the scripts in plots/.
 */
#ifndef CAROM_FIGURES_RUN_FIGURES_H
#define CAROM_FIGURES_RUN_FIGURES_H

#include "figures/drawing.h"
#include "figures/figure_data.h"
#include "figures/presets.h"
#include <carom/status.h>
#include <stdbool.h>
#include <stdio.h>

/** Draws every figure of the records in @p directory as PNG, SVG and PDF, from run.json and the
 *  tables alone: the overview, and the scripts in plots/ that say "# Figure of: run" at their top.
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

/** Begins a drawing of a run: title and footer, and what is known of the solvers, the table and the
 * balls. */
void carom_figures_tell(carom_drawing *drawing, const carom_figure_data *data);

/** Two solvers of the records, as places in data->solver: those called @p name[0] and [1]; where
 * only one is named, the reference and that one; where none is, the reference and the first other.
 *  @return CAROM_INVALID where there is none of that name: the message has those that there are */
CAROM_CHECKED carom_status carom_figure_pair(const carom_figure_data *data, const char *const *name,
                                             size_t count, size_t pair[2], carom_error *error);

/** How an animation is to be. */
typedef struct {
    /** one table: the second solver's balls as circles over the first's discs */
    bool overlay;
    const char *const *name; /**< of up to two solvers, as carom_figure_pair takes them */
    size_t names;
} carom_animation;

/** Draws animation.gif (animation-overlay.gif): two solvers on the table, or on the plane that
 * their balls pass, side by side or one over the other, energy and divergence growing below. The
 * same requirements; CAROM_INVALID too where nothing was compared. */
CAROM_CHECKED carom_status carom_animate(const char *directory, const carom_look *look,
                                         const carom_animation *animation, carom_error *error);

#endif
