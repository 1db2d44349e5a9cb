/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "records/records.h"
#include <stdbool.h>
#include <string.h>

/* What spreadsheets take for the beginning of a formula. */
static bool begins_formula(const char *text)
{
    static const char *const begins[] = {
        "=", "+", "-", "@", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0", NULL};
    bool found = false;
    text += strspn(text, " \t\r\n\v\f");
    for (const char *const *begin = begins; *begin != NULL; begin++) {
        found = found || strncmp(text, *begin, strlen(*begin)) == 0;
    }
    return found;
}

void carom_csv_text(FILE *stream, const char *text)
{
    bool formula = begins_formula(text),
         quoted = formula || strpbrk(text, ",\"\r\n") != NULL || text[0] == ' ' || text[0] == '\'';
    const char *control = carom_text_control(text, "\n");
    fputs(quoted ? "\"" : "", stream);
    fputs(formula ? "'" : "", stream);
    for (const char *c = text; *c != '\0'; c++) {
        if (c == control) {
            fputc('?', stream);
            control = carom_text_control(c + 1, "\n");
        } else {
            fputs(*c == '"' ? "\"" : "", stream);
            fputc(*c, stream);
        }
    }
    fputs(quoted ? "\"" : "", stream);
}
