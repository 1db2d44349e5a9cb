/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of carom gradient: table, sentences, records and the figure. */
#include "carom_studies.h"
#include "params/rows.h"
#include "studies/gradient.h"

static const carom_gradient_slope *slope_of(const carom_gradient *gradient, size_t solver,
                                            size_t key)
{
    return &gradient->slope[solver * gradient->keys + key];
}

/* Derivative with which a solver is compared: exact, or measured with the reference. */
static double expected_slope(const carom_gradient *gradient, size_t solver, size_t key,
                             double *uncertainty)
{
    const carom_gradient_slope *slope = slope_of(gradient, solver, key);
    const carom_gradient_slope *reference = slope_of(gradient, gradient->solver[solver].reference,
                                                     key);
    *uncertainty = isnan(slope->exact) ? reference->noise : 0;
    return isnan(slope->exact) ? reference->pathwise : slope->exact;
}

static const char *unit_of(const carom_gradient *gradient)
{
    switch ((carom_ball_end)gradient->of.end) {
    case CAROM_BALL_END_X_M:
    case CAROM_BALL_END_Y_M: return "m";
    case CAROM_BALL_END_VX_MPS:
    case CAROM_BALL_END_VY_MPS: return "m/s";
    case CAROM_BALL_END_DIRECTION_DEG: return "degrees";
    case CAROM_BALL_END_SPIN_RADPS: return "rad/s";
    case CAROM_BALL_END_KINDS: break;
    }
    return "";
}

/* Describe why the pathwise derivative is NaN; "" if it exists. */
static void describe_missing(const carom_gradient *gradient, size_t i,
                             const carom_gradient_slope *slope, char *text, size_t size)
{
    const carom_gradient_solver *solver = &gradient->solver[i];
    text[0] = '\0';
    if (!isnan(slope->pathwise)) {
        return;
    }
    if (solver->failure[0] != '\0') {
        snprintf(text, size, "the solver stops early: %s", solver->failure);
    } else if (!isnan(slope->left) && !isnan(slope->right)) {
        snprintf(text, size, "no derivative: %.6g on the left, %.6g on the right", slope->left,
                 slope->right);
        if (slope->jump != 0) {
            carom_text_append(text, size, ", a jump of %.3g %s between them", slope->jump,
                              unit_of(gradient));
        }
    } else if (!isnan(slope->left) || !isnan(slope->right)) {
        snprintf(text, size,
                 "only a one-sided derivative: %.6g on the %s; on the %s the differences do not "
                 "converge",
                 isnan(slope->left) ? slope->right : slope->left,
                 isnan(slope->left) ? "right" : "left", isnan(slope->left) ? "left" : "right");
    } else {
        snprintf(text, size,
                 "no derivative: the differences do not converge (1 ulp changes the "
                 "result by %.1g %s)",
                 solver->noise, unit_of(gradient));
    }
    if (solver->fault[0] != '\0') {
        carom_text_append(text, size, " (%s)", solver->fault);
    }
}

/* ---- records ---- */

typedef struct {
    const carom_gradient *gradient;
    const carom_gradient_solver *solver;
    const carom_gradient_key *key;
    const carom_gradient_slope *slope;
    double distance;
    char note[700];
} slope_row;

#define SLOPES(NUMBER, TEXT, table)                                                                \
    TEXT(table, solver, r->solver->name, "name in the scenario")                                   \
    TEXT(table, of, r->gradient->of_text, "quantity at the end of the run")                        \
    TEXT(table, by, r->key->name, "key of the scenario")                                           \
    NUMBER(table, pathwise, "", r->slope->pathwise,                                                \
           "derivative: limit of central differences, in the units of both; nan: none (note)")     \
    NUMBER(table, averaged, "", r->slope->averaged,                                                \
           "slope of a least-squares line over the interval")                                      \
    NUMBER(table, exact, "", r->slope->exact, "exact derivative of the solver's model; nan: none") \
    NUMBER(table, error, "", r->slope->error, "standard error of averaged")                        \
    NUMBER(table, noise, "", r->slope->noise, "uncertainty of pathwise")                           \
    NUMBER(table, value, "", r->key->value, "value of the key")                                    \
    NUMBER(table, outcome, "", r->solver->outcome, "quantity for that value")                      \
    NUMBER(table, distance, "", r->distance, "|outcome - exact solution of the solver's model|")   \
    NUMBER(table, grid_error, "", r->solver->grid_error,                                           \
           "largest error of pathwise by theory, springs on a grid of steps; 0: exact onsets")     \
    NUMBER(table, left, "", r->slope->left, "limit of differences below the value")                \
    NUMBER(table, right, "", r->slope->right, "limit of differences above the value")              \
    NUMBER(table, jump, "", r->slope->jump, "right limit of the outcome minus left limit")         \
    NUMBER(table, interval, "", r->key->interval, "width of the interval of averaged")             \
    NUMBER(table, runs, "", r->slope->runs, "runs in the interval")                                \
    TEXT(table, note, r->note, "why pathwise is nan")
