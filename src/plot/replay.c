/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the scenario of run.json again, for film, snapshot and sound. */
#include "plot/plot.h"

/* ---- solvers ---- */

static carom_status add_solver(carom_replay *replay, const char *name, size_t most,
                               carom_error *error)
{
    const carom_scenario_solver *spec = carom_scenario_find_solver(&replay->scenario, name);
    char existing[400] = "";
    if (spec != NULL && replay->solvers < most) {
        replay->solver[replay->solvers++] = (carom_replayed){.spec = spec};
        return CAROM_OK;
    }
    for (size_t i = 0; i < replay->scenario.solvers.count; i++) {
        carom_text_append(existing, sizeof existing, "%s%s", i == 0 ? "" : ", ",
                          carom_scenario_solver_at(&replay->scenario, i)->name);
    }
    return spec != NULL
             ? carom_error_set(error, CAROM_INVALID, "", "at most %zu solvers are shown", most)
             : carom_error_set(error, CAROM_INVALID, "",
                               "no solver '%s' in the records; they have: %s", name, existing);
}

/* Adds the reference, if it is in the records, and the others up to `most`. */
static carom_status add_all(carom_replay *replay, const char *directory, size_t most,
                            carom_error *error)
{
    const carom_scenario *scenario = &replay->scenario;
    for (int others = 0; others < 2; others++) {
        for (size_t i = 0; i < scenario->solvers.count && replay->solvers < most; i++) {
            const char *name = carom_scenario_solver_at(scenario, i)->name;
            bool included = false;
            if ((strcmp(name, scenario->reference) != 0) == (others == 1)) {
                CAROM_TRY(carom_records_include(directory, name, &included, error));
            }
            if (included) {
                CAROM_TRY(add_solver(replay, name, most, error));
            }
        }
    }
    return CAROM_OK;
}

static carom_status choose_solvers(carom_replay *replay, const char *directory,
                                   const char *const *name, size_t names, size_t most,
                                   carom_error *error)
{
    if (names == 0) {
        return add_all(replay, directory, most, error);
    }
    if (names == 1 && strcmp(name[0], replay->scenario.reference) != 0) {
        CAROM_TRY(add_solver(replay, replay->scenario.reference, most, error));
    }
    for (size_t i = 0; i < names; i++) {
        CAROM_TRY(add_solver(replay, name[i], most, error));
    }
    return CAROM_OK;
}

/* ---- runs ---- */

static void widen(double range[4], const carom_problem *problem, const carom_sample *sample)
{
    for (size_t i = 0; i < sample->count; i++) {
        double r = problem->ball[i].radius_m;
        range[0] = fmin(range[0], sample->x_m[i] - r);
        range[1] = fmax(range[1], sample->x_m[i] + r);
        range[2] = fmin(range[2], sample->y_m[i] - r);
        range[3] = fmax(range[3], sample->y_m[i] + r);
    }
}

static carom_status advance_to_end(const carom_replay *replay, carom_replayed *solver,
                                   carom_solver_run *run, carom_error *error)
{
    const carom_scenario *scenario = &replay->scenario;
    for (int64_t k = 0; k < scenario->samples; k++) {
        double part = (double)k / (double)(scenario->samples - 1);
        carom_solver_run_advance(run, k + 1 == scenario->samples ? scenario->duration_s
                                                                 : scenario->duration_s * part);
        carom_solver_run_sample(run);
        if (replay->stop != NULL && *replay->stop != 0) {
            return carom_error_interrupted(error);
        }
        widen(solver->range, &scenario->problem, &run->sample);
    }
    CAROM_TRY(carom_solver_run_finish(run, error));
    solver->end_s = run->sample.t_s;
    solver->contact_s = run->report.contact_s;
    solver->logged = run->logging;
    solver->log = run->log;
    run->log = (carom_log){.item = NULL};
    return CAROM_OK;
}

static carom_status run_solver(void *context, size_t i, carom_error *error)
{
    carom_replay *replay = context;
    carom_replayed *solver = &replay->solver[i];
    carom_solver_run run;
    solver->range[0] = solver->range[2] = INFINITY;
    solver->range[1] = solver->range[3] = -INFINITY;
    carom_status status = carom_solver_run_open(&run, solver->spec->name, &replay->scenario.problem,
                                                &solver->spec->kind, true, replay->stop, error);
    CAROM_THEN(status, advance_to_end(replay, solver, &run, error));
    carom_solver_run_close(&run);
    return status;
}

/* Finds the first mismatch of each solver with the first one, as the run did. */
static carom_status find_mismatches(carom_replay *replay, carom_error *error)
{
    const carom_replayed *first = &replay->solver[0];
    carom_alignment alignment;
    for (size_t i = 0; i < replay->solvers; i++) {
        carom_replayed *solver = &replay->solver[i];
        solver->mismatch_s = INFINITY;
        if (i == 0 || !first->logged || !solver->logged) {
            continue;
        }
        carom_status status = carom_alignment_of(
            &alignment, &first->log, &solver->log, replay->scenario.problem.count,
            fmin(first->end_s, solver->end_s), fmax(first->contact_s, solver->contact_s), error);
        if (status == CAROM_OK && !isnan(alignment.mismatch_s)) {
            const carom_collision *c = alignment.mismatch[0];
            c = c != NULL && c->t_s == alignment.mismatch_s ? c : alignment.mismatch[1];
            solver->mismatch_s = alignment.mismatch_s;
            solver->lost[0] = c->a;
            solver->lost[1] = c->wall ? c->a : c->b;
        }
        carom_alignment_free(&alignment);
        CAROM_TRY(status);
    }
    return CAROM_OK;
}

static carom_status read_scenario(carom_replay *replay, const char *directory, carom_error *error)
{
    carom_messages messages = {.stop = replay->stop};
    char *text = NULL;
    carom_status status = carom_records_scenario(directory, replay->stop, &text, error);
    if (status == CAROM_OK) {
        status = carom_scenario_read(&replay->scenario, text, strlen(text), NULL, 0, &messages);
        status = status == CAROM_OK ? carom_messages_first_error(&messages, "run.json", error)
                                    : carom_reading_status(status, error);
    }
    carom_messages_free(&messages);
    free(text);
    return status;
}

carom_status carom_replay_run(carom_replay *replay, const char *directory, const char *const *name,
                              size_t names, size_t most, const volatile sig_atomic_t *stop,
                              carom_error *error)
{
    *replay = (carom_replay){.stop = stop};
    CAROM_TRY(read_scenario(replay, directory, error));
    CAROM_TRY(choose_solvers(replay, directory, name, names, most, error));
    const carom_job_pool pool = {
        .tasks = replay->solvers, .run = run_solver, .context = replay, .stop = stop};
    CAROM_TRY(carom_job_pool_run(&pool, error));
    return find_mismatches(replay, error);
}

void carom_replay_free(carom_replay *replay)
{
    for (size_t i = 0; i < replay->solvers; i++) {
        carom_log_free(&replay->solver[i].log);
    }
    carom_scenario_free(&replay->scenario);
}
