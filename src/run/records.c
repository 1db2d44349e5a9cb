/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scenario run into a folder of records: every solver with its recorders, sent on its way; and
 * the files that are of all of them. */
#include "records/records.h"
#include "base/base.h"
#include "run/run.h"
#include "system/system.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run is advanced in about so many slices: often enough to see an interrupt and show progress; in
 * so many at most where these are too few for its checkpoints. */
enum { SLICES = 500, MOST_SLICES = 1000000 };

/* ---- opening ---- */

static carom_status choose_solvers(carom_run *run, carom_error *error)
{
    const carom_request *request = run->request;
    size_t count = request->scenario->solvers.count;
    run->solver = calloc(count + 1, sizeof *run->solver);
    run->chosen = malloc((count + 1) * sizeof *run->chosen);
    if (run->solver == NULL || run->chosen == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(request->scenario, i);
        if (carom_solver_is_chosen(request->only, request->only_count, solver->name)) {
            run->chosen[run->chosen_count++] = solver;
        }
    }
    return CAROM_OK;
}

static void say(const carom_request *request, const char *text)
{
    if (request->say != NULL) {
        request->say(request->say_context, text);
    }
}

static carom_file_manner manner_of(const carom_request *request)
{
    return request->checkpoints ? CAROM_FILE_LASTING
         : request->hasty       ? CAROM_FILE_HASTY
                                : CAROM_FILE_SURE;
}

/* What an earlier process has left of the run, if it has. Without --checkpoint the rows that a
 * checkpoint goes on behind stay with it; without a checkpoint the end takes them away. */
static carom_status open_checkpoint(carom_run *run, carom_error *error)
{
    const carom_request *request = run->request;
    char *identity;
    if (!request->checkpoints) {
        if (carom_checkpoint_lies(request->directory)) {
            carom_folder_keep(request->folder);
            say(request, "the checkpoint of a run that was not finished lies there and is left "
                         "alone: with --checkpoint that run goes on from it");
        }
        return CAROM_OK;
    }
    identity = carom_manifest_identity(request, run->chosen, run->chosen_count, error);
    return identity == NULL ? error->status
                            : carom_checkpoint_open(&run->checkpoint, request->directory, identity,
                                                    request->every_s, error);
}

/* Opens a file that is written at the end, in one go. */
static carom_status open_file(const carom_run *run, carom_file *file, const char *name,
                              carom_error *error)
{
    carom_status status = carom_file_open_as(file, run->request->directory, name,
                                             manner_of(run->request), error);
    status = status == CAROM_OK ? carom_file_begin(file, error) : status;
    file->lasting = false;
    return status;
}

static carom_status open_files(carom_run *run, carom_error *error)
{
    CAROM_TRY(carom_directory_open(&run->made, run->request->directory, error));
    CAROM_TRY(open_file(run, &run->summary, "summary.tsv", error));
    CAROM_TRY(open_file(run, &run->manifest, "run.json", error));
    return open_checkpoint(run, error);
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
    CAROM_TRY(status);
    if (logs) {
        CAROM_TRY(carom_lane_trace(&solver->lane, &run->trace, error));
    }
    return request->directory == NULL
             ? CAROM_OK
             : carom_files_open(&solver->files, &solver->lane, request->directory,
                                request->collisions, run->traced, manner_of(request), error);
}

static carom_status find_trace(carom_run *run, carom_error *error)
{
    CAROM_TRY(carom_scenario_trace(run->request->scenario, &run->trace, error));
    run->traced = run->trace.first > 0 || run->trace.pairs > 0;
    if (run->request->compare && !run->traced && run->request->directory != NULL) {
        run->trace.first = 1;
        run->trace.ends = true;
    }
    return CAROM_OK;
}

/* Visits the files that are open, in the order in which they get their names. */
static carom_status each_file(carom_run *run,
                              carom_status (*visit)(const carom_run *run, carom_file *file,
                                                    carom_error *error),
                              carom_error *error)
{
    carom_file *const of_all[] = {&run->comparison.file, &run->summary, &run->manifest}, *file;
    for (size_t i = 0; i < run->solvers; i++) {
        for (size_t k = 0; (file = carom_files_at(&run->solver[i].files, k)) != NULL; k++) {
            CAROM_TRY(file->path == NULL ? CAROM_OK : visit(run, file, error));
        }
    }
    for (size_t k = 0; k < sizeof of_all / sizeof of_all[0]; k++) {
        CAROM_TRY(of_all[k]->path == NULL ? CAROM_OK : visit(run, of_all[k], error));
    }
    return CAROM_OK;
}

