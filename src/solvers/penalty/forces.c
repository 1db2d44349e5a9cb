/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What acts on the balls: gravity in the plane, friction, and the force law on every overlap; and
 * what that gives and takes. */
#include "base/threads.h"
#include "solvers/penalty/state.h"
#include <math.h>
#include <string.h>

penalty_geometry carom_penalty_flown(const penalty_system *self, const penalty_near *near,
                                     const double *x, const double *v, double t)
{
    size_t n = self->problem->count, a = near->a, b = near->b;
    if (near->wall) {
        return carom_penalty_wall_after(self, near, x, v, t);
    } else {
        double vx = v[b] - v[a], vy = v[n + b] - v[n + a];
        double dx = x[b] + near->shift_x - x[a] + t * vx;
        double dy = x[n + b] + near->shift_y - x[n + a] + t * vy;
        double distance = sqrt(dx * dx + dy * dy);
        double nx = distance > 0 ? dx / distance : 1, ny = distance > 0 ? dy / distance : 0;
        return (penalty_geometry){near->reach_m - distance, -(vx * nx + vy * ny), nx, ny};
    }
}

/* Torque of weight and its part of every acceleration. */
static double add_gravity(const penalty_system *self, const double *x, double *a)
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
        bool fixed = self->inverse_mass[i] == 0;
        a[i] = fixed ? 0 : g[0];
        a[n + i] = fixed ? 0 : g[1];
        torque += fixed ? 0 : problem->ball[i].mass_kg * (rx * g[1] - ry * g[0]);
    }
    return torque;
}

/* What pushes ball i from outside: force and its torque about the table's centre. */
static void book_outside(const penalty_system *self, size_t i, double fx, double fy,
                         const double *x, double *g)
{
    double rx = x[i] - 0.5 * self->problem->width_m;
    double ry = x[self->problem->count + i] - 0.5 * self->problem->height_m;
    g[PENALTY_TORQUE] += rx * fy - ry * fx;
    g[PENALTY_FORCE_X] += fx;
    g[PENALTY_FORCE_Y] += fy;
}

/* Rolling resistance and drag, m (a + b v^2) against the motion. A ball that resistance would turn
 * round within a step is slowed in proportion to its speed instead, so that it comes to rest and
 * stays there. */
static void add_friction(const penalty_system *self, double step_s, const double *x,
                         const double *v, double *a, double *g)
{
    size_t n = self->problem->count;
    for (size_t i = 0; i < n; i++) {
        carom_rolling r = self->rolling[i];
        double speed = sqrt(v[i] * v[i] + v[n + i] * v[n + i]), slowest = r.a * step_s, slowing;
        if (speed == 0 || self->inverse_mass[i] == 0) {
            continue;
        }
        slowing = r.b * speed + r.a / (speed > slowest ? speed : slowest);
        a[i] -= slowing * v[i];
        a[n + i] -= slowing * v[n + i];
        slowing *= self->problem->ball[i].mass_kg;
        book_outside(self, i, -slowing * v[i], -slowing * v[n + i], x, g);
        g[PENALTY_FRICTION] += slowing * speed * speed;
    }
}

/* Pushes ball a back along -n, and b forward. What a wall or a fixed ball does comes from outside.
 */
static void push(const penalty_system *self, const penalty_near *near, double fx, double fy,
                 const double *x, double *a, double *g)
{
    size_t n = self->problem->count;
    a[near->a] -= fx * self->inverse_mass[near->a];
    a[n + near->a] -= fy * self->inverse_mass[near->a];
    if (near->wall || self->inverse_mass[near->b] == 0) {
        book_outside(self, near->a, -fx, -fy, x, g);
        return;
    }
    a[near->b] += fx * self->inverse_mass[near->b];
    a[n + near->b] += fy * self->inverse_mass[near->b];
    if (self->inverse_mass[near->a] == 0) {
        book_outside(self, near->b, fx, fy, x, g);
    }
}

static bool acts(const penalty_scene *scene, size_t k, const penalty_geometry *at)
{
    penalty_watch what;
    if (scene->located == NULL) {
        return at->overlap_m > 0;
    }
    what = (penalty_watch)scene->located->watch[k];
    return what == PENALTY_ON ? at->overlap_m > -INFINITY
                              : what == PENALTY_ARMED && at->overlap_m > 0;
}

