/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces on the balls of a block, and their contribution to the energy and momentum budget:
 * gravity, rolling resistance, contacts, and friction between surfaces in contact.
 *
 * Friction is that of Cundall and Strack, Geotechnique 29, 47 (1979). The slip speed of two
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

/* ---- a pair at an instant ---- */

static penalty_stiffness tangential_stiffness(const penalty_block *block, const penalty_pair *pair,
                                              const penalty_geometry *geometry)
{
    const carom_force_law *law = block->shared->law;
    if (law->linear) {
        return (penalty_stiffness){pair->friction.ratio * pair->contact.stiffness, 0};
    }
    if (!(geometry->overlap_m > 0)) {
        return (penalty_stiffness){0, 0};
    }
    carom_slope slope = carom_force_law_slope(law, &pair->contact, geometry->overlap_m);
    return (penalty_stiffness){pair->friction.ratio * slope.N_per_m,
                               slope.logarithmic_m * geometry->rate_mps};
}

penalty_instant carom_penalty_instant_at(const penalty_block *block, const penalty_pair *pair,
                                         const penalty_geometry *geometry, const double *x,
                                         const double *v)
{
    const penalty_friction *surfaces = &pair->friction;
    const double *spin = v + 2 * block->balls, shrink = 1 - geometry->overlap_m / pair->reach_m;
    carom_vec t = carom_vec_rotate_left(geometry->normal);
    penalty_slip s = {.arm_a = shrink * surfaces->radius_a};
    s.speed = carom_vec_dot(carom_penalty_vec(v, pair->a), t) + spin[pair->a] * s.arm_a;
    if (!pair->wall) {
        s.arm_b = shrink * surfaces->radius_b;
        s.speed += spin[pair->b] * s.arm_b - carom_vec_dot(carom_penalty_vec(v, pair->b), t);
    }
    return (penalty_instant){.block = block,
                             .pair = pair,
                             .geometry = *geometry,
                             .slip = s,
                             .spring = tangential_stiffness(block, pair, geometry),
                             .coordinate = x[carom_penalty_spring_index(block, pair)]};
}

static penalty_instant instant_at(const penalty_block *block, const penalty_pair *pair,
                                  const double *x, const double *v)
{
    penalty_geometry geometry = carom_penalty_geometry(block, pair, x, v);
    return carom_penalty_instant_at(block, pair, &geometry, x, v);
}

/* ---- Coulomb's law ---- */

static double friction_coefficient(const penalty_instant *now, double speed)
{
    return carom_problem_friction(now->block->shared->problem, now->pair->friction.mu, fabs(speed));
}

static double normal_force(const penalty_instant *now)
{
    return carom_penalty_normal_force(now->block, now->pair, &now->geometry);
}

/* Coulomb's limit mu F_n (N); 0 while a dashpot pulls. */
static double coulomb_limit(const penalty_instant *now)
{
    double normal_N = normal_force(now);
    return normal_N > 0 ? friction_coefficient(now, now->slip.speed) * normal_N : 0;
}

static bool is_sticking(unsigned char state)
{
    return state == PENALTY_STICK || state == PENALTY_STICK_LOADING;
}

/* The force of sliding surfaces along t has this sign. */
static double sliding_sign(unsigned char state)
{
    return state == PENALTY_SLIDE_FORWARD ? 1 : -1;
}

static unsigned char sliding_state(double along)
{
    return along > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
}

/* ---- the spring ---- */

static double spring_force(const penalty_instant *now, unsigned char state)
{
    return state == PENALTY_STICK_LOADING ? now->coordinate : now->spring.N_per_m * now->coordinate;
}

static double spring_energy(const penalty_instant *now, double force)
{
    return now->spring.N_per_m > 0 ? 0.5 * force * force / now->spring.N_per_m : 0;
}

double carom_penalty_tangential_force(const penalty_instant *now, unsigned char state)
{
    return is_sticking(state)              ? spring_force(now, state)
         : carom_penalty_is_sliding(state) ? sliding_sign(state) * coulomb_limit(now)
                                           : 0;
}

