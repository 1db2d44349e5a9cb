/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plot/plot.h"
#include "records/records.h"

/* ---- drawing ----
 * A list of statements for gnuplot: variables, data blocks and figures, in order. Commands and
 * studies fill it; carom_gnuplot_draw draws it, at once or from the file that it was written to. */

enum { CAROM_MAX_FIGURES = 64 }; /**< per drawing; further ones are not drawn */

/** Kind of a statement. */
typedef enum {
    CAROM_DRAW_TEXT,      /**< sets a variable to a text */
    CAROM_DRAW_NUMBER,    /**< sets a variable to a number; 0 if it is not finite */
    CAROM_DRAW_COUNT,     /**< sets a variable to an integer */
    CAROM_DRAW_ARRAY,     /**< declares an array of that size */
    CAROM_DRAW_FIGURE,    /**< draws a figure by the script of its panel */
    CAROM_DRAW_PAGE,      /**< draws a page of several panels by its script */
    CAROM_DRAW_ANIMATION, /**< begins an animation by its script; frames follow */
    CAROM_DRAW_FRAME      /**< draws a frame by its script */
} carom_statement_kind;

typedef struct {
    carom_statement_kind kind;
    char *name, *value; /**< not NULL; the value of a variable or the script of a figure */
} carom_statement;

/** Initialize with {0}. `failed` is set if memory runs out; drawing and writing then return an
 * error. */
typedef struct {
    carom_statement *item;
    size_t count, room;
    bool failed;
} carom_drawing;

/** Set the heading and the footer of all figures: TITLE, SUBJECT (empty) and FOOTER1 to FOOTER3.
 *  @param footer  three lines; NULL for an empty one */
void carom_drawing_begin(carom_drawing *drawing, const char *title, const char *const footer[3]);

/** Set heading and footer for a command other than run and compare: the scenario's title, or @p
 * name without one, and a footer with the program and @p command: "carom sweep 08-one-hits-two". */
void carom_drawing_begin_command(carom_drawing *drawing, const char *title, const char *command,
                                 const char *name);

/** Set the second line of the heading of the next figures: what is drawn (SUBJECT). */
void carom_drawing_subject(carom_drawing *drawing, const char *format, ...) CAROM_PRINTF(2, 3);

/** Set a variable. */
void carom_drawing_text(carom_drawing *drawing, const char *variable, const char *text);
void carom_drawing_number(carom_drawing *drawing, const char *variable, double value);
void carom_drawing_count(carom_drawing *drawing, const char *variable, size_t value);

/** Declare arrays (names separated by blanks); set element @p i, counted from 0. */
void carom_drawing_array(carom_drawing *drawing, const char *arrays, size_t size);
void carom_drawing_text_at(carom_drawing *drawing, const char *array, size_t i, const char *text);
void carom_drawing_number_at(carom_drawing *drawing, const char *array, size_t i, double value);
void carom_drawing_count_at(carom_drawing *drawing, const char *array, size_t i, size_t value);

/** Draw plots/@p panel.gp as @p name.png and so on. A preset other than the first appends its name
 * to @p name. */
void carom_drawing_figure(carom_drawing *drawing, const char *name, const char *panel);

/** Add a statement. A page is drawn by plots/@p value.gp; plots/grid.gp
 * lays out as many panels as the preset has room for (PANELS, PANEL_SCRIPT and PANEL_HEAD, most
 * important first). */
void carom_drawing_add(carom_drawing *drawing, carom_statement_kind kind, const char *name,
                       const char *value);

/** Return the number of figures and pages.
 *  @param names  receives "a.png, b.png and others" */
size_t carom_drawing_count_figures(const carom_drawing *drawing, char *names, size_t size);

/** Write the drawing as a table (what, name, value), entirely or not at all. Animations and frames are left out: they can be built from the records. */
CAROM_CHECKED carom_status carom_drawing_write(const carom_drawing *drawing, const char *directory,
                                               const char *name, carom_error *error);

/** Read such a table and append its statements. Only known variables, and figures and scripts with
 * plain file names, are accepted.
 *  @return CAROM_CANNOT_READ; CAROM_INVALID with file and line */
CAROM_CHECKED carom_status carom_drawing_read(carom_drawing *drawing, const char *path,
                                              carom_error *error);

void carom_drawing_free(carom_drawing *drawing);

/* ---- presets ----
 * Sizes and options of figures for screen, slides and paper. */

/** Size of a drawing area (1/100 inch) and of its font (points of 1/72 inch). */
typedef struct {
    double width, height, font;
} carom_canvas;

/** Sizes and style for one medium. */
typedef struct {
    const char *name, *summary;
    carom_canvas figure, page;    /**< canvas of a single panel; of a page */
    int page_panels, page_across; /**< maximum number on a page, and side by side */
    bool page_fixed;              /**< a page with one row of panels keeps its height */
    double scale;                 /**< pixels of a PNG per 1/100 inch */
    double line;                  /**< factor of all line widths */
    /** with a heading, with a footer */
    bool titled, footed;
    bool mono; /**< black and grey */
} carom_preset;

/** Figures named by the user, separated by commas, or "all". Initialize with {names}. */
typedef struct {
    const char *names;   /**< NULL: the default ones */
    unsigned long found; /**< bit i: a drawing has the i-th name */
    char existing[1000]; /**< names of all figures that the drawings have */
} carom_figure_list;

