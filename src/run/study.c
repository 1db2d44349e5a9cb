/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "run/run.h"
#include <stdlib.h>

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
                                        .spread = true,
                                        .run = run,
                                        .context = context,
                                        .stop = study->stop,
                                        .progress = study->progress,
                                        .progress_context = study->context},
                          error);
}

/* ---- tasks that are kept ---- */

/* What the threads share. */
typedef struct {
    const carom_study *study;
    const carom_study_tasks *tasks;
    size_t *todo;
} kept_work;

carom_status carom_study_open(const carom_study *study, size_t tasks, carom_error *error)
{
    return study->keeper == NULL ? CAROM_OK
                                 : study->keeper->open(study->keeper->kept, tasks, error);
}

static carom_status do_task(void *context, size_t which, carom_error *error)
{
    const kept_work *work = context;
    const carom_study_tasks *tasks = work->tasks;
    const carom_keeper *keeper = work->study->keeper;
    size_t task = work->todo[which], count = tasks->count(tasks->context, task);
    double *number = calloc(count + 1, sizeof *number);
    carom_status status = number == NULL ? carom_error_no_memory(error)
                                         : tasks->run(tasks->context, task, number, error);
    if (status == CAROM_OK) {
        status = tasks->take(tasks->context, task, number, error);
    }
    if (status == CAROM_OK && keeper != NULL) {
        status = keeper->add(keeper->kept, tasks->first + task, number, count, error);
    }
    free(number);
    return status;
}

/* Takes a task that was finished before. @return false: it was not */
static bool take_kept(const kept_work *work, size_t task, size_t count, carom_status *status,
                      carom_error *error)
{
    const carom_study_tasks *tasks = work->tasks;
    const carom_keeper *keeper = work->study->keeper;
    double *number = keeper == NULL ? NULL : calloc(count, sizeof *number);
    bool found = number != NULL && keeper->find(keeper->kept, tasks->first + task, number, count);
    if (found) {
        *status = tasks->take(tasks->context, task, number, error);
    }
    free(number);
    return found;
}

carom_status carom_study_do(const carom_study *study, const carom_study_tasks *tasks,
                            carom_error *error)
{
    kept_work work = {study, tasks, malloc((tasks->tasks + 1) * sizeof *work.todo)};
    carom_status status = work.todo == NULL ? carom_error_no_memory(error) : CAROM_OK;
    size_t todo = 0;
    for (size_t k = 0; status == CAROM_OK && k < tasks->tasks; k++) {
        size_t count = tasks->count(tasks->context, k);
        if (count > 0 && !take_kept(&work, k, count, &status, error)) {
            work.todo[todo++] = k;
        }
    }
    if (status == CAROM_OK) {
        status = carom_study_run(study, todo, do_task, &work, error);
    }
    free(work.todo);
    return status;
}
