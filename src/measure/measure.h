/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_MEASURE_H
#define CAROM_INTERNAL_MEASURE_H

#include "params/params.h"
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
 * Two collision logs laid side by side: which collisions are the same ones, how far apart in time,
 * and what happened instead of what.
 *
 * A collision of one log is matched with one of the other when it is the same pair of bodies, and
 * for each of its balls everything before it is matched too: the two runs have told the same story
 * about both until then. What independent balls do in which order does not matter. */

#define CAROM_UNMATCHED ((size_t)-1)

typedef struct {
    size_t matched;
    /** by collision of the first log: its match in the second, or CAROM_UNMATCHED */
    size_t *partner;
    size_t *back;   /**< by collision of the second log: its match in the first */
    double *lost_s; /**< by ball: when its stories part, INFINITY if they do not */
    /** of matched collisions, second minus first; NaN without any */
    double mean_offset_s, largest_offset_s;
    /** the first collision of each log, by time, that parts a story; CAROM_UNMATCHED: none */
    size_t first, second;
    double mismatch_s; /**< the first mismatch: the earlier of the two; NaN: none */
} carom_alignment;

/** Aligns two logs sorted by time, of @p balls balls, both until @p end_s. A collision that one run
 * has at its end and the other just has not yet parts no story: what counts must be earlier than
 * the end by @p slack_s and by the largest offset. carom_alignment_free in any case. */
CAROM_CHECKED carom_status carom_alignment_of(carom_alignment *alignment, const carom_log *first,
                                              const carom_log *second, size_t balls, double end_s,
                                              double slack_s, carom_error *error);
void carom_alignment_free(carom_alignment *alignment);

/** How many collisions must be put in or taken out to turn one log's sequence of pairs, in order of
 * time, into the other's: both lengths less twice their longest common subsequence (Hunt and
 * Szymanski, CACM 20, 350 (1977)).
 *  @return CAROM_NO_MEMORY; distance CAROM_UNMATCHED where the logs are too long for that */
CAROM_CHECKED carom_status carom_edit_distance(const carom_log *first, const carom_log *second,
                                               size_t *distance, carom_error *error);

/** Whether two collisions are of the same two bodies. */
bool carom_collision_same_pair(const carom_collision *p, const carom_collision *q);

/** Whether another collision of @p log at the time of the k-th has a ball of that. Then the outcome
 * is no smooth function of the positions. */
bool carom_collision_is_simultaneous(const carom_log *log, size_t k);

/* ---- collide ----
 * Short runs of a few balls until something is over: how studies measure single impacts. */

/** Where a run stops: at the times from_s + k (each_s + each_contacts T), k = 1, ..., with T the
 * longest contact that the solver expects. */
typedef struct {
    const volatile sig_atomic_t *stop; /**< set from outside to end it; may be NULL */
    double from_s, each_s, each_contacts;
    int most; /**< stops; 0: one */
    /** whether no further stop is needed; NULL: never */
    bool (*is_over)(const void *context, const carom_sample *end, const carom_log *log,
                    const carom_report *report);
    const void *context;
} carom_collide_config;

/** Advance @p solver from stop to stop until it is over, then free it.
 *  @param solver  NULL: @p error says why
 *  @param end  state at the last stop; may be NULL
 *  @param log  all collisions until then, sorted, also of a solver that cannot go on; may be NULL
 *  @return also CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_collide(carom_solver *solver, const carom_collide_config *config,
                                         carom_sample *end, carom_log *log, carom_error *error);

/** Make @p scene of two balls of @p problem alone on an open table, head on and without resistance:
 * their centres are @p apart_m (m) apart, the first moves (the second, where the first is fixed).
 *  @param t_s  time at which the problem's restitution holds
 *  @return CAROM_NO_MEMORY; carom_problem_free in any case */
CAROM_CHECKED carom_status carom_head_on(carom_problem *scene, const carom_problem *problem,
                                         size_t first, size_t second, double apart_m,
                                         double approach_mps, double t_s, carom_error *error);

/** Report of a solver before its first step: contact time, step.
 *  @return why it cannot be made */
CAROM_CHECKED carom_status carom_initial_report(const carom_problem *problem,
                                                const carom_choice *choice, carom_report *report,
                                                carom_error *error);

/* ---- contact probe ----
 * One free contact of a force law under an integrator: what a step does to its restitution. */

/** Root mean square of e(measured)/e(law) - 1 over equally spaced phases of the step at touch, for
 * a fixed-step integrator with the step h (s) and approach speed v (m/s). INFINITY where the
 * contact blows up or never ends; -1 where an integrator that remembers gets no memory. */
