/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/figures.h"

/* ---- statistics ----
 * A few numbers for each solver of a run, from which the headlines are made. */

/** A residual below this part of its scale is rounding. */
#define CAROM_ROUNDING_REL 1e-12

/** A difference of speeds above this part of the largest speed is worth a headline. */
#define CAROM_NOTABLE_REL 0.02

/** Return the rounding of a distance: the same part of the table's size or, on an open plane, of
 * the largest initial distance from the origin, m. */
double carom_distance_rounding_m(const carom_problem *problem);

/** The first collision that a solver and the reference do not share. */
typedef struct {
    double t_s;        /**< NaN without one */
    const char *a, *b; /**< names of the bodies; NULL if neither log has it */
    bool own;          /**< in the solver's log, else in the reference's */
    size_t before;     /**< earlier collisions in that log */
} carom_first_mismatch;

/** Collisions of two balls in the plane of sqrt(m) v. */
typedef struct {
    const char *obstacle; /**< reason why it cannot be drawn, or NULL */
    size_t collisions;    /**< all of two balls on a line, else 1 */
    double gain_rel;      /**< change of the energy along the normal: 0 on the circle */
    double arc_rad;       /**< central angle of equal arcs between states; 0 if they differ */
} carom_newton_statistics;

/** Hits of walls and fixed balls in the boundary map. */
typedef struct {
    const char *obstacle; /**< reason why it cannot be drawn, or NULL */
    size_t hits;
    double filled_rel; /**< fraction of 20 by 20 cells that have a hit */
    double sine_range; /**< largest range of the sine of the angle of a ball */
} carom_birkhoff_statistics;
/** Where energy is dissipated; `OTHER` is rolling resistance, drag and collisions without a log. */
enum { CAROM_LOSS_WALLS, CAROM_LOSS_BALLS, CAROM_LOSS_OTHER, CAROM_LOSSES };

/** Statistics of a solver. `_rel` is relative to the scale of the energy, or to the sum of |m v| at
 * the start; absolute (kg m/s) if that is 0. */
typedef struct {
    const char *name;
    double end_s;                                      /**< time of the last sample */
    double energy_error_end_rel, energy_error_max_rel; /**< final; largest magnitude */
    double energy_unit; /**< unit of energies in headlines over their scale, for all solvers: 1, or
                           the scale in J */
    double dissipated_rel, dissipated_J; /**< at the end */
    double energy_start_J, energy_end_J; /**< mechanical energy */
    double lost_J[CAROM_LOSSES];         /**< their sum is dissipated_J */
    double energy_range_rel;             /**< largest minus smallest energy */
    double momentum_error_max_rel;
    double angular_momentum_range_rel; /**< relative to the largest angular momentum */
    /** distance from the reference; NaN if not compared */
    double max_distance_m, final_distance_m;
    double max_distance_after_mismatch_m; /**< NaN without a mismatch */
    double contact_delay_m;   /**< contact delay v T of the longest contact; NaN without one */
    size_t collisions, walls; /**< all; those with walls and fixed balls */
    double final_mps;         /**< speed of carom_run_statistics.ball at the end */
    double restitution;       /**< measured, if the only collision is between two balls; else NaN */
    double drift_power;       /**< p of the energy error n^p after n collisions; NaN if unknown */
    carom_first_mismatch mismatch;
    carom_newton_statistics newton;
    carom_birkhoff_statistics birkhoff;
} carom_solver_statistics;

typedef struct {
    carom_solver_statistics *of; /**< in the order of carom_figure_data */
    size_t count, reference;
    const char *ball; /**< whose final speeds headlines give; NULL if unknown */
    double top_mps;   /**< largest sampled speed */
    bool compared, logged;
    bool in_joules;             /**< headlines give energies in J, not relative to the scale */
    bool at_rest;               /**< at the start */
    bool gravity, resistance;   /**< forces that change the momentum */
    double distance_rounding_m; /**< carom_distance_rounding_m */
} carom_run_statistics;

