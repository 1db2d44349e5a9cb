/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A system of springs: balls that push each other, and walls them, while they overlap. The files,
 * from below: range.c (what contacts can be), state.c (state), geometry.c (overlaps of near pairs),
 * friction.c (friction between surfaces), forces.c (what acts), neighbours.c (which pairs can
 * touch), contacts.c (the collision log), located.c (event location inside a step), step.c (steps)
 * system.c (creation, sampling, serialization) and multi_step.c (several steps at a time).
 * src/solvers/penalty.c makes a solver of it, src/solvers/leap/ steps only balls in contact.
 *
 * Two lists keep a step linear in n. `pair` holds every pair closer than `skin_m`; the grid finds
 * them, and they last until a ball may have moved half of that. `near` is the part of it that can
 * touch within the next steps; forces depend on no other pair. The sum of the largest displacement
 * of each step bounds how far any ball has moved.
 */
#ifndef CAROM_SOLVERS_PENALTY_PENALTY_H
#define CAROM_SOLVERS_PENALTY_PENALTY_H

#include "scene/scene.h"
#include "search/search.h"
#include "solvers/penalty/range.h"
#include <carom/force_law.h>
#include <carom/friction_law.h>
#include <carom/integrator.h>
#include <carom/solver.h>
#include <gsl/gsl_roots.h>
#include <math.h>

typedef struct penalty_system penalty_system;
struct penalty_pair;

/* ---- springs: what forces depend on besides the state ---- */

/** The last contact that was described. */
typedef struct {
    carom_surface surface;
    carom_contact contact;
    double duration_s; /**< what it lasts at 1 m/s, to a power of two; 0 where nobody asks */
} penalty_contact_cache;

/** How contacts and motion are computed. */
typedef struct {
    const carom_integrator *integrator;
    const void *integrator_options;
    const carom_force_law *law;
    const void *law_options;
    int contact_end;
    bool located; /**< contacts: located */
    /** dampings from the start and from each change of the restitution on */
    penalty_dampings *epoch;
    size_t changed;                 /**< how many of these changes hold already */
    penalty_contact_cache cache[2]; /**< the last contact described between balls, at a wall */
} penalty_model;

/** What does not change of the balls; by ball, but for the last. */
typedef struct {
    double *inverse_mass, *radius, *reach_wall;
    bool *alike;       /**< all that contacts depend on is that of ball 0; and it is not fixed */
    double smallest_m; /**< radius */
} penalty_constants;

/** What friction is at a near pair. */
typedef struct {
    double friction;                         /**< nominal mu; 0: smooth */
    double ratio;                            /**< kappa = k_t/k_n */
    double radius_a, radius_b;               /**< m; of a wall 0 */
    double torque_factor_a, torque_factor_b; /**< r/I, 1/(kg m); 0 of what does not turn */
} penalty_pair_friction;

/** Friction between the surfaces. */
typedef struct {
    bool acts;                            /**< in any contact of this problem */
    double tangential_ratio;              /**< k_t/k_n; NaN: calibrated */
    penalty_pair_friction *pair_friction; /**< by near pair; NULL without friction */
} penalty_friction;

/** A pair that may touch soon, with what its force needs. */
typedef struct {
    uint32_t a, b;
    bool wall;
    carom_vec shift;
    double reach_m;    /**< overlap = reach - distance */
    double apart_m2;   /**< at a distance of which the square is larger they do not touch */
    double duration_s; /**< as in penalty_contact_cache */
    carom_contact contact;
    size_t pair;
} penalty_neighbour;

/** The springs between near pairs: forces are a function of these and the state. */
typedef struct {
    const carom_problem *problem;
    size_t balls; /**< that the state has: all, or those that a multi-step block carries */
    penalty_constants constants;
    carom_rolling *rolling; /**< by ball; NULL without rolling resistance and drag */
    penalty_model model;
    penalty_friction friction;
    penalty_neighbour *near;
    size_t neighbour_count, neighbour_capacity;
    double step_s; /**< h of the grid of the steps */
} penalty_springs;

