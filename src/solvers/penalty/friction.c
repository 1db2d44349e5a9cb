/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction between surfaces (Cundall and Strack, Geotechnique 29, 47 (1979)). The slip speed of two
 * surfaces in contact is
 *
 *     g = (v_a - v_b).t + omega_a l_a + omega_b l_b,  l_i = r_i (1 - overlap/reach).
 *
 * Both arms l_i end at one point between the centres, so the pair conserves angular momentum. A
 * tangential spring integrates the slip: xi' = g, F = k_t xi on b along t, k_t = kappa k_n, while
 * |F| <= mu F_n. Beyond that limit the surfaces slide, and xi is reset to the limit.
 *
 * If k_n grows with the overlap, the stiffness is incremental (Mindlin): F' = k_t g while the
 * overlap grows. While it shrinks, F = k_t xi again (Thornton and Randall, Micromechanics of
 * Granular Materials (1988)), otherwise unloading would create energy.
 *
 * For the integrator a spin is the velocity of an angle. A spring is a coordinate with velocity g,
 * whose acceleration follows from those of the balls. Each integrator therefore keeps its order,
 * and a symplectic one remains symplectic. */
#include "solvers/penalty/penalty.h"

/* ---- slip ---- */

penalty_slip carom_penalty_slip(const penalty_block *block, const penalty_pair *pair,
                                const penalty_geometry *at, const double *v)
{
    const penalty_friction *surfaces = &pair->friction;
    double shrink = 1 - at->overlap_m / pair->reach_m;
    const double *spin = v + 2 * block->balls;
    carom_vec t = carom_vec_rotate_left(at->normal);
    penalty_slip s = {.arm_a = shrink * surfaces->radius_a};
    s.speed = carom_vec_dot(carom_penalty_vec(v, pair->a), t) + spin[pair->a] * s.arm_a;
    if (!pair->wall) {
        s.arm_b = shrink * surfaces->radius_b;
        s.speed += spin[pair->b] * s.arm_b - carom_vec_dot(carom_penalty_vec(v, pair->b), t);
    }
    return s;
}

/* Angular velocity of the normal (rad/s). `past`: velocity of a relative to b along t (m/s) */
static double normal_rotation_rate(const penalty_block *block, const penalty_pair *pair,
                                   const penalty_geometry *at, double past)
{
    double distance = pair->reach_m - at->overlap_m;
    return pair->wall
             ? past * carom_walls_normal_rotation_1pm(block->shared->problem, at->part, distance)
             : -past / distance;
}

/* Rates of the slip speed and of the closing speed, m/s^2. */
typedef struct {
    double slip, approach;
} penalty_slip_rates;

/* Rates of a slip, from the accelerations `a` of all coordinates. */
static penalty_slip_rates slip_rates(const penalty_block *block, const penalty_pair *pair,
                                     const penalty_geometry *at, const penalty_slip *s,
                                     const double *v, const double *a)
{
    const penalty_friction *surfaces = &pair->friction;
    const double *spin = v + 2 * block->balls, *spin_rates = a + 2 * block->balls;
    carom_vec t = carom_vec_rotate_left(at->normal), past = carom_penalty_vec(v, pair->a),
              pushed = carom_penalty_vec(a, pair->a);
    double rim_acceleration = spin_rates[pair->a] * s->arm_a,
           rim = spin[pair->a] * surfaces->radius_a, rotation;
    if (!pair->wall) {
        past = carom_vec_subtract(past, carom_penalty_vec(v, pair->b));
        pushed = carom_vec_subtract(pushed, carom_penalty_vec(a, pair->b));
        rim_acceleration += spin_rates[pair->b] * s->arm_b;
        rim += spin[pair->b] * surfaces->radius_b;
    }
    rotation = normal_rotation_rate(block, pair, at, carom_vec_dot(past, t));
    return (penalty_slip_rates){carom_vec_dot(pushed, t) - rotation * at->rate_mps +
                                    rim_acceleration - at->rate_mps / pair->reach_m * rim,
                                carom_vec_dot(pushed, at->normal) +
                                    rotation * carom_vec_dot(past, t)};
}

