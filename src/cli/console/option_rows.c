/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All options of the command line and the functions that read their values. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"
#include <errno.h>
#include <unistd.h>

/* ---- values ---- */

static void *member_address(cli_options *options, const cli_option *row)
{
    return (char *)options + row->offset;
}

static int set_flag(cli_options *options, const cli_option *row, const char *value)
{
    (void)value;
    *(bool *)member_address(options, row) = true;
    return EXIT_DONE;
}

static int set_text(cli_options *options, const cli_option *row, const char *value)
{
    *(const char **)member_address(options, row) = value;
    return EXIT_DONE;
}

static int set_folder(cli_options *options, const cli_option *row, const char *value)
{
    const char *ending = strrchr(value, '.');
    if (ending != NULL && (strcmp(ending, ".yaml") == 0 || strcmp(ending, ".yml") == 0)) {
        return cli_report_usage_error(options->command->name,
                                      "-o expects a folder, not a scenario:", value);
    }
    return strcmp(value, "-") == 0
             ? cli_report_usage_error(
                   options->command->name,
                   "-o expects a folder (one that is called - is ./-), not standard "
                   "output",
                   NULL)
             : set_text(options, row, value);
}

static int set_count(cli_options *options, const cli_option *row, const char *value)
{
    char *end, text[100];
    long count = strtol(value, &end, 10);
    if (*end != '\0' || end == value || !((double)count >= row->lowest) ||
        !((double)count <= row->highest)) {
        snprintf(text, sizeof text, "--%s expects a number from %g to %g, not", row->name,
                 row->lowest, row->highest);
        return cli_report_usage_error(options->command->name, text, value);
    }
    *(long *)member_address(options, row) = count;
    return EXIT_DONE;
}

static int set_number(cli_options *options, const cli_option *row, const char *value)
{
    double number;
    if (!carom_number_parse(value, &number) || !(number >= row->lowest)) {
        fprintf(stderr, "carom: error: --%s expects a number from %g on, not '%s'\n", row->name,
                row->lowest, value);
        return EXIT_USAGE;
    }
    *(double *)member_address(options, row) = number;
    return EXIT_DONE;
}

static int add_solver(cli_options *options, const cli_option *row, const char *value)
{
    (void)row;
    if (options->solvers.count == MOST_OPTIONS) {
        return cli_report_usage_error(options->command->name, "too many --solver", NULL);
    }
    options->solvers.name[options->solvers.count++] = value;
    return EXIT_DONE;
}

/* Stores "--set KEY=VALUE" for messages, with the key and the value. */
static int store_override(cli_options *options, const char *value)
{
    const char *equals = strchr(value, '=');
    size_t length = strlen(value);
    if (equals == NULL || equals == value) {
        return cli_report_usage_error(options->command->name, "--set expects KEY=VALUE, not",
                                      value);
    }
    if (options->overrides.count == MOST_OPTIONS) {
        return cli_report_usage_error(options->command->name, "too many --set", NULL);
    }
    char *text = malloc(length + 7);
    char *key = carom_text_copy(value, (size_t)(equals - value));
    if (text == NULL || key == NULL) {
        free(text);
        free(key);
        return cli_report_no_memory();
    }
    snprintf(text, length + 7, "--set %s", value);
    options->overrides.item[options->overrides.count++] = (carom_override){
        text, key, text + 6 + (equals - value) + 1};
    return EXIT_DONE;
}

static int add_override(cli_options *options, const cli_option *row, const char *value)
{
    (void)row;
    carom_text_append(options->changes, sizeof options->changes, " --set %s", value);
    return store_override(options, value);
}

/* An option that sets a key of the study: --theta 0.1 is --set contact.theta=0.1. */
static int set_study_key(cli_options *options, const cli_option *row, const char *value)
{
    char text[1000];
    int length = snprintf(text, sizeof text, "%s.%s=%s", options->command->name, row->name, value);
    if (length >= (int)sizeof text) {
        return cli_report_usage_error(options->command->name, "too long a value:", value);
    }
    carom_text_append(options->changes, sizeof options->changes, " --%s %s", row->name, value);
    return store_override(options, text);
}

/* The tolerance of an audit, a key of the scenario. */
static int set_within(cli_options *options, const cli_option *row, const char *value)
{
    char text[100];
    (void)row;
    snprintf(text, sizeof text, "audit.within=%.80s", value);
    return store_override(options, text);
}

