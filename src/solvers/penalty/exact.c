/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact contacts. A free ball flies in closed form from event to event (solvers/events). An onset
 * begins a block exactly there: the two bodies, and every ball that may touch one of its balls
 * soon. Inside the block separations, further onsets, stick and slip are located (parts.c). Every
 * few steps, and when no contact is left, the balls of a block are gathered anew: balls in contact
 * and those near them form blocks, the others fly again. */
#include "solvers/events/events.h"
#include "solvers/penalty/penalty.h"
#include <assert.h>

/* Steps after which the balls of a block are gathered anew. */
static const double steps_of_block = 8;
/* Shorter steps, as fractions of a step, are added to the step before. */
static const double least_step = 0.01;

typedef struct exact_block {
    penalty_block block, trial; /* trial: copy for sampling */
    double end_s;               /* its balls are gathered anew then */
    struct exact_block *next;   /* in the list of old or of unused blocks */
} exact_block;

/* A ball is free (events), or held: then it has an owner, the block, or it is loose, between two
 * blocks. Fixed balls are never held and can belong to several blocks. */
typedef struct {
    exact_block *owner; /* NULL: free or loose */
    uint32_t slot;      /* in its block */
    bool gathered;      /* in the block that is formed */
    /* of a loose ball: */
    bool touching;          /* it has an open contact */
    carom_flight flight;    /* flight.at is origin + move, rounded */
    carom_vec origin, move; /* position when it was held, and displacement since (m) */
    double spin;            /* rad/s */
    double gain2;           /* square of the speed (m/s) that its springs store */
} exact_ball;

struct penalty_exact {
    penalty_shared *shared;
    carom_events events;
    exact_ball *ball;
    uint32_t *loose; /* loose balls; again if they were in a block that dissolves at once */
    size_t loose_count, loose_capacity;
    uint32_t *member; /* balls of the block that is formed */
    size_t members;
    penalty_candidate *near; /* pairs of the block that is formed */
    size_t near_count, near_capacity;
    /* old: dissolved ones; their pairs have the open contacts of the loose balls */
    exact_block *old, *unused;
    penalty_candidate onset; /* of the contact that begins, if has_onset */
    bool has_onset;
    double fastest_mps;
    double duration_s; /* of new blocks */
    double push_mps;   /* largest speed of the loose balls, relative to their mean */
};

static bool is_fixed(const penalty_exact *self, uint32_t i)
{
    return self->shared->problem->ball[i].fixed;
}

/* One ball of each block has its alarm. */
static bool is_leader(const penalty_exact *self, uint32_t i)
{
    return self->events.event[i].kind == EVENT_ALARM;
}

/* ---- blocks in motion ---- */

/* Impulse of the weights of the balls of a block in t s. */
static void add_weights(const penalty_block *block, double t, carom_budget_sums *sums)
{
    const carom_problem *problem = block->shared->problem;
    if (!carom_vec_is_zero(problem->gravity_mps2)) {
        for (size_t k = 0; k < block->balls; k++) {
            const carom_ball *ball = &problem->ball[block->ball[k]];
            double mass = ball->fixed ? 0 : ball->mass_kg;
            carom_budget_sums_add_impulse(sums, carom_vec_scale(mass * t, problem->gravity_mps2));
        }
    }
}

/* End of the next step of a block, which is longer if the rest until `latest_s` is short. */
static double end_of_step(const penalty_block *block, double latest_s)
{
    double end_s = block->time_s + block->next_s;
    return end_s + least_step * block->next_s < latest_s ? end_s : latest_s;
}

static carom_status advance_block(penalty_exact *self, penalty_block *block, double t_s,
                                  carom_error *error)
{
    carom_report *report = &self->shared->report;
    while (block->time_s < t_s) {
        uint64_t evaluations = report->force_evaluations;
        double end_s = end_of_step(block, t_s);
        add_weights(block, end_s - block->time_s, &self->shared->sums);
        CAROM_TRY(carom_penalty_step_in_parts(block, end_s - block->time_s, end_s, error));
        self->events.pair_tests += (report->force_evaluations - evaluations) * block->pairs;
        block->next_s = self->shared->step_s;
        self->fastest_mps = carom_penalty_max(block->fastest_mps, self->fastest_mps);
    }
    return CAROM_OK;
}

