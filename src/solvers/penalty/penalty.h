/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Spring system: overlapping balls, and balls overlapping walls, repel each other. Files, bottom
 * first: range.c (contacts that a problem can have), state.c (memory of the state), geometry.c
 * (overlaps with walls), friction.c (friction between surfaces), forces.c (accelerations),
 * neighbours.c (pairs that can touch), contacts.c (collision log), located.c (event location),
 * step.c (steps), system.c (creation), multi_step.c (several steps at a time).
 * src/solvers/penalty.c wraps the system as a solver; src/solvers/leap/ steps only balls in
 * contact.
 *
 * Two lists keep the cost of a step linear in the number of balls. `pair` holds every pair closer
 * than `skin_m`. The grid finds these pairs, and they remain valid until a ball may have moved half
 * the skin. `near` holds the pairs that can touch within the next steps; forces are computed for
 * these only. The sum of the largest displacements of the steps bounds the displacement of any
 * ball.
 */
#pragma once

#include "scene/scene.h"
#include "search/search.h"
#include "solvers/penalty/range.h"
#include <carom/force_law.h>
#include <carom/integrator.h>
#include <carom/solver.h>
#include <math.h>

typedef struct penalty_system penalty_system;
struct penalty_pair;

/* ---- springs: parameters of the forces ---- */

/** Cache: parameters of the last contact computed. */
typedef struct {
    carom_surface surface;
    carom_contact contact;
    double duration_s; /**< typical duration, a power of two; 0 unless contacts are located */
} penalty_contact_cache;

typedef struct {
    const carom_integrator *integrator;
    const void *integrator_options;
    const carom_force_law *law;
    const void *law_options;
    bool uses_materials; /**< the law takes its stiffness from the materials of the bodies */
    int contact_end;
    bool located; /**< contacts: located */
    /** calibration for the start and for each change of the restitution */
    penalty_dampings *epoch;
    size_t changed;                 /**< number of changes applied so far */
    penalty_contact_cache cache[2]; /**< between balls, at a wall */
} penalty_model;

/** Constants of the balls, indexed by ball. */
typedef struct {
    double *inverse_mass, *radius, *reach_wall;
    bool *alike;       /**< the ball can move and has the same contact parameters as ball 0 */
    double smallest_m; /**< smallest radius of all balls */
} penalty_constants;

/** Friction parameters of a neighbour pair. */
typedef struct {
    double friction;                         /**< nominal mu; 0: frictionless */
    double ratio;                            /**< kappa = k_t/k_n */
    double radius_a, radius_b;               /**< m; 0 for a wall */
    double torque_factor_a, torque_factor_b; /**< r/I, 1/(kg m); 0 if it cannot rotate */
} penalty_pair_friction;

typedef struct {
    bool acts;                            /**< some contact of this problem has friction */
    double tangential_ratio;              /**< k_t/k_n; NaN: calibrated */
    penalty_pair_friction *pair_friction; /**< indexed by neighbour pair; NULL without friction */
} penalty_friction;

/** A pair that may touch soon, with the parameters of its force. */
typedef struct {
    uint32_t a, b;
    bool wall;
    carom_vec shift;
    double reach_m;     /**< overlap = reach - distance */
    double separate_m2; /**< above this squared distance the bodies do not touch */
    double duration_s;  /**< as in penalty_contact_cache */
    carom_contact contact;
    size_t pair;
} penalty_neighbour;

/** Springs between neighbour pairs. Forces are a function of these and of the state. */
typedef struct {
    const carom_problem *problem;
    size_t balls; /**< in the state: all, or the active balls of a multi-step block */
    penalty_constants constants;
    carom_rolling *rolling; /**< indexed by ball; NULL without rolling resistance and drag */
    penalty_model model;
    penalty_friction friction;
    penalty_neighbour *near;
    size_t neighbour_count, neighbour_capacity;
    double step_s; /**< step size h */
} penalty_springs;

/* ---- state (state.c) ---- */

/** Friction state of a neighbour pair; F is the tangential force.
 * NO_SPRING: no tangential spring yet.
 * STICK: F = k_t xi; the coordinate of the spring is its stretch xi (m).
 * STICK_LOADING: sticks while the overlap grows, under a law whose stiffness grows with it; the
 * coordinate is F (N).
 * SLIDE_FORWARD, SLIDE_BACKWARD (located contacts only): F is at Coulomb's limit, along t or
 * against it. NO_PRESSURE: no friction while a dashpot pulls. */
