/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scene/scene.h"

#include <carom/collision.h>
#include <carom/force_law.h>
#include <carom/integrator.h>
#include <carom/problem.h>
#include <carom/solver.h>
#include <carom/status.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- alignment ----
 * Matches the collisions of two runs of the same scene.
 *
 * Two collisions match if they are between the same bodies and all earlier collisions of both
 * bodies match too. The order of collisions between unrelated balls does not matter. */

#define CAROM_UNMATCHED ((size_t)-1)

typedef struct {
    size_t matched;
    /** for each collision of the first log: index in the second, or CAROM_UNMATCHED */
    size_t *partner;
    double *lost_s; /**< for each ball: time of its first mismatch, INFINITY without one */
    /** time of the second log minus time of the first, over matched collisions; NaN without any */
    double mean_offset_s, largest_offset_s;
    double mismatch_s; /**< time of the first mismatch; NaN without one */
    /** in each log: the first mismatch, or what its balls do next in the run without it; NULL:
     * nothing */
    const carom_collision *mismatch[2];
} carom_alignment;

/** Match two logs, sorted by time, of runs until @p end_s with @p balls balls. An unmatched
 * collision counts as a mismatch only if it is earlier than @p end_s - @p slack_s - largest offset,
 * because the other run may have it just after its end, or if the other run has another collision
 * of its ball next. */
carom_alignment carom_alignment_of(const carom_log *first, const carom_log *second, size_t balls,
                                   double end_s, double slack_s);
void carom_alignment_free(carom_alignment *alignment);

/** Return whether two collisions are between the same bodies. */
bool carom_collision_same_pair(const carom_collision *p, const carom_collision *q);

/* ---- report before a run ---- */

/** Read the report of a solver before its first step: contact time, step.
 *  @return the status of a solver that cannot be made */
CAROM_CHECKED carom_status carom_initial_report(const carom_problem *problem,
                                                const carom_choice *choice, carom_report *report,
                                                carom_error *error);

/* ---- contact of two bodies ---- */

/** Compute the contact of a ball with another, or with a wall if @p b is NULL, under the springs of
 * a solver at time @p t_s.
 *  @return CAROM_INVALID if no damping gives the restitution */
CAROM_CHECKED carom_status carom_pair_contact(const carom_problem *problem, const carom_ball *a,
                                              const carom_ball *b, double t_s,
                                              const carom_springs *springs, carom_contact *contact,
                                              carom_error *error);

/* ---- contact probe ----
 * Discretization error of the coefficient of restitution in a free contact. */

/** Return the root mean square of e(measured)/e(law) - 1 over equally spaced sub-step offsets of
 * contact onset, for a fixed step @p h (s) and approach speed (m/s).
 *  @return INFINITY if the contact diverges or never ends */
double carom_contact_error(const carom_force_law *law, const carom_contact *contact,
                           const carom_integrator *integrator, double h, double approach_mps);

/** Return the longest step (s), within 5 %, such that the error is at most @p wanted for it and all
 * shorter ones.
 *  @return 0 if no step above 1e-5 contact times is short enough */
double carom_contact_step(const carom_force_law *law, const carom_contact *contact,
                          const carom_integrator *integrator, double approach_mps, double wanted);

/* ---- converged reference ---- */

/** Make the discretization error of a penalty solver negligible by its options: exact contacts
 * and the classical Runge-Kutta method. The force law stays.
 *  @param theta  step times w0; 0.02 gives a relative error of e of 7e-11 */
CAROM_CHECKED carom_status carom_choice_converge(carom_choice *choice, double theta,
                                                 carom_error *error);

/* ---- perturbation of the initial state ---- */

/** Return the smallest radius of the movable balls (m), or INFINITY without any. */
double carom_smallest_radius(const carom_problem *problem);

/** Move the fastest ball perpendicular to its velocity by @p offset_m (m). An offset of 0 moves it
 * by one unit in the last place of the coordinate that is closer to perpendicular, or of the radius
 * if that is larger.
 *  @return the displacement (m) */
double carom_perturb_fastest_ball(carom_problem *problem, double offset_m);

