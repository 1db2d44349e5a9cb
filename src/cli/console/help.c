/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the output of `carom COMMAND --help` to standard output. */
#include "cli/console/console.h"

const char cli_title[] = "one billiard scenario through interchangeable collision solvers";

/* Follows the text of every command with a FILE. */
static const char file_text[] =
    "FILE is a scenario (YAML), '-' for standard input, or the name of a shipped experiment\n"
    "(see 'carom list experiments').\n";

const char cli_help_footer[] =
    "environment: CAROM_HOME (folder with experiments/, plots/, help/), NO_COLOR\n"
    "exit status: 0 success, 1 a check failed, 2 usage error, 65 bad scenario,\n"
    "66 cannot read, 70 internal error, 73 cannot create, 74 cannot write, 141 output\n"
    "was closed, 128 + signal (129 SIGHUP, 130 Ctrl-C, 131 SIGQUIT, 143 SIGTERM)\n";

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

/* ---- entries ---- */

/* Prints a label and a description, wrapped at 100 columns. */
static void print_entry(const char *label, const char *text)
{
    enum { COLUMN = 21, WIDTH = 100 };
    while (*text != '\0') {
        size_t length = line_length(text, WIDTH - COLUMN);
        printf("  %-*s %.*s\n", COLUMN - 3, label, (int)length, text);
        label = "";
        text += length + (text[length] == ' ');
    }
}

/* "  -o, --output DIR   folder of the results" */
static void print_option(const carom_command_option *option)
{
    const cli_option *row = cli_option_find(option->name);
    const char *argument = row->argument != NULL ? row->argument : "";
    const char *space = row->argument != NULL ? " " : "", *comma = row->letter != 0 ? ", " : "";
    char label[80];
    snprintf(label, sizeof label, "%s%.1s%s--%s%s%s", row->letter != 0 ? "-" : "", &row->letter,
             comma, row->row.key, space, argument);
    print_entry(label, option->help != NULL ? option->help : row->row.doc);
}

static void print_rows(const carom_param *rows)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (row->key[0] != '\0') {
            char text[700];
            cli_row_describe(row, text, sizeof text);
            print_entry(row->key, text);
        }
    }
}

/* ---- commands ---- */

/* Prints the section of a scenario that describes a study, and the keys of the study. */
static void print_keys(const carom_study_entry *study)
{
    for (const carom_param *row = carom_scenario_rows; study->keys != NULL && row->key != NULL;
         row++) {
        if (strcmp(row->key, study->keys) == 0) {
            printf("\nIn the file, %s: { KEY: VALUE, ... }:\n", study->keys);
            print_rows(row->fields);
        }
    }
    if (study->about.params != NULL) {
        printf("\nKeys, --set %s.KEY=VALUE:\n", study->about.name);
        print_rows(study->about.params);
    }
}

void cli_command_help_print(const cli_command *command)
{
    char usage[100];
    const carom_command_option *option;
    cli_command_usage(command, usage, sizeof usage);
    printf("usage: %s [options]\n\n%s", usage, command->text);
    if (strstr(command->argument, "FILE") != NULL) {
        printf("\n%s", file_text);
    }
    puts("\nOptions:");
    for (size_t i = 0; (option = cli_command_option_at(command, i)) != NULL; i++) {
        print_option(option);
    }
    if (command->study != NULL) {
        print_keys(command->study);
    }
    if (command->notes != NULL) {
        printf("\n%s", command->notes);
    }
}