typedef enum {
    PENALTY_NO_SPRING,
    PENALTY_STICK,
    PENALTY_STICK_LOADING,
    PENALTY_SLIDE_FORWARD,
    PENALTY_SLIDE_BACKWARD,
    PENALTY_NO_PRESSURE
} penalty_friction_state;

/** State of a located contact, and the event that ends it.
 * APART: until the overlap is positive.
 * TOUCHING: until the overlap, or the force that may not pull, is negative.
 * RELEASED: the force has ended, but the bodies still overlap.
 * NEXT_WALL: a part of the wall that the ball is not in front of while it touches another part. It
 * acts as soon as it overlaps. */
typedef enum {
    PENALTY_SEPARATE,
    PENALTY_TOUCHING,
    PENALTY_RELEASED,
    PENALTY_NEXT_WALL
} penalty_contact_state;

/** Relative position of two bodies. */
typedef struct {
    double overlap_m;
    double rate_mps;  /**< rate of the overlap: > 0 while closing */
    carom_vec normal; /**< from a to b */
} penalty_geometry;

/** Slip of two surfaces: arms from the centres to the contact (m), slip speed along t (m/s). */
typedef struct {
    double arm_a, arm_b, speed;
} penalty_slip;

/** Slip of a neighbour pair at an evaluation of the forces. */
typedef struct {
    penalty_geometry at;
    penalty_slip slip;
    double arm; /**< 1 - overlap/reach: arm over radius */
} penalty_friction_site;

/** Results of the last evaluation of the forces, by neighbour pair. Both motions write them. */
typedef struct {
    unsigned char *acting;        /**< true if the pair's force acts; room for all pairs */
    carom_vec *normal;            /**< valid if the force acts */
    penalty_friction_site *sites; /**< valid if the force acts; NULL without friction */
    size_t capacity;
} penalty_evaluation;

/** Event location: state at the start of the current part of a step. */
typedef struct {
    double *x, *v;
    unsigned char *friction_state;
    double *rates;    /**< scratch for a and g, with friction only */
    double dropped_J; /**< energy in the tangential spring of the contact that ended last */
} penalty_location;

/** State of the system: x of all balls, then y of all balls; with friction the angles of all balls
 * and the tangential springs of all neighbour pairs follow. Also the quadratures of one step. */
typedef struct {
    double *x, *v, *q, *work;
    size_t x_capacity, q_capacity;
    void *state; /**< of the integrator, allocated for state_quadratures */
    size_t state_quadratures;
    double *a, *g;         /**< rates at the end of a step, reused by the next; g is as long as q */
    bool known;            /**< a and g are valid */
    bool evaluated_at_end; /**< the last evaluation was at the end of the last step */
    penalty_evaluation *evaluated;
    /** cancellation flag; NULL for sampling, which is short */
    const carom_cancel_flag *cancel;
    /** not CAROM_OK: the last step failed, and x, v and q are invalid */
    carom_status failure;
    unsigned char *contact_state;  /**< penalty_contact_state by pair; NULL: contacts on the grid */
    unsigned char *friction_state; /**< penalty_friction_state by pair; NULL: no friction */
    double *x_before, *v_before;   /**< at the start of the last step */
    penalty_location location;
} penalty_motion;

/** Number of coordinates: two per ball; with friction three per ball and one per neighbour pair. */
static inline size_t carom_penalty_coordinates(const penalty_springs *springs)
{
    return springs->friction.acts ? 3 * springs->balls + springs->neighbour_count
                                  : 2 * springs->balls;
}

/** Index of the tangential spring of neighbour pair k. */
static inline size_t carom_penalty_spring_index(const penalty_springs *springs, size_t k)
{
    return 3 * springs->balls + k;
}

/** Position or velocity of ball @p i out of the array of all balls. */
static inline carom_vec carom_penalty_vec(const penalty_springs *springs, const double *x, size_t i)
{
    return (carom_vec){x[i], x[springs->balls + i]};
}

