/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multi-step blocks. While a neighbour list is valid, an inactive ball has the same displacement in
 * every step. A block steps only the active balls. It has its own springs and motion, indexed by
 * slot. Contacts go to the log of the system. The largest displacement of each step determines how
 * long the neighbour list is valid. */
#include "solvers/penalty/penalty.h"

/* ---- the active balls ---- */

/* Choice of the active balls. Neighbour pairs are close enough to touch, but few do. Two balls that
 * fly past each other stay inactive, with all balls connected to them by neighbour pairs, unless
 * one of these pairs may touch. */

/* Slot of a ball that is not active. */
#define INACTIVE UINT32_MAX

/* Most steps of a block; neighbour lists last for about 16. */
enum { MAX_STEPS = 64 };

/* The two balls of a neighbour pair; with a wall the same ball twice. */
typedef struct {
    uint32_t a, b;
} multi_step_link;

/* Active balls: the balls of neighbour pairs that may touch within the block, all balls connected
 * with them by neighbour pairs, and balls whose displacement may be the largest of a step. */
typedef struct {
    uint32_t *slot; /* indexed by ball; INACTIVE: not active */
    uint32_t *ball; /* indexed by slot, in ascending order */
    size_t count;   /* number of slots */
    uint32_t *near; /* neighbour pairs of active balls, in ascending order */
    size_t neighbour_count, neighbour_capacity;
    multi_step_link *link; /* indexed by neighbour pair of the system */
    size_t steps;          /* the choice holds for this number of steps */
} multi_step_active;

/* Rounding error of a position in one step, relative to its size: a product, a sum, and more. */
static const double rounding = 16 * DBL_EPSILON;

static bool reserve_active(multi_step_active *self, size_t neighbour_count)
{
    size_t wanted = neighbour_count + neighbour_count / 2 + 1;
    bool missing = false;
    if (neighbour_count >= self->neighbour_capacity) {
        PENALTY_REALLOCATE(self->near, wanted, &missing);
        PENALTY_REALLOCATE(self->link, wanted, &missing);
        self->neighbour_capacity = missing ? 0 : wanted;
    }
    return !missing;
}

/* ---- balls that may touch: slot 0 marks them until they are numbered ---- */

/* True if two balls in free flight stay apart for @p t s, whatever the rounding. Always false for a
 * wall. */
static bool is_passing(const penalty_system *system, size_t k, double t, double steps)
{
    const penalty_neighbour *near = &system->springs.near[k];
    double closing, speed2, nearest, size, reach;
    if (near->wall || system->neighbours.pair[near->pair].record != PENALTY_NO_RECORD) {
        return false;
    }
    carom_vec at = carom_penalty_vec(&system->springs, system->now.x, near->a);
    carom_vec displacement = carom_penalty_separation(&system->springs, near, system->now.x);
    carom_vec parting = carom_penalty_relative_velocity(&system->springs, near, system->now.v);
    closing = -carom_vec_dot(displacement, parting);
    speed2 = carom_vec_square(parting);
    nearest = closing > 0 ? closing / speed2 : 0; /* s until then */
    nearest = nearest < t ? nearest : t;
    size = fabs(at.x) + fabs(at.y) + fabs(near->shift.x) + fabs(near->shift.y) + near->reach_m;
    size += 2 * t * system->fastest_mps;
    reach = near->reach_m * (1 + 1e-9) + (steps + 1) * rounding * size;
    return carom_vec_square(carom_vec_add_scaled(displacement, nearest, parting)) > reach * reach;
}

static void activate_link(const multi_step_active *self, const multi_step_link *link)
{
    self->slot[link->a] = self->slot[link->b] = 0;
}

static void add_touching(const multi_step_active *self, const penalty_system *system)
{
    double steps = (double)self->steps;
    for (size_t k = 0; k < system->springs.neighbour_count; k++) {
        const penalty_neighbour *near = &system->springs.near[k];
        self->link[k] = (multi_step_link){near->a, near->wall ? near->a : near->b};
        if (!is_passing(system, k, steps * system->springs.step_s, steps)) {
            activate_link(self, &self->link[k]);
        }
    }
}

/* Adds all balls that neighbour pairs connect with active ones. Such chains are short in a gas. If
 * a chain is long, every ball of a neighbour pair becomes active. */
