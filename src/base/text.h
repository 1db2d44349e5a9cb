/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A text that is put together piece by piece.
 */
#ifndef CAROM_BASE_TEXT_H
#define CAROM_BASE_TEXT_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Appends to the text in @p text, of which there is room for @p size bytes; what does not fit is
 * cut off. */
void carom_text_append(char *text, size_t size, const char *format, ...) CAROM_PRINTF(3, 4);

/** A copy of the first @p length bytes of @p text, ended by NUL, to be freed. NULL: no memory. */
char *carom_text_copy(const char *text, size_t length);

/** Opens a stream into memory, to be closed by carom_text_close. After fflush, *text is what has
 * been written, ended by NUL and to be freed, and *length its bytes. (In place of open_memstream:
 * those of glibc and musl drop what a text cannot grow for, and say nothing.)
 *  @param text    both stay where they are until it is closed; *text is NULL where that fails
 *  @return NULL: no memory */
FILE *carom_text_open(char **text, size_t *length);

/** Closes a stream of carom_text_open, of which @p text is the buffer; NULL is none.
 *  @return whether the text is whole; else what there is of it is released, and *text NULL */
bool carom_text_close(FILE *stream, char **text);

/** Puts '?' in place of every byte of what carom_text_control finds. */
void carom_text_make_plain(char *text);

/** Levenshtein's distance, on texts cut to 63 bytes. */
size_t carom_text_distance(const char *a, const char *b);

/** Bytes of the character that @p text begins with, by RFC 3629: no detours, surrogates, or numbers
 * beyond U+10FFFF; 0 where that is none. */
size_t carom_text_character(const char *text);

/** Where the first character stands that is not for a line of text on a terminal or in a table:
 * controls (C0, DEL, C1), and the line separators, marks and overrides of direction of Unicode. @p
 * text is UTF-8. @param but what is let pass; may be NULL @return NULL: there is none */
const char *carom_text_control(const char *text, const char *but);

/** FNV-1a, 64 bits: @p hash, which begins as CAROM_HASH_START, carried over further bytes. */
#define CAROM_HASH_START UINT64_C(14695981039346656037)
uint64_t carom_hash(uint64_t hash, const void *bytes, size_t count);

#endif
