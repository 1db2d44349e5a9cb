/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact contacts. A free ball flies in closed form from event to event (solvers/events). An onset
 * begins a block exactly there: the two bodies, and every ball that may touch one of its balls
 * soon. Inside the block separations, further onsets, stick and slip are located (segments.c). When
 * a free ball comes near, a ball has moved too far, or no contact is left, the balls of a block are
 * regrouped: balls in contact and those near them form blocks, the others fly again.
 *
 * While a block lasts, its balls stay within a margin m of where they were when it began: it ends
 * before one can leave (is_over). So two of its balls whose gap exceeds 2 m do not touch, nor do
 * balls of two blocks whose gap exceeds the sum of the margins. A free ball cannot touch one of the
 * block either without coming within m of it, where events guards it: then the block is regrouped
 * with the free ball.
 *
 * Gravity and resistance together leave no free flight in closed form. Then every ball is always in
 * a block, which can be a block of one. */
#include "solvers/events/events.h"
#include "solvers/penalty/penalty.h"
#include <assert.h>

typedef struct exact_block {
    penalty_block block;
    double margin_m;          /* bound of the displacement of its balls since it began */
    double moved_m;           /* largest displacement now, since it began */
    double fastest_mps;       /* largest speed so far, or after the springs relax */
    double change_s;          /* next change of the restitution; INFINITY: none */
    uint32_t leader;          /* first of its balls, which has its entry in the queue */
    struct exact_block *next; /* in the list of unused blocks */
} exact_block;

/* A ball is free (events), or held: then it has an owner, the block, or it is loose, between two
 * blocks. Fixed balls are never held and can belong to several blocks. */
typedef struct {
    exact_block *owner; /* NULL: free or loose */
    bool is_member;     /* in the block that is formed */
    /* of a loose ball: */
    carom_flight flight;    /* flight.at is origin + move, rounded */
    carom_vec origin, move; /* position when it was held, and displacement since (m) */
    double spring_speed2;   /* square of the speed (m/s) that its springs store */
} exact_ball;

struct penalty_exact {
    penalty_shared *shared;
    carom_events events;
    carom_queue queue; /* ends of the next steps of the blocks, by leader */
    exact_ball *ball;
    uint32_t *slot;  /* of each ball in its block */
    uint32_t *loose; /* loose balls; again if they were in a block that dissolves at once */
    size_t loose_count, loose_capacity;
    uint32_t *member; /* balls of the block that is formed */
    size_t members;
    penalty_candidates near; /* pairs of the block that is formed */
    uint32_t *carried;       /* open contacts of the loose balls */
    size_t carried_count, carried_capacity;
    exact_block *unused;
    penalty_candidate onset; /* of the contact that begins, if has_onset */
    bool has_onset;
    /* of the block that is formed: */
    double fastest_mps; /* largest speed of its balls, if their springs relax */
    double margin_m;
};

static bool is_fixed(const penalty_exact *self, uint32_t i)
{
    return self->shared->problem->ball[i].fixed;
}

static bool has_free_flight(const penalty_shared *shared)
{
    return shared->rolling == NULL || carom_vec_is_zero(shared->problem->gravity_mps2);
}

/* ---- blocks in motion ---- */

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

/* A bound of the speed of all balls of a block in its next step. */
static double speed_bound(const exact_block *owner)
{
    static const double growth = 2;
    double fall = owner->block.next_s *
                  carom_vec_length(owner->block.shared->problem->gravity_mps2);
    return growth * (owner->fastest_mps + fall);
}

/* A step is shorter if balls could exceed half of the margin in it, and longer if the rest until a
 * change is short. */
static double end_of_step(const exact_block *owner)
{
    static const double least_step = 0.01;
    const penalty_block *block = &owner->block;
    double bound = speed_bound(owner), h = block->next_s;
    double most = bound > 0 ? 0.5 * owner->margin_m / bound : INFINITY;
    double end_s = block->time_s + (h < most ? h : most);
    end_s = end_s > block->time_s ? end_s : block->time_s * (1 + DBL_EPSILON);
    return end_s + least_step * h < owner->change_s ? end_s : owner->change_s;
}

