/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/study.h"
#include "base/pool.h"
#include <stdlib.h>
#include <string.h>

bool carom_study_chooses(const carom_study *study, const char *solver)
{
    return carom_solver_is_chosen(study->only, study->only_count, solver);
}

carom_status carom_study_copy(const carom_study *study, long long seed, carom_scenario *copy,
                              carom_error *error)
{
    carom_override *overrides = calloc(study->override_count + 1, sizeof *overrides);
    size_t count = study->override_count;
    carom_messages messages = {0};
    char value[32];
    carom_status status = CAROM_NO_MEMORY;
    *copy = (carom_scenario){.version = 0};
    snprintf(value, sizeof value, "%lld", seed);
    if (overrides != NULL) {
        if (count > 0) {
            memcpy(overrides, study->overrides, count * sizeof *overrides);
        }
        overrides[count] = (carom_override){"the study's seed", "seed", value};
        status = carom_scenario_read(copy, study->text, study->length, overrides,
                                     count + (seed >= 0), &messages);
    }
    if (status == CAROM_OK && messages.errors > 0) {
        status = carom_error_set(error, CAROM_INVALID, "seed",
                                 "seed %lld makes no valid scenario: %.300s", seed,
                                 messages.item[0].text);
    } else if (status != CAROM_OK) {
        status = carom_error_no_memory(error);
    }
    carom_messages_free(&messages);
    free(overrides);
    return status;
}

carom_status carom_study_run(const carom_study *study, size_t tasks,
                             carom_status (*run)(void *context, size_t task, carom_error *error),
                             void *context, carom_error *error)
{
    return carom_pool_run(&(carom_pool){.tasks = tasks,
                                        .jobs = study->jobs,
                                        .run = run,
                                        .context = context,
                                        .stop = study->stop,
                                        .progress = study->progress,
                                        .progress_context = study->context},
                          error);
}
