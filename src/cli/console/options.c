/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: one table of options prints the help, parses and completes. getopt_long parses;
 * options may precede or follow FILE. */
#include "cli/console/console.h"
#include "params/rows.h"
#include <getopt.h>

/* ---- values ---- */

static int set_text(cli_options *options, const cli_option *option, const char *value)
{
    *(const char **)(void *)((char *)options + option->row.offset) = value;
    return EXIT_DONE;
}

static int set_folder(cli_options *options, const cli_option *option, const char *value)
{
    return carom_text_ends_in(value, ".yaml") || carom_text_ends_in(value, ".yml")
             ? cli_report_usage_error(options->command->name,
                                      "-o expects a folder, not a scenario:", value)
         : strcmp(value, "-") == 0
             ? cli_report_usage_error(
                   options->command->name,
                   "-o expects a folder (one that is called - is ./-), not standard "
                   "output",
                   NULL)
             : set_text(options, option, value);
}

static int add_solver(cli_options *options, const cli_option *option, const char *value)
{
    (void)option;
    if (options->solvers.count == MOST_OPTIONS) {
        return cli_report_usage_error(options->command->name, "too many --solver", NULL);
    }
    options->solvers.name[options->solvers.count++] = value;
    carom_text_append(options->changes, sizeof options->changes, " --solver %s", value);
    return EXIT_DONE;
}

static int add_change(cli_options *options, const char *text, const char *key, const char *value)
{
    if (options->overrides.count == MOST_OPTIONS) {
        return cli_report_usage_error(options->command->name, "too many changes of keys", NULL);
    }
    options->overrides.item[options->overrides.count++] = (carom_override){text, key, value};
    return EXIT_DONE;
}

/* Stores "--set KEY=VALUE" for messages, with the key and the value. */
static int store_override(cli_options *options, const char *value)
{
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value) {
        return cli_report_usage_error(options->command->name, "--set expects KEY=VALUE, not",
                                      value);
    }
    char *text = carom_arena_print(&options->memory, "--set %s", value);
    char *key = carom_arena_print(&options->memory, "%.*s", (int)(equals - value), value);
    return add_change(options, text, key, text + strlen("--set ") + (equals - value) + 1);
}

static int add_removal(cli_options *options, const cli_option *option, const char *value)
{
    (void)option;
    carom_text_append(options->changes, sizeof options->changes, " --unset %s", value);
    return add_change(options, carom_arena_print(&options->memory, "--unset %s", value), value,
                      NULL);
}

static int add_override(cli_options *options, const cli_option *option, const char *value)
{
    (void)option;
    bool is_plain = strpbrk(value, " *?[]{}()<>|&;$#~\"\\`") == NULL;
    carom_text_append(options->changes, sizeof options->changes,
                      is_plain ? " --set %s" : " --set '%s'", value);
    return store_override(options, value);
}

/* An option that sets a key: --theta 0.1 is --set contact.theta=0.1 in the study of the command,
 * and
 * --within the key of an audit. */
static int set_key(cli_options *options, const cli_option *option, const char *value)
{
    const char *key = option->row.key,
               *section = options->command->study != NULL ? options->command->name : "audit";
    carom_text_append(options->changes, sizeof options->changes, " --%s %s", key, value);
    return store_override(options,
                          carom_arena_print(&options->memory, "%s.%s=%s", section, key, value));
}

static int set_preset(cli_options *options, const cli_option *option, const char *value)
{
    const struct carom_plot_preset *preset = carom_plot_presets;
    (void)option;
    while (preset->name != NULL && strcmp(preset->name, value) != 0) {
        preset++;
    }
    options->figure_options.preset = preset->name;
    return preset->name != NULL
             ? EXIT_DONE
             : cli_report_usage_error(options->command->name,
                                      "--preset expects screen, slide, column or print, not",
                                      value);
}

/* Reads "png,svg,pdf". */
static int set_figure_formats(cli_options *options, const cli_option *option, const char *value)
{
    (void)option;
    return carom_plot_parse_formats(value, &options->figure_options.formats)
             ? EXIT_DONE
             : cli_report_usage_error(options->command->name,
                                      "--format expects png, svg or pdf, separated by commas, not",
                                      value);
}

