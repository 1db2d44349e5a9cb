/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Free flight in closed form, and prediction of the next event of a ball. */
#include "solvers/leap/leap.h"

carom_flight carom_leap_ball_at(const leap_solver *self, uint32_t i, double t_s)
{
    static const carom_vec none = {0, 0};
    const leap_ball *ball = &self->ball[i];
    return carom_flight_fall(ball->flight,
                             self->problem->ball[i].fixed ? none : self->problem->gravity_mps2,
                             t_s - ball->clock_s);
}

void carom_leap_add_weight_torque(const leap_solver *self, uint32_t i, double t_s,
                                  carom_budget_sums *sums)
{
    const leap_ball *ball = &self->ball[i];
    carom_vec g = self->problem->gravity_mps2;
    carom_budget_sums own = {.dissipated = {0, 0}};
    if (!carom_vec_is_zero(g) && !self->problem->ball[i].fixed) {
        carom_flight_add_weight(self->problem, self->problem->ball[i].mass_kg, ball->flight, g,
                                t_s - ball->clock_s, &own);
        carom_sum_add(&sums->angular, carom_sum_value(&own.angular));
    }
}

void carom_leap_fly_to(leap_solver *self, uint32_t i, double t_s)
{
    carom_leap_add_weight_torque(self, i, t_s, &self->sums);
    self->ball[i].flight = carom_leap_ball_at(self, i, t_s);
    self->ball[i].clock_s = t_s;
}

static void update_event(leap_event *best, double *best_s, double t_s, leap_event_kind kind,
                         uint32_t partner)
{
    if (t_s < *best_s || (t_s == *best_s && kind == LEAP_PAIR &&
                          (best->kind != LEAP_PAIR || partner < best->partner))) {
        *best = (leap_event){kind, partner, 0};
        *best_s = t_s;
    }
}

double carom_leap_touch_time(const leap_solver *self, uint32_t i, const carom_candidate *other,
                             double t_s)
{
    carom_flight a = carom_leap_ball_at(self, i, t_s),
                 b = carom_leap_ball_at(self, other->ball, t_s);
    double reach = self->problem->ball[i].radius_m + self->problem->ball[other->ball].radius_m;
    return carom_time_of_impact(carom_grid_displacement(&self->grid, a.at, b.at, other),
                                carom_vec_subtract(b.v, a.v), reach, 0, INFINITY);
}

bool carom_leap_are_fixed(const leap_solver *self, uint32_t i, uint32_t j)
{
    return self->problem->ball[i].fixed && self->problem->ball[j].fixed;
}

static carom_path path_of(const leap_solver *self, uint32_t i)
{
    const carom_flight *ball = &self->ball[i].flight;
    return (carom_path){ball->at, ball->v, self->problem->gravity_mps2};
}

/* Time from the ball's clock until it crosses a line on a side. */
static double side_time(const leap_solver *self, uint32_t i, int side, double line)
{
    carom_path path = path_of(self, i);
    carom_side_path to = carom_path_to_side(side, line, &path);
    return carom_time_to_line(to.d, to.u, to.a);
}

double carom_leap_wall_time(const leap_solver *self, uint32_t i, size_t wall)
{
    const carom_problem *problem = self->problem;
    double radius = problem->ball[i].radius_m;
    carom_path path = path_of(self, i);
    return problem->part == NULL
             ? side_time(self, i, (int)wall, carom_wall_line(problem, radius, (int)wall))
             : carom_walls_contact_time(problem, wall, &path, carom_walls_reach(problem, radius),
                                        0);
}

static void update_cell_event(const leap_solver *self, uint32_t i, leap_event *best, double *best_s)
{
    for (int side = 0; side < CAROM_WALL_COUNT; side++) {
        double edge = carom_grid_edge(&self->grid, i, side / 2, side % 2 != 0);
        if (isfinite(edge)) {
            update_event(best, best_s, self->ball[i].clock_s + side_time(self, i, side, edge),
                         LEAP_CELL, (uint32_t)side);
        }
    }
}

static void update_wall_event(const leap_solver *self, uint32_t i, double ahead, leap_event *best,
                              double *best_s)
{
    for (size_t wall = 0; wall < carom_walls_count(self->problem); wall++) {
        double t = carom_leap_wall_time(self, i, wall) - ahead;
        update_event(best, best_s, self->ball[i].clock_s + (t > 0 ? t : 0), LEAP_WALL,
                     (uint32_t)wall);
    }
}

void carom_leap_predict(leap_solver *self, uint32_t i)
{
    double now = self->ball[i].clock_s, ahead = LEAP_AHEAD_STEPS * self->parent->springs.step_s,
           best_s = INFINITY;
    leap_event best = {LEAP_NONE, 0, 0};
    size_t count = carom_grid_neighbours(&self->grid, i, self->found);
    if (!self->problem->ball[i].fixed) {
        update_cell_event(self, i, &best, &best_s);
        update_wall_event(self, i, ahead, &best, &best_s);
    }
    self->report.pair_tests += count;
    for (size_t k = 0; k < count; k++) {
        uint32_t j = self->found[k].ball;
        if (self->ball[j].group == NULL && !carom_leap_are_fixed(self, i, j)) {
            double t = carom_leap_touch_time(self, i, &self->found[k], now) - ahead;
            update_event(&best, &best_s, now + (t > 0 ? t : 0), LEAP_PAIR, j);
        }
    }
    if (best.kind == LEAP_PAIR) {
        best.stamp = self->ball[best.partner].stamp;
    }
    self->event[i] = best;
    carom_queue_set(&self->queue, i, best_s);
}
