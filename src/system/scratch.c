/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch folders for other programs. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "system/system.h"
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

char *carom_scratch_create(const char *directory, carom_error *error)
{
    char *real = realpath(directory, NULL),
         *scratch = real == NULL ? NULL : carom_path_join(real, ".carom-XXXXXX");
    if (scratch == NULL || mkdtemp(scratch) == NULL) {
        (void)carom_error_system(error, CAROM_CANNOT_CREATE, "create a folder in", directory,
                                 errno);
        free(scratch);
        scratch = NULL;
    }
    free(real);
    return scratch;
}

static void remove_content(const char *scratch)
{
    DIR *folder = opendir(scratch);
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
}

void carom_scratch_remove(char *scratch)
{
    /* a listing can fail, or omit files while others are removed */
    for (int turn = 0; scratch != NULL && turn < 3 && rmdir(scratch) != 0; turn++) {
        remove_content(scratch);
    }
    if (scratch != NULL) {
        rmdir(scratch);
    }
    free(scratch);
}
