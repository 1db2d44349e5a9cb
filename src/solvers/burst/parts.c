/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who of a crew carries whom: clusters of near balls, which no near pair connects, are divided
 * among the parts. */
#include "base/grow.h"
#include "solvers/burst/state.h"
#include "solvers/penalty/rubbing.h"
#include <stdlib.h>
#include <string.h>

/* What a near pair costs, in balls. */
static const uint32_t cost_of_pair = 3;

/* ---- clusters ---- */

/* Near pair number k of those that are carried. */
static const crowd_link *link_of(const burst_crew *self, size_t k)
{
    return &self->crowd->link[self->crowd->near[k]];
}

/* Where the near pairs begin that part p looks at: all of a ball go together, and they come in the
 * order of their first ball. */
static size_t first_near(const burst_crew *self, size_t p)
{
    size_t nears = self->crowd->nears, k = nears * p / self->parts;
    while (k > 0 && k < nears && link_of(self, k)->a == link_of(self, k - 1)->a) {
        k++;
    }
    return k;
}

static size_t first_slot(const burst_crew *self, size_t p, size_t near)
{
    bool none = p > 0 && near == self->crowd->nears;
    return p == 0 ? 0 : none ? self->crowd->carried : self->crowd->slot[link_of(self, near)->a];
}

static void take_ranges(const burst_crew *self, crew_part *part, size_t p)
{
    part->nears = (crew_range){first_near(self, p), first_near(self, p + 1)};
    part->slots.from = first_slot(self, p, part->nears.from);
    part->slots.to = p + 1 < self->parts ? first_slot(self, p + 1, part->nears.to)
                                         : self->crowd->carried;
}

static uint32_t root_of(uint32_t *root, uint32_t slot)
{
    while (root[slot] != slot) {
        slot = root[slot] = root[root[slot]];
    }
    return slot;
}

/* The first slot of a cluster is its root. */
static void unite(burst_crew *self, uint32_t a, uint32_t b)
{
    uint32_t p = root_of(self->root, a), q = root_of(self->root, b);
    uint32_t first = p < q ? p : q, second = p < q ? q : p;
    self->root[second] = first;
    self->outside[first] = self->outside[first] || self->outside[second];
}

/* Clusters of what one part looks at; near pairs with others are left for later. */
static void find_clusters(burst_crew *self, crew_part *part)
{
    const penalty_system *system = self->system;
    const burst_crowd *crowd = self->crowd;
    for (size_t k = part->slots.from; k < part->slots.to; k++) {
        self->root[k] = (uint32_t)k;
        self->outside[k] = system->inverse_mass[crowd->ball[k]] == 0;
    }
    part->across = 0;
    for (size_t k = part->nears.from; k < part->nears.to; k++) {
        const crowd_link *link = link_of(self, k);
        uint32_t a = crowd->slot[link->a], b = crowd->slot[link->b];
        if (a == b) { /* a wall */
            self->outside[root_of(self->root, a)] = true;
        } else if (b < part->slots.from || b >= part->slots.to) {
            self->across[part->nears.from + part->across++] = (uint32_t)k;
        } else {
            unite(self, a, b);
        }
    }
}

static void join_clusters(burst_crew *self)
{
    for (size_t p = 0; p < self->parts; p++) {
        const crew_part *part = &self->part[p];
        for (size_t k = 0; k < part->across; k++) {
            const crowd_link *link = link_of(self, self->across[part->nears.from + k]);
            unite(self, self->crowd->slot[link->a], self->crowd->slot[link->b]);
        }
    }
}

/* Clusters weigh by where their root is among all; those that are pushed from outside by
 * themselves. */
static size_t bin_of(const burst_crew *self, uint32_t root)
{
    return self->outside[root] ? 0 : 1 + (size_t)root * CREW_BINS / self->crowd->carried;
}

/* Bins, in `place`, of what one part looks at, and what that weighs. */
static void weigh(burst_crew *self, crew_part *part)
{
    memset(part->weight, 0, sizeof part->weight);
    for (size_t k = part->slots.from; k < part->slots.to; k++) {
        uint32_t root = self->root[k];
        while (self->root[root] != root) {
            root = self->root[root];
        }
        self->place[k] = (uint32_t)bin_of(self, root);
        part->weight[self->place[k]]++;
    }
    for (size_t k = part->nears.from; k < part->nears.to; k++) {
        uint32_t slot = self->crowd->slot[link_of(self, k)->a];
        part->weight[self->place[slot]] += cost_of_pair;
    }
}

/* Clusters go to parts of about the same weight, in the order of their first balls, which are often
 * numbered by where they are; all that is pushed from outside to the first, so that its books have
 * one order. */
