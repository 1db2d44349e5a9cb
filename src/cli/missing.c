/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports a scenario that does not exist, with the file or the experiment of a similar name. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include <dirent.h>
#include <stdarg.h>

enum { MOST = 300 };

/* Names of scenarios, without .yaml to compare them, and as they are typed. */
typedef struct {
    size_t count;
    char stem[MOST][CAROM_NAME_SIZE], typed[MOST][CAROM_NAME_SIZE + 100];
} name_list;

static void add_name(name_list *names, const char *stem, size_t length, const char *typed, ...)
    CAROM_PRINTF(4, 5);
static void add_name(name_list *names, const char *stem, size_t length, const char *typed, ...)
{
    va_list arguments;
    va_start(arguments, typed);
    if (names->count < MOST && length < CAROM_NAME_SIZE) {
        snprintf(names->stem[names->count], CAROM_NAME_SIZE, "%.*s", (int)length, stem);
        vsnprintf(names->typed[names->count++], sizeof names->typed[0], typed, arguments);
    }
    va_end(arguments);
}

/* Add the scenarios of a folder, typed as PREFIX/NAME; shipped ones are typed without .yaml. In the
 * folder of the experiments they are folders. */
static void list_folder(name_list *names, const char *path, const char *prefix, bool shipped)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        const char *name = entry->d_name, *dash = strchr(name, '-');
        int length = (int)strlen(name) - (int)strlen(".yaml");
        if (carom_text_ends_in(name, ".yaml") && (!shipped || prefix[0] != '\0')) {
            add_name(names, name, (size_t)length, "%.99s%.*s%s", prefix, length, name,
                     shipped ? "" : ".yaml");
        } else if (shipped && prefix[0] == '\0' && dash != NULL && strchr(name, '.') == NULL) {
            add_name(names, name, strlen(name), "%s", name);
            add_name(names, dash + 1, strlen(dash + 1), "%s", name); /* without its number */
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

void cli_report_missing_scenario(const char *home, const char *file)
{
    static const char list[] = " (see 'carom list experiments')";
    char typed[CAROM_PATH_SIZE], path[CAROM_PATH_SIZE + 40], stem[CAROM_NAME_SIZE];
    const char *slash = strrchr(file, '/'), *base = slash == NULL ? file : slash + 1,
               *word[MOST] = {NULL}, *nearest;
    name_list names = {.count = 0};
    size_t ending = carom_text_ends_in(base, ".yaml") ? strlen(".yaml")
                  : carom_text_ends_in(base, ".yml")  ? strlen(".yml")
                                                      : 0;
    snprintf(stem, sizeof stem, "%.*s", (int)(strlen(base) - ending), base);
    snprintf(typed, sizeof typed, "%.*s", (int)(base - file), file);
    list_folder(&names, slash == NULL ? "." : typed, typed, false);
    snprintf(path, sizeof path, "%s/experiments/%.*s", home, (int)(base - file), file);
    list_folder(&names, path, typed, true);
    for (size_t i = 0; i < names.count; i++) {
        word[i] = names.stem[i];
    }
    nearest = carom_hint_name(stem, word, names.count);
    for (size_t i = 0; nearest != NULL && i < names.count; i++) {
        if (word[i] == nearest) {
            nearest = names.typed[i];
            break;
        }
    }
    fprintf(stderr, "carom: error: cannot read '%s': no such file or experiment", file);
    if (nearest != NULL) {
        fprintf(stderr, "; did you mean '%s'?\n", nearest);
    } else {
        fprintf(stderr, "%s\n", list);
    }
}