CAROM_COLUMNS(slopes, slope_row, SLOPES)

static double distance_of(const carom_gradient *gradient, size_t i)
{
    const carom_gradient_solver *solver = &gradient->solver[i];
    return fabs(solver->outcome - gradient->solver[solver->reference].outcome);
}

static void slopes_of_all(const void *object, carom_rows *rows)
{
    const carom_gradient *gradient = object;
    for (size_t i = 0; i < gradient->solvers; i++) {
        for (size_t j = 0; j < gradient->keys && !gradient->solver[i].hidden; j++) {
            slope_row row = {gradient,
                             &gradient->solver[i],
                             &gradient->key[j],
                             slope_of(gradient, i, j),
                             distance_of(gradient, i),
                             ""};
            describe_missing(gradient, i, row.slope, row.note, sizeof row.note);
            carom_rows_write(rows, &row);
        }
    }
}

typedef struct {
    const char *solver, *by;
    double value, outcome;
} run_row;

#define RUNS(NUMBER, TEXT, of)                                                                     \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, by, r->by, "key of the scenario")                                                     \
    NUMBER(of, value, "", r->value, "value of the key")                                            \
    NUMBER(of, outcome, "", r->outcome, "quantity at the end of the run; nan: stopped early")
CAROM_COLUMNS(runs, run_row, RUNS)

static void runs_of_all(const void *object, carom_rows *rows)
{
    const carom_gradient *gradient = object;
    for (size_t i = 0; i < gradient->solvers; i++) {
        for (size_t j = 0; j < gradient->keys && !gradient->solver[i].hidden; j++) {
            const double *outcome = carom_gradient_outcomes(gradient, i, j);
            for (size_t p = 2 * CAROM_GRADIENT_OFFSETS; p < carom_gradient_points(gradient); p++) {
                carom_rows_write(rows,
                                 &(run_row){gradient->solver[i].name, gradient->key[j].name,
                                            carom_gradient_value(gradient, j, p), outcome[p]});
            }
        }
    }
}

typedef struct {
    const carom_gradient *gradient;
    const carom_newton *newton;
    const char *solver;
    size_t step, key;
} newton_row;

#define STEPS(NUMBER, TEXT, table)                                                                 \
    TEXT(table, solver, r->solver, "name in the scenario")                                         \
    NUMBER(table, step, "", (double)r->step, "steps done")                                         \
    TEXT(table, by, r->gradient->key[r->key].name, "key of the scenario")                          \
    NUMBER(table, value, "", r->newton->value[r->step][r->key], "value of the key")                \
    NUMBER(table, outcome, "", r->newton->outcome[r->step],                                        \
           "quantity for these values; nan: no result")                                            \
    NUMBER(table, residual, "", fabs(r->newton->outcome[r->step] - r->gradient->target),           \
           "distance from the target")
CAROM_COLUMNS(steps, newton_row, STEPS)

static void steps_of_all(const void *object, carom_rows *rows)
{
    const carom_gradient *gradient = object;
    for (size_t i = 0; gradient->newton != NULL && i < gradient->solvers; i++) {
        const carom_newton *newton = &gradient->newton[i];
        for (size_t n = 0; !gradient->solver[i].hidden && n <= newton->steps; n++) {
            for (size_t j = 0; j < gradient->keys; j++) {
                carom_rows_write(rows,
                                 &(newton_row){gradient, newton, gradient->solver[i].name, n, j});
            }
        }
    }
}

