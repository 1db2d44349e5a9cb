/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A contact along the tangent, where surfaces rub: what becomes of the slip g_t, how long the two
 * stick and how long they slide, and what an impulse would have done. All of it is read off the
 * moments of the contact and its row of the log. */
#include "studies/contact/contact.h"
#include <carom/friction_law.h>
#include <math.h>

static const carom_ball *body_at(const carom_problem *problem, const carom_collision *met, int b)
{
    return b == 0 ? &problem->ball[met->a] : met->wall ? NULL : &problem->ball[met->b];
}

/* J_n = (1 + e) mu_n g_n; it sticks where (1 + beta) mu_t |g_t| <= mu J_n. */
static void ask_impulse(const carom_contact_study *contact, carom_contact_rub *rub)
{
    const carom_problem *problem = &contact->scenario->problem;
    const carom_collision *met = &contact->met;
    const carom_ball *a = body_at(problem, met, 0), *b = body_at(problem, met, 1);
    double inverse_t = carom_pair_inverse_tangential_mass(a, b),
           limit = rub->friction * (1 + contact->asked) * carom_pair_reduced_mass(a, b) * inverse_t;
    double slip = rub->slip_before_mps, back = (1 + rub->asked) * fabs(slip),
           most = limit * rub->approach_mps;
    rub->rigid_slides = back > most;
    rub->rigid_slip_mps = slip - copysign(rub->rigid_slides ? most : back, slip);
    rub->rigid_limit = limit / (1 + rub->asked);
    rub->loss_J = 0.5 / inverse_t * (slip * slip - rub->slip_after_mps * rub->slip_after_mps);
}

bool carom_contact_rub_of(const carom_contact_study *contact, const carom_contact_lane *lane,
                          carom_contact_rub *rub)
{
    const carom_problem *problem = &contact->scenario->problem;
    const carom_rub surfaces = carom_pair_rub(problem, body_at(problem, &contact->met, 0),
                                              body_at(problem, &contact->met, 1));
    size_t count = lane->inside.count;
    const carom_moment *m = lane->inside.item, *last;
    if (count < 2 || lane->why[0] != '\0' || !(surfaces.friction > 0)) {
        return false;
    }
    last = m + count - 1;
    *rub = (carom_contact_rub){
        .lane = lane,
        .nominal = surfaces.friction,
        .friction = carom_problem_friction(problem, surfaces.friction, fabs(m->slip_mps)),
        .asked = surfaces.tangential_restitution,
        .approach_mps = lane->met.approach_mps,
        .slip_before_mps = m->slip_mps,
        .slip_after_mps = last->slip_mps,
        .restitution = -last->slip_mps / m->slip_mps,
        .impulse_t_Ns = lane->met.impulse_t_Ns,
        .sliding = lane->met.sliding};
    rub->limit_part = fabs(rub->impulse_t_Ns) / (rub->friction * lane->met.impulse_Ns);
    for (size_t k = 1; k < count; k++) {
        *(m[k].sliding ? &rub->slid_s : &rub->stuck_s) += m[k].t_s - m[k - 1].t_s;
    }
    rub->slid_part = rub->slid_s > 0 ? rub->slid_s / (rub->slid_s + rub->stuck_s)
                                     : (double)(rub->stuck_s == 0 && rub->sliding);
    ask_impulse(contact, rub);
    return true;
}

double carom_contact_limit(const carom_contact_study *contact, const carom_contact_rub *rub,
                           const carom_moment *at)
{
    double mu = carom_problem_friction(&contact->scenario->problem, rub->nominal,
                                       fabs(at->slip_mps));
    return at->force_N < 0 ? 0 : mu * at->force_N;
}
