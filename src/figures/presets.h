/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How figures look: sizes for screen, slides and paper, and whose style.
 */
#ifndef CAROM_FIGURES_PRESETS_H
#define CAROM_FIGURES_PRESETS_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

/** Where a figure is to stand. */
typedef struct {
    const char *name, *summary;
    double width, height;           /**< of a figure of one panel, 1/100 inch */
    double page_width, page_height; /**< of a page of several */
    double font, page_font;         /**< points, of 1/72 inch on the canvas */
    int page_panels, page_across;   /**< at most on a page; side by side */
    bool page_fixed;                /**< a page is as high with one row of panels as with two */
    double scale;                   /**< pixels of a PNG per 1/100 inch */
    double line;                    /**< factor of all line widths */
    /** with a heading; with lines that say what made it. Both are in the caption anyway */
    bool titled, footed;
    bool mono; /**< one colour */
} carom_preset;

struct carom_folder;

typedef struct {
    const char *home;           /**< where plots/ is */
    const carom_preset *preset; /**< never NULL */
    /** of all figures, instead of the preset's; its type and its proportions stay. 0: the
     * preset's */
    double width_mm;
    const char *style; /**< gnuplot file loaded after plots/style.gp; NULL: none */
    bool tex;          /**< for LaTeX too */
    bool film;         /**< animations as MP4 too, which takes ffmpeg */
    /** set from outside to interrupt the drawing; may be NULL */
    const volatile sig_atomic_t *stop;
    struct carom_folder *folder; /**< is told of what is drawn; may be NULL */
    /** nothing over wall-clock time, so that figures are the same bytes each time */
    bool clockless;
    FILE *notes; /**< told which panels that were asked for are lacking, and why; may be NULL */
} carom_look;

/** Ended by a NULL name; the first is what is drawn where nothing is said, under the figures' bare
 * names. */
extern const carom_preset carom_presets[];

/** NULL: there is none of that name. */
const carom_preset *carom_preset_find(const char *name);

#endif