/* ---- the spring ---- */

penalty_stiffness carom_penalty_stiffness(const penalty_block *block, const penalty_pair *pair,
                                          const penalty_geometry *at)
{
    if (block->shared->model.law->linear) {
        return (penalty_stiffness){pair->friction.ratio * pair->contact.stiffness, 0};
    }
    if (!(at->overlap_m > 0)) {
        return (penalty_stiffness){0, 0};
    }
    carom_slope slope = carom_force_law_slope(block->shared->model.law, &pair->contact,
                                              at->overlap_m);
    return (penalty_stiffness){pair->friction.ratio * slope.N_per_m,
                               slope.logarithmic_m * at->rate_mps};
}

static double friction_coefficient(const penalty_block *block, const penalty_pair *pair,
                                   double speed)
{
    return carom_problem_friction(block->shared->problem, pair->friction.mu, fabs(speed));
}

double carom_penalty_normal_force(const penalty_block *block, const penalty_pair *pair,
                                  const penalty_geometry *at)
{
    return block->shared->model.law->force(&pair->contact, at->overlap_m, at->rate_mps).total_N;
}

/* Coulomb's limit mu F_n (N); 0 while a dashpot pulls. */
static double coulomb_limit(const penalty_block *block, const penalty_pair *pair,
                            const penalty_geometry *at, double speed)
{
    double normal_N = carom_penalty_normal_force(block, pair, at);
    return normal_N > 0 ? friction_coefficient(block, pair, speed) * normal_N : 0;
}

/* Force of surfaces that slide (N): Coulomb's limit, along t or against it. */
static double sliding_force(const penalty_block *block, const penalty_pair *pair,
                            unsigned char state, const penalty_geometry *at, double speed)
{
    double limit = coulomb_limit(block, pair, at, speed);
    return state == PENALTY_SLIDE_FORWARD ? limit : -limit;
}

static double clamp(double force, double limit)
{
    return force > limit ? limit : (force < -limit ? -limit : force);
}

static double spring_force(unsigned char state, double coordinate, const penalty_stiffness *k)
{
    return state == PENALTY_STICK_LOADING ? coordinate : k->N_per_m * coordinate;
}

static double spring_energy(double force, const penalty_stiffness *k)
{
    return k->N_per_m > 0 ? 0.5 * force * force / k->N_per_m : 0;
}

/* Force of a spring at the first step in contact, from the time since the onset by linear
 * extrapolation. k_t has grown from 0 as a power of the overlap. */
static double first_force(const penalty_block *block, const penalty_pair *pair,
                          const penalty_geometry *at, double speed, double step_s)
{
    penalty_stiffness now = carom_penalty_stiffness(block, pair, at);
    double since = at->rate_mps > 0 ? at->overlap_m / at->rate_mps : 0;
    since = since < step_s ? since : step_s;
    return now.N_per_m * speed * since / (1 + now.growth_per_s * since);
}

/* Power lost (W) as k_t changes: F stays while the stiffness grows, xi while it shrinks. */
static double stiffness_loss(unsigned char state, double force, const penalty_stiffness *k)
{
    double energy = spring_energy(force, k);
    return state == PENALTY_STICK_LOADING ? energy * k->growth_per_s : -energy * k->growth_per_s;
}

/* ---- an evaluation of the forces ---- */

static double acting_force(const penalty_block *block, const penalty_pair *pair,
                           const penalty_geometry *at, const penalty_slip *s, double spring)
{
    unsigned char state = pair->friction_state;
    if (carom_penalty_is_sliding(state)) {
        return sliding_force(block, pair, state, at, s->speed);
    }
    if (block->shared->model.exact) {
        return spring; /* reaching the limit is an event */
    }
    return clamp(state == PENALTY_NO_SPRING
                     ? first_force(block, pair, at, s->speed, block->segment_s)
                     : spring,
                 coulomb_limit(block, pair, at, s->speed));
}

