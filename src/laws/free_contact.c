/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reference solution of a single contact (laws.h): closed form for linear laws, the classical
 * Runge-Kutta method for others. */
#include "laws/laws.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

enum { PARTS = CAROM_CONTACT_STATES - 1 };

/* A contact that lasts longer than this number of half periods of its spring counts as endless. */
static const double longest = 200;

/* Length of a Runge-Kutta step: at most `finest` of a half period, and `of_passage` of
 * overlap/rate. The second bound resolves onset and end, where fractional powers of the overlap
 * have no Taylor series. */
static const double finest = 1.0 / 8000, of_passage = 0.02, least = 1e-10;

/* The equation of motion. */
typedef struct {
    const carom_force_law *law;
    const carom_contact *contact;
    carom_contact pulling; /* the same without the clamp: smooth beyond the contact end */
    double v, g;           /* approach speed, preload */
    double w, zeta;        /* zeta: linear laws only */
    double coarser;        /* factor on the step length */
} motion;

typedef struct {
    double t, x, v;
} instant;

static double unclamped(const motion *m, instant at)
{
    return m->law->force(&m->pulling, at.x, at.v).total_N;
}

/* Damped oscillation about the overlap at rest, g/w^2: u = exp(-zeta w t) (u0 C + (v + zeta w u0)
 * S) with C = cos(r t), S = sin(r t)/r, r = w sqrt(1 - zeta^2); cosh and sinh for zeta > 1. */
static instant closed_at(const motion *m, double t)
{
    double r2 = 1 - m->zeta * m->zeta, r = m->w * sqrt(fabs(r2)), rest = m->g / (m->w * m->w);
    double b = m->zeta * m->w, C = exp(-b * t), S = t * C; /* with the factor exp(-b t) */
    if (r * t > 1e-8 && r2 > 0) {
        S = C * sin(r * t) / r, C = C * cos(r * t);
    } else if (r * t > 1e-8) {
        double slow = exp((r - b) * t), fast = exp(-(r + b) * t);
        C = 0.5 * (slow + fast), S = 0.5 * (slow - fast) / r;
    }
    return (instant){t, rest - rest * C + (m->v - b * rest) * S,
                     m->v * C - (b * m->v - m->w * m->w * rest) * S};
}

static double acceleration(const motion *m, double x, double v)
{
    return m->g - unclamped(m, (instant){0, x, v}) / m->contact->reduced_mass_kg;
}

static instant stepped(const motion *m, instant from, double h)
{
    double x = from.x, v = from.v;
    double a1 = acceleration(m, x, v);
    double v2 = v + 0.5 * h * a1, a2 = acceleration(m, x + 0.5 * h * v, v2);
    double v3 = v + 0.5 * h * a2, a3 = acceleration(m, x + 0.5 * h * v2, v3);
    double v4 = v + h * a3, a4 = acceleration(m, x + h * v3, v4);
    return (instant){from.t + h, x + h * (v + 2 * v2 + 2 * v3 + v4) / 6,
                     v + h * (a1 + 2 * a2 + 2 * a3 + a4) / 6};
}

/* State at time t, starting from the state `at`. */
static instant carried(const motion *m, instant at, double t)
{
    if (m->law->linear) {
        return closed_at(m, t);
    }
    while (at.t < t) {
        double passage = of_passage * fabs(at.x / at.v) + least / m->w;
        double h = m->coarser * fmin(passage, finest * pi / m->w);
        instant next = stepped(m, at, fmin(h, t - at.t));
        next.t = h < t - at.t ? next.t : t;
        at = next;
    }
    return at;
}

/* ---- signals that cross zero downwards ---- */

static double closing(const motion *m, instant at)
{
    (void)m;
    return at.v;
}

static double holding(const motion *m, instant at)
{
    return m->contact->end == CAROM_END_FORCE && m->contact->viscosity > 0 ? unclamped(m, at)
                                                                           : at.x;
}

