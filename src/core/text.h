/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A text that is put together piece by piece.
 */
#ifndef CAROM_CORE_TEXT_H
#define CAROM_CORE_TEXT_H

#include <carom/status.h>
#include <stddef.h>

/** Appends to the text in @p text, of which there is room for @p size bytes; what does not fit is cut off. */
void carom_text_append(char *text, size_t size, const char *format, ...) CAROM_PRINTF(3, 4);

/** Puts '?' in place of every control character (C0, DEL, and C1 in UTF-8). */
void carom_text_make_plain(char *text);

#endif
