/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulation loop: advances the solvers of a scenario to common sample times and passes each
 * sample to the recorders. */
#include "run/run.h"

/* Time of sample k (s). The first and the last sample are exactly at the start and the end. */
static double sample_time(const carom_simulation *simulation, int64_t k)
{
    double stretch = simulation->duration_s - simulation->from_s;
    return k == simulation->samples - 1
             ? simulation->duration_s
             : simulation->from_s + stretch * (double)k / (double)(simulation->samples - 1);
}

/* Advances all solvers to t_s. Solvers share no state, so the number of threads does not affect
 * the result. */
static carom_status advance_solvers(carom_simulation *simulation, double t_s, carom_error *error);

/* Long intervals between samples are split into equal parts, for progress and interrupts. */
static double next_stop(const carom_simulation *simulation, double sample_s);

/* Samples all solvers. Sampling does not change their state. */
static carom_status sample_solvers(const carom_simulation *simulation, carom_error *error);

typedef enum { BEGIN, SAMPLE, END } run_phase;

static carom_status notify_recorders(const carom_simulation *simulation, run_phase phase,
                                     carom_error *error);

static carom_status end(carom_simulation *simulation, carom_error *error);

carom_status carom_simulation_run(carom_simulation *simulation, carom_error *error)
{
    CAROM_TRY(notify_recorders(simulation, BEGIN, error));
    for (int64_t k = 0; k < simulation->samples; k++) {
        double sample_s = sample_time(simulation, k);
        do {
            CAROM_TRY(advance_solvers(simulation, next_stop(simulation, sample_s), error));
        } while (simulation->t_s != sample_s);
        CAROM_TRY(sample_solvers(simulation, error));
    }
    return end(simulation, error);
}

/* ---- steps of the loop ---- */

typedef struct {
    const carom_simulation *simulation;
    double t_s;
} slice;

static carom_status advance_solver_run(void *context, size_t i, carom_error *error)
{
    const slice *to = context;
    (void)error; /* the solver run stores its failure */
    carom_solver_run_advance(to->simulation->solver_run[i], to->t_s);
    return CAROM_OK;
}

static carom_status advance_solvers(carom_simulation *simulation, double t_s, carom_error *error)
{
    slice to = {simulation, t_s};
    carom_job_pool pool = {.tasks = simulation->solver_runs,
                           .jobs = simulation->threads,
                           .run = advance_solver_run,
                           .context = &to};
    CAROM_TRY(carom_job_pool_run(&pool, error));
    simulation->t_s = t_s;
    if (simulation->stop != NULL && *simulation->stop != 0) {
        return carom_error_interrupted(error);
    }
    if (simulation->progress != NULL) {
        simulation->progress(simulation->context, t_s / simulation->duration_s, t_s);
    }
    return CAROM_OK;
}

static double next_stop(const carom_simulation *simulation, double sample_s)
{
    double left = sample_s - simulation->t_s;
    long slices = left > 0 ? (long)((double)simulation->slices * left / simulation->duration_s) + 1
                           : 1;
    return slices == 1 ? sample_s : simulation->t_s + left / (double)slices;
}

static carom_status sample_solvers(const carom_simulation *simulation, carom_error *error)
{
    for (size_t i = 0; i < simulation->solver_runs; i++) {
        const carom_error *failure = &simulation->solver_run[i]->failure;
        if (failure->status == CAROM_INTERNAL) {
            *error = *failure;
            return failure->status;
        }
        carom_solver_run_sample(simulation->solver_run[i]);
    }
    return notify_recorders(simulation, SAMPLE, error);
}

static carom_status notify_recorders(const carom_simulation *simulation, run_phase phase,
                                     carom_error *error)
{
    for (size_t i = 0; i < simulation->recorders; i++) {
        const carom_recorder_entry *entry = simulation->recorder[i].entry;
        void *state = simulation->recorder[i].state;
        CAROM_TRY(phase == BEGIN    ? entry->begin(state, error)
                  : phase == SAMPLE ? entry->sample(state, simulation->t_s, error)
                                    : entry->end(state, error));
    }
    return CAROM_OK;
}

static carom_status end(carom_simulation *simulation, carom_error *error)
{
    for (size_t i = 0; i < simulation->solver_runs; i++) {
        CAROM_TRY(carom_solver_run_finish(simulation->solver_run[i], error));
    }
    return notify_recorders(simulation, END, error);
}
