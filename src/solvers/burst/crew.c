/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A burst by several threads; see crew.h. */
#include "solvers/burst/crew.h"
#include "base/threads.h"
#include "scene/trace.h"
#include "solvers/burst/state.h"
#include "solvers/penalty/neighbours.h"
#include <stdlib.h>
#include <string.h>

/* Fewer balls for each thread one steps faster alone. (Measured with two: 0.9 times one's speed at
 * 30, 1.1 times at 60.) */
static const size_t worth_balls = 50;

void carom_crew_free(burst_crew *self)
{
    if (self == NULL) {
        return;
    }
    for (size_t p = 0; p < self->parts; p++) {
        carom_crew_free_part(&self->part[p]);
    }
    free(self->part);
    free(self->root);
    free(self->place);
    free(self->whose);
    free(self->outside);
    free(self->across);
    free(self);
}

burst_crew *carom_crew_new(penalty_system *system)
{
    burst_crew *self = calloc(1, sizeof *self);
    size_t parts = carom_team_size(system->team);
    if (self == NULL) {
        return NULL;
    }
    self->system = system;
    self->part = calloc(parts, sizeof *self->part);
    if (self->part == NULL) {
        free(self);
        return NULL;
    }
    self->parts = parts;
    return self;
}

bool carom_crew_takes(burst_crew *self, const burst_crowd *crowd)
{
    const penalty_system *system = self->system;
    self->crowd = crowd;
    return !system->now.known && crowd->carried >= worth_balls * self->parts &&
           !carom_trace_is_on(system->trace) && carom_crew_divide(self);
}

/* ---- a part ---- */

/* The coordinates of a part from those of all, or back; then its springs'. */
static void copy(const burst_crew *self, const crew_part *part, double *all, double *own, bool back)
{
    const penalty_system *whole = self->system;
    size_t n = whole->problem->count, m = part->system.balls, axes = whole->rough ? 3 : 2;
    for (size_t axis = 0; axis < axes; axis++) {
        for (size_t k = 0; k < m; k++) {
            double *one = &all[axis * n + part->ball[k]], *other = &own[axis * m + k];
            *(back ? one : other) = *(back ? other : one);
        }
    }
    for (size_t k = 0; k < part->system.nears && whole->rough; k++) {
        double *one = &all[3 * n + part->which[k]], *other = &own[3 * m + k];
        *(back ? one : other) = *(back ? other : one);
    }
}

static void begin_part(const burst_crew *self, crew_part *part)
{
    const penalty_system *whole = self->system;
    penalty_system *own = &part->system;
    copy(self, part, whole->now.x, own->now.x, false);
    copy(self, part, whole->now.v, own->now.v, false);
    for (size_t k = 0; k < own->balls; k++) {
        own->inverse_mass[k] = whole->inverse_mass[part->ball[k]];
    }
    for (size_t k = 0; k < own->nears; k++) {
        penalty_near *near = &part->near[k];
        *near = whole->near[part->which[k]];
        near->a = self->place[self->crowd->slot[near->a]];
        near->b = near->wall ? near->b : self->place[self->crowd->slot[near->b]];
        if (whole->rough) {
            own->now.hold[k] = whole->now.hold[part->which[k]];
            own->grip[k] = whole->grip[part->which[k]];
        }
    }
    for (size_t r = 0; r < own->records; r++) {
        own->pair[own->record[r].pair].record = (uint32_t)r;
    }
}

/* Whether somebody goes on with the same near list, and needs what the last step leaves to the
 * next; a new list comes to its own. The same for all parts. */
static bool leaves_rates(const crew_part *part)
{
    const penalty_system *own = &part->system;
    return own->now.known && carom_penalty_list_lasts(own, own->step_s);
}

