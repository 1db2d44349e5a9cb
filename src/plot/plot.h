/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/base.h"
#include "scenario/scenario.h"

/* ---- plot ----
 * The figures of a result: variables and a list of figures, written beside the tables of the result
 * as COMMAND.figures.tsv. gnuplot draws the figures by the scripts of plots/, which find columns of
 * the tables by name and rows by solver. A variable has one type (the list in plot.c). The first
 * error is kept and returned by carom_plot_write and carom_plot_draw. */

/** Kind of a row of COMMAND.figures.tsv. The lists of numbers and so on are arrays in gnuplot. */
typedef enum {
    CAROM_PLOT_NUMBER,
    CAROM_PLOT_COUNT,
    CAROM_PLOT_TEXT,
    CAROM_PLOT_NUMBERS,
    CAROM_PLOT_COUNTS,
    CAROM_PLOT_TEXTS,
    CAROM_PLOT_FOLDERS, /**< names of solvers, which are folders with tables */
    CAROM_PLOT_SCRIPTS, /**< scripts of the panels of a page */
    CAROM_PLOT_FIGURE,
    CAROM_PLOT_EXTRA_FIGURE
} carom_plot_kind;

/** A variable and its value, or a figure and its script. */
typedef struct {
    carom_plot_kind kind;
    const char *name, *value;
} carom_plot_row;

typedef struct {
    const char *command;
    carom_plot_row *row;
    size_t rows, capacity;
    carom_string_pool *texts;
    carom_error failure; /**< the first error; its status is CAROM_OK without one */
} carom_plot;

/** Begin the figures of a result.
 *  @param title    heading of all figures (TITLE); "": @p name
 *  @param command  names the file; the footer begins with it: "carom sweep 08-one-hits-two"
 *  @param name     name of the scenario
 *  @param footer   rest of the footer, with parts separated by "   |   "; may be ""
 *  @return NULL: no memory. Release with carom_plot_free */
carom_plot *carom_plot_open(const char *title, const char *command, const char *name,
                            const char *footer);
void carom_plot_free(carom_plot *plot);

/** Set a variable for the figures that follow. A variable whose type is a list gets one more
 * element. A number that is not finite becomes NaN. */
void carom_plot_number(carom_plot *plot, const char *variable, double value);
void carom_plot_count(carom_plot *plot, const char *variable, size_t value);
void carom_plot_text(carom_plot *plot, const char *variable, const char *format, ...)
    CAROM_PRINTF(3, 4);

/** Add a solver: elements of NAME, LABEL and STYLE. N is their number.
 *  @param name   as in tables, and the folder of its tables
 *  @param style  line style (carom_solver_line_style) */
void carom_plot_solver(carom_plot *plot, const char *name, const char *label, int style);

/** Add a figure, drawn as NAME.png and so on by plots/SCRIPT.gp. Its script must be in the list in
 * plot.c. @p subject is the second line of its heading: what is drawn. */
void carom_plot_figure(carom_plot *plot, const char *name, const char *script, const char *subject,
                       ...) CAROM_PRINTF(4, 5);

/** Add a figure that is drawn only if --figures names it. */
void carom_plot_extra_figure(carom_plot *plot, const char *name, const char *script,
                             const char *subject, ...) CAROM_PRINTF(4, 5);

/** Write COMMAND.figures.tsv.
 *  @return CAROM_INTERNAL for a variable or script that is not in its list, or of another type */
CAROM_CHECKED carom_status carom_plot_write(const carom_plot *plot, const char *directory,
                                            carom_error *error);

/** Read all files *.figures.tsv of a folder as one plot. They may be a stranger's: unknown
 * variables, scripts and values of another type are refused.
 *  @param plot  receives NULL if there is none. Release with carom_plot_free in any case
 *  @return CAROM_CANNOT_READ; CAROM_INVALID with file and line */
CAROM_CHECKED carom_status carom_plot_read(carom_plot **plot, const char *directory,
                                           carom_error *error);

/* ---- drawing ---- */

/** Formats of figures, as bits. */
enum { CAROM_PLOT_PNG = 1, CAROM_PLOT_SVG = 2, CAROM_PLOT_PDF = 4 };

typedef struct {
    const char *home;    /**< folder that contains plots/ */
    const char *preset;  /**< name of a preset; NULL: the first */
    unsigned formats;    /**< CAROM_PLOT_PNG | ...; 0: PNG and SVG */
    const char *title;   /**< heading of all figures; NULL: their own */
    const char *figures; /**< names separated by commas, or "all"; NULL: all but extra figures */
    const volatile sig_atomic_t *stop; /**< cancellation flag; may be NULL */
} carom_plot_options;

/** Presets: sizes for screen, slides and paper (plots/preset.gp). NULL ends the list. A preset
 * other than the first appends its name to the names of figures: energy-slide.png. */
extern const struct carom_plot_preset {
    const char *name, *summary;
} carom_plot_presets[];

/** Set @p formats by "png,svg,pdf". @return false: another text */
bool carom_plot_parse_formats(const char *text, unsigned *formats);

/** Draw the figures into @p directory, which has the tables of the result: a gnuplot process for
 * each figure and format, side by side on all processors. A failed figure does not stop the others.
 *  @return CAROM_INVALID if `figures` has an unknown name; CAROM_CANNOT_READ if plots/ is missing
 * or a table is not a regular file; CAROM_CANNOT_CREATE if gnuplot is missing or fails;
 *  CAROM_CANNOT_WRITE, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_plot_draw(const carom_plot *plot, const char *directory,
                                           const carom_plot_options *options, carom_error *error);

/** Return CAROM_INVALID with the existing names if `figures` has an unknown one. */
CAROM_CHECKED carom_status carom_plot_check_figures(const carom_plot *plot, const char *figures,
                                                    carom_error *error);

/** Write "energy.png, phase.png and others": the figures that @p options selects, in their first
 * format. @return their number */
size_t carom_plot_list_figures(const carom_plot *plot, const carom_plot_options *options,
                               char *text, size_t size);
