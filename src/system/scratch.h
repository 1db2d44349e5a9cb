/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A folder of one's own inside a results folder, for what another program writes: nobody else knows
 * its name, and everything in it goes with it.
 */
#ifndef CAROM_SYSTEM_SCRATCH_H
#define CAROM_SYSTEM_SCRATCH_H

#include <carom/status.h>

/** Makes one in @p directory. @return its absolute path, which carom_scratch_remove frees; NULL
 * with the reason in @p error */
char *carom_scratch_make(const char *directory, carom_error *error);

/** A symbolic link in it, so that no name that a user gave has to be quoted for the other program.
 */
CAROM_CHECKED carom_status carom_scratch_link(const char *scratch, const char *name,
                                              const char *target, carom_error *error);

/** Removes it and what is in it. NULL: nothing. */
void carom_scratch_remove(char *scratch);

#endif
