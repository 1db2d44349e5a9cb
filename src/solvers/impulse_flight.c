/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion between impacts and the prediction of the next event. Between impacts a ball falls freely,
 * x(t) = x + v t + g t^2/2; two balls fall alike, so their relative motion is straight. */
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

impulse_ball carom_impulse_ball_at(const impulse_solver *self, uint32_t i, double t_s)
{
    const double *g = self->problem->gravity_mps2;
    impulse_ball ball = self->ball[i];
    double t = t_s - ball.clock_s;
    ball.x += t * (ball.vx + 0.5 * t * g[0]);
    ball.y += t * (ball.vy + 0.5 * t * g[1]);
    ball.vx += t * g[0];
    ball.vy += t * g[1];
    ball.clock_s = t_s;
    return ball;
}

/* Integral of (r x m g) dt with r = r0 + v t + g t^2/2; the last part is parallel to g. */
double carom_impulse_gravity_torque(const impulse_solver *self, uint32_t i, double t_s)
{
    const carom_problem *problem = self->problem;
    const impulse_ball *ball = &self->ball[i];
    const double *g = problem->gravity_mps2;
    double t = t_s - ball->clock_s;
    double x = t * (ball->x - 0.5 * problem->width_m + 0.5 * t * ball->vx);
    double y = t * (ball->y - 0.5 * problem->height_m + 0.5 * t * ball->vy);
    return problem->ball[i].mass_kg * (x * g[1] - y * g[0]);
}

void carom_impulse_fly(impulse_solver *self, uint32_t i, double t_s)
{
    carom_sum_add(&self->angular, carom_impulse_gravity_torque(self, i, t_s));
    self->ball[i] = carom_impulse_ball_at(self, i, t_s);
}

double carom_impulse_wall_line(const impulse_solver *self, uint32_t i, int wall)
{
    double reach = self->ball[i].reach_m;
    switch (wall) {
    case CAROM_LEFT:
    case CAROM_BOTTOM: return reach;
    case CAROM_RIGHT: return self->problem->width_m - reach;
    default: return self->problem->height_m - reach;
    }
}

typedef struct {
    double in_s; /* from now */
    impulse_event event;
} prediction;

static void consider(prediction *best, double in_s, impulse_event_kind kind, uint32_t partner,
                     uint32_t stamp)
{
    bool tie = in_s == best->in_s && kind == EVENT_PAIR && best->event.kind == EVENT_PAIR &&
               partner < best->event.partner;
    if (in_s < best->in_s || tie) {
        *best = (prediction){in_s, {kind, partner, stamp}};
    }
}

static void consider_pairs(impulse_solver *self, uint32_t i, double now_s, prediction *best)
{
    const impulse_ball *ball = &self->ball[i];
    double radius = self->problem->ball[i].radius_m, quiet = carom_impulse_quiet(self);
    carom_bucket bucket[9];
    size_t buckets = carom_grid_around(&self->grid, i, bucket);
    for (size_t b = 0; b < buckets; b++) {
        for (uint32_t j = bucket[b].head; j != CAROM_GRID_END; j = self->grid.next[j]) {
            if (j != i) {
                impulse_ball other = carom_impulse_ball_at(self, j, now_s);
                double t = carom_time_of_impact(other.x + bucket[b].shift_x_m - ball->x,
                                                other.y + bucket[b].shift_y_m - ball->y,
                                                other.vx - ball->vx, other.vy - ball->vy,
                                                radius + self->problem->ball[j].radius_m, quiet);
                self->report.pair_tests++;
                consider(best, t, EVENT_PAIR, j, other.stamp);
            }
        }
    }
}

/* Distance to a line on `side` at `line`, speed away from it, acceleration away from it. */
static double time_to_side(const impulse_solver *self, const impulse_ball *ball, int side,
                           double line, double quiet_mps)
{
    const double *g = self->problem->gravity_mps2;
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    double d = sign * ((vertical ? ball->y : ball->x) - line);
    double u = sign * (vertical ? ball->vy : ball->vx);
    double a = sign * g[vertical ? 1 : 0];
    if (a >= 0 && -u <= quiet_mps) {
        return INFINITY;
    }
    return carom_time_to_line(d, u, a);
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

void carom_impulse_predict(impulse_solver *self, uint32_t i, double now_s)
{
    prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    carom_impulse_fly(self, i, now_s);
    consider_pairs(self, i, now_s, &best);
    consider_walls(self, i, &best);
    consider_cells(self, i, &best);
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
