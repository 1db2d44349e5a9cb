/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/measure.h"
#include <math.h>

enum { PHASES = 16 };

typedef struct {
    const carom_force_law *law;
    const carom_contact *contact;
} probe;

/* x is the overlap: mu x'' = -F. */
static void rates(const void *context, const double *x, const double *v, double *a, double *g)
{
    const probe *p = context;
    (void)g;
    a[0] = 0;
    if (x[0] > 0) {
        a[0] = -p->law->force(p->contact, x[0], v[0]).total_N / p->contact->reduced_mass_kg;
    }
}

/* Whether nothing will change the speed any more: apart, or parting where the force has ended. */
static bool is_over(const probe *p, double x, double v)
{
    return v < 0 && (x <= 0 || (p->contact->end == CAROM_END_FORCE &&
                                !(p->law->force(p->contact, x, v).total_N > 0)));
}

/* Parting speed over approach speed; the touch is at the part `phase` of a step. */
static double restitution(const probe *p, const carom_integrator *integrator, void *state, double h,
                          double v0, double phase)
{
    double x = -phase * h * v0, v = v0, q = 0, work[64];
    carom_motion motion = {.coordinates = 1, .rates = rates, .context = p, .state = state};
    double steps = 100 + 1000 * p->law->outcome(p->contact, v0).contact_s / h;
    for (double k = 0; k < steps; k++) {
        integrator->step(&motion, h, &x, &v, &q, work);
        if (!(fabs(v) < 1e3 * v0)) {
            return INFINITY;
        }
        if (is_over(p, x, v)) {
            return -v / v0;
        }
    }
    return INFINITY;
}

double carom_contact_error(const carom_force_law *law, const carom_contact *contact,
                           const carom_integrator *integrator, double h, double approach_mps)
{
    probe p = {law, contact};
    double e = law->outcome(contact, approach_mps).restitution, square = 0;
    bool remembers = integrator->prepare != NULL;
    void *state = remembers ? integrator->prepare(NULL, NULL, 1, 0) : NULL;
    if (remembers && state == NULL) {
        return -1;
    }
    for (int k = 0; k < PHASES; k++) {
        double got = restitution(&p, integrator, state, h, approach_mps, (k + 0.5) / PHASES);
        square += (got / e - 1) * (got / e - 1) / PHASES;
    }
    if (remembers) {
        integrator->release(state);
    }
    return sqrt(square);
}

double carom_contact_step(const carom_force_law *law, const carom_contact *contact,
                          const carom_integrator *integrator, double approach_mps, double wanted)
{
    static const double finer = 0.95, finest = 1e-6;
    double T = law->outcome(contact, approach_mps).contact_s;
    double h = fmin(T / 3,
                    0.99 * integrator->stability_limit / law->rate_per_s(contact, approach_mps));
    double error = 0;
    /* first by halves, then by the twentieth */
    while (h > finest * T && !((error = carom_contact_error(law, contact, integrator, 0.5 * h,
                                                            approach_mps)) <= wanted)) {
        h *= 0.5;
    }
    while (!(error < 0) && h > finest * T &&
           !((error = carom_contact_error(law, contact, integrator, h, approach_mps)) <= wanted)) {
        h *= finer;
    }
    return error < 0 ? -1 : (h > finest * T ? h : 0);
}