double carom_contact_error(const carom_force_law *law, const carom_contact *contact,
                           const carom_integrator *integrator, double h, double approach_mps);

/** The longest step (s), to 5 %, whose error is below @p wanted; 0 if none down to a millionth of
 * the contact time is; -1: no memory. */
double carom_contact_step(const carom_force_law *law, const carom_contact *contact,
                          const carom_integrator *integrator, double approach_mps, double wanted);

/* ---- converged ----
 * The converged twin of a choice of springs, by the keys that springs have in common. */

/** Makes a penalty solver's choice converged: contacts located, the classical Runge-Kutta method,
 * steps of @p theta (0.02: an error of the restitution of 7e-11); a leap from contact to contact
 * where the problem admits it. The law stays. */
CAROM_CHECKED carom_status carom_choice_converge(carom_choice *choice, const carom_problem *problem,
                                                 double theta, carom_error *error);

/** Whether springs can leap from contact to contact there. */
bool carom_problem_admits_leaps(const carom_problem *problem);

/* ---- displace ----
 * The same scene, started a little elsewhere. */

/** The smallest radius of those that move, m; INFINITY without any. */
double carom_smallest_radius(const carom_problem *problem);

/** Moves the fastest ball across its way by @p offset_m (m); 0: by one unit in the last place of
 * the coordinate that is more across (of the radius, where the coordinate is smaller). @return how
 * far, m */
double carom_displace_fastest(carom_problem *problem, double offset_m);

/* ---- divergence ----
 * How far two solvers' states of one scenario are apart. */

typedef struct {
    double rms_m, max_m; /**< over the balls, of the distance of positions (nearest image) */
    double rms_mps;      /**< of the difference of velocities */
} carom_divergence;

/** Divergence of two samples of @p problem.
 *  @param order  the balls' numbers in canonical order, problem->count of them: the order in which
 *                squares are summed, so that renumbering the balls changes no bit */
carom_divergence carom_divergence_of(const carom_problem *problem, const size_t *order,
                                     const carom_sample *sample, const carom_sample *reference);

/* ---- growth ----
 * How fast a small difference grows, and when it is large. */

/** A number with its standard error; both NaN where there is none. */
typedef struct {
    double value, error;
} carom_estimate;

/** Slope of ln(y) over x by least squares, of the points with low <= y <= high that come before y
 * first passes high. Points are not independent of each other, so the error is a lower bound. Fewer
 * than 4 points: NaN. */
carom_estimate carom_growth_of(const double *x, const double *y, size_t count, double low,
                               double high);

/** How a difference grows. UNKNOWN is an answer of its own: too few points, or too little growth,
 * to fit a law. It does not mean that the difference stays small. */
typedef enum {
    CAROM_GROWTH_UNKNOWN,
    CAROM_GROWTH_POWER,
    CAROM_GROWTH_EXPONENTIAL
} carom_growth_kind;

/** Fits y between @p low and @p high by an exponential and by a power of x, x > 0.
 *  @return EXPONENTIAL: that fits better, and y grows 1000-fold or more before it passes high;
 *          POWER: a power of at most 4 fits better, over a factor of at least 4 in y: balls that
 *          part along straight lines; UNKNOWN: neither */
carom_growth_kind carom_growth_kind_of(const double *x, const double *y, size_t count, double low,
                                       double high);

/** Slope of log(y) over log(x) with its standard error by least squares, GSL's. NaN below 3 points.
 */
carom_estimate carom_power_of(const double *x, const double *y, size_t count);

/** Order p of y = C x^p (1 + c x + ...) as x -> 0, by the fit ln y = a + p ln x + b x, each point
 * weighted with 1/variance of its ln y; its error is what the weights or the scatter say, whichever
 * is more (the scatter, where all weights are equal). NaN below 4 points. */
carom_estimate carom_order_of(const double *x, const double *y, const double *weight, size_t count);

/** Mean and its standard error; NaN ones left out, fewer than 2: NaN. */
carom_estimate carom_mean_of(const double *value, size_t count);

/** Mean of several estimates with the standard error of their scatter (of one: its own); NaN ones
 * are left out. */
carom_estimate carom_estimate_mean(const carom_estimate *of, size_t count);

/** Where y first reaches @p level, x between the two points by ln y; NaN if it never does. */
double carom_first_reach(const double *x, const double *y, size_t count, double level);

/** y at @p at, linear between the points of rising x; the ends beyond them. */
double carom_interpolate(const double *x, const double *y, size_t count, double at);

/* ---- gas theory ----
 * Statistics of ensembles, where single runs no longer compare: whether two differ, and what
 * kinetic theory says. */

