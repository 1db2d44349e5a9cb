/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a ball sees: who is around it, and where they are by its clock. */
#include "solvers/impulse/state.h"
#include <stdlib.h>

bool carom_impulse_view_init(impulse_view *view, size_t count)
{
    view->ball = malloc((count + 1) * sizeof *view->ball);
    return carom_meetings_init(&view->at, count) && view->ball != NULL;
}

void carom_impulse_view_free(impulse_view *view)
{
    carom_meetings_free(&view->at);
    free(view->ball);
}

void carom_impulse_look_ordered(impulse_solver *self, uint32_t i, impulse_view *view)
{
    const impulse_ball *ball = &self->ball[i];
    double now = ball->clock_s, radius = ball->radius_m;
    carom_vec here = ball->flight.at;
    size_t count = carom_grid_around(&self->grid, i, self->found);
    self->report.pair_tests += count;
    view->count = count;
    for (size_t k = 0; k < count; k++) {
        uint32_t j = self->found[k].ball;
        carom_flight other = carom_impulse_ball_at(self, j, now);
        carom_vec way = carom_grid_way(&self->grid, here, other.at, &self->found[k]);
        carom_meetings_set(&view->at, k, way, other.v, radius + self->ball[j].radius_m);
        view->ball[k] = j;
    }
    carom_meetings_pad(&view->at, count);
}

void carom_impulse_look(impulse_solver *self, uint32_t i, impulse_view *view)
{
    const impulse_ball *own = &self->ball[i];
    const carom_around *around = self->around.of == NULL ? NULL : &self->around.of[i];
    double now = own->clock_s, radius = own->radius_m;
    carom_vec here = own->flight.at;
    carom_meetings_block *block = view->at.block; /* one is enough */
    size_t count;
    if (around == NULL || around->count == CAROM_AROUND_CROWDED) {
        carom_impulse_look_ordered(self, i, view);
        return;
    }
    count = around->count;
    self->report.pair_tests += count;
    view->count = count;
    for (size_t k = 0; k < count; k++) {
        uint32_t entry = around->entry[k], j = carom_around_ball(entry);
        const impulse_ball *other = &self->ball[j];
        carom_vec at = carom_vec_ahead(other->flight.at, now - other->clock_s, other->flight.v);
        at = carom_vec_add(at, self->grid.shift_m[carom_around_image(entry)]);
        carom_meetings_put(block, k, carom_vec_minus(at, here), other->flight.v,
                           radius + other->radius_m);
        view->ball[k] = j;
    }
    carom_meetings_put(block, count, here, here, 0); /* the times are worked out two at once */
}
