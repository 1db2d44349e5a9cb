/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of carom fit: table, sentences, records and the figure. */
#include "carom_studies.h"
#include "params/rows.h"
#include "studies/fit.h"

/* Residual of an outlier, in sigma; 6e-5 of normal errors are larger. */
static const double outlier_sigma = 4;

/* Standard deviations of chi-square from its expectation, within which a model fits. */
static const double chi_square_sigma = 3;

/* Difference of chi-square that counts: if the other model is right, its chance is at most
 * exp(-9/2) = 1.1 % (Markov's inequality for the ratio of likelihoods). */
static const double least_difference = 9;

/* ---- statistics ---- */

static const char *name_of(const carom_fit *fit, size_t i)
{
    return fit->gradient.solver[i].name;
}

/* Chi-square per degree of freedom. */
static double reduced(const carom_fit *fit, size_t i)
{
    return fit->solver[i].chi_square / carom_fit_freedom(fit, &fit->solver[i]);
}

/* Distance of chi-square from its expectation in standard deviations. */
static double excess(const carom_fit *fit, size_t i)
{
    double freedom = carom_fit_freedom(fit, &fit->solver[i]);
    return (fit->solver[i].chi_square - freedom) / sqrt(2 * freedom);
}

static double larger_residual(const carom_fit *fit, size_t i, size_t k)
{
    carom_vec r = carom_fit_residual(fit, i, k);
    return fmax(fabs(r.x), fabs(r.y));
}

/* First impulse solver with a result; the number of solvers if none has one. */
static size_t find_rigid(const carom_fit *fit)
{
    size_t i = 0;
    while (i < fit->gradient.solvers &&
           (!carom_fit_has_result(fit, i) ||
            !carom_gradient_is_event_driven(&fit->gradient, &fit->gradient.solver[i]))) {
        i++;
    }
    return i;
}

/* Smallest difference of chi-square that counts: larger if even the better fit leaves more than
 * noise. */
static double least_difference_of(const carom_fit *fit, size_t i, size_t rigid)
{
    return least_difference * fmax(1, fmin(reduced(fit, i), reduced(fit, rigid)));
}

/* Chi-square of a solver minus chi-square of the rigid one, in units of the smallest difference
 * that counts. Every further key counts 2: it lowers chi-square by 1 on average. */
static double significance(const carom_fit *fit, size_t i, size_t rigid)
{
    const carom_fit_solver *a = &fit->solver[i], *b = &fit->solver[rigid];
    return (a->chi_square - b->chi_square + 2 * ((double)a->keys - (double)b->keys)) /
           least_difference_of(fit, i, rigid);
}

/* ---- records ---- */

typedef struct {
    const carom_fit *fit;
    const carom_fit_solver *solver;
    const carom_gradient_key *key;
    size_t i, j;
    bool known;
    char correlations[16 * CAROM_GRADIENT_KEYS]; /* separated by blanks */
} key_row;

#define KNOWN(number) (r->known ? (number) : NAN)
#define KEYS(NUMBER, TEXT, table)                                                                  \
    TEXT(table, solver, name_of(r->fit, r->i), "name in the scenario")                             \
    TEXT(table, key, r->key->name, "key of the scenario")                                          \
    NUMBER(table, value, "", KNOWN(r->solver->value[r->solver->key[r->j]]),                        \
           "fitted value; nan: none (note)")                                                       \
    NUMBER(table, error, "", KNOWN(r->solver->error[r->j]), "standard error, from sigma_m")        \
    NUMBER(table, start, "", r->key->value, "starting value")                                      \
    NUMBER(table, chi_square, "", KNOWN(r->solver->chi_square),                                    \
           "sum of the squares of the residuals / sigma_m")                                        \
    NUMBER(table, freedom, "", carom_fit_freedom(r->fit, r->solver),                               \
           "degrees of freedom: numbers less keys")                                                \
    NUMBER(table, samples, "", (double)r->fit->samples, "recorded positions")                      \
    NUMBER(table, sigma_m, "m", r->fit->sigma_m, "standard error of a recorded coordinate")        \
    TEXT(table, correlations, r->correlations, "with each fitted key, in the order of the rows")   \
    TEXT(table, note, r->solver->failure, "why value is nan")
