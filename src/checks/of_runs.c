/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that take runs of their own: the order of convergence, and that the balls' numbers do not
 * matter. */
#include "checks/checks.h"
#include "measure/converged.h"
#include "studies/converge/converge.h"
#include <math.h>
#include <string.h>

/* ---- order ---- */

static bool is_foreign(const carom_evidence *evidence, carom_measured *measured)
{
    measured->skipped = evidence->foreign;
    if (evidence->foreign) {
        snprintf(measured->note, sizeof measured->note,
                 "takes runs of its own, which records cannot answer");
    }
    return evidence->foreign;
}

/* A fit that is less certain says nothing about an order: 3 times this is what tells 1 from 2, half
 * and half. */
static const double widest_error = 0.15;

static void judge_order(const carom_converge_lane *lane, int of, carom_measured *measured)
{
    carom_estimate got = of == CAROM_OF_STEP ? lane->order : lane->floor_slope;
    measured->value = got.value;
    measured->theory.value = of == CAROM_OF_STEP ? lane->expected.low : -0.5;
    measured->theory.to = of == CAROM_OF_STEP ? lane->expected.high : -0.5;
    measured->theory.tolerance = fmax(3 * got.error, 1e-3);
    snprintf(measured->theory.formula, sizeof measured->theory.formula,
             "3 standard errors of the fit, %.2g", got.error);
    if (!(got.error <= widest_error)) { /* with such a tolerance anything would pass */
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
    if (is_foreign(evidence, measured)) {
        return CAROM_OK;
    }
    study = *evidence->study;
    study.only = &solver;
    study.only_count = 1;
    study.progress = NULL;
    status = carom_converge_run(&converge, &study, error);
    if (status == CAROM_OK) {
        judge_order(&converge.lane[0], options->of, measured);
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

/* ---- renumbering ---- */

/* How many numbers of the state at the end are other bits than before. */
static double count_differences(const carom_course *a, const carom_course *b)
{
    size_t n = a->count;
    double differ = 0;
    const double *const p[] = {a->end.x_m, a->end.y_m, a->end.vx_mps, a->end.vy_mps};
    const double *const q[] = {b->end.x_m, b->end.y_m, b->end.vx_mps, b->end.vy_mps};
    for (size_t k = 0; k < 4; k++) {
        for (size_t i = 0; i < n; i++) {
            differ += memcmp(&p[k][i], &q[k][n - 1 - i], sizeof p[k][i]) != 0;
        }
    }
    return differ + (a->log.count != b->log.count);
}

static carom_status renumbering_find(const carom_evidence *evidence,
                                     const carom_scenario_check *check, const char *solver,
                                     carom_measured *measured, carom_error *error)
{
    const carom_scenario *scenario = evidence->study->scenario;
    const carom_choice *choice = &carom_scenario_solver_called(scenario, solver)->kind;
    carom_problem turned = {.count = 0};
    carom_course one = {.samples = 0}, other = {.samples = 0};
    carom_status status;
    (void)check;
    if (is_foreign(evidence, measured)) {
        return CAROM_OK;
    }
    status = carom_problem_copy(&turned, &scenario->problem, error);
    for (size_t i = 0; status == CAROM_OK && i < turned.count / 2; i++) {
        carom_ball kept = turned.ball[i];
        turned.ball[i] = turned.ball[turned.count - 1 - i];
        turned.ball[turned.count - 1 - i] = kept;
    }
    for (size_t i = 0; status == CAROM_OK && i < turned.count; i++) {
        turned.ball[i].number = (uint32_t)i;
    }
    if (status == CAROM_OK) {
        status = carom_course_run(&one, &scenario->problem, choice, scenario->duration_s, 2,
                                  evidence->study->stop, error);
    }
    if (status == CAROM_OK) {
        status = carom_course_run(&other, &turned, choice, scenario->duration_s, 2,
                                  evidence->study->stop, error);
    }
    if (status == CAROM_OK) {
        measured->value = count_differences(&one, &other);
        snprintf(measured->note, sizeof measured->note,
                 "numbers of the final state that other bits have come out for");
    }
    carom_course_free(&one);
    carom_course_free(&other);
    carom_problem_free(&turned);
    return status;
}

static void renumbering_examine(const carom_check_place *place)
{
    if (place->study->scenario->problem.count < 2) {
        carom_check_fault(
            place, "kind",
            "one ball has no other order, so that it cannot fail; expected two balls or more");
    }
}

const carom_check_finder carom_find_renumbering = {
    .kind = &carom_check_renumbering, .examine = renumbering_examine, .find = renumbering_find};
