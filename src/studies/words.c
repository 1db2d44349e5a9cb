/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "studies/studies.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void keep(carom_words *to, carom_word word)
{
    if (!carom_reserve(&to->item, to->count, &to->capacity, sizeof word)) {
        to->lost = true;
        return;
    }
    (void)fflush(to->stream); /* the stream remembers what fails */
    word.at = *to->length;
    to->item[to->count++] = word;
}

void carom_words_add(carom_words *to, const char *quantities, ...)
{
    va_list values;
    va_start(values, quantities);
    for (const char *key = quantities; *key != '\0' && to->length != NULL;) {
        carom_word word = {.key = key, .letters = strcspn(key, "=")};
        const char *kind = key + word.letters + 2; /* behind "=%" */
        if (*kind == 's') {
            word.text = va_arg(values, const char *);
        } else {
            word.number = va_arg(values, double);
        }
        keep(to, word);
        key = kind + 1 + strspn(kind + 1, " ");
    }
    va_end(values);
}

void carom_words_json(const carom_words *to, char *text, FILE *stream)
{
    const char *between = "";
    size_t k = 0;
    char *line = text;
    fputc('[', stream);
    while (*line != '\0') {
        size_t length = strcspn(line, "\n");
        char *rest = line + length + (line[length] == '\n');
        line[length] = '\0';
        if (length > 0) {
            fprintf(stream, "%s\n    {", between);
            for (; k < to->count && to->item[k].at <= (size_t)(line - text) + length; k++) {
                const carom_word *word = &to->item[k];
                fprintf(stream, "\"%.*s\": ", (int)word->letters, word->key);
                if (word->text != NULL) {
                    carom_json_string(stream, word->text);
                } else {
                    carom_json_number(stream, word->number);
                }
                fputs(", ", stream);
            }
            fputs("\"text\": ", stream);
            carom_json_string(stream, line);
            fputc('}', stream);
            between = ",";
        }
        line = rest;
    }
    fputs("\n  ]", stream);
}

void carom_words_free(carom_words *to)
{
    free(to->item);
    *to = (carom_words){.stream = NULL};
}
