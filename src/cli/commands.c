/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands with their help texts. Each study adds a command from its own table. */
#include "carom_commands.h" /* CLI_NEW_TEXT and others, from commands.txt */
#include "cli/cli.h"

/* Options of a command; a help text of NULL means the common one. */
#define OPTIONS(...) ((const carom_command_option[]){__VA_ARGS__, {NULL, NULL}})

#define RUN_OPTIONS                                                                                \
    {"output", NULL}, {"set", NULL}, {"unset", NULL},                                              \
    {                                                                                              \
        "solver", NULL                                                                             \
    }

/* An unknown list is a usage error. */
static int list(const cli_options *options)
{
    carom_status status = cli_list_print(options->file, options->json, options->home,
                                         options->error);
    int reported = cli_report(options, status);
    return status == CAROM_INVALID ? EXIT_USAGE : reported;
}

/* Commands in the order of the first part of the help. A study has a name only; those that are not
 * here form the second part. */
static const cli_command commands[] = {
    {.name = "new",
     .argument = "NAME",
     .summary = "write a commented scenario to start from",
     .text = CLI_NEW_TEXT,
     .options = OPTIONS({"from", NULL}),
     .notes = CLI_NEW_NOTES,
     .run = cli_new,
     .writes_files = true},
    {.name = "compare",
     .argument = "FILE",
     .summary = "run all solvers, measure differences, draw figures",
     .text = CLI_COMPARE_TEXT,
     .options = OPTIONS(RUN_OPTIONS, {"jobs", "solvers at a time; 1 by default"}, {"json", NULL},
                        {"no-plots", NULL}, CAROM_FIGURE_STYLE_OPTIONS),
     .notes = CLI_RECORDS CLI_COMPARE_NOTES,
     .run = cli_compare,
     .writes_files = true},
    {.name = "explain"},
    {.name = "check",
     .argument = "[FILE]",
     .summary = "run the tests in the file's checks: section",
     .text = CLI_CHECK_TEXT,
     .options = OPTIONS(
         {"output DIR", "folder of the results, by default out/<stem of FILE>-check; "
                        "with --records the table of the verdicts, audit.tsv"},
         {"set", NULL}, {"unset", NULL}, {"solver", NULL}, {"records DIR", NULL}, {"within", NULL},
         {"tap", NULL}, {"json", NULL}, {"jobs", "runs at a time"}, {"no-plots", "no effect"}),
     .notes = CLI_CHECK_NOTES,
     .run = cli_check,
     .writes_files = true},
    {.name = "sweep"},
    {.name = "contact"},
    {.name = "plot",
     .argument = "DIR",
     .summary = "draw the figures again from the records in DIR",
     .text = CLI_PLOT_TEXT,
     .options = OPTIONS(
         {"at", NULL}, {"film", NULL}, {"sound", NULL},
         {"solver", "with --film: show this solver and the reference, repeated: show these; with "
                    "--sound: this solver on the right, repeated: left and right"},
         CAROM_FIGURE_STYLE_OPTIONS),
     .notes = CLI_PLOT_NOTES,
     .run = cli_plot,
     .writes_files = true},
    {.name = "lab",
     .argument = "FILE...",
     .summary = "make a page that runs the scenarios in any browser",
     .text = CLI_LAB_TEXT,
     .options = OPTIONS(
         {"output FILE",
          "the page, - for standard output; by default out/<stem of the first>/lab.html"},
         {"set", "change a key of all scenarios; may be repeated"}),
     .notes = CLI_LAB_NOTES,
     .run = cli_lab,
     .writes_files = true},
    {.name = "exercise",
     .argument = "WHAT...",
     .summary = "worksheets: list, show NAME, grade FILE...",
     .text = CLI_EXERCISE_TEXT,
     .options = OPTIONS({"output FILE",
                         "show: file of the worksheet; grade: folder of the runs, by "
                         "default out/exercise/NAME"},
                        {"lang", NULL}, {"tap", NULL}),
     .notes = CLI_EXERCISE_NOTES,
     .run = cli_exercise,
     .writes_files = true},
    {.name = "list",
     .argument = "[WHAT]",
     .summary = "list solvers, laws, keys, experiments, quantities",
     .text = CLI_LIST_TEXT,
     .options = OPTIONS({"json", NULL}),
     .run = list},
    {.name = "show",
     .argument = "FILE",
     .summary = "print the complete scenario with all defaults",
     .text = CLI_SHOW_TEXT,
     .options = OPTIONS({"set", NULL}, {"unset", NULL},
                        {"json", "as JSON, which carom also reads as a scenario"}),
     .run = cli_show},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* The command of a study. */
static cli_command command_of(const carom_study_entry *study)
{
    static const carom_command_option drawing[] = {CAROM_STUDY_OPTIONS,
                                                   CAROM_FIGURE_STYLE_OPTIONS,
                                                   {NULL, NULL}},
                                      plain[] = {CAROM_STUDY_OPTIONS, {NULL, NULL}};
    const carom_command_option *usual = study->plot != NULL ? drawing : plain;
    return (cli_command){.name = study->about.name,
                         .argument = "FILE",
                         .summary = study->about.summary,
                         .text = study->text,
                         .options = study->options != NULL ? study->options : usual,
                         .notes = study->notes,
                         .run = cli_study,
                         .writes_files = !study->printed_only,
                         .study = study};
}

static bool is_listed(const char *name)
{
    size_t i = 0;
    while (i < COMMANDS && strcmp(commands[i].name, name) != 0) {
        i++;
    }
    return i < COMMANDS;
}

cli_command cli_command_at(size_t i)
{
    size_t others = COMMANDS;
    if (i < COMMANDS) {
        const carom_entry *study = carom_interface_find(&carom_studies, commands[i].name);
        return study == NULL ? commands[i] : command_of(carom_study_of(study));
    }
    for (size_t k = 0; carom_studies.entries[k] != NULL; k++) {
        if (!is_listed(carom_studies.entries[k]->name) && others++ == i) {
            return command_of(carom_study_of(carom_studies.entries[k]));
        }
    }
    return (cli_command){.name = NULL};
}

/* compare without a reference, and without figures */
static cli_command run_of(cli_command compare)
{
    static const carom_command_option options[] = {RUN_OPTIONS,
                                                   {"jobs", "solvers at a time; 1 by default"},
                                                   {"json", NULL},
                                                   {"no-plots", "no effect: run draws no figures"},
                                                   {NULL, NULL}};
    compare.name = "run";
    compare.options = options;
    return compare;
}

bool cli_command_find(const char *name, cli_command *command)
{
    bool is_run = strcmp(name, "run") == 0;
    for (size_t i = 0; (*command = cli_command_at(i)).name != NULL; i++) {
        if (strcmp(command->name, is_run ? "compare" : name) == 0) {
            *command = is_run ? run_of(*command) : *command;
            return true;
        }
    }
    return false;
}

void cli_help_print(FILE *stream)
{
    char usage[100];
    cli_command command;
    fprintf(stream,
            "carom: %s\nbegin with 'carom compare 01-head-on', then 'carom help tutorial'\n\n"
            "usage:\n",
            cli_title);
    for (size_t i = 0; (command = cli_command_at(i)).name != NULL; i++) {
        cli_command_usage(&command, usage, sizeof usage);
        fputs(i == COMMANDS ? "\nmore studies:\n" : "", stream);
        fprintf(stream, "  %-22s %s\n", usage, command.summary);
    }
    fputs("\ntopics; 'carom help NAME' prints a topic, a command or a key:\n", stream);
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        fprintf(stream, "  %-22s %s\n", topic->name, topic->summary);
    }
    fprintf(stream, "\n%s", cli_help_footer);
}