static inline void carom_penalty_set_vec(const penalty_springs *springs, double *x, size_t i,
                                         carom_vec to)
{
    x[i] = to.x;
    x[springs->balls + i] = to.y;
}

/** Copy all coordinates and their velocities. */
static inline void carom_penalty_copy_state(const penalty_springs *springs, const double *from_x,
                                            const double *from_v, double *x, double *v)
{
    size_t bytes = carom_penalty_coordinates(springs) * sizeof *x;
    memcpy(x, from_x, bytes);
    memcpy(v, from_v, bytes);
}

static inline carom_flight carom_penalty_ball_flight(const penalty_springs *springs,
                                                     const penalty_motion *motion, size_t i)
{
    return (carom_flight){carom_penalty_vec(springs, motion->x, i),
                          carom_penalty_vec(springs, motion->v, i)};
}

/** Spin of ball @p i about the vertical axis, rad/s. Requires friction. */
static inline double carom_penalty_spin(const penalty_springs *springs,
                                        const penalty_motion *motion, size_t i)
{
    return motion->v[2 * springs->balls + i];
}

/** True if neighbour pair k is in contact. Requires located contacts. */
static inline bool carom_penalty_is_touching(const penalty_motion *motion, size_t k)
{
    return motion->contact_state[k] == PENALTY_TOUCHING;
}

static inline bool carom_penalty_is_sticking(unsigned char friction_state)
{
    return friction_state == PENALTY_STICK || friction_state == PENALTY_STICK_LOADING;
}

static inline bool carom_penalty_is_sliding(unsigned char friction_state)
{
    return friction_state == PENALTY_SLIDE_FORWARD || friction_state == PENALTY_SLIDE_BACKWARD;
}

/** Move the tangential spring of a contact from one part of the wall to the next; @p to =
 * neighbour_count: drop it. */
static inline void carom_penalty_move_spring(const penalty_springs *springs, penalty_motion *motion,
                                             size_t from, size_t to)
{
    double *spring = &motion->x[carom_penalty_spring_index(springs, 0)];
    if (to < springs->neighbour_count) {
        motion->friction_state[to] = motion->friction_state[from];
        spring[to] = spring[from];
    }
    motion->friction_state[from] = PENALTY_NO_SPRING;
    spring[from] = 0;
}

/** Quadratures of a step. First, about the table's centre, the torque of walls, fixed balls,
 * friction and gravity; the force of walls, fixed balls and rolling resistance; the power of the
 * latter. Then for each neighbour pair the normal force and the power of its dashpot. With
 * friction, for each neighbour pair the tangential force and the power of friction follow. */
enum { PENALTY_TORQUE, PENALTY_FORCE_X, PENALTY_FORCE_Y, PENALTY_FRICTION, PENALTY_PAIRS };

static inline size_t carom_penalty_quadratures(const penalty_springs *springs)
{
    return PENALTY_PAIRS + (springs->friction.acts ? 4 : 2) * springs->neighbour_count;
}

/** Index of the tangential force of neighbour pair k among the quadratures. */
static inline size_t carom_penalty_friction_index(const penalty_springs *springs, size_t k)
{
    return PENALTY_PAIRS + 2 * springs->neighbour_count + 2 * k;
}

/** Free @p old and allocate zeroed memory. Sets @p missing on failure. */
void *carom_penalty_reallocate(void *old, size_t count, size_t size, bool *missing);
#define PENALTY_REALLOCATE(array, count, missing)                                                  \
    ((array) = carom_penalty_reallocate(array, count, sizeof *(array), missing))

/** Make room for all coordinates of a motion, and half as many more. */
CAROM_CHECKED carom_status carom_penalty_reserve_coordinates(const penalty_springs *springs,
                                                             penalty_motion *motion,
                                                             carom_error *error);

/** Allocate the arrays indexed by neighbour pair: of a motion, or of an evaluation of at most @p
 * pairs. */
CAROM_CHECKED carom_status carom_penalty_fit_motion(const penalty_springs *springs,
                                                    penalty_motion *motion, carom_error *error);
CAROM_CHECKED carom_status carom_penalty_fit_evaluation(const penalty_springs *springs,
                                                        size_t pairs, penalty_evaluation *evaluated,
                                                        carom_error *error);

