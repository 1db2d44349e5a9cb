/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Files that are written whole or not at all: a temporary name, then a rename. Through symbolic
 * links it is the file behind them that is replaced; devices, pipes and descriptors (/dev/stdout)
 * are never replaced but written to, as it comes.
 *
 * Where the system and the folder's kind of files know files without a name (Linux; not a network's
 * disk), one has its temporary name (.NAME.PID-HASH.tmp) only from finish to commit: a process that
 * is killed while it writes leaves nothing. Elsewhere, or killed just then, it leaves that file,
 * and nobody takes it away: whether its writer still lives cannot be told of another host's.
 */
#ifndef CAROM_SYSTEM_ATOMIC_FILE_H
#define CAROM_SYSTEM_ATOMIC_FILE_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *stream;    /**< NULL: not open */
    char *path;      /**< as it was asked for */
    char *temporary; /**< NULL: without a name until it is finished, or none is needed */
    char *target;    /**< what the file gets to be called; NULL: written to directly */
    /** set after opening: not worth waiting for the disk; a power cut may lose it */
    bool hasty;
    bool lasting;          /**< what is written stays when it is discarded */
    uint64_t marked, hash; /**< of what lasts: carom_file_archive has hashed so many bytes */
} carom_file;

/** How a file comes to its name. */
typedef enum {
    CAROM_FILE_SURE,   /**< the disk is waited for before */
    CAROM_FILE_HASTY,  /**< it is not */
    CAROM_FILE_LASTING /**< it is, and a later process can go on with it (lasting_file.h) */
} carom_file_manner;

/** A folder and those above it that were made for it. */
typedef struct {
    char *path;   /**< NULL: none */
    size_t found; /**< so many bytes of the path were there before */
} carom_directory;

/** Makes @p directory and what is above it. */
CAROM_CHECKED carom_status carom_directory_make(const char *directory, carom_error *error);

/** The same, remembering what was made. On an error nothing of it stays. */
CAROM_CHECKED carom_status carom_directory_open(carom_directory *made, const char *directory,
                                                carom_error *error);

/** Frees, after removing what was made and is (still, or again) empty. */
void carom_directory_close(carom_directory *made);

/** Opens a temporary file in the folder of @p directory/@p name, with the permissions of the file
 * that it is to replace, or those that the umask leaves. Opening a named pipe waits for its reader,
 * and ends with CAROM_INTERRUPTED on a signal. */
CAROM_CHECKED carom_status carom_file_open(carom_file *file, const char *directory,
                                           const char *name, carom_error *error);

/** The same in a manner. What lasts is NAME.part until it is committed, which is opened as it is
 * where it is there already, and stays when it is discarded, unless `lasting` is taken back.
 *  @return also CAROM_CANNOT_CREATE: what stands there is a pipe or device, and cannot last */
CAROM_CHECKED carom_status carom_file_open_as(carom_file *file, const char *directory,
                                              const char *name, carom_file_manner manner,
                                              carom_error *error);

/** The same for a path; "-" is standard output. */
CAROM_CHECKED carom_status carom_file_open_path(carom_file *file, const char *path,
                                                carom_error *error);

/** Flushes (to the disk, where it is not hasty) and closes, so that everything that can fail has
 * failed before the first rename. */
CAROM_CHECKED carom_status carom_file_finish(carom_file *file, carom_error *error);

/** Whether all that was written so far went well. @return CAROM_CANNOT_WRITE */
CAROM_CHECKED carom_status carom_file_check(const carom_file *file, carom_error *error);

/** Writes all of @p from, from its beginning, and finishes. */
CAROM_CHECKED carom_status carom_file_copy(carom_file *file, FILE *from, carom_error *error);

/** Gives a finished file its name, and has the disk keep it. */
CAROM_CHECKED carom_status carom_file_commit(carom_file *file, carom_error *error);

/** Removes what was not committed; harmless otherwise. */
void carom_file_discard(carom_file *file);

/** A file without a name in @p directory, to write and then to read; fclose removes it. NULL with
 * the reason in @p error. (Not tmpfile: what is too long for memory is too long for a small /tmp.)
 */
FILE *carom_file_nameless(const char *directory, carom_error *error);

#endif