/** The records of a run. Initialize with {0}. */
typedef struct {
    carom_figure_data data;
    carom_recorded recorded;
    carom_run_statistics statistics;
} carom_run_records;

/** Read the records in @p directory. Call carom_run_records_free in any case.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_run_records_read(carom_run_records *run, const char *directory,
                                                  const volatile sig_atomic_t *stop,
                                                  carom_error *error);
void carom_run_records_free(carom_run_records *run);

/** Largest kinetic energy of a sample, with spin (J); 1 if nothing moves. */
double carom_largest_kinetic_energy(const carom_recorded_solver *solver);

/** Compute the statistics from the other members of @p run, which must outlive them. Call
 * carom_run_statistics_free in any case. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_run_statistics_compute(carom_run_statistics *statistics,
                                                        const carom_run_records *run,
                                                        carom_error *error);
void carom_run_statistics_free(carom_run_statistics *statistics);

/* ---- curves ----
 * The curves of a run as data blocks, interrupted at impulses and below rounding on log axes. */

/** Add blocks for each solver: $ENERGY1 ... (t_s, energy_J) and $MOMENTUM1 ... (t_s, px_kgmps,
 * py_kgmps), with a gap at each impulse; the arrays ENERGYEND, MOMENTUMXEND and MOMENTUMYEND (last
 * values); and MOMENTUMAXES, the components above rounding: "x", "y" or "xy".
 *
 * For log axes add $RESIDUAL1 ... and $UNEXPLAINED1 ... (t_s, part of the scale) and $APART1 ...
 * (t_s, rms_m). With each come, for the name RESIDUAL: RESIDUALS[i], 1 if the solver has a curve;
 * RESIDUALLOW and RESIDUALHIGH, powers of ten that bound the axis (0 without curves): RESIDUALLOW
 * is below a thousandth of the smallest curve's maximum (of the contact delay if that is smaller);
 * RESIDUALBELOW, the solvers below the axis: "exactly 0: Impulse; rounding: Heun"; RESIDUALEND[i],
 * the last value of a curve or 0. */
CAROM_CHECKED carom_status carom_curves_add(carom_drawing *drawing, const carom_run_records *run,
                                            carom_error *error);

/* ---- drift ----
 * Energy error over many collisions: drift, random walk or bounded. */

/** Return whether there are enough collisions to distinguish these. */
bool carom_drift_applies(const carom_run_statistics *statistics);

/** Add blocks for each solver: $DRIFT1 ... (n, part), the largest energy error within n collisions,
 * relative to the initial energy. With them come DRIFTS[i], the number of rows; DRIFTEND[i], the
 * last value; DRIFTEACH[i], the theoretical error of one undamped Hooke contact, which accumulates
 * (0 if unknown or for symplectic integrators); DRIFTWALK[i], the theoretical bound of the error
 * of contact onset and end without event location, which accumulates as n^(1/2) for random
 * sub-step offsets (0 if none); DRIFTN, the largest number of collisions; DRIFTLOW and DRIFTHIGH,
 * the range of the curves; DRIFTBELOW, the solvers below rounding. */
void carom_drift_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- figures ----
 * Draws the figures of runs and studies from their records. */

/** Draw every figure of the records in @p directory as PNG, SVG and PDF: the overview, each panel
 * that can be drawn, and every script in plots/ that contains the line "# Figure of: run". The
 * title of a panel is its headline.
 *  @return CAROM_CANNOT_READ without records; CAROM_INVALID if they are invalid;
 *  CAROM_CANNOT_CREATE if gnuplot is missing or fails */
CAROM_CHECKED carom_status carom_figures_draw(const char *directory,
                                              const carom_figure_options *figure_options,
                                              carom_error *error);

