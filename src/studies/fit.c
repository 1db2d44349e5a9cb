/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom fit: least squares of scenario keys to recorded positions, for every solver whose
 * derivatives can be used. Levenberg and Marquardt's method of GSL, with central differences. */
#include "studies/fit.h"
#include "solvers/solvers.h"
#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit_nlinear.h>

/* Offset of the central differences over the scale of a key. */
static const double difference_step = 1e-5;

/* Relative change of all keys below which the iteration ends, and the largest number of steps. */
static const double step_tolerance = 1e-9;
enum { MOST_STEPS = 200 };

/* Parts of the samples that are fitted one after the other. */
enum { STAGES = 8 };

/* Largest decrease of chi-square, per its own size by the degrees of freedom, that another step may
 * predict at a minimum. */
static const double decrease_tolerance = 1e-3;

/* Smallest effect of a change of a key by its scale, in sigma over all samples. */
static const double least_effect = 1e-6;

/* Smallest ratio of the singular values of independent keys. */
static const double least_singular = 1e-5;

/* Distance of a fitted value from its start, in scales of its key, at which it is unbounded. */
static const double farthest = 1e3;

/* Residual of a sample that a solver does not reach, in sigma: every step to it is rejected. */
static const double unreachable = 1e8;

#define FAIL(result, ...) snprintf((result)->failure, sizeof(result)->failure, __VA_ARGS__)

typedef struct {
    const carom_fit *fit;
    const carom_gradient_solver *solver;
    carom_fit_solver *result;
    gsl_multifit_nlinear_fdf problem;
    gsl_multifit_nlinear_workspace *w;
    gsl_vector *low;                /* residuals below a value */
    gsl_matrix *x, *v, *decomposed; /* x: columns of coordinates, and scratch */
    size_t until;                   /* number of samples that count */
    carom_status fatal;             /* no memory or interrupted, with `error` */
    carom_error error, invalid;
    bool edge; /* values next to the last ones are invalid, for the reason in `invalid` */
} fitting;

/* Columns of `x`. */
enum { DIRECT, STAGED, NEAR, SINGULAR, SCRATCH, COLUMNS };

static const carom_gradient_key *key_at(const fitting *f, size_t j)
{
    return &f->fit->gradient.key[f->result->key[j]];
}

/* ---- residuals ---- */

/* Compute the positions at the times of the samples.
 *  @return an error with the reason if the values are invalid or the solver stops early */
static carom_status compute_positions(fitting *f)
{
    const carom_fit_sample *sample = f->fit->sample;
    carom_scenario scenario = {.version = 0};
    carom_choice choice = {NULL, NULL};
    carom_solver_run run = {.name = ""};
    carom_status status = carom_gradient_load(&f->fit->gradient, f->solver, f->result->value,
                                              &scenario, &f->error);
    CAROM_THEN(status, carom_gradient_choose(&choice, &scenario, f->solver, &f->error));
    if (status == CAROM_OK) {
        status = carom_solver_run_open(&run, "", &scenario.problem, &choice, false,
                                       f->fit->gradient.study->stop, &f->error);
        for (size_t k = 0; k < f->until && status == CAROM_OK; k++) {
            carom_solver_run_advance(&run, sample[k].t_s);
            if (carom_solver_run_has_failed(&run)) {
                f->error = run.failure;
                status = run.failure.status;
            } else if (k == 0 || sample[k].t_s > sample[k - 1].t_s) {
                carom_solver_run_sample(&run);
            }
            f->result->at_m[k] = carom_flight_from_sample(&run.sample, sample[k].ball).at;
        }
        carom_solver_run_close(&run);
    }
    carom_choice_free(&choice);
    carom_scenario_free(&scenario);
    return status;
}

carom_vec carom_fit_residual(const carom_fit *fit, size_t i, size_t sample)
{
    const carom_problem *problem = &fit->gradient.study->scenario->problem;
    return carom_vec_divide(
        carom_torus_shortest(
            problem, carom_vec_subtract(fit->solver[i].at_m[sample], fit->sample[sample].at_m)),
        fit->sigma_m);
}

/* Residuals for coordinates @p x: 1 is the starting value, and 1 more the scale of the key.
 *  @return false: no residuals */