/** A test of whether two samples have the same mean, or the same distribution. */
typedef struct {
    /** p: how probable it is to find at least this, were they the same; NaN: not known */
    double statistic, p;
} carom_test;

/** Welch's t test: means of samples with variances of their own; p two-sided. */
carom_test carom_welch_test(const double *a, size_t count_a, const double *b, size_t count_b);

/** Kolmogorov and Smirnov's test of two samples; both get sorted. p is asymptotic (Numerical
 * Recipes 14.3.9). */
carom_test carom_smirnov_test(double *a, size_t count_a, double *b, size_t count_b);

/** What kinetic theory says of hard discs ('carom help theory', gas). */
typedef struct {
    /** per ball, 2 sqrt(pi) n d chi sqrt(T/m), chi = (1 - 7 eta/16)/(1 - eta)^2 (Henderson) */
    double collision_rate_Hz;
    double free_path_m;      /**< mean speed sqrt(pi T/(2 m)) over it */
    double pressure_N_per_m; /**< N T/A (1 + 2 eta chi) */
} carom_disc_gas;

/** @p count discs of diameter @p d (m) and mass @p m (kg) on an area (m^2) at the temperature T (J:
 * kinetic energy a ball). */
carom_disc_gas carom_disc_gas_of(double count, double d, double m, double area, double T);

/** The diameter of the hard discs that discs with springs of stiffness @p k (N/m) behave like at @p
 * T (Barker and Henderson): d - sqrt(pi T/(2 k)) erf(d sqrt(k/(2 T))). */
double carom_effective_diameter(double d, double k, double T);

/* ---- lag ----
 * What the contacts of springs, lasting a while, make of a rigid run: where every ball would be
 * displaced to, were each collision replaced by a contact of the same two balls alone.
 *
 * Such a contact leaves its balls behind (it lags: the impulse comes later) and sends them another
 * way (it turns: the line of centres rotates meanwhile; 'carom help theory', contact). It may have
 * another restitution too, as that of viscoelastic spheres depends on the speed. All three are
 * found from the two balls by themselves, from their touch on, with the springs converged. They
 * are carried on through the later collisions of the rigid run by the linearised dynamics of hard
 * discs (Dellago, Posch and Hoover, Phys. Rev. E 53, 1485 (1996)). So they are told apart however
 * long ago they arose, and however much chaos has made of them, as long as they are small against a
 * ball. To first order soft - rigid = lag + turn + restitution + what the method adds. What is
 * missing then is of second order, or of contacts of three and more. */

typedef struct carom_lag carom_lag;

/** What is needed to tell; all of it must outlive the carom_lag. */
typedef struct {
    const carom_problem *problem; /**< without friction; balls in any order */
    /** sorted by time; a and b are positions in the problem */
    const carom_log *rigid, *soft;
    const carom_alignment *alignment;  /**< of rigid and soft */
    const carom_choice *springs;       /**< a penalty solver, converged */
    const volatile sig_atomic_t *stop; /**< set from outside to end; may be NULL */
} carom_lag_brief;

/** NULL: no memory. */
carom_lag *carom_lag_new(const carom_lag_brief *brief, carom_error *error);
void carom_lag_free(carom_lag *lag);

/** Carries all displacements on to @p t_s, which must not be before the last call's. */
CAROM_CHECKED carom_status carom_lag_advance(carom_lag *lag, double t_s, carom_error *error);

/** Displacements that a contact of springs makes of a rigid collision: contact delay, rotation of
 * the contact normal, and a restitution other than the rigid one. */
enum { CAROM_LAGGING, CAROM_TURNED, CAROM_RESTORED, CAROM_CONTACT_PARTS };

/** Computes the displacements of ball @p i there, in position and velocity.
 *  @param part  CAROM_CONTACT_PARTS of them
 *  @return false: its story is another by then, or it was in a contact of three: nothing can be
 * said */
bool carom_lag_at(const carom_lag *lag, size_t i, carom_flight *part);

/** Of a ball of which nothing can be said: whether because it, or one that it met, was in a contact
 * of three or more. */
bool carom_lag_is_crowded(const carom_lag *lag, size_t i);

/** Whether displacements can be told of: no friction, also of surfaces, nothing fixed under
 * gravity. */
bool carom_lag_is_known(const carom_problem *problem);

/* ---- validity ----
 * How far a run can be taken at its word: what restitution came out, and whether soft balls were
 * hard enough. */

