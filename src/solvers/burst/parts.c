/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who of a crew carries whom: clusters of near balls, which no near pair connects, are divided
 * among the parts. */
#include "base/grow.h"
#include "solvers/burst/state.h"
#include <stdlib.h>
#include <string.h>

/* What a near pair costs, in balls. */
static const size_t cost_of_pair = 3;

/* ---- clusters ---- */

static uint32_t root_of(uint32_t *root, uint32_t slot)
{
    while (root[slot] != slot) {
        slot = root[slot] = root[root[slot]];
    }
    return slot;
}

/* Clusters: the first slot of each is its root. */
static void find_clusters(burst_crew *self)
{
    const penalty_system *system = self->system;
    const uint32_t *slot = self->crowd->slot;
    for (uint32_t k = 0; k < self->crowd->carried; k++) {
        self->root[k] = k;
        self->weight[k] = 1;
        self->outside[k] = system->inverse_mass[self->crowd->ball[k]] == 0;
    }
    for (size_t k = 0; k < system->nears; k++) {
        const penalty_near *near = &system->near[k];
        uint32_t a = root_of(self->root, slot[near->a]),
                 b = near->wall ? a : root_of(self->root, slot[near->b]);
        uint32_t first = a < b ? a : b, second = a < b ? b : a;
        self->root[second] = first;
        self->weight[first] += (uint32_t)cost_of_pair + (a != b ? self->weight[second] : 0);
        self->outside[first] = near->wall || self->outside[first] || self->outside[second];
    }
}

/* Gives clusters to parts, of about the same weight, in the order of the balls, which are often
 * numbered by where they are; all that is pushed from outside to the first, so that its books have
 * one order. After that `root` is the part. @return whether none has much more than its share */
static bool assign(burst_crew *self)
{
    size_t m = self->crowd->carried, all = 0, given = 0, part = 0, largest = 0, own = 0;
    for (uint32_t k = 0; k < m; k++) {
        bool is_root = self->root[k] == k;
        all += is_root ? self->weight[k] : 0;
        own += is_root && self->outside[k] ? self->weight[k] : 0;
    }
    given = own;
    for (uint32_t k = 0; k < m; k++) {
        uint32_t root = self->root[k];
        if (root != k) { /* its root came before, and is a part already */
            self->root[k] = self->root[root];
            continue;
        }
        if (self->outside[k]) {
            self->root[k] = 0;
            continue;
        }
        if (part + 1 < self->parts && given >= all * (part + 1) / self->parts) {
            largest = own > largest ? own : largest;
            own = 0;
            part++;
        }
        given += self->weight[k];
        own += self->weight[k];
        self->root[k] = (uint32_t)part;
    }
    largest = own > largest ? own : largest;
    return largest * self->parts <= all + all / 4;
}

static void flatten(burst_crew *self)
{
    for (uint32_t k = 0; k < self->crowd->carried; k++) {
        self->root[k] = root_of(self->root, k);
    }
}

static bool has_room(burst_crew *self, size_t slots)
{
    if (slots > self->capacity) {
        free(self->root);
        free(self->weight);
        free(self->outside);
        self->root = malloc(2 * slots * sizeof *self->root);
        self->weight = malloc(2 * slots * sizeof *self->weight);
        self->outside = malloc(2 * slots);
        self->capacity = 2 * slots;
        if (self->root == NULL || self->weight == NULL || self->outside == NULL) {
            self->capacity = 0;
        }
    }
    return slots <= self->capacity;
}

/* ---- a part ---- */

static size_t work_of(const penalty_system *whole, size_t coordinates, size_t quadratures)
{
    return whole->integrator->work_coordinates * coordinates +
           whole->integrator->work_quadratures * quadratures + 1;
}

/* Room for so many balls and near pairs. */
static bool fit_part(crew_part *part, const penalty_system *whole, size_t balls, size_t nears)
{
    size_t coordinates = 2 * balls, quadratures = PENALTY_PAIRS + 2 * nears,
           wanted = 6 * coordinates + 2 * quadratures + 2 * nears + 2 +
                    work_of(whole, coordinates, quadratures);
    size_t longer = balls > nears ? balls : nears;
    if (wanted > part->room_size) {
        free(part->room);
        part->room_size = wanted + wanted / 2;
        part->room = malloc(part->room_size * sizeof *part->room);
        part->room_size = part->room == NULL ? 0 : part->room_size;
    }
    if (longer > part->index_capacity) {
        free(part->ball);
        free(part->which);
        part->index_capacity = 2 * longer;
        part->ball = malloc(part->index_capacity * sizeof *part->ball);
        part->which = malloc(part->index_capacity * sizeof *part->which);
        part->index_capacity = part->ball == NULL || part->which == NULL ? 0 : part->index_capacity;
    }
    if (nears > part->near_capacity) {
        free(part->near);
        free(part->acting);
        part->near_capacity = 2 * nears;
        part->near = malloc(part->near_capacity * sizeof *part->near);
        part->acting = malloc(part->near_capacity);
        part->near_capacity = part->near == NULL || part->acting == NULL ? 0 : part->near_capacity;
    }
    return wanted <= part->room_size && longer <= part->index_capacity &&
           nears <= part->near_capacity;
}

