/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Springs: overlapping balls, and balls overlapping walls, repel each other.
 *
 * Three things:
 * - a *pair* is two bodies that can touch: constants and state of their contact;
 * - a *block* is a set of balls and their pairs that is integrated with one clock;
 * - *shared* is what all blocks of a run have in common: laws, constants of the balls, budget, log.
 *
 * The life of a contact, on the grid: grid.c lists the pairs that can touch and chooses the balls
 * of the block; the others fly (flight.c). A contact acts in every evaluation of the forces
 * (forces.c) that finds an overlap. After each step forces.c limits its tangential spring, and
 * contacts.c logs it and interpolates its onset and its end.
 *
 * The life of an exact contact: exact.c lets free balls fly from event to event (solvers/events).
 * An onset begins a block of the balls near it. segments.c splits the steps of the block at onsets,
 * separations, stick and slip. contacts.c logs each segment. When a ball has moved too far or
 * another one comes near, exact.c regroups the balls of the block. Balls that are not near an open
 * contact fly again.
 *
 * The state of a contact, in each mode, and the function that writes it:
 *
 *     acting          both   the force acts in the last evaluation          evaluate_pairs
 *     open_index      both   the contact is open: from its onset to the     open_contact,
 *                            separation, whatever the rounding              close_contact
 *     released        both   of an open contact: its force has ended        update_end
 *     friction_state  grid   spring at the end of the last step             limit_springs
 *                     exact  now, until the next event of friction          switch_friction
 *     contact_state   exact  SEPARATE, TOUCHING or RELEASED, until the      switch_contact
 *                            next event; on the grid used at t = 0 only
 *
 * In both modes block.c has the arrays of a block and one step of it, pairs.c its pairs and the
 * open contacts that a block takes over, shared.c the calibration, the limits of the step and the
 * constants of balls. src/solvers/penalty.c is the solver: its keys, its checks, and the choice of
 * the mode.
 */
#pragma once

#include "scene/scene.h"
#include "search/search.h"
#include <carom/force_law.h>
#include <carom/integrator.h>
#include <carom/solver.h>
#include <math.h>

/* ---- options, calibration and limits of the step (shared.c) ---- */

/** Options of the penalty solver, filled from its parameter rows. */
typedef struct {
    carom_choice integrator, law;
    double step_s, theta, phase;
    double tangential_ratio; /* k_t/k_n; NaN: calibrated from the tangential restitution */
    int contact_end, contacts, flight; /* the latter two: enumerations below */
    bool allow_unstable;
} penalty_options;

enum { PENALTY_GRID, PENALTY_EXACT, PENALTY_LOCATED }; /**< words of `contacts` */
enum { PENALTY_STEP, PENALTY_LEAP };                   /**< words of `flight` */

/** True for contacts: exact, and for the older words located and leap. */
static inline bool carom_penalty_is_exact(const penalty_options *options)
{
    return options->contacts != PENALTY_GRID || options->flight == PENALTY_LEAP;
}

/** Calibration of a surface: dimensionless damping, and lambda of the tangential spring
 * (contact/contact.h), 0 without friction. */
typedef struct {
    double damping, lambda;
} penalty_calibration;

/** Largest rate and frequency (1/s) and shortest duration of a contact at twice the largest speed,
 * longest duration at the largest speed (s). The shortest is NaN if strong damping keeps a contact
 * from ending. */
typedef struct {
    double rate, frequency, contact_time, longest_contact_time;
    double step_s; /**< step size h, given directly or by theta */
} penalty_contact_range;

/** Speed of the fastest ball at the start, m/s. */
double carom_penalty_max_speed(const carom_problem *problem);

/** Calibrate the springs of all surfaces for the start, and then for each change of the
 * restitution. @p range: receives the range over all of them. Returns an array, to be freed by the
 * caller; or NULL with a message and its key in @p error. */
penalty_calibration *carom_penalty_calibrations_new(const carom_problem *problem,
                                                    const penalty_options *options,
                                                    penalty_contact_range *range,
                                                    carom_error *error);

/** Report bodies without constants of their material if the law takes its stiffness from them. */
void carom_penalty_check_materials(const carom_problem *problem, const penalty_options *options,
                                   const carom_diagnostics *diagnostics);

/* ---- pairs ---- */

/** Two bodies that may touch soon: balls of the problem; b counts the walls (chains of parts) from
 * the number of balls upwards. */
