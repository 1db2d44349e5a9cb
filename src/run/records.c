/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scenario run into a folder of records: every solver with its recorders, sent on its way; and
 * the files that are of all of them. */
#include "records/columns.h"
#include "run/journey.h"
#include "run/run.h"
#include <math.h>
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

static carom_status open_files(carom_run *run, carom_error *error)
{
    const char *directory = run->request->directory;
    carom_status status = carom_directory_open(&run->made, directory, error);
    if (status == CAROM_OK) {
        status = carom_file_open(&run->summary, directory, "summary.tsv", error);
    }
    if (status == CAROM_OK) {
        status = carom_file_open(&run->manifest, directory, "run.json", error);
    }
    run->summary.hasty = run->manifest.hasty = run->request->hasty;
    return status;
}

static carom_status open_solver(carom_run *run, const carom_scenario_solver *spec,
                                carom_error *error)
{
    const carom_request *request = run->request;
    size_t i = run->solvers++;
    carom_run_solver *solver = &run->solver[i];
    bool logs = request->collisions || run->traced;
    carom_status status = carom_lane_open(&solver->lane, spec->name, &request->scenario->problem,
                                          &spec->kind, logs, request->stop, error);
    solver->account = (carom_account){.lane = &solver->lane};
    if (request->compare) {
        run->comparison.of[i] = (carom_compared){.lane = &solver->lane,
                                                 .account = &solver->account};
    }
    if (strcmp(spec->name, request->scenario->reference) == 0) {
        run->reference = run->comparison.reference = i;
    }
    if (status == CAROM_OK && logs) {
        status = carom_lane_trace(&solver->lane, &run->trace, error);
    }
    if (status == CAROM_OK && request->directory != NULL) {
        status = carom_files_open(&solver->files, &solver->lane, request->directory,
                                  request->collisions, run->traced, request->hasty, error);
    }
    return status;
}

static carom_status open_solvers(carom_run *run, carom_error *error)
{
    size_t count = carom_request_solvers(run->request, NULL);
    const carom_scenario_solver **chosen = malloc((count + 1) * sizeof *chosen);
    carom_status status = CAROM_OK;
    run->solver = calloc(count + 1, sizeof *run->solver);
    if (chosen == NULL || run->solver == NULL) {
        free(chosen);
        return carom_error_no_memory(error);
    }
    carom_request_solvers(run->request, chosen);
    while (run->solvers < count && status == CAROM_OK) {
        status = open_solver(run, chosen[run->solvers], error);
    }
    free(chosen);
    return status;
}

static carom_status find_trace(carom_run *run, carom_error *error)
{
    carom_status status = carom_scenario_trace(run->request->scenario, &run->trace, error);
    run->traced = run->trace.first > 0 || run->trace.pairs > 0;
    if (run->request->compare && !run->traced && run->request->directory != NULL) {
        run->trace.first = 1;
        run->trace.ends = true;
    }
    return status;
}

static carom_status open_all(carom_run *run, carom_error *error)
{
    const carom_request *request = run->request;
    carom_status status = request->directory == NULL ? CAROM_OK : open_files(run, error);
    if (status == CAROM_OK) {
        status = find_trace(run, error);
    }
    if (status == CAROM_OK && request->compare) {
        status = carom_comparison_open(&run->comparison, &request->scenario->problem,
                                       carom_request_solvers(request, NULL), request->directory,
                                       request->hasty, error);
    }
    return status == CAROM_OK ? open_solvers(run, error) : status;
}

void carom_run_close(carom_run *run)
{
    for (size_t i = 0; i < run->solvers; i++) {
        carom_files_discard(&run->solver[i].files);
        carom_lane_close(&run->solver[i].lane);
    }
    carom_comparison_discard(&run->comparison);
    carom_file_discard(&run->summary);
    carom_file_discard(&run->manifest);
    carom_directory_close(&run->made);
    free(run->solver);
    free((void *)(uintptr_t)run->trace.pair);
    *run = (carom_run){.request = NULL};
}

/* ---- on the way ---- */

static void show_progress(void *context, double part, double t_s)
{
    const carom_run *run = context;
    double whole = (double)(run->request->compare ? 1 : run->solvers);
    run->request->progress(run->request->context, run->part_done + part / whole, t_s);
}

