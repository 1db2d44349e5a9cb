/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ralston's method: the second slope is taken at 2/3 of the step; weights 1/4 and 3/4. */
#include <carom/integrator.h>

static size_t ralston_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                           double *work)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    double *x1 = work, *v1 = x1 + n, *a0 = v1 + n, *a1 = a0 + n, *g0 = a1 + n, *g1 = g0 + m,
           part = 2 * h / 3;
    motion->rates(motion->context, x, v, a0, g0);
    for (size_t i = 0; i < n; i++) {
        x1[i] = x[i] + part * v[i];
        v1[i] = v[i] + part * a0[i];
    }
    motion->rates(motion->context, x1, v1, a1, g1);
    for (size_t i = 0; i < n; i++) {
        x[i] += h * (0.25 * v[i] + 0.75 * v1[i]);
        v[i] += h * (0.25 * a0[i] + 0.75 * a1[i]);
    }
    for (size_t i = 0; i < m; i++) {
        q[i] += h * (0.25 * g0[i] + 0.75 * g1[i]);
    }
    return 2;
}

const carom_integrator carom_integrator_mine = {
    .about = {.name = "mine", .summary = "Ralston's method, order 2"},
    .order = 2,
    .evaluations = 2,
    .stability_limit = 2,
    .work_coordinates = 4,
    .work_quadratures = 2,
    .step = ralston_step};
