/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, in the C locale whatever the locale of the program: records never contain
 * decimal commas. And formulas. */
#define _POSIX_C_SOURCE 200809L
#include "params/params.h"
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__APPLE__)
#include <xlocale.h>
#endif

/* C locale and former locale of the thread; both 0 if the locale was not changed. */
typedef struct {
    locale_t c_locale, former;
} point_guard;

/* Changes the locale only if its decimal point is not ".". */
static point_guard enter_c_locale(void)
{
    point_guard guard = {(locale_t)0, (locale_t)0};
    if (strcmp(localeconv()->decimal_point, ".") != 0) {
        guard.c_locale = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    }
    if (guard.c_locale != (locale_t)0) {
        guard.former = uselocale(guard.c_locale);
    }
    return guard;
}

static void leave_c_locale(point_guard guard)
{
    if (guard.c_locale != (locale_t)0) {
        uselocale(guard.former);
        freelocale(guard.c_locale);
    }
}

bool carom_number_parse(const char *text, double *value)
{
    char *end = NULL;
    if (*text == '\0' || strchr(" \t\n\v\f\r", *text) != NULL) {
        return false;
    }
    point_guard guard = enter_c_locale();
    *value = strtod(text, &end);
    leave_c_locale(guard);
    return *end == '\0';
}

int carom_number_format_digits(double value, int digits, char *text, size_t size)
{
    if (isnan(value)) {
        return snprintf(text, size, "nan");
    }
    point_guard guard = enter_c_locale();
    int length = snprintf(text, size, "%.*g", digits, value);
    leave_c_locale(guard);
    return length;
}

int carom_number_format(double value, char *text, size_t size)
{
    return carom_number_format_digits(value, 17, text, size);
}

/* Number of digits, without zeros at the end, that give the same bits. */
static int significant_digits(double value)
{
    char text[40];
    double back;
    int digits = fabs(value) < DBL_MIN ? 1 : 15, seen = 0, significant = 0;
    do {
        carom_number_format_digits(value, digits, text, sizeof text);
    } while (digits++ < 17 && !(carom_number_parse(text, &back) && back == value));
    for (const char *c = text; *c != '\0' && *c != 'e'; c++) {
        seen += *c >= '0' && *c <= '9' && (seen > 0 || *c != '0');
        significant = *c >= '1' && *c <= '9' ? seen : significant;
    }
    return significant;
}

/* Fewer digits can need more characters: 1e+01 and 10. */
int carom_number_format_short(double value, char *text, size_t size)
{
    char few[40], many[40];
    int shorter = carom_number_format_digits(value, significant_digits(value), few, sizeof few);
    int length = carom_number_format_digits(value, 17, many, sizeof many);
    return snprintf(text, size, "%s", isfinite(value) && shorter <= length ? few : many);
}

carom_quantity_text carom_number_with_prefix(double value, int digits, const char *unit)
{
    static const char *const prefix[] = {"f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P"};
    enum { UNITY = 5, PREFIXES = sizeof prefix / sizeof prefix[0] };
    carom_quantity_text of;
    char number[32];
    snprintf(number, sizeof number, "%.*e", digits - 1, value);
    double rounded = strtod(number, NULL);
    /* log10 of a power of ten may be slightly too small */
    int step = rounded == 0 || !isfinite(rounded) ? 0 : (int)floor(log10(fabs(rounded)) / 3 + 1e-9);
    step = unit[0] == '\0' || step < -UNITY || step >= PREFIXES - UNITY ? 0 : step;
    carom_number_format_digits(rounded / pow(10, 3 * step), digits > 3 ? digits : 3, number,
                               sizeof number);
    snprintf(of.text, sizeof of.text, "%s%s%s%s", number, unit[0] == '\0' ? "" : " ",
             prefix[UNITY + step], unit);
    return of;
}

/* ---- formula: recursive descent, one function per precedence ---- */

/* Maximum nesting, which limits the use of the stack. */
enum { DEEPEST = 60 };

typedef struct {
    const char *text, *at;
    double x;
    int depth;
    const char *expected; /* expected text; NULL: no error */
} parser;

static double parse_sum(parser *r);

static double set_expected(parser *r, const char *expected)
{
    r->expected = r->expected == NULL ? expected : r->expected;
    return NAN;
}

