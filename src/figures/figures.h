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
    CAROM_DRAW_BLOCK,     /**< defines a data block: rows of a table below its column names */
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

/** Add a statement. The block "ENERGY1" is $ENERGY1; its value is lines, of which the first has the
 * column names and each ends with a newline. A page is drawn by plots/@p value.gp; plots/grid.gp
 * lays out as many panels as the preset has room for (PANELS, PANEL_SCRIPT and PANEL_HEAD, most
 * important first). */
void carom_drawing_add(carom_drawing *drawing, carom_statement_kind kind, const char *name,
                       const char *value);

/** Return the number of figures and pages.
 *  @param names  receives "a.png, b.png and others" */
size_t carom_drawing_count_figures(const carom_drawing *drawing, char *names, size_t size);

/** Write the drawing as a table (what, name, value), entirely or not at all. Blocks, animations and
 * frames are left out: they can be built from the records. */
CAROM_CHECKED carom_status carom_drawing_write(const carom_drawing *drawing, const char *directory,
                                               const char *name, carom_error *error);

/** Read such a table and append its statements. Only known variables, and figures and scripts with
 * plain file names, are accepted.
 *  @return CAROM_CANNOT_READ; CAROM_INVALID with file and line */
CAROM_CHECKED carom_status carom_drawing_read(carom_drawing *drawing, const char *path,
                                              carom_error *error);

void carom_drawing_free(carom_drawing *drawing);

/* ---- blocks ----
 * Builds a data block: rows of numbers and gaps, which interrupt curves. */

typedef struct {
    char *rows;
    size_t length;
    FILE *stream;      /**< NULL if memory ran out; rows are then discarded */
    size_t rows_added; /**< rows added */
} carom_block;

/** Begin a block. It must not move until carom_block_end, which frees it.
 *  @param header  column names, separated by tabs */
void carom_block_begin(carom_block *block, const char *header);

/** Add a row of up to four numbers. */
void carom_block_add_row(carom_block *block, const double *value, size_t count);

/** Interrupt the curve; no effect before the first row. */
void carom_block_add_gap(carom_block *block);

/** Add the block to @p drawing under @p name and the number of the solver: "ENERGY" and 0 give
 * $ENERGY1. */
void carom_block_end(carom_block *block, carom_drawing *drawing, const char *name, size_t solver);

/* ---- figure data ----
 * Scenario, solvers and scales of a run, read from run.json. */

enum { CAROM_MAX_PATHS = 3, CAROM_FOOTER_LINES = 3 };

typedef struct {
    char name[CAROM_NAME_SIZE];
    /** without parameters that are not needed to tell it from others */
    char label[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE];
    int style;                                /**< line style (plots/style.gp) */
    size_t last_sample;                       /**< index of the last recorded sample */
    double first_mismatch_s, contact_delay_m; /**< NaN: none */
} carom_figure_solver;

typedef struct {
    carom_scenario scenario;
    char title[512], footer[CAROM_FOOTER_LINES][512];
    carom_figure_solver *solver;
    /** solvers in drawing order: solid lines first, dashed ones above */
    size_t *order;
    size_t solvers, reference;
    bool compared;
    double energy_J; /**< scale of the residuals, > 0 */
    /** energies are drawn in J: they are 0 at t = 0, or gravity makes their zero arbitrary;
     * energy_J is then the largest kinetic energy of the reference */
    bool in_joules;
    double first_mismatch_s, contact_delay_m; /**< earliest and longest; NaN if none */
    /** indices of the balls whose paths are drawn; none if there are too many */
    size_t path[CAROM_MAX_PATHS], paths;
    const volatile sig_atomic_t *stop; /**< cancellation flag for later readers of the tables */
} carom_figure_data;

/** Read the data from the records in @p directory. Call carom_figure_data_free in any case.
 *  @param stop  cancellation flag; may be NULL */
CAROM_CHECKED carom_status carom_figure_data_read(carom_figure_data *data, const char *directory,
                                                  const volatile sig_atomic_t *stop,
                                                  carom_error *error);
void carom_figure_data_free(carom_figure_data *data);

