/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A leaping solver as bytes, and back: its groups, each with a penalty solver of its own, then what
 * is said of each ball. */
#include "scene/scene.h"
#include "solvers/leap/state.h"

/* Who is in a group, and how its balls were when it began: by that its system is made, the cells of
 * its grid too. Given back, members are ascending and in no other group. */
static void pass_member(leap_solver *self, const leap_group *group, size_t k,
                        carom_archive *archive)
{
    uint32_t i = group == NULL ? 0 : group->ball[k];
    const carom_ball none = {0}, *ball = group == NULL ? &none : &group->scene.ball[k];
    carom_flight flight = carom_flight_of(ball);
    carom_archive_field(archive, i);
    carom_archive_field(archive, flight);
    if (group == NULL &&
        carom_archive_must(archive,
                           i < self->problem->count && self->ball[i].group == NULL &&
                               (k == 0 || self->gathered[k - 1] < i),
                           "group")) {
        self->gathered[k] = i;
        self->ball[i].flight = flight;
    }
}

static void pass_group(leap_solver *self, leap_group *group, size_t count, carom_archive *archive)
{
    for (size_t k = 0; k < count; k++) {
        pass_member(self, group, k, archive);
    }
    if (group == NULL && archive->failure.status == CAROM_OK) {
        self->error = &archive->failure;
        group = carom_leap_group_new(self, count, 0);
        for (size_t k = 0; k < count && group != NULL; k++) {
            self->ball[self->gathered[k]].group = group;
        }
    }
    if (group != NULL) {
        carom_penalty_archive(group->system, archive);
    }
}

/* Before what is said of each ball: where it is given back all are free, and what their flights are
 * then is lost. */
static void pass_groups(leap_solver *self, carom_archive *archive)
{
    for (uint32_t i = 0; i < self->problem->count; i++) {
        leap_group *group = archive->keeping ? self->ball[i].group : NULL;
        uint64_t count = group != NULL && group->ball[0] == i ? group->count : 0;
        carom_archive_field(archive, count);
        if (carom_archive_must(archive, count <= self->problem->count, "group") && count > 0) {
            pass_group(self, group, (size_t)count, archive);
        }
    }
}

static void pass_ball(carom_archive *archive, leap_ball *ball, leap_event *event)
{
    carom_archive_field(archive, ball->flight);
    carom_archive_field(archive, ball->spin_radps);
    carom_archive_field(archive, ball->clock_s);
    carom_archive_field(archive, ball->stamp);
    carom_archive_field(archive, *event);
}

/* What is to happen to a ball can: there is what it meets, and of a group the first is told of its
 * steps. */
static void examine(const leap_solver *self, uint32_t i, carom_archive *archive)
{
    const leap_event *event = &self->event[i];
    const leap_group *group = self->ball[i].group;
    bool first = group != NULL && group->ball[0] == i, can;
    switch ((int)event->kind) {
    case LEAP_PAIR: can = event->partner < self->problem->count && event->partner != i; break;
    case LEAP_WALL: can = event->partner < carom_walls_count(self->problem); break;
    case LEAP_CELL: can = event->partner < CAROM_WALL_COUNT; break;
    case LEAP_STEP: can = first; break;
    default: can = event->kind == LEAP_NONE && !first;
    }
    can = can && (group == NULL || first || event->kind == LEAP_NONE);
    (void)carom_archive_must(archive, can, "next event");
}

void carom_leap_archive(leap_solver *self, carom_archive *archive)
{
    pass_groups(self, archive);
    carom_archive_same(archive, sizeof *self->ball, "form of state");
    for (uint32_t i = 0; i < self->problem->count; i++) {
        pass_ball(archive, &self->ball[i], &self->event[i]);
        examine(self, i, archive);
    }
    carom_queue_archive(&self->queue, archive);
    carom_grid_archive(&self->grid, archive);
    carom_archive_value(archive, self->fastest_mps);
    carom_archive_value(archive, self->accounts);
    carom_archive_value(archive, self->report);
}
