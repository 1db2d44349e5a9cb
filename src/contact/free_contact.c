/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reference solution of a single contact (laws.h): closed form for linear laws, the classical
 * Runge-Kutta method for others. */
#include "contact/contact.h"

enum { PARTS = CAROM_CONTACT_STATES - 1 };

/* A contact that lasts longer than this number of half periods of its spring counts as endless. */
static const double max_half_periods = 200;

/* Length of a Runge-Kutta step: at most `finest` of a half period, and `passage_part` of
 * overlap/rate. The second bound resolves onset and end, where fractional powers of the overlap
 * have no Taylor series. */
static const double step_part = 1.0 / 8000, passage_part = 0.02, least = 1e-10;

/* The equation of motion. */
typedef struct {
    const carom_force_law *law;
    const carom_contact *contact;
    carom_contact pulling; /* the same without the clamp: smooth beyond the contact end */
    double v, g;           /* approach speed, preload */
    double w, zeta;        /* zeta: linear laws only */
    double step_factor;    /* factor on the step length */
} motion;

typedef struct {
    double t, x, v;
} instant;

static double unclamped(const motion *eq, instant at)
{
    return eq->law->force(&eq->pulling, at.x, at.v).total_N;
}

/* Damped oscillation about the overlap at rest, g/w^2: u = exp(-zeta w t) (u0 C + (v + zeta w u0)
 * S) with C = cos(r t), S = sin(r t)/r, r = w sqrt(1 - zeta^2); cosh and sinh for zeta > 1. */
static instant closed_form(const motion *eq, double t)
{
    double r2 = 1 - eq->zeta * eq->zeta, r = eq->w * sqrt(fabs(r2)), rest = eq->g / (eq->w * eq->w);
    double b = eq->zeta * eq->w, C = exp(-b * t), S = t * C; /* with the factor exp(-b t) */
    if (r * t > 1e-8 && r2 > 0) {
        S = C * sin(r * t) / r, C = C * cos(r * t);
    } else if (r * t > 1e-8) {
        double slow = exp((r - b) * t), fast = exp(-(r + b) * t);
        C = 0.5 * (slow + fast), S = 0.5 * (slow - fast) / r;
    }
    return (instant){t, rest - rest * C + (eq->v - b * rest) * S,
                     eq->v * C - (b * eq->v - eq->w * eq->w * rest) * S};
}

static double acceleration(const motion *eq, double x, double v)
{
    return eq->g - unclamped(eq, (instant){0, x, v}) / eq->contact->reduced_mass_kg;
}

static instant rk4_step(const motion *eq, instant from, double h)
{
    double x = from.x, v = from.v;
    double a1 = acceleration(eq, x, v);
    double v2 = v + 0.5 * h * a1, a2 = acceleration(eq, x + 0.5 * h * v, v2);
    double v3 = v + 0.5 * h * a2, a3 = acceleration(eq, x + 0.5 * h * v2, v3);
    double v4 = v + h * a3, a4 = acceleration(eq, x + h * v3, v4);
    return (instant){from.t + h, x + h * (v + 2 * v2 + 2 * v3 + v4) / 6,
                     v + h * (a1 + 2 * a2 + 2 * a3 + a4) / 6};
}

/* State at time t, starting from the state `at`. */
static instant state_at(const motion *eq, instant at, double t)
{
    if (eq->law->linear) {
        return closed_form(eq, t);
    }
    while (at.t < t) {
        double passage = passage_part * fabs(at.x / at.v) + least / eq->w;
        double h = eq->step_factor * fmin(passage, step_part * CAROM_PI / eq->w);
        instant next = rk4_step(eq, at, fmin(h, t - at.t));
        next.t = h < t - at.t ? next.t : t;
        at = next;
    }
    return at;
}

/* ---- signals that cross zero downwards ---- */

static double deepest_signal(const motion *eq, instant at)
{
    (void)eq;
    return at.v;
}

static double end_signal(const motion *eq, instant at)
{
    return eq->contact->end == CAROM_END_FORCE && eq->contact->viscosity > 0 ? unclamped(eq, at)
                                                                             : at.x;
}

/* Slope of the force, which is zero at the maximum force. */
static double force_slope(const motion *eq, instant at)
{
    return unclamped(eq, state_at(eq, at, at.t + 1e-6 / eq->w)) - unclamped(eq, at);
}

