/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every study uses: jobs on the threads, frames, notes, one latched error, one arena, and the
 * files of its folder. */
#include "studies/studies.h"
#include <stdarg.h>

/* ---- memory and errors ---- */

void *carom_result_take(carom_result *result, size_t count, size_t size)
{
    return carom_arena_take(&result->arena, count, size);
}

bool carom_result_failed(const carom_result *result)
{
    return result->error.status != CAROM_OK;
}

void carom_result_fail(carom_result *result, carom_status status, const char *key,
                       const char *format, ...)
{
    char text[sizeof result->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!carom_result_failed(result)) {
        (void)carom_error_set(&result->error, status, key, "%s", text);
    }
}

/* Calls a function unless there is an error, which the call stores. */
#define UNLESS_FAILED(result, call) (void)(carom_result_failed(result) || (call) == CAROM_OK)

/* ---- frames and notes ---- */

void carom_result_add(carom_result *result, size_t frame, const void *row)
{
    carom_frame_add(&result->arena, &result->frame[frame], row);
}

static void add_text(carom_result *result, carom_result_text *to, const char *text)
{
    carom_arena_grow(&result->arena, &to->item, to->count, &to->room, sizeof *to->item);
    to->item[to->count++] = carom_arena_print(&result->arena, "%s", text);
}

void carom_result_note(carom_result *result, const char *format, ...)
{
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_text(result, &result->notes, text);
}

void carom_result_stopped(carom_result *result, const char *solver, const carom_error *failure)
{
    char text[1000];
    if (failure->status != CAROM_OK) {
        snprintf(text, sizeof text, "%s: %s", solver, failure->text);
        add_text(result, &result->stopped, text);
        result->status = result->status == CAROM_OK ? failure->status : result->status;
    }
}

void carom_result_print(const carom_result *result, FILE *stream, FILE *complaints)
{
    for (size_t i = 0; result->kind->tables[i].name != NULL; i++) {
        const carom_frame *frame = &result->frame[i];
        if (frame->rows > 0 && (frame->table->shown == NULL || frame->table->shown[0] != '\0')) {
            fputc('\n', stream);
            carom_frame_print(frame, stream);
        }
    }
    for (size_t i = 0; i < result->notes.count; i++) {
        fprintf(stream, "%s%s\n", i == 0 ? "\n" : "", result->notes.item[i]);
    }
    for (size_t i = 0; i < result->stopped.count; i++) {
        fprintf(complaints, "carom: error: %s\n", result->stopped.item[i]);
    }
}

void carom_result_write_json(const carom_result *result, FILE *stream)
{
    fputs("{\n", stream);
    for (size_t i = 0; result->kind->tables[i].name != NULL; i++) {
        char name[100];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(result->kind->tables[i].name, "."),
                 result->kind->tables[i].name);
        carom_json_write(stream, i == 0 ? "  $: " : ",\n  $: ", name);
        carom_frame_write_json(&result->frame[i], stream);
    }
    fputs("\n}\n", stream);
}

carom_plot *carom_result_plot(const carom_result *result)
{
    carom_plot *plot = carom_plot_open(result->scenario->title, result->kind->about.name,
                                       result->request->name, result->scenario->changes, "");
    result->kind->plot(result, plot);
    return plot;
}

void carom_result_plot_solver(const carom_result *result, carom_plot *plot, const char *solver)
{
    carom_plot_scenario_solver(plot, result->scenario, solver, NULL);
}

/* ---- jobs ---- */

/* The jobs of a study, freed with it. */
struct carom_job_list {
    carom_job_list *before;
    carom_job *job;
    size_t count;
};

carom_job *carom_result_jobs(carom_result *result, size_t count)
{
    carom_job_list *list = carom_result_take(result, 1, sizeof *list);
    list->job = carom_result_take(result, count, sizeof *list->job);
    list->count = count;
    list->before = result->jobs;
    result->jobs = list;
    for (size_t i = 0; i < count; i++) {
        list->job[i].problem = &result->scenario->problem;
        list->job[i].duration_s = result->scenario->duration_s;
        list->job[i].samples = 2;
    }
    return list->job;
}

const carom_scenario_solver **carom_result_solvers(carom_result *result, unsigned traits,
                                                   size_t *count)
{
    const carom_scenario *scenario = result->scenario;
    const carom_scenario_solver **spec = carom_result_take(result, scenario->solvers.count + 1,
                                                           sizeof *spec);
    *count = 0;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        spec[*count] = carom_scenario_solver_at(scenario, i);
        *count += carom_solver_has_traits(&spec[*count]->kind, traits) &&
                  carom_study_includes(result->request, spec[*count]->name);
    }
    return spec;
}

