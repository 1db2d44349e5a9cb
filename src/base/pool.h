/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Tasks that do not depend on each other, done by several threads.
 */
#ifndef CAROM_BASE_POOL_H
#define CAROM_BASE_POOL_H

#include <carom/status.h>
#include <signal.h>
#include <stddef.h>

enum { CAROM_MOST_JOBS = 1024 };

typedef struct {
    size_t tasks;
    long jobs; /**< threads, >= 1; 0: one per processor */
    /** Does task number @p task. May be called from any thread, for each task once, in their order.
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
 *  @return the error of the first task, in their order, that had one; CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_pool_run(const carom_pool *pool, carom_error *error);

#endif
