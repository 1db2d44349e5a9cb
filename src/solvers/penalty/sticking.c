/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contacts: located: where surfaces begin to slide, and to stick again, inside a step. A spring
 * that holds is at Coulomb's limit mu F_n when its force is; one that is held there by the limit
 * holds by itself again when its force would grow more slowly than the limit. Between such instants
 * the force is smooth. */
#include "solvers/penalty/rubbing.h"
#include <math.h>

/* mu F_n so long after now, should all rates stay; it does not end with the overlap. */
static double limit_after(const penalty_system *self, size_t k, const penalty_geometry *at,
                          double speed, penalty_slip_rates rates, double t)
{
    penalty_geometry then = *at;
    then.overlap_m += t * at->rate_mps;
    then.rate_mps += t * rates.approach;
    return carom_penalty_friction(self, k, speed + t * rates.slip) *
           carom_penalty_normal_force(self, k, &then);
}

/* The rate of Coulomb's limit as things move now, N/s, by a central difference over so short a time
 * that the overlap changes by a small part. Where it depends on the approach or on the slip, so do
 * their rates; else nobody asks for accelerations. */
static double limit_rate(const penalty_system *self, penalty_motion *motion, size_t k,
                         const penalty_geometry *at, const double *x, const double *v,
                         const penalty_slip *s)
{
    static const double part = 1e-4, shallow = 1e-3;
    penalty_slip_rates rates = {0, 0};
    double own = shallow * at->overlap_m / fabs(at->rate_mps), dt = part * self->step_s;
    dt = own > 0 && own < dt ? own : dt;
    if (self->neighbours.near[k].contact.viscosity != 0 || !carom_penalty_rubs_plainly(self)) {
        penalty_scene scene = {self, motion, motion->hold, self->step_s, self->step_s};
        double *a = motion->rates, *g = a + carom_penalty_coordinates(self);
        carom_penalty_rates(&scene, x, v, a, g);
        rates = carom_penalty_slip_rates(self, &self->neighbours.near[k], at, s, v, a);
    }
    return (limit_after(self, k, at, s->speed, rates, dt) -
            limit_after(self, k, at, s->speed, rates, -dt)) /
           (2 * dt);
}

/* How much faster than Coulomb's limit the force of a spring would grow, N/s, which is at the limit
 * of that sign: > 0 while surfaces slide. */
static double slipping(const penalty_system *self, penalty_motion *motion, size_t k, double sign,
                       const penalty_geometry *at, const double *x, const double *v)
{
    penalty_slip s = carom_penalty_slip(self, &self->neighbours.near[k], at, v);
    penalty_stiffness spring = carom_penalty_stiffness(self, k, at);
    double limit = carom_penalty_limit(self, k, carom_penalty_normal_force(self, k, at), s.speed);
    double grows = sign * spring.N_per_m * s.speed;
    grows += spring.growth_per_s < 0 ? limit * spring.growth_per_s : 0;
    return grows - limit_rate(self, motion, k, at, x, v, &s);
}

static double sign_of(unsigned char hold)
{
    return hold == PENALTY_SLIDE_ON ? 1 : -1;
}

/* What is left of a spring that holds to Coulomb's limit, and more than rounding of the overlap: of
 * forces, N; of stretches, m, where the stiffness falls with the overlap, since there both forces
 * vanish at the release, and after it, and say nothing of a limit that was passed before. */
static double left_of(const penalty_system *self, size_t k, unsigned char hold,
                      const penalty_geometry *at, double speed, double coordinate)
{
    static const double rounding = 1e-13;
    const penalty_near *near = &self->neighbours.near[k];
    double limit = carom_penalty_limit(self, k, carom_penalty_normal_force(self, k, at), speed);
    double k_t = carom_penalty_stiffness(self, k, at).N_per_m, ratio = self->friction.grip[k].ratio;
    double slack = rounding * near->reach_m * self->friction.grip[k].friction;
    if (self->model.law->linear) {
        return limit - fabs(k_t * coordinate) + slack * near->contact.stiffness;
    }
    if (ratio == 0) {
        return 1; /* a spring without force */
    }
    if (hold == PENALTY_STICK) {
        return (k_t > 0 ? limit / k_t : 0) - fabs(coordinate) + slack / ratio;
    }
    return limit - fabs(coordinate) + slack * k_t / ratio;
}

/* Of a contact that sticks: what is left to the limit; under a law that hardens, so long as the
 * overlap goes on to grow, or to shrink. */
