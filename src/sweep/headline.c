/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Titles of the figures of a sweep: the first statement that is true for the curves as drawn. */
#include "sweep/sweep.h"
#include <ctype.h>

/* Limits of the statements. "Follows": within 1 %, else within 5 %, or 30 % of a value that spans
 * more than a factor of 100. Power law: every point within 5 % of the fit, over one decade or more.
 * Nearly constant: changes by a factor of at most 3 while the parameter changes by 100. Jump: half
 * of the curve's range within two steps that cover at most 5 % of the parameter. */
static const double as_theory = 0.01, near_theory = 0.05, far_theory = 0.3, rounding = 1e-12,
                    of_power = 0.05, decade = 10, hardly = 3, widely = 100, half = 0.5,
                    twentieth = 0.05;

/* ---- ranges ---- */

typedef struct {
    double least, largest; /* over the points */
    bool rises, falls;     /* at no point against it */
} shape;

static shape shape_of(const carom_sweep_curves *curves, size_t solver)
{
    shape s = {INFINITY, -INFINITY, true, true};
    double before = NAN;
    for (size_t p = 0; p < curves->points; p++) {
        double y = carom_sweep_value(curves, solver, p);
        s.least = fmin(s.least, y);
        s.largest = fmax(s.largest, y);
        s.rises = s.rises && !(y < before);
        s.falls = s.falls && !(y > before);
        before = y;
    }
    return s;
}

/* Largest magnitude of all curves. */
static double magnitude_of(const carom_sweep_curves *curves)
{
    double most = 0;
    for (size_t s = 0; s < curves->solvers; s++) {
        shape of = shape_of(curves, s);
        most = fmax(most, fmax(fabs(of.least), fabs(of.largest)));
    }
    return isfinite(most) ? most : 0;
}

/* Ratio of the last and the first value of the parameter; 1 if one is not positive. */
static double span_of(const carom_sweep_curves *curves)
{
    double first = carom_sweep_parameter_value(curves, 0),
           last = carom_sweep_parameter_value(curves, curves->points - 1);
    return first > 0 && last > first ? last / first : 1;
}

static void append_decades(const carom_sweep_curves *curves, char *text, size_t size)
{
    carom_text_append(text, size, " over %.2g decades", log10(span_of(curves)));
}

/* A value of the quantity with its unit. */
static carom_phrase amount(const carom_sweep_curves *curves, double value)
{
    return carom_phrase_amount(carom_phrase_value(curves, value), curves->unit);
}

/* ---- theory ---- */

/* Deviations of a solver from the lines of theory, each the closest one. */
typedef struct {
    double relative;       /* largest; of the maximum of the curve where theory is 0 */
    double least, largest; /* of value - theory */
    double factor;         /* largest ratio of both, of positive values */
    size_t agreeing;       /* points within 1 % of `line` */
    size_t head, tail;     /* the first ones of them in a row, and the last ones */
    size_t low, high;      /* points more than two standard errors below, above */
    double below, above;   /* largest relative deviation there */
    size_t line;           /* theory with the smallest mean deviation */
    double own;            /* largest relative deviation from that one */
} deviation;

static double relative_deviation(double value, double expected, double most)
{
    double whole = fabs(expected) > rounding ? expected : most;
    return fabs(value - expected) <= rounding ? 0 : fabs((value - expected) / whole);
}

/* The closest theory of the column at a point. @return its index; the number of theories: none */
static size_t closest_theory(const carom_sweep_curves *curves, size_t solver, size_t point,
                             double most, double *expected)
{
    const carom_sweep *sweep = &curves->scenario->sweep;
    double value = carom_sweep_value(curves, solver, point), least = INFINITY;
    size_t found = sweep->theory.count;
    for (size_t i = 0; i < sweep->theory.count; i++) {
        const carom_sweep_theory *theory = carom_sweep_theory_of(curves, i);
        double y;
        if (theory != NULL &&
            carom_sweep_theory_value(sweep, theory, carom_sweep_parameter_value(curves, point),
                                     &y) &&
            relative_deviation(value, y, most) < least) {
            least = relative_deviation(value, y, most);
            *expected = y;
            found = i;
        }
    }
    return found;
}

