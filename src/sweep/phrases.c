/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of the titles of a sweep: numbers with units, and groups of solvers with their verb. */
#include "sweep/sweep.h"

static const double half = 0.5, rounding = 1e-12;

/* ---- numbers ---- */

/* Two digits; an exponent without plus and zeros: "1e5". */
static carom_phrase short_number(const char *sign, double value)
{
    carom_phrase of;
    snprintf(of.text, sizeof of.text, "%s%.2g", sign, value);
    char *e = strchr(of.text, 'e');
    if (e != NULL) {
        snprintf(e + 1, 8, "%d", atoi(e + 1));
    }
    return of;
}

carom_phrase carom_phrase_number(double value, bool whole)
{
    double digit = value == 0 ? 1 : pow(10, floor(log10(fabs(value))) - 1);
    const char *sign = value < 0 ? "−" : "";
    carom_phrase of;
    if (fabs(value) < 1e-300 || (whole && fabs(value) < 1e4)) {
        snprintf(of.text, sizeof of.text, "%s%.0f", fabs(value) < half ? "" : sign, fabs(value));
    } else if (fabs(value) >= 100 && fabs(value) < 1e5) {
        snprintf(of.text, sizeof of.text, "%s%.0f", sign, round(fabs(value) / digit) * digit);
    } else {
        return short_number(sign, fabs(value));
    }
    return of;
}

carom_phrase carom_phrase_value(const carom_sweep_curves *curves, double value)
{
    return carom_phrase_number(value, curves->whole);
}

carom_phrase carom_phrase_amount(carom_phrase number, const char *unit)
{
    carom_text_append(number.text, sizeof number.text, "%s%s", unit[0] == '\0' ? "" : " ", unit);
    return number;
}

carom_phrase carom_phrase_parameter(const carom_sweep_curves *curves, double value)
{
    return carom_phrase_amount(carom_phrase_number(curves->times * (value - curves->from), false),
                               curves->parameter_unit);
}

/* Rounds up to one digit, or two if the first is 1: "within" is then true. Parts below 0.01 % count
 * as 0.01 %. */
carom_phrase carom_phrase_percent(double part)
{
    const double percent = fmax(100 * part, 0.01), decade = pow(10, floor(log10(percent) + 1e-9));
    const double digit = percent > 2 * decade ? decade : 0.1 * decade;
    return carom_phrase_amount(carom_phrase_number(ceil(percent / digit - 1e-9) * digit, false),
                               "%");
}

void carom_phrase_precision(char *text, size_t size, double part)
{
    if (part <= rounding) {
        carom_text_append(text, size, " to rounding");
    } else {
        carom_text_append(text, size, " within %s", carom_phrase_percent(part).text);
    }
}

/* A quantity such as "collisions" is a plural; "cue: velocity of balls" is not. */
carom_phrase carom_phrase_quantity_verb(const char *quantity, const char *verb)
{
    const size_t length = strlen(quantity);
    const bool plural = length > 0 && quantity[length - 1] == 's' && strchr(quantity, ':') == NULL;
    carom_phrase of;
    snprintf(of.text, sizeof of.text, "%s%s", verb, plural ? "" : "s");
    return of;
}

/* ---- sets of solvers ---- */

void carom_solvers_add(carom_solver_set *some, size_t solver)
{
    some->is_in[solver] = true;
    some->count++;
}

carom_solver_set carom_solvers_only(size_t solver)
{
    carom_solver_set one = {.count = 0};
    carom_solvers_add(&one, solver);
    return one;
}

/* Position of the bracket at the end of all names, as in "ODE (60 Hz)"; 0: they differ. */
static size_t common_bracket(const carom_sweep_curves *curves, const carom_solver_set *some)
{
    const char *first = some->count < 2 ? NULL
                                        : strstr(curves->called[carom_solvers_first(some)], " (");
    for (size_t s = 0; s < curves->solvers && first != NULL; s++) {
        const char *own = strstr(curves->called[s], " (");
        if (some->is_in[s] && (own == NULL || strcmp(own, first) != 0)) {
            first = NULL;
        }
    }
    return first == NULL ? 0 : strlen(first);
}

