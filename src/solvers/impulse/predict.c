/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prediction of a ball's next event. Two balls that fall alike move straight towards each
 * other; where one falls and the other is carried, or where friction slows them, their meeting is
 * searched for. */
#include "scene/boundaries/boundaries.h"
#include "scene/scene.h"
#include "solvers/impulse/impulse.h"
#include <math.h>
#include <stdlib.h>

static void consider(impulse_prediction *best, double in_s, impulse_event_kind kind,
                     uint32_t partner)
{
    bool tie = in_s == best->in_s && kind == EVENT_PAIR && isfinite(in_s) &&
               (best->event.kind != EVENT_PAIR || partner < best->event.partner);
    if (in_s < best->in_s || tie) { /* of equals the pair, and of pairs the lower partner */
        *best = (impulse_prediction){in_s, {kind, partner, 0}};
    }
}

/* ---- pairs ---- */

/* One of them, seen from the ball in the middle. */
typedef struct {
    carom_flight flight;
    double reach_m;
    uint32_t ball;
} impulse_near;

static impulse_near near_of(const impulse_view *view, size_t k)
{
    carom_flight flight = {carom_meetings_way(&view->at, k), carom_meetings_velocity(&view->at, k)};
    return (impulse_near){flight, carom_meetings_reach(&view->at, k), view->ball[k]};
}

static carom_roller roller_of(const impulse_solver *self, uint32_t i, carom_flight f)
{
    static const carom_vec any = {1, 0};
    double v = carom_vec_length(f.v);
    return (carom_roller){f.at, v > 0 ? carom_vec_over(f.v, v) : any, v, self->rolling[i]};
}

/* The impact finds the approach from velocities that are rounded otherwise: it must not take for
 * rounding what was found to be an approach. */
static const double surely_seen = 2;

/* Approach of two balls that is rounding. */
static double quiet_of(const impulse_solver *self, uint32_t i, uint32_t j)
{
    return carom_impulse_quiet(fmax(self->traits[i].fast_mps, self->traits[j].fast_mps));
}

static double slowed_time(const impulse_solver *self, uint32_t i, const impulse_near *near,
                          double horizon_s)
{
    const impulse_ball *ball = &self->ball[i];
    carom_roller p = roller_of(self, i, (carom_flight){{0, 0}, ball->flight.v});
    carom_roller q = roller_of(self, near->ball, near->flight);
    return carom_rolling_time_of_impact(&p, &q, near->reach_m,
                                        surely_seen * quiet_of(self, i, near->ball), horizon_s);
}

static carom_relation bent_relation(double t, const void *context)
{
    const carom_way *b = context; /* relative motion under a constant relative acceleration */
    return (carom_relation){carom_vec_fallen(b->at, b->v, b->a, t), carom_vec_ahead(b->v, t, b->a),
                            b->a, 0, INFINITY};
}

/* When the falling ball is below the other for good: along the acceleration a the distance is
 * d + u t + a t^2/2, which is beyond the reach after the later root. */
static double end_of_fall(const carom_way *b, double reach)
{
    double a = carom_vec_length(b->a);
    double d = carom_vec_dot(b->at, b->a) / a, u = carom_vec_dot(b->v, b->a) / a;
    double disc = u * u - 2 * a * (d - reach);
    return disc < 0 ? 0 : (sqrt(disc) - u) / a;
}

/* Relative acceleration: 0 where both fall or neither does. */
static carom_vec pull(const impulse_solver *self, uint32_t i, uint32_t j)
{
    return carom_vec_minus(carom_impulse_gravity(self, &self->ball[j]),
                           carom_impulse_gravity(self, &self->ball[i]));
}

/* One ball falls, the other is carried by a wall or fixed. */
static double bent_time(const impulse_solver *self, uint32_t i, const impulse_near *near,
                        double horizon_s)
{
    const impulse_ball *ball = &self->ball[i];
    carom_way path = {near->flight.at, carom_vec_minus(near->flight.v, ball->flight.v),
                      pull(self, i, near->ball)};
    double fast = carom_vec_length(path.v) + sqrt(near->reach_m * carom_vec_length(path.a));
    carom_impact_search search = {bent_relation,
                                  &path,
                                  near->reach_m,
                                  surely_seen * quiet_of(self, i, near->ball),
                                  fmin(horizon_s, end_of_fall(&path, near->reach_m)),
                                  near->reach_m / fast};
    return carom_impact_search_time(&search);
}

/* Time until ball i, whose clock shows now, meets one that does not simply fly straight on. */
static double special_time(const impulse_solver *self, uint32_t i, const impulse_near *near,
                           double horizon_s)
{
    const impulse_ball *ball = &self->ball[i];
    if (self->rolls) {
        bool fixed = (ball->carried & self->ball[near->ball].carried & CARRIED_FIXED) != 0;
        return fixed ? INFINITY : slowed_time(self, i, near, horizon_s);
    }
    if (!carom_vec_is_zero(pull(self, i, near->ball))) {
        return bent_time(self, i, near, horizon_s);
    }
    return carom_time_of_impact(near->flight.at, carom_vec_minus(near->flight.v, ball->flight.v),
                                near->reach_m, quiet_of(self, i, near->ball), horizon_s);
}