#define EXPONENTS(NUMBER, TEXT, table)                                                             \
    TEXT(table, solver, r->solver, "name in the scenario")                                         \
    NUMBER(table, exponent_1ps, "1/s", r->exponent_1ps.value, "largest Lyapunov exponent")         \
    NUMBER(table, error_1ps, "1/s", r->exponent_1ps.error, "its standard error")                   \
    NUMBER(table, resolution_1ps, "1/s", r->run.resolution_1ps,                                    \
           "exponent that growth in proportion to t gives during this time")                       \
    NUMBER(table, from_s, "s", r->run.from_s, "start of the measurement")                          \
    NUMBER(table, to_s, "s", r->run.to_s, "end of the measurement")                                \
    NUMBER(table, collisions, "", (double)r->run.collisions, "collisions during this time")
CAROM_COLUMNS(exponents, carom_gradient_exponent, EXPONENTS)

static void exponents_of_all(const void *object, carom_rows *rows)
{
    const carom_gradient *gradient = object;
    for (size_t i = 0; i < gradient->exponents; i++) {
        carom_rows_write(rows, &gradient->exponent[i]);
    }
}

static const carom_table tables[] = {
    {"gradient.tsv", "a row for each solver and key", slopes_columns, slopes_of_all, NULL},
    {"gradient-runs.tsv", "a row for each run of the mean slopes", runs_columns, runs_of_all, NULL},
    {"gradient-newton.tsv", "with a target: a row for each solver, step and key", steps_columns,
     steps_of_all, NULL},
    {"gradient-lyapunov.tsv", "with --lyapunov: a row for each impulse solver", exponents_columns,
     exponents_of_all, NULL},
    {.name = NULL}};

/* ---- text ---- */

/* 0 for a value below its uncertainty. */
static double rounded(double value, double uncertainty)
{
    return fabs(value) <= uncertainty ? 0 : value;
}

static void print_table(FILE *stream, const carom_gradient *gradient, size_t j)
{
    const carom_gradient_key *key = &gradient->key[j];
    fprintf(stream, "\nd %s / d %s at %.10g; averaged over %.3g with %lld runs\n",
            gradient->of_text, key->name, key->value, key->interval, (long long)gradient->runs);
    fprintf(stream, "%-20s %14s %14s %14s %14s %14s\n", "", "pathwise", "averaged", "+-", "exact",
            "result");
    for (size_t i = 0; i < gradient->solvers; i++) {
        const carom_gradient_slope *slope = slope_of(gradient, i, j);
        if (!gradient->solver[i].hidden) {
            fprintf(stream, "%-20.20s %14.7g %14.7g %14.1g %14.7g %14.9g\n",
                    gradient->solver[i].name, rounded(slope->pathwise, slope->noise),
                    rounded(slope->averaged, 1e-12), slope->error, rounded(slope->exact, 1e-9),
                    gradient->solver[i].outcome);
        }
    }
}

/* Compare a derivative with the expected one.
 *  @param zero  derivative that counts as 0
 *  @return true if they agree */
static bool describe_slope(const carom_gradient_slope *slope, double expected, double uncertainty,
                           double zero, char *text, size_t size)
{
    double value = slope->pathwise, off = fabs(value - expected), noise = slope->noise,
           allowed = 3 * (noise + uncertainty) + 1e-6 * fabs(expected) + zero;
    if (off <= allowed) {
        snprintf(text, size, "its derivative %.6g is exact within %.1g", rounded(value, noise),
                 fmax(off, noise + uncertainty));
    } else if (fabs(expected) <= allowed) {
        snprintf(text, size, "its derivative is %.3g instead of 0", value);
    } else if (value * expected < 0 && fabs(value) > 3 * noise) {
        snprintf(text, size, "its derivative has the wrong sign: %.3g instead of %.3g", value,
                 expected);
    } else {
        snprintf(text, size, "its derivative %.6g is off by %.3g %% (exact: %.6g)", value,
                 100 * off / fabs(expected), expected);
    }
    return off <= allowed;
}

