/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balls that are stepped together while flight is leapt over: a group is a penalty solver for the
 * few balls in contact or about to be, with a clock of its own. Groups merge when their balls are
 * about to meet, and let go of balls that have nothing to do with the others any more; contacts
 * that last are handed on. */
#include "base/grow.h"
#include "scene/boundaries/torus.h"
#include "solvers/leap/state.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void carom_leap_free_group(leap_group *group)
{
    if (group != NULL) {
        carom_penalty_free(group->solver);
        carom_problem_free(&group->scene);
        free(group->ball);
        free(group);
    }
}

/* The place at which the grid has a member. */
static carom_flight place_of(const leap_solver *self, const penalty_solver *solver, size_t k)
{
    const penalty_motion *now = &solver->now;
    size_t n = solver->problem->count;
    carom_flight at = {now->x[k], now->x[n + k], now->v[k], now->v[n + k]};
    if (self->problem->boundary == CAROM_PERIODIC) {
        at.x = carom_torus_fold(at.x, self->problem->width_m);
        at.y = carom_torus_fold(at.y, self->problem->height_m);
    }
    return at;
}

/* What the group has booked and counted becomes everybody's; its members are from now on where the
 * grid has them. */
static void settle_accounts(leap_solver *self, const penalty_solver *solver)
{
    const penalty_motion *now = &solver->now;
    size_t n = solver->problem->count;
    const carom_accounts *from = &solver->accounts;
    carom_accounts *to = &self->accounts;
    carom_sum_add(&to->dissipated, carom_sum_value(&from->dissipated));
    carom_sum_add(&to->impulse_x, carom_sum_value(&from->impulse_x));
    carom_sum_add(&to->impulse_y, carom_sum_value(&from->impulse_y));
    carom_sum_add(&to->angular, carom_sum_value(&from->angular));
    carom_sum_add(&to->folded, carom_sum_value(&from->folded));
    for (size_t k = 0; k < n; k++) {
        carom_flight at = place_of(self, solver, k);
        carom_flight_book_fold(solver->problem, k, at.x - now->x[k], at.y - now->x[n + k], to);
    }
    self->report.steps += solver->report.steps;
    self->report.collisions += solver->report.collisions;
    self->report.force_evaluations += solver->report.force_evaluations;
    self->report.pair_tests += solver->report.pair_tests;
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, solver->report.max_overlap_m);
    self->report.longest_step_m = fmax(self->report.longest_step_m, solver->report.longest_step_m);
}

/* The members' states from the group's solver. */
static void read_members(leap_solver *self, const leap_group *group)
{
    for (size_t k = 0; k < group->count; k++) {
        uint32_t i = group->ball[k];
        leap_ball *ball = &self->ball[i];
        ball->at = place_of(self, group->solver, k);
        ball->clock_s = group->solver->time_s;
        carom_grid_remove(&self->grid, i);
        carom_grid_place(&self->grid, i, ball->at.x, ball->at.y);
        self->fastest_mps = fmax(self->fastest_mps, carom_flight_speed(ball->at));
    }
}

static carom_status step_group(leap_solver *self, leap_group *group, double t_s)
{
    penalty_solver *solver = group->solver;
    double keep = solver->step_s;
    carom_status status;
    status = carom_penalty_change(solver, self->error);
    solver->step_s = t_s - solver->time_s;
    if (status == CAROM_OK) {
        status = carom_penalty_step(solver, self->error);
    }
    solver->step_s = keep;
    solver->time_s = t_s;
    if (status == CAROM_OK) {
        read_members(self, group);
    }
    return status;
}

static size_t local_of(const leap_group *group, uint32_t ball)
{
    size_t k = 0;
    while (group->ball[k] != ball) {
        k++;
    }
    return k;
}

/* A contact that goes on in another group: found again among its pairs, turned round where they
 * are. */
