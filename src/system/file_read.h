/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The text of a file.
 */
#ifndef CAROM_SYSTEM_FILE_READ_H
#define CAROM_SYSTEM_FILE_READ_H

#include <carom/status.h>
#include <signal.h>
#include <stddef.h>

/** Reads a whole file, ended by a 0 byte.
 *  @return CAROM_CANNOT_READ, CAROM_NO_MEMORY; text is freed by the caller */
CAROM_CHECKED carom_status carom_file_read(const char *path, char **text, size_t *length,
                                           carom_error *error);

/** The same, and CAROM_INTERRUPTED where the end is wanted before. @param stop set from outside to
 * interrupt; may be NULL */
CAROM_CHECKED carom_status carom_file_read_until(const char *path,
                                                 const volatile sig_atomic_t *stop, char **text,
                                                 size_t *length, carom_error *error);

/** The same of a file or, of "-", of standard input; CAROM_INVALID where it is larger than @p
 * largest bytes. */
CAROM_CHECKED carom_status carom_file_read_most(const char *path, size_t largest, char **text,
                                                size_t *length, carom_error *error);

#endif