static bool compute_residuals(fitting *f, const gsl_vector *x, gsl_vector *residual)
{
    const carom_fit *fit = f->fit;
    size_t i = (size_t)(f->result - fit->solver), n = 0;
    for (size_t j = 0; j < f->result->keys; j++) {
        f->result->value[f->result->key[j]] = key_at(f, j)->value +
                                              (gsl_vector_get(x, j) - 1) * key_at(f, j)->scale;
    }
    carom_status status = f->fatal != CAROM_OK ? f->fatal : compute_positions(f);
    if (status == CAROM_NO_MEMORY || status == CAROM_INTERRUPTED) {
        f->fatal = status;
    } else if (status != CAROM_OK) {
        f->invalid = f->error;
    }
    for (size_t k = 0; k < fit->samples; k++) {
        carom_vec r = k >= f->until      ? (carom_vec){0, 0}
                    : status == CAROM_OK ? carom_fit_residual(fit, i, k)
                                         : (carom_vec){unreachable, unreachable};
        for (int c = 0; c < 2; c++) {
            if (fit->varies[c]) {
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
    gsl_vector_view at = gsl_matrix_column(f->x, NEAR);
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

/* Copy the derivatives with columns of length 1. Report a key without effect. */
static bool scale_columns(fitting *f, double *length)
{
    gsl_matrix_memcpy(f->decomposed, gsl_multifit_nlinear_jac(f->w));
    for (size_t j = 0; j < f->result->keys; j++) {
        gsl_vector_view column = gsl_matrix_column(f->decomposed, j);
        length[j] = gsl_blas_dnrm2(&column.vector);
        if (!(length[j] > least_effect)) {
            FAIL(f->result,
                 "%s has no effect on the recorded positions; remove it from fit.by, or choose "
                 "starting values (--set) with the collisions of the film",
                 key_at(f, j)->name);
            return false;
        }
        gsl_vector_scale(&column.vector, 1 / length[j]);
    }
    return true;
}

/* Report a key whose fitted value is unbounded: a stiffness, if the recording shows rigid balls. */
static bool check_bounds(fitting *f)
{
    for (size_t j = 0; j < f->result->keys; j++) {
        const carom_gradient_key *key = key_at(f, j);
        double value = f->result->value[f->result->key[j]];
        if (fabs(value - key->value) > farthest * key->scale) {
            FAIL(f->result,
                 "%s has gone from %.3g to %.3g: the recording does not bound it on this side; "
                 "remove it from fit.by, or choose a starting value closer to the recording",
                 key->name, key->value, value);
            return false;
        }
    }
    return true;
}

/* Report keys that only act together: their changes cancel in the last direction. */
static void report_dependence(fitting *f)
{
    static const double least_part = 0.1;
    char *text = f->result->failure;
    size_t size = sizeof f->result->failure;
    for (size_t j = 0; j < f->v->size1; j++) {
        if (fabs(gsl_matrix_get(f->v, j, f->v->size2 - 1)) > least_part) {
            carom_text_append(text, size, "%s%s", text[0] == '\0' ? "" : " and ",
                              key_at(f, j)->name);
        }
    }
    carom_text_append(text, size,
                      " act only together: the recording cannot tell their changes apart; fit one "
                      "key less");
}

/* Set errors and correlations from the decomposition U S V^T of the scaled derivatives. */
static void set_errors(fitting *f, const gsl_vector *s, const double *length)
{
    size_t n = f->v->size1;
    double variance[CAROM_GRADIENT_KEYS];
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++) {
            for (size_t k = 0; k < n; k++) {
                f->result->correlation[a][b] += gsl_matrix_get(f->v, a, k) *
                                                gsl_matrix_get(f->v, b, k) /
                                                (gsl_vector_get(s, k) * gsl_vector_get(s, k));
            }
        }
        variance[a] = f->result->correlation[a][a];
        f->result->error[a] = sqrt(variance[a]) / length[a] * key_at(f, a)->scale;
    }
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++) {
            f->result->correlation[a][b] /= sqrt(variance[a] * variance[b]);
        }
    }
}

