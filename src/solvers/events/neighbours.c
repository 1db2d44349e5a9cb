/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the neighbours of a ball, their positions at its clock, and which of them touch it. */
#include "search/neighbourhood.h"
#include "solvers/events/events.h"

void carom_events_neighbours_init(events_neighbours *view, size_t count)
{
    view->ball = carom_allocate(count + CAROM_CANDIDATE_BLOCK, sizeof *view->ball);
    carom_candidate_pairs_init(&view->pairs, count);
}

void carom_events_neighbours_free(events_neighbours *view)
{
    carom_candidate_pairs_free(&view->pairs);
    free(view->ball);
}

static inline carom_lanes position_at(const events_ball *ball, double now_s)
{
    return carom_lanes_load(&ball->flight.at.x) +
           carom_lanes_broadcast(now_s - ball->clock_s) * carom_lanes_load(&ball->flight.v.x);
}

/* Mask of the two balls within @p reach. */
static inline carom_lanes_int touching_mask(carom_lanes dx, carom_lanes dy, carom_lanes reach)
{
    return carom_lanes_less_equal(dx * dx + dy * dy, reach * reach);
}

/* Store a and b as neighbours k and k + 1 of a block. @return their distances at contact */
static inline carom_lanes store_pair(carom_candidate_block *block, size_t k, const events_ball *a,
                                     const events_ball *b, carom_lanes to_a, carom_lanes to_b,
                                     double radius_m)
{
    carom_lanes reach = carom_lanes_broadcast(radius_m) + (carom_lanes){a->radius_m, b->radius_m};
    carom_lanes_store(block->dx + k, carom_lanes_first(to_a, to_b));
    carom_lanes_store(block->dy + k, carom_lanes_second(to_a, to_b));
    carom_candidate_pairs_set_two(block, k, carom_lanes_load(&a->flight.v.x),
                                  carom_lanes_load(&b->flight.v.x));
    carom_lanes_store(block->reach + k, reach);
    return reach;
}

/* Store candidates k and k + 1 of the grid, on straight paths. */
static inline void store_two_images(const carom_events *self, events_neighbours *view, size_t k,
                                    double now_s, carom_lanes here, double radius_m)
{
    const carom_candidate *found = &self->found[k];
    const events_ball *a = &self->ball[found[0].ball], *b = &self->ball[found[1].ball];
    const carom_vec *shift_m = self->grid.shift_m;
    carom_lanes to_a = position_at(a, now_s) + carom_lanes_load(&shift_m[found[0].image].x) - here;
    carom_lanes to_b = position_at(b, now_s) + carom_lanes_load(&shift_m[found[1].image].x) - here;
    store_pair(carom_candidate_pairs_block(&view->pairs, k), k % CAROM_CANDIDATE_BLOCK, a, b, to_a,
               to_b, radius_m);
    view->ball[k] = found[0].ball;
    view->ball[k + 1] = found[1].ball;
}

static void store_candidates(carom_events *self, events_neighbours *view, size_t count,
                             double now_s, carom_vec here, double radius_m)
{
    carom_lanes from = {here.x, here.y};
    self->pair_tests += count;
    view->count = count;
    if (self->kind.straight_paths) {
        self->found[count] = (carom_candidate){self->grid.end, 0}; /* padding */
        for (size_t k = 0; k < count; k += CAROM_LANES) {
            store_two_images(self, view, k, now_s, from, radius_m);
        }
        return;
    }
    view->count = 0;
    for (size_t k = 0; k < count; k++) {
        const carom_candidate *found = &self->found[k];
        if (isnan(self->ball[found->ball].flight.at.x)) { /* held, not guarded */
            continue;
        }
        carom_flight later = carom_events_ball_at(self, found->ball, now_s);
        carom_candidate_pairs_set(&view->pairs, view->count,
                                  carom_grid_displacement(&self->grid, here, later.at, found),
                                  later.v, radius_m + self->ball[found->ball].radius_m);
        view->ball[view->count++] = found->ball;
    }
    carom_candidate_pairs_pad(&view->pairs, view->count);
}

/* Store balls number[k] and number[k + 1] as neighbours k and k + 1.
 *  @return mask of those within @p margin of contact */
