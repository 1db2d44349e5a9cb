/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What acts on the balls: gravity in the plane, friction, and the force law on every overlap; and
 * what that gives and takes. */
#include "solvers/penalty/penalty.h"
#include <math.h>
#include <string.h>

/* Torque of weight and its part of every acceleration. */
static double add_gravity(const penalty_system *self, const double *x, double *a)
{
    static const carom_vec none = {0, 0};
    const carom_problem *problem = self->problem;
    carom_vec g = problem->gravity_mps2;
    size_t n = problem->count;
    double torque = 0;
    memset(a, 0, carom_penalty_coordinates(self) * sizeof *a);
    if (carom_vec_is_zero(g)) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        carom_vec arm = carom_torque_arm(problem, carom_penalty_of(self, x, i));
        bool fixed = self->constants.inverse_mass[i] == 0;
        carom_penalty_set(self, a, i, fixed ? none : g);
        torque += fixed ? 0 : problem->ball[i].mass_kg * carom_vec_cross(arm, g);
    }
    return torque;
}

/* What pushes ball i from outside: force and its torque about the table's centre. */
static void book_outside(const penalty_system *self, size_t i, carom_vec force, const double *x,
                         double *g)
{
    carom_vec arm = carom_torque_arm(self->problem, carom_penalty_of(self, x, i));
    g[PENALTY_TORQUE] += carom_vec_cross(arm, force);
    g[PENALTY_FORCE_X] += force.x;
    g[PENALTY_FORCE_Y] += force.y;
}

/* Changes the acceleration of ball i. */
static void accelerate(const penalty_system *self, double *a, size_t i, double factor,
                       carom_vec along)
{
    carom_penalty_set(self, a, i, carom_vec_ahead(carom_penalty_of(self, a, i), factor, along));
}

/* Rolling resistance and drag, m (a + b v^2) against the motion. A ball that resistance would turn
 * round within a step is slowed in proportion to its speed instead, so that it comes to rest and
 * stays there. */
static void add_friction(const penalty_system *self, double step_s, const double *x,
                         const double *v, double *a, double *g)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        carom_rolling r = self->rolling[i];
        carom_vec own = carom_penalty_of(self, v, i);
        double speed = carom_vec_length(own), slowest = r.a * step_s, slowing;
        if (speed == 0 || self->constants.inverse_mass[i] == 0) {
            continue;
        }
        slowing = r.b * speed + r.a / (speed > slowest ? speed : slowest);
        accelerate(self, a, i, -slowing, own);
        slowing *= self->problem->ball[i].mass_kg;
        book_outside(self, i, carom_vec_times(-slowing, own), x, g);
        g[PENALTY_FRICTION] += slowing * speed * speed;
    }
}

/* Pushes ball a back along -n, and b forward. What a wall or a fixed ball does comes from outside.
 */
static void push(const penalty_system *self, const penalty_near *near, carom_vec force,
                 const double *x, double *a, double *g)
{
    accelerate(self, a, near->a, -self->constants.inverse_mass[near->a], force);
    if (near->wall || self->constants.inverse_mass[near->b] == 0) {
        book_outside(self, near->a, carom_vec_times(-1, force), x, g);
        return;
    }
    accelerate(self, a, near->b, self->constants.inverse_mass[near->b], force);
    if (self->constants.inverse_mass[near->a] == 0) {
        book_outside(self, near->b, force, x, g);
    }
}

/* One evaluation of the forces. */
typedef struct {
    const penalty_scene *scene;
    const double *x, *v;
    double *g;
} evaluation;

/* Surfaces that hold go on to do so while they slide over to the next part of the wall, though that
 * pushes by itself. */
static void rub(const evaluation *e, size_t k, const penalty_geometry *at)
{
    const penalty_system *self = e->scene->system;
    penalty_geometry beside = *at;
    if (!self->contacts.acting[k] && at->overlap_m == -INFINITY &&
        e->scene->hold[k] != PENALTY_NONE) {
        beside = carom_penalty_rubbing_at(self, k, e->x, e->v);
        self->contacts.acting[k] = beside.overlap_m > 0;
        self->contacts.normal[k] = beside.normal;
    }
    carom_penalty_rub(e->scene, k, &beside, e->x, e->v, e->g);
}

/* Whether two balls are apart and hold each other by nothing, as most near pairs; then that is
 * said. */
