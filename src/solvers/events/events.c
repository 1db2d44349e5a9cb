/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of all balls in order of time: cell crossings, stops and stale events are processed here,
 * contacts by the solver. */
#include "solvers/events/events.h"

/* ---- creation ---- */

static carom_status allocate(carom_events *self, carom_error *error)
{
    size_t n = self->problem->count;
    self->ball = carom_aligned_zeros(n + 1, sizeof *self->ball);
    self->traits = carom_aligned_zeros(n + 1, sizeof *self->traits);
    self->event = carom_aligned_zeros(n + 1, sizeof *self->event);
    self->rolling = carom_rolling_new(self->problem);
    self->found = carom_allocate(n + CAROM_GRID_IMAGES, sizeof *self->found);
    carom_events_neighbours_init(&self->view[0], n);
    carom_events_neighbours_init(&self->view[1], n);
    carom_queue_init(&self->queue, n);
    return carom_grid_init(&self->grid, self->problem, CAROM_EVENTS_CELL_MARGIN, self->skin_m,
                           error);
}

static void set_paths(carom_events *self)
{
    const carom_problem *problem = self->problem;
    events_paths *kind = &self->kind;
    kind->has_rolling = carom_problem_has_friction(problem);
    kind->has_walls = carom_walls_count(problem) > 0;
    kind->is_box = problem->boundary == CAROM_WALLS && problem->part == NULL;
    kind->straight_paths = !kind->has_rolling && carom_vec_is_zero(problem->gravity_mps2);
    kind->single_cell = self->grid.level[0].columns == 1 || self->grid.level[0].rows == 1;
}

static void init_ball(carom_events *self, uint32_t i)
{
    const carom_problem *problem = self->problem;
    const carom_ball *given = &problem->ball[i];
    events_ball ball = {.flight = carom_flight_from_ball(given),
                        .radius_m = given->radius_m,
                        .support = given->fixed ? SUPPORTED_X | SUPPORTED_Y | SUPPORTED_FIXED : 0,
                        .cluster_index = UINT32_MAX};
    if (problem->boundary == CAROM_PERIODIC) {
        ball.flight.at = carom_torus_fold_position(problem, ball.flight.at);
    }
    self->ball[i] = ball;
    self->traits[i] = (events_traits){.inverse_mass = carom_ball_inverse_mass(given),
                                      .inverse_inertia = carom_ball_inverse_inertia(given),
                                      .spin_radps = given->spin_radps,
                                      .last_event_s = -INFINITY,
                                      .last_impulse_s = -INFINITY,
                                      .speed_scale_mps = carom_vec_length(ball.flight.v),
                                      .partner_s = INFINITY};
    carom_grid_insert(&self->grid, i, ball.flight.at);
}

carom_status carom_events_init(carom_events *self, carom_error *error)
{
    uint32_t n = (uint32_t)self->problem->count;
    CAROM_TRY(allocate(self, error));
    set_paths(self);
    for (uint32_t i = 0; i < n; i++) {
        init_ball(self, i);
    }
    self->ball[n].flight.at = (carom_vec){NAN, NAN}; /* padding that never collides */
    for (uint32_t i = 0; i < n; i++) {
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
        carom_events_move_and_predict(self, i, 0);
    }
    carom_queue_shift(&self->queue, 0); /* the events determine the width of the buckets */
    return CAROM_OK;
}

void carom_events_free(carom_events *self)
{
    carom_queue_free(&self->queue);
    carom_grid_free(&self->grid);
    free(self->ball);
    free(self->traits);
    free(self->event);
    free(self->found);
    free(self->rolling);
    carom_events_neighbours_free(&self->view[0]);
    carom_events_neighbours_free(&self->view[1]);
}

/* ---- held balls ---- */

/* Held balls do not move by themselves, as fixed ones. */
enum { STANDS = SUPPORTED_X | SUPPORTED_Y | SUPPORTED_FIXED | SUPPORTED_HELD };

void carom_events_hold(carom_events *self, uint32_t i)
{
    events_ball *ball = &self->ball[i];
    ball->support = STANDS;
    ball->flight = (carom_flight){{NAN, NAN}, {0, 0}}; /* collides with nothing, as padding */
    ball->stamp++;
    self->event[i] = (events_event){EVENT_NONE, 0, 0};
    carom_queue_set(&self->queue, i, INFINITY);
}

void carom_events_guard(carom_events *self, uint32_t i, carom_vec at, double margin_m, double now_s)
{
    events_ball *ball = &self->ball[i];
    ball->flight.at = at;
    ball->clock_s = now_s;
    ball->radius_m = self->problem->ball[i].radius_m + margin_m;
    ball->stamp++;
    carom_events_move_and_predict(self, i, now_s);
}

carom_vec carom_events_move_held(carom_events *self, uint32_t i, carom_vec at)
{
    carom_vec folded = self->grid.periodic ? carom_torus_fold_position(self->problem, at) : at;
    carom_grid_remove(&self->grid, i);
    carom_grid_insert(&self->grid, i, folded);
    return carom_vec_subtract(folded, at);
}

void carom_events_release(carom_events *self, uint32_t i, carom_flight flight, double now_s)
{
    events_ball *ball = &self->ball[i];
    carom_vec fold = carom_events_move_held(self, i, flight.at);
    if (!carom_vec_is_zero(fold)) {
        carom_flight_add_fold(self->problem, i, fold, &self->sums);
    }
    ball->support = 0;
    ball->radius_m = self->problem->ball[i].radius_m;
    ball->flight = (carom_flight){carom_vec_add(flight.at, fold), flight.v};
    ball->clock_s = now_s;
    ball->stamp++;
    self->traits[i].speed_scale_mps = carom_vec_length(flight.v);
    carom_events_move_and_predict(self, i, now_s);
}

