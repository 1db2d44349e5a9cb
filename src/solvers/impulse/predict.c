/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prediction of a ball's next event. Two balls that fall alike move straight towards each
 * other; where one falls and the other is carried, or where friction slows them, their meeting is
 * searched for. */
#include "scene/boundaries/line.h"
#include "scene/impact_search.h"
#include "scene/time_of_impact.h"
#include "solvers/impulse/state.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    double in_s; /* from now */
    impulse_event event;
} prediction;

static void consider(prediction *best, double in_s, impulse_event_kind kind, uint32_t partner)
{
    bool tie = in_s == best->in_s && kind == EVENT_PAIR && isfinite(in_s) &&
               (best->event.kind != EVENT_PAIR || partner < best->event.partner);
    if (in_s < best->in_s || tie) { /* of equals the pair, and of pairs the lower partner */
        *best = (prediction){in_s, {kind, partner, 0}};
    }
}

/* ---- pairs ---- */

bool carom_impulse_view_init(impulse_view *view, size_t count)
{
    view->ball = malloc((count + 1) * sizeof *view->ball);
    return carom_meetings_init(&view->at, count) && view->ball != NULL;
}

void carom_impulse_view_free(impulse_view *view)
{
    carom_meetings_free(&view->at);
    free(view->ball);
}

void carom_impulse_look(impulse_solver *self, uint32_t i, impulse_view *view)
{
    const impulse_ball *ball = &self->ball[i];
    double now = ball->clock_s, x = ball->x, y = ball->y, radius = ball->radius_m;
    size_t count = carom_grid_around(&self->grid, i, self->found);
    self->report.pair_tests += count;
    view->count = count;
    for (size_t k = 0; k < count; k++) {
        uint32_t j = self->found[k].ball, image = self->found[k].image;
        carom_flight at = carom_impulse_ball_at(self, j, now);
        view->at.dx[k] = at.x + self->grid.shift_x_m[image] - x;
        view->at.dy[k] = at.y + self->grid.shift_y_m[image] - y;
        view->at.vx[k] = at.vx;
        view->at.vy[k] = at.vy;
        view->at.reach[k] = radius + self->ball[j].radius_m;
        view->ball[k] = j;
    }
    carom_meetings_pad(&view->at, count);
}

/* One of them. */
typedef struct {
    double dx, dy, vx, vy, reach_m;
    uint32_t ball;
} impulse_near;

static impulse_near near_of(const impulse_view *view, size_t k)
{
    return (impulse_near){view->at.dx[k], view->at.dy[k],    view->at.vx[k],
                          view->at.vy[k], view->at.reach[k], view->ball[k]};
}

static carom_roller roller_of(const impulse_solver *self, uint32_t i, carom_flight at)
{
    double v = carom_flight_speed(at);
    return (carom_roller){
        at.x, at.y, v, v > 0 ? at.vx / v : 1, v > 0 ? at.vy / v : 0, self->rolling[i]};
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
    carom_roller p = roller_of(self, i, (carom_flight){0, 0, ball->vx, ball->vy});
    carom_roller q = roller_of(self, near->ball,
                               (carom_flight){near->dx, near->dy, near->vx, near->vy});
    return carom_rolling_time_of_impact(&p, &q, near->reach_m,
                                        surely_seen * quiet_of(self, i, near->ball), horizon_s);
}

/* Relative motion under a constant relative acceleration. */
typedef struct {
    double dx, dy, wx, wy, ax, ay;
} bent_path;

static carom_relation bent_relation(double t, const void *context)
{
    const bent_path *b = context;
    return (carom_relation){b->dx + t * (b->wx + 0.5 * t * b->ax),
                            b->dy + t * (b->wy + 0.5 * t * b->ay),
                            b->wx + t * b->ax,
                            b->wy + t * b->ay,
                            b->ax,
                            b->ay,
                            0,
                            INFINITY};
}

/* When the falling ball is below the other for good: along the acceleration a the distance is
 * d + u t + a t^2/2, which is beyond the reach after the later root. */
static double end_of_fall(const bent_path *b, double reach)
{
    double a = sqrt(b->ax * b->ax + b->ay * b->ay);
    double d = (b->dx * b->ax + b->dy * b->ay) / a, u = (b->wx * b->ax + b->wy * b->ay) / a;
    double disc = u * u - 2 * a * (d - reach);
    return disc < 0 ? 0 : (sqrt(disc) - u) / a;
}

/* Relative acceleration: 0 where both fall or neither does. */
static double pull(const impulse_solver *self, uint32_t i, uint32_t j, int axis)
{
    return carom_impulse_gravity(self, &self->ball[j], axis) -
           carom_impulse_gravity(self, &self->ball[i], axis);
}

/* One ball falls, the other is carried by a wall or fixed. */
static double bent_time(const impulse_solver *self, uint32_t i, const impulse_near *near,
                        double horizon_s)
{
    const impulse_ball *ball = &self->ball[i];
    bent_path path = {near->dx,
                      near->dy,
                      near->vx - ball->vx,
                      near->vy - ball->vy,
                      pull(self, i, near->ball, 0),
                      pull(self, i, near->ball, 1)};
    double fast = sqrt(path.wx * path.wx + path.wy * path.wy) +
                  sqrt(near->reach_m * sqrt(path.ax * path.ax + path.ay * path.ay));
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
    if (pull(self, i, near->ball, 0) != 0 || pull(self, i, near->ball, 1) != 0) {
        return bent_time(self, i, near, horizon_s);
    }
    return carom_time_of_impact(near->dx, near->dy, near->vx - ball->vx, near->vy - ball->vy,
                                near->reach_m, quiet_of(self, i, near->ball), horizon_s);
}

