/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the output of `carom COMMAND --help` to standard output. */
#include "carom_commands.h" /* CLI_FILE and others, from commands.txt */
#include "cli/console/console.h"

const char cli_title[] = "one billiard scenario through interchangeable collision solvers";

const char cli_help_footer[] = CLI_FOOTER;

/* "  -o, --output DIR   folder of the results" */
static void print_option(const carom_command_option *option)
{
    const cli_option *row = cli_option_find(option->name);
    const char *argument = row->argument != NULL ? row->argument : "";
    const char *space = row->argument != NULL ? " " : "", *comma = row->letter != 0 ? ", " : "";
    char label[80];
    snprintf(label, sizeof label, "%s%.1s%s--%s%s%s", row->letter != 0 ? "-" : "", &row->letter,
             comma, row->row.key, space, argument);
    cli_entry_print(label, option->help != NULL ? option->help : row->row.doc);
}

/* ---- commands ---- */

void cli_command_help_print(const cli_command *command)
{
    char usage[100];
    const carom_command_option *option;
    cli_command_usage(command, usage, sizeof usage);
    printf("usage: %s [options]\n\n%s", usage, command->text);
    if (strstr(command->argument, "FILE") != NULL) {
        printf("\n%s", CLI_FILE);
    }
    puts("\nOptions:");
    for (size_t i = 0; (option = cli_command_option_at(command, i)) != NULL; i++) {
        print_option(option);
    }
    if (command->study != NULL && command->study->keys != NULL) {
        puts("\nKeys of the scenario:");
        (void)cli_key_print(command->study->keys);
    }
    if (command->study != NULL) {
        snprintf(usage, sizeof usage, "\nKeys, --set %s.KEY=VALUE", command->name);
        cli_rows_print(usage, command->study->about.params, NULL);
    }
    if (command->notes != NULL) {
        printf("\n%s", command->notes);
    }
}
