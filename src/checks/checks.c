/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of checks, their bounds, and the evaluation of all of them. */
#include "checks/checks.h"

/* One evaluator for each entry of carom_check_kinds. */
#define EVALUATORS(X)                                                                              \
    X(summary)                                                                                     \
    X(column)                                                                                      \
    X(order)                                                                                       \
    X(sequence)                                                                                    \
    X(renumbering)                                                                                 \
    X(data)

#define X(name) extern const carom_check_evaluator carom_evaluate_##name;
EVALUATORS(X)
#undef X

#define X(name) &carom_evaluate_##name,
static const carom_check_evaluator *const evaluators[] = {EVALUATORS(X)};
#undef X

const carom_check_evaluator *carom_check_evaluator_of(const carom_entry *entry)
{
    size_t k = 0;
    while (carom_interface_find(&carom_check_kinds, evaluators[k]->kind) != entry) {
        k++;
    }
    return evaluators[k];
}

bool carom_check_applies(const carom_study *study, const carom_scenario_check *check,
                         const carom_scenario_solver *solver)
{
    const carom_check_evaluator *evaluator = carom_check_evaluator_of(check->kind.entry);
    return carom_study_includes(study, solver->name) &&
           (check->solver[0] != '\0'
                ? strcmp(check->solver, solver->name) == 0
                : evaluator->applies == NULL || evaluator->applies(study->scenario, check, solver));
}

/* ---- following a run ---- */

static void follow_all(const carom_check_watch *watch, double t_s)
{
    size_t solvers = watch->run->solvers;
    for (size_t k = 0; k < watch->checks; k++) {
        const carom_scenario_check *check = &watch->check[k];
        const carom_check_evaluator *evaluator = carom_check_evaluator_of(check->kind.entry);
        for (size_t i = 0; i < solvers && evaluator->follow != NULL; i++) {
            evaluator->follow(&watch->cell[k * solvers + i], check, &watch->run->solver[i], t_s);
        }
    }
}

static carom_status watch_begin(void *state, carom_error *error)
{
    carom_check_watch *watch = state;
    size_t cells = watch->checks * watch->run->solvers;
    (void)error;
    watch->cell = carom_allocate(cells, sizeof *watch->cell);
    for (size_t i = 0; i < cells; i++) {
        watch->cell[i].value = NAN;
    }
    return CAROM_OK;
}

static carom_status watch_sample(void *state, double t_s, carom_error *error)
{
    (void)error;
    follow_all(state, t_s);
    return CAROM_OK;
}

static carom_status watch_end(void *state, carom_error *error)
{
    (void)error;
    follow_all(state, NAN);
    return CAROM_OK;
}

void carom_check_watch_init(carom_check_watch *watch, const carom_run *run,
                            const carom_scenario_check *check, size_t checks)
{
    static const carom_recorder_entry entry = {watch_begin, watch_sample, watch_end};
    *watch = (carom_check_watch){
        .run = run, .check = check, .checks = checks, .recorder = {&entry, watch}};
}

void carom_check_watch_free(carom_check_watch *watch)
{
    free(watch->cell);
}

/* ---- measuring ---- */

static carom_status measure(carom_measured *measured, carom_error *error)
{
    const carom_check_evaluator *evaluator = carom_check_evaluator_of(measured->check->kind.entry);
    measured->value = NAN;
    measured->theory = CAROM_NO_THEORY;
    measured->skipped = evaluator->runs && measured->context->foreign;
    if (measured->skipped) {
        snprintf(measured->note, sizeof measured->note,
                 "needs additional runs, which records do not contain");
    } else if (!carom_measured_skip_missing(measured, measured->solver->name)) {
        evaluator->measure(measured);
    }
    if (measured->failure.status != CAROM_OK) {
        *error = measured->failure;
    }
    return measured->failure.status;
}

