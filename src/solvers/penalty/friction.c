/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction between surfaces (Cundall and Strack, Geotechnique 29, 47 (1979)). Surfaces in contact
 * slip past each other at
 *
 *     g = (v_a - v_b).t + omega_a l_a + omega_b l_b,  l_i = r_i (1 - overlap/reach),
 *
 * arms to one point between the centres, so that the pair's angular momentum is kept. A spring
 * takes it up, xi' = g, F = k_t xi on b along t, k_t = kappa k_n, until |F| = mu F_n; there they
 * slide, and xi is set back to where the limit is. Where k_n grows with the overlap the stiffness
 * is incremental (Mindlin): F' = k_t g while the overlap grows; while it shrinks F = k_t xi again
 * (Thornton and Randall, Micromechanics of Granular Materials (1988)), since else unloading would
 * make energy.
 *
 * To an integrator spins are velocities, of angles, and a spring is a coordinate whose velocity is
 * g and whose acceleration follows from those of the balls: so each method carries it to its order,
 * and one that is symplectic stays so. */
#include "scene/scene.h"
#include "solvers/penalty/penalty.h"
#include <math.h>
#include <string.h>

/* ---- how surfaces slip ---- */

/* Of near pair k, a wall's part that its ball is not before any more: the one that it is; k: none.
 */
static size_t wall_beside(const penalty_springs *springs, size_t k, const double *x,
                          const double *v)
{
    const penalty_near *near = springs->near;
    size_t found = k;
    for (size_t m = 0; m < springs->nears && found == k; m++) {
        if (near[m].wall && near[m].a == near[k].a &&
            isfinite(carom_penalty_geometry(springs, &near[m], x, v).overlap_m)) {
            found = m;
        }
    }
    return found;
}

/* The near pair whose place and normal are those at which the surfaces of near pair k rub: itself,
 * but while a contact slides over from one part of the wall to the next. */
static size_t place_of(const penalty_springs *springs, size_t k, const double *x, const double *v)
{
    return springs->problem->part != NULL && springs->near[k].wall &&
                   carom_penalty_geometry(springs, &springs->near[k], x, v).overlap_m == -INFINITY
             ? wall_beside(springs, k, x, v)
             : k;
}

penalty_geometry carom_penalty_rubbing_at(const penalty_springs *springs, size_t k, const double *x,
                                          const double *v)
{
    return carom_penalty_geometry(springs, &springs->near[place_of(springs, k, x, v)], x, v);
}

static const double *spins(const penalty_springs *springs, const double *v)
{
    return v + 2 * springs->balls;
}

penalty_slip carom_penalty_slip(const penalty_springs *springs, const penalty_near *near,
                                const penalty_geometry *at, const double *v)
{
    const penalty_grip *grip = &springs->friction.grip[near - springs->near];
    double part = 1 - at->overlap_m / near->reach_m;
    const double *spin = spins(springs, v);
    carom_vec t = carom_vec_left(at->normal);
    penalty_slip s = {.arm_a = part * grip->radius_a};
    s.speed = carom_vec_dot(carom_penalty_of(springs, v, near->a), t) + spin[near->a] * s.arm_a;
    if (!near->wall) {
        s.arm_b = part * grip->radius_b;
        s.speed += spin[near->b] * s.arm_b -
                   carom_vec_dot(carom_penalty_of(springs, v, near->b), t);
    }
    return s;
}

/* How fast the normal turns, rad/s, where a goes past b at `past` along t. */
static double turning(const penalty_springs *springs, const penalty_near *near,
                      const penalty_geometry *at, double past)
{
    double distance = near->reach_m - at->overlap_m;
    return near->wall ? past * carom_walls_turn_1pm(springs->problem,
                                                    near->b - springs->problem->count, distance)
                      : -past / distance;
}

