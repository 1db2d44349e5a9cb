/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/base.h"
#include "run/run.h"

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
    CAROM_PLOT_PANEL,
    CAROM_PLOT_EXTRA_FIGURE
} carom_plot_kind;

/** A variable and its value, or a figure and its script. */
typedef struct {
    carom_plot_kind kind;
    const char *name, *value;
    size_t element; /**< of a list, from 1; 0: no list */
} carom_plot_row;

typedef struct {
    const char *command;
    carom_plot_row *row;
    size_t rows, capacity;
    carom_arena texts;
    carom_error failure; /**< the first error; its status is CAROM_OK without one */
} carom_plot;

/** Begin the figures of a result.
 *  @param title    heading of all figures (TITLE); "": @p name, without the folder of a file
 *  @param command  names the file; the footer begins with it: "carom sweep 08-one-hits-two"
 *  @param name     name of the scenario; the last part of an absolute path is shown
 *  @param changes  options that changed the scenario: " --set KEY=VALUE"; may be NULL
 *  @param footer   rest of the footer, with parts separated by "   |   "; may be ""
 *  @return released with carom_plot_free */
carom_plot *carom_plot_open(const char *title, const char *command, const char *name,
                            const char *changes, const char *footer);
void carom_plot_free(carom_plot *plot);

/** Set the heading by --title, which paper has too. */
void carom_plot_retitle(carom_plot *plot, const char *title);

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

/** Add a panel, which is a figure of its own if --figures names it; by "all" only with content.
 * @p on_page  true if the overview has it: presets other than the first draw it by default,
 * and no overview */
void carom_plot_panel(carom_plot *plot, const char *name, const char *script, const char *subject,
                      bool on_page);

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

/** Formats of figures, as bits. The PNG frames of a film stay in the scratch folder. */
enum { CAROM_PLOT_PNG = 1, CAROM_PLOT_SVG = 2, CAROM_PLOT_PDF = 4, CAROM_PLOT_FRAMES = 8 };

typedef struct {
    const char *home;    /**< folder that contains plots/ */
    const char *preset;  /**< name of a preset; NULL: the first */
    unsigned formats;    /**< CAROM_PLOT_PNG | ...; 0: PNG and SVG */
    const char *title;   /**< heading of all figures; NULL: their own */
    const char *figures; /**< names separated by commas, or "all"; NULL: all but panels */
    const char *scratch; /**< folder for gnuplot's files (SCRATCH); NULL: a new one */
    const volatile sig_atomic_t *stop; /**< cancellation flag; may be NULL */
} carom_plot_options;

/** Presets: sizes for screen, slides and paper (plots/draw.gp). NULL ends the list. A preset
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

/** Draw the figures of all files *.figures.tsv of a folder again (carom_plot_read), and write names
 * of the first to @p names. @return also CAROM_CANNOT_READ if there is none */
CAROM_CHECKED carom_status carom_plot_redraw(const char *directory,
                                             const carom_plot_options *options, char *names,
                                             size_t size, carom_error *error);

/** Return CAROM_INVALID with the existing names if `figures` has an unknown one. */
CAROM_CHECKED carom_status carom_plot_check_figures(const carom_plot *plot, const char *figures,
                                                    carom_error *error);

/** Write "energy.png, phase.png and others": the figures in @p directory that @p options selects,
 * in their first format. @return their number */
size_t carom_plot_list_figures(const carom_plot *plot, const char *directory,
                               const carom_plot_options *options, char *text, size_t size);

/** Move a complete file from the scratch folder to the folder of the result, where it replaces a
 * link. @param mark  bytes near its end */
CAROM_CHECKED carom_status carom_plot_move(const char *made, const char *mark,
                                           const char *directory, const char *name,
                                           carom_error *error);

/* ---- figures of a run ---- */

/** Describe the figures of a finished run that has written its tables.
 *  @return released with carom_plot_free */
carom_plot *carom_plot_run(const carom_run *run);

/** Return CAROM_INVALID if @p figures (--figures) has a name that no run has. */
CAROM_CHECKED carom_status carom_plot_check_run_figures(const char *figures, carom_error *error);

/* ---- replay ----
 * Film, snapshot and sound run the scenario of run.json again, which gives the same bits as the
 * records. */

enum { CAROM_MAX_SHOWN_SOLVERS = 6 };

typedef struct {
    const carom_scenario_solver *spec;
    const carom_solver_run *run; /**< finished, with its log */
    double mismatch_s;           /**< first mismatch with the first solver; INFINITY: none */
    size_t lost[2];              /**< balls of that collision */
} carom_replayed;