/* ---- state (state.c) ---- */

/** Friction state of a near pair. NONE: its spring has not begun; STICK: it is there and its
 * coordinate is its length xi (m), F = k_t xi; PRESSED: the same while the overlap grows under a
 * law whose stiffness grows with it, and the coordinate is F (N); SLIDE: where contacts are
 * located, F is at Coulomb's limit, along t or against it; LOOSE: so long as a dashpot pulls
 * nothing rubs. */
typedef enum {
    PENALTY_NO_SPRING,
    PENALTY_STICK,
    PENALTY_STICK_LOADING,
    PENALTY_SLIDE_FORWARD,
    PENALTY_SLIDE_BACKWARD,
    PENALTY_NO_PRESSURE
} penalty_friction_state;

/** What is watched of a pair where contacts are located. OFF: the overlap, until it is above zero;
 * ON: what holds the contact (overlap, or the force that may not pull), until it is below; SPENT:
 * released by its force, while it still overlaps; ARMED: a part of the wall that the ball is not
 * before, while it touches another, which it may slide over from: on as soon as it overlaps. */
typedef enum {
    PENALTY_APART,
    PENALTY_TOUCHING,
    PENALTY_RELEASED,
    PENALTY_NEXT_WALL
} penalty_contact_state;

/** Where two bodies are towards each other. */
typedef struct {
    double overlap_m;
    double rate_mps;  /**< of the overlap: > 0 while closing */
    carom_vec normal; /**< from a to b */
} penalty_geometry;

/** How surfaces go past each other: arms from the centres to the contact, m, and g_t, m/s. */
typedef struct {
    double arm_a, arm_b, speed;
} penalty_slip;

/** What an evaluation of the forces finds of a near pair that rubs or whose spring holds. */
typedef struct {
    penalty_geometry at;
    penalty_slip slip;
    double arm; /**< 1 - overlap/reach, of the radius */
} penalty_friction_site;

/** Results of the last evaluation of the forces, by near pair; both motions write them. */
typedef struct {
    unsigned char *acting;        /**< whether its force acts; room for all pairs */
    carom_vec *normal;            /**< where it acts */
    penalty_friction_site *sites; /**< where it acts; NULL without friction */
    size_t capacity;
} penalty_evaluation;

/** contacts: located: x, v, hold where the part of the step at work began, and what finds its end.
 */
typedef struct {
    double *x, *v;
    unsigned char *friction_state;
    gsl_root_fsolver *locator;
    double *rates;    /**< room for a and g at one instant, where surfaces rub */
    double dropped_J; /**< what the tangential spring of the contact held that ended last */
} penalty_location;

/** Positions and velocities, x of all balls and then y of all balls; where surfaces rub, the angles
 * and spins of all balls after that, and the tangential springs of all near pairs; quadratures of
 * one step. */
typedef struct {
    double *x, *v, *q, *work;
    size_t x_capacity, q_capacity;
    void *state; /**< of the integrator, for state_quadratures */
    size_t state_quadratures;
    double *a, *g; /**< rates that a step left for the next; g as long as q */
    bool known;
    bool seen; /**< the last evaluation of the last step was where that ended */
    penalty_evaluation *evaluated;
    /** NULL: a motion that is only looked at, which does not last */
    const carom_cancel_flag *cancel;
    /** why the last step was, if it was; then x, v and q are to be thrown away */
    carom_status failure;
    unsigned char *contact_state;  /**< penalty_contact_state by near pair; NULL: contacts are seen
                                      on the grid */
    unsigned char *friction_state; /**< penalty_friction_state by near pair; NULL: nothing rubs */
    double *x_before, *v_before;   /**< where the last step began */
    penalty_location location;
} penalty_motion;

/** How many coordinates a motion has: two a ball, or three and one a near pair. */
static inline size_t carom_penalty_coordinates(const penalty_springs *springs)
{
    return springs->friction.acts ? 3 * springs->balls + springs->neighbour_count
                                  : 2 * springs->balls;
}

