/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks on a quantity of the summary, and on the collision sequence. */
#include "checks/checks.h"

/* ---- summary ---- */

static const carom_quantity *quantity_of(const carom_summary_check *options)
{
    return carom_find_quantity(carom_quantity_words[options->quantity]);
}

static double initial_energy(const carom_check_context *context, const char *solver,
                             carom_measured *measured)
{
    carom_tsv series;
    carom_measured unused = {.value = NAN};
    double energy = NAN;
    if (carom_check_read_table(context, solver, "series.tsv", &series, &unused)) {
        if (series.rows > 0) {
            size_t spin = carom_tsv_column(&series, "spin_J");
            energy = fabs(carom_tsv_number(&series, 0, carom_tsv_column(&series, "kinetic_J")) +
                          (spin == CAROM_NO_COLUMN ? 0 : carom_tsv_number(&series, 0, spin)) +
                          carom_tsv_number(&series, 0, carom_tsv_column(&series, "elastic_J")) +
                          carom_tsv_number(&series, 0, carom_tsv_column(&series, "potential_J")));
        }
        carom_tsv_free(&series);
    }
    if (unused.failure.status != CAROM_OK) {
        measured->failure = unused.failure;
    }
    return energy;
}

/* Computes quantities that summary.tsv does not contain: restitution and longest contact from
 * the collision log, others from run.json. */
static double value_from_collisions(const carom_check_context *context, const char *solver,
                                    const carom_quantity *quantity, carom_measured *measured)
{
    carom_log log = {NULL, 0, 0};
    carom_summary known = {.validity = carom_validity_unknown(),
                           .kinetic_J = NAN,
                           .spin_J = NAN,
                           .slip_after_rel = NAN,
                           .peak_force_N = NAN,
                           .pulse_mps = NAN,
                           .lost_digits = NAN,
                           .simulated_s = NAN};
    const carom_report report = {.max_overlap_m = 0};
    carom_error error = {CAROM_OK, "", ""};
    double value = NAN;
    if (carom_check_read_log(context, solver, INFINITY, &log, &known.contact_s, measured)) {
        carom_log_sort(&log);
        carom_longest_contact(&log, &known.contact_s, &known.lag_m);
        if (carom_validity_of(&context->study->scenario->problem, &log, &report,
                              context->study->scenario->duration_s, &known.validity,
                              &error) == CAROM_OK) {
            known.validity.theta = NAN;
            value = carom_quantity_of(quantity, &known);
        }
        if (error.status == CAROM_OK && isnan(value)) {
            (void)(carom_records_number(context->directory, solver, quantity->column.name, &value,
                                        &error) == CAROM_OK);
        }
        if (error.status != CAROM_OK) {
            carom_measured_set_note(measured, &error);
        }
    }
    carom_log_free(&log);
    return value;
}

static void note_undefined(const carom_problem *problem, const carom_quantity *quantity,
                           carom_measured *measured)
{
    /* a periodic table has no angular momentum */
    bool turns = strcmp(quantity->column.name, "angular_momentum_residual_rel") == 0;
    if (quantity->part_of == NULL || (turns && problem->boundary == CAROM_PERIODIC)) {
        snprintf(measured->note, sizeof measured->note, "not defined in this scenario");
    } else {
        snprintf(measured->note, sizeof measured->note,
                 "there is %s at t = 0, so its relative value is undefined; expected a check of "
                 "kind: column, file: series, column: %s",
                 strcmp(quantity->part_of, "energy_scale_J") == 0 ? "no energy"
                                                                  : "no momentum (no ball moves)",
                 quantity->absolute);
    }
}

/* Without a mismatch its time is infinite. Without a comparison it is unknown. */
static double missing_value(const carom_tsv *table, size_t row, carom_measured *measured)
{
    if (isnan(carom_tsv_number(table, row, carom_tsv_column(table, "rms_divergence_m")))) {
        snprintf(measured->note, sizeof measured->note,
                 "these records contain no comparison with a reference; use carom compare");
        return NAN;
    }
    return INFINITY;
}

