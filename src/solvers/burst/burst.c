/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bursts of steps. While a near list lasts, who is not carried (crowd.c) goes the same way in every
 * step. For the length of a burst the system's motion is one of the others alone, in the order of
 * their numbers ("slots"), and the near list is one of theirs and names slots; all else of the
 * system is as ever. The list's end depends on how far the farthest ball goes in each step. */
#include "solvers/burst/burst.h"
#include "base/memory.h"
#include "base/threads.h"
#include "solvers/burst/crowd.h"
#include "solvers/burst/flight.h"
#include "solvers/penalty/neighbours.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bursts of fewer steps than this, or with more than this part of all balls carried, cost more than
 * they save. (Measured with all of them: 1.1 times as much.) */
static const double fewest_steps = 3, largest_part = 0.75;

struct burst_room {
    penalty_system *system;
    bool possible; /* with these springs on this table */
    bool refused;  /* with the present near list */
    burst_crowd crowd;
    /* what takes the place of the system's own while a burst lasts */
    double *x, *v, *a, *x_before, *v_before, *inverse_mass;
    size_t coordinate_capacity;
    penalty_near *near;
    penalty_grip *grip;
    unsigned char *hold;
    size_t nears, near_capacity;
};

void carom_burst_free(burst_room *self)
{
    if (self == NULL) {
        return;
    }
    carom_crowd_free(&self->crowd);
    free(self->x);
    free(self->v);
    free(self->a);
    free(self->x_before);
    free(self->v_before);
    free(self->inverse_mass);
    free(self->near);
    free(self->grip);
    free(self->hold);
    free(self);
}

/* Whether nothing but springs acts, of which the near list knows, and nobody asks what balls that
 * fly do meanwhile. Parts of a wall that is no rectangle's are asked for by ball. */
static bool is_possible(const penalty_system *system)
{
    const carom_problem *problem = system->problem;
    return system->integrator->way != NULL && !system->located && system->orientation == NULL &&
           system->rolling == NULL && carom_vec_is_zero(problem->gravity_mps2) &&
           problem->part == NULL && problem->count < CAROM_CROWD_FLIES;
}

burst_room *carom_burst_new(penalty_system *system, carom_error *error)
{
    burst_room *self = calloc(1, sizeof *self);
    size_t n = system->problem->count + 1;
    bool missing = self == NULL;
    if (missing) {
        carom_error_no_memory(error);
        return NULL;
    }
    self->system = system;
    self->possible = is_possible(system);
    if (self->possible) {
        self->inverse_mass = carom_zeros(n, sizeof *self->inverse_mass, &missing);
        missing = !carom_crowd_init(&self->crowd, system) || missing;
    }
    if (missing) {
        carom_error_no_memory(error);
        carom_burst_free(self);
        return NULL;
    }
    return self;
}

/* ---- in and out ---- */

static size_t coordinates(const burst_room *self)
{
    const burst_crowd *crowd = &self->crowd;
    return self->system->rough ? 3 * crowd->carried + crowd->nears : 2 * crowd->carried;
}

/* Zeroed room in place of what there was. */
static void *renew(void *old, size_t count, size_t size, bool *missing)
{
    free(old);
    return carom_zeros(count, size, missing);
}

/* Whether there is room for all that is carried. */
static bool fit(burst_room *self)
{
    size_t wanted = coordinates(self) + 1, nears = self->crowd.nears + 1, one = sizeof *self->x;
    bool missing = false;
    if (wanted > self->coordinate_capacity) {
        wanted += wanted / 2;
        self->x = renew(self->x, wanted, one, &missing);
        self->v = renew(self->v, wanted, one, &missing);
        self->a = renew(self->a, wanted, one, &missing);
        self->x_before = renew(self->x_before, wanted, one, &missing);
        self->v_before = renew(self->v_before, wanted, one, &missing);
        self->coordinate_capacity = missing ? 0 : wanted;
    }
    if (nears > self->near_capacity) {
        nears += nears / 2;
        self->near = renew(self->near, nears, sizeof *self->near, &missing);
        self->grip = renew(self->grip, nears, sizeof *self->grip, &missing);
        self->hold = renew(self->hold, nears, sizeof *self->hold, &missing);
        self->near_capacity = missing ? 0 : nears;
    }
    return !missing;
}