typedef struct {
    const char *home;           /**< folder that contains plots/ */
    const carom_preset *preset; /**< not NULL */
    unsigned formats;  /**< bits 1 << CAROM_PNG, 1 << CAROM_SVG, 1 << CAROM_PDF; 0: PNG, SVG */
    const char *title; /**< heading of all figures; NULL: their own */
    carom_figure_list *list; /**< may be NULL: the default ones */
    bool film;               /**< also write animations as MP4 (requires ffmpeg) */
    /** cancellation flag; may be NULL */
    const volatile sig_atomic_t *stop;
    FILE *notes; /**< receives the names of specified panels that cannot be drawn, with the reasons;
                    may be NULL */
} carom_figure_options;

/** All presets, ended by a NULL name. The first is the default; its figures have no suffix. */
extern const carom_preset carom_presets[];

/** Return the preset of that name, or NULL. */
const carom_preset *carom_preset_find(const char *name);

/* ---- gnuplot ----
 * Runs gnuplot on a drawing: each figure in each format. */

/** Draw all figures of @p drawing into @p directory, which contains the tables that the scripts
 * read.
 *  @return CAROM_CANNOT_READ if plots/ is missing; CAROM_CANNOT_CREATE if gnuplot is
 *  missing or fails (figures without errors are written); CAROM_CANNOT_WRITE if a figure is
 *  incomplete (existing files are kept); CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_gnuplot_draw(const carom_drawing *drawing, const char *directory,
                                              const carom_figure_options *figure_options,
                                              carom_error *error);

/* ---- figure files ----
 * Files that gnuplot has drawn in a scratch folder; used by gnuplot.c. */

/** The files of a figure; the last two of an animation. */
enum { CAROM_PNG, CAROM_SVG, CAROM_PDF, CAROM_GIF, CAROM_MP4, CAROM_FORMATS };

typedef struct {
    const char *ending, *terminal;
    const char *mark; /**< end of a complete file: gnuplot does not check that it is written */
    size_t length;    /**< of the mark */
} carom_figure_format;
extern const carom_figure_format carom_figure_formats[CAROM_FORMATS];

/** A figure of a drawing. */
typedef struct {
    char name[100];
    bool is_animation; /**< drawn as GIF and, optionally, MP4 */
    bool failed;       /**< gnuplot reported an error in it, so it is left out */
} carom_figure_file;

/** State while gnuplot runs. */
typedef struct {
    FILE *script;
    char *scratch; /**< path of the scratch folder */
    const char *directory;
    const carom_figure_options *figure_options;
    carom_figure_file *figure; /**< CAROM_MAX_FIGURES elements */
    size_t figures;
    /** Number of scripts that run at the same time, and the present one. It draws every parts-th
     * file of a figure. */
    size_t parts, part;
    bool has_style; /**< the user has a style */
    size_t frames;  /**< number of frames of the MP4 */
    bool filmed;    /**< the MP4 exists */
    size_t failures;
    char failure[400]; /**< names of failed figures with reasons */
} carom_gnuplot_run;

/** Return whether gnuplot makes file @p f (CAROM_PNG ...) of figure @p i. */
bool carom_figure_file_is_made(const carom_gnuplot_run *gnuplot, size_t i, int f);

enum { CAROM_SCRATCH_NAME = 40 };

/** Write the name of a file in the scratch folder. */
void carom_figure_scratch_name(char name[CAROM_SCRATCH_NAME], size_t i, int f);

/** Return whether a figure of that name is drawn, and note the name in the list. */
bool carom_figure_is_wanted(const carom_figure_options *figure_options, const char *name);

/** Return CAROM_INVALID if no drawing had a figure of the list, with the existing names. */
CAROM_CHECKED carom_status carom_figure_list_check(const carom_figure_list *list,
                                                   carom_error *error);

/** Finish all files and move them to their folder, or none if one is incomplete. */
CAROM_CHECKED carom_status carom_figure_files_commit(const carom_gnuplot_run *gnuplot,
                                                     carom_error *error);

/** Remove all files from the scratch folder. */
void carom_figure_files_remove(const carom_gnuplot_run *gnuplot);

/** Program that encodes films; callers check that it is on the PATH before they draw frames. */
extern const char carom_movie_program[];

/* ---- variables of solvers ---- */

/** Set N, and NAME, LABEL and STYLE of @p count solvers. */
void carom_drawing_solvers(carom_drawing *drawing, const carom_scenario *scenario,
                           const char *const *name, size_t count);

/** Set ROUNDING, the resolution of coordinates (m): half a unit in the last place of the largest
 * coordinate at the start. Smaller distances are rounding. */
void carom_drawing_rounding(carom_drawing *drawing, const carom_problem *problem);

/* ---- redraw ---- */

/** End of the names of lists of figures: diverge.figures.tsv. */
extern const char carom_drawing_suffix[];

/** Draw the figures of the run and of all studies in @p directory again.
 *  @param studies  receives the number of lists of figures */
CAROM_CHECKED carom_status carom_figures_redraw(const char *directory,
                                                const carom_figure_options *figure_options,
                                                size_t *studies, carom_error *error);
