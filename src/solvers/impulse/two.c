/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The collision of two smooth balls whom nobody else touches: nearly all that there are in a gas.
 * What cluster.c and impact.c say of any number of bodies and contacts, written out for one
 * contact of two, in the same order of operations. */
#include "solvers/impulse/impulse.h"

/* ---- the impulse ---- */

/* What one contact of two comes to. */
typedef struct {
    carom_vec normal, v[2]; /* from i to j; of i and of j, after */
    double approach_mps, impulse_Ns, dissipated_J;
    double fast_mps; /* what the velocities are rounded to, after */
    bool changed[2];
} outcome;

/* Of i and j, which approach each other at u. */
static double restitution_of(const impulse_solver *self, uint32_t i, uint32_t j, double u)
{
    const carom_problem *problem = self->problem;
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    carom_body body[] = {{a->radius_m, 1 / self->traits[i].inverse_mass},
                         {b->radius_m, 1 / self->traits[j].inverse_mass}};
    double e = carom_pair_restitution(problem, a, b, self->origin_s + self->cluster.now_s);
    return self->law->restitution(self->law_options, e, u, &body[0], &body[1]);
}

/* False: they do not approach, one is fixed, or a speed leaves the range of numbers. */
static bool push_apart(const impulse_solver *self, uint32_t i, uint32_t j, outcome *to)
{
    const impulse_traits *a = &self->traits[i], *b = &self->traits[j];
    carom_vec va = self->ball[i].flight.v, vb = self->ball[j].flight.v, n = to->normal;
    double fast = a->fast_mps > b->fast_mps ? a->fast_mps : b->fast_mps;
    double a2 = carom_vec_square(va), b2 = carom_vec_square(vb), speed2 = a2 > b2 ? a2 : b2;
    double u = -carom_vec_dot(carom_vec_minus(vb, va), n), e;
    fast = speed2 > fast * fast ? sqrt(speed2) : fast;
    if (!(u > carom_impulse_quiet(fast)) || a->inverse_mass == 0 || b->inverse_mass == 0) {
        return false;
    }
    e = self->uniform ? self->problem->restitution.ball_ball : restitution_of(self, i, j, u);
    to->approach_mps = u;
    to->impulse_Ns = (1 + e) * u / (a->inverse_mass + b->inverse_mass);
    to->dissipated_J = 0.5 * to->impulse_Ns * (1 - e) * u;
    to->v[0] = carom_vec_ahead(va, -to->impulse_Ns * a->inverse_mass, n);
    to->v[1] = carom_vec_ahead(vb, to->impulse_Ns * b->inverse_mass, n);
    to->changed[0] = !carom_vec_equal(va, to->v[0]);
    to->changed[1] = !carom_vec_equal(vb, to->v[1]);
    a2 = carom_vec_square(to->v[0]);
    b2 = carom_vec_square(to->v[1]);
    speed2 = a2 > speed2 ? a2 : speed2;
    speed2 = b2 > speed2 ? b2 : speed2;
    to->fast_mps = carom_impulse_next_fast(speed2, fast);
    return isfinite(a2) && isfinite(b2);
}

static carom_status log_it(const impulse_solver *self, uint32_t i, uint32_t j, const outcome *to)
{
    bool flip = j < i;
    carom_collision collision = {
        .t_s = self->origin_s + self->cluster.now_s,
        .normal = carom_vec_times(flip ? -1 : 1, to->normal),
        .approach_mps = to->approach_mps,
        .separation_mps = carom_vec_dot(carom_vec_minus(to->v[1], to->v[0]), to->normal),
        .impulse_Ns = to->impulse_Ns,
        .dissipated_J = to->dissipated_J,
        .a = flip ? j : i,
        .b = flip ? i : j};
    return carom_log_add(self->log, &collision, self->error);
}

static void give(impulse_solver *self, uint32_t i, const outcome *to, size_t k)
{
    impulse_ball *ball = &self->ball[i];
    impulse_traits *traits = &self->traits[i];
    ball->stamp += to->changed[k];
    ball->flight.v = to->v[k];
    traits->fast_mps = to->fast_mps;
    traits->pushed_s = self->cluster.now_s;
}

/* Number k of a view, whose paths are straight, has another velocity now; who stands beside it has
 * the one that it had. */
static inline void see_velocity(const impulse_solver *self, impulse_view *view, size_t k)
{
    size_t first = k / CAROM_LANES * CAROM_LANES;
    const uint32_t *two = view->ball + first;
    carom_meetings_set_two(view->at.block, first, carom_lanes_load(&self->ball[two[0]].flight.v.x),
                           carom_lanes_load(&self->ball[two[1]].flight.v.x));
}

bool carom_impulse_collide_two(impulse_solver *self, uint32_t i, carom_status *status)
{
    impulse_event event = self->event[i];
    uint32_t j = event.partner;
    uint64_t tests = self->report.pair_tests;
    size_t seen[2];
    outcome to;
    if (!carom_impulse_are_alone(self, i, j, seen, &to.normal)) {
        return false;
    }
    if (!push_apart(self, i, j, &to)) {
        self->report.pair_tests = tests;
        return false;
    }
    self->report.collisions++;
    if (to.dissipated_J != 0) {
        carom_sum_add(&self->accounts.dissipated, to.dissipated_J);
    }
    *status = self->log == NULL ? CAROM_OK : log_it(self, i, j, &to);
    if (*status != CAROM_OK) {
        return true;
    }
    give(self, i, &to, 0);
    give(self, j, &to, 1);
    self->cluster.pushed = true;
    *status = carom_impulse_watch_for_collapse(self, i, event, 0);
    if (*status == CAROM_OK) { /* the views are still good, but for what has been changed here */
        see_velocity(self, &self->view[0], seen[0]);
        see_velocity(self, &self->view[1], seen[1]);
        carom_impulse_predict(self, i, &self->view[0]);
        carom_impulse_predict(self, j, &self->view[1]);
    }
    return true;
}