static carom_status take_step(penalty_exact *self, exact_block *owner, double t_s,
                              carom_error *error)
{
    penalty_block *block = &owner->block;
    carom_report *report = &self->shared->report;
    double start_s = block->time_s, h = t_s - start_s;
    if (!(h > 0)) {
        return CAROM_OK;
    }
    block->evaluations = 0;
    carom_status status = carom_penalty_integrate_segments(block, h, &self->shared->sums, error);
    report->force_evaluations += block->evaluations;
    if (status == CAROM_OK) {
        double farthest_m = carom_penalty_measure_step(block);
        status = carom_penalty_check_displacement(block, h, farthest_m, error);
    }
    if (status == CAROM_OK) {
        report->steps++;
        block->time_s = t_s;
    }
    add_weights(block, block->time_s - start_s, &self->shared->sums);
    CAROM_TRY(status);
    self->events.pair_tests += block->evaluations * block->pairs;
    block->next_s = self->shared->step_s;
    double moved2 = 0;
    for (size_t k = 0; k < block->balls; k++) {
        carom_vec guarded = self->events.ball[block->ball[k]].flight.at;
        carom_vec moved = carom_vec_subtract(carom_penalty_position(block, block->x, k), guarded);
        moved2 = carom_penalty_max(moved2, carom_vec_square(moved));
    }
    owner->moved_m = sqrt(moved2);
    owner->fastest_mps = carom_penalty_max(block->fastest_mps, owner->fastest_mps);
    /* otherwise it may have passed through balls outside the block */
    return owner->moved_m <= owner->margin_m
             ? CAROM_OK
             : carom_penalty_unstable(t_s, self->shared->step_s, owner->moved_m, "a few steps",
                                      error);
}

/* Holds ball i, which is at origin + move. */
static void make_loose(penalty_exact *self, uint32_t i, carom_flight flight, carom_vec origin,
                       carom_vec move)
{
    self->ball[i] = (exact_ball){.flight = flight, .origin = origin, .move = move};
    carom_events_hold(&self->events, i);
    CAROM_APPEND(self->loose, self->loose_count, self->loose_capacity, i);
}

static bool is_over(const exact_block *owner)
{
    const penalty_block *block = &owner->block;
    size_t k = 0;
    while (k < block->pairs && block->pair[k].open_index == PENALTY_NOT_OPEN) {
        k++;
    }
    return (k == block->pairs && has_free_flight(block->shared)) ||
           !(block->time_s < owner->change_s) ||
           owner->moved_m + block->next_s * speed_bound(owner) > owner->margin_m;
}

/* Makes the balls of a block loose, with the speeds that the elastic energy of their contacts can
 * give to them. Open contacts keep their springs. */
static void dissolve(penalty_exact *self, exact_block *owner)
{
    penalty_block *block = &owner->block;
    carom_penalty_store_contacts(block);
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
        make_loose(self, i, flight, carom_vec_add(block->origin[k], fold),
                   carom_penalty_vec(block->x, k));
        if (self->shared->friction) {
            self->events.traits[i].spin_radps = carom_penalty_spin(block, k);
        }
    }
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        if (pair->contact_state == PENALTY_TOUCHING) {
            double energy_J = carom_penalty_spring_energy(block, pair);
            self->ball[block->ball[pair->a]].spring_speed2 += 2 * energy_J * pair->inverse_mass_a;
            if (!pair->wall) {
                self->ball[block->ball[pair->b]].spring_speed2 += 2 * energy_J *
                                                                  pair->inverse_mass_b;
            }
        }
        if (pair->open_index != PENALTY_NOT_OPEN) {
            CAROM_APPEND(self->carried, self->carried_count, self->carried_capacity,
                         pair->open_index);
        }
    }
    carom_queue_set(&self->queue, owner->leader, INFINITY);
    owner->next = self->unused;
    self->unused = owner;
}

static carom_status step_and_dissolve(penalty_exact *self, exact_block *owner, double t_s,
                                      carom_error *error)
{
    const penalty_block *block = &owner->block;
    CAROM_TRY(take_step(self, owner, t_s, error));
    for (size_t k = 0; k < block->balls; k++) {
        CAROM_TRY(carom_penalty_check_on_table(self->shared->problem,
                                               carom_penalty_position(block, block->x, k),
                                               block->ball[k], t_s, error));
    }
    dissolve(self, owner);
    return CAROM_OK;
}

