/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom fit: least squares of scenario keys to recorded positions, for every solver whose
 * derivatives can be used. Levenberg and Marquardt's method of GSL, with central differences. */
#include "carom_studies.h"
#include "params/rows.h"
#include "solvers/solvers.h"
#include "studies/studies.h"
#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_multimin.h>

/* Offset of the central differences over the scale of a key. */
static const double difference_step = 1e-5;

/* Ends of the searches: relative change of all keys, size of the simplex in standard errors, and
 * the largest numbers of steps, of the simplex for each key. Parts of the samples that are fitted
 * one after the other. */
static const double step_tolerance = 1e-9, simplex_tolerance = 1e-4;
enum { MOST_STEPS = 200, SIMPLEX_STEPS = 200, STAGES = 8 };

/* Largest decrease of chi-square, per its own size by the degrees of freedom, that another step may
 * predict at a minimum. */
static const double decrease_tolerance = 1e-3;

/* Smallest effect of a change of a key by its scale, in sigma over all samples, and smallest ratio
 * of the singular values of independent keys. */
static const double least_effect = 1e-6, least_singular = 1e-5;

/* Distance of a fitted value from its start, in scales of its key, at which it is unbounded. */
static const double farthest = 1e3;

/* Residual of a sample that a solver does not reach, in sigma: every step to it is rejected. */
static const double unreachable = 1e8;

/* Residual of an outlier, in sigma: 6e-5 of normal errors are larger. */
static const double outlier_sigma = 4;

/* Difference of chi-square that counts: if the other model is right, its chance is at most
 * exp(-9/2) = 1.1 % (Markov's inequality for the ratio of likelihoods). */
static const double least_difference = 9;

/* ---- frames ---- */

/* The fit of a solver. */
typedef struct {
    const carom_scenario_solver *spec;
    const carom_changed_key *key[CAROM_CHANGED_KEYS]; /* keys of other solvers do not count */
    size_t keys;
    double value[CAROM_CHANGED_KEYS]; /* of all keys, indexed like changed.key */
    double error[CAROM_CHANGED_KEYS]; /* standard errors by sigma_m, indexed like `key` */
    double correlation[CAROM_CHANGED_KEYS][CAROM_CHANGED_KEYS]; /* indexed like `key` */
    double chi_square, freedom;
    carom_vec *at_m; /* indexed by sample: fitted positions */
    bool failed;     /* it has no result */
    char note[500];  /* why it failed, or what limits its errors */
} solver_fit;

/* A recorded position of a ball. */
typedef struct {
    size_t ball;
    double t_s;
    carom_vec at_m;
} recorded;

typedef struct {
    carom_result *result;
    carom_changed changed;
    recorded *sample; /* sorted by time */
    size_t samples;
    bool varies[2]; /* x, y: a coordinate that is the same in all samples was not measured */
    size_t numbers; /* measured coordinates */
    double sigma_m;
    solver_fit *solver;
    size_t solvers;
} fit;

typedef struct {
    const fit *of;
    const solver_fit *to;
    size_t key;               /* index in to->key */
    const char *correlations; /* separated by blanks */
} key_row;

typedef struct {
    const char *solver, *ball;
    const recorded *at;
    carom_vec fitted_m, residual;
} sample_row;

typedef struct {
    const char *solver;
    double chi_square, freedom, excess, outliers, largest, largest_s, difference, least;
} model_row;

#define KNOWN(number) (r->to->failed ? NAN : (number))
#define KEYS(NUMBER, TEXT, table)                                                                  \
    TEXT(table, solver, r->to->spec->name, "name in the scenario")                                 \
    TEXT(table, key, r->to->key[r->key]->name, "key of the scenario")                              \
    NUMBER(table, value, "", KNOWN(r->to->value[r->to->key[r->key] - r->of->changed.key]),         \
           "fitted value; nan: none (note)")                                                       \
    NUMBER(table, error, "", KNOWN(r->to->error[r->key]), "standard error, from sigma_m")          \
    NUMBER(table, start, "", r->to->key[r->key]->value, "starting value")                          \
    NUMBER(table, chi_square, "", KNOWN(r->to->chi_square),                                        \
           "sum of the squares of the residuals / sigma_m")                                        \
    NUMBER(table, freedom, "", r->to->freedom, "degrees of freedom: numbers less keys")            \
    NUMBER(table, samples, "", (double)r->of->samples, "recorded positions")                       \
    NUMBER(table, sigma_m, "m", r->of->sigma_m, "standard error of a recorded coordinate")         \
    TEXT(table, correlations, r->correlations, "with each fitted key, in the order of the rows")   \
    TEXT(table, note, r->to->note, "why value is nan, or what limits the errors")
