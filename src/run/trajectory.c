/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

/* ---- running ---- */

/* The recorder. It takes over the log and the last sample of the solver run. */
typedef struct {
    carom_solver_run *solver_run;
    carom_trajectory *trajectory; /* initially empty */
    size_t samples;               /* the maximum */
} memory_recorder;

static carom_status memory_begin(void *state, carom_error *error)
{
    const memory_recorder *to = state;
    carom_trajectory *trajectory = to->trajectory;
    size_t count = to->solver_run->problem->count, samples = to->samples;
    if ((double)count * (double)samples > CAROM_MAX_TRAJECTORY) {
        return carom_error_set(
            error, CAROM_INVALID, "samples",
            "%zu balls at %zu samples are too many for memory; their product may be at most %d",
            count, samples, (int)CAROM_MAX_TRAJECTORY);
    }
    trajectory->count = count;
    trajectory->t_s = carom_allocate(samples, sizeof(double));
    trajectory->kinetic_J = carom_allocate(samples, sizeof(double));
    trajectory->spin_J = carom_allocate(samples, sizeof(double));
    trajectory->elastic_J = carom_allocate(samples, sizeof(double));
    trajectory->speed_mps = carom_allocate(samples, sizeof(double));
    trajectory->at_m = carom_allocate(count * samples, sizeof(carom_vec));
    return CAROM_OK;
}

static double mean_speed(const carom_problem *problem, const carom_sample *sample)
{
    double sum = 0, n = 0;
    for (size_t i = 0; i < sample->count; i++) {
        sum += carom_vec_length(carom_flight_from_sample(sample, i).v);
        n += !problem->ball[i].fixed;
    }
    return sum / fmax(n, 1);
}

static carom_status memory_sample(void *state, double t_s, carom_error *error)
{
    memory_recorder *to = state;
    carom_trajectory *trajectory = to->trajectory;
    const carom_sample *sample = &to->solver_run->sample;
    size_t k = trajectory->samples, n = trajectory->count;
    (void)t_s;
    (void)error;
    if (carom_solver_run_has_failed(to->solver_run)) {
        return CAROM_OK; /* the samples before the failure are valid */
    }
    trajectory->samples++;
    trajectory->t_s[k] = sample->t_s;
    trajectory->kinetic_J[k] = sample->ledger.kinetic_J;
    trajectory->spin_J[k] = sample->ledger.spin_J;
    trajectory->elastic_J[k] = sample->ledger.elastic_J;
    trajectory->speed_mps[k] = mean_speed(to->solver_run->problem, sample);
    for (size_t i = 0; i < n; i++) {
        trajectory->at_m[k * n + i] = carom_flight_from_sample(sample, i).at;
    }
    return CAROM_OK;
}

static carom_status memory_end(void *state, carom_error *error)
{
    memory_recorder *to = state;
    carom_trajectory *trajectory = to->trajectory;
    (void)error;
    carom_solver_report(to->solver_run->solver, &trajectory->report);
    trajectory->failure = to->solver_run->failure;
    trajectory->log = to->solver_run->log;
    trajectory->end = to->solver_run->sample;
    trajectory->contact_samples = to->solver_run->contact_samples;
    to->solver_run->log = (carom_log){.item = NULL};
    to->solver_run->contact_samples = (carom_contact_samples){.item = NULL};
    to->solver_run->sample = (carom_sample){.count = 0};
    return CAROM_OK;
}

static const carom_recorder_entry recorder_memory = {memory_begin, memory_sample, memory_end};

carom_status carom_trajectory_run(carom_trajectory *trajectory, const carom_problem *problem,
                                  const carom_choice *choice, double duration_s, size_t samples,
                                  const carom_trace_request *trace,
                                  const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_solver_run solver_run, *const solver_runs[] = {&solver_run};
    memory_recorder to = {&solver_run, trajectory, samples};
    const carom_recorder recorder = {&recorder_memory, &to};
    *trajectory = (carom_trajectory){.samples = 0};
    carom_status status = carom_solver_run_open(&solver_run, "", problem, choice, true, stop,
                                                error);
    if (trace != NULL) {
        CAROM_THEN(status, carom_solver_run_trace(&solver_run, trace, error));
    }
    CAROM_THEN(status, carom_simulation_run(&(carom_simulation){.solver_run = solver_runs,
                                                                .solver_runs = 1,
                                                                .recorder = &recorder,
                                                                .recorders = 1,
                                                                .duration_s = duration_s,
                                                                .samples = (int64_t)samples,
                                                                .threads = 1,
                                                                .stop = stop},
                                            error));
    carom_solver_run_close(&solver_run);
    return status;
}

void carom_trajectory_free(carom_trajectory *trajectory)
{
    free(trajectory->t_s);
    free(trajectory->kinetic_J);
    free(trajectory->spin_J);
    free(trajectory->elastic_J);
    free(trajectory->speed_mps);
    free(trajectory->at_m);
    carom_log_free(&trajectory->log);
    carom_contact_samples_free(&trajectory->contact_samples);
    carom_sample_free(&trajectory->end);
    *trajectory = (carom_trajectory){.samples = 0};
}

/* ---- comparing ---- */

double carom_trajectory_distance(const carom_problem *problem, const carom_trajectory *a,
                                 const carom_trajectory *b, size_t k)
{
    double sum = 0, n = 0;
    if (k >= a->samples || k >= b->samples) {
        return NAN;
    }
    for (size_t i = 0; i < a->count; i++) {
        size_t at = k * a->count + i;
        sum += carom_vec_square(
            carom_torus_shortest(problem, carom_vec_subtract(b->at_m[at], a->at_m[at])));
        n += !problem->ball[i].fixed;
    }
    return sqrt(sum / fmax(n, 1));
}

double carom_collisions_per_ball(const carom_log *log, const carom_problem *problem, double t_s)
{
    const carom_ball *ball = problem->ball;
    double sum = 0, n = 0;
    for (size_t k = 0; k < log->count && log->item[k].t_s <= t_s; k++) {
        const carom_collision *c = &log->item[k];
        sum += !ball[c->a].fixed + (!c->wall && !ball[c->b].fixed);
    }
    for (size_t i = 0; i < problem->count; i++) {
        n += !ball[i].fixed;
    }
    return sum / fmax(n, 1);
}

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
