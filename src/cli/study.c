/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a study: reads the scenario, runs with progress, prints results, writes tables, draws
 * figures. */
#include "cli/cli.h"

carom_study cli_study_arguments(const cli_options *options, const cli_scenario *loaded)
{
    return (carom_study){.scenario = &loaded->scenario,
                         .text = loaded->text,
                         .length = loaded->length,
                         .path = loaded->path,
                         .overrides = options->overrides.item,
                         .override_count = options->overrides.count,
                         .only = options->solvers.name,
                         .only_count = options->solvers.count,
                         .name = options->file,
                         .resume = options->resume,
                         .jobs = options->jobs,
                         .stop = options->stop};
}

/* ---- run ---- */

/* Prints the result, writes its files, and draws the figures unless --no-plots. */
static int output_result(const cli_options *options, const carom_result *result)
{
    const char *directory = result->request->directory;
    carom_plot *plot;
    CLI_TRY(cli_report(options,
                       carom_study_finish(result, options->report, stderr, &plot, options->error)));
    fprintf(options->report, "\ntables: %s/", directory);
    for (const carom_table *table = result->kind->tables; table->name != NULL; table++) {
        fprintf(options->report, "%s%s", table == result->kind->tables ? "" : ", ", table->name);
    }
    fprintf(options->report, "\n");
    if (options->json) {
        carom_result_write_json(result, stdout);
    }
    fflush(stdout);
    return plot != NULL ? cli_plot_write(options, plot, directory, !options->no_plots)
                        : cli_exit_status(result->status);
}

static int run_scenario(const cli_options *options, cli_scenario *loaded, void *object)
{
    const carom_study_entry *kind = options->command->study;
    const char *title = loaded->scenario.title;
    carom_result *result = object;
    carom_study study = cli_study_arguments(options, loaded);
    char path[CAROM_PATH_SIZE];
    cli_progress progress;
    study.directory = kind->printed_only ? NULL : cli_output_directory(options, path);
    study.progress = cli_progress_show;
    study.context = &progress;
    cli_progress_start(&progress, options, "runs");
    carom_status performed = carom_study_perform(kind, result, &study, options->error);
    cli_progress_end(&progress);
    CLI_TRY(cli_report(options, performed));
    fprintf(options->report, "%s\n", title[0] != '\0' ? title : options->file);
    if (!kind->printed_only) {
        return output_result(options, result);
    }
    if (options->json) {
        carom_result_write_json(result, stdout);
    } else {
        carom_result_print(result, stdout, stderr);
    }
    return cli_exit_status(result->status);
}

int cli_study(const cli_options *options)
{
    const carom_study_entry *kind = options->command->study;
    const char *figures = options->figure_options.figures;
    void *object = carom_allocate(1, kind->about.options_size + 1);
    cli_options scenario_options = *options; /* the values belong to the caller */
    scenario_options.overrides.count = carom_study_drop_keys(kind, scenario_options.overrides.item,
                                                             scenario_options.overrides.count);
    carom_status set = carom_study_set_keys(kind, object, options->overrides.item,
                                            options->overrides.count, options->error);
    if (figures != NULL) {
        CAROM_THEN(set, carom_study_check_figures(kind, figures, options->error));
    }
    int status = cli_report(options, set);
    if (status == EXIT_DONE) {
        status = cli_process_scenario(&scenario_options, run_scenario, object);
    }
    carom_study_release(kind, object);
    free(object);
    return status;
}
