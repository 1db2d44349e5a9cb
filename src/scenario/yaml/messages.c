/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "scenario/yaml/yaml.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* More than this nobody reads, and a hostile file has millions. */
enum { MOST_KEPT = 200 };

void carom_messages_add(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                        const char *format, ...)
{
    carom_message *message, *grown;
    va_list arguments;
    int used;
    messages->errors += is_error;
    if (messages->count >= MOST_KEPT) {
        messages->left_out++;
        return;
    }
    grown = carom_grow(messages->item, messages->count, &messages->capacity, sizeof *grown);
    if (grown == NULL) {
        messages->lost = true;
        return;
    }
    messages->item = grown;
    message = &messages->item[messages->count];
    *message = (carom_message){.is_error = is_error, .mark = mark, .order = messages->count};
    messages->count++;
    message->mark.origin = NULL;
    snprintf(message->origin, sizeof message->origin, "%s", mark.origin == NULL ? "" : mark.origin);
    if (strncmp(key, "place[", 6) == 0 && strncmp(message->origin, "--set balls.", 12) == 0) {
        key = ""; /* the origin names the key, and the file has no such section */
    }
    used = snprintf(message->text, sizeof message->text, "%s%s", key, key[0] == '\0' ? "" : ": ");
    va_start(arguments, format);
    vsnprintf(message->text + used, sizeof message->text - (size_t)used, format, arguments);
    va_end(arguments);
    /* what a file says is repeated here, and goes to a terminal */
    carom_text_make_plain(message->text);
    carom_text_make_plain(message->origin);
}

carom_status carom_reading_failed(carom_status status, carom_error *error)
{
    return status == CAROM_INTERRUPTED ? carom_error_interrupted(error)
                                       : carom_error_no_memory(error);
}

static int compare_places(const void *left, const void *right)
{
    const carom_message *a = left, *b = right;
    if (a->mark.line != b->mark.line) {
        return a->mark.line < b->mark.line ? -1 : 1;
    }
    if (a->mark.column != b->mark.column) {
        return a->mark.column < b->mark.column ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

void carom_messages_print(carom_messages *messages, const char *file, FILE *stream)
{
    if (messages->count > 1) {
        qsort(messages->item, messages->count, sizeof *messages->item, compare_places);
    }
    for (size_t i = 0; i < messages->count; i++) {
        const carom_message *message = &messages->item[i];
        const char *severity = message->is_error ? "error" : "warning";
        if (message->origin[0] != '\0') {
            fprintf(stream, "%s: %s: %s\n", message->origin, severity, message->text);
        } else if (message->mark.line == 0) {
            fprintf(stream, "%s: %s: %s\n", file, severity, message->text);
        } else {
            fprintf(stream, "%s:%zu:%zu: %s: %s\n", file, message->mark.line, message->mark.column,
                    severity, message->text);
        }
    }
    if (messages->left_out > 0) {
        fprintf(stream, "%s: and %zu more, not shown\n", file, messages->left_out);
    }
    if (messages->lost) {
        fprintf(stream, "%s: error: more messages than memory holds\n", file);
    }
}

void carom_messages_free(carom_messages *messages)
{
    free(messages->item);
    *messages = (carom_messages){0};
}
