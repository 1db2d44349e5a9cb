/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The free contact of two bodies (contact.h): closed form for linear laws, otherwise integrated by
 * the adaptive Runge-Kutta method of order 8 (Prince and Dormand). It serves calibration, durations
 * and the studies `explain` and `contact`. */
#include "contact/contact.h"
#include <float.h>
#include <gsl/gsl_errno.h>

enum { PARTS = CAROM_CONTACT_STATES - 1 };

/* State after a time: time, overlap and rate in units of unit_s, v unit_s and v. */
typedef struct {
    double t, y[2];
} instant;

/* The equation of motion m_red x'' = m_red g - F. */
typedef struct {
    const carom_force_law *law;
    carom_contact contact; /* its force is not clamped: smooth beyond the contact end */
    bool ends_by_force;
    double v, g, unit_s, zeta;  /* approach speed, preload; zeta: linear laws only */
    gsl_odeiv2_driver *numeric; /* NULL: closed form */
} motion;

static double force_at(const motion *eq, const double y[2])
{
    return eq->law->force(&eq->contact, y[0] * eq->v * eq->unit_s, y[1] * eq->v).total_N;
}

static int slopes(double t, const double y[], double dydt[], void *context)
{
    const motion *eq = context;
    (void)t;
    dydt[0] = y[1];
    dydt[1] = (eq->g - force_at(eq, y) / eq->contact.reduced_mass_kg) * eq->unit_s / eq->v;
    return GSL_SUCCESS;
}

/* Damped oscillation about the overlap at rest, g/w^2: u = exp(-zeta w t) (u0 C + (v + zeta w u0)
 * S) with C = cos(r t), S = sin(r t)/r, r = w sqrt(1 - zeta^2); cosh and sinh for zeta > 1. The
 * unit of time is 1/w. */
static instant closed_form(const motion *eq, double t)
{
    double zeta = eq->zeta, r2 = 1 - zeta * zeta, r = sqrt(fabs(r2));
    double rest = eq->g * eq->unit_s / eq->v, C = exp(-zeta * t), S = t * C;
    if (r * t > 1e-8 && r2 > 0) {
        S = C * sin(r * t) / r, C = C * cos(r * t);
    } else if (r * t > 1e-8) {
        double slow = exp((r - zeta) * t), fast = exp(-(r + zeta) * t);
        C = 0.5 * (slow + fast), S = 0.5 * (slow - fast) / r;
    }
    return (instant){t, {rest - rest * C + (1 - zeta * rest) * S, C - (zeta - rest) * S}};
}

/* The state at time t, from the earlier state @p at. */
static instant state_at(const motion *eq, instant at, double t)
{
    if (eq->numeric == NULL) {
        return closed_form(eq, t);
    }
    gsl_odeiv2_driver_reset(eq->numeric);
    gsl_odeiv2_driver_apply(eq->numeric, &at.t, t, at.y);
    return at;
}

/* ---- signals that cross zero downwards ---- */

static double deepest_signal(const motion *eq, instant at)
{
    (void)eq;
    return at.y[1];
}

static double end_signal(const motion *eq, instant at)
{
    return eq->ends_by_force ? force_at(eq, at.y) : at.y[0];
}

/* Slope of the force, which is zero at the maximum force. */
static double force_slope(const motion *eq, instant at)
{
    return force_at(eq, state_at(eq, at, at.t + 1e-6).y) - force_at(eq, at.y);
}

/* Advances *at until the signal crosses zero: whole steps first, then bisection of the last step.
 * @return false: no zero */
static bool advance_to_zero(const motion *eq, double (*signal)(const motion *, instant),
                            instant *at)
{
    static const double step = 0.02;
    double longest = eq->numeric == NULL ? 200 * CAROM_PI : 1e5;
    double precision = eq->numeric == NULL ? 0 : 1e-14;
    instant before, after = *at;
    do {
        before = after;
        after = state_at(eq, before, before.t + step * (1 + 0.1 * before.t));
        if (!(after.t < longest)) {
            return false;
        }
    } while (signal(eq, after) > 0);
    double high = after.t, middle;
    while (middle = 0.5 * (before.t + high),
           high - before.t > precision * high && middle > before.t && middle < high) {
        instant there = state_at(eq, before, middle);
        if (signal(eq, there) > 0) {
            before = there;
        } else {
            high = middle;
        }
    }
    *at = (instant){high, {before.y[0], before.y[1]}};
    return true;
}

/* ---- from onset to separation ---- */