typedef struct {
    uint32_t a, b;
    carom_vec shift; /**< to the image of b that is meant, m */
} penalty_candidate;

typedef struct {
    penalty_candidate *item;
    size_t count, capacity;
} penalty_candidates;

/** Friction state of a pair; F is the tangential force.
 * NO_SPRING: no tangential spring yet.
 * STICK: F = k_t xi; the coordinate of the spring is its stretch xi (m).
 * STICK_LOADING: sticks while the overlap grows, under a law whose stiffness grows with it; the
 * coordinate is F (N).
 * SLIDE_FORWARD, SLIDE_BACKWARD: F is at Coulomb's limit, along t or against it; on the grid only
 * as the state during the last step. PULLED_APART: no friction while a dashpot pulls. */
enum {
    PENALTY_NO_SPRING,
    PENALTY_STICK,
    PENALTY_STICK_LOADING,
    PENALTY_SLIDE_FORWARD,
    PENALTY_SLIDE_BACKWARD,
    PENALTY_PULLED_APART
};

/** State of an exact contact, and the event that ends it.
 * SEPARATE: until the overlap is positive.
 * TOUCHING: until the overlap, or the force that may not pull, is negative.
 * RELEASED: the force has ended, but the bodies still overlap. */
enum { PENALTY_SEPARATE, PENALTY_TOUCHING, PENALTY_RELEASED };

/** Relative position of two bodies. */
typedef struct {
    double overlap_m;
    double rate_mps;  /**< rate of the overlap: > 0 while closing */
    carom_vec normal; /**< from a to b */
    uint32_t part;    /**< at a wall: the part of the chain that the ball is in front of, if any */
} penalty_geometry;

/** Slip of two surfaces: arms from the centres to the contact (m), slip speed along t (m/s). */
typedef struct {
    double arm_a, arm_b, speed;
} penalty_slip;

/** Slip of a pair at an evaluation of the forces. */
typedef struct {
    penalty_geometry geometry;
    penalty_slip slip;
} penalty_friction_site;

/** Friction parameters of a pair. */
typedef struct {
    double mu;                               /**< nominal; 0: frictionless */
    double ratio;                            /**< kappa = k_t/k_n */
    double radius_a, radius_b;               /**< m; 0 for a wall */
    double torque_factor_a, torque_factor_b; /**< r/I, 1/(kg m); 0 if it cannot rotate */
} penalty_friction;

#define PENALTY_NOT_OPEN UINT32_MAX

/** Two bodies that can touch. What every evaluation reads of a pair that does not touch comes
 * first: 64 bytes. */
typedef struct {
    uint32_t a, b; /**< balls of the block; at a wall b is the chain of parts */
    bool wall;
    bool acting;                 /**< exerts a force in the last evaluation */
    unsigned char contact_state; /**< of exact contacts */
    /** now, and during the last segment or step */
    unsigned char friction_state, friction_before;
    uint32_t open_index; /**< of the open contact, or PENALTY_NOT_OPEN */
    /** Separation of two balls minus the difference of their coordinates (m): the shift of ball b
     * to its image, with exact contacts plus the difference of the origins. */
    carom_vec shift;
    double separate_m2; /**< above this squared distance the bodies do not touch */
    double reach_m;     /**< overlap = reach - distance */
    double inverse_mass_a, inverse_mass_b;
    carom_contact contact;
    double duration_s; /**< typical duration, a power of two; 0 unless contacts are exact */
    double start_m;    /**< exact contacts: overlap at the origins, at a wall with start_part */
    uint32_t start_part;
    carom_vec normal; /**< of the last evaluation, if the force acts */
    penalty_friction friction;
    penalty_friction_site site; /**< of the last evaluation, if friction acts */
} penalty_pair;

/* ---- what all blocks share (shared.c) ---- */

/** Cache: the last pair described, and the kinds of its bodies. */
typedef struct {
    penalty_pair pair;
    uint32_t a, b;
    bool valid;
} penalty_description;

/** A contact that has begun and not ended: its part of the log, and what it takes to new blocks. */
typedef struct {
    carom_collision collision; /**< with the numbers of the balls */
    bool logged;               /**< the bodies have approached */
    size_t log_index;
    penalty_candidate bodies; /**< its first ball has the lower number */
    struct penalty_block *block;
    uint32_t pair; /**< its pair in the block */
    bool released; /**< the force has ended, the overlap not yet */
    /** While the pairs are renewed: its parameters, which stay those of the onset after a change of
     * the restitution, its state, and the coordinate of its tangential spring. */
    penalty_pair kept;
    double spring;
    double slid_s; /**< sliding time so far */
    size_t trace;  /**< number in the trace; 0: not traced */
} penalty_open_contact;

