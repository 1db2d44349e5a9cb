/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs at the walls of a table of any shape. A part of the wall that a ball is not before has it
 * beyond by -INFINITY; where two parts join smoothly, a ball that slides along goes from being
 * before the one to being before the other within a contact, which then goes on with the other. */
#include "scene/walls.h"
#include "solvers/penalty/penalty.h"
#include <math.h>

bool carom_penalty_is_by_wall(const penalty_system *self, uint32_t i, size_t wall, double within_m)
{
    const carom_problem *problem = self->problem;
    carom_vec at = carom_penalty_of(self, self->now.x, i);
    double reach = self->constants.reach_wall[i] + within_m;
    return problem->part == NULL ? carom_walls_beyond(problem, wall, at, reach).beyond_m > 0
                                 : carom_walls_deepest(problem, at, reach) > 0;
}

double carom_penalty_wall_touch(const penalty_system *self, const penalty_near *near,
                                const double *x, const double *v)
{
    carom_way way = {carom_penalty_of(self, x, near->a), carom_penalty_of(self, v, near->a),
                     self->problem->gravity_mps2};
    return carom_walls_touch_s(self->problem, near->b - self->problem->count, &way, near->reach_m,
                               0);
}

static penalty_geometry wall_after(const penalty_system *self, const penalty_near *near,
                                   const double *x, const double *v, double t)
{
    const carom_problem *problem = self->problem;
    penalty_geometry at = carom_penalty_geometry(self, near, x, v);
    if (problem->part != NULL) { /* the normal turns on the way */
        carom_vec own = carom_penalty_of(self, v, near->a);
        carom_vec place = carom_vec_ahead(carom_penalty_of(self, x, near->a), t, own);
        carom_beyond then = carom_walls_beyond(problem, near->b - problem->count, place,
                                               near->reach_m);
        at = isfinite(then.beyond_m) ? carom_penalty_of_wall(then, own) : at;
    }
    at.rate_mps += t * carom_vec_dot(at.normal, problem->gravity_mps2);
    return at;
}

penalty_geometry carom_penalty_flown(const penalty_system *self, const penalty_near *near,
                                     const double *x, const double *v, double t)
{
    penalty_geometry at;
    carom_vec w;
    if (near->wall) {
        return wall_after(self, near, x, v, t);
    }
    w = carom_penalty_parting(self, near, v);
    at = carom_penalty_of_balls(near->reach_m,
                                carom_vec_ahead(carom_penalty_way(self, near, x), t, w), w);
    at.rate_mps = -at.rate_mps;
    return at;
}

/* Beyond the walls of a rectangle a spring pushes back from any depth; those of other shapes only
 * hold what is before them. */
static carom_status off_table(const penalty_system *self, uint32_t i, carom_error *error)
{
    const carom_ball *ball = &self->problem->ball[i];
    char t[32];
    carom_number_format_digits(self->time_s, 12, t, sizeof t);
    return carom_error_set(
        error, CAROM_INVALID, "law",
        "ball %u%s%s has gone through the wall at t = %s s: its spring gives way "
        "by more than the ball's radius; expected a stiffer one",
        ball->number + 1, ball->name == NULL || ball->name[0] == '\0' ? "" : ", ",
        ball->name == NULL ? "" : ball->name, t);
}

carom_status carom_penalty_on_table(const penalty_system *self, const penalty_motion *motion,
                                    uint32_t i, carom_error *error)
{
    const carom_problem *problem = self->problem;
    bool held = problem->part == NULL ||
                carom_walls_hold(problem, carom_penalty_of(self, motion->x, i));
    return held ? CAROM_OK : off_table(self, i, error);
}

static bool is_elsewhere(const penalty_system *self, const penalty_motion *motion, size_t k)
{
    return self->neighbours.near[k].wall &&
           carom_penalty_geometry(self, &self->neighbours.near[k], motion->x, motion->v)
                   .overlap_m == -INFINITY;
}