static void consider_pairs(const impulse_solver *self, uint32_t i, const impulse_view *view,
                           impulse_prediction *best)
{
    for (size_t k = 0; k < view->count; k++) {
        impulse_near near = near_of(view, k);
        consider(best, special_time(self, i, &near, best->in_s), EVENT_PAIR, near.ball);
    }
}

/* ---- walls and cells ---- */

/* Time until ball i crosses a line on a side. */
static double time_to_side(const impulse_solver *self, uint32_t i, int side, double line,
                           double quiet_mps)
{
    const impulse_ball *ball = &self->ball[i];
    carom_across to = carom_across_side(
        side, line,
        &(carom_way){ball->flight.at, ball->flight.v, carom_impulse_gravity(self, ball)});
    if (to.a >= 0 && -to.u <= quiet_mps) {
        return INFINITY;
    }
    if (self->rolls) { /* the way to the line along the path, and when it has been gone */
        double speed = carom_vec_length(ball->flight.v);
        return carom_rolling_time(self->rolling[i], speed, (to.d > 0 ? to.d : 0) * speed / -to.u);
    }
    return carom_time_to_line(to.d, to.u, to.a);
}

/* The wall, or the edge of the cell, whichever comes first on that side. */
static void consider_side(const impulse_solver *self, uint32_t i, int side, double edge,
                          impulse_prediction *best)
{
    bool low = side == CAROM_LEFT || side == CAROM_BOTTOM;
    double line = self->boxed ? carom_wall_line(self->problem, self->ball[i].radius_m, side)
                              : (low ? -INFINITY : INFINITY);
    if (low ? line >= edge : line <= edge) {
        if (isfinite(line)) {
            consider(
                best,
                time_to_side(self, i, side, line, carom_impulse_quiet(self->traits[i].fast_mps)),
                EVENT_WALL, (uint32_t)side);
        }
    } else {
        consider(best, time_to_side(self, i, side, edge, 0), EVENT_CELL, (uint32_t)side);
    }
}

static void consider_sides(const impulse_solver *self, uint32_t i, impulse_prediction *best)
{
    for (int side = 0; side < CAROM_WALL_COUNT; side++) {
        consider_side(self, i, side, carom_grid_edge(&self->grid, i, side / 2, side % 2 != 0),
                      best);
    }
}

/* A ball at rest stays there. */
static double stop_time(const impulse_solver *self, uint32_t i)
{
    const impulse_ball *ball = &self->ball[i];
    double v = carom_vec_length(ball->flight.v);
    return v > 0 ? carom_rolling_stop(self->rolling[i], v) : INFINITY;
}

/* ---- the whole ---- */

void carom_impulse_predict_bent(impulse_solver *self, uint32_t i, const impulse_view *view)
{
    impulse_prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    if (self->rolls) {
        consider(&best, stop_time(self, i), EVENT_STOP, 0);
    }
    if ((self->ball[i].carried & CARRIED_FIXED) == 0) {
        consider_sides(self, i, &best);
        if (!self->boxed) {
            carom_impulse_consider_parts(self, i, &best);
        }
    }
    /* last: most of them cannot be before what is found already */
    consider_pairs(self, i, view, &best);
    if (best.event.kind == EVENT_PAIR) {
        best.event.stamp = self->ball[best.event.partner].stamp;
    }
    self->event[i] = best.event;
    carom_queue_set(&self->queue, i, self->ball[i].clock_s + best.in_s);
}

void carom_impulse_renew(impulse_solver *self, uint32_t i, double now_s)
{
    carom_impulse_fly(self, i, now_s);
    carom_impulse_look(self, i, &self->view[0]);
    carom_impulse_predict(self, i, &self->view[0]);
}

/* At the seam of a torus it is moved on, so that its place stays near the table; and where there
 * are cells of several sizes, of which more come into view than a row or column. */
void carom_impulse_cross(impulse_solver *self, uint32_t i, int side, double now_s)
{
    carom_impulse_step step = carom_impulse_step_through(side);
    uint32_t image = carom_grid_move(&self->grid, i, step.columns, step.rows);
    carom_vec fold;
    if (image == 0 && self->straight && self->grid.levels == 1) {
        carom_impulse_go_on(self, i, side, now_s);
        return;
    }
    carom_impulse_fly(self, i, now_s);
    fold = carom_vec_times(-1, self->grid.shift_m[image]);
    self->ball[i].flight.at = carom_vec_add(self->ball[i].flight.at, fold);
    carom_flight_book_fold(self->problem, i, fold, &self->accounts);
    carom_impulse_renew(self, i, now_s);
}
