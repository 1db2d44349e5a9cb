/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 65536 };

/* A chunk of text, and the fuller ones before it. */
struct carom_texts {
    carom_texts *before;
    size_t used, size, last;
    char text[];
};

const char *carom_texts_keep(carom_texts **texts, const char *text)
{
    carom_texts *chunk = *texts;
    size_t bytes = strlen(text) + 1, size = bytes > CHUNK ? bytes : CHUNK;
    if (chunk != NULL && chunk->used > 0 && strcmp(chunk->text + chunk->last, text) == 0) {
        return chunk->text + chunk->last;
    }
    if (chunk == NULL || chunk->size - chunk->used < bytes) {
        chunk = malloc(sizeof *chunk + size);
        if (chunk == NULL) {
            return NULL;
        }
        *chunk = (carom_texts){.before = *texts, .size = size};
        *texts = chunk;
    }
    memcpy(chunk->text + chunk->used, text, bytes);
    chunk->last = chunk->used;
    chunk->used += bytes;
    return chunk->text + chunk->last;
}

void carom_texts_free(carom_texts *texts)
{
    while (texts != NULL) {
        carom_texts *before = texts->before;
        free(texts);
        texts = before;
    }
}
