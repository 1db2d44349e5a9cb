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

/* The header: below comments, or the last comment if numbers follow it. */
static char *find_header(carom_tsv *table)
{
    char *line = table->text, *next;
    while (line[0] == '#' && (next = strchr(line, '\n')) != NULL) {
        if (next[1] != '#' && strchr("0123456789.-+", next[1]) != NULL) {
            return line + 1 + strspn(line + 1, " ");
        }
        line = next + 1;
        table->above++;
    }
    return line;
}

/* Splits the lines into cells, by tabs. Those of a header without tabs are separated by commas, or
 * by semicolons if it has no comma, and lose blanks and quotes around them. */
static carom_status split_lines(carom_tsv *table, carom_error *error)
{
    size_t cells = 0, room = 0, lines = 0;
    char *header = find_header(table);
    const size_t length = strcspn(header, "\n");
    const char separator = memchr(header, '\t', length) != NULL ? '\t'
                         : memchr(header, ',', length) != NULL  ? ','
                         : memchr(header, ';', length) != NULL  ? ';'
                                                                : '\t';
    for (char *line = header; *line != '\0'; lines++) {
        size_t before = cells;
        char *end = strchr(line, '\n'), *next = end == NULL ? line + strlen(line) : end + 1;
        if (end != NULL) {
            *end = '\0';
            end[-(end > line && end[-1] == '\r')] = '\0';
        }
        for (char *cell = line, *tab; cell != NULL; cell = tab) {
            tab = strchr(cell, separator);
            if (tab != NULL) {
                *tab++ = '\0';
            }
            if (separator != '\t') {
                cell += strspn(cell, " \"");
                cell[strcspn(cell, "\"")] = '\0';
            }
            CAROM_APPEND(table->header, cells, room, cell);
        }
        table->columns = lines == 0 ? cells : table->columns;
        if (cells - before != table->columns) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "%s:%zu: %zu cells; expected %zu, as in the header", table->path,
                                   table->above + lines + 1, cells - before, table->columns);
        }
        line = next;
    }
    if (lines == 0) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' has no header line below its comments", table->path);
    }
    table->cell = table->header + table->columns;
    table->rows = lines - 1;
    return CAROM_OK;
}

carom_status carom_tsv_parse(carom_tsv *table, char *text, size_t length, const char *path,
                             carom_error *error)
{
    *table = (carom_tsv){.text = text, .path = carom_text_copy(path, strlen(path))};
    if (length == 0) {
        return carom_error_set(error, CAROM_INVALID, "", "'%s' is empty; expected a header line",
                               path);
    }
    if (strlen(table->text) != length) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "%s:%zu: contains a NUL byte; expected a text table", path,
                               carom_text_count(table->text, strlen(table->text), '\n') + 1);
    }
    return split_lines(table, error);
}

carom_status carom_tsv_read(carom_tsv *table, const char *path, const volatile sig_atomic_t *stop,
                            carom_error *error)
{
    char *text = NULL;
    size_t length = 0;
    *table = (carom_tsv){.text = NULL};
    CAROM_TRY(carom_file_read_cancellable(path, stop, &text, &length, error));
    return carom_tsv_parse(table, text, length, path, error);
}

void carom_tsv_free(carom_tsv *table)
{
    free(table->text);
    free(table->path);
    free(table->header);
    *table = (carom_tsv){.text = NULL};
}

size_t carom_tsv_column(const carom_tsv *table, const char *name)
{
    for (size_t i = 0; i < table->columns; i++) {
        if (strcmp(table->header[i], name) == 0) {
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
    return carom_error_set(error, CAROM_INVALID, "", "%s:1: no column '%s'; the file has: %s",
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
                           carom_tsv_line(table, row), table->header[column], text);
}