/* ---- geometry of neighbour pairs (geometry.c) ---- */

/** Vector from a to the image of b. */
static inline carom_vec carom_penalty_separation(const penalty_springs *springs,
                                                 const penalty_neighbour *near, const double *x)
{
    carom_vec b = carom_vec_add(carom_penalty_vec(springs, x, near->b), near->shift);
    return carom_vec_subtract(b, carom_penalty_vec(springs, x, near->a));
}

/** Velocity of ball b relative to a. */
static inline carom_vec carom_penalty_relative_velocity(const penalty_springs *springs,
                                                        const penalty_neighbour *near,
                                                        const double *v)
{
    return carom_vec_subtract(carom_penalty_vec(springs, v, near->b),
                              carom_penalty_vec(springs, v, near->a));
}

/** Geometry of two balls. @p displacement: vector between the centres (m). @p closing: velocity of
 * a relative to b (m/s) */
static inline penalty_geometry carom_penalty_ball_geometry(double reach_m, carom_vec displacement,
                                                           carom_vec closing)
{
    static const carom_vec any = {1, 0};
    double distance = carom_vec_length(displacement);
    carom_vec normal = distance > 0 ? carom_vec_divide(displacement, distance) : any;
    return (penalty_geometry){reach_m - distance, carom_vec_dot(closing, normal), normal};
}

/** Geometry of a ball at a wall. */
static inline penalty_geometry carom_penalty_wall_geometry(carom_wall_overlap at, carom_vec v)
{
    return (penalty_geometry){at.overlap_m, carom_vec_dot(at.normal, v), at.normal};
}

/** Geometry of a neighbour pair at positions x and velocities v. Overlap -INFINITY: the ball is not
 * in front of this part of the wall. Inline because it is the innermost part of a step. */
static inline penalty_geometry carom_penalty_geometry(const penalty_springs *springs,
                                                      const penalty_neighbour *near,
                                                      const double *x, const double *v)
{
    if (near->wall) {
        carom_wall_overlap at = carom_walls_part_overlap(
            springs->problem, near->b - springs->problem->count,
            carom_penalty_vec(springs, x, near->a), near->reach_m);
        return carom_penalty_wall_geometry(at, carom_penalty_vec(springs, v, near->a));
    }
    return carom_penalty_ball_geometry(near->reach_m, carom_penalty_separation(springs, near, x),
                                       carom_vec_subtract(carom_penalty_vec(springs, v, near->a),
                                                          carom_penalty_vec(springs, v, near->b)));
}

/** True if the contact of a neighbour pair ends with its force, before its overlap. */
static inline bool carom_penalty_ends_by_force(const penalty_springs *springs,
                                               const penalty_neighbour *near)
{
    return springs->model.contact_end == CAROM_END_FORCE && near->contact.viscosity > 0;
}

/** True if two balls are certainly apart at positions x. Always false for walls. */
static inline bool carom_penalty_is_separate(const penalty_springs *springs,
                                             const penalty_neighbour *near, const double *x)
{
    return !near->wall &&
           carom_vec_square(carom_penalty_separation(springs, near, x)) > near->separate_m2;
}

/** Maximum without a call of the C library. */
static inline double carom_penalty_max(double a, double b)
{
    return a > b ? a : b;
}

/** Check that ball @p i is on the table. @return CAROM_INVALID if the springs are so soft that it
 * passed through the wall */
CAROM_CHECKED carom_status carom_penalty_check_on_table(const penalty_springs *springs,
                                                        const double *x, uint32_t i, double t_s,
                                                        carom_error *error);

/* For tables that are not rectangles, where a contact can slide from one part to the next. */

/** True if neighbour pair k belongs to a part of the wall that its ball is not in front of. */
bool carom_penalty_has_left_wall(const penalty_springs *springs, const penalty_motion *motion,
                                 size_t k);

/** Other part of the wall with the largest overlap with the ball of neighbour pair k;
 * neighbour_count: none. @p pair: the candidate pairs */
size_t carom_penalty_next_wall(const penalty_springs *springs, const struct penalty_pair *pair,
                               const penalty_motion *motion, size_t k);

/* ---- forces of an evaluation (forces.c) ---- */

