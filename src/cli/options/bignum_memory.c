/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "cli/options/options.h"
#include <gmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Enough for what one event of a few balls takes at thousands of digits, until the solver asks
 * whether to go on. */
enum { RESERVE = 1 << 20 };

static _Alignas(64) char reserve[RESERVE];
static atomic_size_t used;
static volatile sig_atomic_t *stop_wanted;
static atomic_bool lost;

static bool is_reserve(const void *room)
{
    return (const char *)room >= reserve && (const char *)room < reserve + RESERVE;
}

static void *take_reserve(size_t size)
{
    static const char words[] = "carom: error: out of memory\n";
    size_t room = (size + 63) / 64 * 64, at = atomic_fetch_add(&used, room);
    atomic_store(&lost, true);
    if (*stop_wanted == 0) {
        *stop_wanted = SIGTERM;
    }
    if (room > RESERVE || at > RESERVE - room) { /* GMP knows no way back */
        (void)!write(STDERR_FILENO, words, sizeof words - 1);
        _exit(EXIT_INTERNAL);
    }
    return reserve + at;
}

static void *allocate(size_t size)
{
    void *room = malloc(size);
    return room == NULL ? take_reserve(size) : room;
}

static void *reallocate(void *room, size_t before, size_t size)
{
    void *moved = is_reserve(room) ? NULL : realloc(room, size);
    if (moved == NULL) {
        moved = is_reserve(room) ? allocate(size) : take_reserve(size);
        memcpy(moved, room, before < size ? before : size);
        if (!is_reserve(room)) {
            free(room);
        }
    }
    return moved;
}

static void release(void *room, size_t size)
{
    (void)size;
    if (!is_reserve(room)) {
        free(room);
    }
}

void cli_bignum_memory_guard(volatile sig_atomic_t *stop)
{
    stop_wanted = stop;
    mp_set_memory_functions(allocate, reallocate, release);
}

bool cli_bignum_memory_is_lost(void)
{
    return atomic_load(&lost);
}