CAROM_COLUMNS(keys, key_row, KEYS)

static void keys_of_all(const void *object, carom_rows *rows)
{
    const carom_fit *fit = object;
    for (size_t i = 0; i < fit->gradient.solvers; i++) {
        const carom_fit_solver *solver = &fit->solver[i];
        for (size_t j = 0; j < solver->keys; j++) {
            key_row row = {fit, solver, &fit->gradient.key[solver->key[j]],
                           i,   j,      carom_fit_has_result(fit, i),
                           ""};
            for (size_t k = 0; row.known && k < solver->keys; k++) {
                double c = solver->correlation[j][k];
                carom_text_append(row.correlations, sizeof row.correlations, "%s%.4f",
                                  k == 0 ? "" : " ", fabs(c) < 5e-5 ? 0 : c);
            }
            carom_rows_write(rows, &row);
        }
    }
}

static const char *ball_name(const carom_fit *fit, size_t ball)
{
    return fit->gradient.study->scenario->problem.ball[ball].name;
}

typedef struct {
    const carom_fit *fit;
    const carom_fit_sample *sample;
    carom_vec at_m, residual;
    size_t i;
} sample_row;

#define RESIDUALS(NUMBER, TEXT, table)                                                             \
    TEXT(table, solver, name_of(r->fit, r->i), "name in the scenario")                             \
    TEXT(table, ball, ball_name(r->fit, r->sample->ball), "recorded ball")                         \
    NUMBER(table, t_s, "s", r->sample->t_s, "time of the sample")                                  \
    NUMBER(table, x_m, "m", r->sample->at_m.x, "recorded position")                                \
    NUMBER(table, y_m, "m", r->sample->at_m.y, "recorded position")                                \
    NUMBER(table, fitted_x_m, "m", r->at_m.x, "position of the fitted run")                        \
    NUMBER(table, fitted_y_m, "m", r->at_m.y, "position of the fitted run")                        \
    NUMBER(table, residual_x, "", r->residual.x, "(fitted - recorded) / sigma_m")                  \
    NUMBER(table, residual_y, "", r->residual.y, "(fitted - recorded) / sigma_m")
CAROM_COLUMNS(residuals, sample_row, RESIDUALS)

static void residuals_of_all(const void *object, carom_rows *rows)
{
    const carom_fit *fit = object;
    for (size_t i = 0; i < fit->gradient.solvers; i++) {
        for (size_t k = 0; carom_fit_has_result(fit, i) && k < fit->samples; k++) {
            carom_rows_write(rows, &(sample_row){fit, &fit->sample[k], fit->solver[i].at_m[k],
                                                 carom_fit_residual(fit, i, k), i});
        }
    }
}

static const carom_table tables[] = {
    {"fit.tsv", "a row for each solver and key", keys_columns, keys_of_all, NULL, 0, NULL},
    {"fit-residuals.tsv", "a row for each solver and recorded position", residuals_columns,
     residuals_of_all, NULL, 0, NULL},
    {.name = NULL}};

/* ---- text ---- */

/* Two digits of the error, and the value to the same place. */
static void format_value(double value, double error, char *text, size_t size)
{
    int decimals = error > 0 && isfinite(error) ? (int)fmax(0, 1 - floor(log10(error))) : 6;
    if (decimals > 9) {
        snprintf(text, size, "%.9g +- %.1e", value, error);
    } else {
        snprintf(text, size, "%.*f +- %.*f", decimals, value, decimals, error);
    }
}

