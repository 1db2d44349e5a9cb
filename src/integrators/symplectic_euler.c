/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symplectic (semi-implicit) Euler: the velocity first, then the position with the new velocity.
 * Order 1 like Euler, at the same cost, but the energy of an oscillator only oscillates, by a
 * fraction theta/2, and does not grow while theta < 2. */
#include <carom/integrator.h>

static size_t symplectic_euler_step(const carom_motion *motion, double h, double *x, double *v,
                                    double *q, double *work)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    double *a = work, *g = a + n;
    motion->rates(motion->context, x, v, a, g);
    for (size_t i = 0; i < n; i++) {
        v[i] += h * a[i];
        x[i] += h * v[i];
    }
    for (size_t i = 0; i < m; i++) {
        q[i] += h * g[i];
    }
    return 1;
}

static double symplectic_euler_energy(double theta)
{
    return 2 * theta;
}

const carom_integrator carom_integrator_symplectic_euler = {
    .about = {.name = "symplectic_euler",
              .summary = "symplectic Euler, order 1: energy oscillates, does not grow"},
    .theory = {.energy = symplectic_euler_energy,
               .formula = "2 theta",
               .whole = true,
               .conserves_angular_momentum = true},
    .order = 1,
    .evaluations = 1,
    .stability_limit = 2.0,
    .work_coordinates = 1,
    .work_quadratures = 1,
    .step = symplectic_euler_step,
    .displacement = carom_integrator_straight_displacement};
