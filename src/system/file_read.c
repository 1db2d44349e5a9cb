/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/system.h"
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How much is read at most, and for how long. */
typedef struct {
    size_t largest;
    const volatile sig_atomic_t *stop;
} patience;

/* So many bytes at a time, between which the wish for an end is heard. */
enum { BLOCK = 16 * 1024 * 1024 };

static carom_status read_stream(FILE *stream, const char *path, const patience *until, char **text,
                                size_t *length, carom_error *error)
{
    size_t capacity = 65536, want, got, largest = until->largest;
    do {
        if (until->stop != NULL && *until->stop != 0) {
            return carom_error_interrupted(error);
        }
        if (*length + 1 >= capacity || *text == NULL) {
            char *grown = realloc(*text, capacity * 2);
            if (grown == NULL) {
                return carom_error_no_memory(error);
            }
            capacity *= 2;
            *text = grown;
        }
        want = capacity - 1 - *length < BLOCK ? capacity - 1 - *length : BLOCK;
        got = fread(*text + *length, 1, want, stream);
        *length += got;
        if (*length > largest) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "larger than %zu MiB; expected a scenario file",
                                   largest / (1024 * 1024));
        }
    } while (got == want);
    (*text)[*length] = '\0';
    if (ferror(stream)) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    return CAROM_OK;
}

static carom_status read_patiently(const char *path, const patience *until, char **text,
                                   size_t *length, carom_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    carom_status status;
    *text = NULL;
    *length = 0;
    if (stream == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    status = read_stream(stream, path, until, text, length, error);
    if (!standard) {
        fclose(stream);
    }
    if (status != CAROM_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

carom_status carom_file_read_most(const char *path, size_t largest, char **text, size_t *length,
                                  carom_error *error)
{
    return read_patiently(path, &(patience){.largest = largest}, text, length, error);
}

carom_status carom_file_read_until(const char *path, const volatile sig_atomic_t *stop, char **text,
                                   size_t *length, carom_error *error)
{
    return read_patiently(path, &(patience){SIZE_MAX, stop}, text, length, error);
}

carom_status carom_file_read(const char *path, char **text, size_t *length, carom_error *error)
{
    return carom_file_read_until(path, NULL, text, length, error);
}
