/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * One gnuplot that draws figures from tables: each as PNG, SVG and PDF (and for LaTeX) with its
 * caption, all of them or none.
 */
#ifndef CAROM_FIGURES_GNUPLOT_H
#define CAROM_FIGURES_GNUPLOT_H

#include "figures/presets.h"
#include "scenario/scenario.h"
#include <carom/status.h>
#include <stddef.h>
#include <stdio.h>

enum { CAROM_MOST_FIGURES = 64 };

typedef struct {
    FILE *script;  /**< the script, as far as it is written */
    char *scratch; /**< folder that gnuplot works in */
    const char *directory;
    const carom_look *look;
    char title[512], footer[3][512];
    char name[CAROM_MOST_FIGURES][100]; /**< of the figures told to draw */
    char panel[CAROM_MOST_FIGURES][40]; /**< script that has the caption */
    bool moves[CAROM_MOST_FIGURES];     /**< a GIF instead of the other formats */
    size_t names;
} carom_gnuplot;

/** Begins a script and sets what every figure needs: DIR, PLOTS, TITLE, FOOTER1 to FOOTER3;
 * plots/style.gp is loaded.
 *  @param footer  three lines, NULL for none
 *  @return CAROM_CANNOT_READ where plots/ is missing; on any error there is nothing to finish */
CAROM_CHECKED carom_status carom_gnuplot_start(carom_gnuplot *gnuplot, const char *directory,
                                               const carom_look *look, const char *title,
                                               const char *const footer[3], carom_error *error);

/** Sets a variable. A number that is not finite is 0. */
void carom_gnuplot_text(const carom_gnuplot *gnuplot, const char *variable, const char *text);
void carom_gnuplot_number(const carom_gnuplot *gnuplot, const char *variable, double value);

/** Draws plots/@p panel.gp as the figure @p name.png, .svg and .pdf (with the preset's name behind
 * it unless that is the first), and its caption from that script as .txt. */
void carom_gnuplot_draw(carom_gnuplot *gnuplot, const char *name, const char *panel);

/** The same for plots/@p script.gp, which is a page of several panels; nothing where the preset has
 * no room for it. */
void carom_gnuplot_draw_page(carom_gnuplot *gnuplot, const char *name, const char *script);

/** Draws plots/@p script.gp as the animation @p name.gif. */
void carom_gnuplot_animate(carom_gnuplot *gnuplot, const char *name, const char *script, int width,
                           int height, int font);

/** Lets gnuplot draw, and gives the files their names; all or none.
 *  @return CAROM_CANNOT_CREATE where gnuplot is missing: the message says how to get it;
 * CAROM_CANNOT_WRITE where a figure is not whole; CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_gnuplot_finish(carom_gnuplot *gnuplot, carom_error *error);

enum { CAROM_LAST_STYLE = 7 };

/** The line style of plots/style.gp for a solver: 1 impulse, 2 Euler, 3 Heun, the others the first
 * from 4 on that is not
 *  @p taken (CAROM_LAST_STYLE + 1 of them); a taken one's too. The last may be several solvers'. */
int carom_style_of(const carom_scenario *scenario, const char *solver, const int *taken);

/** Sets NAME and STYLE of @p count solvers, and N. */
void carom_gnuplot_solvers(const carom_gnuplot *gnuplot, const carom_scenario *scenario,
                           const char *const *name, size_t count);

/** The same for a command other than run and compare: the scenario's title (@p name where it has
 * none), and a footer that says the program and @p what, "carom sweep 08-one-hits-two". */
CAROM_CHECKED carom_status carom_gnuplot_start_command(carom_gnuplot *gnuplot,
                                                       const char *directory,
                                                       const carom_look *look, const char *title,
                                                       const char *command, const char *name,
                                                       carom_error *error);

#endif
