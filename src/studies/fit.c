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
#include <gsl/gsl_rng.h>

/* Offset of the central differences over the scale of a key; and over its standard error, for mean
 * slopes around a kink. */
static const double difference_step = 1e-5, kink_step = 0.5;

/* End of a descent: relative change of all keys, at a kink over their standard errors; and the
 * largest decrease of chi-square, per its own size by the degrees of freedom, that another step may
 * predict. */
static const double step_tolerance = 1e-9, kink_tolerance = 1e-2, decrease_tolerance = 1e-3;
enum { MOST_STEPS = 200, MOST = CAROM_CHANGED_KEYS, STAGES = 8 /* parts of the samples */ };

/* Smallest effect of a change of a key by its scale, in sigma over all samples. Keys that only act
 * together: their dependence increases the squares of their errors by more than this, and by this
 * part of the largest factor; a sum that makes the products regular. */
static const double least_effect = 1e-6, most_inflation = 1e10, least_part = 0.01,
                    singular_addend = 1e-14;

/* Distance of a fitted value from its start, in scales of its key, at which it is unbounded.
 * Residual of a sample that a solver does not reach, in sigma: every step to it is rejected.
 * Residual of an outlier, in sigma: 6e-5 of normal errors are larger. Part of the positions: if
 * more are outliers, the model does not fit. */
static const double farthest = 1e3, unreachable = 1e8, outlier_sigma = 4, most_outliers = 0.1;

/* Chi-square that sigma_m explains, in standard deviations around its mean: beyond them the scatter
 * of the residuals replaces sigma_m in the errors. */
static const double explained = 3;

/* Difference of chi-square that counts: if the other model is right, its chance is at most
 * exp(-9/2) = 1.1 % (Markov's inequality for the ratio of likelihoods). */
static const double least_difference = 9;

