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

/* How many digits to try after `digits` wrote this text: one less, or as many as the text has from
 * its first to its last that is not 0, for with any number between it is the same. */
static int fewer_digits(int digits, const char *text)
{
    int seen = 0, last = 0;
    for (const char *c = text; *c != '\0' && *c != 'e'; c++) {
        seen += *c >= '0' && *c <= '9' && (seen > 0 || *c != '0');
        last = *c >= '1' && *c <= '9' ? seen : last;
    }
    return last < digits ? last : digits - 1;
}

/* Fewer digits are not always fewer characters: 1e+01 and 10. */
int carom_number_format_short(double value, char *text, size_t size)
{
    char tried[40];
    int best_length = carom_number_format_digits(value, 17, tried, sizeof tried);
    snprintf(text, size, "%s", tried);
    for (int digits = fewer_digits(17, tried); digits >= 1 && isfinite(value);
         digits = fewer_digits(digits, tried)) {
        double back;
        int length = carom_number_format_digits(value, digits, tried, sizeof tried);
        if (!carom_number_parse(tried, &back) || back != value) {
            break;
        }
        if (length <= best_length) {
            best_length = length;
            snprintf(text, size, "%s", tried);
        }
    }
    return best_length;
}
