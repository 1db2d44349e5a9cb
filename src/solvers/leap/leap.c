/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of free flight, as in the impulse solver but that an event begins a group instead of
 * an impact. */
#include "solvers/leap/leap.h"
#include "base/base.h"
#include "scene/boundaries.h"
#include "scene/scene.h"
#include "search/event_queue.h"
#include <math.h>
#include <stdlib.h>

void carom_leap_check(const carom_problem *problem, const carom_findings *findings)
{
    if (carom_problem_falls_past_fixed(problem)) {
        findings->report(
            findings->context, true, "flight",
            "leap: a ball that falls past a fixed one is not leapt over; expected step");
    }
    if (carom_problem_has_friction(problem)) {
        findings->report(findings->context, true, "flight",
                         "leap: a ball that friction slows down is not leapt over; expected step");
    }
    if (problem->orientation) {
        findings->report(findings->context, true, "flight",
                         "leap does not follow orientation; expected step");
    }
}

/* ---- events ---- */

static void cross(leap_solver *self, uint32_t i, int side)
{
    uint32_t image = carom_grid_move(&self->grid, i, (side == CAROM_RIGHT) - (side == CAROM_LEFT),
                                     (side == CAROM_TOP) - (side == CAROM_BOTTOM));
    carom_vec fold = carom_vec_times(-1, self->grid.shift_m[image]);
    self->ball[i].flight.at = carom_vec_add(self->ball[i].flight.at, fold);
    carom_flight_book_fold(self->problem, i, fold, &self->accounts);
}

static carom_status process(leap_solver *self, uint32_t i, double t_s)
{
    leap_event event = self->event[i];
    switch (event.kind) {
    case LEAP_STEP: return carom_leap_step_group(self, self->ball[i].group, t_s);
    case LEAP_WALL: return carom_leap_meet(self, i, i, t_s);
    case LEAP_PAIR:
        if (event.stamp == self->ball[event.partner].stamp) {
            return carom_leap_meet(self, i, event.partner, t_s);
        }
        break;
    case LEAP_CELL:
        carom_leap_fly(self, i, t_s);
        cross(self, i, (int)event.partner);
        carom_leap_predict(self, i);
        return CAROM_OK;
    case LEAP_NONE: break;
    }
    carom_leap_fly(self, i, t_s);
    carom_leap_predict(self, i);
    return CAROM_OK;
}

carom_status carom_leap_advance(leap_solver *self, double t_s, carom_error *error)
{
    self->error = error;
    while (t_s > 0) {
        double now_s;
        uint32_t first = carom_queue_first(&self->queue, &now_s);
        if (!(now_s <= t_s)) {
            break;
        }
        if (carom_watch_wants_end(self->parent->watcher)) {
            return carom_error_interrupted(error);
        }
        CAROM_TRY(process(self, first, now_s));
    }
    return CAROM_OK;
}

/* ---- the rest of the seam ---- */

static carom_status allocate(leap_solver *self, carom_error *error)
{
    size_t n = self->problem->count;
    bool missing = false;
    self->ball = carom_zeros(n + 1, sizeof *self->ball, &missing);
    self->event = carom_zeros(n + 1, sizeof *self->event, &missing);
    self->found = carom_zeros(n + CAROM_GRID_IMAGES, sizeof *self->found, &missing);
    self->gathered = carom_zeros(2 * n + 1, sizeof *self->gathered, &missing);
    self->taken = carom_zeros(n + 1, sizeof *self->taken, &missing);
    if (missing || !carom_queue_init(&self->queue, n)) {
        return carom_error_no_memory(error);
    }
    return carom_grid_init(&self->grid, self->problem, 1 + 1e-6, 0, error);
}

static void place_ball(leap_solver *self, uint32_t i)
{
    const carom_problem *problem = self->problem;
    carom_flight ball = carom_flight_of(&problem->ball[i]);
    if (problem->boundary == CAROM_PERIODIC) {
        ball.at = carom_torus_home(problem, ball.at);
    }
    self->ball[i].flight = ball;
    self->ball[i].spin_radps = problem->ball[i].spin_radps;
    self->fastest_mps = fmax(self->fastest_mps, carom_vec_length(ball.v));
    carom_grid_place(&self->grid, i, ball.at);
}

leap_solver *carom_leap_new(const penalty_system *parent, carom_error *error)
{
    leap_solver *self = calloc(1, sizeof *self);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    self->parent = parent;
    self->problem = parent->springs.problem;
    self->error = error;
    if (allocate(self, error) != CAROM_OK) {
        carom_leap_free(self);
        return NULL;
    }
    for (uint32_t i = 0; i < self->problem->count; i++) {
        place_ball(self, i);
    }
    for (uint32_t i = 0; i < self->problem->count; i++) {
        carom_leap_predict(self, i);
    }
    return self;
}

