/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What stands where a file is to be written: nothing or a file, seen through symbolic links; a
 * device or pipe; or one of the process's own descriptors.
 */
#ifndef CAROM_SYSTEM_DESTINATION_H
#define CAROM_SYSTEM_DESTINATION_H

#include <carom/status.h>
#include <stdbool.h>
#include <sys/types.h>

typedef enum {
    /** an ordinary file, or none yet: written beside it, then renamed over it */
    CAROM_TO_FILE,
    /** a device, a pipe, a socket: opened and written to, never replaced */
    CAROM_TO_STREAM,
    CAROM_TO_DESCRIPTOR /**< /dev/stdout, /dev/fd/63: what is open there already is written to */
} carom_destination_kind;

typedef struct {
    carom_destination_kind kind;
    char *path; /**< behind the last symbolic link; free it */
    int descriptor;
    bool exists; /**< of an ordinary file: it is there, with these: */
    mode_t mode;
    uid_t owner;
    gid_t group;
} carom_destination;

/** Looks at @p path.
 *  @return CAROM_CANNOT_WRITE: a directory, a file that may not be written; CAROM_CANNOT_CREATE:
 * links that lead nowhere */
CAROM_CHECKED carom_status carom_destination_find(carom_destination *to, const char *path,
                                                  carom_error *error);

#endif