/** Find a solver by name.
 *  @param position  receives its index in data->solver
 *  @return CAROM_INVALID with the existing names */
CAROM_CHECKED carom_status carom_figure_find_solver(const carom_figure_data *data, const char *name,
                                                    size_t *position, carom_error *error);

/** Find two solvers by name, as indices in data->solver. With one name, the reference and that
 * solver; with none, the reference and the first other solver.
 *  @return CAROM_INVALID as above */
CAROM_CHECKED carom_status carom_figure_find_pair(const carom_figure_data *data,
                                                  const char *const *name, size_t count,
                                                  size_t pair[2], carom_error *error);

/* ---- recorded ----
 * The tables of a run as numbers: samples, balls, collisions and distances from the reference. */

/** A row of collisions.tsv. */
typedef struct {
    double t_s, contact_s, impulse_Ns;   /**< contact_s is 0 for an impulse */
    double approach_mps, separation_mps; /**< NaN if unknown */
    carom_vec normal;                    /**< n, from a to b */
    const char *a, *b;                   /**< names of balls; b is the part of the wall if `wall` */
    bool wall;
    double dissipated_J;
} carom_recorded_impact;

/** Quantities of a sample. */
typedef enum {
    CAROM_SERIES_TIME,   /**< s */
    CAROM_SERIES_ENERGY, /**< mechanical energy, J */
    CAROM_SERIES_ELASTIC,
    CAROM_SERIES_POTENTIAL,
    CAROM_SERIES_ENERGY_RESIDUAL, /**< energy error, J */
    CAROM_SERIES_SPIN,            /**< rotational energy, J; NULL if balls cannot spin */
    CAROM_SERIES_DISTANCE,        /**< rms distance from the reference, m; NaN if not compared */
    CAROM_SERIES_KINDS
} carom_series_kind;

/** Figures of a run read no trajectories of more balls, which could not be distinguished. */
enum { CAROM_MAX_FOLLOWED_BALLS = 12 };

/** Position and velocity of a ball. */
typedef struct {
    double t_s, x_m[2], v_mps[2];
} carom_recorded_state;

/** Initialize with {0}. */
typedef struct {
    size_t samples;
    double *series[CAROM_SERIES_KINDS]; /**< NULL if the column is missing */
    carom_recorded_state *state;        /**< samples x balls; NULL if not read */
    size_t states;
    bool logged;                   /**< collisions.tsv exists */
    carom_recorded_impact *impact; /**< sorted by time */
    size_t impacts;
    carom_tsv log; /**< owns the names in `impact` */
} carom_recorded_solver;

typedef struct {
    carom_recorded_solver *solver; /**< in the order of carom_figure_data */
    size_t solvers;
} carom_recorded;

/** Read series.tsv, trajectory.tsv and, if it exists, collisions.tsv of solver @p name. Call
 * carom_recorded_solver_free in any case.
 *  @param whole  for the figures of a run: all columns are required, and trajectories of more than
 *  CAROM_MAX_FOLLOWED_BALLS balls are skipped. Otherwise for a film: requires energies,
 *  trajectories, and times and impulses of collisions
 *  @param stop   cancellation flag; may be NULL
 *  @return CAROM_CANNOT_READ, CAROM_INVALID, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_recorded_solver_read(carom_recorded_solver *solver,
                                                      const carom_problem *problem,
                                                      const char *directory, const char *name,
                                                      bool whole, const volatile sig_atomic_t *stop,
                                                      carom_error *error);
void carom_recorded_solver_free(carom_recorded_solver *solver);

/** Return whether two collisions are between the same bodies. */
bool carom_recorded_is_same_pair(const carom_recorded_impact *p, const carom_recorded_impact *q);

/** Columns rms_m and t_s of divergence.tsv: one row per sample and solver. */
typedef struct {
    double *column[2];
    size_t rows;
} carom_distances;

/** Read the table. Call carom_distances_free in any case. */
CAROM_CHECKED carom_status carom_distances_read(carom_distances *distances, const char *directory,
                                                const volatile sig_atomic_t *stop,
                                                carom_error *error);
void carom_distances_free(carom_distances *distances);

/** Return the distance in a row (m), or NaN beyond the last row. */
double carom_distances_at(const carom_distances *distances, size_t row);

