/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions shared by the evaluators: notes, error reports, and which solvers a check applies
 * to. */
#include "checks/checks.h"

void carom_measured_set_note(carom_measured *measured, const carom_error *error)
{
    snprintf(measured->note, sizeof measured->note, "%.290s", error->text);
    if (error->status == CAROM_NO_MEMORY || error->status == CAROM_CANNOT_READ ||
        error->status == CAROM_INTERRUPTED) {
        measured->failure = *error;
    }
}

void carom_check_report(const carom_check_location *place, const char *key, const char *format, ...)
{
    const carom_node *node = carom_node_get(place->node, key);
    char path[128], text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "checks[%zu]%s%s", place->number, key[0] == '\0' ? "" : ".", key);
    carom_messages_add(place->messages, true, node != NULL ? node->mark : place->node->mark, path,
                       "%s", text);
}

bool carom_evaluator_applies(const carom_check_evaluator *evaluator, const carom_study *study,
                             const carom_scenario_check *check, const carom_scenario_solver *solver)
{
    if (!carom_study_includes(study, solver->name)) {
        return false;
    }
    return check->solver[0] == '\0'
             ? evaluator->applies == NULL || evaluator->applies(study->scenario, check, solver)
             : strcmp(check->solver, solver->name) == 0;
}
