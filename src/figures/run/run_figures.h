/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_FIGURES_RUN_H
#define CAROM_INTERNAL_FIGURES_RUN_H

#include "figures/figures.h"
#include "records/records.h"

#include <carom/status.h>

#include <stddef.h>

/* ---- facts ----
 * What a run has come to, in a few numbers for each solver: what findings are made of. */

/** Below this part of what a run has, a residual is rounding. */
#define CAROM_ROUNDING_REL 1e-12

/** The same of a distance: of the table's size, or of how far out balls begin without one, m. */
double carom_distance_rounding_m(const carom_problem *problem);

/** The first collision that a solver and the reference do not share. */
typedef struct {
    double t_s;        /**< NaN: there is none */
    const char *a, *b; /**< the two bodies; NULL: not in the logs */
    bool own;          /**< in the solver's log, or in the reference's */
    bool again;        /**< the two have just collided at the same time: a simultaneous impact */
    size_t before;     /**< collisions of that log before it */
} carom_first_mismatch;

/** Of one solver. `_rel`: of the energy, the sum of |m v|, at the start, unless the facts say that
 * there is none. */
typedef struct {
    const char *name;
    double end_s;                        /**< of its last sample */
    double energy_error_end_rel;         /**< energy that nothing explains, at the end */
    double energy_error_max_rel;         /**< its largest magnitude */
    double dissipated_rel, dissipated_J; /**< at the end */
    double energy_range_rel;             /**< largest less smallest energy */
    double momentum_error_max_rel;       /**< momentum, the largest */
    double
        angular_momentum_range_rel; /**< angular momentum: largest less smallest, of the largest */
    double
        max_distance_after_mismatch_m; /**< the largest from the parting on; NaN: there is none */
    double max_distance_m, final_distance_m; /**< the largest, the last; NaN: not compared */
    double lag_m;                            /**< of its longest contact; NaN: none */
    size_t collisions, walls;                /**< with walls and fixed balls, of them all */
    double fastest_mps;                      /**< at the end */
    const char *fastest;                     /**< which ball; NULL: unknown */
    carom_first_mismatch mismatch;
} carom_solver_statistics;

typedef struct {
    carom_solver_statistics *of; /**< in the order of the figure data */
    size_t count, reference, balls;
    bool compared, logged;
    bool no_energy, at_rest;    /**< at the start: then it is J, kg m/s instead of parts */
    bool gravity, resistance;   /**< they change the momentum */
    double distance_rounding_m; /**< a distance that is none */
} carom_run_statistics;

/** All that is known of a run. Begins as {0}. */
typedef struct {
    carom_figure_data data;
    carom_recorded recorded;
    carom_run_statistics statistics;
} carom_run_records;

/** Reads the records in @p directory; carom_run_records_free in any case.
 *  @return CAROM_CANNOT_READ where there are none, CAROM_INVALID where they are of another kind,
 * CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_run_records_read(carom_run_records *run, const char *directory,
                                                  const volatile sig_atomic_t *stop,
                                                  carom_error *error);
void carom_run_records_free(carom_run_records *run);

/** Finds the facts in what else is known of @p run, whose texts outlive them.
 * carom_run_statistics_free in any case. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_run_statistics_compute(carom_run_statistics *statistics,
                                                        const carom_run_records *run,
                                                        carom_error *error);
void carom_run_statistics_free(carom_run_statistics *statistics);

/* ---- curves ----
 * The curves of a run as data blocks. Nothing is joined across an impulse, which takes no time; and
 * what a log axis cannot show above rounding is not drawn. */

/** Adds, a block for each solver: $ENERGY1 ... (t_s, energy_J) and $MOMENTUM1 ... (t_s, px_kgmps,
 * py_kgmps), with a gap at each impulse, the arrays ENERGYEND, MOMENTUMXEND and MOMENTUMYEND of
 * where they end, and MOMENTUMAXES, "x", "y" or "xy": the components that are there. And for a log
 * axis $RESIDUAL1 ... , $UNEXPLAINED1 ... (t_s, part: of data->energy_J, data->momentum_kgmps) and
 * $APART1 ... (t_s, rms_m).
 *
 * Of each of the latter three there are, RESIDUAL being its name: RESIDUALS[i], whether a solver
 * has a curve; RESIDUALLOW and RESIDUALHIGH, where the axis begins and ends, both powers of ten, 0
 * where there is no curve: below all that is more than a thousandth of the smallest curve's largest
 * value (of the lag where that is smaller), and above all; RESIDUALBELOW, who is below it, "exactly
 * 0: impulse; rounding: heun"; RESIDUALEND[i], where a curve ends, 0: there is none. A curve is
 * interrupted where it is below the axis. */
CAROM_CHECKED carom_status carom_curves_add(carom_drawing *drawing, const carom_run_records *run,
                                            carom_error *error);

/* ---- drift ----
 * What many collisions do to the energy: a drift, a random walk, or a bound. */

/** Whether there are collisions enough to tell those apart. */
bool carom_drift_applies(const carom_run_statistics *statistics);