static carom_status summary_evaluate(const carom_check_context *context,
                                     const carom_scenario_check *check, const char *solver,
                                     carom_measured *measured, carom_error *error)
{
    const carom_summary_check *options = check->kind.options;
    const carom_quantity *quantity = quantity_of(options);
    const char *name = quantity->column.name;
    const carom_problem *problem = &context->study->scenario->problem;
    carom_tsv table;
    carom_status status = CAROM_OK;
    if (!carom_check_read_table(context, NULL, "summary.tsv", &table, measured)) {
        return CAROM_OK;
    }
    size_t row = carom_check_row_of(&table, solver);
    if (row == CAROM_NO_COLUMN) {
        snprintf(measured->note, sizeof measured->note, "summary.tsv has no row of '%.60s'",
                 solver);
    } else {
        const carom_events events = {
            .collisions = carom_tsv_number(&table, row, carom_tsv_column(&table, "collisions")),
            .steps = carom_tsv_number(&table, row, carom_tsv_column(&table, "steps")),
            .energy_J = initial_energy(context, solver, measured)};
        measured->value = carom_quantity_is_column(quantity)
                            ? carom_tsv_number(&table, row, carom_tsv_column(&table, name))
                            : value_from_collisions(context, solver, quantity, measured);
        if (isnan(measured->value) &&
            (strcmp(name, "first_mismatch_s") == 0 || strcmp(name, "rms_divergence_m") == 0)) {
            measured->value = missing_value(&table, row, measured);
        }
        status = carom_theory_of(
            problem, &carom_scenario_find_solver(context->study->scenario, solver)->kind, name,
            &events, &measured->theory, error);
        if (isnan(measured->value) && measured->note[0] == '\0') {
            note_undefined(problem, quantity, measured);
        }
    }
    carom_tsv_free(&table);
    return status;
}

/* The distance of the reference from itself is 0. */
static bool is_against_reference(const carom_summary_check *options)
{
    return quantity_of(options)->place == CAROM_IN_COMPARED;
}

static bool summary_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                            const carom_scenario_solver *solver)
{
    const carom_summary_check *options = check->kind.options;
    return !is_against_reference(options) || strcmp(solver->name, scenario->reference) != 0;
}

extern const carom_check_evaluator carom_evaluate_summary;

/* Reports solvers without theory, evaluated for one event and 1 J. */
static void validate_theory(const carom_check_location *place, const char *key, bool value)
{
    const carom_summary_check *options = place->check->kind.options;
    const char *quantity = quantity_of(options)->column.name;
    for (size_t i = 0; i < place->study->scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(place->study->scenario, i);
        const carom_events one = {1, 1, 1};
        carom_theory theory;
        if (!carom_evaluator_applies(&carom_evaluate_summary, place->study, place->check, solver)) {
            continue;
        }
        if (carom_theory_of(&place->study->scenario->problem, &solver->kind, quantity, &one,
                            &theory, NULL) != CAROM_OK) {
            place->messages->lost = true;
        } else if (isnan(theory.tolerance)) {
            carom_check_report(place, key, "no theory gives %s of solver '%s'; expected %s",
                               quantity, solver->name,
                               value ? "a number, or solver: another" : "within");
        }
    }
}

static void summary_validate(const carom_check_location *place)
{
    const carom_scenario_check *check = place->check;
    const carom_summary_check *options = check->kind.options;
    const char *quantity = quantity_of(options)->column.name;
    if (is_against_reference(options) &&
        strcmp(check->solver, place->study->scenario->reference) == 0) {
        carom_check_report(
            place, "solver",
            "'%s' is the reference of %s, so the check cannot fail; expected another solver",
            check->solver, quantity);
    }
    if (isinf(check->max) || isinf(check->equals) || isinf(check->within)) {
        validate_theory(place,
                        isinf(check->max)      ? "max"
                        : isinf(check->equals) ? "equals"
                                               : "within",
                        true);
    } else if (!isnan(check->equals) && isnan(check->within)) {
        validate_theory(place, "equals", false);
    }
}

