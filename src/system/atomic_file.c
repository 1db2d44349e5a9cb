/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files written completely or not at all, new folders, reading whole files, and clocks. */
#define _GNU_SOURCE /* O_TMPFILE */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "system/system.h"
#include <carom/param.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static carom_status cannot_write(const char *path, carom_error *error)
{
    return carom_error_system(error, CAROM_CANNOT_WRITE, "write", path, errno);
}

static carom_status cannot_create(const char *path, carom_error *error)
{
    return carom_error_system(error, CAROM_CANNOT_CREATE, "create", path, errno);
}

/* ---- folders ---- */

/* Create the missing folders of a path. `found` receives the length of the existing part. */
static carom_status make_parts(char *path, size_t *found, carom_error *error)
{
    struct stat info;
    *found = 0;
    for (char *end = path; *end != '\0';) {
        end += strspn(end, "/");
        if (*end == '\0') {
            break; /* trailing slashes */
        }
        end += strcspn(end, "/");
        char saved = *end;
        *end = '\0';
        bool made = mkdir(path, 0777) == 0;
        if (!made && errno != EEXIST && errno != EISDIR &&
            !(stat(path, &info) == 0 && S_ISDIR(info.st_mode))) {
            /* a read-only file system returns an error even for existing folders */
            return cannot_create(path, error);
        }
        *end = saved;
        *found = made ? *found : (size_t)(end - path);
    }
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        return cannot_create(path, error);
    }
    return CAROM_OK;
}

carom_status carom_directory_create(carom_directory *made, const char *directory,
                                    carom_error *error)
{
    *made = (carom_directory){carom_text_copy(directory, strlen(directory)), 0};
    CAROM_NEED(made->path != NULL, error);
    carom_status status = make_parts(made->path, &made->found, error);
    if (status != CAROM_OK) {
        carom_directory_remove_empty(made);
    }
    return status;
}

void carom_directory_remove_empty(carom_directory *made)
{
    char *path = made->path;
    size_t length = path == NULL ? 0 : strlen(path);
    while (length > made->found && length > 0) {
        while (length > 0 && path[length - 1] == '/') {
            path[--length] = '\0';
        }
        if (length <= made->found || (rmdir(path) != 0 && errno != ENOENT)) {
            break;
        }
        char *slash = strrchr(path, '/');
        length = slash == NULL ? 0 : (size_t)(slash - path);
        path[length] = '\0';
    }
    free(path);
    *made = (carom_directory){NULL, 0};
}

carom_status carom_directory_make(const char *directory, carom_error *error)
{
    carom_directory made;
    carom_status status = carom_directory_create(&made, directory, error);
    free(made.path);
    return status;
}

/* ---- opening ---- */

#ifdef O_TMPFILE

/* Open a file without a name, if the file system supports it. A killed process then leaves
 * nothing. */
