/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom gradient --target: Newton's method on one or two keys with each solver's own derivative.
 * carom gradient --lyapunov: Lyapunov exponents by the exact derivatives of impulse solvers. */
#include "studies/gradient.h"

/* ---- Newton's method ---- */

/* Largest distance from the target, and offset of the differences over the scale of a key. */
static const double reached = 1e-9, newton_offset = 1e-6;

/* Central differences at the values; NaN: a run has no outcome. */
static carom_status differentiate(const carom_gradient *gradient, size_t i, const double *value,
                                  double *slope, carom_error *why)
{
    for (size_t j = 0; j < gradient->keys; j++) {
        double outcome[2], moved[CAROM_NEWTON_KEYS];
        double offset = newton_offset * gradient->key[j].scale;
        for (int side = 0; side < 2; side++) {
            for (size_t k = 0; k < gradient->keys; k++) {
                moved[k] = value[k] + (k == j ? (2 * side - 1) * offset : 0);
            }
            CAROM_TRY(carom_gradient_evaluate(gradient, &gradient->solver[i], moved, &outcome[side],
                                              why));
        }
        slope[j] = (outcome[1] - outcome[0]) / (2 * offset);
    }
    return CAROM_OK;
}

/* Shortest step, relative to the scales of the keys, that changes the outcome by @p wanted. */
static void step_values(const carom_gradient *gradient, const double *slope, double wanted,
                        const double *from, double *to)
{
    double square = 0;
    for (size_t j = 0; j < gradient->keys; j++) {
        square += slope[j] * gradient->key[j].scale * slope[j] * gradient->key[j].scale;
    }
    for (size_t j = 0; j < gradient->keys; j++) {
        double scale = gradient->key[j].scale;
        to[j] = from[j] + wanted * slope[j] * scale * scale / square;
    }
}

static carom_status aim(void *context, size_t i, carom_error *error)
{
    const carom_gradient *gradient = context;
    carom_newton *newton = &gradient->newton[i];
    for (size_t j = 0; j < gradient->keys; j++) {
        newton->value[0][j] = gradient->key[j].value;
    }
    for (size_t n = 0; !gradient->solver[i].hidden; n++) {
        double slope[CAROM_NEWTON_KEYS], wanted;
        carom_error why = {0};
        carom_status status = carom_gradient_evaluate(gradient, &gradient->solver[i],
                                                      newton->value[n], &newton->outcome[n], &why);
        newton->steps = n;
        wanted = gradient->target - newton->outcome[n];
        newton->converged = fabs(wanted) <= reached;
        if (status == CAROM_OK && !isnan(wanted) && !newton->converged && n < CAROM_NEWTON_STEPS) {
            status = differentiate(gradient, i, newton->value[n], slope, &why);
            step_values(gradient, slope, wanted, newton->value[n], newton->value[n + 1]);
        }
        snprintf(newton->why, sizeof newton->why, "%.290s", why.text);
        if (status != CAROM_OK) {
            *error = why;
            return status;
        }
        if (isnan(wanted) || newton->converged || n == CAROM_NEWTON_STEPS ||
            !isfinite(newton->value[n + 1][0])) {
            break;
        }
    }
    return CAROM_OK;
}

carom_status carom_gradient_aim(carom_gradient *gradient, carom_error *error)
{
    if (gradient->keys > CAROM_NEWTON_KEYS) {
        return carom_error_set(error, CAROM_INVALID, "by",
                               "%zu keys; expected one or two for a target", gradient->keys);
    }
    gradient->newton = calloc(gradient->solvers, sizeof *gradient->newton);
    return gradient->newton == NULL
             ? carom_error_no_memory(error)
             : carom_study_run(gradient->study, gradient->solvers, aim, gradient, error);
}

/* ---- Lyapunov exponents ---- */

carom_status carom_gradient_measure_exponents(carom_gradient *gradient, carom_error *error)
{
    const carom_scenario *scenario = gradient->study->scenario;
    gradient->exponent = calloc(gradient->solvers + 1, sizeof *gradient->exponent);
    CAROM_NEED(gradient->exponent != NULL, error);
    for (size_t i = 0; i < gradient->solvers; i++) {
        const carom_gradient_solver *solver = &gradient->solver[i];
        if (!solver->hidden && carom_gradient_is_event_driven(gradient, solver)) {
            carom_gradient_exponent *exponent = &gradient->exponent[gradient->exponents++];
            exponent->solver = solver->name;
            CAROM_TRY(carom_lyapunov_of(&scenario->problem,
                                        &carom_scenario_find_solver(scenario, solver->name)->kind,
                                        scenario->duration_s, gradient->study->stop,
                                        &exponent->exponent_1ps, 1, &exponent->run, error));
        }
    }
    return gradient->exponents > 0
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "solvers",
                               "no impulse solver; expected one, whose exact derivatives give the "
                               "exponents");
}
