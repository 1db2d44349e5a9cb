/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is carried. A near pair is one of two that are near enough to touch whatever happens to them;
 * few of them do. Two who fly freely past each other may be left to it, and so may all who are
 * connected with them by near pairs, if none of these touches. */
#include "solvers/burst/crowd.h"
#include "base/threads.h"
#include <float.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Rounding of a place in a step, in parts of its size: of a product, a sum, and more. */
static const double rounding = 16 * DBL_EPSILON;

/* What one thread finds: of those that fly the square of the fastest speed, and how far coordinates
 * are; how many of its balls and its near pairs are carried; whether it has carried more. */
struct crowd_finding {
    double fast2, far;
    size_t balls, nears;
    bool grows[2]; /* in turn, since some begin the next pass while others listen */
    char apart[128];
};

/* A choice at work, and what each thread finds. */
typedef struct {
    burst_crowd *crowd;
    const penalty_system *system;
    carom_team *team;
    size_t parts;
    struct crowd_finding *found;
} choice;

/* Balls, or near pairs, from <= i < to. */
typedef struct {
    size_t from, to;
} range;

static range range_of(const choice *self, size_t count, size_t part)
{
    return (range){count * part / self->parts, count * (part + 1) / self->parts};
}

bool carom_crowd_init(burst_crowd *self, const penalty_system *system)
{
    size_t n = system->problem->count + 1;
    self->slot = malloc(n * sizeof *self->slot);
    self->ball = malloc(n * sizeof *self->ball);
    for (size_t i = 0; i < n && self->slot != NULL; i++) {
        self->slot[i] = CAROM_CROWD_FLIES;
    }
    self->found = calloc(carom_team_size(system->team), sizeof *self->found);
    return self->slot != NULL && self->ball != NULL && self->found != NULL;
}

void carom_crowd_free(burst_crowd *self)
{
    free(self->slot);
    free(self->ball);
    free(self->near);
    free(self->link);
    free(self->found);
}

/* ---- who may touch ---- */

/* Whether two balls that fly freely for @p t s are apart all the time, whatever is rounded. Walls
 * are never left out: there are few. */
static bool is_passing(const penalty_system *system, size_t k, double t, double steps)
{
    const penalty_near *near = &system->near[k];
    carom_vec at, way, parting;
    double closing, speed2, nearest, size, reach;
    if (near->wall || system->pair[near->pair].record != PENALTY_NO_RECORD) {
        return false;
    }
    at = carom_penalty_of(system, system->now.x, near->a);
    way = carom_penalty_way(system, near, system->now.x);
    parting = carom_penalty_parting(system, near, system->now.v);
    closing = -carom_vec_dot(way, parting);
    speed2 = carom_vec_square(parting);
    nearest = closing > 0 ? closing / speed2 : 0; /* s until then */
    nearest = nearest < t ? nearest : t;
    size = fabs(at.x) + fabs(at.y) + fabs(near->shift.x) + fabs(near->shift.y) + near->reach_m;
    size += 2 * t * system->fastest_mps;
    reach = near->reach_m * (1 + 1e-9) + (steps + 1) * rounding * size;
    return carom_vec_square(carom_vec_ahead(way, nearest, parting)) > reach * reach;
}

/* At first nobody is carried: those that were the last time are no longer. */
static void let_go(const choice *self, size_t part)
{
    const burst_crowd *crowd = self->crowd;
    range own = range_of(self, crowd->carried, part);
    for (size_t k = own.from; k < own.to; k++) {
        crowd->slot[crowd->ball[k]] = CAROM_CROWD_FLIES;
    }
}

/* While all look for who is carried, each says it of any ball. */
static bool is_carried(const burst_crowd *crowd, uint32_t ball)
{
    const _Atomic uint32_t *slot = (const _Atomic uint32_t *)&crowd->slot[ball];
    return atomic_load_explicit(slot, memory_order_relaxed) == 0;
}

static void carry_both(const burst_crowd *crowd, const crowd_link *link)
{
    _Atomic uint32_t *a = (_Atomic uint32_t *)&crowd->slot[link->a],
                     *b = (_Atomic uint32_t *)&crowd->slot[link->b];
    atomic_store_explicit(a, 0, memory_order_relaxed);
    atomic_store_explicit(b, 0, memory_order_relaxed);
}

