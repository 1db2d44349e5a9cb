/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classical Runge-Kutta method (Kutta 1901). The energy of an oscillator changes by a factor of
 * 1 - theta^6/72 + theta^8/576 per step, so it decreases while theta < 2.828. On the negative real
 * axis, for overdamped contacts, the stability limit is 2.785. */
#include <carom/integrator.h>

static const double pi = 3.14159265358979324;

/* Workspace: state and rates of the current stage, and the weighted sums of all stages. */
typedef struct {
    double *x, *v, *a, *g; /* of the stage */
    double *dx, *dv, *dq;  /* the weighted sums */
} stages;

static void add_stage(const carom_motion *motion, const stages *s, double weight)
{
    motion->rates(motion->context, s->x, s->v, s->a, s->g);
    for (size_t i = 0; i < motion->coordinates; i++) {
        s->dx[i] += weight * s->v[i];
        s->dv[i] += weight * s->a[i];
    }
    for (size_t i = 0; i < motion->quadratures; i++) {
        s->dq[i] += weight * s->g[i];
    }
}

/* Sets the state of the next stage: x, v advanced by h along the slopes of the last one. */
static void set_stage(const carom_motion *motion, const stages *s, const double *x, const double *v,
                      double h)
{
    for (size_t i = 0; i < motion->coordinates; i++) {
        s->x[i] = x[i] + h * s->v[i];
        s->v[i] = v[i] + h * s->a[i];
    }
}

static size_t rk4_step(const carom_motion *motion, double h, double *x, double *v, double *q,
                       double *work)
{
    size_t n = motion->coordinates, m = motion->quadratures;
    stages s = {work,         work + n,     work + 2 * n,    work + 5 * n,
                work + 3 * n, work + 4 * n, work + 5 * n + m};
    for (size_t i = 0; i < n; i++) {
        s.x[i] = x[i];
        s.v[i] = v[i];
        s.dx[i] = s.dv[i] = 0;
    }
    for (size_t i = 0; i < m; i++) {
        s.dq[i] = 0;
    }
    add_stage(motion, &s, 1);
    set_stage(motion, &s, x, v, 0.5 * h);
    add_stage(motion, &s, 2);
    set_stage(motion, &s, x, v, 0.5 * h);
    add_stage(motion, &s, 2);
    set_stage(motion, &s, x, v, h);
    add_stage(motion, &s, 1);
    for (size_t i = 0; i < n; i++) {
        x[i] += h / 6 * s.dx[i];
        v[i] += h / 6 * s.dv[i];
    }
    for (size_t i = 0; i < m; i++) {
        q[i] += h / 6 * s.dq[i];
    }
    return 4;
}

static double rk4_energy(double theta)
{
    return pi * (theta * theta * theta * theta * theta) / 72;
}

static void rk4_displacement(double h, const double *v, double *displacement, size_t count)
{
    static const double weight[] = {1, 2, 2, 1};
    for (size_t i = 0; i < count; i++) {
        double dx = 0;
        for (int stage = 0; stage < 4; stage++) {
            dx += weight[stage] * v[i];
        }
        displacement[i] = h / 6 * dx;
    }
}

const carom_integrator carom_integrator_rk4 = {
    .about = {.name = "rk4",
              .summary =
                  "the classical Runge-Kutta method, order 4: four force evaluations per step"},
    .theory = {.energy = rk4_energy, .formula = "pi theta^5/72"},
    .color = CAROM_COLOR_PURPLE,
    .order = 4,
    .evaluations = 4,
    .stability_limit = 2.785,
    .work_coordinates = 5,
    .work_quadratures = 2,
    .step = rk4_step,
    .displacement = rk4_displacement};