/** Read the tables of all solvers of @p data, and the distances if the run was compared. Call
 * carom_recorded_free in any case. */
CAROM_CHECKED carom_status carom_recorded_read(carom_recorded *recorded,
                                               const carom_figure_data *data, const char *directory,
                                               carom_error *error);
void carom_recorded_free(carom_recorded *recorded);

/* ---- step curves ----
 * Energy of a run over time. An impulse acts at an instant: it is a step between samples. */

typedef struct {
    double t_s, energy_J;
} carom_step_point;

/** Points of a polyline; two points at the same time are a step. */
typedef struct {
    carom_step_point *point; /**< sorted by time */
    size_t points;
} carom_step_curve;

/** Build the curve of the mechanical energy from the samples and the impulses. Call
 * carom_step_curve_free in any case. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_step_curve_build(carom_step_curve *curve,
                                                  const carom_recorded_solver *solver,
                                                  carom_error *error);
void carom_step_curve_free(carom_step_curve *curve);

/** Return the energy at time @p t_s, at a step the value after it; NaN for an empty curve. */
double carom_step_curve_at(const carom_step_curve *curve, double t_s);

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

/* ---- run figures ----
 * Variables of all figures of a run. */

/** Begin a drawing of a run: title, footer, solvers, table and balls. */
void carom_figures_define_run(carom_drawing *drawing, const carom_figure_data *data);

/* ---- tracks ----
 * Positions of the balls between samples, interpolated from samples and collisions. */

/** A known position of a ball with its velocities before and after (m/s). */
typedef struct {
    double t_s;
    carom_vec position, in, out;
} carom_knot;

/** A collision of the log. */
typedef struct {
    double from_s, to_s; /**< equal for an impulse */
    carom_vec impulse;   /**< momentum transferred from a to b, N s */
    carom_vec normal;    /**< n, from a to b */
    size_t a, b;         /**< indices of balls; b is the number of balls for a wall */
} carom_track_collision;

/** Initialize with {0}. */
typedef struct {
    const carom_problem *problem;
    const carom_recorded_solver *recorded;
    carom_knot *knot; /**< knots of ball 0, ball 1, ..., each by time */
    size_t *first;    /**< index of each ball's first knot, and the total */
    carom_track_collision *collision;
    size_t collisions;
} carom_tracks;

/** Build the tracks of a solver from @p recorded, which must outlive them. Call carom_tracks_free
 * in any case.
 *
 * Between samples and collisions a ball moves freely: along a line, or a parabola under gravity. A
 * contact without a sample inside is interpolated smoothly. Where positions and velocities are
 * inconsistent, as in a loop that does not move balls by their velocities, the track connects
 * samples.
 *  @param stop  cancellation flag; may be NULL
 *  @return CAROM_INTERRUPTED, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_tracks_build(carom_tracks *tracks, const carom_problem *problem,
                                              const carom_recorded_solver *recorded,
                                              const volatile sig_atomic_t *stop,
                                              carom_error *error);
void carom_tracks_free(carom_tracks *tracks);

/** Return the number of samples, and the time between two (s; 0 for a single one). */
size_t carom_tracks_samples(const carom_tracks *tracks);
double carom_tracks_spacing(const carom_tracks *tracks);

/** Return the last knot of a ball that is not later than @p t_s, or its first one. */
const carom_knot *carom_tracks_knot(const carom_tracks *tracks, size_t ball, double t_s);

/** Return the position of a ball: cubic interpolation between knots, exact for lines and parabolas,
 * constant beyond the ends. */
carom_vec carom_tracks_position(const carom_tracks *tracks, size_t ball, double t_s);

/* ---- variables of solvers ---- */

/** Set N, and NAME, LABEL and STYLE of @p count solvers. */
void carom_drawing_solvers(carom_drawing *drawing, const carom_scenario *scenario,
                           const char *const *name, size_t count);

/** Set ROUNDING, the resolution of coordinates (m): half a unit in the last place of the largest
 * coordinate at the start. Smaller distances are rounding. */
void carom_drawing_rounding(carom_drawing *drawing, const carom_problem *problem);
