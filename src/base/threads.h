/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Threads, of two kinds of work: tasks that do not depend on each other, each worth a thread's
 * while (runs, solvers side by side), and loops of a step, whose turns are divided among a team
 * that waits for the next loop. What is computed does not depend on who computes it: the bits are
 * the same for any number of threads, and those that cannot be had are done without.
 */
#ifndef CAROM_BASE_THREADS_H
#define CAROM_BASE_THREADS_H

#include <carom/status.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- tasks ---- */

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

/* ---- loops ----
 * A team of its own and not OpenMP's: it belongs to its solver, needs no library that a user of
 * ours would have to link, and its threads wait awake for the next loop of a step, which comes a
 * few microseconds later. */

enum { CAROM_MOST_THREADS = 64 };

typedef struct carom_team carom_team;

/** The turns from <= i < to, as part number @p part (below the number of threads). */
typedef void (*carom_loop)(void *context, size_t part, size_t from, size_t to);

/** A team of so many threads, the caller one of them; fewer where they cannot be had. NULL is a
 * team of one. */
carom_team *carom_team_new(size_t threads);
void carom_team_free(carom_team *team);

/** Of how many threads it is. */
size_t carom_team_size(const carom_team *team);

/** Does as many turns as there are threads, each by another one, all at the same time: they may
 * wait for each other. */
void carom_team_together(carom_team *team, carom_loop loop, void *context);

/** Within that, by who does part number @p part: waits until all have come here. What one wrote
 * before, all can read after. */
void carom_team_meet(carom_team *team, size_t part);

/** Divides @p turns among the team; few turns are not worth it and are one part. */
void carom_parallel(carom_team *team, size_t turns, carom_loop loop, void *context);

/** The same for loops that are worth it from @p least turns on. The same turns are divided in the
 * same way again. */
void carom_parallel_from(carom_team *team, size_t least, size_t turns, carom_loop loop,
                         void *context);

#endif