/* Those who may touch are. */
static void carry_touching(const choice *self, size_t part)
{
    const penalty_system *system = self->system;
    burst_crowd *crowd = self->crowd;
    range own = range_of(self, system->nears, part);
    double steps = (double)crowd->steps;
    for (size_t k = own.from; k < own.to; k++) {
        const penalty_near *near = &system->near[k];
        crowd->link[k] = (crowd_link){near->a, near->wall ? near->a : near->b};
        if (!is_passing(system, k, steps * system->step_s, steps)) {
            carry_both(crowd, &crowd->link[k]);
        }
    }
}

/* Whether anybody has carried more in this pass; all come to it. */
static bool has_grown(const choice *self, size_t part, int pass, bool grows)
{
    self->found[part].grows[pass % 2] = grows;
    carom_team_meet(self->team, part);
    for (size_t p = 0; p < self->parts; p++) {
        grows = grows || self->found[p].grows[pass % 2];
    }
    return grows;
}

/* Whoever is near to those who are carried is carried, too. Chains of near balls are short in a
 * gas; where they are not, all who are near are carried. */
static void carry_clusters(const choice *self, size_t part)
{
    static const int most_links = 8;
    const burst_crowd *crowd = self->crowd;
    range own = range_of(self, self->system->nears, part);
    bool grows = true;
    for (int pass = 0; grows; pass++) {
        grows = false;
        for (size_t k = own.from; k < own.to; k++) {
            const crowd_link *link = &crowd->link[k];
            bool carried = is_carried(crowd, link->a);
            if (carried != is_carried(crowd, link->b) || (pass >= most_links && !carried)) {
                carry_both(crowd, link);
                grows = pass < most_links;
            }
        }
        grows = has_grown(self, part, pass, grows);
    }
}

static void count_near(const choice *self, size_t part)
{
    range own = range_of(self, self->system->nears, part);
    size_t nears = 0;
    for (size_t k = own.from; k < own.to; k++) {
        nears += self->crowd->slot[self->crowd->link[k].a] == 0;
    }
    self->found[part].nears = nears;
}

/* Near pairs of which both are carried; for that one is. */
static void list_near(const choice *self, size_t part)
{
    const burst_crowd *crowd = self->crowd;
    range own = range_of(self, self->system->nears, part);
    size_t next = 0, last;
    for (size_t p = 0; p < part; p++) {
        next += self->found[p].nears;
    }
    last = next + self->found[part].nears;
    for (size_t k = own.from; k < own.to && next < last; k++) {
        crowd->near[next] = (uint32_t)k;
        next += crowd->slot[crowd->link[k].a] == 0;
    }
}

/* ---- who may go farthest ---- */

/* The fastest of those that are not carried, and how far from the origin coordinates are. */
static void survey_flying(const choice *self, size_t part)
{
    enum { LANES = 4 }; /* side by side, as in step.c */
    const uint32_t *slot = self->crowd->slot;
    const double *x = self->system->now.x, *v = self->system->now.v;
    size_t n = self->system->problem->count;
    range own = range_of(self, n, part);
    size_t whole = own.from + (own.to - own.from) / LANES * LANES;
    double fast2[LANES] = {0}, far[LANES] = {0};
    for (size_t i = own.from; i < whole; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            double vx = v[i + k], vy = v[n + i + k], at = fabs(x[i + k]), up = fabs(x[n + i + k]);
            double speed2 = slot[i + k] == CAROM_CROWD_FLIES ? vx * vx + vy * vy : 0;
            fast2[k] = fast2[k] > speed2 ? fast2[k] : speed2;
            far[k] = far[k] > at ? far[k] : at;
            far[k] = far[k] > up ? far[k] : up;
        }
    }
    for (size_t i = whole; i < own.to; i++) {
        double speed2 = v[i] * v[i] + v[n + i] * v[n + i];
        fast2[0] = fmax(fast2[0], slot[i] == CAROM_CROWD_FLIES ? speed2 : 0);
        far[0] = fmax(far[0], fmax(fabs(x[i]), fabs(x[n + i])));
    }
    for (size_t k = 1; k < LANES; k++) {
        fast2[0] = fmax(fast2[0], fast2[k]);
        far[0] = fmax(far[0], far[k]);
    }
    self->found[part].fast2 = fast2[0];
    self->found[part].far = far[0];
}

