/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The explicit midpoint rule: half an Euler step finds the slope in the middle. On an oscillator
 * the energy grows by 1 + theta^4/4 per step, like Heun's. */
#include <carom/integrator.h>

static const double pi = 3.14159265358979324;

static size_t midpoint_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                            double *work)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    double *x1 = work, *v1 = x1 + n, *a = v1 + n, *g = a + n;
    motion->rates(motion->context, x, v, a, g);
    for (size_t i = 0; i < n; i++) {
        x1[i] = x[i] + 0.5 * h * v[i];
        v1[i] = v[i] + 0.5 * h * a[i];
    }
    motion->rates(motion->context, x1, v1, a, g);
    for (size_t i = 0; i < n; i++) {
        x[i] += h * v1[i];
        v[i] += h * a[i];
    }
    for (size_t i = 0; i < m; i++) {
        q[i] += h * g[i];
    }
    return 2;
}

static double midpoint_energy(double theta)
{
    return pi * (theta * theta * theta) / 4;
}

const carom_integrator carom_integrator_midpoint = {
    .about = {.name = "midpoint",
              .summary = "explicit midpoint rule, order 2: two force evaluations per step"},
    .theory = {.energy = midpoint_energy, .formula = "pi theta^3/4"},
    .color = CAROM_COLOR_PURPLE,
    .order = 2,
    .evaluations = 2,
    .stability_limit = 2.0,
    .work_coordinates = 3,
    .work_quadratures = 1,
    .step = midpoint_step,
    .displacement = carom_integrator_straight_displacement};
