/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom compare, carom run and carom check: run a scenario, or check existing records. */
#include "cli/cli.h"
#include "plot/plot.h"

/* Reports solvers that stopped early. Their records are kept. */
static int report_failures(const carom_run *run)
{
    int status = EXIT_DONE;
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_solver_run *solver_run = &run->solver[i].solver_run;
        if (carom_solver_run_has_failed(solver_run)) {
            fprintf(stderr,
                    "carom: error: solver '%s' stopped: %s (its records until t = %.6g s "
                    "are kept)\n",
                    solver_run->name, solver_run->failure.text, solver_run->sample.t_s);
            status = cli_exit_status(solver_run->failure.status);
        }
    }
    return status;
}

/* Reports rows beyond the limit of contacts.tsv. */
static void report_omitted_rows(const cli_options *options, const carom_run *run)
{
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_contact_samples *contact_samples = &run->solver[i].solver_run.contact_samples;
        if (contact_samples->left_out > 0) {
            fprintf(options->notes,
                    "carom: contacts.tsv of '%s' is incomplete: %zu rows written, %zu omitted; "
                    "trace fewer contacts or shorten the run\n",
                    run->solver[i].solver_run.name, contact_samples->count,
                    contact_samples->left_out);
        }
    }
}

/* Prints the table. */
static int output_run(const cli_options *options, const carom_run *run)
{
    if (options->json) {
        cli_table_json(stdout, run);
    } else {
        cli_table_print(options->report, run);
        fprintf(options->report, "\nrecords: %s\n", run->request->directory);
    }
    fflush(stdout);
    return EXIT_DONE;
}

/* ---- carom check ---- */

static void print_text(const cli_options *options, const carom_verdicts *verdicts)
{
    static const char *const word[] = {"PASS", "FAIL", "SKIP"}, *const color[] = {"\033[32m",
                                                                                  "\033[31m",
                                                                                  "\033[33m"};
    bool colored = cli_uses_color(stdout);
    for (size_t i = 0; i < verdicts->count; i++) {
        const carom_verdict *v = &verdicts->item[i];
        const bool untested = v->kind == CAROM_SKIP && isfinite(v->value); /* by an audit */
        if (!options->quiet || v->kind == CAROM_FAIL || untested) {
            printf("%s%s%s  %-45s %s\n", colored ? color[v->kind] : "", word[v->kind],
                   colored ? "\033[0m" : "", v->name, v->text);
        }
    }
    fflush(stdout);
    bool german = options->language != NULL && strcmp(options->language, "de") == 0;
    fprintf(options->report, german ? "%zu richtig, %zu falsch" : "%zu passed, %zu failed",
            verdicts->passed, verdicts->failed);
    fprintf(options->report, verdicts->skipped > 0 ? ", %zu skipped\n" : "\n", verdicts->skipped);
}

int cli_verdicts_print(const cli_options *options, const carom_verdicts *verdicts)
{
    if (options->json) {
        carom_verdicts_write_json(verdicts, stdout);
    } else if (options->tap) {
        carom_verdicts_tap(verdicts, stdout);
    } else {
        print_text(options, verdicts);
    }
    return verdicts->failed > 0 ? EXIT_CHECK_FAILED : EXIT_DONE;
}

/* Only a table of an audit is replaced. */
static int check_output(const char *path)
{
    static const char head[] = "test\tball\tt_s\tgot\twant\ttolerance\tverdict\t";
    char begin[sizeof head] = "";
    if (path == NULL || !carom_file_replaces(path)) {
        return EXIT_DONE;
    }
    FILE *stream = fopen(path, "r");
    bool is_audit = stream != NULL && fgets(begin, sizeof begin, stream) != NULL &&
                    strcmp(begin, head) == 0;
    if (stream != NULL) {
        fclose(stream);
    }
    return is_audit ? EXIT_DONE : cli_report_existing(path, "audit of carom");
}

static int print_verdicts(const cli_options *options, const carom_check_context *check_context)
{
    carom_verdicts verdicts;
    int result = cli_report(options, carom_checks_run(check_context, &verdicts, options->error));
    if (result == EXIT_DONE && check_context->foreign && options->output != NULL) {
        carom_file file; /* the table of the audit */
        carom_status status = carom_file_open_path(&file, options->output, options->error);
        if (status == CAROM_OK) {
            carom_verdicts_write_table(&verdicts, file.stream);
        }
        result = cli_report(options, cli_file_finish(&file, status, options->error));
    }
    if (result == EXIT_DONE) {
        result = cli_verdicts_print(options, &verdicts);
        if (!check_context->foreign && !options->tap) {
            fprintf(options->report, "records: %s\n", check_context->directory);
        }
    }
    carom_verdicts_free(&verdicts);
    return result;
}