/** Which of them is the tangential spring of near pair k. */
static inline size_t carom_penalty_spring_index(const penalty_springs *springs, size_t k)
{
    return 3 * springs->balls + k;
}

/** Position or velocity of ball @p i, where @p x has those of all balls. */
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

/** Ball @p i of a motion. */
static inline carom_flight carom_penalty_ball_flight(const penalty_springs *springs,
                                                     const penalty_motion *motion, size_t i)
{
    return (carom_flight){carom_penalty_vec(springs, motion->x, i),
                          carom_penalty_vec(springs, motion->v, i)};
}

/** Its spin about the vertical axis, rad/s, where surfaces rub. */
static inline double carom_penalty_spin(const penalty_springs *springs,
                                        const penalty_motion *motion, size_t i)
{
    return motion->v[2 * springs->balls + i];
}

/** Whether a near pair is on, where contacts are located. */
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

/** A contact goes from one part of the wall over to the next, and its spring with it; nears: to
 * none. */
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

/** The quadratures of a step: the torque of walls, fixed balls, friction and gravity about the
 * table's centre; the force of walls, fixed balls and friction; the power that friction takes; then
 * for each near pair the normal force and the power its dashpot takes; then, where surfaces rub,
 * for each the tangential force and the power that friction between them takes. */
enum { PENALTY_TORQUE, PENALTY_FORCE_X, PENALTY_FORCE_Y, PENALTY_FRICTION, PENALTY_PAIRS };

static inline size_t carom_penalty_quadratures(const penalty_springs *springs)
{
    return PENALTY_PAIRS + (springs->friction.acts ? 4 : 2) * springs->neighbour_count;
}

/** The first of the last two of near pair k. */
static inline size_t carom_penalty_friction_index(const penalty_springs *springs, size_t k)
{
    return PENALTY_PAIRS + 2 * springs->neighbour_count + 2 * k;
}

/** Zeroed memory in place of @p old. Sets @p missing if there is none. */
void *carom_penalty_reallocate(void *old, size_t count, size_t size, bool *missing);

/** Room for the positions and velocities of all balls. On failure what has been made is left to
 * carom_penalty_motion_free. */
CAROM_CHECKED carom_status carom_penalty_motion_init(const penalty_springs *springs,
                                                     penalty_motion *motion, carom_error *error);
void carom_penalty_motion_free(const carom_integrator *integrator, penalty_motion *motion);

/** Allocate what is as long as the near list: of a motion; of @p pairs at most, of an evaluation.
 */
CAROM_CHECKED carom_status carom_penalty_fit_motion(const penalty_springs *springs,
                                                    penalty_motion *motion, carom_error *error);
CAROM_CHECKED carom_status carom_penalty_fit_evaluation(const penalty_springs *springs,
                                                        size_t pairs, penalty_evaluation *evaluated,
                                                        carom_error *error);

/** Pass the motion. */
void carom_penalty_serialize_motion(const penalty_springs *springs, penalty_motion *motion,
                                    carom_serializer *serializer);

/* ---- geometry of near pairs (geometry.c) ---- */

/** The way from a to the image of b that is meant. */
static inline carom_vec carom_penalty_separation(const penalty_springs *springs,
                                                 const penalty_neighbour *near, const double *x)
{
    carom_vec b = carom_vec_add(carom_penalty_vec(springs, x, near->b), near->shift);
    return carom_vec_subtract(b, carom_penalty_vec(springs, x, near->a));
}

/** Velocity of ball b less that of a. */
static inline carom_vec carom_penalty_relative_velocity(const penalty_springs *springs,
                                                        const penalty_neighbour *near,
                                                        const double *v)
{
    return carom_vec_subtract(carom_penalty_vec(springs, v, near->b),
                              carom_penalty_vec(springs, v, near->a));
}

