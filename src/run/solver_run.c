/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"

carom_status carom_solver_run_open(carom_solver_run *solver_run, const char *name,
                                   const carom_problem *problem, const carom_choice *choice,
                                   bool logging, const volatile sig_atomic_t *stop,
                                   carom_error *error)
{
    *solver_run = (carom_solver_run){.name = name,
                                     .problem = problem,
                                     .choice = choice,
                                     .stop = stop,
                                     .logging = logging &&
                                                !carom_solver_has_traits(choice, CAROM_RECORDED)};
    solver_run->solver = carom_solver_new_cancellable(problem, choice, logging, stop, error);
    if (solver_run->solver == NULL) {
        return error->status;
    }
    CAROM_TRY(carom_sample_init(&solver_run->sample, problem->count, error));
    carom_solver_sample(solver_run->solver, &solver_run->sample);
    return CAROM_OK;
}

carom_status carom_solver_run_trace(carom_solver_run *solver_run,
                                    const carom_trace_request *trace_request, carom_error *error)
{
    solver_run->tracing = trace_request->first > 0 || trace_request->pairs > 0;
    return solver_run->tracing ? carom_solver_trace(solver_run->solver, trace_request, error)
                               : CAROM_OK;
}

void carom_solver_run_advance(carom_solver_run *solver_run, double t_s)
{
    double before = carom_seconds_now();
    if (carom_solver_run_has_failed(solver_run)) {
        return;
    }
    if (carom_solver_advance(solver_run->solver, t_s, &solver_run->failure) == CAROM_OK) {
        solver_run->failure.status = CAROM_OK;
        solver_run->reached_s = t_s;
    }
    solver_run->wall_clock_s += carom_seconds_now() - before;
}

void carom_solver_run_sample(carom_solver_run *solver_run)
{
    if (!carom_solver_run_has_failed(solver_run)) {
        carom_solver_sample(solver_run->solver, &solver_run->sample);
    }
}

carom_status carom_solver_run_finish(carom_solver_run *solver_run, carom_error *error)
{
    carom_solver_report(solver_run->solver, &solver_run->report);
    if (solver_run->logging) {
        CAROM_TRY(carom_solver_collisions(solver_run->solver, &solver_run->log, error));
        carom_log_sort(&solver_run->log);
        if (carom_solver_run_has_failed(solver_run) && solver_run->log.count > 0) {
            solver_run->reached_s = fmax(solver_run->reached_s,
                                         solver_run->log.item[solver_run->log.count - 1].t_s);
        }
    }
    return solver_run->tracing
             ? carom_solver_contact_samples(solver_run->solver, &solver_run->contact_samples, error)
             : CAROM_OK;
}

bool carom_solver_run_has_failed(const carom_solver_run *solver_run)
{
    return solver_run->failure.status != CAROM_OK;
}

void carom_solver_run_close(carom_solver_run *solver_run)
{
    carom_log_free(&solver_run->log);
    carom_contact_samples_free(&solver_run->contact_samples);
    carom_sample_free(&solver_run->sample);
    carom_solver_free(solver_run->solver);
    solver_run->solver = NULL;
}