/* Adds the speeds that the elastic energy of a contact can give to its balls. */
static void add_gain(penalty_exact *self, const penalty_block *block, const penalty_pair *pair)
{
    if (pair->contact_state != PENALTY_TOUCHING) {
        return;
    }
    double overlap_m = carom_penalty_geometry(block, pair, block->x, block->v).overlap_m;
    double energy_J = overlap_m > 0 ? self->shared->model.law->energy(&pair->contact, overlap_m)
                                    : 0;
    self->ball[block->ball[pair->a]].gain2 += 2 * energy_J * pair->inverse_mass_a;
    if (!pair->wall) {
        self->ball[block->ball[pair->b]].gain2 += 2 * energy_J * pair->inverse_mass_b;
    }
}

static bool has_contact(const penalty_block *block)
{
    size_t k = 0;
    while (k < block->pairs && block->pair[k].record == PENALTY_NO_RECORD) {
        k++;
    }
    return k < block->pairs;
}

/* Makes the balls of a block loose. Their contacts remain in its pairs. */
static void dissolve(penalty_exact *self, exact_block *from)
{
    const penalty_block *block = &from->block;
    for (size_t k = 0; k < block->balls; k++) {
        uint32_t i = block->ball[k];
        if (is_fixed(self, i)) {
            continue;
        }
        carom_flight flight = carom_penalty_ball_flight(block, k);
        carom_vec fold = carom_events_move_held(&self->events, i, flight.at);
        if (!carom_vec_is_zero(fold)) {
            carom_flight_add_fold(self->shared->problem, i, fold, &self->shared->sums);
            flight.at = carom_vec_add(flight.at, fold);
        }
        self->ball[i].flight = flight;
        self->ball[i].origin = carom_vec_add(block->origin[k], fold);
        self->ball[i].move = carom_penalty_vec(block->x, k);
        self->ball[i].spin = self->shared->model.friction ? carom_penalty_spin(block, k)
                                                          : self->events.traits[i].spin_radps;
        self->ball[i].owner = NULL;
        self->ball[i].touching = false;
        self->ball[i].gain2 = 0;
        CAROM_APPEND(self->loose, self->loose_count, self->loose_capacity, i);
    }
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        add_gain(self, block, pair);
        if (pair->record != PENALTY_NO_RECORD) {
            self->ball[block->ball[pair->a]].touching = true;
            self->ball[block->ball[pair->wall ? pair->a : pair->b]].touching = true;
        }
    }
    from->next = self->old;
    self->old = from;
}

/* Ends a block at t_s: makes its balls loose. */
static carom_status end_block(penalty_exact *self, exact_block *owner, double t_s,
                              carom_error *error)
{
    const penalty_block *block = &owner->block;
    CAROM_TRY(advance_block(self, &owner->block, t_s, error));
    for (size_t k = 0; k < block->balls; k++) {
        CAROM_TRY(carom_penalty_check_on_table(self->shared->problem,
                                               carom_penalty_position(block, block->x, k),
                                               block->ball[k], t_s, error));
    }
    dissolve(self, owner);
    return CAROM_OK;
}

/* Makes ball i loose at t_s, with all balls of its block. */
static carom_status take_ball(penalty_exact *self, uint32_t i, double t_s, carom_error *error)
{
    exact_block *owner = self->ball[i].owner;
    if (owner != NULL) {
        CAROM_TRY(end_block(self, owner, t_s, error));
    } else if (!is_fixed(self, i) && !carom_events_is_held(&self->events, i)) {
        carom_events_move(&self->events, i, t_s);
        self->ball[i].flight = self->events.ball[i].flight;
        self->ball[i].origin = self->ball[i].flight.at;
        self->ball[i].move = (carom_vec){0, 0};
        self->ball[i].spin = self->events.traits[i].spin_radps;
        self->ball[i].touching = false;
        self->ball[i].gain2 = 0;
        carom_events_hold(&self->events, i);
        CAROM_APPEND(self->loose, self->loose_count, self->loose_capacity, i);
        self->fastest_mps = carom_penalty_max(carom_vec_length(self->ball[i].flight.v),
                                              self->fastest_mps);
    }
    return CAROM_OK;
}

