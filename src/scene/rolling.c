/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion between impacts: rolling and flight, and the time of the next contact on curved relative
 * paths. */
#include "scene/scene.h"

/* If b v0^2/a is below this, the effect of b is below rounding; likewise a/(b v0^2) for a. */
static const double negligible = 1e-18;

static bool is_dragless(carom_rolling r, double v0)
{
    return r.b * v0 * v0 <= negligible * r.a;
}

static bool is_resistless(carom_rolling r, double v0)
{
    return r.a <= negligible * r.b * v0 * v0;
}

double carom_rolling_stop(carom_rolling r, double v0)
{
    if (v0 <= 0) {
        return 0;
    }
    if (is_dragless(r, v0)) {
        return r.a > 0 ? v0 / r.a : INFINITY;
    }
    if (is_resistless(r, v0)) {
        return INFINITY;
    }
    return atan(v0 * sqrt(r.b / r.a)) / sqrt(r.a * r.b);
}

double carom_rolling_speed(carom_rolling r, double v0, double t)
{
    if (r.a == 0 && r.b == 0) {
        return v0;
    }
    if (t >= carom_rolling_stop(r, v0)) {
        return 0;
    }
    if (is_dragless(r, v0)) {
        return v0 - r.a * t;
    }
    if (is_resistless(r, v0)) {
        return v0 / (1 + r.b * v0 * t);
    }
    /* tan(th0 - w t) by the addition theorem: no cancellation at small t */
    double c = sqrt(r.a / r.b);
    double x = tan(sqrt(r.a * r.b) * t);
    return c * (v0 - c * x) / (c + v0 * x);
}

double carom_rolling_distance(carom_rolling r, double v0, double t)
{
    double stop = carom_rolling_stop(r, v0), w, k;
    t = t < stop ? t : stop;
    if (v0 <= 0) {
        return 0;
    }
    if (is_dragless(r, v0)) {
        return t * (v0 - 0.5 * r.a * t);
    }
    if (is_resistless(r, v0)) {
        return log1p(r.b * v0 * t) / r.b;
    }
    if (t >= stop) {
        return log1p(r.b * v0 * v0 / r.a) / (2 * r.b);
    }
    /* ln(cos(th0 - w t)/cos th0) = ln(cos wt + tan th0 sin wt), by log1p */
    w = sqrt(r.a * r.b);
    k = sin(0.5 * w * t);
    return log1p(v0 * sqrt(r.b / r.a) * sin(w * t) - 2 * k * k) / r.b;
}

double carom_rolling_time(carom_rolling r, double v0, double s)
{
    double left2, v;
    if (s <= 0) {
        return 0;
    }
    if (v0 <= 0) {
        return INFINITY;
    }
    if (is_dragless(r, v0)) {
        left2 = v0 * v0 - 2 * r.a * s;
        return left2 < 0 ? INFINITY : 2 * s / (v0 + sqrt(left2));
    }
    if (is_resistless(r, v0)) {
        return expm1(r.b * s) / (r.b * v0);
    }
    /* v^2 = v0^2 exp(-2 b s) - (a/b)(1 - exp(-2 b s)) */
    left2 = v0 * v0 * exp(-2 * r.b * s) + r.a / r.b * expm1(-2 * r.b * s);
    if (left2 < 0) {
        return INFINITY;
    }
    v = sqrt(left2); /* w t = th0 - th, by the tangent of a difference */
    return atan(sqrt(r.a * r.b) * (v0 - v) / (r.a + r.b * v0 * v)) / sqrt(r.a * r.b);
}

double carom_rolling_loss(carom_rolling r, double v0, double s)
{
    double x = r.b * s;
    if (x < 1e-9) { /* (1 - exp(-2x))/(2b) = s (1 - x + 2x^2/3 ...) */
        return (r.a + r.b * v0 * v0) * s * (1 - x);
    }
    return 0.5 * (v0 * v0 + r.a / r.b) * -expm1(-2 * x);
}

/* ---- impact search ---- */

static double gap_of(const carom_relative_motion *at, double reach)
{
    return carom_vec_length(at->d) - reach;
}

static double gap_at(double t, const carom_impact_search *both)
{
    carom_relative_motion at = both->relative_motion(t, both->context);
    return gap_of(&at, both->reach);
}

/* True if the parabola stays outside reach + J h^3/6 for all 0 <= h <= H. Negative gaps and slow
 * approaches are rounding and count as 0. */
static bool is_separated_until(const carom_relative_motion *at, const carom_impact_search *search,
                               double H)
{
    double d = carom_vec_length(at->d), dw = carom_vec_dot(at->d, at->w);
    double near = fmin(search->reach, d), gap = d - near, J = at->jerk;
    double c1 = 2 * (gap <= 0 && fabs(dw) <= search->rounding_mps * d ? fmax(dw, 0) : dw) * H;
    double c0 = gap * (d + near), b1, b2, b3, b4;
    double c2 = carom_vec_dot_after(carom_vec_square(at->w), at->d, at->a) * H * H;
    double c3 = (carom_vec_dot(at->w, at->a) - near * J / 3 - J * J * H * H * H / 36) * H * H * H;
    double c4 = 0.25 * carom_vec_square(at->a) * H * H * H * H;
    b1 = c0 + c1 / 4;
    b2 = c0 + c1 / 2 + c2 / 6;
    b3 = c0 + 0.75 * c1 + c2 / 2 + c3 / 4;
    b4 = c0 + c1 + c2 + c3 + c4;
    return b1 >= 0 && b2 >= 0 && b3 >= 0 && b4 >= 0;
}

