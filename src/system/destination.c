/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "system/system.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, NAME = 4096 }; /* as many links as Linux follows */

static carom_status refuse(carom_status status, const char *path, int reason, carom_error *error)
{
    return carom_error_set(error, status, "", "cannot %s '%s': %s",
                           status == CAROM_CANNOT_WRITE ? "write" : "create", path,
                           strerror(reason));
}

/* What stands before the last slash: the folder of a path. The text is the caller's to free; NULL:
 * no memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 1 : (size_t)(slash - path) + (slash == path);
    return carom_text_copy(slash == NULL ? "." : path, length);
}

/* Whether a path names a descriptor of this process, as the links /dev/stdout and /dev/fd/63 come
 * to do. Renaming over what it leads to would take the file from under it. */
static bool names_descriptor(const char *path, int *descriptor)
{
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
    char *folder, *real, own[40], *end;
    bool is_own;
    if (name[0] < '0' || name[0] > '9') {
        return false;
    }
    *descriptor = (int)strtol(name, &end, 10);
    folder = folder_of(path);
    real = folder == NULL ? NULL : realpath(folder, NULL);
    snprintf(own, sizeof own, "/proc/%ld/fd", (long)getpid());
    is_own = *end == '\0' && real != NULL &&
             (strcmp(real, own) == 0 || strcmp(real, "/dev/fd") == 0);
    free(real);
    free(folder);
    return is_own;
}

/* Follows one link. @return 1: followed, 0: it is none, -1: no memory */
static int follow(char **path)
{
    char target[NAME + 1];
    ssize_t length = readlink(*path, target, NAME);
    char *folder, *next;
    size_t size;
    if (length < 0 || length == NAME) {
        return 0;
    }
    target[length] = '\0';
    folder = folder_of(*path);
    size = (folder == NULL ? 0 : strlen(folder)) + (size_t)length + 2;
    next = folder == NULL ? NULL : malloc(size);
    if (next != NULL && target[0] == '/') {
        memcpy(next, target, (size_t)length + 1);
    } else if (next != NULL) {
        snprintf(next, size, "%s/%s", folder, target);
    }
    free(folder);
    if (next != NULL) {
        free(*path);
        *path = next;
    }
    return next == NULL ? -1 : 1;
}

/* What stands at the end of the links. */
static carom_status look(carom_destination *to, const char *path, carom_error *error)
{
    struct stat about;
    if (stat(to->path, &about) != 0) {
        return errno == ENOENT ? CAROM_OK : refuse(CAROM_CANNOT_CREATE, path, errno, error);
    }
    if (S_ISDIR(about.st_mode)) {
        return refuse(CAROM_CANNOT_WRITE, path, EISDIR, error);
    }
    if (!S_ISREG(about.st_mode)) {
        to->kind = CAROM_TO_STREAM;
        return CAROM_OK;
    }
    if (access(to->path, W_OK) != 0) { /* a rename would not ask */
        return refuse(CAROM_CANNOT_WRITE, path, errno, error);
    }
    to->exists = true;
    to->mode = about.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
    to->owner = about.st_uid;
    to->group = about.st_gid;
    return CAROM_OK;
}

carom_status carom_destination_find(carom_destination *to, const char *path, carom_error *error)
{
    int links = 0, followed = 1;
    *to = (carom_destination){.kind = CAROM_TO_FILE, .path = carom_text_copy(path, strlen(path))};
    if (to->path == NULL) {
        return carom_error_no_memory(error);
    }
    while (followed == 1) {
        if (names_descriptor(to->path, &to->descriptor)) {
            to->kind = CAROM_TO_DESCRIPTOR;
            return CAROM_OK;
        }
        followed = follow(&to->path);
        if (followed < 0) {
            return carom_error_no_memory(error);
        }
        links += followed;
        if (links > MOST_LINKS) {
            return refuse(CAROM_CANNOT_CREATE, path, ELOOP, error);
        }
    }
    return look(to, path, error);
}
