/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Temporary folder of a fuzz target. The target empties it; it is removed at exit.
 */
#ifndef CAROM_TESTS_FUZZ_SCRATCH_H
#define CAROM_TESTS_FUZZ_SCRATCH_H

#include "fuzz.h"
#include <unistd.h>

static char scratch[FUZZ_FOLDER];

static void remove_scratch(void)
{
    rmdir(scratch);
}

static inline void make_scratch(void)
{
    make_folder(scratch);
    atexit(remove_scratch);
}

#endif
