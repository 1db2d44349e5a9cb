/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the order of convergence; runs the study converge for it. */
#include "checks/checks.h"
#include "studies/studies.h"

/* Fits with a larger standard error cannot distinguish order 1 from order 2 (3 sigma). */
static const double widest_error = 0.15;

static void set_order(carom_measured *m, const carom_converge_order *solver, int of)
{
    const carom_scenario_check *check = m->check;
    const carom_estimate got = of == CAROM_OF_STEP ? solver->order : solver->floor_slope;
    const bool bounded = !isnan(check->equals) || !isnan(check->min) || !isnan(check->max);
    m->theory.value = of == CAROM_OF_STEP ? solver->expected.low : solver->expected_slope;
    m->theory.to = of == CAROM_OF_STEP ? solver->expected.high : solver->expected_slope;
    m->theory.tolerance = isnan(m->theory.value) ? NAN : fmax(3 * got.error, 1e-3);
    snprintf(m->theory.formula, sizeof m->theory.formula, "3 standard errors of the fit, %.2g",
             got.error);
    if (isnan(m->theory.value) && !bounded) {
        snprintf(m->note, sizeof m->note,
                 "theory gives no value for this order; expected equals and within");
    } else if (!(got.error <= widest_error)) { /* any value would pass with such a tolerance */
        snprintf(m->note, sizeof m->note,
                 "the errors do not follow a power law: the standard error of the fit is %.2g; "
                 "expected at most %.2g (try other thetas or factors)",
                 got.error, widest_error);
    } else {
        m->value = got.value;
    }
}

static void order_measure(carom_measured *m)
{
    const carom_order_check *options = m->check->kind.options;
    carom_result result = {.kind = NULL};
    carom_study study = *m->context->study;
    const char *const only[] = {m->solver->name};
    carom_error error = {CAROM_OK, "", ""};
    if (carom_measured_skip_foreign(m)) {
        return;
    }
    study.only = only;
    study.only_count = 1;
    study.progress = NULL;
    if (carom_result_fill(&result, &carom_study_converge, &study, &error) == CAROM_OK) {
        set_order(m, carom_frame_row(&result.frame[CAROM_CONVERGE_ORDERS], 0), options->of);
    } else {
        carom_measured_fail(m, &error);
    }
    carom_result_free(&result);
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
                                                    .measure = order_measure};
