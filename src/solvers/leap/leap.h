/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Analytic free flight with event-driven stepping (flight: leap). A free ball moves from contact to
 * contact in closed form, event by event as in the impulse solver. Only balls in contact, or about
 * to be, are stepped: in groups, each with a penalty system and a clock of its own. The cost of a
 * collision is the steps of its contact, however stiff the springs are. flight.c: free flight and
 * event prediction; leap.c: groups of balls that are stepped together, and events.
 */
#pragma once

#include "scene/scene.h"
#include "search/event_queue.h"
#include "solvers/penalty/penalty.h"

typedef struct leap_solver leap_solver;

/** A group starts LEAP_AHEAD_STEPS before its balls touch: the onset must lie inside a step. A ball
 * joins a group if it will touch a member within LEAP_NEAR_STEPS, and leaves it otherwise. */
enum { LEAP_AHEAD_STEPS = 2, LEAP_NEAR_STEPS = 3 };

/** Next event of a ball. STEP: end of a step of the group whose first ball this is. */
typedef enum { LEAP_NONE, LEAP_PAIR, LEAP_WALL, LEAP_CELL, LEAP_STEP } leap_event_kind;

typedef struct {
    leap_event_kind kind;
    uint32_t partner, stamp;
} leap_event;

typedef struct leap_group leap_group;

typedef struct {
    carom_flight flight; /**< at clock_s; at the time of its group, if any */
    double spin_radps;   /**< about the vertical axis; constant in flight */
    double clock_s;
    uint32_t stamp; /**< number of velocity changes; detects outdated events */
    leap_group *group;
} leap_ball;

struct leap_group {
    size_t count;
    uint32_t *ball; /**< ascending */
    carom_problem scene;
    penalty_system *system;
    leap_group *next; /**< list of groups to be freed */
};

struct leap_solver {
    const penalty_system *parent;
    const carom_problem *problem;
    leap_ball *ball;
    leap_event *event;
    carom_queue queue;
    carom_grid grid;
    carom_candidate *found;
    uint32_t *gathered; /**< members of a new group; room for two lists */
    bool *is_member;    /**< indexed by ball: member of the new group */
    double fastest_mps;
    carom_budget_sums sums;
    carom_report report;
    carom_error *error; /**< of the current call */
};

/* ---- flight.c ---- */

/** Position and velocity of ball @p i at @p t_s in free flight. */
carom_flight carom_leap_ball_at(const leap_solver *self, uint32_t i, double t_s);

/** Add the torque of the weight of free ball @p i from its clock until @p t_s to the budget. (The
 * impulse of all weights, m g t, is added once for all balls.) */
void carom_leap_add_weight_torque(const leap_solver *self, uint32_t i, double t_s,
                                  carom_budget_sums *sums);

/** Move a free ball to @p t_s. */
void carom_leap_fly_to(leap_solver *self, uint32_t i, double t_s);

/** Predict the next event of a free ball and put it into the queue. */
void carom_leap_predict(leap_solver *self, uint32_t i);

/** Time from @p t_s until ball @p i touches the candidate in free flight (s). */
double carom_leap_touch_time(const leap_solver *self, uint32_t i, const carom_candidate *other,
                             double t_s);

/** Time from the clock of ball @p i until it touches a part of the wall (s). */
double carom_leap_wall_time(const leap_solver *self, uint32_t i, size_t wall);

/** True if both balls are fixed. */
bool carom_leap_are_fixed(const leap_solver *self, uint32_t i, uint32_t j);

/* ---- leap.c ---- */

/** Create a solver with the problem, law and step of @p parent, which must outlive it. NULL: see
 * error */
leap_solver *carom_leap_new(const penalty_system *parent, carom_error *error);
void carom_leap_free(leap_solver *self);

CAROM_CHECKED carom_status carom_leap_advance(leap_solver *self, double t_s, carom_error *error);
void carom_leap_sample(const leap_solver *self, double t_s, carom_view *view);

/** Overwrite the counts in @p report with the counts of this solver. */
void carom_leap_report(const leap_solver *self, carom_report *report);
