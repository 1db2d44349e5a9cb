/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the order of convergence; runs the study converge for it. */
#include "checks/checks.h"
#include "studies/studies.h"

/* Fits with a larger standard error cannot distinguish order 1 from order 2 (3 sigma). */
static const double widest_error = 0.15;

static void set_order(const carom_converge_order *solver, int of, bool bounded,
                      carom_measured *measured)
{
    carom_estimate got = of == CAROM_OF_STEP ? solver->order : solver->floor_slope;
    measured->value = got.value;
    measured->theory.value = of == CAROM_OF_STEP ? solver->expected.low : solver->expected_slope;
    measured->theory.to = of == CAROM_OF_STEP ? solver->expected.high : solver->expected_slope;
    measured->theory.tolerance = fmax(3 * got.error, 1e-3);
    snprintf(measured->theory.formula, sizeof measured->theory.formula,
             "3 standard errors of the fit, %.2g", got.error);
    if (isnan(measured->theory.value)) {
        measured->theory.tolerance = NAN;
    }
    if (isnan(measured->theory.value) && !bounded) {
        measured->value = NAN;
        snprintf(measured->note, sizeof measured->note,
                 "theory gives no value for this order; expected equals and within");
    } else if (!(got.error <= widest_error)) { /* any value would pass with such a tolerance */
        measured->value = NAN;
        snprintf(measured->note, sizeof measured->note,
                 "the errors do not follow a power law: the standard error of the fit is %.2g; "
                 "expected at most %.2g (try other thetas or factors)",
                 got.error, widest_error);
    }
}

static carom_status order_evaluate(const carom_check_context *context,
                                   const carom_scenario_check *check, const char *solver,
                                   carom_measured *measured, carom_error *error)
{
    const carom_order_check *options = check->kind.options;
    carom_result result = {.kind = NULL};
    carom_study study;
    if (carom_check_skip_foreign(context, measured)) {
        return CAROM_OK;
    }
    study = *context->study;
    study.only = &solver;
    study.only_count = 1;
    study.progress = NULL;
    carom_status status = carom_result_fill(&result, &carom_study_converge, &study, error);
    if (status == CAROM_OK) {
        set_order(carom_frame_row(&result.frame[CAROM_CONVERGE_ORDERS], 0), options->of,
                  !isnan(check->equals) || !isnan(check->min) || !isnan(check->max), measured);
    } else if (status == CAROM_INVALID) {
        snprintf(measured->note, sizeof measured->note, "%.290s", error->text);
        status = CAROM_OK;
    }
    carom_result_free(&result);
    return status;
}

/* Only springs have an order. */
static bool order_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                          const carom_scenario_solver *solver)
{
    (void)scenario;
    (void)check;
    return carom_solver_has_traits(&solver->kind, CAROM_SOFT);
}

static void order_validate(const carom_check_location *place)
{
    const carom_scenario_solver *solver = carom_scenario_find_solver(place->study->scenario,
                                                                     place->check->solver);
    if (solver != NULL && !carom_solver_has_traits(&solver->kind, CAROM_SOFT)) {
        carom_check_report(place, "solver",
                           "'%s' has no time step; expected a solver of kind penalty",
                           solver->name);
    }
}

const carom_check_evaluator carom_evaluate_order = {.kind = "order",
                                                    .validate = order_validate,
                                                    .applies = order_applies,
                                                    .evaluate = order_evaluate};
