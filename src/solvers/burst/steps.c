/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a part, of which each is tried by all before anybody keeps it. */
#include "base/grow.h"
#include "solvers/burst/state.h"
#include "solvers/penalty/rubbing.h"

/* What the step took of one kind at near pair k, J. */
static double loss_of(penalty_system *own, int kind, size_t k)
{
    double set_back;
    if (kind == CREW_DASHPOTS) {
        return own->now.q[PENALTY_PAIRS + 2 * k + 1];
    }
    if (kind == CREW_FRICTION) {
        return carom_penalty_rubbed_off(own, &own->now, k);
    }
    set_back = own->set_back[k];
    own->set_back[k] = 0;
    return set_back;
}

/* What the step took, by the ball that it is booked after. */
static bool note_losses(crew_part *part, size_t step)
{
    penalty_system *own = &part->system;
    for (int kind = 0; kind < CREW_LOSSES; kind++) {
        for (size_t k = 0; k < own->nears && (own->rough || kind == CREW_DASHPOTS); k++) {
            double taken_J = loss_of(own, kind, k);
            crew_loss *grown;
            if (taken_J == 0) {
                continue;
            }
            grown = carom_grow(part->losses, part->loss_count, &part->loss_capacity, sizeof *grown);
            if (grown == NULL) {
                return false;
            }
            part->losses = grown;
            part->losses[part->loss_count++] = (crew_loss){taken_J, part->ball[own->near[k].a]};
        }
        part->loss_end[step][kind] = part->loss_count;
    }
    return true;
}

crew_word carom_crew_hear(const burst_crew *self, size_t step)
{
    crew_word all = {.farthest_m = 0};
    for (size_t p = 0; p < self->parts; p++) {
        const crew_word *one = &self->part[p].said[step];
        all.farthest_m = one->farthest_m > all.farthest_m ? one->farthest_m : all.farthest_m;
        all.fastest_mps = one->fastest_mps > all.fastest_mps ? one->fastest_mps : all.fastest_mps;
        all.failed = all.failed || one->failed;
        all.wants_end = all.wants_end || one->wants_end;
        all.forgets = all.forgets || one->forgets;
    }
    return all;
}

carom_status carom_crew_keep(crew_part *part, size_t step, double farthest_m)
{
    penalty_system *own = &part->system;
    double h = own->step_s, end_s = carom_penalty_grid_time(own, own->report.steps + 1);
    carom_status status = carom_penalty_keep_step(own, h, end_s, farthest_m, &part->error);
    if (status != CAROM_OK) { /* the clocks of all parts go alike, to their end */
        own->report.steps++;
        own->time_s = end_s;
        own->near_moved_m += farthest_m;
    } else if (!note_losses(part, step)) {
        status = carom_error_no_memory(&part->error);
    }
    part->log_end[step] = part->log.count;
    return status;
}

void carom_crew_run_together(burst_crew *self, crew_part *part, size_t p)
{
    penalty_system *own = &part->system;
    double h = own->step_s;
    carom_status status = CAROM_OK;
    size_t step = 0;
    bool goes_on = true;
    part->listed = true;
    for (; goes_on; step++) {
        crew_word *said = &part->said[step], all;
        bool tried = status == CAROM_OK;
        double farthest_m = 0;
        status = tried ? carom_penalty_try_step(own, h, &farthest_m, &part->error) : status;
        *said = (crew_word){.farthest_m = farthest_m,
                            .fastest_mps = own->fastest_mps,
                            .failed = status != CAROM_OK,
                            .forgets = !own->now.known,
                            .wants_end = p == 0 && carom_watch_wants_end(own->watcher)};
        carom_team_meet(self->system->team, p);
        all = carom_crew_hear(self, step);
        part->farthest_m = all.farthest_m;
        part->listed = all.failed || carom_penalty_is_listed(own, all.farthest_m);
        if (all.failed || !part->listed) {
            if (status == CAROM_OK) {
                carom_penalty_take_back(own);
            }
            break;
        }
        own->fastest_mps = all.fastest_mps;
        own->now.known = !all.forgets;
        status = carom_crew_keep(part, step, all.farthest_m);
        goes_on = !all.wants_end && step + 1 < self->crowd->steps &&
                  carom_burst_goes_on(own, self->t_s);
    }
    if (p == 0) {
        self->steps = step;
    }
    part->error.status = status;
}
