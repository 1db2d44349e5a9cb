/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run.h"
#include "studies/studies.h"
#include <stdlib.h>
#include <string.h>

static void keep(carom_words *to, carom_word word)
{
    if (to->length == NULL) {
        return;
    }
    if (to->count == to->capacity) {
        size_t capacity = 2 * to->capacity + 32;
        carom_word *grown = realloc(to->item, capacity * sizeof *grown);
        if (grown == NULL) {
            to->lost = true;
            return;
        }
        to->item = grown;
        to->capacity = capacity;
    }
    (void)fflush(to->stream); /* the stream remembers what fails */
    word.at = *to->length;
    to->item[to->count++] = word;
}

void carom_words_number(carom_words *to, const char *key, double number)
{
    keep(to, (carom_word){.key = key, .number = number});
}

void carom_words_text(carom_words *to, const char *key, const char *text)
{
    keep(to, (carom_word){.key = key, .text = text});
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
                fprintf(stream, "\"%s\": ", word->key);
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