static void add_connected(const multi_step_active *self, size_t neighbour_count)
{
    static const int max_links = 8;
    bool grows = true;
    for (int pass = 0; grows; pass++) {
        grows = false;
        for (size_t k = 0; k < neighbour_count; k++) {
            const multi_step_link *link = &self->link[k];
            bool active = self->slot[link->a] == 0;
            if (active != (self->slot[link->b] == 0) || (pass >= max_links && !active)) {
                activate_link(self, link);
                grows = pass < max_links;
            }
        }
    }
}

/* Lists the neighbour pairs of active balls; if one ball of a pair is active, both are. */
static void list_neighbours(multi_step_active *self, size_t neighbour_count)
{
    self->neighbour_count = 0;
    for (size_t k = 0; k < neighbour_count; k++) {
        self->near[self->neighbour_count] = (uint32_t)k;
        self->neighbour_count += self->slot[self->link[k].a] == 0;
    }
}

/* ---- balls that may have the largest displacement ---- */

/* The square of the lowest speed at which an inactive ball's displacement, as rounded, may be the
 * largest of a step. A ball at rest has displacement 0. */
static double least_speed2(const multi_step_active *self, const penalty_system *system)
{
    enum { LANES = 4 }; /* as in measure_step() of step.c */
    const uint32_t *slot = self->slot;
    const double *x = system->now.x, *v = system->now.v;
    size_t n = system->springs.problem->count, whole = n / LANES * LANES;
    double fast2[LANES] = {0}, far[LANES] = {0}, h = system->springs.step_s, fastest, uncertainty,
           min_speed;
    for (size_t i = 0; i < whole; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            double vx = v[i + k], vy = v[n + i + k], at = fabs(x[i + k]), up = fabs(x[n + i + k]);
            double speed2 = slot[i + k] == INACTIVE ? vx * vx + vy * vy : 0;
            fast2[k] = fast2[k] > speed2 ? fast2[k] : speed2;
            far[k] = far[k] > at ? far[k] : at;
            far[k] = far[k] > up ? far[k] : up;
        }
    }
    for (size_t i = whole; i < n; i++) {
        double speed2 = v[i] * v[i] + v[n + i] * v[n + i];
        fast2[0] = fmax(fast2[0], slot[i] == INACTIVE ? speed2 : 0);
        far[0] = fmax(far[0], fmax(fabs(x[i]), fabs(x[n + i])));
    }
    for (size_t k = 1; k < LANES; k++) {
        fast2[0] = fmax(fast2[0], fast2[k]);
        far[0] = fmax(far[0], far[k]);
    }
    fastest = sqrt(fast2[0]);
    uncertainty = rounding * (far[0] + ((double)self->steps + 1) * h * fastest);
    min_speed = fastest - 2 * uncertainty / h;
    return fastest == 0  ? INFINITY
         : min_speed > 0 ? min_speed * min_speed * (1 - 16 * DBL_EPSILON)
                         : 0;
}

/* Adds the balls with the largest displacements, without branches, which would be unpredictable. */
static void add_farthest(const multi_step_active *self, const penalty_system *system)
{
    const double *v = system->now.v;
    double least2 = least_speed2(self, system);
    size_t n = system->springs.problem->count;
    for (size_t i = 0; i < n; i++) {
        bool flies = self->slot[i] == INACTIVE && !(v[i] * v[i] + v[n + i] * v[n + i] >= least2);
        self->slot[i] = flies ? INACTIVE : 0;
    }
}

static void number_active(multi_step_active *self, size_t n)
{
    self->count = 0;
    for (size_t i = 0; i < n; i++) {
        if (self->slot[i] != INACTIVE) {
            self->slot[i] = (uint32_t)self->count;
            self->ball[self->count++] = (uint32_t)i;
        }
    }
}

static bool choose_active(multi_step_active *self, const penalty_system *system, double steps)
{
    static const double speed_margin =
        1.25; /* the list lasts longer if the fastest balls slow down */
    if (!reserve_active(self, system->springs.neighbour_count)) {
        return false;
    }
    self->steps = (size_t)fmin(speed_margin * steps + 2, MAX_STEPS);
    for (size_t k = 0; k < self->count; k++) {
        self->slot[self->ball[k]] = INACTIVE;
    }
    add_touching(self, system);
    add_connected(self, system->springs.neighbour_count);
    list_neighbours(self, system->springs.neighbour_count);
    add_farthest(self, system);
    number_active(self, system->springs.problem->count);
    return true;
}