static double stored_energy(const penalty_instant *now, unsigned char state)
{
    return spring_energy(now, carom_penalty_tangential_force(now, state));
}

double carom_penalty_tangential_energy(const penalty_block *block, const penalty_pair *pair,
                                       unsigned char state, const double *x, const double *v)
{
    penalty_instant now = instant_at(block, pair, x, v);
    return stored_energy(&now, state);
}

static double spring_velocity(const penalty_pair *pair, double N_per_m, double speed)
{
    return pair->friction_state == PENALTY_STICK_LOADING ? N_per_m * speed : speed;
}

void carom_penalty_drop_spring(penalty_block *block, penalty_pair *pair)
{
    pair->friction_state = PENALTY_NO_SPRING;
    block->x[carom_penalty_spring_index(block, pair)] =
        block->v[carom_penalty_spring_index(block, pair)] = 0;
}

/* Sets the spring of a pair to stick with this force (N). rate_mps: of the overlap */
static void set_spring(penalty_block *block, penalty_pair *pair, double N_per_m, double force,
                       double rate_mps)
{
    bool presses = !block->shared->law->linear && rate_mps > 0;
    pair->friction_state = presses ? PENALTY_STICK_LOADING : PENALTY_STICK;
    block->x[carom_penalty_spring_index(block, pair)] = presses     ? force
                                                      : N_per_m > 0 ? force / N_per_m
                                                                    : 0;
}

/* ---- contacts: grid ---- */

static double clamp(double force, double limit)
{
    return force > limit ? limit : (force < -limit ? -limit : force);
}

/* Force before it is limited. A contact without a spring is at the end of its first step: its force
 * follows from the time since the onset by linear extrapolation. k_t has grown from 0 as a power of
 * the overlap. */
static double unlimited_force(const penalty_instant *now, double step_s)
{
    if (now->pair->friction_state != PENALTY_NO_SPRING) {
        return carom_penalty_tangential_force(now, now->pair->friction_state);
    }
    double since = now->geometry.rate_mps > 0 ? now->geometry.overlap_m / now->geometry.rate_mps
                                              : 0;
    since = since < step_s ? since : step_s;
    return now->spring.N_per_m * now->slip.speed * since / (1 + now->spring.growth_per_s * since);
}

void carom_penalty_limit_springs(penalty_block *block)
{
    for (size_t n = 0; n < block->tracked_count; n++) {
        penalty_pair *pair = &block->pair[block->tracked[n]];
        if (pair->friction.mu == 0) {
            continue;
        }
        size_t loss = carom_penalty_friction_index(block, pair) + 1;
        penalty_instant now = instant_at(block, pair, block->x, block->v);
        double lost_J = stored_energy(&now, pair->friction_state);
        if (now.geometry.overlap_m <= 0) {
            carom_penalty_drop_spring(block, pair);
            block->g[loss] = 0; /* no friction at the start of the next step */
        } else {
            double force = unlimited_force(&now, block->shared->step_s);
            double limit = coulomb_limit(&now);
            if (fabs(force) > limit) {
                pair->friction_before = sliding_state(force);
            }
            set_spring(block, pair, now.spring.N_per_m, clamp(force, limit), now.geometry.rate_mps);
            now.coordinate = block->x[carom_penalty_spring_index(block, pair)];
            lost_J -= stored_energy(&now, pair->friction_state);
        }
        block->q[loss] += lost_J;
        carom_sum_add(&block->shared->sums.dissipated, lost_J);
    }
}

/* ---- friction in an evaluation of the forces ---- */

/* Evaluates friction of a pair. Writes the tangential force (N, on b along t, the normal rotated by
 * +90 degrees) and the power of friction to g. */