static void print_sentence(FILE *stream, const carom_gradient *gradient, size_t i, size_t j)
{
    const carom_gradient_solver *solver = &gradient->solver[i];
    const carom_gradient_slope *slope = slope_of(gradient, i, j);
    double uncertainty, expected = expected_slope(gradient, i, j, &uncertainty),
                        zero = 1e-7 * fabs(solver->outcome) / gradient->key[j].scale;
    bool right = solver->reference == i;
    char text[700];
    describe_missing(gradient, i, slope, text, sizeof text);
    fprintf(stream, "%s: ", solver->name);
    if (solver->reference != i && !isnan(distance_of(gradient, i))) {
        const char *of = gradient->solver[solver->reference].converged ? " of its springs" : "";
        if (distance_of(gradient, i) <= 1e-12 * fmax(1, fabs(solver->outcome))) {
            fprintf(stream, "equal to the exact solution%s to rounding; ", of);
        } else {
            fprintf(stream, "within %.1g %s of the exact solution%s; ", distance_of(gradient, i),
                    unit_of(gradient), of);
        }
    }
    if (text[0] == '\0' && !isnan(expected) && (solver->reference != i || !isnan(slope->exact))) {
        right = describe_slope(slope, expected, uncertainty, zero, text, sizeof text);
    } else if (text[0] == '\0') {
        snprintf(text, sizeof text, "its derivative is %.9g, uncertain by %.1g%s%s%s",
                 slope->pathwise, slope->noise,
                 solver->fault[0] == '\0' ? "" : " (no exact derivative: ", solver->fault,
                 solver->fault[0] == '\0' ? "" : ")");
    }
    fprintf(stream, "%s", text);
    if (!isnan(slope->averaged) && !right) {
        fprintf(stream, "; averaged it is %.3g +- %.1g", slope->averaged, slope->error);
    }
    fputs(".\n", stream);
}

/* True if the outcome is the same in every run for a key. */
static bool changes_nothing(const carom_gradient *gradient, size_t j)
{
    bool same = true;
    for (size_t i = 0; i < gradient->solvers && same; i++) {
        const double *outcome = carom_gradient_outcomes(gradient, i, j);
        for (size_t p = 0; p < carom_gradient_points(gradient); p++) {
            same = same && (isnan(outcome[p]) || outcome[p] == gradient->solver[i].outcome);
        }
    }
    return same;
}

static void print_sentences(FILE *stream, const carom_gradient *gradient, size_t j)
{
    if (changes_nothing(gradient, j)) {
        fprintf(stream, "%s changes nothing: %s is the same in every run.\n", gradient->key[j].name,
                gradient->of_text);
        return;
    }
    for (size_t i = 0; i < gradient->solvers; i++) {
        if (!gradient->solver[i].hidden) {
            print_sentence(stream, gradient, i, j);
        }
    }
}

static void print_newton(FILE *stream, const carom_gradient *gradient)
{
    fprintf(stream, "\nNewton's method towards %s = %.10g\n", gradient->of_text, gradient->target);
    for (size_t i = 0; i < gradient->solvers; i++) {
        const carom_newton *newton = &gradient->newton[i];
        size_t last = newton->steps;
        if (gradient->solver[i].hidden) {
            continue;
        }
        fprintf(stream, "%s: ", gradient->solver[i].name);
        if (newton->converged) {
            fprintf(stream, "converges in %zu step%s, residual %.1g, at", last,
                    carom_plural((double)last), fabs(newton->outcome[last] - gradient->target));
        } else if (isnan(newton->outcome[last])) {
            fprintf(stream, "stops after %zu step%s without a result (%s), at", last,
                    carom_plural((double)last), newton->why);
        } else {
            fprintf(stream, "does not converge in %zu step%s, residual %.1g, at", last,
                    carom_plural((double)last), fabs(newton->outcome[last] - gradient->target));
        }
        for (size_t j = 0; j < gradient->keys; j++) {
            fprintf(stream, "%s %s = %.10g", j == 0 ? "" : ",", gradient->key[j].name,
                    newton->value[last][j]);
        }
        fputs(".\n", stream);
    }
}