/* Advances *at to the zero of the signal, found by bisection. @return false: no zero */
static bool advance_to_zero(const motion *eq, double (*sign)(const motion *, instant), instant *at)
{
    instant before = *at;
    double h = CAROM_PI / (eq->w * PARTS);
    do {
        before = *at;
        *at = state_at(eq, before, before.t + h);
        if (!(at->t * eq->w < max_half_periods * CAROM_PI)) {
            return false;
        }
    } while (sign(eq, *at) > 0);
    for (double low = before.t, high = at->t, t = 0.5 * (low + high); t > low && t < high;
         t = 0.5 * (low + high)) {
        instant middle = state_at(eq, before, t);
        if (sign(eq, middle) > 0) {
            low = t, before = middle;
        } else {
            high = t, *at = middle;
        }
    }
    return true;
}

/* ---- from onset to separation ---- */

/* Loss of kinetic and preload energy since the onset. */
static double dissipated_energy(const motion *eq, instant at)
{
    return eq->contact->reduced_mass_kg * (0.5 * (eq->v * eq->v - at.v * at.v) + eq->g * at.x);
}

static void store_states(const motion *eq, carom_free_contact *solved)
{
    instant at = {0, 0, eq->v};
    for (int i = 0; i <= PARTS; i++) {
        double elastic = eq->law->energy(eq->contact, at.x);
        solved->state[i] = (carom_contact_state){
            at.t,    at.x,
            at.v,    eq->law->force(eq->contact, at.x, at.v).total_N,
            elastic, dissipated_energy(eq, at) - elastic};
        at = state_at(eq, at, solved->contact_s * (i + 1) / PARTS);
    }
}

/* Maximum force: at the onset, where a strong dashpot makes it jump, or where its slope is zero. */
static double largest_force(const motion *eq)
{
    instant at = state_at(eq, (instant){0, 0, eq->v}, 1e-3 / eq->w);
    double at_onset = eq->law->force(eq->contact, 0, eq->v).total_N;
    if (!(force_slope(eq, at) > 0) || !advance_to_zero(eq, force_slope, &at)) {
        return at_onset;
    }
    return fmax(at_onset, unclamped(eq, at));
}

static void solve_contact(const motion *eq, carom_free_contact *solved)
{
    double mu = eq->contact->reduced_mass_kg;
    instant at = {0, 0, eq->v};
    *solved = (carom_free_contact){.closed = eq->law->linear, .contact_s = INFINITY};
    if (!advance_to_zero(eq, deepest_signal, &at)) {
        return;
    }
    solved->overlap_m = at.x;
    if (!advance_to_zero(eq, end_signal, &at)) {
        return;
    }
    solved->contact_s = at.t;
    solved->restitution = -at.v / eq->v;
    solved->impulse_Ns = mu * (eq->v - at.v + eq->g * at.t);
    solved->dissipated_J = dissipated_energy(eq, at);
    solved->force_N = largest_force(eq);
    store_states(eq, solved);
}

static double relative_change(double a, double b)
{
    return fabs(a - b) / fmax(fabs(a), fabs(b));
}

void carom_free_contact_solve(carom_free_contact *solved, const carom_force_law *law,
                              const carom_contact *contact, double approach_mps,
                              double preload_mps2)
{
    motion eq = {.law = law,
                 .contact = contact,
                 .pulling = *contact,
                 .v = approach_mps,
                 .g = preload_mps2,
                 .w = law->frequency_per_s(contact, approach_mps),
                 .zeta = 0,
                 .step_factor = 1};
    eq.pulling.end = CAROM_END_OVERLAP;
    eq.zeta = contact->viscosity / (2 * eq.w * contact->reduced_mass_kg);
    solve_contact(&eq, solved);
    if (!law->linear && isfinite(solved->contact_s)) {
        carom_free_contact coarse;
        eq.step_factor = 2;
        solve_contact(&eq, &coarse);
        solved->error = fmax(relative_change(solved->contact_s, coarse.contact_s),
                             relative_change(solved->restitution, coarse.restitution));
        solved->error = fmax(solved->error, relative_change(solved->overlap_m, coarse.overlap_m));
    }
}
