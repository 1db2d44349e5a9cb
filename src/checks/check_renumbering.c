/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that renumbering the balls changes no bit of the result: runs the solver twice. */
#include "checks/checks.h"

/* Counts the numbers of the final state that differ in a bit. */
static double count_differences(const carom_trajectory *a, const carom_trajectory *b)
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

static void reverse_order(carom_problem *problem)
{
    for (size_t i = 0; i < problem->count / 2; i++) {
        carom_ball first = problem->ball[i];
        problem->ball[i] = problem->ball[problem->count - 1 - i];
        problem->ball[problem->count - 1 - i] = first;
    }
    for (size_t i = 0; i < problem->count; i++) {
        problem->ball[i].number = (uint32_t)i;
    }
}

static carom_status renumbering_evaluate(const carom_check_context *context,
                                         const carom_scenario_check *check, const char *solver,
                                         carom_measured *measured, carom_error *error)
{
    const carom_scenario *scenario = context->study->scenario;
    const carom_choice *choice = &carom_scenario_find_solver(scenario, solver)->kind;
    carom_problem turned = {.count = 0};
    carom_trajectory one = {.samples = 0}, other = {.samples = 0};
    (void)check;
    if (carom_check_skip_foreign(context, measured)) {
        return CAROM_OK;
    }
    carom_status status = carom_problem_copy(&turned, &scenario->problem, error);
    if (status == CAROM_OK) {
        reverse_order(&turned);
        status = carom_trajectory_run(&one, &scenario->problem, choice, scenario->duration_s, 2,
                                      NULL, context->study->stop, error);
    }
    CAROM_THEN(status, carom_trajectory_run(&other, &turned, choice, scenario->duration_s, 2, NULL,
                                            context->study->stop, error));
    if (status == CAROM_OK) {
        measured->value = count_differences(&one, &other);
        snprintf(measured->note, sizeof measured->note,
                 "numbers of the final state differ in at least one bit");
    }
    carom_trajectory_free(&one);
    carom_trajectory_free(&other);
    carom_problem_free(&turned);
    return status;
}

static void renumbering_validate(const carom_check_location *place)
{
    if (place->study->scenario->problem.count < 2) {
        carom_check_report(
            place, "kind",
            "one ball cannot be reordered, so the check cannot fail; expected two balls or more");
    }
}

const carom_check_evaluator carom_evaluate_renumbering = {
    .kind = "renumbering", .validate = renumbering_validate, .evaluate = renumbering_evaluate};
