/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tsv.h"
#include "harness/scenario.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t count_of(const char *text, char c)
{
    size_t count = 0;
    for (; *text != '\0'; text++) {
        count += *text == c;
    }
    return count;
}

/* Cuts a line into cells, at most `most` of them. @return how many it has */
static size_t cut(char *line, char **cell, size_t most)
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

static carom_status cut_rows(carom_tsv *table, char *text, const char *path, carom_error *error)
{
    size_t line = 1;
    while (text != NULL && *text != '\0') {
        char *end = strchr(text, '\n');
        size_t cells;
        if (end != NULL) {
            *end = '\0';
            end[-(end > text && end[-1] == '\r')] = '\0';
        }
        cells = cut(text, line == 1 ? table->header : &table->cell[table->rows * table->columns], table->columns);
        if (cells != table->columns) {
            return carom_error_set(error, CAROM_INVALID, "", "%s:%zu: %zu cells; expected %zu, as in the header", path,
                                   line, cells, table->columns);
        }
        table->rows += line > 1;
        line++;
        text = end == NULL ? NULL : end + 1;
    }
    return CAROM_OK;
}

carom_status carom_tsv_read(carom_tsv *table, const char *path, carom_error *error)
{
    size_t length = 0, lines;
    const char *end;
    carom_status status;
    *table = (carom_tsv){.text = NULL};
    status = carom_file_read(path, &table->text, &length, error);
    if (status != CAROM_OK) {
        return status;
    }
    end = strchr(table->text, '\n');
    table->columns = 1;
    for (const char *c = table->text; *c != '\0' && c != end; c++) {
        table->columns += *c == '\t';
    }
    lines = count_of(table->text, '\n') + 1;
    table->header = calloc(table->columns + 1, sizeof *table->header);
    table->cell = calloc(lines * table->columns + 1, sizeof *table->cell);
    if (table->header == NULL || table->cell == NULL) {
        return carom_error_no_memory(error);
    }
    if (length == 0) {
        return carom_error_set(error, CAROM_INVALID, "", "'%s' is empty; expected a header line", path);
    }
    return cut_rows(table, table->text, path, error);
}

void carom_tsv_free(carom_tsv *table)
{
    free(table->text);
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
