/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Another program, run to its end or until this one is told to stop; and the processes below this
 * one, found in Linux's /proc, even such as have made a group or session of their own or whose
 * parents have ended. Elsewhere none is found.
 */
#ifndef CAROM_SYSTEM_CHILD_H
#define CAROM_SYSTEM_CHILD_H

#include <carom/status.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/** The exit status where the program does not start: it is missing, or words say what happened. */
enum { CAROM_CHILD_MISSING = 127 };

/** Whether there is a program @p name on the PATH. */
bool carom_child_is_there(const char *name);

/** Runs @p argument (ended by NULL, the program looked for on the PATH), in a process group of its
 * own, in the C locale and with nothing on its standard input. While other threads run it must not
 * be called. What it says goes into the file @p words, or where that is NULL where this program's
 * words go. @p stop (may be NULL) set from outside ends it, first kindly.
 *  @param exit_status  of the program; 128 and the signal's number where one ended it
 *  @return CAROM_INTERRUPTED, or CAROM_INTERNAL where no process can be had */
CAROM_CHECKED carom_status carom_child_run(const char *const *argument, const char *words,
                                           const volatile sig_atomic_t *stop, int *exit_status,
                                           carom_error *error);

/* ---- all that descends from here ---- */

/** Whether what loses its parents becomes this process's child instead of init's. */
void carom_processes_adopt(bool adopts);

/** How many processes descend from this one; counting ends at @p most.
 *  @param memory_bytes  what those that were counted have in memory */
size_t carom_processes_below(size_t most, size_t *memory_bytes);

/** Ends all that descend from this one, for ten seconds at most. */
void carom_processes_end(void);

/** How many processes and threads this user has. */
size_t carom_processes_of_user(void);

/** How many files and folders are in a folder and those in it; counting ends at @p most, which a
 * folder more than 40 deep counts as. */
size_t carom_files_below(const char *folder, size_t most);

#endif
