/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice in messages: names like an unknown one, and what to do instead of keys and values of older
 * scenario files. */
#include "base/base.h"
#include "carom_hints.h" /* from hints.txt */
#include "params/params.h"

/* ---- older scenario files ---- */

/* True if the path, without the numbers of list items, ends in the components @p key. */
static bool ends_in(const char *path, const char *key)
{
    size_t length = strlen(key), at = strlen(path);
    while (length > 0 && at > 0) {
        if (path[at - 1] == ']') {
            while (at > 0 && path[at - 1] != '[') {
                at--;
            }
            at -= at > 0;
        } else if (path[--at] != key[--length]) {
            return false;
        }
    }
    return length == 0 && (at == 0 || path[at - 1] == '.');
}

const char *carom_removed_advice(const char *path, const char *value, char *text, size_t size)
{
    static const char rows[] = HINTS_REMOVED;
    for (const char *row = rows; *row != '\0'; row += strcspn(row, "\n") + 1) {
        char key[64], word[64] = "";
        const char *instead = strstr(row, " | ") + strlen(" | ");
        bool has_value = sscanf(row, "%63[^:| ]: %63[^| ]", key, word) == 2;
        if ((value == NULL ? !has_value : has_value && strcmp(word, value) == 0) &&
            ends_in(path, key)) {
            snprintf(text, size, "%.*s", (int)strcspn(instead, "\n"), instead);
            return text;
        }
    }
    return NULL;
}

/* ---- names ---- */

void carom_hint_names_append(const char *wanted, const char *const *names, size_t count, char *text,
                             size_t size)
{
    enum { MOST_COMPARED = 1000, MOST_NAMED = 12 };
    for (size_t i = 0; i < count && i < MOST_NAMED; i++) {
        carom_text_append(text, size, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
    carom_text_append(text, size, count > MOST_NAMED ? ", ..." : "");
    const char *nearest = carom_hint_name(wanted, names, count < MOST_COMPARED ? count : 0);
    carom_text_append(text, size, nearest == NULL ? "" : "; did you mean '%s'?", nearest);
}
