/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A program of somebody else's, run under limits; and runs of carom's own that may take only so
 * long.
 */
#ifndef CAROM_SYSTEM_PROGRAM_H
#define CAROM_SYSTEM_PROGRAM_H

#include <carom/status.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/** What to run, and how far it may go. All that it starts ends with it, whatever group or session
 * it has made of itself (where the system has /proc; else its group). */
typedef struct {
    /** the first is the program, found as a shell finds it; ended by NULL */
    const char *const *argument;
    const char *directory; /**< where it runs; NULL: here */
    /** names of the variables that it gets of this environment, ended by NULL; NULL: all */
    const char *const *environment;
    /** of processor time for each of its processes, and ten times as long by the clock; then it is
     * ended */
    double seconds;
    size_t memory_bytes, file_bytes; /**< of each process and of all; of each file it writes */
    size_t processes;                /**< at a time, what it starts included; 0: any number */
    /** files and folders in the folder `writes`; 0: any number */
    size_t files;
    const char *writes;
    const volatile sig_atomic_t *stop; /**< the wish that it ends now; may be NULL */
    /** is given each line of its output and its messages */
    void (*line)(void *context, const char *line);
    void *context;
} carom_program;

/** Which limit a program went beyond, and was ended for. */
typedef enum {
    CAROM_WITHIN_LIMITS,
    CAROM_TOO_LONG,
    CAROM_TOO_MUCH_MEMORY, /**< all processes together; one alone is refused more by the system */
    CAROM_TOO_MANY_PROCESSES,
    CAROM_TOO_MANY_FILES
} carom_program_excess;

typedef struct {
    bool timed_out; /**< excess is CAROM_TOO_LONG */
    carom_program_excess excess;
    int exit_status; /**< -1: ended by a signal, or for a limit */
} carom_program_end;

/** Runs it and waits for it; nothing of it is left running. The caller has no other child
 * processes meanwhile: whatever descends from it is taken for the program's.
 *  @return CAROM_INTERRUPTED where `stop` was set; CAROM_INTERNAL where no process could be had */
CAROM_CHECKED carom_status carom_program_run(const carom_program *program, carom_program_end *end,
                                             carom_error *error);

/** A limit of time for a run in this process: `wanted` becomes 1 when the processor time of all its
 * threads is over, or ten times as long by the clock, or when @p stop is set. */
typedef struct {
    volatile sig_atomic_t wanted; /**< to be watched by the run */
    bool expired;                 /**< the time was over; to be read after carom_deadline_end */
    const volatile sig_atomic_t *stop;
    double seconds;
    bool over;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
} carom_deadline;

/** Starts the clock; @p stop may be NULL. carom_deadline_end after CAROM_OK. */
CAROM_CHECKED carom_status carom_deadline_start(carom_deadline *deadline, double seconds,
                                                const volatile sig_atomic_t *stop,
                                                carom_error *error);
void carom_deadline_end(carom_deadline *deadline);

#endif
