/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* ---- evaluation ---- */

/* Bounds of a check, with the values of theory filled in. */
typedef struct {
    double max, min, from, to, within;
    bool by_theory, lacking; /* lacking: theory was requested but does not exist */
} bounds;

static bounds bounds_of(const carom_scenario_check *check, const carom_measured *measured)
{
    bounds b = {check->max, check->min, check->equals, check->equals, check->within, false, false};
    bool theory_known = !isnan(measured->theory.tolerance);
    if (isnan(b.max) && isnan(b.min) && isnan(b.from)) { /* the kind of check has default bounds */
        b.from = isnan(measured->theory.value) ? 0 : INFINITY;
        b.within = isnan(measured->theory.value) ? 0 : INFINITY;
    }
    if (!isnan(b.from) && isnan(b.within)) {
        b.within = INFINITY;
    }
    b.by_theory = isinf(b.max) || isinf(b.from) || (!isnan(b.from) && isinf(b.within));
    b.lacking = b.by_theory && !theory_known;
    b.max = isinf(b.max) ? fabs(measured->theory.value) + measured->theory.tolerance : b.max;
    b.to = isinf(b.from) ? measured->theory.to : b.from;
    b.from = isinf(b.from) ? measured->theory.value : b.from;
    b.within = isinf(b.within) ? measured->theory.tolerance : b.within;
    return b;
}

static bool passes(const bounds *b, double value)
{
    return !isnan(value) && !b->lacking && (isnan(b->max) || fabs(value) <= b->max) &&
           (isnan(b->min) || value >= b->min) &&
           (isnan(b->from) || (value >= b->from - b->within && value <= b->to + b->within));
}

static void describe_verdict(const bounds *b, const carom_measured *measured, char *text,
                             size_t size)
{
    carom_text_append(text, size, "%.17g", measured->value);
    if (!isnan(b->max)) {
        carom_text_append(text, size, "  (max %.15g)", b->max);
    }
    if (!isnan(b->min)) {
        carom_text_append(text, size, "  (min %.15g)", b->min);
    }
    if (!isnan(b->from) && b->to > b->from) {
        carom_text_append(text, size, "  (from %.15g to %.15g, within %.3g)", b->from, b->to,
                          b->within);
    } else if (!isnan(b->from)) {
        carom_text_append(text, size, "  (equals %.15g within %.3g)", b->from, b->within);
    }
    if (b->by_theory && measured->theory.formula[0] != '\0') {
        carom_text_append(text, size, "  theory: %s", measured->theory.formula);
    }
    if (b->lacking) {
        carom_text_append(text, size, "  no theory gives this value; expected a number");
    }
    if (measured->note[0] != '\0') {
        carom_text_append(text, size, "  %s", measured->note);
    }
}

/* Names a check: "energy_residual_rel of impulse", "column x_m of heun". */
static void name_check(const carom_scenario_check *check, const char *solver, char *text,
                       size_t size)
{
    static const char *const telling[] = {"quantity", "column", "ball",    "at_s",  "over",
                                          "of",       "as",     "until_s", "series"};
    const carom_check_kind *kind = carom_check_kind_of(check->kind.entry);
    text[0] = '\0';
    if (!kind->is_default) {
        carom_text_append(text, size, "%s", kind->about.name);
    }
    for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
        carom_param_ref place = carom_params_find(check->kind.entry->params, check->kind.options,
                                                  telling[i]);
        char value[100];
        if (place.row != NULL && carom_param_is_set(place)) {
            carom_param_format(place, value, sizeof value);
            if (value[0] != '\0') {
                bool plain = kind->subject != NULL && strcmp(telling[i], kind->subject) == 0;
                carom_text_append(text, size, "%s%s%s%s", text[0] == '\0' ? "" : " ",
                                  plain ? "" : telling[i], plain ? "" : " ", value);
            }
        }
    }
    carom_text_append(text, size, " (%s)", solver);
}

static carom_status evaluate_check(const carom_check_context *context,
                                   const carom_scenario_check *check, const char *solver,
                                   carom_verdict *verdict, carom_error *error)
{
    carom_measured measured = {.value = NAN, .theory = CAROM_NO_THEORY};
    char failure[300] = "";
    const carom_check_evaluator *evaluator = carom_check_evaluator_of(check->kind.entry);
    carom_status status = CAROM_OK;
    if (evaluator->sweeps || !carom_check_skip_missing(context, solver, &measured)) {
        status = evaluator->evaluate(context, check, solver, &measured, error);
    }
    bounds b = bounds_of(check, &measured);
    *verdict = (carom_verdict){.kind = CAROM_FAIL, .value = measured.value};
    name_check(check, solver, verdict->name, sizeof verdict->name);
    if (status == CAROM_OK && measured.failure.status != CAROM_OK) {
        *error = measured.failure;
        status = error->status;
    }
    CAROM_THEN(status,
               carom_records_failure(context->directory, solver, failure, sizeof failure, error));
    if (measured.skipped) {
        verdict->kind = CAROM_SKIP;
        carom_text_append(verdict->text, sizeof verdict->text, "%s", measured.note);
    } else {
        verdict->kind = failure[0] == '\0' && passes(&b, measured.value) ? CAROM_PASS : CAROM_FAIL;
        describe_verdict(&b, &measured, verdict->text, sizeof verdict->text);
    }
    if (failure[0] != '\0') {
        carom_text_append(verdict->text, sizeof verdict->text, "  the solver stopped early: %s",
                          failure);
    }
    carom_text_replace_controls(verdict->text); /* it quotes untrusted records */
    return status;
}

bool carom_check_applies(const carom_study *study, const carom_scenario_check *check,
                         const carom_scenario_solver *solver)
{
    return carom_evaluator_applies(carom_check_evaluator_of(check->kind.entry), study, check,
                                   solver);
}

static bool is_checked(const carom_study *study, const carom_scenario_solver *solver)
{
    const carom_scenario_check *check = study->scenario->checks.items;
    bool concerned = false;
    for (size_t k = 0; k < study->scenario->checks.count; k++) {
        concerned = concerned || (!carom_check_evaluator_of(check[k].kind.entry)->sweeps &&
                                  carom_check_applies(study, &check[k], solver));
    }
    return concerned;
}

carom_status carom_checks_run(const carom_check_context *context, carom_verdicts *verdicts,
                              carom_error *error)
{
    const carom_scenario *scenario = context->study->scenario;
    const carom_scenario_check *check = scenario->checks.items;
    carom_status status = CAROM_OK;
    carom_verdict verdict;
    *verdicts = (carom_verdicts){.item = NULL};
    for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        if (context->foreign && is_checked(context->study, solver)) {
            status = carom_records_recompute(context, solver->name, &verdict, error);
            CAROM_THEN(status, carom_verdicts_add(verdicts, &verdict, error));
        }
    }
    for (size_t k = 0; k < scenario->checks.count; k++) {
        for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
            const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
            if (!carom_check_applies(context->study, &check[k], solver)) {
                continue;
            }
            status = evaluate_check(context, &check[k], solver->name, &verdict, error);
            verdict.check = k;
            verdict.solver = i;
            CAROM_THEN(status, carom_verdicts_add(verdicts, &verdict, error));
        }
    }
    return status;
}
