/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion between impacts and the prediction of the next event. Between impacts a ball falls freely,
 * x(t) = x + v t + g t^2/2; two balls fall alike, so their relative motion is straight. Or, without
 * gravity in the plane, it rolls straight on and is slowed down (core/rolling.h). */
#include "core/impact_search.h"
#include "core/time_of_impact.h"
#include "solvers/impulse_state.h"
#include <float.h>
#include <math.h>

/* Rounding of a relative velocity in units of the last place of the fastest speed: two velocities,
 * each the result of a few operations. */
static const double quiet_ulps = 8.0;

double carom_impulse_quiet(const impulse_solver *self)
{
    return quiet_ulps * DBL_EPSILON * self->fastest_mps;
}

double carom_impulse_gravity(const impulse_solver *self, const impulse_ball *ball, int axis)
{
    return (ball->carried >> axis & 1) != 0 ? 0 : self->problem->gravity_mps2[axis];
}

static carom_flight flight_of(const impulse_ball *ball)
{
    return (carom_flight){ball->x, ball->y, ball->vx, ball->vy};
}

static double speed_of(const impulse_ball *ball)
{
    return carom_flight_speed(flight_of(ball));
}

static carom_flight flown(const impulse_solver *self, const impulse_ball *ball, double t)
{
    const double g[2] = {carom_impulse_gravity(self, ball, 0), carom_impulse_gravity(self, ball, 1)};
    double v0;
    if (!self->rolls) {
        return carom_flight_fall(flight_of(ball), g, t);
    }
    v0 = speed_of(ball);
    return carom_flight_roll(flight_of(ball), carom_rolling_distance(ball->rolling, v0, t),
                             carom_rolling_speed(ball->rolling, v0, t));
}

impulse_ball carom_impulse_ball_at(const impulse_solver *self, uint32_t i, double t_s)
{
    impulse_ball ball = self->ball[i];
    carom_flight then = flown(self, &ball, t_s - ball.clock_s);
    ball.x = then.x;
    ball.y = then.y;
    ball.vx = then.vx;
    ball.vy = then.vy;
    ball.clock_s = t_s;
    return ball;
}

void carom_impulse_position_at(const impulse_solver *self, uint32_t i, double t_s, double *x,
                               double *y)
{
    const impulse_ball *ball = &self->ball[i];
    carom_flight then = flown(self, ball, t_s - ball->clock_s);
    *x = then.x;
    *y = then.y;
}

void carom_impulse_book_flight(const impulse_solver *self, uint32_t i, double t_s,
                               carom_accounts *accounts)
{
    const impulse_ball *ball = &self->ball[i];
    const carom_problem *problem = self->problem;
    double t = t_s - ball->clock_s, m = problem->ball[i].mass_kg, v0;
    const double g[2] = {carom_impulse_gravity(self, ball, 0), carom_impulse_gravity(self, ball, 1)};
    if (self->rolls) {
        v0 = speed_of(ball);
        carom_flight_book_friction(problem, m, ball->rolling, flight_of(ball),
                                   carom_rolling_distance(ball->rolling, v0, t),
                                   carom_rolling_speed(ball->rolling, v0, t), accounts);
    } else if (g[0] != 0 || g[1] != 0) {
        carom_flight_book_weight(problem, m, flight_of(ball), g, t, accounts);
    }
}

void carom_impulse_fly(impulse_solver *self, uint32_t i, double t_s)
{
    carom_impulse_book_flight(self, i, t_s, &self->accounts);
    self->ball[i] = carom_impulse_ball_at(self, i, t_s);
}

void carom_impulse_rest(impulse_solver *self, uint32_t i, double now_s)
{
    carom_impulse_fly(self, i, now_s);
    self->ball[i].vx = self->ball[i].vy = 0; /* what is left of the speed is rounding */
    self->ball[i].stamp++;
}

static double wall_line(const impulse_solver *self, double reach, int wall)
{
    switch (wall) {
    case CAROM_LEFT:
    case CAROM_BOTTOM: return reach;
    case CAROM_RIGHT: return self->problem->width_m - reach;
    default: return self->problem->height_m - reach;
    }
}

double carom_impulse_wall_line(const impulse_solver *self, uint32_t i, int wall)
{
    return wall_line(self, self->ball[i].reach_m, wall);
}