static bool accept(parser *r, char sign)
{
    while (*r->at == ' ') {
        r->at++;
    }
    bool is = *r->at == sign;
    r->at += is;
    return is;
}

static double parse_literal(parser *r)
{
    char digits[40];
    size_t n = strspn(r->at, "0123456789.");
    double value;
    if (n > 0 && (r->at[n] == 'e' || r->at[n] == 'E')) {
        size_t sign = r->at[n + 1] == '-' || r->at[n + 1] == '+';
        n += 1 + sign + strspn(r->at + n + 1 + sign, "0123456789");
    }
    if (n == 0 || n >= sizeof digits) {
        return set_expected(r, "a number, x, pi, a function or a bracket");
    }
    snprintf(digits, sizeof digits, "%.*s", (int)n, r->at);
    if (!carom_number_parse(digits, &value)) {
        return set_expected(r, "a number");
    }
    r->at += n;
    return value;
}

static double parse_bracket(parser *r)
{
    double value = accept(r, '(') ? parse_sum(r) : set_expected(r, "(");
    return accept(r, ')') ? value : set_expected(r, ")");
}

/* min(a, b) or max(a, b) */
static double parse_extreme(parser *r, double (*of)(double, double))
{
    double a = accept(r, '(') ? parse_sum(r) : set_expected(r, "(");
    double b = accept(r, ',') ? parse_sum(r) : set_expected(r, ",");
    return accept(r, ')') ? of(a, b) : set_expected(r, ")");
}

static double parse_name(parser *r)
{
    static const struct {
        const char *name;
        double (*of)(double);
    } known[] = {{"abs", fabs}, {"sqrt", sqrt}, {"exp", exp},   {"log", log},     {"sin", sin},
                 {"cos", cos},  {"tan", tan},   {"atan", atan}, {"floor", floor}, {"ceil", ceil}};
    const char *word = r->at;
    size_t n = 0;
    while (isalpha((unsigned char)word[n])) {
        n++;
    }
    r->at += n;
    if (n == 1 && word[0] == 'x') {
        return r->x;
    }
    if (n == 2 && strncmp(word, "pi", 2) == 0) {
        return 3.14159265358979324;
    }
    if (n == 3 && (strncmp(word, "min", 3) == 0 || strncmp(word, "max", 3) == 0)) {
        return parse_extreme(r, word[1] == 'i' ? fmin : fmax);
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strlen(known[i].name) == n && strncmp(word, known[i].name, n) == 0) {
            return known[i].of(parse_bracket(r));
        }
    }
    r->at = word;
    return set_expected(r,
                        "x, pi, abs, sqrt, exp, log, sin, cos, tan, atan, floor, ceil, min or max");
}

static double parse_power(parser *r)
{
    double base;
    if (r->depth++ == DEEPEST) {
        return set_expected(r, "fewer nested brackets");
    }
    if (accept(r, '-') || accept(r, '+')) {
        double sign = r->at[-1] == '-' ? -1 : 1;
        base = sign * parse_power(r);
    } else {
        base = *r->at == '('                       ? parse_bracket(r)
             : isalpha((unsigned char)*r->at) != 0 ? parse_name(r)
                                                   : parse_literal(r);
        base = accept(r, '^') ? pow(base, parse_power(r)) : base;
    }
    r->depth--;
    return base;
}

static double parse_product(parser *r)
{
    double value = parse_power(r);
    while (r->expected == NULL && (accept(r, '*') || accept(r, '/'))) {
        bool over = r->at[-1] == '/';
        double by = parse_power(r);
        value = over ? value / by : value * by;
    }
    return value;
}

static double parse_sum(parser *r)
{
    double value = parse_product(r);
    while (r->expected == NULL && (accept(r, '+') || accept(r, '-'))) {
        double sign = r->at[-1] == '-' ? -1 : 1;
        value += sign * parse_product(r);
    }
    return value;
}

bool carom_formula_evaluate(const char *text, double x, double *value, char *why, size_t size)
{
    parser r = {text, text, x, 0, NULL};
    *value = parse_sum(&r);
    if (r.expected == NULL && *r.at != '\0') {
        set_expected(&r, "an operator + - * / ^, or the end");
    }
    if (r.expected != NULL) {
        snprintf(why, size, "found '%.20s' at character %zu of '%.80s'; expected %s", r.at,
                 (size_t)(r.at - text) + 1, text, r.expected);
    }
    return r.expected == NULL;
}