static inline bool is_idle(const evaluation *e, size_t k)
{
    const penalty_scene *scene = e->scene;
    const penalty_system *self = scene->system;
    if (scene->located != NULL || (scene->hold != NULL && scene->hold[k] != PENALTY_NONE) ||
        !carom_penalty_is_apart(self, &self->neighbours.near[k], e->x)) {
        return false;
    }
    self->contacts.acting[k] = false;
    if (self->friction.acts) {
        double *rubs = &e->g[carom_penalty_rubbed(self, k)];
        rubs[0] = rubs[1] = 0;
    }
    return true;
}

/* What every pair does; who it is done to follows, pair by pair, so that sums have one order. */
static void evaluate(const evaluation *e)
{
    const penalty_system *self = e->scene->system;
    for (size_t k = 0; k < self->neighbours.nears; k++) {
        const penalty_near *near = &self->neighbours.near[k];
        double *own = &e->g[PENALTY_PAIRS + 2 * k];
        penalty_geometry at;
        own[0] = own[1] = 0;
        if (is_idle(e, k)) {
            continue;
        }
        at = carom_penalty_geometry(self, near, e->x, e->v);
        self->contacts.acting[k] = carom_penalty_acts(e->scene, k, &at);
        if (self->contacts.acting[k]) {
            carom_force force = self->model.law->force(&near->contact, at.overlap_m, at.rate_mps);
            own[0] = force.total_N;
            own[1] = (force.total_N - force.elastic_N) * at.rate_mps;
            self->contacts.normal[k] = at.normal;
        }
        if (self->friction.acts) {
            rub(e, k, &at);
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
    evaluate(&e);
    for (size_t k = 0; k < self->neighbours.nears; k++) {
        if (self->contacts.acting[k]) {
            carom_vec force = carom_vec_times(g[PENALTY_PAIRS + 2 * k], self->contacts.normal[k]);
            double rubs = self->friction.acts ? g[carom_penalty_rubbed(self, k)] : 0;
            if (rubs != 0) {
                force = carom_vec_ahead(force, rubs, carom_vec_left(self->contacts.normal[k]));
                carom_penalty_turn(self, k, rubs, a, g);
            }
            push(self, &self->neighbours.near[k], force, x, a, g);
        }
    }
    if (self->friction.acts) {
        carom_penalty_stretch(self, scene->hold, scene->part_s, x, v, a);
    }
}

void carom_penalty_book(const penalty_system *self, const penalty_motion *motion,
                        carom_accounts *accounts)
{
    carom_sum_add(&accounts->angular, motion->q[PENALTY_TORQUE]);
    carom_sum_add(&accounts->dissipated, motion->q[PENALTY_FRICTION]);
    carom_accounts_add_impulse(accounts,
                               (carom_vec){motion->q[PENALTY_FORCE_X], motion->q[PENALTY_FORCE_Y]});
    for (size_t k = 0; k < self->neighbours.nears; k++) {
        if (motion->q[PENALTY_PAIRS + 2 * k + 1] != 0) {
            carom_sum_add(&accounts->dissipated, motion->q[PENALTY_PAIRS + 2 * k + 1]);
        }
    }
    for (size_t k = 0; k < self->neighbours.nears && self->friction.acts; k++) {
        double lost = carom_penalty_rubbed_off(self, motion, k);
        if (lost != 0) {
            carom_sum_add(&accounts->dissipated, lost);
        }
    }
}

double carom_penalty_elastic(const penalty_system *self, const penalty_motion *motion,
                             size_t *contacts, double *deepest)
{
    carom_sum energy = {0};
    for (size_t k = 0; k < self->neighbours.nears; k++) {
        penalty_geometry at = carom_penalty_geometry(self, &self->neighbours.near[k], motion->x,
                                                     motion->v);
        if (at.overlap_m > 0 && (motion->watch == NULL || carom_penalty_is_on(motion, k))) {
            carom_sum_add(&energy,
                          self->model.law->energy(&self->neighbours.near[k].contact, at.overlap_m));
        }
        if (self->friction.acts) {
            carom_sum_add(&energy, carom_penalty_held(self, motion, k));
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
    if (switched >= self->neighbours.nears) {
        return 0;
    }
    near = &self->neighbours.near[switched];
    at = carom_penalty_geometry(self, near, motion->x, motion->v);
    held = at.overlap_m > 0 ? self->model.law->energy(&near->contact, at.overlap_m) : 0;
    return carom_penalty_is_on(motion, switched) ? -held : held + motion->dropped_J;
}