typedef struct {
    const carom_problem *problem;
    penalty_options options; /**< a copy: the solver may outlive the choice */
    const carom_integrator *integrator;
    const carom_force_law *law;
    bool exact;    /**< contacts: exact */
    bool friction; /**< some contact of this problem has friction */
    penalty_calibration *calibrations;
    size_t changed; /**< number of changes of the restitution so far */
    /** of each ball; one array, in this order */
    double *inverse_mass, *radius, *reach_wall;
    uint32_t *kind;         /**< balls of one kind have the same contacts with any third body */
    carom_rolling *rolling; /**< NULL without rolling resistance and drag */
    double smallest_m;      /**< smallest radius of all balls */
    double step_s;          /**< step size h */
    double phase; /**< fraction of a step by which the first one (of a contact) is shortened */
    const carom_cancel_flag *cancel;
    carom_log *log;
    carom_trace *trace;
    penalty_open_contact *open; /**< open contacts */
    size_t open_count, open_capacity;
    carom_budget_sums sums;
    carom_report report;
    penalty_description last[2]; /**< between balls, at a wall */
    struct penalty_block *trial; /**< copy of a block, for sampling */
} penalty_shared;

/** Set force law, integrator, step and constants of the balls. CAROM_INVALID: see error. Call
 * carom_penalty_shared_free in any case. */
CAROM_CHECKED carom_status carom_penalty_shared_init(penalty_shared *shared,
                                                     const carom_solver_args *args,
                                                     carom_error *error);
void carom_penalty_shared_free(penalty_shared *shared);

/** Apply the changes of the restitution that are due at @p t_s. @return false: none was */
bool carom_penalty_shared_apply_schedule(penalty_shared *shared, double t_s);

/** Calibration of the contacts that begin now: of a pair of materials, or of the table (NULL). */
const penalty_calibration *carom_penalty_calibration_now(const penalty_shared *shared,
                                                         const carom_pair *surfaces, bool wall);

/** Bodies nearer than this can be neighbours (m): wide enough to last many steps, narrow enough to
 * list few pairs. On a periodic table at most @p share of the largest that leaves cells of
 * @p stretch times the largest diameter. */
double carom_penalty_shared_skin(const carom_problem *problem, double stretch, double share);

/** Add the walls (chains of parts) that ball @p i at @p at may touch after a displacement of at
 * most
 * @p within_m. On tables other than rectangles all walls are near if one is. */
void carom_penalty_add_walls(const penalty_shared *shared, uint32_t i, carom_vec at,
                             double within_m, penalty_candidates *near);

/** Check that ball @p i at @p at is on the table. @return CAROM_INVALID if the springs are so soft
 * that it passed through the wall */
CAROM_CHECKED carom_status carom_penalty_check_on_table(const carom_problem *problem, carom_vec at,
                                                        uint32_t i, double t_s, carom_error *error);

/* ---- blocks (block.c) ---- */

/** Balls and their pairs, integrated with one clock. Positions are x_0, y_0, x_1, y_1 ...; with
 * friction the angles of all balls and the tangential springs of all pairs follow. Integrators see
 * plain arrays of coordinates; all other code uses the functions below.
 *
 * With exact contacts the coordinates of a ball are its displacement from its origin, the position
 * at which events began to hold it. The overlap of a pair is the overlap at the origins plus a
 * change that has no cancellation. A difference of positions would lose seven digits of the overlap
 * at 1e12 N/m. */
