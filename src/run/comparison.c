/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

/* NULL: no memory. The caller frees. */
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

carom_status carom_comparison_open(carom_comparison *comparison, const carom_problem *problem,
                                   size_t count, const char *directory, bool unsynced,
                                   carom_error *error)
{
    *comparison = (carom_comparison){.of = calloc(count + 1, sizeof *comparison->of),
                                     .count = count,
                                     .order = canonical_order(problem)};
    CAROM_NEED(comparison->of != NULL && comparison->order != NULL, error);
    if (directory == NULL) {
        return CAROM_OK;
    }
    CAROM_TRY(carom_file_open(&comparison->file, directory, "divergence.tsv", error));
    comparison->file.unsynced = unsynced;
    return CAROM_OK;
}

void carom_comparison_discard(carom_comparison *comparison)
{
    carom_file_discard(&comparison->file);
    free(comparison->of);
    free(comparison->order);
}

/* ---- recording ---- */

static carom_status comparison_begin(void *state, carom_error *error)
{
    carom_comparison *comparison = state;
    (void)error;
    for (size_t i = 0; i < comparison->count; i++) {
        comparison->of[i].divergence_m = NAN;
    }
    if (comparison->file.stream != NULL) {
        carom_table_header(comparison->file.stream, carom_divergence_table.columns);
    }
    return CAROM_OK;
}

static carom_status comparison_sample(void *state, double t_s, carom_error *error)
{
    carom_comparison *comparison = state;
    const carom_solver_run *reference = comparison->of[comparison->reference].solver_run;
    for (size_t i = 0; i < comparison->count; i++) {
        carom_compared *one = &comparison->of[i];
        carom_divergence divergence = {NAN, NAN, NAN}; /* for a solver that stopped early */
        if (!carom_solver_run_has_failed(one->solver_run) &&
            !carom_solver_run_has_failed(reference)) {
            divergence = carom_divergence_of(one->solver_run->problem, comparison->order,
                                             &one->solver_run->sample, &reference->sample);
            one->divergence_m = divergence.rms_m;
        }
        if (comparison->file.stream != NULL) {
            carom_record_divergence(comparison->file.stream, t_s, one->solver_run->name,
                                    reference->name, &divergence);
        }
    }
    return comparison->file.stream == NULL ? CAROM_OK : carom_file_check(&comparison->file, error);
}

static carom_status find_mismatch(const carom_compared *one, const carom_compared *reference,
                                  carom_error *error)
{
    carom_summary *summary = &one->summary_recorder->summary;
    double end = fmin(one->solver_run->sample.t_s, reference->solver_run->sample.t_s),
           contact = fmax(summary->contact_s, reference->summary_recorder->summary.contact_s);
    bool early = carom_solver_run_has_failed(one->solver_run) ||
                 carom_solver_run_has_failed(reference->solver_run);
    carom_alignment alignment;
    carom_status status = carom_alignment_of(&alignment, &reference->solver_run->log,
                                             &one->solver_run->log, one->solver_run->problem->count,
                                             end, contact, error);
    summary->first_mismatch_s = alignment.mismatch_s;
    summary->compared_to_s = early ? end : NAN;
    carom_alignment_free(&alignment);
    return status;
}

static carom_status comparison_end(void *state, carom_error *error)
{
    carom_comparison *comparison = state;
    const carom_compared *reference = &comparison->of[comparison->reference];
    for (size_t i = 0; i < comparison->count; i++) {
        const carom_compared *one = &comparison->of[i];
        one->summary_recorder->summary.rms_divergence_m = one->divergence_m;
        if (one != reference && one->solver_run->logging) {
            CAROM_TRY(find_mismatch(one, reference, error));
        }
    }
    return comparison->file.stream == NULL ? CAROM_OK : carom_file_finish(&comparison->file, error);
}

const carom_recorder_entry carom_recorder_comparison = {comparison_begin, comparison_sample,
                                                        comparison_end};

/* ---- study ---- */

bool carom_study_includes(const carom_study *study, const char *solver)
{
    return carom_solver_is_chosen(study->only, study->only_count, solver);
}

carom_status carom_study_run(const carom_study *study, size_t tasks,
                             carom_status (*run)(void *context, size_t task, carom_error *error),
                             void *context, carom_error *error)
{
    return carom_job_pool_run(&(carom_job_pool){.tasks = tasks,
                                                .jobs = study->jobs,
                                                .spread = true,
                                                .run = run,
                                                .context = context,
                                                .stop = study->stop,
                                                .progress = study->progress,
                                                .progress_context = study->context},
                              error);
}

/* ---- stored tasks ---- */

/* Shared by the threads. */
typedef struct {
    const carom_study *study;
    const carom_study_tasks *tasks;
    size_t *todo;
} stored_work;

carom_status carom_study_announce(const carom_study *study, size_t tasks, carom_error *error)
{
    return study->store == NULL ? CAROM_OK
                                : study->store->open(study->store->context, tasks, error);
}

static carom_status run_task(void *context, size_t which, carom_error *error)
{
    const stored_work *work = context;
    const carom_study_tasks *tasks = work->tasks;
    const carom_study_store *store = work->study->store;
    size_t task = work->todo[which], count = tasks->count(tasks->context, task);
    double *number = calloc(count + 1, sizeof *number);
    carom_status status = number == NULL ? carom_error_no_memory(error)
                                         : tasks->run(tasks->context, task, number, error);
    CAROM_THEN(status, tasks->take(tasks->context, task, number, error));
    if (status == CAROM_OK && store != NULL) {
        status = store->add(store->context, tasks->first + task, number, count, error);
    }
    free(number);
    return status;
}

/*  @return false: the task is not stored */
static bool take_stored_result(const stored_work *work, size_t task, size_t count,
                               carom_status *status, carom_error *error)
{
    const carom_study_tasks *tasks = work->tasks;
    const carom_study_store *store = work->study->store;
    double *number = store == NULL ? NULL : calloc(count, sizeof *number);
    bool found = number != NULL && store->find(store->context, tasks->first + task, number, count);
    if (found) {
        *status = tasks->take(tasks->context, task, number, error);
    }
    free(number);
    return found;
}

carom_status carom_study_run_tasks(const carom_study *study, const carom_study_tasks *tasks,
                                   carom_error *error)
{
    stored_work work = {study, tasks, malloc((tasks->tasks + 1) * sizeof *work.todo)};
    carom_status status = work.todo == NULL ? carom_error_no_memory(error) : CAROM_OK;
    size_t todo = 0;
    for (size_t k = 0; status == CAROM_OK && k < tasks->tasks; k++) {
        size_t count = tasks->count(tasks->context, k);
        if (count > 0 && !take_stored_result(&work, k, count, &status, error)) {
            work.todo[todo++] = k;
        }
    }
    CAROM_THEN(status, carom_study_run(study, todo, run_task, &work, error));
    free(work.todo);
    return status;
}