static void share(const burst_crew *self, unsigned char whose[CREW_BINS + 1])
{
    size_t all = self->crowd->carried + cost_of_pair * self->crowd->nears, given = 0, part = 0;
    for (size_t bin = 0; bin <= CREW_BINS; bin++) {
        size_t weight = 0;
        for (size_t p = 0; p < self->parts; p++) {
            weight += self->part[p].weight[bin];
        }
        while (bin > 0 && part + 1 < self->parts &&
               given + weight / 2 >= all * (part + 1) / self->parts) {
            part++;
        }
        whose[bin] = (unsigned char)part;
        given += weight;
    }
}

/* Whose what one part looks at is, and how much of it. */
static void assign(burst_crew *self, crew_part *part)
{
    unsigned char whose[CREW_BINS + 1];
    share(self, whose);
    memset(part->balls_to, 0, self->parts * sizeof *part->balls_to);
    memset(part->nears_to, 0, self->parts * sizeof *part->nears_to);
    for (size_t k = part->slots.from; k < part->slots.to; k++) {
        self->whose[k] = whose[self->place[k]];
        part->balls_to[self->whose[k]]++;
    }
    for (size_t k = part->nears.from; k < part->nears.to; k++) {
        part->nears_to[self->whose[self->crowd->slot[link_of(self, k)->a]]]++;
    }
}

/* Whether none has much more than its share. */
static bool is_even(const burst_crew *self)
{
    size_t all = self->crowd->carried + cost_of_pair * self->crowd->nears, largest = 0;
    for (size_t q = 0; q < self->parts; q++) {
        size_t weight = 0;
        for (size_t p = 0; p < self->parts; p++) {
            weight += self->part[p].balls_to[q] + cost_of_pair * self->part[p].nears_to[q];
        }
        largest = weight > largest ? weight : largest;
    }
    return largest * self->parts <= all + all / 4;
}

static bool has_room(burst_crew *self, size_t slots, size_t nears)
{
    if (slots > self->capacity) {
        free(self->root);
        free(self->place);
        free(self->whose);
        free(self->outside);
        self->root = malloc(2 * slots * sizeof *self->root);
        self->place = malloc(2 * slots * sizeof *self->place);
        self->whose = malloc(2 * slots);
        self->outside = malloc(2 * slots);
        self->capacity = 2 * slots;
        if (self->root == NULL || self->place == NULL || self->whose == NULL ||
            self->outside == NULL) {
            self->capacity = 0;
        }
    }
    if (nears > self->across_capacity) {
        free(self->across);
        self->across = malloc(2 * nears * sizeof *self->across);
        self->across_capacity = self->across == NULL ? 0 : 2 * nears;
    }
    return slots <= self->capacity && nears <= self->across_capacity;
}

/* ---- a part ---- */

static size_t work_of(const penalty_system *whole, size_t coordinates, size_t quadratures)
{
    return whole->integrator->work_coordinates * coordinates +
           whole->integrator->work_quadratures * quadratures + 1;
}

/* Room for what is said of so many near pairs. */
static bool fit_nears(crew_part *part, bool rough, size_t nears)
{
    size_t room = 2 * nears;
    if (nears <= part->near_capacity) {
        return true;
    }
    free(part->near);
    free(part->acting);
    free(part->hold);
    free(part->grip);
    free(part->rubbing);
    part->near = malloc(room * sizeof *part->near);
    part->acting = malloc(room);
    part->hold = malloc(room);
    part->grip = rough ? malloc(room * sizeof *part->grip) : NULL;
    part->rubbing = rough ? malloc(room * sizeof *part->rubbing) : NULL;
    part->near_capacity = part->near == NULL || part->acting == NULL || part->hold == NULL ||
                                  (rough && (part->grip == NULL || part->rubbing == NULL))
                            ? 0
                            : room;
    return part->near_capacity > 0;
}

/* How many numbers a part has of each of its kinds. */
typedef struct {
    size_t coordinates, quadratures, vectors, work;
} part_size;

static part_size size_of(const penalty_system *whole, size_t balls, size_t nears)
{
    part_size size = {.coordinates = whole->rough ? 3 * balls + nears : 2 * balls,
                      .quadratures = PENALTY_PAIRS + (whole->rough ? 4 : 2) * nears,
                      .vectors = nears + 1};
    size.work = work_of(whole, size.coordinates, size.quadratures);
    return size;
}

/* Room for so many balls and near pairs. */
static bool fit_part(crew_part *part, const penalty_system *whole, size_t balls, size_t nears)
{
    part_size size = size_of(whole, balls, nears);
    size_t wanted = 5 * size.coordinates + balls + 2 * size.quadratures + 3 * size.vectors +
                    size.work,
           longer = balls > nears ? balls : nears;
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
    return wanted <= part->room_size && longer <= part->index_capacity &&
           fit_nears(part, whole->rough, nears);
}

static double *take(double **room, size_t count)
{
    double *taken = *room;
    *room += count;
    return taken;
}

