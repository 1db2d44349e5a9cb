/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces src/system/atomic_file.c: a page has no files. The worker receives what is written,
 * piece by piece under its path, and forgets it if the records are not completed. Nothing can be
 * read. */
#define _GNU_SOURCE /* fopencookie */
#include "base/base.h"
#include "system/system.h"
#include <time.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

__attribute__((import_module("lab"), import_name("write"))) void lab_write(const char *path,
                                                                           size_t length,
                                                                           const void *bytes,
                                                                           size_t size);

/* ---- writing ---- */

static ssize_t write_bytes(void *path, const char *bytes, size_t size)
{
    lab_write(path, strlen(path), bytes, size);
    return (ssize_t)size;
}

carom_status carom_directory_create(carom_directory *made, const char *directory,
                                    carom_error *error)
{
    return CAROM_OK;
}

void carom_directory_remove_empty(carom_directory *made)
{
}

carom_status carom_file_open(carom_file *file, const char *directory, const char *name,
                             carom_error *error)
{
    file->path = carom_path_join(directory, name);
    file->stream = fopencookie(file->path, "w", (cookie_io_functions_t){.write = write_bytes});
    write_bytes(file->path, "", 0); /* empty files exist too */
    return file->stream == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

carom_status carom_file_check(const carom_file *file, carom_error *error)
{
    return CAROM_OK;
}

carom_status carom_file_finish(carom_file *file, carom_error *error)
{
    fclose(file->stream);
    file->stream = NULL;
    return CAROM_OK;
}

carom_status carom_file_commit(carom_file *file, carom_error *error)
{
    return CAROM_OK;
}

void carom_file_discard(carom_file *file)
{
    if (file->stream != NULL) {
        fclose(file->stream);
    }
    free(file->path);
    *file = (carom_file){.stream = NULL};
}

/* ---- reading ---- */

carom_status carom_file_read_cancellable(const char *path, const volatile sig_atomic_t *stop,
                                         char **text, size_t *length, carom_error *error)
{
    return carom_error_set(error, CAROM_CANNOT_READ, "", "a page has no files");
}

carom_status carom_file_read_limited(const char *path, size_t largest, char **text, size_t *length,
                                     carom_error *error)
{
    return carom_file_read_cancellable(path, NULL, text, length, error);
}

/* ---- paths and clock ---- */

char *carom_path_join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = carom_allocate(size, 1);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

double carom_seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
