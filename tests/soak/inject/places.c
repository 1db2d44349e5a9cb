/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "places.h"
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

enum { ROOM = 1 << 16, DEEPEST = 32 };

typedef struct {
    uint64_t chain; /* 0: none */
    long first, last;
} place;

static place table[ROOM];
static size_t used;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static _Thread_local bool inside; /* backtrace may allocate */

/* FNV-1a of the return addresses, which are constant during a run. */
static uint64_t chain_here(void)
{
    void *frame[DEEPEST];
    int depth = backtrace(frame, DEEPEST);
    uint64_t hash = 14695981039346656037u;
    for (int i = 2; i < depth; i++) {
        hash = (hash ^ (uint64_t)(uintptr_t)frame[i]) * 1099511628211u;
    }
    return hash == 0 ? 1 : hash;
}

void places_record(long call)
{
    uint64_t chain;
    size_t at;
    if (inside) {
        return;
    }
    inside = true;
    chain = chain_here();
    while (atomic_flag_test_and_set(&busy)) {
    }
    at = chain % ROOM;
    while (table[at].chain != 0 && table[at].chain != chain) {
        at = (at + 1) % ROOM;
    }
    if (table[at].chain == 0 && used < ROOM - 1) {
        table[at] = (place){chain, call, call};
        used++;
    }
    if (table[at].chain == chain && call > table[at].last) {
        table[at].last = call;
    }
    atomic_flag_clear(&busy);
    inside = false;
}

void places_write(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    for (size_t at = 0; file >= 0 && at < ROOM; at++) {
        char line[64];
        int length = snprintf(line, sizeof line, "%ld %ld\n", table[at].first, table[at].last);
        if (table[at].chain != 0) {
            (void)!write(file, line, (size_t)length);
        }
    }
    if (file >= 0) {
        close(file);
    }
}
