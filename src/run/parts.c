/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/parts.h"
#include "measure/mismatch.h"
#include "records/columns.h"
#include "scene/canonical_order.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A run is advanced in about so many slices: often enough to see an interrupt and show progress. */
enum { SLICES = 500 };

/* ---- opening ---- */

size_t carom_request_solvers(const carom_request *request, const carom_scenario_solver **chosen)
{
    size_t count = 0;
    for (size_t i = 0; i < request->scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(request->scenario, i);
        if (carom_solver_is_chosen(request->only, request->only_count, solver->name)) {
            if (chosen != NULL) {
                chosen[count] = solver;
            }
            count++;
        }
    }
    return count;
}

static size_t *canonical_order(const carom_problem *problem)
{
    size_t n = problem->count, *order = malloc((n + 1) * sizeof *order);
    carom_ball *ball = malloc((n + 1) * sizeof *ball);
    if (order != NULL && ball != NULL) {
        memcpy(ball, problem->ball, n * sizeof *ball);
        carom_balls_sort(ball, n);
        for (size_t i = 0; i < n; i++) {
            order[i] = ball[i].number;
        }
    } else {
        free(order);
        order = NULL;
    }
    free(ball);
    return order;
}

static carom_status open_files(carom_run *run, carom_error *error)
{
    const char *directory = run->request->directory;
    carom_status status = carom_file_open(&run->summary, directory, "summary.tsv", error);
    if (status == CAROM_OK) {
        status = carom_file_open(&run->manifest, directory, "run.json", error);
    }
    if (status == CAROM_OK && run->request->compare) {
        status = carom_file_open(&run->divergence, directory, "divergence.tsv", error);
        if (status == CAROM_OK) {
            carom_table_header(run->divergence.stream, carom_divergence_table.columns);
        }
    }
    run->summary.hasty = run->manifest.hasty = run->divergence.hasty = run->request->hasty;
    return status;
}

static carom_status open_lanes(carom_run *run, carom_error *error)
{
    const carom_request *request = run->request;
    size_t count = carom_request_solvers(request, NULL);
    const carom_scenario_solver **chosen = malloc((count + 1) * sizeof *chosen);
    carom_status status = CAROM_OK;
    if (chosen == NULL) {
        return carom_error_no_memory(error);
    }
    carom_request_solvers(request, chosen);
    run->lane = calloc(count + 1, sizeof *run->lane);
    if (run->lane == NULL) {
        status = carom_error_no_memory(error);
    }
    while (run->lanes < count && status == CAROM_OK) {
        const carom_scenario_solver *spec = chosen[run->lanes];
        if (strcmp(spec->name, request->scenario->reference) == 0) {
            run->reference = run->lanes;
        }
        status = carom_lane_open(&run->lane[run->lanes++], request->scenario, spec,
                                 request->directory, request->collisions, error);
        if (status == CAROM_OK) {
            carom_lane *lane = &run->lane[run->lanes - 1];
            carom_solver_watch(lane->solver, request->stop);
            lane->series.hasty = lane->trajectory.hasty = lane->collisions.hasty = request->hasty;
        }
    }
    free(chosen);
    return status;
}

carom_status carom_run_open(carom_run *run, const carom_request *request, carom_error *error)
{
    carom_status status;
    *run = (carom_run){.request = request};
    run->order = canonical_order(&request->scenario->problem);
    if (run->order == NULL) {
        return carom_error_no_memory(error);
    }
    status = request->directory == NULL
               ? CAROM_OK
               : carom_directory_open(&run->made, request->directory, error);
    if (status == CAROM_OK && request->directory != NULL) {
        status = open_files(run, error);
    }
    return status == CAROM_OK ? open_lanes(run, error) : status;
}

void carom_run_close(carom_run *run)
{
    for (size_t i = 0; i < run->lanes; i++) {
        carom_lane_close(&run->lane[i]);
    }
    carom_file_discard(&run->divergence);
    carom_file_discard(&run->summary);
    carom_file_discard(&run->manifest);
    carom_directory_close(&run->made);
    free(run->lane);
    free(run->order);
    *run = (carom_run){.request = NULL};
}

/* ---- advancing ---- */

typedef struct {
    carom_lane *lane;
    double t_s;
    pthread_t thread;
    bool started;
} task;

static void *advance_one(void *object)
{
    task *work = object;
    carom_lane_advance(work->lane, work->t_s);
    return NULL;
}

/* Up to `threads` lanes at a time; a thread that cannot be had is done without. */
static void advance_slice(carom_lane *lane, size_t count, double t_s, size_t threads)
{
    enum { MOST_THREADS = 64 };
    task work[MOST_THREADS];
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    for (size_t first = 0; first < count; first += threads) {
        size_t batch = count - first < threads ? count - first : threads;
        for (size_t i = 0; i < batch; i++) {
            work[i] = (task){.lane = &lane[first + i], .t_s = t_s};
            work[i].started = batch > 1 &&
                              pthread_create(&work[i].thread, NULL, advance_one, &work[i]) == 0;
            if (!work[i].started) {
                advance_one(&work[i]);
            }
        }
        for (size_t i = 0; i < batch; i++) {
            if (work[i].started) {
                pthread_join(work[i].thread, NULL);
            }
        }
    }
}