/* Rates into the whole system's, which are 0. */
static void end_rates(const burst_crew *self, const crew_part *part)
{
    const penalty_system *whole = self->system, *own = &part->system;
    size_t kinds = whole->rough ? 2 : 1;
    copy(self, part, whole->now.a, own->now.a, true);
    for (size_t k = 0; k < own->nears; k++) {
        size_t to = part->which[k];
        for (size_t kind = 0; kind < kinds; kind++) {
            memcpy(&whole->now.g[PENALTY_PAIRS + 2 * (kind * whole->nears + to)],
                   &own->now.g[PENALTY_PAIRS + 2 * (kind * own->nears + k)],
                   2 * sizeof *own->now.g);
        }
    }
}

/* Back into the whole system, which has flown. */
static void end_part(const burst_crew *self, const crew_part *part)
{
    const penalty_system *whole = self->system, *own = &part->system;
    copy(self, part, whole->now.x, own->now.x, true);
    copy(self, part, whole->now.v, own->now.v, true);
    for (size_t k = 0; k < own->nears && whole->rough; k++) {
        whole->now.hold[part->which[k]] = own->now.hold[k];
    }
    if (leaves_rates(part)) {
        end_rates(self, part);
    }
}

/* Those who fly do so, and what nobody does is 0, before a part comes back. Each thread does that
 * for the balls that it looks at otherwise, too, so that its cache keeps them. */
static void fly_part(const burst_crew *self, const crew_part *part, size_t p)
{
    const penalty_system *whole = self->system;
    const penalty_motion *now = &whole->now;
    size_t n = whole->problem->count, first = n * p / self->parts, last = n * (p + 1) / self->parts,
           axes = whole->rough ? 3 : 2;
    burst_flight flight = {whole->integrator, now->x, now->v, whole->step_s, self->steps};
    bool leaves = leaves_rates(part);
    for (size_t axis = 0; axis < axes; axis++) {
        if (self->steps > 0) {
            carom_burst_fly(&flight, p, axis * n + first, axis * n + last);
        }
        if (leaves) {
            memset(&now->a[axis * n + first], 0, (last - first) * sizeof *now->a);
        }
    }
    if (leaves && p == 0) {
        memset(&now->a[axes * n], 0, (whole->rough ? whole->nears : 0) * sizeof *now->a);
        memset(now->g, 0, carom_penalty_quadratures(whole) * sizeof *now->g);
    }
}

static void work(void *context, size_t p, size_t from, size_t to)
{
    burst_crew *self = context;
    crew_part *part = &self->part[p];
    (void)from, (void)to;
    begin_part(self, part);
    if (self->careful > 0) {
        carom_crew_run_together(self, part, p);
    } else if (!carom_crew_run_ahead(self, part, p)) {
        return;
    }
    carom_team_meet(self->system->team, p);
    if (p == 0) {
        self->fits = carom_crew_fit_records(self);
    }
    fly_part(self, part, p);
    carom_team_meet(self->system->team, p);
    end_part(self, part);
    if (self->fits) {
        carom_crew_return_records(self, part);
    }
}

/* One after another until it is right: what one takes that goes ahead is seldom wrong, and then it
 * is better not to do so for a while. */
static bool carry(burst_crew *self)
{
    static const size_t while_bursts = 20;
    self->careful -= self->careful > 0;
    self->errs = false;
    carom_team_together(self->system->team, work, self);
    if (!self->errs) {
        return true;
    }
    self->careful = while_bursts;
    carom_crew_restore(self);
    if (!carom_crew_divide(self)) {
        return false;
    }
    carom_team_together(self->system->team, work, self);
    return true;
}

carom_status carom_crew_carry(burst_crew *self, double t_s, double *farthest_m, bool *listed,
                              carom_error *error)
{
    carom_status status;
    self->t_s = t_s;
    if (!carry(self)) {
        return carom_error_no_memory(error);
    }
    status = carom_crew_merge(self, error);
    *farthest_m = self->part[0].farthest_m;
    *listed = self->part[0].listed;
    for (size_t p = 0; p < self->parts && status == CAROM_OK; p++) {
        status = self->part[p].error.status;
        if (status != CAROM_OK && error != NULL) {
            *error = self->part[p].error;
        }
    }
    return status;
}
