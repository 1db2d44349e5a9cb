/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenarios for programs in C: loads a file into an allocated scenario and gives access to its
 * parts. */
#include "scenario/scenario.h"
#include "system/system.h"

carom_scenario *carom_scenario_load_with_settings(const char *path, const carom_setting *settings,
                                                  carom_error *error)
{
    char *folder = carom_path_folder(path), *text = NULL;
    size_t size = strlen(folder) + 1, length, count = 0;
    carom_scenario *scenario = carom_allocate(1, sizeof *scenario + size); /* and its folder */
    carom_messages messages = {.folder = memcpy(scenario + 1, folder, size)};
    carom_arena memory = {NULL};
    free(folder);
    while (settings != NULL && settings[count].key != NULL) {
        count++;
    }
    carom_override *override = carom_arena_take(&memory, count + 1, sizeof *override);
    for (size_t i = 0; i < count; i++) {
        const carom_setting *s = &settings[i];
        override[i] = (carom_override){carom_arena_print(&memory, "--set %s=%s", s->key, s->value),
                                       s->key, s->value};
    }
    carom_status status = carom_scenario_file_read(path, &text, &length, error);
    if (status == CAROM_OK) {
        status = carom_scenario_read(scenario, text, length, override, count, &messages);
        status = carom_messages_first_error(&messages, status, path, error);
    }
    carom_messages_free(&messages);
    carom_arena_free(&memory);
    free(text);
    scenario->block = scenario;
    if (status != CAROM_OK) {
        carom_scenario_free(scenario);
        return NULL;
    }
    return scenario;
}

carom_scenario *carom_scenario_load(const char *path, carom_error *error)
{
    return carom_scenario_load_with_settings(path, NULL, error);
}

/* ---- access ---- */

const char *carom_scenario_title(const carom_scenario *scenario)
{
    return scenario->title;
}

const carom_problem *carom_scenario_problem(const carom_scenario *scenario)
{
    return &scenario->problem;
}

double carom_scenario_duration_s(const carom_scenario *scenario)
{
    return scenario->duration_s;
}

size_t carom_scenario_samples(const carom_scenario *scenario)
{
    return (size_t)scenario->samples;
}

double carom_scenario_sample_time_s(const carom_scenario *scenario, size_t k)
{
    size_t last = carom_scenario_samples(scenario) - 1;
    return k == last ? scenario->duration_s : scenario->duration_s * (double)k / (double)last;
}

size_t carom_scenario_solvers(const carom_scenario *scenario)
{
    return scenario->solvers.count;
}

size_t carom_scenario_reference(const carom_scenario *scenario)
{
    return (size_t)(carom_scenario_find_solver(scenario, scenario->reference) -
                    carom_scenario_solver_at(scenario, 0));
}

const char *carom_scenario_solver_name(const carom_scenario *scenario, size_t i)
{
    return carom_scenario_solver_at(scenario, i)->name;
}

const char *carom_scenario_solver_label(const carom_scenario *scenario, size_t i)
{
    const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
    return solver->label[0] == '\0' ? solver->name : solver->label;
}

carom_solver *carom_scenario_solver_new(const carom_scenario *scenario, size_t i,
                                        carom_error *error)
{
    if (i >= scenario->solvers.count) {
        carom_error_set(error, CAROM_INVALID, "solvers",
                        "found number %zu; the scenario has %zu, numbered from 0", i,
                        scenario->solvers.count);
        return NULL;
    }
    return carom_solver_new_from_choice(&scenario->problem,
                                        &carom_scenario_solver_at(scenario, i)->kind, true, error);
}

carom_status carom_scenario_check_solvers(const carom_scenario *scenario, const char *const *name,
                                          size_t count, carom_error *error)
{
    char solvers[500];
    for (size_t i = 0; i < count; i++) {
        if (carom_scenario_find_solver(scenario, name[i]) == NULL) {
            return carom_error_set(error, CAROM_INVALID, "solvers",
                                   "the scenario has no solver '%.60s'; its solvers are: %s",
                                   name[i],
                                   carom_scenario_list_solvers(scenario, name[i], solvers));
        }
    }
    return CAROM_OK;
}
