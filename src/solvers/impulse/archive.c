/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the impulse solver between two events as bytes, and back. What belongs to one impact
 * (the cluster, the views, a policy's workspace) begins anew with each; the days of the queue
 * follow from its times. */
#include "scene/scene.h"
#include "solvers/impulse/impulse.h"

static void pass_ball(carom_archive *archive, impulse_ball *ball)
{
    carom_archive_field(archive, ball->flight);
    carom_archive_field(archive, ball->clock_s);
    carom_archive_field(archive, ball->stamp);
    carom_archive_field(archive, ball->carried);
    carom_archive_field(archive, ball->streak);
}

static void pass_traits(carom_archive *archive, impulse_traits *traits)
{
    carom_archive_field(archive, traits->spin_radps);
    carom_archive_field(archive, traits->struck_s);
    carom_archive_field(archive, traits->pushed_s);
    carom_archive_field(archive, traits->fast_mps);
    carom_archive_field(archive, traits->meets_s);
    carom_archive_field(archive, traits->meets);
    carom_archive_field(archive, traits->meets_stamp);
}

/* What is to happen to a ball can: there is what it meets. */
static void examine(const impulse_solver *self, uint32_t i, carom_archive *archive)
{
    const impulse_event *event = &self->event[i];
    const impulse_traits *traits = &self->traits[i];
    size_t walls = carom_walls_count(self->problem);
    bool can;
    switch ((int)event->kind) {
    case EVENT_PAIR: can = event->partner < self->problem->count && event->partner != i; break;
    case EVENT_WALL: can = event->partner < walls; break;
    case EVENT_CELL: can = event->partner < CAROM_WALL_COUNT; break;
    default: can = event->kind == EVENT_NONE || event->kind == EVENT_STOP;
    }
    can = can && !isnan(traits->meets_s) &&
          (traits->meets_s == INFINITY ||
           (traits->meets < self->problem->count && traits->meets != i));
    (void)carom_archive_must(archive, can, "next event");
}

void carom_impulse_archive(impulse_solver *self, carom_archive *archive)
{
    size_t n = self->problem->count;
    carom_archive_value(archive, self->origin_s);
    carom_archive_value(archive, self->origin_steps);
    carom_archive_value(archive, self->accounts);
    carom_archive_value(archive, self->report);
    carom_archive_same(archive, sizeof *self->ball, "form of state");
    for (size_t i = 0; i < n; i++) {
        pass_ball(archive, &self->ball[i]);
        pass_traits(archive, &self->traits[i]);
    }
    carom_archive_array(archive, self->event, n);
    for (uint32_t i = 0; i < n; i++) {
        examine(self, i, archive);
    }
    if (self->orientation != NULL) {
        carom_archive_array(archive, self->orientation, n);
    }
    if (self->unresolved != NULL) {
        carom_archive_array(archive, self->unresolved, n);
    }
    carom_queue_archive(&self->queue, archive);
    carom_grid_archive(&self->grid, archive);
}
