/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands with their help texts. Each study adds a command from its own table. */
#include "carom_commands.h" /* CLI_NEW_TEXT and others, from commands.txt */
#include "cli/cli.h"

/* Options of a command; a help text of NULL means the common one. */
#define OPTIONS(...) ((const carom_command_option[]){__VA_ARGS__, {NULL, NULL}})

#define RUN_OPTIONS                                                                                \
    {"output", NULL}, {"set", NULL}, {"solver", NULL}, {"no-collisions", NULL},                    \
    {                                                                                              \
        "threads", NULL                                                                            \
    }

/* An unknown list is a usage error. */
static int list(const cli_options *options)
{
    carom_status status = cli_list_print(options->file, options->json, options->home,
                                         options->error);
    int reported = cli_report(options, status);
    return status == CAROM_INVALID ? EXIT_USAGE : reported;
}

/* Commands listed before the studies. */
static const cli_command early_commands[] = {
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
     .summary = "run all solvers, measure their differences, draw figures",
     .text = CLI_COMPARE_TEXT,
     .options = OPTIONS(RUN_OPTIONS, {"jobs", "the same as --threads"}, {"json", NULL},
                        {"no-plots", "records and table only"}, CAROM_FIGURE_STYLE_OPTIONS),
     .notes = CLI_RECORDS CLI_COMPARE_NOTES,
     .run = cli_compare,
     .writes_files = true},
    {.name = "run",
     .argument = "FILE",
     .summary = "run all solvers without comparing them, records only",
     .text = CLI_RUN_TEXT,
     .options = OPTIONS(RUN_OPTIONS, {"jobs", "the same as --threads"}, {"json", NULL},
                        {"plots", NULL}, {"no-plots", "no figures, as by default"},
                        CAROM_FIGURE_STYLE_OPTIONS),
     .notes = CLI_RECORDS CLI_RUN_NOTES,
     .run = cli_run,
     .writes_files = true},
    {.name = "sweep",
     .argument = "FILE",
     .summary = "run the grid of the file's sweep: section",
     .text = CLI_SWEEP_TEXT,
     .options = OPTIONS({"output", NULL}, {"set", NULL}, {"solver", NULL},
                        {"jobs", "points at a time; by default as many as there are processors"},
                        {"plots", "draw sweeps with one or two parameters: DIR/sweep-COLUMN.png"},
                        {"no-plots", "no figures, as by default"}, CAROM_FIGURE_STYLE_OPTIONS,
                        {"resume", NULL},
                        {"json", "sweep.tsv as JSON, and nothing else on standard output"}),
     .notes = CLI_SWEEP_NOTES,
     .run = cli_sweep,
     .writes_files = true},
    {.name = "check",
     .argument = "[FILE]",
     .summary = "run the tests in the file's checks: section",
     .text = CLI_CHECK_TEXT,
     .options = OPTIONS(RUN_OPTIONS, {"records DIR", NULL}, {"tap", NULL}, {"json", NULL},
                        {"jobs", "runs at a time, for orders of convergence"}),
     .notes = CLI_CHECK_NOTES,
     .run = cli_check,
     .writes_files = true},
    {.name = NULL}};

/* Commands listed after the studies. */
static const cli_command late_commands[] = {
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
         {"set", "change a key of all scenarios; may be repeated"}, {"address", NULL},
         {"no-seal", NULL}),
     .notes = CLI_LAB_NOTES,
     .run = cli_lab,
     .writes_files = true},
    {.name = "exercise",
     .argument = "WHAT...",
     .summary = "worksheets: list, show NAME, grade FILE",
     .text = CLI_EXERCISE_TEXT,
     .options = OPTIONS({"output FILE",
                         "show: file of the worksheet; grade: folder of the runs, by "
                         "default out/exercise/NAME"},
                        {"tap", NULL}, {"json", NULL}),
     .notes = CLI_EXERCISE_NOTES,
     .run = cli_exercise,
     .writes_files = true},
    {.name = "list",
     .argument = "[WHAT]",
     .summary = "list solvers, laws, parameters, experiments, quantities, columns",
     .text = CLI_LIST_TEXT,
     .options = OPTIONS({"json", NULL}),
     .run = list},
    {.name = "show",
     .argument = "FILE",
     .summary = "print the complete scenario with all defaults",
     .text = CLI_SHOW_TEXT,
     .options = OPTIONS({"set", NULL}, {"json", "as JSON, which carom also reads as a scenario"}),
     .run = cli_show},
    {.name = NULL}};

/* The command of a study. */
static cli_command command_of(const carom_study_entry *study)
{
    static const carom_command_option drawing[] = {CAROM_STUDY_OPTIONS,
                                                   CAROM_FIGURE_STYLE_OPTIONS,
                                                   {NULL, NULL}},
                                      plain[] = {CAROM_STUDY_OPTIONS, {NULL, NULL}};
    const carom_command_option *usual = study->draw != NULL ? drawing : plain;
    return (cli_command){.name = study->about.name,
                         .argument = "FILE",
                         .summary = study->about.summary,
                         .text = study->text,
                         .options = study->options != NULL ? study->options : usual,
                         .notes = study->notes,
                         .run = cli_study,
                         .writes_files = study->tables != NULL,
                         .study = study};
}

cli_command cli_command_at(size_t i)
{
    size_t before = sizeof early_commands / sizeof early_commands[0] - 1, studies = 0;
    while (carom_studies.entries[studies] != NULL) {
        studies++;
    }
    return i < before           ? early_commands[i]
         : i < before + studies ? command_of(carom_study_of(carom_studies.entries[i - before]))
                                : late_commands[i - before - studies];
}

bool cli_command_find(const char *name, cli_command *command)
{
    for (size_t i = 0; (*command = cli_command_at(i)).name != NULL; i++) {
        if (strcmp(command->name, name) == 0) {
            return true;
        }
    }
    return false;
}

void cli_help_print(FILE *stream)
{
    char usage[100];
    cli_command command;
    fprintf(stream, "carom: %s\n\nusage:\n", cli_title);
    for (size_t i = 0; (command = cli_command_at(i)).name != NULL; i++) {
        cli_command_usage(&command, usage, sizeof usage);
        fprintf(stream, "  %-20s %s\n", usage, command.summary);
    }
    fputs("  carom --version, -V\n", stream);
    fputs("\ntopics, 'carom help TOPIC':\n", stream);
    for (const cli_topic *topic = cli_topic_list; topic->name != NULL; topic++) {
        fprintf(stream, "  %-20s %s\n", topic->name, topic->summary);
    }
    fprintf(stream, "\n%s", cli_help_footer);
}