static void print_exponents(FILE *stream, const carom_gradient *gradient)
{
    fputc('\n', stream);
    for (size_t i = 0; i < gradient->exponents; i++) {
        const carom_gradient_exponent *e = &gradient->exponent[i];
        char why[200];
        carom_derivative_describe(&gradient->study->scenario->problem, &e->run.summary, why,
                                  sizeof why);
        if (isnan(e->exponent_1ps.value)) {
            fprintf(stream, "%s: no Lyapunov exponent: %s.\n", e->solver,
                    why[0] != '\0' ? why : "too few collisions");
        } else {
            fprintf(
                stream,
                "%s: largest Lyapunov exponent %.4g +- %.1g 1/s, from %.4g s to %.4g s with %llu "
                "collisions: %s (linear growth alone gives %.2g 1/s).\n",
                e->solver, e->exponent_1ps.value, e->exponent_1ps.error, e->run.from_s, e->run.to_s,
                (unsigned long long)e->run.collisions,
                e->run.is_chaotic ? "chaotic" : "cannot be distinguished from 0",
                e->run.resolution_1ps);
        }
    }
}

static carom_status gradient_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_gradient *gradient = object;
    carom_status status = CAROM_OK;
    if (gradient->lyapunov) {
        print_exponents(stream, gradient);
        return CAROM_OK;
    }
    for (size_t j = 0; j < gradient->keys; j++) {
        print_table(stream, gradient, j);
        fputc('\n', stream);
        print_sentences(stream, gradient, j);
    }
    if (gradient->newton != NULL) {
        print_newton(stream, gradient);
    }
    fflush(stream);
    for (size_t i = 0; i < gradient->solvers; i++) {
        if (!gradient->solver[i].hidden && gradient->solver[i].failure[0] != '\0') {
            fprintf(complaints, "carom: error: %s: %s\n", gradient->solver[i].name,
                    gradient->solver[i].failure);
            status = CAROM_INVALID;
        }
    }
    return status;
}

/* ---- figure ---- */

/* A solver whose slope is compared with the expected one. */
static bool is_comparable(const carom_gradient *gradient, size_t i, size_t j, double *expected)
{
    double uncertainty;
    *expected = expected_slope(gradient, i, j, &uncertainty);
    return !gradient->solver[i].hidden && !isnan(*expected) &&
           !isnan(slope_of(gradient, i, j)->pathwise);
}

/* State how many slopes have the wrong sign, or the largest error. */
static void title_slopes(carom_drawing *drawing, const carom_gradient *gradient, size_t j)
{
    size_t wrong = 0, compared = 0, worst = 0;
    double expected, largest = -1;
    for (size_t i = 0; i < gradient->solvers; i++) {
        if (is_comparable(gradient, i, j, &expected)) {
            double slope = slope_of(gradient, i, j)->pathwise,
                   off = fabs(slope - expected) / fmax(fabs(expected), 1e-9);
            compared++;
            wrong += slope * expected < 0 && off > 1e-6;
            worst = off > largest ? i : worst;
            largest = fmax(largest, off);
        }
    }
    if (compared == 0) {
        carom_drawing_subject(drawing, "No solver has a derivative at this value");
    } else if (wrong > 0) {
        carom_drawing_subject(drawing, "%zu of %zu solvers %s a slope of the wrong sign", wrong,
                              compared, wrong == 1 ? "has" : "have");
    } else if (largest > 0.005) {
        carom_drawing_subject(
            drawing, "The slope of %s is %.2g instead of %.2g",
            carom_text_label_of(gradient->study->scenario, gradient->solver[worst].name).text,
            slope_of(gradient, worst, j)->pathwise, expected_slope(gradient, worst, j, &expected));
    } else {
        carom_drawing_subject(
            drawing, "Each slope equals the exact one of its model within %.1g %%", 100 * largest);
    }
}

/* Prefix of a unit for numbers up to @p largest, and the factor of the numbers. */
static const char *prefix_of(double largest, double *times)
{
    static const char *const prefixes[] = {"", "m", "µ", "n"};
    size_t k = 0;
    *times = 1;
    while (largest * *times < 0.2 && k < 3) {
        *times *= 1000;
        k++;
    }
    return prefixes[k];
}