static void evaluate_friction(penalty_block *block, penalty_pair *pair,
                              const penalty_geometry *geometry, const double *x, const double *v,
                              double *g)
{
    double *rates = &g[carom_penalty_friction_index(block, pair)];
    unsigned char state = pair->friction_state;
    bool acts = pair->acting;
    rates[0] = rates[1] = 0;
    bool sticks = is_sticking(state) && isfinite(geometry->overlap_m);
    pair->site.geometry = *geometry;
    if ((acts || sticks) && pair->friction.mu > 0) {
        penalty_instant now = carom_penalty_instant_at(block, pair, geometry, x, v);
        double spring_N = sticks ? spring_force(&now, state) : 0;
        pair->site.slip = now.slip;
        if (acts) { /* with exact contacts, reaching the limit is an event */
            rates[0] = block->shared->exact
                         ? carom_penalty_tangential_force(&now, state)
                         : clamp(unlimited_force(&now, block->segment_s), coulomb_limit(&now));
        }
        /* as k_t changes, F stays while k_t grows, and xi while it shrinks */
        double stored_J = spring_energy(&now, spring_N), growth = now.spring.growth_per_s;
        rates[1] = (rates[0] - spring_N) * now.slip.speed +
                   (state == PENALTY_STICK_LOADING ? stored_J * growth : -stored_J * growth);
    }
}

/* Rates of the slip speed and of the closing speed, m/s^2. */
typedef struct {
    double slip, approach;
} penalty_slip_rates;

/* Rates of a slip, from the accelerations `a` of all coordinates. */
static penalty_slip_rates slip_rates(const penalty_block *block, const penalty_pair *pair,
                                     const penalty_geometry *geometry, const penalty_slip *s,
                                     const double *v, const double *a)
{
    const penalty_friction *surfaces = &pair->friction;
    const double *spin = v + 2 * block->balls, *spin_rates = a + 2 * block->balls;
    carom_vec t = carom_vec_rotate_left(geometry->normal),
              relative_v = carom_penalty_vec(v, pair->a),
              relative_a = carom_penalty_vec(a, pair->a);
    double rim_acceleration = spin_rates[pair->a] * s->arm_a, distance,
           rim = spin[pair->a] * surfaces->radius_a, along, rotation; /* of the normal, rad/s */
    if (!pair->wall) {
        relative_v = carom_vec_subtract(relative_v, carom_penalty_vec(v, pair->b));
        relative_a = carom_vec_subtract(relative_a, carom_penalty_vec(a, pair->b));
        rim_acceleration += spin_rates[pair->b] * s->arm_b;
        rim += spin[pair->b] * surfaces->radius_b;
    }
    distance = pair->reach_m - geometry->overlap_m;
    along = carom_vec_dot(relative_v, t);
    rotation = pair->wall ? along * carom_walls_normal_rotation_1pm(block->shared->problem,
                                                                    geometry->part, distance)
                          : -along / distance;
    return (penalty_slip_rates){carom_vec_dot(relative_a, t) - rotation * geometry->rate_mps +
                                    rim_acceleration - geometry->rate_mps / pair->reach_m * rim,
                                carom_vec_dot(relative_a, geometry->normal) + rotation * along};
}

/* Acceleration of the coordinate of a sticking spring; for adaptive methods its velocity
 * (first_order in carom_motion). Where k_t grows as a root of the overlap, F'' = k_t g' + k_t' g is
 * infinite at the onset, and error control cannot bound the jump of F' in the first sub-step. For
 * fixed steps the growth rate is limited to 1/h. */
static double spring_acceleration(const penalty_block *block, const penalty_pair *pair, double h,
                                  const double *v, const double *a)
{
    const penalty_geometry *geometry = &pair->site.geometry;
    const penalty_slip *s = &pair->site.slip;
    if (!isfinite(geometry->overlap_m)) {
        return 0;
    }
    if (block->shared->integrator->evaluations == 0) {
        return spring_velocity(pair, tangential_stiffness(block, pair, geometry).N_per_m, s->speed);
    }
    double rate = slip_rates(block, pair, geometry, s, v, a).slip;
    if (pair->friction_state == PENALTY_STICK) {
        /* 0 after the separation; an exact contact ends only by its event */
        return block->shared->exact || geometry->overlap_m > 0 ? rate : 0;
    }
    penalty_stiffness now = tangential_stiffness(block, pair, geometry);
    double growth = now.growth_per_s < 1 / h ? now.growth_per_s : 1 / h;
    return now.N_per_m * (rate + growth * s->speed);
}