/* ---- gathering: the balls of a new block ---- */

/* Flight of ball j: at the clock of its block if it has one, otherwise at t_s. */
static carom_flight flight_of(const penalty_exact *self, uint32_t j, double t_s)
{
    if (self->ball[j].owner != NULL) {
        return carom_penalty_ball_flight(&self->ball[j].owner->block, self->ball[j].slot);
    }
    return carom_events_is_held(&self->events, j) ? self->ball[j].flight
                                                  : carom_events_ball_at(&self->events, j, t_s);
}

/* Distance of a flight from the nearest loose ball (m). */
static double distance_from_loose(const penalty_exact *self, carom_flight from)
{
    double least = INFINITY;
    for (size_t k = 0; k < self->loose_count; k++) {
        carom_vec d = carom_vec_subtract(from.at, self->ball[self->loose[k]].flight.at);
        least = fmin(least, carom_vec_length(carom_torus_shortest(self->shared->problem, d)));
    }
    return least;
}

/* Largest speed relative to v (m/s) of the balls that may come to the loose ones in t s, if any
 * ball may cross a skin of @p skin_m in that time. */
static double fastest_relative(const penalty_exact *self, carom_vec v, double t, double skin_m,
                               double t_s)
{
    const carom_problem *problem = self->shared->problem;
    double fall = fabs(problem->gravity_mps2.x) * problem->width_m +
                  fabs(problem->gravity_mps2.y) * problem->height_m;
    double bound = sqrt(self->fastest_mps * self->fastest_mps + 2 * fall), fastest = 0;
    for (uint32_t i = 0; i < problem->count && 4 * t * bound > skin_m; i++) {
        carom_flight flight = flight_of(self, i, t_s);
        double speed = carom_vec_length(carom_vec_subtract(flight.v, v));
        bool arrives = distance_from_loose(self, flight) - carom_problem_widest(problem) <=
                       4 * t * (speed + self->push_mps);
        fastest = arrives ? carom_penalty_max(speed, fastest) : fastest;
    }
    return fastest;
}

/* Sets the time after which new blocks are gathered anew. Until then a gap closes at twice the
 * relative speed of the two balls at most, and twice the speed of a push. A push is as fast as the
 * fastest loose ball, relative to their mean velocity, after the springs have relaxed. A ball that
 * is not in a neighbouring cell now is so far that it cannot arrive before, at any speed. */
static void set_duration(penalty_exact *self, double t_s)
{
    double t = steps_of_block * self->shared->step_s, skin = 0.5 * self->events.skin_m;
    double fall_mps = t * carom_vec_length(self->shared->problem->gravity_mps2);
    carom_vec mean = {0, 0};
    self->push_mps = carom_penalty_max(fall_mps, self->push_mps);
    for (size_t k = 0; k < self->loose_count; k++) {
        mean = carom_vec_add_scaled(mean, 1 / (double)self->loose_count,
                                    self->ball[self->loose[k]].flight.v);
    }
    for (size_t k = 0; k < self->loose_count; k++) {
        uint32_t i = self->loose[k];
        double speed_mps = carom_vec_length(carom_vec_subtract(self->ball[i].flight.v, mean));
        self->push_mps = carom_penalty_max(speed_mps + sqrt(self->ball[i].gain2), self->push_mps);
    }
    double closing_mps = carom_penalty_max(0.5 * fastest_relative(self, mean, t, skin, t_s),
                                           self->push_mps);
    self->duration_s = 4 * t * closing_mps < skin ? t : skin / (4 * closing_mps);
}

/* Largest gap that may close in that time at this relative speed (m). It exceeds the rounding error
 * of positions: bodies in contact are always near each other. */
static double near_range(const penalty_exact *self, carom_vec relative_velocity)
{
    static const double rounding = 1e-9;
    return 2 * self->duration_s * (carom_vec_length(relative_velocity) + self->push_mps) +
           rounding * self->events.skin_m;
}

