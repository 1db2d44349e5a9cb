/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_FIGURES_H
#define CAROM_INTERNAL_FIGURES_H

#include "records/records.h"
#include "scenario/scenario.h"

#include <carom/status.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- drawing ----
 * What is to be drawn: a list of variables and of figures that scripts in plots/ make of them, in
 * the order in which gnuplot hears it. Whoever has something to draw fills one; gnuplot.h draws it,
 * at once or, from the file that it was written to, later and in another look. */

enum { CAROM_MAX_FIGURES = 64 }; /**< of a drawing; more are not drawn */

/** What a statement says. */
typedef enum {
    CAROM_DRAW_TEXT,          /**< a variable, text */
    CAROM_DRAW_NUMBER,        /**< a variable, a number; one that is not finite is 0 */
    CAROM_DRAW_COUNT,         /**< a variable, a whole number */
    CAROM_DRAW_ARRAY,         /**< an array of so many places */
    CAROM_DRAW_BLOCK,         /**< a data block: lines of a table, the names of its columns above */
    CAROM_DRAW_NOTE,          /**< a sentence for the caption of the next figure */
    CAROM_DRAW_FIGURE,        /**< a figure by its name, the script of its panel */
    CAROM_DRAW_TIMING_FIGURE, /**< the same, of wall-clock time: not drawn where the look is without
                               */
    CAROM_DRAW_PAGE,          /**< a page of several panels by its name, its script */
    CAROM_DRAW_ANIMATION,     /**< an animation by its name, its script; frames follow */
    CAROM_DRAW_FRAME          /**< a frame, by its script */
} carom_statement_kind;