typedef struct {
    carom_scenario scenario;
    carom_replayed solver[CAROM_MAX_SHOWN_SOLVERS];
    size_t solvers;
    const volatile sig_atomic_t *stop;
    const char *name[CAROM_MAX_SHOWN_SOLVERS];
    carom_request request; /**< of the run */
    carom_run run;
} carom_replay;

/** Run solvers of the records in @p directory again. Call carom_replay_free in any case.
 *  @param name  names of solvers. None: all of the records, reference first; one: the reference and
 *  that solver
 *  @param most  solvers, at most CAROM_MAX_SHOWN_SOLVERS
 *  @param stop  cancellation flag; may be NULL
 *  @return CAROM_CANNOT_READ, CAROM_INVALID, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_replay_run(carom_replay *replay, const char *directory,
                                            const char *const *name, size_t names, size_t most,
                                            const volatile sig_atomic_t *stop, carom_error *error);
void carom_replay_free(carom_replay *replay);

/* ---- film and snapshot ---- */

/** Draw animation.mp4 and animation.gif with ffmpeg: the balls of each solver on its table, with
 * trails, the number of collisions, and the balls of the first mismatch with the first solver.
 *  @param name  as in carom_replay_run
 *  @return also the errors of carom_plot_draw */
CAROM_CHECKED carom_status carom_film_draw(const char *directory, const carom_plot_options *options,
                                           const char *const *name, size_t names,
                                           carom_error *error);

/** Write snapshot.tsv, plot.figures.tsv and, for a table, outline.tsv, and draw the balls at time
 * @p t_s (s) as snapshot.png and so on. */
CAROM_CHECKED carom_status carom_snapshot_draw(const char *directory,
                                               const carom_plot_options *options, double t_s,
                                               carom_error *error);

/** Its columns; also those of the frames of a film. */
extern const carom_table carom_snapshot_table;

/* ---- sound ---- */

/** Write sound.wav (16 bit, 44 100 Hz): a click for each collision, the first solver on the left
 * channel and the second on the right. A single solver is on both. Loudness is v_n/v_max with the
 * normal approach speed v_n (billiard blog, part 7); balls and cushions have different timbres.
 *  @param name    as in carom_replay_run
 *  @param report  receives duration, solvers and collisions: "1 s; left: impulse, 3 collisions ..."
 *  @return also CAROM_INVALID without a collision; CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_sound_write(const char *directory, const char *const *name,
                                             size_t names, const volatile sig_atomic_t *stop,
                                             char *report, size_t size, carom_error *error);

/* ---- style ----
 * Colors and labels of solvers, the same in every figure. */

/** Colors of plots/style.gp, and shades with dash patterns of each. Both repeat after the last. */
enum { CAROM_COLORS = 9, CAROM_VARIANTS = 5 };

/** Return the line style (plots/lines.gp) of a solver: its color plus ten times its index among the
 * solvers of that color. 1 impulse, 2 Euler, 3 Heun, 4 Verlet, 5 Runge-Kutta, 6 and 7 other methods
 * (one kind and integrator each), 9 greys of the 128-bit reference; 8 is for values of
 * comparison. A solver that is not in the scenario has color 6. */
int carom_solver_line_style(const carom_scenario *scenario, const char *solver);

/** Write the label of a solver in figures: its label in the scenario or, without one, its name. A
 * name that begins with that of a method has its spelling: "Euler", "RK4-located". */
void carom_solver_short_label(const carom_scenario *scenario, const char *solver, char *text,
                              size_t size);

/** Write the same with the step and stiffness in which solvers without a label differ: "Euler, h =
 * 1 µs". */
void carom_solver_label(const carom_scenario *scenario, const char *solver, char *text,
                        size_t size);

/** Return the symbol of a parameter of a solver in labels, "h" for step_s; NULL if it has none. */
const char *carom_param_symbol(const char *key);

/** Append the step and stiffness in which a solver differs from the others: ", h = 1 µs". */
void carom_solver_append_differences(const carom_scenario *scenario,
                                     const carom_scenario_solver *solver, char *text, size_t size);

/** Add a solver of a scenario with its label, or with @p label, and its line style. */
void carom_plot_scenario_solver(carom_plot *plot, const carom_scenario *scenario,
                                const char *solver, const char *label);

/** Write a word with a capital letter, names of methods in their spelling. */
void carom_solver_capitalize(const char *name, char *text, size_t size);

/** Write a label for use in a sentence, capitalized: "Euler (h = 1 µs)". */
void carom_label_in_text(const char *label, char *text, size_t size);

/** A label as a value. */
typedef struct {
    char text[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE];
} carom_label;
