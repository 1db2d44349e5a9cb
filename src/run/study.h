/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A study: a scenario that is run many times over, with other steps, seeds, starts or solvers, by
 * several threads.
 */
#ifndef CAROM_RUN_STUDY_H
#define CAROM_RUN_STUDY_H

#include "scenario/scenario.h"
#include <signal.h>

/** What finished tasks of a study came to, kept beyond the process, so that an interrupted study
 * goes on (sweep/resume.h). Its functions may be called by several threads. */
typedef struct {
    /** before the first task, of which there are so many */
    carom_status (*open)(void *kept, size_t tasks, carom_error *error);
    /** @return false: task number @p task is not among them, or did not come to @p count numbers */
    bool (*find)(void *kept, size_t task, double *number, size_t count);
    carom_status (*add)(void *kept, size_t task, const double *number, size_t count,
                        carom_error *error);
    void *kept;
} carom_keeper;

typedef struct {
    const carom_scenario *scenario;
    /** of the scenario file, and the overrides of the command line: for places in it */
    const char *text;
    size_t length;
    const carom_override *overrides;
    size_t override_count;
    const char *const *only; /**< names of the solvers that count; only_count 0: all */
    size_t only_count;
    long jobs;                         /**< runs at a time; 0: one per processor */
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    void (*progress)(void *context, double part, double done); /**< may be NULL */
    void *context;
    const carom_keeper *keeper; /**< NULL: nothing is kept */
} carom_study;

/** Whether a solver counts. */
bool carom_study_chooses(const carom_study *study, const char *solver);

/** Does @p tasks tasks on the study's threads. */
CAROM_CHECKED carom_status carom_study_run(const carom_study *study, size_t tasks,
                                           carom_status (*run)(void *context, size_t task,
                                                               carom_error *error),
                                           void *context, carom_error *error);

/** Tasks that each come to numbers, of which nothing else is needed. */
typedef struct {
    size_t first, tasks; /**< task k is number first + k of the study's */
    /** how many numbers task @p task comes to; 0: there is nothing to do */
    size_t (*count)(const void *context, size_t task);
    carom_status (*run)(void *context, size_t task, double *number, carom_error *error);
    /** Takes what a task came to, now or in a process before. */
    carom_status (*take)(void *context, size_t task, const double *number, carom_error *error);
    void *context;
} carom_study_tasks;

/** Says how many tasks there will be, before any of carom_study_do. */
CAROM_CHECKED carom_status carom_study_open(const carom_study *study, size_t tasks,
                                            carom_error *error);

/** Takes the tasks that the study's keeper has, and does the others on the study's threads. */
CAROM_CHECKED carom_status carom_study_do(const carom_study *study, const carom_study_tasks *tasks,
                                          carom_error *error);

#endif