/* True if a check applies to one of the chosen solvers. */
static bool concerns_chosen_solver(const carom_study *study)
{
    const carom_scenario_check *check = study->scenario->checks.items;
    for (size_t k = 0; k < study->scenario->checks.count; k++) {
        for (size_t i = 0; i < study->scenario->solvers.count; i++) {
            if (carom_check_applies(study, &check[k],
                                    carom_scenario_solver_at(study->scenario, i))) {
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
    if (loaded->scenario.checks.count == 0 && options->records != NULL) {
        return EXIT_DONE; /* the audit is the check */
    }
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
    } else if (options->records == NULL && !concerns_chosen_solver(&study)) {
        fprintf(stderr,
                "%s: error: checks: none applies to the solvers chosen by --solver; choose another "
                "solver\n",
                loaded->path);
        status = EXIT_BAD_SCENARIO;
    }
    carom_messages_free(&messages);
    return status;
}

static int verify_records(const cli_options *options, cli_scenario *loaded, void *context)
{
    carom_study study = cli_study_arguments(options, loaded);
    (void)context;
    CLI_TRY(check_checks(options, loaded));
    return print_verdicts(options, &(carom_check_context){&study, options->records, true, NULL});
}

static int check_records(const cli_options *options)
{
    int reason = cli_folder_error(options->records);
    if (reason != 0) {
        fprintf(stderr, "carom: error: cannot read the records in '%s': %s\n", options->records,
                strerror(reason));
        return EXIT_CANNOT_READ;
    }
    CLI_TRY(check_output(options->output));
    return cli_process_scenario(options, verify_records, NULL);
}

/* ---- runs ---- */

/* Runs the scenario, reports failures, and prints the table, or for carom check the verdicts. */
static int run_request(const cli_options *options, const cli_scenario *loaded,
                       carom_request *request, bool checks)
{
    carom_study study = cli_study_arguments(options, loaded);
    cli_progress progress;
    carom_run run = {.request = NULL};
    carom_check_watch watch;
    carom_check_watch_init(&watch, &run, loaded->scenario.checks.items,
                           checks ? loaded->scenario.checks.count : 0);
    request->recorder = &watch.recorder;
    cli_progress_start(&progress, options, NULL);
    request->context = &progress;
    int status = cli_report(options, carom_run_scenario(&run, request, options->error));
    cli_progress_end(&progress);
    if (status == EXIT_DONE) {
        for (const carom_entry *const *entry = carom_studies.entries; *entry != NULL; entry++) {
            carom_study_clear_other(carom_study_of(*entry), request->directory);
        }
        status = report_failures(&run);
        report_omitted_rows(options, &run);
        int output = checks
                       ? print_verdicts(options, &(carom_check_context){&study, request->directory,
                                                                        false, &watch})
                       : output_run(options, &run);
        int plotted = request->figures ? cli_plot_write(options, carom_plot_run(&run),
                                                        request->directory, !options->no_plots)
                                       : EXIT_DONE;
        status = status != EXIT_DONE ? status : output != EXIT_DONE ? output : plotted;
    }
    carom_check_watch_free(&watch);
    carom_run_close(&run);
    return status;
}

static int run_scenario(const cli_options *options, cli_scenario *loaded, void *context)
{
    const bool *checks = context;
    char output[CAROM_PATH_SIZE];
    carom_request request = {.scenario = &loaded->scenario,
                             .name = options->file,
                             .directory = cli_output_directory(options, output),
                             .only = options->solvers.name,
                             .only_count = options->solvers.count,
                             .compare = strcmp(options->command->name, "run") != 0,
                             .threads = options->jobs > 0 ? options->jobs : 1,
                             .stop = options->stop,
                             .progress = cli_progress_show};
    /* --no-plots --figures all: what carom plot draws later */
    request.figures = request.compare && !*checks &&
                      (!options->no_plots || options->figure_options.figures != NULL);
    if (*checks) {
        CLI_TRY(check_checks(options, loaded));
    }
    return run_request(options, loaded, &request, *checks);
}

int cli_compare(const cli_options *options)
{
    if (options->figure_options.figures != NULL) {
        CLI_TRY(cli_report(options, carom_plot_check_run_figures(options->figure_options.figures,
                                                                 options->error)));
    }
    return cli_process_scenario(options, run_scenario, &(bool){false});
}

int cli_check(const cli_options *options)
{
    if (options->file == NULL && options->records == NULL) {
        return cli_report_usage_error(
            "check", "missing argument; use carom check FILE or carom check --records DIR", NULL);
    }
    return options->records != NULL ? check_records(options)
                                    : cli_process_scenario(options, run_scenario, &(bool){true});
}
