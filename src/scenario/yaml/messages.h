/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Messages about an input file: all of them, in the order of the file, each with its place.
 */
#ifndef CAROM_SCENARIO_YAML_MESSAGES_H
#define CAROM_SCENARIO_YAML_MESSAGES_H

#include <carom/status.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** A place: line and column from 1, or where else the value came from ("--set key=value"). */
typedef struct {
    size_t line, column;
    const char *origin; /**< NULL: the file */
} carom_mark;

typedef struct {
    bool is_error;    /**< or a warning */
    carom_mark mark;  /**< its origin is copied below: the value's owner may be gone by then */
    char origin[200]; /**< "": the file */
    size_t order;
    char text[768];
} carom_message;

/** Zero-initialise; carom_messages_free releases. */
typedef struct {
    carom_message *item;
    size_t count, capacity, errors;
    size_t left_out; /**< beyond the first 200, which are kept; errors counts them too */
    bool lost;       /**< one did not fit into memory */
    /** Set from outside to interrupt the reading of the file; may be NULL. */
    const volatile sig_atomic_t *stop;
} carom_messages;

/** Whether the reading is to end. */
static inline bool carom_messages_stopped(const carom_messages *messages)
{
    return messages->stop != NULL && *messages->stop != 0;
}

/** Why reading ended with another @p status than CAROM_OK: out of memory, or interrupted.
 *  @return @p status */
carom_status carom_reading_failed(carom_status status, carom_error *error);

/** Adds "KEY: text" (just the text where @p key is ""). */
void carom_messages_add(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                        const char *format, ...) CAROM_PRINTF(5, 6);

/** Prints "FILE:LINE:COLUMN: error: KEY: text", in order of place. */
void carom_messages_print(carom_messages *messages, const char *file, FILE *stream);

void carom_messages_free(carom_messages *messages);

#endif