/* One evaluation of the forces. */
typedef struct {
    const penalty_scene *scene;
    const double *x, *v;
    double *g;
} evaluation;

/* What every pair does; who it is done to follows, pair by pair, so that sums have one order. */
static void evaluate(void *context, size_t part, size_t from, size_t to)
{
    const evaluation *e = context;
    const penalty_system *self = e->scene->system;
    (void)part;
    for (size_t k = from; k < to; k++) {
        const penalty_near *near = &self->near[k];
        penalty_geometry at = carom_penalty_geometry(self, near, e->x, e->v);
        double *own = &e->g[PENALTY_PAIRS + 2 * k];
        self->acting[k] = acts(e->scene, k, &at);
        own[0] = own[1] = 0;
        if (self->acting[k]) {
            carom_force force = self->law->force(&near->contact, at.overlap_m, at.rate_mps);
            own[0] = force.total_N;
            own[1] = (force.total_N - force.elastic_N) * at.rate_mps;
            self->normal[2 * k] = at.nx;
            self->normal[2 * k + 1] = at.ny;
        }
    }
}

void carom_penalty_rates(const void *context, const double *x, const double *v, double *a,
                         double *g)
{
    const penalty_scene *scene = context;
    const penalty_system *self = scene->system;
    evaluation e = {scene, x, v, g};
    g[PENALTY_TORQUE] = add_gravity(self, x, a);
    g[PENALTY_FORCE_X] = g[PENALTY_FORCE_Y] = g[PENALTY_FRICTION] = 0;
    if (self->rolling != NULL) {
        add_friction(self, scene->step_s, x, v, a, g);
    }
    carom_parallel(self->team, self->nears, evaluate, &e);
    for (size_t k = 0; k < self->nears; k++) {
        if (self->acting[k]) {
            double force = g[PENALTY_PAIRS + 2 * k];
            push(self, &self->near[k], force * self->normal[2 * k], force * self->normal[2 * k + 1],
                 x, a, g);
        }
    }
}

void carom_penalty_book(const penalty_system *self, const penalty_motion *motion,
                        carom_accounts *accounts)
{
    carom_sum_add(&accounts->angular, motion->q[PENALTY_TORQUE]);
    carom_sum_add(&accounts->dissipated, motion->q[PENALTY_FRICTION]);
    carom_sum_add(&accounts->impulse_x, motion->q[PENALTY_FORCE_X]);
    carom_sum_add(&accounts->impulse_y, motion->q[PENALTY_FORCE_Y]);
    for (size_t k = 0; k < self->nears; k++) {
        if (motion->q[PENALTY_PAIRS + 2 * k + 1] != 0) {
            carom_sum_add(&accounts->dissipated, motion->q[PENALTY_PAIRS + 2 * k + 1]);
        }
    }
}

double carom_penalty_elastic(const penalty_system *self, const penalty_motion *motion,
                             size_t *contacts, double *deepest)
{
    carom_sum energy = {0};
    for (size_t k = 0; k < self->nears; k++) {
        penalty_geometry at = carom_penalty_geometry(self, &self->near[k], motion->x, motion->v);
        if (at.overlap_m > 0 && (motion->watch == NULL || carom_penalty_is_on(motion, k))) {
            carom_sum_add(&energy, self->law->energy(&self->near[k].contact, at.overlap_m));
        }
        if (at.overlap_m > 0) {
            ++*contacts;
            *deepest = fmax(*deepest, at.overlap_m);
        }
    }
    return carom_sum_value(&energy);
}

double carom_penalty_switch_loss(const penalty_system *self, const penalty_motion *motion,
                                 size_t switched)
{
    const penalty_near *near;
    penalty_geometry at;
    double held;
    if (switched >= self->nears) {
        return 0;
    }
    near = &self->near[switched];
    at = carom_penalty_geometry(self, near, motion->x, motion->v);
    held = at.overlap_m > 0 ? self->law->energy(&near->contact, at.overlap_m) : 0;
    return carom_penalty_is_on(motion, switched) ? -held : held;
}
