/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the active balls of a multi-step block. Near pairs are close enough to touch whatever
 * happens to them, but few of them do. Two balls that fly past each other stay inactive, and so do
 * all balls connected with them by near pairs if none of these pairs may touch. */
#include "solvers/burst/burst.h"
#include <float.h>
#include <stdlib.h>

/* Rounding error of a position in one step, relative to its size: a product, a sum, and more. */
static const double rounding = 16 * DBL_EPSILON;

bool carom_active_init(burst_active *self, const penalty_system *system)
{
    size_t n = system->springs.problem->count + 1;
    self->slot = malloc(n * sizeof *self->slot);
    self->ball = malloc(n * sizeof *self->ball);
    for (size_t i = 0; i < n && self->slot != NULL; i++) {
        self->slot[i] = CAROM_BURST_FLIES;
    }
    return self->slot != NULL && self->ball != NULL;
}

void carom_active_free(burst_active *self)
{
    free(self->slot);
    free(self->ball);
    free(self->near);
    free(self->link);
}

static bool fit(burst_active *self, size_t nears)
{
    if (nears >= self->near_capacity) {
        self->near_capacity = nears + nears / 2 + 1;
        free(self->near);
        free(self->link);
        self->near = malloc(self->near_capacity * sizeof *self->near);
        self->link = malloc(self->near_capacity * sizeof *self->link);
        self->near_capacity = self->near == NULL || self->link == NULL ? 0 : self->near_capacity;
    }
    return nears < self->near_capacity;
}

/* ---- balls that may touch: slot 0 marks them until they are numbered ---- */

/* True if two balls in free flight stay apart for @p t s, whatever the rounding. Pairs with a wall
 * never count as passing: there are few. */
static bool is_passing(const penalty_system *system, size_t k, double t, double steps)
{
    const penalty_near *near = &system->springs.near[k];
    carom_vec at, way, parting;
    double closing, speed2, nearest, size, reach;
    if (near->wall || system->neighbours.pair[near->pair].record != PENALTY_NO_RECORD) {
        return false;
    }
    at = carom_penalty_of(&system->springs, system->now.x, near->a);
    way = carom_penalty_way(&system->springs, near, system->now.x);
    parting = carom_penalty_parting(&system->springs, near, system->now.v);
    closing = -carom_vec_dot(way, parting);
    speed2 = carom_vec_square(parting);
    nearest = closing > 0 ? closing / speed2 : 0; /* s until then */
    nearest = nearest < t ? nearest : t;
    size = fabs(at.x) + fabs(at.y) + fabs(near->shift.x) + fabs(near->shift.y) + near->reach_m;
    size += 2 * t * system->fastest_mps;
    reach = near->reach_m * (1 + 1e-9) + (steps + 1) * rounding * size;
    return carom_vec_square(carom_vec_ahead(way, nearest, parting)) > reach * reach;
}

static void add_both(const burst_active *self, const burst_link *link)
{
    self->slot[link->a] = self->slot[link->b] = 0;
}

static void add_touching(const burst_active *self, const penalty_system *system)
{
    double steps = (double)self->steps;
    for (size_t k = 0; k < system->springs.nears; k++) {
        const penalty_near *near = &system->springs.near[k];
        self->link[k] = (burst_link){near->a, near->wall ? near->a : near->b};
        if (!is_passing(system, k, steps * system->springs.step_s, steps)) {
            add_both(self, &self->link[k]);
        }
    }
}

/* Adds all balls that near pairs connect with active ones. Such chains are short in a gas; where
 * they are not, every ball of a near pair becomes active. */
static void add_connected(const burst_active *self, size_t nears)
{
    static const int most_links = 8;
    bool grows = true;
    for (int pass = 0; grows; pass++) {
        grows = false;
        for (size_t k = 0; k < nears; k++) {
            const burst_link *link = &self->link[k];
            bool active = self->slot[link->a] == 0;
            if (active != (self->slot[link->b] == 0) || (pass >= most_links && !active)) {
                add_both(self, link);
                grows = pass < most_links;
            }
        }
    }
}