/* Computes the accelerations of all sticking springs from the accelerations of the balls. */
static void accelerate_springs(const penalty_block *block, double h, const double *v, double *a)
{
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        bool sticks = is_sticking(pair->friction_state);
        a[3 * block->balls + k] = sticks ? spring_acceleration(block, pair, h, v, a) : 0;
    }
}

/* Springs may have been limited since the last step, so rates reused from it are renewed. */
void carom_penalty_start_step(penalty_block *block, double h)
{
    bool friction = block->shared->friction;
    block->step_s = block->segment_s = h;
    for (size_t k = 0; k < block->pairs && friction; k++) {
        penalty_pair *pair = &block->pair[k];
        pair->friction_before = pair->friction_state;
        if (pair->friction_state == PENALTY_NO_SPRING) {
            continue;
        }
        penalty_instant now = instant_at(block, pair, block->x, block->v);
        bool sticks = is_sticking(pair->friction_state);
        double velocity = spring_velocity(pair, now.spring.N_per_m, now.slip.speed);
        velocity = sticks && isfinite(now.geometry.overlap_m) ? velocity : 0;
        block->v[carom_penalty_spring_index(block, pair)] = velocity;
        if (block->has_rates) {
            evaluate_friction(block, pair, &now.geometry, block->x, block->v, block->g);
        }
    }
    if (friction && block->has_rates) {
        accelerate_springs(block, h, block->v, block->a);
    }
    carom_penalty_copy_state(block, block->x, block->v, block->x_before, block->v_before);
}

/* While surfaces slide, the stretch of the spring follows the limit, and friction dissipates the
 * work minus the change of spring energy. The state after the event at the end may differ. */
double carom_penalty_friction_loss(const penalty_block *block, const penalty_pair *pair)
{
    double lost = block->q[carom_penalty_friction_index(block, pair) + 1];
    unsigned char state = pair->friction_before;
    if (block->shared->exact && carom_penalty_is_sliding(state)) {
        lost -= carom_penalty_tangential_energy(block, pair, state, block->x, block->v) -
                carom_penalty_tangential_energy(block, pair, state, block->x_before,
                                                block->v_before);
    }
    return lost;
}

/* ---- all forces ---- */

/* Sets all accelerations to gravity. @return torque of the weights */
static double add_gravity(const penalty_block *block, const double *x, double *a)
{
    static const carom_vec none = {0, 0};
    const carom_problem *problem = block->shared->problem;
    carom_vec g = problem->gravity_mps2;
    double torque = 0;
    memset(a, 0, carom_penalty_coordinates(block) * sizeof *a);
    if (carom_vec_is_zero(g)) {
        return 0;
    }
    for (size_t i = 0; i < block->balls; i++) {
        const carom_ball *ball = &problem->ball[block->ball[i]];
        carom_vec arm = carom_torque_arm(problem, carom_penalty_position(block, x, i));
        carom_penalty_set_vec(a, i, ball->fixed ? none : g);
        torque += ball->fixed ? 0 : ball->mass_kg * carom_vec_cross(arm, g);
    }
    return torque;
}

/* Adds an external force on ball i, and its torque about the table's centre. */
static void add_external_force(const penalty_block *block, size_t i, carom_vec force,
                               const double *x, double *g)
{
    carom_vec arm = carom_torque_arm(block->shared->problem, carom_penalty_position(block, x, i));
    g[PENALTY_TORQUE] += carom_vec_cross(arm, force);
    g[PENALTY_FORCE_X] += force.x;
    g[PENALTY_FORCE_Y] += force.y;
}