/** Context of an evaluation of the forces. */
typedef struct {
    const penalty_springs *springs;
    /** penalty_contact_state of each neighbour pair; NULL: all overlapping pairs exert forces */
    const unsigned char *contact_state;
    const unsigned char *friction_state; /**< penalty_friction_state by pair; NULL: no friction */
    double step_s, part_s;               /**< step, and the part of it that is integrated now */
    penalty_evaluation *evaluated;       /**< written by the evaluation */
} penalty_forces;

/** True if neighbour pair k exerts a force at the geometry @p at. */
static inline bool carom_penalty_is_acting(const penalty_forces *forces, size_t k,
                                           const penalty_geometry *at)
{
    unsigned char state;
    if (forces->contact_state == NULL) {
        return at->overlap_m > 0;
    }
    state = forces->contact_state[k];
    return state == PENALTY_TOUCHING ? at->overlap_m > -INFINITY
                                     : state == PENALTY_NEXT_WALL && at->overlap_m > 0;
}

/** Equation of motion for carom_motion: compute accelerations a and rates g of the quadratures at
 * x, v. @p context: a penalty_forces */
void carom_penalty_rates(const void *context, const double *x, const double *v, double *a,
                         double *g);

/** Add the quadratures of one step to the budget. */
void carom_penalty_update_budget(const penalty_springs *springs, const penalty_motion *motion,
                                 carom_budget_sums *sums);

/** Elastic energy (J). Also counts the contacts and updates the maximum overlap (m). */
double carom_penalty_elastic_energy(const penalty_springs *springs, const penalty_motion *motion,
                                    size_t *contacts, double *deepest);

/** Elastic energy left in neighbour pair @p switched when its force ends before its overlap (J). It
 * counts as dissipated; negative if the bodies are pressed together again. 0 if @p switched =
 * neighbour_count. */
double carom_penalty_switch_loss(const penalty_springs *springs, const penalty_motion *motion,
                                 size_t switched);

/** Equation of motion of @p motion for an integrator; refers to both arguments. */
carom_motion carom_penalty_equation(const penalty_forces *forces, penalty_motion *motion);

/** Advance @p motion by @p part_s <= @p step_s with one step of the integrator. Quadratures start
 * from zero. Sets motion->failure on failure. @return number of evaluations of the forces */
size_t carom_penalty_integrate(const penalty_springs *springs, penalty_motion *motion,
                               double step_s, double part_s);

/** Report that the integrator failed in the step of @p h that starts at @p t_s. */
carom_status carom_penalty_step_error(const penalty_springs *springs, carom_status why, double t_s,
                                      double h, carom_error *error);

/* ---- friction between surfaces (friction.c) ---- */

/** True if mu does not depend on the slip speed. */
static inline bool carom_penalty_has_constant_friction(const penalty_springs *springs)
{
    const carom_choice *law = &springs->problem->friction_law;
    return law->entry == NULL || carom_friction_law_of(law->entry)->nominal;
}

/** Slip of neighbour pair @p near at the geometry @p at. */
penalty_slip carom_penalty_slip(const penalty_springs *springs, const penalty_neighbour *near,
                                const penalty_geometry *at, const double *v);

/** Geometry at which friction of neighbour pair k acts. While a contact slides from one part of the
 * wall to the next, this is the geometry of the next part. */
penalty_geometry carom_penalty_friction_geometry(const penalty_springs *springs, size_t k,
                                                 const double *x, const double *v);

/** Rates of the slip speed and of the closing speed, m/s^2. */
typedef struct {
    double slip, approach;
} penalty_slip_rates;

/** Rates of change of a slip, from the accelerations @p a of all coordinates. */
penalty_slip_rates carom_penalty_slip_rates(const penalty_springs *springs,
                                            const penalty_neighbour *near,
                                            const penalty_geometry *at, const penalty_slip *s,
                                            const double *v, const double *a);

/** Tangential stiffness k_t (N/m) and its relative rate of change (1/s). */
typedef struct {
    double N_per_m, growth_per_s;
} penalty_stiffness;

penalty_stiffness carom_penalty_stiffness(const penalty_springs *springs, size_t k,
                                          const penalty_geometry *at);

/** Friction coefficient mu at a slip speed (m/s); Coulomb's limit mu F_n (N), 0 while a dashpot
 * pulls; normal force F_n (N). */
