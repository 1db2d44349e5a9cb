/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collision of two isolated frictionless balls, the most frequent event in a gas: impact.c
 * written out for one contact of two balls, with the same order of operations. */
#include "solvers/impulse/impulse.h"

/* True if the ball certainly touches no wall. */
static inline bool is_off_walls(const impulse_solver *self, const events_ball *ball,
                                double tolerance_m)
{
    const carom_problem *problem = self->events.problem;
    double x = ball->flight.at.x, y = ball->flight.at.y, least;
    if (!self->events.kind.has_walls) {
        return true;
    }
    least = carom_walls_reach(problem, ball->radius_m) + 2 * tolerance_m;
    return self->events.kind.is_box && x > least && y > least && problem->width_m - x > least &&
           problem->height_m - y > least;
}

/* True if ball i touches only the ball `other`, its neighbour number *index. May return false for
 * an isolated pair. */
static inline bool is_isolated_with(impulse_solver *self, uint32_t i, uint32_t other,
                                    events_neighbours *view, size_t *index)
{
    const events_ball *ball = &self->events.ball[i];
    double margin = carom_impulse_tolerance(self, ball->radius_m, ball);
    uint64_t touching = carom_events_find_neighbours(&self->events, i, margin, view);
    if (view->count > CAROM_CANDIDATE_BLOCK || touching == 0) {
        return false;
    }
    *index = (size_t)__builtin_ctzll(touching);
    return (touching & (touching - 1)) == 0 && view->ball[*index] == other &&
           is_off_walls(self, ball, margin);
}

/* Advances balls i and j, which are about to collide, to the cluster's now_s, and finds their
 * neighbours. @return true if the two touch nothing else. Then j is neighbour number
 * neighbour_index[0] of i, i is number neighbour_index[1] of j, and the normal points from i to j.
 * May return false for an isolated pair */
static bool are_isolated(impulse_solver *self, uint32_t i, uint32_t j, size_t neighbour_index[2],
                         carom_vec *normal)
{
    uint64_t tests = self->events.pair_tests;
    const carom_candidate_pairs *at = &self->events.view[0].pairs;
    const uint32_t two[] = {i, j};
    size_t is_isolated = 0;
    carom_events_move(&self->events, i, self->cluster.now_s);
    carom_events_move(&self->events, j, self->cluster.now_s);
    while (is_isolated < 2 &&
           is_isolated_with(self, two[is_isolated], two[1 - is_isolated],
                            &self->events.view[is_isolated], &neighbour_index[is_isolated])) {
        is_isolated++;
    }
    if (is_isolated == 2) {
        double gap = carom_impulse_gap(carom_candidate_pairs_offset(at, neighbour_index[0]),
                                       carom_candidate_pairs_reach(at, neighbour_index[0]), normal);
        if (!isnan(gap)) {
            carom_impulse_record_overlap(self, -gap);
            return true;
        }
    }
    self->events.pair_tests = tests;
    return false;
}

typedef struct {
    carom_vec normal, v[2]; /* from i to j; velocities of i and j after the impact */
    double approach_mps, impulse_Ns, dissipated_J;
    double speed_scale_mps; /* speed scale after the impact */
    bool changed[2];
} outcome;

static double restitution_of(const impulse_solver *self, uint32_t i, uint32_t j, double u)
{
    const carom_problem *problem = self->events.problem;
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    double e = carom_pair_restitution(problem, a, b, carom_impulse_time(self));
    return carom_impact_restitution(self->rules.law, e, u, false);
}