/** Draw overview.png of solver folders without run.json from the series.tsv, collisions.tsv and
 * trajectory.tsv that exist. A note names missing files.
 *  @param found  receives whether there are such tables; without them nothing is drawn
 *  @return as above; CAROM_INVALID for a faulty table */
CAROM_CHECKED carom_status carom_tables_draw(const char *directory,
                                             const carom_figure_options *figure_options,
                                             bool *found, carom_error *error);

/** Suffix of drawings among the records: diverge.figures.tsv. */
extern const char carom_drawing_suffix[];

/** Draw the figures of the run and of all studies in @p directory again.
 *  @param runs     receives whether a run was drawn; without a run and studies, the tables are
 *  @param studies  receives the number of studies drawn
 *  @return as above; CAROM_CANNOT_READ if there is neither */
CAROM_CHECKED carom_status carom_figures_redraw(const char *directory,
                                                const carom_figure_options *figure_options,
                                                bool *runs, size_t *studies, carom_error *error);

/* ---- headlines ----
 * The statement of a panel with its number, from the statistics of the run. */

/** Importance of a headline; the most important one becomes the title of the overview. Other
 * collisions in a solver that conserves the energy weigh more than the energy error of another. */
typedef enum {
    CAROM_HEADLINE_NOTHING,
    CAROM_HEADLINE_USUAL,
    CAROM_HEADLINE_DIFFERENT,
    CAROM_HEADLINE_WRONG,
    CAROM_HEADLINE_PARTED
} carom_headline_weight;

typedef struct {
    char text[240];
    carom_headline_weight weight;
} carom_headline;

/** Append a number or names: "3e-7", two digits if one would be rounded up to a power of ten; "4.5
 * %" from 0.001 on, "32 times the energy" above 10, one digit below; the same with "of the energy";
 * "3.2 mm"; two digits, 0 below a thousandth of @p scale. With @p unit a fraction is an absolute
 * value. */
void carom_format_digit(char text[40], double value);
void carom_append_digit(carom_headline *f, double value);
void carom_append_fraction(carom_headline *f, double part, const char *unit, const char *whole);
void carom_append_fraction_of(carom_headline *f, double part, const char *unit, const char *whole);
void carom_append_quantity(carom_headline *f, double value, const char *unit);
void carom_append_value(carom_headline *f, double value, double scale);

/** Append the solvers with that value, "Euler and Heun" or "Euler and 3 others", and return their
 * number; append "both solvers" or "all 4 solvers". */
size_t carom_append_names(carom_headline *f, const carom_run_statistics *statistics,
                          double (*value)(const carom_solver_statistics *), double wanted);
void carom_append_all(carom_headline *f, const carom_run_statistics *statistics);

/** Return the first solver that parts from the reference, of those that conserve the energy if
 * there are any; NULL without one. */
const carom_solver_statistics *carom_first_to_part(const carom_run_statistics *statistics);

/** Return whether all distances from the reference are rounding, and a headline that states it. */
bool carom_solvers_agree(const carom_run_statistics *statistics);
carom_headline carom_agreement_headline(const carom_run_statistics *statistics);

/** Return the headline of @p panel. */
carom_headline carom_panel_headline(carom_panel panel, const carom_run_statistics *statistics);

/* ---- panels ----
 * Chooses the panels of the overview. */

/** Choose the panels of the overview, most important first: those specified in the scenario that
 * can be drawn; without any, those in which solvers visibly differ or the motion is seen, by the
 * weight of their headlines; without any, the paths.
 *  @return their number */
size_t carom_panels_choose(carom_panel chosen[CAROM_MAX_PANELS], const carom_run_records *run);

/* ---- paths ----
 * Where paths of many collisions part, after which they only confuse. */

/** Set PARTROW and PATHROW: the samples at which the first solver is visibly far from the
 * reference, and at which the paths end, three collisions of the drawn balls later; 0 where all
 * are drawn. */
void carom_paths_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- raster ----
 * A row for each solver, a tick for each collision. */