/* However this process ends, the folder's list says whose its rows are. */
static carom_status expect_file(const carom_run *run, carom_file *file, carom_error *error)
{
    (void)error;
    if (file->temporary != NULL) {
        carom_folder_expect(run->request->folder, file->temporary);
    }
    return CAROM_OK;
}

/* Without a checkpoint nobody can go on with what has been written. */
static carom_status drop_rows(const carom_run *run, carom_file *file, carom_error *error)
{
    (void)run, (void)error;
    file->lasting = false;
    return CAROM_OK;
}

static carom_status open_all(carom_run *run, carom_error *error)
{
    const carom_request *request = run->request;
    CAROM_TRY(choose_solvers(run, error));
    if (request->directory != NULL) {
        CAROM_TRY(open_files(run, error));
    }
    CAROM_TRY(find_trace(run, error));
    if (request->compare) {
        CAROM_TRY(carom_comparison_open(&run->comparison, &request->scenario->problem,
                                        run->chosen_count, request->directory, manner_of(request),
                                        error));
    }
    while (run->solvers < run->chosen_count) {
        CAROM_TRY(open_solver(run, run->chosen[run->solvers], error));
    }
    if (request->checkpoints) {
        CAROM_TRY(each_file(run, expect_file, error));
        return carom_folder_save(request->folder, error);
    }
    return CAROM_OK;
}

void carom_run_close(carom_run *run)
{
    if (!run->checkpoint.there) {
        (void)each_file(run, drop_rows, NULL);
    }
    for (size_t i = 0; i < run->solvers; i++) {
        carom_files_discard(&run->solver[i].files);
        carom_lane_close(&run->solver[i].lane);
    }
    carom_comparison_discard(&run->comparison);
    carom_file_discard(&run->summary);
    carom_file_discard(&run->manifest);
    carom_directory_close(&run->made);
    carom_checkpoint_close(&run->checkpoint);
    free(run->solver);
    free(run->chosen);
    free(run->journey);
    free(run->lane);
    free(run->recorder);
    free((void *)(uintptr_t)run->trace.pair);
    *run = (carom_run){.request = NULL};
}

void carom_run_forget(carom_run *run)
{
    carom_checkpoint_remove(&run->checkpoint);
}

/* ---- on the way ---- */

static void show_progress(void *context, double part, double t_s)
{
    const carom_run *run = context;
    run->request->progress(run->request->context,
                           ((double)run->present + part) / (double)run->journeys, t_s);
}

/* All that the run has come to. */
static void pass_run(void *object, carom_archive *archive)
{
    carom_run *run = object;
    for (size_t g = 0; g < run->journeys; g++) {
        carom_journey_archive(&run->journey[g], archive);
    }
}

static carom_status keep(void *context, carom_error *error)
{
    carom_run *run = context;
    carom_journey *journey = &run->journey[run->present];
    bool seldom, due = carom_checkpoint_is_due(&run->checkpoint, &seldom);
    if (seldom && journey->slices < MOST_SLICES) {
        journey->slices *= 2;
    }
    if (journey->over && !run->request->compare) {
        carom_log_free(&run->solver[run->present].lane.log); /* it is in the records */
    }
    return due || journey->over
             ? carom_checkpoint_keep(&run->checkpoint, journey->t_s, pass_run, run, error)
             : CAROM_OK;
}

/* The recorders of `count` solvers from `first` on. */
static size_t add_recorders(carom_run *run, size_t first, size_t count, carom_recorder *recorder)
{
    size_t recorders = 0;
    for (size_t i = first; i < first + count; i++) {
        carom_run_solver *solver = &run->solver[i];
        run->lane[i] = &solver->lane;
        if (run->request->directory != NULL) {
            recorder[recorders++] = (carom_recorder){&carom_recorder_files, &solver->files};
        }
        recorder[recorders++] = (carom_recorder){&carom_recorder_account, &solver->account};
    }
    if (run->request->compare) {
        recorder[recorders++] = (carom_recorder){&carom_recorder_comparison, &run->comparison};
    }
    return recorders;
}