/* Distance to a line on `side` at `line`, speed away from it, acceleration away from it. */
static double time_to_side(const impulse_solver *self, const impulse_ball *ball, int side,
                           double line, double quiet_mps)
{
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    double d = sign * ((vertical ? ball->y : ball->x) - line);
    double u = sign * (vertical ? ball->vy : ball->vx);
    double a = sign * carom_impulse_gravity(self, ball, vertical ? 1 : 0);
    if (a >= 0 && -u <= quiet_mps) {
        return INFINITY;
    }
    if (self->rolls) { /* the way to the line along the path, and when it has been gone */
        double v = speed_of(ball);
        return carom_rolling_time(ball->rolling, v, (d > 0 ? d : 0) * v / -u);
    }
    return carom_time_to_line(d, u, a);
}

typedef struct {
    double in_s; /* from now */
    impulse_event event;
} prediction;

static void consider(prediction *best, double in_s, impulse_event_kind kind, uint32_t partner,
                     uint32_t stamp)
{
    bool tie = in_s == best->in_s && kind == EVENT_PAIR && isfinite(in_s) &&
               (best->event.kind != EVENT_PAIR || partner < best->event.partner);
    if (in_s < best->in_s || tie) { /* of equals the pair, and of pairs the lower partner */
        *best = (prediction){in_s, {kind, partner, stamp}};
    }
}

static carom_roller roller_of(const impulse_ball *ball)
{
    double v = speed_of(ball);
    return (carom_roller){ball->x, ball->y, v, v > 0 ? ball->vx / v : 1, v > 0 ? ball->vy / v : 0,
                          ball->rolling};
}

static double slowed_pair_time(const impulse_solver *self, const impulse_ball *ball, uint32_t j,
                               const carom_bucket *image, double reach, double horizon_s)
{
    impulse_ball other = carom_impulse_ball_at(self, j, ball->clock_s);
    carom_roller p = roller_of(ball), q = roller_of(&other);
    q.x += image->shift_x_m;
    q.y += image->shift_y_m;
    return carom_rolling_time_of_impact(&p, &q, reach, carom_impulse_quiet(self), horizon_s);
}

/* Relative motion under a constant relative acceleration. */
typedef struct {
    double dx, dy, wx, wy, ax, ay;
} bent_path;

static carom_relation bent_relation(double t, const void *context)
{
    const bent_path *b = context;
    return (carom_relation){b->dx + t * (b->wx + 0.5 * t * b->ax), b->dy + t * (b->wy + 0.5 * t * b->ay),
                            b->wx + t * b->ax, b->wy + t * b->ay,
                            sqrt(b->ax * b->ax + b->ay * b->ay)};
}

static double first_wall(const impulse_solver *self, const impulse_ball *ball)
{
    double first = INFINITY;
    for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
        double line = wall_line(self, ball->reach_m, wall);
        first = fmin(first, time_to_side(self, ball, wall, line, carom_impulse_quiet(self)));
    }
    return first;
}

/* A ball that a wall carries and one that falls: the falling one ends on a wall, which bounds the search.
 * (Only a table with walls has balls that are carried, so there are no images.) */
static double bent_pair_time(const impulse_solver *self, const impulse_ball *ball, uint32_t j,
                             double reach, double horizon_s)
{
    impulse_ball other = carom_impulse_ball_at(self, j, ball->clock_s);
    bent_path path = {other.x - ball->x, other.y - ball->y, other.vx - ball->vx, other.vy - ball->vy,
                      carom_impulse_gravity(self, &other, 0) - carom_impulse_gravity(self, ball, 0),
                      carom_impulse_gravity(self, &other, 1) - carom_impulse_gravity(self, ball, 1)};
    double end = fmin(horizon_s, fmin(first_wall(self, ball), first_wall(self, &other)));
    double fast = sqrt(path.wx * path.wx + path.wy * path.wy) +
                  sqrt(reach * sqrt(path.ax * path.ax + path.ay * path.ay));
    carom_impact_search search = {bent_relation, &path, reach, carom_impulse_quiet(self), end,
                                  reach / fast};
    return carom_impact_search_time(&search);
}

