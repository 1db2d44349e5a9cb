/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs at the walls of a table of any shape. A part of the wall that a ball is not before has it
 * beyond by -INFINITY; where two parts join smoothly, a ball that slides along goes from being
 * before the one to being before the other within a contact, which then goes on with the other. */
#include "scene/scene.h"
#include "solvers/penalty/penalty.h"
#include <math.h>

bool carom_penalty_is_by_wall(const penalty_springs *springs, const double *x, uint32_t i,
                              size_t wall, double within_m)
{
    const carom_problem *problem = springs->problem;
    carom_vec at = carom_penalty_of(springs, x, i);
    double reach = springs->constants.reach_wall[i] + within_m;
    return problem->part == NULL ? carom_walls_beyond(problem, wall, at, reach).beyond_m > 0
                                 : carom_walls_deepest(problem, at, reach) > 0;
}

double carom_penalty_wall_touch(const penalty_springs *springs, const penalty_near *near,
                                const double *x, const double *v)
{
    carom_way way = {carom_penalty_of(springs, x, near->a), carom_penalty_of(springs, v, near->a),
                     springs->problem->gravity_mps2};
    return carom_walls_touch_s(springs->problem, near->b - springs->problem->count, &way,
                               near->reach_m, 0);
}

static penalty_geometry wall_after(const penalty_springs *springs, const penalty_near *near,
                                   const double *x, const double *v, double t)
{
    const carom_problem *problem = springs->problem;
    penalty_geometry at = carom_penalty_geometry(springs, near, x, v);
    if (problem->part != NULL) { /* the normal turns on the way */
        carom_vec own = carom_penalty_of(springs, v, near->a);
        carom_vec place = carom_vec_ahead(carom_penalty_of(springs, x, near->a), t, own);
        carom_beyond then = carom_walls_beyond(problem, near->b - problem->count, place,
                                               near->reach_m);
        at = isfinite(then.beyond_m) ? carom_penalty_of_wall(then, own) : at;
    }
    at.rate_mps += t * carom_vec_dot(at.normal, problem->gravity_mps2);
    return at;
}

penalty_geometry carom_penalty_flown(const penalty_springs *springs, const penalty_near *near,
                                     const double *x, const double *v, double t)
{
    penalty_geometry at;
    carom_vec w;
    if (near->wall) {
        return wall_after(springs, near, x, v, t);
    }
    w = carom_penalty_parting(springs, near, v);
    at = carom_penalty_of_balls(near->reach_m,
                                carom_vec_ahead(carom_penalty_way(springs, near, x), t, w), w);
    at.rate_mps = -at.rate_mps;
    return at;
}

/* Beyond the walls of a rectangle a spring pushes back from any depth; those of other shapes only
 * hold what is before them. */
static carom_status off_table(const penalty_springs *springs, uint32_t i, double t_s,
                              carom_error *error)
{
    const carom_ball *ball = &springs->problem->ball[i];
    char t[32];
    carom_number_format_digits(t_s, 12, t, sizeof t);
    return carom_error_set(
        error, CAROM_INVALID, "law",
        "ball %u%s%s has gone through the wall at t = %s s: its spring gives way "
        "by more than the ball's radius; expected a stiffer one",
        ball->number + 1, ball->name == NULL || ball->name[0] == '\0' ? "" : ", ",
        ball->name == NULL ? "" : ball->name, t);
}

carom_status carom_penalty_on_table(const penalty_springs *springs, const double *x, uint32_t i,
                                    double t_s, carom_error *error)
{
    const carom_problem *problem = springs->problem;
    bool held = problem->part == NULL || carom_walls_hold(problem, carom_penalty_of(springs, x, i));
    return held ? CAROM_OK : off_table(springs, i, t_s, error);
}

static bool is_elsewhere(const penalty_springs *springs, const penalty_motion *motion, size_t k)
{
    return springs->near[k].wall &&
           carom_penalty_geometry(springs, &springs->near[k], motion->x, motion->v).overlap_m ==
               -INFINITY;
}