static carom_status take_ball(penalty_exact *self, uint32_t i, double t_s, carom_error *error)
{
    exact_block *owner = self->ball[i].owner;
    if (owner != NULL) {
        CAROM_TRY(step_and_dissolve(self, owner, t_s, error));
    } else if (!is_fixed(self, i) && !carom_events_is_held(&self->events, i)) {
        carom_events_move(&self->events, i, t_s);
        carom_flight flight = self->events.ball[i].flight;
        make_loose(self, i, flight, flight.at, (carom_vec){0, 0});
    }
    return CAROM_OK;
}

/* ---- the balls and pairs of a new block ---- */

/* The margin of a block lasts for about this number of steps. */
static const double steps_of_block = 8;

static carom_flight flight_of(const penalty_exact *self, uint32_t j, double t_s)
{
    bool loose = carom_events_is_held(&self->events, j) && self->ball[j].owner == NULL;
    return loose ? self->ball[j].flight : carom_events_ball_at(&self->events, j, t_s);
}

/* Adds a ball, and widens the margin for its speed. Balls in contact are always near each other:
 * the margin exceeds the rounding error of positions. */
static void add_member(penalty_exact *self, uint32_t i)
{
    static const double rounding = 1e-9;
    double h = steps_of_block * self->shared->step_s, widest_m = 0.5 * self->events.skin_m;
    const exact_ball *ball = &self->ball[i];
    double speed = is_fixed(self, i)
                     ? 0
                     : carom_vec_length(ball->flight.v) + sqrt(ball->spring_speed2) +
                           h * carom_vec_length(self->shared->problem->gravity_mps2);
    self->fastest_mps = carom_penalty_max(speed, self->fastest_mps);
    self->margin_m = fmin(h * self->fastest_mps + rounding * widest_m, widest_m);
    self->ball[i].is_member = true;
    self->member[self->members++] = i;
}

/* True if loose ball i may touch a candidate while the block lasts. *shift: to its image */
static bool is_near(const penalty_exact *self, uint32_t i, const carom_candidate *other, double t_s,
                    carom_vec *shift)
{
    const double *radius = self->shared->radius;
    uint32_t j = other->ball;
    const exact_block *owner = self->ball[j].owner;
    carom_vec from = self->ball[i].flight.at, to = flight_of(self, j, t_s).at;
    double range = self->margin_m + (owner != NULL ? owner->margin_m : self->margin_m);
    *shift = self->events.grid.shift_m[other->image];
    return carom_vec_length(carom_grid_displacement(&self->events.grid, from, to, other)) -
               radius[i] - radius[j] <=
           range;
}

/* Adds all balls near a member, all balls near those, and so on. */
static carom_status gather_near(penalty_exact *self, double t_s, carom_error *error)
{
    carom_candidate *found = self->events.found;
    for (size_t m = 0; m < self->members; m++) {
        uint32_t i = self->member[m];
        size_t count = is_fixed(self, i) ? 0 : carom_grid_neighbours(&self->events.grid, i, found);
        self->events.pair_tests += count;
        for (size_t k = 0; k < count;) {
            const carom_candidate *other = &found[k++];
            uint32_t j = other->ball;
            carom_vec shift;
            if (self->ball[j].is_member || !is_near(self, i, other, t_s, &shift)) {
                continue;
            }
            bool is_dissolved = self->ball[j].owner != NULL;
            CAROM_TRY(take_ball(self, j, t_s, error));
            add_member(self, j);
            if (is_dissolved) { /* its balls may now be in other cells */
                count = carom_grid_neighbours(&self->events.grid, i, found);
                k = 0;
            }
        }
    }
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

static void list_pairs_of(penalty_exact *self, uint32_t i, double t_s)
{
    size_t count = carom_grid_neighbours(&self->events.grid, i, self->events.found);
    for (size_t k = 0; k < count; k++) {
        const carom_candidate *other = &self->events.found[k];
        penalty_candidate near = {i, other->ball, {0, 0}};
        if (self->ball[near.b].is_member && (i < near.b || is_fixed(self, near.b)) &&
            is_near(self, i, other, t_s, &near.shift)) {
            CAROM_APPEND(self->near.item, self->near.count, self->near.capacity, near);
        }
    }
}

/* Numbers the members and lists their pairs, in an order that does not depend on the past. */
static void list_near_pairs(penalty_exact *self, double t_s)
{
    self->near.count = 0;
    qsort(self->member, self->members, sizeof *self->member, compare_balls);
    for (size_t k = 0; k < self->members; k++) {
        uint32_t i = self->member[k];
        self->slot[i] = (uint32_t)k;
        if (!is_fixed(self, i)) {
            list_pairs_of(self, i, t_s);
            carom_penalty_add_walls(self->shared, i, self->ball[i].flight.at, self->margin_m,
                                    &self->near);
        }
    }
    if (self->near.count > 0) { /* a block of one may have no pairs */
        qsort(self->near.item, self->near.count, sizeof *self->near.item, compare_near);
    }
}

/* Gathers ball `seed` and all balls that may touch it soon, directly or by others. A fast ball that
 * joins them widens the margin of the others. */
static carom_status gather(penalty_exact *self, uint32_t seed, double t_s, carom_error *error)
{
    double margin_m;
    self->members = 0;
    self->fastest_mps = 0;
    add_member(self, seed);
    do {
        margin_m = self->margin_m;
        CAROM_TRY(gather_near(self, t_s, error));
    } while (self->margin_m > margin_m);
    list_near_pairs(self, t_s);
    return CAROM_OK;
}

/* The first ball of each block stands for it. */
static bool is_leader(const penalty_exact *self, uint32_t i)
{
    return self->ball[i].owner != NULL && self->ball[i].owner->leader == i;
}

/* ---- forming a block ---- */

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
        if (self->shared->friction) {
            block->x[2 * n + k] = 0;
            block->v[2 * n + k] = fixed ? 0 : self->events.traits[i].spin_radps;
        }
    }
    carom_penalty_fill_pairs(block, self->slot, &self->near);
}

