/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What is to be drawn: a list of variables and of figures that scripts in plots/ make of them, in
 * the order in which gnuplot hears it. Whoever has something to draw fills one; gnuplot.h draws it,
 * at once or, from the file that it was written to, later and in another look.
 */
#ifndef CAROM_FIGURES_DRAWING_H
#define CAROM_FIGURES_DRAWING_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>

enum { CAROM_MOST_FIGURES = 64 }; /**< of a drawing; more are not drawn */

/** What a statement says. */
typedef enum {
    CAROM_DRAW_TEXT,      /**< a variable, text */
    CAROM_DRAW_NUMBER,    /**< a variable, a number; one that is not finite is 0 */
    CAROM_DRAW_COUNT,     /**< a variable, a whole number */
    CAROM_DRAW_ARRAY,     /**< an array of so many places */
    CAROM_DRAW_BLOCK,     /**< a data block: lines of a table, the names of its columns above */
    CAROM_DRAW_NOTE,      /**< a sentence for the caption of the next figure */
    CAROM_DRAW_FIGURE,    /**< a figure by its name, the script of its panel */
    CAROM_DRAW_CLOCKED,   /**< the same, of wall-clock time */
    CAROM_DRAW_PAGE,      /**< a page of several panels by its name, its script */
    CAROM_DRAW_ANIMATION, /**< an animation by its name, its script; frames follow */
    CAROM_DRAW_FRAME      /**< a frame, by its script */
} carom_drawn;

typedef struct {
    carom_drawn kind;
    char *name, *value; /**< never NULL; value of a variable, script of a figure */
} carom_statement;

/** Begins as {0}. Where memory was short `failed` says so, and what draws or writes it complains.
 */
typedef struct {
    carom_statement *item;
    size_t count, room;
    bool failed;
} carom_drawing;

/** Sets what stands around every figure: TITLE, and below it FOOTER1 to FOOTER3. The title is the
 * SCENE's too, which stands small under what carom_drawing_title says instead.
 *  @param footer  three lines, NULL for none */
void carom_drawing_begin(carom_drawing *drawing, const char *title, const char *const footer[3]);

/** The same for a command other than run and compare: the scenario's title (@p name where it has
 * none), and a footer that says the program and @p command, "carom sweep 08-one-hits-two". */
void carom_drawing_begin_command(carom_drawing *drawing, const char *title, const char *command,
                                 const char *name);

/** What the next figures say, in a sentence with its number: their title, TITLE. */
void carom_drawing_title(carom_drawing *drawing, const char *format, ...) CAROM_PRINTF(2, 3);

/** A sentence more for the caption of the next figure. */
void carom_drawing_note(carom_drawing *drawing, const char *format, ...) CAROM_PRINTF(2, 3);

/** Sets a variable. */
void carom_drawing_text(carom_drawing *drawing, const char *variable, const char *text);
void carom_drawing_number(carom_drawing *drawing, const char *variable, double value);
void carom_drawing_count(carom_drawing *drawing, const char *variable, size_t value);

/** An array; and sets its place @p i, counted from 0 (gnuplot counts from 1). */
void carom_drawing_array(carom_drawing *drawing, const char *array, size_t places);
void carom_drawing_text_at(carom_drawing *drawing, const char *array, size_t i, const char *text);
void carom_drawing_number_at(carom_drawing *drawing, const char *array, size_t i, double value);
void carom_drawing_count_at(carom_drawing *drawing, const char *array, size_t i, size_t value);

/** A data block, "ENERGY1" being $ENERGY1. @param rows  lines, the first the columns' names; ends
 * with a line end */
void carom_drawing_block(carom_drawing *drawing, const char *block, const char *rows);

/** Draws plots/@p panel.gp as the figure @p name.png, .svg and .pdf (with the preset's name behind
 * it unless that is the first), and its caption from that script as .txt. */
void carom_drawing_figure(carom_drawing *drawing, const char *name, const char *panel);

/** The same of a quantity that is wall-clock time: not drawn where the look is without clocks. */
void carom_drawing_clocked(carom_drawing *drawing, const char *name, const char *panel);

/** The same for plots/@p script.gp, which is a page of several panels; plots/grid.gp lays out as
 * many as the preset has room for (PANELS, PANEL_SCRIPT and PANEL_HEAD, the important ones first).
 */
void carom_drawing_page(carom_drawing *drawing, const char *name, const char *script);

/** Begins the animation @p name.gif by plots/@p script.gp; each frame is drawn by a script. */
void carom_drawing_animation(carom_drawing *drawing, const char *name, const char *script);
void carom_drawing_frame(carom_drawing *drawing, const char *script);

/** How many figures and pages it has; clocked ones are not counted where @p clockless.
 *  @param names  "a.png, b.png and others" */
size_t carom_drawing_figures(const carom_drawing *drawing, bool clockless, char *names,
                             size_t size);

/** Writes it as a table (what, name, value), whole or not at all; blocks, animations and frames
 * have no place there, as they can be had from the records at any time. */
CAROM_CHECKED carom_status carom_drawing_write(const carom_drawing *drawing, const char *directory,
                                               const char *name, carom_error *error);

/** Reads what was written, behind what is there. Whatever it says ends up as variables and as
 * names of figures and scripts in two folders, nothing else: any other name is refused.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID with file and line */
CAROM_CHECKED carom_status carom_drawing_read(carom_drawing *drawing, const char *path,
                                              carom_error *error);

void carom_drawing_free(carom_drawing *drawing);

#endif
