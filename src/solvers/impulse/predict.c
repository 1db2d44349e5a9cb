/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prediction of a ball's next event. Two balls that fall alike move straight towards each
 * other; where one falls and the other is carried, or where friction slows them, their meeting is
 * searched for. */
#include "scene/boundaries.h"
#include "scene/scene.h"
#include "search/event_queue.h"
#include "solvers/impulse/impulse.h"
#include "solvers/impulse/motion.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    if (self->kind.rolls) {
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
    if (self->kind.rolls) { /* the way to the line along the path, and when it has been gone */
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
    double line = self->kind.boxed ? carom_wall_line(self->problem, self->ball[i].radius_m, side)
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

/* Of @p best and when ball i hits a part of a table that is no box, what is first. */
static void consider_parts(const impulse_solver *self, uint32_t i, impulse_prediction *best)
{
    const impulse_ball *ball = &self->ball[i];
    const carom_way way = {ball->flight.at, ball->flight.v, carom_impulse_gravity(self, ball)};
    double reach = carom_walls_reach(self->problem, ball->radius_m);
    double quiet = carom_impulse_quiet(self->traits[i].fast_mps);
    double v = carom_vec_length(ball->flight.v);
    for (size_t part = 0; part < carom_walls_count(self->problem); part++) {
        double t = carom_walls_touch_s(self->problem, part, &way, reach, quiet);
        if (self->kind.rolls &&
            isfinite(t)) { /* as far as that along the path, and when it is gone */
            t = carom_rolling_time(self->rolling[i], v, t * v);
        }
        if (t < best->in_s) {
            *best = (impulse_prediction){t, {EVENT_WALL, (uint32_t)part, 0}};
        }
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

/* Bent or slowed paths. */
static void predict_bent(impulse_solver *self, uint32_t i, const impulse_view *view)
{
    impulse_prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    if (self->kind.rolls) {
        consider(&best, stop_time(self, i), EVENT_STOP, 0);
    }
    if ((self->ball[i].carried & CARRIED_FIXED) == 0) {
        consider_sides(self, i, &best);
        if (!self->kind.boxed) {
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

/* ---- straight ---- */

/* The prediction of a ball's next event where paths are straight and speeds constant: what a gas
 * spends its time on. Who is approached and what comes first is as good as random, and a jump that
 * is guessed wrong costs as much as thirty operations: everybody is worked out, and chosen without
 * a jump. And the parts of a table, which any path may meet. */

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
    if (self->kind.undivided) { /* some may be infinite */
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

/* ---- the whole ---- */

/* Walls, and the edges of the cell; times from the ball's clock. */
static inline impulse_prediction next_bound(const impulse_solver *self, uint32_t i,
                                            double quiet_mps)
{
    impulse_prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    if ((self->ball[i].carried & CARRIED_FIXED) != 0) {
        return best;
    }
    best = self->kind.boxed ? next_side(self, i, true, quiet_mps)
                            : next_side(self, i, false, quiet_mps);
    if (self->kind.walled && !self->kind.boxed) {
        consider_parts(self, i, &best);
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
static double rounding_speed(const impulse_solver *self, uint32_t i, const impulse_view *view)
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
static void predict_straight(impulse_solver *self, uint32_t i, impulse_view *view)
{
    impulse_traits *traits = &self->traits[i];
    double quiet = rounding_speed(self, i, view);
    carom_meeting first = carom_first_impact(&view->at, view->ball, view->count,
                                             self->ball[i].flight.v, quiet);
    traits->meets_s = self->ball[i].clock_s + first.in_s;
    traits->meets = first.ball;
    traits->meets_stamp = self->ball[first.ball].stamp;
    queue_first(self, i, quiet);
}

void carom_impulse_predict(impulse_solver *self, uint32_t i, impulse_view *view)
{
    if (self->kind.straight) {
        predict_straight(self, i, view);
    } else {
        predict_bent(self, i, view);
    }
}

/* Ball i has come into the next cell through a side: queues its next event, which is with one of
 * the newcomers around it, or what it was bound for anyway. It is not moved on, so that its place
 * is rounded no oftener than its velocity changes. */
static void go_on(impulse_solver *self, uint32_t i, int side, double now_s)
{
    double quiet = carom_impulse_quiet(self->traits[i].fast_mps);
    impulse_view *view = &self->view[0];
    carom_impulse_look_ahead(self, i, side, now_s, view);
    consider_meeting(self, i, view, now_s, quiet);
    queue_first(self, i, quiet);
}

/* At the seam of a torus it is moved on, so that its place stays near the table; and where there
 * are cells of several sizes, of which more come into view than a row or column. */
void carom_impulse_cross(impulse_solver *self, uint32_t i, int side, double now_s)
{
    carom_impulse_step step = carom_impulse_step_through(side);
    uint32_t image = carom_grid_move(&self->grid, i, step.columns, step.rows);
    carom_vec fold;
    if (image == 0 && self->kind.straight && self->grid.levels == 1) {
        go_on(self, i, side, now_s);
        return;
    }
    carom_impulse_fly(self, i, now_s);
    fold = carom_vec_times(-1, self->grid.shift_m[image]);
    self->ball[i].flight.at = carom_vec_add(self->ball[i].flight.at, fold);
    carom_flight_book_fold(self->problem, i, fold, &self->accounts);
    carom_impulse_renew(self, i, now_s);
}

/* ---- two ---- */

/* The collision of two smooth balls whom nobody else touches: nearly all that there are in a gas.
 * What cluster.c and impact.c say of any number of bodies and contacts, written out for one
 * contact of two, in the same order of operations. */

/* ---- the impulse ---- */

/* What one contact of two comes to. */
typedef struct {
    carom_vec normal, v[2]; /* from i to j; of i and of j, after */
    double approach_mps, impulse_Ns, dissipated_J;
    double fast_mps; /* what the velocities are rounded to, after */
    bool changed[2];
} outcome;

/* Of i and j, which approach each other at u. */
static double restitution_of(const impulse_solver *self, uint32_t i, uint32_t j, double u)
{
    const carom_problem *problem = self->problem;
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    carom_body body[] = {{a->radius_m, 1 / self->traits[i].inverse_mass},
                         {b->radius_m, 1 / self->traits[j].inverse_mass}};
    double e = carom_pair_restitution(problem, a, b, self->origin_s + self->cluster.now_s);
    return self->rules.law->restitution(self->rules.law_options, e, u, &body[0], &body[1]);
}

/* False: they do not approach, one is fixed, or a speed leaves the range of numbers. */
static bool push_apart(const impulse_solver *self, uint32_t i, uint32_t j, outcome *to)
{
    const impulse_traits *a = &self->traits[i], *b = &self->traits[j];
    carom_vec va = self->ball[i].flight.v, vb = self->ball[j].flight.v, n = to->normal;
    double fast = a->fast_mps > b->fast_mps ? a->fast_mps : b->fast_mps;
    double a2 = carom_vec_square(va), b2 = carom_vec_square(vb), speed2 = a2 > b2 ? a2 : b2;
    double u = -carom_vec_dot(carom_vec_minus(vb, va), n), e;
    fast = speed2 > fast * fast ? sqrt(speed2) : fast;
    if (!(u > carom_impulse_quiet(fast)) || a->inverse_mass == 0 || b->inverse_mass == 0) {
        return false;
    }
    e = self->kind.uniform ? self->problem->restitution.ball_ball : restitution_of(self, i, j, u);
    to->approach_mps = u;
    to->impulse_Ns = (1 + e) * u / (a->inverse_mass + b->inverse_mass);
    to->dissipated_J = 0.5 * to->impulse_Ns * (1 - e) * u;
    to->v[0] = carom_vec_ahead(va, -to->impulse_Ns * a->inverse_mass, n);
    to->v[1] = carom_vec_ahead(vb, to->impulse_Ns * b->inverse_mass, n);
    to->changed[0] = !carom_vec_equal(va, to->v[0]);
    to->changed[1] = !carom_vec_equal(vb, to->v[1]);
    a2 = carom_vec_square(to->v[0]);
    b2 = carom_vec_square(to->v[1]);
    speed2 = a2 > speed2 ? a2 : speed2;
    speed2 = b2 > speed2 ? b2 : speed2;
    to->fast_mps = carom_impulse_next_fast(speed2, fast);
    return isfinite(a2) && isfinite(b2);
}

static carom_status log_it(const impulse_solver *self, uint32_t i, uint32_t j, const outcome *to)
{
    bool flip = j < i;
    carom_collision collision = {
        .t_s = self->origin_s + self->cluster.now_s,
        .normal = carom_vec_times(flip ? -1 : 1, to->normal),
        .approach_mps = to->approach_mps,
        .separation_mps = carom_vec_dot(carom_vec_minus(to->v[1], to->v[0]), to->normal),
        .impulse_Ns = to->impulse_Ns,
        .dissipated_J = to->dissipated_J,
        .a = flip ? j : i,
        .b = flip ? i : j};
    return carom_log_add(self->log, &collision, self->error);
}

static void give(impulse_solver *self, uint32_t i, const outcome *to, size_t k)
{
    impulse_ball *ball = &self->ball[i];
    impulse_traits *traits = &self->traits[i];
    ball->stamp += to->changed[k];
    ball->flight.v = to->v[k];
    traits->fast_mps = to->fast_mps;
    traits->pushed_s = self->cluster.now_s;
}

/* Number k of a view, whose paths are straight, has another velocity now; who stands beside it has
 * the one that it had. */
static inline void see_velocity(const impulse_solver *self, impulse_view *view, size_t k)
{
    size_t first = k / CAROM_LANES * CAROM_LANES;
    const uint32_t *two = view->ball + first;
    carom_meetings_set_two(view->at.block, first, carom_lanes_load(&self->ball[two[0]].flight.v.x),
                           carom_lanes_load(&self->ball[two[1]].flight.v.x));
}

bool carom_impulse_collide_two(impulse_solver *self, uint32_t i, carom_status *status)
{
    impulse_event event = self->event[i];
    uint32_t j = event.partner;
    uint64_t tests = self->report.pair_tests;
    size_t seen[2];
    outcome to;
    if (!carom_impulse_are_alone(self, i, j, seen, &to.normal)) {
        return false;
    }
    if (!push_apart(self, i, j, &to)) {
        self->report.pair_tests = tests;
        return false;
    }
    self->report.collisions++;
    if (to.dissipated_J != 0) {
        carom_sum_add(&self->accounts.dissipated, to.dissipated_J);
    }
    *status = self->log == NULL ? CAROM_OK : log_it(self, i, j, &to);
    if (*status != CAROM_OK) {
        return true;
    }
    give(self, i, &to, 0);
    give(self, j, &to, 1);
    self->cluster.pushed = true;
    *status = carom_impulse_watch_for_collapse(self, i, event, 0);
    if (*status == CAROM_OK) { /* the views are still good, but for what has been changed here */
        see_velocity(self, &self->view[0], seen[0]);
        see_velocity(self, &self->view[1], seen[1]);
        carom_impulse_predict(self, i, &self->view[0]);
        carom_impulse_predict(self, j, &self->view[1]);
    }
    return true;
}
