/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene/scene.h"
#include <float.h>
#include <math.h>

/* Where b v0^2/a is below this, b makes less than rounding of difference to the form without it;
 * likewise a/(b v0^2) for a. */
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
    double x, c;
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
    /* tan(th0 - w t) by the addition theorem: nothing cancels at small t */
    c = sqrt(r.a / r.b);
    x = tan(sqrt(r.a * r.b) * t);
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
    /* ln(cos(th0 - w t)/cos th0) = ln(cos wt + tan th0 sin wt), as log1p of what it exceeds 1 by */
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
    /* v^2 = v0^2 exp(-2 b s) - (a/b)(1 - exp(-2 b s)): near the stop both are small */
    left2 = v0 * v0 * exp(-2 * r.b * s) + r.a / r.b * expm1(-2 * r.b * s);
    if (left2 < 0) {
        return INFINITY;
    }
    v = sqrt(left2); /* w t = th0 - th = atan of the difference's tangent */
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

/* ---- two balls ---- */

typedef struct {
    const carom_roller *p, *q;
    double stop_p, stop_q; /* s */
} pair;

static double slowing(const carom_roller *ball, double v)
{
    return v > 0 ? ball->r.a + ball->r.b * v * v : 0;
}

/* (a + b v^2)' = 2 b v v': it falls with v. */
static double jerk(const carom_roller *ball, double v)
{
    return 2 * ball->r.b * v * slowing(ball, v);
}

/* Bound of the relative jerk. Speeds only fall, so the sum will do; where both slow down alike, so
 * does how far they differ, and the bound is that of the difference: balls that roll on together
 * have none. */
static double relative_jerk(const carom_roller *p, double vp, const carom_roller *q, double vq)
{
    static const double rounding = 16 * DBL_EPSILON;
    double sum = jerk(p, vp) + jerk(q, vq), v = fmax(vp, vq), turned, slope, bound;
    if (p->r.a != q->r.a || p->r.b != q->r.b || (vp > 0) != (vq > 0)) {
        return sum;
    }
    turned = fabs(p->along.x - q->along.x) + fabs(p->along.y - q->along.y);
    slope = 2 * p->r.b * (p->r.a + 3 * p->r.b * v * v); /* d/dv of 2 b v (a + b v^2) */
    bound = fmin(sum, turned * sum + slope * fabs(vp - vq));
    return bound > rounding * sum ? bound : 0;
}

/* q's less p's: a difference that is rounding is none. */
static double relative(double of_q, double of_p)
{
    static const double rounding = 16 * DBL_EPSILON;
    double difference = of_q - of_p;
    return fabs(difference) > rounding * (fabs(of_q) + fabs(of_p)) ? difference : 0;
}

static carom_relation relation_at(double t, const void *context)
{
    const pair *both = context;
    const carom_roller *p = both->p, *q = both->q;
    double vp = carom_rolling_speed(p->r, p->speed, t), vq = carom_rolling_speed(q->r, q->speed, t);
    double sp = carom_rolling_distance(p->r, p->speed, t);
    double sq = carom_rolling_distance(q->r, q->speed, t);
    double ap = -slowing(p, vp), aq = -slowing(q, vq);
    double first = fmin(both->stop_p, both->stop_q), last = fmax(both->stop_p, both->stop_q);
    carom_vec q_from_p = carom_vec_minus(carom_vec_ahead(q->at, sq, q->along), p->at);
    return (carom_relation){
        carom_vec_ahead(q_from_p, -sp, p->along),
        carom_vec_ahead(carom_vec_times(vq, q->along), -vp, p->along),
        {relative(q->along.x * aq, p->along.x * ap), relative(q->along.y * aq, p->along.y * ap)},
        relative_jerk(p, vp, q, vq),
        t < first  ? first
        : t < last ? last
                   : INFINITY};
}

double carom_rolling_time_of_impact(const carom_roller *p, const carom_roller *q, double reach,
                                    double quiet_mps, double horizon_s)
{
    pair both = {p, q, carom_rolling_stop(p->r, p->speed), carom_rolling_stop(q->r, q->speed)};
    carom_impact_search search = {relation_at,
                                  &both,
                                  reach,
                                  quiet_mps,
                                  fmin(horizon_s, fmax(both.stop_p, both.stop_q)),
                                  reach / (p->speed + q->speed + 1e-300)};
    return carom_impact_search_time(&search);
}