/* Time until ball i, whose clock shows now, meets ball j, seen in an image. */
static double pair_time(const impulse_solver *self, const impulse_ball *ball, uint32_t j,
                        const carom_bucket *image, double horizon_s)
{
    const impulse_ball *other = &self->ball[j];
    const double g[2] = {carom_impulse_gravity(self, other, 0), carom_impulse_gravity(self, other, 1)};
    double reach = ball->radius_m + other->radius_m, t = ball->clock_s - other->clock_s;
    if (self->rolls) {
        return slowed_pair_time(self, ball, j, image, reach, horizon_s);
    }
    if (ball->carried != other->carried) {
        return bent_pair_time(self, ball, j, reach, horizon_s);
    }
    return carom_time_of_impact(
        other->x + t * (other->vx + 0.5 * t * g[0]) + image->shift_x_m - ball->x,
        other->y + t * (other->vy + 0.5 * t * g[1]) + image->shift_y_m - ball->y,
        other->vx + t * g[0] - ball->vx, other->vy + t * g[1] - ball->vy, reach,
        carom_impulse_quiet(self), horizon_s);
}

static void consider_pairs(impulse_solver *self, uint32_t i, prediction *best)
{
    const impulse_ball *ball = &self->ball[i];
    carom_bucket bucket[9];
    size_t buckets = carom_grid_around(&self->grid, i, bucket);
    for (size_t b = 0; b < buckets; b++) {
        for (uint32_t j = bucket[b].head; j != CAROM_GRID_END; j = self->grid.next[j]) {
            if (j != i) {
                double t = pair_time(self, ball, j, &bucket[b], best->in_s);
                self->report.pair_tests++;
                consider(best, t, EVENT_PAIR, j, self->ball[j].stamp);
            }
        }
    }
}

static void consider_walls(const impulse_solver *self, uint32_t i, prediction *best)
{
    if (self->problem->boundary != CAROM_WALLS) {
        return;
    }
    for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
        double line = carom_impulse_wall_line(self, i, wall);
        consider(best, time_to_side(self, &self->ball[i], wall, line, carom_impulse_quiet(self)),
                 EVENT_WALL, (uint32_t)wall, 0);
    }
}

static void consider_cells(const impulse_solver *self, uint32_t i, prediction *best)
{
    const carom_grid *grid = &self->grid;
    double left = (double)grid->column[i] * grid->cell_x_m;
    double bottom = (double)grid->row[i] * grid->cell_y_m;
    double line[CAROM_WALL_COUNT] = {left, left + grid->cell_x_m, bottom,
                                     bottom + grid->cell_y_m};
    int first = grid->columns > 1 ? CAROM_LEFT : CAROM_BOTTOM;
    int end = grid->rows > 1 ? CAROM_WALL_COUNT : CAROM_BOTTOM;
    for (int side = first; side < end; side++) {
        consider(best, time_to_side(self, &self->ball[i], side, line[side], 0), EVENT_CELL,
                 (uint32_t)side, 0);
    }
}

/* A ball at rest stays there. */
static double stop_time(const impulse_ball *ball)
{
    double v = speed_of(ball);
    return v > 0 ? carom_rolling_stop(ball->rolling, v) : INFINITY;
}

void carom_impulse_predict(impulse_solver *self, uint32_t i, double now_s)
{
    prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    carom_impulse_fly(self, i, now_s);
    if (self->rolls) {
        consider(&best, stop_time(&self->ball[i]), EVENT_STOP, 0, 0);
    }
    consider_walls(self, i, &best);
    consider_cells(self, i, &best);
    consider_pairs(self, i, &best); /* last: most of them cannot be before what is found already */
    self->event[i] = best.event;
    carom_queue_set(&self->queue, i, now_s + best.in_s);
}

/* On a periodic table the ball reappears on the other side. */
static double wrapped(double coordinate, int64_t *cell, size_t count, double length)
{
    if (*cell < 0) {
        *cell += (int64_t)count;
        return coordinate + length;
    }
    if (*cell >= (int64_t)count) {
        *cell -= (int64_t)count;
        return coordinate - length;
    }
    return coordinate;
}

void carom_impulse_cross(impulse_solver *self, uint32_t i, int side)
{
    carom_grid *grid = &self->grid;
    impulse_ball *ball = &self->ball[i];
    int64_t column = grid->column[i] + (side == CAROM_RIGHT) - (side == CAROM_LEFT);
    int64_t row = grid->row[i] + (side == CAROM_TOP) - (side == CAROM_BOTTOM);
    if (grid->periodic) {
        ball->x = wrapped(ball->x, &column, grid->columns, self->problem->width_m);
        ball->y = wrapped(ball->y, &row, grid->rows, self->problem->height_m);
    }
    carom_grid_remove(grid, i);
    carom_grid_insert(grid, i, column, row);
}