double carom_penalty_friction_coefficient(const penalty_springs *springs, size_t k, double speed);
double carom_penalty_coulomb_limit(const penalty_springs *springs, size_t k,
                                   const penalty_geometry *at, double speed);
double carom_penalty_normal_force(const penalty_springs *springs, size_t k,
                                  const penalty_geometry *at);

/** Tangential force (N) in this friction state, before it is limited if the spring sticks. */
double carom_penalty_tangential_force(const penalty_springs *springs, size_t k, unsigned char state,
                                      const penalty_geometry *at, const double *x, const double *v);

/** Evaluate friction of neighbour pair k. Writes the tangential force (N, on b along t, the normal
 * rotated by +90 degrees) and the power of friction to g. */
void carom_penalty_evaluate_friction(const penalty_forces *forces, size_t k,
                                     const penalty_geometry *at, const double *x, const double *v,
                                     double *g);

/** Compute the accelerations of all sticking springs from the accelerations of the balls. */
void carom_penalty_accelerate_springs(const penalty_springs *springs,
                                      const penalty_friction_site *sites,
                                      const unsigned char *friction_state, double h,
                                      const double *x, const double *v, double *a);

/** Set the velocities of the spring coordinates from the slip. Call before each step, or part of a
 * step, of @p h s. */
void carom_penalty_init_springs(const penalty_springs *springs, penalty_motion *motion, double h);

/** Energy in the tangential spring of neighbour pair k, J. */
double carom_penalty_tangential_energy(const penalty_springs *springs, const penalty_motion *motion,
                                       size_t k);

/** Energy dissipated by friction at neighbour pair k during the last step or part (J). */
double carom_penalty_friction_loss(const penalty_springs *springs, const penalty_motion *motion,
                                   size_t k);

/** After a step on the grid: create the spring of neighbour pair k, limit its force by Coulomb's
 * law, or drop it. @return energy dissipated by that, J. *slid: the limit was reached */
double carom_penalty_limit_spring(const penalty_springs *springs, penalty_motion *motion, size_t k,
                                  const penalty_geometry *at, bool *slid);

/** Set the spring of neighbour pair k to stick with this force (N). */
void carom_penalty_set_spring(const penalty_springs *springs, penalty_motion *motion, size_t k,
                              double force, const penalty_geometry *at);
void carom_penalty_drop_spring(const penalty_springs *springs, penalty_motion *motion, size_t k);

/* ---- neighbours (neighbours.c) ---- */

#define PENALTY_NO_RECORD UINT32_MAX

/** Two bodies within the skin; b counts the walls from n upwards. */
typedef struct penalty_pair {
    uint32_t a, b;
    carom_vec shift; /**< to the image of b that is meant, m */
    uint32_t record; /**< the open contact, or PENALTY_NO_RECORD */
} penalty_pair;

/** Candidate pairs, and the validity of both lists (see the top of the file). */
typedef struct {
    carom_grid grid;
    carom_candidate *found;                /**< scratch: candidates for one ball */
    double skin_m, moved_m;                /**< moved: bound of any displacement since the search */
    double neighbour_m, neighbour_moved_m; /**< the same for the neighbour list */
    penalty_pair *pair;
    size_t pairs, pair_capacity;
} penalty_neighbour_lists;

/** Renew both lists if they are not valid for one more step of @p h. If @p least_neighbour_m is not
 * 0, always renew the neighbour list, with at least this range. CAROM_INVALID: balls move too far
 * in a step for a periodic table. */
CAROM_CHECKED carom_status carom_penalty_find_neighbours(penalty_system *self, double h,
                                                         double least_neighbour_m,
                                                         carom_error *error);

/** True if the neighbour list is valid for one more step of @p h. */
bool carom_penalty_is_list_valid(const penalty_system *self, double h);

/** Store the tangential springs of the neighbour list in the open records; load the springs and
 * contact states of a new neighbour list from them. */
void carom_penalty_store_springs(penalty_system *self);
void carom_penalty_load_springs(penalty_system *self);

/* ---- contacts and the collision log (contacts.c) ---- */

