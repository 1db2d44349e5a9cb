/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces snprintf and vsnprintf in the module (module.mk): passes on the format and the values of
 * every text, so that the page can word messages in another language. */
#undef snprintf
#undef vsnprintf
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/** Receives a text at @p at, its format, and its values: after each a 0 byte, before texts an 's',
 * before numbers an 'n'. */
__attribute__((import_module("lab"), import_name("phrase"))) void lab_phrase(
    const char *at, size_t length, const char *format, size_t format_length, const char *values,
    size_t size);
int lab_vsnprintf(char *text, size_t size, const char *format, va_list arguments);
int lab_snprintf(char *text, size_t size, const char *format, ...);

enum { VALUES_SIZE = 4096 };

/* Formats of numbers alone have no words. */
static bool has_words(const char *format)
{
    return strpbrk(format, " s") != NULL;
}

/* Writes the value of the conversion that ends at @p type, as the format writes it. */
static int write_value(char *out, size_t size, const char *type, int longs, int precision,
                       va_list *arguments)
{
    switch (*type) {
    case 's':
        return snprintf(out, size, "s%.*s", precision < 0 ? VALUES_SIZE : precision,
                        va_arg(*arguments, const char *));
    case 'c': return snprintf(out, size, "s%c", va_arg(*arguments, int));
    case 'd':
    case 'i':
        return snprintf(out, size, "n%lld",
                        longs > 1 ? va_arg(*arguments, long long)
                                  : (long long)va_arg(*arguments, long));
    case 'u':
    case 'x':
        return snprintf(out, size, "n%llu",
                        longs > 1 ? va_arg(*arguments, unsigned long long)
                                  : (unsigned long long)va_arg(*arguments, unsigned long));
    default:
        return snprintf(out, size, (const char[]){'n', '%', '.', '*', *type, '\0'},
                        precision < 0 ? 6 : precision, va_arg(*arguments, double));
    }
}

static void report(const char *text, size_t size, int length, const char *format,
                   va_list *arguments)
{
    char values[VALUES_SIZE];
    size_t used = 0;
    for (const char *c = strchr(format, '%'); c != NULL; c = strchr(c + 1, '%')) {
        int precision = -1, longs = 0;
        bool is_precision = false;
        for (c++; !isalpha((unsigned char)*c) || *c == 'l' || *c == 'z'; c++) {
            if (*c == '%') {
                break;
            } else if (*c == '.') {
                is_precision = true;
                precision = 0;
            } else if (*c == '*') { /* a width or a precision */
                int given = va_arg(*arguments, int);
                precision = is_precision ? given : precision;
            } else if (isdigit((unsigned char)*c) && is_precision) {
                precision = 10 * precision + *c - '0';
            }
            longs += *c == 'l';
        }
        if (*c != '%') {
            used += (size_t)write_value(values + used, sizeof values - used, c, longs, precision,
                                        arguments) +
                    1;
        }
        if (used >= sizeof values) {
            return;
        }
    }
    lab_phrase(text, (size_t)length < size ? (size_t)length : size - 1, format, strlen(format),
               values, used);
}

int lab_vsnprintf(char *text, size_t size, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(text, size, format, arguments);
    if (length > 0 && size > 0 && has_words(format)) {
        report(text, size, length, format, &again);
    }
    va_end(again);
    return length;
}

int lab_snprintf(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = lab_vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return length;
}
