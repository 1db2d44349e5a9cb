/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/study.h"
#include "base/threads.h"

bool carom_study_chooses(const carom_study *study, const char *solver)
{
    return carom_solver_is_chosen(study->only, study->only_count, solver);
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