/* The part's own numbers, out of its room. */
static void furnish_room(crew_part *part, const part_size *size)
{
    penalty_system *own = &part->system;
    double *room = part->room;
    own->normal = (carom_vec *)(void *)take(&room, 2 * size->vectors);
    own->set_back = take(&room, size->vectors);
    own->now.x = take(&room, size->coordinates);
    own->now.v = take(&room, size->coordinates);
    own->now.a = take(&room, size->coordinates);
    own->x_before = take(&room, size->coordinates);
    own->v_before = take(&room, size->coordinates);
    own->inverse_mass = take(&room, own->balls);
    own->now.q = take(&room, size->quadratures);
    own->now.g = take(&room, size->quadratures);
    own->now.work = take(&room, size->work);
    memset(own->now.g, 0, size->quadratures * sizeof *own->now.g);
    memset(own->set_back, 0, size->vectors * sizeof *own->set_back);
}

/* The part's system, of so many balls and near pairs: what is its own. */
static void furnish(crew_part *part, const penalty_system *whole, size_t balls, size_t nears)
{
    penalty_system *own = &part->system;
    penalty_record *record = own->record;
    size_t record_capacity = own->record_capacity;
    part_size size = size_of(whole, balls, nears);
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
    own->now.hold = whole->rough ? part->hold : NULL;
    own->grip = part->grip;
    own->rubbing = part->rubbing;
    own->log = whole->log == NULL ? NULL : &part->log;
    own->report = (carom_report){.steps = whole->report.steps};
    furnish_room(part, &size);
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

/* Room for part q, and its open contacts. */
static bool begin_part(const burst_crew *self, crew_part *part, size_t q)
{
    penalty_system *whole = self->system;
    size_t balls = 0, nears = 0;
    for (size_t p = 0; p < self->parts; p++) {
        balls += self->part[p].balls_to[q];
        nears += self->part[p].nears_to[q];
    }
    if (!fit_part(part, whole, balls, nears)) {
        return false;
    }
    furnish(part, whole, balls, nears);
    part->system.left_out = q == 0 ? whole->nears - self->crowd->nears : 0;
    for (size_t r = 0; r < whole->records; r++) {
        const penalty_record *record = &whole->record[r];
        if (self->whose[self->crowd->slot[record->collision.a]] == q &&
            !take_record(part, whole, record)) {
            return false;
        }
    }
    return true;
}

/* Balls and near pairs that this part has looked at go to the parts, behind those that the parts
 * before it have looked at. */
static void hand_out(burst_crew *self, crew_part *part, size_t p)
{
    const burst_crowd *crowd = self->crowd;
    size_t balls[CAROM_MOST_THREADS], nears[CAROM_MOST_THREADS];
    for (size_t q = 0; q < self->parts; q++) {
        balls[q] = nears[q] = 0;
        for (size_t before = 0; before < p; before++) {
            balls[q] += self->part[before].balls_to[q];
            nears[q] += self->part[before].nears_to[q];
        }
    }
    for (size_t k = part->slots.from; k < part->slots.to; k++) {
        size_t q = self->whose[k];
        self->place[k] = (uint32_t)balls[q];
        self->part[q].ball[balls[q]++] = crowd->ball[k];
    }
    for (size_t k = part->nears.from; k < part->nears.to; k++) {
        size_t q = self->whose[crowd->slot[link_of(self, k)->a]];
        self->part[q].which[nears[q]++] = crowd->near[k];
    }
}

/* What part number p does while all divide the crowd. */
static void divide(void *context, size_t p, size_t from, size_t to)
{
    burst_crew *self = context;
    crew_part *part = &self->part[p];
    struct carom_team *team = self->system->team;
    bool fits = true;
    (void)from, (void)to;
    take_ranges(self, part, p);
    find_clusters(self, part);
    carom_team_meet(team, p);
    if (p == 0) {
        join_clusters(self);
    }
    carom_team_meet(team, p);
    weigh(self, part);
    carom_team_meet(team, p);
    assign(self, part);
    carom_team_meet(team, p);
    part->fits = is_even(self) && begin_part(self, part, p);
    carom_team_meet(team, p);
    for (size_t q = 0; q < self->parts; q++) {
        fits = fits && self->part[q].fits;
    }
    if (fits) {
        hand_out(self, part, p);
    }
}

bool carom_crew_divide(burst_crew *self)
{
    bool fits = has_room(self, self->crowd->carried + 1, self->crowd->nears + 1);
    if (fits) {
        carom_team_together(self->system->team, divide, self);
    }
    for (size_t p = 0; p < self->parts; p++) {
        fits = fits && self->part[p].fits;
    }
    return fits;
}

void carom_crew_free_part(crew_part *part)
{
    free(part->room);
    free(part->ball);
    free(part->which);
    free(part->near);
    free(part->acting);
    free(part->hold);
    free(part->grip);
    free(part->rubbing);
    free(part->place);
    free(part->losses);
    free(part->system.record);
    carom_log_free(&part->log);
}