/* Allocates GSL's driver part by part: its own allocation cannot report a failure safely. */
static void open_driver(gsl_odeiv2_driver *driver, const gsl_odeiv2_system *system)
{
    static const double tolerance = 1e-13; /* relative and absolute */
    *driver = (gsl_odeiv2_driver){.sys = system,
                                  .h = 1e-4,
                                  .hmax = DBL_MAX,
                                  .s = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 2),
                                  .c = carom_step_control_new(tolerance, tolerance),
                                  .e = gsl_odeiv2_evolve_alloc(2)};
    if (driver->s == NULL || driver->e == NULL) {
        carom_out_of_memory();
    }
    gsl_odeiv2_step_set_driver(driver->s, driver);
    gsl_odeiv2_evolve_set_driver(driver->e, driver);
    gsl_odeiv2_control_set_driver(driver->c, driver);
}

static void close_driver(gsl_odeiv2_driver *driver)
{
    gsl_odeiv2_evolve_free(driver->e);
    gsl_odeiv2_control_free(driver->c);
    gsl_odeiv2_step_free(driver->s);
}

static carom_contact_outcome outcome_of(const motion *eq)
{
    instant at = {0, {0, 1}};
    carom_contact_outcome found = {NAN, INFINITY, NAN};
    if (advance_to_zero(eq, deepest_signal, &at)) {
        found.overlap_m = at.y[0] * eq->v * eq->unit_s;
        if (advance_to_zero(eq, end_signal, &at)) {
            found.contact_s = at.t * eq->unit_s;
            found.restitution = -at.y[1];
        }
    }
    return found;
}

/* Maximum force: at the onset, where a strong dashpot makes it jump, or where its slope is zero. */
static double largest_force(const motion *eq)
{
    instant onset = {0, {0, 1}}, at = state_at(eq, onset, 1e-3);
    double at_onset = force_at(eq, onset.y);
    return force_slope(eq, at) > 0 && advance_to_zero(eq, force_slope, &at)
             ? fmax(at_onset, force_at(eq, at.y))
             : at_onset;
}

/* Loss of kinetic and preload energy since the onset. */
static double dissipated_energy(const motion *eq, double overlap_m, double rate_mps)
{
    return eq->contact.reduced_mass_kg *
           (0.5 * (eq->v * eq->v - rate_mps * rate_mps) + eq->g * overlap_m);
}

static void store_states(const motion *eq, const carom_contact *contact, carom_free_contact *solved)
{
    instant at = {0, {0, 1}};
    double last = solved->contact_s / eq->unit_s;
    for (int i = 0; i <= PARTS; i++) {
        double x = at.y[0] * eq->v * eq->unit_s, rate = at.y[1] * eq->v;
        double elastic = eq->law->energy(contact, x);
        solved->state[i] = (carom_contact_state){at.t * eq->unit_s,
                                                 x,
                                                 rate,
                                                 eq->law->force(contact, x, rate).total_N,
                                                 elastic,
                                                 dissipated_energy(eq, x, rate) - elastic};
        at = state_at(eq, at, last * (i + 1) / PARTS);
    }
}

/* Solves the equation of motion in units of @p unit_s; fills *solved if it is not NULL. */
static carom_contact_outcome solve(const carom_force_law *law, const carom_contact *contact,
                                   double v, double g, double unit_s, carom_free_contact *solved)
{
    gsl_odeiv2_driver driver = {.sys = NULL};
    motion eq = {.law = law,
                 .contact = *contact,
                 .ends_by_force = contact->end == CAROM_END_FORCE && contact->viscosity > 0,
                 .v = v,
                 .g = g,
                 .unit_s = unit_s,
                 .zeta = contact->viscosity * unit_s / (2 * contact->reduced_mass_kg)};
    gsl_odeiv2_system system = {slopes, NULL, 2, &eq};
    eq.contact.end = CAROM_END_OVERLAP;
    if (!law->linear) {
        eq.numeric = &driver;
        open_driver(&driver, &system);
    }
    carom_contact_outcome found = outcome_of(&eq);
    if (solved != NULL && isfinite(found.contact_s)) {
        *solved = (carom_free_contact){
            .closed = law->linear,
            .contact_s = found.contact_s,
            .restitution = found.restitution,
            .overlap_m = found.overlap_m,
            .force_N = largest_force(&eq),
            .impulse_Ns = contact->reduced_mass_kg *
                          (v * (1 + found.restitution) + g * found.contact_s)};
        store_states(&eq, contact, solved);
    }
    if (!law->linear) {
        close_driver(&driver);
    }
    return found;
}

carom_contact_outcome carom_free_contact_outcome(const carom_force_law *law,
                                                 const carom_contact *contact, double approach_mps,
                                                 double unit_s)
{
    return solve(law, contact, approach_mps, 0, unit_s, NULL);
}

void carom_free_contact_solve(carom_free_contact *solved, const carom_force_law *law,
                              const carom_contact *contact, double approach_mps,
                              double preload_mps2)
{
    double unit_s = 1 / law->frequency_per_s(contact, approach_mps);
    *solved = (carom_free_contact){.contact_s = INFINITY, .closed = law->linear};
    (void)solve(law, contact, approach_mps, preload_mps2, unit_s, solved);
}
