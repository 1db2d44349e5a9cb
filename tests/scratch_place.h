/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Temporary file in its own folder under /tmp, for tests of code that reads files. Define
 * _POSIX_C_SOURCE 200809L before the first include.
 */
#ifndef CAROM_TESTS_SCRATCH_PLACE_H
#define CAROM_TESTS_SCRATCH_PLACE_H

#include "support.h"
#include <unistd.h>

typedef struct {
    char directory[40], path[80];
} place;

static inline place place_new(const char *name)
{
    place p = {.directory = "/tmp/carom-test-XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(p.directory));
    snprintf(p.path, sizeof p.path, "%s/%s", p.directory, name);
    return p;
}

/* With its file, which need not be there; nothing else is in it. */
static inline void place_free(const place *p)
{
    unlink(p->path);
    ck_assert_int_eq(rmdir(p->directory), 0);
}

static inline void put(const place *p, const char *bytes, size_t count)
{
    FILE *file = fopen(p->path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

#endif