/* ---- events ---- */

/* With more balls, the data of an event are rarely in the cache: prefetching makes a gas of 100,000
 * discs 1.5 times as fast, one of 500,000 discs 1.6 times. */
static const size_t cached_balls = 20000;

static void prefetch_ball(const carom_events *self, uint32_t i)
{
    carom_prefetch(&self->ball[i]);
    carom_prefetch(&self->traits[i]);
    carom_prefetch(&self->event[i]);
    carom_prefetch(&self->grid.cell[i]);
    carom_prefetch(&self->queue.time_s[i]);
}

/* Prefetch memory when the queue enters a new bucket. Events three buckets ahead: the ball. Two
 * ahead: its cells and its partner. One ahead: the balls in its cells and the partner's cells.
 * Current bucket: the balls in the partner's cells. */
static void prefetch_upcoming(carom_events *self)
{
    const carom_queue_bucket *bucket = carom_queue_bucket_ahead(&self->queue, 3);
    self->prefetched_bucket = self->queue.current_bucket;
    carom_prefetch(carom_queue_bucket_ahead(&self->queue, 5));
    for (uint32_t k = 0; k < bucket->count; k++) {
        prefetch_ball(self, bucket->key[k]);
    }
    bucket = carom_queue_bucket_ahead(&self->queue, 2);
    for (uint32_t k = 0; k < bucket->count; k++) {
        events_event event = self->event[bucket->key[k]];
        if (event.kind == EVENT_CELL) {
            events_cell_step step = carom_events_cell_step_through((int)event.partner);
            carom_grid_prefetch_step(&self->grid, bucket->key[k], step.columns, step.rows);
            continue;
        }
        carom_grid_prefetch(&self->grid, bucket->key[k]);
        if (event.kind == EVENT_PAIR) {
            prefetch_ball(self, event.partner);
        }
    }
    bucket = carom_queue_bucket_ahead(&self->queue, 1);
    for (uint32_t k = 0; k < bucket->count; k++) {
        events_event event = self->event[bucket->key[k]];
        if (event.kind == EVENT_CELL) {
            events_cell_step step = carom_events_cell_step_through((int)event.partner);
            carom_grid_prefetch_first_step(&self->grid, bucket->key[k], step.columns, step.rows,
                                           self->ball, sizeof *self->ball);
            continue;
        }
        carom_grid_prefetch_first(&self->grid, bucket->key[k], self->ball, sizeof *self->ball);
        if (event.kind == EVENT_PAIR) {
            carom_grid_prefetch(&self->grid, event.partner);
        }
    }
    for (size_t k = 0; k < self->queue.front.count; k++) {
        events_event event = self->event[self->queue.front.entry[self->queue.front.begin + k].key];
        if (event.kind == EVENT_PAIR) {
            carom_grid_prefetch_first(&self->grid, event.partner, self->ball, sizeof *self->ball);
        }
    }
}

/* Moves the origin close to now_s, the time of an event.
 *
 * Origin and shift are floating-point numbers whose difference is exact (Dekker), so all times
 * shift alike. The shift has few digits, so subtracting it from a clock is exact, too. Only clocks
 * far in the past are rounded, as they would be anyway. */
static void move_origin(carom_events *self, double now_s)
{
    int exponent;
    frexp(now_s, &exponent);
    double coarse = ldexp(1, exponent - 20);
    double origin = self->origin_s + coarse * floor(now_s / coarse);
    double displacement = origin - self->origin_s;
    self->origin_events = self->events;
    if (!(displacement > 0) || displacement > now_s) {
        return;
    }
    self->origin_s = origin;
    carom_queue_shift(&self->queue, displacement);
    for (size_t i = 0; i < self->problem->count; i++) {
        self->ball[i].clock_s -= displacement;
        self->traits[i].last_event_s -= displacement;
        self->traits[i].last_impulse_s -= displacement;
        self->traits[i].partner_s -= displacement;
    }
}

/* Process an event of ball i at now_s. @return false if it is the solver's */
static bool process(carom_events *self, uint32_t i, double now_s)
{
    events_event event = self->event[i];
    self->events++;
    switch (event.kind) {
    case EVENT_PAIR:
        if (event.stamp == self->ball[event.partner].stamp) {
            return false;
        }
        break; /* stale: the partner has changed its velocity */
    case EVENT_WALL: return false;
    case EVENT_CELL: carom_events_cross_cell(self, i, (int)event.partner, now_s); return true;
    case EVENT_STOP:
        carom_events_move(self, i, now_s);
        self->ball[i].flight.v = (carom_vec){0, 0}; /* the remaining speed is rounding error */
        self->ball[i].stamp++;
        break;
    case EVENT_NONE: break;
    }
    carom_events_move_and_predict(self, i, now_s);
    return true;
}

carom_status carom_events_next(carom_events *self, double t_s, uint32_t *ball, carom_error *error)
{
    size_t n = self->problem->count;
    for (;;) {
        double now_s;
        if (self->events - self->origin_events > 8 * n + 10 && self->origin_moves) {
            move_origin(self, self->now_s);
        }
        *ball = carom_queue_first(&self->queue, &now_s);
        if (!(self->origin_s + now_s <= t_s) || !(t_s > 0)) {
            *ball = CAROM_EVENTS_NO_BALL;
            return CAROM_OK;
        }
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
        if (n > cached_balls && self->prefetched_bucket != self->queue.current_bucket) {
            prefetch_upcoming(self);
        }
        self->now_s = now_s;
        if (!process(self, *ball, now_s)) {
            return CAROM_OK;
        }
    }
}
