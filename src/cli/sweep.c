/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom sweep: the scenario once for every point of the grid that it states. */
#include "cli/commands.h"
#include "harness/sweep.h"

static int run_grid(const cli_options *options, cli_scenario *loaded)
{
    char output[CAROM_PATH_SIZE];
    carom_error error = {0};
    carom_messages messages = {0};
    carom_request request;
    carom_sweep_request sweep;
    carom_status status;
    carom_output_default(options->file, output);
    request = (carom_request){
        .scenario = &loaded->scenario, .name = options->file,
        .directory = options->output != NULL ? options->output : output,
        .only = options->only, .only_count = options->only_count, .compare = true,
        .collisions = !options->no_collisions, .threads = options->threads,
        .stop = options->stop};
    sweep = (carom_sweep_request){loaded->text, loaded->length, options->overrides,
                                  options->override_count, &request, &messages};
    status = carom_sweep_run(&sweep, &error);
    if (messages.errors > 0) {
        carom_messages_print(&messages, loaded->path, stderr);
    }
    carom_messages_free(&messages);
    if (status != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("%zu points: %s/sweep.tsv, records of each in %s/1 and so on\n",
           carom_sweep_points(&loaded->scenario), request.directory, request.directory);
    return EXIT_DONE;
}

int cli_sweep(const cli_options *options)
{
    cli_scenario loaded;
    int status = cli_scenario_load(options, &loaded);
    if (status == EXIT_DONE && loaded.scenario.sweep.parameters.count == 0) {
        fprintf(stderr, "%s: error: sweep: the scenario has none; expected for instance\n"
                        "sweep: { parameters: [ { key: seed, values: [1, 2, 3] } ] }\n",
                loaded.path);
        status = EXIT_BAD_SCENARIO;
    }
    if (status == EXIT_DONE) {
        status = run_grid(options, &loaded);
    }
    cli_scenario_free(&loaded);
    return status;
}
