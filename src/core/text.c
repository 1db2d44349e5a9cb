/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/text.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void carom_text_append(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

void carom_text_make_plain(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++) {
        if (*c < 0x20 || *c == 0x7f) {
            *c = '?';
        } else if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) { /* U+0080 to U+009F */
            *c++ = '?';
            *c = '?';
        }
    }
}
