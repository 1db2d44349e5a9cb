/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/penalty_leap.h"
#include "core/event_queue.h"
#include "core/flight.h"
#include "core/grow.h"
#include "core/time_of_impact.h"
#include "core/torus.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A group begins two steps before its balls touch, so that a touch lies inside a step. A ball that will touch a
 * member within three is taken in; one that will not is let go. */
static const double ahead_steps = 2, soon_steps = 3;

typedef enum { EVENT_NONE, EVENT_PAIR, EVENT_WALL, EVENT_CELL, EVENT_STEP } event_kind;

/* STEP: the ball is the first of a group, whose step ends at its time. */
typedef struct {
    event_kind kind;
    uint32_t partner, stamp;
} leap_event;

typedef struct leap_group leap_group;

typedef struct {
    carom_flight at; /* at clock_s; of a ball in a group: at the group's time */
    double clock_s;
    uint32_t stamp;  /* counts the changes of velocity */
    leap_group *group;
} leap_ball;

struct leap_group {
    size_t count;
    uint32_t *ball; /* ascending */
    carom_problem scene;
    penalty_solver *solver;
    leap_group *next; /* of those to be freed */
};

struct leap_solver {
    const penalty_solver *parent;
    const carom_problem *problem;
    leap_ball *ball;
    leap_event *event;
    carom_queue queue;
    carom_grid grid;
    carom_candidate *found;
    uint32_t *gathered; /* members of a group to be */
    bool *taken;        /* by ball: among them */
    double fastest_mps;
    carom_accounts accounts;
    carom_report report;
    carom_error *error; /* of the call in progress */
};

void carom_leap_check(const carom_problem *problem, const carom_findings *findings)
{
    bool fixed = false, falls = problem->gravity_mps2[0] != 0 || problem->gravity_mps2[1] != 0;
    for (size_t i = 0; i < problem->count; i++) {
        fixed = fixed || problem->ball[i].fixed;
    }
    if (fixed && falls) {
        findings->report(findings->context, true, "flight",
                         "leap: a ball that falls past a fixed one is not leapt over; expected step");
    }
    if (problem->orientation) {
        findings->report(findings->context, true, "flight", "leap does not follow orientation; expected step");
    }
}

/* ---- free flight ---- */

static carom_flight ball_at(const leap_solver *self, uint32_t i, double t_s)
{
    static const double none[2] = {0, 0};
    const leap_ball *ball = &self->ball[i];
    return carom_flight_fall(ball->at, self->problem->ball[i].fixed ? none : self->problem->gravity_mps2,
                             t_s - ball->clock_s);
}

/* The torque of its weight; the weight's impulse is m g t for all balls together. */
static void book_flight(const leap_solver *self, uint32_t i, double t_s, carom_accounts *accounts)
{
    const leap_ball *ball = &self->ball[i];
    const double *g = self->problem->gravity_mps2;
    carom_accounts own = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    if ((g[0] != 0 || g[1] != 0) && !self->problem->ball[i].fixed) {
        carom_flight_book_weight(self->problem, self->problem->ball[i].mass_kg, ball->at, g,
                                 t_s - ball->clock_s, &own);
        carom_sum_add(&accounts->angular, carom_sum_value(&own.angular));
    }
}

static void fly(leap_solver *self, uint32_t i, double t_s)
{
    book_flight(self, i, t_s, &self->accounts);
    self->ball[i].at = ball_at(self, i, t_s);
    self->ball[i].clock_s = t_s;
}

/* ---- prediction of a free ball ---- */

static void consider(leap_event *best, double *best_s, double t_s, event_kind kind, uint32_t partner)
{
    if (t_s < *best_s || (t_s == *best_s && kind == EVENT_PAIR &&
                          (best->kind != EVENT_PAIR || partner < best->partner))) {
        *best = (leap_event){kind, partner, 0};
        *best_s = t_s;
    }
}

/* Time from t_s until balls i and j touch, in free flight; in the image that the grid says. */
static double touch_time(const leap_solver *self, uint32_t i, const carom_candidate *other, double t_s)
{
    carom_flight a = ball_at(self, i, t_s), b = ball_at(self, other->ball, t_s);
    double reach = self->problem->ball[i].radius_m + self->problem->ball[other->ball].radius_m;
    return carom_time_of_impact(b.x + self->grid.shift_x_m[other->image] - a.x,
                                b.y + self->grid.shift_y_m[other->image] - a.y, b.vx - a.vx, b.vy - a.vy, reach,
                                0, INFINITY);
}

