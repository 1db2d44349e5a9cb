/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the next event of a ball. Two balls with the same acceleration move on straight lines
 * relative to each other. Where only one falls, or friction decelerates them, a root search finds
 * the collision. */
#include "solvers/events/events.h"

typedef struct {
    double in_s; /* from the ball's clock */
    events_event event;
} events_prediction;

static void keep_earlier(events_prediction *best, double in_s, events_kind kind, uint32_t partner)
{
    bool tie = in_s == best->in_s && kind == EVENT_PAIR && isfinite(in_s) &&
               (best->event.kind != EVENT_PAIR || partner < best->event.partner);
    if (in_s < best->in_s || tie) { /* ties: pairs before other events, then the lower partner */
        *best = (events_prediction){in_s, {kind, partner, 0}};
    }
}

/* ---- pairs ---- */

static carom_roller rolling_ball(const carom_events *self, uint32_t i, carom_flight f)
{
    static const carom_vec any = {1, 0};
    double v = carom_vec_length(f.v);
    return (carom_roller){f.at, v > 0 ? carom_vec_divide(f.v, v) : any, v, self->rolling[i]};
}

static carom_relative_motion falling_relation(double t, const void *context)
{
    const carom_path *b = context; /* relative motion at a constant relative acceleration */
    return (carom_relative_motion){carom_vec_free_fall(b->at, b->v, b->a, t),
                                   carom_vec_add_scaled(b->v, t, b->a), b->a, 0, INFINITY};
}

/* Time after which the falling ball stays out of reach. Along the acceleration a the distance is d
 * + u t + a t^2/2; after the later root it exceeds the reach. */
static double end_of_fall(const carom_path *b, double reach)
{
    double a = carom_vec_length(b->a);
    double d = carom_vec_dot(b->at, b->a) / a, u = carom_vec_dot(b->v, b->a) / a;
    double disc = u * u - 2 * a * (d - reach);
    return disc < 0 ? 0 : (sqrt(disc) - u) / a;
}

/* Relative acceleration of two balls; 0 if both fall or neither does. */
static carom_vec relative_acceleration(const carom_events *self, uint32_t i, uint32_t j)
{
    static const carom_vec none = {0, 0};
    uint32_t differs = self->ball[i].support ^ self->ball[j].support;
    return (differs & (SUPPORTED_X | SUPPORTED_Y)) == 0
             ? none
             : carom_vec_subtract(carom_events_gravity(self, j), carom_events_gravity(self, i));
}

/* Time until ball i collides with neighbour k on a curved or decelerated path. */
static double curved_pair_time(const carom_events *self, uint32_t i, const events_neighbours *view,
                               size_t k, double latest_s)
{
    /* The impact computes the approach speed with other rounding errors. The factor ensures that it
     * never rejects a predicted collision as rounding. */
    static const double detection_margin = 2;
    uint32_t j = view->ball[k];
    const events_ball *ball = &self->ball[i];
    carom_flight other = {carom_candidate_pairs_offset(&view->pairs, k),
                          carom_candidate_pairs_velocity(&view->pairs, k)};
    double reach = carom_candidate_pairs_reach(&view->pairs, k);
    double rounding = carom_events_rounding_speed(
        fmax(self->traits[i].speed_scale_mps, self->traits[j].speed_scale_mps));
    if (self->kind.has_rolling) {
        carom_roller p = rolling_ball(self, i, (carom_flight){{0, 0}, ball->flight.v});
        carom_roller q = rolling_ball(self, j, other);
        bool fixed = (ball->support & self->ball[j].support & SUPPORTED_FIXED) != 0;
        return fixed ? INFINITY
                     : carom_rolling_time_of_impact(&p, &q, reach, detection_margin * rounding,
                                                    latest_s);
    }
    carom_path path = {other.at, carom_vec_subtract(other.v, ball->flight.v),
                       relative_acceleration(self, i, j)};
    if (carom_vec_is_zero(path.a)) {
        return carom_time_of_impact(path.at, path.v, reach, rounding, latest_s);
    }
    double top_speed = carom_vec_length(path.v) + sqrt(reach * carom_vec_length(path.a));
    carom_impact_search search = {falling_relation,
                                  &path,
                                  reach,
                                  detection_margin * rounding,
                                  fmin(latest_s, end_of_fall(&path, reach)),
                                  reach / top_speed};
    return carom_impact_search_time(&search);
}