static void accelerate(double *a, size_t i, double factor, carom_vec along)
{
    carom_penalty_set_vec(a, i, carom_vec_add_scaled(carom_penalty_vec(a, i), factor, along));
}

/* Rolling resistance and drag, m (a + b v^2) against the motion. Resistance that would reverse a
 * ball within a step is scaled with the speed, and the ball stops. With exact contacts it also acts
 * against the other forces on a ball at rest, which it holds if they are weaker. */
static void add_rolling_resistance(const penalty_block *block, const double *x, const double *v,
                                   double *a, double *g)
{
    for (size_t i = 0; i < block->balls; i++) {
        const carom_ball *ball = &block->shared->problem->ball[block->ball[i]];
        carom_rolling r = block->shared->rolling[block->ball[i]];
        carom_vec velocity = carom_penalty_vec(v, i), along = velocity;
        double speed = carom_vec_length(velocity), slowest = r.a * block->step_s;
        double slowing = r.b * speed + r.a / (speed > slowest ? speed : slowest);
        if (ball->fixed) {
            continue;
        }
        if (speed < slowest && block->shared->exact) {
            carom_vec pull = carom_penalty_vec(a, i);
            double size = carom_vec_length(pull), held = size <= r.a ? 1 : r.a / size;
            along = carom_vec_add_scaled(velocity, (1 - speed / slowest) * held / slowing, pull);
        }
        if (carom_vec_is_zero(along)) {
            continue;
        }
        accelerate(a, i, -slowing, along);
        slowing *= ball->mass_kg;
        add_external_force(block, i, carom_vec_scale(-slowing, along), x, g);
        g[PENALTY_ROLLING_LOSS] += slowing * carom_vec_dot(along, velocity);
    }
}

/* Applies a force to ball b and its reaction to ball a. Forces of walls and fixed balls are
 * external. */
static void apply_force(const penalty_block *block, const penalty_pair *pair, carom_vec force,
                        const double *x, double *a, double *g)
{
    accelerate(a, pair->a, -pair->inverse_mass_a, force);
    if (pair->inverse_mass_b == 0) {
        add_external_force(block, pair->a, carom_vec_scale(-1, force), x, g);
        return;
    }
    accelerate(a, pair->b, pair->inverse_mass_b, force);
    if (pair->inverse_mass_a == 0) {
        add_external_force(block, pair->b, force, x, g);
    }
}

/* Adds the torque of a tangential force to the spins, and to the external torque. */
static void apply_torque(const penalty_block *block, const penalty_pair *pair, double force,
                         double *a, double *g)
{
    const penalty_friction *surfaces = &pair->friction;
    double *spin_rates = a + 2 * block->balls;
    double push = -force *
                  (1 - pair->site.geometry.overlap_m / pair->reach_m); /* arm over radius */
    spin_rates[pair->a] += push * surfaces->torque_factor_a;
    if (pair->wall || surfaces->torque_factor_b == 0) {
        g[PENALTY_TORQUE] += push * surfaces->radius_a;
    }
    if (!pair->wall) {
        spin_rates[pair->b] += push * surfaces->torque_factor_b;
        g[PENALTY_TORQUE] += surfaces->torque_factor_a == 0 ? push * surfaces->radius_b : 0;
    }
}

/* Evaluates the forces of all pairs and lists those that act. carom_penalty_rates adds them to the
 * balls afterwards, in a fixed order of summation. */