/* The fit of a solver. */
typedef struct {
    const carom_scenario_solver *spec;
    const carom_changed_key *key[CAROM_CHANGED_KEYS]; /* keys of other solvers do not count */
    size_t keys;
    double value[CAROM_CHANGED_KEYS]; /* of all keys, indexed like changed.key */
    double error[CAROM_CHANGED_KEYS]; /* standard errors, indexed like `key` */
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
    recorded *sample;        /* sorted by time */
    size_t samples, numbers; /* a coordinate of a ball that never changes has no scatter */
    double sigma_m;
    double digit_m; /* last one of the film */
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
    NUMBER(table, error, "", KNOWN(r->to->error[r->key]), "standard error")                        \
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

typedef struct { /* the study begins with its keys */
    carom_result result;
    char by_text[CAROM_CHANGED_TEXT], to_text[CAROM_NAME_SIZE]; /* empty: those of the scenario */
} fit_keys;

typedef struct {
    const fit *fit;
    solver_fit *to;
    gsl_multifit_nlinear_fdf problem;
    gsl_multifit_nlinear_workspace *w;
    gsl_vector *low;        /* residuals below a value */
    gsl_matrix *derivative; /* with columns of length 1 */
    double step[MOST];      /* of the differences */
    double tolerance;       /* of the steps of a descent */
    size_t until;           /* number of samples that count */
    carom_error error;      /* of the last invalid values; or interrupted */
    bool valid, edge; /* of the last values; if not of those next to them, `error` has the reason */
    bool ended;       /* the last descent has ended before MOST_STEPS */
} fitting;

static bool is_interrupted(const fitting *f)
{
    return f->error.status == CAROM_INTERRUPTED;
}

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

/* Residuals for coordinates @p x: 1 is the starting value, and 1 more the scale of the key. */
static int compute_residuals(const gsl_vector *x, void *context, gsl_vector *residual)
{
    fitting *f = context;
    const fit *of = f->fit;
    for (size_t j = 0; j < f->to->keys; j++) {
        const carom_changed_key *key = f->to->key[j];
        f->to->value[key - of->changed.key] = key->value + (gsl_vector_get(x, j) - 1) * key->scale;
    }
    f->valid = !is_interrupted(f) && compute_positions(f) == CAROM_OK;
    for (size_t k = 0; k < of->samples; k++) {
        carom_vec r = k >= f->until ? (carom_vec){0, 0}
                    : f->valid      ? residual_of(of, f->to, k)
                                    : (carom_vec){unreachable, unreachable};
        gsl_vector_set(residual, 2 * k, r.x);
        gsl_vector_set(residual, 2 * k + 1, r.y);
    }
    f->edge = f->edge || !f->valid;
    return is_interrupted(f) ? GSL_EFAILED : GSL_SUCCESS;
}

/* Central differences; one-sided where one side is invalid. */
static int set_derivatives(const gsl_vector *x, void *context, gsl_matrix *derivative)
{
    fitting *f = context;
    double near[MOST];
    gsl_vector_view at = gsl_vector_view_array(near, x->size);
    f->edge = false;
    for (size_t j = 0; j < x->size && !is_interrupted(f); j++) {
        gsl_vector_view high = gsl_matrix_column(derivative, j);
        double offset[2] = {-f->step[j], f->step[j]};
        for (int side = 0; side < 2; side++) {
            gsl_vector *residual = side == 0 ? f->low : &high.vector;
            gsl_vector_memcpy(&at.vector, x);
            *gsl_vector_ptr(&at.vector, j) += offset[side];
            (void)compute_residuals(&at.vector, f, residual);
            if (!f->valid) {
                offset[side] = 0;
                (void)compute_residuals(x, f, residual);
            }
        }
        gsl_vector_sub(&high.vector, f->low);
        gsl_vector_scale(&high.vector, offset[1] > offset[0] ? 1 / (offset[1] - offset[0]) : 0);
    }
    return is_interrupted(f) ? GSL_EFAILED : GSL_SUCCESS;
}

/* ---- the minimum ---- */

/* Copy the derivatives J with columns of length 1, and invert J^T J. Report keys without effect,
 * keys that only act together, and a key whose fitted value is unbounded: a stiffness, if the
 * recording shows rigid balls. */
static void invert_derivatives(fitting *f, double *length, gsl_matrix *inverse)
{
    gsl_vector_view diagonal = gsl_matrix_diagonal(inverse);
    gsl_matrix_memcpy(f->derivative, gsl_multifit_nlinear_jac(f->w));
    for (size_t j = 0; j < f->to->keys; j++) {
        const carom_changed_key *key = f->to->key[j];
        double value = f->to->value[key - f->fit->changed.key];
        gsl_vector_view column = gsl_matrix_column(f->derivative, j);
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
    if (!f->to->failed) {
        gsl_blas_dsyrk(CblasLower, CblasTrans, 1, f->derivative, 0, inverse);
        gsl_vector_add_constant(&diagonal.vector, singular_addend);
        gsl_linalg_cholesky_decomp1(inverse);
        gsl_linalg_cholesky_invert(inverse);
        double most = gsl_vector_max(&diagonal.vector);
        for (size_t j = 0; j < f->to->keys && most > most_inflation; j++) {
            if (gsl_vector_get(&diagonal.vector, j) > least_part * most) {
                carom_text_append(f->to->note, sizeof f->to->note, "%s%s",
                                  f->to->failed ? " and " : "", f->to->key[j]->name);
                f->to->failed = true;
            }
        }
        carom_text_append(f->to->note, sizeof f->to->note, "%s",
                          f->to->failed ? " act only together: the recording cannot tell their "
                                          "changes apart; fit one key less"
                                        : "");
    }
}

/* Mean squares of the changes of the keys by rounding, in units of 1/length. They depend on the
 * motion: at a speed of whole pixels a frame, the errors of all samples are the same. Copies of the
 * fitted motion, with every ball shifted by a part of a digit, are rounded. */
static void scatter_by_rounding(fitting *f, const gsl_matrix *inverse, double *square)
{
    enum { COPIES = 100 };
    const fit *of = f->fit;
    size_t balls = of->result->scenario->problem.count;
    double sum[MOST], change[MOST], *shift = carom_allocate(2 * balls, sizeof *shift); /* digits */
    gsl_vector_view in = gsl_vector_view_array(sum, f->to->keys),
                    out = gsl_vector_view_array(change, f->to->keys);
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
    memset(square, 0, MOST * sizeof *square);
    for (int copy = 0; copy < COPIES; copy++) {
        for (size_t i = 0; i < 2 * balls; i++) {
            shift[i] = gsl_rng_uniform(random);
        }
        for (size_t k = 0; k < 2 * of->samples; k++) {
            recorded *at = &of->sample[k / 2];
            double digits = (k % 2 == 0 ? f->to->at_m[k / 2].x : f->to->at_m[k / 2].y) /
                                of->digit_m +
                            shift[2 * at->ball + k % 2],
                   error_m = (floor(digits + 0.5) - digits) * of->digit_m;
            gsl_vector_set(f->low, k, error_m / of->sigma_m);
        }
        gsl_blas_dgemv(CblasTrans, 1, f->derivative, f->low, 0, &in.vector);
        gsl_blas_dgemv(CblasNoTrans, 1, inverse, &in.vector, 0, &out.vector);
        for (size_t j = 0; j < f->to->keys; j++) {
            square[j] += change[j] * change[j] / COPIES;
        }
    }
    gsl_rng_free(random);
    free(shift);
}

/* Set errors and correlations at the end of a descent. @return the largest decrease of chi-square
 * that a step may still promise, over what a minimum allows; NaN: no regular minimum, for the
 * reason in `note` */
static double evaluate_minimum(fitting *f)
{
    solver_fit *to = f->to;
    gsl_vector *residual = gsl_multifit_nlinear_residual(f->w);
    size_t n = to->keys;
    double length[MOST], slope[MOST], step[MOST], square[MOST], array[MOST * MOST], decrease;
    gsl_vector_view g = gsl_vector_view_array(slope, n), s = gsl_vector_view_array(step, n);
    gsl_matrix_view inverse = gsl_matrix_view_array(array, n, n);
    (void)compute_residuals(gsl_multifit_nlinear_position(f->w), f, residual);
    invert_derivatives(f, length, &inverse.matrix);
    if (to->failed) {
        return NAN;
    }
    gsl_blas_ddot(residual, residual, &to->chi_square);
    gsl_blas_dgemv(CblasTrans, 1, f->derivative, residual, 0, &g.vector);
    gsl_blas_dgemv(CblasNoTrans, 1, &inverse.matrix, &g.vector, 0, &s.vector);
    gsl_blas_ddot(&g.vector, &s.vector, &decrease);
    double mean = to->freedom, ratio = to->chi_square / fmax(1, mean), /* of variances */
        rounding = pow(f->fit->digit_m / f->fit->sigma_m, 2) / 12;
    bool rounded = ratio < 2 * rounding, /* at least half of the scatter is */
        known = mean <= 10 || fabs(to->chi_square - mean) <= explained * sqrt(2 * mean);
    if (rounded) {
        scatter_by_rounding(f, &inverse.matrix, square);
    }
    for (size_t a = 0; a < n; a++) {
        double own = gsl_matrix_get(&inverse.matrix, a, a);
        double variance = rounded ? square[a] + fmax(0, ratio - rounding) * own
                        : known   ? own
                                  : ratio * own;
        to->error[a] = sqrt(variance) / length[a] * to->key[a]->scale;
        for (size_t b = 0; b < n; b++) {
            to->correlation[a][b] = gsl_matrix_get(&inverse.matrix, a, b) /
                                    sqrt(own * gsl_matrix_get(&inverse.matrix, b, b));
        }
    }
    return decrease / decrease_tolerance / fmax(1, ratio);
}

/* Minimize chi-square of the first samples, then of more, up to all; at last @p x is the minimum.
 *  @param stage  first part, in STAGES
 *  @return chi-square */
static double descend(fitting *f, gsl_vector *x, size_t stage)
{
    double norm = INFINITY;
    int info;
    for (; stage <= STAGES && !is_interrupted(f); stage++) {
        f->until = f->fit->samples * stage / STAGES;
        if (gsl_multifit_nlinear_init(x, &f->problem, f->w) == GSL_SUCCESS) {
            int still = 0; /* times without progress: at a kink, or at rounding */
            f->ended = false;
            for (int n = 0; n < MOST_STEPS && !f->ended; n++) {
                still = gsl_multifit_nlinear_iterate(f->w) == GSL_SUCCESS ? 0 : still + 1;
                f->ended = still == 2 || gsl_multifit_nlinear_test(f->tolerance, 0, 0, &info,
                                                                   f->w) == GSL_SUCCESS;
            }
            gsl_vector_memcpy(x, gsl_multifit_nlinear_position(f->w));
            norm = gsl_blas_dnrm2(gsl_multifit_nlinear_residual(f->w));
        }
    }
    return norm * norm;
}

/* Evaluate the minimum. Where a collision passes a sample, chi-square has a kink, which can be its
 * minimum: then mean slopes over the standard errors lead to it. */
static void check_minimum(fitting *f, gsl_vector *x)
{
    double decrease = evaluate_minimum(f);
    if (decrease > 1 && !f->edge) {
        f->tolerance = 1;
        for (size_t j = 0; j < f->to->keys; j++) {
            double error = f->to->error[j] / f->to->key[j]->scale;
            f->step[j] = kink_step * error;
            f->tolerance = fmin(f->tolerance, kink_tolerance * error);
        }
        (void)descend(f, x, STAGES);
        decrease = is_interrupted(f) ? NAN : evaluate_minimum(f);
        if (!f->to->failed) {
            snprintf(f->to->note, sizeof f->to->note,
                     "chi-square has a kink at its minimum, as where a collision passes a recorded "
                     "position; the errors hold for mean slopes");
        }
    }
    if (decrease > 1 && f->edge) {
        FAIL(f->to, "the minimum or the starting value is at an edge of the allowed values: %.300s",
             f->error.text);
    } else if (!f->ended && !f->to->failed) {
        FAIL(f->to,
             "does not converge (chi-square is %.4g); choose starting values (--set) closer to the "
             "recording, with the same collisions",
             f->to->chi_square);
    }
}

/* Descend from the starting values at once, and in stages if noise does not explain chi-square. In
 * stages, a late or early collision is corrected before the next: otherwise the descent can end
 * where a sample lies on the wrong side of a collision. */
static void find_minimum(fitting *f)
{
    double freedom = f->to->freedom, first[2][MOST];
    gsl_vector_view once = gsl_vector_view_array(first[0], f->to->keys),
                    staged = gsl_vector_view_array(first[1], f->to->keys);
    gsl_vector_set_all(&once.vector, 1);
    gsl_vector_set_all(&staged.vector, 1);
    double direct = descend(f, &once.vector, STAGES);
    bool explains = direct <= freedom + explained * sqrt(2 * freedom);
    if (!explains && descend(f, &staged.vector, 1) < direct) {
        once = staged;
    }
    (void)(explains ? 0 : descend(f, &once.vector, STAGES));
    if (!is_interrupted(f)) {
        check_minimum(f, &once.vector);
    }
}

static carom_status fit_solver(void *context, size_t i, carom_error *error)
{
    const fit *of = context;
    solver_fit *to = &of->solver[i];
    size_t n = 2 * of->samples;
    fitting f = {.fit = of, .to = to, .tolerance = step_tolerance};
    const gsl_multifit_nlinear_parameters parameters = gsl_multifit_nlinear_default_parameters();
    if (to->failed) {
        return CAROM_OK;
    }
    for (size_t j = 0; j < to->keys; j++) {
        f.step[j] = difference_step;
    }
    f.problem = (gsl_multifit_nlinear_fdf){
        .f = compute_residuals, .df = set_derivatives, .n = n, .p = to->keys, .params = &f};
    f.low = gsl_vector_alloc(n);
    f.derivative = gsl_matrix_alloc(n, to->keys);
    f.w = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &parameters, n, to->keys);
    CAROM_NEED(f.low != NULL && f.derivative != NULL && f.w != NULL);
    find_minimum(&f);
    gsl_vector_free(f.low);
    gsl_matrix_free(f.derivative);
    gsl_multifit_nlinear_free(f.w);
    if (is_interrupted(&f)) {
        *error = f.error;
    }
    return is_interrupted(&f) ? CAROM_INTERRUPTED : CAROM_OK;
}

/* ---- recording ---- */

static int compare_samples(const void *a, const void *b)
{
    const recorded *left = a, *right = b;
    return left->t_s == right->t_s ? (left->ball > right->ball) - (left->ball < right->ball)
         : left->t_s > right->t_s  ? 1
                                   : -1;
}

/* The recorded solver of this name, or the first one. NULL: none. */
static const carom_scenario_solver *choose_record(carom_result *result, const char *to)
{
    const carom_scenario *scenario = result->scenario;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        if (carom_solver_has_traits(&spec->kind, CAROM_RECORDED) &&
            (to[0] == '\0' || strcmp(spec->name, to) == 0)) {
            return spec;
        }
    }
    carom_result_fail(result, CAROM_INVALID, "to", "%.100s; expected a solver of kind: recorded",
                      to[0] == '\0'
                          ? "no recording"
                          : carom_arena_print(&result->arena, "%s is not a recording", to));
    return NULL;
}

