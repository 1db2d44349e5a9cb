/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bursts of steps. While a near list lasts, who is not on it and feels no other force goes the same
 * way in every step. For the length of a burst the system's motion is one of those balls alone
 * that are on it, in the order of their numbers ("slots"), and the near list names slots; all else
 * of the system is as ever. The list's end depends on how far the farthest ball goes in each step,
 * so those are carried too that may be the farthest of the others. */
#include "solvers/burst/burst.h"
#include "base/memory.h"
#include "base/threads.h"
#include "solvers/burst/crew.h"
#include "solvers/burst/flight.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bursts of fewer steps than this, or with more than this part of all balls on the list, cost more
 * than they save. (Measured: with all on it 1.1 times as much.) */
static const double fewest_steps = 3, largest_part = 0.75;

/* In place of a slot. */
#define FLIES UINT32_MAX

struct burst_room {
    penalty_system *system;
    bool possible;  /* with these springs on this table */
    bool refused;   /* with the present near list */
    uint32_t *slot; /* by ball; FLIES: it is not carried */
    uint32_t *ball; /* by slot */
    size_t carried; /* how many slots there are */
    /* what takes the place of the system's own while a burst lasts */
    double *x, *v, *a, *x_before, *v_before, *inverse_mass;
    size_t coordinate_capacity;
    penalty_near *near;
    size_t near_capacity;
    burst_crew *crew; /* NULL: one thread */
};

void carom_burst_free(burst_room *self)
{
    if (self == NULL) {
        return;
    }
    free(self->slot);
    free(self->ball);
    free(self->x);
    free(self->v);
    free(self->a);
    free(self->x_before);
    free(self->v_before);
    free(self->inverse_mass);
    free(self->near);
    carom_crew_free(self->crew);
    free(self);
}

/* Whether nothing but springs acts, of which the near list knows, and nobody asks what balls that
 * fly do meanwhile. Parts of a wall that is no rectangle's are asked for by ball. */
static bool is_possible(const penalty_system *system)
{
    const carom_problem *problem = system->problem;
    return system->integrator->way != NULL && !system->located && system->orientation == NULL &&
           system->rolling == NULL && carom_vec_is_zero(problem->gravity_mps2) &&
           problem->part == NULL && problem->count < FLIES;
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
        self->slot = carom_zeros(n, sizeof *self->slot, &missing);
        self->ball = carom_zeros(n, sizeof *self->ball, &missing);
        self->inverse_mass = carom_zeros(n, sizeof *self->inverse_mass, &missing);
    }
    if (self->possible && system->team != NULL) {
        self->crew = carom_crew_new(system);
        missing = missing || self->crew == NULL;
    }
    if (missing) {
        carom_error_no_memory(error);
        carom_burst_free(self);
        return NULL;
    }
    return self;
}

/* ---- who is carried ---- */

/* The fastest of those that are not, m/s, and how far from the origin their coordinates are, m. */
static void survey_flying(const burst_room *self, double *fastest_mps, double *farthest_m)
{
    enum { LANES = 4 }; /* side by side, as in step.c */
    const penalty_system *system = self->system;
    const double *x = system->now.x, *v = system->now.v;
    size_t n = system->problem->count, whole = n / LANES * LANES;
    double fast2[LANES] = {0}, far[LANES] = {0};
    for (size_t i = 0; i < whole; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            double vx = v[i + k], vy = v[n + i + k], at = fabs(x[i + k]), up = fabs(x[n + i + k]);
            double speed2 = self->slot[i + k] == FLIES ? vx * vx + vy * vy : 0;
            fast2[k] = fast2[k] > speed2 ? fast2[k] : speed2;
            far[k] = far[k] > at ? far[k] : at;
            far[k] = far[k] > up ? far[k] : up;
        }
    }
    for (size_t i = whole; i < n; i++) {
        double speed2 = self->slot[i] == FLIES ? v[i] * v[i] + v[n + i] * v[n + i] : 0;
        fast2[0] = fmax(fast2[0], speed2);
        far[0] = fmax(far[0], fmax(fabs(x[i]), fabs(x[n + i])));
    }
    for (size_t k = 1; k < LANES; k++) {
        fast2[0] = fmax(fast2[0], fast2[k]);
        far[0] = fmax(far[0], far[k]);
    }
    *fastest_mps = sqrt(fast2[0]);
    *farthest_m = far[0];
}

/* Of those that are not on the list, whose step may be the longest of all, as the rounding of
 * places may have it in up to @p steps steps. */
static void add_farthest(const burst_room *self, double steps)
{
    const penalty_system *system = self->system;
    const double *v = system->now.v;
    size_t n = system->problem->count;
    double fastest, farthest, h = system->step_s, doubt, least;
    survey_flying(self, &fastest, &farthest);
    if (fastest == 0) {
        return; /* who rests goes exactly nowhere */
    }
    doubt = 16 * DBL_EPSILON * (farthest + (steps + 1) * h * fastest);
    least = fastest - 2 * doubt / h;
    least = least > 0 ? least * least * (1 - 16 * DBL_EPSILON) : 0;
    for (size_t i = 0; i < n; i++) {
        if (self->slot[i] == FLIES && v[i] * v[i] + v[n + i] * v[n + i] >= least) {
            self->slot[i] = 0;
        }
    }
}