#define RESIDUALS(NUMBER, TEXT, table)                                                             \
    TEXT(table, solver, r->solver, "name in the scenario")                                         \
    TEXT(table, ball, r->ball, "recorded ball")                                                    \
    NUMBER(table, t_s, "s", r->at->t_s, "time of the sample")                                      \
    NUMBER(table, x_m, "m", r->at->at_m.x, "recorded position")                                    \
    NUMBER(table, y_m, "m", r->at->at_m.y, "recorded position")                                    \
    NUMBER(table, fitted_x_m, "m", r->fitted_m.x, "position of the fitted run")                    \
    NUMBER(table, fitted_y_m, "m", r->fitted_m.y, "position of the fitted run")                    \
    NUMBER(table, residual_x, "", r->residual.x, "(fitted - recorded) / sigma_m")                  \
    NUMBER(table, residual_y, "", r->residual.y, "(fitted - recorded) / sigma_m")
#define MODELS(NUMBER, TEXT, table)                                                                \
    TEXT(table, solver, r->solver, "name in the scenario")                                         \
    NUMBER(table, chi_square, "", r->chi_square, "sum of the squares of the residuals / sigma_m")  \
    NUMBER(table, freedom, "", r->freedom, "degrees of freedom: numbers less keys")                \
    NUMBER(table, reduced, "", r->chi_square / r->freedom, "chi-square per degree of freedom")     \
    NUMBER(table, excess, "", r->excess,                                                           \
           "chi-square less its expectation, in standard deviations: above 3, more than noise; "   \
           "below -3, sigma_m is too large")                                                       \
    NUMBER(table, outliers, "", r->outliers, "positions with a residual above 4 sigma_m")          \
    NUMBER(table, largest, "", r->largest, "largest residual, in sigma_m")                         \
    NUMBER(table, largest_s, "s", r->largest_s, "its time")                                        \
    NUMBER(table, difference, "", r->difference,                                                   \
           "chi-square less that of the first rigid model; nan: none")                             \
    NUMBER(table, least, "", r->least,                                                             \
           "difference that counts, after 2 for every further key; nan: none")
CAROM_COLUMNS(keys, key_row, KEYS)
CAROM_COLUMNS(residuals, sample_row, RESIDUALS)
CAROM_COLUMNS(models, model_row, MODELS)

enum { FRAME_KEYS, FRAME_RESIDUALS, FRAME_MODELS };
static const carom_table tables[] = {
    [FRAME_KEYS] = {"fit.tsv", "a row for each solver and key", keys_columns, sizeof(key_row),
                    "solver key value error start correlations"},
    [FRAME_RESIDUALS] = {"fit-residuals.tsv", "a row for each solver and recorded position",
                         residuals_columns, sizeof(sample_row), ""},
    [FRAME_MODELS] = {"fit-models.tsv", "a row for each solver with a result", models_columns,
                      sizeof(model_row), NULL},
    {.name = NULL}};

/* ---- residuals ---- */

/* The study; begins with its keys. */
typedef struct {
    carom_result result;
    char by_text[CAROM_CHANGED_TEXT], to_text[CAROM_NAME_SIZE]; /* empty: those of the scenario */
} fit_keys;

typedef struct {
    const fit *fit;
    solver_fit *to;
    gsl_multifit_nlinear_fdf problem;
    gsl_multifit_nlinear_workspace *w;
    gsl_vector *low;                                              /* residuals below a value */
    gsl_matrix *decomposed;                                       /* derivatives */
    double minimum[CAROM_CHANGED_KEYS], near[CAROM_CHANGED_KEYS]; /* coordinates */
    size_t until;                                                 /* number of samples that count */
    carom_status fatal; /* no memory or interrupted, with `error` */
    carom_error error, invalid;
    bool edge; /* values next to the last ones are invalid, for the reason in `invalid` */
} fitting;

/* Note why a solver has no result. */
#define FAIL(to, ...)                                                                              \
    ((void)snprintf((to)->note, sizeof(to)->note, __VA_ARGS__), (void)((to)->failed = true))

/* Run a solver to the first samples that count, and store the positions.
 *  @return an error with the reason if the values are invalid or the solver stops early */
