/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom compare and carom run: run a scenario. */
#include "cli/cli.h"

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

/* Runs the scenario, reports failures, and calls the output function of the command. */
static int run_request(const cli_options *options, const cli_scenario *loaded,
                       carom_request *request, cli_output_function *output_results)
{
    cli_progress progress;
    carom_run run = {.request = NULL};
    int status, output_status;
    cli_progress_start(&progress, options, NULL);
    request->context = &progress;
    status = cli_report(options, carom_run_scenario(&run, request, options->error));
    cli_progress_end(&progress);
    if (status == EXIT_DONE) {
        status = report_failures(&run);
        report_omitted_rows(options, &run);
        output_status = output_results(options, loaded, &run);
        status = status == EXIT_DONE ? output_status : status;
    }
    carom_run_close(&run);
    return status;
}

/* Arguments of execute. */
typedef struct {
    bool compare;
    cli_check_function *check_scenario;
    cli_output_function *output_results;
} run_steps;

static int execute(const cli_options *options, cli_scenario *loaded, void *context)
{
    const run_steps *p = context;
    char output[CAROM_PATH_SIZE];
    carom_request request = {.scenario = &loaded->scenario,
                             .name = options->file,
                             .directory = cli_output_directory(options, output),
                             .only = options->solvers.name,
                             .only_count = options->solvers.count,
                             .compare = p->compare,
                             .threads = options->jobs > 0 ? options->jobs : 1,
                             .stop = options->stop,
                             .progress = cli_progress_show};
    if (p->check_scenario != NULL) {
        CLI_TRY(p->check_scenario(options, loaded));
    }
    return run_request(options, loaded, &request, p->output_results);
}

int cli_run_scenario(const cli_options *options, bool compare, cli_check_function *check_scenario,
                     cli_output_function *output_results)
{
    return cli_process_scenario(options, execute,
                                &(run_steps){compare, check_scenario, output_results});
}

static int output_run(const cli_options *options, const cli_scenario *loaded, const carom_run *run)
{
    (void)loaded;
    const char *directory = run->request->directory;
    bool plots = run->request->compare && !options->figures.no_plots;
    if (options->json) {
        cli_table_json(stdout, run);
    } else {
        CLI_TRY(cli_report(options, cli_table_print(options->report, run, options->error)));
        fprintf(options->report, "\nrecords: %s\n", directory);
    }
    fflush(stdout);
    return plots ? cli_figures_draw(options, directory) : EXIT_DONE;
}

int cli_compare(const cli_options *options)
{
    bool compare = strcmp(options->command->name, "run") != 0;
    return cli_run_scenario(options, compare, NULL, output_run);
}
