/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Files that are written whole or not at all: a temporary name, then a rename.
 */
#ifndef CAROM_HARNESS_ATOMIC_FILE_H
#define CAROM_HARNESS_ATOMIC_FILE_H

#include <carom/status.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    FILE *stream; /**< NULL: not open */
    char *path, *temporary;
} carom_file;

/** Makes @p directory and what is above it. */
CAROM_CHECKED carom_status carom_directory_make(const char *directory, carom_error *error);

/** Opens a temporary file beside @p directory/@p name. */
CAROM_CHECKED carom_status carom_file_open(carom_file *file, const char *directory,
                                           const char *name, carom_error *error);

/** Flushes and closes, so that everything that can fail has failed before the first rename. */
CAROM_CHECKED carom_status carom_file_finish(carom_file *file, carom_error *error);

/** Gives a finished file its name. */
CAROM_CHECKED carom_status carom_file_commit(carom_file *file, carom_error *error);

/** Removes what was not committed; harmless otherwise. */
void carom_file_discard(carom_file *file);

/** A table to write of an object. */
typedef struct {
    const char *name;
    void (*write)(const void *object, FILE *stream);
} carom_table;

/** Writes one table of @p object, whole or not at all, into a directory that is there. */
CAROM_CHECKED carom_status carom_table_write(const char *directory, const carom_table *table, const void *object,
                                             carom_error *error);

/** Writes @p count tables of @p object into @p directory, made if need be; each whole or not at all. */
CAROM_CHECKED carom_status carom_tables_write(const char *directory, const carom_table *table, size_t count,
                                              const void *object, carom_error *error);

/** Numbers with 17 digits, tabs between them and a line end after the last. */
void carom_numbers_write(FILE *stream, const double *value, size_t count);

#endif
