/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A job pool: tasks that do not depend on each other (runs, solvers of a run), each long enough
 * for a thread. The results do not depend on the number of threads. Threads that cannot be created
 * are done without.
 */
#ifndef CAROM_BASE_THREADS_H
#define CAROM_BASE_THREADS_H

#include <carom/status.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum { CAROM_MOST_JOBS = 1024 };

typedef struct {
    size_t tasks;
    long jobs; /**< threads, >= 1; 0: one per processor */
    /** In an order in which the first ones are like all, whatever is costly among them: for who
     * tells by those how long all take. Else in the order of their numbers. */
    bool spread;
    /** Does task number @p task. May be called from any thread, for each task once, in that order.
     */
    carom_status (*run)(void *context, size_t task, carom_error *error);
    void *context;
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    /** Told after every task, by one thread at a time; may be NULL. */
    void (*progress)(void *progress_context, double part, double done);
    void *progress_context;
} carom_pool;

/** The number of processors, >= 1. */
long carom_processors(void);

/** Does all tasks. After an error no further task is begun.
 *  @return the error of the first task, in the order in which they are begun, that had one;
 * CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_pool_run(const carom_pool *pool, carom_error *error);

#endif
