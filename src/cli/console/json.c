/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the JSON of --json. Tables are written as TSV and converted, so both formats have the same
 * values. */
#include "base/base.h"
#include "cli/console/console.h"
#include "scenario/yaml/yaml.h"
#include "system/system.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        fputs(i == 0 ? "{" : ", ", stream);
        carom_json_write_string(stream, name);
        fputs(": ", stream);
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
    if (!carom_text_close(memory, &text)) {
        return carom_error_no_memory(error);
    }
    carom_json_write_string(stream, table->name);
    fputs(": ", stream);
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

void cli_json_member(FILE *stream, const char *before, const char *key, const char *text)
{
    fprintf(stream, "%s\"%s\": ", before, key);
    carom_json_write_string(stream, text);
}

/* ---- verdicts ---- */

void cli_json_verdicts(FILE *stream, const carom_verdicts *verdicts)
{
    static const char *const word[] = {"pass", "fail", "skip"};
    fputc('[', stream);
    for (size_t i = 0; i < verdicts->count; i++) {
        const carom_verdict *v = &verdicts->item[i];
        cli_json_member(stream, i == 0 ? "\n  {" : ",\n  {", "name", v->name);
        fprintf(stream, ", \"verdict\": \"%s\", \"value\": ", word[v->kind]);
        carom_json_write_number(stream, v->value);
        cli_json_member(stream, ", ", "text", v->text);
        fputc('}', stream);
    }
    fputs("\n]\n", stream);
}

/* ---- a scenario ---- */

static void print_node(FILE *stream, const carom_node *node, int depth);

/* Numbers and flags are recognized as YAML does, because the text of a scenario has no other types.
 */
static void print_scalar(FILE *stream, const char *text)
{
    double value;
    if (carom_number_parse(text, &value) && isfinite(value)) {
        carom_json_write_number(stream, value);
    } else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        fputs(text, stream);
    } else {
        carom_json_write_string(stream, text);
    }
}

/* True if all items are scalars, which fit on one line. */
static bool is_flat(const carom_node *node)
{
    for (size_t i = 0; i < node->count; i++) {
        if (node->item[i]->kind != CAROM_NODE_SCALAR) {
            return false;
        }
    }
    return true;
}

static void print_items(FILE *stream, const carom_node *node, int depth)
{
    bool flat = is_flat(node), map = node->kind == CAROM_NODE_MAP;
    fputc(map ? '{' : '[', stream);
    for (size_t i = 0; i < node->count; i++) {
        fputs(i > 0 ? "," : "", stream);
        fprintf(stream, flat ? "%.*s" : "\n%*s", flat ? i > 0 : 2 * depth + 2, flat ? " " : "");
        if (map) {
            carom_json_write_string(stream, node->key[i]->text);
            fputs(": ", stream);
        }
        print_node(stream, node->item[i], depth + 1);
    }
    fprintf(stream, flat ? "" : "\n%*s", 2 * depth, "");
    fputc(map ? '}' : ']', stream);
}

static void print_node(FILE *stream, const carom_node *node, int depth)
{
    if (node->kind == CAROM_NODE_SCALAR) {
        print_scalar(stream, node->text);
    } else {
        print_items(stream, node, depth);
    }
}

carom_status cli_json_scenario(FILE *stream, const carom_scenario *scenario, carom_error *error)
{
    carom_messages messages = {.item = NULL};
    carom_tree tree = {.newest = NULL};
    carom_node *root = NULL;
    char *text = carom_scenario_text(scenario);
    carom_status status = CAROM_OK;
    if (text == NULL ||
        carom_tree_parse(&tree, text, strlen(text), "shown", &messages, &root) != CAROM_OK) {
        status = carom_error_no_memory(error);
    } else if (root == NULL) {
        status = carom_error_set(error, CAROM_INTERNAL, "",
                                 "internal error: carom cannot read its own output");
    } else {
        print_node(stream, root, 0);
        fputc('\n', stream);
    }
    carom_tree_free(&tree);
    carom_messages_free(&messages);
    free(text);
    return status;
}