static carom_status compute_positions(fitting *f)
{
    const recorded *sample = f->fit->sample;
    const char *name = f->to->spec->name;
    carom_scenario scenario;
    carom_solver_run run = {.name = ""};
    carom_status status = carom_changed_load(&f->fit->changed, name, f->to->value, &scenario,
                                             &f->error);
    if (status == CAROM_OK) {
        status = carom_solver_run_open(&run, "", &scenario.problem,
                                       &carom_scenario_find_solver(&scenario, name)->kind, false,
                                       f->fit->result->request->stop, &f->error);
        for (size_t k = 0; k < f->until && status == CAROM_OK; k++) {
            carom_solver_run_advance(&run, sample[k].t_s);
            if (carom_solver_run_has_failed(&run)) {
                f->error = run.failure;
                status = run.failure.status;
            } else if (k == 0 || sample[k].t_s > sample[k - 1].t_s) {
                carom_solver_run_sample(&run);
            }
            f->to->at_m[k] = carom_flight_from_sample(&run.sample, sample[k].ball).at;
        }
        carom_solver_run_close(&run);
    }
    carom_scenario_free(&scenario);
    return status;
}

/* Fitted minus recorded position in units of sigma_m. */
static carom_vec residual_of(const fit *f, const solver_fit *to, size_t k)
{
    return carom_vec_divide(
        carom_torus_shortest(&f->result->scenario->problem,
                             carom_vec_subtract(to->at_m[k], f->sample[k].at_m)),
        f->sigma_m);
}

/* Residuals for coordinates @p x: 1 is the starting value, and 1 more the scale of the key.
 *  @return false: no residuals */
static bool compute_residuals(fitting *f, const gsl_vector *x, gsl_vector *residual)
{
    const fit *of = f->fit;
    size_t n = 0;
    for (size_t j = 0; j < f->to->keys; j++) {
        const carom_changed_key *key = f->to->key[j];
        f->to->value[key - of->changed.key] = key->value + (gsl_vector_get(x, j) - 1) * key->scale;
    }
    carom_status status = f->fatal != CAROM_OK ? f->fatal : compute_positions(f);
    if (status == CAROM_NO_MEMORY || status == CAROM_INTERRUPTED) {
        f->fatal = status;
    } else if (status != CAROM_OK) {
        f->invalid = f->error;
    }
    for (size_t k = 0; k < of->samples; k++) {
        carom_vec r = k >= f->until      ? (carom_vec){0, 0}
                    : status == CAROM_OK ? residual_of(of, f->to, k)
                                         : (carom_vec){unreachable, unreachable};
        for (int c = 0; c < 2; c++) {
            if (of->varies[c]) {
                gsl_vector_set(residual, n++, c == 0 ? r.x : r.y);
            }
        }
    }
    return status == CAROM_OK;
}

static int set_residuals(const gsl_vector *x, void *context, gsl_vector *residual)
{
    fitting *f = context;
    f->edge = !compute_residuals(f, x, residual) || f->edge;
    return f->fatal == CAROM_OK ? GSL_SUCCESS : GSL_EFAILED;
}

/* Central differences; one-sided where one side is invalid. */
static int set_derivatives(const gsl_vector *x, void *context, gsl_matrix *derivative)
{
    fitting *f = context;
    gsl_vector_view at = gsl_vector_view_array(f->near, x->size);
    f->edge = false;
    for (size_t j = 0; f->fatal == CAROM_OK && j < x->size; j++) {
        gsl_vector_view high = gsl_matrix_column(derivative, j);
        double offset[2] = {-difference_step, difference_step};
        for (int side = 0; side < 2; side++) {
            gsl_vector *residual = side == 0 ? f->low : &high.vector;
            gsl_vector_memcpy(&at.vector, x);
            *gsl_vector_ptr(&at.vector, j) += offset[side];
            if (!compute_residuals(f, &at.vector, residual)) {
                f->edge = true;
                offset[side] = 0;
                (void)compute_residuals(f, x, residual);
            }
        }
        gsl_vector_sub(&high.vector, f->low);
        gsl_vector_scale(&high.vector, offset[1] > offset[0] ? 1 / (offset[1] - offset[0]) : 0);
    }
    return f->fatal == CAROM_OK ? GSL_SUCCESS : GSL_EFAILED;
}

/* ---- the minimum ---- */

/* Copy the derivatives with columns of length 1. Report a key without effect, or whose fitted value
 * is unbounded: a stiffness, if the recording shows rigid balls. */
