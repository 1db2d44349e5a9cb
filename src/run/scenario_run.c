/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a scenario into a folder of records: opens solvers and recorders, runs the simulation,
 * and commits all files at the end. */
#include "run/run.h"
#include "solvers/solvers.h"

/* Number of parts of a run: enough for progress and interrupts. */
enum { SLICES = 500 };

/* ---- opening ---- */

static carom_status open_files(carom_run *run, carom_error *error)
{
    const char *directory = run->request->directory;
    CAROM_TRY(carom_folder_claim(directory, carom_run_file_names, &run->owns_folder, error));
    CAROM_TRY(carom_directory_create(&run->made, directory, error));
    CAROM_TRY(carom_file_open(&run->summary, directory, "summary.tsv", error));
    return carom_file_open(&run->manifest, directory, "run.json", error);
}

static carom_status check_recording(const char *directory, const carom_recorded_options *recorded,
                                    const char *name, carom_error *error)
{
    bool is_relative = recorded->folder[0] != '\0' && name[0] != '/';
    char *path = is_relative ? carom_path_join(recorded->folder, name)
                             : carom_text_copy(name, strlen(name));
    carom_status status = carom_folder_check_input(directory, path, error);
    free(path);
    return status;
}

/* The run does not replace the recording that it plays back. */
static carom_status check_recordings(const char *directory, const carom_choice *kind,
                                     carom_error *error)
{
    const carom_recorded_options *recorded = kind->options;
    if (!carom_solver_has_traits(kind, CAROM_RECORDED)) {
        return CAROM_OK;
    }
    CAROM_TRY(check_recording(directory, recorded, recorded->file, error));
    for (size_t i = 0; i < recorded->files.count; i++) {
        const carom_recorded_file *file = (const carom_recorded_file *)recorded->files.items + i;
        CAROM_TRY(check_recording(directory, recorded, file->file, error));
    }
    return CAROM_OK;
}

/* Opens the tables of a solver under temporary names. */
static carom_status open_tables(carom_run *run, carom_run_solver *solver, carom_error *error)
{
    const bool is_written[] = {true, true, solver->solver_run.logging, run->traced};
    char *folder = carom_path_join(run->request->directory, solver->solver_run.name);
    carom_status status = carom_directory_create(&solver->folder, folder, error);
    for (size_t k = 0; k < CAROM_FILE_COUNT && status == CAROM_OK; k++) {
        if (is_written[k]) {
            status = carom_file_open(&solver->file[k], folder, carom_solver_file_names[k], error);
        }
    }
    free(folder);
    return status;
}

static carom_status open_solver(carom_run *run, const carom_scenario_solver *spec,
                                carom_error *error)
{
    const carom_request *request = run->request;
    carom_run_solver *solver = &run->solver[run->solvers++];
    carom_status status = carom_solver_run_open(&solver->solver_run, spec->name,
                                                &request->scenario->problem, &spec->kind, true,
                                                request->stop, error);
    if (strcmp(spec->name, request->scenario->reference) == 0) {
        run->reference = run->solvers - 1;
    }
    CAROM_TRY(status);
    CAROM_TRY(carom_solver_run_trace(&solver->solver_run, &run->trace, error));
    if (request->directory == NULL) {
        return CAROM_OK;
    }
    CAROM_TRY(check_recordings(request->directory, &spec->kind, error));
    CAROM_TRY(carom_folder_claim_solver(request->directory, spec->name, run->owns_folder, error));
    return open_tables(run, solver, error);
}

static void find_trace(carom_run *run)
{
    if (run->request->trace != NULL) {
        run->trace = *run->request->trace;
        return;
    }
    carom_scenario_trace(run->request->scenario, &run->trace);
    run->owns_trace = true;
    run->traced = run->trace.first > 0 || run->trace.pairs > 0;
    if (run->request->compare && !run->traced && run->request->directory != NULL) {
        run->trace.first = 1;
        run->trace.ends = true;
    }
}

/* Sorts the balls: sums over them must not depend on their numbers. */
static carom_status open_comparison(carom_run *run, carom_error *error)
{
    const carom_problem *problem = &run->request->scenario->problem;
    carom_ball *ball = carom_allocate(problem->count, sizeof *ball);
    run->order = carom_allocate(problem->count, sizeof *run->order);
    memcpy(ball, problem->ball, problem->count * sizeof *ball);
    carom_balls_sort(ball, problem->count);
    for (size_t i = 0; i < problem->count; i++) {
        run->order[i] = ball[i].number;
    }
    free(ball);
    return run->request->directory == NULL
             ? CAROM_OK
             : carom_file_open(&run->divergence, run->request->directory, "divergence.tsv", error);
}

static carom_status open_all(carom_run *run, carom_error *error)
{
    const carom_request *request = run->request;
    size_t count = request->scenario->solvers.count;
    run->solver = carom_allocate(count, sizeof *run->solver);
    if (request->directory != NULL) {
        CAROM_TRY(open_files(run, error));
    }
    find_trace(run);
    if (request->compare) {
        CAROM_TRY(open_comparison(run, error));
    }
    for (size_t i = 0; i < count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(request->scenario, i);
        if (carom_solver_is_chosen(request->only, request->only_count, solver->name)) {
            CAROM_TRY(open_solver(run, solver, error));
        }
    }
    return CAROM_OK;
}

