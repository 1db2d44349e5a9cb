/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What has been started from here, by whom and with how many: the processes below this one, found
 * in Linux's /proc, even such as have made a group or session of their own or whose parents have
 * ended. Elsewhere none is found.
 */
#ifndef CAROM_SYSTEM_PROCESSES_H
#define CAROM_SYSTEM_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>

/** Whether what loses its parents becomes this process's child instead of init's. */
void carom_processes_adopt(bool adopts);

/** How many processes descend from this one; counting ends at @p most.
 *  @param memory_bytes  what those that were counted have in memory */
size_t carom_processes_below(size_t most, size_t *memory_bytes);

/** Ends all that descend from this one, for ten seconds at most. */
void carom_processes_end(void);

/** How many processes and threads this user has. */
size_t carom_processes_of_user(void);

/** How many files and folders are in a folder and those in it; counting ends at @p most. */
size_t carom_files_below(const char *folder, size_t most);

#endif
