/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a scenario: parse the text, apply overrides, read it by the tables, generate the groups,
 * validate. */
#include "measure/measure.h"
#include "scenario/scenario.h"
#include "scene/scene.h"
#include "search/search.h"
#include "system/system.h"

carom_status carom_scenario_file_read(const char *path, char **text, size_t *length,
                                      carom_error *error)
{
    return carom_file_read_limited(path, CAROM_LARGEST_SCENARIO, text, length, error);
}

/* ---- values completed after reading ---- */

/* Complete the balls, and copy the lists to the problem. */
static carom_status fill_problem(carom_scenario *scenario)
{
    carom_problem *problem = &scenario->problem;
    carom_scenario_ball *ball = scenario->balls.items;
    for (size_t i = 0; i < scenario->balls.count; i++) {
        if (ball[i].name[0] == '\0') {
            snprintf(ball[i].name, sizeof ball[i].name, "ball%zu", i + 1);
        }
        ball[i].ball.name = ball[i].name;
        ball[i].ball.material = ball[i].material;
        CAROM_TRY(carom_problem_add(problem, &ball[i].ball, NULL));
    }
    for (size_t k = 0; k < scenario->pairs.count; k++) {
        CAROM_TRY(carom_problem_add_pair(problem, (carom_pair *)scenario->pairs.items + k, NULL));
    }
    for (size_t k = 0; k < scenario->materials.count; k++) {
        CAROM_TRY(carom_problem_add_material(
            problem, (carom_material *)scenario->materials.items + k, NULL));
    }
    return CAROM_OK;
}

static carom_status add_changes(carom_scenario *scenario, carom_node root, carom_messages *messages)
{
    const carom_change *change = scenario->schedule.items;
    for (size_t k = 0; k < scenario->schedule.count; k++) {
        carom_error error = {0};
        carom_status status = carom_problem_add_change(&scenario->problem, &change[k], &error);
        if (status == CAROM_INVALID) {
            carom_document_complain(root, messages, true, "schedule[%zu].at_s: %s", k,
                                    carom_error_problem(&error));
        } else {
            CAROM_TRY(status);
        }
    }
    return CAROM_OK;
}

static bool ignore_fault(void *context, const carom_fault *fault)
{
    (void)context, (void)fault;
    return false;
}

/* Balls that touch overlap by the rounding of their coordinates. */
static carom_status close_overlaps(carom_scenario *scenario, carom_node root,
                                   carom_messages *messages)
{
    carom_problem *problem = &scenario->problem;
    const carom_cancel_flag cancel = {scenario->stop};
    size_t first;
    double most_m;
    if (problem->allow_overlap || !carom_problem_check_values(problem, ignore_fault, NULL)) {
        return CAROM_OK; /* nothing to close, or reported by the validation */
    }
    CAROM_TRY(carom_problem_close_overlaps(problem, &cancel, &first, &most_m));
    if (first < problem->count) {
        carom_messages_add(messages, false, carom_ball_mark(scenario, root, first), "balls",
                           "balls that overlap by the rounding of their coordinates have been "
                           "moved apart, by at most %.2g m",
                           most_m);
    }
    return CAROM_OK;
}

/* Add the balls of the groups. */
static carom_status generate(carom_scenario *scenario, carom_node root, carom_messages *messages)
{
    carom_scenario_group *group = scenario->groups.items;
    for (size_t g = 0; g < scenario->groups.count; g++) {
        const carom_group_kind *kind = carom_group_kind_of(group[g].kind.entry);
        carom_error error = {0};
        group[g].first = scenario->problem.count;
        carom_status status = kind->generate(group[g].kind.options, scenario, &scenario->problem,
                                             &error);
        if (status == CAROM_INVALID) {
            carom_document_complain(root, messages, true, "groups[%zu].%s: %s", g, error.key,
                                    carom_error_problem(&error));
        } else {
            CAROM_TRY(status);
        }
    }
    return messages->errors == 0 ? close_overlaps(scenario, root, messages) : CAROM_OK;
}

static void name_solvers(carom_scenario *scenario)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        const carom_solver_entry *entry = carom_solver_entry_of(solver->kind.entry);
        if (solver->name[0] == '\0') {
            snprintf(solver->name, sizeof solver->name, "%s", solver->kind.entry->name);
        }
        if (scenario->folder != NULL && entry->set_folder != NULL) {
            entry->set_folder(solver->kind.options, scenario->folder);
        }
    }
    if (scenario->reference[0] == '\0') {
        snprintf(scenario->reference, sizeof scenario->reference, "%s",
                 carom_scenario_solver_at(scenario, 0)->name);
    }
}

/* Replace tc_from, the name of a solver, by that solver's contact time. Faults of the named solver
 * are reported when it is validated. */
static void resolve_contact_times(carom_scenario *scenario, carom_node root,
                                  carom_messages *messages)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_choice *kind = &carom_scenario_solver_at(scenario, i)->kind;
        carom_param_ref from = carom_params_find(kind->entry->params, kind->options, "tc_from");
        carom_report report = {.contact_s = 0};
        if (from.row == NULL || !carom_param_is_set(from)) {
            continue;
        }
        char *name = carom_param_value(from);
        const carom_scenario_solver *named = carom_scenario_find_solver(scenario, name);
        if (named != NULL &&
            carom_initial_report(&scenario->problem, &named->kind, &report, &(carom_error){0}) ==
                CAROM_OK &&
            report.contact_s > 0) {
            carom_choice_set_number(kind, "tc_s", report.contact_s);
            name[0] = '\0';
        } else {
            carom_document_complain(root, messages, true,
                                    "solvers[%zu].tc_from: found '%s'; expected the name of a "
                                    "solver with a contact time",
                                    i, name);
        }
    }
}