/** How two balls are whose centres are @p way apart while @p closing (m/s) is the velocity of a
 * less that of b. */
static inline penalty_geometry carom_penalty_ball_geometry(double reach_m, carom_vec displacement,
                                                           carom_vec closing)
{
    static const carom_vec any = {1, 0};
    double distance = carom_vec_length(displacement);
    carom_vec normal = distance > 0 ? carom_vec_divide(displacement, distance) : any;
    return (penalty_geometry){reach_m - distance, carom_vec_dot(closing, normal), normal};
}

/** Overlap, its rate and the normal of a ball at a wall. */
static inline penalty_geometry carom_penalty_wall_geometry(carom_wall_overlap at, carom_vec v)
{
    return (penalty_geometry){at.overlap_m, carom_vec_dot(at.normal, v), at.normal};
}

/** Geometry of a near pair at positions x and velocities v. Overlap -INFINITY: the ball is not
 * before this part of the wall. In the header because it is the innermost part of a step. */
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

/** Whether a near pair of balls is so far apart at positions x that there is no need to ask how
 * far. Of a wall nobody knows so fast. */
static inline bool carom_penalty_is_apart(const penalty_springs *springs,
                                          const penalty_neighbour *near, const double *x)
{
    return !near->wall &&
           carom_vec_square(carom_penalty_separation(springs, near, x)) > near->apart_m2;
}

/** Overlap, rate and normal of a near pair when the state x, v has flown on freely for @p t, which
 * may be below 0, so short that it counts as straight. */
penalty_geometry carom_penalty_geometry_after(const penalty_springs *springs,
                                              const penalty_neighbour *near, const double *x,
                                              const double *v, double t);

/** Whether ball @p i may be before part @p wall, and so near it, when it has gone within_m. On a
 * table that is no rectangle this is so of all parts as soon as one is so near. */
bool carom_penalty_is_near_wall(const penalty_springs *springs, const double *x, uint32_t i,
                                size_t wall, double within_m);

/** When a near pair with a wall touches, s from the state x, v in free flight; INFINITY: never. */
double carom_penalty_wall_onset_time(const penalty_springs *springs, const penalty_neighbour *near,
                                     const double *x, const double *v);

/** Whether ball @p i is on the table. @return CAROM_INVALID if it is not: springs so soft that it
 * went through the wall */
CAROM_CHECKED carom_status carom_penalty_check_on_table(const penalty_springs *springs,
                                                        const double *x, uint32_t i, double t_s,
                                                        carom_error *error);

/* The following are for tables that are no rectangle, whose parts a contact can slide between. */

/** Whether near pair k is of a part of the wall that its ball is not before. */
bool carom_penalty_has_left_wall(const penalty_springs *springs, const penalty_motion *motion,
                                 size_t k);

/** The other part of the wall that the ball of near pair k is pressed against most; nears: none.
 * @p pair: the candidate pairs. */
size_t carom_penalty_next_wall(const penalty_springs *springs, const struct penalty_pair *pair,
                               const penalty_motion *motion, size_t k);

/* ---- forces of an evaluation (forces.c) ---- */

/** What one evaluation of the forces is a function of besides positions and velocities, and what it
 * finds. */
typedef struct {
    const penalty_springs *springs;
    const unsigned char
        *contact_state; /**< penalty_contact_state by near pair; NULL: what overlaps acts */
    const unsigned char
        *friction_state;           /**< penalty_friction_state by near pair; NULL: nothing rubs */
    double step_s, part_s;         /**< part: of the step, which is taken at once */
    penalty_evaluation *evaluated; /**< the evaluation writes it */
} penalty_forces;

/** Whether near pair k acts on its bodies at the geometry @p at. */
static inline bool carom_penalty_is_acting(const penalty_forces *forces, size_t k,
                                           const penalty_geometry *at)
{
    penalty_contact_state what;
    if (forces->contact_state == NULL) {
        return at->overlap_m > 0;
    }
    what = (penalty_contact_state)forces->contact_state[k];
    return what == PENALTY_TOUCHING ? at->overlap_m > -INFINITY
                                    : what == PENALTY_NEXT_WALL && at->overlap_m > 0;
}

