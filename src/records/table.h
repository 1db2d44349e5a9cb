/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Tables of an object as files: all of them whole, or none.
 */
#ifndef CAROM_RECORDS_TABLE_H
#define CAROM_RECORDS_TABLE_H

#include "system/atomic_file.h"
#include <carom/param.h>

/** A table to write of an object. */
typedef struct {
    const char *name;
    void (*write)(const void *object, FILE *stream);
} carom_table;

/** Writes one table of @p object, whole or not at all, into a directory that is there. */
CAROM_CHECKED carom_status carom_table_write(const char *directory, const carom_table *table,
                                             const void *object, carom_error *error);

/** The same as the file @p path, "-" being standard output; the table's name is not asked. */
CAROM_CHECKED carom_status carom_table_write_path(const char *path, const carom_table *table,
                                                  const void *object, carom_error *error);

/** Writes @p count tables of @p object into @p directory, made if need be; all that can be are
 * written before the first gets its name. */
CAROM_CHECKED carom_status carom_tables_write(const char *directory, const carom_table *table,
                                              size_t count, const void *object, carom_error *error);

/** Numbers with 17 digits, tabs between them and a line end after the last. */
void carom_numbers_write(FILE *stream, const double *value, size_t count);

#endif
