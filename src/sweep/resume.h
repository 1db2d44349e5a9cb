/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The journal of a study: what its finished tasks came to, number by number, from which the same
 * command goes on after an interruption of whatever kind, as a sweep does.
 */
#ifndef CAROM_SWEEP_RESUME_H
#define CAROM_SWEEP_RESUME_H

#include "run/study.h"
#include "sweep/journal.h"
#include <pthread.h>

/** A study that is kept in DIR/COMMAND.journal. */
typedef struct {
    carom_keeper keeper; /**< to be the study's */
    const carom_study *study;
    const char *command, *counted; /**< "converge", "runs" */
    /** what the user is to know before the first task is run */
    void (*say)(void *context, const char *text);
    char *path;
    carom_journal journal; /**< under the mutex; not open before the study says how large it is */
    pthread_mutex_t mutex;
} carom_resume;

/** Nothing is opened yet. @p study, @p command and @p counted are to live as long.
 *  @param say  may be NULL; its context is NULL
 *  @return CAROM_NO_MEMORY; carom_resume_end in any case */
CAROM_CHECKED carom_status carom_resume_begin(carom_resume *resume, const carom_study *study,
                                              const char *directory, const char *command,
                                              const char *counted,
                                              void (*say)(void *context, const char *text),
                                              carom_error *error);

/** Says in @p error, which is an interrupted study's, how far it came. */
void carom_resume_say_interrupted(const carom_resume *resume, carom_error *error);

/** Removes the journal where all that it held is in tables now, or where it holds nothing. */
void carom_resume_end(carom_resume *resume, bool all_is_written);

#endif
