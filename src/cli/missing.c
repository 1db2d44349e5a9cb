/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports a scenario that does not exist, with the file or the experiment of a similar name. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include <dirent.h>

/* Finds the scenario of a similar name in a folder: files without .yaml, and with @p experiments
 * the folders of experiments, with and without their numbers. @return false: none */
static bool find_similar(const char *path, bool experiments, const char *wanted,
                         char found[CAROM_NAME_SIZE])
{
    enum { MOST = 300 };
    static const char ending[] = ".yaml";
    char name[MOST][CAROM_NAME_SIZE];
    const char *word[2 * MOST], *nearest;
    size_t names = 0, words = 0;
    const struct dirent *entry;
    DIR *folder = opendir(path);
    while (folder != NULL && names < MOST && (entry = readdir(folder)) != NULL) {
        size_t length = strlen(entry->d_name);
        const char *dash = strchr(entry->d_name, '-');
        if (experiments ? dash == NULL || strchr(entry->d_name, '.') != NULL
                        : !carom_text_ends_in(entry->d_name, ending)) {
            continue;
        }
        length -= experiments ? 0 : strlen(ending);
        if (length < CAROM_NAME_SIZE) {
            snprintf(name[names], CAROM_NAME_SIZE, "%.*s", (int)length, entry->d_name);
            word[words++] = name[names];
            if (experiments) {
                word[words++] = name[names] + (dash + 1 - entry->d_name);
            }
            names++;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    nearest = carom_hint_name(wanted, word, words);
    bool is_number = experiments && wanted[strspn(wanted, "0123456789")] == '\0';
    for (size_t i = 0; i < names && is_number && nearest == NULL; i++) {
        nearest = atoi(name[i]) == atoi(wanted) ? name[i] : NULL;
    }
    for (size_t i = 0; nearest != NULL && i < names; i++) {
        if (nearest >= name[i] && nearest < name[i] + CAROM_NAME_SIZE) {
            memcpy(found, name[i], CAROM_NAME_SIZE);
        }
    }
    return nearest != NULL;
}

void cli_report_missing_scenario(const char *home, const char *file)
{
    char folder[CAROM_PATH_SIZE], path[CAROM_PATH_SIZE + 40], stem[CAROM_NAME_SIZE],
        found[CAROM_NAME_SIZE];
    const char *slash = strrchr(file, '/'), *base = slash == NULL ? file : slash + 1;
    size_t length = strlen(base) - (carom_text_ends_in(base, ".yaml")  ? strlen(".yaml")
                                    : carom_text_ends_in(base, ".yml") ? strlen(".yml")
                                                                       : 0);
    snprintf(stem, sizeof stem, "%.*s", (int)length, base);
    snprintf(folder, sizeof folder, "%.*s", (int)(base - file), file);
    snprintf(path, sizeof path, "%s/experiments/%s", home, folder);
    fprintf(stderr, "carom: error: cannot read '%s': no such file or experiment", file);
    if (find_similar(slash == NULL ? "." : folder, false, stem, found)) {
        fprintf(stderr, "; did you mean '%s%s.yaml'?\n", folder, found);
    } else if (find_similar(path, slash == NULL, stem, found)) {
        fprintf(stderr, "; did you mean '%s%s'?\n", folder, found);
    } else {
        fprintf(stderr, " (see 'carom list experiments')\n");
    }
}
