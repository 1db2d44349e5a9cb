/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Cancellation flag: lets a signal handler or another thread stop a long call.
 */
#ifndef CAROM_CANCEL_H
#define CAROM_CANCEL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/** Cancellation flag. Long loops poll it and return CAROM_INTERRUPTED when it is set. */
typedef struct {
    const volatile sig_atomic_t *stop; /**< nonzero: stop; NULL: never */
} carom_cancel_flag;

/** True if the flag is set; @p cancel may be NULL. Safe from any thread. */
static inline bool carom_is_cancelled(const carom_cancel_flag *cancel)
{
    return cancel != NULL && cancel->stop != NULL && *cancel->stop != 0;
}

#endif
