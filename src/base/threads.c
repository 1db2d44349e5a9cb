/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Job pool. */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include <pthread.h>
#include <unistd.h>

/* State shared by the threads. */
typedef struct {
    const carom_job_pool *pool;
    pthread_mutex_t mutex;
    size_t next, done;  /* tasks; the mutex protects them and the members below */
    size_t failed_task; /* the first that failed; pool->tasks: none */
    carom_error failure;
} pool_state;

long carom_processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (count > CAROM_MAX_JOBS ? CAROM_MAX_JOBS : count);
}

static bool is_stopped(const carom_job_pool *pool)
{
    return pool->stop != NULL && *pool->stop != 0;
}

/* False: no task is left, a task has failed, or the run is interrupted. */
static bool start_task(pool_state *shared, size_t *task)
{
    pthread_mutex_lock(&shared->mutex);
    bool found = shared->next < shared->pool->tasks && shared->failed_task == shared->pool->tasks &&
                 !is_stopped(shared->pool);
    if (found) {
        *task = shared->next++;
    }
    pthread_mutex_unlock(&shared->mutex);
    return found;
}

static void finish_task(pool_state *shared, size_t task, carom_status status,
                        const carom_error *error)
{
    const carom_job_pool *pool = shared->pool;
    pthread_mutex_lock(&shared->mutex);
    shared->done++;
    if (status != CAROM_OK && task < shared->failed_task) {
        shared->failed_task = task;
        shared->failure = *error;
        shared->failure.status = status;
    }
    if (pool->progress != NULL) {
        pool->progress(pool->progress_context, (double)shared->done / (double)pool->tasks,
                       (double)shared->done);
    }
    pthread_mutex_unlock(&shared->mutex);
}

static void *run_tasks(void *object)
{
    pool_state *shared = object;
    size_t task;
    while (start_task(shared, &task)) {
        carom_error error = {CAROM_OK, "", ""};
        carom_status status = shared->pool->run(shared->pool->context, task, &error);
        finish_task(shared, task, status, &error);
    }
    return NULL;
}

carom_status carom_job_pool_run(const carom_job_pool *pool, carom_error *error)
{
    size_t jobs = (size_t)(pool->jobs > 0 ? pool->jobs : carom_processor_count()), started = 0;
    pool_state shared = {.pool = pool, .failed_task = pool->tasks};
    pthread_t *thread;
    jobs = jobs < pool->tasks ? jobs : pool->tasks;
    thread = carom_allocate(jobs + 1, sizeof *thread);
    pthread_mutex_init(&shared.mutex, NULL);
    while (started + 1 < jobs && pthread_create(&thread[started], NULL, run_tasks, &shared) == 0) {
        started++;
    }
    run_tasks(&shared);
    for (size_t i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
    }
    pthread_mutex_destroy(&shared.mutex);
    free(thread);
    if (shared.failed_task < pool->tasks) {
        if (error != NULL) {
            *error = shared.failure;
        }
        return shared.failure.status;
    }
    if (shared.done < pool->tasks) {
        return carom_error_set(error, CAROM_INTERRUPTED, "", "interrupted after %zu of %zu",
                               shared.done, pool->tasks);
    }
    return CAROM_OK;
}