/* Time from the ball's clock until it crosses a line on a side: distance, speed, acceleration away from it. */
static double side_time(const leap_solver *self, uint32_t i, int side, double line)
{
    const carom_flight *at = &self->ball[i].at;
    bool vertical = side == CAROM_BOTTOM || side == CAROM_TOP;
    double sign = side == CAROM_LEFT || side == CAROM_BOTTOM ? 1 : -1;
    return carom_time_to_line(sign * ((vertical ? at->y : at->x) - line), sign * (vertical ? at->vy : at->vx),
                              sign * self->problem->gravity_mps2[vertical ? 1 : 0]);
}

static double wall_line(const carom_problem *problem, uint32_t i, int wall)
{
    double reach = problem->wall_contact == CAROM_SURFACE ? problem->ball[i].radius_m : 0;
    switch (wall) {
    case CAROM_LEFT:
    case CAROM_BOTTOM: return reach;
    case CAROM_RIGHT: return problem->width_m - reach;
    default: return problem->height_m - reach;
    }
}

static void predict(leap_solver *self, uint32_t i)
{
    double now = self->ball[i].clock_s, ahead = ahead_steps * self->parent->step_s, best_s = INFINITY;
    bool fixed = self->problem->ball[i].fixed;
    leap_event best = {EVENT_NONE, 0, 0};
    size_t count = carom_grid_around(&self->grid, i, self->found);
    for (int side = 0; side < CAROM_WALL_COUNT && !fixed; side++) {
        double edge = carom_grid_edge(&self->grid, i, side / 2, side % 2 != 0);
        if (isfinite(edge)) {
            consider(&best, &best_s, now + side_time(self, i, side, edge), EVENT_CELL, (uint32_t)side);
        }
        if (self->problem->boundary == CAROM_WALLS) {
            double t = side_time(self, i, side, wall_line(self->problem, i, side)) - ahead;
            consider(&best, &best_s, now + (t > 0 ? t : 0), EVENT_WALL, (uint32_t)side);
        }
    }
    self->report.pair_tests += count;
    for (size_t k = 0; k < count; k++) {
        uint32_t j = self->found[k].ball;
        if (self->ball[j].group == NULL && !(fixed && self->problem->ball[j].fixed)) {
            double t = touch_time(self, i, &self->found[k], now) - ahead;
            consider(&best, &best_s, now + (t > 0 ? t : 0), EVENT_PAIR, j);
        }
    }
    if (best.kind == EVENT_PAIR) {
        best.stamp = self->ball[best.partner].stamp;
    }
    self->event[i] = best;
    carom_queue_set(&self->queue, i, best_s);
}

/* ---- groups ---- */

static void group_free(leap_group *group)
{
    if (group != NULL) {
        carom_penalty_free(group->solver);
        carom_problem_free(&group->scene);
        free(group->ball);
        free(group);
    }
}

/* What the group has booked and counted becomes everybody's. */
static void settle_accounts(leap_solver *self, const penalty_solver *solver)
{
    const carom_accounts *from = &solver->accounts;
    carom_accounts *to = &self->accounts;
    carom_sum_add(&to->dissipated, carom_sum_value(&from->dissipated));
    carom_sum_add(&to->impulse_x, carom_sum_value(&from->impulse_x));
    carom_sum_add(&to->impulse_y, carom_sum_value(&from->impulse_y));
    carom_sum_add(&to->angular, carom_sum_value(&from->angular));
    self->report.steps += solver->report.steps;
    self->report.collisions += solver->report.collisions;
    self->report.force_evaluations += solver->report.force_evaluations;
    self->report.pair_tests += solver->report.pair_tests;
    if (solver->report.max_overlap_m > self->report.max_overlap_m) {
        self->report.max_overlap_m = solver->report.max_overlap_m;
    }
}

