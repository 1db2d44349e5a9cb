/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom sweep runs a scenario for every point of its grid; carom merge joins the shards. */
#include "sweep/sweep.h"
#include "cli/cli.h"

static void print_summary(const cli_options *options, const carom_sweep_request *sweep,
                          const carom_scenario *scenario)
{
    const char *directory = sweep->request->directory;
    size_t points = carom_sweep_points(scenario);
    if (sweep->shards > 1) {
        fprintf(options->report,
                "shard %ld/%ld of %zu point%s: %s; after the last shard run carom merge %s\n",
                sweep->shard, sweep->shards, points, carom_plural((double)points), directory,
                directory);
    } else {
        fprintf(options->report, "%zu point%s: %s/sweep.tsv%s\n", points,
                carom_plural((double)points), directory,
                sweep->records ? ", records of each point in 1, 2, ..." : "");
    }
}

/* Prints the table as JSON, with the comparison if there are measured points; for a shard, which
 * has no table yet, its number of points. */
static int print_json(const cli_options *options, const carom_sweep_request *sweep,
                      const carom_scenario *scenario)
{
    if (sweep->shards > 1) {
        printf("{\"shard\": %ld, \"shards\": %ld, \"points\": %zu}\n", sweep->shard, sweep->shards,
               carom_sweep_points(scenario));
        return EXIT_DONE;
    }
    const char *directory = sweep->request->directory;
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

/* Writes the drawing, and draws it with --plots. */
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
                                   options->figures.plots);
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
    const carom_request request = {.name = options->file,
                                   .directory = cli_output_directory(options, default_path),
                                   .compare = true,
                                   .collisions = !options->run.no_collisions,
                                   .threads = options->run.threads};
    carom_sweep_request sweep = {.study = &study,
                                 .request = &request,
                                 .records = options->sweep.records,
                                 .shard = options->sweep.shard,
                                 .shards = options->sweep.shards,
                                 .notify = cli_message_print,
                                 .notify_context = options->notes};
    int status = EXIT_DONE;
    CLI_TRY(cli_report(options, run_points(options, &study, &sweep)));
    print_summary(options, &sweep, &loaded->scenario);
    if (sweep.shards == 1 && carom_sweep_is_drawn(&loaded->scenario)) {
        status = draw_sweep(options, &loaded->scenario, data, request.directory);
    }
    if (options->json && status == EXIT_DONE) {
        status = print_json(options, &sweep, &loaded->scenario);
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
    if (options->figures.plots && !carom_sweep_is_drawn(&loaded->scenario)) {
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

/* Checks the folders before they are locked. */
static carom_status check_folders(const cli_options *options, const char *const *directory,
                                  size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int reason = cli_folder_error(directory[i]);
        if (reason != 0) {
            return carom_error_system(options->error, CAROM_CANNOT_READ, "read", directory[i],
                                      reason);
        }
    }
    return CAROM_OK;
}

int cli_merge(const cli_options *options)
{
    const char *directory[MOST_OPTIONS + 1] = {options->file};
    const char *output = options->output != NULL ? options->output : options->file;
    size_t points = 0;
    for (size_t i = 0; i < options->more.count; i++) {
        directory[i + 1] = options->more.item[i];
    }
    CLI_TRY(cli_report(options, check_folders(options, directory, options->more.count + 1)));
    CLI_TRY(cli_report(options, carom_sweep_merge(directory, options->more.count + 1, output,
                                                  options->stop, &points, options->error)));
    fprintf(options->report, "%zu point%s: %s/sweep.tsv\n", points, carom_plural((double)points),
            output);
    if (options->json) {
        CLI_TRY(cli_report(options, cli_json_file(stdout, output, "sweep.tsv", options->error)));
    }
    return EXIT_DONE;
}
