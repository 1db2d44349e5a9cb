/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of rigid balls: a book, a blog of 2013 and a pool game of 2017. */
#include "solvers/published/published.h"

static void move(published_solver *self, size_t i, double t)
{
    const carom_problem *p = self->problem;
    carom_flight *ball = &self->ball[i];
    carom_vec later = carom_vec_add(ball->at, carom_vec_scale(t, ball->v));
    ball->at = p->boundary == CAROM_PERIODIC ? carom_torus_fold_position(p, later) : later;
}

/* Log a collision with velocities @p before. The dissipated energy is m_red (1 - e^2) u^2/2, the
 * part due to the restitution. Energy that a wrong formula adds or removes is in the residual. */
static carom_status record(published_solver *self, carom_collision *hit, double reduced_mass,
                           double e, double overlap_m, const carom_two_velocities *before,
                           carom_error *error)
{
    double u = hit->approach_mps;
    carom_two_velocities after = carom_flight_velocities(self->ball, hit);
    hit->a = self->canonical_index[hit->a];
    hit->b = hit->wall ? hit->b : self->canonical_index[hit->b];
    hit->dissipated_J = 0.5 * reduced_mass * (1 - e) * (1 + e) * u * u;
    hit->max_overlap_m = overlap_m > 0 ? overlap_m : 0;
    carom_sum_add(&self->sums.dissipated, hit->dissipated_J);
    self->report.collisions++;
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, overlap_m);
    if (self->log == NULL) {
        return CAROM_OK;
    }
    CAROM_TRY(carom_log_add(self->log, hit, error));
    return carom_trace_impulse(self->trace, hit, before, &after, NULL, error);
}

/* Multiply the velocity of ball i across a wall by -e. */
static carom_status reflect(published_solver *self, size_t i, size_t wall, double e, double t_s,
                            carom_error *error)
{
    carom_vec n = carom_wall_normals[wall];
    carom_flight *ball = &self->ball[i];
    const carom_ball *b = published_ball(self, i);
    double m = b->mass_kg, u = carom_vec_dot(ball->v, n);
    carom_collision hit = {.t_s = t_s,
                           .normal = n,
                           .approach_mps = u,
                           .separation_mps = e * u,
                           .impulse_Ns = m * (1 + e) * u,
                           .a = (uint32_t)i,
                           .b = (uint32_t)wall,
                           .wall = true};
    carom_two_velocities before = carom_flight_velocities(self->ball, &hit);
    *(n.x != 0 ? &ball->v.x : &ball->v.y) *= -e;
    carom_budget_sums_add_impulse_at(&self->sums, self->problem, ball->at,
                                     carom_vec_scale(-hit.impulse_Ns, n));
    return record(self, &hit, m, e, published_beyond(self, ball->at, wall, b->radius_m), &before,
                  error);
}

/* Change the velocities of two balls along the normal and log the collision. */
static carom_status change(published_solver *self, carom_collision *hit, double by_a, double by_b,
                           double reduced_mass, double e, double overlap_m, carom_error *error)
{
    carom_two_velocities before = carom_flight_velocities(self->ball, hit);
    carom_flight *p = &self->ball[hit->a], *q = &self->ball[hit->b];
    p->v = carom_vec_add_scaled(p->v, by_a, hit->normal);
    q->v = carom_vec_add_scaled(q->v, by_b, hit->normal);
    return record(self, hit, reduced_mass, e, overlap_m, &before, error);
}

/* ---- book and pool game ---- */

typedef carom_status resolver(published_solver *self, size_t i, size_t j, carom_vec n,
                              double distance, carom_error *error);

/* Call @p resolve for each pair, in order, whose centres are within @p part of the sum of the
 * radii, with the unit vector from i to j. Skips balls at the same position. */
