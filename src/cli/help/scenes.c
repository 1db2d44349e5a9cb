/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scenes that carom is shipped with, by what lies in the folder of experiments. */
#define _POSIX_C_SOURCE 200809L
#include "cli/help/help.h"
#include "system/system.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    void (*visit)(void *context, const char *name, const char *title);
    void *context;
} visitor;

/* What is not there (a folder without a scene, a file among the folders) is not listed; what cannot
 * be read is said. */
static carom_status cannot_read(const char *path, carom_error *error)
{
    return errno == ENOENT || errno == ENOTDIR
             ? CAROM_OK
             : carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
}

/* The title of a scene is the first "title:" line of its file; a file without is none. */
static carom_status visit_scene(const visitor *v, const char *path, const char *label,
                                carom_error *error)
{
    char line[512];
    carom_status status = CAROM_OK;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return cannot_read(path, error);
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "title: ", 7) == 0) {
            line[strcspn(line, "\n")] = '\0';
            v->visit(v->context, label, line + 7);
            break;
        }
    }
    if (ferror(file)) {
        status = cannot_read(path, error);
    }
    fclose(file);
    return status;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* What is in a folder, in order, but what is hidden. */
static carom_status open_folder(const char *path, struct dirent ***entry, int *count,
                                carom_error *error)
{
    *entry = NULL;
    *count = scandir(path, entry, is_visible, alphasort);
    return *count < 0 ? cannot_read(path, error) : CAROM_OK;
}

static void close_folder(struct dirent **entry, int count)
{
    for (int i = 0; i < count; i++) {
        free(entry[i]);
    }
    free(entry);
}

/* Of one folder: experiment.yaml under the folder's name, every other scene as FOLDER/SCENE. */
static carom_status visit_folder(const visitor *v, const char *home, const char *name,
                                 carom_error *error)
{
    char folder[4400], path[4700], label[600];
    struct dirent **entry;
    int count;
    carom_status status;
    snprintf(folder, sizeof folder, "%s/experiments/%s", home, name);
    snprintf(path, sizeof path, "%s/experiment.yaml", folder);
    status = visit_scene(v, path, name, error);
    if (status != CAROM_OK) {
        return status;
    }
    status = open_folder(folder, &entry, &count, error);
    for (int i = 0; i < count && status == CAROM_OK; i++) {
        const char *file = entry[i]->d_name, *dot = strrchr(file, '.');
        if (dot != NULL && strcmp(dot, ".yaml") == 0 && strcmp(file, "experiment.yaml") != 0) {
            snprintf(path, sizeof path, "%s/%s", folder, file);
            snprintf(label, sizeof label, "%.250s/%.*s", name, (int)(dot - file), file);
            status = visit_scene(v, path, label, error);
        }
    }
    close_folder(entry, count);
    return status;
}

carom_status cli_each_scene(const char *home,
                            void (*visit)(void *context, const char *name, const char *title),
                            void *context, carom_error *error)
{
    visitor v = {visit, context};
    char path[4400];
    struct dirent **entry;
    int count;
    carom_status status;
    snprintf(path, sizeof path, "%s/experiments", home);
    status = open_folder(path, &entry, &count, error);
    for (int i = 0; i < count && status == CAROM_OK; i++) {
        status = visit_folder(&v, home, entry[i]->d_name, error);
    }
    close_folder(entry, count);
    return status;
}
