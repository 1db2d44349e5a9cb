/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the springs of a solver make of the contact exactly: the two alone, where that is the same;
 * else what the converged run has seen. */
#include "studies/contact/contact.h"
#include <math.h>
#include <stdlib.h>

/* Relative, of duration, depth and impulse: the two alone are what the converged run has. Its own
 * error is below 1e-8, that of a contact that turns above 1e-5. */
static const double same = 1e-6;

/* Of the converged springs: theta 0.02, 'carom help theory', integrators. */
static const double converged_error = 1e-8;

/* What presses a towards b: gravity, where b does not fall with it. */
static double preload(const carom_problem *problem, const carom_collision *met)
{
    const carom_ball *a = &problem->ball[met->a];
    double g = carom_vec_dot(problem->gravity_mps2, met->normal);
    if (met->wall || problem->ball[met->b].fixed) {
        return g;
    }
    return a->fixed ? -g : 0;
}

/* The numbers of the contact, as the solver has them. */
static carom_status describe(const carom_problem *problem, const carom_collision *met,
                             const carom_springs *springs, carom_contact *contact,
                             carom_error *error)
{
    const carom_ball *a = &problem->ball[met->a], *b = met->wall ? NULL : &problem->ball[met->b];
    const carom_pair *pair = carom_problem_pair(problem, a, b);
    carom_surface surface = {.reduced_mass_kg = carom_pair_reduced_mass(a, b),
                             .stiffness_factor = pair == NULL ? 1 : pair->stiffness_factor,
                             .end = springs->contact_end,
                             .wall = met->wall};
    carom_status status = springs->law->damping(springs->law_options, springs->contact_end,
                                                carom_pair_restitution(problem, a, b, met->t_s),
                                                &surface.damping, error);
    if (status == CAROM_OK) {
        *contact = springs->law->contact(springs->law_options, &surface);
    }
    return status;
}

static bool agree(double a, double b)
{
    return fabs(a - b) <= same * fabs(b);
}

static carom_status take_alone(carom_exact_contact *exact, const carom_free_contact *alone,
                               double approach_mps, carom_error *error)
{
    exact->state = malloc(sizeof alone->state);
    if (exact->state == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < CAROM_CONTACT_STATES; i++) {
        exact->state[i] = alone->state[i];
    }
    exact->states = CAROM_CONTACT_STATES;
    exact->known = exact->alone = true;
    exact->closed = alone->closed;
    exact->error = alone->error;
    exact->approach_mps = approach_mps;
    exact->contact_s = alone->contact_s;
    exact->restitution = alone->restitution;
    exact->overlap_m = alone->overlap_m;
    exact->force_N = alone->force_N;
    exact->impulse_Ns = alone->impulse_Ns;
    exact->dissipated_J = alone->dissipated_J;
    return CAROM_OK;
}

static carom_status take_converged(carom_exact_contact *exact, const carom_contact_lane *twin,
                                   carom_error *error)
{
    const carom_collision *met = &twin->met;
    exact->state = malloc((twin->inside.count + 1) * sizeof *exact->state);
    if (exact->state == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < twin->inside.count; i++) {
        const carom_moment *at = &twin->inside.item[i];
        exact->state[i] = (carom_contact_state){at->t_s - met->t_s, at->overlap_m,
                                                at->rate_mps,       at->force_N,
                                                at->elastic_J,      at->dissipated_J};
    }
    exact->states = twin->inside.count;
    exact->known = true;
    exact->error = converged_error;
    exact->approach_mps = met->approach_mps;
    exact->contact_s = met->contact_s;
    exact->restitution = met->separation_mps / met->approach_mps;
    exact->overlap_m = met->max_overlap_m;
    exact->force_N = twin->force_N;
    exact->impulse_Ns = met->impulse_Ns;
    exact->dissipated_J = met->dissipated_J;
    return CAROM_OK;
}

carom_status carom_contact_solve(carom_contact_lane *twin, const carom_problem *problem,
                                 const carom_choice *choice, carom_error *error)
{
    const carom_collision *met = &twin->met;
    carom_free_contact *alone = malloc(sizeof *alone);
    carom_contact contact;
    carom_springs springs;
    carom_status status;
    bool is_alone;
    if (alone == NULL || !carom_solver_springs(choice, &springs)) {
        free(alone);
        return alone == NULL ? carom_error_no_memory(error) : CAROM_OK;
    }
    status = describe(problem, met, &springs, &contact, error);
    if (status == CAROM_OK) {
        twin->frequency_per_s = springs.law->frequency_per_s(&contact, met->approach_mps);
        carom_free_contact_solve(alone, springs.law, &contact, met->approach_mps,
                                 preload(problem, met));
        twin->alone_s = alone->contact_s;
        twin->alone_restitution = alone->restitution;
        is_alone = agree(met->contact_s, alone->contact_s) &&
                   agree(met->max_overlap_m, alone->overlap_m) &&
                   agree(met->impulse_Ns, alone->impulse_Ns);
        status = is_alone ? take_alone(&twin->exact, alone, met->approach_mps, error)
                          : take_converged(&twin->exact, twin, error);
    }
    free(alone);
    return status;
}