static carom_status resolve_pairs(published_solver *self, double part, resolver *resolve,
                                  carom_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        for (size_t j = i + 1; j < self->count; j++) {
            double reach = part *
                           (published_ball(self, i)->radius_m + published_ball(self, j)->radius_m);
            carom_vec d = carom_torus_shortest(
                self->problem, carom_vec_subtract(self->ball[j].at, self->ball[i].at));
            double distance = fabs(d.x) > reach ? INFINITY : carom_vec_length(d);
            if (distance <= reach && distance > 0) {
                CAROM_TRY(resolve(self, i, j, carom_vec_divide(d, distance), distance, error));
            }
        }
        self->report.pair_tests += self->count - i - 1;
    }
    return CAROM_OK;
}

/* The n-t axes chapter of a book on game programming. Every frame all balls move by their velocity;
 * then every pair, in order, whose centres are within 0.75 of the sum of the radii (balls are drawn
 * larger than they are) has its velocities along the line of centres replaced:
 *
 *   first   (va (ma - e mb) + (1 + e) mb vb)/(ma + mb)
 *   second  (ma va (e + 1) - vb (ma - e mb))/(ma + mb)     as printed
 *           (ma va (e + 1) + vb (mb - e ma))/(ma + mb)     correct
 *
 * and both balls are moved once more, immediately, by the new velocities. The listing does not test
 * whether they approach. The error of the printed formula is -(1 - e) vb in velocity and -(1 - e)
 * mb vb in momentum. The extra move is an error of v h per collision and hides the missing test.
 * Head-on pairs of equal balls stick together for a fraction of all sub-step offsets: with the move
 * max(0, 1 - 2e) (correct formula) or 0 (printed formula), without the move 1 - e or (1 - e)/2. The
 * book has no walls; carom adds periodic tables, with the nearest image of each ball. */
static carom_status resolve_book(published_solver *self, size_t i, size_t j, carom_vec n,
                                 double distance, carom_error *error)
{
    const carom_ball *a = published_ball(self, i), *b = published_ball(self, j);
    double ma = a->mass_kg, mb = b->mass_kg, h = self->o.frame_s, t = published_start(self) + h;
    double va = carom_vec_dot(self->ball[i].v, n), vb = carom_vec_dot(self->ball[j].v, n);
    double e = carom_pair_restitution(self->problem, a, b, t);
    double wa = (va * (ma - e * mb) + (1 + e) * mb * vb) / (ma + mb);
    double wb = published_has(self, ERROR_FORMULA)
                  ? (ma * va * (e + 1) - vb * (ma - e * mb)) / (ma + mb)
                  : (ma * va * (e + 1) + vb * (mb - e * ma)) / (ma + mb);
    carom_collision hit = {.t_s = t,
                           .normal = n,
                           .approach_mps = va - vb,
                           .separation_mps = wb - wa,
                           .impulse_Ns = ma * (va - wa),
                           .a = (uint32_t)i,
                           .b = (uint32_t)j};
    if (!published_has(self, ERROR_APPROACH_TEST) && va - vb <= 0) {
        return CAROM_OK;
    }
    CAROM_TRY(change(self, &hit, wa - va, wb - vb, ma * mb / (ma + mb), e,
                     a->radius_m + b->radius_m - distance, error));
    if (published_has(self, ERROR_EXTRA_MOVE)) {
        move(self, i, h);
        move(self, j, h);
    }
    return CAROM_OK;
}

carom_status carom_published_book(published_solver *self, carom_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        move(self, i, self->o.frame_s);
    }
    return resolve_pairs(self, published_has(self, ERROR_CONTACT_DISTANCE) ? 0.75 : 1, resolve_book,
                         error);
}

/* A 2D pool game in a blog of 2017. In every frame all balls move at constant velocity. A ball
 * beyond an edge of the table has its velocity across that edge reversed. Overlapping balls, pair
 * by pair in order, exchange their velocities along the line of centres and keep those across it,
 * which is correct for elastic collisions of equal masses.
 *
 * The text concludes that "the system is closed, the total momentum is constant", which is false
 * at every edge. The loop detects a contact when it is already up to u h deep. (The text computes
 * the angle of the line of centres as arccot of a quotient that is x/0 for balls above one
 * another; this code uses a unit vector.) The loop does not test whether the balls approach, so
 * balls that still overlap after a frame reverse again. */