/* Relative deviation from one theory at a point; infinite where one of both is undefined. */
static double line_deviation(const carom_sweep_curves *curves, size_t solver, size_t line,
                             size_t point, double most)
{
    const double value = carom_sweep_value(curves, solver, point);
    double expected;
    return carom_sweep_theory_value(&curves->scenario->sweep,
                                    carom_sweep_theory_at(curves->scenario, line),
                                    carom_sweep_parameter_value(curves, point), &expected) &&
                   !isnan(value)
             ? relative_deviation(value, expected, most)
             : INFINITY;
}

/* Finds the line of the column with the smallest mean deviation. */
static void find_line(const carom_sweep_curves *curves, size_t solver, double most, deviation *of)
{
    double least = INFINITY;
    of->line = curves->scenario->sweep.theory.count;
    of->own = INFINITY;
    for (size_t i = 0; i < curves->scenario->sweep.theory.count; i++) {
        double largest = 0, sum = 0;
        for (size_t p = 0; p < curves->points; p++) {
            const double apart = line_deviation(curves, solver, i, p, most);
            largest = fmax(largest, apart);
            sum += apart;
        }
        if (sum < least && carom_sweep_theory_of(curves, i) != NULL) {
            least = sum;
            of->line = i;
            of->own = largest;
        }
    }
}

/* Counts the points that agree with the line. */
static void count_agreeing(const carom_sweep_curves *curves, size_t solver, double most,
                           deviation *of)
{
    for (size_t p = 0; p < curves->points && of->line < curves->scenario->sweep.theory.count; p++) {
        const bool agrees = line_deviation(curves, solver, of->line, p, most) <= as_theory;
        of->head += agrees && of->head == p;
        of->tail = agrees ? of->tail + 1 : 0;
        of->agreeing += agrees;
    }
}

static deviation deviation_of(const carom_sweep_curves *curves, size_t solver)
{
    const size_t lines = curves->scenario->sweep.theory.count;
    deviation of = {.least = INFINITY, .largest = -INFINITY, .line = lines};
    const shape s = shape_of(curves, solver);
    const double most = fmax(fabs(s.least), fabs(s.largest));
    for (size_t p = 0; p < curves->points; p++) {
        double value = carom_sweep_value(curves, solver, p), expected = NAN,
               error = 2 * carom_sweep_error(curves, solver, p);
        size_t line = closest_theory(curves, solver, p, most, &expected);
        if (line == lines) { /* no theory, or the value is not a number */
            of.relative = of.largest = INFINITY;
            continue;
        }
        of.relative = fmax(of.relative, relative_deviation(value, expected, most));
        of.least = fmin(of.least, value - expected);
        of.largest = fmax(of.largest, value - expected);
        if (value > 0 && expected > 0) {
            of.factor = fmax(of.factor, fmax(value / expected, expected / value));
        }
        if (value + error < expected) {
            of.low++;
            of.below = fmax(of.below, relative_deviation(value, expected, most));
        } else if (value - error > expected) {
            of.high++;
            of.above = fmax(of.above, relative_deviation(value, expected, most));
        }
    }
    find_line(curves, solver, most, &of);
    count_agreeing(curves, solver, most, &of);
    return of;
}

static double distance_of(const deviation *of)
{
    return fmax(fabs(of->least), fabs(of->largest));
}

/* The solvers within a relative deviation at all points. */
static carom_solver_set group_within(const carom_sweep_curves *curves, const deviation *of,
                                     double limit, double *most)
{
    carom_solver_set some = {.count = 0};
    *most = 0;
    for (size_t s = 0; s < curves->solvers; s++) {
        if (carom_sweep_has_values(curves, s) && of[s].relative <= limit) {
            carom_solvers_add(&some, s);
            *most = fmax(*most, of[s].relative);
        }
    }
    return some;
}