/* Names three solvers if there are more than four. */
carom_phrase carom_phrase_solvers(const carom_sweep_curves *curves, const carom_solver_set *some)
{
    enum { MOST = 4 };
    const size_t named = some->count > MOST ? MOST - 1 : some->count,
                 bracket = common_bracket(curves, some);
    size_t written = 0;
    carom_phrase of = {""};
    for (size_t s = 0; s < curves->solvers && written < named; s++) {
        if (some->is_in[s]) {
            const char *name = curves->called[s];
            const char *joint = written == 0 ? "" : written + 1 == some->count ? " and " : ", ";
            carom_text_append(of.text, sizeof of.text, "%s%.*s", joint,
                              (int)(strlen(name) - bracket), name);
            written++;
        }
    }
    if (named < some->count) {
        carom_text_append(of.text, sizeof of.text, " and %zu others", some->count - named);
    }
    if (bracket > 0) {
        const char *name = curves->called[carom_solvers_first(some)];
        carom_text_append(of.text, sizeof of.text, "%s", name + strlen(name) - bracket);
    }
    return of;
}

bool carom_solvers_are_plural(const carom_sweep_curves *curves, const carom_solver_set *some)
{
    for (size_t s = 0; s < curves->solvers && some->count == 1; s++) {
        size_t length = strcspn(curves->called[s], " ,(");
        if (some->is_in[s]) {
            return length > 0 && curves->called[s][length - 1] == 's';
        }
    }
    return true;
}

carom_phrase carom_phrase_verb(const carom_sweep_curves *curves, const carom_solver_set *some,
                               const char *verb)
{
    carom_phrase of = carom_phrase_solvers(curves, some);
    carom_text_append(of.text, sizeof of.text, " %s%s", verb,
                      carom_solvers_are_plural(curves, some) ? "" : "s");
    return of;
}

static bool has_numbers(const carom_sweep_curves *curves, size_t solver)
{
    bool found = false;
    for (size_t k = 0; k < curves->columns; k++) {
        carom_sweep_curves one = *curves;
        one.column += k;
        for (size_t p = 0; p < curves->points; p++) {
            found = found || !isnan(carom_sweep_value(&one, solver, p));
        }
    }
    return found;
}

static bool is_of_parameter(const carom_sweep_curves *curves, size_t solver)
{
    const char *key = carom_sweep_parameter_at(curves->scenario, 0)->key,
               *name = carom_tsv_text(curves->table, solver,
                                      carom_tsv_column(curves->table, "solver"));
    return strncmp(key, "solvers.", 8) != 0 || key[8] == '*' ||
           (strncmp(key + 8, name, strlen(name)) == 0 && key[8 + strlen(name)] == '.');
}

bool carom_sweep_has_values(const carom_sweep_curves *curves, size_t solver)
{
    return is_of_parameter(curves, solver) && has_numbers(curves, solver);
}

void carom_phrase_missing(const carom_sweep_curves *curves, char *text, size_t size)
{
    carom_solver_set none = {.count = 0};
    for (size_t s = 0; s < curves->solvers; s++) {
        if (!has_numbers(curves, s)) {
            carom_solvers_add(&none, s);
        }
    }
    if (none.count > 0 && none.count < curves->solvers) {
        carom_text_append(text, size, "; no value for %s",
                          carom_phrase_solvers(curves, &none).text);
    }
}

carom_solver_set carom_solvers_with_values(const carom_sweep_curves *curves)
{
    carom_solver_set all = {.count = 0};
    for (size_t s = 0; s < curves->solvers; s++) {
        if (carom_sweep_has_values(curves, s)) {
            carom_solvers_add(&all, s);
        }
    }
    return all;
}

size_t carom_solvers_first(const carom_solver_set *some)
{
    size_t s = 0;
    while (s + 1 < CAROM_MAX_FIGURES && !some->is_in[s]) {
        s++;
    }
    return s;
}

carom_solver_set carom_solvers_without(const carom_solver_set *all, const carom_solver_set *some)
{
    carom_solver_set rest = {.count = 0};
    for (size_t s = 0; s < CAROM_MAX_FIGURES; s++) {
        if (all->is_in[s] && !some->is_in[s]) {
            carom_solvers_add(&rest, s);
        }
    }
    return rest;
}