static bool scale_columns(fitting *f, double *length)
{
    gsl_matrix_memcpy(f->decomposed, gsl_multifit_nlinear_jac(f->w));
    for (size_t j = 0; j < f->to->keys; j++) {
        const carom_changed_key *key = f->to->key[j];
        double value = f->to->value[key - f->fit->changed.key];
        gsl_vector_view column = gsl_matrix_column(f->decomposed, j);
        length[j] = gsl_blas_dnrm2(&column.vector);
        gsl_vector_scale(&column.vector, 1 / length[j]);
        if (fabs(value - key->value) > farthest * key->scale) {
            FAIL(f->to,
                 "%s has gone from %.3g to %.3g: the recording does not bound it on this side; "
                 "remove it from fit.by, or choose a starting value closer to the recording",
                 key->name, key->value, value);
        } else if (!(length[j] > least_effect)) {
            FAIL(f->to,
                 "%s has no effect on the recorded positions; remove it from fit.by, or choose "
                 "starting values (--set) with the collisions of the film",
                 key->name);
        }
    }
    return !f->to->failed;
}

/* Report keys that only act together: their changes cancel in the last direction. */
static void report_dependence(fitting *f, const gsl_matrix *v)
{
    static const double least_part = 0.1;
    char text[sizeof f->to->note] = "";
    for (size_t j = 0; j < v->size1; j++) {
        if (fabs(gsl_matrix_get(v, j, v->size2 - 1)) > least_part) {
            carom_text_append(text, sizeof text, "%s%s", text[0] == '\0' ? "" : " and ",
                              f->to->key[j]->name);
        }
    }
    FAIL(f->to,
         "%.300s act only together: the recording cannot tell their changes apart; fit one key "
         "less",
         text);
}

/* Set errors and correlations from the decomposition U S V^T of the scaled derivatives. */
static void set_errors(fitting *f, const gsl_vector *s, const gsl_matrix *v, const double *length)
{
    size_t n = v->size1;
    double variance[CAROM_CHANGED_KEYS];
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++) {
            f->to->correlation[a][b] = 0;
            for (size_t k = 0; k < n; k++) {
                f->to->correlation[a][b] += gsl_matrix_get(v, a, k) * gsl_matrix_get(v, b, k) /
                                            (gsl_vector_get(s, k) * gsl_vector_get(s, k));
            }
        }
        variance[a] = f->to->correlation[a][a];
        f->to->error[a] = sqrt(variance[a]) / length[a] * f->to->key[a]->scale;
    }
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++) {
            f->to->correlation[a][b] /= sqrt(variance[a] * variance[b]);
        }
    }
}

/* Chi-square at @p steps standard errors from the last minimum, for the coordinates NEAR. */
static double chi_square_near(const gsl_vector *steps, void *context)
{
    fitting *f = context;
    gsl_vector_view at = gsl_vector_view_array(f->near, f->to->keys);
    for (size_t j = 0; j < f->to->keys; j++) {
        double error = f->to->error[j] / f->to->key[j]->scale;
        f->near[j] = f->minimum[j] + error * gsl_vector_get(steps, j);
    }
    (void)compute_residuals(f, &at.vector, f->low);
    return f->fatal == CAROM_OK ? pow(gsl_blas_dnrm2(f->low), 2) : NAN;
}

/* Search on without derivatives, by Nelder and Mead's simplex: where a collision passes a sample,
 * chi-square has a kink, which can be its minimum. @return false: none found */
static bool search_simplex(fitting *f)
{
    size_t n = f->to->keys;
    gsl_multimin_function function = {chi_square_near, n, f};
    gsl_multimin_fminimizer *search = gsl_multimin_fminimizer_alloc(
        gsl_multimin_fminimizer_nmsimplex2, n);
    double zero[CAROM_CHANGED_KEYS] = {0}, size[CAROM_CHANGED_KEYS];
    gsl_vector_view start = gsl_vector_view_array(zero, n), step = gsl_vector_view_array(size, n),
                    minimum = gsl_vector_view_array(f->minimum, n);
    bool found = false;
    if (search == NULL) {
        f->fatal = carom_error_no_memory(&f->error);
        return false;
    }
    gsl_vector_memcpy(&minimum.vector, gsl_multifit_nlinear_position(f->w));
    gsl_vector_set_all(&step.vector, 0.5);
    (void)gsl_multimin_fminimizer_set(search, &function, &start.vector, &step.vector);
    for (size_t k = 0; k < n * SIMPLEX_STEPS && !found && f->fatal == CAROM_OK; k++) {
        found = gsl_multimin_fminimizer_iterate(search) != GSL_SUCCESS ||
                gsl_multimin_fminimizer_size(search) < simplex_tolerance;
    }
    (void)chi_square_near(gsl_multimin_fminimizer_x(search), f);
    memcpy(f->minimum, f->near, sizeof f->near);
    gsl_multimin_fminimizer_free(search);
    return found && gsl_multifit_nlinear_init(&minimum.vector, &f->problem, f->w) == GSL_SUCCESS;
}