static int open_unnamed(const char *directory, mode_t mode)
{
    return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

static bool link_unnamed(int file, const char *path)
{
    char self[40];
    snprintf(self, sizeof self, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

#else

static int open_unnamed(const char *directory, mode_t mode)
{
    (void)directory;
    (void)mode;
    return -1;
}

static bool link_unnamed(int file, const char *path)
{
    (void)file;
    (void)path;
    return false;
}

#endif

/* Create a hidden temporary file in the folder of `target`, or link the nameless file `nameless`
 * (>= 0) there. Never follows or replaces what exists. @return its descriptor; -1 with the reason
 * in errno */
static int make_temporary(const char *target, int unnamed, char *path, size_t size)
{
    const char *slash = strrchr(target, '/'), *name = slash == NULL ? target : slash + 1;
    int file = -1;
    errno = EEXIST;
    for (int attempt = 0; attempt < 100 && file < 0 && errno == EEXIST; attempt++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(path, size, "%.*s.%.100s.%lx-%lx.tmp", (int)(name - target), target, name,
                 (long)getpid(),
                 (unsigned long)now.tv_nsec * 2654435761UL + (unsigned long)attempt);
        if (unnamed < 0) {
            file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        } else if (link_unnamed(unnamed, path)) {
            file = unnamed;
        }
    }
    return file;
}

static int open_unnamed_near(const char *target)
{
    char *folder = carom_path_folder(target);
    int file = folder == NULL ? -1 : open_unnamed(folder, 0666);
    free(folder);
    return file;
}

/* Copy the permissions of the replaced file, and its owner and group if this process may set them.
 */
static void copy_permissions(int file, const carom_output_path *output)
{
    bool given;
    if (output->exists) {
        given = fchown(file, output->owner, output->group) == 0 ||
                fchown(file, (uid_t)-1, output->group) == 0;
        (void)given; /* otherwise the owner is this user */
        (void)fchmod(file, output->mode);
    }
}

/* Create a temporary file, link the nameless one (>= 0) to a temporary name. */
static int open_named(carom_file *file, const char *target, int unnamed)
{
    size_t size = strlen(target) + 200;
    int descriptor = -1;
    file->temporary = malloc(size);
    errno = ENOMEM;
    if (file->temporary != NULL) {
        descriptor = make_temporary(target, unnamed, file->temporary, size);
    }
    if (descriptor < 0) {
        free(file->temporary);
        file->temporary = NULL; /* nothing to remove */
    }
    return descriptor;
}

static int open_output(carom_file *file, carom_output_path *output)
{
    int descriptor;
    switch (output->kind) {
    case CAROM_OUTPUT_DESCRIPTOR: fflush(stdout); return dup(output->descriptor);
    case CAROM_OUTPUT_STREAM: return open(output->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    case CAROM_OUTPUT_FILE: break;
    }
    descriptor = open_unnamed_near(output->path);
    if (descriptor < 0) {
        descriptor = open_named(file, output->path, -1);
    }
    if (descriptor < 0) {
        return -1;
    }
    copy_permissions(descriptor, output);
    file->target = output->path;
    output->path = NULL;
    return descriptor;
}

carom_status carom_file_open_path(carom_file *file, const char *path, carom_error *error)
{
    carom_output_path output = {.kind = CAROM_OUTPUT_DESCRIPTOR, .descriptor = STDOUT_FILENO};
    bool standard = strcmp(path, "-") == 0;
    const char *called = standard ? "standard output" : path;
    *file = (carom_file){.path = carom_text_copy(called, strlen(called))};
    CAROM_NEED(file->path != NULL, error);
    carom_status status = standard ? CAROM_OK : carom_output_path_resolve(&output, path, error);
    if (status == CAROM_OK) {
        int descriptor = open_output(file, &output);
        file->stream = descriptor < 0 ? NULL
                                      : fdopen(descriptor, file->target != NULL ? "w+b" : "wb");
        if (file->stream == NULL) {
            status = cannot_create(file->path, error);
            if (descriptor >= 0) {
                close(descriptor);
            }
        }
    }
    free(output.path);
    if (status != CAROM_OK) {
        carom_file_discard(file);
    }
    return status;
}

carom_status carom_file_open(carom_file *file, const char *directory, const char *name,
                             carom_error *error)
{
    char *path = carom_path_join(directory, name);
    *file = (carom_file){.stream = NULL};
    CAROM_NEED(path != NULL, error);
    carom_status status = carom_file_open_path(file, path, error);
    free(path);
    return status;
}

FILE *carom_file_open_unnamed(const char *directory, carom_error *error)
{
    size_t size = strlen(directory) + 400;
    char *base = carom_path_join(directory, "nameless"), *path = malloc(size);
    FILE *stream = NULL;
    if (base == NULL || path == NULL) {
        (void)carom_error_no_memory(error);
    } else {
        snprintf(path, size, "%s", base);
        int descriptor = open_unnamed(directory, 0600);
        bool named = descriptor < 0;
        if (named) {
            descriptor = make_temporary(base, -1, path, size);
        }
        stream = descriptor < 0 ? NULL : fdopen(descriptor, "w+b");
        if (stream == NULL) {
            (void)cannot_create(path, error);
        }
        if (descriptor >= 0 && named) {
            unlink(path); /* the open stream keeps its data */
        }
        if (descriptor >= 0 && stream == NULL) {
            close(descriptor);
        }
    }
    free(base);
    free(path);
    return stream;
}

/* ---- closing ---- */

/* Wait for the disk before the rename. After a power cut the file is then complete. Some file
 * systems do not support this. */
static bool is_on_disk(const carom_file *file)
{
    return file->unsynced || file->target == NULL || fsync(fileno(file->stream)) == 0 ||
           errno == EINVAL || errno == ENOSYS;
}

/* Copy a nameless file to one with a temporary name, with owner and permissions. */
static bool copy_into_named(carom_file *file, FILE *unnamed)
{
    struct stat about;
    carom_error error;
    int descriptor = open_named(file, file->target, -1);
    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w+b");
    if (file->stream == NULL) {
        if (descriptor >= 0) {
            close(descriptor);
        }
        return false;
    }
    if (fstat(fileno(unnamed), &about) == 0) {
        copy_permissions(descriptor, &(carom_output_path){.exists = true,
                                                          .mode = about.st_mode & 07777,
                                                          .owner = about.st_uid,
                                                          .group = about.st_gid});
    }
    bool copied = carom_file_copy(file, unnamed, &error) == CAROM_OK;
    if (file->stream != NULL) { /* the source could not be read, so the copy is still open */
        fclose(file->stream);
    }
    return copied;
}

/* Give the file its temporary name. Copies the file where linking is forbidden, as in sandboxes
 * that allow only renames. */
static bool is_named(carom_file *file)
{
    FILE *unnamed = file->stream;
    bool named = file->target == NULL || file->temporary != NULL ||
                 open_named(file, file->target, fileno(unnamed)) >= 0;
    if (!named) {
        named = copy_into_named(file, unnamed);
        file->stream = unnamed;
    }
    return named;
}

carom_status carom_file_finish(carom_file *file, carom_error *error)
{
    bool failed = ferror(file->stream) != 0 || fflush(file->stream) != 0 || !is_named(file) ||
                  !is_on_disk(file);
    int reason = errno;
    if (fclose(file->stream) != 0 && !failed) {
        failed = true;
        reason = errno;
    }
    file->stream = NULL;
    errno = reason == 0 ? ENOSPC : reason;
    return failed ? cannot_write(file->path, error) : CAROM_OK;
}

carom_status carom_file_check(const carom_file *file, carom_error *error)
{
    return ferror(file->stream) == 0
             ? CAROM_OK
             : carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s'", file->path);
}

carom_status carom_file_copy(carom_file *file, FILE *from, carom_error *error)
{
    char block[65536];
    size_t got;
    rewind(from);
    while ((got = fread(block, 1, sizeof block, from)) > 0 &&
           fwrite(block, 1, got, file->stream) == got) {
    }
    return ferror(from) == 0
             ? carom_file_finish(file, error)
             : carom_error_set(error, CAROM_CANNOT_READ, "", "cannot read the source of '%s': %s",
                               file->path, strerror(errno));
}

/* Wait for the folder's entry on the disk. Errors are ignored: some file systems do not support
 * this. */
static void sync_folder(const char *path)
{
    char *folder = carom_path_folder(path);
    int descriptor = folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        close(descriptor);
    }
    free(folder);
}

carom_status carom_file_commit(carom_file *file, carom_error *error)
{
    if (file->temporary == NULL) {
        return CAROM_OK;
    }
    if (rename(file->temporary, file->target) != 0) {
        return cannot_write(file->path, error);
    }
    if (!file->unsynced) {
        sync_folder(file->target);
    }
    free(file->temporary);
    file->temporary = NULL;
    return CAROM_OK;
}

void carom_file_discard(carom_file *file)
{
    if (file->stream != NULL) {
        fclose(file->stream);
    }
    if (file->temporary != NULL) {
        unlink(file->temporary);
    }
    free(file->temporary);
    free(file->target);
    free(file->path);
    *file = (carom_file){.stream = NULL};
}

/* ---- file read ---- */

/* Maximum size, and cancellation flag. */
typedef struct {
    size_t largest;
    const volatile sig_atomic_t *stop;
} read_limits;

/* Bytes to read between polls of the cancellation flag. */
enum { BLOCK = 16 * 1024 * 1024 };

static carom_status read_stream(FILE *stream, const char *path, const read_limits *until,
                                char **text, size_t *length, carom_error *error)
{
    size_t capacity = 65536, chunk, got, largest = until->largest;
    do {
        if (until->stop != NULL && *until->stop != 0) {
            return carom_error_interrupted(error);
        }
        if (*length + 1 >= capacity || *text == NULL) {
            char *grown = realloc(*text, capacity * 2);
            CAROM_NEED(grown != NULL, error);
            capacity *= 2;
            *text = grown;
        }
        chunk = capacity - 1 - *length < BLOCK ? capacity - 1 - *length : BLOCK;
        got = fread(*text + *length, 1, chunk, stream);
        *length += got;
        if (*length > largest) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "larger than %zu MiB; expected a scenario file",
                                   largest / (1024 * 1024));
        }
    } while (got == chunk);
    (*text)[*length] = '\0';
    if (ferror(stream)) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    return CAROM_OK;
}

static carom_status read_with_limits(const char *path, const read_limits *until, char **text,
                                     size_t *length, carom_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    *text = NULL;
    *length = 0;
    if (stream == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    carom_status status = read_stream(stream, path, until, text, length, error);
    if (!standard) {
        fclose(stream);
    }
    if (status != CAROM_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

carom_status carom_file_read_limited(const char *path, size_t largest, char **text, size_t *length,
                                     carom_error *error)
{
    return read_with_limits(path, &(read_limits){.largest = largest}, text, length, error);
}

carom_status carom_file_read_cancellable(const char *path, const volatile sig_atomic_t *stop,
                                         char **text, size_t *length, carom_error *error)
{
    return read_with_limits(path, &(read_limits){SIZE_MAX, stop}, text, length, error);
}

carom_status carom_file_read(const char *path, char **text, size_t *length, carom_error *error)
{
    return carom_file_read_cancellable(path, NULL, text, length, error);
}

/* ---- clock ---- */

double carom_seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