/** The equation of motion, for carom_motion: accelerations a and the rates g of the quadratures at
 * x, v. The context is a penalty_forces. */
void carom_penalty_rates(const void *context, const double *x, const double *v, double *a,
                         double *g);

/** Add the quadratures of one step, taken at the normals of @p motion, to the accounts. */
void carom_penalty_update_accounts(const penalty_springs *springs, const penalty_motion *motion,
                                   carom_budget_sums *sums);

/** Elastic energy (J) of a motion; adds to the number of contacts and to the deepest overlap (m).
 */
double carom_penalty_elastic_energy(const penalty_springs *springs, const penalty_motion *motion,
                                    size_t *contacts, double *deepest);

/** What a contact that its force has released still holds, J: nobody gets it back, so it is booked
 * as dissipated at once (and given back should the two be pressed together again). 0 without a
 * switch. */
double carom_penalty_switch_loss(const penalty_springs *springs, const penalty_motion *motion,
                                 size_t switched);

/** What an integrator is given to carry @p motion; lasts as long as both. */
carom_motion carom_penalty_equation(const penalty_forces *forces, penalty_motion *motion);

/** Carries @p motion over part_s, all or a part of a step of step_s, in one step of the integrator,
 * quadratures from zero. Says in motion->failure if it could not. @return evaluations of the
 * forces
 */
size_t carom_penalty_integrate(const penalty_springs *springs, penalty_motion *motion,
                               double step_s, double part_s);

/** Why the integrator gave up the step of @p h that begins at @p t_s. */
carom_status carom_penalty_step_error(const penalty_springs *springs, carom_status why, double t_s,
                                      double h, carom_error *error);

/* ---- friction between surfaces (friction.c) ---- */

/** Whether friction does not depend on the speed of slip. */
static inline bool carom_penalty_has_constant_friction(const penalty_springs *springs)
{
    const carom_choice *law = &springs->problem->friction_law;
    return law->entry == NULL || carom_friction_law_of(law->entry)->nominal;
}

/** What friction is between two balls, or of one and a wall (b NULL). */
penalty_pair_friction carom_penalty_friction_of_pair(const penalty_springs *springs,
                                                     const carom_ball *a, const carom_ball *b);

penalty_slip carom_penalty_slip(const penalty_springs *springs, const penalty_neighbour *near,
                                const penalty_geometry *at, const double *v);

/** Geometry at which the surfaces of near pair k rub: its own, but while a contact slides over from
 * one part of the wall to the next. */
penalty_geometry carom_penalty_friction_geometry(const penalty_springs *springs, size_t k,
                                                 const double *x, const double *v);

/** Rates of the slip and of the approach, m/s^2, from all accelerations. */
typedef struct {
    double slip, approach;
} penalty_slip_rates;

penalty_slip_rates carom_penalty_slip_rates(const penalty_springs *springs,
                                            const penalty_neighbour *near,
                                            const penalty_geometry *at, const penalty_slip *s,
                                            const double *v, const double *a);

/** k_t (N/m) and its rate over it (1/s). */
typedef struct {
    double N_per_m, growth_per_s;
} penalty_stiffness;

penalty_stiffness carom_penalty_stiffness(const penalty_springs *springs, size_t k,
                                          const penalty_geometry *at);

/** mu at a slip (m/s); mu F_n (N), 0 where a dashpot pulls; F_n (N). */
double carom_penalty_friction_coefficient(const penalty_springs *springs, size_t k, double speed);
double carom_penalty_coulomb_limit(const penalty_springs *springs, size_t k,
                                   const penalty_geometry *at, double speed);
double carom_penalty_normal_force(const penalty_springs *springs, size_t k,
                                  const penalty_geometry *at);

/** The tangential force of surfaces that do this at x, v, and so rub at the geometry @p at, N; of a
 * spring that holds before any limit. */
