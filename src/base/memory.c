/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory handler, large arrays, growing arrays and arenas. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/base.h"
#include <stdarg.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { CACHE_LINE = 64, LARGE_PAGE = 2 * 1024 * 1024 };

#ifdef MADV_HUGEPAGE
static const bool large_pages = true;
#else
static const bool large_pages = false;
#endif

/* ---- handler ---- */

static void end_program(void)
{
    enum { EXIT_INTERNAL = 70 };
    fputs("carom: error: out of memory\n", stderr);
    _Exit(EXIT_INTERNAL);
}

/* The only state of the library, as in GSL. */
static carom_memory_handler *handler = end_program;

carom_memory_handler *carom_memory_set_handler(carom_memory_handler *other)
{
    carom_memory_handler *before = handler;
    handler = other == NULL ? end_program : other;
    return before;
}

_Noreturn void carom_out_of_memory(void)
{
    handler();
    abort(); /* the handler has returned */
}

/* ---- arrays ---- */

void *carom_allocate(size_t count, size_t size)
{
    void *room = calloc(count == 0 ? 1 : count, size);
    if (room == NULL) {
        carom_out_of_memory();
    }
    return room;
}

void *carom_aligned_zeros(size_t count, size_t size)
{
    size_t bytes = (count == 0 ? 1 : count) * size;
    size_t unit = large_pages && bytes > LARGE_PAGE / 2 ? LARGE_PAGE : CACHE_LINE;
    bool fits = count <= SIZE_MAX / 2 / size;
    bytes = (bytes + unit - 1) / unit * unit;
    void *room = fits ? aligned_alloc(unit, bytes) : NULL;
    if (room == NULL) {
        carom_out_of_memory();
    }
#ifdef MADV_HUGEPAGE
    if (unit == LARGE_PAGE) {
        (void)madvise(room, bytes, MADV_HUGEPAGE);
    }
#endif
    return memset(room, 0, bytes);
}

void carom_reserve(void *items, size_t count, size_t *capacity, size_t item_size)
{
    static const size_t first_room = 32;
    size_t wanted = *capacity == 0 ? first_room : 2 * *capacity;
    void *grown;
    if (count < *capacity) {
        return;
    }
    memcpy(&grown, items, sizeof grown);
    grown = wanted > SIZE_MAX / item_size ? NULL : realloc(grown, wanted * item_size);
    if (grown == NULL) {
        carom_out_of_memory();
    }
    memcpy(items, &grown, sizeof grown);
    *capacity = wanted;
}

/* ---- arena ---- */

enum { ARENA_CHUNK = 65536, ARENA_UNIT = 16 };

typedef struct arena_chunk {
    struct arena_chunk *before;
    size_t used, size;
    max_align_t memory[];
} arena_chunk;

void *carom_arena_take(carom_arena *arena, size_t count, size_t size)
{
    arena_chunk *chunk = arena->chunk;
    if (size > 0 && count > (SIZE_MAX / 2 - sizeof *chunk) / size) {
        carom_out_of_memory();
    }
    size_t bytes = (count * size + ARENA_UNIT) / ARENA_UNIT * ARENA_UNIT;
    if (chunk == NULL || chunk->size - chunk->used < bytes) {
        size_t room = bytes > ARENA_CHUNK ? bytes : ARENA_CHUNK;
        chunk = carom_allocate(1, sizeof *chunk + room);
        *chunk = (arena_chunk){.before = arena->chunk, .size = room};
        arena->chunk = chunk;
    }
    void *taken = (char *)chunk->memory + chunk->used;
    chunk->used += bytes;
    return taken;
}

const char *carom_arena_text(carom_arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(carom_arena_take(arena, size, 1), text, size);
}

char *carom_arena_print(carom_arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = carom_arena_take(arena, (size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

void carom_arena_grow(carom_arena *arena, void *items, size_t count, size_t *room, size_t size)
{
    void *old, *grown;
    if (count < *room) {
        return;
    }
    size_t wanted = *room == 0 ? 16 : 2 * *room;
    memcpy(&old, items, sizeof old);
    grown = carom_arena_take(arena, wanted, size);
    if (count > 0) {
        memcpy(grown, old, count * size);
    }
    memcpy(items, &grown, sizeof grown);
    *room = wanted;
}

void carom_arena_free(carom_arena *arena)
{
    for (arena_chunk *chunk = arena->chunk, *before; chunk != NULL; chunk = before) {
        before = chunk->before;
        free(chunk);
    }
    arena->chunk = NULL;
}