/* ---- divergence ---- */

/** Difference of the states of two solvers, over the balls. */
typedef struct {
    double rms_m, max_m; /**< distance of positions (nearest image) */
    double rms_mps;      /**< difference of velocities */
} carom_divergence;

/** Compute the divergence of two samples of @p problem.
 *  @param order  indices of all balls in canonical order. Squares are summed in this order, so that
 *                renumbering the balls changes no bit of the result. NULL: the problem's order */
carom_divergence carom_divergence_of(const carom_problem *problem, const size_t *order,
                                     const carom_sample *sample, const carom_sample *reference);

/* ---- growth ----
 * Fits to the growth of small differences. */

/** A number with its standard error; both NaN if unknown. */
typedef struct {
    double value, error;
} carom_estimate;

/** Fit ln(y) = a + b x to the points with low <= y <= high before y first exceeds high.
 *  @return b, or NaN for fewer than 4 points, if y grows less than 1000-fold, or if a power of x
 *          fits better. The points are correlated, so the standard error is a lower bound */
carom_estimate carom_growth_rate(carom_arena *arena, const double *x, const double *y, size_t count,
                                 double low, double high);

/** Fit the order p of y = C x^p (1 + c x + ...) as x -> 0, by ln y = a + p ln x + b x.
 *  @param weight  1/variance of each ln y
 *  @return p; its standard error is the larger of those from the weights and from the scatter, or
 *          from the scatter if all weights are equal. NaN for fewer than 4 points */
carom_estimate carom_fit_order(carom_arena *arena, const double *x, const double *y,
                               const double *weight, size_t count);

/** Return the mean of the values that are not NaN, with its standard error; NaN for fewer than 2.
 */
carom_estimate carom_mean(carom_arena *arena, const double *value, size_t count);

/** Return the mean of the estimates that are not NaN, with the standard error of their scatter. A
 * single estimate is returned as it is. */
carom_estimate carom_estimate_mean(carom_arena *arena, const carom_estimate *of, size_t count);

/** Where y first reaches a level: between the points `from` and `to`, interpolated in ln y at `at`.
 * y that stays below has only `from`, the last point; the others are NaN. */
typedef struct {
    double at, from, to;
    size_t k; /**< index of `to`; the number of points if y stays below */
} carom_crossing;

carom_crossing carom_crossing_of(const double *x, const double *y, size_t count, double level);

/* ---- kinetic theory of hard discs ---- */

/** Quantities of a gas, in one array. */
typedef enum {
    CAROM_GAS_COLLISION_RATE, /**< collisions of a disc with others (1/s) */
    CAROM_GAS_FREE_PATH,      /**< path between two of them (m) */
    CAROM_GAS_ENERGY,         /**< kinetic and elastic energy of a disc (J) */
    CAROM_GAS_TEMPERATURE,    /**< mean kinetic energy of a disc (J) */
    CAROM_GAS_PRESSURE,       /**< (N/m) */
    CAROM_GAS_SPEED,          /**< mean (m/s) */
    CAROM_GAS_QUANTITIES
} carom_gas_quantity;

/** Smallest number of discs with a theory. */
enum { CAROM_FEWEST_DISCS = 30 };

/** Return the reason why the kinetic theory of equal frictionless discs in equilibrium does not
 * apply; NULL: it does. */
const char *carom_gas_reason(const carom_problem *problem);

/** Compute the kinetic theory of a gas of discs ('carom help theory', gas) to which it applies,
 * with the corrections for the number of discs.
 *  @param k       stiffness of all contacts (N/m); INFINITY: rigid discs; NaN: no theory
 *  @param T       temperature (J)
 *  @param theory  indexed by carom_gas_quantity
 *  @return an estimate of the relative error of collision rate, free path and pressure */
double carom_gas_theory(const carom_problem *problem, double k, double T, double *theory);

/** Return the probability density of the speed @p v (s/m). A gas of fixed energy has
 * (2 v/V^2) (M - 1) (1 - v^2/V^2)^(M-2), V^2 = 2 M T/m, M one less than the number of discs,
 * because their momentum is constant. It tends to Maxwell's density. */