/* False if they do not approach, if one is fixed, or if a speed overflows. */
static bool resolve_pair(const impulse_solver *self, uint32_t i, uint32_t j, outcome *result)
{
    const events_traits *a = &self->events.traits[i], *b = &self->events.traits[j];
    carom_vec va = self->events.ball[i].flight.v, vb = self->events.ball[j].flight.v,
              n = result->normal;
    double speed_scale = a->speed_scale_mps > b->speed_scale_mps ? a->speed_scale_mps
                                                                 : b->speed_scale_mps;
    double a2 = carom_vec_square(va), b2 = carom_vec_square(vb), speed2 = a2 > b2 ? a2 : b2;
    double u = -carom_vec_dot(carom_vec_subtract(vb, va), n), e;
    speed_scale = speed2 > speed_scale * speed_scale ? sqrt(speed2) : speed_scale;
    if (!(u > carom_events_rounding_speed(speed_scale)) || a->inverse_mass == 0 ||
        b->inverse_mass == 0) {
        return false;
    }
    e = self->kind.uniform_restitution ? self->events.problem->restitution.ball_ball
                                       : restitution_of(self, i, j, u);
    carom_impulse given = carom_impulse_along_normal(e, u, a->inverse_mass + b->inverse_mass);
    result->approach_mps = u;
    result->impulse_Ns = given.impulse_Ns;
    result->dissipated_J = given.dissipated_J;
    result->v[0] = carom_vec_add_scaled(va, -result->impulse_Ns * a->inverse_mass, n);
    result->v[1] = carom_vec_add_scaled(vb, result->impulse_Ns * b->inverse_mass, n);
    result->changed[0] = !carom_vec_equal(va, result->v[0]);
    result->changed[1] = !carom_vec_equal(vb, result->v[1]);
    a2 = carom_vec_square(result->v[0]);
    b2 = carom_vec_square(result->v[1]);
    speed2 = a2 > speed2 ? a2 : speed2;
    speed2 = b2 > speed2 ? b2 : speed2;
    result->speed_scale_mps = carom_impulse_next_speed_scale(speed2, speed_scale);
    return isfinite(a2) && isfinite(b2);
}

static void log_pair(const impulse_solver *self, uint32_t i, uint32_t j, const outcome *result)
{
    bool flip = j < i;
    carom_collision collision = {
        .t_s = carom_impulse_time(self),
        .normal = carom_vec_scale(flip ? -1 : 1, result->normal),
        .approach_mps = result->approach_mps,
        .separation_mps = carom_vec_dot(carom_vec_subtract(result->v[1], result->v[0]),
                                        result->normal),
        .impulse_Ns = result->impulse_Ns,
        .dissipated_J = result->dissipated_J,
        .a = flip ? j : i,
        .b = flip ? i : j};
    carom_log_add(self->log, &collision);
}

static void apply_outcome(impulse_solver *self, uint32_t i, const outcome *result, size_t k)
{
    events_ball *ball = &self->events.ball[i];
    events_traits *traits = &self->events.traits[i];
    ball->stamp += result->changed[k];
    ball->flight.v = result->v[k];
    traits->speed_scale_mps = result->speed_scale_mps;
    traits->last_impulse_s = self->cluster.now_s;
}

/* Update the velocity of neighbour k, whose path is straight. A SIMD store also rewrites the other
 * neighbour of the pair, unchanged. */
static inline void update_neighbour_velocity(const impulse_solver *self, events_neighbours *view,
                                             size_t k)
{
    size_t first = k / CAROM_LANES * CAROM_LANES;
    const uint32_t *two = view->ball + first;
    carom_candidate_pairs_set_two(view->pairs.block, first,
                                  carom_lanes_load(&self->events.ball[two[0]].flight.v.x),
                                  carom_lanes_load(&self->events.ball[two[1]].flight.v.x));
}

bool carom_impulse_collide_two(impulse_solver *self, uint32_t i, carom_status *status)
{
    events_event event = self->events.event[i];
    uint32_t j = event.partner;
    uint64_t tests = self->events.pair_tests;
    size_t neighbour_index[2];
    outcome result;
    if (!are_isolated(self, i, j, neighbour_index, &result.normal)) {
        return false;
    }
    if (!resolve_pair(self, i, j, &result)) {
        self->events.pair_tests = tests;
        return false;
    }
    self->report.collisions++;
    if (result.dissipated_J != 0) {
        carom_sum_add(&self->events.sums.dissipated, result.dissipated_J);
    }
    if (self->log != NULL) {
        log_pair(self, i, j, &result);
    }
    apply_outcome(self, i, &result, 0);
    apply_outcome(self, j, &result, 1);
    self->cluster.pushed = true;
    *status = carom_impulse_check_collapse(self, i, event, 0);
    if (*status == CAROM_OK) {
        /* the neighbours are still valid except for the two new velocities */
        update_neighbour_velocity(self, &self->events.view[0], neighbour_index[0]);
        update_neighbour_velocity(self, &self->events.view[1], neighbour_index[1]);
        carom_events_predict(&self->events, i, &self->events.view[0]);
        carom_events_predict(&self->events, j, &self->events.view[1]);
    }
    return true;
}