carom_status carom_check_measure(const carom_check_context *context,
                                 const carom_scenario_check *check, const char *solver,
                                 double *value, carom_error *error)
{
    const carom_check_evaluator *evaluator = carom_check_evaluator_of(check->kind.entry);
    carom_messages messages = {.stop = context->study->stop};
    carom_measured m = {.context = context,
                        .check = check,
                        .solver = carom_scenario_find_solver(context->study->scenario, solver)};
    carom_status status = CAROM_OK;
    if (evaluator->validate != NULL) {
        evaluator->validate(
            &(carom_check_location){context->study, check, 0, CAROM_NO_NODE, &messages});
    }
    if (messages.errors > 0) {
        status = carom_error_set(error, CAROM_INVALID, "", "%.500s", messages.item[0].text);
    }
    CAROM_THEN(status, measure(&m, error));
    if (status == CAROM_OK && isnan(m.value)) {
        status = carom_error_set(error, CAROM_INVALID, "", "%s", m.note);
    }
    *value = m.value;
    carom_messages_free(&messages);
    return status;
}

/* ---- bounds ---- */

static double or_theory(double bound, double theory)
{
    return isinf(bound) ? theory : bound;
}

/* Sets the bounds of a verdict, with those of theory filled in: of an interval of theory, its
 * middle. @return whether theory was requested */
static bool set_bounds(carom_verdict *v, const carom_measured *measured)
{
    const carom_scenario_check *check = measured->check;
    const carom_theory *theory = &measured->theory;
    double equals = check->equals, within = check->within;
    if (isnan(check->max) && isnan(check->min) && isnan(equals)) { /* the kind has its own bounds */
        equals = within = isnan(theory->value) ? 0 : INFINITY;
    }
    within = !isnan(equals) && isnan(within) ? INFINITY : within;
    v->min = check->min;
    v->max = or_theory(check->max, fabs(theory->value) + theory->tolerance);
    v->equals = or_theory(equals, 0.5 * (theory->value + theory->to));
    v->within = or_theory(within, theory->tolerance) +
                (isinf(equals) ? 0.5 * (theory->to - theory->value) : 0);
    return isinf(check->max) || isinf(equals) || isinf(within);
}

static bool passes(const carom_verdict *v)
{
    return (isnan(v->max) || fabs(v->value) <= v->max) && (isnan(v->min) || v->value >= v->min) &&
           (isnan(v->equals) || fabs(v->value - v->equals) <= v->within);
}

static void describe(carom_verdict *v, const carom_measured *measured, bool by_theory)
{
    char *text = v->text;
    const size_t size = sizeof v->text;
    carom_text_append(text, size, "%.17g", v->value);
    if (!isnan(v->max)) {
        carom_text_append(text, size, "  (max %.15g)", v->max);
    }
    if (!isnan(v->min)) {
        carom_text_append(text, size, "  (min %.15g)", v->min);
    }
    if (!isnan(v->equals)) {
        carom_text_append(text, size, "  (equals %.15g within %.3g)", v->equals, v->within);
    }
    if (by_theory && measured->theory.formula[0] != '\0') {
        carom_text_append(text, size, "  theory: %s", measured->theory.formula);
    }
    if (measured->note[0] != '\0') {
        carom_text_append(text, size, "  %s", measured->note);
    } else if (by_theory && isnan(measured->theory.tolerance)) {
        carom_text_append(text, size, "  no theory gives this value; expected a number");
    }
}

/* ---- verdicts ---- */

/* Names a check: "energy_residual_rel (impulse)", "column x_m (heun)". */
static void name_check(const carom_measured *measured, char *text, size_t size)
{
    static const char *const telling[] = {"quantity", "column", "ball",    "at_s",  "over",
                                          "of",       "as",     "until_s", "series"};
    const carom_choice *of = &measured->check->kind;
    const carom_check_kind *kind = carom_check_kind_of(of->entry);
    carom_text_append(text, size, "%s", kind->is_default ? "" : kind->about.name);
    for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
        carom_param_ref place = carom_params_find(of->entry->params, of->options, telling[i]);
        char value[100] = "";
        if (place.row != NULL && carom_param_is_set(place)) {
            carom_param_format(place, value, sizeof value);
        }
        if (value[0] != '\0') {
            bool plain = kind->subject != NULL && strcmp(telling[i], kind->subject) == 0;
            carom_text_append(text, size, "%s%s%s%s", text[0] == '\0' ? "" : " ",
                              plain ? "" : telling[i], plain ? "" : " ", value);
        }
    }
    carom_text_append(text, size, " (%s)", measured->solver->name);
}

