/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/lane.h"
#include "system/clock.h"

carom_status carom_lane_open(carom_lane *lane, const char *name, const carom_problem *problem,
                             const carom_choice *choice, bool logging,
                             const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_status status;
    *lane = (carom_lane){.name = name, .problem = problem, .choice = choice, .logging = logging};
    lane->solver = carom_solver_new_chosen(problem, choice, logging, error);
    if (lane->solver == NULL) {
        return error->status;
    }
    carom_solver_watch(lane->solver, stop);
    status = carom_sample_init(&lane->sample, problem->count, error);
    if (status == CAROM_OK && problem->orientation) {
        status = carom_sample_follow_orientation(&lane->sample, error);
    }
    if (status == CAROM_OK) {
        carom_solver_sample(lane->solver, &lane->sample);
    }
    return status;
}

carom_status carom_lane_trace(carom_lane *lane, const carom_trace_wish *wish, carom_error *error)
{
    lane->tracing = wish->first > 0 || wish->pairs > 0;
    return lane->tracing ? carom_solver_trace(lane->solver, wish, error) : CAROM_OK;
}

void carom_lane_advance(carom_lane *lane, double t_s)
{
    double before = carom_seconds_now();
    if (carom_lane_has_failed(lane)) {
        return;
    }
    if (carom_solver_advance(lane->solver, t_s, &lane->failure) == CAROM_OK) {
        lane->failure.status = CAROM_OK;
    }
    lane->wall_clock_s += carom_seconds_now() - before;
}

void carom_lane_sample(carom_lane *lane)
{
    if (!carom_lane_has_failed(lane)) {
        carom_solver_sample(lane->solver, &lane->sample);
    }
}

carom_status carom_lane_end(carom_lane *lane, carom_error *error)
{
    carom_status status = lane->logging ? carom_solver_collisions(lane->solver, &lane->log, error)
                                        : CAROM_OK;
    if (status == CAROM_OK && lane->tracing) {
        status = carom_solver_moments(lane->solver, &lane->moments, error);
    }
    carom_log_sort(&lane->log);
    return status;
}

bool carom_lane_has_failed(const carom_lane *lane)
{
    return lane->failure.status != CAROM_OK;
}

void carom_lane_close(carom_lane *lane)
{
    carom_log_free(&lane->log);
    carom_moments_free(&lane->moments);
    carom_sample_free(&lane->sample);
    carom_solver_free(lane->solver);
    lane->solver = NULL;
}
