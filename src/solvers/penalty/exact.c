/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact contacts. A free ball flies in closed form from event to event (solvers/events). An onset
 * begins a block exactly there: the two bodies, and every ball that may touch one of its balls
 * soon. Inside the block separations, further onsets, stick and slip are located (parts.c). When a
 * free ball comes near, a ball has moved too far, or no contact is left, the balls of a block are
 * regrouped: balls in contact and those near them form blocks, the others fly again. */
#include "solvers/penalty/exact_block.h"
#include <assert.h>

/* One ball of each block stands for it. */
static bool is_leader(const penalty_exact *self, uint32_t i)
{
    return self->ball[i].owner != NULL && self->ball[i].owner->leader == i;
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
        bool fixed = carom_exact_is_fixed(self, i);
        block->origin[k] = fixed ? self->events.ball[i].flight.at : self->ball[i].origin;
        carom_penalty_set_vec(block->x, k, fixed ? none : self->ball[i].move);
        carom_penalty_set_vec(block->v, k, fixed ? none : self->ball[i].flight.v);
        if (self->shared->model.friction) {
            block->x[2 * n + k] = 0;
            block->v[2 * n + k] = fixed ? 0 : self->events.traits[i].spin_radps;
        }
    }
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_candidate *near = &self->near[k];
        penalty_pair *pair = &block->pair[k];
        *pair = carom_penalty_describe_pair(self->shared, near);
        pair->a = self->ball[near->a].slot;
        pair->b = pair->wall ? pair->b : self->ball[near->b].slot;
        start_pair(block, pair, near->shift);
    }
}

/* The bodies of an open contact. */
static penalty_candidate bodies_of(const penalty_exact *self, const penalty_record *record)
{
    uint32_t walls_from = (uint32_t)self->shared->problem->count;
    return (penalty_candidate){
        record->collision.a, record->b + (record->collision.wall ? walls_from : 0), {0, 0}};
}

/* Links the open contacts of loose balls to the pairs of a new block. @return true if there are any
 */
static bool link_records(penalty_exact *self, penalty_block *block)
{
    size_t others = 0, count = self->open_count;
    for (size_t r = 0; r < count; r++) {
        uint32_t record = self->open[r];
        penalty_candidate bodies = bodies_of(self, &self->shared->record[record]);
        size_t k = carom_exact_find_pair(self, bodies.a, bodies.b);
        if (k < block->pairs) {
            carom_penalty_link_record(block, k, record);
        } else {
            self->open[others++] = record;
        }
    }
    self->open_count = others;
    /* bodies in contact are near each other: the block has at least the contact it was formed for
     */
    assert(self->has_onset || others < count || count == 0);
    return others < count;
}

/* Gives a new block the contacts of its balls, and begins the one that is due. */
static void fill_contacts(penalty_exact *self, penalty_block *block)
{
    size_t onset = self->has_onset ? carom_exact_find_pair(self, self->onset.a, self->onset.b)
                                   : block->pairs;
    bool continues = link_records(self, block);
    carom_penalty_load_contacts(block);
    self->has_onset = false;
    block->next_s = (continues ? 1 : 1 - self->shared->phase) * self->shared->step_s;
    if (onset < block->pairs) {
        carom_penalty_begin_contact(block, onset);
    }
}

/* Bounds the number of steps of a block in one of h: a ball moves by at most so many diameters of
 * the widest one. */
static carom_status check_speeds(const penalty_exact *self, penalty_block *block,
                                 carom_error *error)
{
    static const double most = 1000;
    double h = self->shared->step_s, moved_m = h * self->fastest_mps;
    block->fastest_mps = self->fastest_mps;
    return moved_m > most * carom_problem_widest(self->shared->problem)
             ? carom_penalty_unstable(block->time_s + h, h, moved_m, "one step", error)
             : carom_penalty_check_displacement(block, h, moved_m, error);
}

/* Forms a block of the gathered balls at t_s. */
static carom_status form_block(penalty_exact *self, double t_s, carom_error *error)
{
    const carom_problem *problem = self->shared->problem;
    size_t changed = self->shared->model.changed;
    exact_block *made = new_block(self);
    penalty_block *block = &made->block;
    fill_block(self, block);
    block->time_s = t_s;
    made->margin_m = self->margin_m;
    made->moved_m = 0;
    made->fastest_mps = self->fastest_mps;
    made->change_s = changed < problem->changes ? problem->change[changed].t_s : INFINITY;
    made->leader = UINT32_MAX;
    for (size_t k = 0; k < self->members; k++) {
        uint32_t i = self->member[k];
        if (!carom_exact_is_fixed(self, i)) {
            self->ball[i].owner = made;
            made->leader = i < made->leader ? i : made->leader;
            carom_events_guard(&self->events, i, self->ball[i].flight.at, made->margin_m, t_s);
        }
        self->ball[i].gathered = false;
    }
    CAROM_TRY(check_speeds(self, block, error));
    fill_contacts(self, block);
    carom_queue_set(&self->queue, made->leader, carom_exact_end_of_step(made));
    return CAROM_OK;
}