void carom_run_close(carom_run *run)
{
    for (size_t i = 0; i < run->solvers; i++) {
        for (size_t k = 0; k < CAROM_FILE_COUNT; k++) {
            carom_file_discard(&run->solver[i].file[k]);
        }
        carom_directory_remove_empty(&run->solver[i].folder);
        carom_solver_run_close(&run->solver[i].solver_run);
    }
    carom_file_discard(&run->divergence);
    for (size_t k = 0; k < CAROM_FIGURE_TABLES; k++) {
        carom_file_discard(&run->figures.file[k]);
    }
    carom_file_discard(&run->summary);
    carom_file_discard(&run->manifest);
    carom_directory_remove_empty(&run->made);
    free(run->solver);
    free(run->solver_run);
    free(run->order);
    if (run->owns_trace) {
        free((void *)(uintptr_t)run->trace.pair);
    }
    *run = (carom_run){.request = NULL};
}

/* ---- simulating ---- */

static carom_status simulate(carom_run *run, carom_error *error)
{
    const carom_request *request = run->request;
    bool window = request->samples > 0;
    carom_recorder recorder[2] = {{&carom_recorder_run, run}};
    if (request->recorder != NULL) {
        recorder[1] = *request->recorder;
    }
    run->solver_run = carom_allocate(run->solvers, sizeof *run->solver_run);
    for (size_t i = 0; i < run->solvers; i++) {
        run->solver_run[i] = &run->solver[i].solver_run;
    }
    carom_simulation simulation = {
        .solver_run = run->solver_run,
        .solver_runs = run->solvers,
        .recorder = recorder,
        .recorders = request->recorder != NULL ? 2 : 1,
        .from_s = request->from_s,
        .duration_s = window ? request->to_s : request->scenario->duration_s,
        .samples = window                     ? request->samples
                 : request->directory == NULL ? 2
                                              : request->scenario->samples,
        .slices = window ? 0 : SLICES,
        .threads = request->threads,
        .stop = request->stop,
        .progress = request->progress,
        .context = request->context};
    carom_status status = carom_simulation_run(&simulation, error);
    return status != CAROM_INTERRUPTED
             ? status
             : carom_error_set(error, status, "",
                               "interrupted at t = %.6g s; no record was written", simulation.t_s);
}

/* ---- finishing ---- */

/* Removes the files of an earlier run, and commits run.json first, which marks the folder as
 * carom's. */
static carom_status commit_files(carom_run *run, carom_error *error)
{
    CAROM_TRY(carom_folder_clear(run->request->directory, carom_run_file_names, error));
    CAROM_TRY(carom_file_commit(&run->manifest, error));
    CAROM_TRY(carom_file_commit(&run->summary, error));
    CAROM_TRY(carom_file_commit(&run->divergence, error));
    if (run->request->figures) {
        CAROM_TRY(carom_figure_files_commit(&run->figures, error));
    }
    for (size_t i = 0; i < run->solvers; i++) {
        for (size_t k = 0; k < CAROM_FILE_COUNT; k++) {
            CAROM_TRY(carom_file_commit(&run->solver[i].file[k], error));
        }
    }
    return CAROM_OK;
}

static carom_status finish_run(carom_run *run, carom_error *error)
{
    if (run->request->figures) {
        CAROM_TRY(carom_figure_files_write(run, run->request->directory, error));
    }
    carom_table_header(run->summary.stream, carom_summary_table.columns);
    for (size_t i = 0; i < run->solvers; i++) {
        carom_table_row(run->summary.stream, carom_summary_table.columns, &run->solver[i].summary);
    }
    CAROM_TRY(carom_file_finish(&run->summary, error));
    carom_manifest_write(run->manifest.stream, run);
    CAROM_TRY(carom_file_finish(&run->manifest, error));
    return commit_files(run, error);
}

carom_status carom_run_scenario(carom_run *run, const carom_request *request, carom_error *error)
{
    *run = (carom_run){.request = request};
    carom_status status = open_all(run, error);
    if (status == CAROM_INTERRUPTED) {
        return carom_error_set(error, status, "",
                               "interrupted before the run started; no record was written");
    }
    CAROM_TRY(status);
    CAROM_TRY(simulate(run, error));
    return request->directory == NULL ? CAROM_OK : finish_run(run, error);
}

/* ---- report ---- */

bool carom_run_has_row(const carom_run *run, const carom_quantity *quantity)
{
    bool has_value = quantity->none != NULL;
    for (size_t i = 0; i < run->solvers; i++) {
        has_value = has_value || !isnan(carom_quantity_of(quantity, &run->solver[i].summary));
    }
    return has_value && quantity->label != NULL &&
           (quantity->place != CAROM_IN_COMPARED || run->request->compare);
}

void carom_run_describe_clock(const carom_run_solver *solver, char *text, size_t size)
{
    double simulated = solver->summary.simulated_s, requested_s = solver->solver_run.sample.t_s,
           ahead_s = simulated - requested_s;
    text[0] = '\0';
    if (ahead_s > 1e-9 * requested_s && !carom_solver_run_has_failed(&solver->solver_run)) {
        snprintf(text, size,
                 "its clock is %.6g s ahead: it simulated %.7g s instead of %.7g s. Its samples "
                 "are listed at the requested times.",
                 ahead_s, simulated, requested_s);
    }
}