void carom_penalty_evaluate_friction(penalty_block *block, penalty_pair *pair,
                                     const penalty_geometry *at, const double *x, const double *v,
                                     double *g)
{
    double *own = &g[carom_penalty_friction_index(block, pair)];
    unsigned char state = pair->friction_state;
    bool acts = pair->acting;
    own[0] = own[1] = 0;
    bool sticks = carom_penalty_is_sticking(state) && isfinite(at->overlap_m);
    pair->site.at = *at;
    if ((acts || sticks) && pair->friction.mu > 0) {
        penalty_slip s = carom_penalty_slip(block, pair, at, v);
        penalty_stiffness spring = carom_penalty_stiffness(block, pair, at);
        double coordinate = x[carom_penalty_spring_index(block, pair)];
        double spring_N = sticks ? spring_force(state, coordinate, &spring) : 0;
        pair->site.slip = s;
        pair->site.arm = 1 - at->overlap_m / pair->reach_m;
        own[0] = acts ? acting_force(block, pair, at, &s, spring_N) : 0;
        own[1] = (own[0] - spring_N) * s.speed + stiffness_loss(state, spring_N, &spring);
    }
}

static double spring_velocity(const penalty_block *block, const penalty_pair *pair,
                              const penalty_geometry *at, double speed)
{
    return pair->friction_state == PENALTY_STICK_LOADING
             ? carom_penalty_stiffness(block, pair, at).N_per_m * speed
             : speed;
}

/* Acceleration of the coordinate of a sticking spring; for adaptive methods its velocity
 * (first_order in carom_motion). Where k_t grows as a root of the overlap, F'' = k_t g' + k_t' g is
 * infinite at the onset, and error control cannot bound the jump of F' in the first sub-step. For
 * fixed steps the growth rate is limited to 1/h. */
static double spring_acceleration(const penalty_block *block, const penalty_pair *pair, double h,
                                  const double *v, const double *a)
{
    unsigned char state = pair->friction_state;
    const penalty_geometry *at = &pair->site.at;
    const penalty_slip *s = &pair->site.slip;
    if (!isfinite(at->overlap_m)) {
        return 0;
    }
    if (block->shared->model.integrator->evaluations == 0) {
        return spring_velocity(block, pair, at, s->speed);
    }
    double rate = slip_rates(block, pair, at, s, v, a).slip;
    if (state == PENALTY_STICK) {
        /* 0 after the separation; an exact contact ends only by its event */
        return block->shared->model.exact || at->overlap_m > 0 ? rate : 0;
    }
    penalty_stiffness now = carom_penalty_stiffness(block, pair, at);
    double growth = now.growth_per_s < 1 / h ? now.growth_per_s : 1 / h;
    return now.N_per_m * (rate + growth * s->speed);
}

void carom_penalty_accelerate_springs(const penalty_block *block, double h, const double *v,
                                      double *a)
{
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        bool sticks = carom_penalty_is_sticking(pair->friction_state);
        a[3 * block->balls + k] = sticks ? spring_acceleration(block, pair, h, v, a) : 0;
    }
}

/* Sets the velocity of a spring, and renews the rates reused from the last step. */
static void init_spring_velocity(penalty_block *block, penalty_pair *pair)
{
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    double *velocity = &block->v[carom_penalty_spring_index(block, pair)];
    *velocity = 0;
    if (block->known) {
        carom_penalty_evaluate_friction(block, pair, &at, block->x, block->v, block->g);
    }
    if (carom_penalty_is_sticking(pair->friction_state) && isfinite(at.overlap_m)) {
        double speed = carom_penalty_slip(block, pair, &at, block->v).speed;
        *velocity = spring_velocity(block, pair, &at, speed);
    }
}

/* Springs may have been limited since the last step, so rates reused from it are renewed. */
void carom_penalty_init_springs(penalty_block *block, double h)
{
    block->step_s = block->segment_s = h;
    for (size_t k = 0; k < block->pairs; k++) {
        if (block->pair[k].friction_state != PENALTY_NO_SPRING) {
            init_spring_velocity(block, &block->pair[k]);
        }
    }
    if (block->known) {
        carom_penalty_accelerate_springs(block, h, block->v, block->a);
    }
}

