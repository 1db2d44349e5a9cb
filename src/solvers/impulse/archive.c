/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the impulse solver between two events as bytes, and back. What belongs to one impact
 * (the cluster, the views, a policy's workspace) begins anew with each; the surroundings follow
 * from the grid, and the days of the queue from its times. */
#include "solvers/impulse/state.h"

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
    if (self->orientation != NULL) {
        carom_archive_array(archive, self->orientation, n);
    }
    if (self->unresolved != NULL) {
        carom_archive_array(archive, self->unresolved, n);
    }
    carom_queue_archive(&self->queue, archive);
    carom_grid_archive(&self->grid, archive);
    if (!archive->keeping) {
        carom_surroundings_fill(&self->around, &self->grid);
    }
}
