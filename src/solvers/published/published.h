/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SOLVERS_PUBLISHED_H
#define CAROM_INTERNAL_SOLVERS_PUBLISHED_H

#include "scene/scene.h"

#include <carom/solver.h>

#include <math.h>

/** @file
 * The state of the published solver, shared by its files: published.c (the seam) and one file for
 * the loop of each source, published_lecture.c, published_book.c, published_blog.c,
 * published_pool.c.
 *
 * Two clocks. The caller asks for t seconds; a source is called frame by frame, so its loop has
 * been asked for steps * frame_s of them, and a sample shows the end of the last frame that ends by
 * t: between two frames the picture stands still, as on the source's screen. (A frame that ends
 * after t by less than 1e-9 of itself, by rounding, counts as ended.) Collisions are logged with
 * the time on the caller's clock: what of the time asked for was used up just then. The loop's own
 * clock, where it has one, shows what it has simulated: the blog's gains on the caller's, and the
 * report's simulated_s says where it stands.
 */

typedef enum { SOURCE_LECTURE, SOURCE_BOOK, SOURCE_BLOG, SOURCE_POOL, SOURCES } published_source;
typedef enum { INTEGRATOR_EULER, INTEGRATOR_HEUN } published_integrator;
typedef enum { SIGN_AS_PUBLISHED, SIGN_RIGHT } published_sign;
typedef enum { BUMPER_CENTRE, BUMPER_SURFACE } published_bumper;
typedef enum { FORMULA_PRINTED, FORMULA_RIGHT, FORMULA_COMMENT } published_formula;
typedef enum { MOVE_WITH, MOVE_WITHOUT } published_move;
typedef enum { APPROACH_WITHOUT, APPROACH_WITH } published_approach;
typedef enum { GUARD_WITH, GUARD_WITHOUT } published_guard;
typedef enum { CLOCK_AS_PUBLISHED, CLOCK_RIGHT } published_clock;

/** The first word of each fault is the fault. */
typedef struct {
    int source;
    double frame_s;
    int integrator, sign, bumper; /**< lecture */
    double stiffness_N_per_m;     /**< lecture; NaN: not given */
    int formula, move, approach;  /**< book */
    double contact_factor;        /**< book */
    int guard, clock;             /**< blog */
} published_options;

typedef struct published_loop published_loop;

/** Balls are in the order of the file here: the faults depend on it. */
typedef struct {
    const carom_problem *problem; /**< balls in canonical order */
    published_options o;
    const published_loop *loop;
    carom_log *log;
    carom_trace *trace;
    const carom_cancel_flag *cancel;
    size_t count;
    uint32_t *canonical_index; /**< the canonical number of each ball */
    double *radius_m;
    carom_flight *ball;
    carom_flight *before;          /**< room for the loop's own use */
    carom_quaternion *orientation; /**< NULL where nobody asks */
    void *own;                     /**< of the loop */
    carom_sum simulated;           /**< s, by a clock of the loop's own */
    carom_budget_sums sums;
    carom_report report; /**< steps: frames */
} published_solver;

/** A source's loop. */
struct published_loop {
    /** those of the solver's keys that speak of this source, ended by NULL */
    const char *const *keys;
    unsigned boundaries; /**< 1 << carom_boundary of each that it can do */
    bool friction;       /**< it knows rolling resistance and drag */
    bool elastic;        /**< it knows no restitution but 1 */
    /** May be NULL. */
    void (*check)(const carom_problem *problem, const published_options *o,
                  const carom_diagnostics *diagnostics);
    /** makes `own`; may be NULL */
    carom_status (*prepare)(published_solver *self, carom_error *error);
    void (*release)(void *own); /**< may be NULL */
    /** passes `own`; NULL: nothing in it lasts from frame to frame */
    void (*serializer)(published_solver *self, carom_serializer *serializer);
    carom_status (*frame)(published_solver *self, carom_error *error);
    double (*elastic_J)(const published_solver *self); /**< stored now; NULL: nothing ever */
};

extern const published_loop carom_published_lecture, carom_published_book, carom_published_blog,
    carom_published_pool;

static inline const carom_ball *published_ball(const published_solver *self, size_t i)
{
    return &self->problem->ball[self->canonical_index[i]];
}

/** When the frame at work begins, s, on the caller's clock. */
static inline double published_start(const published_solver *self)
{
    return (double)self->report.steps * self->o.frame_s;
}

/** Moves ball @p i by its velocity for @p t, s. */
void carom_published_move(published_solver *self, size_t i, double t);

/** The same for all balls. */
void carom_published_fly_all(published_solver *self, double t);

/** Resolves the collision of balls @p i and @p j, the second @p way (m) from the first. */
typedef carom_status carom_published_collide(published_solver *self, size_t i, size_t j,
                                             carom_vec displacement, double distance,
                                             carom_error *error);

/** Calls @p collide for every pair of balls, in order, whose centres are within @p part of the sum
 * of their radii, and not in the same place. */
CAROM_CHECKED carom_status carom_published_collide_all(published_solver *self, double part,
                                                       carom_published_collide *collide,
                                                       carom_error *error);

/** The @p way from ball @p i to ball @p j, m, on a periodic table to its nearest image. @return its
 * length; INFINITY where already a part of it is longer than @p reach_m, as of most pairs. */
static inline double published_displacement(const published_solver *self, size_t i, size_t j,
                                            double reach_m, carom_vec *displacement)
{
    *displacement = carom_torus_shortest(self->problem,
                                         carom_vec_subtract(self->ball[j].at, self->ball[i].at));
    return displacement->x > reach_m || displacement->x < -reach_m
             ? INFINITY
             : carom_vec_length(*displacement);
}

/** Puts a collision into the log, with a and b numbered as here, and takes note of its overlap (m).
 * It is an impulse of balls that had the velocities @p before, where that is not NULL.
 * Dissipated is mu (1 - e^2) u^2/2: what restitution takes. What a wrong formula takes or makes
 * beside that stays in the residual. */
CAROM_CHECKED carom_status carom_published_record(published_solver *self,
                                                  carom_collision *collision, double reduced_mass,
                                                  double e, double overlap_m,
                                                  const carom_two_velocities *before,
                                                  carom_error *error);

/** Velocities of the two of a collision, with a and b numbered as here. */
carom_two_velocities carom_published_velocities(const published_solver *self,
                                                const carom_collision *collision);

/** Where ball @p i is beyond the side @p wall with the reach @p reach_m (m): how far, m; < 0
 * inside. */
double carom_published_beyond(const published_solver *self, size_t i, int wall, double reach_m);

/** Reverses the velocity of ball @p i across @p wall, times @p e, books it and notes it at @p t_s.
 */
CAROM_CHECKED carom_status carom_published_reflect(published_solver *self, size_t i, int wall,
                                                   double e, double overlap_m, double t_s,
                                                   carom_error *error);

#endif
