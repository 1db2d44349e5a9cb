/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom compare, carom run: a scenario through its solvers. */
#include "cli/cli.h"
#include "system/system.h"
#include <stdio.h>

/* A solver that stopped early is reported; its records until then are kept. */
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

/* A contact that lasts for ever is not recorded for ever. */
static void report_left_out(const cli_options *options, const carom_run *run)
{
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_moments *moments = &run->solver[i].lane.moments;
        if (moments->left_out > 0) {
            fprintf(options->notes,
                    "carom: contacts.tsv of '%s' is not complete: it has the first %zu rows, %zu "
                    "more are left out; trace fewer contacts, or a shorter run\n",
                    run->solver[i].lane.name, moments->count, moments->left_out);
        }
    }
}

int cli_execute(const cli_options *options, bool compare,
                int (*accept)(const cli_options *options, cli_scenario *loaded),
                int (*conclude)(const cli_options *options, const cli_scenario *loaded,
                                const carom_run *run))
{
    cli_scenario loaded;
    cli_progress progress;
    carom_error error = {0};
    carom_run run = {.request = NULL};
    carom_request request;
    char output[CAROM_PATH_SIZE];
    int status = cli_scenario_load(options, &loaded);
    if (status == EXIT_DONE) {
        status = cli_check_only(options, &loaded.scenario);
    }
    if (status == EXIT_DONE && accept != NULL) {
        status = accept(options, &loaded);
    }
    if (status == EXIT_DONE) {
        request = (carom_request){.scenario = &loaded.scenario,
                                  .name = options->file,
                                  .directory = cli_directory(options, output),
                                  .only = options->solvers.name,
                                  .only_count = options->solvers.count,
                                  .compare = compare,
                                  .collisions = !options->run.no_collisions,
                                  .threads = options->run.jobs > 0 ? options->run.jobs
                                                                   : options->run.threads,
                                  .stop = options->stop,
                                  .folder = options->look.folder,
                                  .progress = cli_progress_show,
                                  .context = &progress,
                                  .checkpoints = options->run.checkpoint_s >= 0,
                                  .every_s = options->run.checkpoint_s,
                                  .say = cli_note_print,
                                  .say_context = options->notes};
        status = cli_folder_open(options, request.directory, "run");
    }
    if (status == EXIT_DONE) {
        cli_progress_start(&progress, options, NULL);
        if (carom_run_scenario(&run, &request, &error) != CAROM_OK) {
            cli_progress_end(&progress);
            status = cli_fail(&error);
        } else {
            int concluded;
            cli_progress_end(&progress);
            status = report_failures(&run);
            report_left_out(options, &run);
            concluded = cli_folder_commit(options, conclude(options, &loaded, &run));
            status = status == EXIT_DONE ? concluded : status;
            if (concluded != EXIT_INTERRUPTED) {
                carom_run_forget(&run);
            }
        }
        carom_run_close(&run);
    }
    cli_scenario_free(&loaded);
    return status;
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