static carom_status hand_over(const leap_group *from, const penalty_record *record, leap_group *to,
                              carom_error *error)
{
    penalty_solver *solver = to->solver;
    const carom_collision *c = &record->collision;
    uint32_t a = (uint32_t)local_of(to, from->ball[c->a]);
    uint32_t b = c->wall ? (uint32_t)(to->count + c->b)
                         : (uint32_t)local_of(to, from->ball[record->b]);
    for (size_t k = 0; k < solver->pairs; k++) {
        penalty_pair *pair = &solver->pair[k];
        bool same = pair->a == a && pair->b == b, turned = pair->a == b && pair->b == a;
        if (same || turned) {
            penalty_record *grown = carom_grow(solver->record, solver->records,
                                               &solver->record_capacity, sizeof *grown);
            if (grown == NULL) {
                return carom_error_no_memory(error);
            }
            solver->record = grown;
            grown = &solver->record[solver->records];
            *grown = *record;
            grown->collision.a = pair->a;
            grown->b = pair->b;
            grown->pair = k;
            grown->collision.b = c->wall ? c->b : pair->b;
            grown->collision.normal_x = turned ? -c->normal_x : c->normal_x;
            grown->collision.normal_y = turned ? -c->normal_y : c->normal_y;
            pair->record = (uint32_t)solver->records++;
            return CAROM_OK;
        }
    }
    return CAROM_OK; /* its two are apart by now */
}

/* The table and the gathered balls as they are now. */
static carom_status describe(leap_solver *self, size_t count, leap_group *group)
{
    carom_problem table = *self->problem;
    carom_status status;
    table.count = 0; /* everything but the balls */
    status = carom_problem_copy(&group->scene, &table, self->error);
    while (group->count < count && status == CAROM_OK) {
        uint32_t j = self->gathered[group->count];
        carom_ball ball = self->problem->ball[j];
        ball.x_m = self->ball[j].at.x;
        ball.y_m = self->ball[j].at.y;
        ball.vx_mps = self->ball[j].at.vx;
        ball.vy_mps = self->ball[j].at.vy;
        ball.name = NULL;
        group->ball[group->count++] = j;
        status = carom_problem_add(&group->scene, &ball, self->error);
    }
    return status;
}

/* The balls that are gathered, at t_s, as a group. NULL: no memory */
static leap_group *group_new(leap_solver *self, size_t count, double t_s)
{
    leap_group *group = calloc(1, sizeof *group);
    if (group == NULL) {
        carom_error_no_memory(self->error);
        return NULL;
    }
    group->ball = malloc((count + 1) * sizeof *group->ball);
    if (group->ball == NULL) {
        carom_error_no_memory(self->error);
    } else if (describe(self, count, group) == CAROM_OK) {
        group->solver = carom_penalty_group_new(self->parent, &group->scene, group->ball, t_s,
                                                self->error);
    }
    if (group->solver == NULL) {
        carom_leap_free_group(group);
        return NULL;
    }
    return group;
}