static double stuck(const penalty_system *self, const penalty_motion *motion, size_t k,
                    const penalty_geometry *at, const double *x, const double *v)
{
    static const double rounding = 1e-13;
    const penalty_near *near = &self->neighbours.near[k];
    unsigned char hold = motion->hold[k];
    penalty_slip s = carom_penalty_slip(self, near, at, v);
    double left = left_of(self, k, hold, at, s.speed, x[carom_penalty_spring(self, k)]);
    double turns = hold == PENALTY_PRESSED ? at->rate_mps : -at->rate_mps;
    if (self->model.law->linear ||
        fabs(at->rate_mps) * near->duration_s < rounding * near->reach_m) {
        return left;
    }
    return left < turns ? left : turns;
}

double carom_penalty_hold_signal(const penalty_system *self, penalty_motion *motion, size_t k,
                                 const double *x, const double *v)
{
    unsigned char hold = motion->hold[k];
    penalty_geometry at = carom_penalty_rubbing_at(self, k, x, v);
    double normal, slides;
    if (!isfinite(at.overlap_m)) {
        return 1; /* slid over to another part of the wall: see walls.c */
    }
    normal = carom_penalty_normal_force(self, k, &at);
    switch (hold) {
    case PENALTY_STICK:
    case PENALTY_PRESSED: return stuck(self, motion, k, &at, x, v);
    case PENALTY_LOOSE: return -normal;
    case PENALTY_SLIDE_ON:
    case PENALTY_SLIDE_BACK:
        slides = slipping(self, motion, k, sign_of(hold), &at, x, v);
        return self->neighbours.near[k].contact.viscosity != 0 && normal < slides ? normal : slides;
    default: return 1;
    }
}

/* From no force at all: it slides at once if a spring's force would outgrow the limit. Where a
 * dashpot presses from the first, it sticks. */
void carom_penalty_take_hold(const penalty_system *self, penalty_motion *motion, size_t k)
{
    const penalty_near *near = &self->neighbours.near[k];
    penalty_geometry at = carom_penalty_rubbing_at(self, k, motion->x, motion->v);
    double speed = carom_penalty_slip(self, near, &at, motion->v).speed;
    double mu = carom_problem_friction(self->problem, self->friction.grip[k].friction, fabs(speed));
    if (self->friction.grip[k].friction == 0) {
        return;
    }
    motion->x[carom_penalty_spring(self, k)] = 0;
    if (near->contact.viscosity == 0 &&
        self->friction.grip[k].ratio * fabs(speed) > mu * at.rate_mps) {
        motion->hold[k] = speed > 0 ? PENALTY_SLIDE_ON : PENALTY_SLIDE_BACK;
    } else {
        carom_penalty_hold_on(self, motion, k, 0, &at);
    }
}

void carom_penalty_let_go(const penalty_system *self, penalty_motion *motion, size_t k)
{
    motion->dropped_J = carom_penalty_held(self, motion, k);
    carom_penalty_drop_spring(self, motion, k);
}

void carom_penalty_change_hold(const penalty_system *self, penalty_motion *motion, size_t k)
{
    const penalty_near *near = &self->neighbours.near[k];
    unsigned char hold = motion->hold[k];
    penalty_geometry at = carom_penalty_rubbing_at(self, k, motion->x, motion->v);
    double force = carom_penalty_spring_force_at(self, k, hold, &at, motion->x, motion->v);
    double normal = carom_penalty_normal_force(self, k, &at);
    double speed = carom_penalty_slip(self, near, &at, motion->v).speed;
    double left = carom_penalty_limit(self, k, normal, speed) - fabs(force);
    bool turns = !self->model.law->linear && (hold == PENALTY_PRESSED) == (at.rate_mps <= 0);
    if (hold == PENALTY_LOOSE) {
        carom_penalty_hold_on(self, motion, k, 0, &at);
    } else if (carom_penalty_is_held(hold) && turns && left > 0) {
        at.rate_mps = hold == PENALTY_PRESSED ? -1 : 1; /* by decree, whatever rounding says */
        carom_penalty_hold_on(self, motion, k, force, &at);
    } else if (carom_penalty_is_held(hold)) {
        motion->hold[k] = force > 0 ? PENALTY_SLIDE_ON : PENALTY_SLIDE_BACK;
    } else if (near->contact.viscosity != 0 &&
               normal < slipping(self, motion, k, sign_of(hold), &at, motion->x, motion->v)) {
        motion->hold[k] = PENALTY_LOOSE;
    } else {
        carom_penalty_hold_on(self, motion, k, force, &at);
    }
    motion->known = false;
}
