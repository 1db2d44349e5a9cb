/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accelerations of the balls by gravity, rolling resistance and contact forces; their contribution
 * to the energy and momentum budget; and the call of the integrator. */
#include "solvers/penalty/penalty.h"

/* Sets all accelerations to gravity. @return torque of the weights */
static double add_gravity(const penalty_springs *springs, const double *x, double *a)
{
    static const carom_vec none = {0, 0};
    const carom_problem *problem = springs->problem;
    carom_vec g = problem->gravity_mps2;
    size_t n = problem->count;
    double torque = 0;
    memset(a, 0, carom_penalty_coordinates(springs) * sizeof *a);
    if (carom_vec_is_zero(g)) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        carom_vec arm = carom_torque_arm(problem, carom_penalty_vec(springs, x, i));
        bool fixed = springs->constants.inverse_mass[i] == 0;
        carom_penalty_set_vec(springs, a, i, fixed ? none : g);
        torque += fixed ? 0 : problem->ball[i].mass_kg * carom_vec_cross(arm, g);
    }
    return torque;
}

/* Adds an external force on ball i, and its torque about the table's centre. */
static void add_external_force(const penalty_springs *springs, size_t i, carom_vec force,
                               const double *x, double *g)
{
    carom_vec arm = carom_torque_arm(springs->problem, carom_penalty_vec(springs, x, i));
    g[PENALTY_TORQUE] += carom_vec_cross(arm, force);
    g[PENALTY_FORCE_X] += force.x;
    g[PENALTY_FORCE_Y] += force.y;
}

static void accelerate(const penalty_springs *springs, double *a, size_t i, double factor,
                       carom_vec along)
{
    carom_penalty_set_vec(springs, a, i,
                          carom_vec_add_scaled(carom_penalty_vec(springs, a, i), factor, along));
}

/* Rolling resistance and drag, m (a + b v^2) against the motion. Resistance that would reverse a
 * ball within a step is scaled with the speed, and the ball stops. */
static void add_rolling_resistance(const penalty_springs *springs, double step_s, const double *x,
                                   const double *v, double *a, double *g)
{
    for (size_t i = 0; i < springs->problem->count; i++) {
        carom_rolling r = springs->rolling[i];
        carom_vec pair_rates = carom_penalty_vec(springs, v, i);
        double speed = carom_vec_length(pair_rates), slowest = r.a * step_s, slowing;
        if (speed == 0 || springs->constants.inverse_mass[i] == 0) {
            continue;
        }
        slowing = r.b * speed + r.a / (speed > slowest ? speed : slowest);
        accelerate(springs, a, i, -slowing, pair_rates);
        slowing *= springs->problem->ball[i].mass_kg;
        add_external_force(springs, i, carom_vec_scale(-slowing, pair_rates), x, g);
        g[PENALTY_FRICTION] += slowing * speed * speed;
    }
}

/* Applies a force to ball b and its reaction to ball a. Forces of walls and fixed balls are
 * external. */
static void apply_force(const penalty_springs *springs, const penalty_neighbour *near,
                        carom_vec force, const double *x, double *a, double *g)
{
    accelerate(springs, a, near->a, -springs->constants.inverse_mass[near->a], force);
    if (near->wall || springs->constants.inverse_mass[near->b] == 0) {
        add_external_force(springs, near->a, carom_vec_scale(-1, force), x, g);
        return;
    }
    accelerate(springs, a, near->b, springs->constants.inverse_mass[near->b], force);
    if (springs->constants.inverse_mass[near->a] == 0) {
        add_external_force(springs, near->b, force, x, g);
    }
}

/* Adds the torque of a tangential force to the spins, and to the external torque. */
static void apply_torque(const penalty_springs *springs, size_t k, double force, double arm,
                         double *a, double *g)
{
    const penalty_neighbour *near = &springs->near[k];
    const penalty_pair_friction *pair = &springs->friction.pair_friction[k];
    double *spin_rates = a + 2 * springs->balls, push = -force * arm;
    spin_rates[near->a] += push * pair->torque_factor_a;
    if (near->wall || pair->torque_factor_b == 0) {
        g[PENALTY_TORQUE] += push * pair->radius_a;
    }
    if (!near->wall) {
        spin_rates[near->b] += push * pair->torque_factor_b;
        g[PENALTY_TORQUE] += pair->torque_factor_a == 0 ? push * pair->radius_b : 0;
    }
}

