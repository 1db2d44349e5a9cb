/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_SOLVERS_ORACLE_H
#define CAROM_INTERNAL_SOLVERS_ORACLE_H

#include "impacts/impacts.h"
#include "scene/scene.h"
#include "solvers/oracle/options.h"

#include <carom/serializer.h>
#include <carom/solver.h>

#include <mpfr.h>
#include <stddef.h>
#include <stdint.h>

/* ---- state ----
 * The oracle's world: rigid balls in numbers of any precision (MPFR), shared by its files: oracle.c
 * (the seam, the events, the choice of precision, serialization), world.c (making one), motion.c,
 * predict.c (when balls meet), collect.c (what touches), impact.c (with friction).
 *
 * It is as simple as can be, so that it shares no mistake with the impulse solver: all pairs, all
 * images, no grid, no cells. What it has in common with it is the model: what counts as touching,
 * and generalized reflections where several touch at once. */

enum { ORACLE_MOST_BALLS = 200 };

/** A vector of the plane. */
typedef struct {
    mpfr_t x, y;
} oracle_vec;

/** Place (m) and velocity (m/s). */
typedef struct {
    oracle_vec position, velocity;
} oracle_motion;

/** A ball at its own clock (s). */
typedef struct {
    oracle_motion at;
    mpfr_t clock, radius, inverse_mass;
    mpfr_t spin;          /**< rad/s */
    mpfr_t spin_response; /**< 1/kg: r^2/I, 0 of a fixed ball */
    mpfr_t struck;        /**< time of its last collision */
    unsigned streak;      /**< collisions in a row with hardly any time between them */
} oracle_ball;

/** A contact of the cluster at work. */
typedef struct {
    uint32_t a, b; /**< balls; b: or the wall */
    bool wall;
    double restitution;
    double peak_mps;             /**< the fastest approach that it has had in this impact */
    carom_two_velocities before; /**< the round at work */
    carom_two_spins spin_before;
    oracle_vec normal; /**< unit, from a to b */
    mpfr_t velocity;   /**< of parting, m/s */
    carom_tangential tangential;
    double impulse_t_Ns, friction_J; /**< along the tangent, of the round; what that took */
    bool sliding;
} oracle_contact;

/** Numbers that one function at a time works with and nobody keeps: of motion, of the quadratic
 * equation of a meeting, of a border or contact, of an impact's equations. */
#define ORACLE_SCRATCH(X)                                                                          \
    X(since)                                                                                       \
    X(term)                                                                                        \
    X(reach)                                                                                       \
    X(when)                                                                                        \
    X(p)                                                                                           \
    X(c)                                                                                           \
    X(disc)                                                                                        \
    X(v2)                                                                                          \
    X(distance)                                                                                    \
    X(speed)                                                                                       \
    X(pull)                                                                                        \
    X(root)                                                                                        \
    X(gap)                                                                                         \
    X(inverse)                                                                                     \
    X(cosine) X(factor) X(separation) X(change) X(part) X(zero_interval) X(slip) X(given) X(most)

typedef struct {
    oracle_motion here, there; /**< of two balls at one time */
    oracle_motion relative;    /**< of the second as the first sees it */
    oracle_vec nearest;        /**< its position, before images of it are tried */
    oracle_vec displacement;   /**< from one to the other */
#define X(name) mpfr_t name;
    ORACLE_SCRATCH(X)
#undef X
} oracle_scratch;

/** What a collision did to its two, a and b as logged. */
typedef struct {
    carom_two_velocities before, after;
    carom_two_spins spin[2]; /**< before and after */
} oracle_collision_state;

/** The impact at work: the balls and contacts of its cluster, and room to resolve it. */
typedef struct {
    bool *has;        /**< by ball of the world */
    uint32_t *member; /**< balls */
    size_t members;
    oracle_contact *contact;
    size_t contacts, contact_capacity;
    bool lossy; /**< some contact lost energy */
    carom_lcp lcp;
    mpfr_t *system; /**< of the equations of a round */
    size_t system_capacity;
} oracle_cluster;

typedef struct {
    const carom_problem *problem;
    mpfr_prec_t bits;
    double gap_rel;    /**< bodies with a gap up to this part of the smaller radius touch */
    oracle_ball *ball; /**< problem->count */
    /** count x count: when i < j touch, i count + j; infinity: not as they fly now */
    mpfr_t *pair_time;
    size_t walls;        /**< parts of the table, or sides of a periodic one */
    oracle_vec *outward; /**< by part: unit normal of an edge */
    mpfr_t *wall_time;   /**< walls x count: when a ball is at a wall, or leaves a periodic table */
    mpfr_t now, rounding_speed; /**< s; m/s: approach slower than this is rounding */
    mpfr_t width, height;
    oracle_vec gravity;
    oracle_scratch scratch;
    bool surface_friction; /**< surfaces may rub */
    oracle_cluster cluster;
    carom_budget_sums sums;
    carom_report report;
    carom_log log;
    oracle_collision_state *struck; /**< by collision of the log: room for struck_capacity */
    size_t struck_capacity;
    const carom_cancel_flag *cancel;
} oracle_world;

