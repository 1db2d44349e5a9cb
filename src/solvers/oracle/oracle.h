/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "impacts/impacts.h"
#include "scene/scene.h"
#include "solvers/oracle/options.h"

#include <carom/solver.h>

#include <mpfr.h>
#include <stddef.h>
#include <stdint.h>

/* ---- state ----
 * State of the arbitrary-precision reference: rigid balls in MPFR numbers. Shared by oracle.c
 * (plug-in, events, choice of precision), world.c (creation), motion.c, predict.c
 * (collision times) and impact.c (contacts of an impact and its outcome, with friction).
 *
 * The code is as simple as possible, so that it shares no error with the event-driven solver: all
 * pairs, all images, no grid, no cells. The two share the model: which bodies touch, and
 * generalized reflections for simultaneous contacts. */

enum { ORACLE_MOST_BALLS = 200 };

static const mpfr_rnd_t N = MPFR_RNDN;

typedef struct {
    mpfr_t x, y;
} oracle_vec;

typedef struct {
    oracle_vec position, velocity;
} oracle_motion;

/** A ball. Position and velocity are those at the ball's own clock (s). */
typedef struct {
    oracle_motion at;
    mpfr_t clock, radius, inverse_mass;
    mpfr_t spin;          /**< rad/s */
    mpfr_t spin_response; /**< r^2/I, 1/kg; 0 for a fixed ball */
    mpfr_t struck;        /**< time of its last collision */
    unsigned streak;      /**< consecutive collisions with no resolvable time between them */
} oracle_ball;

/** A contact of the current cluster. */
typedef struct {
    uint32_t a, b; /**< numbers of the balls; with `wall`, b is the wall */
    bool wall;
    double restitution;
    double peak_mps;             /**< largest approach speed in this impact */
    carom_two_velocities before; /**< before the current round */
    carom_two_spins spin_before;
    oracle_vec normal; /**< unit vector from a to b */
    mpfr_t velocity;   /**< separation speed, m/s */
    carom_tangential tangential;
    double impulse_t_Ns,
        friction_J; /**< tangential impulse of the round, and the energy that friction dissipates */
    bool sliding;
} oracle_contact;

/** Temporary numbers of single functions: positions, motion, the quadratic equation of a collision,
 * walls and contacts, the equations of an impact. */
enum { ORACLE_SCRATCH_NUMBERS = 39 };

typedef union {
    struct {
        oracle_motion here, there; /**< of two balls at the same time */
        oracle_motion relative;    /**< of the second relative to the first */
        oracle_vec nearest;        /**< its position, nearest image */
        oracle_vec displacement;   /**< from one ball to the other */
        mpfr_t since, term, reach, event_time, p, c, disc, v2, distance, speed, pull, root, gap;
        mpfr_t inverse, cosine, factor, separation, change, part, zero_interval, slip, given, most;
    };
    mpfr_t number[ORACLE_SCRATCH_NUMBERS];
} oracle_scratch;
_Static_assert(sizeof(oracle_scratch) == ORACLE_SCRATCH_NUMBERS * sizeof(mpfr_t),
               "a number of the scratch is not initialized");

/** Velocities and spins of the two in a collision, in the order of the log. */
typedef struct {
    carom_two_velocities before, after;
    carom_two_spins spin[2]; /**< before and after */
} oracle_collision_state;

/** The current impact: balls and contacts of its cluster, and workspace. */
typedef struct {
    bool *has;        /**< indexed by ball of the world: member of the cluster */
    uint32_t *member; /**< numbers of the members */
    size_t members;
    oracle_contact *contact;
    size_t contacts, contact_capacity;
    bool lossy; /**< some contact lost energy */
    carom_lcp lcp;
    mpfr_t *system; /**< numbers of a round's equations */
    size_t system_capacity;
} oracle_cluster;

