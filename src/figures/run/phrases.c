/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and names in headlines. */
#include "figures/run/run_figures.h"

#define APPEND(headline, ...)                                                                      \
    carom_text_append((headline)->text, sizeof(headline)->text, __VA_ARGS__)

static const double large_ratio = 10;

/* Separator before item i of `count`: "a, b and c". */
static const char *separator(size_t i, size_t count)
{
    return i == 0 ? "" : i + 1 == count ? " and " : ", ";
}

void carom_format_digit(char text[40], double value)
{
    const double last_below = 0.99;
    snprintf(text, 40, "%.0e", value);
    if (text[0] == '1' && strtod(text, NULL) > value) {
        snprintf(text, 40, "%.1e", fmin(value, last_below * strtod(text, NULL)));
    }
}

void carom_append_digit(carom_headline *f, double value)
{
    char text[40];
    carom_format_digit(text, value);
    size_t mantissa = strcspn(text, "e");
    APPEND(f, "%.*se%ld", (int)mantissa, text, strtol(text + mantissa + 1, NULL, 10));
}

void carom_append_fraction(carom_headline *f, double part, const char *unit, const char *whole)
{
    if (unit != NULL) {
        APPEND(f, "%.2g %s", part, unit);
    } else if (part > large_ratio) {
        APPEND(f, part < 99.5 || part >= 1e5 ? "%.2g times %s" : "%.0f times %s", part, whole);
    } else if (part >= 1e-3) {
        APPEND(f, part < 0.1 ? "%.2g %%" : "%.0f %%", 100 * part);
    } else {
        carom_append_digit(f, part);
    }
}

void carom_append_fraction_of(carom_headline *f, double part, const char *unit, const char *whole)
{
    carom_append_fraction(f, part, unit, whole);
    if (unit == NULL && !(part > large_ratio)) {
        APPEND(f, " of %s", whole);
    }
}

void carom_append_quantity(carom_headline *f, double value, const char *unit)
{
    static const struct {
        double size;
        const char *prefix;
    } units[] = {{1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
    const double three_digits = 99.5, many_digits = 1e5;
    size_t i = 0;
    while (value != 0 && i < 3 && fabs(value) < 0.0995 * units[i].size) {
        i++;
    }
    if (fabs(value) < many_digits) {
        APPEND(f, fabs(value) < three_digits ? "%.2g" : "%.0f", value / units[i].size);
    } else {
        carom_append_digit(f, value);
    }
    APPEND(f, " %s%s", units[i].prefix, unit);
}

size_t carom_append_names(carom_headline *f, const carom_run_statistics *statistics,
                          double (*value)(const carom_solver_statistics *), double wanted)
{
    const size_t most = 2;
    size_t members = 0, written = 0;
    for (size_t i = 0; i < statistics->count; i++) {
        members += value(&statistics->of[i]) == wanted;
    }
    for (size_t i = 0; i < statistics->count && written < (members > most ? 1 : most); i++) {
        if (value(&statistics->of[i]) == wanted) {
            APPEND(f, "%s%s", separator(written, members > most ? most + 1 : members),
                   statistics->of[i].name);
            written++;
        }
    }
    if (members > most) {
        APPEND(f, " and %zu others", members - 1);
    }
    return members;
}

void carom_append_all(carom_headline *f, const carom_run_statistics *statistics)
{
    bool begins = f->text[0] == '\0';
    if (statistics->count == 2) {
        APPEND(f, begins ? "Both solvers" : "both solvers");
    } else {
        APPEND(f, begins ? "All %zu solvers" : "all %zu solvers", statistics->count);
    }
}

void carom_append_value(carom_headline *f, double value, double scale)
{
    const double two_digits = 9.95;
    APPEND(f, value < 1e-3 * scale ? "0" : value < two_digits ? "%#.2g" : "%.0f", value);
}
