/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A burst by several threads; see crew.h. */
#include "solvers/burst/crew.h"
#include "base/grow.h"
#include "base/threads.h"
#include "scene/trace.h"
#include "solvers/burst/state.h"
#include <stdlib.h>
#include <string.h>

/* Fewer balls than this step faster alone. */
static const size_t worth_balls = 1000;

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
    free(self->weight);
    free(self->outside);
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
    return !system->rough && !system->now.known && crowd->carried >= worth_balls &&
           !carom_trace_is_on(system->trace) && carom_crew_divide(self);
}

/* ---- the steps of a part ---- */

static void begin_part(const burst_crew *self, crew_part *part)
{
    const penalty_system *whole = self->system;
    penalty_system *own = &part->system;
    size_t n = whole->problem->count, m = own->balls;
    for (size_t k = 0; k < m; k++) {
        uint32_t i = part->ball[k];
        own->now.x[k] = whole->now.x[i];
        own->now.x[m + k] = whole->now.x[n + i];
        own->now.v[k] = whole->now.v[i];
        own->now.v[m + k] = whole->now.v[n + i];
        own->inverse_mass[k] = whole->inverse_mass[i];
    }
    for (size_t k = 0; k < own->nears; k++) {
        penalty_near *near = &part->near[k];
        *near = whole->near[part->which[k]];
        near->a = self->weight[self->crowd->slot[near->a]];
        near->b = near->wall ? near->b : self->weight[self->crowd->slot[near->b]];
    }
    for (size_t r = 0; r < own->records; r++) {
        own->pair[own->record[r].pair].record = (uint32_t)r;
    }
}

/* What the step took, by the ball that it is booked after. */
static bool note_losses(crew_part *part)
{
    const penalty_system *own = &part->system;
    for (size_t k = 0; k < own->nears; k++) {
        double taken_J = own->now.q[PENALTY_PAIRS + 2 * k + 1];
        if (taken_J != 0) {
            crew_loss *grown = carom_grow(part->losses, part->loss_count, &part->loss_capacity,
                                          sizeof *grown);
            if (grown == NULL) {
                return false;
            }
            part->losses = grown;
            part->losses[part->loss_count++] = (crew_loss){taken_J, part->ball[own->near[k].a]};
        }
    }
    return true;
}

/* What all parts have said, as the whole system would have found it. */
static crew_word hear(const burst_crew *self, size_t turn)
{
    crew_word all = {.farthest_m = 0};
    for (size_t p = 0; p < self->parts; p++) {
        const crew_word *one = &self->part[p].said[turn];
        all.farthest_m = one->farthest_m > all.farthest_m ? one->farthest_m : all.farthest_m;
        all.fastest_mps = one->fastest_mps > all.fastest_mps ? one->fastest_mps : all.fastest_mps;
        all.failed = all.failed || one->failed;
        all.wants_end = all.wants_end || one->wants_end;
    }
    return all;
}

/* A step that all parts have tried, kept by each; how far a ball went in it is the same for all. */
static carom_status keep(crew_part *part, double h, size_t step)
{
    penalty_system *own = &part->system;
    double end_s = carom_penalty_grid_time(own, own->report.steps + 1);
    carom_status status = carom_penalty_keep_step(own, h, end_s, part->farthest_m, &part->error);
    if (status != CAROM_OK) { /* the clocks of all parts go alike, to their end */
        own->report.steps++;
        own->time_s = end_s;
        own->near_moved_m += part->farthest_m;
    } else if (!note_losses(part)) {
        status = carom_error_no_memory(&part->error);
    }
    part->log_end[step] = part->log.count;
    part->loss_end[step] = part->loss_count;
    return status;
}

/* All steps of a part; every thread comes to the same end by what all have said. */
static void step_part(burst_crew *self, crew_part *part)
{
    penalty_system *own = &part->system;
    double h = own->step_s;
    carom_status status = CAROM_OK;
    size_t step = 0;
    bool goes_on = true;
    part->listed = true;
    for (; goes_on; step++) {
        crew_word *said = &part->said[step % 2], all;
        bool tried = status == CAROM_OK;
        double farthest_m = 0;
        status = tried ? carom_penalty_try_step(own, h, &farthest_m, &part->error) : status;
        *said = (crew_word){.farthest_m = farthest_m,
                            .fastest_mps = own->fastest_mps,
                            .failed = status != CAROM_OK,
                            .wants_end = part == self->part && carom_watch_wants_end(own->watcher)};
        carom_team_meet(self->system->team);
        all = hear(self, step % 2);
        part->farthest_m = all.farthest_m;
        part->listed = all.failed || carom_penalty_is_listed(own, all.farthest_m);
        if (all.failed || !part->listed) {
            if (status == CAROM_OK) {
                carom_penalty_take_back(own);
            }
            break;
        }
        own->fastest_mps = all.fastest_mps;
        status = keep(part, h, step);
        goes_on = !all.wants_end && step + 1 < CREW_MOST_STEPS &&
                  carom_burst_goes_on(own, self->t_s);
    }
    if (part == self->part) {
        self->steps = step;
    }
    part->error.status = status;
}

/* Back into the whole system, which has flown. */
static void end_part(const burst_crew *self, const crew_part *part)
{
    const penalty_system *whole = self->system, *own = &part->system;
    size_t n = whole->problem->count, m = own->balls;
    for (size_t k = 0; k < m; k++) {
        uint32_t i = part->ball[k];
        whole->now.x[i] = own->now.x[k];
        whole->now.x[n + i] = own->now.x[m + k];
        whole->now.v[i] = own->now.v[k];
        whole->now.v[n + i] = own->now.v[m + k];
        whole->now.a[i] = own->now.a[k];
        whole->now.a[n + i] = own->now.a[m + k];
    }
    for (size_t k = 0; k < own->nears; k++) {
        size_t to = part->which[k];
        whole->acting[to] = own->acting[k];
        memcpy(&whole->now.g[PENALTY_PAIRS + 2 * to], &own->now.g[PENALTY_PAIRS + 2 * k],
               2 * sizeof *own->now.g);
    }
}

static void work(void *context, size_t p, size_t from, size_t to)
{
    burst_crew *self = context;
    penalty_system *whole = self->system;
    size_t coordinates = 2 * whole->problem->count, first = coordinates * p / self->parts,
           last = coordinates * (p + 1) / self->parts;
    (void)from, (void)to;
    begin_part(self, &self->part[p]);
    step_part(self, &self->part[p]);
    carom_team_meet(whole->team);
    if (self->steps > 0) {
        burst_flight flight = {whole->integrator, whole->now.x, whole->now.v, whole->step_s,
                               self->steps};
        carom_burst_fly(&flight, p, first, last);
    }
    memset(whole->now.a + first, 0, (last - first) * sizeof *whole->now.a);
    carom_team_meet(whole->team);
    end_part(self, &self->part[p]);
}

carom_status carom_crew_carry(burst_crew *self, double t_s, double *farthest_m, bool *listed,
                              carom_error *error)
{
    carom_status status;
    self->t_s = t_s;
    carom_team_together(self->system->team, work, self);
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