static int compare_balls(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static void gather(leap_solver *self, size_t *count, uint32_t i)
{
    if (!self->taken[i]) {
        self->taken[i] = true;
        self->gathered[(*count)++] = i;
    }
}

/* Everything of ball i's group, or itself alone, brought to t_s. */
static carom_status gather_with_group(leap_solver *self, size_t *count, uint32_t i, double t_s)
{
    leap_group *group = self->ball[i].group;
    carom_status status = CAROM_OK;
    if (self->taken[i]) {
        return CAROM_OK;
    }
    if (group == NULL) {
        carom_leap_fly(self, i, t_s);
        gather(self, count, i);
        return CAROM_OK;
    }
    if (group->solver->time_s < t_s) {
        status = step_group(self, group, t_s);
    }
    for (size_t k = 0; k < group->count; k++) {
        gather(self, count, group->ball[k]);
    }
    return status;
}

/* Hands the open contacts of a member's old group to the new one. */
static carom_status inherit(leap_solver *self, leap_group *group, leap_group **old)
{
    carom_status status = CAROM_OK;
    for (size_t k = 0; k < group->count && status == CAROM_OK; k++) {
        leap_group *from = self->ball[group->ball[k]].group;
        for (size_t r = 0; from != NULL && r < from->solver->records && status == CAROM_OK; r++) {
            /* each once */
            if (from->ball[from->solver->record[r].collision.a] == group->ball[k]) {
                status = hand_over(from, &from->solver->record[r], group, self->error);
            }
        }
        if (from != NULL && from->next == NULL && from != *old) {
            from->next = *old != NULL ? *old : from; /* the last points to itself */
            *old = from;
        }
    }
    if (status == CAROM_OK && group->solver->located) {
        carom_penalty_watch_anew(group->solver, &group->solver->now);
    }
    return status;
}

static void free_old(leap_solver *self, leap_group *old)
{
    while (old != NULL) {
        leap_group *next = old->next == old ? NULL : old->next;
        settle_accounts(self, old->solver);
        carom_leap_free_group(old);
        old = next;
    }
}

/* A group of the gathered balls replaces those that they were in. */
static carom_status form(leap_solver *self, size_t count, double t_s)
{
    leap_group *group, *old = NULL;
    carom_status status;
    qsort(self->gathered, count, sizeof *self->gathered, compare_balls);
    group = group_new(self, count, t_s);
    status = group == NULL ? carom_leap_failure(self->error) : inherit(self, group, &old);
    for (size_t k = 0; k < count; k++) {
        uint32_t i = self->gathered[k];
        self->taken[i] = false;
        if (group != NULL) {
            self->ball[i].group = group;
            self->ball[i].stamp++;
            self->event[i] = (leap_event){k == 0 ? LEAP_STEP : LEAP_NONE, 0, 0};
            carom_queue_set(&self->queue, i,
                            k == 0 ? t_s + (1 - self->parent->phase) * self->parent->step_s
                                   : INFINITY);
        }
    }
    free_old(self, old);
    return status;
}

/* ---- what happens to a group after a step ---- */

/* Whether ball i touches the other within the next steps, or is so close that a push could make it.
 */
static bool is_soon(const leap_solver *self, uint32_t i, const carom_candidate *other, double t_s)
{
    static const double push = 0.1; /* of the way that the fastest ball goes in a step */
    double h = self->parent->step_s;
    carom_flight a = carom_leap_ball_at(self, i, t_s),
                 b = carom_leap_ball_at(self, other->ball, t_s);
    double dx = b.x + self->grid.shift_x_m[other->image] - a.x;
    double dy = b.y + self->grid.shift_y_m[other->image] - a.y;
    double reach = self->problem->ball[i].radius_m + self->problem->ball[other->ball].radius_m;
    double close = reach + push * h * self->fastest_mps;
    return dx * dx + dy * dy <= close * close ||
           carom_leap_touch_time(self, i, other, t_s) <= LEAP_SOON_STEPS * h;
}

static bool is_wall_soon(const leap_solver *self, uint32_t i)
{
    for (int wall = 0; wall < CAROM_WALL_COUNT && self->problem->boundary == CAROM_WALLS &&
                       !self->problem->ball[i].fixed;
         wall++) {
        if (carom_leap_wall_time(self, i, wall) <= LEAP_SOON_STEPS * self->parent->step_s) {
            return true;
        }
    }
    return false;
}

static bool has_contact(const leap_group *group, size_t k)
{
    const penalty_solver *solver = group->solver;
    for (size_t r = 0; r < solver->records; r++) {
        const penalty_record *record = &solver->record[r];
        if (record->collision.a == k || (!record->collision.wall && record->b == k)) {
            return true;
        }
    }
    return false;
}

/* Two that overlap by no more than rounding, or have no record because nobody pushed, are not let
 * go either. */
static bool is_idle(leap_solver *self, const leap_group *group, size_t k)
{
    uint32_t i = group->ball[k];
    double t_s = group->solver->time_s;
    size_t count;
    if (has_contact(group, k) || is_wall_soon(self, i)) {
        return false;
    }
    count = carom_grid_around(&self->grid, i, self->found);
    for (size_t j = 0; j < count; j++) {
        if (carom_leap_touch_time(self, i, &self->found[j], t_s) <=
                LEAP_SOON_STEPS * self->parent->step_s &&
            !(self->problem->ball[i].fixed && self->problem->ball[self->found[j].ball].fixed)) {
            return false;
        }
    }
    return true;
}

/* Strangers that a member is about to touch. */
static carom_status take_in(leap_solver *self, const leap_group *group, size_t *count)
{
    double t_s = group->solver->time_s;
    carom_status status = CAROM_OK;
    for (size_t k = 0; k < group->count && status == CAROM_OK; k++) {
        uint32_t i = group->ball[k];
        size_t around = carom_grid_around(&self->grid, i, self->found);
        self->report.pair_tests += around;
        for (size_t j = 0; j < around && status == CAROM_OK; j++) {
            uint32_t other = self->found[j].ball;
            if (self->ball[other].group != group && !self->taken[other] &&
                !(self->problem->ball[i].fixed && self->problem->ball[other].fixed) &&
                is_soon(self, i, &self->found[j], t_s)) {
                status = gather_with_group(self, count, other, t_s);
                /* the step may have moved them */
                around = carom_grid_around(&self->grid, i, self->found);
            }
        }
    }
    return status;
}

static carom_status dissolve(leap_solver *self, leap_group *group)
{
    size_t count = group->count;
    memcpy(self->gathered, group->ball, count * sizeof *self->gathered);
    for (size_t k = 0; k < count; k++) {
        self->ball[group->ball[k]].group = NULL;
        self->ball[group->ball[k]].stamp++;
    }
    settle_accounts(self, group->solver);
    carom_leap_free_group(group);
    for (size_t k = 0; k < count; k++) {
        carom_leap_predict(self, self->gathered[k]);
    }
    return CAROM_OK;
}

/* Lets go who has nothing to do here any more; the rest, if any, goes on. */
static carom_status let_go(leap_solver *self, leap_group *group, double t_s)
{
    size_t staying = 0, leaving = 0;
    uint32_t *left = &self->gathered[group->count]; /* the upper half of the room */
    carom_status status = CAROM_OK;
    for (size_t k = 0; k < group->count; k++) {
        if (is_idle(self, group, k)) {
            left[leaving++] = group->ball[k];
        } else {
            self->gathered[staying++] = group->ball[k];
        }
    }
    if (leaving == 0) {
        carom_queue_set(&self->queue, group->ball[0], t_s + self->parent->step_s);
        return CAROM_OK;
    }
    if (staying == 0) {
        return dissolve(self, group);
    }
    for (size_t k = 0; k < staying; k++) {
        self->taken[self->gathered[k]] = true;
    }
    for (size_t k = 0; k < leaving; k++) {
        self->ball[left[k]].group = NULL;
        self->ball[left[k]].stamp++;
    }
    /* form() uses the lower half only */
    status = form(self, staying, t_s);
    for (size_t k = 0; k < leaving && status == CAROM_OK; k++) {
        carom_leap_predict(self, left[k]);
    }
    return status;
}

carom_status carom_leap_step_group(leap_solver *self, leap_group *group, double t_s)
{
    size_t count = 0;
    carom_status status = step_group(self, group, t_s);
    if (status == CAROM_OK) {
        status = take_in(self, group, &count);
    }
    if (status == CAROM_OK && count > 0) {
        for (size_t k = 0; k < group->count; k++) {
            gather(self, &count, group->ball[k]);
        }
        return form(self, count, t_s);
    }
    return status == CAROM_OK ? let_go(self, group, t_s) : status;
}

carom_status carom_leap_meet(leap_solver *self, uint32_t i, uint32_t j, double t_s)
{
    size_t count = 0;
    carom_status status = gather_with_group(self, &count, i, t_s);
    if (status == CAROM_OK && j != i) {
        status = gather_with_group(self, &count, j, t_s);
    }
    return status == CAROM_OK ? form(self, count, t_s) : status;
}