/** Record of an open contact. */
typedef struct {
    carom_collision collision;
    size_t log_index;
    uint32_t b; /**< as in penalty_pair */
    size_t pair;
    size_t near;   /**< last index in the neighbour list, a hint */
    bool released; /**< the force has ended, the overlap not yet */
    /* tangential spring while the neighbour list is renewed: penalty_friction_state and
     * coordinate */
    unsigned char friction_state;
    double spring, slid_s; /**< slid: sliding time so far */
    bool is_sliding;       /**< slid during the last step or part */
    size_t trace;          /**< number in the trace; 0: not traced */
} penalty_record;

typedef struct {
    penalty_record *record;
    size_t count, capacity;
} penalty_contacts;

/** One neighbour pair during a step, or part of a step, of h s that starts at start_s. */
typedef struct {
    const penalty_springs *springs;
    penalty_motion *motion;
    size_t k;
    const penalty_neighbour *near; /**< neighbour pair k */
    penalty_geometry before, after;
    double start_s, h;
} penalty_pair_step;

/** Open, update and close contact records for the last step of @p motion. */
CAROM_CHECKED carom_status carom_penalty_track_contacts(penalty_system *self,
                                                        const penalty_springs *springs,
                                                        penalty_motion *motion, double h,
                                                        carom_error *error);

/** The same for a part of a step with located contacts; `part` of a penalty_located_step. */
CAROM_CHECKED carom_status carom_penalty_track_part(penalty_system *self, penalty_motion *motion,
                                                    double after_s, double part_s, size_t switched,
                                                    carom_error *error);

/** Uninitialized record after the open ones, not counted yet. NULL: no memory */
penalty_record *carom_penalty_next_record(penalty_contacts *contacts);

/* ---- event location (located.c) ---- */

/** A step that is split at contact events. `part` is called after every part, which starts after_s
 * after the start of the step, lasts part_s, and ends with an event of neighbour pair `switched`
 * (>= neighbour_count: no onset or end). The motion holds the start, end and quadratures of the
 * part. */
typedef struct {
    const penalty_springs *springs;
    const penalty_pair *pair;
    penalty_motion *motion;
    double start_s, step_s;
    carom_status (*part)(void *context, penalty_motion *motion, double after_s, double part_s,
                         size_t switched, carom_error *error);
    void *context;
    size_t evaluations; /**< of the forces, also on failure */
    size_t event;       /**< internal: the event to be located */
} penalty_located_step;

/** Advance the motion by @p h as carom_penalty_integrate does, with event location. */
CAROM_CHECKED carom_status carom_penalty_integrate_located(penalty_located_step *split, double h,
                                                           carom_error *error);

/* ---- a system (system.c) ---- */

/** A spring system. Its state is the motion `now`; both lists follow from it. */
struct penalty_system {
    penalty_springs springs;
    penalty_motion now, trial; /**< trial: copy for sampling */
    penalty_evaluation evaluated;
    penalty_neighbour_lists neighbours;
    penalty_contacts contacts;
    carom_log *log;
    carom_trace *trace;
    const carom_cancel_flag *cancel;
    /** number of a ball in the log, for a group of balls; NULL: its index */
    const uint32_t *log_number;
    bool is_group;      /**< a group: the calibration belongs to its parent */
    double phase;       /**< fraction of a step by which the grid is shifted */
    double time_s;      /**< at the start of the current step */
    double fastest_mps; /**< after the last step */
    carom_budget_sums sums;
    carom_report report;
};

/** Create a system without balls: force law, integrator, step. NULL: see error */
penalty_system *carom_penalty_new(const carom_solver_args *args, carom_error *error);

/** Add the balls of the problem and find neighbours. Afterwards the system can be stepped. */
CAROM_CHECKED carom_status carom_penalty_init(penalty_system *self, carom_error *error);

/** Create a system for the balls of @p scene, starting at @p t_s, with the springs of @p parent,
 * which has no balls and must outlive it. The caller keeps ownership of @p scene and @p log_number,
 * the number of each ball in the log, and frees *group in any case. */
CAROM_CHECKED carom_status carom_penalty_group_new(penalty_system **group,
                                                   const penalty_system *parent,
                                                   const carom_problem *scene,
                                                   const uint32_t *log_number, double t_s,
                                                   carom_error *error);
