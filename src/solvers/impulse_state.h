/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The state of the impulse solver, shared by its files: impulse.c (the seam), impulse_flight.c
 * (motion and prediction) and impulse_cluster.c (impacts).
 *
 * Every ball keeps its own clock: its position and velocity are those at `clock_s`, and it is moved
 * on only by its own events. Each ball has one event in the queue, the earliest that it can see;
 * an event with a partner that has collided since is stale and is predicted anew when it comes up.
 * (Lubachevsky, J. Comput. Phys. 94, 255 (1991), without his second half of the event.)
 */
#ifndef CAROM_SOLVERS_IMPULSE_STATE_H
#define CAROM_SOLVERS_IMPULSE_STATE_H

#include "core/event_queue.h"
#include "core/flight.h"
#include "core/grid.h"
#include <carom/impact_policy.h>
#include <carom/solver.h>

typedef struct {
    carom_choice law, policy;
    int collapse; /**< impulse_collapse */
    double tc_s, rest_speed_mps;
    char tc_from[CAROM_NAME_SIZE];
} impulse_options;

/** What to do about endlessly many collisions in no time. TC: Luding and McNamara, Granular Matter 1,
 *  113 (1998): a collision within t_c of a body's last one loses nothing. REST: a ball that gravity
 *  pulls onto a wall and that hits it more slowly than rest_speed stays there, carried by the wall. */
typedef enum { COLLAPSE_ERROR, COLLAPSE_TC, COLLAPSE_REST } impulse_collapse;

typedef enum { EVENT_NONE, EVENT_PAIR, EVENT_WALL, EVENT_CELL, EVENT_STOP } impulse_event_kind;

/** What happens to a ball next; its time is in the queue. */
typedef struct {
    impulse_event_kind kind;
    uint32_t partner; /**< PAIR: the other ball; WALL and CELL: carom_wall, the side */
    uint32_t stamp;   /**< PAIR: the partner's stamp when this was predicted */
} impulse_event;

/** The first 64 bytes are what others look at: one cache line. */
typedef struct {
    double x, y, vx, vy; /**< m, m/s, at clock_s */
    double clock_s;
    double radius_m;
    size_t body;         /**< place in the cluster at work, CAROM_NO_BODY outside it */
    uint32_t stamp;      /**< counts the changes of velocity */
    uint32_t carried;    /**< by walls: bit 0 against gravity along x, bit 1 along y */
    uint32_t streak;     /**< collisions in a row without time between them */
    double struck_s;     /**< time of the last event as the one it happened to, -1 before */
    double pushed_s;     /**< time of the last impulse, -INFINITY before the first */
    double reach_m;      /**< to a wall: the radius, or 0 where the centre turns */
    carom_rolling rolling;
} impulse_ball;

/** The cluster at work: what carom_cluster points to, and which balls they are. */
typedef struct {
    size_t bodies, touches, touch_capacity, partner_capacity;
    uint32_t *ball;
    double *vx, *vy, *inverse_mass;
    carom_body *body;
    size_t *number;
    carom_touch *touch;
    uint32_t *partner; /**< by touch: the ball or wall on the far side */
    double now_s;
} impulse_cluster;

typedef struct {
    const carom_problem *problem;
    bool rolls; /**< some ball has rolling resistance or drag: then there is no gravity */
    const carom_impact_law *law;
    const void *law_options; /**< what `law` is called with */
    void *law_prepared;      /**< the same, where it is ours to release */
    const carom_impact_policy *policy;
    void *policy_workspace;
    double rest_speed_mps; /**< 0: no ball comes to rest on a wall */
    double tc_s;        /**< 0: every collision loses what the law says */
    carom_log *log;
    carom_error *error; /**< of the call in progress */
    impulse_ball *ball;
    impulse_event *event;
    carom_queue queue;
    carom_grid grid;
    impulse_cluster cluster;
    double fastest_mps; /**< so far: the scale of what is rounding in a velocity */
    carom_accounts accounts;
    carom_report report;
} impulse_solver;

/** Gravity on a ball, less what walls carry of it, m/s^2. axis 0: x, 1: y. */
double carom_impulse_gravity(const impulse_solver *self, const impulse_ball *ball, int axis);

/** Approach slower than this (m/s) is rounding. */
double carom_impulse_quiet(const impulse_solver *self);

/** Moves ball @p i on to @p t_s and books what gravity and friction do meanwhile. */
void carom_impulse_fly(impulse_solver *self, uint32_t i, double t_s);

/** Where ball @p i is at @p t_s, without moving it. */
impulse_ball carom_impulse_ball_at(const impulse_solver *self, uint32_t i, double t_s);

/** Just its position then. */
void carom_impulse_position_at(const impulse_solver *self, uint32_t i, double t_s, double *x,
                               double *y);

/** Adds what gravity and friction do to ball @p i from its clock until @p t_s, in closed form. */
void carom_impulse_book_flight(const impulse_solver *self, uint32_t i, double t_s,
                               carom_accounts *accounts);

/** Ball @p i, which friction has slowed down, comes to rest at @p now_s. */
void carom_impulse_rest(impulse_solver *self, uint32_t i, double now_s);

/** Finds the next event of ball @p i, seen from @p now_s, and queues it. */
void carom_impulse_predict(impulse_solver *self, uint32_t i, double now_s);

/** Takes ball @p i into the next cell through @p side. */
void carom_impulse_cross(impulse_solver *self, uint32_t i, int side);

/** The coordinate at which a wall turns ball @p i, m. */
double carom_impulse_wall_line(const impulse_solver *self, uint32_t i, int wall);

/** Resolves the impact of ball @p i at @p now_s with everything that touches. */
CAROM_CHECKED carom_status carom_impulse_collide(impulse_solver *self, uint32_t i, double now_s);

CAROM_CHECKED carom_status carom_impulse_cluster_init(impulse_solver *self);
void carom_impulse_cluster_free(impulse_cluster *cluster);

#endif
