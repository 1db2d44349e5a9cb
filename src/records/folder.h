/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A results folder while a command works in it: nobody else does at the same time, and what an
 * earlier run of the command left there goes when this one's results stand.
 *
 * files.tsv in the folder lists what carom has left there and by which command. What is not listed
 * is never touched.
 */
#ifndef CAROM_RECORDS_FOLDER_H
#define CAROM_RECORDS_FOLDER_H

#include <carom/status.h>
#include <stdbool.h>

typedef struct carom_folder carom_folder;

/** One that is not open yet; NULL: no memory. */
carom_folder *carom_folder_new(void);

/** Makes @p directory if need be and locks it, by a lock that the system lets go of when the
 * process ends, however it does. Where the file system has no locks, nothing is locked. Once only;
 * a NULL folder stays closed.
 *  @param command  whose files come after this
 *  @param shared   among others that say so too: the shards of a sweep
 *  @return CAROM_CANNOT_CREATE where another is at work there: the message names the process */
CAROM_CHECKED carom_status carom_folder_open(carom_folder *folder, const char *directory,
                                             const char *command, bool shared, carom_error *error);

/** A file that is there now, by its path as it was written to, below the folder's. From any thread.
 * NULL, or not open: nothing. */
void carom_folder_note(carom_folder *folder, const char *path);

/** Files whose names end in .part: what a later process of this command goes on with. `expect`: one
 * is there, until the command is done, or until it is closed and the file has gone; `save`: the
 * list says so from now on however this process ends. `keep`: those that an earlier process has
 * left stay where they are, whatever becomes of this one. NULL, or not open: nothing.
 *  @return CAROM_CANNOT_WRITE, CAROM_NO_MEMORY */
void carom_folder_expect(carom_folder *folder, const char *path);
CAROM_CHECKED carom_status carom_folder_save(carom_folder *folder, carom_error *error);
void carom_folder_keep(carom_folder *folder);

/** All is done: the files that an earlier run of the command left and this one did not are removed,
 * with the folders that this empties, and the list is written. A folder or file behind a symbolic
 * link stays. */
CAROM_CHECKED carom_status carom_folder_commit(carom_folder *folder, carom_error *error);

/** Unlocks and frees. What was noted but not committed is listed beside what was there; a folder
 * that was made and is empty goes. NULL: nothing. */
void carom_folder_close(carom_folder *folder);

#endif
