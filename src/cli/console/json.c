/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the JSON of --json. Tables are written as TSV and converted, so both formats have the same
 * values. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"

/* ---- tables ---- */

/* Cuts the next field off a line, or the next line off a text. @return NULL after the last */
static char *next_field(char **rest, char end)
{
    char *field = *rest, *stop = field == NULL ? NULL : strchr(field, end);
    *rest = stop == NULL ? NULL : stop + 1;
    if (stop != NULL) {
        *stop = '\0';
    }
    return field;
}

static void print_cell(FILE *stream, const char *cell, bool text)
{
    double value;
    if (!text && carom_number_parse(cell, &value)) {
        carom_json_write_number(stream, value);
    } else {
        carom_json_write_string(stream, cell);
    }
}

static bool is_text(const carom_column *columns, size_t at, const char *name)
{
    return columns != NULL ? columns[at].text != NULL : strcmp(name, "solver") == 0;
}

/* @param header  names of the columns, each ended by a zero byte */
static void print_row(FILE *stream, const char *header, char *line, const carom_column *columns)
{
    const char *name = header;
    char *cell;
    for (size_t i = 0; (cell = next_field(&line, '\t')) != NULL; i++) {
        carom_json_write(stream, i == 0 ? "{$: " : ", $: ", name);
        print_cell(stream, cell, is_text(columns, i, name));
        name += strlen(name) + 1;
    }
    fputc('}', stream);
}

/* Prints the rows of a TSV. @p columns defines which cells are numbers; if it is NULL, all readable
 * numbers outside the column `solver` are. @param text is modified */
static void print_rows(FILE *stream, char *text, const carom_column *columns, const char *indent)
{
    char *rest = text, *header = next_field(&rest, '\n'), *names = header, *line;
    const char *between = "";
    while (next_field(&names, '\t') != NULL) {
    }
    fputc('[', stream);
    while ((line = next_field(&rest, '\n')) != NULL && line[0] != '\0') {
        fprintf(stream, "%s\n%s", between, indent);
        print_row(stream, header, line, columns);
        between = ",";
    }
    fputs(between[0] == '\0' ? "]" : "\n", stream);
    if (between[0] != '\0') {
        fprintf(stream, "%.*s]", (int)strlen(indent) - 2, indent);
    }
}

static carom_status print_table(FILE *stream, const carom_table *table, const void *object,
                                carom_error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = carom_text_open(&text, &length);
    if (memory != NULL) {
        carom_rows rows = {memory, table->columns};
        carom_table_header(memory, table->columns);
        table->rows(object, &rows);
    }
    CAROM_NEED(carom_text_close(memory, &text), error);
    carom_json_write(stream, "$: ", table->name);
    print_rows(stream, text, table->columns, "    ");
    free(text);
    return CAROM_OK;
}

carom_status cli_json_tables(FILE *stream, const carom_table *table, const void *object,
                             carom_error *error)
{
    const char *between = "{\n  ";
    carom_status status = CAROM_OK;
    for (; table->name != NULL && status == CAROM_OK; table++) {
        carom_table named = *table;
        char name[100];
        if (table->columns == NULL || table->rows == NULL) {
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)strcspn(table->name, "."), table->name);
        named.name = name;
        fputs(between, stream);
        status = print_table(stream, &named, object, error);
        between = ",\n  ";
    }
    fputs("\n}\n", stream);
    return status;
}

carom_status cli_json_file(FILE *stream, const char *directory, const char *name,
                           carom_error *error)
{
    char path[CAROM_PATH_SIZE + 100], *text = NULL;
    size_t length = 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    CAROM_TRY(carom_file_read(path, &text, &length, error));
    print_rows(stream, text, NULL, "  ");
    fputc('\n', stream);
    free(text);
    return CAROM_OK;
}

/* ---- a scenario ---- */

carom_status cli_json_scenario(FILE *stream, const carom_scenario *scenario, carom_error *error)
{
    char *text = carom_scenario_text(scenario);
    CAROM_NEED(text != NULL, error);
    carom_scenario_write_json(text, stream, "");
    free(text);
    return CAROM_OK;
}
