/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * flight: leap. In free flight nothing needs a step: a ball is carried from contact to contact in
 * closed form, event by event as in the impulse solver, and only balls in contact, or about to be,
 * are stepped: in groups, each with a penalty solver and a clock of its own. A collision then costs
 * the steps of its contact, however stiff it is. flight.c: free flight and when it ends; groups.c:
 * balls that are stepped together; leap.c: events, and the state as bytes.
 */
#ifndef CAROM_SOLVERS_LEAP_LEAP_H
#define CAROM_SOLVERS_LEAP_LEAP_H

#include "scene/scene.h"
#include "search/event_queue.h"
#include "solvers/penalty/penalty.h"

typedef struct leap_solver leap_solver;

/** A group begins `ahead` steps before its balls touch, so that a touch lies inside a step. A ball
 * that will touch a member within `soon` steps is taken in; one that will not is let go. */
enum { LEAP_AHEAD_STEPS = 2, LEAP_NEAR_STEPS = 3 };

/** STEP: the ball is the first of a group, whose step ends at its time. */
typedef enum { LEAP_NONE, LEAP_PAIR, LEAP_WALL, LEAP_CELL, LEAP_STEP } leap_event_kind;

typedef struct {
    leap_event_kind kind;
    uint32_t partner, stamp;
} leap_event;

typedef struct leap_group leap_group;

typedef struct {
    carom_flight flight; /**< at clock_s; of a ball in a group: at the group's time */
    double spin_radps;   /**< about the vertical axis; nothing changes it in flight */
    double clock_s;
    uint32_t stamp; /**< counts the changes of velocity */
    leap_group *group;
} leap_ball;

struct leap_group {
    size_t count;
    uint32_t *ball; /**< ascending */
    carom_problem scene;
    penalty_system *system;
    leap_group *next; /**< of those to be freed */
};

struct leap_solver {
    const penalty_system *parent;
    const carom_problem *problem;
    leap_ball *ball;
    leap_event *event;
    carom_queue queue;
    carom_grid grid;
    carom_candidate *found;
    uint32_t *gathered; /**< members of a group to be; room for twice as many */
    bool *is_member;    /**< by ball: among them */
    double fastest_mps;
    carom_budget_sums sums;
    carom_report report;
    carom_error *error; /**< of the call in progress */
};

/* ---- flight.c ---- */

/** Where ball @p i is at @p t_s if nothing touches it. */
carom_flight carom_leap_ball_at(const leap_solver *self, uint32_t i, double t_s);

/** Books what its weight does to free ball @p i from its clock until @p t_s: the torque. (The
 * weight's impulse is m g t for all balls together.) */
void carom_leap_book_flight(const leap_solver *self, uint32_t i, double t_s,
                            carom_budget_sums *sums);

/** Moves a free ball on to @p t_s. */
void carom_leap_fly_to(leap_solver *self, uint32_t i, double t_s);

/** Finds the next event of a free ball and queues it. */
void carom_leap_predict(leap_solver *self, uint32_t i);

/** Time from @p t_s until ball @p i touches another in free flight, in the image that the grid
 * says, s. */
double carom_leap_touch_time(const leap_solver *self, uint32_t i, const carom_candidate *other,
                             double t_s);

/** The same for a part of the wall, from the ball's clock. */
double carom_leap_wall_time(const leap_solver *self, uint32_t i, size_t wall);

/** Whether both balls are fixed. */
bool carom_leap_are_fixed(const leap_solver *self, uint32_t i, uint32_t j);

/* ---- groups.c ---- */

/** Balls @p i and @p j (the same: @p i alone), with the groups they are in, are stepped together
 * from @p t_s on. */
CAROM_CHECKED carom_status carom_leap_merge(leap_solver *self, uint32_t i, uint32_t j, double t_s);

/** One step of a group, until @p t_s; then it takes in who is about to touch it, and lets go who is
 * not. */
CAROM_CHECKED carom_status carom_leap_step_group(leap_solver *self, leap_group *group, double t_s);

/** Adds what a group counted. */
void carom_leap_add_counts(carom_report *report, const carom_report *own);

/** The @p count balls that are gathered, ascending, as they are at @p t_s, as a group, which they
 * do not know of yet. NULL: see self->error */
leap_group *carom_leap_group_new(leap_solver *self, size_t count, double t_s);

void carom_leap_free_group(leap_group *group);

/* ---- leap.c ---- */

/** Reports what cannot be leapt over. */
void carom_leap_check(const carom_problem *problem, const carom_diagnostics *diagnostics);

/** For the problem, law and step of @p parent, which must outlive it. NULL: see error */
leap_solver *carom_leap_new(const penalty_system *parent, carom_error *error);
void carom_leap_free(leap_solver *self);

CAROM_CHECKED carom_status carom_leap_advance(leap_solver *self, double t_s, carom_error *error);
void carom_leap_sample(const leap_solver *self, double t_s, carom_view *view);

void carom_leap_serialize(leap_solver *self, carom_serializer *serializer);

/** Overwrites the counts of what it did. */
void carom_leap_report(const leap_solver *self, carom_report *report);

#endif