/* Gives a new block the open contacts of its balls, and begins the one that is due. */
static void fill_contacts(penalty_exact *self, penalty_block *block)
{
    size_t others = 0, count = self->carried_count;
    bool has_onset = self->has_onset;
    size_t onset = has_onset ? carom_penalty_find_pair(block, self->slot, &self->onset) : 0;
    for (size_t r = 0; r < count; r++) {
        if (!carom_penalty_restore_contact(block, self->slot, self->carried[r])) {
            self->carried[others++] = self->carried[r];
        }
    }
    /* bodies in contact are near each other: the block has the contact it was formed for */
    assert(self->has_onset ? onset < block->pairs : others < count || count == 0);
    block->next_s = (others < count ? 1 : 1 - self->shared->phase) * self->shared->step_s;
    self->carried_count = others;
    self->has_onset = false;
    if (has_onset) {
        carom_penalty_begin_contact(block, onset);
    }
}

/* Forms a block of the members at t_s. */
static carom_status form_block(penalty_exact *self, double t_s, carom_error *error)
{
    /* a ball moves by at most so many diameters of the widest one in a step: bounds the number of
     * steps of a block in one of h */
    static const double most_diameters = 1000;
    const carom_problem *problem = self->shared->problem;
    size_t changed = self->shared->changed;
    double h = self->shared->step_s, move_m = h * self->fastest_mps;
    exact_block *owner = self->unused;
    if (owner != NULL) {
        self->unused = owner->next;
    } else {
        owner = carom_allocate(1, sizeof *owner);
        owner->block.shared = self->shared;
        owner->block.cancel = self->shared->cancel;
    }
    penalty_block *block = &owner->block;
    owner->next = NULL;
    carom_penalty_fit_block(block, self->members, self->near.count);
    fill_block(self, block);
    block->time_s = t_s;
    owner->margin_m = self->margin_m;
    owner->moved_m = 0;
    owner->fastest_mps = self->fastest_mps;
    owner->change_s = changed < problem->changes ? problem->change[changed].t_s : INFINITY;
    owner->leader = UINT32_MAX;
    for (size_t k = 0; k < self->members; k++) {
        uint32_t i = self->member[k];
        if (!is_fixed(self, i)) {
            self->ball[i].owner = owner;
            owner->leader = i < owner->leader ? i : owner->leader;
            carom_events_guard(&self->events, i, self->ball[i].flight.at, owner->margin_m, t_s);
        }
        self->ball[i].is_member = false;
    }
    if (!(move_m <= most_diameters * carom_problem_widest(problem))) {
        return carom_penalty_unstable(t_s + h, h, move_m, "one step", error);
    }
    fill_contacts(self, block);
    carom_queue_set(&self->queue, owner->leader, end_of_step(owner));
    return CAROM_OK;
}