/* Read the samples during the run. */
static void read_record(fit *f, const carom_scenario_solver *record)
{
    carom_result *result = f->result;
    carom_recording recording = {.track = NULL};
    size_t room = 1;
    if (record == NULL || carom_recording_load(&recording, &result->scenario->problem,
                                               record->kind.options, &result->error) != CAROM_OK) {
        carom_recording_free(&recording);
        return;
    }
    for (size_t i = 0; i < recording.count; i++) {
        room += recording.track[i].count;
    }
    f->sample = carom_result_take(result, room, sizeof *f->sample);
    for (size_t i = 0; i < recording.count; i++) {
        const size_t before = f->samples;
        bool moves_x = false, moves_y = false;
        for (size_t k = 0; k < recording.track[i].count; k++) {
            const carom_track_sample *sample = &recording.track[i].sample[k];
            if (sample->t_s >= 0 && sample->t_s <= result->scenario->duration_s) {
                f->sample[f->samples++] = (recorded){i, sample->t_s, sample->at};
                moves_x = moves_x || sample->at.x != f->sample[before].at_m.x;
                moves_y = moves_y || sample->at.y != f->sample[before].at_m.y;
            }
        }
        f->numbers += (f->samples - before) * ((size_t)moves_x + moves_y);
    }
    f->sigma_m = recording.sigma_m;
    f->digit_m = recording.last_digit_m;
    carom_recording_free(&recording);
    if (f->samples == 0) {
        carom_result_fail(result, CAROM_INVALID, "to", "no position between 0 and duration_s");
    }
    if (!(((const carom_recorded_options *)record->kind.options)->sigma_m > 0)) {
        carom_result_note(result, "sigma_m = %.3g m is estimated from the scatter of the film.",
                          f->sigma_m);
    }
    qsort(f->sample, f->samples, sizeof *f->sample, compare_samples);
}