static void evaluate_pairs(penalty_block *block, const double *x, const double *v, double *g)
{
    const penalty_shared *shared = block->shared;
    bool friction = shared->friction, exact = shared->exact;
    size_t count = 0, pairs = block->pairs;
    for (size_t k = 0; k < pairs; k++) {
        penalty_pair *pair = &block->pair[k];
        double *pair_rates = &g[PENALTY_PAIRS + 2 * k];
        pair_rates[0] = pair_rates[1] = 0;
        if (!exact && pair->friction_state == PENALTY_NO_SPRING &&
            carom_penalty_is_separate(pair, x)) { /* as most are */
            pair->acting = false;
            if (friction) {
                double *friction_rates = &g[carom_penalty_friction_index(block, pair)];
                friction_rates[0] = friction_rates[1] = 0;
            }
            continue;
        }
        penalty_geometry geometry = carom_penalty_geometry(block, pair, x, v);
        pair->acting = exact
                         ? pair->contact_state == PENALTY_TOUCHING && geometry.overlap_m > -INFINITY
                         : geometry.overlap_m > 0;
        if (pair->acting) {
            carom_force force = shared->law->force(&pair->contact, geometry.overlap_m,
                                                   geometry.rate_mps);
            pair_rates[0] = force.total_N;
            pair_rates[1] = (force.total_N - force.elastic_N) * geometry.rate_mps;
            pair->normal = geometry.normal;
        }
        if (friction) {
            evaluate_friction(block, pair, &geometry, x, v, g);
        }
        block->acting[count] = (uint32_t)k;
        count += pair->acting;
    }
    block->acting_count = count;
}

void carom_penalty_rates(void *context, const double *x, const double *v, double *a, double *g)
{
    penalty_block *block = context;
    bool friction = block->shared->friction, exact = block->shared->exact,
         rolling = block->shared->rolling != NULL;
    g[PENALTY_TORQUE] = add_gravity(block, x, a);
    g[PENALTY_FORCE_X] = g[PENALTY_FORCE_Y] = g[PENALTY_ROLLING_LOSS] = 0;
    evaluate_pairs(block, x, v, g);
    if (rolling && !exact) {
        add_rolling_resistance(block, x, v, a, g);
    }
    for (size_t n = 0; n < block->acting_count; n++) {
        size_t k = block->acting[n];
        const penalty_pair *pair = &block->pair[k];
        carom_vec force = carom_vec_scale(g[PENALTY_PAIRS + 2 * k], pair->normal);
        double friction_N = friction ? g[carom_penalty_friction_index(block, pair)] : 0;
        if (friction_N != 0) {
            force = carom_vec_add_scaled(force, friction_N, carom_vec_rotate_left(pair->normal));
            apply_torque(block, pair, friction_N, a, g);
        }
        apply_force(block, pair, force, x, a, g);
    }
    if (rolling && exact) {
        add_rolling_resistance(block, x, v, a, g);
    }
    if (friction) {
        accelerate_springs(block, block->segment_s, v, a);
    }
}

void carom_penalty_update_budget(const penalty_block *block, carom_budget_sums *sums)
{
    carom_sum_add(&sums->angular, block->q[PENALTY_TORQUE]);
    carom_sum_add(&sums->dissipated, block->q[PENALTY_ROLLING_LOSS]);
    carom_budget_sums_add_impulse(
        sums, (carom_vec){block->q[PENALTY_FORCE_X], block->q[PENALTY_FORCE_Y]});
    for (size_t k = 0; k < block->pairs; k++) {
        if (block->q[PENALTY_PAIRS + 2 * k + 1] != 0) {
            carom_sum_add(&sums->dissipated, block->q[PENALTY_PAIRS + 2 * k + 1]);
        }
    }
    for (size_t k = 0; k < block->pairs && block->shared->friction; k++) {
        double lost = carom_penalty_friction_loss(block, &block->pair[k]);
        if (lost != 0) {
            carom_sum_add(&sums->dissipated, lost);
        }
    }
}

