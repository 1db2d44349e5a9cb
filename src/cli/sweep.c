/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom sweep runs a scenario for every point of its grid. */
#include "sweep/sweep.h"
#include "cli/cli.h"

static void print_summary(const cli_options *options, const carom_sweep_request *sweep)
{
    size_t points = carom_sweep_points(sweep->study->scenario);
    fprintf(options->report, "%zu point%s", points, carom_plural((double)points));
    if (sweep->found > 0) {
        fprintf(options->report, ", %zu of them from before", sweep->found);
    }
    fprintf(options->report, ": %s/sweep.tsv\n", sweep->directory);
}

/* Prints the table as JSON, with the comparison if there are measured points. */
static int print_json(const cli_options *options, const char *directory,
                      const carom_scenario *scenario)
{
    const bool measured = scenario->sweep.data[0] != '\0';
    fputs(measured ? "{\"sweep\": " : "", stdout);
    CLI_TRY(cli_report(options, cli_json_file(stdout, directory, "sweep.tsv", options->error)));
    if (measured) {
        fputs(", \"data\": ", stdout);
        CLI_TRY(cli_report(options, cli_json_file(stdout, directory, carom_sweep_data_table.name,
                                                  options->error)));
        fputs("}\n", stdout);
    }
    return EXIT_DONE;
}

/* Prints a row of sweep-data.tsv. */
static void print_fit(FILE *stream, const carom_tsv *table, size_t row)
{
    enum { QUANTITY, SOLVER, SERIES, POINTS, OUTSIDE, UNKNOWN, CHI, LARGEST, LARGEST_X };
    const double points = carom_tsv_number(table, row, POINTS);
    const char *series = carom_tsv_text(table, row, SERIES);
    char text[1000] = "";
    carom_text_append(text, sizeof text, "%s of %s, %.80s: ", carom_tsv_text(table, row, QUANTITY),
                      carom_tsv_text(table, row, SOLVER),
                      strcmp(series, "*") == 0 ? "all series" : series);
    if (points > 0) {
        carom_text_append(text, sizeof text,
                          "chi-square per point %.3g (%.0f point%s, 1 +- %.2g expected), largest "
                          "deviation %+.2f sigma at x = %.4g; ",
                          carom_tsv_number(table, row, CHI), points, carom_plural(points),
                          sqrt(2 / points), carom_tsv_number(table, row, LARGEST),
                          carom_tsv_number(table, row, LARGEST_X));
    }
    carom_text_append(text, sizeof text,
                      "not compared: %s outside the swept range, %s without y_error or value",
                      carom_tsv_text(table, row, OUTSIDE), carom_tsv_text(table, row, UNKNOWN));
    carom_text_replace_controls(text);
    fprintf(stream, "%s\n", text);
}

/* Prints how far the measured points are from the curves. */
static int print_fits(const cli_options *options, const char *directory)
{
    carom_tsv table;
    carom_status status = carom_tsv_read_record(&table, directory, NULL,
                                                carom_sweep_data_table.name, NULL, options->error);
    for (size_t row = 0; status == CAROM_OK && row < table.rows; row++) {
        print_fit(options->report, &table, row);
    }
    carom_tsv_free(&table);
    return cli_report(options, status);
}

/* Writes the drawing, and draws it unless --no-plots is given. */
static int draw_sweep(const cli_options *options, const carom_scenario *scenario,
                      const carom_sweep_data *data, const char *directory)
{
    carom_drawing drawing = {.item = NULL};
    int status = cli_report(options, carom_sweep_drawing(scenario, data, directory, options->file,
                                                         &drawing, options->error));
    if (status == EXIT_DONE && data->points > 0) {
        status = print_fits(options, directory);
    }
    if (status == EXIT_DONE) {
        status = cli_drawing_write(options, &drawing, directory, "sweep.figures.tsv",
                                   !options->no_plots);
    }
    carom_drawing_free(&drawing);
    return status;
}

static carom_status run_points(const cli_options *options, carom_study *study,
                               carom_sweep_request *sweep)
{
    carom_messages messages = {.stop = options->stop};
    cli_progress progress;
    cli_progress_start(&progress, options, "points");
    study->progress = cli_progress_show;
    study->context = &progress;
    sweep->messages = &messages;
    carom_status status = carom_sweep_run(sweep, options->error);
    cli_progress_end(&progress);
    if (messages.errors > 0) {
        carom_messages_print(&messages, study->path, stderr);
    }
    carom_messages_free(&messages);
    return status;
}

static int run_grid(const cli_options *options, cli_scenario *loaded, const carom_sweep_data *data)
{
    char default_path[CAROM_PATH_SIZE];
    carom_study study = cli_study_arguments(options, loaded);
    carom_sweep_request sweep = {.study = &study,
                                 .directory = cli_output_directory(options, default_path),
                                 .name = options->file,
                                 .resume = options->resume};
    int status = EXIT_DONE;
    CLI_TRY(cli_report(options, run_points(options, &study, &sweep)));
    print_summary(options, &sweep);
    if (carom_sweep_is_drawn(&loaded->scenario)) {
        status = draw_sweep(options, &loaded->scenario, data, sweep.directory);
    }
    if (options->json && status == EXIT_DONE) {
        status = print_json(options, sweep.directory, &loaded->scenario);
    }
    fflush(stdout);
    return status;
}

/* Reported before the run. */
static int check_grid(const cli_options *options, const cli_scenario *loaded)
{
    if (loaded->scenario.sweep.parameters.count == 0) {
        fprintf(stderr,
                "%s: error: sweep: missing; add for instance\nsweep: { parameters: [ { key: seed, "
                "values: [1, 2, 3] } ] }\n",
                loaded->path);
        return EXIT_BAD_SCENARIO;
    }
    if (!options->no_plots && !carom_sweep_is_drawn(&loaded->scenario)) {
        fprintf(options->notes,
                "carom: no figures: only sweeps of one or two numerical parameters are drawn\n");
    }
    return EXIT_DONE;
}

static int sweep_scenario(const cli_options *options, cli_scenario *loaded, void *context)
{
    carom_sweep_data data;
    (void)context;
    CLI_TRY(check_grid(options, loaded));
    int status = cli_report(options, carom_sweep_data_load(&data, &loaded->scenario, loaded->path,
                                                           options->stop, options->error));
    status = status == EXIT_DONE ? run_grid(options, loaded, &data) : status;
    carom_sweep_data_free(&data);
    return status;
}

int cli_sweep(const cli_options *options)
{
    return cli_process_scenario(options, sweep_scenario, NULL);
}