static carom_status resolve_pool(published_solver *self, size_t i, size_t j, carom_vec n,
                                 double distance, carom_error *error)
{
    const carom_ball *a = published_ball(self, i), *b = published_ball(self, j);
    double overlap = a->radius_m + b->radius_m - distance;
    double u = carom_vec_dot(carom_vec_subtract(self->ball[i].v, self->ball[j].v), n);
    carom_collision hit = {.t_s = published_start(self) + self->o.frame_s,
                           .normal = n,
                           .approach_mps = u,
                           .separation_mps = u,
                           .impulse_Ns = a->mass_kg * u,
                           .a = (uint32_t)i,
                           .b = (uint32_t)j};
    if (overlap <= 0 || (!published_has(self, ERROR_APPROACH_TEST) && u <= 0)) {
        return CAROM_OK;
    }
    return change(self, &hit, -u, u, 0.5 * a->mass_kg, 1, overlap, error);
}

carom_status carom_published_pool(published_solver *self, carom_error *error)
{
    double end = published_start(self) + self->o.frame_s;
    for (size_t i = 0; i < self->count; i++) {
        move(self, i, self->o.frame_s);
    }
    for (size_t i = 0; i < self->count && self->problem->boundary == CAROM_WALLS; i++) {
        for (size_t wall = 0; wall < CAROM_WALL_COUNT; wall++) {
            if (published_beyond(self, self->ball[i].at, wall, published_ball(self, i)->radius_m) >
                0) {
                CAROM_TRY(reflect(self, i, wall, 1, end, error));
            }
        }
    }
    return resolve_pairs(self, 1, resolve_pool, error);
}

/* ---- blog ----
 * A blog on a billiard simulation, 2013, parts 2 to 5. A frame is one update. While time is left,
 * the loop finds the earliest hit of a side or of two balls within the remaining time. If that time
 * is above 0, all balls move by it. The loop resolves everything with exactly that time, in the
 * order found (for each ball: x side, y side, pairs), and subtracts the time from the rest. Then
 * friction acts to first order: v -= (c_rr g + f_d v^2/r) frame_s. A ball that would reverse stops.
 *
 * The time of a hit of two balls, for p = dx.dv < 0, q = p^2 - |dv|^2 (|dx|^2 - (r1 + r2)^2) >= 0:
 * t = (-p - sqrt(q))/|dv|^2 if p <= sqrt(q), which always holds. Two errors follow. Both are
 * corrected by t = max(0, c/(-p + sqrt(q))), c = |dx|^2 - (r1 + r2)^2:
 * - A time of exactly 0 counts as no hit: approaching balls in contact overlap until the next
 *   search.
 * - Overlapping balls get a negative time, the earliest of all. They collide without moving back,
 *   and the frame gets longer: the clock gains |t|. An update may never end; the solver then stops
 *   with an error after a maximum number of events. */

/* Limits for the events of a frame: a constant and a number per ball. */
enum { MOST_EVENTS = 10000, MOST_PER_BALL = 100 };

/* Time until ball i hits the x side (k = 0), the y side (k = 1) or ball i + k - 1. */
static double time_of_hit(const published_solver *self, const carom_flight *ball, size_t i,
                          size_t k)
{
    const carom_problem *table = self->problem;
    bool printed = published_has(self, ERROR_CLOCK);
    double radius = published_ball(self, i)->radius_m, t = INFINITY;
    if (k < 2) {
        double x = k == 0 ? ball[i].at.x : ball[i].at.y, v = k == 0 ? ball[i].v.x : ball[i].v.y;
        double length = k == 0 ? table->width_m : table->height_m;
        if (table->boundary == CAROM_WALLS && v != 0) {
            t = ((v > 0 ? length - radius : radius) - x) / v;
        }
    } else {
        size_t j = i + k - 1;
        double reach = radius + published_ball(self, j)->radius_m;
        carom_vec d = carom_vec_subtract(ball[j].at, ball[i].at),
                  w = carom_vec_subtract(ball[j].v, ball[i].v);
        double p = carom_vec_dot(d, w), v2 = carom_vec_square(w);
        double c = carom_vec_square(d) - reach * reach, q = p * p - v2 * c;
        if (p >= 0 || q < 0 || !(v2 > 0) || (q == 0 && !printed)) {
            return INFINITY;
        }
        t = printed ? (-p - sqrt(q)) / v2 : c / (-p + sqrt(q));
    }
    return printed ? (t == 0 ? INFINITY : t) : fmax(t, 0);
}

