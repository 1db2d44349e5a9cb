/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A system of springs: balls that push each other, and walls them, while they overlap. Its files,
 * from below: range.c (what contacts can be), walls.c (the table's walls, of any shape), forces.c
 * (what acts), motion.c (carries a state over a time), neighbours.c (who can meet), contacts.c (the
 * collision log), moments.c (contacts from inside), rubbing.c and sticking.c (friction
 * between surfaces), located.c (what happens inside a step), step.c (one step, and the grid of the
 * steps) and system.c (beginning, end, what is shown). src/solvers/penalty.c makes a solver of it,
 * src/solvers/leap/ steps small ones only where balls touch.
 *
 * Two lists keep a step linear in n. `pair` holds every pair closer than `skin`, found by the grid
 * and good until somebody may have moved half of it; `near` is the part of it that can touch within
 * the next steps, and the forces look at nobody else. How far anybody has moved is bounded by the
 * sum over the steps of the farthest move of each.
 */
#ifndef CAROM_SOLVERS_PENALTY_SYSTEM_H
#define CAROM_SOLVERS_PENALTY_SYSTEM_H

#include "scene/flight.h"
#include "scene/orientation.h"
#include "scene/trace.h"
#include "search/grid.h"
#include "solvers/penalty/range.h"
#include <carom/force_law.h>
#include <carom/integrator.h>
#include <carom/solver.h>
#include <gsl/gsl_roots.h>
#include <math.h>

/** The last contact that was described. */
typedef struct {
    carom_surface surface;
    carom_contact contact;
    double duration_s; /**< what it lasts at 1 m/s, to a power of two; 0 where nobody asks */
} penalty_made;

#define PENALTY_NO_RECORD UINT32_MAX

/** Two bodies within the skin; b counts the walls from n upwards. */
typedef struct {
    uint32_t a, b;
    carom_vec shift; /**< to the image of b that is meant, m */
    uint32_t record; /**< the open contact, or PENALTY_NO_RECORD */
} penalty_pair;

/** A pair that may touch soon, with what its force needs. */
typedef struct {
    uint32_t a, b;
    bool wall;
    carom_vec shift;
    double reach_m;    /**< overlap = reach - distance */
    double apart_m2;   /**< at a distance of which the square is larger they do not touch */
    double duration_s; /**< as in penalty_made */
    carom_contact contact;
    size_t pair;
} penalty_near;

/** Who can meet whom; the two lists of the file's head. */
typedef struct {
    carom_grid grid;
    carom_candidate *found;      /**< room for the balls around one */
    double skin_m, moved_m;      /**< moved: bound of any displacement since then */
    double near_m, near_moved_m; /**< the same for the near list */
    penalty_pair *pair;
    size_t pairs, pair_capacity;
    penalty_near *near;
    size_t nears, near_capacity;
    size_t left_out; /**< near pairs that a multi-step block leaves out: they cannot touch */
} penalty_neighbours;

/** What friction is at a near pair. */
typedef struct {
    double friction;           /**< nominal mu; 0: smooth */
    double ratio;              /**< kappa = k_t/k_n */
    double radius_a, radius_b; /**< m; of a wall 0 */
    double turn_a, turn_b;     /**< r/I, 1/(kg m); 0 of what does not turn */
} penalty_grip;

/** Friction between the surfaces. */
typedef struct {
    bool acts;                       /**< in any contact of this problem */
    double tangential_ratio;         /**< k_t/k_n; NaN: calibrated */
    penalty_grip *grip;              /**< by near pair; NULL without friction */
    struct penalty_rubbing *rubbing; /**< by near pair that acts; NULL without friction */
} penalty_friction;

/** What surfaces in contact do. NONE: their spring has not begun; STICK: it is there and its
 * coordinate is its length xi (m), F = k_t xi; PRESSED: the same while the overlap grows under a
 * law whose stiffness grows with it, and the coordinate is F (N); SLIDE: where contacts are
 * located, F is at Coulomb's limit, along t or against it; LOOSE: so long as a dashpot pulls
 * nothing rubs. */
typedef enum {
    PENALTY_NONE,
    PENALTY_STICK,
    PENALTY_PRESSED,
    PENALTY_SLIDE_ON,
    PENALTY_SLIDE_BACK,
    PENALTY_LOOSE
} penalty_hold;

/** Where two bodies are towards each other. */
typedef struct {
    double overlap_m;
    double rate_mps;  /**< of the overlap: > 0 while closing */
    carom_vec normal; /**< from a to b */
} penalty_geometry;

/** A contact from touch to release. */
typedef struct {
    carom_collision collision;
    size_t log_index;
    uint32_t b; /**< as in penalty_pair */
    size_t pair;
    size_t near;   /**< where in the near list it was last; it is found again where it is not */
    bool released; /**< the force has ended, the overlap not yet */
    /* of the tangential spring, between two near lists: penalty_hold and its coordinate */
    unsigned char hold;
    double spring, slid_s; /**< slid: how long the surfaces have */
    bool slides;           /**< they did in the last step, or part of one */
    size_t trace;          /**< what the trace knows it as; 0: it is not followed */
} penalty_record;

/** Near pairs in contact: in the evaluation of forces at work, and the open ones of the log. */
typedef struct {
    unsigned char *acting; /**< by near pair: whether its force acts; room for all pairs */
    carom_vec *normal;     /**< by near pair that acts */
    size_t acting_capacity;
    penalty_record *record;
    size_t count, capacity;
} penalty_contacts;

/** One near pair over a step, or a part of one, of h s that begins at start_s. */
typedef struct {
    const penalty_near *near;
    penalty_geometry before, after;
    double start_s, h;
} penalty_passage;

/** What is watched of a pair where contacts are located. OFF: the overlap, until it is above zero;
 * ON: what holds the contact (overlap, or the force that may not pull), until it is below; SPENT:
 * released by its force, while it still overlaps; ARMED: a part of the wall that the ball is not
 * before, while it touches another, which it may slide over from: on as soon as it overlaps. */
typedef enum { PENALTY_OFF, PENALTY_ON, PENALTY_SPENT, PENALTY_ARMED } penalty_watch;

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
    /** NULL: a motion that is only looked at, which does not last */
    const carom_watch *watcher;
    /** why the last step was, if it was; then x, v and q are to be thrown away */
    carom_status given_up;
    /* contacts: located */
    double *x_start, *v_start; /**< where the part of the step at work began */
    unsigned char
        *watch; /**< penalty_watch by near pair; NULL where contacts are seen on the grid */
    gsl_root_fsolver *locator;
    unsigned char *hold;       /**< penalty_hold by near pair; NULL: nothing rubs */
    unsigned char *hold_start; /**< contacts: located: in the part of the step at work */
    double *rates;             /**< room for a and g at one instant, where surfaces rub */
    double dropped_J; /**< what the tangential spring of the contact held that ended last */
} penalty_motion;

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
    size_t changed;       /**< how many of these changes hold already */
    penalty_made made[2]; /**< the last contact described between balls, at a wall */
} penalty_model;

