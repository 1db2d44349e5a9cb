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

static inline void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    must(file != NULL && fwrite(data, 1, size, file) == size, path);
    must(fclose(file) == 0, path);
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
