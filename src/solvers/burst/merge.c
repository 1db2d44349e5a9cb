/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a crew has done becomes the whole system's as if one thread had done it. What has an order
 * is kept by step and ball: parts share no ball, and near pairs come in the order of their first
 * one, so the parts' lists are merged by that. */
#include "base/grow.h"
#include "solvers/burst/state.h"
#include <math.h>
#include <stdlib.h>

/* The part whose next entry comes first by its ball; parts: there is none any more. */
static size_t first_of(const burst_crew *self, const size_t *next, const size_t *end, bool of_log)
{
    size_t found = self->parts;
    uint32_t least = UINT32_MAX;
    for (size_t p = 0; p < self->parts; p++) {
        if (next[p] < end[p]) {
            uint32_t ball = of_log ? self->part[p].log.item[next[p]].a
                                   : self->part[p].losses[next[p]].ball;
            if (found == self->parts || ball < least) {
                found = p;
                least = ball;
            }
        }
    }
    return found;
}

/* New collisions into the log, step by step, in the order of their balls. */
static carom_status merge_logs(burst_crew *self, carom_error *error)
{
    size_t next[CAROM_MOST_THREADS], end[CAROM_MOST_THREADS], p;
    carom_log *log = self->system->log;
    carom_status status = CAROM_OK;
    for (p = 0; p < self->parts; p++) {
        crew_part *part = &self->part[p];
        for (size_t k = 0; k < part->places; k++) {
            log->item[part->place[k]] = part->log.item[k];
        }
        next[p] = part->places;
    }
    for (size_t step = 0; step < self->steps; step++) {
        for (p = 0; p < self->parts; p++) {
            end[p] = self->part[p].log_end[step];
        }
        while ((p = first_of(self, next, end, true)) < self->parts && status == CAROM_OK) {
            crew_part *part = &self->part[p];
            size_t *place = carom_grow(part->place, next[p], &part->place_capacity, sizeof *place);
            if (place == NULL) {
                return carom_error_no_memory(error);
            }
            part->place = place;
            part->place[next[p]] = log->count;
            status = carom_log_add(log, &part->log.item[next[p]++], error);
        }
    }
    return status;
}

static void merge_losses(burst_crew *self)
{
    size_t next[CAROM_MOST_THREADS] = {0}, end[CAROM_MOST_THREADS], p;
    for (size_t turn = 0; turn < self->steps * CREW_LOSSES; turn++) {
        for (p = 0; p < self->parts; p++) {
            end[p] = self->part[p].loss_end[turn / CREW_LOSSES][turn % CREW_LOSSES];
        }
        while ((p = first_of(self, next, end, false)) < self->parts) {
            carom_sum_add(&self->system->accounts.dissipated, self->part[p].losses[next[p]++].J);
        }
    }
}

bool carom_crew_fit_records(burst_crew *self)
{
    penalty_system *whole = self->system;
    size_t all = 0;
    for (size_t p = 0; p < self->parts; p++) {
        all += self->part[p].system.records;
    }
    if (all > whole->record_capacity) {
        penalty_record *grown = realloc(whole->record, 2 * all * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        whole->record = grown;
        whole->record_capacity = 2 * all;
    }
    whole->records = all;
    return true;
}

void carom_crew_return_records(const burst_crew *self, const crew_part *part)
{
    const penalty_system *whole = self->system;
    size_t to = 0;
    for (const crew_part *before = self->part; before < part; before++) {
        to += before->system.records;
    }
    for (size_t r = 0; r < part->system.records; r++, to++) {
        whole->record[to] = part->system.record[r];
        whole->pair[whole->record[to].pair].record = (uint32_t)to;
    }
}

/* Where they stand in the whole log. */
static void place_records(burst_crew *self)
{
    size_t to = 0;
    for (size_t p = 0; p < self->parts; p++) {
        const crew_part *part = &self->part[p];
        for (size_t r = 0; r < part->system.records; r++, to++) {
            self->system->record[to].log_index = part->place[part->system.record[r].log_index];
        }
    }
}

static void merge_counts(burst_crew *self)
{
    penalty_system *whole = self->system;
    const penalty_system *first = &self->part[0].system;
    carom_report *all = &whole->report;
    carom_sum dissipated = whole->accounts.dissipated;
    whole->accounts = first->accounts;
    whole->accounts.dissipated = dissipated;
    all->steps = first->report.steps;
    all->force_evaluations += first->report.force_evaluations;
    whole->time_s = first->time_s;
    whole->moved_m = first->moved_m;
    whole->near_moved_m = first->near_moved_m;
    whole->fastest_mps = first->fastest_mps;
    whole->now.given_up = CAROM_OK;
    whole->now.known = true;
    for (size_t p = 0; p < self->parts; p++) {
        const penalty_system *own = &self->part[p].system;
        all->collisions += own->report.collisions;
        all->pair_tests += own->report.pair_tests;
        all->max_overlap_m = fmax(all->max_overlap_m, own->report.max_overlap_m);
        all->longest_step_m = fmax(all->longest_step_m, own->report.longest_step_m);
        whole->now.known = whole->now.known && own->now.known;
    }
}

carom_status carom_crew_merge(burst_crew *self, carom_error *error)
{
    carom_status status = self->fits ? CAROM_OK : carom_error_no_memory(error);
    merge_counts(self);
    merge_losses(self);
    if (status == CAROM_OK && self->system->log != NULL) {
        status = merge_logs(self, error);
        if (status == CAROM_OK) {
            place_records(self);
        }
    }
    return status;
}