penalty_slip_rates carom_penalty_slip_rates(const penalty_springs *springs,
                                            const penalty_near *near, const penalty_geometry *at,
                                            const penalty_slip *s, const double *v, const double *a)
{
    const penalty_grip *grip = &springs->friction.grip[near - springs->near];
    const double *spin = spins(springs, v), *spun = spins(springs, a);
    carom_vec t = carom_vec_left(at->normal), past = carom_penalty_of(springs, v, near->a),
              pushed = carom_penalty_of(springs, a, near->a);
    double turned = spun[near->a] * s->arm_a, rim = spin[near->a] * grip->radius_a, turns;
    if (!near->wall) {
        past = carom_vec_minus(past, carom_penalty_of(springs, v, near->b));
        pushed = carom_vec_minus(pushed, carom_penalty_of(springs, a, near->b));
        turned += spun[near->b] * s->arm_b;
        rim += spin[near->b] * grip->radius_b;
    }
    turns = turning(springs, near, at, carom_vec_dot(past, t));
    return (penalty_slip_rates){carom_vec_dot(pushed, t) - turns * at->rate_mps + turned -
                                    at->rate_mps / near->reach_m * rim,
                                carom_vec_dot(pushed, at->normal) + turns * carom_vec_dot(past, t)};
}

/* ---- the spring ---- */

penalty_grip carom_penalty_grip_of(const penalty_springs *springs, const carom_ball *a,
                                   const carom_ball *b)
{
    const penalty_dampings *by = &springs->model.epoch[springs->model.changed];
    const carom_pair *pair = carom_problem_pair(springs->problem, a, b);
    double lambda = b == NULL ? by->wall.lambda : by->ball.lambda;
    carom_rub rub = carom_pair_rub(springs->problem, a, b);
    double inverse = 1 / carom_pair_reduced_mass(a, b);
    if (pair != NULL) {
        lambda = by->pair[pair - springs->problem->pair].lambda;
    }
    return (penalty_grip){.friction = rub.friction,
                          .ratio = isnan(springs->friction.tangential_ratio)
                                     ? lambda * inverse / carom_pair_inverse_tangential_mass(a, b)
                                     : springs->friction.tangential_ratio,
                          .radius_a = a->radius_m,
                          .radius_b = b == NULL ? 0 : b->radius_m,
                          .turn_a = a->radius_m * carom_ball_inverse_inertia(a),
                          .turn_b = b == NULL ? 0 : b->radius_m * carom_ball_inverse_inertia(b)};
}

penalty_stiffness carom_penalty_stiffness(const penalty_springs *springs, size_t k,
                                          const penalty_geometry *at)
{
    carom_slope slope;
    if (springs->model.law->linear) {
        return (penalty_stiffness){
            springs->friction.grip[k].ratio * springs->near[k].contact.stiffness, 0};
    }
    if (!(at->overlap_m > 0)) {
        return (penalty_stiffness){0, 0};
    }
    slope = carom_force_law_slope(springs->model.law, &springs->near[k].contact, at->overlap_m);
    return (penalty_stiffness){springs->friction.grip[k].ratio * slope.N_per_m,
                               slope.logarithmic_m * at->rate_mps};
}

double carom_penalty_friction(const penalty_springs *springs, size_t k, double speed)
{
    return carom_problem_friction(springs->problem, springs->friction.grip[k].friction,
                                  fabs(speed));
}

double carom_penalty_normal_force(const penalty_springs *springs, size_t k,
                                  const penalty_geometry *at)
{
    return springs->model.law->force(&springs->near[k].contact, at->overlap_m, at->rate_mps)
        .total_N;
}

double carom_penalty_limit(const penalty_springs *springs, size_t k, const penalty_geometry *at,
                           double speed)
{
    double normal_N = carom_penalty_normal_force(springs, k, at);
    return normal_N > 0 ? carom_penalty_friction(springs, k, speed) * normal_N : 0;
}

static double clamp(double force, double limit)
{
    return force > limit ? limit : (force < -limit ? -limit : force);
}

/* Force of a spring that holds, before any limit. */
static double spring_force(unsigned char hold, double coordinate, const penalty_stiffness *k)
{
    return hold == PENALTY_PRESSED ? coordinate : k->N_per_m * coordinate;
}

static double spring_energy(double force, const penalty_stiffness *k)
{
    return k->N_per_m > 0 ? 0.5 * force * force / k->N_per_m : 0;
}

/* What a spring has that begins to be seen only now, so long after the touch as straight lines say;
 * k_t has grown from 0 as a power of the overlap. */
