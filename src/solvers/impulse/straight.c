/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prediction of a ball's next event where paths are straight and speeds constant: what a gas
 * spends its time on. Who is approached and what comes first is as good as random, and a jump that
 * is guessed wrong costs as much as thirty operations: everybody is worked out, and chosen without
 * a jump. And the parts of a table, which any path may meet. */
#include "solvers/impulse/impulse.h"
#include <math.h>
#include <string.h>

/* ---- walls and cells ---- */

/* Times from now, which are >= 0, as integers in the same order: of these a compiler chooses one
 * without a jump. */
static inline uint64_t bits_of(double in_s)
{
    uint64_t bits;
    memcpy(&bits, &in_s, sizeof bits);
    return bits;
}

static inline uint64_t choose(uint64_t a, uint64_t b, uint64_t mask)
{
    return a ^ ((a ^ b) & mask);
}

static inline double number_of(uint64_t bits)
{
    double in_s;
    memcpy(&in_s, &bits, sizeof in_s);
    return in_s;
}

/* Where the cell of ball i ends, on the side that it moves to, per axis. */
static inline carom_lanes edges_ahead(const impulse_solver *self, uint32_t i, carom_lanes_whole up)
{
    const carom_lanes one = {1, 1};
    const carom_cell *cell = &self->grid.cell[i];
    const carom_grid_level *level = &self->grid.level[cell->level];
    carom_lanes low = {(double)cell->column, (double)cell->row};
    carom_lanes size = {level->cell_x_m, level->cell_y_m};
    if (self->undivided) { /* some may be infinite */
        return (carom_lanes){carom_grid_edge(&self->grid, i, 0, up[0] != 0),
                             carom_grid_edge(&self->grid, i, 1, up[1] != 0)};
    }
    return (low + (carom_lanes)((carom_lanes_whole)one & up)) * size;
}

/* Walls likewise: the lowest and the highest line where they turn the ball. */
static inline carom_lanes walls_ahead(const impulse_solver *self, const impulse_ball *ball,
                                      carom_lanes_whole up)
{
    const carom_problem *problem = self->problem;
    double reach = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
    carom_lanes size = {problem->width_m, problem->height_m}, low = carom_lanes_both(reach);
    return carom_lanes_choose(up, size - low, low);
}

/* What a ball reaches first, per axis: the wall, or the edge of its cell, and of both the first; of
 * equals x. */
static inline impulse_prediction next_side(const impulse_solver *self, uint32_t i, bool walls,
                                           double quiet_mps)
{
    const impulse_ball *ball = &self->ball[i];
    const carom_lanes none = {0, 0}, never = {INFINITY, INFINITY};
    carom_lanes v = carom_lanes_load(&ball->flight.v.x), x = carom_lanes_load(&ball->flight.at.x);
    carom_lanes_whole up = carom_lanes_below(none, v), wall = {0, 0};
    carom_lanes line = edges_ahead(self, i, up), t, least = none;
    size_t axis;
    int64_t what;
    if (walls) {
        carom_lanes edge = line;
        line = walls_ahead(self, ball, up);
        wall = carom_lanes_choose_whole(up, carom_lanes_up_to(line, edge),
                                        carom_lanes_up_to(edge, line));
        line = carom_lanes_choose(wall, line, edge);
        least = carom_lanes_choose(wall, carom_lanes_both(quiet_mps), none);
    }
    t = carom_lanes_higher((line - x) / v, none);
    t = carom_lanes_choose(carom_lanes_below(least, carom_lanes_size(v)), t, never);
    axis = t[1] < t[0];
    what = (EVENT_CELL + (EVENT_WALL - EVENT_CELL) * -wall[axis]) * (t[axis] < INFINITY);
    return (impulse_prediction){
        t[axis], {(impulse_event_kind)what, (uint32_t)(2 * axis - (size_t)up[axis]), 0}};
}

/* The parts of any other table. */
void carom_impulse_consider_parts(const impulse_solver *self, uint32_t i, impulse_prediction *best)
{
    const impulse_ball *ball = &self->ball[i];
    const carom_way way = {ball->flight.at, ball->flight.v, carom_impulse_gravity(self, ball)};
    double reach = carom_walls_reach(self->problem, ball->radius_m);
    double quiet = carom_impulse_quiet(self->traits[i].fast_mps);
    double v = carom_vec_length(ball->flight.v);
    for (size_t part = 0; part < carom_walls_count(self->problem); part++) {
        double t = carom_walls_touch_s(self->problem, part, &way, reach, quiet);
        if (self->rolls && isfinite(t)) { /* as far as that along the path, and when it is gone */
            t = carom_rolling_time(self->rolling[i], v, t * v);
        }
        if (t < best->in_s) {
            *best = (impulse_prediction){t, {EVENT_WALL, (uint32_t)part, 0}};
        }
    }
}