typedef struct penalty_block {
    penalty_shared *shared;
    size_t balls;
    uint32_t *ball;    /**< number of each ball in the problem, ascending */
    carom_vec *origin; /**< of each ball (m); NULL on the grid: coordinates are positions */
    penalty_pair *pair;
    size_t pairs;
    uint32_t *acting; /**< pairs that exert a force in the last evaluation, ascending */
    size_t acting_count;
    uint32_t *tracked; /**< on the grid, pairs that overlap or have an open contact, ascending */
    size_t tracked_count;
    double time_s;
    double next_s;      /**< length of the next step; exact contacts */
    double fastest_mps; /**< after the last step */
    double *x, *v;
    double *x_before, *v_before; /**< at the start of the last step or segment */
    double *q;                   /**< quadratures of the last step or segment */
    double *a, *g;               /**< rates at the end of a step; NULL in the copy for a sample */
    bool has_rates;              /**< the next step can reuse a and g */
    bool acting_is_current;      /**< the last evaluation was at x, v */
    double step_s, segment_s;    /**< step, and the segment of it that is integrated now */
    size_t evaluations;          /**< of the forces in this step, if it is split into segments */
    double ended_spring_J;       /**< energy in the tangential spring that ended last */
    double *work, *rates;        /**< of the integrator; scratch of forces.c */
    void *state;                 /**< of the integrator, made for these sizes */
    size_t state_coordinates, state_quadratures;
    double *numbers; /**< memory of x, v, a, q, g, work and so on */
    size_t capacity, ball_capacity, pair_capacity;
    /** not CAROM_OK: the last step failed, and x, v and q are invalid */
    carom_status failure;
    const carom_cancel_flag *cancel; /**< NULL for sampling, which is short */
} penalty_block;

/** Number of coordinates: two per ball; with friction three per ball and one per pair. */
static inline size_t carom_penalty_coordinates(const penalty_block *block)
{
    return block->shared->friction ? 3 * block->balls + block->pairs : 2 * block->balls;
}

/** Index of the tangential spring of a pair. */
static inline size_t carom_penalty_spring_index(const penalty_block *block,
                                                const penalty_pair *pair)
{
    return 3 * block->balls + (size_t)(pair - block->pair);
}

/** Position or velocity of ball @p i out of the array of all balls. */
static inline carom_vec carom_penalty_vec(const double *x, size_t i)
{
    return (carom_vec){x[2 * i], x[2 * i + 1]};
}

static inline void carom_penalty_set_vec(double *x, size_t i, carom_vec to)
{
    x[2 * i] = to.x;
    x[2 * i + 1] = to.y;
}

/** Copy all coordinates and their velocities. */
static inline void carom_penalty_copy_state(const penalty_block *block, const double *from_x,
                                            const double *from_v, double *x, double *v)
{
    size_t bytes = carom_penalty_coordinates(block) * sizeof *x;
    memcpy(x, from_x, bytes);
    memcpy(v, from_v, bytes);
}

/** Position of ball @p i on the table, out of the coordinates of all balls. */
static inline carom_vec carom_penalty_position(const penalty_block *block, const double *x,
                                               size_t i)
{
    carom_vec at = carom_penalty_vec(x, i);
    return block->origin == NULL ? at : carom_vec_add(block->origin[i], at);
}

static inline carom_flight carom_penalty_ball_flight(const penalty_block *block, size_t i)
{
    return (carom_flight){carom_penalty_position(block, block->x, i),
                          carom_penalty_vec(block->v, i)};
}

/** Spin of ball @p i about the vertical axis, rad/s. Requires friction. */
static inline double carom_penalty_spin(const penalty_block *block, size_t i)
{
    return block->v[2 * block->balls + i];
}

static inline bool carom_penalty_is_sliding(unsigned char friction_state)
{
    return friction_state == PENALTY_SLIDE_FORWARD || friction_state == PENALTY_SLIDE_BACKWARD;
}

/** Quadratures of a step. First, about the table's centre, the torque of walls, fixed balls,
 * friction and gravity; the force of walls, fixed balls and rolling resistance; the power of the
 * latter. Then for each pair the normal force and the power of its dashpot. With friction, for each
 * pair the tangential force and the power of friction follow. */
enum { PENALTY_TORQUE, PENALTY_FORCE_X, PENALTY_FORCE_Y, PENALTY_ROLLING_LOSS, PENALTY_PAIRS };

static inline size_t carom_penalty_quadratures(const penalty_block *block)
{
    return PENALTY_PAIRS + (block->shared->friction ? 4 : 2) * block->pairs;
}

/** Index of the normal force of a pair among the quadratures. */
static inline size_t carom_penalty_force_index(const penalty_block *block, const penalty_pair *pair)
{
    return PENALTY_PAIRS + 2 * (size_t)(pair - block->pair);
}

/** Index of the tangential force of a pair among the quadratures. */
static inline size_t carom_penalty_friction_index(const penalty_block *block,
                                                  const penalty_pair *pair)
{
    return carom_penalty_force_index(block, pair) + 2 * block->pairs;
}