/* ---- the table ---- */

typedef struct {
    carom_node root;
    carom_messages *messages;
} table_report;

static void report_table(void *context, bool is_error, const char *key, const char *text)
{
    const table_report *report = context;
    carom_document_complain(report->root, report->messages, is_error, "table.%s: %s", key, text);
}

/* Only a rectangle can be periodic or open, or reflect balls at their centres. */
static void validate_boundary(const carom_scenario *scenario, const table_report *report)
{
    const char *shape = scenario->shape.entry->name;
    if (scenario->problem.boundary != CAROM_WALLS) {
        carom_document_complain(report->root, report->messages, true,
                                "table.boundary: a %s has walls; expected 'walls', or shape: "
                                "rectangle",
                                shape);
    }
    if (scenario->problem.wall_contact != CAROM_SURFACE) {
        carom_document_complain(report->root, report->messages, true,
                                "wall_contact: walls of a %s reflect the surface of a ball; "
                                "expected 'surface', or shape: rectangle",
                                shape);
    }
}

static carom_status shape_table(carom_scenario *scenario, carom_node root, carom_messages *messages)
{
    const carom_shape *shape = carom_shape_of(scenario->shape.entry);
    table_report report = {root, messages};
    size_t before = messages->errors;
    if (shape->check != NULL) {
        shape->check(scenario->shape.options, &(carom_diagnostics){report_table, &report, NULL});
    }
    if (!shape->box) {
        validate_boundary(scenario, &report);
    }
    return messages->errors == before
             ? carom_problem_set_shape(&scenario->problem, &scenario->shape, NULL)
             : CAROM_OK;
}

/* ---- the whole ---- */

static carom_status read_document(carom_scenario *scenario, carom_node root,
                                  carom_messages *messages)
{
    carom_problem *problem = &scenario->problem;
    messages->outermost = carom_scenario_rows;
    CAROM_TRY(carom_params_read(carom_scenario_rows, scenario, root, "", messages));
    if (messages->errors > 0) {
        CAROM_TRY(fill_problem(scenario));
        carom_scenario_validate_ball_names(scenario, root, messages);
        return CAROM_OK;
    }
    name_solvers(scenario);
    carom_materials_complete(scenario, root, messages);
    carom_density_masses(scenario, root, messages);
    CAROM_TRY(shape_table(scenario, root, messages));
    problem->friction_law = carom_friction_law_chosen(&scenario->friction_law);
    CAROM_TRY(fill_problem(scenario));
    CAROM_TRY(add_changes(scenario, root, messages));
    if (messages->errors == 0) {
        CAROM_TRY(generate(scenario, root, messages));
    }
    carom_density_drag(scenario, root, messages);
    if (messages->errors == 0) {
        resolve_contact_times(scenario, root, messages);
    }
    return CAROM_OK;
}

static carom_status build(carom_scenario *scenario, carom_document *document,
                          const carom_override *overrides, size_t override_count,
                          carom_messages *messages)
{
    CAROM_TRY(carom_params_default(carom_scenario_rows, scenario, NULL));
    for (size_t i = 0; i < override_count; i++) {
        carom_document_set(document, &overrides[i], messages);
    }
    CAROM_TRY(read_document(scenario, document->root, messages));
    if (messages->errors == 0) {
        CAROM_TRY(carom_scenario_validate(scenario, document->root, messages));
    }
    return carom_scenario_stopped(scenario) ? CAROM_INTERRUPTED : CAROM_OK;
}

carom_status carom_scenario_parse(carom_document *document, const char *text, size_t length,
                                  carom_messages *messages)
{
    CAROM_TRY(carom_document_parse(document, text, length, messages));
    carom_node root = document->root;
    if (root.id == 0 && messages->errors == 0) {
        carom_messages_add(messages, true, (carom_mark){1, 1, NULL}, "",
                           "the file is empty; expected a scenario that begins with 'carom: 1'");
    }
    if (root.id != 0 && carom_node_kind_of(root) != CAROM_NODE_MAP) {
        char found[128];
        carom_messages_add(messages, true, carom_node_mark(root, root), "",
                           "found %s; expected a scenario, a mapping that begins with 'carom: 1'",
                           carom_node_describe(root, found, sizeof found));
        document->root = CAROM_NO_NODE;
    }
    return CAROM_OK;
}

carom_status carom_scenario_edit(carom_scenario *scenario, const char *text, size_t length,
                                 const carom_override *overrides, size_t override_count,
                                 carom_messages *messages, char **edited)
{
    carom_document document;
    carom_status status = carom_scenario_parse(&document, text, length, messages);
    *scenario = (carom_scenario){.folder = messages->folder, .stop = messages->stop};
    if (status == CAROM_OK && document.root.id != 0) {
        status = build(scenario, &document, overrides, override_count, messages);
    }
    if (edited != NULL) {
        *edited = NULL;
    }
    if (edited != NULL && status == CAROM_OK && messages->errors == 0) {
        bool utf16 = length > 1 &&
                     (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0);
        *edited = override_count == 0 && !utf16 ? carom_text_copy(text, length)
                                                : carom_document_text(&document);
    }
    carom_document_close(&document);
    return status;
}

carom_status carom_scenario_read(carom_scenario *scenario, const char *text, size_t length,
                                 const carom_override *overrides, size_t override_count,
                                 carom_messages *messages)
{
    return carom_scenario_edit(scenario, text, length, overrides, override_count, messages, NULL);
}

void carom_scenario_free(carom_scenario *scenario)
{
    if (scenario != NULL) {
        void *block = scenario->block;
        carom_params_free(carom_scenario_rows, scenario);
        carom_problem_free(&scenario->problem);
        free(block);
    }
}