/* "follows Haff", "follow theory": the label of the line that all solvers of the group follow. */
static void append_follow(const carom_sweep_curves *curves, const deviation *of,
                          const carom_solver_set *some, char *text, size_t size)
{
    size_t line = of[carom_solvers_first(some)].line;
    const char *label = carom_sweep_theory_at(curves->scenario, line)->label;
    bool one = label[0] != '\0' && curves->columns == 1;
    for (size_t s = 0; s < curves->solvers; s++) {
        one = one && (!some->is_in[s] || (of[s].line == line && of[s].own <= of[s].relative));
    }
    carom_text_append(text, size, "%s %s", carom_phrase_verb(curves, some, "follow").text,
                      one ? label : "theory");
}

/* "Springs lie above it by up to 0.39 J", or by a factor of 100 or more */
static void append_deviation(const carom_sweep_curves *curves, const deviation *of,
                             const carom_solver_set *some, const char *from, char *text,
                             size_t size)
{
    double least = INFINITY, largest = -INFINITY, factor = 0, most;
    for (size_t s = 0; s < curves->solvers; s++) {
        if (some->is_in[s]) {
            factor = fmax(factor, of[s].factor);
            least = fmin(least, of[s].least);
            largest = fmax(largest, of[s].largest);
        }
    }
    most = fmax(fabs(least), fabs(largest));
    const bool above = least >= -as_theory * most, below = largest <= as_theory * most;
    const char *verb = (above || below) && isfinite(most) ? "lie" : "deviate";
    carom_text_append(text, size, "%s %s %s", carom_phrase_verb(curves, some, verb).text,
                      above   ? "above"
                      : below ? "below"
                              : "from",
                      from);
    if (isfinite(most) && factor >= widely && least * largest >= 0) {
        carom_text_append(text, size, " by up to a factor of %s",
                          carom_phrase_number(factor, false).text);
    } else if (isfinite(most)) {
        carom_text_append(text, size, " by up to %s",
                          carom_phrase_amount(carom_phrase_number(most, false), curves->unit).text);
    }
}

/* "; velocity along x changes sign at 0.25", if all curves of the group do so once, at the same
 * point. */
static void append_sign_change(const carom_sweep_curves *curves, const carom_solver_set *some,
                               char *text, size_t size)
{
    const char *colon = strstr(curves->quantity, ": ");
    double place = NAN;
    for (size_t s = 0; s < curves->solvers; s++) {
        size_t changes = 0;
        for (size_t p = 1; some->is_in[s] && p < curves->points; p++) {
            double a = carom_sweep_value(curves, s, p - 1), b = carom_sweep_value(curves, s, p);
            if (a * b < 0 || (b == 0 && a != 0)) {
                double from = carom_sweep_parameter_value(curves, p - 1),
                       to = carom_sweep_parameter_value(curves, p);
                double at = from + (to - from) * a / (a - b);
                bool same = isnan(place) || fabs(at - place) <= to - from;
                changes += same ? 1 : 2;
                place = isnan(place) ? at : place;
            }
        }
        if (some->is_in[s] && changes != 1) {
            return;
        }
    }
    if (isfinite(place) && curves->points > 2) {
        carom_text_append(text, size, "; %s changes sign at %s",
                          colon == NULL ? curves->quantity : colon + 2,
                          carom_phrase_parameter(curves, place).text);
    }
}

/* Number of theory lines of the column. */
static size_t count_lines(const carom_sweep_curves *curves)
{
    size_t lines = 0;
    for (size_t i = 0; i < curves->scenario->sweep.theory.count; i++) {
        lines += carom_sweep_theory_of(curves, i) != NULL;
    }
    return lines;
}