/* Set the errors at the end of a descent. @return the largest decrease of chi-square that a step
 * may still promise, over what a minimum allows; NaN: no regular minimum, for the reason in `note`
 */
static double evaluate_minimum(fitting *f)
{
    gsl_vector *residual = gsl_multifit_nlinear_residual(f->w);
    enum { MOST = CAROM_CHANGED_KEYS };
    size_t n = f->to->keys;
    double length[MOST], singular[MOST], scratch[MOST], square[MOST * MOST], decrease;
    gsl_vector_view s = gsl_vector_view_array(singular, n),
                    work = gsl_vector_view_array(scratch, n);
    gsl_matrix_view v = gsl_matrix_view_array(square, n, n);
    (void)compute_residuals(f, gsl_multifit_nlinear_position(f->w), residual);
    if (!scale_columns(f, length)) {
        return NAN;
    }
    gsl_linalg_SV_decomp(f->decomposed, &v.matrix, &s.vector, &work.vector);
    if (singular[n - 1] < least_singular * singular[0]) {
        report_dependence(f, &v.matrix);
        return NAN;
    }
    gsl_blas_ddot(residual, residual, &f->to->chi_square);
    gsl_blas_dgemv(CblasTrans, 1, f->decomposed, residual, 0, &work.vector);
    gsl_blas_ddot(&work.vector, &work.vector, &decrease);
    set_errors(f, &s.vector, &v.matrix, length);
    return decrease / decrease_tolerance / fmax(1, f->to->chi_square / fmax(1, f->to->freedom));
}

/* Check that the fit has ended at a minimum. */
static void check_minimum(fitting *f)
{
    double decrease = evaluate_minimum(f);
    bool kink = decrease > 1 && !f->edge && search_simplex(f);
    decrease = kink ? evaluate_minimum(f) : decrease;
    if (decrease > 1 && kink) {
        (void)snprintf(f->to->note, sizeof f->to->note,
                       "chi-square has a kink at its minimum, as where a collision passes a "
                       "recorded position; the errors hold for mean slopes");
    } else if (decrease > 1 && f->edge) {
        FAIL(f->to, "the minimum or the starting value is at an edge of the allowed values: %.300s",
             f->invalid.text);
    } else if (decrease > 1) {
        FAIL(f->to,
             "does not converge (chi-square is %.4g); choose starting values (--set) closer to the "
             "recording, with the same collisions",
             f->to->chi_square);
    }
}

/* Minimize chi-square of the first samples, then of more, up to all; at last @p x is the minimum.
 *  @param stage  first part, in STAGES
 *  @return chi-square */
static double descend(fitting *f, gsl_vector *x, size_t stage)
{
    double norm = INFINITY;
    int info;
    for (; stage <= STAGES && f->fatal == CAROM_OK; stage++) {
        f->until = f->fit->samples * stage / STAGES;
        if (gsl_multifit_nlinear_init(x, &f->problem, f->w) == GSL_SUCCESS) {
            (void)gsl_multifit_nlinear_driver(MOST_STEPS, step_tolerance, 0, 0, NULL, NULL, &info,
                                              f->w); /* evaluate_minimum checks the result */
            gsl_vector_memcpy(x, gsl_multifit_nlinear_position(f->w));
            norm = gsl_blas_dnrm2(gsl_multifit_nlinear_residual(f->w));
        }
    }
    return norm * norm;
}

/* Descend from the starting values at once, and in stages if noise does not explain chi-square. In
 * stages, a late or early collision is corrected before the next: otherwise the descent can end
 * where a sample lies on the wrong side of a collision. */
static void find_minimum(fitting *f)
{
    double length[CAROM_CHANGED_KEYS], direct, freedom = f->to->freedom;
    double first[2][CAROM_CHANGED_KEYS];
    gsl_vector_view once = gsl_vector_view_array(first[0], f->to->keys),
                    staged = gsl_vector_view_array(first[1], f->to->keys);
    gsl_vector_set_all(&once.vector, 1);
    gsl_vector_set_all(&staged.vector, 1);
    f->until = f->fit->samples;
    if (gsl_multifit_nlinear_init(&once.vector, &f->problem, f->w) != GSL_SUCCESS ||
        !scale_columns(f, length)) {
        return;
    }
    direct = descend(f, &once.vector, STAGES);
    if (direct > freedom + 3 * sqrt(2 * freedom) && /* above what noise allows */
        !(descend(f, &staged.vector, 1) < direct)) {
        (void)descend(f, &once.vector, STAGES);
    }
    if (f->fatal == CAROM_OK) {
        check_minimum(f);
    }
}