/* Lists the near pairs of active balls; if one ball of a pair is active, both are. */
static void list_near(burst_active *self, size_t nears)
{
    self->nears = 0;
    for (size_t k = 0; k < nears; k++) {
        self->near[self->nears] = (uint32_t)k;
        self->nears += self->slot[self->link[k].a] == 0;
    }
}

/* ---- balls that may go farthest ---- */

/* The square of the lowest speed at which an inactive ball's displacement, as rounded, may be the
 * largest of a step. A ball at rest goes exactly nowhere. */
static double least_speed2(const burst_active *self, const penalty_system *system)
{
    enum { LANES = 4 }; /* side by side, as in step.c */
    const uint32_t *slot = self->slot;
    const double *x = system->now.x, *v = system->now.v;
    size_t n = system->springs.problem->count, whole = n / LANES * LANES;
    double fast2[LANES] = {0}, far[LANES] = {0}, h = system->springs.step_s, fastest, doubt, least;
    for (size_t i = 0; i < whole; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            double vx = v[i + k], vy = v[n + i + k], at = fabs(x[i + k]), up = fabs(x[n + i + k]);
            double speed2 = slot[i + k] == CAROM_BURST_FLIES ? vx * vx + vy * vy : 0;
            fast2[k] = fast2[k] > speed2 ? fast2[k] : speed2;
            far[k] = far[k] > at ? far[k] : at;
            far[k] = far[k] > up ? far[k] : up;
        }
    }
    for (size_t i = whole; i < n; i++) {
        double speed2 = v[i] * v[i] + v[n + i] * v[n + i];
        fast2[0] = fmax(fast2[0], slot[i] == CAROM_BURST_FLIES ? speed2 : 0);
        far[0] = fmax(far[0], fmax(fabs(x[i]), fabs(x[n + i])));
    }
    for (size_t k = 1; k < LANES; k++) {
        fast2[0] = fmax(fast2[0], fast2[k]);
        far[0] = fmax(far[0], far[k]);
    }
    fastest = sqrt(fast2[0]);
    doubt = rounding * (far[0] + ((double)self->steps + 1) * h * fastest);
    least = fastest - 2 * doubt / h;
    return fastest == 0 ? INFINITY : least > 0 ? least * least * (1 - 16 * DBL_EPSILON) : 0;
}

/* Adds the balls that may go farthest. (Which ones is as good as random: no branches.) */
static void add_farthest(const burst_active *self, const penalty_system *system)
{
    const double *v = system->now.v;
    double least2 = least_speed2(self, system);
    size_t n = system->springs.problem->count;
    for (size_t i = 0; i < n; i++) {
        bool flies = self->slot[i] == CAROM_BURST_FLIES &&
                     !(v[i] * v[i] + v[n + i] * v[n + i] >= least2);
        self->slot[i] = flies ? CAROM_BURST_FLIES : 0;
    }
}

static void number(burst_active *self, size_t n)
{
    self->count = 0;
    for (size_t i = 0; i < n; i++) {
        if (self->slot[i] != CAROM_BURST_FLIES) {
            self->slot[i] = (uint32_t)self->count;
            self->ball[self->count++] = (uint32_t)i;
        }
    }
}

bool carom_active_choose(burst_active *self, const penalty_system *system, double steps)
{
    static const double slower = 1.25; /* the fastest may become, and the list last longer */
    if (!fit(self, system->springs.nears)) {
        return false;
    }
    self->steps = (size_t)fmin(slower * steps + 2, CAROM_BURST_MOST_STEPS);
    for (size_t k = 0; k < self->count; k++) {
        self->slot[self->ball[k]] = CAROM_BURST_FLIES;
    }
    add_touching(self, system);
    add_connected(self, system->springs.nears);
    list_near(self, system->springs.nears);
    add_farthest(self, system);
    number(self, system->springs.problem->count);
    return true;
}