/* The square of the speed of which, or more, those that are not carried are whose step may be the
 * longest of all, as the rounding of places may have it; who rests goes exactly nowhere. */
static double least_speed2(const choice *self)
{
    double fast2 = 0, far = 0, h = self->system->step_s, fastest, doubt, least;
    for (size_t p = 0; p < self->parts; p++) {
        fast2 = fmax(fast2, self->found[p].fast2);
        far = fmax(far, self->found[p].far);
    }
    fastest = sqrt(fast2);
    doubt = rounding * (far + ((double)self->crowd->steps + 1) * h * fastest);
    least = fastest - 2 * doubt / h;
    return fastest == 0 ? INFINITY : least > 0 ? least * least * (1 - 16 * DBL_EPSILON) : 0;
}

static void add_farthest(const choice *self, size_t part)
{
    uint32_t *slot = self->crowd->slot;
    const double *v = self->system->now.v;
    double least2 = least_speed2(self);
    size_t n = self->system->problem->count, count = 0;
    range own = range_of(self, n, part);
    for (size_t i = own.from; i < own.to; i++) { /* who is, is as good as random: no guesses */
        bool flies = slot[i] == CAROM_CROWD_FLIES && !(v[i] * v[i] + v[n + i] * v[n + i] >= least2);
        slot[i] = flies ? CAROM_CROWD_FLIES : 0;
        count += !flies;
    }
    self->found[part].balls = count;
}

/* ---- all of them ---- */

static bool fit(burst_crowd *self, size_t nears)
{
    if (nears >= self->capacity) {
        self->capacity = nears + nears / 2 + 1;
        free(self->near);
        free(self->link);
        self->near = malloc(self->capacity * sizeof *self->near);
        self->link = malloc(self->capacity * sizeof *self->link);
        self->capacity = self->near == NULL || self->link == NULL ? 0 : self->capacity;
    }
    return nears < self->capacity;
}

static void number(const choice *self, size_t part)
{
    burst_crowd *crowd = self->crowd;
    range own = range_of(self, self->system->problem->count, part);
    size_t next = 0;
    for (size_t p = 0; p < part; p++) {
        next += self->found[p].balls;
    }
    for (size_t i = own.from; i < own.to; i++) {
        if (crowd->slot[i] != CAROM_CROWD_FLIES) {
            crowd->slot[i] = (uint32_t)next;
            crowd->ball[next++] = (uint32_t)i;
        }
    }
}

/* What part number @p part does. */
static void choose(void *context, size_t part, size_t from, size_t to)
{
    const choice *self = context;
    (void)from, (void)to;
    let_go(self, part);
    carom_team_meet(self->team, part);
    carry_touching(self, part);
    carom_team_meet(self->team, part);
    carry_clusters(self, part);
    count_near(self, part);
    survey_flying(self, part);
    carom_team_meet(self->team, part);
    list_near(self, part);
    carom_team_meet(self->team, part); /* from here on slots may be those of the farthest, too */
    add_farthest(self, part);
    carom_team_meet(self->team, part);
    number(self, part);
}

bool carom_crowd_choose(burst_crowd *self, const penalty_system *system, double steps)
{
    static const double slower = 1.25; /* the fastest may become, and the list last longer */
    choice all = {.crowd = self, .system = system, .team = system->team, .found = self->found};
    all.parts = carom_team_size(all.team);
    if (!fit(self, system->nears)) {
        return false;
    }
    self->steps = (size_t)fmin(slower * steps + 2, CAROM_CROWD_MOST_STEPS);
    carom_team_together(all.team, choose, &all);
    self->carried = self->nears = 0;
    for (size_t p = 0; p < all.parts; p++) {
        self->carried += self->found[p].balls;
        self->nears += self->found[p].nears;
    }
    return true;
}
