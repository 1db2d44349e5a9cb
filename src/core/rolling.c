/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/rolling.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
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
    double reach;
} pair;

typedef struct {
    double dx, dy, wx, wy; /* relative position and velocity */
    double pull;           /* bound of the relative acceleration from here on */
} relation;

static double slowing(const carom_roller *ball, double v)
{
    return v > 0 ? ball->r.a + ball->r.b * v * v : 0;
}

static relation relation_at(const pair *both, double t)
{
    const carom_roller *p = both->p, *q = both->q;
    double vp = carom_rolling_speed(p->r, p->speed, t), vq = carom_rolling_speed(q->r, q->speed, t);
    double sp = carom_rolling_distance(p->r, p->speed, t);
    double sq = carom_rolling_distance(q->r, q->speed, t);
    return (relation){q->x + q->ux * sq - p->x - p->ux * sp, q->y + q->uy * sq - p->y - p->uy * sp,
                      q->ux * vq - p->ux * vp, q->uy * vq - p->uy * vp,
                      slowing(p, vp) + slowing(q, vq)};
}

static double gap_of(const relation *at, double reach)
{
    return sqrt(at->dx * at->dx + at->dy * at->dy) - reach;
}

static double gap_at(double t, void *context)
{
    const pair *both = context;
    relation at = relation_at(both, t);
    return gap_of(&at, both->reach);
}

/* Whether |d + w h| > reach + A H^2/2 for all 0 <= h <= H. */
static bool stays_apart(const relation *at, double reach, double H)
{
    double wide = reach + 0.5 * at->pull * H * H;
    double w2 = at->wx * at->wx + at->wy * at->wy, dw = at->dx * at->wx + at->dy * at->wy;
    double h = w2 > 0 ? -dw / w2 : 0, x, y;
    h = h < 0 ? 0 : (h > H ? H : h);
    x = at->dx + at->wx * h;
    y = at->dy + at->wy * h;
    return x * x + y * y > wide * wide;
}

/* Whether d.w stays below zero for all h <= H: its derivative is |w|^2 + d.w' with |w'| <= A. */
static bool approaches_throughout(const relation *at, double H)
{
    double w = sqrt(at->wx * at->wx + at->wy * at->wy), d = sqrt(at->dx * at->dx + at->dy * at->dy);
    double fastest = w + at->pull * H, farthest = d + w * H + 0.5 * at->pull * H * H;
    double rise = fastest * fastest + farthest * at->pull;
    return at->dx * at->wx + at->dy * at->wy + rise * H < 0;
}

/* The one root in [low, high]. */
static double root_between(pair *both, double low, double high)
{
    gsl_function function = {gap_at, both};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    int status = GSL_CONTINUE;
    double root = low;
    if (solver == NULL) { /* bisection needs no memory */
        for (int i = 0; i < 200; i++) {
            root = 0.5 * (low + high);
            *(gap_at(root, both) > 0 ? &low : &high) = root;
        }
        return low;
    }
    gsl_root_fsolver_set(solver, &function, low, high);
    for (int i = 0; i < 200 && status == GSL_CONTINUE; i++) {
        gsl_root_fsolver_iterate(solver);
        root = gsl_root_fsolver_root(solver);
        status = gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                        gsl_root_fsolver_x_upper(solver), 0, 1e-16);
    }
    gsl_root_fsolver_free(solver);
    return root;
}

static bool is_parting_for_good(const pair *both, const relation *at, double quiet_mps)
{
    double d = sqrt(at->dx * at->dx + at->dy * at->dy);
    bool parting = at->dx * at->wx + at->dy * at->wy >= -quiet_mps * d;
    return parting && gap_of(at, both->reach) <= 1e-14 * both->reach;
}

double carom_rolling_time_of_impact(const carom_roller *p, const carom_roller *q, double reach,
                                    double quiet_mps, double horizon_s)
{
    static const double finest = 1e-15;
    pair both = {p, q, reach};
    relation at = relation_at(&both, 0);
    double stop_p = carom_rolling_stop(p->r, p->speed), stop_q = carom_rolling_stop(q->r, q->speed);
    double end = fmin(horizon_s, fmax(stop_p, stop_q)), t = 0, H = end, scale;
    if (gap_of(&at, reach) <= 0 && !is_parting_for_good(&both, &at, quiet_mps)) {
        return 0; /* touching or, by rounding, overlapping, and approaching */
    }
    scale = reach / (p->speed + q->speed + 1e-300);
    H = fmin(end, 1e3 * scale);
    while (t < end && H > 0) {
        H = fmin(H, end - t);
        if (t > 0 && gap_of(&at, reach) <= 0 && !is_parting_for_good(&both, &at, quiet_mps)) {
            return t; /* pressed together from a touch: friction slows the front one more */
        }
        if (stays_apart(&at, reach, H)) {
            t += H;
            at = relation_at(&both, t);
            H *= 4;
        } else if (gap_of(&at, reach) > 0 && approaches_throughout(&at, H) &&
                   gap_at(t + H, &both) <= 0) {
            return root_between(&both, t, t + H);
        } else if (H < finest * (scale + t)) {
            t += H; /* a graze below rounding, or leaving a touch */
            at = relation_at(&both, t);
            H *= 4;
        } else {
            H *= 0.5;
        }
    }
    return INFINITY;
}
