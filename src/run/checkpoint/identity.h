/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a checkpoint is of, as lines "KEY VALUE": the build, and what was asked for.
 */
#ifndef CAROM_RUN_CHECKPOINT_IDENTITY_H
#define CAROM_RUN_CHECKPOINT_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** One line; of @p value that has line ends, up to the first. */
void carom_identity_line(FILE *stream, const char *key, const char *value);

/** The lines of this machine's numbers and of the program's own bytes. */
void carom_identity_of_machine(FILE *stream);

/** Whether @p kept, followed by whatever, does not begin with the lines of @p own.
 *  @param why  "is of ...": the first of them that differs */
bool carom_identity_differs(const char *kept, const char *own, char *why, size_t size);

#endif
