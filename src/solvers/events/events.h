/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scene/scene.h"
#include "search/event_queue.h"

#include <carom/solver.h>

#include <float.h>
#include <math.h>

/** @file Next event of every free ball, for solvers whose balls move in closed form between
 * contacts: events.c (events in order of time; held balls), predict.c (next event of a ball),
 * neighbours.c (neighbours of a ball), motion.c.
 *
 * Each ball has its own clock: `clock_s` is the time of its position and velocity, and only its
 * own events advance it. Each ball has one event in the queue, the earliest it can have. The event
 * is stale if its partner has changed its velocity since; it is then predicted again.
 * (Lubachevsky, J. Comput. Phys. 94, 255 (1991), without storing the event of the partner.)
 *
 * A ball that does not move in closed form, because it is in contact, is held by the solver until
 * it releases it. Nothing predicts contacts with a held ball, unless the solver guards it: then
 * free balls that come near have a pair event with it.
 *
 * Where the solver says so (origin_moves), clocks and event times count from an origin that follows
 * the run. Their resolution then depends on the time since the origin, not on the length of the
 * run. */

typedef enum { EVENT_NONE, EVENT_PAIR, EVENT_WALL, EVENT_CELL, EVENT_STOP } events_kind;

/** The next event of a ball; the queue stores its time. */
typedef struct {
    events_kind kind;
    /** PAIR: the other ball; WALL: the part of the table; CELL: carom_wall, the side */
    uint32_t partner;
    uint32_t stamp; /**< PAIR: the partner's stamp at the prediction */
} events_event;

/** Components of gravity that a support balances, and states of a ball. A fixed ball feels no
 * gravity. Only the solver uses SUPPORTED_ON_TOP. */
enum {
    SUPPORTED_X = 1,
    SUPPORTED_Y = 2,
    SUPPORTED_FIXED = 4,
    SUPPORTED_ON_TOP = 8,
    SUPPORTED_HELD = 16
};

/** The data of a ball that its neighbours read: one cache line. */
typedef struct {
    carom_flight flight; /**< at clock_s; of a held ball that is not guarded, position NaN */
    double clock_s;
    double radius_m;
    uint32_t stamp;   /**< number of velocity changes */
    uint32_t support; /**< bits of the enumeration above */
    /** of the solver: index in the current cluster, UINT32_MAX: none; consecutive collisions
     * without time between */
    uint32_t cluster_index, zero_time_collisions;
} events_ball;

/** The data that predictions rarely need of other balls: one cache line. */
typedef struct {
    _Alignas(64) double inverse_mass; /**< 0 for a fixed ball */
    double inverse_inertia;           /**< 1/(kg m^2); 0 for a fixed ball */
    double spin_radps;
    /** of the solver: times of the last event and impulse of the ball; -INFINITY if none */
    double last_event_s, last_impulse_s;
    /** largest recent speed that influenced the velocity: sets its rounding error */
    double speed_scale_mps;
    /** straight paths: time of the earliest collision with the balls seen since the velocity
     * changed. Walls and cells may come first; INFINITY if none */
    double partner_s;
    /** its partner, and the partner's stamp at the prediction */
    uint32_t next_partner, partner_stamp;
} events_traits;

/** The neighbours of a ball, at that ball's clock. */
typedef struct {
    size_t count;
    carom_candidate_pairs pairs; /**< capacity: all balls */
    uint32_t *ball;
} events_neighbours;

/** Properties of the problem. They select the code that predicts events. */
typedef struct {
    bool has_rolling;    /**< some ball has rolling resistance or drag, which excludes gravity */
    bool has_walls;      /**< the table has walls */
    bool is_box;         /**< the walls are the four sides of a rectangle */
    bool straight_paths; /**< straight paths at constant speed: no friction, no gravity */
    bool single_cell;    /**< the grid has a single cell along some axis */
} events_paths;

typedef struct {
    const carom_problem *problem;
    const carom_cancel_flag *cancel;
    events_paths kind;
    double skin_m;               /**< balls of adjacent cells include all within this gap */
    bool origin_moves;           /**< false: clocks count from the start of the run */
    double origin_s;             /**< time from which clocks and events are counted (s) */
    uint64_t origin_events;      /**< `events` when the origin last moved */
    double now_s;                /**< time of the current event */
    uint64_t events, pair_tests; /**< numbers so far, for the report */
    events_ball *ball;
    events_traits *traits;
    events_event *event;
    carom_rolling *rolling; /**< indexed by ball; NULL without rolling resistance or drag */
    carom_queue queue;
    double prefetched_bucket; /**< bucket of the last prefetch; not part of the state */
    carom_grid grid;
    carom_candidate *found;    /**< candidates from the grid */
    events_neighbours view[2]; /**< workspace: neighbours of up to two balls */
    carom_budget_sums sums;    /**< of flight; the solver adds the sums of contacts */
} carom_events;

#define CAROM_EVENTS_NO_BALL UINT32_MAX

/** Cells are slightly wider than the largest diameter: rounding may put a ball outside its own
 * cell. */
#define CAROM_EVENTS_CELL_MARGIN (1 + 1e-6)

/* ---- motion.c ---- */

/** Gravity on ball @p i without the supported components, m/s^2. */
carom_vec carom_events_gravity(const carom_events *self, uint32_t i);

/** Advance ball @p i to @p t_s on a curved or decelerated path. Updates the budget. */
void carom_events_move_curved(carom_events *self, uint32_t i, double t_s);

