/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "measure/measure.h"
#include "params/params.h"
#include "sweep/sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits of the headlines. Agreement with theory: within 1 % and rounding; near theory: within 5
 * %. Power law: the exponent has a standard error of at most 0.02, over one decade or more.
 * Nearly constant: changes by a factor of at most 3 while the parameter changes by 100. Jump:
 * half of the curve's range within two steps that cover at most 5 % of the parameter. */
static const double as_theory = 0.01, near_theory = 0.05, rounding = 1e-12, of_exponent = 0.02,
                    decade = 10, hardly = 3, widely = 100, half = 0.5, twentieth = 0.05;

carom_axis_label carom_axis_label_split(const char *label)
{
    carom_axis_label words = {"", ""};
    (void)sscanf(label, "%299[^(](%79[^)]", words.quantity, words.unit);
    for (size_t n = strlen(words.quantity); n > 0 && words.quantity[n - 1] == ' '; n--) {
        words.quantity[n - 1] = '\0';
    }
    return words;
}

double carom_sweep_parameter_value(const carom_sweep_curves *curves, size_t point)
{
    return carom_tsv_number(curves->table, point * curves->solvers, 0);
}

double carom_sweep_value(const carom_sweep_curves *curves, size_t solver, size_t point)
{
    return carom_tsv_number(curves->table, point * curves->solvers + solver, curves->column);
}

static const char *name_of(const carom_sweep_curves *curves, size_t solver)
{
    return curves->called[solver];
}

/* True if the parameter belongs to this solver or to no solver. */
static bool has_values(const carom_sweep_curves *curves, size_t solver)
{
    const char *key = carom_sweep_parameter_at(curves->scenario, 0)->key,
               *name = carom_tsv_text(curves->table, solver,
                                      carom_tsv_column(curves->table, "solver"));
    return strncmp(key, "solvers.", 8) != 0 || key[8] == '*' ||
           (strncmp(key + 8, name, strlen(name)) == 0 && key[8 + strlen(name)] == '.');
}

/* ---- theory ---- */

static double max_value(const carom_sweep_curves *curves, size_t solver)
{
    double most = 0;
    for (size_t p = 0; p < curves->points; p++) {
        most = fmax(most, fabs(carom_sweep_value(curves, solver, p)));
    }
    return most;
}

/* Relative deviation from the closest theoretical value, or relative to the maximum if that
 * value is 0. Infinite without theory. */
static double theory_error(const carom_sweep_curves *curves, size_t solver, size_t point,
                           double *difference)
{
    const carom_sweep *sweep = &curves->scenario->sweep;
    double value = carom_sweep_value(curves, solver, point), least = INFINITY;
    *difference = INFINITY;
    for (size_t i = 0; i < sweep->theory.count; i++) {
        const carom_sweep_theory *theory = &((const carom_sweep_theory *)sweep->theory.items)[i];
        double expected, deviation;
        char why[200];
        if (strcmp(theory->quantity, curves->table->header[curves->column]) == 0 &&
            carom_formula_evaluate(theory->formula, carom_sweep_parameter_value(curves, point),
                                   &expected, why, sizeof why)) {
            double whole = fabs(expected) > rounding ? expected : max_value(curves, solver);
            deviation = fabs(value - expected) <= rounding ? 0 : fabs((value - expected) / whole);
            *difference = fmin(*difference, fabs(value - expected));
            least = deviation < least ? deviation : least;
        }
    }
    return least;
}

static bool agrees_with_theory(const carom_sweep_curves *curves, size_t solver, size_t point)
{
    double difference;
    return theory_error(curves, solver, point, &difference) <= as_theory;
}

static double max_theory_error(const carom_sweep_curves *curves, size_t solver)
{
    double most = 0, difference;
    for (size_t p = 0; p < curves->points; p++) {
        most = fmax(most, theory_error(curves, solver, p, &difference));
    }
    return most;
}

/* Counts the points that agree with theory. `first`: these are the first points. */
static size_t count_agreeing(const carom_sweep_curves *curves, size_t solver, bool *first)
{
    size_t count = 0;
    *first = true;
    for (size_t p = 0; p < curves->points; p++) {
        bool is = agrees_with_theory(curves, solver, p);
        *first = *first && (!is || count == p);
        count += is;
    }
    return count;
}

/* Three digits, without an exponent if possible. */
static void format_number(double value, char *text, size_t size)
{
    double unit = pow(10, floor(log10(fabs(value))) - 2);
    if (fabs(value) >= 1000 && fabs(value) < 1e7) {
        snprintf(text, size, "%.0f", round(value / unit) * unit);
    } else {
        snprintf(text, size, "%.3g", value);
    }
}

