/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explicit Euler: x += h v, v += h a(x, v), both from the state at the start of the step.
 * The energy of an oscillator grows by a factor of 1 + theta^2 per step, so the true stability
 * limit is 0. The limit 2 only rejects steps that do not resolve a contact. */
#include <carom/integrator.h>

static const double pi = 3.14159265358979324;

static size_t euler_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                         double *work)
{
    double *a = work, *g = work + motion->coordinates;
    motion->rates(motion->context, x, v, a, g);
    for (size_t i = 0; i < motion->coordinates; i++) {
        x[i] += h * v[i];
        v[i] += h * a[i];
    }
    for (size_t i = 0; i < motion->quadratures; i++) {
        q[i] += h * g[i];
    }
    return 1;
}

/* The largest over the sub-step offsets of onset and separation, which add theta^2/4. */
static double euler_energy(double theta)
{
    return expm1(pi * theta + theta * theta / 4);
}

const carom_integrator carom_integrator_euler = {
    .about = {.name = "euler", .summary = "explicit Euler, order 1: gains energy in every contact"},
    .color = CAROM_COLOR_ORANGE,
    .theory = {.energy = euler_energy, .formula = "exp(pi theta + theta^2/4) - 1", .whole = true},
    .order = 1,
    .evaluations = 1,
    .stability_limit = 2.0,
    .work_coordinates = 1,
    .work_quadratures = 1,
    .step = euler_step,
    .displacement = carom_integrator_straight_displacement};