/* The members' states from the group's solver; positions on a torus folded as the grid has them. */
static void read_members(leap_solver *self, const leap_group *group)
{
    const penalty_motion *now = &group->solver->now;
    for (size_t k = 0; k < group->count; k++) {
        uint32_t i = group->ball[k];
        leap_ball *ball = &self->ball[i];
        ball->at = (carom_flight){now->x[k], now->x[group->count + k], now->v[k], now->v[group->count + k]};
        ball->clock_s = group->solver->time_s;
        if (self->problem->boundary == CAROM_PERIODIC) {
            ball->at.x = carom_torus_fold(ball->at.x, self->problem->width_m);
            ball->at.y = carom_torus_fold(ball->at.y, self->problem->height_m);
        }
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
    solver->step_s = t_s - solver->time_s;
    status = carom_penalty_step(solver, self->error);
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

/* A contact that goes on in another group: found again among its pairs, turned round where they are. */
static carom_status hand_over(const leap_group *from, const penalty_record *record, leap_group *to,
                              carom_error *error)
{
    penalty_solver *solver = to->solver;
    const carom_collision *c = &record->collision;
    uint32_t a = (uint32_t)local_of(to, from->ball[c->a]);
    uint32_t b = c->wall ? (uint32_t)(to->count + c->b) : (uint32_t)local_of(to, from->ball[record->b]);
    for (size_t k = 0; k < solver->pairs; k++) {
        penalty_pair *pair = &solver->pair[k];
        bool same = pair->a == a && pair->b == b, turned = pair->a == b && pair->b == a;
        if (same || turned) {
            penalty_record *grown = carom_grow(solver->record, solver->records, &solver->record_capacity,
                                               sizeof *grown);
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

/* The balls that are gathered, at t_s, as a group; contacts that last come with them. */
static leap_group *group_new(leap_solver *self, size_t count, double t_s)
{
    leap_group *group = calloc(1, sizeof *group);
    carom_status status = CAROM_OK;
    if (group == NULL) {
        carom_error_no_memory(self->error);
        return NULL;
    }
    group->ball = malloc((count + 1) * sizeof *group->ball);
    group->scene = *self->problem;
    group->scene.ball = NULL;
    group->scene.names = group->scene.materials = NULL;
    group->scene.count = group->scene.capacity = 0;
    group->scene.pair = NULL;
    group->scene.pairs = group->scene.pair_capacity = 0;
    for (size_t k = 0; k < self->problem->pairs && status == CAROM_OK; k++) {
        status = carom_problem_add_pair(&group->scene, &self->problem->pair[k], self->error);
    }
    for (uint32_t i = 0; group->count < count && status == CAROM_OK && group->ball != NULL; i++) {
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
    if (status == CAROM_OK && group->ball != NULL) {
        group->solver = carom_penalty_group_new(self->parent, &group->scene, group->ball, t_s, self->error);
    }
    if (group->solver == NULL) {
        group_free(group);
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
        fly(self, i, t_s);
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
            if (from->ball[from->solver->record[r].collision.a] == group->ball[k]) { /* each once */
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
        group_free(old);
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
    status = group == NULL ? self->error->status : inherit(self, group, &old);
    for (size_t k = 0; k < count; k++) {
        uint32_t i = self->gathered[k];
        self->taken[i] = false;
        if (group != NULL) {
            self->ball[i].group = group;
            self->ball[i].stamp++;
            self->event[i] = (leap_event){k == 0 ? EVENT_STEP : EVENT_NONE, 0, 0};
            carom_queue_set(&self->queue, i, k == 0 ? t_s + self->parent->step_s : INFINITY);
        }
    }
    free_old(self, old);
    return status;
}

/* ---- what happens to a group after a step ---- */

/* Whether ball i touches the other within the next steps, or is so close that a push could make it. */
static bool is_soon(const leap_solver *self, uint32_t i, const carom_candidate *other, double t_s)
{
    static const double push = 0.1; /* of the way that the fastest ball goes in a step */
    double h = self->parent->step_s;
    carom_flight a = ball_at(self, i, t_s), b = ball_at(self, other->ball, t_s);
    double dx = b.x + self->grid.shift_x_m[other->image] - a.x;
    double dy = b.y + self->grid.shift_y_m[other->image] - a.y;
    double reach = self->problem->ball[i].radius_m + self->problem->ball[other->ball].radius_m;
    double close = reach + push * h * self->fastest_mps;
    return dx * dx + dy * dy <= close * close || touch_time(self, i, other, t_s) <= soon_steps * h;
}

static bool is_wall_soon(const leap_solver *self, uint32_t i)
{
    for (int wall = 0; wall < CAROM_WALL_COUNT && self->problem->boundary == CAROM_WALLS &&
                       !self->problem->ball[i].fixed; wall++) {
        if (side_time(self, i, wall, wall_line(self->problem, i, wall)) <= soon_steps * self->parent->step_s) {
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

/* Two that overlap by no more than rounding, or have no record because nobody pushed, are not let go either. */
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
        if (touch_time(self, i, &self->found[j], t_s) <= soon_steps * self->parent->step_s &&
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
                around = carom_grid_around(&self->grid, i, self->found); /* the step may have moved them */
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
    group_free(group);
    for (size_t k = 0; k < count; k++) {
        predict(self, self->gathered[k]);
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
        predict(self, left[k]);
    }
    return status;
}

static carom_status group_event(leap_solver *self, leap_group *group, double t_s)
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

/* ---- events ---- */

static carom_status meet(leap_solver *self, uint32_t i, double t_s)
{
    size_t count = 0;
    carom_status status = gather_with_group(self, &count, i, t_s);
    if (status == CAROM_OK && self->event[i].kind == EVENT_PAIR) {
        status = gather_with_group(self, &count, self->event[i].partner, t_s);
    }
    return status == CAROM_OK ? form(self, count, t_s) : status;
}

static void cross(leap_solver *self, uint32_t i, int side)
{
    uint32_t image = carom_grid_move(&self->grid, i, (side == CAROM_RIGHT) - (side == CAROM_LEFT),
                                     (side == CAROM_TOP) - (side == CAROM_BOTTOM));
    self->ball[i].at.x -= self->grid.shift_x_m[image];
    self->ball[i].at.y -= self->grid.shift_y_m[image];
}

static carom_status process(leap_solver *self, uint32_t i, double t_s)
{
    leap_event event = self->event[i];
    switch (event.kind) {
    case EVENT_STEP: return group_event(self, self->ball[i].group, t_s);
    case EVENT_WALL: return meet(self, i, t_s);
    case EVENT_PAIR:
        if (event.stamp == self->ball[event.partner].stamp) {
            return meet(self, i, t_s);
        }
        break;
    case EVENT_CELL:
        fly(self, i, t_s);
        cross(self, i, (int)event.partner);
        predict(self, i);
        return CAROM_OK;
    case EVENT_NONE: break;
    }
    fly(self, i, t_s);
    predict(self, i);
    return CAROM_OK;
}

carom_status carom_leap_advance(leap_solver *self, double t_s, carom_error *error)
{
    carom_status status = CAROM_OK;
    self->error = error;
    while (status == CAROM_OK && t_s > 0) {
        double now_s;
        uint32_t first = carom_queue_first(&self->queue, &now_s);
        if (!(now_s <= t_s)) {
            break;
        }
        status = process(self, first, now_s);
    }
    return status;
}

/* ---- the rest of the seam ---- */

leap_solver *carom_leap_new(const penalty_solver *parent, carom_error *error)
{
    const carom_problem *problem = parent->problem;
    size_t n = problem->count;
    leap_solver *self = calloc(1, sizeof *self);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    self->parent = parent;
    self->problem = problem;
    self->error = error;
    self->ball = calloc(n + 1, sizeof *self->ball);
    self->event = calloc(n + 1, sizeof *self->event);
    self->found = calloc(n + CAROM_GRID_IMAGES, sizeof *self->found);
    self->gathered = calloc(2 * n + 1, sizeof *self->gathered);
    self->taken = calloc(n + 1, sizeof *self->taken);
    if (self->ball == NULL || self->event == NULL || self->found == NULL || self->gathered == NULL ||
        self->taken == NULL || !carom_queue_init(&self->queue, n)) {
        carom_error_no_memory(error);
        carom_leap_free(self);
        return NULL;
    }
    if (carom_grid_init(&self->grid, problem, 1 + 1e-6, 0, error) != CAROM_OK) {
        carom_leap_free(self);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        const carom_ball *ball = &problem->ball[i];
        self->ball[i].at = (carom_flight){ball->x_m, ball->y_m, ball->vx_mps, ball->vy_mps};
        if (problem->boundary == CAROM_PERIODIC) {
            self->ball[i].at.x = carom_torus_fold(ball->x_m, problem->width_m);
            self->ball[i].at.y = carom_torus_fold(ball->y_m, problem->height_m);
        }
        self->fastest_mps = fmax(self->fastest_mps, carom_flight_speed(self->ball[i].at));
        carom_grid_place(&self->grid, i, self->ball[i].at.x, self->ball[i].at.y);
    }
    for (uint32_t i = 0; i < n; i++) {
        predict(self, i);
    }
    return self;
}

void carom_leap_free(leap_solver *self)
{
    if (self == NULL) {
        return;
    }
    for (size_t i = 0; self->ball != NULL && self->problem != NULL && i < self->problem->count; i++) {
        leap_group *group = self->ball[i].group;
        for (size_t k = 0; group != NULL && k < group->count; k++) {
            self->ball[group->ball[k]].group = NULL;
        }
        group_free(group);
    }
    free(self->ball);
    free(self->event);
    free(self->found);
    free(self->gathered);
    free(self->taken);
    carom_queue_free(&self->queue);
    carom_grid_free(&self->grid);
    free(self);
}

/* A group at t_s: what is left of its step is a shorter one, on a copy. */
static void sample_group(const leap_solver *self, const leap_group *group, double t_s, carom_view *view,
                         carom_accounts *accounts, double *elastic)
{
    penalty_motion trial = group->solver->trial;
    carom_accounts own = group->solver->accounts;
    (void)self;
    carom_penalty_look_ahead(group->solver, &trial, t_s - group->solver->time_s, &own);
    carom_sum_add(&accounts->dissipated, carom_sum_value(&own.dissipated));
    carom_sum_add(&accounts->impulse_x, carom_sum_value(&own.impulse_x));
    carom_sum_add(&accounts->impulse_y, carom_sum_value(&own.impulse_y));
    carom_sum_add(&accounts->angular, carom_sum_value(&own.angular));
    *elastic += carom_penalty_elastic(group->solver, &trial, &view->contacts, &view->max_overlap_m);
    view->collisions += group->solver->report.collisions;
    for (size_t k = 0; k < group->count; k++) {
        uint32_t i = group->ball[k];
        view->x_m[i] = trial.x[k];
        view->y_m[i] = trial.x[group->count + k];
        view->vx_mps[i] = trial.v[k];
        view->vy_mps[i] = trial.v[group->count + k];
    }
}

void carom_leap_sample(const leap_solver *self, double t_s, carom_view *view)
{
    const carom_problem *problem = self->problem;
    carom_accounts accounts = self->accounts;
    double elastic = 0;
    view->contacts = 0;
    view->max_overlap_m = self->report.max_overlap_m;
    view->collisions = self->report.collisions;
    for (uint32_t i = 0; i < problem->count; i++) {
        const leap_group *group = self->ball[i].group;
        carom_flight at;
        if (!problem->ball[i].fixed) {
            carom_sum_add(&accounts.impulse_x, problem->ball[i].mass_kg * t_s * problem->gravity_mps2[0]);
            carom_sum_add(&accounts.impulse_y, problem->ball[i].mass_kg * t_s * problem->gravity_mps2[1]);
        }
        if (group != NULL) {
            if (group->ball[0] == i) {
                view->max_overlap_m = fmax(view->max_overlap_m, group->solver->report.max_overlap_m);
                sample_group(self, group, t_s, view, &accounts, &elastic);
            }
            continue;
        }
        at = ball_at(self, i, t_s);
        book_flight(self, i, t_s, &accounts);
        view->x_m[i] = at.x;
        view->y_m[i] = at.y;
        view->vx_mps[i] = at.vx;
        view->vy_mps[i] = at.vy;
    }
    view->books = carom_accounts_books(&accounts);
    view->books.elastic_J = elastic;
}

void carom_leap_report(const leap_solver *self, carom_report *report)
{
    double contact_s = report->contact_s, theta = report->theta;
    *report = self->report;
    report->contact_s = contact_s;
    report->theta = theta;
    for (size_t i = 0; i < self->problem->count; i++) {
        const leap_group *group = self->ball[i].group;
        if (group != NULL && group->ball[0] == i) {
            const carom_report *own = &group->solver->report;
            report->steps += own->steps;
            report->collisions += own->collisions;
            report->force_evaluations += own->force_evaluations;
            report->pair_tests += own->pair_tests;
            report->max_overlap_m = fmax(report->max_overlap_m, own->max_overlap_m);
        }
    }
}
