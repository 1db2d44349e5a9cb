/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the scenario of run.json again, for film, snapshot and sound. */
#include "plot/plot.h"

/* ---- solvers ---- */

/* Adds a solver unless it is there, or there are enough. */
static void add_solver(carom_replay *replay, const char *name, size_t most)
{
    for (size_t j = 0; j < replay->solvers; j++) {
        if (strcmp(replay->solver[j].spec->name, name) == 0) {
            return;
        }
    }
    if (replay->solvers < most) {
        replay->solver[replay->solvers++].spec = carom_scenario_find_solver(&replay->scenario,
                                                                            name);
    }
}

static carom_status choose_solvers(carom_replay *replay, const char *directory,
                                   const char *const *name, size_t names, size_t most,
                                   carom_error *error)
{
    const carom_scenario *scenario = &replay->scenario;
    CAROM_TRY(carom_scenario_check_solvers(scenario, name, names, error));
    if (names == 0 ? carom_records_include(directory, scenario->reference) : names == 1) {
        add_solver(replay, scenario->reference, most);
    }
    for (size_t i = 0; i < names; i++) {
        add_solver(replay, name[i], most);
    }
    /* of two without names, the second is of the other model if there is one */
    for (size_t i = 0, all = scenario->solvers.count; names == 0 && i < 2 * all; i++) {
        const carom_scenario_solver *one = carom_scenario_solver_at(scenario, i % all);
        bool soft = carom_solver_has_traits(&one->kind, CAROM_SOFT);
        bool is_other = replay->solvers > 0 &&
                        soft != carom_solver_has_traits(&replay->solver[0].spec->kind, CAROM_SOFT);
        if ((i >= all || (most == 2 && is_other)) && carom_records_include(directory, one->name)) {
            add_solver(replay, one->name, most);
        }
    }
    return CAROM_OK;
}

/* ---- runs ---- */

/* Runs the chosen solvers with the samples of the scenario, without records. */
static carom_status run_solvers(carom_replay *replay, carom_error *error)
{
    const carom_scenario *scenario = &replay->scenario;
    for (size_t j = 0; j < replay->solvers; j++) {
        replay->name[j] = replay->solver[j].spec->name;
    }
    replay->request = (carom_request){.scenario = scenario,
                                      .name = "",
                                      .only = replay->name,
                                      .only_count = replay->solvers,
                                      .threads = carom_processor_count(),
                                      .stop = replay->stop,
                                      .samples = scenario->samples,
                                      .to_s = scenario->duration_s};
    CAROM_TRY(carom_run_scenario(&replay->run, &replay->request, error));
    for (size_t j = 0; j < replay->solvers; j++) {
        for (size_t i = 0; i < replay->run.solvers; i++) {
            const carom_solver_run *run = &replay->run.solver[i].solver_run;
            if (strcmp(run->name, replay->name[j]) == 0) {
                replay->solver[j].run = run;
            }
        }
    }
    return CAROM_OK;
}

/* Finds the first mismatch of each solver with the first one, as the run did. */
static void find_mismatches(carom_replay *replay)
{
    const carom_solver_run *first = replay->solver[0].run;
    for (size_t i = 0; i < replay->solvers; i++) {
        carom_replayed *solver = &replay->solver[i];
        const carom_solver_run *run = solver->run;
        solver->mismatch_s = INFINITY;
        if (i == 0 || !first->logging || !run->logging) {
            continue;
        }
        carom_alignment alignment = carom_alignment_of(
            &first->log, &run->log, replay->scenario.problem.count,
            fmin(first->sample.t_s, run->sample.t_s),
            fmax(first->report.contact_s, run->report.contact_s));
        if (!isnan(alignment.mismatch_s)) {
            const carom_collision *c = alignment.mismatch[0];
            c = c != NULL && c->t_s == alignment.mismatch_s ? c : alignment.mismatch[1];
            solver->mismatch_s = alignment.mismatch_s;
            solver->lost[0] = c->a;
            solver->lost[1] = c->wall ? c->a : c->b;
        }
        carom_alignment_free(&alignment);
    }
}

static carom_status read_scenario(carom_replay *replay, const char *directory, carom_error *error)
{
    carom_messages messages = {.stop = replay->stop};
    char *text = NULL;
    carom_status status = carom_records_text(directory, "scenario", replay->stop, &text, error);
    if (status == CAROM_OK) {
        status = carom_scenario_read(&replay->scenario, text, strlen(text), NULL, 0, &messages);
        status = carom_messages_first_error(&messages, status, "run.json", error);
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
    CAROM_TRY(run_solvers(replay, error));
    find_mismatches(replay);
    return CAROM_OK;
}

void carom_replay_free(carom_replay *replay)
{
    carom_run_close(&replay->run);
    carom_scenario_free(&replay->scenario);
}