typedef struct {
    carom_statement_kind kind;
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

/** Arrays, their names with blanks between; and sets place @p i of one, counted from 0 (gnuplot
 * counts from 1). */
void carom_drawing_array(carom_drawing *drawing, const char *arrays, size_t places);
void carom_drawing_text_at(carom_drawing *drawing, const char *array, size_t i, const char *text);
void carom_drawing_number_at(carom_drawing *drawing, const char *array, size_t i, double value);
void carom_drawing_count_at(carom_drawing *drawing, const char *array, size_t i, size_t value);

/** Draws plots/@p panel.gp as the figure @p name.png, .svg and .pdf (with the preset's name behind
 * it unless that is the first), and its caption from that script as .txt. */
void carom_drawing_figure(carom_drawing *drawing, const char *name, const char *panel);

/** Any statement. A data block "ENERGY1" is $ENERGY1, its value lines that end with a line end, the
 * first the columns' names. A page is drawn by plots/@p value.gp; plots/grid.gp lays out as many
 * panels as the preset has room for (PANELS, PANEL_SCRIPT and PANEL_HEAD, the important ones
 * first). */
void carom_drawing_add(carom_drawing *drawing, carom_statement_kind kind, const char *name,
                       const char *value);

/** How many figures and pages it has; clocked ones are not counted where @p clockless.
 *  @param names  "a.png, b.png and others" */
size_t carom_drawing_count_figures(const carom_drawing *drawing, bool omit_timing, char *names,
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

/* ---- blocks ----
 * A data block on its way into a drawing: rows of numbers, and gaps that no line crosses. */

typedef struct {
    char *rows;
    size_t length;
    FILE *stream; /**< NULL: no memory, and nothing is put */
    size_t put;   /**< rows so far */
} carom_block;

/** @param block   stays where it is until carom_block_end, which frees it
 *  @param header  the columns' names, tabs between */
void carom_block_begin(carom_block *block, const char *header);

/** A row of up to four numbers. */
void carom_block_add_row(carom_block *block, const double *value, size_t count);

/** Nothing is joined across it; nothing where no row has been put. */
void carom_block_add_gap(carom_block *block);

/** Adds it to @p drawing, called @p name and the number of the solver: "ENERGY" and 0 is $ENERGY1.
 */
void carom_block_end(carom_block *block, carom_drawing *drawing, const char *name, size_t solver);

/* ---- figure data ----
 * What figures need to know besides the curves: read from run.json and summary numbers in it. */

enum { CAROM_MAX_PATHS = 3, CAROM_FOOTER_LINES = 3 };

typedef struct {
    char name[CAROM_NAME_SIZE];
    char label[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE]; /**< as it reads in a sentence */
    int style;                                             /**< line style of plots/style.gp */
    size_t last_sample;                                    /**< index of the last sample recorded */
    double first_mismatch_s, lag_m;                        /**< NaN: none */
} carom_figure_solver;

typedef struct {
    carom_scenario scenario;
    char title[512], footer[CAROM_FOOTER_LINES][512], path_heading[200];
    carom_figure_solver *solver;
    /** solvers in the order in which they are drawn: solid first, dashed above */
    size_t *order;
    size_t solvers, reference;
    bool compared;
    double energy_J, momentum_kgmps; /**< what residuals are divided by, > 0 */
    /** at t = 0: then the two are 1, and residuals what they are */
    bool energy_is_zero, at_rest;
    double first_mismatch_s, lag_m;      /**< earliest, longest; NaN: none */
    size_t path[CAROM_MAX_PATHS], paths; /**< balls whose paths are drawn */
    const volatile sig_atomic_t *stop;   /**< for who reads the tables beside it */
} carom_figure_data;

/** Reads it from the records in @p directory. @param stop set from outside to interrupt what is
 * read of them; may be NULL. carom_figure_data_free in any case. */
CAROM_CHECKED carom_status carom_figure_data_read(carom_figure_data *data, const char *directory,
                                                  const volatile sig_atomic_t *stop,
                                                  carom_error *error);
void carom_figure_data_free(carom_figure_data *data);

/** The place in data->solver of the one called @p name.
 *  @return CAROM_INVALID where there is none: the message has those that there are */
CAROM_CHECKED carom_status carom_figure_find_solver(const carom_figure_data *data, const char *name,
                                                    size_t *position, carom_error *error);

/** Two solvers of the records, as places in data->solver: those called @p name[0] and [1]; where
 * only one is named, the reference and that one; where none is, the reference and the first other.
 *  @return as above */
CAROM_CHECKED carom_status carom_figure_find_pair(const carom_figure_data *data,
                                                  const char *const *name, size_t count,
                                                  size_t pair[2], carom_error *error);

/* ---- recorded ----
 * The tables that a run has left, in numbers: the series, the balls, the collisions, the distances
 * from the reference. */

/** A row of collisions.tsv. */
typedef struct {
    double t_s, contact_s, impulse_Ns; /**< an impulse lasts 0 */
    carom_vec normal;                  /**< n, from a to b */
    const char *a, *b;                 /**< names of balls; b of a wall's part where it is a wall */
    bool wall;
    double edge_impulse_kgmps[2]; /**< to the balls together, by a wall or a fixed ball; else 0 */
    double dissipated_J, overlap_m;
} carom_recorded_impact;

/** What is recorded of each sample. */
typedef enum {
    CAROM_SERIES_TIME,   /**< s */
    CAROM_SERIES_ENERGY, /**< of the balls and their contacts, J */
    CAROM_SERIES_ELASTIC,
    CAROM_SERIES_POTENTIAL,
    CAROM_SERIES_DISSIPATED,        /**< J */
    CAROM_SERIES_ENERGY_RESIDUAL,   /**< energy that the ledger does not explain, J */
    CAROM_SERIES_MOMENTUM_X,        /**< kg m/s */
    CAROM_SERIES_MOMENTUM_Y,        /**< kg m/s */
    CAROM_SERIES_MOMENTUM_RESIDUAL, /**< momentum that nothing explains, its magnitude, kg m/s */
    CAROM_SERIES_ANGULAR_MOMENTUM,  /**< angular momentum about the table's centre, kg m^2/s; NaN:
                                       none */
    CAROM_SERIES_SPIN,              /**< energy of rotation, J; NULL where balls cannot spin */
    CAROM_SERIES_DISTANCE,          /**< rms distance from the reference, m; NaN: not compared */
    CAROM_SERIES_KINDS
} carom_series_kind;

/** Of a scene of more balls the figures of a run read no states: nobody could tell them apart. */
enum { CAROM_MAX_FOLLOWED_BALLS = 12 };

/** Place and velocity of a ball, and how it has turned, a unit quaternion (w, x, y, z). */
typedef struct {
    double t_s, x_m[2], v_mps[2], orientation[4];
} carom_recorded_state;

/** Begins as {0}. */
typedef struct {
    size_t samples;
    double *series[CAROM_SERIES_KINDS]; /**< samples each; NULL: no such column */
    carom_recorded_state *state;        /**< samples x balls; NULL: not read */
    size_t states;
    bool logged;                   /**< whether there is a log */
    carom_recorded_impact *impact; /**< in the log's order, by time */
    size_t impacts;
    carom_tsv log; /**< has their names */
} carom_recorded_solver;

typedef struct {
    carom_recorded_solver *solver; /**< in the order of the figure data */
    size_t solvers;
} carom_recorded;

/** Reads series.tsv, trajectory.tsv and, where it is, collisions.tsv of the solver called @p name.
 * carom_recorded_solver_free in any case.
 *  @param whole  as the figures of a run need it: every column has to be there, and no states are
 * read of more than CAROM_MAX_FOLLOWED_BALLS balls. Else as a film needs it: of the series the
 * energy, of the collisions their times and impulses have to be there, of the balls how they have
 * turned too, where the problem says so
 *  @param stop   set from outside to interrupt; may be NULL
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where a table is not there or none, CAROM_INTERRUPTED
 */
CAROM_CHECKED carom_status carom_recorded_solver_read(carom_recorded_solver *solver,
                                                      const carom_problem *problem,
                                                      const char *directory, const char *name,
                                                      bool whole, const volatile sig_atomic_t *stop,
                                                      carom_error *error);
void carom_recorded_solver_free(carom_recorded_solver *solver);

/** divergence.tsv: rms_m and t_s; every sample has a row of each solver, in their order. */
typedef struct {
    double *column[2];
    size_t rows;
} carom_distances;

/** Reads it; carom_distances_free in any case. */
CAROM_CHECKED carom_status carom_distances_read(carom_distances *distances, const char *directory,
                                                const volatile sig_atomic_t *stop,
                                                carom_error *error);
void carom_distances_free(carom_distances *distances);

/** The distance in a row, m; NaN where there is no such row. */
double carom_distances_at(const carom_distances *distances, size_t row);

/** Reads the whole of every solver of @p data, and the distances where they were compared.
 * carom_recorded_free in any case. */
CAROM_CHECKED carom_status carom_recorded_read(carom_recorded *recorded,
                                               const carom_figure_data *data, const char *directory,
                                               carom_error *error);
void carom_recorded_free(carom_recorded *recorded);

/* ---- step curves ----
 * Energy and momentum of a run over time. An impulse changes them at an instant, which is a step at
 * its own time, between samples. */

typedef struct {
    double t_s, value[2]; /**< energy, J; or the two components of the momentum, kg m/s */
} carom_step_point;

/** Lines between points; two points at the same time are a step. */
typedef struct {
    carom_step_point *point; /**< by time */
    size_t points;
} carom_step_curve;

/** Builds the curve of the mechanical energy, or of the momentum, from series.tsv and the impulses
 * in collisions.tsv. carom_step_curve_free in any case. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_step_curve_build(carom_step_curve *curve,
                                                  const carom_recorded_solver *solver,
                                                  bool momentum, carom_error *error);
void carom_step_curve_free(carom_step_curve *curve);

/** The first component at time @p t_s; at a step the value after it. NaN of an empty curve. */
double carom_step_curve_at(const carom_step_curve *curve, double t_s);

/* ---- presets ----
 * How figures look: sizes for screen, slides and paper, and whose style. */

/** Size of a drawing area (1/100 inch) and of its type (points, of 1/72 inch on it). */
typedef struct {
    double width, height, font;
} carom_canvas;

/** Where a figure is to stand. */
typedef struct {
    const char *name, *summary;
    carom_canvas figure, page;    /**< of one panel; of several */
    int page_panels, page_across; /**< at most on a page; side by side */
    bool page_fixed;              /**< a page is as high with one row of panels as with two */
    double scale;                 /**< pixels of a PNG per 1/100 inch */
    double line;                  /**< factor of all line widths */
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
    bool omit_timing;
    FILE *notes; /**< told which panels that were asked for are lacking, and why; may be NULL */
} carom_figure_options;

/** Ended by a NULL name; the first is what is drawn where nothing is said, under the figures' bare
 * names. */
extern const carom_preset carom_presets[];

/** NULL: there is none of that name. */
const carom_preset *carom_preset_find(const char *name);

/* ---- gnuplot ----
 * One gnuplot that draws what a drawing says: each figure as PNG, SVG and PDF (and for LaTeX) with
 * its caption, all of them or none. */

/** Draws all figures of @p drawing into @p directory, which has the tables that the scripts read.
 *  @return CAROM_CANNOT_READ where plots/ or the style is missing, CAROM_CANNOT_CREATE where
 * gnuplot is missing or fails: the message says how to get it; CAROM_CANNOT_WRITE where a figure is
 * not whole, and those that were there are kept; CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_gnuplot_draw(const carom_drawing *drawing, const char *directory,
                                              const carom_figure_options *figure_options,
                                              carom_error *error);

/** What makes films of frames, to be looked for on the PATH before frames are drawn. */
extern const char carom_movie_program[];

/* ---- run figures ----
 * What all figures of a run are told. */

/** Begins a drawing of a run: title and footer, and what is known of the solvers, the table and the
 * balls. */
void carom_figures_define_run(carom_drawing *drawing, const carom_figure_data *data);

/* ---- animation ----
 * The records of a run as a film: every solver's balls on a table of its own, to scale, and below
 * what becomes of the energy and of the distance from the reference. */

enum { CAROM_MAX_SHOWN_SOLVERS = 6 }; /**< solvers of a film: a table each */

/** How an animation is to be. */
typedef struct {
    /** one table: the second solver's balls as circles over the first's discs */
    bool overlay;
    /** of solvers; none: all, the reference first; one: the reference and that one. Of an overlay
     * two */
    const char *const *name;
    size_t names;
    double length_s; /**< of the film without slow motion; 0: between 4 and 10 s */
} carom_animation;

/** Draws animation.gif (animation-overlay.gif), where look->film says so animation.mp4 too, and
 * the caption, which says what is slowed and how balls get from sample to sample.
 *  @return what carom_figures_draw returns */
CAROM_CHECKED carom_status carom_animate(const char *directory,
                                         const carom_figure_options *figure_options,
                                         const carom_animation *animation, carom_error *error);

/* ---- film ----
 * Which times of a run a film shows: even steps of a pace that can be said in a word, and smaller
 * ones around collisions. */

enum { CAROM_FILM_RATE = 25 }; /**< frames a second */

/** A collision that might be shown in slow motion. */
typedef struct {
    double from_s, to_s;
    bool known; /**< the records say where the balls are meanwhile */
} carom_film_contact;

typedef struct {
    double t_s;
    bool slow;
} carom_film_frame;

/** Begins as {0}. */
typedef struct {
    carom_film_frame *frame; /**< the first at 0, the last at the end */
    size_t frames;
    double pace;   /**< seconds of film for one of the run: 5, 2, 1, 0.5, 0.2 ... */
    double slowed; /**< the same while a collision lasts; the pace where nothing is slowed */
    size_t slow_intervals; /**< how often; contacts that overlap in time are one */
    size_t unknown;        /**< contacts that are not, because the samples are too far apart */
    bool all_slowed;       /**< and no other contact that could have been */
    bool long_enough;      /**< contacts last long enough to be seen without */
} carom_film;

/** Cuts a film of a run of @p duration_s: between 4 and 10 s without slow motion, or @p length_s
 * where that is > 0, and at most three fifths as much again of slow motion, which the first of
 * @p count contacts get. carom_film_free in any case. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_film_plan(carom_film *film, double duration_s, double length_s,
                                           carom_film_contact *contact, size_t count,
                                           carom_error *error);
void carom_film_free(carom_film *film);

/* ---- spot ----
 * The spot on a ball that shows how it rolls, as it is seen from above. */

/** Where the middle of a ball's spot is, on a ball of radius 1: x, y and, upwards, z.
 *  @param q  how the ball has turned since the start, a unit quaternion (w, x, y, z) */
void carom_spot_direction(const carom_scenario *scenario, size_t ball, const double q[4],
                          double spot[3]);

/** Writes the outline of a ball's spot as lines "x y" (m), and an empty line behind them; nothing
 * where all of it is on the far side.
 *  @param q         how the ball has turned since the start, a unit quaternion (w, x, y, z)
 *  @param radius_m  as which the ball is drawn */
void carom_spot_write(FILE *stream, const carom_scenario *scenario, size_t ball, const double q[4],
                      carom_vec position, double radius_m);

/* ---- tracks ----
 * Where the balls of a run are between its samples, from what its records say: places and
 * velocities at the samples, and when collisions began and ended and what they took. */

/** Where a ball is known: with which velocity it comes and goes. */
typedef struct {
    double t_s;
    carom_vec position, in, out;
} carom_knot;

/** A collision as the log has it. */
typedef struct {
    double from_s, to_s; /**< the same for an impulse */
    carom_vec impulse;   /**< momentum that went from a to b, N s */
    carom_vec normal;    /**< n, from a to b */
    size_t a, b;         /**< balls; b the number of balls: a wall */
} carom_track_collision;

/** Begins as {0}. */
typedef struct {
    const carom_problem *problem;
    const carom_recorded_solver *recorded;
    carom_knot *knot; /**< ball after ball, each by time */
    size_t *first;    /**< where a ball's begin; one more at the end */
    carom_track_collision *collision;
    size_t collisions;
} carom_tracks;

/** Lays them through what is recorded of a solver, which outlives them; carom_tracks_free in any
 * case.
 *
 * From a sample to the next collision, and from a collision to the next sample, a ball goes along
 * the line (under gravity the parabola) of its velocity. A collision within which there is no
 * sample is gone through smoothly. What does not fit together that way (a loop that does not move
 * balls by their velocities) goes from sample to sample.
 *  @param stop  set from outside to interrupt; may be NULL
 *  @return CAROM_INTERRUPTED, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_tracks_build(carom_tracks *tracks, const carom_problem *problem,
                                              const carom_recorded_solver *recorded,
                                              const volatile sig_atomic_t *stop,
                                              carom_error *error);
void carom_tracks_free(carom_tracks *tracks);

/** How many samples there are, and s between two of them; 0 where there is one. */
size_t carom_tracks_samples(const carom_tracks *tracks);
double carom_tracks_spacing(const carom_tracks *tracks);

/** Where a ball is at a time: a cubic through the places and velocities around it, which is exact
 * for straight lines and for parabolas; at the ends what is known there. */
carom_vec carom_tracks_position(const carom_tracks *tracks, size_t ball, double t_s);

/** How it has rolled until then, a unit quaternion (w, x, y, z): evenly from sample to sample. Only
 * where the problem follows the orientation. */
void carom_tracks_orientation(const carom_tracks *tracks, size_t ball, double t_s, double q[4]);

/* ---- snapshot ----
 * The balls on the table at one time, to scale: one solver's as discs, the reference's as outlines
 * over them. */

/** snapshot.tsv. */
extern const carom_table carom_snapshot_tables[];

/** Draws table-SOLVER for every solver but the reference (the only one where there is no other)
 * from the records in @p directory, and writes snapshot.tsv: what is drawn.
 *  @param t_s          time, s; the sample nearest to it is drawn, and said in the figure
 *  @param exaggerate   >= 1: overlaps are drawn so many times as deep, by larger radii
 *  @return what carom_figures_draw returns, CAROM_INVALID too where a solver did not come to that
 * time */
CAROM_CHECKED carom_status carom_snapshot_draw(const char *directory,
                                               const carom_figure_options *figure_options,
                                               double t_s, double exaggerate, carom_error *error);

/* ---- sound ----
 * A comparison to listen to: a click per collision, the reference on the left, another solver on
 * the right. */

/** What was written. */
typedef struct {
    /** loudest: the approach speed that is as loud as it gets */
    double duration_s, loudest_mps;
    double force_N;   /**< the largest contact force, where forces are sounded */
    size_t clicks[2]; /**< left, right */
    size_t clipped;   /**< samples cut off, where a loudest speed was given */
    char name[2][64];
} carom_sound;

/** How it is to sound. */
typedef struct {
    double loudest_mps; /**< the approach speed that is as loud as it gets, so that runs compare by
                           ear; NaN: the hardest collision's, and the whole as loud as a file can
                           hold */
    /** of up to two solvers, left and right; as carom_figure_find_pair takes them */
    const char *const *name;
    size_t names;
    bool force; /**< sound the contact force, not clicks as loud as the approach speed */
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
} carom_sound_options;

/** Writes sound.wav (16 bit, 44 100 Hz, stereo) from the records in @p directory; of a run of one
 * solver both channels are that one's. Loudness follows the normal approach speed, min(v_max,
 * v_n)/v_max (billiard blog, part 7); timbre tells balls from cushions.
 *
 * With `force` each contact is its normal force, F0 sin^a(pi t/T) for an elastic force K delta^a:
 * exact for Hooke's law, within 2 % for Hertz's. T and the impulse are those of the log. Of an
 * impulse T is Hertz's, 0.3 ms (v/(1 m/s))^(-1/5), as measured for billiard balls.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID where there is no collision log, CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_sound_write(carom_sound *sound, const char *directory,
                                             const carom_sound_options *wish, carom_error *error);

/* ---- style ----
 * What a solver looks like and is called, the same in every figure. */

/** Hues of plots/style.gp that families of solvers have; variants within a family, which are
 * dashes. Both begin again where they end. */
enum { CAROM_COLORS = 7, CAROM_VARIANTS = 5 };

/** The line style of plots/lines.gp for a solver of the scenario: the hue of its family (1 impulse,
 * 2 Euler, 3 Heun, others from 4 on in the scenario's order) and ten times its place among the
 * scenario's solvers of that family. A family has one hue of its own (carom/color.h), or is of one
 * kind and integrator. One that is not in the scenario has the first further hue. */
int carom_solver_line_style(const carom_scenario *scenario, const char *solver);

/** Writes the label of a solver in figures: its label in the scenario or, without one, its name,
 * capitalized, with the step and stiffness in which the scenario's solvers differ: "Euler, h = 1
 * µs". A solver that is not in the scenario is called by @p solver. */
void carom_solver_label(const carom_scenario *scenario, const char *solver, char *text,
                        size_t size);

/** Writes a solver's name with a capital letter: "Euler", "RK4-located". */
void carom_solver_capitalize(const char *name, char *text, size_t size);

/** Writes a label for use in a sentence, capitalized: "Euler (h = 1 µs)". */
void carom_label_in_text(const char *label, char *text, size_t size);

/** Writes a solver's label for use in a sentence. */
void carom_solver_text_label(const carom_scenario *scenario, const char *solver, char *text,
                             size_t size);

/** Sets NAME, LABEL and STYLE of @p count solvers, and N. */
void carom_drawing_solvers(carom_drawing *drawing, const carom_scenario *scenario,
                           const char *const *name, size_t count);

/** Sets ROUNDING, what a coordinate is known to, m: half a unit in the last place of the farthest
 * one that a ball has at the start or the table has. What a figure shows below it is nothing. */
void carom_drawing_rounding(carom_drawing *drawing, const carom_problem *problem);

#endif
