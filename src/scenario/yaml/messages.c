/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors and warnings about an input file: collects, sorts and prints them. */
#include "base/base.h"
#include "scenario/yaml/yaml.h"

/* Limit for files with millions of errors. */
enum { MAX_MESSAGES = 200, PLACE = 4500 };

void carom_messages_add(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    carom_messages_addv(messages, is_error, mark, key, format, arguments);
    va_end(arguments);
}

void carom_messages_addv(carom_messages *messages, bool is_error, carom_mark mark, const char *key,
                         const char *format, va_list arguments)
{
    carom_message *message;
    messages->errors += is_error;
    if (messages->count >= MAX_MESSAGES) {
        messages->left_out++;
        return;
    }
    carom_reserve(&messages->item, messages->count, &messages->capacity, sizeof *message);
    message = &messages->item[messages->count];
    *message = (carom_message){.is_error = is_error, .mark = mark, .order = messages->count};
    messages->count++;
    message->mark.origin = NULL;
    snprintf(message->origin, sizeof message->origin, "%s", mark.origin == NULL ? "" : mark.origin);
    int used = snprintf(message->text, sizeof message->text, "%s%s", key,
                        key[0] == '\0' ? "" : ": ");
    vsnprintf(message->text + used, sizeof message->text - (size_t)used, format, arguments);
    /* the message quotes the file, whose control characters must not reach the terminal */
    carom_text_replace_controls(message->text);
    carom_text_replace_controls(message->origin);
}

carom_status carom_reading_status(carom_status status, carom_error *error)
{
    return status == CAROM_INTERRUPTED ? carom_error_interrupted(error) : status;
}

static int compare_positions(const void *left, const void *right)
{
    const carom_message *a = left, *b = right;
    return a->mark.line != b->mark.line     ? (a->mark.line < b->mark.line ? -1 : 1)
         : a->mark.column != b->mark.column ? (a->mark.column < b->mark.column ? -1 : 1)
         : a->order < b->order              ? -1
                                            : 1;
}

/* "FILE:LINE:COLUMN", or the text of the command line. */
static const char *place_of(const carom_message *message, const char *file, char place[PLACE])
{
    const char *origin = message->origin[0] != '\0' ? message->origin : file;
    bool in_file = origin == file && message->mark.line > 0;
    snprintf(place, PLACE, in_file ? "%s:%zu:%zu" : "%s", origin, message->mark.line,
             message->mark.column);
    return place;
}

static void sort_messages(carom_messages *messages)
{
    if (messages->count > 1) {
        qsort(messages->item, messages->count, sizeof *messages->item, compare_positions);
    }
}

carom_status carom_messages_first_error(carom_messages *messages, carom_status status,
                                        const char *file, carom_error *error)
{
    const carom_message *first = messages->item;
    char key[sizeof error->key], place[PLACE], others[40] = "";
    if (status != CAROM_OK || messages->errors == 0) {
        return carom_reading_status(status, error);
    }
    sort_messages(messages);
    while (!first->is_error && first + 1 < messages->item + messages->count) {
        first++;
    }
    if (messages->errors > 1) {
        snprintf(others, sizeof others, " (and %zu more)", messages->errors - 1);
    }
    size_t length = strcspn(first->text, ": '"); /* of the key in "KEY: problem" */
    snprintf(key, sizeof key, "%.*s", first->text[length] == ':' ? (int)length : 0, first->text);
    return carom_error_set(error, CAROM_INVALID, key, "%.270s: %.300s%s",
                           place_of(first, file, place), first->text, others);
}

void carom_messages_print(carom_messages *messages, const char *file, FILE *stream)
{
    sort_messages(messages);
    for (size_t i = 0; i < messages->count; i++) {
        const carom_message *message = &messages->item[i];
        char place[PLACE];
        fprintf(stream, "%s: %s: %s\n", place_of(message, file, place),
                message->is_error ? "error" : "warning", message->text);
    }
    if (messages->left_out > 0) {
        fprintf(stream, "%s: and %zu more, not shown\n", file, messages->left_out);
    }
}

void carom_messages_free(carom_messages *messages)
{
    free(messages->item);
    *messages = (carom_messages){0};
}
