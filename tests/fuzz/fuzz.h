/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Fuzz targets: the list of them is in fuzz.c. Helpers: a scratch folder, and conditions that every
 * result must satisfy.
 */
#ifndef CAROM_TESTS_FUZZ_H
#define CAROM_TESTS_FUZZ_H

#include "scenario/scenario.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** One of FUZZ_SHARE inputs runs the slow part of a target. The default, for sanitizers and for the
 * replay of corpora, is every input. */
#ifndef FUZZ_SHARE
#define FUZZ_SHARE 1
#endif

enum { FUZZ_PATH = 256 };

/** Folder of the present target, empty when it begins; it is removed at exit. */
extern char scratch[64];

/** Abort unless a condition holds. */
void must(bool good, const char *what);

/** Abort if an error has no message. Then @p error is as new. */
void must_explain(carom_status status, carom_error *error);

/** Path of a file in the scratch folder, valid until the next call. */
const char *scratch_path(const char *name);
void write_scratch(const char *name, const void *data, size_t size);

/** Stream to /dev/null. */
FILE *null_stream(void);

/** Number that depends on the input only. */
uint32_t choice_of(const uint8_t *data, size_t size);

/** False for scenarios with groups of many balls, which are valid but slow. */
bool has_small_groups(const char *text, size_t size);

/** A copy of the input with final zeros; the caller frees it. */
char *text_of_input(const uint8_t *data, size_t size);

/** Targets: most begin by writing the files that are the same for all inputs. */
void fuzz_scenario(const uint8_t *data, size_t size);
void fuzz_set(const uint8_t *data, size_t size);
void fuzz_records(const uint8_t *data, size_t size);
void begin_folder(void);
void fuzz_folder(const uint8_t *data, size_t size);
void fuzz_lab(const uint8_t *data, size_t size);

#endif
