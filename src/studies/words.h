/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Sentences for people, and the quantities in them for programs.
 */
#ifndef CAROM_STUDIES_WORDS_H
#define CAROM_STUDIES_WORDS_H

#include <carom/status.h>
#include <stdbool.h>
#include <stdio.h>

/** A quantity of the line that stands at `at` of the text. */
typedef struct {
    size_t at;
    const char *key;  /**< with its unit: "contact_s" */
    const char *text; /**< NULL: a number */
    double number;
} carom_word;

/** Where sentences go. Zero-initialise, but for the first two. */
typedef struct {
    FILE *stream;         /**< lines of text */
    const size_t *length; /**< of the text in memory (carom_text_open); NULL: nothing is kept */
    carom_word *item;
    size_t count, capacity;
    bool lost; /**< there was no memory */
} carom_words;

/** The line that is being written has this quantity; to be said before the line's end. @p key and
 * @p text, which are not copied, last as long as @p to. */
void carom_words_number(carom_words *to, const char *key, double number);
void carom_words_text(carom_words *to, const char *key, const char *text);

/** Writes an array: of every line of @p text, which has been written to @p to, an object of its
 * quantities, and the line itself as "text". Empty lines are left out. @p text is cut into lines.
 */
void carom_words_json(const carom_words *to, char *text, FILE *stream);

void carom_words_free(carom_words *to);

#endif