/* Sends `count` solvers, from `first` on, on their way side by side. */
static carom_status send(carom_run *run, size_t first, size_t count, carom_error *error)
{
    const carom_request *request = run->request;
    carom_lane **lane = malloc((count + 1) * sizeof *lane);
    carom_recorder *recorder = malloc((2 * count + 1) * sizeof *recorder);
    carom_journey journey = {.lane = lane,
                             .lanes = count,
                             .recorder = recorder,
                             .duration_s = request->scenario->duration_s,
                             .samples = request->directory == NULL ? 2 : request->scenario->samples,
                             .slices = SLICES,
                             .threads = request->threads,
                             .stop = request->stop,
                             .progress = request->progress == NULL ? NULL : show_progress,
                             .context = run};
    carom_status status = CAROM_NO_MEMORY;
    for (size_t i = 0; i < count && lane != NULL && recorder != NULL; i++) {
        carom_run_solver *solver = &run->solver[first + i];
        lane[i] = &solver->lane;
        if (request->directory != NULL) {
            recorder[journey.recorders++] = (carom_recorder){&carom_recorder_files, &solver->files};
        }
        recorder[journey.recorders++] = (carom_recorder){&carom_recorder_account, &solver->account};
    }
    if (request->compare && recorder != NULL) {
        recorder[journey.recorders++] = (carom_recorder){&carom_recorder_comparison,
                                                         &run->comparison};
    }
    status = lane == NULL || recorder == NULL ? carom_error_no_memory(error)
                                              : carom_journey_run(&journey, error);
    run->part_done += (double)count / (double)run->solvers;
    free(lane);
    free(recorder);
    return status != CAROM_INTERRUPTED
             ? status
             : carom_error_set(error, status, "",
                               "interrupted at t = %.6g s; no record was changed", journey.t_s);
}

/* ---- finishing ---- */

static carom_status write_summary(carom_run *run, carom_error *error)
{
    carom_table_header(run->summary.stream, carom_summary_table.columns);
    for (size_t i = 0; i < run->solvers; i++) {
        carom_table_row(run->summary.stream, carom_summary_table.columns,
                        &run->solver[i].account.summary);
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
    for (size_t i = 0; i < run->solvers; i++) {
        carom_file *file;
        for (size_t k = 0; (file = carom_files_at(&run->solver[i].files, k)) != NULL; k++) {
            status = status == CAROM_OK ? commit_file(run, file, error) : status;
        }
    }
    if (status == CAROM_OK && run->request->compare) {
        status = commit_file(run, &run->comparison.file, error);
    }
    if (status == CAROM_OK) {
        status = commit_file(run, &run->summary, error);
    }
    return status == CAROM_OK ? commit_file(run, &run->manifest, error) : status;
}

static carom_status finish(carom_run *run, carom_error *error)
{
    carom_status status = write_summary(run, error);
    if (status == CAROM_OK) {
        status = carom_manifest_write(run->manifest.stream, run, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_finish(&run->manifest, error);
    }
    return status == CAROM_OK ? commit(run, error) : status;
}

/* All together, against the reference; or one by one. */
carom_status carom_run_scenario(carom_run *run, const carom_request *request, carom_error *error)
{
    carom_status status;
    *run = (carom_run){.request = request};
    status = open_all(run, error);
    if (request->compare && status == CAROM_OK) {
        status = send(run, 0, run->solvers, error);
    }
    for (size_t i = 0; i < run->solvers && !request->compare && status == CAROM_OK; i++) {
        status = send(run, i, 1, error);
    }
    return status == CAROM_OK && request->directory != NULL ? finish(run, error) : status;
}

/* ---- what is said of it ---- */

bool carom_run_says(const carom_run *run, const carom_quantity *quantity)
{
    bool said = quantity->none != NULL;
    for (size_t i = 0; i < run->solvers; i++) {
        said = said || !isnan(carom_quantity_of(quantity, &run->solver[i].account.summary));
    }
    return said && quantity->label != NULL &&
           (quantity->place != CAROM_IN_COMPARED || run->request->compare);
}

void carom_run_say_clock(const carom_run_solver *solver, char *text, size_t size)
{
    double simulated = solver->account.summary.simulated_s, asked = solver->lane.sample.t_s,
           gained = simulated - asked;
    text[0] = '\0';
    if (gained > 1e-9 * asked && !carom_lane_has_failed(&solver->lane)) {
        snprintf(text, size,
                 "its clock has gained %.6g s: %.7g s are simulated where %.7g s were asked for; "
                 "its samples stand at the time asked.",
                 gained, simulated, asked);
    }
}