carom_status carom_run_advance(carom_run *run, carom_lane *lane, size_t count, double t_s,
                               carom_error *error)
{
    const carom_request *request = run->request;
    double duration = request->scenario->duration_s;
    double from = t_s > 0 ? run->t_s : 0, way = t_s - from;
    long slices = (long)(SLICES * way / duration) + 1;
    for (long i = 1; i <= slices; i++) {
        double t = i == slices ? t_s : from + way * (double)i / (double)slices;
        advance_slice(lane, count, t, (size_t)request->threads);
        if (request->stop != NULL && *request->stop != 0) {
            return carom_error_set(error, CAROM_INTERRUPTED, "",
                                   "interrupted at t = %.6g s; no "
                                   "record was changed",
                                   t);
        }
        if (request->progress != NULL) {
            double part = (double)count / (double)run->lanes;
            request->progress(request->context, run->part_done + part * t / duration, t);
        }
    }
    run->t_s = t_s;
    if (t_s == duration) {
        run->part_done += (double)count / (double)run->lanes;
    }
    for (size_t i = 0; i < count; i++) {
        if (lane[i].failure.status == CAROM_NO_MEMORY || lane[i].failure.status == CAROM_INTERNAL) {
            *error = lane[i].failure;
            return error->status;
        }
    }
    return CAROM_OK;
}

/* ---- comparing ---- */

carom_status carom_run_compare(carom_run *run, carom_error *error)
{
    const carom_lane *reference = &run->lane[run->reference];
    for (size_t i = 0; i < run->lanes; i++) {
        carom_lane *lane = &run->lane[i];
        carom_divergence divergence = {NAN, NAN, NAN}; /* of a solver that has stopped early */
        if (!carom_lane_has_failed(lane) && !carom_lane_has_failed(reference)) {
            divergence = carom_divergence_of(lane->problem, run->order, &lane->sample,
                                             &reference->sample);
            lane->divergence_m = divergence.rms_m;
        }
        if (run->divergence.stream != NULL) {
            carom_record_divergence(run->divergence.stream, run->t_s, lane->spec->name,
                                    reference->spec->name, &divergence);
        }
    }
    if (run->divergence.stream != NULL && ferror(run->divergence.stream) != 0) {
        return carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s'",
                               run->divergence.path);
    }
    return CAROM_OK;
}

static void compare_logs(carom_run *run)
{
    const carom_lane *reference = &run->lane[run->reference];
    for (size_t i = 0; i < run->lanes; i++) {
        carom_lane *lane = &run->lane[i];
        double end = fmin(lane->sample.t_s, reference->sample.t_s);
        double contact = fmax(lane->summary.contact_s, reference->summary.contact_s);
        lane->summary.rms_divergence_m = lane->divergence_m;
        if (lane != reference && lane->logging) {
            lane->summary.first_mismatch_s = carom_mismatch_time(&lane->log, &reference->log, end,
                                                                 contact);
        }
    }
}

/* ---- finishing ---- */

static carom_status write_summary(carom_run *run, carom_error *error)
{
    carom_table_header(run->summary.stream, carom_summary_table.columns);
    for (size_t i = 0; i < run->lanes; i++) {
        carom_table_row(run->summary.stream, carom_summary_table.columns, &run->lane[i].summary);
    }
    return carom_file_finish(&run->summary, error);
}

static carom_status commit_file(const carom_run *run, carom_file *file, carom_error *error)
{
    carom_status status = carom_file_commit(file, error);
    if (status == CAROM_OK) {
        carom_folder_note(run->request->folder, file->path);
    }
    return status;
}

static carom_status commit(carom_run *run, carom_error *error)
{
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < run->lanes && status == CAROM_OK; i++) {
        status = commit_file(run, &run->lane[i].series, error);
        if (status == CAROM_OK) {
            status = commit_file(run, &run->lane[i].trajectory, error);
        }
        if (status == CAROM_OK && run->lane[i].logging) {
            status = commit_file(run, &run->lane[i].collisions, error);
        }
    }
    if (status == CAROM_OK && run->request->compare) {
        status = commit_file(run, &run->divergence, error);
    }
    if (status == CAROM_OK) {
        status = commit_file(run, &run->summary, error);
    }
    return status == CAROM_OK ? commit_file(run, &run->manifest, error) : status;
}

carom_status carom_run_finish(carom_run *run, carom_error *error)
{
    carom_status status = CAROM_OK;
    if (run->request->compare) {
        compare_logs(run);
    }
    if (run->request->directory == NULL) {
        return CAROM_OK;
    }
    if (run->request->compare) {
        status = carom_file_finish(&run->divergence, error);
    }
    if (status == CAROM_OK) {
        status = write_summary(run, error);
    }
    if (status == CAROM_OK) {
        status = carom_manifest_write(run->manifest.stream, run, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_finish(&run->manifest, error);
    }
    return status == CAROM_OK ? commit(run, error) : status;
}