/* "springs up to 100000", "springs at 12". */
static void describe_agreement(const carom_sweep_curves *curves, size_t solver, char *text,
                               size_t size)
{
    bool first;
    char number[40];
    size_t count = count_agreeing(curves, solver, &first);
    double origin = carom_sweep_parameter_at(curves->scenario, 0)->origin;
    carom_text_append(text, size, "%s %s", text[0] == '\0' ? "" : ",", name_of(curves, solver));
    if (count == 0) {
        carom_text_append(text, size, " nowhere");
    } else if (first && isnan(origin)) {
        format_number(carom_sweep_parameter_value(curves, count - 1), number, sizeof number);
        carom_text_append(text, size, " up to %s", number);
    } else {
        carom_text_append(text, size, " at %zu", count);
    }
}

/* Writes the solvers that are within 5 % of theory at all points. False without any. */
static bool headline_near_theory(const carom_sweep_curves *curves, char *text, size_t size)
{
    double most = 0;
    char all[200] = "";
    for (size_t s = 0; s < curves->solvers; s++) {
        double deviation = has_values(curves, s) ? max_theory_error(curves, s) : INFINITY;
        if (deviation <= near_theory) {
            carom_text_append(all, sizeof all, "%s%s", all[0] == '\0' ? "" : ", ",
                              name_of(curves, s));
            most = fmax(most, deviation);
        }
    }
    snprintf(text, size, "%s: %s within %.2g %% of theory at all %zu points", curves->quantity, all,
             100 * most, curves->points);
    return all[0] != '\0';
}

static bool headline_theory(const carom_sweep_curves *curves, char *text, size_t size)
{
    char all[200] = "", others[200] = "";
    bool first;
    for (size_t s = 0; s < curves->solvers; s++) {
        if (!has_values(curves, s)) {
            continue;
        }
        if (count_agreeing(curves, s, &first) == curves->points) {
            carom_text_append(all, sizeof all, "%s%s", all[0] == '\0' ? "" : ", ",
                              name_of(curves, s));
        } else {
            describe_agreement(curves, s, others, sizeof others);
        }
    }
    if (all[0] == '\0') {
        return false;
    }
    snprintf(text, size, "%s: %s within %.2g %% of theory at all %zu points%s%s", curves->quantity,
             all, 100 * as_theory, curves->points, others[0] == '\0' ? "" : ";", others);
    return true;
}

/* ---- shape ---- */

typedef struct {
    carom_estimate power;
    double least, largest; /* of the values; NaN: some are not positive */
} shape;

static shape shape_of(const carom_sweep_curves *curves, size_t solver, double *scratch)
{
    double *x = scratch, *y = scratch + curves->points;
    shape s = {{NAN, NAN}, INFINITY, 0};
    for (size_t p = 0; p < curves->points; p++) {
        x[p] = carom_sweep_parameter_value(curves, p);
        y[p] = carom_sweep_value(curves, solver, p);
        if (!(y[p] > 0 && x[p] > 0)) {
            return (shape){{NAN, NAN}, NAN, NAN};
        }
        s.least = fmin(s.least, y[p]);
        s.largest = fmax(s.largest, y[p]);
    }
    s.power = carom_fit_power(x, y, curves->points);
    return s;
}

/* Ratio of the largest to the smallest parameter. */
static double span_of(const carom_sweep_curves *curves)
{
    double from = carom_sweep_parameter_value(curves, 0),
           to = carom_sweep_parameter_value(curves, curves->points - 1);
    return to > from ? to / from : from / to;
}

static bool headline_power_law(const carom_sweep_curves *curves, double *scratch, char *text,
                               size_t size)
{
    for (size_t i = 0; i < curves->solvers && span_of(curves) >= decade; i++) {
        const carom_estimate p = shape_of(curves, i, scratch).power;
        if (has_values(curves, i) && p.error < of_exponent && fabs(p.value) > 2 * of_exponent) {
            snprintf(text, size, "%s of %s: as the power ", curves->quantity, name_of(curves, i));
            carom_text_append(text, size, "%s%.3f ± %.1g of the %s", p.value < 0 ? "−" : "",
                              fabs(p.value), fmax(p.error, 1e-4), curves->parameter);
            return true;
        }
    }
    return false;
}

/* The quantity is nearly constant although the parameter varies widely. */
static bool headline_constant(const carom_sweep_curves *curves, double *scratch, char *text,
                              size_t size)
{
    for (size_t i = 0; i < curves->solvers && span_of(curves) >= widely; i++) {
        const shape s = shape_of(curves, i, scratch);
        if (has_values(curves, i) && s.largest == s.least) {
            snprintf(text, size, "%s of %s: %.4g at every %s", curves->quantity, name_of(curves, i),
                     s.least, curves->parameter);
            return true;
        }
        if (has_values(curves, i) && s.largest < hardly * s.least) {
            snprintf(text, size, "%s of %s: %.3g to %.3g over %.2g decades of the %s",
                     curves->quantity, name_of(curves, i), s.least, s.largest,
                     log10(span_of(curves)), curves->parameter);
            return true;
        }
    }
    return false;
}