/* ---- walls and cells ---- */

/* On one side, the wall or the edge of the cell, whichever the ball reaches first. */
static void predict_side(const carom_events *self, uint32_t i, const carom_path *path, int side,
                         events_prediction *best)
{
    bool low = side == CAROM_LEFT || side == CAROM_BOTTOM, wall = false;
    double edge = carom_grid_edge(&self->grid, i, side / 2, !low), line = edge, rounding = 0, t;
    if (self->kind.is_box) {
        line = carom_wall_line(self->problem, self->ball[i].radius_m, side);
        wall = low ? line >= edge : line <= edge;
        line = wall ? line : edge;
        rounding = wall ? carom_events_rounding_speed(self->traits[i].speed_scale_mps) : 0;
    }
    carom_side_path across = carom_path_to_side(side, line, path);
    if (!isfinite(line) || (across.a >= 0 && -across.u <= rounding)) {
        return;
    }
    if (self->kind.has_rolling) { /* distance along the path, then the time to travel it */
        double speed = carom_vec_length(path->v);
        t = carom_rolling_time(self->rolling[i], speed,
                               (across.d > 0 ? across.d : 0) * speed / -across.u);
    } else {
        t = carom_time_to_line(across.d, across.u, across.a);
    }
    keep_earlier(best, t, wall ? EVENT_WALL : EVENT_CELL, (uint32_t)side);
}

/* Times at which ball i hits the parts of a table that is no rectangle. */
static void predict_parts(const carom_events *self, uint32_t i, const carom_path *path,
                          events_prediction *best)
{
    double reach = carom_walls_reach(self->problem, self->ball[i].radius_m);
    double rounding = carom_events_rounding_speed(self->traits[i].speed_scale_mps);
    double v = carom_vec_length(path->v);
    for (size_t part = 0; part < carom_walls_count(self->problem); part++) {
        double t = carom_walls_contact_time(self->problem, part, path, reach, rounding);
        if (self->kind.has_rolling && isfinite(t)) {
            /* distance along the path, then the time to travel it */
            t = carom_rolling_time(self->rolling[i], v, t * v);
        }
        if (t < best->in_s) {
            *best = (events_prediction){t, {EVENT_WALL, (uint32_t)part, 0}};
        }
    }
}

/* ---- any path ---- */

static void predict_curved(carom_events *self, uint32_t i, const events_neighbours *view)
{
    const events_ball *ball = &self->ball[i];
    const carom_path path = {ball->flight.at, ball->flight.v, carom_events_gravity(self, i)};
    events_prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    double v = carom_vec_length(path.v);
    if (self->kind.has_rolling && v > 0) {
        keep_earlier(&best, carom_rolling_stop(self->rolling[i], v), EVENT_STOP, 0);
    }
    if ((ball->support & SUPPORTED_FIXED) == 0) {
        for (int side = 0; side < CAROM_WALL_COUNT; side++) {
            predict_side(self, i, &path, side, &best);
        }
        if (!self->kind.is_box) {
            predict_parts(self, i, &path, &best);
        }
    }
    /* last: the earlier candidates shorten the root searches */
    for (size_t k = 0; k < view->count; k++) {
        keep_earlier(&best, curved_pair_time(self, i, view, k, best.in_s), EVENT_PAIR,
                     view->ball[k]);
    }
    if (best.event.kind == EVENT_PAIR) {
        best.event.stamp = self->ball[best.event.partner].stamp;
    }
    self->event[i] = best.event;
    carom_queue_set(&self->queue, i, self->ball[i].clock_s + best.in_s);
}

void carom_events_move_and_predict(carom_events *self, uint32_t i, double now_s)
{
    carom_events_move(self, i, now_s);
    (void)carom_events_find_neighbours(self, i, 0, &self->view[0]);
    carom_events_predict(self, i, &self->view[0]);
}

/* ---- straight paths ---- */

/* Prediction on straight paths at constant speed, which dominates the run time of a gas.
 *
 * Which neighbour approaches and which event comes first is random. A mispredicted branch costs as
 * much as thirty operations, so the code computes all candidates and selects without branches. */

/* ---- straight paths to walls and cells ---- */

/* Event times are nonnegative, so their bit patterns have the same order as integers. Compilers
 * select integers without a branch. */
static inline uint64_t bits_of_time(double in_s)
{
    uint64_t bits;
    memcpy(&bits, &in_s, sizeof bits);
    return bits;
}