/* ---- energy ---- */

double carom_penalty_tangential_force(const penalty_block *block, const penalty_pair *pair,
                                      unsigned char state, const penalty_geometry *at,
                                      const double *x, const double *v)
{
    if (carom_penalty_is_sticking(state)) {
        penalty_stiffness spring = carom_penalty_stiffness(block, pair, at);
        return spring_force(state, x[carom_penalty_spring_index(block, pair)], &spring);
    }
    return carom_penalty_is_sliding(state)
             ? sliding_force(block, pair, state, at, carom_penalty_slip(block, pair, at, v).speed)
             : 0;
}

double carom_penalty_tangential_energy(const penalty_block *block, const penalty_pair *pair,
                                       unsigned char state, const double *x, const double *v)
{
    penalty_geometry at = carom_penalty_geometry(block, pair, x, v);
    penalty_stiffness spring = carom_penalty_stiffness(block, pair, &at);
    return spring_energy(carom_penalty_tangential_force(block, pair, state, &at, x, v), &spring);
}

/* While surfaces slide, the stretch of the spring follows the limit, and friction dissipates the
 * work minus the change of spring energy. The state after the event at the end may differ. */
double carom_penalty_friction_loss(const penalty_block *block, const penalty_pair *pair)
{
    double lost = block->q[carom_penalty_friction_index(block, pair) + 1];
    unsigned char state = pair->friction_before;
    if (block->shared->model.exact && carom_penalty_is_sliding(state)) {
        lost -= carom_penalty_tangential_energy(block, pair, state, block->x, block->v) -
                carom_penalty_tangential_energy(block, pair, state, block->x_before,
                                                block->v_before);
    }
    return lost;
}

/* ---- contacts: grid ---- */

void carom_penalty_drop_spring(penalty_block *block, penalty_pair *pair)
{
    pair->friction_state = PENALTY_NO_SPRING;
    block->x[carom_penalty_spring_index(block, pair)] =
        block->v[carom_penalty_spring_index(block, pair)] = 0;
}

/* Sets the spring of pair k to stick with this force (N). */
static void set_spring(penalty_block *block, penalty_pair *pair, double force,
                       const penalty_geometry *at)
{
    penalty_stiffness now = carom_penalty_stiffness(block, pair, at);
    bool presses = !block->shared->model.law->linear && at->rate_mps > 0;
    pair->friction_state = presses ? PENALTY_STICK_LOADING : PENALTY_STICK;
    block->x[carom_penalty_spring_index(block, pair)] = presses         ? force
                                                      : now.N_per_m > 0 ? force / now.N_per_m
                                                                        : 0;
}

/* @return energy dissipated, J */
static double limit_spring(penalty_block *block, penalty_pair *pair)
{
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    unsigned char state = pair->friction_state;
    double before = carom_penalty_tangential_energy(block, pair, state, block->x, block->v);
    pair->friction_before = state;
    if (at.overlap_m <= 0) {
        carom_penalty_drop_spring(block, pair);
        block->g[carom_penalty_friction_index(block, pair) + 1] =
            0; /* no friction at the start of the next step */
        return before;
    }
    penalty_slip s = carom_penalty_slip(block, pair, &at, block->v);
    double force = state == PENALTY_NO_SPRING
                     ? first_force(block, pair, &at, s.speed, block->shared->step_s)
                     : carom_penalty_tangential_force(block, pair, state, &at, block->x, block->v);
    double limit = coulomb_limit(block, pair, &at, s.speed);
    if (fabs(force) > limit) {
        pair->friction_before = force > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
    }
    set_spring(block, pair, clamp(force, limit), &at);
    return before -
           carom_penalty_tangential_energy(block, pair, pair->friction_state, block->x, block->v);
}