void carom_result_choose_kind(carom_result *result, carom_choice *choice, const char *kind)
{
    UNLESS_FAILED(result, carom_choice_set(choice, carom_interface_find(&carom_solvers, kind),
                                           &result->error));
}

carom_problem *carom_result_change(carom_result *result, carom_job *job)
{
    if (carom_result_failed(result) ||
        carom_problem_copy(&job->changed, &result->scenario->problem, &result->error) != CAROM_OK) {
        return NULL;
    }
    job->problem = &job->changed;
    return &job->changed;
}

void carom_result_set(carom_result *result, const carom_choice *choice, const char *key,
                      const char *value)
{
    UNLESS_FAILED(result, carom_choice_set_text(choice, key, value, &result->error));
}

void carom_result_converge(carom_result *result, carom_job *job, double theta)
{
    UNLESS_FAILED(result, carom_choice_converge(&job->choice, theta, &result->error));
}

/* Jobs of one call, and how many the study has done before. */
typedef struct {
    carom_result *result;
    carom_job *job;
    size_t count;
} batch;

static carom_status run_job(void *context, size_t task, carom_error *error)
{
    const batch *b = context;
    carom_job *job = &b->job[task];
    double start = carom_seconds_now();
    if (job->choice.entry == NULL) { /* a job that the study does not need */
        return CAROM_OK;
    }
    carom_status status = carom_trajectory_run(&job->history, job->problem, &job->choice,
                                               job->duration_s, job->samples, job->trace,
                                               b->result->request->stop, error);
    job->seconds = carom_seconds_now() - start;
    return status;
}

static void show_progress(void *context, double part, double done)
{
    const batch *b = context;
    const carom_study *request = b->result->request;
    double before = (double)b->result->jobs_done, all = (double)b->result->jobs_planned;
    double own = part * (double)b->count;
    (void)done;
    if (request->progress != NULL) {
        request->progress(request->context, all > 0 ? fmin(1, (before + own) / all) : part,
                          before + own);
    }
}

void carom_result_run(carom_result *result, carom_job *job, size_t count)
{
    batch b = {result, job, count};
    const carom_job_pool pool = {.tasks = count,
                                 .jobs = result->request->jobs,
                                 .run = run_job,
                                 .context = &b,
                                 .stop = result->request->stop,
                                 .progress = show_progress,
                                 .progress_context = &b};
    UNLESS_FAILED(result, carom_job_pool_run(&pool, &result->error));
    result->jobs_done += count;
}

/* sequential_speed resolves every cluster, also with friction. */
const carom_collision *carom_result_first_collision(carom_result *result, carom_job *job)
{
    const carom_trajectory *history = &job->history;
    carom_report report;
    carom_result_choose_kind(result, &job->choice, "impulse");
    carom_result_set(result, &job->choice, "impact_policy", "sequential_speed");
    UNLESS_FAILED(result,
                  carom_initial_report(job->problem, &job->choice, &report, &job->history.failure));
    for (double part = 1.0 / 1024;
         part <= 1 && history->log.count == 0 && history->failure.status == CAROM_OK &&
         !carom_result_failed(result);
         part *= 2) {
        carom_trajectory_free(&job->history);
        job->duration_s = part * result->scenario->duration_s;
        carom_result_run(result, job, 1);
    }
    return carom_result_failed(result) || history->log.count == 0 ? NULL : &history->log.item[0];
}

void carom_result_tasks(carom_result *result, size_t count,
                        carom_status (*run)(void *context, size_t task, carom_error *error),
                        void *context)
{
    UNLESS_FAILED(result, carom_study_run(result->request, count, run, context, &result->error));
}

void carom_result_forget(carom_job *job, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        carom_trajectory_free(&job[i].history);
        carom_choice_free(&job[i].choice);
        carom_problem_free(&job[i].changed);
    }
}

/* ---- running a study ---- */

carom_status carom_result_fill(carom_result *result, const carom_study_entry *kind,
                               const carom_study *request, carom_error *error)
{
    size_t count = 0;
    while (kind->tables[count].name != NULL) {
        count++;
    }
    result->kind = kind;
    result->request = request;
    result->scenario = request->scenario;
    result->frame = carom_result_take(result, count, sizeof *result->frame);
    for (size_t i = 0; i < count; i++) {
        result->frame[i].table = &kind->tables[i];
    }
    kind->fill(result);
    if (carom_result_failed(result) && error != NULL) {
        *error = result->error;
    }
    return result->error.status;
}

void carom_result_free(carom_result *result)
{
    for (carom_job_list *list = result->jobs; list != NULL; list = list->before) {
        carom_result_forget(list->job, list->count);
    }
    carom_arena_free(&result->arena);
    result->jobs = NULL;
}