/* Finds a loose ball that is not free yet. @return false: none is left */
static bool find_seed(const penalty_exact *self, uint32_t *seed)
{
    if (self->has_onset || self->carried_count > 0) {
        penalty_candidate contact = self->has_onset ? self->onset
                                                    : self->shared->open[self->carried[0]].bodies;
        *seed = is_fixed(self, contact.a) ? contact.b : contact.a;
        return true;
    }
    size_t k = has_free_flight(self->shared) ? self->loose_count : 0;
    while (k < self->loose_count && self->ball[self->loose[k]].owner != NULL) {
        k++;
    }
    *seed = k < self->loose_count ? self->loose[k] : 0;
    return k < self->loose_count;
}

/* Forms blocks of the loose balls that touch, and of those near them; releases the others. */
static carom_status regroup(penalty_exact *self, double t_s, carom_error *error)
{
    uint32_t seed;
    (void)carom_penalty_shared_apply_schedule(self->shared, t_s);
    while (find_seed(self, &seed)) { /* other blocks may add some */
        CAROM_TRY(gather(self, seed, t_s, error));
        CAROM_TRY(form_block(self, t_s, error));
    }
    for (size_t k = 0; k < self->loose_count; k++) {
        uint32_t i = self->loose[k];
        if (self->ball[i].owner == NULL && carom_events_is_held(&self->events, i)) {
            carom_events_release(&self->events, i, self->ball[i].flight, t_s);
        }
    }
    self->loose_count = 0;
    return CAROM_OK;
}

/* ---- events ---- */

/* The event of free or guarded ball a at t_s: a contact with a ball or a wall begins, or a free
 * ball comes near a guarded one. */
static carom_status process_event(penalty_exact *self, uint32_t a, double t_s, carom_error *error)
{
    events_event event = self->events.event[a];
    bool wall = event.kind == EVENT_WALL;
    uint32_t b = wall ? carom_walls_chain_of(self->shared->problem, event.partner) : event.partner;
    bool onset = !carom_events_is_held(&self->events, a) &&
                 (wall || !carom_events_is_held(&self->events, b));
    CAROM_TRY(take_ball(self, a, t_s, error));
    if (!wall) {
        CAROM_TRY(take_ball(self, b, t_s, error));
    }
    self->onset = (penalty_candidate){
        a, b + (wall ? (uint32_t)self->shared->problem->count : 0), {0, 0}};
    self->has_onset = onset;
    CAROM_TRY(regroup(self, t_s, error));
    if (is_fixed(self, a)) { /* its event is over */
        carom_events_move_and_predict(&self->events, a, t_s);
    }
    return CAROM_OK;
}

carom_status carom_penalty_exact_advance(penalty_exact *self, double t_s, carom_error *error)
{
    for (;;) {
        double step_s;
        uint32_t i, leader = carom_queue_first(&self->queue, &step_s);
        CAROM_TRY(carom_events_next(&self->events, fmin(step_s, t_s), &i, error));
        if (i != CAROM_EVENTS_NO_BALL) {
            CAROM_TRY(process_event(self, i, self->events.now_s, error));
        } else if (step_s <= t_s) {
            exact_block *owner = self->ball[leader].owner;
            CAROM_TRY(take_step(self, owner, step_s, error));
            if (is_over(owner)) {
                CAROM_TRY(step_and_dissolve(self, owner, step_s, error));
                CAROM_TRY(regroup(self, step_s, error));
            } else {
                carom_queue_set(&self->queue, leader, end_of_step(owner));
            }
        } else {
            break;
        }
    }
    self->shared->report.pair_tests = self->events.pair_tests;
    return CAROM_OK;
}

/* ---- creation and samples ---- */

/* True if ball i overlaps another body. */
static bool overlaps_any(penalty_exact *self, uint32_t i)
{
    const carom_problem *problem = self->shared->problem;
    const double *radius = self->shared->radius;
    carom_vec at = flight_of(self, i, 0).at;
    size_t count = carom_grid_neighbours(&self->events.grid, i, self->events.found);
    bool any = carom_walls_max_overlap(problem, at, self->shared->reach_wall[i]) > 0;
    for (size_t k = 0; k < count && !any; k++) {
        const carom_candidate *other = &self->events.found[k];
        carom_vec to = flight_of(self, other->ball, 0).at;
        carom_vec displacement = carom_grid_displacement(&self->events.grid, at, to, other);
        any = carom_vec_length(displacement) < radius[i] + radius[other->ball];
    }
    return any;
}