/* The other part of the wall that the ball of near pair k is pressed against most; nears: none. */
static size_t successor(const penalty_system *self, const penalty_motion *motion, size_t k)
{
    const penalty_near *near = self->neighbours.near;
    size_t found = self->neighbours.nears;
    double deepest = 0;
    for (size_t m = 0; m < self->neighbours.nears; m++) {
        if (m != k && near[m].wall && near[m].a == near[k].a) {
            penalty_geometry at = carom_penalty_geometry(self, &near[m], motion->x, motion->v);
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
    penalty_pair *pair = &self->neighbours.pair[self->neighbours.near[k].pair];
    penalty_record *record = &self->contacts.record[pair->record];
    record->collision.impulse_Ns += motion->q[PENALTY_PAIRS + 2 * k];
    record->collision.dissipated_J += motion->q[PENALTY_PAIRS + 2 * k + 1];
    record->pair = self->neighbours.near[next].pair;
    record->b = self->neighbours.near[next].b;
    self->neighbours.pair[record->pair].record = pair->record;
    pair->record = PENALTY_NO_RECORD;
    if (self->friction.acts) {
        record->collision.impulse_t_Ns += motion->q[carom_penalty_rubbed(self, k)];
        record->collision.dissipated_J += motion->q[carom_penalty_rubbed(self, k) + 1];
        if (!self->model.located) {
            carom_penalty_pass_spring(self, &self->now, k, next);
        }
    }
}

carom_status carom_penalty_follow_walls(penalty_system *self, const penalty_motion *motion,
                                        double end_s, carom_error *error)
{
    for (size_t k = 0; k < self->neighbours.nears; k++) {
        uint32_t open = self->neighbours.pair[self->neighbours.near[k].pair].record;
        size_t next;
        if (open == PENALTY_NO_RECORD || !is_elsewhere(self, motion, k)) {
            continue;
        }
        next = successor(self, motion, k);
        if (next < self->neighbours.nears) {
            hand_over(self, motion, k, next);
        } else if (carom_penalty_on_table(self, motion, self->neighbours.near[k].a, error) !=
                   CAROM_OK) {
            return CAROM_INVALID;
        } else if (self->model.located &&
                   !self->contacts.record[open].released) { /* over, right at a seam */
            self->contacts.record[open].released = true;
            self->contacts.record[open].collision.contact_s =
                end_s - self->contacts.record[open].collision.t_s;
        }
    }
    return CAROM_OK;
}

/* ---- contacts: located ---- */

static bool is_held(const penalty_system *self, const penalty_motion *motion, size_t k)
{
    for (size_t m = 0; m < self->neighbours.nears; m++) {
        if (self->neighbours.near[m].wall &&
            self->neighbours.near[m].a == self->neighbours.near[k].a &&
            carom_penalty_is_on(motion, m)) {
            return true;
        }
    }
    return false;
}

void carom_penalty_arm_walls(const penalty_system *self, penalty_motion *motion)
{
    for (size_t k = 0; k < self->neighbours.nears; k++) {
        if (self->neighbours.near[k].wall &&
            (motion->watch[k] == PENALTY_OFF || motion->watch[k] == PENALTY_ARMED)) {
            bool arms = is_elsewhere(self, motion, k) && is_held(self, motion, k);
            motion->watch[k] = arms ? PENALTY_ARMED : PENALTY_OFF;
        }
    }
}

void carom_penalty_settle_walls(const penalty_system *self, penalty_motion *motion)
{
    for (size_t k = 0; k < self->neighbours.nears; k++) {
        if (motion->watch[k] == PENALTY_ON && is_elsewhere(self, motion, k)) {
            size_t next = successor(self, motion, k);
            bool goes_on = next < self->neighbours.nears && motion->watch[next] == PENALTY_ARMED;
            motion->watch[k] = PENALTY_OFF;
            if (goes_on) {
                motion->watch[next] = PENALTY_ON;
            }
            if (self->friction.acts) {
                carom_penalty_pass_spring(self, motion, k, goes_on ? next : self->neighbours.nears);
            }
        }
    }
}
