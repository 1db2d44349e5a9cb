/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom help TOPIC: what one should know besides the commands. What can be listed from the tables
 * is. */
#include "cli/help/help.h"
#include <string.h>

const cli_topic cli_topic_list[] = {
    {"scenario", "the file that a run begins with, and what is said of mistakes in it",
     cli_scenario_sections, "groups"},
    {"keys", "every key of a scenario file", cli_key_sections, "keys"},
    {"springs", "how a spring contact is described, stepped and calibrated", cli_spring_sections,
     "force-laws"},
    {"models", "soft and rigid balls, and what each is right about", cli_model_sections, "solvers"},
    {"engines", "other people's engines behind the solver seam, as plug-ins", cli_engine_sections,
     NULL},
    {"integrators", "orders, stability, and why a contact spoils both", cli_integrator_sections,
     "integrators"},
    {"theory", "the formulas of checks, calibrate and explain, with their literature",
     cli_theory_sections, NULL},
    {"sources", "where the lecture, book and blogs behind the scenes are wrong, in numbers",
     cli_source_sections, NULL},
    {"ledger", "where energy and momentum are, where they went, what is missing",
     cli_ledger_sections, NULL},
    {"divergence", "how solvers part, and until when it means anything", cli_divergence_sections,
     NULL},
    {"records", "the tables that a run leaves behind, and how they are written",
     cli_record_sections, "columns"},
    {"figures", "figures for screen, slide and print, animation, sound", cli_figure_sections,
     "presets"},
    {"sweeps", "a grid of runs, on all processors and on several machines", cli_sweep_sections,
     "quantities"},
    {"checks", "what carom check can hold a run to", cli_check_sections, "checks"},
    {"exercises", "worksheets, and how answers are judged", cli_exercise_sections, NULL},
    {"library", "a program of your own that calls carom", cli_library_sections, NULL},
    {"determinism", "the same bits: what is promised, and what is not", cli_determinism_sections,
     NULL},
    {NULL, NULL, NULL, NULL}};

void cli_topics(FILE *stream)
{
    fputs("\ntopics, 'carom help TOPIC':\n", stream);
    for (const cli_topic *t = cli_topic_list; t->name != NULL; t++) {
        fprintf(stream, "  %-20s %s\n", t->name, t->summary);
    }
}

size_t cli_topic_names(const char **names, size_t most)
{
    size_t count = 0;
    while (cli_topic_list[count].name != NULL && count < most) {
        names[count] = cli_topic_list[count].name;
        count++;
    }
    return count;
}

static void print_section(const cli_section *section)
{
    if (section->name[0] != '\0') {
        printf("\n%s\n", section->name);
    }
    printf("\n%s", section->text);
}

const cli_topic *cli_topic_find(const char *name)
{
    const cli_topic *t = cli_topic_list;
    while (t->name != NULL && strcmp(t->name, name) != 0) {
        t++;
    }
    return t->name != NULL ? t : NULL;
}

bool cli_topic_help(const char *name)
{
    const cli_topic *t = cli_topic_find(name);
    if (t == NULL) {
        return false;
    }
    printf("%s: %s\n", t->name, t->summary);
    for (const cli_section *s = t->sections; s->name != NULL; s++) {
        print_section(s);
    }
    if (t->lists == NULL) {
        return true;
    }
    carom_error error = {0};
    putchar('\n');
    return cli_list(t->lists, "", &error) == CAROM_OK;
}
