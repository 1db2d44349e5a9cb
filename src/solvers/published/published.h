/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scene/scene.h"

#include <carom/solver.h>

#include <math.h>

/** @file State of the solver "published", shared by published.c (the plug-in) and a file for the
 * loop of each source: lecture.c, book.c, blog.c, pool.c.
 *
 * There are two clocks. The caller asks for t seconds; a source advances in frames of frame_s. A
 * sample shows the end of the last frame until t, as the source's screen would. (A frame that ends
 * less than 1e-9 of its length after t counts.) Collisions are logged at times of the caller's
 * clock. Some loops also have a clock of simulated time. The blog's clock runs ahead of the
 * caller's, and the report's simulated_s gives its time. */

typedef enum { SOURCE_LECTURE, SOURCE_BOOK, SOURCE_BLOG, SOURCE_POOL, SOURCES } published_source;
typedef enum { INTEGRATOR_EULER, INTEGRATOR_HEUN } published_integrator;
typedef enum { SIGN_AS_PUBLISHED, SIGN_RIGHT } published_sign;
typedef enum { BUMPER_CENTRE, BUMPER_SURFACE } published_bumper;
typedef enum { FORMULA_PRINTED, FORMULA_RIGHT, FORMULA_COMMENT } published_formula;
typedef enum { MOVE_WITH, MOVE_WITHOUT } published_move;
typedef enum { APPROACH_WITHOUT, APPROACH_WITH } published_approach;
typedef enum { GUARD_WITH, GUARD_WITHOUT } published_guard;
typedef enum { CLOCK_AS_PUBLISHED, CLOCK_RIGHT } published_clock;

/** The first value of each choice reproduces the published error. */
typedef struct {
    int source;
    double frame_s;
    int integrator, sign, bumper; /**< lecture */
    double stiffness_N_per_m;     /**< lecture; NaN: not specified */
    int formula, move, approach;  /**< book */
    double contact_factor;        /**< book */
    int guard, clock;             /**< blog */
} published_options;

typedef struct published_loop published_loop;

/** The balls are in the order of the file, because some published errors depend on it. */
typedef struct {
    const carom_problem *problem; /**< its balls are in canonical order */
    published_options o;
    const published_loop *loop;
    carom_log *log;
    carom_trace *trace;
    const carom_cancel_flag *cancel;
    size_t count;
    uint32_t *canonical_index; /**< canonical number of each ball */
    double *radius_m;
    carom_flight *ball;
    carom_flight *before; /**< workspace of the loop */
    void *own;            /**< state of the loop */
    carom_sum simulated;  /**< s, on the loop's own clock */
    carom_budget_sums sums;
    carom_report report; /**< `steps` counts frames */
} published_solver;

/** Interface of the loops: one for each value of the key `source`. */
struct published_loop {
    /** the solver's keys that apply to this source, ended by NULL */
    const char *const *keys;
    unsigned boundaries; /**< 1 << carom_boundary for each supported boundary */
    bool friction;       /**< supports rolling resistance and drag */
    bool elastic;        /**< supports only restitution 1 */
    /** may be NULL */
    void (*check)(const carom_problem *problem, const published_options *o,
                  const carom_diagnostics *diagnostics);
    /** creates `own`; may be NULL */
    carom_status (*prepare)(published_solver *self, carom_error *error);
    void (*release)(void *own); /**< may be NULL */
    carom_status (*frame)(published_solver *self, carom_error *error);
    double (*elastic_J)(const published_solver *self); /**< energy stored now; NULL: always 0 */
};

extern const published_loop carom_published_lecture, carom_published_book, carom_published_blog,
    carom_published_pool;

static inline const carom_ball *published_ball(const published_solver *self, size_t i)
{
    return &self->problem->ball[self->canonical_index[i]];
}

/** Start of the current frame on the caller's clock, s. */
static inline double published_start(const published_solver *self)
{
    return (double)self->report.steps * self->o.frame_s;
}

/** Move ball @p i at constant velocity for @p t (s). */
void carom_published_move(published_solver *self, size_t i, double t);

/** Move all balls at constant velocity for @p t (s). */
void carom_published_fly_all(published_solver *self, double t);

/** Resolves the collision of balls @p i and @p j; @p displacement is the displacement from i to j
 * (m). */
typedef carom_status carom_published_collide(published_solver *self, size_t i, size_t j,
                                             carom_vec displacement, double distance,
                                             carom_error *error);

/** Call @p collide for each pair, in order, whose centres are within @p part of the sum of the
 * radii. Skips balls at the same position. */
CAROM_CHECKED carom_status carom_published_collide_all(published_solver *self, double part,
                                                       carom_published_collide *collide,
                                                       carom_error *error);

/** Displacement @p displacement from ball @p i to ball @p j (m), on a periodic table to the nearest
 * image.
 *  @return its length; INFINITY if its x component already exceeds @p reach_m, as for most pairs */
static inline double published_displacement(const published_solver *self, size_t i, size_t j,
                                            double reach_m, carom_vec *displacement)
{
    *displacement = carom_torus_shortest(self->problem,
                                         carom_vec_subtract(self->ball[j].at, self->ball[i].at));
    return displacement->x > reach_m || displacement->x < -reach_m
             ? INFINITY
             : carom_vec_length(*displacement);
}

/** Log a collision and record its overlap (m). The numbers a and b are in the order of the file. @p
 * before, if not NULL, has the velocities before the impulse, for the trace.
 *
 * The dissipated energy is m_red (1 - e^2) u^2/2, the part due to the restitution. Energy that a
 * wrong formula adds or removes appears in the residual. */
CAROM_CHECKED carom_status carom_published_record(published_solver *self,
                                                  carom_collision *collision, double reduced_mass,
                                                  double e, double overlap_m,
                                                  const carom_two_velocities *before,
                                                  carom_error *error);

/** Distance of a ball at @p at beyond the side @p wall (m), for the reach @p reach_m; negative
 * inside. */
double carom_published_beyond(const published_solver *self, carom_vec at, int wall, double reach_m);

/** Multiply the velocity of ball @p i across @p wall by -@p e, and log the collision at @p t_s. */
CAROM_CHECKED carom_status carom_published_reflect(published_solver *self, size_t i, int wall,
                                                   double e, double overlap_m, double t_s,
                                                   carom_error *error);