double carom_penalty_tangential_force(const penalty_springs *springs, size_t k,
                                      unsigned char friction_state, const penalty_geometry *at,
                                      const double *x, const double *v);

/** The tangential force (N, on b along t, the normal turned by +90 degrees) of near pair k at an
 * evaluation of the forces, and the power that friction takes, into g. */
void carom_penalty_evaluate_friction(const penalty_forces *forces, size_t k,
                                     const penalty_geometry *at, const double *x, const double *v,
                                     double *g);

/** What that force does to the spins, and its torque where it comes from outside; then how springs
 * that hold go on, from all accelerations. */
void carom_penalty_apply_torque(const penalty_springs *springs, size_t k, double force, double arm,
                                double *a, double *g);
void carom_penalty_accelerate_springs(const penalty_springs *springs,
                                      const penalty_friction_site *sites,
                                      const unsigned char *friction_state, double h,
                                      const double *x, const double *v, double *a);

/** Velocities of the springs' coordinates as surfaces slip now; to be called before a step, or a
 * part of one, of h s. */
void carom_penalty_init_springs(const penalty_springs *springs, penalty_motion *motion, double h);

/** Energy in the tangential spring of near pair k, J. */
double carom_penalty_tangential_energy(const penalty_springs *springs, const penalty_motion *motion,
                                       size_t k);

/** What friction has taken at near pair k in the step, or the part of one, at whose end the motion
 * is, J. */
double carom_penalty_friction_loss(const penalty_springs *springs, const penalty_motion *motion,
                                   size_t k);

/** After a step on the grid: the spring of near pair k begins, is set back to Coulomb's limit, or
 * ends. @return what that takes, J. *slid: it was at the limit */
double carom_penalty_limit_spring(const penalty_springs *springs, penalty_motion *motion, size_t k,
                                  const penalty_geometry *at, bool *slid);

/** A spring of that force (N) from here on; none. */
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

/** The candidate pairs, and how long they and the near list last; see the file's head. */
typedef struct {
    carom_grid grid;
    carom_candidate *found;                /**< room for the balls around one */
    double skin_m, moved_m;                /**< moved: bound of any displacement since then */
    double neighbour_m, neighbour_moved_m; /**< the same for the near list */
    penalty_pair *pair;
    size_t pairs, pair_capacity;
} penalty_neighbour_lists;

/** Renew both lists if they do not last one more step of h; the near one anyway, for @p
 * least_near_m at least, where that is not 0. CAROM_INVALID: balls go too far in a step for a
 * periodic table. */
CAROM_CHECKED carom_status carom_penalty_find_neighbours(penalty_system *self, double h,
                                                         double least_near_m, carom_error *error);

/** Make the near list again, of these pairs. */
CAROM_CHECKED carom_status carom_penalty_rebuild_neighbours(penalty_system *self,
                                                            const uint32_t *pair,
                                                            size_t neighbour_count,
                                                            carom_error *error);

/** Whether the near list is good for one more step of h. */
bool carom_penalty_is_list_valid(const penalty_system *self, double h);

/** Store the tangential springs of the near list in the open records; load what is watched and the
 * springs of a new near list from them. */
void carom_penalty_store_springs(penalty_system *self);
void carom_penalty_load_springs(penalty_system *self);

/* ---- contacts and the collision log (contacts.c) ---- */

/** A contact from touch to release. */
typedef struct {
    carom_collision collision;
    size_t log_index;
    uint32_t b; /**< as in penalty_pair */
    size_t pair;
    size_t near;   /**< where in the near list it was last; it is found again where it is not */
    bool released; /**< the force has ended, the overlap not yet */
    /* of the tangential spring, between two near lists: penalty_friction_state and its coordinate
     */
    unsigned char friction_state;
    double spring, slid_s; /**< slid: how long the surfaces have */
    bool is_sliding;       /**< they did in the last step, or part of one */
    size_t trace;          /**< what the trace knows it as; 0: it is not followed */
} penalty_record;