/* Reads a value by the row of the option. */
static int parse_value(cli_options *options, const cli_option *option, const char *value)
{
    carom_error error = {0};
    if (carom_param_parse((carom_param_ref){&option->row, options}, value == NULL ? "true" : value,
                          &error) != CAROM_OK) {
        fprintf(stderr, "carom: error: --%s: %s\n", option->row.key, carom_error_problem(&error));
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

/* ---- the options ---- */

#define AT(member) offsetof(cli_options, member)

/* Rows of options without a value, with one that `set` reads, and with a number. */
#define SWITCH(letter_, name, member, help_)                                                       \
    {                                                                                              \
        {FLAG(name, AT(member), "false", help_)}, letter_, NULL, NULL                              \
    }
#define VALUE(letter_, name, argument_, set_, member, help_)                                       \
    {                                                                                              \
        {TEXT(name, AT(member), "", 0, help_)}, letter_, argument_, set_                           \
    }
#define NUMERIC(letter_, argument_, ...)                                                           \
    {                                                                                              \
        {__VA_ARGS__}, letter_, argument_, NULL                                                    \
    }

const cli_option cli_option_rows[] = {
    VALUE('o', "output", "DIR", set_folder, output,
          "folder of the results; by default out/<stem of FILE>"),
    VALUE('o', "output", "FILE", set_text, output, "output file; by default standard output"),
    VALUE(0, "set", "KEY=VALUE", add_override, overrides,
          "change a key of the scenario, or append to a list: KEY+=VALUE; may be repeated"),
    VALUE(0, "unset", "KEY", add_removal, overrides,
          "remove a key or an item of the scenario; may be repeated"),
    VALUE(0, "solver", "NAME", add_solver, solvers, "run only this solver; may be repeated"),
    NUMERIC('j', "N",
            COUNT("jobs", AT(jobs), "", 1, 1024,
                  "runs at a time; by default the number of processors")),
    SWITCH(0, "json", json, "print JSON and nothing else on standard output"),
    SWITCH(0, "no-plots", no_plots, "no figures; those of an earlier run are removed"),
    VALUE(0, "records", "DIR", set_text, records, "check the records in DIR"),
    VALUE(0, "within", "X", set_key, overrides,
          "with --records: allowed error of positions (m) and velocities (m/s); by default the "
          "rounding of the file"),
    SWITCH(0, "resume", resume, "run only the points whose rows are not in DIR/sweep.tsv"),
    VALUE(0, "from", "SCENARIO", set_text, from,
          "copy this scenario: a file or the name of a shipped experiment"),
    VALUE(0, "lang", "LANGUAGE", set_text, language, "language of the worksheet: en or de"),
    SWITCH(0, "tap", tap, "print verdicts as TAP (Test Anything Protocol)"),
    NUMERIC(0, "T",
            NUMBER("at", AT(at_s), "s", "", 0, ANY,
                   "snapshot.png: the balls of each solver at time T (s)")),
    SWITCH(0, "film", film,
           "animation.mp4 and animation.gif (by ffmpeg): the balls of each solver"),
    SWITCH(0, "sound", sound, "sound.wav: a click for each collision"),
    VALUE(0, "theta", "LIST", set_key, overrides,
          "steps of the penalty solvers as theta = h sqrt(k/m_red), separated by commas: 0.25,0.1; "
          "by default those of the scenario"),
    VALUE(0, "preset", "NAME", set_preset, figure_options.preset,
          "size of figures: screen (the default), slide, column, print"),
    VALUE(0, "format", "LIST", set_figure_formats, figure_options.formats,
          "png, svg or pdf, or several separated by commas; png,svg by default"),
    VALUE(0, "title", "TEXT", set_text, figure_options.title, "heading of the figures"),
    VALUE(0, "figures", "NAMES", set_text, figure_options.figures,
          "draw only these figures, separated by commas, or all"),
    SWITCH('q', "quiet", quiet,
           "print only errors, requested data (--json, -o -) and failed verdicts: no table, no "
           "progress, no notes"),
    SWITCH('V', "version", version, "print the version, commit and compiler of carom"),
    SWITCH('h', "help", help, "print this help"),
    {{.key = NULL}, 0, NULL, NULL}};

const cli_option *cli_option_find(const char *name)
{
    size_t length = strcspn(name, " ");
    const char *argument = name[length] == ' ' ? name + length + 1 : NULL;
    const cli_option *row = cli_option_rows;
    while (
        row->row.key != NULL &&
        (strlen(row->row.key) != length || strncmp(row->row.key, name, length) != 0 ||
         (argument != NULL && (row->argument == NULL || strcmp(row->argument, argument) != 0)))) {
        row++;
    }
    return row->row.key != NULL ? row : NULL;
}

/* ---- options of a command ---- */

void cli_command_usage(const cli_command *command, char *text, size_t size)
{
    snprintf(text, size, "carom %s%s%s", command->name, command->argument[0] == '\0' ? "" : " ",
             command->argument);
}

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

enum { FIRST_OPTION = 256, MOST_IN_COMMAND = 32 }; /* beyond all letters */

/* Input of getopt_long: option i is returned as FIRST_OPTION + i or as its letter. */
typedef struct {
    const cli_option *option[MOST_IN_COMMAND];
    struct option getopt[MOST_IN_COMMAND + 1];
    char letters[2 * MOST_IN_COMMAND + 3];
    int count;
} grammar;

static void make_grammar(grammar *g, const cli_command *command)
{
    const carom_command_option *of;
    /* "-": arguments are returned in order; ":": a missing value is reported separately */
    *g = (grammar){.letters = "-:"};
    for (size_t i = 0; (of = cli_command_option_at(command, i)) != NULL; i++) {
        const cli_option *option = cli_option_find(of->name);
        g->option[i] = option;
        g->getopt[i] = (struct option){option->row.key,
                                       option->argument != NULL ? required_argument : no_argument,
                                       NULL, FIRST_OPTION + (int)i};
        carom_text_append(g->letters, sizeof g->letters, "%.1s%s", &option->letter,
                          option->letter != 0 && option->argument != NULL ? ":" : "");
        g->count++;
    }
}

/* The option that getopt_long found, by number or letter; NULL: none. */
static const cli_option *found_option(const grammar *g, int found)
{
    for (int i = 0; i < g->count; i++) {
        if (found == FIRST_OPTION + i || (found != 0 && found == g->option[i]->letter)) {
            return g->option[i];
        }
    }
    return NULL;
}

/* getopt_long accepts "--out" for "--output". carom requires the full name: new options
 * then break no scripts. */
static bool is_abbreviated(const char *word, const cli_option *option)
{
    size_t length = strlen(option->row.key);
    return word[1] == '-' && (strncmp(word + 2, option->row.key, length) != 0 ||
                              (word[2 + length] != '\0' && word[2 + length] != '='));
}

/* ---- what was typed ---- */

/* True if another command has the option @p word, "--jobs=2" or "-j". */
static bool is_of_other_command(const char *word)
{
    for (const cli_option *option = cli_option_rows; option->row.key != NULL; option++) {
        if (word[1] == '-' ? !is_abbreviated(word, option) : word[1] == option->letter) {
            return true;
        }
    }
    return false;
}

/* Reports an option that the command does not have: removed, of another command, or unknown, then
 * with the nearest one of the command. */
static int report_unknown_option(const grammar *g, const cli_command *command, const char *word)
{
    const char *names[MOST_IN_COMMAND];
    bool has_set = false;
    if (is_of_other_command(word)) {
        fprintf(stderr, "carom: error: carom %s has no option '%s'; see 'carom %s --help'\n",
                command->name, word, command->name);
        return EXIT_USAGE;
    }
    for (int i = 0; i < g->count; i++) {
        names[i] = g->option[i]->row.key;
        has_set = has_set || strcmp(names[i], "set") == 0;
    }
    return cli_report_unknown_word(
        command->name, "unknown option", word, "--", names, (size_t)g->count,
        has_set ? "; keys of the scenario are changed by --set KEY=VALUE" : "");
}

static int read_option(cli_options *options, const grammar *g, int found, const char *word)
{
    bool wrong = found == '?' || found == ':';
    const cli_option *option = found_option(g, wrong ? optopt : found);
    if (option == NULL || is_abbreviated(word, option)) {
        return report_unknown_option(g, options->command, word);
    }
    if (wrong) {
        return cli_report_usage_error(options->command->name,
                                      found == ':' ? "missing value after" : "no value allowed for",
                                      word);
    }
    return option->set != NULL ? option->set(options, option, optarg)
                               : parse_value(options, option, optarg);
}

static int read_argument(cli_options *options, const char *text)
{
    const char *argument = options->command->argument;
    if (options->file == NULL && argument[0] != '\0') {
        options->file = text;
    } else if (strstr(argument, "...") != NULL && options->more.count < MOST_OPTIONS) {
        options->more.item[options->more.count++] = text;
    } else {
        char problem[100];
        snprintf(problem, sizeof problem, "carom %s reads %s%s, not also", options->command->name,
                 argument[0] == '\0' ? "no argument" : "one ", argument);
        return cli_report_usage_error(options->command->name, problem, text);
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
           (found = getopt_long(count, argument, g.letters, g.getopt, NULL)) != -1) {
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
    carom_arena_free(&options->memory);
}
