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
                                   size_t count, const char *directory, carom_error *error)
{
    *comparison = (carom_comparison){.of = calloc(count + 1, sizeof *comparison->of),
                                     .count = count,
                                     .order = canonical_order(problem)};
    CAROM_NEED(comparison->of != NULL && comparison->order != NULL, error);
    return directory == NULL
             ? CAROM_OK
             : carom_file_open(&comparison->file, directory, "divergence.tsv", error);
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
        if (one != reference && one->solver_run->logging && reference->solver_run->logging) {
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
                                                .run = run,
                                                .context = context,
                                                .stop = study->stop,
                                                .progress = study->progress,
                                                .progress_context = study->context},
                              error);
}