double carom_penalty_elastic_energy(const penalty_block *block, size_t *contacts, double *deepest)
{
    const penalty_shared *shared = block->shared;
    carom_sum energy = {0};
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        penalty_geometry geometry = carom_penalty_geometry(block, pair, block->x, block->v);
        if (geometry.overlap_m > 0 && (!shared->exact || pair->contact_state == PENALTY_TOUCHING)) {
            carom_sum_add(&energy, shared->law->energy(&pair->contact, geometry.overlap_m));
        }
        if (shared->friction) {
            carom_sum_add(&energy, carom_penalty_tangential_energy(
                                       block, pair, pair->friction_state, block->x, block->v));
        }
        if (geometry.overlap_m > 0) {
            ++*contacts;
            *deepest = fmax(*deepest, geometry.overlap_m);
        }
    }
    return carom_sum_value(&energy);
}

double carom_penalty_spring_energy(const penalty_block *block, const penalty_pair *pair)
{
    penalty_geometry geometry = carom_penalty_geometry(block, pair, block->x, block->v);
    return geometry.overlap_m > 0 ? block->shared->law->energy(&pair->contact, geometry.overlap_m)
                                  : 0;
}

double carom_penalty_switch_loss(const penalty_block *block, const penalty_pair *pair)
{
    double held = carom_penalty_spring_energy(block, pair);
    return pair->contact_state == PENALTY_TOUCHING ? -held : held + block->ended_spring_J;
}

/* ---- contacts: exact: stick and slide events ----
 * Surfaces begin to slide when the force of the tangential spring reaches Coulomb's limit mu F_n.
 * They stick again when the force of a spring would grow more slowly than the limit. */

/* Slip rates of a sliding contact, if its friction depends on them; otherwise 0. Evaluates the
 * forces: the pairs then have the results of this evaluation, as after those of an integrator. */
static penalty_slip_rates evaluate_slip_rates(penalty_block *block, const penalty_instant *now,
                                              const double *x, const double *v)
{
    double *a = block->rates, *g = a + carom_penalty_coordinates(block);
    if (now->pair->contact.viscosity == 0 && !block->shared->problem->friction_law.slip_dependent) {
        return (penalty_slip_rates){0, 0};
    }
    block->evaluations++;
    carom_penalty_rates(block, x, v, a, g);
    return slip_rates(block, now->pair, &now->geometry, &now->slip, v, a);
}

/* Coulomb's limit after a time t (may be negative) at constant rates, also beyond the contact
 * end. */
static double limit_after(const penalty_instant *now, penalty_slip_rates rates, double t)
{
    penalty_instant then = *now;
    then.geometry.overlap_m += t * now->geometry.rate_mps;
    then.geometry.rate_mps += t * rates.approach;
    return friction_coefficient(now, now->slip.speed + t * rates.slip) * normal_force(&then);
}

/* Rate of the force of a sliding contact, if its spring stuck, minus the rate of Coulomb's limit
 * (N/s), in the direction of the force: > 0 while surfaces slide. The limit's rate is a central
 * difference over a time in which the overlap changes little. */
static double slip_excess(const penalty_instant *now, penalty_slip_rates rates)
{
    static const double fraction = 1e-4, shallow = 1e-3;
    double limit = coulomb_limit(now);
    double excess = sliding_sign(now->pair->friction_state) * now->spring.N_per_m * now->slip.speed;
    double shallow_s = shallow * now->geometry.overlap_m / fabs(now->geometry.rate_mps),
           dt = fraction * now->block->shared->step_s;
    dt = shallow_s > 0 && shallow_s < dt ? shallow_s : dt;
    excess += now->spring.growth_per_s < 0 ? limit * now->spring.growth_per_s : 0;
    return excess - (limit_after(now, rates, dt) - limit_after(now, rates, -dt)) / (2 * dt);
}

/* Signal of a sticking contact: margin of its spring to Coulomb's limit, plus the rounding error of
 * the overlap. A force (N) for linear laws, a stretch (m) for others: their stiffness vanishes with
 * the overlap. Both forces are then 0 at the separation, which would hide a limit that was exceeded
 * before. For nonlinear laws the signal also becomes negative when the overlap starts to grow or to
 * shrink. */