typedef struct {
    const carom_problem *problem;
    mpfr_prec_t bits;
    double gap_rel;    /**< bodies with a gap below this fraction of the smaller radius touch */
    oracle_ball *ball; /**< problem->count */
    /** count x count: time of the next collision of i and j at i count + j, i < j; infinite if none
     */
    mpfr_t *pair_time;
    size_t walls;        /**< parts of the table, or sides of a periodic one */
    oracle_vec *outward; /**< indexed by part: unit normal of an edge */
    mpfr_t *wall_time; /**< walls x count: time at which a ball reaches a wall, or leaves a periodic
                          table */
    mpfr_t now;        /**< time (s) */
    mpfr_t rounding_speed; /**< slower approaches are rounding errors (m/s) */
    mpfr_t width, height;
    oracle_vec gravity;
    oracle_scratch scratch;
    bool surface_friction; /**< some contact has friction */
    oracle_cluster cluster;
    carom_budget_sums sums;
    carom_report report;
    carom_log log;
    oracle_collision_state
        *struck; /**< indexed by collision of the log; capacity struck_capacity */
    size_t struck_capacity;
    const carom_cancel_flag *cancel;
    carom_error *error; /**< of the current call */
} oracle_world;

static inline void oracle_init_numbers(mpfr_t *number, size_t count, mpfr_prec_t bits)
{
    for (size_t k = 0; k < count; k++) {
        mpfr_init2(number[k], bits);
    }
}

static inline void oracle_clear_numbers(mpfr_t *number, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        mpfr_clear(number[k]);
    }
}

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
    mpfr_set(to->x, from->x, N);
    mpfr_set(to->y, from->y, N);
}

static inline void oracle_vec_add(oracle_vec *sum, const oracle_vec *a, const oracle_vec *b)
{
    mpfr_add(sum->x, a->x, b->x, N);
    mpfr_add(sum->y, a->y, b->y, N);
}

static inline void oracle_vec_sub(oracle_vec *difference, const oracle_vec *a, const oracle_vec *b)
{
    mpfr_sub(difference->x, a->x, b->x, N);
    mpfr_sub(difference->y, a->y, b->y, N);
}

static inline carom_vec oracle_vec_get(const oracle_vec *v)
{
    return (carom_vec){mpfr_get_d(v->x, N), mpfr_get_d(v->y, N)};
}

static inline void oracle_vec_set_d(oracle_vec *to, carom_vec from)
{
    mpfr_set_d(to->x, from.x, N);
    mpfr_set_d(to->y, from.y, N);
}

/** The dot product a b, rounded once. */
static inline void oracle_dot(mpfr_t product, const oracle_vec *a, const oracle_vec *b)
{
    mpfr_fmma(product, a->x, b->x, a->y, b->y, N);
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

/** Create a world of @p problem in numbers of @p bits. NULL: out of memory. If @p cancel is set,
 * the world is incomplete. */
oracle_world *carom_oracle_world_new(const carom_problem *problem, mpfr_prec_t bits, double gap_rel,
                                     const carom_cancel_flag *cancel);
void carom_oracle_world_free(oracle_world *world);

/** Process all events until @p t_s. */
CAROM_CHECKED carom_status carom_oracle_world_advance(oracle_world *world, double t_s,
                                                      carom_error *error);

/** Position and velocity of ball @p i at @p t (s). */
void carom_oracle_ball_at(const oracle_world *world, size_t i, const mpfr_t t, oracle_motion *at);

/** Add the work of gravity on ball @p i from its clock to @p t_s. */
void carom_oracle_book_weight(const oracle_world *world, size_t i, double t_s,
                              carom_budget_sums *sums);

/** Advance ball @p i to `now`, and add the work of gravity. */
void carom_oracle_move(oracle_world *world, size_t i);

/** Compute the next collision of ball @p i with every other ball and wall. */
void carom_oracle_predict(oracle_world *world, size_t i);

/** Resolve the impact of ball @p i with @p j (a ball, or the number of balls plus a wall) and
 * everything that touches them. */
CAROM_CHECKED carom_status carom_oracle_collide(oracle_world *world, uint32_t i, uint32_t j);