static carom_status fit_solver(void *context, size_t i, carom_error *error)
{
    const fit *of = context;
    solver_fit *to = &of->solver[i];
    fitting f = {.fit = of, .to = to};
    const gsl_multifit_nlinear_parameters parameters = gsl_multifit_nlinear_default_parameters();
    if (to->failed) {
        return CAROM_OK;
    }
    f.problem = (gsl_multifit_nlinear_fdf){
        .f = set_residuals, .df = set_derivatives, .n = of->numbers, .p = to->keys, .params = &f};
    f.low = gsl_vector_alloc(of->numbers);
    f.decomposed = gsl_matrix_alloc(of->numbers, to->keys);
    f.w = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &parameters, of->numbers,
                                     to->keys);
    if (f.low == NULL || f.decomposed == NULL || f.w == NULL) {
        f.fatal = carom_error_no_memory(&f.error);
    } else {
        find_minimum(&f);
    }
    gsl_vector_free(f.low);
    gsl_matrix_free(f.decomposed);
    gsl_multifit_nlinear_free(f.w);
    if (f.fatal != CAROM_OK) {
        *error = f.error;
    }
    return f.fatal;
}

/* ---- recording ---- */

static int compare_samples(const void *a, const void *b)
{
    const recorded *left = a, *right = b;
    return left->t_s != right->t_s ? (left->t_s > right->t_s) - (left->t_s < right->t_s)
                                   : (left->ball > right->ball) - (left->ball < right->ball);
}

/* The recorded solver: by the option, by the scenario, or the first one. NULL: none. */
static const carom_scenario_solver *choose_record(carom_result *result, const char *to)
{
    const carom_scenario *scenario = result->scenario;
    to = to[0] != '\0' ? to : scenario->fit.to;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        if (carom_solver_has_traits(&spec->kind, CAROM_RECORDED) &&
            (to[0] == '\0' || strcmp(spec->name, to) == 0)) {
            return spec;
        }
    }
    carom_result_fail(result, CAROM_INVALID, "to",
                      to[0] == '\0' ? "no recording%s; expected a solver of kind: recorded"
                                    : "%.100s is not a recording; expected a solver of kind: "
                                      "recorded",
                      to);
    return NULL;
}

/* Read the samples during the run. The file is read twice, because memory of the arena is taken
 * while nothing else is held. */
static void read_record(fit *f, const carom_scenario_solver *record)
{
    carom_result *result = f->result;
    size_t room = 0, omitted = 0;
    if (record == NULL) {
        return;
    }
    for (int pass = 0; pass < 2 && !carom_result_failed(result); pass++) {
        carom_recording recording = {.track = NULL};
        room = f->samples;
        f->sample = carom_result_take(result, room + 1, sizeof *f->sample);
        f->samples = omitted = 0;
        (void)(carom_recording_load(&recording, &result->scenario->problem, record->kind.options,
                                    &result->error) == CAROM_OK);
        for (size_t i = 0; i < recording.count && !carom_result_failed(result); i++) {
            for (size_t k = 0; k < recording.track[i].count; k++) {
                const carom_track_sample *sample = &recording.track[i].sample[k];
                bool during = sample->t_s >= 0 && sample->t_s <= result->scenario->duration_s;
                if (during && f->samples < room) {
                    f->sample[f->samples] = (recorded){i, sample->t_s, sample->at};
                }
                f->samples += during && (pass == 0 || f->samples < room);
                omitted += !during;
            }
        }
        f->sigma_m = recording.sigma_m;
        carom_recording_free(&recording);
    }
    if (f->samples == 0 || !(f->sigma_m > 0)) {
        carom_result_fail(result, CAROM_INVALID, "to",
                          f->samples == 0
                              ? "%.100s has no position between 0 and duration_s"
                              : "sigma_m of %.100s is missing or 0; set it to the standard "
                                "deviation of a coordinate (m)",
                          record->name);
        return;
    }
    qsort(f->sample, f->samples, sizeof *f->sample, compare_samples);
    for (size_t k = 0; k < f->samples; k++) {
        f->varies[0] = f->varies[0] || f->sample[k].at_m.x != f->sample[0].at_m.x;
        f->varies[1] = f->varies[1] || f->sample[k].at_m.y != f->sample[0].at_m.y;
    }
    f->numbers = f->samples * ((size_t)f->varies[0] + f->varies[1]);
    if (omitted > 0) {
        carom_result_note(result, "%zu positions outside the duration of the run are omitted.",
                          omitted);
    }
}