double carom_gas_speed_density(const carom_problem *problem, double T, double v);

/* ---- displacements by contacts ----
 * Differences between a rigid run and the same run with springs, ball by ball.
 *
 * A spring contact differs from an impulse in three ways ('carom help theory', contact). It acts
 * later (contact delay). It changes the direction of the impulse, because the line of centres
 * rotates during contact. Its coefficient of restitution may differ, as for viscoelastic spheres,
 * whose e depends on speed. Each difference is computed from a run of the two balls alone, with
 * converged springs. The linearised dynamics of hard discs propagates it through later collisions
 * (Dellago, Posch and Hoover, Phys. Rev. E 53, 1485 (1996)). The result is valid while all
 * displacements are small compared with a ball.
 *
 * To first order: soft - rigid = delay + rotation + restitution + discretization error. The rest is
 * of second order or comes from contacts of three or more bodies. */

/** Causes of displacement: contact delay, rotation of the contact normal, another restitution. */
enum { CAROM_CONTACT_DELAY, CAROM_NORMAL_ROTATION, CAROM_RESTITUTION_CHANGE, CAROM_CONTACT_PARTS };

/** A run and what is known of it, for a comparison. Ball i at sample k has the index
 * k problem->count + i. */
typedef struct {
    const carom_vec *at_m, *model_m;        /**< its path; the same without discretization error */
    size_t model_samples;                   /**< samples of model_m */
    carom_vec (*part)[CAROM_CONTACT_PARTS]; /**< displacements from the rigid run */
    bool *touching;                         /**< during a contact, when its effect is incomplete */
    /** indexed by ball: time at which the displacements become unknown, by a mismatch or a contact
     * of three or more bodies; time of its first contact, or INFINITY */
    double *lost_s, *first_s;
} carom_run_parts;

/** Two runs, and samples of the rigid one. */
typedef struct {
    const carom_problem *problem;      /**< without friction */
    const carom_log *rigid, *soft;     /**< sorted by time */
    const carom_alignment *alignment;  /**< matched collisions of `rigid` and `soft` */
    const carom_choice *springs;       /**< a penalty solver, converged */
    const volatile sig_atomic_t *stop; /**< cancellation flag; may be NULL */
    const double *t_s;                 /**< equidistant */
    size_t samples;
    carom_run_parts to; /**< receives `part`, `touching` (initially false) and earlier `lost_s` */
} carom_displacements;

/** Find the displacements from zero at t = 0. */
CAROM_CHECKED carom_status carom_displacements_find(const carom_displacements *of,
                                                    carom_error *error);

/** Return whether displacements can be computed: without resistance, friction, and fixed balls
 * under gravity. */
bool carom_displacements_are_defined(const carom_problem *problem);

/* ---- validity ----
 * Checks whether the result of a run is trustworthy. */

/** NaN where unknown: without such a contact, or for rigid balls. */
typedef struct {
    /** mean of separation speed over approach speed, in contacts of two bodies */
    double restitution_ball, restitution_wall;
    double contact_part; /**< mean contact time over mean free time of a ball */
    double crowded_part; /**< fraction of the contacts that share a ball with another contact */
    double overlap_rel;  /**< largest overlap over the smallest radius of a movable ball */
    double theta;        /**< step times w0 of the stiffest contact */
    double energy_rel; /**< energy error over E(0); with gravity, over the largest kinetic energy */
    double energy_J;   /**< energy error with gravity, which makes E(0) arbitrary; NaN without */
    /** displacement of the fastest ball in a step over the smallest radius, for solvers that detect
     * collisions only between steps; otherwise 0 */
    double way_rel;
    double step_s;
    /** largest overlap of rigid balls over the smallest radius, if it is more than any ball moves
     * in two steps and balls may not overlap at the start; otherwise 0 */
    double sunk_rel;
    double missed_m;        /**< overlap of rigid balls at the end that the solver did not report */
    size_t outside;         /**< balls beyond a wall at the end */
    bool soft;              /**< the solver uses springs */
    uint64_t gains;         /**< impacts that gained energy although e <= 1 */
    double gained_J;        /**< sum of these gains */
    uint64_t rests;         /**< times that the bounces of a ball ended at rest, as by default */
    double rest_s;          /**< first of these times */
    double specified[2][2]; /**< e of the scenario, for balls and walls: least and greatest */
} carom_validity;

