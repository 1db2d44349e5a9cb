/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/figures.h"

/** A residual below this part of its scale is rounding. */
#define CAROM_ROUNDING_REL 1e-12

/* ---- records ----
 * What the figures of a run are drawn from. */

/** The records of a run. Initialize with {0}. */
typedef struct {
    carom_figure_data data;
    carom_recorded recorded;
    bool logged; /**< every solver has a collision log */
} carom_run_records;

/** Return the rounding of a distance: the same part of the table's size or, on an open plane, of
 * the largest initial distance from the origin, m. */
double carom_distance_rounding_m(const carom_problem *problem);

/* ---- curves ----
 * The curves of a run as data blocks, interrupted at impulses and below rounding on log axes. */

/** Add blocks for each solver: $ENERGY1 ... (t_s, energy_J), with a gap at each impulse, and the
 * array ENERGYEND (last values).
 *
 * For log axes add $RESIDUAL1 ... (t_s, part of the scale) and $APART1 ... (t_s, rms_m). With each
 * come, for the name RESIDUAL: RESIDUALS[i], 1 if the solver has a curve; RESIDUALLOW and
 * RESIDUALHIGH, powers of ten that bound the axis (0 without curves): RESIDUALLOW is below a
 * thousandth of the smallest curve's maximum (of the contact delay if that is smaller);
 * RESIDUALBELOW, the solvers below the axis: "exactly 0: Impulse; rounding: Heun"; RESIDUALEND[i],
 * the last value of a curve or 0. */
CAROM_CHECKED carom_status carom_curves_add(carom_drawing *drawing, const carom_run_records *run,
                                            carom_error *error);

/* ---- drift ----
 * Energy error over many collisions: drift, random walk or bounded. */

/** Set DRIFTED: 1 if a solver has 1000 collisions, enough to tell a drift. Then add blocks for each
 * solver: $DRIFT1 ... (n, part), the largest energy error within n collisions, relative to the
 * initial energy. With them come DRIFTS[i], the number of rows; DRIFTEND[i], the
 * last value; DRIFTEACH[i], the theoretical error of one undamped Hooke contact, which accumulates
 * (0 if unknown or for symplectic integrators); DRIFTWALK[i], the theoretical bound of the error
 * of contact onset and end without event location, which accumulates as n^(1/2) for random
 * sub-step offsets (0 if none); DRIFTN, the largest number of collisions; DRIFTLOW and DRIFTHIGH,
 * the range of the curves; DRIFTBELOW, the solvers below rounding. */
void carom_drift_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- figures ----
 * Draws the figures of runs and studies from their records. */

/** Refuse names of figures that no run has, before the run.
 *  @return CAROM_INVALID for such a name */
CAROM_CHECKED carom_status carom_figures_check(const carom_figure_options *figure_options,
                                               carom_error *error);

/** Draw the overview of the records in @p directory and each of its panels.
 *  @return CAROM_CANNOT_READ without records; CAROM_INVALID if they are invalid;
 *  CAROM_CANNOT_CREATE if gnuplot is missing or fails */
CAROM_CHECKED carom_status carom_figures_draw(const char *directory,
                                              const carom_figure_options *figure_options,
                                              carom_error *error);

/** Suffix of drawings among the records: diverge.figures.tsv. */
extern const char carom_drawing_suffix[];

/** Draw the figures of the run and of all studies in @p directory again.
 *  @param runs     receives whether a run was drawn
 *  @param studies  receives the number of studies drawn
 *  @return as above; CAROM_CANNOT_READ if there is neither */
CAROM_CHECKED carom_status carom_figures_redraw(const char *directory,
                                                const carom_figure_options *figure_options,
                                                bool *runs, size_t *studies, carom_error *error);

/* ---- raster ----
 * A row for each solver, a tick for each collision. */

/** Add a block for each solver: $TICK1 ... (t_s, wall), the collisions, 1 with a wall; TICKS[i],
 * their number. Above 300 collisions the block is (t_s, count), the collisions within RATEBIN (s)
 * from t_s on, TICKS[i] is 0 and TICKRATE[i] the largest rate (1/s). PARTED[i]
 * (s) is the first mismatch, 0 if there is none. */
void carom_raster_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- space time ----
 * Positions over time of balls that move along one line. */

/** Return whether the figure applies: at most CAROM_MAX_FOLLOWED_BALLS balls that move much farther
 * along one axis than along the other. */
bool carom_space_time_applies(const carom_run_records *run);

/** Add blocks for each solver: $PLACE1 ... (t_s, place_m), a curve for each ball; $TOUCH1 ... (t_s,
 * from_m, to_m), collisions, from centre to centre or to the surface at a wall; TOUCHES[i], their
 * number. Further PLACEAXIS, "x" or "y"; PLACELOW and PLACEHIGH (m), the range of the balls with
 * their radii; WALLPLACES and WALLPLACE[i] (m), walls in that range; SPOTS, SPOT[i] (m),
 * SPOTNAME[i] and SPOTWHO[i], the labels at the ends of curves. */
void carom_space_time_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- newton ----
 * Velocity circle of collisions: states of two balls in the plane of sqrt(m) v. */

/** Return why a solver has no states, or NULL. It has those of two balls that move on one line,
 * before and after each collision; else before and after the first collision of two movable balls,
 * with the velocity components along its normal. */
const char *carom_newton_obstacle(const carom_run_records *run, size_t solver);

/** Add a block for each solver: $CIRCLE1 ... (x, y), its states in the square root of J;
 * CIRCLES[i], their number; CIRCLEX[i] and CIRCLEY[i], the last one; CIRCLEGAIN[i], the relative
 * change of the energy along the normal. Further CIRCLER, the radius of the energy circle;
 * CIRCLEXNAME, CIRCLEYNAME, CIRCLEXROOT and CIRCLEYROOT, the name and sqrt(m) of the ball of each
 * axis. */
void carom_newton_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- birkhoff ----
 * Boundary map: arc length and sine of the angle of incidence of each hit of a wall or a fixed
 * ball. */

/** Return the arc length (m) along the walls, in their order, to the point of part @p wall nearest
 * to
 * @p at; on a rectangle counterclockwise from the lower left corner. */
double carom_boundary_arc_length(const carom_problem *problem, size_t wall, carom_vec at);

/** Return why the reference has no map, or NULL. */
const char *carom_birkhoff_obstacle(const carom_run_records *run);

/** Add a block for each solver: $HIT1 ... (arc_m, sine); HITS[i], its rows; BOUNDS and BOUND[i]
 * (m), the number of parts of the boundary and where each begins, with the total at the end. */
void carom_birkhoff_add(carom_drawing *drawing, const carom_run_records *run);
