/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Friction between surfaces of springs: Cundall and Strack's tangential spring under Coulomb's
 * limit. All of it is for systems that are `rough`.
 */
#ifndef CAROM_SOLVERS_PENALTY_RUBBING_H
#define CAROM_SOLVERS_PENALTY_RUBBING_H

#include "solvers/penalty/system.h"
#include <carom/friction_law.h>

/** Whether friction does not depend on the speed of slip. */
static inline bool carom_penalty_rubs_plainly(const penalty_system *self)
{
    const carom_choice *law = &self->problem->friction_law;
    return law->entry == NULL || carom_friction_law_of(law->entry)->nominal;
}

/** How surfaces go past each other: arms from the centres to the contact, m, and g_t, m/s. */
typedef struct {
    double arm_a, arm_b, speed;
} penalty_slip;

/** What the evaluation at work has found of a near pair that rubs or whose spring holds. */
typedef struct penalty_rubbing {
    penalty_geometry at;
    penalty_slip slip;
    double arm; /**< 1 - overlap/reach, of the radius */
} penalty_rubbing;

penalty_slip carom_penalty_slip(const penalty_system *self, const penalty_near *near,
                                const penalty_geometry *at, const double *v);

/** Of near pair k, a wall's part that its ball is not before any more: the one that it is; k: none.
 */
size_t carom_penalty_wall_beside(const penalty_system *self, size_t k, const double *x,
                                 const double *v);

/** The near pair whose place and normal are those at which the surfaces of near pair k rub: itself,
 * but while a contact slides over from one part of the wall to the next. */
static inline size_t carom_penalty_place(const penalty_system *self, size_t k, const double *x,
                                         const double *v)
{
    return self->problem->part != NULL && self->neighbours.near[k].wall &&
                   carom_penalty_geometry(self, &self->neighbours.near[k], x, v).overlap_m ==
                       -INFINITY
             ? carom_penalty_wall_beside(self, k, x, v)
             : k;
}

static inline penalty_geometry carom_penalty_rubbing_at(const penalty_system *self, size_t k,
                                                        const double *x, const double *v)
{
    return carom_penalty_geometry(self, &self->neighbours.near[carom_penalty_place(self, k, x, v)],
                                  x, v);
}

/** Whether near pair k acts on its bodies at the geometry @p at. */
static inline bool carom_penalty_acts(const penalty_scene *scene, size_t k,
                                      const penalty_geometry *at)
{
    penalty_watch what;
    if (scene->located == NULL) {
        return at->overlap_m > 0;
    }
    what = (penalty_watch)scene->located->watch[k];
    return what == PENALTY_ON ? at->overlap_m > -INFINITY
                              : what == PENALTY_ARMED && at->overlap_m > 0;
}

/** What friction is between two balls, or of one and a wall (b NULL). */
penalty_grip carom_penalty_grip_of(const penalty_system *self, const carom_ball *a,
                                   const carom_ball *b);

/** The tangential force (N, on b along t, the normal turned by +90 degrees) of near pair k at an
 * evaluation of the forces, and the power that friction takes, into g. */
void carom_penalty_rub(const penalty_scene *scene, size_t k, const penalty_geometry *at,
                       const double *x, const double *v, double *g);

/** What that force does to the spins, and its torque where it comes from outside; then how springs
 * that hold go on, from all accelerations. */
void carom_penalty_turn(const penalty_system *self, size_t k, double force, double *a, double *g);
void carom_penalty_stretch(const penalty_system *self, const unsigned char *hold, double h,
                           const double *x, const double *v, double *a);

/** Velocities of the springs' coordinates as surfaces slip now; to be called before a step, or a
 * part of one, of h s. */
void carom_penalty_begin_part(const penalty_system *self, penalty_motion *motion, double h);

/** Energy in the tangential spring of near pair k, J. */
double carom_penalty_held(const penalty_system *self, const penalty_motion *motion, size_t k);

/** What friction has taken at near pair k in the step, or the part of one, at whose end the motion
 * is, J. */
double carom_penalty_rubbed_off(const penalty_system *self, const penalty_motion *motion, size_t k);