/** Add a block for each solver: $TICK1 ... (t_s, wall), the collisions, 1 with a wall; TICKS[i],
 * their number. Above 300 collisions the block is (t_s, count), the collisions within RATEBIN (s)
 * from t_s on, TICKS[i] is 0 and TICKRATE[i] the largest rate (1/s). For the first mismatch:
 * PARTED[i] (s; 0 if none), PARTEDIN[i], the number of the solver that has the collision, and
 * PARTEDPAIR[i], "a and b". */
void carom_raster_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- waterfall ----
 * The energy budget of each solver: initial energy, losses, error of the method, final energy. */

/** Return the number of visible rows between the initial and the final energy; and whether there
 * are losses that differ, or losses and an error. */
size_t carom_waterfall_changes(const carom_run_records *run);
bool carom_waterfall_applies(const carom_run_records *run);

/** Add blocks for each solver: $WATER1 ... (row, from_J, to_J), a bar for each row of the budget,
 * the first and the last from 0; WATERSTART[i], the first (J); WATERROWS, their number;
 * WATERNAME[row]; WATERERROR, the row of the error of the method (0 if it is not visible). Rows are
 * counted from 1. */
void carom_waterfall_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- space time ----
 * Positions over time of balls that move along one line. */

/** Return the longest path of a ball of the reference along an axis, m; 0 if it is not read. */
double carom_longest_path(const carom_run_records *run);

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

/** Compute the states of a solver: of two balls that move on one line, before and after each
 * collision; else before and after the first collision of two movable balls, with the velocity
 * components along its normal. */
carom_newton_statistics carom_newton_compute(const carom_run_records *run, size_t solver);

/** Add a block for each solver: $CIRCLE1 ... (x, y), its states in the square root of J;
 * CIRCLES[i], their number; CIRCLEX[i] and CIRCLEY[i], the last one; CIRCLEGAIN[i], gain_rel.
 * Further CIRCLER, the radius of the energy circle; CIRCLEXNAME, CIRCLEYNAME, CIRCLEXROOT and
 * CIRCLEYROOT, the name and sqrt(m) of the ball of each axis. */
void carom_newton_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- birkhoff ----
 * Boundary map: arc length and sine of the angle of incidence of each hit of a wall or a fixed
 * ball. */

/** Return the arc length (m) along the walls, in their order, to the point of part @p wall nearest
 * to
 * @p at; on a rectangle counterclockwise from the lower left corner. */
double carom_boundary_arc_length(const carom_problem *problem, size_t wall, carom_vec at);

/** Compute the statistics of the first 10 000 hits of a solver. */
carom_birkhoff_statistics carom_birkhoff_compute(const carom_run_records *run, size_t solver);

/** Add a block for each solver: $HIT1 ... (arc_m, sine); HITS[i], its rows; BOUNDS and BOUND[i]
 * (m), the number of parts of the boundary and where each begins, with the total at the end. */
void carom_birkhoff_add(carom_drawing *drawing, const carom_run_records *run);

/* ---- zoom ----
 * One contact of each solver to scale: before, during and after it. */

/** Table zoom.tsv. */
extern const carom_table carom_zoom_tables[];

/** Draw zoom-SOLVER for every solver that has a collision of @p ball, choosing the one nearest to
 * @p t_s (s), and write zoom.tsv, the drawn balls. Contacts are shorter than the sampling
 * interval, so each solver is run again as specified in run.json, to three times: before contact
 * onset by the duration of the contact (for an impulse, the longest of any solver), halfway, and
 * as long after separation.
 *  @param exaggerate  factor of the drawn overlaps; 1 to choose one that makes them visible
 *  @return CAROM_INVALID if the ball does not exist or has no collision; else as carom_figures_draw
 */
CAROM_CHECKED carom_status carom_zoom_draw(const char *directory,
                                           const carom_figure_options *figure_options, double t_s,
                                           const char *ball, double exaggerate, carom_error *error);