/* ---- a block ---- */

/* Blocks with fewer steps or a larger fraction of active balls cost more than they save (1.1 times
 * the cost if all balls are active). */
static const double min_steps = 3, max_active_part = 0.75;

struct multi_step_workspace {
    penalty_system *system;
    bool possible; /* these springs and this table allow blocks */
    bool refused;  /* a block is not worth it with the current neighbour list */
    multi_step_active active;
    /* springs and motion of the active balls, with their own neighbour pairs, friction and
     * masses */
    penalty_springs springs;
    penalty_motion motion;
    size_t coordinate_capacity, neighbour_capacity;
};

void carom_multi_step_free(multi_step_workspace *self)
{
    if (self == NULL) {
        return;
    }
    free(self->active.slot);
    free(self->active.ball);
    free(self->active.near);
    free(self->active.link);
    free(self->motion.x);
    free(self->motion.v);
    free(self->motion.a);
    free(self->motion.x_before);
    free(self->motion.v_before);
    free(self->motion.friction_state);
    free(self->springs.constants.inverse_mass);
    free(self->springs.near);
    free(self->springs.friction.pair_friction);
    free(self);
}

/* True if only springs of the neighbour list act and nothing needs the inactive balls meanwhile.
 * Walls of other shapes than a rectangle do: their parts are found ball by ball. */
static bool is_possible(const penalty_system *system)
{
    const carom_problem *problem = system->springs.problem;
    return system->springs.model.integrator->displacement != NULL &&
           !system->springs.model.located && system->springs.rolling == NULL &&
           carom_vec_is_zero(problem->gravity_mps2) && problem->part == NULL &&
           problem->count < INACTIVE;
}

multi_step_workspace *carom_multi_step_new(penalty_system *system, carom_error *error)
{
    multi_step_workspace *self = calloc(1, sizeof *self);
    size_t n = system->springs.problem->count + 1;
    bool missing = false;
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    self->system = system;
    self->possible = is_possible(system);
    if (self->possible) {
        self->springs.constants.inverse_mass = carom_zeros(n, sizeof(double), &missing);
        self->active.slot = carom_zeros(n, sizeof *self->active.slot, &missing);
        self->active.ball = carom_zeros(n, sizeof *self->active.ball, &missing);
    }
    if (missing) {
        carom_error_no_memory(error);
        carom_multi_step_free(self);
        return NULL;
    }
    for (size_t i = 0; i < n && self->possible; i++) {
        self->active.slot[i] = INACTIVE;
    }
    return self;
}

/* ---- copies between the system and a block ---- */

static size_t coordinates(const multi_step_workspace *self)
{
    const multi_step_active *active = &self->active;
    return self->system->springs.friction.acts ? 3 * active->count + active->neighbour_count
                                               : 2 * active->count;
}

/* Allocate for all active balls. false: no memory */
static bool reserve_block(multi_step_workspace *self)
{
    penalty_motion *motion = &self->motion;
    penalty_springs *springs = &self->springs;
    bool rough = self->system->springs.friction.acts, missing = false;
    size_t wanted = coordinates(self) + 1, neighbour_count = self->active.neighbour_count + 1;
    if (wanted > self->coordinate_capacity) {
        wanted += wanted / 2;
        PENALTY_REALLOCATE(motion->x, wanted, &missing);
        PENALTY_REALLOCATE(motion->v, wanted, &missing);
        PENALTY_REALLOCATE(motion->a, wanted, &missing);
        PENALTY_REALLOCATE(motion->x_before, wanted, &missing);
        PENALTY_REALLOCATE(motion->v_before, wanted, &missing);
        self->coordinate_capacity = missing ? 0 : wanted;
    }
    if (neighbour_count > self->neighbour_capacity) {
        neighbour_count += neighbour_count / 2;
        PENALTY_REALLOCATE(springs->near, neighbour_count, &missing);
        if (rough) {
            PENALTY_REALLOCATE(springs->friction.pair_friction, neighbour_count, &missing);
            PENALTY_REALLOCATE(motion->friction_state, neighbour_count, &missing);
        }
        self->neighbour_capacity = missing ? 0 : neighbour_count;
    }
    return !missing;
}