static double first_force(const penalty_springs *springs, size_t k, const penalty_geometry *at,
                          double speed, double step_s)
{
    penalty_stiffness now = carom_penalty_stiffness(springs, k, at);
    double since = at->rate_mps > 0 ? at->overlap_m / at->rate_mps : 0;
    since = since < step_s ? since : step_s;
    return now.N_per_m * speed * since / (1 + now.growth_per_s * since);
}

/* What the spring's own rule takes as k_t changes, W: of F at a stiffness that grows, of xi at one
 * that shrinks. */
static double own_loss(unsigned char hold, double force, const penalty_stiffness *k)
{
    double energy = spring_energy(force, k);
    return hold == PENALTY_PRESSED ? energy * k->growth_per_s : -energy * k->growth_per_s;
}

/* ---- an evaluation of the forces ---- */

static double acting_force(const penalty_forces *forces, size_t k, const penalty_geometry *at,
                           const penalty_slip *s, double spring)
{
    const penalty_springs *springs = forces->springs;
    unsigned char hold = forces->hold[k];
    double limit = carom_penalty_limit(springs, k, at, s->speed);
    if (carom_penalty_is_sliding(hold)) {
        return hold == PENALTY_SLIDE_ON ? limit : -limit;
    }
    if (forces->watch != NULL) {
        return spring; /* its limit is located too */
    }
    return clamp(hold == PENALTY_NONE ? first_force(springs, k, at, s->speed, forces->part_s)
                                      : spring,
                 limit);
}

void carom_penalty_rub(const penalty_forces *forces, size_t k, const penalty_geometry *at,
                       const double *x, const double *v, double *g)
{
    const penalty_springs *springs = forces->springs;
    double *own = &g[carom_penalty_rubbed(springs, k)];
    unsigned char hold = forces->hold[k];
    bool acts = forces->evaluated->acting[k];
    own[0] = own[1] = 0;
    bool holds = carom_penalty_is_held(hold) && isfinite(at->overlap_m); /* see geometry.c */
    forces->evaluated->rubbing[k].at = *at;
    if ((acts || holds) && springs->friction.grip[k].friction > 0) {
        penalty_slip s = carom_penalty_slip(springs, &springs->near[k], at, v);
        penalty_stiffness spring = carom_penalty_stiffness(springs, k, at);
        double coordinate = x[carom_penalty_spring(springs, k)];
        double held = holds ? spring_force(hold, coordinate, &spring) : 0;
        forces->evaluated->rubbing[k].slip = s;
        forces->evaluated->rubbing[k].arm = 1 - at->overlap_m / springs->near[k].reach_m;
        own[0] = acts ? acting_force(forces, k, at, &s, held) : 0;
        own[1] = (own[0] - held) * s.speed + own_loss(hold, held, &spring);
    }
}

void carom_penalty_turn(const penalty_springs *springs, size_t k, double force, double arm,
                        double *a, double *g)
{
    const penalty_near *near = &springs->near[k];
    const penalty_grip *grip = &springs->friction.grip[k];
    double *spun = a + 2 * springs->balls, push = -force * arm;
    spun[near->a] += push * grip->turn_a;
    if (near->wall || grip->turn_b == 0) {
        g[PENALTY_TORQUE] += push * grip->radius_a;
    }
    if (!near->wall) {
        spun[near->b] += push * grip->turn_b;
        g[PENALTY_TORQUE] += grip->turn_a == 0 ? push * grip->radius_b : 0;
    }
}

/* Velocity of the spring's coordinate where surfaces slip at this speed. */
static double pace_of(const penalty_springs *springs, size_t k, unsigned char hold,
                      const penalty_geometry *at, double speed)
{
    return hold == PENALTY_PRESSED ? carom_penalty_stiffness(springs, k, at).N_per_m * speed
                                   : speed;
}

/* Acceleration of the coordinate of a spring that holds, as surfaces rub at near pair @p place; its
 * velocity for adaptive methods (first_order in carom_motion). F'' = k_t g' + k_t' g is infinite at
 * an onset where k_t grows as a root of the overlap: no error control keeps the jump of F' that the
 * first sub-step makes there. Fixed steps of h do not resolve more than 1/h. */