static void label_axis(carom_drawing *drawing, const char *what, const char *quantity,
                       const char *unit, double largest)
{
    char text[300], name[20];
    double times = 1;
    const char *prefix = unit[0] == '\0' ? "" : prefix_of(largest, &times);
    snprintf(text, sizeof text, unit[0] == '\0' ? "change of %.200s" : "change of %.200s (%s%s)",
             quantity, prefix, unit);
    snprintf(name, sizeof name, "%sNAME", what);
    carom_drawing_text(drawing, name, text);
    snprintf(name, sizeof name, "%cTIMES", what[0] == 'X' ? 'X' : 'Y');
    carom_drawing_number(drawing, name, times);
}

static const char *unit_of_key(const char *key)
{
    static const char *const units[][2] = {{"_per_m", ""}, {"_mps", "m/s"}, {"_radps", "rad/s"},
                                           {"_m", "m"},    {"_kg", "kg"},   {"_s", "s"}};
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        size_t length = strlen(key), end = strlen(units[k][0]);
        if (length > end && strcmp(key + length - end, units[k][0]) == 0) {
            return units[k][1];
        }
    }
    return "";
}

/* Variables of the solvers' panels for a key. */
static void define_solvers(carom_drawing *drawing, const carom_gradient *gradient, size_t j)
{
    size_t n = 0;
    double low = 0, high = 0, expected;
    const char *names[1000] = {NULL};
    for (size_t i = 0; i < gradient->solvers && n < sizeof names / sizeof names[0]; i++) {
        if (!gradient->solver[i].hidden) {
            names[n++] = gradient->solver[i].name;
        }
    }
    carom_drawing_solvers(drawing, gradient->study->scenario, names, n);
    carom_drawing_array(drawing, "SLOPE EXPECTED FROM Y0", n);
    for (size_t i = 0; i < n; i++) {
        const double *outcome = carom_gradient_outcomes(gradient, i, j);
        (void)is_comparable(gradient, i, j, &expected);
        carom_drawing_number_at(drawing, "SLOPE", i, slope_of(gradient, i, j)->pathwise);
        carom_drawing_number_at(drawing, "EXPECTED", i, expected);
        carom_drawing_number_at(drawing, "Y0", i, gradient->solver[i].outcome);
        carom_drawing_count_at(drawing, "FROM", i,
                               (i * gradient->keys + j) * (size_t)gradient->runs);
        for (size_t p = 2 * CAROM_GRADIENT_OFFSETS; p < carom_gradient_points(gradient); p++) {
            low = fmin(low, outcome[p] - gradient->solver[i].outcome);
            high = fmax(high, outcome[p] - gradient->solver[i].outcome);
        }
    }
    label_axis(drawing, "QUANTITY", gradient->of_text, unit_of(gradient), fmax(high, -low));
    carom_drawing_number(drawing, "LOW", low);
    carom_drawing_number(drawing, "HIGH", high);
}

/* Draw the errors of springs on a grid over that of theory, if there are three or more. */
static void draw_errors(carom_drawing *drawing, const carom_gradient *gradient)
{
    double error[2] = {0, 0}, largest[2] = {0, 0}, least = INFINITY, most = 0, expected;
    size_t springs = 0;
    double times;
    for (size_t i = 0; i < gradient->solvers; i++) {
        const carom_gradient_solver *solver = &gradient->solver[i];
        if (solver->grid_error > 0 && is_comparable(gradient, i, 0, &expected)) {
            error[0] = fabs(slope_of(gradient, i, 0)->pathwise - expected);
            error[1] = distance_of(gradient, i);
            for (int k = 0; k < 2; k++) {
                largest[k] = fmax(largest[k], error[k]);
                least = error[k] > 0 ? fmin(least, error[k]) : least;
                most = fmax(most, error[k]);
            }
            springs++;
        }
    }
    if (springs < 3 || !(least > 0 && isfinite(least))) {
        return;
    }
    carom_drawing_count(drawing, "COLUMNS", gradient->keys);
    carom_drawing_text(drawing, "QUANTITY", unit_of(gradient));
    carom_drawing_number(drawing, "LOW", least);
    carom_drawing_number(drawing, "HIGH", most);
    carom_drawing_number(drawing, "YMOST", error[0]);
    carom_drawing_number(drawing, "YLEAST", error[1]);
    const char *prefix = prefix_of(largest[1], &times);
    carom_drawing_subject(
        drawing,
        largest[0] < 100 ? "Outcomes are right within %.1g %s%s, slopes are wrong by up to %.2g"
                         : "Outcomes are right within %.1g %s%s, slopes are wrong by up to %.0f",
        times * largest[1], prefix, unit_of(gradient), largest[0]);
    carom_drawing_figure(drawing, "slope-errors", "slope-errors");
}