/* Forms blocks of the loose balls that touch, and of those near them; releases the others. */
static carom_status regroup(penalty_exact *self, double t_s, carom_error *error)
{
    (void)carom_penalty_shared_apply_schedule(self->shared, t_s);
    while (self->has_onset || self->open_count > 0) { /* other blocks may add some */
        penalty_candidate contact = self->has_onset
                                      ? self->onset
                                      : bodies_of(self, &self->shared->record[self->open[0]]);
        bool fixed = carom_exact_is_fixed(self, contact.a);
        CAROM_TRY(carom_exact_gather(self, fixed ? contact.b : contact.a, t_s, error));
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
    CAROM_TRY(carom_exact_take_ball(self, a, t_s, error));
    if (!wall) {
        CAROM_TRY(carom_exact_take_ball(self, b, t_s, error));
    }
    self->onset = (penalty_candidate){
        a, b + (wall ? (uint32_t)self->shared->problem->count : 0), {0, 0}};
    self->has_onset = onset;
    CAROM_TRY(regroup(self, t_s, error));
    if (carom_exact_is_fixed(self, a)) { /* its event is over */
        carom_events_move_and_predict(&self->events, a, t_s);
    }
    return CAROM_OK;
}

/* Takes the step of a block that ends at t_s. */
static carom_status step_block(penalty_exact *self, exact_block *block, double t_s,
                               carom_error *error)
{
    CAROM_TRY(carom_exact_step(self, block, t_s, error));
    if (!carom_exact_is_over(block)) {
        carom_queue_set(&self->queue, block->leader, carom_exact_end_of_step(block));
        return CAROM_OK;
    }
    CAROM_TRY(carom_exact_end_block(self, block, t_s, error));
    return regroup(self, t_s, error);
}

carom_status carom_exact_advance(penalty_exact *self, double t_s, carom_error *error)
{
    for (;;) {
        double step_s;
        uint32_t i, leader = carom_queue_first(&self->queue, &step_s);
        CAROM_TRY(carom_events_next(&self->events, fmin(step_s, t_s), &i, error));
        if (i != CAROM_EVENTS_NO_BALL) {
            CAROM_TRY(process_event(self, i, self->events.now_s, error));
        } else if (step_s <= t_s) {
            CAROM_TRY(step_block(self, self->ball[leader].owner, step_s, error));
        } else {
            break;
        }
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
    carom_vec at = carom_exact_flight_of(self, i, 0).at;
    size_t count = carom_grid_neighbours(&self->events.grid, i, self->events.found);
    bool any = carom_walls_max_overlap(problem, at, self->shared->constants.reach_wall[i]) > 0;
    for (size_t k = 0; k < count && !any; k++) {
        const carom_candidate *other = &self->events.found[k];
        carom_vec to = carom_exact_flight_of(self, other->ball, 0).at;
        carom_vec displacement = carom_grid_displacement(&self->events.grid, at, to, other);
        any = carom_vec_length(displacement) < radius[i] + radius[other->ball];
    }
    return any;
}

/* Begins the contacts of balls that overlap at the start. */
static carom_status begin_overlaps(penalty_exact *self, carom_error *error)
{
    for (uint32_t i = 0; i < self->shared->problem->count; i++) {
        if (!carom_exact_is_fixed(self, i) && self->ball[i].owner == NULL && overlaps(self, i)) {
            CAROM_TRY(carom_exact_take_ball(self, i, 0, error));
            CAROM_TRY(carom_exact_gather(self, i, 0, error));
            CAROM_TRY(form_block(self, 0, error));
        }
    }
    for (uint32_t i = 0; i < self->shared->problem->count; i++) {
        if (is_leader(self, i)) {
            carom_penalty_begin_overlaps(&self->ball[i].owner->block);
            CAROM_TRY(carom_exact_end_block(self, self->ball[i].owner, 0, error));
        }
    }
    return regroup(self, 0, error); /* now with the speeds that the springs give */
}

penalty_exact *carom_exact_new(penalty_shared *shared, carom_error *error)
{
    size_t n = shared->problem->count + 1;
    penalty_exact *self = carom_allocate(1, sizeof *self);
    self->shared = shared;
    self->ball = carom_allocate(n, sizeof *self->ball);
    self->member = carom_allocate(n, sizeof *self->member);
    carom_queue_init(&self->queue, n);
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
    free_blocks(self->unused);
    carom_events_free(&self->events);
    carom_queue_free(&self->queue);
    free(self->ball);
    free(self->loose);
    free(self->open);
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
    carom_exact_add_weights(block, fmax(t_s - block->time_s, 0), sums); /* 0: after an error */
    carom_penalty_predict(block, &trial, t_s - block->time_s, sums);
    for (size_t k = 0; k < block->balls; k++) {
        uint32_t i = block->ball[k];
        if (!carom_exact_is_fixed(self, i)) {
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
            carom_flight_to_view(carom_exact_flight_of(self, i, t_s), view, i);
            view->spin_radps[i] = self->events.traits[i].spin_radps;
        } else if (is_leader(self, i)) {
            elastic_J += sample_block(self, owner, t_s, view, &sums);
        }
    }
    view->budget = carom_budget_sums_value(&sums);
    view->budget.elastic_J = elastic_J;
}