/* ---- the whole ---- */

/* Walls, and the edges of the cell; times from the ball's clock. */
static inline impulse_prediction next_bound(const impulse_solver *self, uint32_t i,
                                            double quiet_mps)
{
    impulse_prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    if ((self->ball[i].carried & CARRIED_FIXED) != 0) {
        return best;
    }
    best = self->boxed ? next_side(self, i, true, quiet_mps) : next_side(self, i, false, quiet_mps);
    if (self->walled && !self->boxed) {
        carom_impulse_consider_parts(self, i, &best);
    }
    return best;
}

/* Queues what is first of a meeting, which is known, and a wall or an edge; of equals the
 * meeting. */
static inline void queue_first(impulse_solver *self, uint32_t i, double quiet_mps)
{
    const impulse_traits *traits = &self->traits[i];
    impulse_prediction bound = next_bound(self, i, quiet_mps);
    double bound_s = self->ball[i].clock_s + bound.in_s, meets_s = traits->meets_s;
    uint64_t met = -(uint64_t)((meets_s <= bound_s) & (meets_s < INFINITY));
    self->event[i] = (impulse_event){
        (impulse_event_kind)choose((uint64_t)bound.event.kind, EVENT_PAIR, met),
        (uint32_t)choose(bound.event.partner, traits->meets, met), traits->meets_stamp};
    carom_queue_set(&self->queue, i, number_of(choose(bits_of(bound_s), bits_of(meets_s), met)));
}

/* Whom ball i will meet first of those in view, who are seen at @p now_s, if it is sooner than
 * meets_s; of equals the lower one. */
static inline void consider_meeting(impulse_solver *self, uint32_t i, const impulse_view *view,
                                    double now_s, double quiet_mps)
{
    impulse_traits *traits = &self->traits[i];
    carom_meeting first = carom_first_impact(&view->at, view->ball, view->count,
                                             self->ball[i].flight.v, quiet_mps);
    double meets_s = now_s + first.in_s;
    bool same = (meets_s == traits->meets_s) & (meets_s < INFINITY) & (first.ball < traits->meets);
    uint64_t mask = -(uint64_t)((meets_s < traits->meets_s) | same);
    uint32_t stamp = self->ball[first.ball].stamp;
    traits->meets_s = number_of(choose(bits_of(traits->meets_s), bits_of(meets_s), mask));
    traits->meets = (uint32_t)choose(traits->meets, first.ball, mask);
    traits->meets_stamp = (uint32_t)choose(traits->meets_stamp, stamp, mask);
}

/* Approach of ball i that is rounding, m/s. A fixed ball has no speed, so the fastest ball in view
 * counts; a slower ball predicts its impact with the fixed ball itself. */
static double quiet_of(const impulse_solver *self, uint32_t i, const impulse_view *view)
{
    double fast = self->traits[i].fast_mps;
    bool fixed = (self->ball[i].carried & CARRIED_FIXED) != 0;
    for (size_t k = 0; fixed && k < view->count; k++) {
        fast = fmax(fast, self->traits[view->ball[k]].fast_mps);
    }
    return carom_impulse_quiet(fast);
}

/* What is rounding for the other one alone turns out to be when they meet: nothing happens then,
 * and it is for this one too. */
void carom_impulse_predict_straight(impulse_solver *self, uint32_t i, impulse_view *view)
{
    impulse_traits *traits = &self->traits[i];
    double quiet = quiet_of(self, i, view);
    carom_meeting first = carom_first_impact(&view->at, view->ball, view->count,
                                             self->ball[i].flight.v, quiet);
    traits->meets_s = self->ball[i].clock_s + first.in_s;
    traits->meets = first.ball;
    traits->meets_stamp = self->ball[first.ball].stamp;
    queue_first(self, i, quiet);
}

void carom_impulse_go_on(impulse_solver *self, uint32_t i, int side, double now_s)
{
    double quiet = carom_impulse_quiet(self->traits[i].fast_mps);
    impulse_view *view = &self->view[0];
    carom_impulse_look_ahead(self, i, side, now_s, view);
    consider_meeting(self, i, view, now_s, quiet);
    queue_first(self, i, quiet);
}
