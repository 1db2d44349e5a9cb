/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks on whole runs: the collision sequence equals that of another solver, and renumbering the
 * balls changes no bit. */
#include "checks/checks.h"

/* ---- sequence ---- */

static const char *other_solver(const carom_scenario *scenario, const carom_scenario_check *check)
{
    const carom_sequence_check *options = check->kind.options;
    return options->as[0] == '\0' ? scenario->reference : options->as;
}

static void compare_logs(carom_measured *m, const carom_log *own, const carom_log *other,
                         double end_s, double slack_s)
{
    carom_alignment alignment = carom_alignment_of(
        other, own, m->context->study->scenario->problem.count, end_s, slack_s);
    bool same = isnan(alignment.mismatch_s);
    m->value = same ? 0 : (double)(own->count + other->count - 2 * alignment.matched);
    snprintf(m->note, sizeof m->note, "%zu %s the same", alignment.matched,
             alignment.matched == 1 ? "collision is" : "collisions are");
    if (!same) {
        carom_text_append(m->note, sizeof m->note, "; the first difference is at t = %.9g s",
                          alignment.mismatch_s);
    }
    carom_alignment_free(&alignment);
}

static void sequence_measure(carom_measured *m)
{
    const carom_scenario *scenario = m->context->study->scenario;
    const carom_sequence_check *options = m->check->kind.options;
    const char *as = other_solver(scenario, m->check);
    double until_s = isnan(options->until_s) ? INFINITY : options->until_s, contact_s = 0;
    carom_log own = {NULL, 0, 0}, other = {NULL, 0, 0};
    if (!carom_measured_skip_missing(m, as) &&
        carom_measured_read_log(m, m->solver->name, until_s, &own, &contact_s) &&
        carom_measured_read_log(m, as, until_s, &other, &contact_s)) {
        compare_logs(m, &own, &other, fmin(until_s, scenario->duration_s), contact_s);
    }
    carom_log_free(&own);
    carom_log_free(&other);
}

static bool sequence_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                             const carom_scenario_solver *solver)
{
    return strcmp(solver->name, other_solver(scenario, check)) != 0;
}

const carom_check_evaluator carom_evaluate_sequence = {
    .kind = "sequence", .applies = sequence_applies, .measure = sequence_measure};

/* ---- renumbering ---- */

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

static void renumbering_measure(carom_measured *m)
{
    const carom_scenario *scenario = m->context->study->scenario;
    const volatile sig_atomic_t *stop = m->context->study->stop;
    carom_problem turned = {.count = 0};
    carom_trajectory one = {.samples = 0}, other = {.samples = 0};
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_problem_copy(&turned, &scenario->problem, &error);
    CAROM_THEN(status, carom_trajectory_run(&one, &scenario->problem, &m->solver->kind,
                                            scenario->duration_s, 2, NULL, stop, &error));
    if (status == CAROM_OK) {
        reverse_order(&turned);
        status = carom_trajectory_run(&other, &turned, &m->solver->kind, scenario->duration_s, 2,
                                      NULL, stop, &error);
    }
    if (status == CAROM_OK) {
        m->value = count_differences(&one, &other);
        snprintf(m->note, sizeof m->note, "numbers of the final state differ in at least one bit");
    } else {
        m->failure = error;
    }
    carom_trajectory_free(&one);
    carom_trajectory_free(&other);
    carom_problem_free(&turned);
}

const carom_check_evaluator carom_evaluate_renumbering = {
    .kind = "renumbering", .runs = true, .measure = renumbering_measure};