static double spring_rate(const penalty_springs *springs, size_t k, size_t place,
                          unsigned char hold, double h, const penalty_rubbing *rubs,
                          const double *v, const double *a)
{
    const penalty_geometry *at = &rubs->at;
    const penalty_slip *s = &rubs->slip;
    double rate, growth;
    penalty_stiffness now;
    if (!isfinite(at->overlap_m)) {
        return 0;
    }
    if (springs->model.integrator->evaluations == 0) {
        return pace_of(springs, k, hold, at, s->speed);
    }
    rate = carom_penalty_slip_rates(springs, &springs->near[place], at, s, v, a).slip;
    if (hold == PENALTY_STICK) {
        /* not of one that has parted; located, who touches does, whatever rounding says */
        return springs->model.located || at->overlap_m > 0 ? rate : 0;
    }
    now = carom_penalty_stiffness(springs, k, at);
    growth = now.growth_per_s < 1 / h ? now.growth_per_s : 1 / h;
    return now.N_per_m * (rate + growth * s->speed);
}

/* As the evaluation at work has it; where the next part of the wall may be meant, anew. */
static penalty_rubbing rubbing_of(const penalty_springs *springs, penalty_rubbing rubs,
                                  size_t place, const double *x, const double *v)
{
    const penalty_near *near = &springs->near[place];
    if (springs->problem->part != NULL) {
        rubs.at = carom_penalty_geometry(springs, near, x, v);
        rubs.slip = carom_penalty_slip(springs, near, &rubs.at, v);
    }
    return rubs;
}

void carom_penalty_stretch(const penalty_springs *springs, const penalty_rubbing *rubbing,
                           const unsigned char *hold, double h, const double *x, const double *v,
                           double *a)
{
    for (size_t k = 0; k < springs->nears; k++) {
        double *spring = &a[carom_penalty_spring(springs, k)];
        *spring = 0;
        if (carom_penalty_is_held(hold[k])) {
            size_t place = place_of(springs, k, x, v);
            penalty_rubbing rubs = rubbing_of(springs, rubbing[k], place, x, v);
            *spring = spring_rate(springs, k, place, hold[k], h, &rubs, v, a);
        }
    }
}

/* The same of a spring that is there, and its rates that the last step left for this one. */
static void begin_spring(const penalty_forces *forces, penalty_motion *motion, size_t k)
{
    const penalty_springs *springs = forces->springs;
    unsigned char hold = motion->hold[k];
    penalty_geometry at = carom_penalty_rubbing_at(springs, k, motion->x, motion->v);
    double *pace = &motion->v[carom_penalty_spring(springs, k)];
    *pace = 0;
    if (motion->known) {
        /* a look ahead may have asked elsewhere since */
        forces->evaluated->acting[k] = carom_penalty_acts(forces, k, &at);
        carom_penalty_rub(forces, k, &at, motion->x, motion->v, motion->g);
    }
    if (carom_penalty_is_held(hold) && isfinite(at.overlap_m)) {
        double speed = carom_penalty_slip(springs, &springs->near[k], &at, motion->v).speed;
        *pace = pace_of(springs, k, hold, &at, speed);
    }
}

/* Rates that the last step left for this one are renewed where springs have been set back since. */
void carom_penalty_begin_part(const penalty_springs *springs, penalty_motion *motion, double h)
{
    penalty_forces forces = {springs, motion->watch, motion->hold, h, h, motion->evaluated};
    for (size_t k = 0; k < springs->nears; k++) {
        if (motion->hold[k] != PENALTY_NONE) {
            begin_spring(&forces, motion, k);
        }
    }
    if (motion->known) {
        carom_penalty_stretch(springs, motion->evaluated->rubbing, motion->hold, h, motion->x,
                              motion->v, motion->a);
    }
}

/* ---- what it holds and takes ---- */

