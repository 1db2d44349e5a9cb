/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A table: columns that are described once, rows that are written by that description, and files
 * of an object, all of them whole or none.
 */
#ifndef CAROM_RECORDS_TABLE_H
#define CAROM_RECORDS_TABLE_H

#include "params/column.h"
#include "system/atomic_file.h"
#include <carom/param.h>
#include <signal.h>

/** Rows on their way into a stream. */
typedef struct {
    FILE *stream;
    const carom_column *columns;
} carom_rows;

/** A table to write of an object. */
typedef struct {
    const char *name;            /**< of its file */
    const char *doc;             /**< what it has a row of */
    const carom_column *columns; /**< ended by a NULL name */
    /** puts every row; NULL: they come one by one while something runs */
    void (*rows)(const void *object, carom_rows *rows);
    /** in place of columns and rows: all of a file that is no table, or whose columns depend */
    void (*write)(const void *object, FILE *stream);
} carom_table;

/** The names of the columns, tabs between them and a line end after the last. */
void carom_table_header(FILE *stream, const carom_column *columns);

/** One row: numbers with 17 digits, tabs between and a line end after the last. */
void carom_table_row(FILE *stream, const carom_column *columns, const void *row);

/** The same, for a table's `rows`. */
void carom_rows_put(carom_rows *rows, const void *row);

/** Whether the end is wanted, by @p stop (may be NULL): asked at every row, heard every some
 * thousand of them, which are some ms apart. */
static inline bool carom_rows_end(const volatile sig_atomic_t *stop, size_t row)
{
    enum { ROWS = 4096 };
    return row % ROWS == 0 && stop != NULL && *stop != 0;
}

/** Writes one table of @p object, whole or not at all, into a directory that is there. */
CAROM_CHECKED carom_status carom_table_write(const char *directory, const carom_table *table,
                                             const void *object, carom_error *error);

/** The same as the file @p path, "-" being standard output; the table's name is not asked. */
CAROM_CHECKED carom_status carom_table_write_path(const char *path, const carom_table *table,
                                                  const void *object, carom_error *error);

/** Writes all tables of @p object, ended by a NULL name, into @p directory, made if need be; all
 * that can be are written before the first gets its name. */
CAROM_CHECKED carom_status carom_tables_write(const char *directory, const carom_table *table,
                                              const void *object, carom_error *error);

#endif
