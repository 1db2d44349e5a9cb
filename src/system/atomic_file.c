/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files written completely or not at all, new folders, reading whole files, and clocks. */
#define _XOPEN_SOURCE 700
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

/* Create a hidden temporary file in the folder of `target`. Never follows or replaces what exists.
 * @return its descriptor; -1 with the reason in errno */
static int make_temporary(const char *target, char *path, size_t size)
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
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    }
    return file;
}

/* Open a temporary file that gets the name `target`, which becomes the property of `file`. */
static int open_temporary(carom_file *file, char *target)
{
    struct stat about;
    size_t size = target == NULL ? 0 : strlen(target) + 200;
    file->target = target;
    file->temporary = target == NULL ? NULL : carom_allocate(size, 1);
    int descriptor = target == NULL ? -1 : make_temporary(target, file->temporary, size);
    if (descriptor < 0) {
        free(file->temporary);
        file->temporary = NULL; /* nothing to remove */
    } else if (lstat(target, &about) == 0 && S_ISREG(about.st_mode)) {
        (void)fchmod(descriptor, about.st_mode & 0777);
    }
    return descriptor;
}

static carom_status open_stream(carom_file *file, int descriptor, carom_error *error)
{
    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, file->target != NULL ? "w+b" : "wb");
    if (file->stream != NULL) {
        return CAROM_OK;
    }
    carom_status status = cannot_create(file->path, error);
    if (descriptor >= 0) {
        close(descriptor);
    }
    carom_file_discard(file);
    return status;
}

/* Reject folders and read-only files, which a rename would replace. */
static carom_status check_target(const char *path, const struct stat *about, carom_error *error)
{
    errno = EISDIR;
    return S_ISDIR(about->st_mode) || (S_ISREG(about->st_mode) && access(path, W_OK) != 0)
             ? cannot_write(path, error)
             : CAROM_OK;
}

/* Descriptor that "-", /dev/stdout or /dev/fd/63 names; -1: none. */
static int named_descriptor(const char *path)
{
    static const char fd[] = "/dev/fd/";
    return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0 ? STDOUT_FILENO
         : strncmp(path, fd, sizeof fd - 1) == 0                      ? atoi(path + sizeof fd - 1)
                                                                      : -1;
}

/* Open a path for writing: a descriptor, device, pipe or dangling link directly, a file by a
 * temporary one. */
static int open_output(carom_file *file, const char *path, bool exists, const struct stat *about)
{
    struct stat link;
    int descriptor = named_descriptor(path);
    bool is_link = lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
    if (descriptor >= 0) {
        fflush(stdout);
        return dup(descriptor);
    }
    if (exists ? !S_ISREG(about->st_mode) : is_link) {
        return open(path, O_WRONLY | O_CREAT | O_NOCTTY | O_CLOEXEC, 0666);
    }
    return open_temporary(file,
                          is_link ? realpath(path, NULL) : carom_text_copy(path, strlen(path)));
}

carom_status carom_file_open_path(carom_file *file, const char *path, carom_error *error)
{
    struct stat about;
    const char *called = strcmp(path, "-") == 0 ? "standard output" : path;
    bool exists = stat(path, &about) == 0;
    *file = (carom_file){.stream = NULL};
    if (!exists && errno != ENOENT) {
        return cannot_create(path, error);
    }
    CAROM_TRY(exists ? check_target(path, &about, error) : CAROM_OK);
    file->path = carom_text_copy(called, strlen(called));
    return open_stream(file, open_output(file, path, exists, &about), error);
}

bool carom_file_replaces(const char *path)
{
    return named_descriptor(path) < 0 && carom_is_regular_file(path);
}

carom_status carom_file_open(carom_file *file, const char *directory, const char *name,
                             carom_error *error)
{
    struct stat about;
    *file = (carom_file){.path = carom_path_join(directory, name)};
    carom_status status = lstat(file->path, &about) == 0 ? check_target(file->path, &about, error)
                                                         : CAROM_OK;
    if (status != CAROM_OK) {
        carom_file_discard(file);
        return status;
    }
    return open_stream(file, open_temporary(file, carom_path_join(directory, name)), error);
}

/* ---- closing ---- */

carom_status carom_file_finish(carom_file *file, carom_error *error)
{
    bool failed = ferror(file->stream) != 0 || fflush(file->stream) != 0;
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

carom_status carom_file_commit(carom_file *file, carom_error *error)
{
    if (file->temporary == NULL) {
        return CAROM_OK;
    }
    if (rename(file->temporary, file->target) != 0) {
        return cannot_write(file->path, error);
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

carom_status carom_file_write(const char *directory, const char *name,
                              void (*write)(FILE *stream, const void *object), const void *object,
                              carom_error *error)
{
    carom_file file = {.stream = NULL};
    carom_status status = carom_file_open(&file, directory, name, error);
    if (status == CAROM_OK) {
        write(file.stream, object);
        status = carom_file_finish(&file, error);
    }
    CAROM_THEN(status, carom_file_commit(&file, error));
    carom_file_discard(&file);
    return status;
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
    size_t capacity = 0, chunk, got, largest = until->largest;
    do {
        if (until->stop != NULL && *until->stop != 0) {
            return carom_error_interrupted(error);
        }
        if (*length + 1 >= capacity) {
            carom_reserve(text, capacity, &capacity, 1);
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
