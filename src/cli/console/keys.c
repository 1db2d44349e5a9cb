/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints all keys of a scenario with their defaults, or one key with its meaning and range. */
#include "cli/console/console.h"

/* Width of the page, and of the words in brackets that fit. */
enum { WIDTH = 100, WORDS = 100 };

void cli_row_describe(const carom_param *row, char *text, size_t size)
{
    char allowed[CAROM_ALLOWED_SIZE];
    const char *fallback = row->fallback == NULL ? "" : row->fallback;
    carom_param_describe(row, allowed, sizeof allowed);
    snprintf(text, size, "%s; %s (%s%s)", row->doc, allowed,
             row->fallback == NULL ? "required"
             : fallback[0] == '\0' ? "optional"
                                   : "default ",
             fallback);
}

/* Number of bytes of a text that fit into @p room columns, broken at a space if possible. */
static size_t line_length(const char *text, size_t room)
{
    size_t length = strlen(text);
    if (length > room) {
        for (length = room; length > 0 && text[length] != ' ';) {
            length--;
        }
    }
    return length;
}

void cli_entry_print(const char *label, const char *text)
{
    enum { COLUMN = 21 };
    while (*text != '\0') {
        size_t length = line_length(text, WIDTH - COLUMN);
        printf("  %-*s %.*s\n", COLUMN - 3, label, (int)length, text);
        label = "";
        text += length + (text[length] == ' ');
    }
}

/* "rows=5", "x_m*" if it is required, "collapse=rest (error, tc)" */
static void describe_key(const carom_param *row, char *text, size_t size)
{
    const char *word, *fallback = row->fallback == NULL ? "" : row->fallback;
    char others[WORDS] = "";
    for (size_t i = 0; (word = carom_param_word(row, i)) != NULL; i++) {
        if (strcmp(word, fallback) != 0) {
            carom_text_append(others, WORDS, "%s%s", others[0] == '\0' ? " (" : ", ", word);
        }
    }
    carom_text_append(others, WORDS, others[0] != '\0' ? ")" : "");
    snprintf(text, size, "%s%s%s%s", row->key,
             row->fallback == NULL ? "*"
             : fallback[0] != '\0' ? "="
                                   : "",
             fallback, strlen(others) + 1 < WORDS ? others : "");
}

static bool has_keys(const carom_param *row)
{
    return row->fields != NULL && row->fields[0].key[0] != '\0';
}

/* Prints the title and the keys without keys below them, wrapped. */
static void print_paragraph(const char *title, const carom_param *rows, int indent)
{
    int column = printf("%*s%s:", indent, "", title);
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        char text[300];
        describe_key(row, text, sizeof text);
        if (!has_keys(row)) {
            bool wraps = column + 2 + (int)strlen(text) > WIDTH;
            int from = wraps ? indent + 4 : column + 2;
            printf("%s%*s%s", wraps ? "\n" : "", wraps ? from : 2, "", text);
            column = from + (int)strlen(text);
        }
    }
    putchar('\n');
}

void cli_rows_print(const char *path, const carom_param *rows, const char *key)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (row->key[0] != '\0' && (key == NULL || strcmp(row->key, key) == 0)) {
            char text[700];
            cli_row_describe(row, text, sizeof text);
            printf(path[0] == '\0' ? "" : "%s:\n", path);
            cli_entry_print(row->key, text);
            path = "";
        }
    }
}

/* Prints a mapping and those below it: the rows of the key @p name, or all if it is the name of the
 * mapping. No name: a paragraph for each. @return false: printed nothing */
static bool print_mappings(const char *path, const char *own, const carom_param *rows,
                           const char *name, int indent)
{
    char below[200];
    bool is_own = name != NULL && strcmp(own, name) == 0, any = is_own;
    if (name == NULL) {
        print_paragraph(indent == 0 ? path : strrchr(path, ',') + 2, rows, indent);
    } else {
        cli_rows_print(path, rows, is_own ? NULL : name);
    }
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        any = any || (name != NULL && strcmp(row->key, name) == 0);
        snprintf(below, sizeof below, "%s, %s", path, row->key);
        if (has_keys(row)) {
            any = print_mappings(below, row->key, row->fields, name, indent + 2) || any;
        }
        for (size_t i = 0; row->type == CAROM_ENTRY && row->interface->entries[i] != NULL; i++) {
            const carom_entry *entry = row->interface->entries[i];
            snprintf(below, sizeof below, "%s, %s: %s", path, row->key, entry->name);
            if (name != NULL && carom_interface_find(row->interface, name) == entry) {
                printf("%s: %s\n", name, entry->summary);
            }
            if (entry->params != NULL || name != NULL) {
                any = print_mappings(below, entry->name, entry->params, name, indent + 2) || any;
            }
        }
    }
    return any;
}

bool cli_key_print(const char *name)
{
    const char *dot = name == NULL ? NULL : strrchr(name, '.');
    return print_mappings("scenario", "", carom_scenario_rows, dot != NULL ? dot + 1 : name, 0);
}
