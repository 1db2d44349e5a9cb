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
