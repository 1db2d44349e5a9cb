/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heun's method (explicit trapezoidal rule, improved Euler): an Euler step predicts, the mean of
 * the slopes at both ends corrects. On an oscillator the energy grows by 1 + theta^4/4 per step. */
#include <carom/integrator.h>

static const double pi = 3.14159265358979324;

static size_t heun_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                        double *work)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    double *x1 = work, *v1 = x1 + n, *a0 = v1 + n, *a1 = a0 + n, *g0 = a1 + n, *g1 = g0 + m;
    motion->rates(motion->context, x, v, a0, g0);
    for (size_t i = 0; i < n; i++) {
        x1[i] = x[i] + h * v[i];
        v1[i] = v[i] + h * a0[i];
    }
    motion->rates(motion->context, x1, v1, a1, g1);
    for (size_t i = 0; i < n; i++) {
        x[i] += 0.5 * h * (v[i] + v1[i]);
        v[i] += 0.5 * h * (a0[i] + a1[i]);
    }
    for (size_t i = 0; i < m; i++) {
        q[i] += 0.5 * h * (g0[i] + g1[i]);
    }
    return 2;
}

static double heun_energy(double theta)
{
    return pi * (theta * theta * theta) / 4;
}

static void heun_displacement(double h, const double *v, double *displacement, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        displacement[i] = 0.5 * h * (v[i] + v[i]);
    }
}

const carom_integrator carom_integrator_heun = {
    .about = {.name = "heun", .summary = "Heun's method, order 2: two force evaluations per step"},
    .color = CAROM_COLOR_BLUE,
    .theory = {.energy = heun_energy, .formula = "pi theta^3/4"},
    .order = 2,
    .evaluations = 2,
    .stability_limit = 2.0,
    .work_coordinates = 4,
    .work_quadratures = 2,
    .step = heun_step,
    .displacement = heun_displacement};