void carom_penalty_free(penalty_system *self);

/* ---- steps (step.c) ---- */

/** End of step @p n (s); 0 for n = 0. */
static inline double carom_penalty_grid_time(const penalty_system *self, uint64_t n)
{
    return n == 0 ? 0 : ((double)n - self->phase) * self->springs.step_s;
}

/** True if a change of the restitution is due before the next step. */
static inline bool carom_penalty_is_change_due(const penalty_system *self)
{
    const carom_problem *problem = self->springs.problem;
    return self->springs.model.changed < problem->changes &&
           problem->change[self->springs.model.changed].t_s <= self->time_s;
}

/** Apply the changes of the restitution that are due. Open contacts get the new dashpots too. */
CAROM_CHECKED carom_status carom_penalty_apply_schedule(penalty_system *self, carom_error *error);

/** Take one step of @p h, which ends at @p end_s. */
CAROM_CHECKED carom_status carom_penalty_step(penalty_system *self, double h, double end_s,
                                              carom_error *error);

/* The stages of a step on the grid, for all balls or for the active balls of a multi-step block. */

/** Take one step; undo it on failure. *farthest_m: the largest displacement, m. */
CAROM_CHECKED carom_status carom_penalty_try_step(penalty_system *self,
                                                  const penalty_springs *springs,
                                                  penalty_motion *motion, double h,
                                                  double *farthest_m, carom_error *error);

void carom_penalty_undo_step(const penalty_springs *springs, penalty_motion *motion);

/** True if no pair outside the neighbour list can have touched in a step with this displacement. */
static inline bool carom_penalty_list_covers(const penalty_system *self, double farthest_m)
{
    return self->neighbours.neighbour_m - 2 * (self->neighbours.neighbour_moved_m + farthest_m) >=
           0;
}

/** Repeat a step that was undone because balls moved too far for the neighbour list. */
CAROM_CHECKED carom_status carom_penalty_retry_step(penalty_system *self, double h, double end_s,
                                                    double farthest_m, carom_error *error);

/** Add a step to the budget and the log; advance the clock. */
CAROM_CHECKED carom_status carom_penalty_commit_step(penalty_system *self,
                                                     const penalty_springs *springs,
                                                     penalty_motion *motion, double h, double end_s,
                                                     double farthest_m, carom_error *error);

/** True if no pair is near and no other force acts. */
bool carom_penalty_is_drifting(const penalty_system *self);

/** Take the next step of the grid, or several steps of free flight that end at or before @p t_s. */
CAROM_CHECKED carom_status carom_penalty_advance_grid(penalty_system *self, double t_s,
                                                      carom_error *error);

/** Compute the state @p rest seconds later, less than a step, in @p trial; add it to @p sums. */
void carom_penalty_predict(const penalty_system *self, penalty_motion *trial, double rest,
                           carom_budget_sums *sums);

/** Sample the state at @p t_s, within the next step. */
void carom_penalty_sample(const penalty_system *self, double t_s, carom_view *view);

/* ---- multi-step blocks (multi_step.c) ---- */

/** Workspace of multi-step blocks. While a neighbour list lasts, most balls of a gas touch no other
 * ball: their steps add the same displacement again and again, so all additions are made at once at
 * the end of the block. Only active balls, which may touch something, are stepped one step at a
 * time, in separate arrays. The result is identical to single steps to the bit. */
typedef struct multi_step_workspace multi_step_workspace;

/** Allocate the workspace of a system with balls, which must outlive it. Between two calls of
 * carom_multi_step_advance it holds nothing that a step depends on. NULL: see error */
multi_step_workspace *carom_multi_step_new(penalty_system *system, carom_error *error);
void carom_multi_step_free(multi_step_workspace *self);

/** Take all steps of the grid that end at or before @p t_s. */
CAROM_CHECKED carom_status carom_multi_step_advance(multi_step_workspace *self, double t_s,
                                                    carom_error *error);

/** Free flight over @p steps steps of h: coordinates x and velocities v. */
typedef struct {
    const carom_integrator *integrator;
    double *x, *v, h;
    size_t steps;
} multi_step_flight;

/** Advance the first @p count coordinates of a flight. */
void carom_multi_step_fly(const multi_step_flight *flight, size_t count);
