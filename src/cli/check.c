/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom check: tests the checks of a scenario on its run or on existing records. */
#include "cli/cli.h"

static void print_text(const cli_options *options, const carom_verdicts *verdicts)
{
    static const char *const word[] = {"PASS", "FAIL", "SKIP"}, *const color[] = {"\033[32m",
                                                                                  "\033[31m",
                                                                                  "\033[33m"};
    bool colored = cli_uses_color(stdout);
    for (size_t i = 0; i < verdicts->count; i++) {
        const carom_verdict *v = &verdicts->item[i];
        if (!options->quiet || v->kind == CAROM_FAIL) {
            printf("%s%s%s  %-45s %s\n", colored ? color[v->kind] : "", word[v->kind],
                   colored ? "\033[0m" : "", v->name, v->text);
        }
    }
    fflush(stdout);
    fprintf(options->report, "%zu passed, %zu failed", verdicts->passed, verdicts->failed);
    fprintf(options->report, verdicts->skipped > 0 ? ", %zu skipped\n" : "\n", verdicts->skipped);
}

int cli_verdicts_print(const cli_options *options, const carom_verdicts *verdicts)
{
    if (options->json) {
        cli_json_verdicts(stdout, verdicts);
    } else if (options->check.tap) {
        carom_verdicts_tap(verdicts, stdout);
    } else {
        print_text(options, verdicts);
    }
    return verdicts->failed > 0 ? EXIT_CHECK_FAILED : EXIT_DONE;
}

static int print_verdicts(const cli_options *options, const carom_check_context *check_context)
{
    carom_verdicts verdicts;
    int result = cli_report(options, carom_checks_run(check_context, &verdicts, options->error));
    if (result == EXIT_DONE) {
        result = cli_verdicts_print(options, &verdicts);
    }
    carom_verdicts_free(&verdicts);
    return result;
}

/* False if the folder @p records has a run without the solver. NULL: there is a run to come. */
static bool has_records(const carom_scenario_check *check, const carom_scenario_solver *solver,
                        const char *records)
{
    bool included = true;
    carom_error error = {CAROM_OK, "", ""};
    return records == NULL || carom_check_evaluator_of(check->kind.entry)->sweeps ||
           carom_records_include(records, solver->name, &included, &error) != CAROM_OK || included;
}

/* True if a check applies to one of the chosen solvers, with records if DIR is given. */
static bool concerns_chosen_solver(const carom_study *study, const char *records)
{
    const carom_scenario_check *check = study->scenario->checks.items;
    for (size_t k = 0; k < study->scenario->checks.count; k++) {
        for (size_t i = 0; i < study->scenario->solvers.count; i++) {
            const carom_scenario_solver *solver = carom_scenario_solver_at(study->scenario, i);
            if (carom_check_applies(study, &check[k], solver) &&
                has_records(&check[k], solver, records)) {
                return true;
            }
        }
    }
    return false;
}

/* Errors of the checks themselves are reported before the run. */
static int check_checks(const cli_options *options, cli_scenario *loaded)
{
    carom_study study = cli_study_arguments(options, loaded);
    carom_messages messages = {.stop = options->stop};
    int status = EXIT_DONE;
    if (loaded->scenario.checks.count == 0) {
        fprintf(stderr,
                "%s: error: checks: missing; add for instance\nchecks:\n  - { quantity: "
                "energy_residual_rel, max: theory }\n",
                loaded->path);
        return EXIT_BAD_SCENARIO;
    }
    carom_status validated = carom_checks_validate(&study, &messages);
    carom_messages_print(&messages, loaded->path, messages.errors > 0 ? stderr : options->notes);
    if (validated != CAROM_OK) {
        status = cli_report_read_failure(options, validated);
    } else if (messages.errors > 0) {
        status = EXIT_BAD_SCENARIO;
    } else if (!concerns_chosen_solver(&study, options->check.records)) {
        fprintf(stderr,
                "%s: error: checks: none applies to the solvers %s; choose another solver\n",
                loaded->path,
                options->check.records != NULL ? "of these records" : "chosen by --solver");
        status = EXIT_BAD_SCENARIO;
    }
    carom_messages_free(&messages);
    return status;
}

static int output_checks(const cli_options *options, const cli_scenario *loaded,
                         const carom_run *run)
{
    carom_study study = cli_study_arguments(options, loaded);
    return print_verdicts(options, &(carom_check_context){&study, run->request->directory, false});
}

/* Warns if run.json of the records contains another scenario. */
static int warn_of_other_scenario(const cli_options *options, const cli_scenario *loaded)
{
    char difference[600];
    bool differ = false;
    if (options->file != NULL) {
        CLI_TRY(cli_report(options, carom_records_compare_scenario(
                                        options->check.records, &loaded->scenario, options->stop,
                                        &differ, difference, sizeof difference, options->error)));
    }
    if (differ) {
        fprintf(options->notes, "%s: warning: the records in '%s' come from another scenario: %s\n",
                loaded->path, options->check.records, difference);
    }
    return EXIT_DONE;
}

static int verify_records(const cli_options *options, cli_scenario *loaded, void *context)
{
    carom_study study = cli_study_arguments(options, loaded);
    (void)context;
    CLI_TRY(check_checks(options, loaded));
    CLI_TRY(warn_of_other_scenario(options, loaded));
    return print_verdicts(options, &(carom_check_context){&study, options->check.records, true});
}

static int check_records(const cli_options *options)
{
    int reason = cli_folder_error(options->check.records);
    if (reason != 0) {
        fprintf(stderr, "carom: error: cannot read the records in '%s': %s\n",
                options->check.records, strerror(reason));
        return EXIT_CANNOT_READ;
    }
    return cli_process_scenario(options, verify_records, NULL);
}

int cli_check(const cli_options *options)
{
    if (options->file == NULL && options->check.records == NULL) {
        fprintf(
            stderr,
            "carom: error: missing argument; use carom check FILE or carom check --records DIR\n");
        return EXIT_USAGE;
    }
    return options->check.records != NULL
             ? check_records(options)
             : cli_run_scenario(options, true, check_checks, output_checks);
}