/* True if (|d|^2)'/2 = d.w stays negative for all h <= H. The jerk contributes at most
 * |d| J h^2/2 + |w| J h^3/6 + J^2 h^5/12. */
static bool approaches_throughout(const carom_relative_motion *at, double H)
{
    double w = carom_vec_length(at->w), a = carom_vec_length(at->a), J = at->jerk;
    double farthest = carom_vec_length(at->d) + w * H + 0.5 * a * H * H;
    double c0 = carom_vec_dot(at->d, at->w);
    double c1 = carom_vec_dot_after(w * w, at->d, at->a) * H;
    double c2 = (1.5 * carom_vec_dot(at->w, at->a) + 0.5 * farthest * J) * H * H;
    double c3 = (0.5 * a * a + (w + a * H) * J / 6 + J * J * H * H / 12) * H * H * H;
    return c0 < 0 && c0 + c1 / 3 < 0 && c0 + 2 * c1 / 3 + c2 / 3 < 0 && c0 + c1 + c2 + c3 < 0;
}

static double gap_for_gsl(double t, void *context)
{
    return gap_at(t, *(const carom_impact_search *const *)context);
}

/* Minimum step, doubled with every use and every 64 steps. */
static double least_step(const carom_impact_search *search, double t, int uses, int steps)
{
    static const double finest = 1e-15;
    static const int steps_per_doubling = 64;
    return ldexp(finest * (search->scale_s + t), uses + steps / steps_per_doubling);
}

double carom_impact_search_time(const carom_impact_search *search)
{
    static const double initial_span = 1e3;
    carom_relative_motion at = search->relative_motion(0, search->context);
    double t = 0, H = fmin(search->end_s, initial_span * search->scale_s);
    int uses = 0;
    for (int steps = 0; t < search->end_s && H > 0 && isfinite(H); steps++) {
        H = fmin(H, fmin(search->end_s, at.until_s) - t);
        bool is_approaching = carom_vec_dot(at.d, at.w) <
                            -search->rounding_mps * carom_vec_length(at.d);
        if (gap_of(&at, search->reach) <= 0 && is_approaching) {
            return t;
        }
        bool forced = H < least_step(search, t, uses, steps);
        if (is_separated_until(&at, search, H) || forced) {
            t += H;
            at = search->relative_motion(t, search->context);
            H *= 4;
            uses += forced;
        } else if (gap_of(&at, search->reach) > 0 && approaches_throughout(&at, H) &&
                   gap_at(t + H, search) <= 0) {
            return carom_find_root((gsl_function){gap_for_gsl, &search}, t, t + H, 0, 1e-16);
        } else {
            H *= 0.5;
        }
    }
    return INFINITY;
}

/* ---- two balls ---- */

typedef struct {
    const carom_roller *p, *q;
    double stop_p, stop_q; /* s */
} pair;

/* |(a + b v^2)'| = 2 b v |v'|, which decreases with v. */
static double jerk(const carom_roller *ball, double v)
{
    return 2 * ball->r.b * v * carom_rolling_deceleration(ball->r, v);
}

/* Bound of the relative jerk. Speeds decrease, so the sum of the present jerks is a bound. For
 * equal decelerations the difference decreases too and gives a better bound: 0 for balls that roll
 * together. */
static double relative_jerk(const carom_roller *p, double vp, const carom_roller *q, double vq)
{
    static const double rounding = 16 * DBL_EPSILON;
    double sum = jerk(p, vp) + jerk(q, vq), v = fmax(vp, vq), rotated, slope, bound;
    if (p->r.a != q->r.a || p->r.b != q->r.b || (vp > 0) != (vq > 0)) {
        return sum;
    }
    rotated = fabs(p->along.x - q->along.x) + fabs(p->along.y - q->along.y);
    slope = 2 * p->r.b * (p->r.a + 3 * p->r.b * v * v); /* d/dv of 2 b v (a + b v^2) */
    bound = fmin(sum, rotated * sum + slope * fabs(vp - vq));
    return bound > rounding * sum ? bound : 0;
}

/* Difference of q and p, or 0 if it is rounding. */
static double relative(double of_q, double of_p)
{
    static const double rounding = 16 * DBL_EPSILON;
    double difference = of_q - of_p;
    return fabs(difference) > rounding * (fabs(of_q) + fabs(of_p)) ? difference : 0;
}