static void consider_pairs(const impulse_solver *self, uint32_t i, impulse_view *view,
                           prediction *best)
{
    double first;
    if (!self->straight) {
        for (size_t k = 0; k < view->count; k++) {
            impulse_near near = near_of(view, k);
            consider(best, special_time(self, i, &near, best->in_s), EVENT_PAIR, near.ball);
        }
        return;
    }
    /* What is rounding for the other one alone turns out to be when they meet: nothing happens
     * then, and it is for this one too. */
    first = carom_times_of_impact(&view->at, view->count, self->ball[i].vx, self->ball[i].vy,
                                  carom_impulse_quiet(self->traits[i].fast_mps));
    for (size_t k = 0; k < view->count && first <= best->in_s; k++) {
        if (view->at.time[k] == first) {
            consider(best, first, EVENT_PAIR, view->ball[k]);
        }
    }
}

/* ---- walls and cells ---- */

/* Time until ball i crosses a line on a side. Distance to it, speed and acceleration away from it.
 */
static double time_to_side(const impulse_solver *self, uint32_t i, int side, double line,
                           double quiet_mps)
{
    const impulse_ball *ball = &self->ball[i];
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    double d = sign * ((vertical ? ball->y : ball->x) - line);
    double u = sign * (vertical ? ball->vy : ball->vx);
    double a = sign * carom_impulse_gravity(self, ball, vertical ? 1 : 0);
    if (a >= 0 && -u <= quiet_mps) {
        return INFINITY;
    }
    if (self->rolls) { /* the way to the line along the path, and when it has been gone */
        double v = sqrt(ball->vx * ball->vx + ball->vy * ball->vy);
        return carom_rolling_time(self->rolling[i], v, (d > 0 ? d : 0) * v / -u);
    }
    return carom_time_to_line(d, u, a);
}

/* The wall, or the edge of the cell, whichever comes first on that side. */
static void consider_side(const impulse_solver *self, uint32_t i, int side, double edge,
                          prediction *best)
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

/* The same on a straight path, which has one side ahead on each axis. Which one is as good as
 * random: it is chosen without a jump. The lowest and the highest line are where the table's walls
 * turn the ball. */
static void consider_ahead(const impulse_solver *self, uint32_t i, int axis, prediction *best)
{
    const impulse_ball *ball = &self->ball[i];
    double v = axis == 0 ? ball->vx : ball->vy, x = axis == 0 ? ball->x : ball->y;
    double length = axis == 0 ? self->problem->width_m : self->problem->height_m;
    bool up = v > 0, walls = self->boxed, wall;
    double edge = carom_grid_edge(&self->grid, i, axis, up), line = edge, t;
    if (walls) {
        double reach = self->problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
        line = up ? length - reach : reach;
    }
    wall = walls & (up ? line <= edge : line >= edge);
    t = ((wall ? line : edge) - x) / v;
    t = t > 0 ? t : 0;
    if (fabs(v) > (wall ? carom_impulse_quiet(self->traits[i].fast_mps) : 0)) {
        consider(best, t, wall ? EVENT_WALL : EVENT_CELL, (uint32_t)(2 * axis + up));
    }
}

static void consider_sides(const impulse_solver *self, uint32_t i, prediction *best)
{
    if (self->straight) {
        consider_ahead(self, i, 0, best);
        consider_ahead(self, i, 1, best);
        return;
    }
    for (int side = 0; side < CAROM_WALL_COUNT; side++) {
        consider_side(self, i, side, carom_grid_edge(&self->grid, i, side / 2, side % 2 != 0),
                      best);
    }
}

/* The parts of any other table. */
static void consider_parts(const impulse_solver *self, uint32_t i, prediction *best)
{
    const impulse_ball *ball = &self->ball[i];
    const carom_way way = {ball->x,
                           ball->y,
                           ball->vx,
                           ball->vy,
                           carom_impulse_gravity(self, ball, 0),
                           carom_impulse_gravity(self, ball, 1)};
    double reach = carom_walls_reach(self->problem, ball->radius_m);
    double quiet = carom_impulse_quiet(self->traits[i].fast_mps);
    double v = sqrt(ball->vx * ball->vx + ball->vy * ball->vy);
    for (size_t part = 0; part < carom_walls_count(self->problem); part++) {
        double t = carom_walls_touch_s(self->problem, part, &way, reach, quiet);
        if (self->rolls && isfinite(t)) { /* as far as that along the path, and when it is gone */
            t = carom_rolling_time(self->rolling[i], v, t * v);
        }
        consider(best, t, EVENT_WALL, (uint32_t)part);
    }
}

/* A ball at rest stays there. */
static double stop_time(const impulse_solver *self, uint32_t i)
{
    const impulse_ball *ball = &self->ball[i];
    double v = sqrt(ball->vx * ball->vx + ball->vy * ball->vy);
    return v > 0 ? carom_rolling_stop(self->rolling[i], v) : INFINITY;
}

/* ---- the whole ---- */

void carom_impulse_predict(impulse_solver *self, uint32_t i, impulse_view *view)
{
    prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    if (self->rolls) {
        consider(&best, stop_time(self, i), EVENT_STOP, 0);
    }
    if ((self->ball[i].carried & CARRIED_FIXED) == 0) {
        consider_sides(self, i, &best);
        if (!self->boxed) {
            consider_parts(self, i, &best);
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
