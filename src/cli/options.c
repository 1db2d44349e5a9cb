/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line. Options may stand before or after FILE. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "cli/help/topics.h"
#include "params/hint.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An option: its letter in cli_command.takes, its spellings, whether a value follows. */
typedef struct {
    char letter;
    const char *spelling, *brief;
    const char *value;
} option;

static const option known[] = {
    {'o', "--output", "-o", "DIR"},    {'s', "--set", NULL, "KEY=VALUE"},
    {'n', "--solver", NULL, "NAME"},   {'P', "--no-plots", NULL, NULL},
    {'p', "--plots", NULL, NULL},      {'c', "--no-collisions", NULL, NULL},
    {'t', "--threads", NULL, "N"},     {'j', "--jobs", "-j", "N"},
    {'r', "--records", NULL, NULL},    {'R', "--records", NULL, "DIR"},
    {'T', "--tap", NULL, NULL},        {'J', "--junit", NULL, "FILE"},
    {'i', "--shard", NULL, "I/N"},     {'v', "--overlay", NULL, NULL},
    {'a', "--at", NULL, "T"},          {'e', "--exaggerate", NULL, "F"},
    {'l', "--loudest", NULL, "SPEED"}, {'N', "--preset", NULL, "NAME"},
    {'y', "--style", NULL, "FILE"},    {'x', "--latex", NULL, NULL},
    {'C', "--no-clock", NULL, NULL},   {'h', "--help", "-h", NULL}};

enum { KNOWN = sizeof known / sizeof known[0] };

static int usage_error(const cli_options *options, const char *text, const char *subject)
{
    fprintf(stderr, "carom: error: %s%s%s%s\n", text, subject == NULL ? "" : " '",
            subject == NULL ? "" : subject, subject == NULL ? "" : "'");
    fprintf(stderr, "try 'carom %s%s--help'\n", options->command == NULL ? "" : options->command,
            options->command == NULL ? "" : " ");
    return EXIT_USAGE;
}

/* Of a word that is no command (nor, where @p topic, what carom help can say): the nearest that is.
 */
static int unknown(const cli_options *options, const char *text, const char *word, bool topic)
{
    const char *names[64];
    char said[300];
    size_t count = topic ? cli_topic_names(names, 32) : 0;
    for (const cli_command *c = cli_commands; c->name != NULL && count < 64; c++) {
        names[count++] = c->name;
    }
    snprintf(said, sizeof said, "%s '%.150s'", text, word);
    carom_hint_name_append(word, names, count, said, sizeof said);
    return usage_error(options, said, NULL);
}

/* One spelling may be two options, of different commands: the one that the command takes comes
 * first. */
static const option *find_option(const char *text, const char *takes)
{
    size_t length = strcspn(text, "=");
    const option *other = NULL;
    for (size_t i = 0; i < KNOWN; i++) {
        bool is_long = strlen(known[i].spelling) == length &&
                       strncmp(text, known[i].spelling, length) == 0;
        if (is_long ||
            (known[i].brief != NULL && strncmp(text, known[i].brief, 2) == 0 && text[1] != '-')) {
            other = &known[i];
            if (strchr(takes, known[i].letter) != NULL) {
                return other;
            }
        }
    }
    return other;
}

/* "--set KEY=VALUE", kept for messages, with the key cut out of it. */
static int add_override(cli_options *options, const char *value)
{
    const char *equals = strchr(value, '=');
    size_t length = strlen(value);
    char *text, *key;
    if (equals == NULL || equals == value) {
        return usage_error(options, "--set expects KEY=VALUE, not", value);
    }
    text = malloc(length + 7);
    key = malloc(length + 1);
    if (text == NULL || key == NULL || options->override_count == MOST_OPTIONS) {
        bool many = text != NULL && key != NULL;
        carom_error error = {CAROM_OK, "", ""};
        free(text);
        free(key);
        if (many) {
            return usage_error(options, "too many --set", NULL);
        }
        (void)carom_error_no_memory(&error);
        return cli_fail(&error);
    }
    snprintf(text, length + 7, "--set %s", value);
    memcpy(key, value, (size_t)(equals - value));
    key[equals - value] = '\0';
    options->overrides[options->override_count++] = (carom_override){
        text, key, text + 6 + (equals - value) + 1};
    return EXIT_DONE;
}

