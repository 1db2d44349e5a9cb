/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A study: a scenario that is run many times over, with other steps, seeds, starts or solvers, by
 * several threads.
 */
#ifndef CAROM_RUN_STUDY_H
#define CAROM_RUN_STUDY_H

#include "scenario/scenario.h"
#include <signal.h>

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
} carom_study;

/** Whether a solver counts. */
bool carom_study_chooses(const carom_study *study, const char *solver);

/** Does @p tasks tasks on the study's threads. */
CAROM_CHECKED carom_status carom_study_run(const carom_study *study, size_t tasks,
                                           carom_status (*run)(void *context, size_t task,
                                                               carom_error *error),
                                           void *context, carom_error *error);

#endif
