/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "base/pool.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    const carom_pool *pool;
    pthread_mutex_t mutex;
    size_t next, done;  /* under the mutex, like what follows */
    size_t failed_task; /* pool->tasks: none */
    carom_error failure;
} workshop;

long carom_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (count > CAROM_MOST_JOBS ? CAROM_MOST_JOBS : count);
}

static bool is_stopped(const carom_pool *pool)
{
    return pool->stop != NULL && *pool->stop != 0;
}

/* The next task; false: there is none, or it is over. */
static bool take(workshop *shop, size_t *task)
{
    bool found;
    pthread_mutex_lock(&shop->mutex);
    found = shop->next < shop->pool->tasks && shop->failed_task == shop->pool->tasks &&
            !is_stopped(shop->pool);
    if (found) {
        *task = shop->next++;
    }
    pthread_mutex_unlock(&shop->mutex);
    return found;
}

static void give(workshop *shop, size_t task, carom_status status, const carom_error *error)
{
    const carom_pool *pool = shop->pool;
    pthread_mutex_lock(&shop->mutex);
    shop->done++;
    if (status != CAROM_OK && task < shop->failed_task) {
        shop->failed_task = task;
        shop->failure = *error;
        shop->failure.status = status;
    }
    if (pool->progress != NULL) {
        pool->progress(pool->progress_context, (double)shop->done / (double)pool->tasks,
                       (double)shop->done);
    }
    pthread_mutex_unlock(&shop->mutex);
}

static void *work(void *object)
{
    workshop *shop = object;
    size_t task;
    while (take(shop, &task)) {
        carom_error error = {CAROM_OK, "", ""};
        carom_status status = shop->pool->run(shop->pool->context, task, &error);
        give(shop, task, status, &error);
    }
    return NULL;
}

carom_status carom_pool_run(const carom_pool *pool, carom_error *error)
{
    size_t jobs = (size_t)(pool->jobs > 0 ? pool->jobs : carom_processors()), started = 0;
    workshop shop = {.pool = pool, .failed_task = pool->tasks};
    pthread_t *thread;
    jobs = jobs < pool->tasks ? jobs : pool->tasks;
    thread = calloc(jobs + 1, sizeof *thread);
    if (thread == NULL) {
        return carom_error_no_memory(error);
    }
    pthread_mutex_init(&shop.mutex, NULL);
    while (started + 1 < jobs && pthread_create(&thread[started], NULL, work, &shop) == 0) {
        started++; /* those that cannot be had are done without */
    }
    work(&shop);
    for (size_t i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
    }
    pthread_mutex_destroy(&shop.mutex);
    free(thread);
    if (shop.failed_task < pool->tasks) {
        if (error != NULL) {
            *error = shop.failure;
        }
        return shop.failure.status;
    }
    if (shop.done < pool->tasks) {
        return carom_error_set(error, CAROM_INTERRUPTED, "", "interrupted after %zu of %zu",
                               shop.done, pool->tasks);
    }
    return CAROM_OK;
}