static inline void oracle_vec_init(oracle_vec *v, mpfr_prec_t bits)
{
    mpfr_inits2(bits, v->x, v->y, (mpfr_ptr)NULL);
}

static inline void oracle_vec_clear(oracle_vec *v)
{
    mpfr_clears(v->x, v->y, (mpfr_ptr)NULL);
}

static inline void oracle_vec_set(oracle_vec *to, const oracle_vec *from)
{
    mpfr_set(to->x, from->x, MPFR_RNDN);
    mpfr_set(to->y, from->y, MPFR_RNDN);
}

static inline void oracle_vec_add(oracle_vec *sum, const oracle_vec *a, const oracle_vec *b)
{
    mpfr_add(sum->x, a->x, b->x, MPFR_RNDN);
    mpfr_add(sum->y, a->y, b->y, MPFR_RNDN);
}

static inline void oracle_vec_sub(oracle_vec *difference, const oracle_vec *a, const oracle_vec *b)
{
    mpfr_sub(difference->x, a->x, b->x, MPFR_RNDN);
    mpfr_sub(difference->y, a->y, b->y, MPFR_RNDN);
}

static inline carom_vec oracle_vec_get(const oracle_vec *v)
{
    return (carom_vec){mpfr_get_d(v->x, MPFR_RNDN), mpfr_get_d(v->y, MPFR_RNDN)};
}

static inline void oracle_vec_put(oracle_vec *to, carom_vec from)
{
    mpfr_set_d(to->x, from.x, MPFR_RNDN);
    mpfr_set_d(to->y, from.y, MPFR_RNDN);
}

/** a b, rounded once. */
static inline void oracle_dot(mpfr_t product, const oracle_vec *a, const oracle_vec *b)
{
    mpfr_fmma(product, a->x, b->x, a->y, b->y, MPFR_RNDN);
}

static inline void oracle_motion_init(oracle_motion *m, mpfr_prec_t bits)
{
    oracle_vec_init(&m->position, bits);
    oracle_vec_init(&m->velocity, bits);
}

static inline void oracle_motion_clear(oracle_motion *m)
{
    oracle_vec_clear(&m->position);
    oracle_vec_clear(&m->velocity);
}

static inline carom_flight oracle_motion_get(const oracle_motion *m)
{
    return (carom_flight){oracle_vec_get(&m->position), oracle_vec_get(&m->velocity)};
}

/** A world of @p problem in numbers of @p bits. NULL: no memory. Where @p watch wants the end it is
 * not complete. */
oracle_world *carom_oracle_world_new(const carom_problem *problem, mpfr_prec_t bits, double gap_rel,
                                     const carom_cancel_flag *cancel);
void carom_oracle_world_free(oracle_world *world);

/** Passes its state, to a world of as many bits where it is given back. */
void carom_oracle_world_serialize(oracle_world *world, carom_serializer *serializer);

/** Every event until @p t_s. */
CAROM_CHECKED carom_status carom_oracle_world_advance(oracle_world *world, double t_s,
                                                      carom_error *error);

/** Where ball @p i is at @p t (s) and how fast. */
void carom_oracle_ball_at(const oracle_world *world, size_t i, const mpfr_t t, oracle_motion *at);

/** Books what gravity does to ball @p i from its clock until @p t_s. */
void carom_oracle_book_weight(const oracle_world *world, size_t i, double t_s,
                              carom_budget_sums *sums);

/** Moves ball @p i to `now` and books what gravity does meanwhile. */
void carom_oracle_move(oracle_world *world, size_t i);

/** Sets when ball @p i meets the others and the borders, from now on. */
void carom_oracle_predict(oracle_world *world, size_t i);

/** Into a periodic table. */
void carom_oracle_fold(oracle_world *world, size_t i);

/** The vector from @p here to the nearest image of @p there. */
void carom_oracle_displacement(const oracle_world *world, const oracle_vec *here,
                               const oracle_vec *there, oracle_vec *displacement);

/** Resolves the impact of ball @p i, and of @p j if it is below the number of balls, with
 * everything that touches them. */
CAROM_CHECKED carom_status carom_oracle_collide(oracle_world *world, uint32_t i, uint32_t j,
                                                carom_error *error);

/** Changes the velocity of ball @p i by @p impulse (N s) times @p sign along the unit vector @p
 * way. */
void carom_oracle_push(oracle_world *world, uint32_t i, int sign, const mpfr_t impulse,
                       const oracle_vec *displacement);

/** Collects ball @p i, what it is bound to hit (a ball; or the number of balls and a wall), and all
 * that touches. */
CAROM_CHECKED carom_status carom_oracle_collect(oracle_world *world, uint32_t i, uint32_t bound_to,
                                                carom_error *error);

#endif