/** contacts: located: whether its surfaces slid in the part of the step that has been taken. */
bool carom_penalty_slid(const penalty_motion *motion, size_t k);

/** Force and length of the spring of near pair k at the end of a step or a part of one. */
typedef struct {
    double force_N, length_m;
    bool slides;
} penalty_tangential;
penalty_tangential carom_penalty_tangential(const penalty_system *self,
                                            const penalty_motion *motion, size_t k,
                                            const penalty_geometry *at);

/** After a step on the grid: the spring of near pair k begins, is set back to Coulomb's limit, or
 * ends. @return what that takes, J. *slid: it was at the limit */
double carom_penalty_set_back(penalty_system *self, size_t k, const penalty_geometry *at,
                              bool *slid);

/** The springs go into the open records, and from them into a new near list. */
void carom_penalty_keep_springs(penalty_system *self);
void carom_penalty_load_springs(penalty_system *self);

/** A contact goes from one part of the wall over to the next, and its spring with it; nears: to
 * none. */
static inline void carom_penalty_pass_spring(const penalty_system *self, penalty_motion *motion,
                                             size_t from, size_t to)
{
    double *spring = &motion->x[carom_penalty_spring(self, 0)];
    if (to < self->neighbours.nears) {
        motion->hold[to] = motion->hold[from];
        spring[to] = spring[from];
    }
    motion->hold[from] = PENALTY_NONE;
    spring[from] = 0;
}

/* what sticking.c shares with rubbing.c */

/** Rates of the slip and of the approach, m/s^2, from all accelerations. */
typedef struct {
    double slip, approach;
} penalty_slip_rates;

penalty_slip_rates carom_penalty_slip_rates(const penalty_system *self, const penalty_near *near,
                                            const penalty_geometry *at, const penalty_slip *s,
                                            const double *v, const double *a);

/** k_t (N/m) and its rate over it (1/s). */
typedef struct {
    double N_per_m, growth_per_s;
} penalty_stiffness;

penalty_stiffness carom_penalty_stiffness(const penalty_system *self, size_t k,
                                          const penalty_geometry *at);

/** mu at a slip (m/s); mu F_n (N), 0 where a dashpot pulls; F_n (N). */
double carom_penalty_friction(const penalty_system *self, size_t k, double speed);
double carom_penalty_limit(const penalty_system *self, size_t k, double normal_N, double speed);
double carom_penalty_normal_force(const penalty_system *self, size_t k, const penalty_geometry *at);

static inline bool carom_penalty_is_held(unsigned char hold)
{
    return hold == PENALTY_STICK || hold == PENALTY_PRESSED;
}

static inline bool carom_penalty_is_sliding(unsigned char hold)
{
    return hold == PENALTY_SLIDE_ON || hold == PENALTY_SLIDE_BACK;
}

/** The tangential force of surfaces that do this at x, v, and so rub at the geometry @p at, N; of a
 * spring that holds before any limit. */
double carom_penalty_spring_force_at(const penalty_system *self, size_t k, unsigned char hold,
                                     const penalty_geometry *at, const double *x, const double *v);

/** A spring of that force (N) from here on; none. */
void carom_penalty_hold_on(const penalty_system *self, penalty_motion *motion, size_t k,
                           double force, const penalty_geometry *at);
void carom_penalty_drop_spring(const penalty_system *self, penalty_motion *motion, size_t k);

/* sticking.c; contacts: located */

/** As near pair k touches, or its contact ends: it sticks or slides at once, or drops its spring.
 */
void carom_penalty_take_hold(const penalty_system *self, penalty_motion *motion, size_t k);
void carom_penalty_let_go(const penalty_system *self, penalty_motion *motion, size_t k);

/** > 0 so long as surfaces do what they do, of near pair k that is on, at x, v. */
double carom_penalty_hold_signal(const penalty_system *self, penalty_motion *motion, size_t k,
                                 const double *x, const double *v);

/** They do something else from here on. */
void carom_penalty_change_hold(const penalty_system *self, penalty_motion *motion, size_t k);

#endif
