/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What the C library says of a file, as a status with its message.
 */
#ifndef CAROM_SYSTEM_SYSTEM_ERROR_H
#define CAROM_SYSTEM_SYSTEM_ERROR_H

#include <carom/status.h>

/** "cannot WHAT 'PATH': REASON". @param reason an errno; where it says that memory is missing or a
 * signal came, the status is CAROM_NO_MEMORY or CAROM_INTERRUPTED in place of @p status, whatever
 * was to be done */
carom_status carom_error_system(carom_error *error, carom_status status, const char *what,
                                const char *path, int reason);

#endif
