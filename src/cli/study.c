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
                         .jobs = options->jobs,
                         .stop = options->stop};
}

/* ---- results ---- */

/* Writes the tables and the manifest, and prints their names. */
static int write_tables(const cli_options *options, const carom_study *study, const void *object,
                        const char *directory)
{
    const carom_study_entry *kind = options->command->study;
    CLI_TRY(cli_report(options, carom_study_write(kind, object, study->scenario, directory,
                                                  options->file, options->error)));
    fprintf(options->report, "\ntables: %s/", directory);
    for (const carom_table *table = kind->tables; table->name != NULL; table++) {
        fprintf(options->report, "%s%s", table == kind->tables ? "" : ", ", table->name);
    }
    fprintf(options->report, "\n");
    fflush(stdout);
    return EXIT_DONE;
}

/* Writes NAME.figures.tsv and draws the figures unless --no-plots. */
static int draw_study(const cli_options *options, const carom_study *study, const void *object,
                      const char *directory)
{
    const carom_study_entry *kind = options->command->study;
    carom_drawing drawing = {.item = NULL};
    char name[100];
    carom_drawing_begin_command(&drawing, study->scenario->title, kind->about.name, options->file);
    kind->draw(object, &drawing);
    snprintf(name, sizeof name, "%s%s", kind->about.name, carom_drawing_suffix);
    int status = cli_drawing_write(options, &drawing, directory, name, !options->no_plots);
    carom_drawing_free(&drawing);
    return status;
}

/* ---- run ---- */

static carom_status print_json(const carom_study_entry *kind, const void *object)
{
    if (kind->fill == NULL) {
        return kind->json(object, stdout, stderr);
    }
    carom_result_write_json(object, stdout);
    return ((const carom_result *)object)->status;
}

static int output_results(const cli_options *options, const carom_study *study, const void *object,
                          const char *directory)
{
    const carom_study_entry *kind = options->command->study;
    if (kind->printed_only && options->json) {
        return cli_exit_status(print_json(kind, object));
    }
    if (kind->printed_only) {
        return cli_exit_status(carom_study_print(kind, object, stdout, stderr));
    }
    fprintf(options->report, "%s\n",
            study->scenario->title[0] != '\0' ? study->scenario->title : options->file);
    int printed = cli_exit_status(carom_study_print(kind, object, options->report, stderr));
    int status = write_tables(options, study, object, directory);
    if (options->json && status == EXIT_DONE && kind->fill != NULL) {
        carom_result_write_json(object, stdout);
    } else if (options->json && status == EXIT_DONE) {
        status = cli_report(options, cli_json_tables(stdout, kind->tables, object, options->error));
    }
    CLI_TRY(status);
    CLI_TRY(printed);
    return kind->plot != NULL ? cli_plot_write(options, carom_result_plot(object, options->file),
                                               directory, !options->no_plots)
         : kind->draw != NULL ? draw_study(options, study, object, directory)
                              : EXIT_DONE;
}

static carom_status run_with_progress(const cli_options *options, carom_study *study, void *object)
{
    const carom_study_entry *kind = options->command->study;
    cli_progress progress;
    cli_progress_start(&progress, options, "runs");
    study->progress = cli_progress_show;
    study->context = &progress;
    carom_status status = carom_study_perform(kind, object, study, options->error);
    cli_progress_end(&progress);
    return status;
}

static int run_in_folder(const cli_options *options, carom_study *study, void *object,
                         const char *directory)
{
    CLI_TRY(cli_report(options, run_with_progress(options, study, object)));
    return output_results(options, study, object, directory);
}

/* A recording is the same from every initial state. */
static carom_status reject_recordings(const cli_options *options, const carom_study *study)
{
    const carom_study_entry *kind = options->command->study;
    for (size_t i = 0; i < study->scenario->solvers.count && kind->varies_start; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(study->scenario, i);
        if (carom_study_includes(study, solver->name) &&
            carom_solver_has_traits(&solver->kind, CAROM_RECORDED)) {
            return carom_error_set(options->error, CAROM_INVALID, "solvers",
                                   "'%s' plays back a recording, which has no other initial "
                                   "states; choose the others by --solver",
                                   solver->name);
        }
    }
    return CAROM_OK;
}

static int run_scenario(const cli_options *options, cli_scenario *loaded, void *object)
{
    const carom_study_entry *kind = options->command->study;
    carom_study study = cli_study_arguments(options, loaded);
    char default_path[CAROM_PATH_SIZE];
    CLI_TRY(cli_report(options, reject_recordings(options, &study)));
    if (kind->printed_only) {
        CLI_TRY(cli_report(options, run_with_progress(options, &study, object)));
        return output_results(options, &study, object, NULL);
    }
    const char *directory = cli_output_directory(options, default_path);
    CLI_TRY(cli_report(options, carom_study_claim_folder(kind, directory, options->error)));
    return run_in_folder(options, &study, object, directory);
}

int cli_study(const cli_options *options)
{
    const carom_study_entry *kind = options->command->study;
    void *object = calloc(1, kind->about.options_size + 1);
    cli_options scenario_options = *options; /* the values belong to the caller */
    if (object == NULL) {
        return cli_report_no_memory();
    }
    scenario_options.overrides.count = carom_study_drop_keys(kind, scenario_options.overrides.item,
                                                             scenario_options.overrides.count);
    int status = cli_report(options,
                            carom_study_set_keys(kind, object, options->overrides.item,
                                                 options->overrides.count, options->error));
    if (status == EXIT_DONE) {
        status = cli_process_scenario(&scenario_options, run_scenario, object);
    }
    carom_study_release(kind, object);
    if (kind->about.params != NULL) {
        carom_params_free(kind->about.params, object);
    }
    free(object);
    return status;
}
