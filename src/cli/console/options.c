/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the command line with getopt_long, from the table of options. Options may precede or
 * follow FILE. */
#include "cli/console/console.h"
#include <getopt.h>

/* getopt_long returns an option as this value plus the number of its row, beyond all letters. */
enum { FIRST_ROW = 256, MOST_ROWS = 64 };

/* Input of getopt_long. */
typedef struct {
    struct option option[MOST_ROWS + 1];
    char letter[2 * MOST_ROWS + 3];
    const cli_command *command;
} grammar;

void cli_command_usage(const cli_command *command, char *text, size_t size)
{
    snprintf(text, size, "carom %s%s%s", command->name, command->argument[0] == '\0' ? "" : " ",
             command->argument);
}

/* ---- input of getopt_long ---- */

const carom_command_option *cli_command_option_at(const cli_command *command, size_t i)
{
    static const carom_command_option common_options[] = {
        {"quiet", NULL}, {"version", NULL}, {"help", NULL}};
    size_t own = 0;
    while (command->options != NULL && command->options[own].name != NULL) {
        own++;
    }
    return i < own                                                    ? &command->options[i]
         : i - own < sizeof common_options / sizeof common_options[0] ? &common_options[i - own]
                                                                      : NULL;
}

/* The option of a command with this name; NULL: none. */
static const cli_option *find_command_option(const cli_command *command, const char *name)
{
    const carom_command_option *option;
    for (size_t i = 0; (option = cli_command_option_at(command, i)) != NULL; i++) {
        const cli_option *row = cli_option_find(option->name);
        if (strcmp(row->name, name) == 0) {
            return row;
        }
    }
    return NULL;
}

/* Collects every name once, in the form that the command accepts. Options of other commands are
 * included, to distinguish them from unknown options. */
static void make_grammar(grammar *g, const cli_command *command)
{
    size_t count = 0, letters = 2;
    /* "-": arguments are returned in order; ":": a missing value is reported separately */
    *g = (grammar){.letter = "-:", .command = command};
    for (const cli_option *row = cli_option_rows; row->name != NULL; row++) {
        const cli_option *command_row = find_command_option(command, row->name);
        if (row != (command_row != NULL ? command_row : cli_option_find(row->name))) {
            continue;
        }
        g->option[count++] = (struct option){
            row->name, row->argument != NULL ? required_argument : no_argument, NULL,
            FIRST_ROW + (int)(row - cli_option_rows)};
        if (row->letter != 0) {
            g->letter[letters++] = row->letter;
            g->letter[letters] = ':';
            letters += row->argument != NULL;
            g->letter[letters] = '\0';
        }
    }
}

/* The row of a result of getopt_long, by number or letter; NULL: none. */
static const cli_option *find_row(const grammar *g, int found)
{
    for (const struct option *option = g->option; option->name != NULL; option++) {
        const cli_option *row = &cli_option_rows[option->val - FIRST_ROW];
        if (found == option->val || (found != 0 && found == row->letter)) {
            return row;
        }
    }
    return NULL;
}

/* getopt_long accepts "--out" for "--output". carom requires the full name: new options
 * then break no scripts. */
static bool is_abbreviated(const char *word, const cli_option *row)
{
    size_t length = strlen(row->name);
    return word[1] == '-' && (strncmp(word + 2, row->name, length) != 0 ||
                              (word[2 + length] != '\0' && word[2 + length] != '='));
}

/* ---- what was typed ---- */

/* An option that this command had. */
static bool report_removed_option(const cli_command *command, const char *word)
{
    char removed[100];
    snprintf(removed, sizeof removed, "%s %s", command->name, word);
    return cli_report_removed_word(removed);
}

/* Reports an unknown option with the nearest option of the command. */
static int unknown_option(const cli_command *command, const char *word)
{
    const char *names[MOST_ROWS];
    size_t count = 0;
    if (report_removed_option(command, word) || cli_report_removed_word(word)) {
        return EXIT_USAGE;
    }
    for (const cli_option *row = cli_option_rows; row->name != NULL && count < MOST_ROWS; row++) {
        if (find_command_option(command, row->name) == row) {
            names[count++] = row->name;
        }
    }
    return cli_report_unknown_word(command->name, "unknown option", word, "--", names, count);
}

static int report_refused_option(const grammar *g, const char *word)
{
    if (!report_removed_option(g->command, word)) {
        fprintf(stderr, "carom: error: carom %s has no option '%s'; see 'carom %s --help'\n",
                g->command->name, word, g->command->name);
    }
    return EXIT_USAGE;
}

static int read_option(cli_options *options, const grammar *g, int found, const char *word)
{
    bool wrong = found == '?' || found == ':';
    const cli_option *row = find_row(g, wrong ? optopt : found);
    if (row == NULL || is_abbreviated(word, row)) {
        return unknown_option(g->command, word);
    }
    if (find_command_option(g->command, row->name) != row) {
        return report_refused_option(g, word);
    }
    if (wrong) {
        return cli_report_usage_error(
            g->command->name, found == ':' ? "missing value after" : "no value allowed for", word);
    }
    return row->set(options, row, optarg);
}

static int read_argument(cli_options *options, const char *text)
{
    const char *argument = options->command->argument;
    if (options->file == NULL && argument[0] != '\0') {
        options->file = text;
    } else if (strstr(argument, "...") != NULL && options->more.count < MOST_OPTIONS) {
        options->more.item[options->more.count++] = text;
    } else {
        return cli_report_usage_error(options->command->name, "unexpected argument", text);
    }
    return EXIT_DONE;
}

static int read_all(cli_options *options, int count, char **argument)
{
    enum { ARGUMENT = 1 }; /* result of getopt_long for other arguments */
    grammar g;
    int status = EXIT_DONE, at = 1, found;
    make_grammar(&g, options->command);
    opterr = 0;
    optind = 0; /* restarts glibc's getopt */
    while (status == EXIT_DONE &&
           (found = getopt_long(count, argument, g.letter, g.option, NULL)) != -1) {
        status = found == ARGUMENT ? read_argument(options, optarg)
                                   : read_option(options, &g, found, argument[at]);
        at = optind;
    }
    while (status == EXIT_DONE && optind < count) { /* after "--" */
        status = read_argument(options, argument[optind++]);
    }
    return status;
}

/* Reports missing arguments and conflicting options. */
static int check_arguments(const cli_options *options)
{
    char usage[100];
    if (options->help || options->version) {
        return EXIT_DONE;
    }
    if (options->file == NULL && options->command->argument[0] != '\0' &&
        options->command->argument[0] != '[') {
        cli_command_usage(options->command, usage, sizeof usage);
        return cli_report_usage_error(options->command->name, "missing argument; expected", usage);
    }
    return options->json && options->tap
             ? cli_report_usage_error(options->command->name,
                                      "--json needs standard output for itself; omit --tap", NULL)
             : EXIT_DONE;
}

int cli_options_read(cli_options *options, const cli_command *command, int count, char **argument)
{
    *options = (cli_options){.command = command, .at_s = NAN, .report = stdout, .notes = stderr};
    int status = read_all(options, count, argument);
    return status == EXIT_DONE ? check_arguments(options) : status;
}

void cli_options_free(cli_options *options)
{
    for (size_t i = 0; i < options->overrides.count; i++) {
        free((void *)(uintptr_t)options->overrides.item[i].text);
        free((void *)(uintptr_t)options->overrides.item[i].key);
    }
    options->overrides.count = 0;
}