/* Copies coordinates and tangential springs of the active balls from arrays of all balls, or
 * back. */
static void copy_active(const multi_step_workspace *self, double *all, double *own, bool to_all)
{
    const multi_step_active *active = &self->active;
    size_t n = self->system->springs.problem->count, m = active->count,
           axes = self->system->springs.friction.acts ? 3 : 2;
    for (size_t axis = 0; axis < axes; axis++) {
        for (size_t k = 0; k < m; k++) {
            double *one = &all[axis * n + active->ball[k]], *other = &own[axis * m + k];
            *(to_all ? one : other) = *(to_all ? other : one);
        }
    }
    for (size_t k = 0; k < active->neighbour_count && self->system->springs.friction.acts; k++) {
        double *one = &all[3 * n + active->near[k]], *other = &own[3 * m + k];
        *(to_all ? one : other) = *(to_all ? other : one);
    }
}

/* Moves the rates of the neighbour pairs of active balls to the front (two per pair, with friction
 * four). */
static void gather_rates(const multi_step_active *active, size_t neighbour_count, bool rough,
                         double *g)
{
    size_t kinds = rough ? 2 : 1;
    for (size_t kind = 0; kind < kinds; kind++) {
        double *to = &g[PENALTY_PAIRS + 2 * kind * active->neighbour_count];
        const double *from = &g[PENALTY_PAIRS + 2 * kind * neighbour_count];
        for (size_t k = 0; k < active->neighbour_count; k++) {
            memmove(&to[2 * k], &from[2 * (size_t)active->near[k]], 2 * sizeof *g);
        }
    }
}

/* Moves the rates back from the front, and sets those of other pairs to 0. Starts with the last
 * pair, because rates move to higher indices. */
static void scatter_rates(const multi_step_active *active, size_t neighbour_count, bool rough,
                          double *g)
{
    for (size_t kind = rough ? 2 : 1; kind-- > 0;) {
        const double *from = &g[PENALTY_PAIRS + 2 * kind * active->neighbour_count];
        double *to = &g[PENALTY_PAIRS + 2 * kind * neighbour_count];
        size_t next = active->neighbour_count;
        for (size_t k = neighbour_count; k-- > 0;) {
            bool is_active = next > 0 && active->near[next - 1] == k;
            next -= is_active;
            to[2 * k] = is_active ? from[2 * next] : 0;
            to[2 * k + 1] = is_active ? from[2 * next + 1] : 0;
        }
    }
}

static void copy_springs(multi_step_workspace *self)
{
    const multi_step_active *active = &self->active;
    penalty_springs *own = &self->springs;
    double *inverse_mass = own->constants.inverse_mass;
    penalty_neighbour *near = own->near;
    penalty_pair_friction *pair_friction = own->friction.pair_friction;
    *own = self->system->springs;
    for (size_t k = 0; k < active->count; k++) {
        inverse_mass[k] = own->constants.inverse_mass[active->ball[k]];
    }
    for (size_t k = 0; k < active->neighbour_count; k++) {
        near[k] = own->near[active->near[k]];
        near[k].a = active->slot[near[k].a];
        near[k].b = near[k].wall ? near[k].b : active->slot[near[k].b];
        if (own->friction.acts) {
            pair_friction[k] = own->friction.pair_friction[active->near[k]];
        }
    }
    own->constants.inverse_mass = inverse_mass;
    own->near = near;
    own->friction.pair_friction = pair_friction;
    own->neighbour_count = active->neighbour_count;
    own->balls = active->count;
}