/* Evaluates friction. A spring persists while its contact slides to the next part of the wall. */
static void evaluate_friction(const penalty_forces *forces, size_t k, const penalty_geometry *at,
                              const double *x, const double *v, double *g)
{
    penalty_evaluation *found = forces->evaluated;
    penalty_geometry site_at = *at;
    if (!found->acting[k] && at->overlap_m == -INFINITY &&
        forces->friction_state[k] != PENALTY_NO_SPRING) {
        site_at = carom_penalty_friction_geometry(forces->springs, k, x, v);
        found->acting[k] = site_at.overlap_m > 0;
        found->normal[k] = site_at.normal;
    }
    carom_penalty_evaluate_friction(forces, k, &site_at, x, v, g);
}

/* True if a neighbour pair exerts no force, as most do: apart and without a tangential spring. */
static inline bool is_idle(const penalty_forces *forces, size_t k, const double *x)
{
    const penalty_springs *springs = forces->springs;
    return forces->contact_state == NULL &&
           (forces->friction_state == NULL || forces->friction_state[k] == PENALTY_NO_SPRING) &&
           carom_penalty_is_separate(springs, &springs->near[k], x);
}

/* Evaluates the forces of all neighbour pairs. carom_penalty_rates adds them to the balls
 * afterwards, in a fixed order of summation. */
static void evaluate_pairs(const penalty_forces *forces, const double *x, const double *v,
                           double *g)
{
    const penalty_springs *springs = forces->springs;
    penalty_evaluation *found = forces->evaluated;
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        const penalty_neighbour *near = &springs->near[k];
        double *pair_rates = &g[PENALTY_PAIRS + 2 * k];
        pair_rates[0] = pair_rates[1] = 0;
        if (is_idle(forces, k, x)) {
            found->acting[k] = false;
            if (springs->friction.acts) {
                double *friction_N = &g[carom_penalty_friction_index(springs, k)];
                friction_N[0] = friction_N[1] = 0;
            }
            continue;
        }
        penalty_geometry at = carom_penalty_geometry(springs, near, x, v);
        found->acting[k] = carom_penalty_is_acting(forces, k, &at);
        if (found->acting[k]) {
            carom_force force = springs->model.law->force(&near->contact, at.overlap_m,
                                                          at.rate_mps);
            pair_rates[0] = force.total_N;
            pair_rates[1] = (force.total_N - force.elastic_N) * at.rate_mps;
            found->normal[k] = at.normal;
        }
        if (springs->friction.acts) {
            evaluate_friction(forces, k, &at, x, v, g);
        }
    }
}

void carom_penalty_rates(const void *context, const double *x, const double *v, double *a,
                         double *g)
{
    const penalty_forces *forces = context;
    const penalty_springs *springs = forces->springs;
    const penalty_evaluation *found = forces->evaluated;
    g[PENALTY_TORQUE] = add_gravity(springs, x, a);
    g[PENALTY_FORCE_X] = g[PENALTY_FORCE_Y] = g[PENALTY_FRICTION] = 0;
    if (springs->rolling != NULL) {
        add_rolling_resistance(springs, forces->step_s, x, v, a, g);
    }
    evaluate_pairs(forces, x, v, g);
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        if (found->acting[k]) {
            carom_vec force = carom_vec_scale(g[PENALTY_PAIRS + 2 * k], found->normal[k]);
            double friction_N = springs->friction.acts ? g[carom_penalty_friction_index(springs, k)]
                                                       : 0;
            if (friction_N != 0) {
                force = carom_vec_add_scaled(force, friction_N,
                                             carom_vec_rotate_left(found->normal[k]));
                apply_torque(springs, k, friction_N, found->sites[k].arm, a, g);
            }
            apply_force(springs, &springs->near[k], force, x, a, g);
        }
    }
    if (springs->friction.acts) {
        carom_penalty_accelerate_springs(springs, found->sites, forces->friction_state,
                                         forces->part_s, x, v, a);
    }
}

void carom_penalty_update_budget(const penalty_springs *springs, const penalty_motion *motion,
                                 carom_budget_sums *sums)
{
    carom_sum_add(&sums->angular, motion->q[PENALTY_TORQUE]);
    carom_sum_add(&sums->dissipated, motion->q[PENALTY_FRICTION]);
    carom_budget_sums_add_impulse(
        sums, (carom_vec){motion->q[PENALTY_FORCE_X], motion->q[PENALTY_FORCE_Y]});
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        if (motion->q[PENALTY_PAIRS + 2 * k + 1] != 0) {
            carom_sum_add(&sums->dissipated, motion->q[PENALTY_PAIRS + 2 * k + 1]);
        }
    }
    for (size_t k = 0; k < springs->neighbour_count && springs->friction.acts; k++) {
        double lost = carom_penalty_friction_loss(springs, motion, k);
        if (lost != 0) {
            carom_sum_add(&sums->dissipated, lost);
        }
    }
}