/* The coordinates of those that are carried, from all into those, or back; then the springs'. */
static void copy(const burst_room *self, double *all, double *carried, bool back)
{
    const burst_crowd *crowd = &self->crowd;
    size_t n = self->system->problem->count, m = crowd->carried, axes = self->system->rough ? 3 : 2;
    for (size_t axis = 0; axis < axes; axis++) {
        for (size_t k = 0; k < m; k++) {
            double *one = &all[axis * n + crowd->ball[k]], *other = &carried[axis * m + k];
            *(back ? one : other) = *(back ? other : one);
        }
    }
    for (size_t k = 0; k < crowd->nears && self->system->rough; k++) {
        double *one = &all[3 * n + crowd->near[k]], *other = &carried[3 * m + k];
        *(back ? one : other) = *(back ? other : one);
    }
}

static void exchange_one(double **own, double **other)
{
    double *kept = *own;
    *own = *other;
    *other = kept;
}

/* The system's motion is that of all, or of those that are carried: the other after each call. */
static void exchange(burst_room *self)
{
    penalty_system *system = self->system;
    penalty_near *near = system->near;
    penalty_grip *grip = system->grip;
    unsigned char *hold = system->now.hold;
    size_t n = system->problem->count, nears = system->nears;
    system->near = self->near;
    self->near = near;
    system->nears = self->nears;
    self->nears = nears;
    if (system->rough) {
        system->grip = self->grip;
        self->grip = grip;
        system->now.hold = self->hold;
        self->hold = hold;
    }
    exchange_one(&system->now.x, &self->x);
    exchange_one(&system->now.v, &self->v);
    exchange_one(&system->now.a, &self->a);
    exchange_one(&system->x_before, &self->x_before);
    exchange_one(&system->v_before, &self->v_before);
    exchange_one(&system->inverse_mass, &self->inverse_mass);
    system->balls = system->balls == n ? self->crowd.carried : n;
}

/* Rates of near pairs, two each and where surfaces rub two more behind: of all into those that are
 * carried. */
static void squeeze_rates(const burst_crowd *crowd, size_t nears, bool rough, double *g)
{
    size_t kinds = rough ? 2 : 1;
    for (size_t kind = 0; kind < kinds; kind++) {
        double *to = &g[PENALTY_PAIRS + 2 * kind * crowd->nears];
        const double *from = &g[PENALTY_PAIRS + 2 * kind * nears];
        for (size_t k = 0; k < crowd->nears; k++) {
            memmove(&to[2 * k], &from[2 * (size_t)crowd->near[k]], 2 * sizeof *g);
        }
    }
}

/* Back, and 0 for the others; from the last, which has the farthest to go. */
static void spread_rates(const burst_crowd *crowd, size_t nears, bool rough, double *g)
{
    for (size_t kind = rough ? 2 : 1; kind-- > 0;) {
        const double *from = &g[PENALTY_PAIRS + 2 * kind * crowd->nears];
        double *to = &g[PENALTY_PAIRS + 2 * kind * nears];
        size_t next = crowd->nears;
        for (size_t k = nears; k-- > 0;) {
            bool carried = next > 0 && crowd->near[next - 1] == k;
            next -= carried;
            to[2 * k] = carried ? from[2 * next] : 0;
            to[2 * k + 1] = carried ? from[2 * next + 1] : 0;
        }
    }
}

static void begin(burst_room *self)
{
    penalty_system *system = self->system;
    const burst_crowd *crowd = &self->crowd;
    copy(self, system->now.x, self->x, false);
    copy(self, system->now.v, self->v, false);
    if (system->now.known) {
        copy(self, system->now.a, self->a, false);
        squeeze_rates(crowd, system->nears, system->rough, system->now.g);
    }
    for (size_t k = 0; k < crowd->carried; k++) {
        self->inverse_mass[k] = system->inverse_mass[crowd->ball[k]];
    }
    for (size_t k = 0; k < crowd->nears; k++) {
        penalty_near *near = &self->near[k];
        *near = system->near[crowd->near[k]];
        near->a = crowd->slot[near->a];
        near->b = near->wall ? near->b : crowd->slot[near->b];
        if (system->rough) {
            self->grip[k] = system->grip[crowd->near[k]];
            self->hold[k] = system->now.hold[crowd->near[k]];
        }
    }
    self->nears = crowd->nears;
    system->left_out = system->nears - crowd->nears;
    exchange(self);
}

/* ---- free flight ---- */

/* Accelerations and rates of those that are carried become those of all, for whoever goes on with
 * the same near list; a new one comes to its own. */
