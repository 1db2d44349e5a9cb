/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The lock of a folder.
 */
#ifndef CAROM_RECORDS_FOLDER_LOCK_H
#define CAROM_RECORDS_FOLDER_LOCK_H

#include <carom/status.h>
#include <stdbool.h>

typedef struct {
    char *path; /**< of the lock file; NULL: nothing is locked */
    int file;
} carom_folder_lock;

/** Locks @p directory, alone or shared. Where the file system has no locks, nothing is locked and
 * that is no error.
 *  @return CAROM_CANNOT_CREATE where it is locked (the message names the process) or not to be
 * written in */
CAROM_CHECKED carom_status carom_folder_lock_take(carom_folder_lock *lock, const char *directory,
                                                  bool shared, carom_error *error);
void carom_folder_lock_give(carom_folder_lock *lock);

#endif
