/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"
#include "scene/scene.h"
#include "system/system.h"
#include <string.h>

carom_status carom_lane_open(carom_lane *lane, const char *name, const carom_problem *problem,
                             const carom_choice *choice, bool logging,
                             const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_status status;
    *lane = (carom_lane){
        .name = name, .problem = problem, .choice = choice, .logging = logging, .stop = stop};
    lane->solver = carom_solver_new_watched(problem, choice, logging, stop, error);
    if (lane->solver == NULL) {
        return error->status;
    }
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
    carom_status status = CAROM_OK;
    if (lane->ended) {
        return CAROM_OK;
    }
    lane->ended = true;
    carom_solver_report(lane->solver, &lane->report);
    if (lane->logging) {
        status = carom_solver_collisions(lane->solver, &lane->log, error);
    }
    if (status == CAROM_OK && lane->tracing) {
        status = carom_solver_moments(lane->solver, &lane->moments, error);
    }
    carom_log_sort(&lane->log);
    return status;
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

/* Flags of what was passed whole, and who they say it was between, by the numbers of the file. */
static void look_at_end(const carom_lane *lane, carom_archive *archive)
{
    if (archive->keeping) {
        return;
    }
    for (size_t k = 0; k < lane->log.count && archive->failure.status == CAROM_OK; k++) {
        carom_collision_examine(archive, &lane->log.item[k], lane->problem);
    }
    for (size_t k = 0; k < lane->moments.count && archive->failure.status == CAROM_OK; k++) {
        carom_moment_examine(archive, &lane->moments.item[k], lane->problem);
    }
}

static void pass_end(carom_lane *lane, carom_archive *archive)
{
    carom_archive_value(archive, lane->report);
    carom_archive_list(archive, &lane->log.item, &lane->log.count, &lane->log.capacity,
                       sizeof *lane->log.item);
    carom_archive_list(archive, &lane->moments.item, &lane->moments.count, &lane->moments.capacity,
                       sizeof *lane->moments.item);
    carom_archive_value(archive, lane->moments.left_out);
    look_at_end(lane, archive);
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
        pass_end(lane, archive);
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
