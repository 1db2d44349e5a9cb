/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accelerations of the balls of a block by gravity, rolling resistance and contact forces, and
 * their contribution to the energy and momentum budget. */
#include "solvers/penalty/penalty.h"

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
    double push = -force * (1 - pair->site.at.overlap_m / pair->reach_m); /* arm over radius */
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
        penalty_geometry at = carom_penalty_geometry(block, pair, x, v);
        pair->acting = exact ? pair->contact_state == PENALTY_TOUCHING && at.overlap_m > -INFINITY
                             : at.overlap_m > 0;
        if (pair->acting) {
            carom_force force = shared->law->force(&pair->contact, at.overlap_m, at.rate_mps);
            pair_rates[0] = force.total_N;
            pair_rates[1] = (force.total_N - force.elastic_N) * at.rate_mps;
            pair->normal = at.normal;
        }
        if (friction) {
            carom_penalty_evaluate_friction(block, pair, &at, x, v, g);
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
        carom_penalty_accelerate_springs(block, block->segment_s, v, a);
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
        penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
        if (at.overlap_m > 0 && (!shared->exact || pair->contact_state == PENALTY_TOUCHING)) {
            carom_sum_add(&energy, shared->law->energy(&pair->contact, at.overlap_m));
        }
        if (shared->friction) {
            carom_sum_add(&energy, carom_penalty_tangential_energy(
                                       block, pair, pair->friction_state, block->x, block->v));
        }
        if (at.overlap_m > 0) {
            ++*contacts;
            *deepest = fmax(*deepest, at.overlap_m);
        }
    }
    return carom_sum_value(&energy);
}

double carom_penalty_spring_energy(const penalty_block *block, const penalty_pair *pair)
{
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    return at.overlap_m > 0 ? block->shared->law->energy(&pair->contact, at.overlap_m) : 0;
}

double carom_penalty_switch_loss(const penalty_block *block, const penalty_pair *pair)
{
    double held = carom_penalty_spring_energy(block, pair);
    return pair->contact_state == PENALTY_TOUCHING ? -held : held + block->dropped_J;
}