static void add_member(penalty_exact *self, uint32_t i)
{
    self->ball[i].gathered = true;
    self->member[self->members++] = i;
}

/* A shift to an image is a whole number of tables, without the rounding error of positions. */
static carom_vec whole_tables(const carom_problem *problem, carom_vec shift)
{
    return (carom_vec){problem->width_m * rint(shift.x / problem->width_m),
                       problem->height_m * rint(shift.y / problem->height_m)};
}

/* True if loose ball i may touch a candidate soon. *shift: to its image */
static bool is_near(const penalty_exact *self, uint32_t i, const carom_candidate *other, double t_s,
                    carom_vec *shift)
{
    const double *radius = self->shared->constants.radius;
    uint32_t j = other->ball;
    carom_flight from = self->ball[i].flight, to = flight_of(self, j, t_s);
    carom_vec displacement = carom_vec_subtract(to.at, from.at);
    double range = near_range(self, carom_vec_subtract(from.v, to.v));
    bool has_moved = self->ball[j].owner != NULL && self->ball[j].owner->block.time_s < t_s;
    *shift = self->events.grid.shift_m[other->image];
    if (self->events.grid.periodic) { /* a ball of a block may have left the table */
        carom_vec nearest = carom_torus_shortest(self->shared->problem, displacement);
        *shift = whole_tables(self->shared->problem, carom_vec_subtract(nearest, displacement));
        displacement = nearest;
    }
    return carom_vec_length(displacement) - radius[i] - radius[j] <= (has_moved ? 2 : 1) * range;
}

/* Adds all balls near a gathered one, all balls near those, and so on. */
static carom_status gather_near(penalty_exact *self, double t_s, carom_error *error)
{
    carom_candidate *found = self->events.found;
    for (size_t m = 0; m < self->members; m++) {
        uint32_t i = self->member[m];
        size_t count = is_fixed(self, i) ? 0 : carom_grid_neighbours(&self->events.grid, i, found);
        self->events.pair_tests += count;
        for (size_t k = 0; k < count; k++) {
            uint32_t j = found[k].ball;
            carom_vec shift;
            if (self->ball[j].gathered || !is_near(self, i, &found[k], t_s, &shift)) {
                continue;
            }
            bool moves_others = self->ball[j].owner != NULL;
            CAROM_TRY(take_ball(self, j, t_s, error));
            add_member(self, j);
            if (moves_others) { /* to other cells */
                count = carom_grid_neighbours(&self->events.grid, i, found);
                k = SIZE_MAX;
            }
        }
    }
    return CAROM_OK;
}

/* Gathers ball `seed` and all balls that may touch it soon, directly or by others. A fast ball that
 * joins them can push the others farther. */
static carom_status gather(penalty_exact *self, uint32_t seed, double t_s, carom_error *error)
{
    double push_mps;
    self->members = 0;
    add_member(self, seed);
    do {
        push_mps = self->push_mps;
        CAROM_TRY(gather_near(self, t_s, error));
        set_duration(self, t_s);
    } while (self->push_mps > push_mps);
    return CAROM_OK;
}

