/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a ball sees: who is around it, and where they are by its clock. */
#include "solvers/impulse/state.h"
#include <stdlib.h>

bool carom_impulse_view_init(impulse_view *view, size_t count)
{
    view->ball = calloc(count + CAROM_MEETINGS_BLOCK, sizeof *view->ball);
    return carom_meetings_init(&view->at, count) && view->ball != NULL;
}

void carom_impulse_view_free(impulse_view *view)
{
    carom_meetings_free(&view->at);
    free(view->ball);
}

/* Puts down ball j as number k of what is seen from @p here at now_s. */
static inline void put_down(const impulse_solver *self, impulse_view *view, size_t k,
                            const carom_candidate *found, double now_s, carom_vec here,
                            double radius_m)
{
    const impulse_ball *other = &self->ball[found->ball];
    carom_flight then = carom_impulse_ball_at(self, found->ball, now_s);
    carom_vec way = carom_grid_way(&self->grid, here, then.at, found);
    carom_meetings_set(&view->at, k, way, then.v, radius_m + other->radius_m);
    view->ball[k] = found->ball;
}

/* Where a ball on a straight path is. */
static inline carom_lanes place_of(const impulse_ball *ball, double now_s)
{
    return carom_lanes_load(&ball->flight.at.x) +
           carom_lanes_both(now_s - ball->clock_s) * carom_lanes_load(&ball->flight.v.x);
}

/* Puts down a and b, which are so far away, as numbers k and k + 1 of a block. */
static inline void put_beside(carom_meetings_block *block, size_t k, const impulse_ball *a,
                              const impulse_ball *b, carom_lanes to_a, carom_lanes to_b,
                              double radius_m)
{
    carom_lanes va = carom_lanes_load(&a->flight.v.x), vb = carom_lanes_load(&b->flight.v.x);
    carom_lanes reach = {a->radius_m, b->radius_m};
    carom_lanes_store(block->dx + k, carom_lanes_first(to_a, to_b));
    carom_lanes_store(block->dy + k, carom_lanes_second(to_a, to_b));
    carom_lanes_store(block->vx + k, carom_lanes_first(va, vb));
    carom_lanes_store(block->vy + k, carom_lanes_second(va, vb));
    carom_lanes_store(block->reach + k, carom_lanes_both(radius_m) + reach);
}

/* Numbers k and k + 1 of what the grid has found, on straight paths. */
static inline void put_images(const impulse_solver *self, impulse_view *view, size_t k,
                              double now_s, carom_lanes here, double radius_m)
{
    const carom_candidate *found = &self->found[k];
    const impulse_ball *a = &self->ball[found[0].ball], *b = &self->ball[found[1].ball];
    const carom_vec *shift_m = self->grid.shift_m;
    carom_lanes to_a = place_of(a, now_s) + carom_lanes_load(&shift_m[found[0].image].x) - here;
    carom_lanes to_b = place_of(b, now_s) + carom_lanes_load(&shift_m[found[1].image].x) - here;
    put_beside(carom_meetings_of(&view->at, k), k % CAROM_MEETINGS_BLOCK, a, b, to_a, to_b,
               radius_m);
    view->ball[k] = found[0].ball;
    view->ball[k + 1] = found[1].ball;
}

/* Of balls that the grid has found. */
static void see(impulse_solver *self, impulse_view *view, size_t count, double now_s,
                carom_vec here, double radius_m)
{
    carom_lanes from = {here.x, here.y};
    self->report.pair_tests += count;
    view->count = count;
    if (self->straight) {
        self->found[count] = (carom_candidate){self->grid.end, 0}; /* who is nowhere */
        for (size_t k = 0; k < count; k += CAROM_LANES) {
            put_images(self, view, k, now_s, from, radius_m);
        }
        return;
    }
    for (size_t k = 0; k < count; k++) {
        put_down(self, view, k, &self->found[k], now_s, here, radius_m);
    }
    carom_meetings_pad(&view->at, count);
}

/* Two balls whose numbers stand beside each other in view, seen from @p here at now_s. */
static inline void put_two(const impulse_solver *self, const uint32_t *number, size_t k,
                           double now_s, carom_lanes here, double radius_m,
                           carom_meetings_block *block)
{
    const impulse_ball *a = &self->ball[number[k]], *b = &self->ball[number[k + 1]];
    put_beside(block, k, a, b, place_of(a, now_s) - here, place_of(b, now_s) - here, radius_m);
}

/* Those, not more than a block, whose numbers are in view already, or the grid's end, who is
 * nowhere; from number `done` on, which is even. */
static inline void put_down_near(const impulse_solver *self, impulse_view *view, size_t done,
                                 size_t count, double now_s, carom_vec here, double radius_m)
{
    carom_lanes from = {here.x, here.y};
    view->count = count;
    for (size_t k = done; k < count; k += CAROM_LANES) {
        put_two(self, view->ball, k, now_s, from, radius_m, view->at.block);
    }
}

void carom_impulse_look(impulse_solver *self, uint32_t i, impulse_view *view)
{
    const impulse_ball *own = &self->ball[i];
    double now = own->clock_s, radius = own->radius_m;
    size_t count = self->straight ? carom_grid_near(&self->grid, i, view->ball) : SIZE_MAX;
    if (count <= CAROM_MEETINGS_BLOCK) {
        self->report.pair_tests += count;
        view->ball[count] = self->grid.end;
        put_down_near(self, view, 0, count, now, own->flight.at, radius);
        return;
    }
    count = carom_grid_around(&self->grid, i, self->found);
    see(self, view, count, now, own->flight.at, radius);
}

/* The three buckets have one place each, so that no jump depends on who is there. */
void carom_impulse_look_ahead(impulse_solver *self, uint32_t i, int side, double now_s,
                              impulse_view *view)
{
    carom_impulse_step step = carom_impulse_step_through(side);
    double radius = self->ball[i].radius_m;
    carom_vec here = carom_impulse_ball_at(self, i, now_s).at;
    size_t count = carom_grid_near_strip(&self->grid, i, step.columns, step.rows, view->ball);
    if (count <= CAROM_MEETINGS_BLOCK) {
        size_t nobody = 0;
        for (size_t k = 0; k < CAROM_GRID_STRIP; k++) {
            nobody += view->ball[k] == self->grid.end;
        }
        self->report.pair_tests += count - nobody;
        put_down_near(self, view, 0, CAROM_GRID_STRIP, now_s, here, radius);
        if (count > CAROM_GRID_STRIP) {
            view->ball[count] = self->grid.end;
            put_down_near(self, view, CAROM_GRID_STRIP, count, now_s, here, radius);
        }
        return;
    }
    count = carom_grid_strip(&self->grid, i, step.columns, step.rows, self->found);
    see(self, view, count, now_s, here, radius);
}