/* The part's system, of so many balls and near pairs: what is its own. */
static void furnish(crew_part *part, const penalty_system *whole, size_t balls, size_t nears)
{
    penalty_system *own = &part->system;
    penalty_record *record = own->record;
    size_t record_capacity = own->record_capacity, n2 = 2 * balls;
    size_t quadratures = PENALTY_PAIRS + 2 * nears;
    double *at = part->room;
    *own = *whole;
    own->record = record;
    own->record_capacity = record_capacity;
    own->records = 0;
    own->team = NULL;
    own->threads = 1;
    own->balls = balls;
    own->near = part->near;
    own->nears = nears;
    own->acting = part->acting;
    own->log = whole->log == NULL ? NULL : &part->log;
    own->report = (carom_report){.steps = whole->report.steps};
    own->now.x = at, own->now.v = at + n2, own->now.a = at + 2 * n2;
    own->x_before = at + 3 * n2, own->v_before = at + 4 * n2, own->inverse_mass = at + 5 * n2;
    at += 6 * n2;
    own->now.q = at, own->now.g = at + quadratures;
    at += 2 * quadratures;
    memset(own->now.g, 0, quadratures * sizeof *at);
    own->normal = (carom_vec *)(void *)at;
    own->now.work = at + 2 * nears + 2;
    part->log.count = part->places = part->loss_count = 0;
}

/* An open contact becomes the part's, with a copy of what the log has of it. */
static bool take_record(crew_part *part, const penalty_system *whole, const penalty_record *record)
{
    penalty_system *own = &part->system;
    penalty_record *grown = carom_grow(own->record, own->records, &own->record_capacity,
                                       sizeof *grown);
    size_t *place;
    if (grown == NULL) {
        return false;
    }
    own->record = grown;
    own->record[own->records] = *record;
    if (whole->log != NULL) {
        place = carom_grow(part->place, part->places, &part->place_capacity, sizeof *place);
        if (place == NULL ||
            carom_log_add(&part->log, &whole->log->item[record->log_index], NULL) != CAROM_OK) {
            part->place = place == NULL ? part->place : place;
            return false;
        }
        part->place = place;
        part->place[part->places] = record->log_index;
        own->record[own->records].log_index = part->places++;
    }
    own->records++;
    return true;
}

/* Balls and near pairs to the parts. */
static bool fill_parts(burst_crew *self)
{
    penalty_system *whole = self->system;
    const burst_crowd *crowd = self->crowd;
    size_t balls[CAROM_MOST_THREADS] = {0}, nears[CAROM_MOST_THREADS] = {0};
    bool fits = true;
    for (size_t k = 0; k < crowd->carried; k++) {
        balls[self->root[k]]++;
    }
    for (size_t k = 0; k < whole->nears; k++) {
        nears[self->root[crowd->slot[whole->near[k].a]]]++;
    }
    for (size_t p = 0; p < self->parts && fits; p++) {
        fits = fit_part(&self->part[p], whole, balls[p], nears[p]);
        if (fits) {
            furnish(&self->part[p], whole, balls[p], nears[p]);
        }
        balls[p] = nears[p] = 0;
    }
    for (size_t r = 0; r < whole->records && fits; r++) {
        uint32_t p = self->root[crowd->slot[whole->record[r].collision.a]];
        fits = take_record(&self->part[p], whole, &whole->record[r]);
    }
    for (size_t k = 0; k < crowd->carried && fits; k++) {
        uint32_t p = self->root[k];
        self->weight[k] = (uint32_t)balls[p]; /* its slot there */
        self->part[p].ball[balls[p]++] = crowd->ball[k];
    }
    for (size_t k = 0; k < whole->nears && fits; k++) {
        uint32_t p = self->root[crowd->slot[whole->near[k].a]];
        self->part[p].which[nears[p]++] = (uint32_t)k;
    }
    return fits;
}

bool carom_crew_divide(burst_crew *self)
{
    if (!has_room(self, self->crowd->carried)) {
        return false;
    }
    find_clusters(self);
    flatten(self);
    return assign(self) && fill_parts(self);
}

void carom_crew_free_part(crew_part *part)
{
    free(part->room);
    free(part->ball);
    free(part->which);
    free(part->near);
    free(part->acting);
    free(part->place);
    free(part->losses);
    free(part->system.record);
    carom_log_free(&part->log);
}
