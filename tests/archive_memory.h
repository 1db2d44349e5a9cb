/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * An archive in memory.
 */
#ifndef CAROM_TESTS_ARCHIVE_MEMORY_H
#define CAROM_TESTS_ARCHIVE_MEMORY_H

#include "support.h"

/* Bytes in memory: written at their end, read from `at` on. */
typedef struct {
    unsigned char *byte;
    size_t count, room, at;
} memory;

static inline bool write_bytes(void *context, void *data, size_t size)
{
    memory *to = context;
    if (to->count + size > to->room) {
        to->room = 2 * (to->count + size);
        to->byte = realloc(to->byte, to->room);
        ck_assert(to->byte != NULL);
    }
    memcpy(to->byte + to->count, data, size);
    to->count += size;
    return true;
}

static inline bool read_bytes(void *context, void *data, size_t size)
{
    memory *from = context;
    ck_assert_uint_le(size, from->count - from->at);
    memcpy(data, from->byte + from->at, size);
    from->at += size;
    return true;
}

#endif
