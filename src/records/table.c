/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/records.h"

void carom_table_header(FILE *stream, const carom_column *columns)
{
    for (const carom_column *c = columns; c->name != NULL; c++) {
        fprintf(stream, "%s%c", c->name, c[1].name == NULL ? '\n' : '\t');
    }
}

void carom_table_row(FILE *stream, const carom_column *columns, const void *row)
{
    for (const carom_column *c = columns; c->name != NULL; c++) {
        char number[32];
        const char *text = carom_column_text(c, row);
        if (text == NULL) {
            carom_number_format(carom_column_number(c, row), number, sizeof number);
        }
        fputs(text == NULL ? number : text, stream);
        fputc(c[1].name == NULL ? '\n' : '\t', stream);
    }
}

/* ---- tsv ---- */

/* Splits a line into at most `most` cells. @return the number of its cells */
static size_t split_line(char *line, char **cell, size_t most)
{
    size_t count = 0;
    for (char *at = line; at != NULL;) {
        char *tab = strchr(at, '\t');
        if (tab != NULL) {
            *tab = '\0';
        }
        if (count < most) {
            cell[count] = at;
        }
        count++;
        at = tab == NULL ? NULL : tab + 1;
    }
    return count;
}

carom_status carom_tsv_check_cancel(const carom_tsv *table, size_t row, carom_error *error)
{
    return carom_rows_is_cancelled(table->stop, row) ? carom_error_interrupted(error) : CAROM_OK;
}

static carom_status split_rows(carom_tsv *table, char *text, const char *path, carom_error *error)
{
    size_t line = 1;
    while (text != NULL && *text != '\0') {
        char *end = strchr(text, '\n');
        if (end != NULL) {
            *end = '\0';
            end[-(end > text && end[-1] == '\r')] = '\0';
        }
        size_t cells = split_line(
            text, line == 1 ? table->header : &table->cell[table->rows * table->columns],
            table->columns);
        if (cells != table->columns) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "%s:%zu: %zu cells; expected %zu, as in the header", path, line,
                                   cells, table->columns);
        }
        table->rows += line > 1;
        CAROM_TRY(carom_tsv_check_cancel(table, line, error));
        line++;
        text = end == NULL ? NULL : end + 1;
    }
    return CAROM_OK;
}

/* Counts tabs and line ends, whatever the header claims. */
static carom_status count_cells(const carom_tsv *table, size_t length, size_t *cells,
                                carom_error *error)
{
    enum { BLOCK = 16 * 1024 * 1024 };
    *cells = 2;
    for (size_t from = 0; from < length; from += BLOCK) {
        size_t to = length - from < BLOCK ? length : from + BLOCK;
        for (size_t k = from; k < to; k++) {
            *cells += (table->text[k] == '\t') | (table->text[k] == '\n');
        }
        CAROM_TRY(carom_tsv_check_cancel(table, 0, error));
    }
    return CAROM_OK;
}

static carom_status allocate_cells(carom_tsv *table, size_t length, const char *path,
                                   carom_error *error)
{
    size_t cells;
    CAROM_TRY(count_cells(table, length, &cells, error));
    table->columns = 1;
    for (const char *c = table->text; *c != '\0' && *c != '\n'; c++) {
        table->columns += *c == '\t';
    }
    table->path = carom_text_copy(path, strlen(path));
    table->header = calloc(table->columns + 1, sizeof *table->header);
    table->cell = calloc(cells, sizeof *table->cell);
    CAROM_NEED(table->path != NULL && table->header != NULL && table->cell != NULL, error);
    return CAROM_OK;
}

carom_status carom_tsv_parse(carom_tsv *table, char *text, size_t length, const char *path,
                             const volatile sig_atomic_t *stop, carom_error *error)
{
    *table = (carom_tsv){.text = text, .stop = stop};
    if (length == 0) {
        return carom_error_set(error, CAROM_INVALID, "", "'%s' is empty; expected a header line",
                               path);
    }
    if (strlen(table->text) != length) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "%s:%zu: contains a NUL byte; expected a text table", path,
                               carom_text_count(table->text, strlen(table->text), '\n') + 1);
    }
    CAROM_TRY(allocate_cells(table, length, path, error));
    return split_rows(table, table->text, path, error);
}

carom_status carom_tsv_read(carom_tsv *table, const char *path, const volatile sig_atomic_t *stop,
                            carom_error *error)
{
    char *text = NULL;
    size_t length = 0;
    *table = (carom_tsv){.stop = stop};
    CAROM_TRY(carom_file_read_cancellable(path, stop, &text, &length, error));
    return carom_tsv_parse(table, text, length, path, stop, error);
}

void carom_tsv_free(carom_tsv *table)
{
    free(table->text);
    free(table->path);
    free(table->cell);
    free(table->header);
    *table = (carom_tsv){.text = NULL};
}

size_t carom_tsv_column(const carom_tsv *table, const char *name)
{
    for (size_t i = 0; i < table->columns; i++) {
        if (table->header[i] != NULL && strcmp(table->header[i], name) == 0) {
            return i;
        }
    }
    return CAROM_NO_COLUMN;
}

const char *carom_tsv_text(const carom_tsv *table, size_t row, size_t column)
{
    return column == CAROM_NO_COLUMN ? "" : table->cell[row * table->columns + column];
}

double carom_tsv_number(const carom_tsv *table, size_t row, size_t column)
{
    double value;
    return carom_number_parse(carom_tsv_text(table, row, column), &value) ? value : NAN;
}

carom_status carom_tsv_require_column(const carom_tsv *table, const char *name, size_t *column,
                                      carom_error *error)
{
    char known[300] = "";
    *column = carom_tsv_column(table, name);
    if (*column != CAROM_NO_COLUMN) {
        return CAROM_OK;
    }
    for (size_t i = 0;
         i < table->columns && strlen(known) + strlen(table->header[i]) + 3 < sizeof known; i++) {
        carom_text_append(known, sizeof known, "%s%s", i == 0 ? "" : ", ", table->header[i]);
    }
    return carom_error_set(error, CAROM_INVALID, "", "%s:1: no column '%s'; expected one of: %s",
                           table->path, name, known);
}

carom_status carom_tsv_columns(const carom_tsv *table, const char *const *name, size_t count,
                               size_t required, size_t *column, carom_error *error)
{
    for (size_t i = 0; i < count; i++) {
        column[i] = carom_tsv_column(table, name[i]);
        if (i < required) {
            CAROM_TRY(carom_tsv_require_column(table, name[i], &column[i], error));
        }
    }
    return CAROM_OK;
}

carom_status carom_tsv_finite(const carom_tsv *table, size_t row, size_t column, double *value,
                              carom_error *error)
{
    const char *text = carom_tsv_text(table, row, column);
    if (carom_number_parse(text, value) && isfinite(*value)) {
        return CAROM_OK;
    }
    return carom_error_set(error, CAROM_INVALID, table->header[column],
                           "%s:%zu: %s: found '%.60s'; expected a finite number", table->path,
                           row + 2, table->header[column], text);
}