double carom_penalty_elastic_energy(const penalty_springs *springs, const penalty_motion *motion,
                                    size_t *contacts, double *deepest)
{
    carom_sum energy = {0};
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        penalty_geometry at = carom_penalty_geometry(springs, &springs->near[k], motion->x,
                                                     motion->v);
        if (at.overlap_m > 0 &&
            (motion->contact_state == NULL || carom_penalty_is_touching(motion, k))) {
            carom_sum_add(&energy,
                          springs->model.law->energy(&springs->near[k].contact, at.overlap_m));
        }
        if (springs->friction.acts) {
            carom_sum_add(&energy, carom_penalty_tangential_energy(springs, motion, k));
        }
        if (at.overlap_m > 0) {
            ++*contacts;
            *deepest = fmax(*deepest, at.overlap_m);
        }
    }
    return carom_sum_value(&energy);
}

double carom_penalty_switch_loss(const penalty_springs *springs, const penalty_motion *motion,
                                 size_t switched)
{
    const penalty_neighbour *near;
    if (switched >= springs->neighbour_count) {
        return 0;
    }
    near = &springs->near[switched];
    penalty_geometry at = carom_penalty_geometry(springs, near, motion->x, motion->v);
    double held = at.overlap_m > 0 ? springs->model.law->energy(&near->contact, at.overlap_m) : 0;
    return carom_penalty_is_touching(motion, switched) ? -held : held + motion->location.dropped_J;
}

/* ---- a step of the integrator ---- */

/* True if a force at the end of a step depends on velocities, which the integrator may only have
 * predicted. Then the next step must not reuse the rates: results would depend on when the lists
 * are renewed. */
static bool depends_on_speed(const penalty_springs *springs, const penalty_motion *motion)
{
    bool friction_N = springs->friction.acts && !carom_penalty_has_constant_friction(springs);
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        const carom_contact *contact = &springs->near[k].contact;
        /* tested last because it is unpredictable for the processor */
        if ((friction_N || contact->viscosity != 0 || contact->damping != 0 ||
             motion->g[PENALTY_PAIRS + 2 * k + 1] != 0) &&
            motion->evaluated->acting[k]) {
            return true;
        }
    }
    return springs->rolling != NULL;
}

carom_motion carom_penalty_equation(const penalty_forces *forces, penalty_motion *motion)
{
    const penalty_springs *springs = forces->springs;
    return (carom_motion){.coordinates = carom_penalty_coordinates(springs),
                          .quadratures = carom_penalty_quadratures(springs),
                          .first_order = springs->friction.acts &&
                                                 springs->model.integrator->evaluations == 0
                                           ? springs->neighbour_count
                                           : 0,
                          .rates = carom_penalty_rates,
                          .context = forces,
                          .options = springs->model.integrator_options,
                          .state = motion->state,
                          .a = motion->a,
                          .g = motion->g,
                          .known = &motion->known,
                          .cancel = motion->cancel,
                          .failure = &motion->failure};
}

size_t carom_penalty_integrate(const penalty_springs *springs, penalty_motion *motion,
                               double step_s, double part_s)
{
    penalty_forces forces = {springs, motion->contact_state, motion->friction_state, step_s,
                             part_s,  motion->evaluated};
    carom_motion equation = carom_penalty_equation(&forces, motion);
    motion->failure = CAROM_OK;
    memset(motion->q, 0, equation.quadratures * sizeof *motion->q);
    size_t evaluations = springs->model.integrator->step(&equation, part_s, motion->x, motion->v,
                                                         motion->q, motion->work);
    motion->evaluated_at_end = motion->known;
    motion->known = motion->known && !depends_on_speed(springs, motion);
    return evaluations;
}

carom_status carom_penalty_step_error(const penalty_springs *springs, carom_status why, double t_s,
                                      double h, carom_error *error)
{
    if (why == CAROM_INTERRUPTED) {
        return carom_error_interrupted(error);
    }
    if (why == CAROM_NOT_FINITE) {
        return carom_error_set(error, why, "step_s",
                               "%s finds accelerations that are not finite in the step after t = "
                               "%.12g s (got %.6g s); "
                               "use a smaller step",
                               springs->model.integrator->about.name, t_s, h);
    }
    return carom_error_set(
        error, why, "tolerance",
        "%s does not complete the step of %.6g s after t = %.12g s in %d sub-steps; "
        "use a larger tolerance, a smaller step%s",
        springs->model.integrator->about.name, h, t_s, CAROM_MAX_SUBSTEPS,
        springs->model.located ? "" : ", or contacts: located");
}