void carom_penalty_limit_springs(penalty_block *block)
{
    for (size_t n = 0; n < block->tracked_count; n++) {
        penalty_pair *pair = &block->pair[block->tracked[n]];
        if (pair->friction.mu > 0) {
            double lost = limit_spring(block, pair);
            block->q[carom_penalty_friction_index(block, pair) + 1] += lost;
            carom_sum_add(&block->shared->sums.dissipated, lost);
        }
    }
}

/* ---- contacts: exact: stick and slide events ---- */

/* Surfaces begin to slide when the force of the tangential spring reaches Coulomb's limit mu F_n.
 * They stick again when the force of a spring would grow more slowly than the limit. */

/* Coulomb's limit after a time t (may be negative) at constant rates, also beyond the contact
 * end. */
static double limit_after(const penalty_block *block, const penalty_pair *pair,
                          const penalty_geometry *at, double speed, penalty_slip_rates rates,
                          double t)
{
    penalty_geometry then = *at;
    then.overlap_m += t * at->rate_mps;
    then.rate_mps += t * rates.approach;
    return friction_coefficient(block, pair, speed + t * rates.slip) *
           carom_penalty_normal_force(block, pair, &then);
}

bool carom_penalty_needs_accelerations(const penalty_block *block, const penalty_pair *pair)
{
    return carom_penalty_is_sliding(pair->friction_state) &&
           (pair->contact.viscosity != 0 || block->shared->problem->friction_law.slip_dependent);
}

/* Rate of Coulomb's limit (N/s), by a central difference over a time in which the overlap changes
 * little. */
static double limit_rate(const penalty_block *block, const penalty_pair *pair,
                         const penalty_geometry *at, const penalty_slip *s, const double *v,
                         const double *a)
{
    static const double fraction = 1e-4, shallow = 1e-3;
    penalty_slip_rates rates = {0, 0};
    double own = shallow * at->overlap_m / fabs(at->rate_mps),
           dt = fraction * block->shared->step_s;
    dt = own > 0 && own < dt ? own : dt;
    if (a != NULL) {
        rates = slip_rates(block, pair, at, s, v, a);
    }
    return (limit_after(block, pair, at, s->speed, rates, dt) -
            limit_after(block, pair, at, s->speed, rates, -dt)) /
           (2 * dt);
}

/* Rate of the force of a sliding contact, if its spring stuck, minus the rate of Coulomb's limit
 * (N/s), in the direction of the force: > 0 while surfaces slide. */
static double slip_excess(const penalty_block *block, const penalty_pair *pair,
                          const penalty_geometry *at, const double *v, const double *a)
{
    double sign = pair->friction_state == PENALTY_SLIDE_FORWARD ? 1 : -1;
    penalty_slip s = carom_penalty_slip(block, pair, at, v);
    penalty_stiffness spring = carom_penalty_stiffness(block, pair, at);
    double limit = coulomb_limit(block, pair, at, s.speed);
    double grows = sign * spring.N_per_m * s.speed;
    grows += spring.growth_per_s < 0 ? limit * spring.growth_per_s : 0;
    return grows - limit_rate(block, pair, at, &s, v, a);
}

/* Margin of a sticking spring to Coulomb's limit, plus the rounding error of the overlap. A force
 * (N) for linear laws, a stretch (m) for others: their stiffness vanishes with the overlap. Both
 * forces are then 0 at the separation, which would hide a limit that was exceeded before. */
static double friction_margin(const penalty_block *block, const penalty_pair *pair,
                              const penalty_geometry *at, double speed, double coordinate)
{
    double limit = coulomb_limit(block, pair, at, speed);
    double k_t = carom_penalty_stiffness(block, pair, at).N_per_m, ratio = pair->friction.ratio;
    double slack = carom_penalty_rounding(pair) * pair->friction.mu;
    if (block->shared->model.law->linear) {
        return limit - fabs(k_t * coordinate) + slack * pair->contact.stiffness;
    }
    if (ratio == 0) {
        return 1; /* the spring has no force */
    }
    if (pair->friction_state == PENALTY_STICK) {
        return (k_t > 0 ? limit / k_t : 0) - fabs(coordinate) + slack / ratio;
    }
    return limit - fabs(coordinate) + slack * k_t / ratio;
}