void carom_leap_free(leap_solver *self)
{
    if (self == NULL) {
        return;
    }
    for (size_t i = 0; self->ball != NULL && self->problem != NULL && i < self->problem->count;
         i++) {
        leap_group *group = self->ball[i].group;
        for (size_t k = 0; group != NULL && k < group->count; k++) {
            self->ball[group->ball[k]].group = NULL;
        }
        carom_leap_free_group(group);
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
static void sample_group(const leap_group *group, double t_s, carom_view *view,
                         carom_accounts *accounts)
{
    const penalty_system *system = group->system;
    penalty_motion trial = system->trial;
    carom_accounts own = system->accounts;
    carom_penalty_look_ahead(system, &trial, t_s - system->time_s, &own);
    carom_accounts_add(accounts, &own);
    view->max_overlap_m = fmax(view->max_overlap_m, system->report.max_overlap_m);
    view->books.elastic_J += carom_penalty_elastic(&system->springs, &trial, &view->contacts,
                                                   &view->max_overlap_m);
    view->collisions += system->report.collisions;
    for (size_t k = 0; k < group->count; k++) {
        carom_flight_show(carom_penalty_ball(&system->springs, &trial, k), view, group->ball[k]);
        if (system->springs.friction.acts) {
            view->spin_radps[group->ball[k]] = carom_penalty_spin(&system->springs, &trial, k);
        }
    }
}

static void sample_free(const leap_solver *self, uint32_t i, double t_s, carom_view *view,
                        carom_accounts *accounts)
{
    carom_leap_book_flight(self, i, t_s, accounts);
    carom_flight_show(carom_leap_ball_at(self, i, t_s), view, i);
    view->spin_radps[i] = self->ball[i].spin_radps;
}

void carom_leap_sample(const leap_solver *self, double t_s, carom_view *view)
{
    carom_accounts accounts = self->accounts;
    double elastic_J;
    carom_flight_book_weights(self->problem, t_s, &accounts);
    view->contacts = 0;
    view->max_overlap_m = self->report.max_overlap_m;
    view->collisions = self->report.collisions;
    view->books.elastic_J = 0;
    for (uint32_t i = 0; i < self->problem->count; i++) {
        const leap_group *group = self->ball[i].group;
        if (group == NULL) {
            sample_free(self, i, t_s, view, &accounts);
        } else if (group->ball[0] == i) {
            sample_group(group, t_s, view, &accounts);
        }
    }
    elastic_J = view->books.elastic_J;
    view->books = carom_accounts_books(&accounts);
    view->books.elastic_J = elastic_J;
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
            carom_leap_count(report, &group->system->report);
        }
    }
}

/* ---- the state as bytes, and back: the groups, each with a penalty solver, then the balls ---- */

/* Who is in a group, and how its balls were when it began: by that its system is made, the cells of
 * its grid too. Given back, members are ascending and in no other group. */
static void pass_member(leap_solver *self, const leap_group *group, size_t k,
                        carom_archive *archive)
{
    uint32_t i = group == NULL ? 0 : group->ball[k];
    const carom_ball none = {0}, *ball = group == NULL ? &none : &group->scene.ball[k];
    carom_flight flight = carom_flight_of(ball);
    carom_archive_field(archive, i);
    carom_archive_field(archive, flight);
    if (group == NULL &&
        carom_archive_must(archive,
                           i < self->problem->count && self->ball[i].group == NULL &&
                               (k == 0 || self->gathered[k - 1] < i),
                           "group")) {
        self->gathered[k] = i;
        self->ball[i].flight = flight;
    }
}

static void pass_group(leap_solver *self, leap_group *group, size_t count, carom_archive *archive)
{
    for (size_t k = 0; k < count; k++) {
        pass_member(self, group, k, archive);
    }
    if (group == NULL && archive->failure.status == CAROM_OK) {
        self->error = &archive->failure;
        group = carom_leap_group_new(self, count, 0);
        for (size_t k = 0; k < count && group != NULL; k++) {
            self->ball[self->gathered[k]].group = group;
        }
    }
    if (group != NULL) {
        carom_penalty_archive(group->system, archive);
    }
}

/* Before what is said of each ball: where it is given back all are free, and what their flights are
 * then is lost. */
static void pass_groups(leap_solver *self, carom_archive *archive)
{
    for (uint32_t i = 0; i < self->problem->count; i++) {
        leap_group *group = archive->keeping ? self->ball[i].group : NULL;
        uint64_t count = group != NULL && group->ball[0] == i ? group->count : 0;
        carom_archive_field(archive, count);
        if (carom_archive_must(archive, count <= self->problem->count, "group") && count > 0) {
            pass_group(self, group, (size_t)count, archive);
        }
    }
}

static void pass_ball(carom_archive *archive, leap_ball *ball, leap_event *event)
{
    carom_archive_field(archive, ball->flight);
    carom_archive_field(archive, ball->spin_radps);
    carom_archive_field(archive, ball->clock_s);
    carom_archive_field(archive, ball->stamp);
    carom_archive_field(archive, *event);
}

/* What is to happen to a ball can: there is what it meets, and of a group the first is told of its
 * steps. */
static void examine(const leap_solver *self, uint32_t i, carom_archive *archive)
{
    const leap_event *event = &self->event[i];
    const leap_group *group = self->ball[i].group;
    bool first = group != NULL && group->ball[0] == i, can;
    switch ((int)event->kind) {
    case LEAP_PAIR: can = event->partner < self->problem->count && event->partner != i; break;
    case LEAP_WALL: can = event->partner < carom_walls_count(self->problem); break;
    case LEAP_CELL: can = event->partner < CAROM_WALL_COUNT; break;
    case LEAP_STEP: can = first; break;
    default: can = event->kind == LEAP_NONE && !first;
    }
    can = can && (group == NULL || first || event->kind == LEAP_NONE);
    (void)carom_archive_must(archive, can, "next event");
}

void carom_leap_archive(leap_solver *self, carom_archive *archive)
{
    pass_groups(self, archive);
    carom_archive_same(archive, sizeof *self->ball, "form of state");
    for (uint32_t i = 0; i < self->problem->count; i++) {
        pass_ball(archive, &self->ball[i], &self->event[i]);
        examine(self, i, archive);
    }
    carom_queue_archive(&self->queue, archive);
    carom_grid_archive(&self->grid, archive);
    carom_archive_value(archive, self->fastest_mps);
    carom_archive_value(archive, self->accounts);
    carom_archive_value(archive, self->report);
}