/** Adds, a block for each solver: $DRIFT1 ... (n, part), the largest energy so far that nothing
 * explains, of that at the start, after n collisions; DRIFTS[i], rows of it; DRIFTEND[i], its last;
 * DRIFTEACH[i], what theory has of the inside of each undamped contact of Hooke's, which adds up
 * (0: nothing, or of a method that is symplectic); DRIFTWALK[i], what theory has of their ends at
 * most where they are not located, which adds up as n^(1/2) if the phases of the step are random
 * (0: nothing); DRIFTN, the most collisions; DRIFTLOW, DRIFTHIGH, what the curves lie between;
 * DRIFTBELOW, who is rounding. */
void carom_drift_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- figures ----
 * Figures of a run from its records, and of whatever studies have left beside them. */

/** Draws every figure of the records in @p directory as PNG, SVG and PDF, from run.json and the
 * tables alone: the overview, each of its panels that can be drawn, and scripts in plots/ that say
 * "# Figure of: run" at their top. What each found is its title.
 *  @return CAROM_CANNOT_READ where there are no records, CAROM_INVALID where they are of another
 * kind, CAROM_CANNOT_CREATE where gnuplot is missing or fails: the message says how to get it */
CAROM_CHECKED carom_status carom_figures_draw(const char *directory,
                                              const carom_figure_options *figure_options,
                                              carom_error *error);

/** What the name of a drawing in a folder of records ends with: diverge.figures.tsv. */
extern const char carom_drawing_suffix[];

/** Draws again all figures that the records in @p directory allow: those of a run where there is
 * one, and those of every drawing that a study has left there.
 *  @param studies  how many drawings of studies there are; @param runs  whether a run is
 *  @return as above; CAROM_CANNOT_READ where there is neither */
CAROM_CHECKED carom_status carom_figures_redraw(const char *directory,
                                                const carom_figure_options *figure_options,
                                                bool *runs, size_t *studies, carom_error *error);

/* ---- findings ----
 * What a panel of a run says, in one sentence with its number, from the facts of the run. */

typedef struct {
    char text[240];
    int weight; /**< how much there is to it: the heaviest is an overview's title */
} carom_headline;

/** What @p panel says. */
carom_headline carom_panel_headline(carom_panel panel, const carom_run_statistics *statistics);

/* ---- panels ----
 * The panels of a run's figures: which of them have something to show, and which stand in the
 * overview. */

/** The panels of the overview, the important ones first: those that the scenario names, but what
 * cannot be drawn; else those, two at least, that show something above rounding, by what their
 * findings weigh.
 *  @return how many */
size_t carom_panels_choose(carom_panel chosen[CAROM_MAX_PANELS], const carom_run_records *run);

/* ---- raster ----
 * A row for each solver, a tick for each collision. */

/** Adds, a block for each solver: $TICK1 ... and $WALLTICK1 ... (t_s), collisions of balls and with
 * the edge, but those that nobody could tell from the one before; TICKS[i] and WALLTICKS[i], how
 * many; and of the first collision that is not the reference's too PARTED[i] (s; 0: none),
 * PARTEDIN[i], the number of the solver that has it, and PARTEDPAIR[i], "a and b". */
void carom_raster_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- space time ----
 * Places over time of balls that move along one line. */

/** Whether a scene is that of such a figure: at most CAROM_MAX_FOLLOWED_BALLS balls, which move
 * many times as far along one axis as along the other. */
bool carom_space_time_applies(const carom_run_records *run);

/** Adds, a block for each solver: $PLACE1 ... (t_s, place_m), a line for each ball, with its place
 * at each of its collisions; $TOUCH1 ... (t_s, from_m, to_m), the collisions, from ball to ball or
 * to the wall's side of a ball; TOUCHES[i], how many. Further PLACEAXIS, "x" or "y"; PLACELOW,
 * PLACEHIGH (m), what balls reach with their radii; WALLPLACES and WALLPLACE[i] (m), walls there;
 * START[i] (m) of the balls, and BALLNAME[i]. */
void carom_space_time_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- zoom ----
 * A contact from near: before, during and after it, to scale, for each solver. */

/** zoom.tsv. */
extern const carom_table carom_zoom_tables[];

/** Draws zoom-SOLVER for every solver that has a collision of @p ball in the records in @p
 * directory, the one that begins nearest to @p t_s, and writes zoom.tsv: what is drawn. Contacts
 * are shorter than samples are apart, so each solver is run again, as run.json says, to the three
 * times: as long before the touch as the contact lasts (the longest of the solvers', where it lasts
 * no time), halfway, and as long after the release.
 *  @param exaggerate  overlaps are drawn so many times as deep, by larger radii; 1: as many times
 * as they have to be to be seen
 *  @return CAROM_INVALID where there is no such ball or it has no collision; else what
 * carom_figures_draw returns */
CAROM_CHECKED carom_status carom_zoom_draw(const char *directory,
                                           const carom_figure_options *figure_options, double t_s,
                                           const char *ball, double exaggerate, carom_error *error);

#endif
