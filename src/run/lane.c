/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "run/run.h"
#include "scene/scene.h"
#include "system/system.h"
#include <string.h>

carom_status carom_lane_open(carom_lane *lane, const char *name, const carom_problem *problem,
                             const carom_choice *choice, bool logging,
                             const volatile sig_atomic_t *stop, carom_error *error)
{
    *lane = (carom_lane){
        .name = name, .problem = problem, .choice = choice, .logging = logging, .stop = stop};
    lane->solver = carom_solver_new_watched(problem, choice, logging, stop, error);
    if (lane->solver == NULL) {
        return error->status;
    }
    CAROM_TRY(carom_sample_init(&lane->sample, problem->count, error));
    if (problem->orientation) {
        CAROM_TRY(carom_sample_follow_orientation(&lane->sample, error));
    }
    carom_solver_sample(lane->solver, &lane->sample);
    return CAROM_OK;
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
    if (lane->ended) {
        return CAROM_OK;
    }
    lane->ended = true;
    carom_solver_report(lane->solver, &lane->report);
    if (lane->logging) {
        CAROM_TRY(carom_solver_collisions(lane->solver, &lane->log, error));
        carom_log_sort(&lane->log);
    }
    return lane->tracing ? carom_solver_moments(lane->solver, &lane->moments, error) : CAROM_OK;
}

/* ---- as bytes ---- */

static void pass_sample(carom_sample *sample, carom_archive *archive)
{
    carom_archive_value(archive, sample->t_s);
    carom_archive_array(archive, sample->x_m, sample->count);
    carom_archive_array(archive, sample->y_m, sample->count);
    carom_archive_array(archive, sample->vx_mps, sample->count);
    carom_archive_array(archive, sample->vy_mps, sample->count);
    carom_archive_array(archive, sample->spin_radps, sample->count);
    carom_archive_value(archive, sample->ledger);
    carom_archive_value(archive, sample->max_overlap_m);
    carom_archive_value(archive, sample->contacts);
    carom_archive_value(archive, sample->collisions);
    if (sample->orientation != NULL) {
        carom_archive_array(archive, sample->orientation, 4 * sample->count);
    }
}

/* Why it stopped early. */
static void pass_failure(carom_error *failure, carom_archive *archive)
{
    carom_archive_value(archive, *failure);
    (void)carom_archive_must(archive,
                             (int)failure->status >= CAROM_OK &&
                                 (int)failure->status <= CAROM_INTERNAL &&
                                 memchr(failure->key, '\0', sizeof failure->key) != NULL &&
                                 memchr(failure->text, '\0', sizeof failure->text) != NULL,
                             "message");
}

void carom_lane_archive(carom_lane *lane, carom_archive *archive)
{
    carom_error error = {0};
    if (archive->keeping && carom_lane_has_failed(lane) &&
        carom_lane_end(lane, &error) != CAROM_OK) {
        carom_archive_fail(archive, &error);
    }
    carom_archive_same(archive, lane->logging, "wish for collisions");
    carom_archive_same(archive, lane->tracing, "wish for contacts");
    carom_archive_flag_value(archive, &lane->ended);
    pass_failure(&lane->failure, archive);
    carom_archive_value(archive, lane->wall_clock_s);
    pass_sample(&lane->sample, archive);
    if (lane->ended) {
        carom_archive_value(archive, lane->report);
        carom_log_archive(&lane->log, lane->problem, archive);
        carom_moments_archive(&lane->moments, lane->problem, archive);
    } else if (archive->failure.status == CAROM_OK &&
               carom_solver_archive(lane->solver, archive, &error) != CAROM_OK) {
        carom_archive_fail(archive, &error);
    }
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
