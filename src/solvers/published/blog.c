/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A blog on a billiard simulation, 2013, parts 2 to 5.
 *
 * A frame is one update. While time is left, the loop finds the earliest hit of a side or of two
 * balls within the remaining time. If that time is above 0, all balls move by it. The loop
 * resolves everything with exactly that time, in the order found (for each ball: x side, y side,
 * pairs), and subtracts the time from the rest. Then friction acts to first order: v -= (c_rr g +
 * f_d v^2/r) frame_s. A ball that would reverse stops.
 *
 * The time of a hit of two balls: p = dx.dv, q = p^2 - |dv|^2 (|dx|^2 - (r1 + r2)^2). No hit
 * occurs if p >= 0 (the guard) or q < 0. If p <= sqrt(q), t = (-p - sqrt(q))/|dv|^2, else t = (-p
 * + sqrt(q))/|dv|^2. Two errors follow. `clock: right` corrects both with t = max(0, c/(-p +
 * sqrt(q))), c = |dx|^2 - (r1 + r2)^2:
 * - A time of exactly 0 counts as no hit: approaching balls in contact overlap until the next
 * search.
 * - For p < 0 the test is always true, so overlapping balls get a negative time, the earliest of
 * all. They collide without moving back, and the frame gets longer: the clock gains |t|.
 *
 * Without the guard, separating balls collide again and again, each time with more time left, and
 * the update may never end. The solver then stops with an error after a maximum number of events.
 */
#include "solvers/published/published.h"

/* Limits for the events of a frame: a constant and a number per ball. */
enum { MOST_EVENTS = 10000, MOST_PER_BALL = 100 };

static size_t most_events(const published_solver *self)
{
    return MOST_EVENTS + MOST_PER_BALL * self->count;
}

/* ---- times ---- */

/* The blog treats a time of 0 as no hit. */
static double usable_time(const published_solver *self, double t)
{
    if (self->o.clock == CLOCK_RIGHT) {
        return t > 0 ? t : 0;
    }
    return t == 0 ? INFINITY : t;
}

static double axis_time(const published_solver *self, const carom_flight *ball, size_t i, int axis)
{
    const carom_problem *p = self->problem;
    double radius = self->radius_m[i], length = axis == 0 ? p->width_m : p->height_m;
    double x = axis == 0 ? ball[i].at.x : ball[i].at.y, v = axis == 0 ? ball[i].v.x : ball[i].v.y;
    return p->boundary != CAROM_WALLS || v == 0
             ? INFINITY
             : usable_time(self, ((v > 0 ? length - radius : radius) - x) / v);
}

static double pair_time(const published_solver *self, const carom_flight *ball, size_t i, size_t j)
{
    double reach = self->radius_m[i] + self->radius_m[j];
    carom_vec d = carom_vec_subtract(ball[j].at, ball[i].at),
              w = carom_vec_subtract(ball[j].v, ball[i].v);
    double p = carom_vec_dot(d, w), v2 = carom_vec_square(w);
    double c = carom_vec_square(d) - reach * reach, q = p * p - v2 * c, root;
    if ((self->o.guard == GUARD_WITH && p >= 0) || q < 0 || !(v2 > 0)) {
        return INFINITY;
    }
    root = sqrt(q);
    if (self->o.clock == CLOCK_RIGHT) {
        return q > 0 ? usable_time(self, c / (-p + root)) : INFINITY;
    }
    return usable_time(self, (p <= root ? -p - root : -p + root) / v2);
}

/* The earliest event not later than @p left; INFINITY: none. */
static double earliest(published_solver *self, double left)
{
    double first = INFINITY;
    for (size_t i = 0; i < self->count; i++) {
        double x = axis_time(self, self->ball, i, 0), y = axis_time(self, self->ball, i, 1);
        first = x <= left && x < first ? x : first;
        first = y <= left && y < first ? y : first;
        for (size_t j = i + 1; j < self->count; j++) {
            double t = pair_time(self, self->ball, i, j);
            first = t <= left && t < first ? t : first;
        }
        self->report.pair_tests += self->count - i - 1;
    }
    return first;
}

/* ---- collisions ---- */

static carom_status reflect(published_solver *self, size_t i, int axis, double now,
                            carom_error *error)
{
    carom_vec v = self->before[i].v; /* its velocity when the hit was found */
    int wall = axis == 0 ? (v.x > 0 ? CAROM_RIGHT : CAROM_LEFT)
                         : (v.y > 0 ? CAROM_TOP : CAROM_BOTTOM);
    const carom_ball *b = published_ball(self, i);
    return carom_published_reflect(
        self, i, wall, carom_pair_restitution(self->problem, b, NULL, now),
        carom_published_beyond(self, self->ball[i].at, wall, b->radius_m), now, error);
}

