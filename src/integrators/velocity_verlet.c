/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocity Verlet (Swope et al., J. Chem. Phys. 76, 637 (1982)): half a kick, a drift, half a kick. Symplectic for
 * elastic forces: the energy wavers by a part theta^2/4 and does not grow while theta < 2. A dashpot's force
 * at the end of the step is taken at the predicted velocity v + h a, which keeps order 2. The rates at the end
 * serve the next step: one force evaluation per step. */
#include <carom/integrator.h>

static size_t velocity_verlet_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                                   double *work)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    double *predicted = work, *own_a = predicted + n, *g1 = own_a + n, *own_g = g1 + m;
    double *a = motion->a != NULL ? motion->a : own_a, *g = motion->a != NULL ? motion->g : own_g;
    bool known = motion->a != NULL && *motion->known;
    if (!known) {
        motion->rates(motion->context, x, v, a, g);
    }
    for (size_t i = 0; i < n; i++) {
        predicted[i] = v[i] + h * a[i];
        v[i] += 0.5 * h * a[i];
        x[i] += h * v[i];
    }
    for (size_t i = 0; i < m; i++) {
        q[i] += 0.5 * h * g[i];
    }
    motion->rates(motion->context, x, predicted, a, g1);
    for (size_t i = 0; i < n; i++) {
        v[i] += 0.5 * h * a[i];
    }
    for (size_t i = 0; i < m; i++) {
        q[i] += 0.5 * h * g1[i];
        g[i] = g1[i];
    }
    if (motion->a != NULL) {
        *motion->known = true;
    }
    return known ? 1 : 2;
}

const carom_integrator carom_integrator_velocity_verlet = {
    .about = {.name = "velocity_verlet", .summary = "velocity Verlet, order 2, symplectic: one force evaluation per step"},
    .order = 2,
    .evaluations = 1,
    .stability_limit = 2.0,
    .work_coordinates = 2,
    .work_quadratures = 2,
    .step = velocity_verlet_step};
