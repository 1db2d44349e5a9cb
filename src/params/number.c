/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, in the C locale whatever the program's locale is: a decimal comma in a
 * record would make it unreadable. */
#define _POSIX_C_SOURCE 200809L
#if defined(__APPLE__)
#include <xlocale.h>
#endif
#include <carom/param.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The thread's former locale, with LC_NUMERIC made C's. */
static locale_t enter_c_locale(locale_t *c_locale)
{
    *c_locale = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    return *c_locale == (locale_t)0 ? (locale_t)0 : uselocale(*c_locale);
}

static void leave_c_locale(locale_t c_locale, locale_t former)
{
    if (c_locale != (locale_t)0) {
        uselocale(former);
        freelocale(c_locale);
    }
}

/* Only in a program that has called setlocale is there anything to guard against. */
static bool locale_has_point(void)
{
    return strcmp(localeconv()->decimal_point, ".") == 0;
}

bool carom_number_parse(const char *text, double *value)
{
    char *end = NULL;
    locale_t c_locale = (locale_t)0, former = (locale_t)0;
    bool guard = !locale_has_point();
    if (*text == '\0' || strchr(" \t\n\v\f\r", *text) != NULL) {
        return false;
    }
    if (guard) {
        former = enter_c_locale(&c_locale);
    }
    *value = strtod(text, &end);
    if (guard) {
        leave_c_locale(c_locale, former);
    }
    return *end == '\0';
}

int carom_number_format_digits(double value, int digits, char *text, size_t size)
{
    locale_t c_locale = (locale_t)0, former = (locale_t)0;
    bool guard = !locale_has_point();
    int length;
    if (isnan(value)) {
        return snprintf(text, size, "nan");
    }
    if (guard) {
        former = enter_c_locale(&c_locale);
    }
    length = snprintf(text, size, "%.*g", digits, value);
    if (guard) {
        leave_c_locale(c_locale, former);
    }
    return length;
}

int carom_number_format(double value, char *text, size_t size)
{
    return carom_number_format_digits(value, 17, text, size);
}

/* Fewer digits are not always fewer characters: 1e+01 and 10. */
int carom_number_format_short(double value, char *text, size_t size)
{
    int best = 17, best_length = carom_number_format_digits(value, 17, text, size);
    for (int digits = 16; digits >= 1 && isfinite(value); digits--) {
        double back;
        int length = carom_number_format_digits(value, digits, text, size);
        if (!carom_number_parse(text, &back) || back != value) {
            break;
        }
        if (length <= best_length) {
            best = digits;
            best_length = length;
        }
    }
    return carom_number_format_digits(value, best, text, size);
}