static int set_threads(cli_options *options, const char *value)
{
    char *end;
    options->threads = strtol(value, &end, 10);
    if (*end != '\0' || end == value || options->threads < 1 || options->threads > 1024) {
        return usage_error(options, "--threads expects a number from 1 to 1024, not", value);
    }
    return EXIT_DONE;
}

static int set_jobs(cli_options *options, const char *value)
{
    char *end;
    options->jobs = strtol(value, &end, 10);
    if (*end != '\0' || end == value || options->jobs < 1 || options->jobs > 1024) {
        return usage_error(options, "--jobs expects a number from 1 to 1024, not", value);
    }
    return EXIT_DONE;
}

static int set_shard(cli_options *options, const char *value)
{
    char *slash, *end;
    options->shard = strtol(value, &slash, 10);
    options->shards = *slash == '/' ? strtol(slash + 1, &end, 10) : 0;
    if (slash == value || *slash != '/' || *end != '\0' || options->shard < 1 ||
        options->shard > options->shards || options->shards > 1000000) {
        return usage_error(options, "--shard expects I/N with I from 1 to N, not", value);
    }
    return EXIT_DONE;
}

static int set_number(const char *name, const char *value, double least, double *number)
{
    if (!carom_number_parse(value, number) || !(*number >= least)) {
        fprintf(stderr, "carom: error: %s expects a number from %g on, not '%s'\n", name, least,
                value);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

static int set_preset(cli_options *options, const char *value)
{
    options->look.preset = carom_preset_find(value);
    return options->look.preset != NULL
             ? EXIT_DONE
             : usage_error(options,
                           "--preset expects screen, slide, half-slide, column or print, not",
                           value);
}

/* Looked at now, not when the run is over. */
static int set_style(cli_options *options, const char *value)
{
    options->look.style = value;
    if (access(value, R_OK) != 0) {
        fprintf(stderr, "carom: error: cannot read the style '%s': %s\n", value, strerror(errno));
        return EXIT_CANNOT_READ;
    }
    return EXIT_DONE;
}

static int apply(cli_options *options, char letter, const char *value)
{
    switch (letter) {
    case 'o':
        if (strcmp(value, "-") == 0 && strcmp(options->command, "exercise") != 0) {
            return usage_error(
                options, "-o expects a folder (one that is called - is ./-), not standard output",
                NULL);
        }
        options->output = value;
        break;
    case 's': return add_override(options, value);
    case 'n':
        if (options->only_count == MOST_OPTIONS) {
            return usage_error(options, "too many --solver", NULL);
        }
        options->only[options->only_count++] = value;
        break;
    case 'P': options->no_plots = true; break;
    case 'p': options->plots = true; break;
    case 'c': options->no_collisions = true; break;
    case 't': return set_threads(options, value);
    case 'j': return set_jobs(options, value);
    case 'i': return set_shard(options, value);
    case 'r': options->records = true; break;
    case 'R': options->records_of = value; break;
    case 'T': options->tap = true; break;
    case 'v': options->overlay = true; break;
    case 'J': options->junit = value; break;
    case 'a': return set_number("--at", value, 0, &options->at_s);
    case 'e': return set_number("--exaggerate", value, 1, &options->exaggerate);
    case 'l': return set_number("--loudest", value, DBL_MIN, &options->loudest_mps);
    case 'N': return set_preset(options, value);
    case 'y': return set_style(options, value);
    case 'x': options->look.tex = true; break;
    case 'C': options->look.clockless = true; break;
    default: options->help = true; break;
    }
    return EXIT_DONE;
}

static int read_option(cli_options *options, int count, char **argument, int *i)
{
    const char *text = argument[*i], *value = NULL;
    const cli_command *command = cli_command_find(options->command);
    const option *found = find_option(text, command->takes);
    if (found == NULL) {
        return usage_error(options, "unknown option", text);
    }
    if (found->letter != 'h' && strchr(command->takes, found->letter) == NULL) {
        fprintf(stderr, "carom: error: carom %s has no option '%s'\n", options->command, text);
        return usage_error(options, "expected", command->usage);
    }
    if (found->value != NULL) {
        if (text[1] == '-') {
            value = strchr(text, '=') == NULL ? NULL : strchr(text, '=') + 1;
        } else {
            value = text[2] == '\0' ? NULL : text + 2;
        }
        if (value == NULL && *i + 1 < count) {
            value = argument[++*i];
        }
        if (value == NULL) {
            return usage_error(options, "a value is missing after", text);
        }
    } else if (strchr(text, '=') != NULL) {
        return usage_error(options, "takes no value:", text);
    }
    return apply(options, found->letter, value);
}

/* Whether the usage names an argument that is not in brackets. */
static bool takes_file(const char *command)
{
    const char *usage = cli_command_find(command)->usage + strlen("carom ") + strlen(command);
    return usage[0] == ' ' && usage[1] != '[';
}

static int read_rest(cli_options *options, int count, char **argument)
{
    for (int i = 2; i < count; i++) {
        int status = EXIT_DONE;
        if (argument[i][0] == '-' && argument[i][1] != '\0') {
            status = read_option(options, count, argument, &i);
        } else if (options->file == NULL &&
                   strchr(cli_command_find(options->command)->usage + 6, ' ') != NULL) {
            options->file = argument[i];
        } else if (strstr(cli_command_find(options->command)->usage, "...") != NULL &&
                   options->more_count < MOST_OPTIONS) {
            options->more[options->more_count++] = argument[i];
        } else {
            status = usage_error(options, "one argument too many:", argument[i]);
        }
        if (status != EXIT_DONE) {
            return status;
        }
    }
    if (options->file == NULL && !options->help && takes_file(options->command)) {
        const cli_command *command = cli_command_find(options->command);
        return usage_error(options, "an argument is missing; expected", command->usage);
    }
    return EXIT_DONE;
}

/* What cannot be together. */
static int examine(const cli_options *options)
{
    return options->tap && options->junit != NULL && strcmp(options->junit, "-") == 0
             ? usage_error(options, "--tap and --junit - cannot both have standard output", NULL)
             : EXIT_DONE;
}

int cli_options_read(cli_options *options, int count, char **argument)
{
    int status;
    const char *first = count > 1 ? argument[1] : NULL;
    *options = (cli_options){.threads = 1,
                             .shard = 1,
                             .shards = 1,
                             .at_s = NAN,
                             .exaggerate = 1,
                             .loudest_mps = NAN,
                             .look = {.preset = carom_presets}};
    if (first == NULL) {
        cli_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0) {
        const cli_command *command = count > 2 ? cli_command_find(argument[2]) : NULL;
        if (command != NULL) {
            cli_command_help(command, stdout);
        } else if (count <= 2) {
            cli_help(stdout);
        } else if (!cli_topic_help(argument[2])) {
            return unknown(options, "no such command or topic", argument[2], true);
        }
        return EXIT_DONE;
    }
    if (strcmp(first, "--version") == 0) {
        printf("carom %s (%s)\n", carom_version(), carom_commit());
        return EXIT_DONE;
    }
    if (cli_command_find(first) == NULL) {
        return unknown(options, "unknown command", first, false);
    }
    options->command = first;
    status = read_rest(options, count, argument);
    return status == EXIT_DONE ? examine(options) : status;
}

void cli_options_free(cli_options *options)
{
    for (size_t i = 0; i < options->override_count; i++) {
        free((void *)(uintptr_t)options->overrides[i].text);
        free((void *)(uintptr_t)options->overrides[i].key);
    }
    options->override_count = 0;
}