static void gradient_draw(const void *object, carom_drawing *drawing)
{
    const carom_gradient *gradient = object;
    for (size_t j = 0; j < gradient->keys; j++) {
        const carom_gradient_key *key = &gradient->key[j];
        char name[40] = "gradient";
        if (j > 0) {
            snprintf(name, sizeof name, "gradient-%zu", j + 1);
        }
        define_solvers(drawing, gradient, j);
        label_axis(drawing, "X", key->name, unit_of_key(key->name), 0.5 * key->interval);
        carom_drawing_number(drawing, "X0", key->value);
        carom_drawing_number(drawing, "WIDTH", key->interval);
        carom_drawing_count(drawing, "POINTS", (size_t)gradient->runs);
        title_slopes(drawing, gradient, j);
        carom_drawing_note(drawing, "%s, changed from %.6g.", key->name, key->value);
        carom_drawing_figure(drawing, name, "gradient");
    }
    if (gradient->keys > 0) {
        draw_errors(drawing, gradient);
    }
}

/* ---- entry ---- */

static carom_status gradient_run(void *object, const carom_study *study, carom_error *error)
{
    carom_gradient *gradient = object;
    CAROM_TRY(carom_gradient_prepare(gradient, study, error));
    if (gradient->lyapunov) {
        return carom_gradient_measure_exponents(gradient, error);
    }
    CAROM_TRY(carom_gradient_run(gradient, error));
    return isnan(gradient->target) ? CAROM_OK : carom_gradient_aim(gradient, error);
}

#define AT(member) offsetof(carom_gradient, member)
static const carom_param rows[] = {
    {TEXT("of", AT(of_text), "", CAROM_KEY_SIZE,
          "BALL.COLUMN, such as b.x_m: quantity at the end of the run; the scenario's by default")},
    {TEXT("by", AT(by_text), "", CAROM_GRADIENT_TEXT,
          "keys, separated by commas, as for --set; the scenario's by default")},
    {NUMBER(
        "interval", AT(interval), "", "", POSITIVE, ANY,
        "width of the interval of the mean slope, in the unit of the key; by default the flight "
        "of 8 time steps")},
    {NUMBER(
        "target", AT(target), "", "", ANY_LOW, ANY,
        "value of the quantity that Newton's method aims at, with one or two keys; by default it "
        "does not run")},
    {FLAG("lyapunov", AT(lyapunov), "false",
          "measure the largest Lyapunov exponent of impulse solvers instead of derivatives")},
    {COUNT("runs", AT(runs), "96", 4, 100000, "number of runs of the mean slope")},
    {.key = NULL}};

static const carom_command_option options[] = {
    CAROM_STUDY_OPTIONS,    {"of BALL.COLUMN", NULL}, {"by", NULL},         {"interval", NULL},
    {"target VALUE", NULL}, {"lyapunov", NULL},       CAROM_FIGURE_OPTIONS, {NULL, NULL}};

const carom_study_entry carom_study_gradient = {
    .about = {.name = "gradient",
              .summary = "derivative of the outcome by keys of the scenario, for every solver",
              .params = rows,
              .options_size = sizeof(carom_gradient)},
    .varies_start = true,
    .text = STUDY_GRADIENT_TEXT,
    .notes = STUDY_GRADIENT_NOTES,
    .keys = "gradient",
    .options = options,
    .counts = "runs",
    .run = gradient_run,
    .print = gradient_print,
    .release = carom_gradient_free,
    .tables = tables,
    .draw = gradient_draw};