/** The open contacts of the log. */
typedef struct {
    penalty_record *record;
    size_t count, capacity;
} penalty_contacts;

/** One near pair over a step, or a part of one, of h s that begins at start_s. */
typedef struct {
    const penalty_springs *springs;
    penalty_motion *motion;
    size_t k;
    const penalty_neighbour *near; /**< number k */
    penalty_geometry before, after;
    double start_s, h;
} penalty_pair_step;

/** Open, carry on and close the records of contacts over the step of h that @p motion has taken. */
CAROM_CHECKED carom_status carom_penalty_track_contacts(penalty_system *self,
                                                        const penalty_springs *springs,
                                                        penalty_motion *motion, double h,
                                                        carom_error *error);

/** The same over a part of a step, where contacts are located; as the part of a
 * penalty_located_step. */
CAROM_CHECKED carom_status carom_penalty_track_part(penalty_system *self, penalty_motion *motion,
                                                    double after_s, double part_s, size_t switched,
                                                    carom_error *error);

/** The record after the open ones, not counted yet. NULL: no memory */
penalty_record *carom_penalty_next_record(penalty_contacts *contacts);

/** Pass the open records. */
void carom_penalty_serialize_records(penalty_contacts *contacts, carom_serializer *serializer);

/** Check that every open record has its pair. CAROM_INVALID: not so */
CAROM_CHECKED carom_status carom_penalty_check_records(const penalty_neighbour_lists *list,
                                                       const penalty_contacts *contacts,
                                                       carom_error *error);

/* ---- event location (located.c) ---- */

/** A step that is split where contacts begin and end. `part` is called after every part: it begins
 * after_s after the step did, lasts part_s, and ends with a switch of near pair `switched` (nears:
 * none). The motion holds its start, end and quadratures. */
typedef struct {
    const penalty_springs *springs;
    const penalty_pair *pair;
    penalty_motion *motion;
    double start_s, step_s;
    carom_status (*part)(void *context, penalty_motion *motion, double after_s, double part_s,
                         size_t switched, carom_error *error);
    void *context;
    size_t evaluations; /**< of the forces; counted on failure too */
    size_t what;        /**< used inside: the switch that is located */
} penalty_located_step;

/** Carry the motion over h of the step, as carom_penalty_integrate, with touch and release located.
 */
CAROM_CHECKED carom_status carom_penalty_integrate_located(penalty_located_step *split, double h,
                                                           carom_error *error);

/* ---- a system (system.c) ---- */

/** A system of springs. Its state is the motion `now`; neighbours and near list follow from it. */
struct penalty_system {
    penalty_springs springs;
    penalty_motion now, trial; /**< trial: what sampling works on */
    penalty_evaluation evaluated;
    penalty_neighbour_lists neighbours;
    penalty_contacts contacts;
    carom_log *log;
    carom_trace *trace;
    const carom_cancel_flag *cancel;
    /** by ball: its number in the log, of a group of balls; NULL: the same */
    const uint32_t *log_number;
    bool is_group;                 /**< a group: what describes contacts is its parent's */
    double phase;                  /**< by which the grid of the steps is early, of a step */
    double time_s;                 /**< at the beginning of the step at work */
    double fastest_mps;            /**< after the last step */
    carom_quaternion *orientation; /**< by ball; NULL where nobody asks */
    carom_budget_sums sums;
    carom_report report;
};

/** A description of springs and steps, without any balls yet. NULL: see error */
penalty_system *carom_penalty_new(const carom_solver_args *args, carom_error *error);

/** Puts the balls of the problem in, and finds who is near whom: from then on it can be stepped. */
CAROM_CHECKED carom_status carom_penalty_init(penalty_system *self, carom_error *error);

/** A furnished system of the same springs as @p parent, which is not and must outlive it, for the
 * balls of @p scene, from @p t_s on. @p global: by ball its number in the log; the caller's, as the
 * scene is. NULL: see error */