/** NaN where there is nothing to say: no such contact, or rigid balls. */
typedef struct {
    /** mean of separation over approach of contacts between two */
    double restitution_ball, restitution_wall;
    double contact_part; /**< mean contact time over mean free time of a ball */
    double crowded_part; /**< of the contacts, those with a ball that is in another one too */
    double overlap_rel;  /**< deepest overlap over the smallest radius that moves */
    double theta;        /**< step times w0 of the stiffest contact */
    double energy_rel;   /**< energy that nothing explains, over that at t = 0 */
    /** way of the fastest ball in a step of those who look between steps alone, over the smallest
     * radius; 0 */
    double way_rel;
    double step_s;
    /** overlap at the end of rigid balls that are told of none as deep */
    double missed_m;
    size_t outside; /**< balls beyond a wall at the end */
    bool soft;
    uint64_t gains;  /**< impacts that made energy with no restitution above 1 */
    double gained_J; /**< how much, all together */
    /** e of the scenario, of balls and at walls: the least and the greatest */
    double specified[2][2];
} carom_validity;

/** With nothing to say. */
carom_validity carom_validity_unknown(void);

/** @param log sorted by time, until @p end_s */
CAROM_CHECKED carom_status carom_validity_of(const carom_problem *problem, const carom_log *log,
                                             const carom_report *report, double end_s,
                                             carom_validity *validity, carom_error *error);

/** The deepest overlap of two balls in a sample, m, as far as it is more than rounding.
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_overlap_of(const carom_problem *problem,
                                            const carom_sample *sample, double *overlap_m,
                                            carom_error *error);

/** How many balls are beyond a wall by more than their radius. */
size_t carom_outside(const carom_problem *problem, const carom_sample *sample);

/** The longest contact, s, and the longest way v T by which a spring contact is behind an impulse,
 * m, of those that came to an end. */
void carom_contacts_of(const carom_log *log, double *contact_s, double *lag_m);

/** In plain words what is doubtful and what to change; "" if nothing is. Sentences end with a full
 * stop. */
void carom_validity_say(const carom_validity *validity, char *text, size_t size);

/* ---- quantities ----
 * The numbers that summarise a run: the columns of summary.tsv, what checks and sweeps speak of. */

/** One row of summary.tsv. */
typedef struct {
    const char *solver,
        *kind; /**< whose it is, by the name in the scenario; by what it is called */
    /** NaN: nothing to be a part of at t = 0 */
    double energy_residual_rel, momentum_residual_rel, angular_momentum_residual_rel;
    /** what they are parts of: |E|, sum |m v| and sum |m v| |r| at t = 0 */
    double energy_scale_J, momentum_scale_kgmps, angular_momentum_scale_kgm2ps;
    double max_overlap_m;
    double collisions, steps, force_evaluations, pair_tests;
    double rms_divergence_m, first_mismatch_s; /**< NaN: none */
    /** until when a mismatch was looked for, where one of the two stopped early; NaN: to the end */
    double compared_to_s;
    double wall_clock_s;
    double reached_s;        /**< time of the last sample */
    double kinetic_J;        /**< energy of motion then */
    double spin_J;           /**< energy of rotation then */
    double contact_s, lag_m; /**< longest contact, and longest approach speed times contact time;
                                  beside the divergence in the table, not in summary.tsv */
    /** of the first contact that is traced, where surfaces rub: g_t as it ends (carom/trace.h) over
     * the approach speed before; NaN: none, or it is not over */
    double slip_after_rel;
    double precision_bits, lost_digits; /**< of an arbitrary precision; NaN: doubles */
    double simulated_s;                 /**< by a clock of the solver's own; NaN: it has none */
    /** restitution of the scenario; NaN: none such, or it changes */
    double asked_ball, asked_wall;
    /** where that is several, by `pairs`: up to this one */
    double asked_ball_to, asked_wall_to;
    carom_validity validity; /**< NaN without a collision log */
} carom_summary;

/** Where a quantity is; run.json has all but the clock. */
typedef enum {
    CAROM_IN_SUMMARY,  /**< summary.tsv; for checks and sweeps */
    CAROM_IN_COMPARED, /**< the same, and only where there is a reference: of the others */
    CAROM_IN_CLOCK,    /**< summary.tsv; differs between two runs of the same input */
    CAROM_IN_FURTHER,  /**< for checks and sweeps alone */
    CAROM_IN_MANIFEST  /**< neither */
} carom_quantity_place;

typedef struct {
    carom_column column; /**< of a carom_summary */
    carom_quantity_place place;
    const char *label;    /**< in the table that is printed; NULL: it is not */
    const char *none;     /**< printed where there is none; NULL: the whole row is left out where
                               nobody has any, else "-" */
    bool whole;           /**< a count */
    const char *range_to; /**< quantity that it goes up to; NULL: it is one number */
    const char *part_of;  /**< quantity that it is a part of; NULL: of none */
    const char *absolute; /**< column of series.tsv that is the same undivided, where part_of is */
} carom_quantity;