static void end_rates(burst_room *self)
{
    penalty_system *system = self->system;
    size_t bytes = carom_penalty_coordinates(system) * sizeof *system->now.a;
    if (system->now.known && carom_penalty_list_lasts(system, system->step_s)) {
        memset(system->now.a, 0, bytes);
        copy(self, system->now.a, self->a, true);
        spread_rates(&self->crowd, system->nears, system->rough, system->now.g);
    }
}

/* The system is one of all balls again, after so many steps. */
static void end(burst_room *self, size_t steps)
{
    penalty_system *system = self->system;
    const burst_crowd *crowd = &self->crowd;
    size_t n = system->problem->count;
    burst_flight free_ones;
    exchange(self);
    system->left_out = 0;
    free_ones = (burst_flight){system->integrator, system->now.x, system->now.v, system->step_s,
                               steps};
    if (steps > 0) { /* those that are carried too: what they come to is put right at once */
        carom_parallel(system->team, (system->rough ? 3 : 2) * n, carom_burst_fly, &free_ones);
    }
    copy(self, system->now.x, self->x, true);
    copy(self, system->now.v, self->v, true);
    for (size_t k = 0; k < crowd->nears && system->rough; k++) {
        system->now.hold[crowd->near[k]] = self->hold[k];
    }
    end_rates(self);
}

/* ---- a burst ---- */

/* How many steps there may be until the near list, or the time, is over. */
static double steps_ahead(const penalty_system *system, double t_s)
{
    double move = system->step_s * system->fastest_mps, room = 0.5 * system->near_m;
    double listed = move > 0 ? (room - system->near_moved_m) / move : INFINITY;
    return fmin(listed, (t_s - system->time_s) / system->step_s);
}

/* Whether a burst can begin, and pays. */
static bool is_worth(burst_room *self, double t_s)
{
    const penalty_system *system = self->system;
    double steps = steps_ahead(system, t_s);
    self->refused = self->refused && system->near_moved_m > 0;
    if (!self->possible || self->refused || steps < fewest_steps ||
        (system->phase > 0 && system->report.steps == 0) || carom_penalty_is_to_change(system) ||
        carom_watch_wants_end(system->watcher) || carom_penalty_drifts(system)) {
        return false;
    }
    self->refused = !carom_crowd_choose(&self->crowd, system, steps) ||
                    (double)self->crowd.carried > largest_part * (double)system->problem->count ||
                    !fit(self);
    return !self->refused;
}

/* Takes steps, at least one, until the near list or the time is over. *farthest_m: the largest
 * displacement in the last step. *listed: false if that was too far for the near list; the step has
 * been taken back then. */
static carom_status step_active(burst_room *self, double t_s, double *farthest_m, bool *listed,
                                carom_error *error)
{
    penalty_system *system = self->system;
    double h = system->step_s;
    size_t steps = 0;
    carom_status status;
    begin(self);
    do {
        status = carom_penalty_try_step(system, h, farthest_m, error);
        *listed = status != CAROM_OK || carom_penalty_is_listed(system, *farthest_m);
        if (!*listed) {
            carom_penalty_take_back(system);
        } else if (status == CAROM_OK) {
            double end_s = carom_penalty_grid_time(system, system->report.steps + 1);
            steps++;
            status = carom_penalty_keep_step(system, h, end_s, *farthest_m, error);
        }
    } while (status == CAROM_OK && *listed && steps < self->crowd.steps &&
             carom_burst_goes_on(system, t_s) && !carom_watch_wants_end(system->watcher));
    end(self, steps);
    return status;
}

/* A burst. A step that goes too far for the list is done again by all. */
static carom_status carry(burst_room *self, double t_s, carom_error *error)
{
    penalty_system *system = self->system;
    double h = system->step_s, farthest_m = 0;
    bool listed = true;
    carom_status status = step_active(self, t_s, &farthest_m, &listed, error);
    if (status == CAROM_OK && !listed) {
        double end_s = carom_penalty_grid_time(system, system->report.steps + 1);
        status = carom_penalty_step_farther(system, h, end_s, farthest_m, error);
    }
    return status == CAROM_OK ? carom_penalty_find_neighbours(system, h, 0, error) : status;
}

carom_status carom_burst_advance(burst_room *self, double t_s, carom_error *error)
{
    penalty_system *system = self->system;
    carom_status status = CAROM_OK;
    self->refused = false;
    while (status == CAROM_OK && carom_penalty_grid_time(system, system->report.steps + 1) <= t_s) {
        status = is_worth(self, t_s) ? carry(self, t_s, error)
                                     : carom_penalty_go_on(system, t_s, error);
    }
    return status;
}