/* Slope of the force, which is zero at the maximum force. */
static double rising(const motion *m, instant at)
{
    return unclamped(m, carried(m, at, at.t + 1e-6 / m->w)) - unclamped(m, at);
}

/* Advances *at to the zero of the signal, found by bisection. @return false: no zero */
static bool carry_to(const motion *m, double (*sign)(const motion *, instant), instant *at)
{
    instant before = *at;
    double h = pi / (m->w * PARTS);
    do {
        before = *at;
        *at = carried(m, before, before.t + h);
        if (!(at->t * m->w < longest * pi)) {
            return false;
        }
    } while (sign(m, *at) > 0);
    for (double low = before.t, high = at->t, t = 0.5 * (low + high); t > low && t < high;
         t = 0.5 * (low + high)) {
        instant middle = carried(m, before, t);
        if (sign(m, middle) > 0) {
            low = t, before = middle;
        } else {
            high = t, *at = middle;
        }
    }
    return true;
}

/* ---- from onset to separation ---- */

/* Loss of kinetic and preload energy since the onset. */
static double taken(const motion *m, instant at)
{
    return m->contact->reduced_mass_kg * (0.5 * (m->v * m->v - at.v * at.v) + m->g * at.x);
}

static void tell(const motion *m, carom_free_contact *solved)
{
    instant at = {0, 0, m->v};
    for (int i = 0; i <= PARTS; i++) {
        double elastic = m->law->energy(m->contact, at.x);
        solved->state[i] = (carom_contact_state){
            at.t,    at.x,
            at.v,    m->law->force(m->contact, at.x, at.v).total_N,
            elastic, taken(m, at) - elastic};
        at = carried(m, at, solved->contact_s * (i + 1) / PARTS);
    }
}

/* Maximum force: at the onset, where a strong dashpot makes it jump, or where its slope is zero. */
static double largest_force(const motion *m)
{
    instant at = carried(m, (instant){0, 0, m->v}, 1e-3 / m->w);
    double touch = m->law->force(m->contact, 0, m->v).total_N;
    if (!(rising(m, at) > 0) || !carry_to(m, rising, &at)) {
        return touch;
    }
    return fmax(touch, unclamped(m, at));
}

static void solve(const motion *m, carom_free_contact *solved)
{
    double mu = m->contact->reduced_mass_kg;
    instant at = {0, 0, m->v};
    *solved = (carom_free_contact){.closed = m->law->linear, .contact_s = INFINITY};
    if (!carry_to(m, closing, &at)) {
        return;
    }
    solved->overlap_m = at.x;
    solved->deepest_s = at.t;
    if (!carry_to(m, holding, &at)) {
        return;
    }
    solved->contact_s = at.t;
    solved->restitution = -at.v / m->v;
    solved->impulse_Ns = mu * (m->v - at.v + m->g * at.t);
    solved->dissipated_J = taken(m, at);
    solved->force_N = largest_force(m);
    tell(m, solved);
}

static double change(double a, double b)
{
    return fabs(a - b) / fmax(fabs(a), fabs(b));
}

void carom_free_contact_solve(carom_free_contact *solved, const carom_force_law *law,
                              const carom_contact *contact, double approach_mps,
                              double preload_mps2)
{
    motion m = {.law = law,
                .contact = contact,
                .pulling = *contact,
                .v = approach_mps,
                .g = preload_mps2,
                .w = law->frequency_per_s(contact, approach_mps),
                .zeta = 0,
                .coarser = 1};
    m.pulling.end = CAROM_END_OVERLAP;
    m.zeta = contact->viscosity / (2 * m.w * contact->reduced_mass_kg);
    solve(&m, solved);
    if (!law->linear && isfinite(solved->contact_s)) {
        carom_free_contact coarse;
        m.coarser = 2;
        solve(&m, &coarse);
        solved->error = fmax(change(solved->contact_s, coarse.contact_s),
                             change(solved->restitution, coarse.restitution));
        solved->error = fmax(solved->error, change(solved->overlap_m, coarse.overlap_m));
    }
}