/* The force as carom_penalty_rub has it, but not clamped where contacts are seen on the grid. */
double carom_penalty_spring_force_at(const penalty_springs *springs, size_t k, unsigned char hold,
                                     const penalty_geometry *at, const double *x, const double *v)
{
    penalty_stiffness spring = carom_penalty_stiffness(springs, k, at);
    if (carom_penalty_is_held(hold)) {
        return spring_force(hold, x[carom_penalty_spring(springs, k)], &spring);
    }
    if (carom_penalty_is_sliding(hold)) {
        double speed = carom_penalty_slip(springs, &springs->near[k], at, v).speed;
        double limit = carom_penalty_limit(springs, k, at, speed);
        return hold == PENALTY_SLIDE_ON ? limit : -limit;
    }
    return 0;
}

/* Energy in a spring whose surfaces rub at the geometry @p at, J. */
static double held_here(const penalty_springs *springs, size_t k, unsigned char hold,
                        const penalty_geometry *at, const double *x, const double *v)
{
    penalty_stiffness spring;
    if (hold == PENALTY_NONE || hold == PENALTY_LOOSE) {
        return 0;
    }
    spring = carom_penalty_stiffness(springs, k, at);
    return spring_energy(carom_penalty_spring_force_at(springs, k, hold, at, x, v), &spring);
}

static double held_at(const penalty_springs *springs, size_t k, unsigned char hold, const double *x,
                      const double *v)
{
    penalty_geometry at = carom_penalty_rubbing_at(springs, k, x, v);
    return held_here(springs, k, hold, &at, x, v);
}

double carom_penalty_held(const penalty_springs *springs, const penalty_motion *motion, size_t k)
{
    return held_at(springs, k, motion->hold[k], motion->x, motion->v);
}

/* While surfaces slide, the spring is as long as the limit has it: the work less what it holds more
 * is friction's. What they do from the end on may be something else already. */
double carom_penalty_rubbed_off(const penalty_springs *springs, const penalty_motion *motion,
                                size_t k)
{
    double lost = motion->q[carom_penalty_rubbed(springs, k) + 1];
    unsigned char hold = motion->location.hold[k];
    if (springs->model.located && carom_penalty_is_sliding(hold)) {
        lost -= held_at(springs, k, hold, motion->x, motion->v) -
                held_at(springs, k, hold, motion->location.x, motion->location.v);
    }
    return lost;
}

/* ---- contacts: grid ---- */

void carom_penalty_drop_spring(const penalty_springs *springs, penalty_motion *motion, size_t k)
{
    motion->hold[k] = PENALTY_NONE;
    motion->x[carom_penalty_spring(springs, k)] = motion->v[carom_penalty_spring(springs, k)] = 0;
}

/* A spring of that force from here on. */
void carom_penalty_hold_on(const penalty_springs *springs, penalty_motion *motion, size_t k,
                           double force, const penalty_geometry *at)
{
    penalty_stiffness now = carom_penalty_stiffness(springs, k, at);
    bool presses = !springs->model.law->linear && at->rate_mps > 0;
    motion->hold[k] = presses ? PENALTY_PRESSED : PENALTY_STICK;
    motion->x[carom_penalty_spring(springs, k)] = presses         ? force
                                                : now.N_per_m > 0 ? force / now.N_per_m
                                                                  : 0;
}

double carom_penalty_set_back(const penalty_springs *springs, penalty_motion *motion, size_t k,
                              const penalty_geometry *at, bool *slid)
{
    double before, force, limit;
    penalty_slip s;
    *slid = false;
    before = carom_penalty_held(springs, motion, k);
    if (springs->friction.grip[k].friction == 0) {
        return 0;
    }
    if (at->overlap_m <= 0) {
        carom_penalty_drop_spring(springs, motion, k);
        motion->g[carom_penalty_rubbed(springs, k) + 1] = 0; /* the next step begins without it */
        return before;
    }
    s = carom_penalty_slip(springs, &springs->near[k], at, motion->v);
    force = motion->hold[k] == PENALTY_NONE
              ? first_force(springs, k, at, s.speed, springs->step_s)
              : carom_penalty_spring_force_at(springs, k, motion->hold[k], at, motion->x,
                                              motion->v);
    limit = carom_penalty_limit(springs, k, at, s.speed);
    *slid = fabs(force) > limit;
    carom_penalty_hold_on(springs, motion, k, clamp(force, limit), at);
    return before - held_here(springs, k, motion->hold[k], at, motion->x, motion->v);
}