/** Free @p old and allocate zeroed memory. */
void *carom_penalty_reallocate(void *old, size_t count, size_t size);
#define PENALTY_REALLOCATE(array, count)                                                           \
    ((array) = carom_penalty_reallocate(array, count, sizeof *(array)))

/** Make room for @p balls balls and @p pairs pairs. The block loses everything that it holds. */
void carom_penalty_fit_block(penalty_block *block, size_t balls, size_t pairs);
void carom_penalty_free_block(penalty_block *block);

/** Copy a block into shared->trial, for steps of a sample. @return the copy, which is valid until
 * the next call */
penalty_block *carom_penalty_copy_block(const penalty_block *block);

/** Return to the start of the last step or segment. */
void carom_penalty_undo_step(penalty_block *block);

/** Store the maximum speed. @return the largest displacement of the last step or segment (m), or
 * NaN if the state is not finite */
double carom_penalty_measure_step(penalty_block *block);

/** Check that the state after a step of @p h is finite, and the largest displacement so small that
 * its rounding error is below the smallest radius. */
CAROM_CHECKED carom_status carom_penalty_check_displacement(const penalty_block *block, double h,
                                                            double farthest_m, carom_error *error);

/** Report that a ball moves @p farthest_m until @p t_s, @p during words for the time, with a step
 * of @p h. */
carom_status carom_penalty_unstable(double t_s, double h, double farthest_m, const char *during,
                                    carom_error *error);

/** Advance the block by @p segment_s <= @p step_s with one step of the integrator. Quadratures
 * start from zero. Sets block->failure on failure. @return number of evaluations of the forces */
size_t carom_penalty_integrate(penalty_block *block, double step_s, double segment_s);

/** Report that the integrator failed in the step of @p h that starts now. */
carom_status carom_penalty_step_error(const penalty_block *block, carom_status why, double h,
                                      carom_error *error);

/* ---- pairs of a block (pairs.c) ---- */

#define PENALTY_NO_SLOT UINT32_MAX

/** Set the pairs of a new block, whose balls are known: those of @p near, in order of a, whose
 * balls have a slot in the block. No spring is stretched. */
void carom_penalty_fill_pairs(penalty_block *block, const uint32_t *slot,
                              const penalty_candidates *near);

/** Find a pair by its bodies, in either order. @return its index; block->pairs: none */
size_t carom_penalty_find_pair(const penalty_block *block, const uint32_t *slot,
                               const penalty_candidate *bodies);

/** Store the pairs and springs of all open contacts of a block in them. */
void carom_penalty_store_contacts(penalty_block *block);

/** Restore open contact @p r in a new block. @return false if the block has no such pair */
bool carom_penalty_restore_contact(penalty_block *block, const uint32_t *slot, size_t r);

/* ---- geometry of pairs ---- */

/** Vector from a to the image of b. */
static inline carom_vec carom_penalty_separation(const penalty_pair *pair, const double *x)
{
    carom_vec b = carom_vec_add(carom_penalty_vec(x, pair->b), pair->shift);
    return carom_vec_subtract(b, carom_penalty_vec(x, pair->a));
}

/** Geometry of two balls. @p displacement: vector between the centres (m). @p closing: velocity of
 * a relative to b (m/s) */
static inline penalty_geometry carom_penalty_ball_geometry(double reach_m, carom_vec displacement,
                                                           carom_vec closing)
{
    static const carom_vec any = {1, 0};
    double distance = carom_vec_length(displacement);
    carom_vec normal = distance > 0 ? carom_vec_divide(displacement, distance) : any;
    return (penalty_geometry){reach_m - distance, carom_vec_dot(closing, normal), normal, 0};
}

/** Geometry of a ball at @p at with velocity @p v at the wall of a pair. */
static inline penalty_geometry carom_penalty_wall_geometry(const penalty_block *block,
                                                           const penalty_pair *pair, carom_vec at,
                                                           carom_vec v)
{
    uint32_t part;
    carom_wall_overlap wall = carom_walls_chain_overlap(block->shared->problem, pair->b, at,
                                                        pair->reach_m, &part);
    return (penalty_geometry){wall.overlap_m, carom_vec_dot(wall.normal, v), wall.normal, part};
}

