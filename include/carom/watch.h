/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Somebody outside who may want the end before it comes.
 */
#ifndef CAROM_WATCH_H
#define CAROM_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/** What a loop that may last asks now and then. */
typedef struct {
    /** set to other than 0 from outside; NULL: nobody will */
    const volatile sig_atomic_t *stop;
} carom_watch;

/** Whether the end is wanted; @p watch may be NULL. From any thread. */
static inline bool carom_watch_wants_end(const carom_watch *watch)
{
    return watch != NULL && watch->stop != NULL && *watch->stop != 0;
}

#endif