static inline uint64_t select_bits(uint64_t a, uint64_t b, uint64_t mask)
{
    return a ^ ((a ^ b) & mask);
}

static inline double time_of_bits(uint64_t bits)
{
    double in_s;
    memcpy(&in_s, &bits, sizeof in_s);
    return in_s;
}

/* Along each axis, the edge of the cell of ball i in its direction of motion. */
static inline carom_lanes edges_ahead(const carom_events *self, uint32_t i, carom_lanes_int up)
{
    const carom_lanes one = {1, 1};
    const carom_cell *cell = &self->grid.cell[i];
    const carom_grid_level *level = &self->grid.level[cell->level];
    carom_lanes low = {(double)cell->column, (double)cell->row};
    carom_lanes size = {level->cell_x_m, level->cell_y_m};
    if (self->kind.single_cell) { /* some edges are infinite */
        return (carom_lanes){carom_grid_edge(&self->grid, i, 0, up[0] != 0),
                             carom_grid_edge(&self->grid, i, 1, up[1] != 0)};
    }
    return (low + (carom_lanes)((carom_lanes_int)one & up)) * size;
}

/* Along each axis, the wall in the direction of motion, as a limit for the centre. */
static inline carom_lanes walls_ahead(const carom_events *self, const events_ball *ball,
                                      carom_lanes_int up)
{
    const carom_problem *problem = self->problem;
    double reach = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
    carom_lanes size = {problem->width_m, problem->height_m}, low = carom_lanes_broadcast(reach);
    return carom_lanes_select(up, size - low, low);
}

/* The first wall or cell edge that the ball reaches. On ties along the axes: x. */
static inline events_prediction next_side(const carom_events *self, uint32_t i, bool walls,
                                          double rounding_mps)
{
    const events_ball *ball = &self->ball[i];
    const carom_lanes none = {0, 0}, never = {INFINITY, INFINITY};
    carom_lanes v = carom_lanes_load(&ball->flight.v.x), x = carom_lanes_load(&ball->flight.at.x);
    carom_lanes_int up = carom_lanes_less(none, v), wall = {0, 0};
    carom_lanes line = edges_ahead(self, i, up), t, least = none;
    if (walls) {
        carom_lanes edge = line;
        line = walls_ahead(self, ball, up);
        wall = carom_lanes_select_int(up, carom_lanes_less_equal(line, edge),
                                      carom_lanes_less_equal(edge, line));
        line = carom_lanes_select(wall, line, edge);
        least = carom_lanes_select(wall, carom_lanes_broadcast(rounding_mps), none);
    }
    t = carom_lanes_max((line - x) / v, none);
    t = carom_lanes_select(carom_lanes_less(least, carom_lanes_abs(v)), t, never);
    size_t axis = t[1] < t[0];
    int64_t kind = (EVENT_CELL + (EVENT_WALL - EVENT_CELL) * -wall[axis]) * (t[axis] < INFINITY);
    return (events_prediction){t[axis],
                               {(events_kind)kind, (uint32_t)(2 * axis - (size_t)up[axis]), 0}};
}

/* ---- earliest event ---- */

/* The first wall or cell edge; time from the ball's clock. */
static inline events_prediction next_bound(const carom_events *self, uint32_t i,
                                           double rounding_mps)
{
    events_prediction best = {INFINITY, {EVENT_NONE, 0, 0}};
    if ((self->ball[i].support & SUPPORTED_FIXED) != 0) {
        return best;
    }
    best = self->kind.is_box ? next_side(self, i, true, rounding_mps)
                             : next_side(self, i, false, rounding_mps);
    if (self->kind.has_walls && !self->kind.is_box) {
        const events_ball *ball = &self->ball[i];
        predict_parts(self, i,
                      &(carom_path){ball->flight.at, ball->flight.v, carom_events_gravity(self, i)},
                      &best);
    }
    return best;
}

/* Queue the predicted collision, or the wall or cell edge if that is earlier. Ties: the collision.
 */
