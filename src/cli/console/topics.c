/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Topics of `carom help TOPIC`. Reads their texts from files. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"
#include <unistd.h>

const cli_topic cli_topic_list[] = {
    {"tutorial", "your first hour: six steps, with commands and output", NULL},
    {"scenario", "the scenario file, and every key of it", "keys"},
    {"models", "springs and rigid balls, and when to use which", NULL},
    {"studies", "sweeps, divergence and gradients", NULL},
    {"records", "tables, energy budget, figures and recordings", NULL},
    {"checks", "tests of a run, also of other programs", NULL},
    {"theory", "formulas and literature; errors of the sources", NULL},
    {"terms", "glossary, a line each", NULL},
    {"library", "programs in C and Python that call carom", NULL},
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
    static const char *const folders[] = {"src/cli/help", "help"}; /* in the sources; installed */
    char path[CAROM_PATH_SIZE + 100];
    size_t length;
    if (home[0] == '\0') {
        return carom_error_set(
            error, CAROM_CANNOT_READ, "",
            "cannot read help/%s: the folder with carom's files is missing; set CAROM_HOME to it",
            name);
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", home, folders[i], name);
        if (access(path, F_OK) == 0) {
            break;
        }
    }
    return carom_file_read(path, text, &length, error);
}

carom_status cli_topic_print(const cli_topic *topic, const char *home, carom_error *error)
{
    char name[100], *text = NULL;
    snprintf(name, sizeof name, "topics/%s.txt", topic->name);
    carom_status status = cli_help_read(home, name, &text, error);
    if (status != CAROM_OK) {
        return status;
    }
    printf("%s: %s\n\n", topic->name, topic->summary);
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        size_t skipped = strncmp(line, "## ", 3) == 0 ? 3 : 0; /* a heading */
        printf("%.*s\n", (int)(length - skipped), line + skipped);
        line += length + (line[length] == '\n');
    }
    free(text);
    if (topic->lists != NULL) {
        putchar('\n');
        (void)cli_key_print(NULL);
    }
    return status;
}
