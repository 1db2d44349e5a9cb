/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records a run: the tables of each solver, divergence.tsv, and the numbers of summary.tsv. */
#include "run/run.h"

static carom_status run_begin(void *state, carom_error *error)
{
    carom_run *run = state;
    const carom_problem *problem = &run->request->scenario->problem;
    (void)error;
    for (size_t i = 0; i < run->solvers; i++) {
        carom_run_solver *solver = &run->solver[i];
        if (run->request->directory != NULL) {
            carom_table_header(solver->file[CAROM_SERIES].stream, carom_series_columns(problem));
            carom_table_header(solver->file[CAROM_TRAJECTORY].stream,
                               carom_trajectory_columns(problem));
        }
        solver->divergence_m = NAN;
        carom_summary_begin(solver);
    }
    if (run->divergence.stream != NULL) {
        carom_table_header(run->divergence.stream, carom_divergence_table.columns);
    }
    return CAROM_OK;
}

/* ---- a sample ---- */

static carom_status write_sample(carom_run_solver *solver, carom_error *error)
{
    const carom_solver_run *solver_run = &solver->solver_run;
    carom_file *series = &solver->file[CAROM_SERIES], *trajectory = &solver->file[CAROM_TRAJECTORY];
    carom_table_row(series->stream, carom_series_columns(solver_run->problem), &solver_run->sample);
    CAROM_TRY(carom_record_trajectory(trajectory->stream, solver_run->problem, &solver_run->sample,
                                      solver_run->stop, error));
    CAROM_TRY(carom_file_check(series, error));
    return carom_file_check(trajectory, error);
}

/* Compares a solver with the reference. A solver that stopped early has no divergence. */
static void compare_sample(carom_run *run, carom_run_solver *solver, double t_s)
{
    const carom_solver_run *own = &solver->solver_run,
                           *reference = &run->solver[run->reference].solver_run;
    solver->divergence = (carom_divergence){NAN, NAN, NAN};
    if (!carom_solver_run_has_failed(own) && !carom_solver_run_has_failed(reference)) {
        solver->divergence = carom_divergence_of(own->problem, run->order, &own->sample,
                                                 &reference->sample);
        solver->divergence_m = solver->divergence.rms_m;
    }
    if (run->divergence.stream != NULL) {
        carom_table_row(
            run->divergence.stream, carom_divergence_table.columns,
            &(carom_divergence_row){t_s, own->name, reference->name, solver->divergence});
    }
}

static carom_status run_sample(void *state, double t_s, carom_error *error)
{
    carom_run *run = state;
    for (size_t i = 0; i < run->solvers; i++) {
        carom_run_solver *solver = &run->solver[i];
        if (run->request->directory != NULL && !carom_solver_run_has_failed(&solver->solver_run)) {
            CAROM_TRY(write_sample(solver, error));
        }
        carom_summary_sample(solver);
        if (run->request->compare) {
            compare_sample(run, solver, t_s);
        }
    }
    return run->divergence.stream == NULL ? CAROM_OK : carom_file_check(&run->divergence, error);
}

/* ---- end ---- */

static carom_status finish_tables(carom_run_solver *solver, carom_error *error)
{
    const carom_solver_run *solver_run = &solver->solver_run;
    FILE *collisions = solver->file[CAROM_COLLISIONS].stream,
         *contacts = solver->file[CAROM_CONTACTS].stream;
    if (collisions != NULL) {
        CAROM_TRY(carom_record_collisions(collisions, solver_run->problem, &solver_run->log,
                                          solver_run->stop, error));
    }
    if (contacts != NULL) {
        CAROM_TRY(carom_record_contacts(contacts, solver_run->problem, &solver_run->contact_samples,
                                        solver_run->stop, error));
    }
    for (size_t k = 0; k < CAROM_FILE_COUNT; k++) {
        if (solver->file[k].stream != NULL) {
            CAROM_TRY(carom_file_finish(&solver->file[k], error));
        }
    }
    return CAROM_OK;
}

static void find_mismatch(carom_run_solver *solver, const carom_run_solver *reference)
{
    const carom_solver_run *own = &solver->solver_run, *other = &reference->solver_run;
    double end_s = fmin(own->sample.t_s, other->sample.t_s),
           contact_s = fmax(solver->summary.contact_s, reference->summary.contact_s);
    carom_alignment alignment = carom_alignment_of(&other->log, &own->log, own->problem->count,
                                                   end_s, contact_s);
    solver->summary.first_mismatch_s = alignment.mismatch_s;
    if (carom_solver_run_has_failed(own) || carom_solver_run_has_failed(other)) {
        solver->summary.compared_to_s = end_s;
    }
    carom_alignment_free(&alignment);
}

static carom_status run_end(void *state, carom_error *error)
{
    carom_run *run = state;
    const carom_run_solver *reference = &run->solver[run->reference];
    for (size_t i = 0; i < run->solvers; i++) {
        CAROM_TRY(finish_tables(&run->solver[i], error));
        carom_summary_end(&run->solver[i]);
    }
    for (size_t i = 0; i < run->solvers && run->request->compare; i++) {
        carom_run_solver *solver = &run->solver[i];
        solver->summary.rms_divergence_m = solver->divergence_m;
        if (solver != reference && solver->solver_run.logging && reference->solver_run.logging) {
            find_mismatch(solver, reference);
        }
    }
    return run->divergence.stream == NULL ? CAROM_OK : carom_file_finish(&run->divergence, error);
}

const carom_recorder_entry carom_recorder_run = {run_begin, run_sample, run_end};