const carom_check_evaluator carom_evaluate_summary = {.kind = "summary",
                                                      .validate = summary_validate,
                                                      .applies = summary_applies,
                                                      .evaluate = summary_evaluate};

/* ---- sequence ---- */

static void compare_logs(const carom_check_context *context, const carom_log *own,
                         const carom_log *other, double end, double slack, carom_measured *measured)
{
    carom_alignment alignment = {.partner = NULL};
    carom_error error = {CAROM_OK, "", ""};
    if (carom_alignment_of(&alignment, other, own, context->study->scenario->problem.count, end,
                           slack, &error) != CAROM_OK) {
        carom_measured_set_note(measured, &error);
    } else {
        bool same = isnan(alignment.mismatch_s);
        measured->value = same ? 0 : (double)(own->count + other->count - 2 * alignment.matched);
        snprintf(measured->note, sizeof measured->note, "%zu %s the same", alignment.matched,
                 alignment.matched == 1 ? "collision is" : "collisions are");
        if (!same) {
            carom_text_append(measured->note, sizeof measured->note,
                              "; the first difference is at t = %.9g s", alignment.mismatch_s);
        }
    }
    carom_alignment_free(&alignment);
}

static const char *reference_name(const carom_scenario *scenario, const carom_scenario_check *check)
{
    const carom_sequence_check *options = check->kind.options;
    return options->as[0] == '\0' ? scenario->reference : options->as;
}

static carom_status sequence_evaluate(const carom_check_context *context,
                                      const carom_scenario_check *check, const char *solver,
                                      carom_measured *measured, carom_error *error)
{
    const carom_sequence_check *options = check->kind.options;
    const char *as = reference_name(context->study->scenario, check);
    double until = isnan(options->until_s) ? INFINITY : options->until_s, contact = 0;
    double end = fmin(until, context->study->scenario->duration_s);
    carom_log own = {NULL, 0, 0}, other = {NULL, 0, 0};
    (void)error;
    if (!carom_check_skip_missing(context, as, measured) &&
        carom_check_read_log(context, solver, until, &own, &contact, measured) &&
        carom_check_read_log(context, as, until, &other, &contact, measured)) {
        carom_log_sort(&own);
        carom_log_sort(&other);
        compare_logs(context, &own, &other, end, contact, measured);
    }
    carom_log_free(&own);
    carom_log_free(&other);
    return CAROM_OK;
}

static bool sequence_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                             const carom_scenario_solver *solver)
{
    return strcmp(solver->name, reference_name(scenario, check)) != 0;
}

static void sequence_validate(const carom_check_location *place)
{
    const carom_scenario *scenario = place->study->scenario;
    const carom_sequence_check *options = place->check->kind.options;
    const char *names[1000], *as = reference_name(scenario, place->check);
    char near[120] = "";
    size_t count = scenario->solvers.count < 1000 ? scenario->solvers.count : 1000;
    for (size_t i = 0; i < count; i++) {
        names[i] = carom_scenario_solver_at(scenario, i)->name;
    }
    if (carom_scenario_find_solver(scenario, as) == NULL) {
        carom_hint_name_append(as, names, count, near, sizeof near);
        carom_check_report(place, "as",
                           "no solver is called '%s'; expected one of the scenario's%s", as, near);
    } else if (strcmp(place->check->solver, as) == 0) {
        carom_check_report(place, "solver",
                           "'%s' is compared with itself, so the check cannot fail; expected "
                           "another solver, or another as",
                           as);
    }
    if (options->until_s == 0) {
        carom_check_report(
            place, "until_s",
            "no collision happens before 0 s, so the check cannot fail; expected a time > 0");
    }
}

const carom_check_evaluator carom_evaluate_sequence = {.kind = "sequence",
                                                       .validate = sequence_validate,
                                                       .applies = sequence_applies,
                                                       .evaluate = sequence_evaluate};
