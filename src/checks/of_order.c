/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check of a method's order of convergence, which takes many runs of its own. */
#include "checks/checks.h"
#include "studies/studies.h"
#include <math.h>

/* A fit that is less certain says nothing about an order: 3 times this is what tells 1 from 2, half
 * and half. */
static const double widest_error = 0.15;

static void judge_order(const carom_converge_lane *lane, int of, bool bounded,
                        carom_measured *measured)
{
    carom_estimate got = of == CAROM_OF_STEP ? lane->order : lane->floor_slope;
    measured->value = got.value;
    measured->theory.value = of == CAROM_OF_STEP ? lane->expected.low : lane->expected_slope;
    measured->theory.to = of == CAROM_OF_STEP ? lane->expected.high : lane->expected_slope;
    measured->theory.tolerance = fmax(3 * got.error, 1e-3);
    snprintf(measured->theory.formula, sizeof measured->theory.formula,
             "3 standard errors of the fit, %.2g", got.error);
    if (isnan(measured->theory.value)) {
        measured->theory.tolerance = NAN;
    }
    if (isnan(measured->theory.value) && !bounded) {
        measured->value = NAN;
        snprintf(measured->note, sizeof measured->note,
                 "no theory gives this order; expected equals and within");
    } else if (!(got.error <= widest_error)) { /* with such a tolerance anything would pass */
        measured->value = NAN;
        snprintf(measured->note, sizeof measured->note,
                 "the errors follow no power: the fit's standard error is %.2g; expected at most "
                 "%.2g (other thetas or factors)",
                 got.error, widest_error);
    }
}

static carom_status order_find(const carom_evidence *evidence, const carom_scenario_check *check,
                               const char *solver, carom_measured *measured, carom_error *error)
{
    const carom_order_check *options = check->kind.options;
    carom_converge converge = {.lanes = 0};
    carom_study study;
    carom_status status;
    if (carom_evidence_is_foreign(evidence, measured)) {
        return CAROM_OK;
    }
    study = *evidence->study;
    study.only = &solver;
    study.only_count = 1;
    study.progress = NULL;
    status = carom_converge_run(&converge, &study, error);
    if (status == CAROM_OK) {
        judge_order(&converge.lane[0], options->of,
                    !isnan(check->equals) || !isnan(check->min) || !isnan(check->max), measured);
    } else if (status == CAROM_INVALID) {
        snprintf(measured->note, sizeof measured->note, "%.290s", error->text);
        status = CAROM_OK;
    }
    carom_converge_free(&converge);
    return status;
}

/* A method's order is that of springs. */
static bool order_concerns(const carom_scenario *scenario, const carom_scenario_check *check,
                           const carom_scenario_solver *solver)
{
    (void)scenario;
    (void)check;
    return carom_solver_is(&solver->kind, CAROM_SOFT);
}

static void order_examine(const carom_check_place *place)
{
    const carom_scenario_solver *solver = carom_scenario_solver_called(place->study->scenario,
                                                                       place->check->solver);
    if (solver != NULL && !carom_solver_is(&solver->kind, CAROM_SOFT)) {
        carom_check_fault(place, "solver",
                          "'%s' has no step to take smaller; expected a solver of kind penalty",
                          solver->name);
    }
}

const carom_check_finder carom_find_order = {.kind = &carom_check_order,
                                             .examine = order_examine,
                                             .concerns = order_concerns,
                                             .find = order_find};
