/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a lab speaks. */
#include "base/base.h"
#include "lab/lab.h"
#include "run/run.h"
#include <stdlib.h>
#include <string.h>

carom_status carom_lab_words_begin(carom_lab_words *words, carom_lab *lab, int topic,
                                   carom_error *error)
{
    *words = (carom_lab_words){.lab = lab, .topic = topic};
    words->stream = carom_text_open(&words->text, &words->length);
    return words->stream == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

carom_status carom_lab_words_end(carom_lab_words *words, carom_error *error)
{
    bool written = carom_text_close(words->stream, &words->text);
    if (written) {
        words->lab->listener(words->lab->context, words->topic, words->text, words->length);
    }
    free(words->text);
    return written ? CAROM_OK : carom_error_no_memory(error);
}

carom_status carom_lab_fail(carom_lab *lab, carom_status status, const carom_error *error)
{
    if (status != CAROM_OK) {
        lab->listener(lab->context, CAROM_LAB_ERROR, error->text, strlen(error->text));
    }
    return status;
}

carom_status carom_lab_expect(const carom_lab *lab, carom_error *error)
{
    return lab->is_open ? CAROM_OK
                        : carom_error_set(error, CAROM_INVALID, "",
                                          "there is no scenario; expected one to be opened first");
}

void carom_lab_key(FILE *stream, bool first, const char *key)
{
    fputs(first ? "" : ", ", stream);
    carom_json_string(stream, key);
    fputs(": ", stream);
}

void carom_lab_text(FILE *stream, bool first, const char *key, const char *value)
{
    carom_lab_key(stream, first, key);
    carom_json_string(stream, value);
}

void carom_lab_number(FILE *stream, bool first, const char *key, double value)
{
    carom_lab_key(stream, first, key);
    carom_json_number(stream, value);
}

void carom_lab_write_messages(FILE *stream, const carom_messages *messages)
{
    fputc('[', stream);
    for (size_t i = 0; i < messages->count; i++) {
        const carom_message *message = &messages->item[i];
        fputs(i == 0 ? "{" : ", {", stream);
        carom_lab_key(stream, true, "error");
        fputs(message->is_error ? "true" : "false", stream);
        carom_lab_number(stream, false, "line", (double)message->mark.line);
        carom_lab_number(stream, false, "column", (double)message->mark.column);
        carom_lab_text(stream, false, "origin", message->origin);
        carom_lab_text(stream, false, "text", message->text);
        fputc('}', stream);
    }
    fputc(']', stream);
}