/* "Springs follow Galperin up to 1e5, Impulse and Oracle throughout". One more point may agree by
 * chance. */
static bool headline_part(const carom_sweep_curves *curves, const deviation *of,
                          const carom_solver_set *follow, const carom_solver_set *others,
                          char *text, size_t size)
{
    if (others->count != 1) {
        return false;
    }
    const deviation *one = &of[carom_solvers_first(others)];
    const bool start = one->head > 1 && one->agreeing <= one->head + 1,
               end = one->tail > 1 && one->agreeing <= one->tail + 1;
    if (start == end || one->line != of[carom_solvers_first(follow)].line) {
        return false;
    }
    const char *label = carom_sweep_theory_at(curves->scenario, one->line)->label;
    const size_t end_point = start ? one->head - 1 : curves->points - one->tail;
    const double x = carom_sweep_parameter_value(curves, end_point);
    carom_text_append(text, size, "%s %s %s %s%s, %s throughout",
                      carom_phrase_verb(curves, others, "follow").text,
                      label[0] == '\0' ? "theory" : label, start ? "up to" : "from",
                      carom_phrase_parameter(curves, x).text, start ? "" : " on",
                      carom_phrase_solvers(curves, follow).text);
    return true;
}

/* Some solvers follow theory within @p limit at all points. */
static bool headline_theory(const carom_sweep_curves *curves, const deviation *of, double limit,
                            char *text, size_t size)
{
    double most;
    const carom_solver_set all = carom_solvers_with_values(curves),
                           follow = group_within(curves, of, limit, &most),
                           others = carom_solvers_without(&all, &follow);
    if (follow.count == 0) {
        return false;
    }
    if (headline_part(curves, of, &follow, &others, text, size)) {
        return true;
    }
    append_follow(curves, of, &follow, text, size);
    carom_phrase_precision(text, size, most);
    if (others.count > 0) {
        carom_text_append(text, size, "; ");
        append_deviation(curves, of, &others,
                         curves->columns == 1 && count_lines(curves) > 1 ? "the nearest line"
                                                                         : "it",
                         text, size);
    } else if (curves->columns == 1) {
        append_sign_change(curves, &follow, text, size);
    }
    return true;
}

/* Solvers that follow different lines: "Impulse follows rigid discs, Verlet follows discs 1 mm
 * smaller within 23 %". */
static bool headline_lines(const carom_sweep_curves *curves, const deviation *of, char *text,
                           size_t size)
{
    const carom_solver_set all = carom_solvers_with_values(curves);
    const size_t first = carom_solvers_first(&all);
    double most = 0;
    bool differ = false;
    for (size_t s = 0; s < curves->solvers; s++) {
        const shape values = shape_of(curves, s);
        if (all.is_in[s]) {
            bool is_log = values.least > 0 && values.largest > widely * values.least;
            most = fmax(most, is_log ? of[s].own : INFINITY);
            differ = differ || of[s].line != of[first].line;
        }
    }
    if (!differ || !(most <= far_theory)) {
        return false;
    }
    for (size_t s = 0; s < curves->solvers; s++) {
        const carom_solver_set one = carom_solvers_only(s);
        if (all.is_in[s]) {
            carom_text_append(text, size, "%s%s %s", s == first ? "" : ", ",
                              carom_phrase_verb(curves, &one, "follow").text,
                              carom_sweep_theory_at(curves->scenario, of[s].line)->label);
        }
    }
    carom_phrase_precision(text, size, most);
    return true;
}

