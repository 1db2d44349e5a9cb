/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom compare and carom run: run a scenario. */
#include "cli/cli.h"
#include "system/system.h"
#include <stdio.h>

/* Reports solvers that stopped early. Their records are kept. */
static int report_failures(const carom_run *run)
{
    int status = EXIT_DONE;
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_lane *lane = &run->solver[i].lane;
        if (carom_lane_has_failed(lane)) {
            fprintf(stderr,
                    "carom: error: solver '%s' stopped: %s (its records until t = %.6g s "
                    "are kept)\n",
                    lane->name, lane->failure.text, lane->sample.t_s);
            status = cli_exit_of(lane->failure.status);
        }
    }
    return status;
}

/* Reports rows beyond the limit of contacts.tsv. */
static void report_left_out(const cli_options *options, const carom_run *run)
{
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_moments *moments = &run->solver[i].lane.moments;
        if (moments->left_out > 0) {
            fprintf(options->notes,
                    "carom: contacts.tsv of '%s' is incomplete: %zu rows written, %zu omitted; "
                    "trace fewer contacts or shorten the run\n",
                    run->solver[i].lane.name, moments->count, moments->left_out);
        }
    }
}

/* Runs the scenario, reports failures, and calls the output function of the command. */
static int run_request(const cli_options *options, const cli_scenario *loaded,
                       carom_request *request, cli_conclude *conclude)
{
    cli_progress progress;
    carom_error error = {0};
    carom_run run = {.request = NULL};
    int status, concluded;
    cli_progress_start(&progress, options, NULL);
    request->context = &progress;
    status = cli_end(carom_run_scenario(&run, request, &error), &error);
    cli_progress_end(&progress);
    if (status == EXIT_DONE) {
        status = report_failures(&run);
        report_left_out(options, &run);
        concluded = cli_folder_commit(options, conclude(options, loaded, &run));
        status = status == EXIT_DONE ? concluded : status;
        if (concluded != EXIT_INTERRUPTED) {
            carom_run_forget(&run);
        }
    }
    carom_run_close(&run);
    return status;
}

/* Arguments of execute. */
typedef struct {
    bool compare;
    cli_accept *accept;
    cli_conclude *conclude;
} plan;

static int execute(const cli_options *options, cli_scenario *loaded, void *context)
{
    const plan *p = context;
    char output[CAROM_PATH_SIZE];
    carom_request request = {.scenario = &loaded->scenario,
                             .name = options->file,
                             .directory = cli_directory(options, output),
                             .only = options->solvers.name,
                             .only_count = options->solvers.count,
                             .compare = p->compare,
                             .collisions = !options->run.no_collisions,
                             .threads = options->run.jobs > 0 ? options->run.jobs
                                                              : options->run.threads,
                             .stop = options->stop,
                             .folder = options->look.folder,
                             .progress = cli_progress_show,
                             .checkpoints = options->run.checkpoint_s >= 0,
                             .every_s = options->run.checkpoint_s,
                             .say = cli_note_print,
                             .say_context = options->notes};
    if (p->accept != NULL) {
        CLI_TRY(p->accept(options, loaded));
    }
    CLI_TRY(cli_folder_open(options, request.directory, "run"));
    return run_request(options, loaded, &request, p->conclude);
}

int cli_execute(const cli_options *options, bool compare, cli_accept *accept,
                cli_conclude *conclude)
{
    return cli_with_scenario(options, execute, &(plan){compare, accept, conclude});
}

static int conclude_run(const cli_options *options, const cli_scenario *loaded,
                        const carom_run *run)
{
    (void)loaded;
    const char *directory = run->request->directory;
    bool plots = run->request->compare ? !options->figures.no_plots : options->figures.plots;
    carom_error error = {0};
    if (options->json) {
        cli_table_json(stdout, run);
    } else if (cli_table_print(options->report, run, &error) != CAROM_OK) {
        return cli_fail(&error);
    } else {
        fprintf(options->report, "\nrecords: %s\n", directory);
    }
    fflush(stdout);
    return plots ? cli_draw(options, directory) : EXIT_DONE;
}

int cli_compare(const cli_options *options)
{
    return cli_execute(options, true, NULL, conclude_run);
}

int cli_run(const cli_options *options)
{
    return cli_execute(options, false, NULL, conclude_run);
}
