/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* madvise */
#include "base/base.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { CACHE_LINE = 64, LARGE_PAGE = 2 * 1024 * 1024 };

#ifdef MADV_HUGEPAGE
static const bool large_pages = true;
#else
static const bool large_pages = false;
#endif

void *carom_room_new(size_t count, size_t size)
{
    size_t bytes = (count == 0 ? 1 : count) * size;
    size_t unit = large_pages && bytes > LARGE_PAGE / 2 ? LARGE_PAGE : CACHE_LINE;
    void *room;
    if (count > SIZE_MAX / 2 / size) {
        return NULL;
    }
    bytes = (bytes + unit - 1) / unit * unit;
    room = aligned_alloc(unit, bytes);
    if (room == NULL) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    if (unit == LARGE_PAGE) {
        /* a wish; without it everything works, only slower */
        (void)madvise(room, bytes, MADV_HUGEPAGE);
    }
#endif
    return memset(room, 0, bytes);
}