/* Means with standard errors: "Impulse lies below mean field at 11 of 13 points". */
static bool headline_errors(const carom_sweep_curves *curves, const deviation *of, char *text,
                            size_t size)
{
    const carom_solver_set all = carom_solvers_with_values(curves);
    const size_t s = carom_solvers_first(&all);
    if (curves->errors == 0 || all.count == 0 || !isfinite(of[s].relative)) {
        return false;
    }
    const char *label = carom_sweep_theory_at(curves->scenario, of[s].line)->label;
    const size_t apart = of[s].low + of[s].high;
    const carom_solver_set one = carom_solvers_only(s);
    if ((double)apart <= 2 * twentieth * (double)curves->points) {
        append_follow(curves, of, &one, text, size);
        carom_text_append(text, size, " within two standard errors");
        return true;
    }
    const bool is_low = of[s].low >= of[s].high;
    carom_text_append(text, size, "%s %s %s at %zu of %zu points, by up to %s",
                      carom_phrase_verb(curves, &one, "lie").text, is_low ? "below" : "above",
                      label[0] == '\0' ? "theory" : label, is_low ? of[s].low : of[s].high,
                      curves->points,
                      carom_phrase_percent(is_low ? of[s].below : of[s].above).text);
    return true;
}

/* ---- shapes ---- */

double carom_sweep_power_of(const carom_sweep_curves *curves, size_t solver)
{
    double n = (double)curves->points, x = 0, y = 0, xx = 0, xy = 0, slope, most = 0;
    for (size_t p = 0; p < curves->points; p++) {
        double u = log(carom_sweep_parameter_value(curves, p)),
               v = log(carom_sweep_value(curves, solver, p));
        x += u / n;
        y += v / n;
        xx += u * u;
        xy += u * v;
    }
    slope = (xy - n * x * y) / (xx - n * x * x);
    for (size_t p = 0; p < curves->points; p++) {
        most = fmax(most, fabs(log(carom_sweep_value(curves, solver, p)) - y -
                               slope * (log(carom_sweep_parameter_value(curves, p)) - x)));
    }
    return isfinite(slope) && most <= of_power ? slope : NAN;
}

/* "1/√k", "x^1.5": the symbol is the last word of a label such as "stiffness k". */
static void append_power(const carom_sweep_curves *curves, double power, char *text, size_t size)
{
    const char *space = strrchr(curves->parameter, ' ');
    const char *symbol = space != NULL && strlen(space + 1) == 1 ? space + 1 : curves->parameter;
    double of = fabs(power);
    if (fabs(of - half) < as_theory) {
        carom_text_append(text, size, "%s√%s", power < 0 ? "1/" : "", symbol);
    } else if (fabs(of - 1) < as_theory) {
        carom_text_append(text, size, "%s%s", power < 0 ? "1/" : "", symbol);
    } else {
        carom_text_append(text, size, "the power %s%.2g of %s", power < 0 ? "−" : "", of,
                          curves->parameter);
    }
}

static bool headline_power(const carom_sweep_curves *curves, char *text, size_t size)
{
    const bool distance = strcmp(curves->table->header[curves->column], "rms_divergence_m") == 0;
    for (size_t s = 0; s < curves->solvers && span_of(curves) >= decade && curves->points > 2;
         s++) {
        double power = carom_sweep_has_values(curves, s) ? carom_sweep_power_of(curves, s) : NAN;
        const carom_solver_set one = carom_solvers_only(s);
        if (!(fabs(power) > twentieth)) {
            continue;
        }
        if (distance && power < 0 && curves->reference < curves->solvers) {
            carom_text_append(text, size, "%s %s %s as ", carom_phrase_solvers(curves, &one).text,
                              carom_solvers_are_plural(curves, &one) ? "approach" : "approaches",
                              curves->called[curves->reference]);
        } else {
            const char *verb = power < 0 ? "fall" : "grow";
            carom_text_append(text, size, "%s of %s %s as ", curves->quantity, curves->called[s],
                              carom_phrase_quantity_verb(curves->quantity, verb).text);
        }
        append_power(curves, power, text, size);
        append_decades(curves, text, size);
        return true;
    }
    return false;
}