/* Check that the fit has ended at a regular minimum, and set its errors. */
static void evaluate_minimum(fitting *f)
{
    const gsl_vector *residual = gsl_multifit_nlinear_residual(f->w);
    gsl_vector_view s = gsl_matrix_column(f->x, SINGULAR), work = gsl_matrix_column(f->x, SCRATCH);
    double length[CAROM_GRADIENT_KEYS], decrease, allowed;
    if (!check_bounds(f) || !scale_columns(f, length)) {
        return;
    }
    gsl_linalg_SV_decomp(f->decomposed, f->v, &s.vector, &work.vector);
    if (gsl_vector_get(&s.vector, f->result->keys - 1) <
        least_singular * gsl_vector_get(&s.vector, 0)) {
        report_dependence(f);
        return;
    }
    gsl_blas_ddot(residual, residual, &f->result->chi_square);
    gsl_blas_dgemv(CblasTrans, 1, f->decomposed, residual, 0, &work.vector);
    gsl_blas_ddot(&work.vector, &work.vector, &decrease);
    allowed = decrease_tolerance *
              fmax(1, f->result->chi_square / fmax(1, carom_fit_freedom(f->fit, f->result)));
    if (decrease > allowed && f->edge) {
        FAIL(f->result,
             "the minimum or the starting value is at an edge of the allowed values: %.300s",
             f->invalid.text);
    } else if (decrease > allowed) {
        FAIL(f->result,
             "does not converge (chi-square is %.4g); choose starting values (--set) closer to "
             "the recording, with the same collisions",
             f->result->chi_square);
    }
    set_errors(f, &s.vector, length);
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
    double length[CAROM_GRADIENT_KEYS], direct, freedom = carom_fit_freedom(f->fit, f->result);
    gsl_vector_view once = gsl_matrix_column(f->x, DIRECT),
                    staged = gsl_matrix_column(f->x, STAGED), best = once;
    gsl_matrix_set_all(f->x, 1);
    f->until = f->fit->samples;
    if (gsl_multifit_nlinear_init(&once.vector, &f->problem, f->w) != GSL_SUCCESS ||
        !scale_columns(f, length)) {
        return;
    }
    direct = descend(f, &once.vector, STAGES);
    if (direct > freedom + 3 * sqrt(2 * freedom)) { /* above what noise allows */
        if (descend(f, &staged.vector, 1) < direct) {
            best = staged;
        } else {
            (void)descend(f, &once.vector, STAGES);
        }
    }
    (void)compute_residuals(f, &best.vector, gsl_multifit_nlinear_residual(f->w));
    if (f->fatal == CAROM_OK) {
        evaluate_minimum(f);
    }
}

/* ---- solvers ---- */

/* True if positions change smoothly with keys: rigid balls with exact impacts, and springs whose
 * contacts begin and end between steps. Ends on steps make positions jump. */
static bool is_smooth(const carom_choice *kind)
{
    carom_springs springs = {.located = false};
    return carom_solver_springs(kind, &springs) ? springs.located && springs.integrator->order > 1
                                                : carom_solver_has_traits(kind, CAROM_EXACT);
}

/* Reject a solver whose derivatives by keys are wrong or unknown. */
static void check_solver(const carom_fit *fit, const carom_gradient_solver *solver,
                         carom_fit_solver *result)
{
    const carom_choice *kind =
        &carom_scenario_find_solver(fit->gradient.study->scenario, solver->name)->kind;
    if (!is_smooth(kind)) {
        FAIL(result,
             "refused: contacts begin or end on a grid of time steps, so its derivatives are wrong "
             "('carom help gradients'); use impulses, or springs with contacts: located and an "
             "integrator of order 2 or more");
    } else if (solver->failure[0] != '\0') {
        FAIL(result, "stops early: %.400s", solver->failure);
    } else if (result->keys == 0 || fit->numbers <= result->keys) {
        FAIL(result, "%zu numbers for %zu keys; expected more numbers than keys", fit->numbers,
             result->keys);
    }
}

/* True for all keys except those of other solvers. */
static bool is_key_of(const char *key, const char *solver)
{
    size_t length = strlen(solver);
    return strncmp(key, "solvers.", 8) != 0 ||
           (strncmp(key + 8, solver, length) == 0 && key[8 + length] == '.');
}

/* Check that keys of solvers have the name of a solver, not its number. */
static carom_status check_keys(const carom_fit *fit, const carom_scenario *scenario,
                               carom_error *error)
{
    for (size_t j = 0; j < fit->gradient.keys; j++) {
        const char *name = fit->gradient.key[j].name;
        size_t i = 0;
        while (i < scenario->solvers.count &&
               !is_key_of(name, carom_scenario_solver_at(scenario, i)->name)) {
            i++;
        }
        if (i == scenario->solvers.count) {
            return carom_error_set(error, CAROM_INVALID, "by",
                                   "%.100s; expected solvers.NAME.KEY with the name of a solver",
                                   name);
        }
    }
    return CAROM_OK;
}