/* Copies the motion of the active balls. Quadratures and workspace are shared with the system. */
static void copy_motion(multi_step_workspace *self)
{
    const multi_step_active *active = &self->active;
    const penalty_springs *springs = &self->system->springs;
    const penalty_motion *all = &self->system->now;
    penalty_motion own = self->motion;
    self->motion = *all;
    self->motion.x = own.x;
    self->motion.v = own.v;
    self->motion.a = own.a;
    self->motion.x_before = own.x_before;
    self->motion.v_before = own.v_before;
    self->motion.friction_state = own.friction_state;
    copy_active(self, all->x, own.x, false);
    copy_active(self, all->v, own.v, false);
    if (all->known) {
        copy_active(self, all->a, own.a, false);
        gather_rates(active, springs->neighbour_count, springs->friction.acts, all->g);
    }
    for (size_t k = 0; k < active->neighbour_count && springs->friction.acts; k++) {
        own.friction_state[k] = all->friction_state[active->near[k]];
    }
}

/* ---- free flight ---- */

/* Coordinates per iteration. A fixed number lets the compiler vectorize the loops. */
enum { LANES = 32 };

static inline uint64_t differing_bits(double a, double b)
{
    uint64_t p, q;
    memcpy(&p, &a, sizeof p);
    memcpy(&q, &b, sizeof q);
    return p ^ q;
}

/* Adds displacements repeatedly, with the rounding of single additions. Between two powers of two,
 * doubles are evenly spaced, so each addition adds the same: the displacement rounded to their
 * spacing. Ties round to even, so the first two additions may differ. If they agree, all do, and
 * the product is exact. */
static void add_repeatedly(double *restrict at, const double *restrict displacement, size_t times)
{
    static const int fraction_bits = 52; /* the bits above are sign and exponent */
    double end_block[LANES], n = (double)times;
    uint64_t other = 0;
    for (size_t k = 0; k < LANES; k++) {
        double once = at[k] + displacement[k], added = once - at[k], twice = once + displacement[k];
        end_block[k] = at[k] + n * added;
        other |= differing_bits(at[k], end_block[k]) >> fraction_bits |
                 differing_bits(added, twice - once);
    }
    if (other == 0) {
        memcpy(at, end_block, sizeof end_block);
        return;
    }
    for (size_t step = 0; step < times; step++) {
        for (size_t k = 0; k < LANES; k++) {
            at[k] += displacement[k];
        }
    }
}

/* Free flight of a batch of coordinates. Adding 0 turns -0 into 0, as a step does. */
static void fly_block(const multi_step_flight *f, double *restrict x, double *restrict v)
{
    double displacement[LANES];
    for (size_t k = 0; k < LANES; k++) {
        v[k] += 0.0;
    }
    f->integrator->displacement(f->h, v, displacement, LANES);
    add_repeatedly(x, displacement, f->steps);
}

void carom_multi_step_fly(const multi_step_flight *f, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        fly_block(f, &f->x[i], &f->v[i]);
    }
    if (i < count) { /* the rest, padded with zeros */
        double x[LANES] = {0}, v[LANES] = {0};
        size_t bytes = (count - i) * sizeof *x;
        memcpy(x, &f->x[i], bytes);
        memcpy(v, &f->v[i], bytes);
        fly_block(f, x, v);
        memcpy(&f->x[i], x, bytes);
        memcpy(&f->v[i], v, bytes);
    }
}

/* ---- the end of a block ---- */

/* Stores accelerations and rates if the next step can reuse them, that is, if its neighbour list is
 * the same. */
static void store_rates(multi_step_workspace *self)
{
    penalty_motion *all = &self->system->now;
    const penalty_springs *springs = &self->system->springs;
    if (all->known && carom_penalty_is_list_valid(self->system, springs->step_s)) {
        memset(all->a, 0, carom_penalty_coordinates(springs) * sizeof *all->a);
        copy_active(self, all->a, self->motion.a, true);
        scatter_rates(&self->active, springs->neighbour_count, springs->friction.acts, all->g);
    }
}

/* Copies the motion back to the system and advances the inactive balls by `steps` steps. */
static void end_block(multi_step_workspace *self, size_t steps)
{
    penalty_motion *all = &self->system->now;
    const penalty_springs *springs = &self->system->springs;
    const multi_step_active *active = &self->active;
    all->known = self->motion.known;
    all->evaluated_at_end = self->motion.evaluated_at_end;
    all->failure = self->motion.failure;
    if (steps > 0) { /* also moves active balls, which are overwritten below */
        multi_step_flight flight = {springs->model.integrator, all->x, all->v, springs->step_s,
                                    steps};
        carom_multi_step_fly(&flight, (springs->friction.acts ? 3 : 2) * springs->balls);
    }
    copy_active(self, all->x, self->motion.x, true);
    copy_active(self, all->v, self->motion.v, true);
    for (size_t k = 0; k < active->neighbour_count && springs->friction.acts; k++) {
        all->friction_state[active->near[k]] = self->motion.friction_state[k];
    }
    store_rates(self);
}

