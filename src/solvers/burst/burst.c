/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multi-step blocks. While a near list lasts, an inactive ball has the same displacement in every
 * step. During a block the system's motion holds the active balls alone, numbered by slot, and its
 * near list is theirs; everything else of the system stays as it is. The end of the near list
 * depends on the largest displacement of each step. */
#include "solvers/burst/burst.h"
#include "base/memory.h"
#include "solvers/penalty/penalty.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of fewer steps, or with a larger part of all balls active, cost more than they save.
 * (Measured with all balls active: 1.1 times as much.) */
static const double fewest_steps = 3, largest_part = 0.75;

struct burst_room {
    penalty_system *system;
    bool possible; /* with these springs on this table */
    bool refused;  /* with the present near list */
    burst_active active;
    /* take the place of the system's own during a block */
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
    carom_active_free(&self->active);
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

/* True if only springs of the near list act and nothing needs the inactive balls meanwhile. Walls
 * of other shapes than a rectangle do: their parts are found ball by ball. */
static bool is_possible(const penalty_system *system)
{
    const carom_problem *problem = system->springs.problem;
    return system->springs.model.integrator->way != NULL && !system->springs.model.located &&
           system->orientation == NULL && system->springs.rolling == NULL &&
           carom_vec_is_zero(problem->gravity_mps2) && problem->part == NULL &&
           problem->count < CAROM_BURST_FLIES;
}

burst_room *carom_burst_new(penalty_system *system, carom_error *error)
{
    burst_room *self = calloc(1, sizeof *self);
    size_t n = system->springs.problem->count + 1;
    bool missing = self == NULL;
    if (missing) {
        carom_error_no_memory(error);
        return NULL;
    }
    self->system = system;
    self->possible = is_possible(system);
    if (self->possible) {
        self->inverse_mass = carom_zeros(n, sizeof *self->inverse_mass, &missing);
        missing = !carom_active_init(&self->active, system) || missing;
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
    const burst_active *active = &self->active;
    return self->system->springs.friction.acts ? 3 * active->count + active->nears
                                               : 2 * active->count;
}

/* Zeroed room in place of what there was. */
static void *renew(void *old, size_t count, size_t size, bool *missing)
{
    free(old);
    return carom_zeros(count, size, missing);
}

/* Allocate for all active balls. false: no memory */
static bool fit(burst_room *self)
{
    size_t wanted = coordinates(self) + 1, nears = self->active.nears + 1, one = sizeof *self->x;
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

/* Copies coordinates and tangential springs of the active balls from arrays of all balls, or back.
 */
static void copy(const burst_room *self, double *all, double *own, bool back)
{
    const burst_active *active = &self->active;
    size_t n = self->system->springs.problem->count, m = active->count,
           axes = self->system->springs.friction.acts ? 3 : 2;
    for (size_t axis = 0; axis < axes; axis++) {
        for (size_t k = 0; k < m; k++) {
            double *one = &all[axis * n + active->ball[k]], *other = &own[axis * m + k];
            *(back ? one : other) = *(back ? other : one);
        }
    }
    for (size_t k = 0; k < active->nears && self->system->springs.friction.acts; k++) {
        double *one = &all[3 * n + active->near[k]], *other = &own[3 * m + k];
        *(back ? one : other) = *(back ? other : one);
    }
}

static void exchange_one(double **own, double **other)
{
    double *kept = *own;
    *own = *other;
    *other = kept;
}

/* Switches the system between the motion of all balls and that of the active ones. */
static void exchange(burst_room *self)
{
    penalty_system *system = self->system;
    penalty_near *near = system->springs.near;
    penalty_grip *grip = system->springs.friction.grip;
    unsigned char *hold = system->now.hold;
    size_t n = system->springs.problem->count, nears = system->springs.nears;
    system->springs.near = self->near;
    self->near = near;
    system->springs.nears = self->nears;
    self->nears = nears;
    if (system->springs.friction.acts) {
        system->springs.friction.grip = self->grip;
        self->grip = grip;
        system->now.hold = self->hold;
        self->hold = hold;
    }
    exchange_one(&system->now.x, &self->x);
    exchange_one(&system->now.v, &self->v);
    exchange_one(&system->now.a, &self->a);
    exchange_one(&system->before.x, &self->x_before);
    exchange_one(&system->before.v, &self->v_before);
    exchange_one(&system->springs.constants.inverse_mass, &self->inverse_mass);
    system->springs.balls = system->springs.balls == n ? self->active.count : n;
}

/* Rates of near pairs, two each, then two more each with friction: keeps those of active balls. */
static void squeeze_rates(const burst_active *active, size_t nears, bool rough, double *g)
{
    size_t kinds = rough ? 2 : 1;
    for (size_t kind = 0; kind < kinds; kind++) {
        double *to = &g[PENALTY_PAIRS + 2 * kind * active->nears];
        const double *from = &g[PENALTY_PAIRS + 2 * kind * nears];
        for (size_t k = 0; k < active->nears; k++) {
            memmove(&to[2 * k], &from[2 * (size_t)active->near[k]], 2 * sizeof *g);
        }
    }
}

/* The inverse, with 0 for the other pairs; from the last, which moves farthest. */
static void spread_rates(const burst_active *active, size_t nears, bool rough, double *g)
{
    for (size_t kind = rough ? 2 : 1; kind-- > 0;) {
        const double *from = &g[PENALTY_PAIRS + 2 * kind * active->nears];
        double *to = &g[PENALTY_PAIRS + 2 * kind * nears];
        size_t next = active->nears;
        for (size_t k = nears; k-- > 0;) {
            bool is_active = next > 0 && active->near[next - 1] == k;
            next -= is_active;
            to[2 * k] = is_active ? from[2 * next] : 0;
            to[2 * k + 1] = is_active ? from[2 * next + 1] : 0;
        }
    }
}

static void begin(burst_room *self)
{
    penalty_system *system = self->system;
    const burst_active *active = &self->active;
    copy(self, system->now.x, self->x, false);
    copy(self, system->now.v, self->v, false);
    if (system->now.known) {
        copy(self, system->now.a, self->a, false);
        squeeze_rates(active, system->springs.nears, system->springs.friction.acts, system->now.g);
    }
    for (size_t k = 0; k < active->count; k++) {
        self->inverse_mass[k] = system->springs.constants.inverse_mass[active->ball[k]];
    }
    for (size_t k = 0; k < active->nears; k++) {
        penalty_near *near = &self->near[k];
        *near = system->springs.near[active->near[k]];
        near->a = active->slot[near->a];
        near->b = near->wall ? near->b : active->slot[near->b];
        if (system->springs.friction.acts) {
            self->grip[k] = system->springs.friction.grip[active->near[k]];
            self->hold[k] = system->now.hold[active->near[k]];
        }
    }
    self->nears = active->nears;
    system->neighbours.left_out = system->springs.nears - active->nears;
    exchange(self);
}

/* ---- free flight ---- */

/* Several coordinates side by side, so that the processor adds several at once. */
enum { LANES = 32 };

/* The bits in which two doubles differ. */
static inline uint64_t differ(double a, double b)
{
    uint64_t p, q;
    memcpy(&p, &a, sizeof p);
    memcpy(&q, &b, sizeof q);
    return p ^ q;
}

/* Adds displacements so many times. Between two powers of two doubles are evenly spaced, so each
 * sum adds the same: the displacement rounded to their spacing. Halfway between two doubles it goes
 * to the even one, and from there again; so if two additions add the same, all do, and the product
 * is exact. */
static void add_often(double *restrict at, const double *restrict way, size_t times)
{
    static const int fraction_bits = 52; /* above: sign and exponent */
    double end[LANES], n = (double)times;
    uint64_t other = 0;
    for (size_t k = 0; k < LANES; k++) {
        double once = at[k] + way[k], added = once - at[k], twice = once + way[k];
        end[k] = at[k] + n * added;
        other |= differ(at[k], end[k]) >> fraction_bits | differ(added, twice - once);
    }
    if (other == 0) {
        memcpy(at, end, sizeof end);
        return;
    }
    for (size_t step = 0; step < times; step++) {
        for (size_t k = 0; k < LANES; k++) {
            at[k] += way[k];
        }
    }
}

/* Adding 0, as a step does, turns -0 into 0. */
static void fly(const burst_flight *f, double *restrict x, double *restrict v)
{
    double way[LANES];
    for (size_t k = 0; k < LANES; k++) {
        v[k] += 0.0;
    }
    f->integrator->way(f->h, v, way, LANES);
    add_often(x, way, f->steps);
}

void carom_burst_fly(const burst_flight *f, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        fly(f, &f->x[i], &f->v[i]);
    }
    if (i < count) { /* the rest, padded with zeros */
        double x[LANES] = {0}, v[LANES] = {0};
        size_t bytes = (count - i) * sizeof *x;
        memcpy(x, &f->x[i], bytes);
        memcpy(v, &f->v[i], bytes);
        fly(f, x, v);
        memcpy(&f->x[i], x, bytes);
        memcpy(&f->v[i], v, bytes);
    }
}

/* ---- the end of a block ---- */

/* Stores accelerations and rates for a next step with the same near list; a new list computes its
 * own. */
static void end_rates(burst_room *self)
{
    penalty_system *system = self->system;
    size_t bytes = carom_penalty_coordinates(&system->springs) * sizeof *system->now.a;
    if (system->now.known && carom_penalty_list_lasts(system, system->springs.step_s)) {
        memset(system->now.a, 0, bytes);
        copy(self, system->now.a, self->a, true);
        spread_rates(&self->active, system->springs.nears, system->springs.friction.acts,
                     system->now.g);
    }
}

/* Makes the system one of all balls again, after so many steps. */
static void end(burst_room *self, size_t steps)
{
    penalty_system *system = self->system;
    const burst_active *active = &self->active;
    size_t n = system->springs.problem->count;
    exchange(self);
    system->neighbours.left_out = 0;
    if (steps > 0) { /* active balls too: the copies below overwrite them */
        burst_flight flight = {system->springs.model.integrator, system->now.x, system->now.v,
                               system->springs.step_s, steps};
        carom_burst_fly(&flight, (system->springs.friction.acts ? 3 : 2) * n);
    }
    copy(self, system->now.x, self->x, true);
    copy(self, system->now.v, self->v, true);
    for (size_t k = 0; k < active->nears && system->springs.friction.acts; k++) {
        system->now.hold[active->near[k]] = self->hold[k];
    }
    end_rates(self);
}

/* ---- a block ---- */

/* Estimated number of steps until the near list or the time is over. */
static double steps_ahead(const penalty_system *system, double t_s)
{
    double move = system->springs.step_s * system->fastest_mps,
           room = 0.5 * system->neighbours.near_m;
    double listed = move > 0 ? (room - system->neighbours.near_moved_m) / move : INFINITY;
    return fmin(listed, (t_s - system->time_s) / system->springs.step_s);
}

/* True if another step is wanted and the near list is good for it. */
static bool goes_on(const penalty_system *system, double t_s)
{
    return carom_penalty_list_lasts(system, system->springs.step_s) &&
           carom_penalty_grid_time(system, system->report.steps + 1) <= t_s &&
           !carom_penalty_is_to_change(system);
}

/* True if a block can begin and saves time. */
static bool is_worth(burst_room *self, double t_s)
{
    const penalty_system *system = self->system;
    double steps = steps_ahead(system, t_s);
    self->refused = self->refused && system->neighbours.near_moved_m > 0;
    if (!self->possible || self->refused || steps < fewest_steps ||
        (system->phase > 0 && system->report.steps == 0) || carom_penalty_is_to_change(system) ||
        carom_watch_wants_end(system->watcher) || carom_penalty_drifts(system)) {
        return false;
    }
    self->refused = !carom_active_choose(&self->active, system, steps) ||
                    (double)self->active.count >
                        largest_part * (double)system->springs.problem->count ||
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
    double h = system->springs.step_s;
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
    } while (status == CAROM_OK && *listed && steps < self->active.steps && goes_on(system, t_s) &&
             !carom_watch_wants_end(system->watcher));
    end(self, steps);
    return status;
}

/* One block. A step that goes too far for the near list is done again with all balls. */
static carom_status step_block(burst_room *self, double t_s, carom_error *error)
{
    penalty_system *system = self->system;
    double h = system->springs.step_s, farthest_m = 0;
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
        status = is_worth(self, t_s) ? step_block(self, t_s, error)
                                     : carom_penalty_go_on(system, t_s, error);
    }
    return status;
}
