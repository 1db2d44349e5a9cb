/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocity Verlet (Swope et al., J. Chem. Phys. 76, 637 (1982)): half kick, drift, half kick.
 * Symplectic for elastic forces: the energy oscillates by a fraction theta^2/4 and does not grow
 * while theta < 2. The force of a dashpot at the end of the step uses the predicted velocity v + h
 * a, which keeps order 2. If no force depends on the velocity, the rates at the end are reused by
 * the next step: one force evaluation per step, otherwise two. */
#include <carom/integrator.h>

static void kick_and_drift(double h, double *restrict x, double *restrict v,
                           double *restrict predicted, const double *restrict a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        predicted[i] = v[i] + h * a[i];
        v[i] += 0.5 * h * a[i];
        x[i] += h * v[i];
    }
}

static void kick(double h, double *restrict v, const double *restrict a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        v[i] += 0.5 * h * a[i];
    }
}

static size_t velocity_verlet_step(const carom_motion *motion, double h, double *x, double *v,
                                   double *q, double *work)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    double *predicted = work, *own_a = predicted + n, *g1 = own_a + n, *own_g = g1 + m;
    double *a = motion->a != NULL ? motion->a : own_a, *g = motion->a != NULL ? motion->g : own_g;
    bool known = motion->a != NULL && *motion->known;
    if (!known) {
        motion->rates(motion->context, x, v, a, g);
    }
    kick_and_drift(h, x, v, predicted, a, n);
    motion->rates(motion->context, x, predicted, a, g1);
    kick(h, v, a, n);
    for (size_t i = 0; i < m; i++) {
        q[i] += 0.5 * h * g[i];
        q[i] += 0.5 * h * g1[i];
        g[i] = g1[i];
    }
    if (motion->a != NULL) {
        *motion->known = true;
    }
    return known ? 1 : 2;
}

static double verlet_energy(double theta)
{
    return theta * theta / 4;
}

const carom_integrator carom_integrator_velocity_verlet = {
    .about = {.name = "velocity_verlet",
              .summary = "velocity Verlet, order 2, symplectic: one force evaluation per step, two "
                         "where a dashpot acts"},
    .theory = {.energy = verlet_energy, .formula = "theta^2/4", .conserves_angular_momentum = true},
    .color = CAROM_COLOR_GREEN,
    .order = 2,
    .evaluations = 1,
    .reuses_rates = true,
    .stability_limit = 2.0,
    .work_coordinates = 2,
    .work_quadratures = 2,
    .step = velocity_verlet_step,
    .displacement = carom_integrator_straight_displacement};
