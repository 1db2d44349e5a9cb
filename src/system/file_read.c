/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/file_read.h"
#include "system/system_error.h"
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static carom_status read_stream(FILE *stream, const char *path, size_t largest, char **text,
                                size_t *length, carom_error *error)
{
    size_t capacity = 65536, got;
    char *grown;
    do {
        capacity *= 2;
        grown = realloc(*text, capacity);
        if (grown == NULL) {
            return carom_error_no_memory(error);
        }
        *text = grown;
        got = fread(*text + *length, 1, capacity - 1 - *length, stream);
        *length += got;
        if (*length > largest) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "larger than %zu MiB; expected a scenario file",
                                   largest / (1024 * 1024));
        }
    } while (got > 0 && *length == capacity - 1);
    (*text)[*length] = '\0';
    if (ferror(stream)) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    return CAROM_OK;
}

carom_status carom_file_read_most(const char *path, size_t largest, char **text, size_t *length,
                                  carom_error *error)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    carom_status status;
    *text = NULL;
    *length = 0;
    if (stream == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    status = read_stream(stream, path, largest, text, length, error);
    if (!standard) {
        fclose(stream);
    }
    if (status != CAROM_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

carom_status carom_file_read(const char *path, char **text, size_t *length, carom_error *error)
{
    return carom_file_read_most(path, SIZE_MAX, text, length, error);
}
