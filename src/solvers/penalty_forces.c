/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What acts on the balls: gravity in the plane, and the force law on every overlap. */
#include "solvers/penalty_state.h"
#include <math.h>
#include <string.h>

static penalty_geometry wall_geometry(const penalty_solver *self, const penalty_near *near,
                                      const double *x, const double *v)
{
    size_t n = self->problem->count, wall = near->b - n;
    double nx = carom_wall_normals[wall][0], ny = carom_wall_normals[wall][1];
    double line = wall == CAROM_RIGHT ? self->problem->width_m
                                      : (wall == CAROM_TOP ? self->problem->height_m : 0);
    double distance = line - (nx * x[near->a] + ny * x[n + near->a]);
    return (penalty_geometry){near->reach_m - distance, nx * v[near->a] + ny * v[n + near->a], nx,
                              ny};
}

penalty_geometry carom_penalty_geometry(const penalty_solver *self, const penalty_near *near,
                                        const double *x, const double *v)
{
    size_t n = self->problem->count, a = near->a, b = near->b;
    double dx, dy, distance, nx, ny;
    if (near->wall) {
        return wall_geometry(self, near, x, v);
    }
    dx = x[b] + near->shift_x - x[a];
    dy = x[n + b] + near->shift_y - x[n + a];
    distance = sqrt(dx * dx + dy * dy);
    nx = distance > 0 ? dx / distance : 1;
    ny = distance > 0 ? dy / distance : 0;
    return (penalty_geometry){near->reach_m - distance,
                              (v[a] - v[b]) * nx + (v[n + a] - v[n + b]) * ny, nx, ny};
}

/* Torque of weight and its part of every acceleration. */
static double add_gravity(const penalty_solver *self, const double *x, double *a)
{
    const carom_problem *problem = self->problem;
    const double *g = problem->gravity_mps2;
    size_t n = problem->count;
    double torque = 0;
    if (g[0] == 0 && g[1] == 0) {
        memset(a, 0, 2 * n * sizeof *a);
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        double rx = x[i] - 0.5 * problem->width_m, ry = x[n + i] - 0.5 * problem->height_m;
        a[i] = g[0];
        a[n + i] = g[1];
        torque += problem->ball[i].mass_kg * (rx * g[1] - ry * g[0]);
    }
    return torque;
}

/* Pushes ball a back along -n, and b, or the torque of the wall, forward. */
static double push(const penalty_solver *self, const penalty_near *near,
                   const penalty_geometry *at, double force, const double *x, double *a)
{
    size_t n = self->problem->count;
    double fx = force * at->nx, fy = force * at->ny;
    a[near->a] -= fx * self->inverse_mass[near->a];
    a[n + near->a] -= fy * self->inverse_mass[near->a];
    if (near->wall) {
        double rx = x[near->a] - 0.5 * self->problem->width_m;
        double ry = x[n + near->a] - 0.5 * self->problem->height_m;
        return ry * fx - rx * fy;
    }
    a[near->b] += fx * self->inverse_mass[near->b];
    a[n + near->b] += fy * self->inverse_mass[near->b];
    return 0;
}

void carom_penalty_rates(const void *context, const double *x, const double *v, double *a, double *g)
{
    const penalty_solver *self = context;
    g[0] = add_gravity(self, x, a);
    for (size_t k = 0; k < self->nears; k++) {
        const penalty_near *near = &self->near[k];
        penalty_geometry at = carom_penalty_geometry(self, near, x, v);
        g[1 + 2 * k] = g[2 + 2 * k] = 0;
        if (at.overlap_m > 0) {
            carom_force force = self->law->force(self->law_options, &near->contact, at.overlap_m,
                                                 at.rate_mps);
            g[0] += push(self, near, &at, force.total_N, x, a);
            g[1 + 2 * k] = force.total_N;
            g[2 + 2 * k] = (force.total_N - force.elastic_N) * at.rate_mps;
        }
    }
}

void carom_penalty_move(const penalty_solver *self, penalty_motion *motion, double h)
{
    carom_motion equation = {.coordinates = 2 * self->problem->count,
                             .quadratures = 1 + 2 * self->nears,
                             .rates = carom_penalty_rates,
                             .context = self};
    memset(motion->q, 0, equation.quadratures * sizeof *motion->q);
    self->integrator->step(&equation, h, motion->x, motion->v, motion->q, motion->work);
}

void carom_penalty_book(const penalty_solver *self, const penalty_motion *motion,
                        carom_accounts *accounts)
{
    carom_sum_add(&accounts->angular, motion->q[0]);
    for (size_t k = 0; k < self->nears; k++) {
        const penalty_near *near = &self->near[k];
        carom_sum_add(&accounts->dissipated, motion->q[2 + 2 * k]);
        if (near->wall) {
            const double *normal = carom_wall_normals[near->b - self->problem->count];
            carom_sum_add(&accounts->impulse_x, -motion->q[1 + 2 * k] * normal[0]);
            carom_sum_add(&accounts->impulse_y, -motion->q[1 + 2 * k] * normal[1]);
        }
    }
}