static carom_status collide(published_solver *self, size_t i, size_t j, double now,
                            carom_error *error)
{
    const carom_ball *a = published_ball(self, i), *b = published_ball(self, j);
    carom_flight *p = &self->ball[i], *q = &self->ball[j];
    carom_vec displacement, n;
    double distance = published_displacement(self, i, j, INFINITY, &displacement);
    double mu = a->mass_kg * b->mass_kg / (a->mass_kg + b->mass_kg);
    double e = carom_pair_restitution(self->problem, a, b, now);
    carom_collision hit = {.t_s = now, .a = (uint32_t)i, .b = (uint32_t)j};
    if (!(distance > 0)) {
        return CAROM_OK; /* coinciding centres have no normal */
    }
    n = carom_vec_divide(displacement, distance);
    carom_two_velocities before = carom_flight_velocities(self->ball, &hit);
    hit.normal = n;
    hit.approach_mps = carom_vec_dot(carom_vec_subtract(p->v, q->v), n);
    hit.separation_mps = e * hit.approach_mps;
    hit.impulse_Ns = mu * (1 + e) * hit.approach_mps;
    p->v = carom_vec_add_scaled(p->v, -hit.impulse_Ns / a->mass_kg, n);
    q->v = carom_vec_add_scaled(q->v, hit.impulse_Ns / b->mass_kg, n);
    return carom_published_record(self, &hit, mu, e, a->radius_m + b->radius_m - distance, &before,
                                  error);
}

/* Resolve everything that happens at exactly @p t, found in the state before the move. */
static carom_status resolve(published_solver *self, double t, double now, carom_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            if (axis_time(self, self->before, i, axis) == t) {
                CAROM_TRY(reflect(self, i, axis, now, error));
            }
        }
        for (size_t j = i + 1; j < self->count; j++) {
            if (pair_time(self, self->before, i, j) == t) {
                CAROM_TRY(collide(self, i, j, now, error));
            }
        }
    }
    return CAROM_OK;
}

/* The work of friction is its force at the current speed times the path of a frame. The error of
 * the first-order update appears in the residual. */
static void apply_friction(published_solver *self, size_t i)
{
    const carom_ball *b = published_ball(self, i);
    carom_rolling r = carom_ball_rolling(self->problem, b);
    carom_flight *ball = &self->ball[i];
    double v = carom_vec_length(ball->v), less = (r.a + r.b * v * v) * self->o.frame_s,
           left = v > less ? v - less : 0;
    if (v > 0 && less > 0) {
        carom_flight_add_friction_over(self->problem, b->mass_kg, r, *ball, v * self->o.frame_s,
                                       left, &self->sums);
        ball->v = carom_vec_scale(left / v, ball->v);
    }
}

static carom_status refuse_endless_update(const published_solver *self, double left,
                                          carom_error *error)
{
    const char *longer = left > self->o.frame_s ? ", because each negative time lengthened it" : "";
    const char *advice = self->o.guard == GUARD_WITHOUT
                           ? "Without its guard the loop may never end; use guard: with"
                           : "Raise the restitution, or use another solver";
    return carom_error_set(error, CAROM_COLLAPSE, "guard",
                           "the update of frame %.0f at t = %.6g s did not end: after %zu events, "
                           "%.6g s of its %.6g s remain%s. %s",
                           (double)self->report.steps + 1, published_start(self), most_events(self),
                           left, self->o.frame_s, longer, advice);
}

static carom_status blog_frame(published_solver *self, carom_error *error)
{
    double left = self->o.frame_s;
    for (size_t event = 0; left > 0; event++) {
        double t = earliest(self, left), move = t <= left ? t : left;
        double now = published_start(self) + (self->o.frame_s - left) + (move > 0 ? move : 0);
        if (event == most_events(self)) {
            return refuse_endless_update(self, left, error);
        }
        memcpy(self->before, self->ball, self->count * sizeof *self->ball);
        for (size_t i = 0; i < self->count && move > 0; i++) {
            carom_published_move(self, i, move);
        }
        if (t <= left) {
            CAROM_TRY(resolve(self, t, now > 0 ? now : 0, error));
        }
        left -= move;
        carom_sum_add(&self->simulated, move > 0 ? move : 0);
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
    }
    for (size_t i = 0; i < self->count; i++) {
        apply_friction(self, i);
    }
    return CAROM_OK;
}

static void blog_check(const carom_problem *problem, const published_options *o,
                       const carom_diagnostics *diagnostics)
{
    (void)problem;
    if (o->guard == GUARD_WITHOUT && o->clock == CLOCK_RIGHT) {
        carom_diagnostics_add(
            diagnostics, true, "guard",
            "without cannot be combined with clock: right, whose formula includes "
            "the guard; change one of the two");
    }
}

static const char *const keys[] = {"guard", "clock", NULL};

const published_loop carom_published_blog = {.keys = keys,
                                             .boundaries = 1 << CAROM_WALLS | 1 << CAROM_OPEN,
                                             .friction = true,
                                             .check = blog_check,
                                             .frame = blog_frame};
