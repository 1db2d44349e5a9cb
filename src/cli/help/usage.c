/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/help/help.h"
#include <string.h>

const char cli_title[] = "one billiard scenario through interchangeable collision solvers";

const char cli_file_text[] =
    "FILE is a scenario (YAML), '-' for standard input, or the name of a shipped experiment\n"
    "(see 'carom list experiments').\n";

const char cli_more_text[] =
    "'carom COMMAND --help' says more. To begin: carom compare 01-head-on, or carom new mine\n\n"
    "'carom help --man' names all manual pages, 'carom help --man PAGE' prints one, and\n"
    "'carom help --completion SHELL' a completion for bash, zsh or fish; make install installs "
    "them.\n"
    "\n"
    "environment: CAROM_HOME, another folder that has experiments/ and plots/; CAROM_ENGINES, "
    "folders\n"
    "of plug-ins; NO_COLOR\n\n"
    "exit status: 0 done, 1 a check failed, 2 wrong usage, 65 bad scenario, 66 cannot read,\n"
    "70 internal error, 73 cannot create, 74 cannot write, 128 and the signal's number where "
    "one ended it\n"
    "(130 Ctrl-C, 143 SIGTERM, 129 SIGHUP, 131 SIGQUIT), 141 nobody reads standard output\n";

void cli_row_text(const carom_param *row, char *text, size_t size)
{
    char allowed[320];
    bool said = row->fallback != NULL && row->fallback[0] != '\0';
    carom_param_describe(row, allowed, sizeof allowed);
    snprintf(text, size, "%s; %s%s%s%s", row->doc, allowed, said ? " (default " : "",
             said ? row->fallback : "", said ? ")" : "");
}

/* A label and, from @p column on, what it means, in lines of 100 columns at most. */
static void print_entry(FILE *stream, const char *label, int column, const char *text)
{
    enum { WIDTH = 100 };
    size_t room = (size_t)(WIDTH - column);
    while (*text != '\0') {
        size_t length = strlen(text);
        if (length > room) {
            for (length = room; length > 0 && text[length] != ' ';) {
                length--;
            }
        }
        fprintf(stream, "  %-*s %.*s\n", column - 3, label, (int)length, text);
        label = "";
        text += length + (text[length] == ' ');
    }
}

/* "  -o, --output DIR   where the results go" */
static void print_option(const carom_taken_option *option, FILE *stream)
{
    const cli_option *row = cli_option_called(option->name);
    char label[80];
    snprintf(label, sizeof label, "%s%.1s%s--%s%s%s", row->brief != 0 ? "-" : "", &row->brief,
             row->brief != 0 ? ", " : "", row->name, row->argument != NULL ? " " : "",
             row->argument != NULL ? row->argument : "");
    print_entry(stream, label, 21, option->help != NULL ? option->help : row->help);
}

static void print_rows(const carom_param *row, FILE *stream)
{
    for (; row->key != NULL; row++) {
        char text[600];
        cli_row_text(row, text, sizeof text);
        print_entry(stream, row->key, 21, text);
    }
}

/* The section of a scenario that says how a study is done, and what is its own. */
static void print_keys(const carom_study_kind *study, FILE *stream)
{
    for (const carom_param *row = carom_scenario_rows; study->keys != NULL && row->key != NULL;
         row++) {
        if (strcmp(row->key, study->keys) == 0) {
            fprintf(stream, "\nIn the file, %s: { KEY: VALUE, ... }:\n", study->keys);
            print_rows(row->fields, stream);
        }
    }
    if (study->about.params != NULL) {
        fprintf(stream, "\nKeys, --set %s%sKEY=VALUE:\n", study->bare ? "" : study->about.name,
                study->bare ? "" : ".");
        print_rows(study->about.params, stream);
    }
}

void cli_command_help(const cli_command *command, FILE *stream)
{
    char usage[100];
    const carom_taken_option *option;
    cli_usage(command, usage, sizeof usage);
    fprintf(stream, "usage: %s [options]\n\n%s", usage, command->text);
    if (strstr(command->argument, "FILE") != NULL) {
        fprintf(stream, "\n%s", cli_file_text);
    }
    fputs("\nOptions:\n", stream);
    for (size_t i = 0; (option = cli_taken_at(command, i)) != NULL; i++) {
        print_option(option, stream);
    }
    if (command->study != NULL) {
        print_keys(command->study, stream);
    }
    if (command->limits != NULL) {
        fputs("\nLimits of programs that were handed in, --limit KEY=VALUE:\n", stream);
        print_rows(command->limits, stream);
    }
    if (command->notes != NULL) {
        fprintf(stream, "\n%s", command->notes);
    }
}
