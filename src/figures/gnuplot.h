/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * One gnuplot that draws what a drawing says: each figure as PNG, SVG and PDF (and for LaTeX) with
 * its caption, all of them or none.
 */
#ifndef CAROM_FIGURES_GNUPLOT_H
#define CAROM_FIGURES_GNUPLOT_H

#include "figures/drawing.h"
#include "figures/presets.h"

/** Draws all figures of @p drawing into @p directory, which has the tables that the scripts read.
 *  @return CAROM_CANNOT_READ where plots/ or the style is missing, CAROM_CANNOT_CREATE where
 * gnuplot is missing or fails: the message says how to get it; CAROM_CANNOT_WRITE where a figure is
 * not whole, and those that were there are kept; CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_gnuplot_draw(const carom_drawing *drawing, const char *directory,
                                              const carom_look *look, carom_error *error);

#endif