/* The earliest hit not later than @p left; INFINITY: none. */
static double earliest(published_solver *self, double left)
{
    double first = INFINITY;
    for (size_t i = 0; i < self->count; i++) {
        for (size_t k = 0; k < self->count - i + 1; k++) {
            double t = time_of_hit(self, self->ball, i, k);
            first = t <= left && t < first ? t : first;
        }
        self->report.pair_tests += self->count - i - 1;
    }
    return first;
}

static carom_status collide(published_solver *self, size_t i, size_t j, double now,
                            carom_error *error)
{
    const carom_ball *a = published_ball(self, i), *b = published_ball(self, j);
    const carom_flight *p = &self->ball[i], *q = &self->ball[j];
    carom_vec d = carom_vec_subtract(q->at, p->at);
    double distance = carom_vec_length(d);
    double m_red = a->mass_kg * b->mass_kg / (a->mass_kg + b->mass_kg);
    double e = carom_pair_restitution(self->problem, a, b, now);
    carom_collision hit = {.t_s = now, .a = (uint32_t)i, .b = (uint32_t)j};
    if (!(distance > 0)) {
        return CAROM_OK; /* coinciding centres have no normal */
    }
    hit.normal = carom_vec_divide(d, distance);
    hit.approach_mps = carom_vec_dot(carom_vec_subtract(p->v, q->v), hit.normal);
    hit.separation_mps = e * hit.approach_mps;
    hit.impulse_Ns = m_red * (1 + e) * hit.approach_mps;
    return change(self, &hit, -hit.impulse_Ns / a->mass_kg, hit.impulse_Ns / b->mass_kg, m_red, e,
                  a->radius_m + b->radius_m - distance, error);
}

/* Resolve everything that happens at exactly @p t, found in the state before the move. */
static carom_status resolve(published_solver *self, double t, double now, carom_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        for (size_t k = 0; k < self->count - i + 1; k++) {
            if (time_of_hit(self, self->before, i, k) != t) {
                continue;
            }
            if (k < 2) {
                carom_vec v = self->before[i].v; /* its velocity when the hit was found */
                size_t wall = k == 0 ? (v.x > 0 ? CAROM_RIGHT : CAROM_LEFT)
                                     : (v.y > 0 ? CAROM_TOP : CAROM_BOTTOM);
                const carom_ball *ball = published_ball(self, i);
                double e = carom_pair_restitution(self->problem, ball, NULL, now);
                CAROM_TRY(reflect(self, i, wall, e, now, error));
            } else {
                CAROM_TRY(collide(self, i, i + k - 1, now, error));
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

carom_status carom_published_blog(published_solver *self, carom_error *error)
{
    size_t most = MOST_EVENTS + MOST_PER_BALL * self->count;
    double left = self->o.frame_s;
    for (size_t event = 0; left > 0; event++) {
        double t = earliest(self, left), ahead = fmax(fmin(t, left), 0);
        double now = fmax(published_start(self) + (self->o.frame_s - left) + ahead, 0);
        if (event == most) {
            return carom_error_set(
                error, CAROM_COLLAPSE, "source",
                "the update of frame %.0f at t = %.6g s did not end: after %zu events, %.6g s of "
                "its %.6g s remain. Raise the restitution, or use another solver",
                (double)self->report.steps + 1, published_start(self), most, left, self->o.frame_s);
        }
        memcpy(self->before, self->ball, self->count * sizeof *self->ball);
        for (size_t i = 0; i < self->count && ahead > 0; i++) {
            move(self, i, ahead);
        }
        if (t <= left) {
            CAROM_TRY(resolve(self, t, now, error));
        }
        left -= fmin(t, left);
        carom_sum_add(&self->simulated, ahead);
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
    }
    for (size_t i = 0; i < self->count; i++) {
        apply_friction(self, i);
    }
    return CAROM_OK;
}
