/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Helpers of the fuzz targets: temporary folders, and conditions that every result must satisfy.
 */
#ifndef CAROM_TESTS_FUZZ_H
#define CAROM_TESTS_FUZZ_H

#include "scenario/scenario.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/** libFuzzer's; replay.c calls them too. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *count, char ***argument);

enum { FUZZ_FOLDER = 64, FUZZ_PATH = 256 };

/** One of FUZZ_SHARE inputs runs the slow part of a target. The default, for sanitizers and for the
 * replay of corpora, is every input. */
#ifndef FUZZ_SHARE
#define FUZZ_SHARE 1
#endif

/** Number that depends on the input only (FNV-1a). */
static inline uint32_t choice_of(const uint8_t *data, size_t size)
{
    uint32_t hash = 2166136261;
    for (size_t k = 0; k < size; k++) {
        hash = (hash ^ data[k]) * 16777619;
    }
    return hash >> 8;
}

/** True for one of FUZZ_SHARE inputs. */
static inline bool is_chosen(const uint8_t *data, size_t size)
{
    return choice_of(data, size) % FUZZ_SHARE == 0;
}

/** Abort if an error has no message. */
static inline void must_have_message(carom_status status, const carom_error *error)
{
    if (status != CAROM_OK && (error->text[0] == '\0' || error->status != status)) {
        abort();
    }
}

/** Abort unless a condition holds. */
static inline void must(bool good, const char *what)
{
    if (!good) {
        perror(what);
        abort();
    }
}

/** Make a temporary folder, in memory if possible. */
static inline void make_folder(char folder[FUZZ_FOLDER])
{
    snprintf(folder, FUZZ_FOLDER, "/dev/shm/carom-fuzz-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        snprintf(folder, FUZZ_FOLDER, "/tmp/carom-fuzz-XXXXXX");
        must(mkdtemp(folder) != NULL, folder);
    }
}

/** Stream to /dev/null. */
static inline FILE *null_stream(void)
{
    static FILE *stream;
    stream = stream == NULL ? fopen("/dev/null", "w") : stream;
    must(stream != NULL, "/dev/null");
    return stream;
}

static inline void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    must(file != NULL && fwrite(data, 1, size, file) == size, path);
    must(fclose(file) == 0, path);
}

/** Decode the UTF-8 character at *at and move *at to the next one. @return 0: invalid, or NUL */
static inline uint32_t utf8_decode(const uint8_t **at, const uint8_t *end)
{
    uint8_t first = **at;
    size_t more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    uint32_t point = more == 0 ? first : first & (0x3fu >> more);
    if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || (size_t)(end - *at) <= more) {
        return 0;
    }
    for (size_t k = 1; k <= more; k++) {
        if (((*at)[k] & 0xc0) != 0x80) {
            return 0;
        }
        point = point << 6 | ((*at)[k] & 0x3fu);
    }
    *at += more + 1;
    if ((more == 2 && point < 0x800) || (more == 3 && point < 0x10000)) {
        return 0; /* overlong form */
    }
    return point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? 0 : point;
}

/** False for scenarios with groups of many balls, which are valid but slow. */
static inline bool has_small_groups(const char *text, size_t size)
{
    static const char *const slow[] = {"count", "rows"};
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i + 9 < size; i++) {
            if (text[i] == slow[k][0] && strncmp(text + i, slow[k], strlen(slow[k])) == 0) {
                size_t digits = strspn(text + i + strlen(slow[k]), " :\t'\"+0123456789eExX.");
                if (digits > (FUZZ_SHARE > 1 ? 4 : 6)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/** Abort unless writing and reading a scenario gives the same scenario. */
static inline void must_survive_writing(const carom_scenario *scenario)
{
    char *first = carom_scenario_text(scenario), *second;
    carom_scenario again;
    carom_messages messages = {0};
    if (first == NULL) {
        return;
    }
    if (carom_scenario_read(&again, first, strlen(first), NULL, 0, &messages) == CAROM_OK) {
        if (messages.errors > 0) {
            carom_messages_print(&messages, "shown", stderr);
            fprintf(stderr, "%s", first);
            abort();
        }
        second = carom_scenario_text(&again);
        if (second != NULL && strcmp(first, second) != 0) {
            fprintf(stderr, "%s----\n%s", first, second);
            abort();
        }
        free(second);
    }
    carom_scenario_free(&again);
    carom_messages_free(&messages);
    free(first);
}

#endif
