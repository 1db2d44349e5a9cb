/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By recursive descent, a function for each strength of binding. */
#include "params/params.h"
#include <carom/param.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Brackets and signs within each other, so that no text exhausts the stack. */
enum { DEEPEST = 60 };

typedef struct {
    const char *text, *at;
    double x;
    int depth;
    const char *wanted; /* NULL: nothing is wrong so far */
} reading;

static double sum_of(reading *r);

static double refuse(reading *r, const char *wanted)
{
    r->wanted = r->wanted == NULL ? wanted : r->wanted;
    return NAN;
}

static bool take(reading *r, char sign)
{
    while (*r->at == ' ') {
        r->at++;
    }
    bool is = *r->at == sign;
    r->at += is;
    return is;
}

static double number_of(reading *r)
{
    char digits[40];
    size_t n = strspn(r->at, "0123456789.");
    double value;
    if (n > 0 && (r->at[n] == 'e' || r->at[n] == 'E')) {
        size_t sign = r->at[n + 1] == '-' || r->at[n + 1] == '+';
        n += 1 + sign + strspn(r->at + n + 1 + sign, "0123456789");
    }
    if (n == 0 || n >= sizeof digits) {
        return refuse(r, "a number, x, pi, a function or a bracket");
    }
    snprintf(digits, sizeof digits, "%.*s", (int)n, r->at);
    if (!carom_number_parse(digits, &value)) {
        return refuse(r, "a number");
    }
    r->at += n;
    return value;
}

static double bracket_of(reading *r)
{
    double value = take(r, '(') ? sum_of(r) : refuse(r, "(");
    return take(r, ')') ? value : refuse(r, ")");
}

/* min(a, b) or max(a, b) */
static double extreme_of(reading *r, double (*of)(double, double))
{
    double a = take(r, '(') ? sum_of(r) : refuse(r, "(");
    double b = take(r, ',') ? sum_of(r) : refuse(r, ",");
    return take(r, ')') ? of(a, b) : refuse(r, ")");
}

static double word_of(reading *r)
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
        return extreme_of(r, word[1] == 'i' ? fmin : fmax);
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strlen(known[i].name) == n && strncmp(word, known[i].name, n) == 0) {
            return known[i].of(bracket_of(r));
        }
    }
    r->at = word;
    return refuse(r, "x, pi, abs, sqrt, exp, log, sin, cos, tan, atan, floor, ceil, min or max");
}

static double power_of(reading *r)
{
    double base;
    if (r->depth++ == DEEPEST) {
        return refuse(r, "fewer brackets within each other");
    }
    if (take(r, '-') || take(r, '+')) {
        double sign = r->at[-1] == '-' ? -1 : 1;
        base = sign * power_of(r);
    } else {
        base = *r->at == '('                       ? bracket_of(r)
             : isalpha((unsigned char)*r->at) != 0 ? word_of(r)
                                                   : number_of(r);
        base = take(r, '^') ? pow(base, power_of(r)) : base;
    }
    r->depth--;
    return base;
}

static double product_of(reading *r)
{
    double value = power_of(r);
    while (r->wanted == NULL && (take(r, '*') || take(r, '/'))) {
        bool over = r->at[-1] == '/';
        double by = power_of(r);
        value = over ? value / by : value * by;
    }
    return value;
}

static double sum_of(reading *r)
{
    double value = product_of(r);
    while (r->wanted == NULL && (take(r, '+') || take(r, '-'))) {
        double sign = r->at[-1] == '-' ? -1 : 1;
        value += sign * product_of(r);
    }
    return value;
}

bool carom_formula_of(const char *text, double x, double *value, char *why, size_t size)
{
    reading r = {text, text, x, 0, NULL};
    *value = sum_of(&r);
    if (r.wanted == NULL && *r.at != '\0') {
        refuse(&r, "an operator + - * / ^, or the end");
    }
    if (r.wanted != NULL) {
        snprintf(why, size, "found '%.20s' at character %zu of '%.80s'; expected %s", r.at,
                 (size_t)(r.at - text) + 1, text, r.wanted);
    }
    return r.wanted == NULL;
}