/** What does not change of the balls; by ball, but for the last. */
typedef struct {
    double *inverse_mass, *radius, *reach_wall;
    bool *alike;       /**< all that contacts depend on is that of ball 0; and it is not fixed */
    double smallest_m; /**< radius */
} penalty_constants;

/** The state one step ago. */
typedef struct {
    double *x, *v;
    size_t capacity;
} penalty_before;

/** A system of springs. Its state is the motion `now`; neighbours, contacts and friction follow
 * from it, the model and the constants of the balls. */
typedef struct {
    const carom_problem *problem;
    penalty_model model;
    carom_log *log;
    carom_trace *trace;
    const carom_watch *watcher;
    /** by ball: its number in the log, of a group of balls; NULL: the same */
    const uint32_t *global;
    bool borrowed; /**< a group: what describes contacts is its parent's */
    double phase;  /**< by which the grid of the steps is early, of a step */
    double step_s; /**< h of that grid */
    double time_s; /**< at the beginning of the step at work */
    penalty_constants constants;
    size_t balls; /**< that the motion has: all, or those that a burst carries (solvers/burst) */
    penalty_motion now, trial; /**< trial: what sampling works on */
    penalty_before before;
    carom_quaternion *orientation; /**< by ball; NULL where nobody asks */
    carom_rolling *rolling;        /**< by ball; NULL without friction */
    double fastest_mps;            /**< after the last step */
    penalty_friction friction;
    penalty_neighbours neighbours;
    penalty_contacts contacts;
    carom_accounts accounts;
    carom_report report;
} penalty_system;

/** When the n-th step ends, s; 0 for n = 0. */
static inline double carom_penalty_grid_time(const penalty_system *self, uint64_t n)
{
    return n == 0 ? 0 : ((double)n - self->phase) * self->step_s;
}