static carom_status evaluate(carom_measured *measured, carom_verdict *verdict, carom_error *error)
{
    char stopped[301] = "";
    *verdict = CAROM_NO_VERDICT;
    name_check(measured, verdict->name, sizeof verdict->name);
    CAROM_TRY(measure(measured, error));
    const carom_run_solver *run = carom_measured_run(measured, measured->solver->name);
    if (run != NULL) {
        snprintf(stopped, sizeof stopped, "%.300s",
                 carom_solver_run_has_failed(&run->solver_run) ? run->solver_run.failure.text : "");
    } else {
        (void)carom_records_value(measured->context->directory, measured->solver->name, "failure",
                                  stopped, sizeof stopped);
    }
    verdict->value = measured->value;
    if (measured->skipped) {
        verdict->kind = CAROM_SKIP;
        carom_text_append(verdict->text, sizeof verdict->text, "%s", measured->note);
    } else {
        bool by_theory = set_bounds(verdict, measured),
             known = !isnan(verdict->value) && !(by_theory && isnan(measured->theory.tolerance));
        verdict->kind = stopped[0] == '\0' && known && passes(verdict) ? CAROM_PASS : CAROM_FAIL;
        describe(verdict, measured, by_theory);
    }
    if (stopped[0] != '\0') {
        carom_text_append(verdict->text, sizeof verdict->text, "  the solver stopped early: %s",
                          stopped);
    }
    carom_text_replace_controls(verdict->text); /* it quotes untrusted records */
    return CAROM_OK;
}

/* Audit the records of every solver that has some. Records without folders of solvers are those of
 * the first solver. */
static carom_status audit_all(const carom_check_context *context, carom_verdicts *verdicts,
                              carom_error *error)
{
    const carom_scenario *scenario = context->study->scenario;
    const carom_measured measured = {.context = context};
    const carom_scenario_solver *first = NULL;
    bool one = carom_measured_has(&measured, NULL, "trajectory.tsv"), audited = false;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        if (!carom_study_includes(context->study, solver->name)) {
            continue;
        }
        first = first == NULL ? solver : first;
        if (!one && carom_measured_has(&measured, solver->name, "trajectory.tsv")) {
            CAROM_TRY(carom_audit_records(context, solver, verdicts, error));
            audited = true;
        }
    }
    return audited || first == NULL ? CAROM_OK
                                    : carom_audit_records(context, first, verdicts, error);
}

carom_status carom_checks_run(const carom_check_context *context, carom_verdicts *verdicts,
                              carom_error *error)
{
    const carom_scenario *scenario = context->study->scenario;
    const carom_scenario_check *check = scenario->checks.items;
    carom_verdict verdict;
    *verdicts = (carom_verdicts){.item = NULL};
    if (context->foreign) {
        CAROM_TRY(audit_all(context, verdicts, error));
    }
    for (size_t k = 0; k < scenario->checks.count; k++) {
        for (size_t i = 0; i < scenario->solvers.count; i++) {
            carom_measured m = {.context = context,
                                .check = &check[k],
                                .solver = carom_scenario_solver_at(scenario, i)};
            if (carom_check_applies(context->study, m.check, m.solver)) {
                CAROM_TRY(evaluate(&m, &verdict, error));
                verdict.check = k;
                verdict.solver = i;
                carom_verdicts_add(verdicts, &verdict);
            }
        }
    }
    return CAROM_OK;
}
