/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The oracle's world: rigid balls in numbers of any precision (MPFR), shared by its files: oracle.c
 * (the seam and the choice of precision), oracle_world.c (motion and events) and oracle_cluster.c
 * (impacts).
 *
 * It is as simple as can be, so that it shares no mistake with the impulse solver: all pairs, all
 * images, no grid, no cells. What it has in common with it is the model: what counts as touching,
 * and generalized reflections where several touch at once.
 */
#ifndef CAROM_SOLVERS_ORACLE_STATE_H
#define CAROM_SOLVERS_ORACLE_STATE_H

#include "impacts/lcp.h"
#include "scene/accounts.h"
#include <carom/solver.h>
#include <mpfr.h>

enum { ORACLE_ROOM = 16, ORACLE_MOST_BALLS = 200 };

/** A ball at its own clock (m, m/s, s). */
typedef struct {
    mpfr_t x, y, vx, vy, clock;
    mpfr_t radius, inverse_mass;
    mpfr_t struck;   /**< time of its last collision */
    unsigned streak; /**< collisions in a row with hardly any time between them */
} oracle_ball;

/** A contact of the cluster at work. */
typedef struct {
    uint32_t a, b; /**< balls; b: or the wall */
    bool wall;
    double restitution;
    double peak_mps; /**< the fastest approach that it has had in this impact */
    mpfr_t nx, ny;   /**< unit normal from a to b */
    mpfr_t velocity; /**< of parting, m/s */
    mpfr_t impulse;  /**< N s, of the round */
} oracle_touch;

typedef struct {
    const carom_problem *problem;
    mpfr_prec_t bits;
    double gap_rel;    /**< bodies with a gap up to this part of the smaller radius touch */
    oracle_ball *ball; /**< problem->count */
    /** count x count: when i < j touch, i count + j; infinity: not as they fly now */
    mpfr_t *meeting;
    mpfr_t *border;    /**< 4 count: when a ball is at a wall, or leaves a periodic table */
    mpfr_t now, quiet; /**< s; m/s: approach slower than this is rounding */
    mpfr_t width, height, gravity[2];
    mpfr_t room[ORACLE_ROOM]; /**< scratch of one function at a time; see the functions */
    mpfr_t here[4], there[4]; /**< two balls at one time: x, y, vx, vy */
    bool *in_cluster;
    uint32_t *member; /**< balls of the cluster at work */
    size_t members;
    bool lossy; /**< some contact of the impact at work lost energy */
    oracle_touch *touch;
    size_t touches, touch_capacity;
    carom_lcp lcp;
    mpfr_t *system; /**< of the equations of a round */
    size_t system_capacity;
    carom_accounts accounts;
    carom_report report;
    carom_log log;
    const carom_watch *watch;
} oracle_world;

/** A world of @p problem in numbers of @p bits. NULL: no memory. Where @p watch wants the end it is
 * not complete. */
oracle_world *carom_oracle_world_new(const carom_problem *problem, mpfr_prec_t bits, double gap_rel,
                                     const carom_watch *watch);
void carom_oracle_world_free(oracle_world *world);

/** Every event until @p t_s. */
CAROM_CHECKED carom_status carom_oracle_world_advance(oracle_world *world, double t_s,
                                                      carom_error *error);

/** Where ball @p i is at @p t (s) and how fast, into @p at[4]: x, y, vx, vy. */
void carom_oracle_ball_at(const oracle_world *world, size_t i, const mpfr_t t, mpfr_t at[4]);

/** Books what gravity does to ball @p i from its clock until @p t_s. */
void carom_oracle_book_weight(const oracle_world *world, size_t i, double t_s,
                              carom_accounts *accounts);

/** Moves ball @p i to `now` and books what gravity does meanwhile. */
void carom_oracle_fly(oracle_world *world, size_t i);

/** Sets when ball @p i meets the others and the borders, from now on. */
void carom_oracle_predict(oracle_world *world, size_t i);

/** The vector from `here` to the nearest image of `there`. */
void carom_oracle_between(const oracle_world *world, mpfr_t dx, mpfr_t dy);

/** Resolves the impact of ball @p i, and of @p j if it is below the number of balls, with
 * everything that touches them. */
CAROM_CHECKED carom_status carom_oracle_collide(oracle_world *world, uint32_t i, uint32_t j,
                                                carom_error *error);
void carom_oracle_cluster_free(oracle_world *world);

/** Collects ball @p i, what it is bound to hit (a ball; or the number of balls and a wall), and all
 * that touches. */
CAROM_CHECKED carom_status carom_oracle_collect(oracle_world *world, uint32_t i, uint32_t bound_to,
                                                carom_error *error);

#endif