static int compare_balls(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static int compare_near(const void *left, const void *right)
{
    const penalty_candidate *p = left, *q = right;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static void add_near(penalty_exact *self, penalty_candidate near)
{
    CAROM_APPEND(self->near, self->near_count, self->near_capacity, near);
}

static void list_near_balls(penalty_exact *self, uint32_t i, double t_s)
{
    size_t count = carom_grid_neighbours(&self->events.grid, i, self->events.found);
    for (size_t k = 0; k < count; k++) {
        const carom_candidate *other = &self->events.found[k];
        uint32_t j = other->ball;
        carom_vec shift;
        if (self->ball[j].gathered && (i < j || is_fixed(self, j)) &&
            is_near(self, i, other, t_s, &shift)) {
            add_near(self, (penalty_candidate){i, j, shift});
        }
    }
}

static void list_near_walls(penalty_exact *self, uint32_t i)
{
    carom_vec at = self->ball[i].flight.at;
    uint32_t n = (uint32_t)self->shared->problem->count;
    double within_m = near_range(self, self->ball[i].flight.v);
    uint32_t walls = carom_penalty_near_walls(self->shared, i, at, within_m);
    for (uint32_t wall = 0; wall < walls; wall++) {
        if (carom_penalty_is_near_wall(self->shared, i, at, wall, within_m)) {
            add_near(self, (penalty_candidate){i, n + wall, {0, 0}});
        }
    }
}

/* Numbers the gathered balls and lists their pairs, in an order that does not depend on the past.
 */
static void list_near(penalty_exact *self, double t_s)
{
    self->near_count = 0;
    qsort(self->member, self->members, sizeof *self->member, compare_balls);
    for (size_t k = 0; k < self->members; k++) {
        uint32_t i = self->member[k];
        self->ball[i].slot = (uint32_t)k;
        if (!is_fixed(self, i)) {
            list_near_balls(self, i, t_s);
            list_near_walls(self, i);
        }
    }
    qsort(self->near, self->near_count, sizeof *self->near, compare_near);
}

/* ---- forming a block ---- */

static exact_block *new_block(penalty_exact *self)
{
    exact_block *block = self->unused;
    if (block != NULL) {
        self->unused = block->next;
    } else {
        block = carom_allocate(1, sizeof *block);
        block->block.shared = block->trial.shared = self->shared;
        block->block.cancel = self->shared->cancel;
    }
    block->next = NULL;
    carom_penalty_fit_block(&block->block, self->members, self->near_count, false);
    carom_penalty_fit_block(&block->trial, self->members, self->near_count, true);
    return block;
}

/* Sets the relative position and the overlap of a pair at the origins of its balls. */
static void start_pair(const penalty_block *block, penalty_pair *pair, carom_vec to_image)
{
    carom_vec a = block->origin[pair->a];
    if (pair->wall) {
        pair->start_m = carom_walls_chain_overlap(block->shared->problem, pair->b, a, pair->reach_m,
                                                  &pair->start_part)
                            .overlap_m;
    } else {
        pair->shift = carom_vec_subtract(carom_vec_add(block->origin[pair->b], to_image), a);
        pair->start_m = pair->reach_m - carom_vec_length(pair->shift);
    }
}

static void fill_block(penalty_exact *self, penalty_block *block)
{
    static const carom_vec none = {0, 0};
    size_t n = block->balls;
    for (size_t k = 0; k < n; k++) {
        uint32_t i = block->ball[k] = self->member[k];
        bool fixed = is_fixed(self, i);
        block->origin[k] = fixed ? self->events.ball[i].flight.at : self->ball[i].origin;
        carom_penalty_set_vec(block->x, k, fixed ? none : self->ball[i].move);
        carom_penalty_set_vec(block->v, k, fixed ? none : self->ball[i].flight.v);
        if (self->shared->model.friction) {
            block->x[2 * n + k] = 0;
            block->v[2 * n + k] = fixed ? 0 : self->ball[i].spin;
        }
    }
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_candidate *near = &self->near[k];
        penalty_pair *pair = &block->pair[k];
        *pair = carom_penalty_describe_pair(self->shared, near);
        pair->a = self->ball[near->a].slot;
        pair->b = pair->wall ? pair->b : self->ball[near->b].slot;
        start_pair(block, pair, near->shift);
        if (self->shared->model.friction) {
            carom_penalty_drop_spring(block, k);
        }
    }
}

/* Index of two bodies, in either order, among the pairs of the block that is formed; near_count:
 * none. */
static size_t find_pair(const penalty_exact *self, uint32_t a, uint32_t b)
{
    penalty_candidate either[2] = {{a, b, {0, 0}}, {b, a, {0, 0}}};
    for (size_t k = 0; k < 2; k++) {
        const penalty_candidate *found = bsearch(&either[k], self->near, self->near_count,
                                                 sizeof *self->near, compare_near);
        if (found != NULL) {
            return (size_t)(found - self->near);
        }
    }
    return self->near_count;
}

/* Moves the open contacts of an old block to the pairs of a new one. @return true if there are any
 */
static bool move_contacts(penalty_exact *self, penalty_block *from, penalty_block *to)
{
    uint32_t n = (uint32_t)self->shared->problem->count;
    bool any = false;
    for (size_t k = 0; k < from->pairs; k++) {
        penalty_pair *old = &from->pair[k];
        uint32_t b = old->wall ? n + old->b : from->ball[old->b];
        size_t at = old->record == PENALTY_NO_RECORD ? to->pairs
                                                     : find_pair(self, from->ball[old->a], b);
        if (at == to->pairs) {
            continue;
        }
        penalty_pair *pair = &to->pair[at];
        pair->contact_state = old->contact_state;
        pair->friction_state = old->friction_state;
        pair->record = old->record;
        if (self->shared->model.friction) {
            to->x[carom_penalty_spring_index(to, at)] =
                from->x[carom_penalty_spring_index(from, k)];
        }
        self->shared->record[pair->record].block = to;
        self->shared->record[pair->record].pair = (uint32_t)at;
        old->record = PENALTY_NO_RECORD;
        any = true;
    }
    return any;
}

/* Gives a new block the contacts of its balls, and begins the one that is due. */
static void fill_contacts(penalty_exact *self, penalty_block *block)
{
    size_t onset = self->has_onset ? find_pair(self, self->onset.a, self->onset.b) : block->pairs;
    bool continues = false;
    for (exact_block *old = self->old; old != NULL; old = old->next) {
        continues |= move_contacts(self, &old->block, block);
    }
    block->next_s = (continues ? 1 : 1 - self->shared->phase) * self->shared->step_s;
    if (onset < block->pairs) {
        self->has_onset = false; /* once, even if this block dissolves at once */
        carom_penalty_begin_contact(block, onset);
    }
}

/* Sets the alarm of a block at the end of its next step. */
static void set_alarm(penalty_exact *self, const exact_block *of)
{
    const penalty_block *block = &of->block;
    size_t leader = 0;
    while (is_fixed(self, block->ball[leader])) {
        leader++;
        assert(leader < block->balls); /* a block begins with a ball that can move */
    }
    carom_events_set_alarm(&self->events, block->ball[leader], end_of_step(block, of->end_s));
}

static double end_of_block(const penalty_exact *self, double t_s)
{
    const carom_problem *problem = self->shared->problem;
    size_t changed = self->shared->model.changed;
    double end_s = t_s + self->duration_s;
    return changed < problem->changes ? fmin(end_s, problem->change[changed].t_s) : end_s;
}

/* Forms a block of the gathered balls at t_s. */
static carom_status form_block(penalty_exact *self, double t_s, carom_error *error)
{
    list_near(self, t_s);
    exact_block *made = new_block(self);
    penalty_block *block = &made->block;
    fill_block(self, block);
    block->time_s = t_s;
    made->end_s = end_of_block(self, t_s);
    for (size_t k = 0; k < self->members; k++) {
        uint32_t i = self->member[k];
        if (!is_fixed(self, i)) {
            self->ball[i].owner = made;
            carom_events_set_alarm(&self->events, i, INFINITY); /* it may have led another block */
        }
    }
    block->fastest_mps = self->fastest_mps;
    CAROM_TRY(carom_penalty_check_displacement(block, self->shared->step_s,
                                               self->shared->step_s * self->fastest_mps, error));
    fill_contacts(self, block);
    set_alarm(self, made);
    for (size_t k = 0; k < self->members; k++) {
        self->ball[self->member[k]].gathered = false;
    }
    return CAROM_OK;
}

/* Forms blocks of the loose balls that touch, and of those near them; releases the others. */
static carom_status regroup(penalty_exact *self, double t_s, carom_error *error)
{
    (void)carom_penalty_shared_apply_schedule(self->shared, t_s);
    self->push_mps = 0;
    set_duration(self, t_s);
    for (size_t k = 0; k < self->loose_count; k++) { /* may become more */
        uint32_t i = self->loose[k];
        if (self->ball[i].touching && self->ball[i].owner == NULL) {
            CAROM_TRY(gather(self, i, t_s, error));
            CAROM_TRY(form_block(self, t_s, error));
        }
    }
    for (size_t k = 0; k < self->loose_count; k++) {
        uint32_t i = self->loose[k];
        if (self->ball[i].owner == NULL && carom_events_is_held(&self->events, i)) {
            carom_events_release(&self->events, i, self->ball[i].flight, self->ball[i].spin, t_s);
        }
    }
    while (self->old != NULL) {
        exact_block *old = self->old;
        assert(!has_contact(&old->block)); /* bodies in contact are near each other */
        self->old = old->next;
        old->next = self->unused;
        self->unused = old;
    }
    self->loose_count = 0;
    self->has_onset = false;
    return CAROM_OK;
}

/* ---- events ---- */

/* A contact of ball a with a ball or a wall begins at t_s. */
static carom_status begin_contact(penalty_exact *self, uint32_t a, events_event event, double t_s,
                                  carom_error *error)
{
    bool wall = event.kind == EVENT_WALL;
    uint32_t b = wall ? carom_walls_chain_of(self->shared->problem, event.partner) : event.partner;
    for (int of_b = 0; of_b <= !wall; of_b++) {
        uint32_t i = of_b ? b : a;
        CAROM_TRY(take_ball(self, i, t_s, error));
        self->ball[i].touching = !is_fixed(self, i);
    }
    self->onset = (penalty_candidate){
        a, b + (wall ? (uint32_t)self->shared->problem->count : 0), {0, 0}};
    self->has_onset = true;
    CAROM_TRY(regroup(self, t_s, error));
    if (is_fixed(self, a)) { /* its event is over */
        carom_events_move_and_predict(&self->events, a, t_s);
    }
    return CAROM_OK;
}

/* Takes the step of a block that ends at t_s. */
static carom_status step_block(penalty_exact *self, exact_block *block, double t_s,
                               carom_error *error)
{
    CAROM_TRY(advance_block(self, &block->block, t_s, error));
    if (t_s < block->end_s && has_contact(&block->block)) {
        for (size_t k = 0; k < block->block.balls; k++) {
            uint32_t i = block->block.ball[k];
            if (!is_fixed(self, i)) {
                (void)carom_events_move_held(
                    &self->events, i, carom_penalty_position(&block->block, block->block.x, k));
            }
        }
        set_alarm(self, block);
        return CAROM_OK;
    }
    CAROM_TRY(end_block(self, block, t_s, error));
    return regroup(self, t_s, error);
}

carom_status carom_exact_advance(penalty_exact *self, double t_s, carom_error *error)
{
    uint32_t i;
    CAROM_TRY(carom_events_next(&self->events, t_s, &i, error));
    while (i != CAROM_EVENTS_NO_BALL) {
        events_event event = self->events.event[i];
        double now_s = self->events.now_s;
        if (event.kind == EVENT_ALARM) {
            CAROM_TRY(step_block(self, self->ball[i].owner, now_s, error));
        } else {
            CAROM_TRY(begin_contact(self, i, event, now_s, error));
        }
        CAROM_TRY(carom_events_next(&self->events, t_s, &i, error));
    }
    self->shared->report.pair_tests = self->events.pair_tests;
    return CAROM_OK;
}

/* ---- creation and samples ---- */

/* True if ball i overlaps another body. */
static bool overlaps(penalty_exact *self, uint32_t i)
{
    const carom_problem *problem = self->shared->problem;
    const double *radius = self->shared->constants.radius;
    carom_vec at = carom_events_ball_at(&self->events, i, 0).at;
    size_t count = carom_grid_neighbours(&self->events.grid, i, self->events.found);
    bool any = carom_walls_max_overlap(problem, at, self->shared->constants.reach_wall[i]) > 0;
    for (size_t k = 0; k < count && !any; k++) {
        const carom_candidate *other = &self->events.found[k];
        carom_vec to = flight_of(self, other->ball, 0).at;
        carom_vec displacement = carom_grid_displacement(&self->events.grid, at, to, other);
        any = carom_vec_length(displacement) < radius[i] + radius[other->ball];
    }
    return any;
}

/* Begins the contacts of balls that overlap at the start. */
static carom_status begin_overlaps(penalty_exact *self, carom_error *error)
{
    for (uint32_t i = 0; i < self->shared->problem->count; i++) {
        if (!is_fixed(self, i) && overlaps(self, i)) {
            CAROM_TRY(take_ball(self, i, 0, error));
            self->ball[i].touching = true;
        }
    }
    if (self->loose_count > 0) {
        CAROM_TRY(regroup(self, 0, error));
    }
    for (uint32_t i = 0; i < self->shared->problem->count; i++) {
        if (is_leader(self, i)) {
            carom_penalty_begin_overlaps(&self->ball[i].owner->block);
        }
    }
    return CAROM_OK;
}

penalty_exact *carom_exact_new(penalty_shared *shared, carom_error *error)
{
    size_t n = shared->problem->count + 1;
    penalty_exact *self = carom_allocate(1, sizeof *self);
    self->shared = shared;
    self->fastest_mps = carom_penalty_max_speed(shared->problem);
    self->ball = carom_allocate(n, sizeof *self->ball);
    self->member = carom_allocate(n, sizeof *self->member);
    self->events.problem = shared->problem;
    self->events.cancel = shared->cancel;
    self->events.skin_m = carom_penalty_shared_skin(shared->problem, CAROM_EVENTS_CELL_MARGIN, 0.9);
    if (carom_events_init(&self->events, error) != CAROM_OK ||
        begin_overlaps(self, error) != CAROM_OK) {
        carom_exact_free(self);
        return NULL;
    }
    return self;
}

static void free_blocks(exact_block *block)
{
    while (block != NULL) {
        exact_block *next = block->next;
        carom_penalty_free_block(&block->block, false);
        carom_penalty_free_block(&block->trial, true);
        free(block);
        block = next;
    }
}

void carom_exact_free(penalty_exact *self)
{
    for (size_t i = 0; i < self->shared->problem->count; i++) {
        exact_block *owner = self->ball[i].owner;
        for (size_t k = 0; owner != NULL && k < owner->block.balls; k++) {
            self->ball[owner->block.ball[k]].owner = NULL;
        }
        free_blocks(owner);
    }
    free_blocks(self->old);
    free_blocks(self->unused);
    carom_events_free(&self->events);
    free(self->ball);
    free(self->loose);
    free(self->member);
    free(self->near);
    free(self);
}

/* Adds the balls and the energy of a block to a sample. */
static double sample_block(const penalty_exact *self, const exact_block *sampled, double t_s,
                           carom_view *view, carom_budget_sums *sums)
{
    const penalty_block *block = &sampled->block;
    penalty_block trial = sampled->trial;
    add_weights(block, t_s - block->time_s, sums);
    carom_penalty_predict(block, &trial, t_s - block->time_s, sums);
    for (size_t k = 0; k < block->balls; k++) {
        uint32_t i = block->ball[k];
        if (!is_fixed(self, i)) {
            carom_flight_to_view(carom_penalty_ball_flight(&trial, k), view, i);
            view->spin_radps[i] = self->shared->model.friction ? carom_penalty_spin(&trial, k)
                                                               : self->events.traits[i].spin_radps;
        }
    }
    return carom_penalty_elastic_energy(&trial, &view->contacts, &view->max_overlap_m);
}

void carom_exact_sample(const penalty_exact *self, double t_s, carom_view *view)
{
    carom_budget_sums sums = self->shared->sums;
    double elastic_J = 0;
    carom_budget_sums_add(&sums, &self->events.sums);
    carom_view_set_totals(view, &sums, &self->shared->report);
    for (uint32_t i = 0; i < self->shared->problem->count; i++) {
        const exact_block *owner = self->ball[i].owner;
        bool held = carom_events_is_held(&self->events, i);
        if (owner == NULL) { /* held: loose after an error */
            if (!held) {
                carom_events_book_flight(&self->events, i, t_s, &sums);
            }
            carom_flight_to_view(flight_of(self, i, t_s), view, i);
            view->spin_radps[i] = held ? self->ball[i].spin : self->events.traits[i].spin_radps;
        } else if (is_leader(self, i)) {
            elastic_J += sample_block(self, owner, t_s, view, &sums);
        }
    }
    view->budget = carom_budget_sums_value(&sums);
    view->budget.elastic_J = elastic_J;
}