static carom_status fit_solver(void *context, size_t i, carom_error *error)
{
    carom_fit *fit = context;
    carom_fit_solver *result = &fit->solver[i];
    fitting f = {.fit = fit, .solver = &fit->gradient.solver[i], .result = result};
    const gsl_multifit_nlinear_parameters parameters = gsl_multifit_nlinear_default_parameters();
    for (size_t j = 0; j < fit->gradient.keys; j++) {
        result->value[j] = fit->gradient.key[j].value;
        if (is_key_of(fit->gradient.key[j].name, f.solver->name)) {
            result->key[result->keys++] = j;
        }
    }
    check_solver(fit, f.solver, result);
    if (result->failure[0] != '\0') {
        return CAROM_OK;
    }
    f.problem = (gsl_multifit_nlinear_fdf){.f = set_residuals,
                                           .df = set_derivatives,
                                           .n = fit->numbers,
                                           .p = result->keys,
                                           .params = &f};
    f.low = gsl_vector_alloc(fit->numbers);
    f.x = gsl_matrix_alloc(result->keys, COLUMNS);
    f.v = gsl_matrix_alloc(result->keys, result->keys);
    f.decomposed = gsl_matrix_alloc(fit->numbers, result->keys);
    f.w = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &parameters, fit->numbers,
                                     result->keys);
    if (f.low == NULL || f.x == NULL || f.v == NULL || f.decomposed == NULL || f.w == NULL) {
        f.fatal = carom_error_no_memory(&f.error);
    } else {
        find_minimum(&f);
    }
    gsl_vector_free(f.low);
    gsl_matrix_free(f.x);
    gsl_matrix_free(f.v);
    gsl_matrix_free(f.decomposed);
    gsl_multifit_nlinear_free(f.w);
    if (f.fatal != CAROM_OK) {
        *error = f.error;
    }
    return f.fatal;
}

/* ---- study ---- */

static carom_status allocate(carom_fit *fit, carom_error *error)
{
    bool missing = false;
    for (size_t k = 0; k < fit->samples; k++) {
        fit->varies[0] = fit->varies[0] || fit->sample[k].at_m.x != fit->sample[0].at_m.x;
        fit->varies[1] = fit->varies[1] || fit->sample[k].at_m.y != fit->sample[0].at_m.y;
    }
    fit->numbers = fit->samples * ((size_t)fit->varies[0] + fit->varies[1]);
    fit->solver = carom_zeros(fit->gradient.solvers + 1, sizeof *fit->solver, &missing);
    for (size_t i = 0; i < fit->gradient.solvers && !missing; i++) {
        fit->solver[i].at_m = carom_zeros(fit->samples, sizeof(carom_vec), &missing);
    }
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

static carom_status choose_fitted_keys(carom_fit *fit, const carom_scenario *scenario,
                                       carom_error *error)
{
    const carom_scenario_word *word = scenario->fit.by.items;
    char *text = fit->gradient.by_text;
    size_t size = sizeof fit->gradient.by_text;
    snprintf(text, size, "%s", fit->by_text);
    for (size_t k = 0; fit->by_text[0] == '\0' && k < scenario->fit.by.count; k++) {
        carom_text_append(text, size, "%s%s", k == 0 ? "" : ",", word[k].text);
    }
    return text[0] != '\0'
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "by",
                               "no key; expected fit.by=KEY[,KEY...] such as "
                               "balls.%s.vx_mps,restitution, or fit: { by: [...] } in the scenario",
                               scenario->problem.ball[0].name);
}

/* ---- recording ---- */

static bool is_recording(const carom_scenario *scenario, const char *name)
{
    return carom_solver_has_traits(&carom_scenario_find_solver(scenario, name)->kind,
                                   CAROM_RECORDED);
}