/** How many coordinates a motion has: two a ball, or three and one a near pair. */
static inline size_t carom_penalty_coordinates(const penalty_system *self)
{
    return self->friction.acts ? 3 * self->balls + self->neighbours.nears : 2 * self->balls;
}

/** Which of them is the tangential spring of near pair k. */
static inline size_t carom_penalty_spring(const penalty_system *self, size_t k)
{
    return 3 * self->balls + k;
}

/** Position or velocity of ball @p i, where @p x has those of all balls. */
static inline carom_vec carom_penalty_of(const penalty_system *self, const double *x, size_t i)
{
    return (carom_vec){x[i], x[self->balls + i]};
}

static inline void carom_penalty_set(const penalty_system *self, double *x, size_t i, carom_vec to)
{
    x[i] = to.x;
    x[self->balls + i] = to.y;
}

/** Ball @p i of a motion. */
static inline carom_flight carom_penalty_ball(const penalty_system *self,
                                              const penalty_motion *motion, size_t i)
{
    return (carom_flight){carom_penalty_of(self, motion->x, i),
                          carom_penalty_of(self, motion->v, i)};
}

/** Its spin about the vertical axis, rad/s, where surfaces rub. */
static inline double carom_penalty_spin(const penalty_system *self, const penalty_motion *motion,
                                        size_t i)
{
    return motion->v[2 * self->balls + i];
}

/** The way from a to the image of b that is meant. */
static inline carom_vec carom_penalty_way(const penalty_system *self, const penalty_near *near,
                                          const double *x)
{
    carom_vec b = carom_vec_add(carom_penalty_of(self, x, near->b), near->shift);
    return carom_vec_minus(b, carom_penalty_of(self, x, near->a));
}

/** Velocity of ball b less that of a. */
static inline carom_vec carom_penalty_parting(const penalty_system *self, const penalty_near *near,
                                              const double *v)
{
    return carom_vec_minus(carom_penalty_of(self, v, near->b), carom_penalty_of(self, v, near->a));
}

/** How two balls are whose centres are @p way apart while @p closing (m/s) is the velocity of a
 * less that of b. */
static inline penalty_geometry carom_penalty_of_balls(double reach_m, carom_vec way,
                                                      carom_vec closing)
{
    static const carom_vec any = {1, 0};
    double distance = carom_vec_length(way);
    carom_vec normal = distance > 0 ? carom_vec_over(way, distance) : any;
    return (penalty_geometry){reach_m - distance, carom_vec_dot(closing, normal), normal};
}

/* ---- range.c ---- */

/** The contact of two balls, or of one and a wall (b NULL); @p made is the last one, which it
 * becomes.
 */
carom_contact carom_penalty_contact(const penalty_system *self, penalty_made *made,
                                    const carom_ball *a, const carom_ball *b);

/** Overlap, its rate and the normal of a near pair with a wall at positions x and velocities v.
 * Overlap -INFINITY: it is not before this part. */
penalty_geometry carom_penalty_wall_geometry(const penalty_system *self, const penalty_near *near,
                                             const double *x, const double *v);

/* ---- forces.c ---- */

/** The same of any near pair. In the header because it is the innermost part of a step. */
static inline penalty_geometry carom_penalty_geometry(const penalty_system *self,
                                                      const penalty_near *near, const double *x,
                                                      const double *v)
{
    if (near->wall) {
        return carom_penalty_wall_geometry(self, near, x, v);
    }
    return carom_penalty_of_balls(
        near->reach_m, carom_penalty_way(self, near, x),
        carom_vec_minus(carom_penalty_of(self, v, near->a), carom_penalty_of(self, v, near->b)));
}

/** Whether a near pair of balls is so far apart at positions x that there is no need to ask how
 * far. Of a wall nobody knows so fast. */
static inline bool carom_penalty_is_apart(const penalty_system *self, const penalty_near *near,
                                          const double *x)
{
    return !near->wall && carom_vec_square(carom_penalty_way(self, near, x)) > near->apart_m2;
}

/** Overlap, rate and normal of a near pair when the state x, v has flown on freely for @p t, which
 * may be below 0, so short that it counts as straight. */
penalty_geometry carom_penalty_flown(const penalty_system *self, const penalty_near *near,
                                     const double *x, const double *v, double t);

/** Whether a near pair is on, where contacts are located. */
static inline bool carom_penalty_is_on(const penalty_motion *motion, size_t k)
{
    return motion->watch[k] == PENALTY_ON;
}