/* ---- study ---- */

/* True for all keys except those of other solvers. */
static bool is_key_of(const char *key, const char *solver)
{
    size_t length = strlen(solver);
    return strncmp(key, "solvers.", 8) != 0 ||
           (strncmp(key + 8, solver, length) == 0 && key[8 + length] == '.');
}

/* Plan the fits of all solvers but recordings. Keys of solvers have the name of one, not its
 * number.
 */
static void plan_solvers(fit *f)
{
    const carom_scenario *scenario = f->result->scenario;
    bool owned[CAROM_CHANGED_KEYS] = {false};
    f->solver = carom_result_take(f->result, scenario->solvers.count + 1, sizeof *f->solver);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        solver_fit to = {.spec = spec};
        for (size_t j = 0; j < f->changed.count; j++) {
            if (is_key_of(f->changed.key[j].name, spec->name)) {
                to.key[to.keys++] = &f->changed.key[j];
                owned[j] = true;
            }
        }
        if (carom_study_includes(f->result->request, spec->name) &&
            !carom_solver_has_traits(&spec->kind, CAROM_RECORDED)) {
            to.at_m = carom_result_take(f->result, f->samples, sizeof *to.at_m);
            to.freedom = (double)f->numbers - (double)to.keys;
            carom_changed_own_values(&f->changed, to.value);
            f->solver[f->solvers++] = to;
        }
    }
    for (size_t j = 0; j < f->changed.count; j++) {
        if (!owned[j]) {
            carom_result_fail(f->result, CAROM_INVALID, "by",
                              "%.100s; expected solvers.NAME.KEY with the name of a solver",
                              f->changed.key[j].name);
        }
    }
    if (f->solvers == 0) {
        carom_result_fail(f->result, CAROM_INVALID, "solvers", "no solver to fit");
    }
}

/* Run all solvers with the starting values, for the scales of the keys. Reject those whose
 * derivatives by keys are wrong. */
static void examine(fit *f)
{
    carom_job *job = carom_result_jobs(f->result, f->solvers);
    double speed_mps = 0;
    for (size_t i = 0; i < f->solvers; i++) {
        carom_result_choose(f->result, &job[i].choice, &f->solver[i].spec->kind);
    }
    carom_result_run(f->result, job, f->solvers);
    for (size_t i = 0; i < f->solvers && !carom_result_failed(f->result); i++) {
        solver_fit *to = &f->solver[i];
        const carom_trajectory *run = &job[i].history;
        if (!carom_solver_is_smooth(&to->spec->kind)) {
            FAIL(to, "refused: contacts begin or end on a grid of time steps, so its derivatives "
                     "are wrong ('carom help studies'); use impulses, or springs with contacts: "
                     "exact and an integrator of order 2 or more");
        } else if (run->failure.status != CAROM_OK) {
            FAIL(to, "stops early: %.400s", run->failure.text);
        } else if (to->keys == 0 || f->numbers <= to->keys) {
            FAIL(to, "%zu numbers for %zu keys; expected more numbers than keys", f->numbers,
                 to->keys);
        }
        if (run->failure.status == CAROM_OK) {
            speed_mps = fmax(speed_mps, carom_changed_fastest(job[i].problem, &run->end));
        }
    }
    carom_changed_scale(&f->changed, speed_mps);
    carom_result_forget(job, f->solvers);
}

/* ---- rows ---- */

static void add_keys(const fit *f, const solver_fit *to)
{
    for (size_t j = 0; j < to->keys; j++) {
        const char *correlations = "";
        for (size_t k = 0; !to->failed && k < to->keys; k++) {
            double c = to->correlation[j][k];
            correlations = carom_arena_print(&f->result->arena, "%s%s%.4f", correlations,
                                             k == 0 ? "" : " ", fabs(c) < 5e-5 ? 0 : c);
        }
        carom_result_add(f->result, FRAME_KEYS, &(key_row){f, to, j, correlations});
    }
    if (to->note[0] != '\0') {
        carom_result_note(f->result, "%s: %s%s.", to->spec->name, to->failed ? "no result: " : "",
                          to->note);
    }
}