/* ---- jump ---- */

typedef struct {
    double change, all; /* within two steps; over the whole curve */
    size_t point;       /* first point of the jump */
} jump;

static jump jump_of(const carom_sweep_curves *curves, size_t solver)
{
    jump j = {0, 0, 0};
    double least = INFINITY, largest = -INFINITY;
    for (size_t p = 0; p < curves->points; p++) {
        double y = carom_sweep_value(curves, solver, p);
        double after = p + 2 < curves->points ? carom_sweep_value(curves, solver, p + 2) : y;
        least = fmin(least, y);
        largest = fmax(largest, y);
        j = fabs(after - y) > fabs(j.change) ? (jump){after - y, 0, p} : j;
    }
    j.all = largest - least;
    return j;
}

/* Names the solvers that jump and those that do not. */
static bool headline_jump(const carom_sweep_curves *curves, char *text, size_t size)
{
    char others[200] = "";
    size_t jumping = curves->solvers;
    for (size_t s = 0; s < curves->solvers; s++) {
        jump j = jump_of(curves, s);
        if (!has_values(curves, s)) {
            continue;
        }
        if (fabs(j.change) > fmax(half * j.all, rounding)) {
            jumping = jumping == curves->solvers ? s : jumping;
        } else if (j.all > rounding) {
            carom_text_append(others, sizeof others, "%s%s", others[0] == '\0' ? "" : ", ",
                              name_of(curves, s));
        }
    }
    if (jumping == curves->solvers || 2 > twentieth * (double)(curves->points - 1)) {
        return false;
    }
    jump j = jump_of(curves, jumping);
    double from = carom_sweep_value(curves, jumping, j.point);
    snprintf(text, size, "%s: %s jumps from %.3g to %.3g%s%s", curves->quantity,
             name_of(curves, jumping), from, from + j.change,
             others[0] == '\0' ? "" : "; no jump in ", others);
    return true;
}

void carom_sweep_headline(const carom_sweep_curves *curves, char *text, size_t size)
{
    double *scratch = malloc((2 * curves->points + 1) * sizeof *scratch);
    if (scratch == NULL || curves->points == 0 ||
        !(headline_theory(curves, text, size) || headline_power_law(curves, scratch, text, size) ||
          headline_near_theory(curves, text, size) ||
          headline_constant(curves, scratch, text, size) || headline_jump(curves, text, size))) {
        carom_sweep_headline_shared(curves, 1, text, size);
    }
    free(scratch);
}

/* ---- shared figures ---- */

/* Counts the points at which all columns agree with theory, and finds the largest deviation. */
static size_t count_agreeing_shared(const carom_sweep_curves *curves, size_t columns, size_t solver,
                                    double *farthest)
{
    size_t count = 0;
    *farthest = 0;
    for (size_t k = 0; k < columns; k++) {
        carom_sweep_curves one = *curves;
        one.column += k;
        for (size_t p = 0; p < one.points; p++) {
            double difference;
            count += theory_error(&one, solver, p, &difference) <= as_theory;
            *farthest = fmax(*farthest, difference);
        }
    }
    return count;
}

void carom_sweep_headline_shared(const carom_sweep_curves *curves, size_t columns, char *text,
                                 size_t size)
{
    char all[200] = "", others[200] = "", number[40];
    size_t points = columns * curves->points;
    for (size_t s = 0; s < curves->solvers; s++) {
        double farthest;
        if (!has_values(curves, s)) {
            continue;
        }
        if (count_agreeing_shared(curves, columns, s, &farthest) == points) {
            carom_text_append(all, sizeof all, "%s%s", all[0] == '\0' ? "" : ", ",
                              name_of(curves, s));
        } else if (isfinite(farthest)) {
            snprintf(number, sizeof number, "%.2g", farthest);
            carom_text_append(others, sizeof others, "%sdeviation of %s at most %s%s%s",
                              others[0] == '\0' ? "" : ", ", name_of(curves, s), number,
                              curves->unit[0] == '\0' ? "" : " ", curves->unit);
        }
    }
    if (all[0] == '\0' && others[0] == '\0') {
        snprintf(text, size, "%s over the %s", curves->quantity, curves->parameter);
        return;
    }
    snprintf(text, size, "%s: ", curves->quantity);
    if (all[0] != '\0') {
        carom_text_append(text, size, "%s within %.2g %% of theory at all %zu points%s", all,
                          100 * as_theory, points, others[0] == '\0' ? "" : "; ");
    }
    carom_text_append(text, size, "%s%s", others, all[0] == '\0' ? " from theory" : "");
}