/* The quantity is nearly constant although the parameter varies widely. */
static bool headline_constant(const carom_sweep_curves *curves, char *text, size_t size)
{
    for (size_t s = 0; s < curves->solvers && span_of(curves) >= widely; s++) {
        const shape of = shape_of(curves, s);
        bool same = of.largest == of.least;
        const carom_solver_set one = carom_solvers_only(s);
        if (carom_sweep_has_values(curves, s) && (same || of.largest < hardly * of.least)) {
            carom_text_append(text, size, "%s %c%s %s",
                              carom_phrase_verb(curves, &one, "keep").text,
                              tolower((unsigned char)curves->quantity[0]), curves->quantity + 1,
                              same ? "at" : "between");
            if (!same) {
                carom_text_append(text, size, " %s and", carom_phrase_value(curves, of.least).text);
            }
            carom_text_append(text, size, " %s", amount(curves, of.largest).text);
            append_decades(curves, text, size);
            carom_text_append(text, size, " of the %s", curves->parameter);
            return true;
        }
    }
    return false;
}

/* Names the solvers that jump and those that do not. */
static bool headline_jump(const carom_sweep_curves *curves, char *text, size_t size)
{
    carom_solver_set jumping = {.count = 0}, others = {.count = 0};
    for (size_t s = 0; s < curves->solvers; s++) {
        const shape of = shape_of(curves, s);
        if (carom_sweep_has_values(curves, s) && carom_sweep_jump_of(curves, s).steps > 0) {
            carom_solvers_add(&jumping, s);
        } else if (carom_sweep_has_values(curves, s) && of.largest - of.least > rounding) {
            carom_solvers_add(&others, s);
        }
    }
    if (jumping.count == 0) {
        return false;
    }
    const size_t s = carom_solvers_first(&jumping);
    const carom_solver_set one = carom_solvers_only(s);
    const carom_sweep_jump j = carom_sweep_jump_of(curves, s);
    const double from = carom_sweep_value(curves, s, j.point);
    carom_text_append(text, size, "%s from %s to %s", carom_phrase_verb(curves, &one, "jump").text,
                      carom_phrase_value(curves, from).text, amount(curves, from + j.change).text);
    if (others.count > 0) {
        carom_text_append(text, size, "; %s %s not", carom_phrase_solvers(curves, &others).text,
                          carom_solvers_are_plural(curves, &others) ? "do" : "does");
    }
    return true;
}

/* ---- seeds and differences ---- */

static double mean_of(const carom_sweep_curves *curves, size_t solver, double *spread)
{
    double mean = 0, squares = 0, n = (double)curves->points;
    for (size_t p = 0; p < curves->points; p++) {
        mean += carom_sweep_value(curves, solver, p) / n;
    }
    for (size_t p = 0; p < curves->points; p++) {
        squares += pow(carom_sweep_value(curves, solver, p) - mean, 2);
    }
    *spread = sqrt(squares / fmax(n - 1, 1));
    return mean;
}

/* "Collisions of Impulse: 83 ± 4 over 20 seeds", with the standard deviation. */
static bool headline_seeds(const carom_sweep_curves *curves, char *text, size_t size)
{
    double spread, mean = mean_of(curves, 0, &spread);
    double digit = spread > 0 ? pow(10, floor(log10(spread))) : 1;
    int decimals = (int)fmin(9, fmax(0, -floor(log10(digit) + rounding)));
    if (!curves->seeds || curves->points < 2 || !(spread > rounding * fabs(mean)) ||
        !isfinite(mean)) {
        return false;
    }
    snprintf(text, size, "%s of %s %s by the seed: %.*f ± %.*f%s%s", curves->quantity,
             curves->called[0], carom_phrase_quantity_verb(curves->quantity, "differ").text,
             decimals, round(mean / digit) * digit, decimals, round(spread / digit) * digit,
             curves->unit[0] == '\0' ? "" : " ", curves->unit);
    return true;
}

