/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The topics of `carom help TOPIC`, and the text files that they and the completions are read
 * from. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"
#include "system/system.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const cli_topic cli_topic_list[] = {
    {"scenario", "the file that a run begins with, and what is said of mistakes in it", "groups"},
    {"keys", "every key of a scenario file", "keys"},
    {"springs", "how a spring contact is described, stepped and calibrated", "force-laws"},
    {"models", "soft and rigid balls, and what each is right about", "solvers"},
    {"engines", "other people's engines behind the solver seam, as plug-ins", NULL},
    {"integrators", "orders, stability, and why a contact spoils both", "integrators"},
    {"theory", "the formulas of checks, calibrate and explain, with their literature", NULL},
    {"sources", "where the lecture, book and blogs behind the scenes are wrong, in numbers", NULL},
    {"ledger", "where energy and momentum are, where they went, what is missing", NULL},
    {"divergence", "how solvers part, and until when it means anything", NULL},
    {"records", "the tables that a run leaves behind, and how they are written", "columns"},
    {"figures", "figures for screen, slide and print, animation, sound", "presets"},
    {"sweeps", "a grid of runs, on all processors and on several machines", "quantities"},
    {"checks", "what carom check can hold a run to", "checks"},
    {"exercises", "worksheets, and how answers are judged", NULL},
    {"library", "a program of your own that calls carom", NULL},
    {"determinism", "the same bits: what is promised, and what is not", NULL},
    {NULL, NULL, NULL}};

const cli_topic *cli_topic_find(const char *name)
{
    const cli_topic *topic = cli_topic_list;
    while (topic->name != NULL && strcmp(topic->name, name) != 0) {
        topic++;
    }
    return topic->name != NULL ? topic : NULL;
}

carom_status cli_help_read(const char *home, const char *name, char **text, carom_error *error)
{
    static const char *const places[] = {"src/cli/help", "help"}; /* in the sources; installed */
    char path[CAROM_PATH_SIZE + 100];
    size_t length;
    if (home[0] == '\0') {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "cannot read help/%s: no folder of carom's files was found from the "
                               "program's; set CAROM_HOME to it",
                               name);
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", home, places[i], name);
        if (access(path, F_OK) == 0) {
            break;
        }
    }
    return carom_file_read(path, text, &length, error);
}

carom_status cli_topic_read(const cli_topic *topic, const char *home, char **text,
                            carom_error *error)
{
    char name[100];
    snprintf(name, sizeof name, "topics/%s.txt", topic->name);
    return cli_help_read(home, name, text, error);
}

carom_status cli_topic_help(const cli_topic *topic, const char *home, carom_error *error)
{
    static const size_t mark = sizeof CLI_HEADING - 1;
    char *text = NULL;
    carom_status status = cli_topic_read(topic, home, &text, error);
    if (status != CAROM_OK) {
        return status;
    }
    printf("%s: %s\n\n", topic->name, topic->summary);
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        size_t skipped = strncmp(line, CLI_HEADING, mark) == 0 ? mark : 0;
        printf("%.*s\n", (int)(length - skipped), line + skipped);
        line += length + (line[length] == '\n');
    }
    free(text);
    if (topic->lists != NULL) {
        putchar('\n');
        status = cli_list(topic->lists, false, home, error);
    }
    return status;
}