/* Signal of a sticking contact: margin to the limit. For nonlinear laws it also becomes negative
 * when the overlap starts to grow or to shrink. */
static double sticking_margin(const penalty_block *block, const penalty_pair *pair,
                              const penalty_geometry *at, const double *x, const double *v)
{
    penalty_slip s = carom_penalty_slip(block, pair, at, v);
    double left = friction_margin(block, pair, at, s.speed,
                                  x[carom_penalty_spring_index(block, pair)]);
    double reverses = pair->friction_state == PENALTY_STICK_LOADING ? at->rate_mps : -at->rate_mps;
    if (block->shared->model.law->linear ||
        fabs(at->rate_mps) * pair->duration_s < carom_penalty_rounding(pair)) {
        return left;
    }
    return left < reverses ? left : reverses;
}

double carom_penalty_friction_signal(const penalty_block *block, const penalty_pair *pair,
                                     const double *x, const double *v, const double *a)
{
    penalty_geometry at = carom_penalty_geometry(block, pair, x, v);
    double normal, excess;
    if (!isfinite(at.overlap_m)) {
        return 1;
    }
    normal = carom_penalty_normal_force(block, pair, &at);
    switch (pair->friction_state) {
    case PENALTY_STICK:
    case PENALTY_STICK_LOADING: return sticking_margin(block, pair, &at, x, v);
    case PENALTY_PULLED_APART: return -normal;
    case PENALTY_SLIDE_FORWARD:
    case PENALTY_SLIDE_BACKWARD:
        excess = slip_excess(block, pair, &at, v, a);
        return pair->contact.viscosity != 0 && normal < excess ? normal : excess;
    default: return 1;
    }
}

/* Friction state at the onset. Both forces start at 0: the surfaces slide at once if the spring
 * force would grow faster than the limit. With a dashpot F_n jumps (Hooke) or grows faster than the
 * spring (Hertz), and they stick. */
void carom_penalty_begin_friction(penalty_block *block, penalty_pair *pair)
{
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    double speed = carom_penalty_slip(block, pair, &at, block->v).speed;
    double mu = carom_problem_friction(block->shared->problem, pair->friction.mu, fabs(speed));
    if (pair->friction.mu == 0) {
        return;
    }
    block->x[carom_penalty_spring_index(block, pair)] = 0;
    if (pair->contact.viscosity == 0 && at.overlap_m <= carom_penalty_rounding(pair) &&
        pair->friction.ratio * fabs(speed) > mu * at.rate_mps) {
        pair->friction_state = speed > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
    } else {
        set_spring(block, pair, 0, &at);
    }
}

void carom_penalty_switch_friction(penalty_block *block, penalty_pair *pair, const double *a)
{
    unsigned char state = pair->friction_state;
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    double force = carom_penalty_tangential_force(block, pair, state, &at, block->x, block->v);
    double normal = carom_penalty_normal_force(block, pair, &at);
    double speed = carom_penalty_slip(block, pair, &at, block->v).speed;
    double left = coulomb_limit(block, pair, &at, speed) - fabs(force);
    bool reverses = !block->shared->model.law->linear &&
                    (state == PENALTY_STICK_LOADING) == (at.rate_mps <= 0);
    if (state == PENALTY_PULLED_APART) {
        set_spring(block, pair, 0, &at);
    } else if (carom_penalty_is_sticking(state) && reverses && left > 0) {
        /* defined by the event, not by rounding */
        at.rate_mps = state == PENALTY_STICK_LOADING ? -1 : 1;
        set_spring(block, pair, force, &at);
    } else if (carom_penalty_is_sticking(state)) {
        pair->friction_state = force > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
    } else if (pair->contact.viscosity != 0 &&
               normal < slip_excess(block, pair, &at, block->v, a)) {
        pair->friction_state = PENALTY_PULLED_APART;
    } else {
        set_spring(block, pair, force, &at);
    }
    block->known = false;
}