/* ---- study ---- */

/* Plan the fits of all solvers but recordings. Keys of other solvers do not count. Keys of solvers
 * have the name of one, not its number. */
static void plan_solvers(fit *f)
{
    const carom_scenario *scenario = f->result->scenario;
    bool owned[CAROM_CHANGED_KEYS] = {false};
    f->solver = carom_result_take(f->result, scenario->solvers.count + 1, sizeof *f->solver);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(scenario, i);
        const char *prefix = carom_arena_print(&f->result->arena, "solvers.%s.", spec->name);
        solver_fit to = {.spec = spec};
        for (size_t j = 0; j < f->changed.count; j++) {
            const char *key = f->changed.key[j].name;
            if (strncmp(key, "solvers.", 8) != 0 || strncmp(key, prefix, strlen(prefix)) == 0) {
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
        carom_choice_copy(&job[i].choice, &f->solver[i].spec->kind);
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
        } else if (to->keys == 0 || !(to->freedom > 0)) {
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
 * difference counts if it is larger than noise, and than what the better fit leaves. */
static void add_model(const fit *f, const solver_fit *to, const solver_fit *rigid)
{
    model_row row = {.solver = to->spec->name,
                     .chi_square = to->chi_square,
                     .freedom = to->freedom,
                     .excess = (to->chi_square - to->freedom) / sqrt(2 * to->freedom),
                     .difference = NAN,
                     .least = NAN};
    enum { LISTED = 8 };
    const char *list = "";
    for (size_t k = 0; k < f->samples; k++) {
        const recorded *at = &f->sample[k];
        carom_vec r = residual_of(f, to, k);
        double size = fmax(fabs(r.x), fabs(r.y));
        const char *ball = f->result->scenario->problem.ball[at->ball].name;
        carom_result_add(f->result, FRAME_RESIDUALS,
                         &(sample_row){row.solver, ball, at, to->at_m[k], r});
        if (size > outlier_sigma && ++row.outliers <= LISTED) {
            list = carom_arena_print(&f->result->arena, "%s%s%s at %.6g s", list,
                                     row.outliers > 1 ? ", " : "", ball, at->t_s);
        }
        row.largest_s = size > row.largest ? at->t_s : row.largest_s;
        row.largest = fmax(size, row.largest);
    }
    if (rigid != NULL && rigid != to) {
        row.difference = to->chi_square - rigid->chi_square;
        row.least = least_difference *
                    fmax(1, fmin(to->chi_square / to->freedom, rigid->chi_square / rigid->freedom));
    }
    carom_result_add(f->result, FRAME_MODELS, &row);
    if (row.outliers > 0) {
        bool fits = to->chi_square <= outlier_sigma * outlier_sigma * to->freedom &&
                    row.outliers <= most_outliers * (double)f->samples;
        carom_result_note(f->result,
                          "%s: %g position%s more than %g sigma_m off, none is dropped: %s%s.%s",
                          row.solver, row.outliers, carom_plural(row.outliers), outlier_sigma, list,
                          row.outliers > LISTED ? ", ..." : "",
                          fits ? "" : " The model does not fit; its values mean nothing.");
    }
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
        const carom_error none = {.status = CAROM_INVALID, .text = "no solver could be fitted"};
        carom_result_stopped(f->result, "fit", &none);
    }
}

static void fill(carom_result *result)
{
    fit *f = carom_result_take(result, 1, sizeof *f); /* outlives the names in its rows */
    f->result = result;
    const fit_keys *own = (const fit_keys *)result;
    read_record(f, choose_record(result, own->to_text[0] != '\0' ? own->to_text
                                                                 : result->scenario->fit.to));
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