static inline carom_lanes_int store_two(const carom_events *self, const uint32_t *number, size_t k,
                                        double now_s, carom_lanes here, double radius_m,
                                        carom_lanes margin, carom_candidate_block *block)
{
    const events_ball *a = &self->ball[number[k]], *b = &self->ball[number[k + 1]];
    carom_lanes to_a = position_at(a, now_s) - here, to_b = position_at(b, now_s) - here;
    carom_lanes reach = store_pair(block, k, a, b, to_a, to_b, radius_m);
    return touching_mask(carom_lanes_first(to_a, to_b), carom_lanes_second(to_a, to_b),
                         reach + margin);
}

/* Store balls whose numbers are in the list already, at most one block, from the even number
 * `done` on. */
static inline void store_near(const carom_events *self, events_neighbours *view, size_t done,
                              size_t count, double now_s, carom_vec here, double radius_m)
{
    carom_lanes from = {here.x, here.y}, none = {0, 0};
    view->count = count;
    for (size_t k = done; k < count; k += CAROM_LANES) {
        (void)store_two(self, view->ball, k, now_s, from, radius_m, none, view->pairs.block);
    }
}

/* Numbers of the balls around ball i, followed by the grid's end. Returns SIZE_MAX if paths are
 * curved or the balls do not fit into one block. */
static inline size_t find_single(carom_events *self, uint32_t i, uint32_t *number)
{
    size_t count = self->kind.straight_paths ? carom_grid_neighbours_fast(&self->grid, i, number)
                                             : SIZE_MAX;
    if (count > CAROM_CANDIDATE_BLOCK) {
        return SIZE_MAX;
    }
    self->pair_tests += count;
    number[count] = self->grid.end;
    return count;
}

uint64_t carom_events_find_neighbours(carom_events *self, uint32_t i, double margin_m,
                                      events_neighbours *view)
{
    const events_ball *ball = &self->ball[i];
    carom_lanes here = carom_lanes_load(&ball->flight.at.x),
                margin = carom_lanes_broadcast(margin_m);
    double now_s = ball->clock_s, radius_m = ball->radius_m;
    carom_lanes_int touching = {0, 0}, bit = {1, 2}; /* by number */
    carom_candidate_block *at = view->pairs.block;
    uint32_t *number = view->ball;
    size_t count = find_single(self, i, number);
    if (count != SIZE_MAX) {
        view->count = count;
        for (size_t k = 0; k < count; k += CAROM_LANES, bit <<= CAROM_LANES) {
            touching |= bit & store_two(self, number, k, now_s, here, radius_m, margin, at);
        }
    } else {
        count = carom_grid_neighbours(&self->grid, i, self->found);
        store_candidates(self, view, count, now_s, ball->flight.at, radius_m);
        count = view->count < CAROM_CANDIDATE_BLOCK ? view->count : CAROM_CANDIDATE_BLOCK;
        for (size_t k = 0; k < count; k += CAROM_LANES, bit <<= CAROM_LANES) {
            touching |= bit & touching_mask(carom_lanes_load(at->dx + k),
                                            carom_lanes_load(at->dy + k),
                                            carom_lanes_load(at->reach + k) + margin);
        }
    }
    return (uint64_t)(touching[0] | touching[1]);
}

/* Each of the three cells has one entry in the list, so no branch depends on whether it is empty.
 */
void carom_events_find_new_neighbours(carom_events *self, uint32_t i, int side, double now_s,
                                      events_neighbours *view)
{
    events_cell_step step = carom_events_cell_step_through(side);
    double radius = self->ball[i].radius_m;
    carom_vec here = carom_events_ball_at(self, i, now_s).at;
    size_t count = carom_grid_strip_fast(&self->grid, i, step.columns, step.rows, view->ball);
    if (count <= CAROM_CANDIDATE_BLOCK) {
        size_t padding = 0;
        for (size_t k = 0; k < CAROM_GRID_STRIP; k++) {
            padding += view->ball[k] == self->grid.end;
        }
        self->pair_tests += count - padding;
        store_near(self, view, 0, CAROM_GRID_STRIP, now_s, here, radius);
        if (count > CAROM_GRID_STRIP) {
            view->ball[count] = self->grid.end;
            store_near(self, view, CAROM_GRID_STRIP, count, now_s, here, radius);
        }
        return;
    }
    count = carom_grid_strip(&self->grid, i, step.columns, step.rows, self->found);
    store_candidates(self, view, count, now_s, here, radius);
}
