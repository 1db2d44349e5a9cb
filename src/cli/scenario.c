/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the commands: loads scenarios and manages output folders. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

int cli_folder_error(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return errno;
    }
    return !S_ISDIR(info.st_mode) ? ENOTDIR : access(path, R_OK | X_OK) != 0 ? errno : 0;
}

int cli_report_read_failure(const cli_options *options, carom_status status)
{
    return cli_report(options, carom_reading_status(status, options->error));
}

static int read_text(const cli_options *options, cli_scenario *loaded)
{
    int status = EXIT_DONE;
    loaded->folder = carom_path_folder(loaded->path);
    loaded->messages.stop = options->stop;
    loaded->messages.folder = loaded->folder;
    loaded->messages.only = options->solvers.name;
    loaded->messages.only_count = options->solvers.count;
    carom_status read = carom_scenario_read(&loaded->scenario, loaded->text, loaded->length,
                                            options->overrides.item, options->overrides.count,
                                            &loaded->messages);
    loaded->scenario.changes = options->changes;
    if (loaded->messages.errors > 0 && *options->stop != 0) {
        return cli_report_read_failure(options, CAROM_INTERRUPTED);
    }
    carom_messages_print(&loaded->messages, loaded->path,
                         loaded->messages.errors > 0 ? stderr : options->notes);
    if (read != CAROM_OK) {
        status = cli_report_read_failure(options, read);
    } else if (loaded->messages.errors > 0) {
        bool of_options = false; /* not in the file alone */
        for (size_t i = 0; i < loaded->messages.count; i++) {
            const carom_message *message = &loaded->messages.item[i];
            of_options = of_options || (message->is_error && message->origin[0] != '\0');
        }
        fprintf(stderr, "carom: %zu error%s", loaded->messages.errors,
                loaded->messages.errors == 1 ? "" : "s");
        fprintf(stderr, of_options ? "\n" : " in '%s'\n", loaded->path);
        status = loaded->messages.unreadable ? EXIT_CANNOT_READ : EXIT_BAD_SCENARIO;
    }
    return status;
}

int cli_scenario_load(const cli_options *options, cli_scenario *loaded)
{
    *loaded = (cli_scenario){.text = NULL};
    if (options->file == NULL) { /* the scenario in run.json of the records */
        snprintf(loaded->path, sizeof loaded->path, "%.4000s/run.json", options->records);
        CLI_TRY(cli_report(options, carom_records_text(options->records, "scenario", options->stop,
                                                       &loaded->text, options->error)));
        loaded->length = strlen(loaded->text);
        return read_text(options, loaded);
    }
    bool found = carom_scenario_find(options->home, options->file, loaded->path);
    if (carom_is_folder(loaded->path)) {
        fprintf(stderr,
                "carom: error: cannot read '%s': it is a folder without experiment.yaml; use a "
                "scenario, a file that ends in .yaml, or a shipped experiment (see 'carom list "
                "experiments'); 'carom plot' draws the records in a folder\n",
                loaded->path);
        return EXIT_CANNOT_READ;
    }
    if (!found && access(options->file, F_OK) != 0 && errno == ENOENT) {
        cli_report_missing_scenario(options->home, options->file);
        return EXIT_CANNOT_READ;
    }
    CLI_TRY(cli_report(options, carom_scenario_file_read(loaded->path, &loaded->text,
                                                         &loaded->length, options->error)));
    return read_text(options, loaded);
}

void cli_scenario_free(cli_scenario *loaded)
{
    carom_scenario_free(&loaded->scenario);
    carom_messages_free(&loaded->messages);
    free(loaded->text);
    free(loaded->folder);
}

int cli_process_scenario(const cli_options *options, cli_scenario_function *use, void *context)
{
    cli_scenario loaded;
    int status = cli_scenario_load(options, &loaded);
    if (status == EXIT_DONE &&
        carom_scenario_check_solvers(&loaded.scenario, options->solvers.name,
                                     options->solvers.count, options->error) != CAROM_OK) {
        fprintf(stderr, "carom: error: --solver: %s\n", carom_error_problem(options->error));
        status = EXIT_USAGE;
    } else if (status == EXIT_DONE) {
        status = use(options, &loaded, context);
    }
    cli_scenario_free(&loaded);
    return status;
}

carom_status cli_file_finish(carom_file *file, carom_status status, carom_error *error)
{
    if (status == CAROM_OK) {
        status = carom_file_finish(file, error);
        status = status == CAROM_OK ? carom_file_commit(file, error) : status;
    }
    carom_file_discard(file);
    return status;
}

const char *cli_output_directory(const cli_options *options, char default_path[CAROM_PATH_SIZE])
{
    carom_output_default_path(options->file, default_path);
    if (strcmp(options->command->name, "check") == 0) { /* keeps the figures of compare */
        carom_text_append(default_path, CAROM_PATH_SIZE, "-check");
    }
    return options->output != NULL ? options->output : default_path;
}

int cli_plot_write(const cli_options *options, carom_plot *plot, const char *directory, bool wanted)
{
    if (options->figure_options.title != NULL) {
        carom_plot_retitle(plot, options->figure_options.title);
    }
    int status = cli_report(options, carom_plot_write(plot, directory, options->error));
    if (status == EXIT_DONE && wanted) {
        const carom_plot_options *drawn = &options->figure_options;
        char figures[500];
        status = cli_report(options, carom_plot_draw(plot, directory, drawn, options->error));
        if (status == EXIT_DONE &&
            carom_plot_list_figures(plot, directory, drawn, figures, sizeof figures) > 0) {
            fprintf(options->report, "figures: %s/%s\n", directory, figures);
        }
    }
    carom_plot_free(plot);
    return status;
}

static int show(const cli_options *options, cli_scenario *loaded, void *context)
{
    (void)context;
    if (options->json) {
        carom_scenario_write_json(&loaded->scenario, stdout, "");
    } else {
        carom_scenario_write(&loaded->scenario, stdout);
    }
    return EXIT_DONE;
}

int cli_show(const cli_options *options)
{
    return cli_process_scenario(options, show, NULL);
}