/** Compute what the collision log and the report show; the other members are unknown.
 *  @param log  sorted by time, until @p end_s */
void carom_validity_of(const carom_problem *problem, const carom_log *log,
                       const carom_report *report, double end_s, carom_validity *validity);

/** Return the largest overlap of two balls in a sample (m), 0 if below rounding. */
double carom_measure_overlap(const carom_problem *problem, const carom_sample *sample);

/** Count the movable balls that are beyond a wall by more than their radius. */
size_t carom_count_balls_outside(const carom_problem *problem, const carom_sample *sample);

/** Find the longest contact time T (s) and the longest gap delay v T (m) of completed contacts.
 */
void carom_longest_contact(const carom_log *log, double *contact_s, double *lag_m);

/** Describe doubtful results and suggest changes, in sentences that end with a full stop; "" if
 * nothing is doubtful. */
void carom_validity_report(const carom_validity *validity, char *text, size_t size);

/* ---- quantities ----
 * Numbers that summarise a run: columns of summary.tsv, quantities of checks and sweeps. */

/** One row of summary.tsv. */
typedef struct {
    const char *solver, *kind; /**< name in the scenario; kind of solver */
    /** relative to the scales below; NaN if the scale is 0 */
    double energy_residual_rel, momentum_residual_rel, angular_momentum_residual_rel;
    /** |E|, sum |m v| and sum |m v| |r| at t = 0 */
    double energy_scale_J, momentum_scale_kgmps, angular_momentum_scale_kgm2ps;
    double max_overlap_m;
    double collisions, steps, force_evaluations, pair_tests;
    double rms_divergence_m, first_mismatch_s; /**< NaN: none */
    double compared_to_s; /**< end of the comparison if a run stopped early; NaN: end of the run */
    double wall_clock_s;
    double reached_s;        /**< end of the run, or where the solver stopped */
    double kinetic_J;        /**< energy of translation at the last sample */
    double spin_J;           /**< energy of rotation then */
    double contact_s, lag_m; /**< longest contact time T and gap delay v T */
    /** slip g_t (carom/trace.h) at the end of the first traced contact with friction, over its
     * approach speed; NaN without one or before its end */
    double slip_after_rel;
    /** largest normal force between the first two traced bodies; NaN: impulse */
    double peak_force_N;
    /** speed of the force peak from the first two traced bodies to the next two, by the distance at
     * t = 0; NaN: at once, or no further bodies traced */
    double pulse_mps;
    double precision_bits, lost_digits;    /**< of the reference; NaN: other solvers */
    double simulated_s;                    /**< by the solver's own clock; NaN: it has none */
    double specified_ball, specified_wall; /**< specified e; NaN if unspecified or scheduled */
    double specified_ball_to, specified_wall_to; /**< largest e if `pairs` specify several */
    carom_validity validity;                     /**< NaN without a collision log */
} carom_summary;

/** Return a summary without the numbers that a run may not have. */
carom_summary carom_summary_unknown(void);

/** Use of a quantity. run.json has all except the clock. */
typedef enum {
    CAROM_IN_SUMMARY,  /**< summary.tsv, checks and sweeps */
    CAROM_IN_COMPARED, /**< the same, for solvers that are compared with a reference */
    CAROM_IN_CLOCK,    /**< the same; differs between two runs of the same input */
    CAROM_IN_FURTHER,  /**< checks and sweeps only */
    CAROM_IN_MANIFEST  /**< run.json only */
} carom_quantity_use;

typedef struct {
    carom_column column; /**< value in a carom_summary */
    carom_quantity_use place;
    const char *label;    /**< in the printed table; NULL: not printed */
    const char *none;     /**< printed for NaN; NULL: "-", or no row if all solvers have NaN */
    bool whole;           /**< integer */
    const char *range_to; /**< quantity that is the upper end of the range; NULL: a single number */
    const char *part_of;  /**< quantity that it is relative to; NULL: none */
    const char *absolute; /**< column of series.tsv with the absolute value, if part_of is set */
} carom_quantity;