/* The other part of the wall that the ball of near pair k is pressed against most; nears: none. */
static size_t successor(const penalty_system *self, const penalty_motion *motion, size_t k)
{
    const penalty_near *near = self->springs.near;
    size_t found = self->springs.nears;
    double deepest = 0;
    for (size_t m = 0; m < self->springs.nears; m++) {
        if (m != k && near[m].wall && near[m].a == near[k].a) {
            penalty_geometry at = carom_penalty_geometry(&self->springs, &near[m], motion->x,
                                                         motion->v);
            bool is_free = self->neighbours.pair[near[m].pair].record == PENALTY_NO_RECORD;
            if (is_free && at.overlap_m > deepest) {
                deepest = at.overlap_m;
                found = m;
            }
        }
    }
    return found;
}

/* The record of near pair k goes to another; what its part has still done is the contact's. */
static void hand_over(penalty_system *self, const penalty_motion *motion, size_t k, size_t next)
{
    penalty_pair *pair = &self->neighbours.pair[self->springs.near[k].pair];
    penalty_record *record = &self->contacts.record[pair->record];
    record->collision.impulse_Ns += motion->q[PENALTY_PAIRS + 2 * k];
    record->collision.dissipated_J += motion->q[PENALTY_PAIRS + 2 * k + 1];
    record->pair = self->springs.near[next].pair;
    record->b = self->springs.near[next].b;
    self->neighbours.pair[record->pair].record = pair->record;
    pair->record = PENALTY_NO_RECORD;
    if (self->springs.friction.acts) {
        record->collision.impulse_t_Ns += motion->q[carom_penalty_rubbed(&self->springs, k)];
        record->collision.dissipated_J += motion->q[carom_penalty_rubbed(&self->springs, k) + 1];
        if (!self->springs.model.located) {
            carom_penalty_pass_spring(&self->springs, &self->now, k, next);
        }
    }
}

carom_status carom_penalty_follow_walls(penalty_system *self, const penalty_motion *motion,
                                        double end_s, carom_error *error)
{
    for (size_t k = 0; k < self->springs.nears; k++) {
        uint32_t open = self->neighbours.pair[self->springs.near[k].pair].record;
        size_t next;
        if (open == PENALTY_NO_RECORD || !is_elsewhere(&self->springs, motion, k)) {
            continue;
        }
        next = successor(self, motion, k);
        if (next < self->springs.nears) {
            hand_over(self, motion, k, next);
        } else if (carom_penalty_on_table(&self->springs, motion->x, self->springs.near[k].a,
                                          self->time_s, error) != CAROM_OK) {
            return CAROM_INVALID;
        } else if (self->springs.model.located &&
                   !self->contacts.record[open].released) { /* over, right at a seam */
            self->contacts.record[open].released = true;
            self->contacts.record[open].collision.contact_s =
                end_s - self->contacts.record[open].collision.t_s;
        }
    }
    return CAROM_OK;
}

/* ---- contacts: located ---- */

static bool is_held(const penalty_springs *springs, const penalty_motion *motion, size_t k)
{
    for (size_t m = 0; m < springs->nears; m++) {
        if (springs->near[m].wall && springs->near[m].a == springs->near[k].a &&
            carom_penalty_is_on(motion, m)) {
            return true;
        }
    }
    return false;
}

void carom_penalty_arm_walls(const penalty_springs *springs, penalty_motion *motion)
{
    for (size_t k = 0; k < springs->nears; k++) {
        if (springs->near[k].wall &&
            (motion->watch[k] == PENALTY_OFF || motion->watch[k] == PENALTY_ARMED)) {
            bool arms = is_elsewhere(springs, motion, k) && is_held(springs, motion, k);
            motion->watch[k] = arms ? PENALTY_ARMED : PENALTY_OFF;
        }
    }
}

void carom_penalty_settle_walls(const penalty_system *self, penalty_motion *motion)
{
    for (size_t k = 0; k < self->springs.nears; k++) {
        if (motion->watch[k] == PENALTY_ON && is_elsewhere(&self->springs, motion, k)) {
            size_t next = successor(self, motion, k);
            bool goes_on = next < self->springs.nears && motion->watch[next] == PENALTY_ARMED;
            motion->watch[k] = PENALTY_OFF;
            if (goes_on) {
                motion->watch[next] = PENALTY_ON;
            }
            if (self->springs.friction.acts) {
                carom_penalty_pass_spring(&self->springs, motion, k,
                                          goes_on ? next : self->springs.nears);
            }
        }
    }
}