/* Begins the contacts of balls that overlap at the start, and the blocks of balls that cannot fly.
 */
static carom_status begin_initial_blocks(penalty_exact *self, carom_error *error)
{
    for (uint32_t i = 0; i < self->shared->problem->count; i++) {
        if (!is_fixed(self, i) && self->ball[i].owner == NULL &&
            (overlaps_any(self, i) || !has_free_flight(self->shared))) {
            CAROM_TRY(take_ball(self, i, 0, error));
            CAROM_TRY(gather(self, i, 0, error));
            CAROM_TRY(form_block(self, 0, error));
        }
    }
    for (uint32_t i = 0; i < self->shared->problem->count; i++) {
        if (is_leader(self, i)) {
            carom_penalty_begin_overlaps(&self->ball[i].owner->block);
            CAROM_TRY(step_and_dissolve(self, self->ball[i].owner, 0, error));
        }
    }
    return regroup(self, 0, error); /* now with the speeds that the springs give */
}

penalty_exact *carom_penalty_exact_new(penalty_shared *shared, carom_error *error)
{
    size_t n = shared->problem->count + 1;
    penalty_exact *self = carom_allocate(1, sizeof *self);
    self->shared = shared;
    self->ball = carom_allocate(n, sizeof *self->ball);
    self->slot = carom_allocate(n, sizeof *self->slot);
    self->member = carom_allocate(n, sizeof *self->member);
    carom_queue_init(&self->queue, n);
    self->events.problem = shared->problem;
    self->events.cancel = shared->cancel;
    self->events.skin_m = carom_penalty_shared_skin(shared->problem, CAROM_EVENTS_CELL_MARGIN, 0.9);
    if (carom_events_init(&self->events, error) != CAROM_OK ||
        begin_initial_blocks(self, error) != CAROM_OK) {
        carom_penalty_exact_free(self);
        return NULL;
    }
    return self;
}

static void free_blocks(exact_block *block)
{
    while (block != NULL) {
        exact_block *next = block->next;
        carom_penalty_free_block(&block->block);
        free(block);
        block = next;
    }
}

void carom_penalty_exact_free(penalty_exact *self)
{
    for (uint32_t i = (uint32_t)self->shared->problem->count; i-- > 0;) {
        if (is_leader(self, i)) { /* no other ball of its block follows */
            free_blocks(self->ball[i].owner);
        }
    }
    free_blocks(self->unused);
    carom_events_free(&self->events);
    carom_queue_free(&self->queue);
    free(self->ball);
    free(self->slot);
    free(self->loose);
    free(self->carried);
    free(self->member);
    free(self->near.item);
    free(self);
}

/* Adds the balls and the energy of a block to a sample. */
static double sample_block(const penalty_exact *self, const penalty_block *block, double t_s,
                           carom_view *view, carom_budget_sums *sums)
{
    add_weights(block, fmax(t_s - block->time_s, 0), sums); /* 0: after an error */
    penalty_block *trial = carom_penalty_copy_block(block);
    double rest = t_s - block->time_s, h = block->next_s;
    for (; rest > 0; rest -= h, h = self->shared->step_s) {
        h = rest < h ? rest : h;
        if (carom_penalty_integrate_segments(trial, h, sums, NULL) != CAROM_OK) {
            trial->x[0] = NAN; /* the next step reports the failure */
            break;
        }
    }
    for (size_t k = 0; k < block->balls; k++) {
        uint32_t i = block->ball[k];
        if (!is_fixed(self, i)) {
            carom_flight_to_view(carom_penalty_ball_flight(trial, k), view, i);
            view->spin_radps[i] = self->shared->friction ? carom_penalty_spin(trial, k)
                                                         : self->events.traits[i].spin_radps;
        }
    }
    return carom_penalty_elastic_energy(trial, &view->contacts, &view->max_overlap_m);
}

void carom_penalty_exact_sample(const penalty_exact *self, double t_s, carom_view *view)
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
            view->spin_radps[i] = self->events.traits[i].spin_radps;
        } else if (is_leader(self, i)) {
            elastic_J += sample_block(self, &owner->block, t_s, view, &sums);
        }
    }
    view->budget = carom_budget_sums_value(&sums);
    view->budget.elastic_J = elastic_J;
}