/** All quantities in the order of the printed table; ended by a NULL name. */
extern const carom_quantity carom_quantities[];

/** Columns of summary.tsv, whose rows are carom_summary; ended by a NULL name. */
extern const carom_column carom_summary_columns[];

/** Names of the quantities of checks and sweeps; ended by NULL. */
extern const char *const carom_quantity_words[];

/** Find a quantity of checks and sweeps by its name; NULL for an unknown name. */
const carom_quantity *carom_find_quantity(const char *name);

/** Return the value of a quantity. */
double carom_quantity_of(const carom_quantity *quantity, const carom_summary *summary);

/** Format a value with four digits, or the text that replaces NaN. */
void carom_quantity_format(const carom_quantity *quantity, const carom_summary *summary, char *text,
                           size_t size);

/** Quantities of a ball at the end, as in "cue.vx_mps": X(constant, name, axis label). */
#define CAROM_BALL_ENDS(X)                                                                         \
    X(X_M, "x_m", "x at the end (m)")                                                              \
    X(Y_M, "y_m", "y at the end (m)")                                                              \
    X(VX_MPS, "vx_mps", "velocity along x at the end (m/s)")                                       \
    X(VY_MPS, "vy_mps", "velocity along y at the end (m/s)")                                       \
    X(DIRECTION_DEG, "direction_deg", "direction at the end (degrees)")                            \
    X(SPIN_RADPS, "spin_radps", "spin at the end (rad/s)")

#define X(constant, name, says) CAROM_BALL_END_##constant,
typedef enum { CAROM_BALL_ENDS(X) CAROM_BALL_END_KINDS } carom_ball_end;
#undef X

/** Quantity that a sweep collects: of the run, a ratio ("pair_tests/collisions"), of a ball, or
 * the first ball at a wall ("left.first_ball"). */
typedef struct {
    const carom_quantity *quantity; /**< NULL: quantity of a ball or a wall */
    const carom_quantity *over;     /**< denominator; NULL: none */
    size_t ball, wall;              /**< index */
    bool first_ball;                /**< true: of the wall */
    int end;                        /**< carom_ball_end */
} carom_collected;

/** Return a quantity of @p ball in the final state. The direction is counterclockwise from +x,
 * -180 to 180 degrees, and NaN at rest. */
double carom_ball_end_of(const carom_sample *end, size_t ball, int which);

/** Return the number, from 1, of the ball that first hits @p wall; NaN if none does. */
double carom_first_ball_at(const carom_log *log, size_t wall);

/** Find a collected quantity by its name.
 *  @return false for an unknown name */
bool carom_find_collected(const carom_problem *problem, const char *name,
                          carom_collected *collected);

/** Write the axis label with its unit: "pair tests / collisions", "upper: velocity along x (m/s)".
 */
void carom_collected_label(const carom_problem *problem, const carom_collected *collected,
                           char *text, size_t size);

/* ---- theory ----
 * Theoretical values and bounds of summary quantities ('carom help theory'). */

/** Expected value of a quantity and its largest deviation. */
typedef struct {
    double value, to;  /**< range, or twice the same number; NaN: no theory */
    double tolerance;  /**< largest deviation from the range; NaN: no theory */
    char formula[200]; /**< of the tolerance; may be "" */
} carom_theory;

/** The carom_theory of a quantity that no theory covers. */
#define CAROM_NO_THEORY                                                                            \
    (carom_theory)                                                                                 \
    {                                                                                              \
        .value = NAN, .to = NAN, .tolerance = NAN                                                  \
    }

/** Numbers of a run that the bounds depend on. */
typedef struct {
    double collisions, steps;
    double energy_J; /**< initial */
} carom_events;

/** Compute the theoretical bound of a summary quantity of a solver. Bounds are not estimates.
 *  @return CAROM_NO_THEORY if unknown */
carom_theory carom_theory_of(const carom_problem *problem, const carom_choice *solver,
                             const char *quantity, const carom_events *events);
