/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "harness/atomic_file.h"
#include <carom/param.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static carom_status cannot_write(const char *path, carom_error *error)
{
    return carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s': %s", path,
                           strerror(errno));
}

static carom_status cannot_create(const char *path, carom_error *error)
{
    return carom_error_set(error, CAROM_CANNOT_CREATE, "", "cannot create '%s': %s", path,
                           strerror(errno));
}

carom_status carom_directory_make(const char *directory, carom_error *error)
{
    carom_status status = CAROM_OK;
    char *path = malloc(strlen(directory) + 1);
    struct stat info;
    if (path == NULL) {
        return carom_error_no_memory(error);
    }
    memcpy(path, directory, strlen(directory) + 1);
    for (char *end = path; *end != '\0' && status == CAROM_OK;) {
        char kept;
        end += strspn(end, "/");
        end += strcspn(end, "/");
        kept = *end;
        *end = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST && errno != EISDIR) {
            status = cannot_create(path, error);
        }
        *end = kept;
    }
    if (status == CAROM_OK && (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))) {
        errno = ENOTDIR;
        status = cannot_create(path, error);
    }
    free(path);
    return status;
}

carom_status carom_file_open(carom_file *file, const char *directory, const char *name,
                             carom_error *error)
{
    size_t size = strlen(directory) + strlen(name) + 40;
    *file = (carom_file){.path = malloc(size), .temporary = malloc(size)};
    if (file->path == NULL || file->temporary == NULL) {
        carom_file_discard(file);
        return carom_error_no_memory(error);
    }
    snprintf(file->path, size, "%s/%s", directory, name);
    snprintf(file->temporary, size, "%s/.%s.%ld.tmp", directory, name, (long)getpid());
    file->stream = fopen(file->temporary, "wb");
    if (file->stream == NULL) {
        carom_status status = cannot_create(file->path, error);
        carom_file_discard(file);
        return status;
    }
    return CAROM_OK;
}

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

carom_status carom_file_commit(carom_file *file, carom_error *error)
{
    if (rename(file->temporary, file->path) != 0) {
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
    free(file->path);
    *file = (carom_file){NULL, NULL, NULL};
}

carom_status carom_table_write(const char *directory, const carom_table *table, const void *object, carom_error *error)
{
    carom_file file = {NULL, NULL, NULL};
    carom_status status = carom_file_open(&file, directory, table->name, error);
    if (status == CAROM_OK) {
        table->write(object, file.stream);
        status = carom_file_finish(&file, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_commit(&file, error);
    }
    carom_file_discard(&file);
    return status;
}

carom_status carom_tables_write(const char *directory, const carom_table *table, size_t count, const void *object,
                                carom_error *error)
{
    carom_status status = carom_directory_make(directory, error);
    for (size_t i = 0; i < count && status == CAROM_OK; i++) {
        status = carom_table_write(directory, &table[i], object, error);
    }
    return status;
}

void carom_numbers_write(FILE *stream, const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[32];
        carom_number_format(value[i], text, sizeof text);
        fprintf(stream, "%s%c", text, i + 1 < count ? '\t' : '\n');
    }
}