/* All values of all solvers are the same. */
static bool headline_same(const carom_sweep_curves *curves, char *text, size_t size)
{
    const double most = magnitude_of(curves), first = carom_sweep_value(curves, 0, 0);
    for (size_t s = 0; s < curves->solvers; s++) {
        const shape of = shape_of(curves, s);
        if (!(fabs(of.least - first) <= rounding * most &&
              fabs(of.largest - first) <= rounding * most)) {
            return false;
        }
    }
    snprintf(text, size, "%s %s at %s for every %s%s", curves->quantity,
             carom_phrase_quantity_verb(curves->quantity, "stay").text, amount(curves, first).text,
             curves->parameter, curves->solvers > 1 ? ", in all solvers" : "");
    return true;
}

/* "Chipmunk and ODE range from −1.99 to −1.43 m/s; all others stay within 2 % of Impulse" */
static bool headline_reference(const carom_sweep_curves *curves, char *text, size_t size)
{
    const size_t reference = curves->reference;
    const double most = magnitude_of(curves);
    double near = 0, least = INFINITY, largest = -INFINITY;
    carom_solver_set others = {.count = 0}, all = carom_solvers_with_values(curves), close = all;
    if (reference >= curves->solvers || curves->solvers < 2 || !(most > 0)) {
        return false;
    }
    for (size_t s = 0; s < curves->solvers; s++) {
        const shape of = shape_of(curves, s);
        double apart = 0;
        for (size_t p = 0; p < curves->points; p++) {
            double d = fabs(carom_sweep_value(curves, s, p) -
                            carom_sweep_value(curves, reference, p)) /
                       most;
            apart = fmax(apart, isnan(d) ? INFINITY : d);
        }
        if (all.is_in[s] && apart > near_theory) {
            carom_solvers_add(&others, s);
            least = fmin(least, of.least);
            largest = fmax(largest, of.largest);
        } else {
            near = fmax(near, apart);
        }
    }
    close = carom_solvers_without(&all, &others);
    if (others.count == 0 && all.count > 1) {
        snprintf(text, size, "All solvers agree on %c%s",
                 tolower((unsigned char)curves->quantity[0]), curves->quantity + 1);
        carom_phrase_precision(text, size, near);
        return true;
    }
    if (others.count == 0 || close.count == 0 || !isfinite(least)) {
        return false;
    }
    carom_text_append(text, size, "%s from %s to %s",
                      carom_phrase_verb(curves, &others, "range").text,
                      carom_phrase_value(curves, least).text, amount(curves, largest).text);
    if (close.count > 1 && near <= rounding) {
        carom_text_append(text, size, "; all others agree to rounding");
    } else if (close.count > 1) {
        carom_text_append(text, size, "; all others stay within %s of %s",
                          carom_phrase_percent(near).text, curves->called[reference]);
    } else if (close.count == 1) {
        const shape of = shape_of(curves, reference);
        carom_text_append(text, size, "; %s %s at %s", curves->called[reference],
                          of.least == of.largest ? "stays" : "begins",
                          carom_phrase_value(curves, carom_sweep_value(curves, reference, 0)).text);
    }
    return true;
}

/* The range of the first solver's values. */
static void headline_range(const carom_sweep_curves *curves, char *text, size_t size)
{
    const carom_solver_set all = carom_solvers_with_values(curves);
    const size_t s = all.count > 0 ? carom_solvers_first(&all) : 0;
    const shape of = shape_of(curves, s);
    const double first = carom_sweep_value(curves, s, 0),
                 last = carom_sweep_value(curves, s, curves->points - 1);
    bool steady = (of.rises || of.falls) && isfinite(first) && isfinite(last) && first != last;
    if (!(of.least <= of.largest)) {
        snprintf(text, size, "%s over the %s", curves->quantity, curves->parameter);
        return;
    }
    const char *verb = !steady ? "range" : last > first ? "rise" : "fall";
    snprintf(text, size, "%s of %s %s from %s to %s", curves->quantity, curves->called[s],
             carom_phrase_quantity_verb(curves->quantity, verb).text,
             carom_phrase_value(curves, steady ? first : of.least).text,
             amount(curves, steady ? last : of.largest).text);
}

