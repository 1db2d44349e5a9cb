/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a crew that meet every few steps. A burst ends where the near list does, by how far the
 * farthest of all balls has gone, and how fast the fastest is. So long as nobody gets much faster
 * nobody needs to ask: each part takes the steps that the list is good for then, says what it found
 * after each, and looks later whether it was right. */
#include "solvers/burst/state.h"
#include "solvers/penalty/neighbours.h"
#include <math.h>

/* So much faster the fastest may have become, and where all went was right. (Of 1e4 balls none in
 * thousands of bursts did.) */
static const double faster = 1.15;

/* How many steps a part takes before it meets the others: as many as there are until the time is
 * over, or something changes, or the near list may be. */
static size_t steps_ahead(const burst_crew *self, const penalty_system *own, size_t step)
{
    const carom_problem *problem = own->problem;
    double change_s = own->changed < problem->changes ? problem->change[own->changed].t_s
                                                      : INFINITY;
    double listed = carom_penalty_list_steps(own, own->step_s, faster);
    uint64_t taken = own->report.steps;
    size_t ahead = 1;
    while ((double)(ahead + 1) <= listed && step + ahead < self->crowd->steps &&
           carom_penalty_grid_time(own, taken + ahead + 1) <= self->t_s &&
           carom_penalty_grid_time(own, taken + ahead) < change_s) {
        ahead++;
    }
    return ahead;
}

/* A step that is as good as taken; what counts of it all is added when they meet. */
static carom_status take_step(crew_part *part, size_t step)
{
    penalty_system *own = &part->system;
    double farthest_m = 0;
    carom_status status = carom_penalty_try_step(own, own->step_s, &farthest_m, &part->error);
    part->said[step] = (crew_word){.farthest_m = farthest_m,
                                   .fastest_mps = own->fastest_mps,
                                   .failed = status != CAROM_OK,
                                   .forgets = !own->now.known};
    if (status == CAROM_OK) {
        status = carom_crew_keep(part, step, 0);
        part->said[step].failed = status != CAROM_OK;
    }
    return status;
}

/* Whether all parts forget their rates, or none does. */
static bool is_of_one_mind(const burst_crew *self, size_t step)
{
    bool forgets = self->part[0].said[step].forgets, same = true;
    for (size_t p = 1; p < self->parts; p++) {
        same = same && self->part[p].said[step].forgets == forgets;
    }
    return same;
}

/* Goes through steps that all have taken, as if they had met after each. @return whether each was
 * to be taken */
static bool look_back(const burst_crew *self, crew_part *part, size_t step, size_t end)
{
    penalty_system *own = &part->system;
    for (; step < end; step++) {
        crew_word all = carom_crew_hear(self, step);
        if (all.failed || !is_of_one_mind(self, step) ||
            !carom_penalty_is_listed(own, all.farthest_m)) {
            return false;
        }
        own->fastest_mps = all.fastest_mps;
        own->moved_m += all.farthest_m;
        own->near_moved_m += all.farthest_m;
        part->farthest_m = all.farthest_m;
        if (step + 1 < end && !carom_penalty_list_lasts(own, own->step_s)) {
            return false;
        }
    }
    return true;
}

bool carom_crew_run_ahead(burst_crew *self, crew_part *part, size_t p)
{
    penalty_system *own = &part->system;
    size_t step = 0;
    bool goes_on = true;
    part->listed = true;
    part->error.status = CAROM_OK;
    while (goes_on) {
        size_t first = step, end = first + steps_ahead(self, own, first);
        carom_status status = CAROM_OK;
        for (; step < end && status == CAROM_OK; step++) {
            status = take_step(part, step);
        }
        step = end;
        if (p == 0) {
            part->said[end - 1].wants_end = carom_watch_wants_end(own->watcher);
        }
        carom_team_meet(self->system->team, p);
        if (!look_back(self, part, first, end)) {
            if (p == 0) {
                self->errs = true;
            }
            return false;
        }
        goes_on = !carom_crew_hear(self, end - 1).wants_end && end < self->crowd->steps &&
                  carom_burst_goes_on(own, self->t_s);
    }
    if (p == 0) {
        self->steps = step;
    }
    return true;
}

void carom_crew_restore(const burst_crew *self)
{
    const penalty_system *whole = self->system;
    for (size_t k = 0; k < self->crowd->nears; k++) {
        whole->pair[whole->near[self->crowd->near[k]].pair].record = PENALTY_NO_RECORD;
    }
    for (size_t r = 0; r < whole->records; r++) {
        whole->pair[whole->record[r].pair].record = (uint32_t)r;
    }
}