/** The quadratures of a step: the torque of walls, fixed balls, friction and gravity about the
 * table's centre; the force of walls, fixed balls and friction; the power that friction takes; then
 * for each near pair the normal force and the power its dashpot takes; then, where surfaces rub,
 * for each the tangential force and the power that friction between them takes. */
enum { PENALTY_TORQUE, PENALTY_FORCE_X, PENALTY_FORCE_Y, PENALTY_FRICTION, PENALTY_PAIRS };

static inline size_t carom_penalty_quadratures(const penalty_system *self)
{
    return PENALTY_PAIRS + (self->friction.acts ? 4 : 2) * self->neighbours.nears;
}

/** The first of the last two of near pair k. */
static inline size_t carom_penalty_rubbed(const penalty_system *self, size_t k)
{
    return PENALTY_PAIRS + 2 * self->neighbours.nears + 2 * k;
}

/** What the equation of motion is over: the near list, which of it is on (NULL: what overlaps), and
 * how long a step is. */
typedef struct {
    const penalty_system *system;
    const penalty_motion *located;
    const unsigned char *hold; /**< of the motion that is carried; NULL: nothing rubs */
    double step_s, part_s;     /**< part: of the step, which is taken at once */
} penalty_scene;

/** The equation of motion, for carom_motion; the context is a penalty_scene. */
void carom_penalty_rates(const void *context, const double *x, const double *v, double *a,
                         double *g);

/** Books the quadratures of one step, taken at the normals of @p motion. */
void carom_penalty_book(const penalty_system *self, const penalty_motion *motion,
                        carom_accounts *accounts);

/** Elastic energy (J) of a motion; adds to the number of contacts and to the deepest overlap (m).
 */
double carom_penalty_elastic(const penalty_system *self, const penalty_motion *motion,
                             size_t *contacts, double *deepest);

/** What a contact that its force has released still holds, J: nobody gets it back, so it is booked
 * as dissipated at once (and given back should the two be pressed together again). 0 without a
 * switch. */
double carom_penalty_switch_loss(const penalty_system *self, const penalty_motion *motion,
                                 size_t switched);

/* ---- contacts.c ---- */

/** Opens, carries on and closes the records of contacts over the step of h from `before` to `now`.
 */
CAROM_CHECKED carom_status carom_penalty_track_contacts(penalty_system *self, double h,
                                                        carom_error *error);

/** The same over a part of a step, where contacts are located; as penalty_follower. */
CAROM_CHECKED carom_status carom_penalty_track_part(penalty_system *self,
                                                    const penalty_motion *motion, double after_s,
                                                    double part_s, size_t switched,
                                                    carom_error *error);

/** Whether a contact is over when its force is, not only with its overlap; seen on the grid. */
static inline bool carom_penalty_ends_by_force(const penalty_near *near)
{
    return near->contact.damping > 0 && near->contact.end == CAROM_END_FORCE;
}

/* ---- system.c ---- */

/** The state after @p rest seconds more, less than a step, on @p trial, and what that books. */
void carom_penalty_look_ahead(const penalty_system *self, penalty_motion *trial, double rest,
                              carom_accounts *accounts);

/** The state at @p t_s, within the next step. */
void carom_penalty_sample(const penalty_system *self, double t_s, carom_view *view);

/** A description of springs and steps, without any balls yet. NULL: see error */
penalty_system *carom_penalty_new(const carom_brief *brief, carom_error *error);

/** Puts the balls of the problem in, and finds who is near whom: from then on it can be stepped. */
CAROM_CHECKED carom_status carom_penalty_furnish(penalty_system *self, carom_error *error);

/** A furnished system of the same springs as @p parent, which is not and must outlive it, for the
 * balls of @p scene, from @p t_s on. @p global: by ball its number in the log; the caller's, as the
 * scene is. NULL: see error */
penalty_system *carom_penalty_group_new(const penalty_system *parent, const carom_problem *scene,
                                        const uint32_t *global, double t_s, carom_error *error);
void carom_penalty_free(penalty_system *self);

/* ---- kept and given back, in the files of what they pass ---- */

/** Passes the state between two steps: the rest, the open records, both lists, and the motion. */
void carom_penalty_archive(penalty_system *self, carom_archive *archive);
void carom_penalty_archive_records(penalty_system *self, carom_archive *archive);
CAROM_CHECKED carom_status carom_penalty_recount(const penalty_system *self, carom_error *error);
void carom_penalty_archive_motion(penalty_system *self, carom_archive *archive);

#endif
