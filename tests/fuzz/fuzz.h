/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What fuzz targets share: a folder for the files of one process, and what holds of any answer.
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

/** One input in so many has done to it what takes long and is the same for most. Where it is not
 *  said, with the sanitizers and in the replay of the corpora, every input has. */
#ifndef FUZZ_SHARE
#define FUZZ_SHARE 1
#endif

/** A number by which an input chooses: the same input does the same (FNV-1a). */
static inline uint32_t choice_of(const uint8_t *data, size_t size)
{
    uint32_t hash = 2166136261;
    for (size_t k = 0; k < size; k++) {
        hash = (hash ^ data[k]) * 16777619;
    }
    return hash >> 8;
}

/** Whether this input is that one in FUZZ_SHARE. */
static inline bool is_chosen(const uint8_t *data, size_t size)
{
    return choice_of(data, size) % FUZZ_SHARE == 0;
}

/** A refusal without a word would be one that nobody can act on. */
static inline void must_speak(carom_status status, const carom_error *error)
{
    if (status != CAROM_OK && (error->text[0] == '\0' || error->status != status)) {
        abort();
    }
}

static inline void must(bool good, const char *what)
{
    if (!good) {
        perror(what);
        abort();
    }
}

/** A folder in memory where there is one, else in TMPDIR. */
static inline void make_folder(char folder[FUZZ_FOLDER])
{
    snprintf(folder, FUZZ_FOLDER, "/dev/shm/carom-fuzz-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        snprintf(folder, FUZZ_FOLDER, "/tmp/carom-fuzz-XXXXXX");
        must(mkdtemp(folder) != NULL, folder);
    }
}

/** Where what is written for nobody goes. */
static inline FILE *nowhere(void)
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

/** Unicode's number of the character at *at, which moves behind it; 0: not UTF-8, or NUL. */
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
        return 0; /* longer than it need be: another text than the one that comes back */
    }
    return point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ? 0 : point;
}

/** A scenario of a million balls is right and slow; the fuzzer is after the reader. Where there are
 * many executions, a thousand are too many. */
static inline bool groups_are_small(const char *text, size_t size)
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

/** What is accepted is shown, and read again as the same. */
static inline void must_come_back(const carom_scenario *scenario)
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
