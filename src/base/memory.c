/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large arrays, growing arrays and pools of texts. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/base.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { CACHE_LINE = 64, LARGE_PAGE = 2 * 1024 * 1024 };

#ifdef MADV_HUGEPAGE
static const bool large_pages = true;
#else
static const bool large_pages = false;
#endif

void *carom_aligned_zeros(size_t count, size_t size)
{
    size_t bytes = (count == 0 ? 1 : count) * size;
    size_t unit = large_pages && bytes > LARGE_PAGE / 2 ? LARGE_PAGE : CACHE_LINE;
    if (count > SIZE_MAX / 2 / size) {
        return NULL;
    }
    bytes = (bytes + unit - 1) / unit * unit;
    void *room = aligned_alloc(unit, bytes);
    if (room == NULL) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    if (unit == LARGE_PAGE) {
        (void)madvise(room, bytes, MADV_HUGEPAGE);
    }
#endif
    return memset(room, 0, bytes);
}

bool carom_reserve(void *items, size_t count, size_t *capacity, size_t item_size)
{
    static const size_t first_room = 32;
    size_t wanted = *capacity == 0 ? first_room : 2 * *capacity;
    void *grown;
    if (count < *capacity) {
        return true;
    }
    memcpy(&grown, items, sizeof grown);
    grown = wanted > SIZE_MAX / item_size ? NULL : realloc(grown, wanted * item_size);
    if (grown != NULL) {
        memcpy(items, &grown, sizeof grown);
        *capacity = wanted;
    }
    return grown != NULL;
}

/* ---- string pool ---- */

enum { CHUNK = 65536 };

/* Chunks of text; the last one has room. */
struct carom_string_pool {
    carom_string_pool *before;
    size_t used, size, last;
    char text[];
};

const char *carom_string_pool_add(carom_string_pool **texts, const char *text)
{
    carom_string_pool *chunk = *texts;
    size_t bytes = strlen(text) + 1, size = bytes > CHUNK ? bytes : CHUNK;
    if (chunk != NULL && chunk->used > 0 && strcmp(chunk->text + chunk->last, text) == 0) {
        return chunk->text + chunk->last;
    }
    if (chunk == NULL || chunk->size - chunk->used < bytes) {
        chunk = malloc(sizeof *chunk + size);
        if (chunk == NULL) {
            return NULL;
        }
        *chunk = (carom_string_pool){.before = *texts, .size = size};
        *texts = chunk;
    }
    memcpy(chunk->text + chunk->used, text, bytes);
    chunk->last = chunk->used;
    chunk->used += bytes;
    return chunk->text + chunk->last;
}

void carom_string_pool_free(carom_string_pool *texts)
{
    while (texts != NULL) {
        carom_string_pool *before = texts->before;
        free(texts);
        texts = before;
    }
}