static double sticking_margin(const penalty_instant *now)
{
    const penalty_pair *pair = now->pair;
    double limit = coulomb_limit(now), k_t = now->spring.N_per_m, ratio = pair->friction.ratio;
    double slack = carom_penalty_rounding(pair) * pair->friction.mu;
    bool loading = pair->friction_state == PENALTY_STICK_LOADING;
    if (now->block->shared->law->linear) {
        return limit - fabs(k_t * now->coordinate) + slack * pair->contact.stiffness;
    }
    double left = ratio == 0 ? 1 /* the spring has no force */
                : loading    ? limit - fabs(now->coordinate) + slack * k_t / ratio
                             : (k_t > 0 ? limit / k_t : 0) - fabs(now->coordinate) + slack / ratio;
    double reverses = loading ? now->geometry.rate_mps : -now->geometry.rate_mps;
    bool is_still = fabs(reverses) * pair->duration_s < carom_penalty_rounding(pair);
    return is_still || left < reverses ? left : reverses;
}

double carom_penalty_friction_signal(penalty_block *block, const penalty_pair *pair,
                                     const double *x, const double *v)
{
    penalty_instant now = instant_at(block, pair, x, v);
    double normal, excess;
    if (!isfinite(now.geometry.overlap_m)) {
        return 1;
    }
    normal = normal_force(&now);
    switch (pair->friction_state) {
    case PENALTY_STICK:
    case PENALTY_STICK_LOADING: return sticking_margin(&now);
    case PENALTY_PULLED_APART: return -normal;
    case PENALTY_SLIDE_FORWARD:
    case PENALTY_SLIDE_BACKWARD:
        excess = slip_excess(&now, evaluate_slip_rates(block, &now, x, v));
        return pair->contact.viscosity != 0 && normal < excess ? normal : excess;
    default: return 1;
    }
}

/* Friction state at the onset. Both forces start at 0: the surfaces slide at once if the spring
 * force would grow faster than the limit. With a dashpot F_n jumps (Hooke) or grows faster than the
 * spring (Hertz), and they stick. */
void carom_penalty_begin_friction(penalty_block *block, penalty_pair *pair)
{
    penalty_instant now = instant_at(block, pair, block->x, block->v);
    double speed = now.slip.speed, mu = friction_coefficient(&now, speed);
    if (pair->friction.mu == 0) {
        return;
    }
    block->x[carom_penalty_spring_index(block, pair)] = 0;
    if (pair->contact.viscosity == 0 && now.geometry.overlap_m <= carom_penalty_rounding(pair) &&
        pair->friction.ratio * fabs(speed) > mu * now.geometry.rate_mps) {
        pair->friction_state = sliding_state(speed);
    } else {
        set_spring(block, pair, now.spring.N_per_m, 0, now.geometry.rate_mps);
    }
}

void carom_penalty_switch_friction(penalty_block *block, penalty_pair *pair)
{
    unsigned char state = pair->friction_state;
    penalty_instant now = instant_at(block, pair, block->x, block->v);
    double force = carom_penalty_tangential_force(&now, state), rate_mps = now.geometry.rate_mps;
    bool reverses = !block->shared->law->linear &&
                    (state == PENALTY_STICK_LOADING) == (rate_mps <= 0) &&
                    coulomb_limit(&now) - fabs(force) > 0;
    double excess = carom_penalty_is_sliding(state)
                      ? slip_excess(&now, evaluate_slip_rates(block, &now, block->x, block->v))
                      : -INFINITY;
    if (is_sticking(state) && !reverses) {
        pair->friction_state = sliding_state(force);
    } else if (pair->contact.viscosity != 0 && normal_force(&now) < excess) {
        pair->friction_state = PENALTY_PULLED_APART;
    } else {
        /* the event defines the direction, not rounding */
        rate_mps = is_sticking(state) ? (state == PENALTY_STICK_LOADING ? -1 : 1) : rate_mps;
        set_spring(block, pair, now.spring.N_per_m, force, rate_mps);
    }
    block->has_rates = false;
}