/* ---- folder ---- */

enum { NAMES = 1000 };

/* Writes the names of all files of the study, its manifest first; returns the number of tables. */
static size_t list_files(const carom_study_entry *kind, char names[NAMES])
{
    size_t count = 0;
    snprintf(names, NAMES, "%s.json %s.figures.tsv", kind->about.name, kind->about.name);
    while (kind->tables[count].name != NULL) {
        carom_text_append(names, NAMES, " %s", kind->tables[count++].name);
    }
    carom_text_append(names, NAMES, " %s", kind->figures != NULL ? kind->figures : "");
    return count;
}

carom_status carom_result_write(const carom_result *result, size_t most, carom_error *error)
{
    const carom_study_entry *kind = result->kind;
    char names[NAMES];
    carom_directory made = {NULL, 0};
    size_t all = list_files(kind, names), tables = most < all ? most : all;
    const char *directory = result->request->directory;
    carom_file *file = carom_allocate(tables + 1, sizeof *file); /* the manifest, then the tables */
    carom_status status = carom_directory_create(&made, directory, error);
    CAROM_THEN(status, carom_manifest_open_study(&file[0], directory, kind->about.name,
                                                 result->request->name, result->scenario, error));
    CAROM_THEN(status, carom_frames_open(&file[1], directory, result->frame, tables, error));
    if (!result->request->resume) {
        CAROM_THEN(status, carom_folder_clear(directory, names, error));
    }
    for (size_t i = 0; i <= tables && status == CAROM_OK; i++) {
        status = carom_file_commit(&file[i], error);
    }
    for (size_t i = 0; i <= tables; i++) {
        carom_file_discard(&file[i]);
    }
    carom_directory_remove_empty(&made);
    free(file);
    return status;
}

void carom_study_clear_other(const carom_study_entry *kind, const char *directory)
{
    char names[NAMES];
    (void)list_files(kind, names);
    carom_folder_clear_other(directory, names);
}

/* ---- a study from start to end ---- */

/* A recording is the same from every initial state. */
static carom_status reject_recordings(const carom_study_entry *kind, const carom_study *study,
                                      carom_error *error)
{
    for (size_t i = 0; i < study->scenario->solvers.count && kind->varies_start; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(study->scenario, i);
        if (carom_study_includes(study, solver->name) &&
            carom_solver_has_traits(&solver->kind, CAROM_RECORDED)) {
            return carom_error_set(error, CAROM_INVALID, "solvers",
                                   "'%s' plays back a recording, which has no other initial "
                                   "states; choose the others by --solver",
                                   solver->name);
        }
    }
    return CAROM_OK;
}

carom_status carom_study_perform(const carom_study_entry *kind, carom_result *result,
                                 const carom_study *study, carom_error *error)
{
    char names[NAMES];
    bool is_own;
    CAROM_TRY(reject_recordings(kind, study, error));
    if (study->directory != NULL) {
        (void)list_files(kind, names);
        CAROM_TRY(carom_folder_claim(study->directory, names, &is_own, error));
    }
    return carom_result_fill(result, kind, study, error);
}

carom_status carom_study_read(const carom_study *study, const carom_override *overrides,
                              size_t count, const char *solver, carom_scenario *scenario,
                              carom_error *error)
{
    size_t own = study->override_count;
    carom_override *all = carom_allocate(own + count, sizeof *all);
    carom_messages messages = {.stop = study->stop,
                               .folder = study->scenario->folder,
                               .only = solver != NULL ? &solver : study->only,
                               .only_count = solver != NULL ? 1 : study->only_count};
    for (size_t i = 0; i < own + count; i++) {
        all[i] = i < own ? study->overrides[i] : overrides[i - own];
    }
    carom_status status = carom_scenario_read(scenario, study->text, study->length, all,
                                              own + count, &messages);
    status = carom_messages_first_error(&messages, status, study->path == NULL ? "" : study->path,
                                        error);
    carom_messages_free(&messages);
    free(all);
    return status;
}

carom_status carom_study_finish(const carom_result *result, FILE *text, FILE *complaints,
                                carom_plot **plot, carom_error *error)
{
    *plot = NULL;
    carom_result_print(result, text, complaints);
    CAROM_TRY(carom_result_write(result, SIZE_MAX, error));
    if (result->kind->plot != NULL && result->status == CAROM_OK) {
        *plot = carom_result_plot(result);
    }
    return CAROM_OK;
}

void carom_study_release(const carom_study_entry *kind, carom_result *result)
{
    carom_result_free(result);
    if (kind->about.params != NULL) {
        carom_params_free(kind->about.params, result);
    }
}
