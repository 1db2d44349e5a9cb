/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Reading a tab-separated table: one header line, then rows.
 */
#ifndef CAROM_RECORDS_TSV_H
#define CAROM_RECORDS_TSV_H

#include <carom/status.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *text;    /**< cut into cells */
    char *path;    /**< for messages */
    char **cell;   /**< rows x columns */
    char **header; /**< columns */
    size_t rows, columns;
    const volatile sig_atomic_t *stop; /**< as it was read with */
} carom_tsv;

#define CAROM_NO_COLUMN ((size_t)-1)

/** Reads a table. @param stop set from outside to interrupt; may be NULL
 * @return CAROM_CANNOT_READ, CAROM_INVALID where it is empty, has a byte NUL, or a row of another
 * number of cells than the header, with its line; CAROM_INTERRUPTED; carom_tsv_free in any case */
CAROM_CHECKED carom_status carom_tsv_read(carom_tsv *table, const char *path,
                                          const volatile sig_atomic_t *stop, carom_error *error);
void carom_tsv_free(carom_tsv *table);

/** The same of the table @p name that @p solver has left in the records in @p directory. */
CAROM_CHECKED carom_status carom_tsv_read_of(carom_tsv *table, const char *directory,
                                             const char *solver, const char *name,
                                             const volatile sig_atomic_t *stop, carom_error *error);

/** The same of one that a run may have left out: then @p table is empty, and @p there false. */
CAROM_CHECKED carom_status carom_tsv_read_any(carom_tsv *table, const char *directory,
                                              const char *solver, const char *name, bool *there,
                                              const volatile sig_atomic_t *stop,
                                              carom_error *error);

/** Of who goes through the rows, at each: CAROM_INTERRUPTED where the end is wanted, which is heard
 * every some thousand rows. */
CAROM_CHECKED carom_status carom_tsv_hear(const carom_tsv *table, size_t row, carom_error *error);

/** The position of a column, or CAROM_NO_COLUMN. */
size_t carom_tsv_column(const carom_tsv *table, const char *name);

/** The same, and CAROM_INVALID with what there is where there is none of this name. */
CAROM_CHECKED carom_status carom_tsv_find(const carom_tsv *table, const char *name, size_t *column,
                                          carom_error *error);

/** The number in a cell. @return CAROM_INVALID, with file and line, where it is none or not finite
 */
CAROM_CHECKED carom_status carom_tsv_finite(const carom_tsv *table, size_t row, size_t column,
                                            double *value, carom_error *error);

/** A cell as text, and as a number; NaN where it is none or there is no such column. */
const char *carom_tsv_text(const carom_tsv *table, size_t row, size_t column);
double carom_tsv_number(const carom_tsv *table, size_t row, size_t column);

#endif
