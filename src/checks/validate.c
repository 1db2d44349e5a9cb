/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds checks that cannot be answered, cannot fail or cannot pass, before the run. */
#include "checks/checks.h"

static void validate_bounds(const carom_check_location *place)
{
    const carom_scenario_check *check = place->check;
    if (isfinite(check->max) && check->min > check->max) {
        carom_check_report(place, "min", "found %.6g, above max, %.6g; nothing passes both",
                           check->min, check->max);
    }
    if (!isnan(check->within) && isnan(check->equals)) {
        carom_check_report(place, "within", "given without equals");
    }
}

/* A recording has positions and distances only: reports what a check cannot claim of it, with
 * `solver:` or against theory. */
static void validate_recordings(const carom_check_location *place)
{
    const carom_scenario_check *check = place->check;
    static const char *const measured[] = {"rms_divergence_m", "simulated_s", "wall_clock_s"};
    carom_param_ref quantity = carom_params_find(check->kind.entry->params, check->kind.options,
                                                 "quantity");
    char name[CAROM_NAME_SIZE] = "sequence";
    bool claims = carom_params_find(check->kind.entry->params, check->kind.options, "as").row !=
                  NULL; /* compares a sequence of collisions */
    if (quantity.row != NULL) {
        carom_param_format(quantity, name, sizeof name);
        claims = true;
        for (size_t k = 0; k < sizeof measured / sizeof measured[0]; k++) {
            claims = claims && strcmp(name, measured[k]) != 0;
        }
    }
    for (size_t i = 0; i < place->study->scenario->solvers.count && claims; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(place->study->scenario, i);
        bool named = strcmp(check->solver, solver->name) == 0;
        if (carom_solver_has_traits(&solver->kind, CAROM_RECORDED) &&
            carom_check_applies(place->study, check, solver) &&
            (named || isinf(check->max) || isinf(check->equals))) {
            carom_check_report(place, named ? "solver" : "max",
                               "'%s' is a recording, which has positions but no %s; 'carom fit' "
                               "gives e and speeds with standard errors%s",
                               solver->name, name, named ? "" : ", or set solver: another");
        }
    }
}

/* Reports a bound that theory does not give. */
static void validate_theory(const carom_check_location *place)
{
    const carom_scenario_check *check = place->check;
    const carom_scenario *scenario = place->study->scenario;
    const carom_check_kind *kind = carom_check_kind_of(check->kind.entry);
    const carom_check_evaluator *evaluator = carom_check_evaluator_of(check->kind.entry);
    const bool value = isinf(check->max) || isinf(check->equals) || isinf(check->within);
    const char *key = isinf(check->max)     ? "max"
                    : !isinf(check->within) ? "equals"
                                            : "within",
               *expected = value ? "a number" : "within";
    if (!value && (isnan(check->equals) || !isnan(check->within))) {
        return;
    }
    if (!kind->has_theory) {
        carom_check_report(place, key,
                           "no theory gives the value of a check of kind '%s'; expected %s",
                           kind->about.name, expected);
    }
    for (size_t i = 0; i < scenario->solvers.count && evaluator->has_theory != NULL; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        if (carom_check_applies(place->study, check, solver) &&
            !evaluator->has_theory(scenario, check, solver)) {
            carom_check_report(place, key,
                               "no theory gives this value of solver '%s'; expected %s%s",
                               solver->name, expected, value ? ", or solver: another" : "");
        }
    }
}

/* A check of no solver would pass silently. */
static void validate_solvers(const carom_check_location *place)
{
    const carom_study *study = place->study;
    size_t all = 0;
    for (size_t i = 0; i < study->scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(study->scenario, i);
        carom_study every = *study;
        every.only_count = 0;
        all += carom_check_applies(&every, place->check, solver);
    }
    if (all == 0) {
        carom_check_report(place, "kind",
                           "applies to no solver of the scenario, so the check cannot fail; "
                           "expected a solver that it applies to");
    }
}

static void validate(const carom_check_location *place)
{
    const carom_check_evaluator *evaluator = carom_check_evaluator_of(place->check->kind.entry);
    size_t before = place->messages->errors;
    validate_bounds(place);
    validate_recordings(place);
    if (place->messages->errors > before) {
        return;
    }
    validate_theory(place);
    validate_solvers(place);
    if (evaluator->validate != NULL && place->messages->errors == before) {
        evaluator->validate(place);
    }
}

carom_status carom_checks_validate(const carom_study *study, carom_messages *messages)
{
    const carom_scenario_check *check = study->scenario->checks.items;
    carom_document document; /* of the scenario again, for the positions in messages */
    carom_status status = carom_document_parse(&document, study->text, study->length, messages);
    for (size_t i = 0; i < study->override_count && document.root.id != 0; i++) {
        carom_document_set(&document, &study->overrides[i], messages);
    }
    for (size_t k = 0; k < study->scenario->checks.count && status == CAROM_OK; k++) {
        carom_node node = carom_node_item(document.root, "checks", k);
        if (node.id != 0) {
            validate(&(carom_check_location){study, &check[k], k, node, messages});
        }
    }
    carom_document_close(&document);
    return status;
}
