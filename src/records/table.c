/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/records.h"
#include <stdlib.h>

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
        if (c->number != NULL) {
            carom_number_format(c->number(row), number, sizeof number);
        }
        fputs(c->number != NULL ? number : c->text(row), stream);
        fputc(c[1].name == NULL ? '\n' : '\t', stream);
    }
}

void carom_rows_put(carom_rows *rows, const void *row)
{
    carom_table_row(rows->stream, rows->columns, row);
}

static void write_table(FILE *stream, const carom_table *table, const void *object)
{
    carom_rows rows = {stream, table->columns};
    if (table->write != NULL) {
        table->write(object, stream);
    } else {
        carom_table_header(stream, table->columns);
        table->rows(object, &rows);
    }
}

static carom_status finish_table(carom_file *file, const carom_table *table, const void *object,
                                 carom_error *error)
{
    write_table(file->stream, table, object);
    return carom_file_finish(file, error);
}

carom_status carom_table_write_path(const char *path, const carom_table *table, const void *object,
                                    carom_error *error)
{
    carom_file file;
    carom_status status = carom_file_open_path(&file, path, error);
    if (status == CAROM_OK) {
        status = finish_table(&file, table, object, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_commit(&file, error);
    }
    carom_file_discard(&file);
    return status;
}

static carom_status write_all(carom_file *file, const char *directory, const carom_table *table,
                              size_t count, const void *object, carom_error *error)
{
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < count && status == CAROM_OK; i++) {
        status = carom_file_open(&file[i], directory, table[i].name, error);
        if (status == CAROM_OK) {
            status = finish_table(&file[i], &table[i], object, error);
        }
    }
    for (size_t i = 0; i < count && status == CAROM_OK; i++) {
        status = carom_file_commit(&file[i], error);
    }
    for (size_t i = 0; i < count; i++) {
        carom_file_discard(&file[i]);
    }
    return status;
}

carom_status carom_table_write(const char *directory, const carom_table *table, const void *object,
                               carom_error *error)
{
    carom_file file = {.stream = NULL};
    return write_all(&file, directory, table, 1, object, error);
}

carom_status carom_tables_write(const char *directory, const carom_table *table, const void *object,
                                carom_error *error)
{
    size_t count = 0;
    carom_directory made = {NULL, 0};
    carom_file *file;
    carom_status status;
    while (table[count].name != NULL) {
        count++;
    }
    file = calloc(count + 1, sizeof *file);
    status = file == NULL ? carom_error_no_memory(error)
                          : carom_directory_open(&made, directory, error);
    if (status == CAROM_OK) {
        status = write_all(file, directory, table, count, object, error);
    }
    carom_directory_close(&made);
    free(file);
    return status;
}
