/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constants of a pair: stiffness, dashpot and friction of two balls, or of a ball and a wall. */
#include "solvers/penalty/penalty.h"

static bool is_same(const carom_surface *p, const carom_surface *q)
{
    return p->reduced_mass_kg == q->reduced_mass_kg && p->damping == q->damping &&
           p->stiffness_factor == q->stiffness_factor &&
           p->elastic_N_per_m1p5 == q->elastic_N_per_m1p5;
}

/* Typical duration of a contact (s) at 1 m/s: between 4/w and 8/w, w being its frequency. A
 * power of two does not depend on the rounding of w. The actual approach speed is not known in
 * advance. */
static double typical_duration(const carom_force_law *law, const carom_contact *contact)
{
    static const double typical_mps = 1;
    int exponent;
    frexp(4 / law->frequency_per_s(contact, typical_mps), &exponent);
    return ldexp(1, exponent);
}

/* Computes the parameters of a contact. They are cached, as some laws compute them slowly. */
static const penalty_contact_cache *describe_contact(penalty_springs *springs,
                                                     const carom_pair *surfaces,
                                                     const carom_ball *a, const carom_ball *b)
{
    penalty_model *model = &springs->model;
    const penalty_dampings *damping = &model->epoch[model->changed];
    penalty_contact_cache *cache = &model->cache[b == NULL];
    carom_surface surface = carom_pair_surface(springs->problem, a, b);
    surface.end = model->contact_end;
    surface.damping = surfaces != NULL && !isnan(surfaces->restitution)
                        ? damping->pair[surfaces - springs->problem->pair].damping
                    : b == NULL ? damping->wall.damping
                                : damping->ball.damping;
    if (!is_same(&cache->surface, &surface)) {
        *cache = (penalty_contact_cache){surface, model->law->contact(model->law_options, &surface),
                                         0};
        if (model->exact) {
            cache->duration_s = typical_duration(model->law, &cache->contact);
        }
    }
    return cache;
}

static penalty_friction describe_friction(const penalty_springs *springs,
                                          const carom_pair *surfaces, const carom_ball *a,
                                          const carom_ball *b)
{
    const penalty_model *model = &springs->model;
    const penalty_dampings *by = &model->epoch[model->changed];
    double lambda = surfaces != NULL ? by->pair[surfaces - springs->problem->pair].lambda
                  : b == NULL        ? by->wall.lambda
                                     : by->ball.lambda;
    double inverse = 1 / carom_pair_reduced_mass(a, b);
    return (penalty_friction){
        .mu = carom_pair_tangential(springs->problem, a, b).friction,
        .ratio = !isnan(model->tangential_ratio) ? model->tangential_ratio
               : model->uses_materials
                   ? carom_pair_elastic(springs->problem, a, b).tangential_ratio
                   : lambda * inverse / carom_pair_inverse_tangential_mass(a, b),
        .radius_a = a->radius_m,
        .radius_b = b == NULL ? 0 : b->radius_m,
        .torque_factor_a = a->radius_m * carom_ball_inverse_inertia(a),
        .torque_factor_b = b == NULL ? 0 : b->radius_m * carom_ball_inverse_inertia(b)};
}

penalty_pair carom_penalty_describe_pair(penalty_springs *springs, uint32_t i, const uint32_t *j)
{
    static const double rounding = 1e-12; /* bound of the rounding error of a distance */
    const carom_problem *problem = springs->problem;
    const carom_ball *a = &problem->ball[i], *b = j == NULL ? NULL : &problem->ball[*j];
    const carom_pair *surfaces = carom_problem_pair(problem, a, b);
    const penalty_contact_cache *cache = describe_contact(springs, surfaces, a, b);
    penalty_pair pair = {.wall = b == NULL,
                         .record = PENALTY_NO_RECORD,
                         .reach_m = b == NULL ? springs->constants.reach_wall[i]
                                              : a->radius_m + b->radius_m,
                         .inverse_mass_a = springs->constants.inverse_mass[i],
                         .inverse_mass_b = b == NULL ? 0 : springs->constants.inverse_mass[*j],
                         .contact = cache->contact,
                         .duration_s = cache->duration_s};
    pair.separate_m2 = pair.reach_m * pair.reach_m * (1 + rounding);
    if (springs->model.exact) {
        /* without clamp the force is smooth until the located separation */
        pair.contact.end = CAROM_END_OVERLAP;
    }
    if (springs->model.friction) {
        pair.friction = describe_friction(springs, surfaces, a, b);
    }
    return pair;
}