/** Advance free ball @p i to @p t_s. */
static inline void carom_events_move(carom_events *self, uint32_t i, double t_s)
{
    events_ball *ball = &self->ball[i];
    if (!self->kind.straight_paths) {
        carom_events_move_curved(self, i, t_s);
        return;
    }
    carom_lanes_store(&ball->flight.at.x, carom_lanes_load(&ball->flight.at.x) +
                                              carom_lanes_broadcast(t_s - ball->clock_s) *
                                                  carom_lanes_load(&ball->flight.v.x));
    ball->clock_s = t_s;
}

/** Position and velocity of ball @p i at @p t_s on a curved or decelerated path. Does not advance
 * the ball. */
carom_flight carom_events_curved_at(const carom_events *self, uint32_t i, double t_s);

/** Position and velocity of free ball @p i at @p t_s on any path. */
static inline carom_flight carom_events_ball_at(const carom_events *self, uint32_t i, double t_s)
{
    const events_ball *ball = &self->ball[i];
    double t = t_s - ball->clock_s;
    if (self->kind.straight_paths) {
        return (carom_flight){carom_vec_add_scaled(ball->flight.at, t, ball->flight.v),
                              ball->flight.v};
    }
    return carom_events_curved_at(self, i, t_s);
}

/** Add the work of gravity and friction on free ball @p i from its clock to @p t_s, in closed form.
 */
void carom_events_book_flight(const carom_events *self, uint32_t i, double t_s,
                              carom_budget_sums *sums);

/** Approach speed (m/s) that is rounding error if the velocities come from speeds of @p
 * speed_scale_mps. Two velocities are the result of a few operations each. */
static inline double carom_events_rounding_speed(double speed_scale_mps)
{
    static const double rounding_ulps = 8.0;
    return rounding_ulps * DBL_EPSILON * speed_scale_mps;
}

/* ---- neighbours.c ---- */

/** Allocate arrays for @p count balls. */
void carom_events_neighbours_init(events_neighbours *view, size_t count);
void carom_events_neighbours_free(events_neighbours *view);

/** Find the neighbours of ball @p i at its clock, in the grid's order.
 *  @return bit mask of those within @p margin_m of contact, among the first CAROM_CANDIDATE_BLOCK
 */
uint64_t carom_events_find_neighbours(carom_events *self, uint32_t i, double margin_m,
                                      events_neighbours *view);

/** Step to the neighbouring cell across a side. */
typedef struct {
    int columns, rows;
} events_cell_step;

static inline events_cell_step carom_events_cell_step_through(int side)
{
    return (events_cell_step){(side == CAROM_RIGHT) - (side == CAROM_LEFT),
                              (side == CAROM_TOP) - (side == CAROM_BOTTOM)};
}

/** Find the balls of the cells that became adjacent when ball @p i entered a cell through @p side
 * at @p now_s. Does not advance the ball. */
void carom_events_find_new_neighbours(carom_events *self, uint32_t i, int side, double now_s,
                                      events_neighbours *view);

/* ---- predict.c ---- */

/** Find the next event of ball @p i among the balls in @p view, and queue it. The ball's clock must
 * be at the current time. */
void carom_events_predict(carom_events *self, uint32_t i, events_neighbours *view);

/** Advance ball @p i to @p now_s, find its neighbours and predict its next event. */
void carom_events_move_and_predict(carom_events *self, uint32_t i, double now_s);

/** Move ball @p i into the next cell through @p side at @p now_s, and queue its next event. */
void carom_events_cross_cell(carom_events *self, uint32_t i, int side, double now_s);

/* ---- events.c ---- */

/** Predict the first events of all balls, which are free. @p self is zero but for `problem`,
 * `cancel`, `skin_m` and `origin_moves`. Call carom_events_free also after an error. */
CAROM_CHECKED carom_status carom_events_init(carom_events *self, carom_error *error);
void carom_events_free(carom_events *self);

/** Process events in order of time until a pair or a wall is due. Sets now_s. The caller moves the
 * balls of this event, and then predicts, holds or releases its ball.
 *  @param t_s  last time (s) of the run
 *  @param ball  the ball of the event; CAROM_EVENTS_NO_BALL: none is due until @p t_s */
CAROM_CHECKED carom_status carom_events_next(carom_events *self, double t_s, uint32_t *ball,
                                             carom_error *error);

/** Hold ball @p i: nothing predicts contacts with it until it is guarded or released. Read its
 * flight first. Its cell is the one of its last position. */
void carom_events_hold(carom_events *self, uint32_t i);

static inline bool carom_events_is_held(const carom_events *self, uint32_t i)
{
    return (self->ball[i].support & SUPPORTED_HELD) != 0;
}

/** Put held ball @p i into the cell of its position @p at.
 *  @return the displacement (m) that folds the position into a periodic table */
carom_vec carom_events_move_held(carom_events *self, uint32_t i, carom_vec at);

/** Guard held ball @p i, whose cell is that of @p at: a free ball whose surface comes to @p
 * margin_m from that of ball @p i at @p at has a pair event with it. The margin is at most half the
 * skin. */
void carom_events_guard(carom_events *self, uint32_t i, carom_vec at, double margin_m,
                        double now_s);

/** Release a held ball at @p now_s, and predict its next event. Adds a fold into a periodic table
 * to the budget. Its spin is that of `traits`, which the solver may change while it is held. */
void carom_events_release(carom_events *self, uint32_t i, carom_flight flight, double now_s);