static void choose(burst_room *self, double steps)
{
    const penalty_system *system = self->system;
    size_t n = system->problem->count;
    for (size_t i = 0; i < n; i++) {
        self->slot[i] = FLIES;
    }
    for (size_t k = 0; k < system->nears; k++) {
        const penalty_near *near = &system->near[k];
        self->slot[near->a] = 0;
        if (!near->wall) {
            self->slot[near->b] = 0;
        }
    }
    add_farthest(self, steps);
    self->carried = 0;
    for (size_t i = 0; i < n; i++) {
        bool carried = self->slot[i] != FLIES; /* as good as random: no guesses */
        self->slot[i] = carried ? (uint32_t)self->carried : FLIES;
        self->ball[self->carried] = (uint32_t)i;
        self->carried += carried;
    }
}

/* ---- in and out ---- */

static size_t coordinates(const burst_room *self, size_t balls)
{
    return self->system->rough ? 3 * balls + self->system->nears : 2 * balls;
}

/* Zeroed room in place of what there was. */
static double *renew(double *old, size_t count, bool *missing)
{
    free(old);
    return carom_zeros(count, sizeof *old, missing);
}

/* Whether there is room for all that is carried. */
static bool fit(burst_room *self)
{
    size_t wanted = coordinates(self, self->carried) + 1, nears = self->system->nears + 1;
    bool missing = false;
    if (wanted > self->coordinate_capacity) {
        wanted += wanted / 2;
        self->x = renew(self->x, wanted, &missing);
        self->v = renew(self->v, wanted, &missing);
        self->a = renew(self->a, wanted, &missing);
        self->x_before = renew(self->x_before, wanted, &missing);
        self->v_before = renew(self->v_before, wanted, &missing);
        self->coordinate_capacity = missing ? 0 : wanted;
    }
    if (nears > self->near_capacity) {
        nears += nears / 2;
        free(self->near);
        self->near = carom_zeros(nears, sizeof *self->near, &missing);
        self->near_capacity = missing ? 0 : nears;
    }
    return !missing;
}

/* The coordinates of those that are carried, from all into those, or back; then the springs'. */
static void copy(const burst_room *self, double *all, double *carried, bool back)
{
    size_t n = self->system->problem->count, m = self->carried, axes = self->system->rough ? 3 : 2;
    for (size_t axis = 0; axis < axes; axis++) {
        for (size_t k = 0; k < m; k++) {
            double *one = &all[axis * n + self->ball[k]], *other = &carried[axis * m + k];
            *(back ? one : other) = *(back ? other : one);
        }
    }
    if (self->system->rough) {
        size_t bytes = self->system->nears * sizeof *all;
        memcpy(back ? all + 3 * n : carried + 3 * m, back ? carried + 3 * m : all + 3 * n, bytes);
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
    penalty_near *kept = system->near;
    size_t n = system->problem->count;
    system->near = self->near;
    self->near = kept;
    exchange_one(&system->now.x, &self->x);
    exchange_one(&system->now.v, &self->v);
    exchange_one(&system->now.a, &self->a);
    exchange_one(&system->x_before, &self->x_before);
    exchange_one(&system->v_before, &self->v_before);
    exchange_one(&system->inverse_mass, &self->inverse_mass);
    system->balls = system->balls == n ? self->carried : n;
}

static void begin(burst_room *self)
{
    penalty_system *system = self->system;
    copy(self, system->now.x, self->x, false);
    copy(self, system->now.v, self->v, false);
    if (system->now.known) {
        copy(self, system->now.a, self->a, false);
    }
    for (size_t k = 0; k < self->carried; k++) {
        self->inverse_mass[k] = system->inverse_mass[self->ball[k]];
    }
    for (size_t k = 0; k < system->nears; k++) {
        penalty_near *near = &self->near[k];
        *near = system->near[k];
        near->a = self->slot[near->a];
        near->b = near->wall ? near->b : self->slot[near->b];
    }
    exchange(self);
}

/* ---- free flight ---- */

/* The system is one of all balls again, after so many steps. */
static void end(burst_room *self, size_t steps)
{
    penalty_system *system = self->system;
    size_t n = system->problem->count;
    burst_flight free_ones;
    exchange(self);
    free_ones = (burst_flight){system->integrator, system->now.x, system->now.v, system->step_s,
                               steps};
    if (steps > 0) { /* those that are carried too: what they come to is put right at once */
        carom_parallel(system->team, (system->rough ? 3 : 2) * n, carom_burst_fly, &free_ones);
    }
    copy(self, system->now.x, self->x, true);
    copy(self, system->now.v, self->v, true);
    if (system->now.known) {
        memset(system->now.a, 0, coordinates(self, n) * sizeof *system->now.a);
        copy(self, system->now.a, self->a, true);
    }
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
    choose(self, steps);
    self->refused = (double)self->carried > largest_part * (double)system->problem->count ||
                    !fit(self);
    return !self->refused;
}

/* Steps on, at least once, until the near list, or the time, is over; as carom_crew_carry. */
static carom_status carry_alone(burst_room *self, double t_s, double *farthest_m, bool *listed,
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
    } while (status == CAROM_OK && *listed && carom_burst_goes_on(system, t_s) &&
             !carom_watch_wants_end(system->watcher));
    end(self, steps);
    return status;
}

/* A burst. A step that goes too far for the list is done again by all. */
static carom_status carry(burst_room *self, double t_s, carom_error *error)
{
    penalty_system *system = self->system;
    burst_crowd crowd = {self->ball, self->slot, self->carried};
    double h = system->step_s, farthest_m = 0;
    bool listed = true, together = self->crew != NULL && carom_crew_takes(self->crew, &crowd);
    carom_status status = together ? carom_crew_carry(self->crew, t_s, &farthest_m, &listed, error)
                                   : carry_alone(self, t_s, &farthest_m, &listed, error);
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
