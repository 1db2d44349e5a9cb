/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a study: reads the scenario, runs with progress, prints results, writes tables, draws
 * figures. */
#include "cli/cli.h"
#include "figures/run/run_figures.h"

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

/* ---- results ---- */

static carom_status print_json(const cli_options *options, const void *object)
{
    const carom_study_entry *kind = options->command->study;
    if (kind->fill != NULL) {
        carom_result_write_json(object, stdout);
        return ((const carom_result *)object)->status;
    }
    return cli_json_tables(stdout, kind->tables, object, options->error);
}

/* Writes NAME.figures.tsv and draws the figures unless --no-plots. */
static int draw_figures(const cli_options *options, carom_study_output *to)
{
    char name[100];
    if (to->plot != NULL) {
        return cli_plot_write(options, to->plot, to->directory, !options->no_plots);
    }
    snprintf(name, sizeof name, "%s%s", options->command->name, carom_drawing_suffix);
    return to->drawing.count == 0
             ? EXIT_DONE
             : cli_drawing_write(options, &to->drawing, to->directory, name, !options->no_plots);
}

/* Prints the result, and writes its files. */
static int output_results(const cli_options *options, const carom_scenario *scenario,
                          const void *object, carom_study_output *to)
{
    const carom_study_entry *kind = options->command->study;
    fprintf(options->report, "%s\n", scenario->title[0] != '\0' ? scenario->title : options->file);
    CLI_TRY(cli_report(options, carom_study_finish(kind, object, scenario, to, options->error)));
    fprintf(options->report, "\ntables: %s/", to->directory);
    for (const carom_table *table = kind->tables; table->name != NULL; table++) {
        fprintf(options->report, "%s%s", table == kind->tables ? "" : ", ", table->name);
    }
    fprintf(options->report, "\n");
    fflush(stdout);
    if (options->json) {
        CLI_TRY(cli_exit_status(print_json(options, object)));
    }
    CLI_TRY(cli_exit_status(to->stopped));
    return draw_figures(options, to);
}

/* ---- run ---- */

static int run_scenario(const cli_options *options, cli_scenario *loaded, void *object)
{
    const carom_study_entry *kind = options->command->study;
    carom_study study = cli_study_arguments(options, loaded);
    char path[CAROM_PATH_SIZE];
    cli_progress progress;
    carom_study_output to = {.directory = kind->printed_only ? NULL
                                                             : cli_output_directory(options, path),
                             .name = options->file,
                             .text = options->report,
                             .complaints = stderr};
    study.directory = to.directory;
    study.progress = cli_progress_show;
    study.context = &progress;
    cli_progress_start(&progress, options, "runs");
    carom_status performed = carom_study_perform(kind, object, &study, options->error);
    cli_progress_end(&progress);
    CLI_TRY(cli_report(options, performed));
    if (kind->printed_only && options->json) {
        return cli_exit_status(print_json(options, object));
    }
    if (kind->printed_only) {
        const char *title = loaded->scenario.title;
        printf("%s\n", title[0] != '\0' ? title : options->file);
        return cli_exit_status(carom_study_print(kind, object, stdout, stderr));
    }
    int status = output_results(options, &loaded->scenario, object, &to);
    carom_drawing_free(&to.drawing);
    return status;
}

int cli_study(const cli_options *options)
{
    const carom_study_entry *kind = options->command->study;
    const char *figures = options->figure_list.names;
    void *object = calloc(1, kind->about.options_size + 1);
    cli_options scenario_options = *options; /* the values belong to the caller */
    if (object == NULL) {
        return cli_report_no_memory();
    }
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