static inline void queue_first(carom_events *self, uint32_t i, double rounding_mps)
{
    const events_traits *traits = &self->traits[i];
    events_prediction bound = next_bound(self, i, rounding_mps);
    double bound_s = self->ball[i].clock_s + bound.in_s, partner_s = traits->partner_s;
    uint64_t met = -(uint64_t)((partner_s <= bound_s) & (partner_s < INFINITY));
    self->event[i] = (events_event){
        (events_kind)select_bits((uint64_t)bound.event.kind, EVENT_PAIR, met),
        (uint32_t)select_bits(bound.event.partner, traits->next_partner, met),
        traits->partner_stamp};
    carom_queue_set(&self->queue, i,
                    time_of_bits(select_bits(bits_of_time(bound_s), bits_of_time(partner_s), met)));
}

/* Compare the stored collision of ball i with those among the neighbours in @p view, which are at
 * @p now_s. Ties: the lower partner. */
static inline void predict_new_pairs(carom_events *self, uint32_t i, const events_neighbours *view,
                                     double now_s, double rounding_mps)
{
    events_traits *traits = &self->traits[i];
    carom_first_collision first = carom_find_first_collision(&view->pairs, view->ball, view->count,
                                                             self->ball[i].flight.v, rounding_mps);
    double partner_s = now_s + first.in_s;
    bool same = (partner_s == traits->partner_s) & (partner_s < INFINITY) &
                (first.ball < traits->next_partner);
    uint64_t mask = -(uint64_t)((partner_s < traits->partner_s) | same);
    uint32_t stamp = self->ball[first.ball].stamp;
    traits->partner_s = time_of_bits(
        select_bits(bits_of_time(traits->partner_s), bits_of_time(partner_s), mask));
    traits->next_partner = (uint32_t)select_bits(traits->next_partner, first.ball, mask);
    traits->partner_stamp = (uint32_t)select_bits(traits->partner_stamp, stamp, mask);
}

/* Largest approach speed of ball i that is rounding error, m/s. A fixed ball has no speed, so the
 * fastest neighbour counts; a slower neighbour predicts the collision itself. */
static double rounding_speed(const carom_events *self, uint32_t i, const events_neighbours *view)
{
    double speed_scale = self->traits[i].speed_scale_mps;
    bool fixed = (self->ball[i].support & SUPPORTED_FIXED) != 0;
    for (size_t k = 0; fixed && k < view->count; k++) {
        speed_scale = fmax(speed_scale, self->traits[view->ball[k]].speed_scale_mps);
    }
    return carom_events_rounding_speed(speed_scale);
}

/* The partner may have a higher threshold. The collision then does nothing, and the balls are
 * predicted again. */
static void predict_straight(carom_events *self, uint32_t i, events_neighbours *view)
{
    events_traits *traits = &self->traits[i];
    double rounding = rounding_speed(self, i, view);
    carom_first_collision first = carom_find_first_collision(&view->pairs, view->ball, view->count,
                                                             self->ball[i].flight.v, rounding);
    traits->partner_s = self->ball[i].clock_s + first.in_s;
    traits->next_partner = first.ball;
    traits->partner_stamp = self->ball[first.ball].stamp;
    queue_first(self, i, rounding);
}

void carom_events_predict(carom_events *self, uint32_t i, events_neighbours *view)
{
    if (self->kind.straight_paths) {
        predict_straight(self, i, view);
    } else {
        predict_curved(self, i, view);
    }
}

/* Advances the ball at the edge of a periodic table, to keep its coordinates small. Also advances
 * it if the grid has cells of several sizes, because then more cells become adjacent than a row or
 * column. */
void carom_events_cross_cell(carom_events *self, uint32_t i, int side, double now_s)
{
    events_cell_step step = carom_events_cell_step_through(side);
    uint32_t image = carom_grid_move(&self->grid, i, step.columns, step.rows);
    if (image == 0 && self->kind.straight_paths && self->grid.levels == 1) {
        /* a new neighbour or as predicted before: the clock stays, as the position is then rounded
         * only when the velocity changes */
        double rounding = carom_events_rounding_speed(self->traits[i].speed_scale_mps);
        carom_events_find_new_neighbours(self, i, side, now_s, &self->view[0]);
        predict_new_pairs(self, i, &self->view[0], now_s, rounding);
        queue_first(self, i, rounding);
        return;
    }
    carom_events_move(self, i, now_s);
    carom_vec fold = carom_vec_scale(-1, self->grid.shift_m[image]);
    self->ball[i].flight.at = carom_vec_add(self->ball[i].flight.at, fold);
    carom_flight_add_fold(self->problem, i, fold, &self->sums);
    carom_events_move_and_predict(self, i, now_s);
}
