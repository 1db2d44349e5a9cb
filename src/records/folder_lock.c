/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700
#include "records/records.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of the file, each with a lock of its own. WORK is held while one works in the folder, DOOR
 * for a moment by whoever comes, so that nobody goes meanwhile, or goes, so that nobody comes. */
enum { WORK, DOOR };

static struct flock lock_of(int byte, short type)
{
    return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
}

/* Waits for the door; the system may see a deadlock in those of two folders, which is none. */
static bool take_door(const carom_folder_lock *lock, short type)
{
    struct flock wanted = lock_of(DOOR, type);
    int result;
    do {
        result = fcntl(lock->file, F_SETLKW, &wanted);
    } while (result != 0 && (errno == EINTR || errno == EDEADLK));
    return result == 0;
}

static void leave_door(const carom_folder_lock *lock)
{
    struct flock none = lock_of(DOOR, F_UNLCK);
    (void)fcntl(lock->file, F_SETLK, &none);
}

/* The last holder removes the file: whoever has opened it before that would lock nothing. */
static bool is_there_still(const carom_folder_lock *lock)
{
    struct stat held, named;
    return fstat(lock->file, &held) == 0 && lstat(lock->path, &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

static carom_status refuse(const carom_folder_lock *lock, const char *directory, bool shared,
                           carom_error *error)
{
    struct flock asked = lock_of(WORK, shared ? F_RDLCK : F_WRLCK);
    char who[60] = "";
    if (fcntl(lock->file, F_GETLK, &asked) == 0 && asked.l_type != F_UNLCK && asked.l_pid > 0) {
        snprintf(who, sizeof who, " (process %ld)", (long)asked.l_pid);
    }
    return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                           "another carom%s is at work in '%s'; wait for it, or name another "
                           "folder with -o",
                           who, directory);
}

/* @return 1: locked, 0: to be tried again, -1: not to be had, as `status` says (CAROM_OK where
 * nothing can be locked there) */
static int attempt(carom_folder_lock *lock, const char *directory, bool shared,
                   carom_status *status, carom_error *error)
{
    struct flock wanted = lock_of(WORK, shared ? F_RDLCK : F_WRLCK);
    bool has_locks;
    lock->file = open(lock->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (lock->file < 0) {
        *status = carom_error_set(error, CAROM_CANNOT_CREATE, "", "cannot create files in '%s': %s",
                                  directory, strerror(errno));
        return -1;
    }
    has_locks = take_door(lock, F_RDLCK);
    if (has_locks && !is_there_still(lock)) {
        return 0;
    }
    if (has_locks && fcntl(lock->file, F_SETLK, &wanted) == 0) {
        leave_door(lock);
        return 1;
    }
    if (has_locks && (errno == EACCES || errno == EAGAIN)) {
        *status = refuse(lock, directory, shared, error);
    } else {
        unlink(lock->path); /* ENOLCK, ENOSYS ...: no locks here */
    }
    return -1;
}

carom_status carom_folder_lock_take(carom_folder_lock *lock, const char *directory, bool shared,
                                    carom_error *error)
{
    enum { TRIES = 100 };
    size_t size = strlen(directory) + 20;
    carom_status status = CAROM_OK;
    int got = 0;
    *lock = (carom_folder_lock){malloc(size), -1};
    if (lock->path == NULL) {
        return carom_error_no_memory(error);
    }
    snprintf(lock->path, size, "%s/.carom.lock", directory);
    for (int k = 0; k < TRIES && got == 0; k++) {
        if (lock->file >= 0) {
            close(lock->file);
        }
        got = attempt(lock, directory, shared, &status, error);
    }
    if (got != 1) {
        if (lock->file >= 0) {
            close(lock->file);
        }
        free(lock->path);
        *lock = (carom_folder_lock){NULL, -1};
    }
    return status;
}

void carom_folder_lock_give(carom_folder_lock *lock)
{
    struct flock alone = lock_of(WORK, F_WRLCK);
    if (lock->path == NULL) {
        return;
    }
    if (take_door(lock, F_WRLCK) && fcntl(lock->file, F_SETLK, &alone) == 0) {
        unlink(lock->path); /* of those who share it the last */
    }
    close(lock->file);
    free(lock->path);
    *lock = (carom_folder_lock){NULL, -1};
}