/** Ended by a NULL name, in the order in which they are printed. */
extern const carom_quantity carom_quantities[];

/** Of summary.tsv, a row being a carom_summary; ended by a NULL name. */
extern const carom_column carom_summary_columns[];

/** The names of those that checks and sweeps speak of, for a parameter table. */
extern const char *const carom_quantity_words[];

/** The quantity of that name that checks and sweeps speak of; NULL: there is none. */
const carom_quantity *carom_quantity_find(const char *name);

/** Its value. Of a name that is none of the quantities: NaN. */
double carom_quantity_of(const carom_quantity *quantity, const carom_summary *summary);
double carom_quantity_called(const char *name, const carom_summary *summary);

/** Its value as people read it, four digits; what stands for it where there is none. */
void carom_quantity_say(const carom_quantity *quantity, const carom_summary *summary, char *text,
                        size_t size);

/** Whether it is a column of summary.tsv. */
bool carom_quantity_is_column(const carom_quantity *quantity);

/** What is asked of a ball at the end, "cue.vx_mps": X(constant, name, what an axis says). */
#define CAROM_BALL_ENDS(X)                                                                         \
    X(X_M, "x_m", "x at the end (m)")                                                              \
    X(Y_M, "y_m", "y at the end (m)")                                                              \
    X(VX_MPS, "vx_mps", "velocity along x (m/s)")                                                  \
    X(VY_MPS, "vy_mps", "velocity along y (m/s)")                                                  \
    X(DIRECTION_DEG, "direction_deg", "direction (degrees)")                                       \
    X(SPIN_RADPS, "spin_radps", "spin (rad/s)")

#define X(constant, name, says) CAROM_BALL_END_##constant,
typedef enum { CAROM_BALL_ENDS(X) CAROM_BALL_END_KINDS } carom_ball_end;
#undef X

/** What a sweep collects: a quantity, one over another ("pair_tests/collisions"), or a ball's
 * place, velocity or spin. */
typedef struct {
    const carom_quantity *quantity; /**< NULL: of a ball */
    const carom_quantity *over;     /**< NULL: not divided */
    size_t ball;
    int end; /**< carom_ball_end */
} carom_collected;

/** A ball's value in the state at the end; its direction is counterclockwise from +x, -180 to 180,
 * and NaN at rest. */
double carom_ball_end_of(const carom_sample *end, size_t ball, int which);

/** By its name. @return whether it is one */
bool carom_collected_find(const carom_problem *problem, const char *name,
                          carom_collected *collected);

/** What an axis says of it, with its unit: "pair tests / collisions", "upper: velocity along x
 * (m/s)". */
void carom_collected_label(const carom_problem *problem, const carom_collected *collected,
                           char *text, size_t size);

/* ---- theory ----
 * What theory says a run's numbers may be ('carom help theory'). */

/** What a number should be, and how far off it may be. */
typedef struct {
    double value, to;  /**< the ends of a range; equal where it is one number. NaN: nothing */
    double tolerance;  /**< of a magnitude: at most. NaN: nothing is said */
    char formula[200]; /**< of the tolerance, "" */
} carom_theory;

/** One that says nothing. */
#define CAROM_NO_THEORY                                                                            \
    (carom_theory)                                                                                 \
    {                                                                                              \
        .value = NAN, .to = NAN, .tolerance = NAN                                                  \
    }

/** What happens in a run, as far as theory needs it. */
typedef struct {
    double collisions, steps;
    double energy_J; /**< initial */
} carom_events;

/** What theory says about a summary quantity of a solver: bounds, not estimates.
 *  @param theory CAROM_NO_THEORY where it says nothing
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_theory_of(const carom_problem *problem, const carom_choice *solver,
                                           const char *quantity, const carom_events *events,
                                           carom_theory *theory, carom_error *error);

/** Of an elastic contact of Hooke's that is located, the restitution's error is of one order more
 * than an even method's own, that of the time it lasts is not: which one is seen depends on the
 * scene. NaN: unknown. */
typedef struct {
    double low, high;
} carom_expected_order;

/** The order of convergence that theory gives a solver with springs ('carom help theory',
 * integrators): the integrator's own where contacts are located, else at most 2, and 1 with a
 * dashpot, whose force jumps at the touch. NaN: unknown (adaptive, or not Hooke's). */
carom_expected_order carom_expected_order_of(const carom_problem *problem,
                                             const carom_choice *choice);

#endif
