/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "system/system.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *carom_scratch_make(const char *directory, carom_error *error)
{
    char *real = realpath(directory, NULL), *scratch = NULL;
    size_t size = real == NULL ? 0 : strlen(real) + 20;
    if (real != NULL) {
        scratch = malloc(size);
    }
    if (scratch != NULL) {
        snprintf(scratch, size, "%s/.carom-XXXXXX", real);
    }
    if (scratch == NULL || mkdtemp(scratch) == NULL) {
        (void)carom_error_system(error, CAROM_CANNOT_CREATE, "create a folder in", directory,
                                 errno);
        free(scratch);
        scratch = NULL;
    }
    free(real);
    return scratch;
}

carom_status carom_scratch_link(const char *scratch, const char *name, const char *target,
                                carom_error *error)
{
    char *real = realpath(target, NULL), path[5000];
    carom_status status = CAROM_OK;
    if (real == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", target, errno);
    }
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    if (symlink(real, path) != 0) {
        status = carom_error_set(error, CAROM_CANNOT_CREATE, "", "cannot create '%s': %s", path,
                                 strerror(errno));
    }
    free(real);
    return status;
}

void carom_scratch_remove(char *scratch)
{
    static const char *const ours[] = {"data", "plots", "style", "script"};
    DIR *folder = scratch == NULL ? NULL : opendir(scratch);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        char path[5300];
        snprintf(path, sizeof path, "%s/%s", scratch, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            unlink(path);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    /* looking into it takes memory, and may fail on the way; then what was */
    if (scratch != NULL && rmdir(scratch) != 0) {
        /* put there is known, and gnuplot's own is removed by its name */
        for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
            char path[5300];
            snprintf(path, sizeof path, "%s/%s", scratch, ours[i]);
            unlink(path);
        }
        rmdir(scratch);
    }
    free(scratch);
}