static bool has_theory(const carom_sweep_curves *curves, const deviation *of)
{
    for (size_t s = 0; s < curves->solvers; s++) {
        if (of[s].line < curves->scenario->sweep.theory.count && isfinite(distance_of(&of[s]))) {
            return true;
        }
    }
    return false;
}

static bool headline_deviation(const carom_sweep_curves *curves, const deviation *of, char *text,
                               size_t size)
{
    carom_solver_set all = carom_solvers_with_values(curves), some = {.count = 0};
    for (size_t s = 0; s < curves->solvers; s++) {
        if (all.is_in[s] && isfinite(distance_of(&of[s]))) {
            carom_solvers_add(&some, s);
        }
    }
    if (some.count == 0) {
        return false;
    }
    append_deviation(curves, of, &some, "theory", text, size);
    return true;
}

void carom_sweep_headline(const carom_sweep_curves *curves, char *text, size_t size)
{
    deviation *of = calloc(curves->solvers, sizeof *of);
    const bool distance = strcmp(curves->table->header[curves->column], "rms_divergence_m") == 0;
    text[0] = '\0';
    if (of == NULL) {
        return;
    }
    if (curves->points == 0) {
        free(of);
        snprintf(text, size, "%s over the %s", curves->quantity, curves->parameter);
        return;
    }
    for (size_t s = 0; s < curves->solvers; s++) {
        of[s] = deviation_of(curves, s);
    }
    bool theory = has_theory(curves, of);
    bool done = headline_seeds(curves, text, size) || headline_same(curves, text, size) ||
                (distance && headline_power(curves, text, size)) ||
                (theory && (headline_theory(curves, of, as_theory, text, size) ||
                            headline_errors(curves, of, text, size))) ||
                (theory && headline_lines(curves, of, text, size)) ||
                headline_power(curves, text, size) ||
                (theory && headline_theory(curves, of, near_theory, text, size)) ||
                headline_constant(curves, text, size) || headline_jump(curves, text, size) ||
                (theory && headline_deviation(curves, of, text, size)) ||
                headline_reference(curves, text, size);
    if (!done) {
        headline_range(curves, text, size);
    }
    carom_phrase_missing(curves, text, size);
    free(of);
}

/* ---- shared figures ---- */

/* Combines the deviations of all columns. */
static deviation deviation_of_columns(const carom_sweep_curves *curves, size_t solver)
{
    carom_sweep_curves one = *curves;
    deviation all = deviation_of(&one, solver);
    for (size_t k = 1; k < curves->columns; k++) {
        one.column = curves->column + k;
        deviation next = deviation_of(&one, solver);
        all.relative = fmax(all.relative, next.relative);
        all.least = fmin(all.least, next.least);
        all.largest = fmax(all.largest, next.largest);
    }
    all.head = all.tail = 0;
    return all;
}

void carom_sweep_headline_shared(const carom_sweep_curves *curves, char *text, size_t size)
{
    deviation *of = calloc(curves->solvers, sizeof *of);
    text[0] = '\0';
    if (of == NULL) {
        return;
    }
    for (size_t s = 0; s < curves->solvers; s++) {
        of[s] = deviation_of_columns(curves, s);
    }
    if (!has_theory(curves, of) || !(headline_theory(curves, of, as_theory, text, size) ||
                                     headline_theory(curves, of, near_theory, text, size) ||
                                     headline_deviation(curves, of, text, size))) {
        snprintf(text, size, "%s over the %s", curves->quantity, curves->parameter);
    }
    carom_phrase_missing(curves, text, size);
    free(of);
}
