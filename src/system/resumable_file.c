/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that a later process continues, and scratch folders for other programs. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "system/system.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

carom_status carom_file_truncate(carom_file *file, carom_error *error)
{
    return !file->resumable || ftruncate(fileno(file->stream), 0) == 0
             ? CAROM_OK
             : carom_error_system(error, CAROM_CANNOT_WRITE, "write", file->path, errno);
}

/* Extend the hash by the bytes from `*at` to `end`, or to the end of the file.
 *  @return false if they cannot be read */
static bool extend_hash(const char *path, uint64_t *at, uint64_t end, uint64_t *hash)
{
    enum { BLOCK = 65536 };
    char block[BLOCK];
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t got = 1;
    while (file >= 0 && *at < end && got != 0) {
        size_t chunk = end - *at < BLOCK ? (size_t)(end - *at) : BLOCK;
        got = pread(file, block, chunk, (off_t)*at);
        if (got < 0 && errno != EINTR) {
            break;
        }
        *hash = carom_hash(*hash, block, got > 0 ? (size_t)got : 0);
        *at += got > 0 ? (uint64_t)got : 0;
    }
    if (file >= 0) {
        close(file);
    }
    return file >= 0 && got >= 0;
}

static void fail_serialization(const carom_file *file, const char *action, carom_status status,
                               carom_serializer *serializer)
{
    carom_error error = {0};
    (void)carom_error_system(&error, status, action, file->path, errno);
    carom_serializer_fail(serializer, &error);
}

static void store_position(carom_file *file, carom_serializer *serializer)
{
    FILE *stream = file->stream;
    if (stream != NULL && ferror(stream) == 0 && ftello(stream) == (off_t)file->marked) {
        return; /* unchanged since the last call */
    }
    if (stream != NULL && (ferror(stream) != 0 || fflush(stream) != 0 ||
                           (fsync(fileno(stream)) != 0 && errno != EINVAL && errno != ENOSYS))) {
        fail_serialization(file, "write", CAROM_CANNOT_WRITE, serializer);
    } else if (!extend_hash(file->temporary, &file->marked, UINT64_MAX, &file->hash)) {
        fail_serialization(file, "read back", CAROM_CANNOT_READ, serializer);
    }
}

/* True if the first `marked` bytes of a file, or all of it, have the stored hash. */
static bool has_hash(const char *path, const carom_file *file, bool all)
{
    uint64_t at = 0, hash = CAROM_HASH_START;
    return extend_hash(path, &at, file->marked + all, &hash) && at == file->marked &&
           hash == file->hash;
}

static void restore_position(carom_file *file, bool finished, carom_serializer *serializer)
{
    carom_error error = {0};
    if (has_hash(file->temporary, file, false)) {
        if (ftruncate(fileno(file->stream), (off_t)file->marked) != 0 ||
            fseek(file->stream, 0, SEEK_END) != 0) {
            fail_serialization(file, "write", CAROM_CANNOT_WRITE, serializer);
        } else if (finished && carom_file_finish(file, &error) != CAROM_OK) {
            carom_serializer_fail(serializer, &error);
        }
    } else if (finished && has_hash(file->target, file, true)) {
        fclose(file->stream); /* the file was committed already; opening it has created a new
                                 temporary one */
        unlink(file->temporary);
        free(file->temporary);
        file->stream = NULL;
        file->temporary = NULL;
    } else {
        (void)carom_error_set(&error, CAROM_INVALID, "",
                              "'%.300s' has changed since the checkpoint", file->temporary);
        carom_serializer_fail(serializer, &error);
    }
}

void carom_file_serialize(carom_file *file, carom_serializer *serializer)
{
    bool finished = file->stream == NULL;
    if (serializer->is_writing && serializer->failure.status == CAROM_OK) {
        store_position(file, serializer);
    }
    carom_serialize_sized_flag(serializer, &finished);
    carom_serialize_value(serializer, file->marked);
    carom_serialize_value(serializer, file->hash);
    if (!serializer->is_writing && serializer->failure.status == CAROM_OK) {
        restore_position(file, finished, serializer);
    }
}

/* ---- scratch ---- */

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
    static const char *const ours[] = {"data", "plots", "style", "words"};
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
    /* listing the folder may fail for lack of memory */
    if (scratch != NULL && rmdir(scratch) != 0) {
        char path[5300];
        /* then remove the known names, those of the parts of a drawing, and the frames of a film */
        for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
            snprintf(path, sizeof path, "%s/%s", scratch, ours[i]);
            unlink(path);
        }
        for (size_t i = 0; i < 64; i++) {
            snprintf(path, sizeof path, "%s/script%zu", scratch, i);
            unlink(path);
            snprintf(path, sizeof path, "%s/messages%zu", scratch, i);
            unlink(path);
        }
        for (size_t i = 0; i < 100000; i++) {
            snprintf(path, sizeof path, "%s/frame%05zu.png", scratch, i);
            unlink(path);
        }
        rmdir(scratch);
    }
    free(scratch);
}
