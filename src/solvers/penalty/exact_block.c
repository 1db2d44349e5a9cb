/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact contacts: blocks in motion. */
#include "solvers/penalty/exact_block.h"

void carom_exact_add_weights(const penalty_block *block, double t, carom_budget_sums *sums)
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
static double speed_bound(const exact_block *of)
{
    static const double growth = 2;
    double fall = of->block.next_s * carom_vec_length(of->block.shared->problem->gravity_mps2);
    return growth * (of->fastest_mps + fall);
}

/* A step is shorter if balls could exceed half of the margin in it, and longer if the rest until a
 * change is short. */
double carom_exact_end_of_step(const exact_block *of)
{
    static const double least_step = 0.01;
    const penalty_block *block = &of->block;
    double bound = speed_bound(of), h = block->next_s;
    double most = bound > 0 ? 0.5 * of->margin_m / bound : INFINITY;
    double end_s = block->time_s + (h < most ? h : most);
    end_s = end_s > block->time_s ? end_s : block->time_s * (1 + DBL_EPSILON);
    return end_s + least_step * h < of->change_s ? end_s : of->change_s;
}

/* Largest displacement of a ball since the block began (m). */
static double displacement(const penalty_exact *self, const penalty_block *block)
{
    double most2 = 0;
    for (size_t k = 0; k < block->balls; k++) {
        carom_vec from = self->events.ball[block->ball[k]].flight.at; /* guarded there */
        carom_vec moved = carom_vec_subtract(carom_penalty_position(block, block->x, k), from);
        most2 = carom_penalty_max(most2, carom_vec_square(moved));
    }
    return sqrt(most2);
}

carom_status carom_exact_step(penalty_exact *self, exact_block *of, double t_s, carom_error *error)
{
    penalty_block *block = &of->block;
    carom_report *report = &self->shared->report;
    uint64_t evaluations = report->force_evaluations;
    double start_s = block->time_s, h = t_s - start_s;
    if (!(h > 0)) {
        return CAROM_OK;
    }
    carom_status status = carom_penalty_step_in_parts(block, h, t_s, error);
    carom_exact_add_weights(block, block->time_s - start_s, &self->shared->sums);
    CAROM_TRY(status);
    self->events.pair_tests += (report->force_evaluations - evaluations) * block->pairs;
    block->next_s = self->shared->step_s;
    of->moved_m = displacement(self, block);
    of->fastest_mps = carom_penalty_max(block->fastest_mps, of->fastest_mps);
    /* otherwise it may have passed through balls outside the block */
    return of->moved_m <= of->margin_m
             ? CAROM_OK
             : carom_penalty_unstable(t_s, self->shared->step_s, of->moved_m, "a few steps", error);
}

/* Adds the speeds that the elastic energy of a contact can give to its balls. */
static void add_gain(penalty_exact *self, const penalty_block *block, const penalty_pair *pair)
{
    if (pair->contact_state != PENALTY_TOUCHING) {
        return;
    }
    double overlap_m = carom_penalty_geometry(block, pair, block->x, block->v).overlap_m;
    double energy_J = overlap_m > 0 ? self->shared->model.law->energy(&pair->contact, overlap_m)
                                    : 0;
    self->ball[block->ball[pair->a]].spring_speed2 += 2 * energy_J * pair->inverse_mass_a;
    if (!pair->wall) {
        self->ball[block->ball[pair->b]].spring_speed2 += 2 * energy_J * pair->inverse_mass_b;
    }
}

bool carom_exact_is_over(const exact_block *of)
{
    const penalty_block *block = &of->block;
    size_t k = 0;
    while (k < block->pairs && block->pair[k].record == PENALTY_NO_RECORD) {
        k++;
    }
    return k == block->pairs || !(block->time_s < of->change_s) ||
           of->moved_m + block->next_s * speed_bound(of) > of->margin_m;
}

/* Makes the balls of a block loose. The records keep their contacts. */
static void dissolve(penalty_exact *self, exact_block *from)
{
    penalty_block *block = &from->block;
    carom_penalty_store_contacts(block);
    for (size_t k = 0; k < block->balls; k++) {
        uint32_t i = block->ball[k];
        if (carom_exact_is_fixed(self, i)) {
            continue;
        }
        carom_flight flight = carom_penalty_ball_flight(block, k);
        carom_events_hold(&self->events, i);
        carom_vec fold = carom_events_move_held(&self->events, i, flight.at);
        if (!carom_vec_is_zero(fold)) {
            carom_flight_add_fold(self->shared->problem, i, fold, &self->shared->sums);
            flight.at = carom_vec_add(flight.at, fold);
        }
        self->ball[i].flight = flight;
        self->ball[i].origin = carom_vec_add(block->origin[k], fold);
        self->ball[i].move = carom_penalty_vec(block->x, k);
        if (self->shared->model.friction) {
            self->events.traits[i].spin_radps = carom_penalty_spin(block, k);
        }
        self->ball[i].owner = NULL;
        self->ball[i].spring_speed2 = 0;
        CAROM_APPEND(self->loose, self->loose_count, self->loose_capacity, i);
    }
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        add_gain(self, block, pair);
        if (pair->record != PENALTY_NO_RECORD) {
            CAROM_APPEND(self->open, self->open_count, self->open_capacity, pair->record);
        }
    }
    carom_queue_set(&self->queue, from->leader, INFINITY);
    from->next = self->unused;
    self->unused = from;
}

carom_status carom_exact_end_block(penalty_exact *self, exact_block *owner, double t_s,
                                   carom_error *error)
{
    const penalty_block *block = &owner->block;
    CAROM_TRY(carom_exact_step(self, owner, t_s, error));
    for (size_t k = 0; k < block->balls; k++) {
        CAROM_TRY(carom_penalty_check_on_table(self->shared->problem,
                                               carom_penalty_position(block, block->x, k),
                                               block->ball[k], t_s, error));
    }
    dissolve(self, owner);
    return CAROM_OK;
}

carom_status carom_exact_take_ball(penalty_exact *self, uint32_t i, double t_s, carom_error *error)
{
    exact_block *owner = self->ball[i].owner;
    if (owner != NULL) {
        CAROM_TRY(carom_exact_end_block(self, owner, t_s, error));
    } else if (!carom_exact_is_fixed(self, i) && !carom_events_is_held(&self->events, i)) {
        carom_events_move(&self->events, i, t_s);
        self->ball[i].flight = self->events.ball[i].flight;
        self->ball[i].origin = self->ball[i].flight.at;
        self->ball[i].move = (carom_vec){0, 0};
        self->ball[i].spring_speed2 = 0;
        carom_events_hold(&self->events, i);
        CAROM_APPEND(self->loose, self->loose_count, self->loose_capacity, i);
    }
    return CAROM_OK;
}