static void print_values(FILE *stream, const carom_fit *fit, size_t i)
{
    const carom_fit_solver *solver = &fit->solver[i];
    const char *first = NULL, *second = NULL;
    double strongest = 0;
    char text[100];
    fprintf(stream, "\n%s\n", name_of(fit, i));
    for (size_t j = 0; j < solver->keys; j++) {
        const carom_gradient_key *key = &fit->gradient.key[solver->key[j]];
        format_value(solver->value[solver->key[j]], solver->error[j], text, sizeof text);
        fprintf(stream, "  %-32s %-28s (start %.6g)\n", key->name, text, key->value);
        for (size_t b = 0; b < j; b++) {
            if (first == NULL || fabs(solver->correlation[j][b]) > fabs(strongest)) {
                strongest = solver->correlation[j][b];
                first = fit->gradient.key[solver->key[b]].name;
                second = key->name;
            }
        }
    }
    fprintf(stream, "  chi-square %.4g for %.0f degrees of freedom: %.3g\n", solver->chi_square,
            carom_fit_freedom(fit, solver), reduced(fit, i));
    if (first != NULL) {
        fprintf(stream, "  strongest correlation %.3f: %s and %s\n", strongest, first, second);
    }
}

static void print_verdict(FILE *stream, const carom_fit *fit, size_t i)
{
    double rms = sqrt(reduced(fit, i));
    fprintf(stream, "%s: ", name_of(fit, i));
    if (excess(fit, i) > chi_square_sigma) {
        fprintf(stream,
                "the residuals are %.3g times sigma_m, too large for chance; multiply the errors "
                "above by this factor.\n",
                rms);
    } else if (excess(fit, i) < -chi_square_sigma) {
        fprintf(stream,
                "the residuals are only %.3g times sigma_m: sigma_m is too large, and so are the "
                "errors above.\n",
                rms);
    } else {
        fprintf(stream, "describes the recording within sigma_m (residuals %.3g times sigma_m).\n",
                rms);
    }
}

/* List the first outliers. */
static void print_outliers(FILE *stream, const carom_fit *fit, size_t i)
{
    enum { LISTED = 5 };
    size_t count = 0;
    for (size_t k = 0; k < fit->samples; k++) {
        double size = larger_residual(fit, i, k);
        if (size > outlier_sigma && count++ < LISTED) {
            fprintf(stream, "%s %s at t = %.6g s is %.1f sigma from the path",
                    count == 1 ? "Outliers:" : ",", ball_name(fit, fit->sample[k].ball),
                    fit->sample[k].t_s, size);
        }
    }
    if (count > LISTED) {
        fprintf(stream, ", and %zu more samples", count - LISTED);
    }
    fputs(count > 0 ? ".\n" : "", stream);
}

static void print_difference(FILE *stream, const carom_fit *fit, size_t i, size_t rigid)
{
    double weight = significance(fit, i, rigid);
    size_t better = weight > 0 ? rigid : i, worse = weight > 0 ? i : rigid;
    fprintf(stream, "chi-square of %s minus chi-square of %s: %.3g. ", name_of(fit, i),
            name_of(fit, rigid), fit->solver[i].chi_square - fit->solver[rigid].chi_square);
    if (fabs(weight) < 1) {
        fprintf(
            stream,
            "Differences below %.3g are not significant here: these data cannot tell the models "
            "apart.\n",
            least_difference_of(fit, i, rigid));
    } else if (excess(fit, better) > chi_square_sigma) {
        fprintf(stream, "%s describes the data better than %s, but neither within sigma_m.\n",
                name_of(fit, better), name_of(fit, worse));
    } else {
        fprintf(stream, "These data prefer %s to %s.\n", name_of(fit, better), name_of(fit, worse));
    }
}

static carom_status fit_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_fit *fit = object;
    size_t results = 0, rigid = find_rigid(fit);
    fprintf(stream, "Fit to %s: %zu coordinates of %zu positions, sigma_m = %.3g m\n", fit->record,
            fit->numbers, fit->samples, fit->sigma_m);
    if (fit->omitted > 0) {
        fprintf(stream, "%zu positions outside the duration of the run are omitted.\n",
                fit->omitted);
    }
    for (size_t i = 0; i < fit->gradient.solvers; i++) {
        if (carom_fit_has_result(fit, i)) {
            print_values(stream, fit, i);
            results++;
        }
    }
    fputc('\n', stream);
    for (size_t i = 0; i < fit->gradient.solvers; i++) {
        if (!carom_fit_has_result(fit, i)) {
            fprintf(stream, "%s: no result: %s.\n", name_of(fit, i), fit->solver[i].failure);
            continue;
        }
        print_verdict(stream, fit, i);
        print_outliers(stream, fit, i);
        if (rigid < fit->gradient.solvers && i != rigid) {
            print_difference(stream, fit, i, rigid);
        }
    }
    if (results == 0) {
        fflush(stream);
        fprintf(complaints, "carom: error: no solver could be fitted\n");
    }
    return results > 0 ? CAROM_OK : CAROM_INVALID;
}