/* Add the residuals of a solver, and a comparison with the first rigid one, which may be NULL. A
 * difference counts if it is larger than noise; more so if even the better fit leaves more than
 * noise. */
static void add_model(const fit *f, const solver_fit *to, const solver_fit *rigid)
{
    model_row row = {.solver = to->spec->name,
                     .chi_square = to->chi_square,
                     .freedom = to->freedom,
                     .excess = (to->chi_square - to->freedom) / sqrt(2 * to->freedom),
                     .difference = NAN,
                     .least = NAN};
    for (size_t k = 0; k < f->samples; k++) {
        const recorded *at = &f->sample[k];
        carom_vec r = residual_of(f, to, k);
        double size = fmax(fabs(r.x), fabs(r.y));
        const char *ball = f->result->scenario->problem.ball[at->ball].name;
        carom_result_add(f->result, FRAME_RESIDUALS,
                         &(sample_row){row.solver, ball, at, to->at_m[k], r});
        row.outliers += size > outlier_sigma;
        if (size > row.largest) {
            row.largest = size;
            row.largest_s = at->t_s;
        }
    }
    if (rigid != NULL && rigid != to) {
        double better = fmin(to->chi_square / to->freedom, rigid->chi_square / rigid->freedom);
        row.difference = to->chi_square - rigid->chi_square;
        row.least = least_difference * fmax(1, better);
    }
    carom_result_add(f->result, FRAME_MODELS, &row);
}

static void add_rows(fit *f)
{
    const solver_fit *rigid = NULL;
    for (size_t i = f->solvers; i-- > 0;) {
        bool is_rigid = carom_solver_has_traits(&f->solver[i].spec->kind, CAROM_EXACT);
        rigid = is_rigid && !f->solver[i].failed ? &f->solver[i] : rigid;
    }
    for (const solver_fit *to = f->solver; to < f->solver + f->solvers; to++) {
        add_keys(f, to);
        if (!to->failed) {
            add_model(f, to, rigid);
        }
    }
    if (f->result->frame[FRAME_MODELS].rows == 0) {
        carom_result_stopped(
            f->result, "fit",
            &(carom_error){.status = CAROM_INVALID, .text = "no solver could be fitted"});
    }
}

static void fill(carom_result *result)
{
    fit *f = carom_result_take(result, 1, sizeof *f); /* outlives the names in its rows */
    f->result = result;
    const fit_keys *own = (const fit_keys *)result;
    read_record(f, choose_record(result, own->to_text));
    carom_changed_find(&f->changed, result, own->by_text, &result->scenario->fit.by, "");
    if (f->changed.count == 0) {
        carom_result_fail(result, CAROM_INVALID, "by",
                          "no key; expected fit.by=KEY[,KEY...] such as "
                          "balls.%s.vx_mps,restitution, or fit: { by: [...] } in the scenario",
                          result->scenario->problem.ball[0].name);
    }
    if (!carom_result_failed(result)) {
        plan_solvers(f);
        examine(f);
        carom_result_tasks(result, f->solvers, fit_solver, f);
    }
    if (!carom_result_failed(result)) {
        add_rows(f);
    }
}

static void plot(const carom_result *result, carom_plot *plot)
{
    const carom_frame *models = &result->frame[FRAME_MODELS];
    for (size_t i = 0; i < models->rows && i < CAROM_MAX_SHOWN_SOLVERS; i++) {
        carom_result_plot_solver(result, plot,
                                 ((const model_row *)carom_frame_row(models, i))->solver);
    }
    carom_plot_figure(plot, "fit", "fit", "Recorded and fitted positions over time, and residuals");
}

#define AT(member) offsetof(fit_keys, member)
static const carom_param keys[] = {
    {TEXT("by", AT(by_text), "", CAROM_CHANGED_TEXT,
          "keys to fit, separated by commas, as for --set; the scenario's by default")},
    {TEXT("to", AT(to_text), "", CAROM_NAME_SIZE,
          "recorded solver that is fitted; the scenario's by default, or the first one")},
    {.key = NULL}};

const carom_study_entry carom_study_fit = {
    .about = {.name = "fit",
              .summary = "least squares of keys of the scenario to a recorded run",
              .params = keys,
              .options_size = sizeof(fit_keys)},
    .text = STUDY_FIT_TEXT,
    .notes = STUDY_FIT_NOTES,
    .keys = "fit",
    .fill = fill,
    .tables = tables,
    .figures = "fit.*",
    .plot = plot};