static int set_preset(cli_options *options, const cli_option *row, const char *value)
{
    const struct carom_plot_preset *preset = carom_plot_presets;
    (void)row;
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
static int set_figure_formats(cli_options *options, const cli_option *row, const char *value)
{
    (void)row;
    return carom_plot_parse_formats(value, &options->figure_options.formats)
             ? EXIT_DONE
             : cli_report_usage_error(options->command->name,
                                      "--format expects png, svg or pdf, separated by commas, not",
                                      value);
}

/* ---- the options ---- */

/* Rows of options without and with a value, which is stored in a member. */
#define ROW(name_, set_, member_, help_)                                                           \
    .name = name_, .help = help_, .set = set_, .offset = offsetof(cli_options, member_)
#define FLAG(name_, member_, help_) ROW(name_, set_flag, member_, help_)
#define VALUE(name_, argument_, set_, member_, help_)                                              \
    ROW(name_, set_, member_, help_), .argument = argument_

const cli_option cli_option_rows[] = {
    {VALUE("output", "DIR", set_folder, output,
           "folder of the results; by default out/<stem of FILE>"),
     .letter = 'o'},
    {VALUE("output", "FILE", set_text, output, "output file; by default standard output"),
     .letter = 'o'},
    {VALUE("set", "KEY=VALUE", add_override, overrides,
           "change a key of the scenario; may be repeated")},
    {VALUE("solver", "NAME", add_solver, solvers, "run only this solver; may be repeated")},
    {VALUE("jobs", "N", set_count, jobs, "runs at a time; by default the number of processors"),
     .letter = 'j', .lowest = 1, .highest = 1024},
    {FLAG("json", json, "print JSON and nothing else on standard output")},
    {FLAG("no-plots", no_plots, "no figures; those of an earlier run are removed")},
    {VALUE("records", "DIR", set_text, records, "check the records in DIR")},
    {VALUE("within", "X", set_within, overrides,
           "with --records: allowed error of positions (m) and velocities (m/s); by default the "
           "rounding of the file")},
    {FLAG("resume", resume, "run only the points whose rows are not in DIR/sweep.tsv")},
    {VALUE("from", "SCENARIO", set_text, from,
           "copy this scenario: a file or the name of a shipped experiment")},
    {VALUE("lang", "LANGUAGE", set_text, language, "language of the worksheet: en or de")},
    {FLAG("tap", tap, "print verdicts as TAP (Test Anything Protocol)")},
    {VALUE("at", "T", set_number, at_s, "snapshot.png: the balls of each solver at time T (s)"),
     .lowest = 0},
    {FLAG("film", film,
          "animation.mp4 (if ffmpeg is installed) and animation.gif: the balls of each solver")},
    {FLAG("sound", sound, "sound.wav: a click for each collision")},
    {VALUE("theta", "LIST", set_study_key, overrides,
           "steps of the penalty solvers as theta = h sqrt(k/m_red), separated by commas: "
           "0.25,0.1; by "
           "default those of the scenario")},
    {VALUE("preset", "NAME", set_preset, figure_options.preset,
           "size of figures: screen (the default), slide, column, print")},
    {VALUE("format", "LIST", set_figure_formats, figure_options.formats,
           "png, svg or pdf, or several separated by commas; png,svg by default")},
    {VALUE("title", "TEXT", set_text, figure_options.title, "heading of the figures")},
    {VALUE("figures", "NAMES", set_text, figure_options.figures,
           "draw only these figures, separated by commas, or all")},
    {FLAG("quiet", quiet,
          "print only errors, requested data (--json, -o -) and failed verdicts: no table, no "
          "progress, no notes"),
     .letter = 'q'},
    {FLAG("version", version, "print the version, commit and compiler of carom"), .letter = 'V'},
    {FLAG("help", help, "print this help"), .letter = 'h'},
    {.name = NULL}};

const cli_option *cli_option_find(const char *name)
{
    size_t length = strcspn(name, " ");
    const char *argument = name[length] == ' ' ? name + length + 1 : NULL;
    const cli_option *row = cli_option_rows;
    while (
        row->name != NULL &&
        (strlen(row->name) != length || strncmp(row->name, name, length) != 0 ||
         (argument != NULL && (row->argument == NULL || strcmp(row->argument, argument) != 0)))) {
        row++;
    }
    return row->name != NULL ? row : NULL;
}
