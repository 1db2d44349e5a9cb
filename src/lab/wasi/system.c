/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that WASI has nothing for. A module's files belong to nobody and have no permissions, it
 * has no descriptors to share and no links to follow. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int dup(int descriptor)
{
    (void)descriptor;
    errno = ENOSYS;
    return -1;
}

int fchown(int file, uid_t owner, gid_t group)
{
    (void)file;
    (void)owner;
    (void)group;
    return 0;
}

int fchmod(int file, mode_t mode)
{
    (void)file;
    (void)mode;
    return 0;
}

/* The path as it is, where there is something; a new text only, as all of carom asks for. */
char *realpath(const char *path, char *real)
{
    struct stat about;
    if (real != NULL) {
        errno = EINVAL;
        return NULL;
    }
    return stat(path, &about) == 0 ? strdup(path) : NULL;
}