/* Choose the recorded solver: by the option, by the scenario, or the first one. */
static carom_status choose_record(carom_fit *fit, const carom_scenario *scenario,
                                  carom_error *error)
{
    const char *to = fit->to_text[0] != '\0' ? fit->to_text : scenario->fit.to;
    bool found = false;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const char *name = carom_scenario_solver_at(scenario, i)->name;
        bool meant = to[0] == '\0' || strcmp(name, to) == 0;
        found = found || meant;
        if (meant && is_recording(scenario, name)) {
            fit->record = name;
            return CAROM_OK;
        }
    }
    return carom_error_set(error, CAROM_INVALID, "to",
                           to[0] == '\0' ? "no recording%s; expected a solver of kind: recorded"
                           : found
                               ? "%.100s is not a recording; expected a solver of kind: recorded"
                               : "no solver '%.100s'",
                           to);
}

static int compare_samples(const void *a, const void *b)
{
    const carom_fit_sample *left = a, *right = b;
    return left->t_s != right->t_s ? (left->t_s > right->t_s) - (left->t_s < right->t_s)
                                   : (left->ball > right->ball) - (left->ball < right->ball);
}

/* Collect the samples during the run, of all balls in order of time. */
static carom_status collect_samples(carom_fit *fit, const carom_recording *recording,
                                    double duration_s, carom_error *error)
{
    size_t count = 0;
    bool missing = false;
    for (size_t i = 0; i < recording->count; i++) {
        count += recording->track[i].count;
    }
    fit->sample = carom_zeros(count + 1, sizeof *fit->sample, &missing);
    for (size_t i = 0; i < recording->count && !missing; i++) {
        for (size_t k = 0; k < recording->track[i].count; k++) {
            const carom_track_sample *sample = &recording->track[i].sample[k];
            if (sample->t_s >= 0 && sample->t_s <= duration_s) {
                fit->sample[fit->samples++] = (carom_fit_sample){i, sample->t_s, sample->at};
            }
        }
    }
    fit->omitted = count - fit->samples;
    fit->sigma_m = recording->sigma_m;
    if (!missing) {
        qsort(fit->sample, fit->samples, sizeof *fit->sample, compare_samples);
    }
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

carom_status carom_fit_read_record(carom_fit *fit, const carom_study *study, carom_error *error)
{
    const carom_scenario *scenario = study->scenario;
    carom_recording recording = {.track = NULL};
    CAROM_TRY(choose_record(fit, scenario, error));
    carom_status status = carom_recording_load(
        &recording, &scenario->problem,
        carom_scenario_find_solver(scenario, fit->record)->kind.options, error);
    CAROM_THEN(status, collect_samples(fit, &recording, scenario->duration_s, error));
    carom_recording_free(&recording);
    if (status == CAROM_OK && (fit->samples == 0 || !(fit->sigma_m > 0))) {
        status = carom_error_set(error, CAROM_INVALID, "to",
                                 fit->samples == 0
                                     ? "%.100s has no position between 0 and duration_s"
                                     : "sigma_m of %.100s is missing or 0; set it to the standard "
                                       "deviation of a coordinate (m)",
                                 fit->record);
    }
    return status;
}

carom_status carom_fit_solve(carom_fit *fit, const carom_study *study, carom_error *error)
{
    carom_gradient *gradient = &fit->gradient;
    size_t solvers = 0;
    CAROM_TRY(choose_fitted_keys(fit, study->scenario, error));
    snprintf(gradient->of_text, sizeof gradient->of_text, "%s.x_m",
             study->scenario->problem.ball[0].name);
    CAROM_TRY(carom_gradient_prepare(gradient, study, error));
    for (size_t i = 0; i < gradient->solvers; i++) { /* without references and recordings */
        if (!gradient->solver[i].hidden &&
            !is_recording(study->scenario, gradient->solver[i].name)) {
            gradient->solver[solvers++] = gradient->solver[i];
        }
    }
    gradient->solvers = solvers;
    if (gradient->solvers == 0) {
        return carom_error_set(error, CAROM_INVALID, "solvers", "no solver to fit");
    }
    CAROM_TRY(check_keys(fit, study->scenario, error));
    CAROM_TRY(allocate(fit, error));
    CAROM_TRY(carom_gradient_examine(gradient, error));
    return carom_study_run(study, gradient->solvers, fit_solver, fit, error);
}

void carom_fit_free(void *object)
{
    carom_fit *fit = object;
    for (size_t i = 0; fit->solver != NULL && i < fit->gradient.solvers; i++) {
        free(fit->solver[i].at_m);
    }
    free(fit->solver);
    free(fit->sample);
    carom_gradient_free(&fit->gradient);
}
