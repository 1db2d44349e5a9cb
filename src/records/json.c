/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON. */
#include "records/records.h"
#include <ctype.h>
#include <stdarg.h>

static void write_character(FILE *stream, unsigned char c, bool in_page)
{
    if (c == '"' || c == '\\') {
        fprintf(stream, "\\%c", c);
    } else if (c == '\n') {
        fputs("\\n", stream);
    } else if (c < 0x20 || c == 0x7f || (in_page && c == '<')) {
        fprintf(stream, "\\u%04x", c);
    } else {
        fputc(c, stream);
    }
}

static void write_text(FILE *stream, const char *text, bool in_page)
{
    fputc('"', stream);
    for (const char *c = text; *c != '\0';) {
        size_t bytes = carom_text_character_size(c);
        if (bytes == 1) {
            write_character(stream, (unsigned char)*c, in_page);
        } else if (bytes == 0) {
            fputs("\\ufffd", stream);
        } else {
            fwrite(c, 1, bytes, stream);
        }
        c += bytes == 0 ? 1 : bytes;
    }
    fputc('"', stream);
}

void carom_json_write_string(FILE *stream, const char *text)
{
    write_text(stream, text, false);
}

void carom_json_write_number(FILE *stream, double value)
{
    char text[32];
    carom_number_format(value, text, sizeof text);
    fputs(isfinite(value) ? text : "null", stream);
}

void carom_json_write(FILE *stream, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    while (*format != '\0') {
        size_t name = isalpha((unsigned char)*format) == 0 ? 0 : strcspn(format, ":,]} ");
        const char c = *format, *text = c == '$' || c == '&' ? va_arg(values, const char *) : NULL;
        if (name > 0) {
            fprintf(stream, "\"%.*s\"", (int)name, format);
        } else if (text != NULL) {
            write_text(stream, text, c == '&');
        } else if (c == '#') {
            carom_json_write_number(stream, va_arg(values, double));
        } else if (c == '?') {
            fputs(va_arg(values, int) != 0 ? "true" : "false", stream);
        } else if (c == '$' || c == '&') {
            fputs("null", stream);
        } else {
            fputc(c, stream);
        }
        format += name > 0 ? name : 1;
    }
    va_end(values);
}

void carom_param_write_json(FILE *stream, const carom_param *row)
{
    static const char *const name[] = {
        [CAROM_NUMBER] = "number", [CAROM_COUNT] = "count", [CAROM_FLAG] = "flag",
        [CAROM_WORD] = "word",     [CAROM_TEXT] = "text",   [CAROM_VECTOR] = "vector",
        [CAROM_ENTRY] = "kind",    [CAROM_MAP] = "map",     [CAROM_LIST] = "list"};
    const carom_entry *const *entries = row->type == CAROM_ENTRY ? row->interface->entries : NULL;
    const char *const *words = entries == NULL ? row->words : NULL;
    bool ranged = row->type == CAROM_NUMBER || row->type == CAROM_COUNT ||
                  row->type == CAROM_VECTOR || row->type == CAROM_LIST;
    carom_json_write(stream, "type: $", name[row->type]);
    if (ranged && row->lowest > CAROM_ANY_LOW) {
        bool open = row->lowest == CAROM_POSITIVE;
        carom_json_write(stream, ", $: #", open ? "above" : "min", open ? 0 : row->lowest);
    }
    if (ranged && row->highest < CAROM_ANY_HIGH && row->highest > 0) {
        carom_json_write(stream, ", max: #", row->highest);
    }
    fputs(entries != NULL || words != NULL ? ", \"words\": [" : "", stream);
    for (size_t i = 0; words != NULL ? words[i] != NULL : entries != NULL && entries[i] != NULL;
         i++) {
        carom_json_write(stream, i == 0 ? "$" : ", $", words != NULL ? words[i] : entries[i]->name);
    }
    fputs(entries != NULL || words != NULL ? "]" : "", stream);
    if (row->scalar_sets_all) {
        carom_json_write(stream, ", scalar: ?", true);
    }
    if (row->instead_of != NULL) {
        carom_json_write(stream, ", instead_of: $", row->instead_of);
    }
}