/* ---- steps ---- */

/* Estimated number of steps until the neighbour list or the time is over. */
static double steps_ahead(const penalty_system *system, double t_s)
{
    double move = system->springs.step_s * system->fastest_mps,
           room = 0.5 * system->neighbours.neighbour_m;
    double is_listed = move > 0 ? (room - system->neighbours.neighbour_moved_m) / move : INFINITY;
    return fmin(is_listed, (t_s - system->time_s) / system->springs.step_s);
}

/* True if another step is wanted and the neighbour list is good for it. */
static bool can_continue(const penalty_system *system, double t_s)
{
    return carom_penalty_is_list_valid(system, system->springs.step_s) &&
           carom_penalty_grid_time(system, system->report.steps + 1) <= t_s &&
           !carom_penalty_is_change_due(system);
}

static bool should_begin(multi_step_workspace *self, double t_s)
{
    const penalty_system *system = self->system;
    double steps = steps_ahead(system, t_s);
    self->refused = self->refused && system->neighbours.neighbour_moved_m > 0;
    if (!self->possible || self->refused || steps < min_steps ||
        (system->phase > 0 && system->report.steps == 0) || carom_penalty_is_change_due(system) ||
        carom_is_cancelled(system->cancel) || carom_penalty_is_drifting(system)) {
        return false;
    }
    self->refused = !choose_active(&self->active, system, steps) ||
                    (double)self->active.count >
                        max_active_part * (double)system->springs.problem->count ||
                    !reserve_block(self);
    return !self->refused;
}

/* Takes at least one step, until the neighbour list is invalid or the time is over. *farthest_m:
 * largest displacement of the last step. *listed: false if it exceeded the neighbour list; that
 * step is undone */
static carom_status step_active(multi_step_workspace *self, double t_s, double *farthest_m,
                                bool *is_listed, carom_error *error)
{
    penalty_system *system = self->system;
    double h = system->springs.step_s;
    size_t steps = 0;
    carom_status status;
    copy_springs(self);
    copy_motion(self);
    do {
        status = carom_penalty_try_step(system, &self->springs, &self->motion, h, farthest_m,
                                        error);
        *is_listed = status != CAROM_OK || carom_penalty_list_covers(system, *farthest_m);
        if (!*is_listed) {
            carom_penalty_undo_step(&self->springs, &self->motion);
        } else if (status == CAROM_OK) {
            double end_s = carom_penalty_grid_time(system, system->report.steps + 1);
            steps++;
            status = carom_penalty_commit_step(system, &self->springs, &self->motion, h, end_s,
                                               *farthest_m, error);
        }
    } while (status == CAROM_OK && *is_listed && steps < self->active.steps &&
             can_continue(system, t_s) && !carom_is_cancelled(system->cancel));
    end_block(self, steps);
    return status;
}

/* Takes one block. A step that exceeds the neighbour list is repeated with all balls. */
static carom_status step_block(multi_step_workspace *self, double t_s, carom_error *error)
{
    penalty_system *system = self->system;
    double h = system->springs.step_s, farthest_m = 0;
    bool is_listed = true;
    CAROM_TRY(step_active(self, t_s, &farthest_m, &is_listed, error));
    if (!is_listed) {
        double end_s = carom_penalty_grid_time(system, system->report.steps + 1);
        CAROM_TRY(carom_penalty_retry_step(system, h, end_s, farthest_m, error));
    }
    return carom_penalty_find_neighbours(system, h, 0, error);
}

carom_status carom_multi_step_advance(multi_step_workspace *self, double t_s, carom_error *error)
{
    penalty_system *system = self->system;
    self->refused = false;
    while (carom_penalty_grid_time(system, system->report.steps + 1) <= t_s) {
        CAROM_TRY(should_begin(self, t_s) ? step_block(self, t_s, error)
                                          : carom_penalty_advance_grid(system, t_s, error));
    }
    return CAROM_OK;
}