penalty_system *carom_penalty_group_new(const penalty_system *parent, const carom_problem *scene,
                                        const uint32_t *log_number, double t_s, carom_error *error);
void carom_penalty_free(penalty_system *self);

/** Pass the state between two steps: the rest, the open records, both lists, and the motion. */
void carom_penalty_serialize(penalty_system *self, carom_serializer *serializer);

/* ---- steps (step.c) ---- */

/** When the n-th step ends, s; 0 for n = 0. */
static inline double carom_penalty_grid_time(const penalty_system *self, uint64_t n)
{
    return n == 0 ? 0 : ((double)n - self->phase) * self->springs.step_s;
}

/** Whether a change of the restitution is to be taken over before the next step. */
static inline bool carom_penalty_is_change_due(const penalty_system *self)
{
    const carom_problem *problem = self->springs.problem;
    return self->springs.model.changed < problem->changes &&
           problem->change[self->springs.model.changed].t_s <= self->time_s;
}

/** Takes over the changes of the restitution until the step at work begins: dashpots are others
 * from there on, of contacts that last too. */
CAROM_CHECKED carom_status carom_penalty_apply_schedule(penalty_system *self, carom_error *error);

/** One step of length h, which ends at @p end_s. */
CAROM_CHECKED carom_status carom_penalty_step(penalty_system *self, double h, double end_s,
                                              carom_error *error);

/* A step of contacts on the grid in its parts, of all balls or of those that a multi-step block
 * carries, whose springs and motion these are. */

/** Take one step; undo it on failure. *farthest_m: the largest displacement, m. */
CAROM_CHECKED carom_status carom_penalty_try_step(penalty_system *self,
                                                  const penalty_springs *springs,
                                                  penalty_motion *motion, double h,
                                                  double *farthest_m, carom_error *error);

/** Undo the step. */
void carom_penalty_undo_step(const penalty_springs *springs, penalty_motion *motion);

/** Whether no pair outside the near list can have touched in a step of so large a displacement. */
static inline bool carom_penalty_list_covers(const penalty_system *self, double farthest_m)
{
    return self->neighbours.neighbour_m - 2 * (self->neighbours.neighbour_moved_m + farthest_m) >=
           0;
}

/** Take the step that went so far and was undone again, with a longer list. */
CAROM_CHECKED carom_status carom_penalty_retry_step(penalty_system *self, double h, double end_s,
                                                    double farthest_m, carom_error *error);

/** Add what a step has done to the accounts and the log; advance the clock. */
CAROM_CHECKED carom_status carom_penalty_commit_step(penalty_system *self,
                                                     const penalty_springs *springs,
                                                     penalty_motion *motion, double h, double end_s,
                                                     double farthest_m, carom_error *error);

/** Whether no ball is near another and nothing else acts on them. */
bool carom_penalty_is_drifting(const penalty_system *self);

/** The next step of the grid, or those of a drift, which end until @p t_s as one does at least. */
CAROM_CHECKED carom_status carom_penalty_advance_grid(penalty_system *self, double t_s,
                                                      carom_error *error);

/** The state after @p rest seconds more, less than a step, on @p trial, and what that books. */
void carom_penalty_predict(const penalty_system *self, penalty_motion *trial, double rest,
                           carom_budget_sums *sums);

/** The state at @p t_s, within the next step. */
void carom_penalty_sample(const penalty_system *self, double t_s, carom_view *view);

/* ---- multi-step blocks (multi_step.c) ---- */

/** Workspace of multi-step blocks ("bursts"). While a near list lasts, most balls of a gas touch no
 * other ball: their steps add the same displacement again and again, so all additions are made at
 * once at the end of the block. Only the active balls, which may touch something, are stepped one
 * step at a time, in arrays of their own. The result equals that of single steps to the bit. */
typedef struct multi_step_workspace multi_step_workspace;

/** Allocate the workspace of a furnished system, which must outlive it. Between two calls of
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

#endif