/* ---- figure ---- */

/* Set the coordinate that varies more, and the ranges of positions and residuals. */
static void define_ranges(carom_drawing *drawing, const carom_fit *fit, const size_t *shown,
                          size_t count)
{
    carom_vec low = fit->sample[0].at_m, high = low;
    double largest = 0;
    for (size_t k = 0; k < fit->samples; k++) {
        carom_vec at = fit->sample[k].at_m;
        low = (carom_vec){fmin(low.x, at.x), fmin(low.y, at.y)};
        high = (carom_vec){fmax(high.x, at.x), fmax(high.y, at.y)};
        for (size_t n = 0; n < count; n++) {
            largest = fmax(largest, larger_residual(fit, shown[n], k));
        }
    }
    bool along_x = high.x - low.x > 3 * (high.y - low.y);
    carom_drawing_text(drawing, "QUANTITY", along_x ? "x" : "y");
    carom_drawing_count(drawing, "SHOWN", (size_t)fit->varies[0] + 2 * (size_t)fit->varies[1]);
    carom_drawing_number(drawing, "LOW", along_x ? low.x : low.y);
    carom_drawing_number(drawing, "HIGH", along_x ? high.x : high.y);
    carom_drawing_number(drawing, "DURATION", fit->sample[fit->samples - 1].t_s);
    carom_drawing_number(drawing, "YMOST", largest);
}

static void fit_draw(const void *object, carom_drawing *drawing)
{
    enum { SHOWN = 6 };
    const carom_fit *fit = object;
    const char *names[SHOWN] = {NULL};
    size_t shown[SHOWN], count = 0;
    for (size_t i = 0; i < fit->gradient.solvers && count < SHOWN; i++) {
        if (carom_fit_has_result(fit, i)) {
            shown[count] = i;
            names[count++] = name_of(fit, i);
        }
    }
    if (count == 0) {
        return;
    }
    carom_drawing_solvers(drawing, fit->gradient.study->scenario, names, count);
    define_ranges(drawing, fit, shown, count);
    carom_drawing_count(drawing, "POINTS", fit->samples);
    carom_drawing_subject(drawing, "Recorded and fitted positions over time, and residuals");
    carom_drawing_figure(drawing, "fit", "fit");
}

/* ---- entry ---- */

static carom_status fit_run(void *object, const carom_study *study, carom_error *error)
{
    carom_fit *fit = object;
    CAROM_TRY(carom_fit_read_record(fit, study, error));
    return carom_fit_solve(fit, study, error);
}

#define AT(member) offsetof(carom_fit, member)
static const carom_param rows[] = {
    {TEXT("by", AT(by_text), "", CAROM_GRADIENT_TEXT,
          "keys to fit, separated by commas, as for --set; the scenario's by default")},
    {TEXT("to", AT(to_text), "", CAROM_NAME_SIZE,
          "recorded solver that is fitted; the scenario's by default, or the first one")},
    {.key = NULL}};

const carom_study_entry carom_study_fit = {
    .about = {.name = "fit",
              .summary = "least squares of keys of the scenario to a recorded run",
              .params = rows,
              .options_size = sizeof(carom_fit)},
    .text = STUDY_FIT_TEXT,
    .notes = STUDY_FIT_NOTES,
    .keys = "fit",
    .run = fit_run,
    .print = fit_print,
    .release = carom_fit_free,
    .tables = tables,
    .figures = "fit.*",
    .draw = fit_draw};
