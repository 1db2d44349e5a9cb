/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The files of figures: which there are, and how they get from gnuplot's own folder to where they
 * belong.
 */
#ifndef CAROM_FIGURES_FIGURE_FILES_H
#define CAROM_FIGURES_FIGURE_FILES_H

#include "figures/gnuplot.h"
#include <stdio.h>

enum { CAROM_FORMATS = 8, CAROM_FIGURE_NAME = 40 };

/** A figure that gnuplot is told to draw. */
typedef struct {
    char name[100];
    char script[64]; /**< in plots/, that has the caption */
    char title[1024], scene[1024], note[1024];
    bool moves;  /**< a GIF, and where wanted an MP4, instead of the other formats */
    bool failed; /**< gnuplot has an error in it: it is not drawn */
} carom_figure;

/** One gnuplot at work. */
typedef struct {
    FILE *script;  /**< as far as it is written */
    char *scratch; /**< folder that gnuplot works in */
    const char *directory;
    const carom_look *look;
    char title[1024], scene[1024], note[1024], footer[3][1024]; /**< as last said */
    carom_figure *figure;                                       /**< CAROM_MOST_FIGURES of them */
    size_t figures;
    size_t frames; /**< of an MP4, drawn */
    bool filmed;   /**< it is there */
    size_t failures;
    char failure[400]; /**< the figures that failed and why */
} carom_gnuplot;

/** Whether the i-th figure is made in format f, 0 to CAROM_FORMATS - 1. */
bool carom_figure_is_made(const carom_gnuplot *gnuplot, size_t i, int f);

/** TERM of plots/page.gp for a format; NULL: a by-product, or not gnuplot's. */
const char *carom_figure_terminal(int f);

/** What the i-th figure in format f is called in gnuplot's own folder. */
void carom_figure_scratch_name(char name[CAROM_FIGURE_NAME], size_t i, int f);

/** The same of a frame of an MP4, by its number from 0: a form for printf. */
#define CAROM_FIGURE_FRAME "frame%05zu.png"

/** Removes what is left of the figures in gnuplot's own folder. Takes no memory. */
void carom_figures_forget(const carom_gnuplot *gnuplot);

/** Looks whether every file is there and whole, adds captions, and gives them their names in the
 * results' folder; all or, but for a rename that fails, none. @return CAROM_CANNOT_WRITE where one
 * is cut off */
CAROM_CHECKED carom_status carom_figures_keep(const carom_gnuplot *gnuplot, carom_error *error);

#endif
