/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A blog on a billiard simulation, 2013, parts 2 to 5. A frame is one update: while time is left,
 * find the earliest of all hits of a side and of all meetings of two balls that is not later than
 * what is left; if its time is above 0, move all balls by it; resolve everything that has exactly
 * that time, in the order found (ball by ball: its x side, its y side, its pairs); subtract the
 * time from what is left. After that, friction to first order: v -= (c_rr g + f_d v^2/r) frame_s,
 * and a ball that would reverse stops.
 *
 * A meeting: p = dx.dv, q = p^2 - |dv|^2 (|dx|^2 - (r1 + r2)^2); none if p >= 0 (the guard) or q <
 * 0; then, if p <= sqrt(q), t = (-p - sqrt(q))/|dv|^2, else t = (-p + sqrt(q))/|dv|^2. Two faults
 * make what `clock` puts right, after which t = max(0, c/(-p + sqrt(q))), c = |dx|^2 - (r1 + r2)^2:
 * - a time of exactly 0 counts as none: who touches and approaches sinks in until the next search;
 * - with p < 0 the test is always true, so that overlapping balls get a time below 0, the earliest
 * of all. They do not move back, they collide where they are, and the frame gets longer: the clock
 * gains |t|. Without the guard the parting pair meets again and again at once, each time with more
 * time left: such an update need not end. It is given up after so many events (so is one in which
 * collisions never end), with an error that says how far it came. */
#include "base/base.h"
#include "solvers/published/published.h"
#include <math.h>
#include <string.h>

/* Far more than a frame of any use has: so many, and so many a ball. */
enum { MOST_EVENTS = 10000, MOST_PER_BALL = 100 };

static size_t most_events(const published_solver *self)
{
    return MOST_EVENTS + MOST_PER_BALL * self->count;
}

/* ---- when ---- */

/* 0 is as good as nothing to the blog. */
static double usable_time(const published_solver *self, double t)
{
    if (self->o.clock == CLOCK_RIGHT) {
        return t > 0 ? t : 0;
    }
    return t == 0 ? INFINITY : t;
}

static double side_time(const published_solver *self, double x, double v, double radius,
                        double length)
{
    if (v == 0) {
        return INFINITY;
    }
    return usable_time(self, ((v > 0 ? length - radius : radius) - x) / v);
}

static double axis_time(const published_solver *self, const carom_flight *ball, size_t i, int axis)
{
    const carom_problem *p = self->problem;
    double radius = self->radius_m[i];
    if (p->boundary != CAROM_WALLS) {
        return INFINITY;
    }
    return axis == 0 ? side_time(self, ball[i].at.x, ball[i].v.x, radius, p->width_m)
                     : side_time(self, ball[i].at.y, ball[i].v.y, radius, p->height_m);
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

/* ---- what then ---- */

static carom_status reflect(published_solver *self, size_t i, int axis, double now,
                            carom_error *error)
{
    carom_vec v = self->before[i].v; /* as it was when the hit was found */
    int wall = axis == 0 ? (v.x > 0 ? CAROM_RIGHT : CAROM_LEFT)
                         : (v.y > 0 ? CAROM_TOP : CAROM_BOTTOM);
    const carom_ball *b = published_ball(self, i);
    return carom_published_reflect(self, i, wall,
                                   carom_pair_restitution(self->problem, b, NULL, now),
                                   carom_published_beyond(self, i, wall, b->radius_m), now, error);
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
    carom_two_velocities before;
    carom_collision hit = {.t_s = now, .a = (uint32_t)i, .b = (uint32_t)j};
    if (!(distance > 0)) {
        return CAROM_OK; /* one inside the other: no line of centres */
    }
    n = carom_vec_divide(displacement, distance);
    before = carom_published_velocities(self, &hit);
    hit.normal = n;
    hit.approach_mps = carom_vec_dot(carom_vec_subtract(p->v, q->v), n);
    hit.separation_mps = e * hit.approach_mps;
    hit.impulse_Ns = mu * (1 + e) * hit.approach_mps;
    p->v = carom_vec_add_scaled(p->v, -hit.impulse_Ns / a->mass_kg, n);
    q->v = carom_vec_add_scaled(q->v, hit.impulse_Ns / b->mass_kg, n);
    return carom_published_record(self, &hit, mu, e, a->radius_m + b->radius_m - distance, &before,
                                  error);
}

/* Everything that has exactly the time @p t, as it was found: from the state before the move. */
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

/* Friction's force, by the speed of this moment, times the way of a frame is booked as its work:
 * what the first order of the update makes of it beside that stays in the residual. */
static void apply_friction(published_solver *self, size_t i)
{
    const carom_ball *b = published_ball(self, i);
    carom_rolling r = {carom_ball_resistance(self->problem, b), carom_ball_drag(self->problem, b)};
    carom_flight *ball = &self->ball[i];
    double v = carom_vec_length(ball->v), less = (r.a + r.b * v * v) * self->o.frame_s,
           left = v > less ? v - less : 0;
    if (v > 0 && less > 0) {
        carom_flight_add_friction(self->problem, b->mass_kg, r, *ball, v * self->o.frame_s, left,
                                  &self->sums);
        ball->v = carom_vec_scale(left / v, ball->v);
    }
}

static carom_status refuse_endless_update(const published_solver *self, double left,
                                          carom_error *error)
{
    const char *longer = left > self->o.frame_s ? ", for every time below 0 made it longer" : "";
    const char *advice = self->o.guard == GUARD_WITHOUT
                           ? "Without its guard the loop need not end; expected guard: with"
                           : "Raise the restitution, or take another solver";
    return carom_error_set(
        error, CAROM_COLLAPSE, "guard",
        "the update of frame %.0f, at t = %.6g s, did not end: after %zu events %.6g s of its "
        "%.6g s are still to do%s. %s",
        (double)self->report.steps + 1, published_start(self), most_events(self), left,
        self->o.frame_s, longer, advice);
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
        if (carom_is_cancelled(self->cancel)) {
            return carom_error_interrupted(error);
        }
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
        diagnostics->report(
            diagnostics->context, true, "guard",
            "found 'without' together with clock: right, whose formula has the guard in it; "
            "expected one of the two");
    }
}

static const char *const keys[] = {"guard", "clock", NULL};

const published_loop carom_published_blog = {.keys = keys,
                                             .boundaries = 1 << CAROM_WALLS | 1 << CAROM_OPEN,
                                             .friction = true,
                                             .check = blog_check,
                                             .frame = blog_frame};