/** Geometry of a pair at positions x and velocities v. Overlap -INFINITY: the ball is not in front
 * of this wall. The overlap of an exact contact is that at the origins plus its change, which for
 * two balls and at a round wall is |d + m| - |d| = m (2 d + m)/(|d + m| + |d|). Inline because it
 * is the innermost part of a step. */
static inline penalty_geometry carom_penalty_geometry(const penalty_block *block,
                                                      const penalty_pair *pair, const double *x,
                                                      const double *v)
{
    penalty_geometry geometry;
    if (pair->wall) {
        geometry = carom_penalty_wall_geometry(
            block, pair, carom_penalty_position(block, x, pair->a), carom_penalty_vec(v, pair->a));
    } else {
        geometry = carom_penalty_ball_geometry(
            pair->reach_m, carom_penalty_separation(pair, x),
            carom_vec_subtract(carom_penalty_vec(v, pair->a), carom_penalty_vec(v, pair->b)));
    }
    if (block->origin != NULL && geometry.part == pair->start_part &&
        geometry.part != CAROM_NO_PART) {
        carom_vec move = carom_penalty_vec(x, pair->a);
        geometry.overlap_m =
            pair->start_m +
            (pair->wall
                 ? carom_walls_overlap_change(block->shared->problem, pair->start_part,
                                              block->origin[pair->a], move)
                 : -carom_vec_length_change(
                       pair->shift, carom_vec_subtract(carom_penalty_vec(x, pair->b), move)));
    }
    return geometry;
}

/** Rounding error of an overlap, m. */
static inline double carom_penalty_rounding(const penalty_pair *pair)
{
    return 1e-13 * pair->reach_m;
}

/** True if the contact of a pair ends with its force, before its overlap. */
static inline bool carom_penalty_ends_by_force(const penalty_block *block, const penalty_pair *pair)
{
    return block->shared->options.contact_end == CAROM_END_FORCE && pair->contact.viscosity > 0;
}

/** True if two balls are certainly apart at positions x. Always false for walls. */
static inline bool carom_penalty_is_separate(const penalty_pair *pair, const double *x)
{
    return !pair->wall && carom_vec_square(carom_penalty_separation(pair, x)) > pair->separate_m2;
}

/** Maximum without a call of the C library. */
static inline double carom_penalty_max(double a, double b)
{
    return a > b ? a : b;
}

/* ---- forces of an evaluation (forces.c) ---- */

/** Normal force, N. */
static inline double carom_penalty_normal_force(const penalty_block *block,
                                                const penalty_pair *pair,
                                                const penalty_geometry *geometry)
{
    return block->shared->law->force(&pair->contact, geometry->overlap_m, geometry->rate_mps)
        .total_N;
}

/** Equation of motion for carom_motion: compute accelerations a and rates g of the quadratures at
 * x, v. @p context: the block, whose pairs store results */
void carom_penalty_rates(void *context, const double *x, const double *v, double *a, double *g);

/** Add the quadratures of one step to the budget. */
void carom_penalty_update_budget(const penalty_block *block, carom_budget_sums *sums);

/** Elastic energy (J). Also counts the contacts and updates the maximum overlap (m). */
double carom_penalty_elastic_energy(const penalty_block *block, size_t *contacts, double *deepest);

/** Energy that the spring of a pair stores at its overlap, J. */
double carom_penalty_spring_energy(const penalty_block *block, const penalty_pair *pair);

/** Elastic energy left in a pair when its force ends before its overlap (J). It counts as
 * dissipated; negative if the bodies are pressed together again. */
double carom_penalty_switch_loss(const penalty_block *block, const penalty_pair *pair);

/* ---- friction between surfaces (forces.c) ---- */

/** Tangential stiffness k_t (N/m) and its relative rate of change (1/s). */
typedef struct {
    double N_per_m, growth_per_s;
} penalty_stiffness;

/** A pair at a geometry and velocities, with its tangential spring. */
typedef struct {
    const penalty_block *block;
    const penalty_pair *pair;
    penalty_geometry geometry;
    penalty_slip slip;
    penalty_stiffness spring;
    double coordinate; /**< of the spring */
} penalty_instant;

penalty_instant carom_penalty_instant_at(const penalty_block *block, const penalty_pair *pair,
                                         const penalty_geometry *geometry, const double *x,
                                         const double *v);

/** Tangential force (N) in this friction state, before it is limited if the spring sticks. */
double carom_penalty_tangential_force(const penalty_instant *now, unsigned char state);

