/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

/* ---- running ---- */

static carom_status make_room(carom_trajectory *trajectory, size_t count, size_t samples,
                              carom_error *error)
{
    if ((double)count * (double)samples > CAROM_MAX_TRAJECTORY) {
        return carom_error_set(
            error, CAROM_INVALID, "samples",
            "%zu balls at %zu samples are too many for memory; their product may be at most %d",
            count, samples, (int)CAROM_MAX_TRAJECTORY);
    }
    trajectory->count = count;
    trajectory->at_m = carom_allocate(count * samples, sizeof(carom_vec));
    trajectory->t_s = carom_allocate(5 * samples, sizeof(double)); /* and the arrays behind */
    trajectory->kinetic_J = trajectory->t_s + samples;
    trajectory->spin_J = trajectory->kinetic_J + samples;
    trajectory->elastic_J = trajectory->spin_J + samples;
    trajectory->speed_mps = trajectory->elastic_J + samples;
    return CAROM_OK;
}

static void add_sample(carom_trajectory *trajectory, const carom_problem *problem,
                       const carom_sample *sample)
{
    size_t k = trajectory->samples++, n = trajectory->count;
    trajectory->t_s[k] = sample->t_s;
    trajectory->kinetic_J[k] = sample->ledger.kinetic_J;
    trajectory->spin_J[k] = sample->ledger.spin_J;
    trajectory->elastic_J[k] = sample->ledger.elastic_J;
    double speed_mps = 0, movable = 0;
    for (size_t i = 0; i < n; i++) {
        carom_flight ball = carom_flight_from_sample(sample, i);
        trajectory->at_m[k * n + i] = ball.at;
        speed_mps += carom_vec_length(ball.v);
        movable += !problem->ball[i].fixed;
    }
    trajectory->speed_mps[k] = speed_mps / fmax(movable, 1);
}

/* Run to the end or to a failure, up to which samples are valid. */
static carom_status run_samples(carom_trajectory *trajectory, carom_solver_run *run,
                                double duration_s, size_t samples, carom_error *error)
{
    const carom_cancel_flag cancel = {run->stop};
    for (size_t k = 0; k < samples; k++) {
        bool is_last = k == samples - 1;
        carom_solver_run_advance(run, is_last ? duration_s
                                              : duration_s * (double)k / (double)(samples - 1));
        CAROM_TRY(carom_check_cancelled(&cancel, error));
        if (run->failure.status == CAROM_INTERNAL) {
            *error = run->failure;
            return run->failure.status;
        }
        if (!carom_solver_run_has_failed(run)) {
            carom_solver_run_sample(run);
            add_sample(trajectory, run->problem, &run->sample);
        }
    }
    return carom_solver_run_finish(run, error);
}

carom_status carom_trajectory_run(carom_trajectory *trajectory, const carom_problem *problem,
                                  const carom_choice *choice, double duration_s, size_t samples,
                                  const carom_trace_request *trace,
                                  const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_solver_run run;
    *trajectory = (carom_trajectory){.samples = 0};
    carom_status status = carom_solver_run_open(&run, "", problem, choice, true, stop, error);
    if (trace != NULL) {
        CAROM_THEN(status, carom_solver_run_trace(&run, trace, error));
    }
    CAROM_THEN(status, make_room(trajectory, problem->count, samples, error));
    CAROM_THEN(status, run_samples(trajectory, &run, duration_s, samples, error));
    if (status == CAROM_OK) { /* it takes over the log and the last sample of the run */
        trajectory->report = run.report;
        trajectory->failure = run.failure;
        trajectory->log = run.log;
        trajectory->end = run.sample;
        trajectory->contact_samples = run.contact_samples;
        run.log = (carom_log){.item = NULL};
        run.contact_samples = (carom_contact_samples){.item = NULL};
        run.sample = (carom_sample){.count = 0};
    }
    carom_solver_run_close(&run);
    return status;
}

void carom_trajectory_free(carom_trajectory *trajectory)
{
    free(trajectory->t_s);
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