/* All side by side, or one by one. */
static carom_status plan(carom_run *run, carom_error *error)
{
    const carom_request *request = run->request;
    size_t count = request->compare ? run->solvers : 1, recorders = 0;
    run->journeys = request->compare ? 1 : run->solvers;
    run->journey = calloc(run->journeys + 1, sizeof *run->journey);
    run->lane = calloc(run->solvers + 1, sizeof *run->lane);
    run->recorder = calloc(2 * run->solvers + 1, sizeof *run->recorder);
    if (run->journey == NULL || run->lane == NULL || run->recorder == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t g = 0; g < run->journeys; g++) {
        carom_journey *journey = &run->journey[g];
        *journey = (carom_journey){
            .lane = &run->lane[g],
            .lanes = count,
            .recorder = &run->recorder[recorders],
            .duration_s = request->scenario->duration_s,
            .samples = request->directory == NULL ? 2 : request->scenario->samples,
            .slices = SLICES,
            .threads = request->threads,
            .stop = request->stop,
            .progress = request->progress == NULL ? NULL : show_progress,
            .keep = request->checkpoints ? keep : NULL,
            .context = run};
        journey->recorders = add_recorders(run, g, count, &run->recorder[recorders]);
        recorders += journey->recorders;
    }
    return CAROM_OK;
}

/* Where the checkpoint that was found has left it. */
static carom_status take_up(carom_run *run, carom_error *error)
{
    const carom_checkpoint *found = &run->checkpoint;
    char text[CAROM_NAME_SIZE + 200];
    size_t present = 0;
    if (found->stream == NULL) {
        return CAROM_OK;
    }
    CAROM_TRY(carom_checkpoint_give(&run->checkpoint, pass_run, run, error));
    while (present + 1 < run->journeys && run->journey[present].over) {
        present++;
    }
    snprintf(text, sizeof text, "goes on from t = %.6g s%s%s, checkpoint of %s",
             run->journey[present].t_s, run->journeys > 1 ? " of " : "",
             run->journeys > 1 ? run->solver[present].lane.name : "", found->written);
    say(run->request, text);
    return CAROM_OK;
}

/* What becomes of a run that was interrupted. */
static carom_status say_interrupted(const carom_run *run, double t_s, carom_error *error)
{
    return run->checkpoint.there
             ? carom_error_set(error, CAROM_INTERRUPTED, "",
                               "interrupted at t = %.6g s; the same command goes on from t = "
                               "%.6g s",
                               t_s, run->checkpoint.t_s)
             : carom_error_set(error, CAROM_INTERRUPTED, "",
                               "interrupted at t = %.6g s; no record was changed", t_s);
}

static carom_status send(carom_run *run, carom_error *error)
{
    carom_status status = take_up(run, error);
    double t_s = run->checkpoint.t_s;
    for (size_t g = 0; g < run->journeys && status == CAROM_OK; g++) {
        run->present = g;
        status = carom_journey_run(&run->journey[g], error);
        t_s = run->journey[g].t_s;
    }
    return status == CAROM_INTERRUPTED ? say_interrupted(run, t_s, error) : status;
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
    CAROM_TRY(carom_file_commit(file, error));
    carom_folder_note(run->request->folder, file->path);
    return CAROM_OK;
}

static carom_status finish(carom_run *run, carom_error *error)
{
    CAROM_TRY(write_summary(run, error));
    CAROM_TRY(carom_manifest_write(run->manifest.stream, run, error));
    CAROM_TRY(carom_file_finish(&run->manifest, error));
    return each_file(run, commit_file, error);
}

/* While all is opened: nothing has been taken up yet. */
static carom_status say_not_begun(const carom_run *run, carom_error *error)
{
    return carom_error_set(error, CAROM_INTERRUPTED, "", "interrupted before it began; %s",
                           run->checkpoint.there
                               ? "the same command goes on from the checkpoint that is there"
                               : "no record was changed");
}

static carom_status run_all(carom_run *run, const carom_request *request, carom_error *error)
{
    carom_status status;
    *run = (carom_run){.request = request};
    status = open_all(run, error);
    if (status == CAROM_INTERRUPTED) {
        return say_not_begun(run, error);
    }
    CAROM_TRY(status);
    CAROM_TRY(plan(run, error));
    CAROM_TRY(send(run, error));
    return request->directory == NULL ? CAROM_OK : finish(run, error);
}

carom_status carom_run_scenario(carom_run *run, const carom_request *request, carom_error *error)
{
    carom_status status = run_all(run, request, error);
    if (status == CAROM_CANNOT_WRITE &&
        run->checkpoint.there) { /* a full disk may have room again */
        char text[100];
        snprintf(text, sizeof text, "what was kept stays: the same command goes on from t = %.6g s",
                 run->checkpoint.t_s);
        say(request, text);
    }
    return status;
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