static carom_relative_motion relative_motion_at(double t, const void *context)
{
    const pair *both = context;
    const carom_roller *p = both->p, *q = both->q;
    double vp = carom_rolling_speed(p->r, p->speed, t), vq = carom_rolling_speed(q->r, q->speed, t);
    double sp = carom_rolling_distance(p->r, p->speed, t);
    double sq = carom_rolling_distance(q->r, q->speed, t);
    double ap = -carom_rolling_deceleration(p->r, vp), aq = -carom_rolling_deceleration(q->r, vq);
    double first = fmin(both->stop_p, both->stop_q), last = fmax(both->stop_p, both->stop_q);
    carom_vec q_from_p = carom_vec_subtract(carom_vec_add_scaled(q->at, sq, q->along), p->at);
    return (carom_relative_motion){
        carom_vec_add_scaled(q_from_p, -sp, p->along),
        carom_vec_add_scaled(carom_vec_scale(vq, q->along), -vp, p->along),
        {relative(q->along.x * aq, p->along.x * ap), relative(q->along.y * aq, p->along.y * ap)},
        relative_jerk(p, vp, q, vq),
        t < first  ? first
        : t < last ? last
                   : INFINITY};
}

double carom_rolling_time_of_impact(const carom_roller *p, const carom_roller *q, double reach,
                                    double rounding_mps, double latest_s)
{
    pair both = {p, q, carom_rolling_stop(p->r, p->speed), carom_rolling_stop(q->r, q->speed)};
    carom_impact_search search = {relative_motion_at,
                                  &both,
                                  reach,
                                  rounding_mps,
                                  fmin(latest_s, fmax(both.stop_p, both.stop_q)),
                                  reach / (p->speed + q->speed + 1e-300)};
    return carom_impact_search_time(&search);
}

/* ---- flight ---- */

carom_rolling carom_ball_rolling(const carom_problem *problem, const carom_ball *ball)
{
    return (carom_rolling){carom_ball_resistance(problem, ball), carom_ball_drag(problem, ball)};
}

carom_rolling *carom_rolling_new(const carom_problem *problem)
{
    carom_rolling *rolling = carom_problem_has_friction(problem)
                               ? carom_allocate(problem->count, sizeof *rolling)
                               : NULL;
    for (size_t i = 0; rolling != NULL && i < problem->count; i++) {
        rolling[i] = carom_ball_rolling(problem, &problem->ball[i]);
    }
    return rolling;
}

carom_flight carom_flight_roll(carom_flight f, carom_rolling r, double t)
{
    double v0 = carom_vec_length(f.v), s = carom_rolling_distance(r, v0, t),
           v = carom_rolling_speed(r, v0, t);
    return v0 > 0 ? (carom_flight){carom_vec_add_scaled(f.at, s, carom_vec_divide(f.v, v0)),
                                   carom_vec_scale(v / v0, f.v)}
                  : f;
}

void carom_flight_add_weight(const carom_problem *problem, double mass_kg, carom_flight f,
                             carom_vec g, double t, carom_budget_sums *sums)
{
    carom_vec mean = carom_vec_add_scaled(carom_torque_arm(problem, f.at), 0.5 * t, f.v);
    carom_budget_sums_add_impulse(sums, carom_vec_scale(t, carom_vec_scale(mass_kg, g)));
    carom_sum_add(&sums->angular, mass_kg * carom_vec_cross(carom_vec_scale(t, mean), g));
}

void carom_flight_add_weights(const carom_problem *problem, double t_s, carom_budget_sums *sums)
{
    for (size_t i = 0; i < problem->count; i++) {
        if (!problem->ball[i].fixed) {
            carom_budget_sums_add_impulse(
                sums, carom_vec_scale(problem->ball[i].mass_kg * t_s, problem->gravity_mps2));
        }
    }
}

void carom_flight_add_fold(const carom_problem *problem, size_t i, carom_vec displacement,
                           carom_budget_sums *sums)
{
    carom_vec g = problem->gravity_mps2;
    if (!carom_vec_is_zero(displacement) && !carom_vec_is_zero(g) && !problem->ball[i].fixed) {
        carom_sum_add(&sums->folded, -problem->ball[i].mass_kg * carom_vec_dot(g, displacement));
    }
}

void carom_flight_add_friction_over(const carom_problem *problem, double mass_kg, carom_rolling r,
                                    carom_flight f, double s, double v, carom_budget_sums *sums)
{
    double v0 = carom_vec_length(f.v);
    if (v0 > 0) {
        carom_sum_add(&sums->dissipated, mass_kg * carom_rolling_loss(r, v0, s));
        carom_budget_sums_add_impulse_at(
            sums, problem, f.at, carom_vec_scale(mass_kg * (v - v0), carom_vec_divide(f.v, v0)));
    }
}

void carom_flight_add_friction(const carom_problem *problem, double mass_kg, carom_rolling r,
                               carom_flight f, double t, carom_budget_sums *sums)
{
    double v0 = carom_vec_length(f.v);
    carom_flight_add_friction_over(problem, mass_kg, r, f, carom_rolling_distance(r, v0, t),
                                   carom_rolling_speed(r, v0, t), sums);
}