/** Start a step, or a segment of one, of @p h s: set the velocities of the tangential springs from
 * the slip, and store the state. */
void carom_penalty_start_step(penalty_block *block, double h);

/** Energy in the tangential spring of a pair in this friction state, J. */
double carom_penalty_tangential_energy(const penalty_block *block, const penalty_pair *pair,
                                       unsigned char state, const double *x, const double *v);

/** Energy dissipated by friction of a pair during the last step or segment (J). */
double carom_penalty_friction_loss(const penalty_block *block, const penalty_pair *pair);

/** After a step on the grid: create the springs of contacts that have none, limit their forces by
 * Coulomb's law, and drop those of separated bodies. The energy that this dissipates is booked. */
void carom_penalty_limit_springs(penalty_block *block);

void carom_penalty_drop_spring(penalty_block *block, penalty_pair *pair);

/** Signal of a pair that becomes negative when its surfaces begin to slide or stick again.
 * Evaluates the forces for surfaces that slide, if a dashpot acts or mu depends on the slip. */
double carom_penalty_friction_signal(penalty_block *block, const penalty_pair *pair,
                                     const double *x, const double *v);

/** Set the friction state at the onset of a contact, or after an event of friction. The springs of
 * bodies that overlap at the start have no tangential stretch. */
void carom_penalty_begin_friction(penalty_block *block, penalty_pair *pair);
void carom_penalty_switch_friction(penalty_block *block, penalty_pair *pair);

/* ---- contacts in the collision log and the trace (contacts.c) ---- */

/** List the pairs that overlap or have an open contact: few do. */
void carom_penalty_list_contacts(penalty_block *block);

/** Open, update and close their contacts for the last step. */
void carom_penalty_track_contacts(penalty_block *block, double h);

/** The same for a segment of a step, which starts after_s after the clock and lasts segment_s. The
 * contact states are those after the event at its end. */
void carom_penalty_track_segment(penalty_block *block, double after_s, double segment_s);

/* ---- event location (segments.c) ---- */

/** Advance a block by @p h with event location, but for its clock. Adds to @p sums, to
 * block->evaluations, and to the log unless the block is shared->trial. After a failure the block
 * is in the state after its last event. */
CAROM_CHECKED carom_status carom_penalty_integrate_segments(penalty_block *block, double h,
                                                            carom_budget_sums *sums,
                                                            carom_error *error);

/** Begin the contact of pair @p k now, unless the bodies separate: rounding can turn a touch into
 * this. */
void carom_penalty_begin_contact(penalty_block *block, size_t k);

/** Begin the contacts of all pairs that overlap, in both modes. They are open, but a collision
 * is logged only if the bodies approach. */
void carom_penalty_begin_overlaps(penalty_block *block);

/* ---- steps on the grid (grid.c) ---- */

/** Springs that are stepped on the grid t_n = (n - phase) h. */
typedef struct penalty_grid penalty_grid;

/** Place the balls of the problem and form the first block. NULL: see error */
penalty_grid *carom_penalty_grid_new(penalty_shared *shared, carom_error *error);
void carom_penalty_grid_free(penalty_grid *self);

/** Take all steps of the grid that end at or before @p t_s. */
CAROM_CHECKED carom_status carom_penalty_grid_advance(penalty_grid *self, double t_s,
                                                      carom_error *error);

/** Sample the state at @p t_s, within the next step. */
void carom_penalty_grid_sample(const penalty_grid *self, double t_s, carom_view *view);

/** Free flight over @p steps steps of h: coordinates x and velocities v. */
typedef struct {
    const carom_integrator *integrator;
    double *x, *v, h;
    size_t steps;
} penalty_flight;

/** Advance the first @p count coordinates of a flight, with the bits of single steps (flight.c). */
void carom_penalty_advance_flight(const penalty_flight *flight, size_t count);

/* ---- exact contacts (exact.c) ---- */

/** Free balls that fly from event to event, and blocks of balls in contact. */
typedef struct penalty_exact penalty_exact;

/** Release all balls but those that overlap at the start. NULL: see error */
penalty_exact *carom_penalty_exact_new(penalty_shared *shared, carom_error *error);
void carom_penalty_exact_free(penalty_exact *self);
CAROM_CHECKED carom_status carom_penalty_exact_advance(penalty_exact *self, double t_s,
                                                       carom_error *error);
void carom_penalty_exact_sample(const penalty_exact *self, double t_s, carom_view *view);
