/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands: each reads a scenario, asks the harness for what it is there for, and says what
 * came of it. */
#include "cli/commands.h"
#include "cli/cli.h"
#include "cli/help/topics.h"
#include "figures/run_figures.h"
#include "figures/snapshot.h"
#include "records/folder.h"
#include "studies/explain.h"
#include "system/install_paths.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- what all share ---- */

int cli_exit_of(carom_status status)
{
    switch (status) {
    case CAROM_OK: return EXIT_DONE;
    case CAROM_INVALID:
    case CAROM_COLLAPSE:
    case CAROM_NOT_FINITE: return EXIT_BAD_SCENARIO;
    case CAROM_CANNOT_READ: return EXIT_CANNOT_READ;
    case CAROM_CANNOT_CREATE: return EXIT_CANNOT_CREATE;
    case CAROM_CANNOT_WRITE: return EXIT_CANNOT_WRITE;
    case CAROM_INTERRUPTED: return EXIT_INTERRUPTED;
    case CAROM_NO_MEMORY:
    case CAROM_INTERNAL: break;
    }
    return EXIT_INTERNAL;
}

int cli_fail(const carom_error *error)
{
    int status = cli_exit_of(error->status);
    /* nobody may fail without a word, or say so and end as if all were well */
    if (error->text[0] == '\0' || status == EXIT_DONE) {
        fprintf(stderr,
                "carom: error: a failure that does not say what it is (status %d), a fault of "
                "carom itself%s%s\n",
                (int)error->status, error->text[0] == '\0' ? "" : ": ", error->text);
        return EXIT_INTERNAL;
    }
    fprintf(stderr, "carom: error: %s\n", error->text);
    return status;
}

int cli_scenario_load(const cli_options *options, cli_scenario *loaded)
{
    carom_error error = {0};
    *loaded = (cli_scenario){.text = NULL};
    if (!carom_scenario_find(options->home, options->file, loaded->path) &&
        strchr(options->file, '/') == NULL && strchr(options->file, '.') == NULL) {
        fprintf(stderr,
                "carom: error: cannot read '%s': neither a file nor a shipped experiment "
                "(see 'carom list experiments')\n",
                options->file);
        return EXIT_CANNOT_READ;
    }
    if (carom_scenario_file_read(loaded->path, &loaded->text, &loaded->length, &error) !=
        CAROM_OK) {
        return cli_fail(&error);
    }
    return cli_scenario_read(options, loaded);
}

int cli_scenario_read(const cli_options *options, cli_scenario *loaded)
{
    int status;
    carom_status read = carom_scenario_read(&loaded->scenario, loaded->text, loaded->length,
                                            options->overrides, options->override_count,
                                            &loaded->messages);
    carom_messages_print(&loaded->messages, loaded->path, stderr);
    status = cli_exit_of(read);
    if (read != CAROM_OK) {
        fprintf(stderr, "carom: error: out of memory\n");
    } else if (loaded->messages.errors > 0) {
        fprintf(stderr, "carom: %zu %s in '%s'\n", loaded->messages.errors,
                loaded->messages.errors == 1 ? "error" : "errors", loaded->path);
        status = EXIT_BAD_SCENARIO;
    }
    return status;
}

void cli_scenario_free(cli_scenario *loaded)
{
    carom_scenario_free(&loaded->scenario);
    carom_messages_free(&loaded->messages);
    free(loaded->text);
}

int cli_check_only(const cli_options *options, const carom_scenario *scenario)
{
    for (size_t i = 0; i < options->only_count; i++) {
        bool found = false;
        for (size_t k = 0; k < scenario->solvers.count; k++) {
            found = found ||
                    strcmp(options->only[i], carom_scenario_solver_at(scenario, k)->name) == 0;
        }
        if (!found) {
            fprintf(stderr,
                    "carom: error: no solver '%s' in the scenario; it has:", options->only[i]);
            for (size_t k = 0; k < scenario->solvers.count; k++) {
                fprintf(stderr, " %s", carom_scenario_solver_at(scenario, k)->name);
            }
            fputc('\n', stderr);
            return EXIT_USAGE;
        }
    }
    return EXIT_DONE;
}

/* A solver that stopped early is reported; its records until then are kept. */
static int report_failures(const carom_run *run)
{
    int status = EXIT_DONE;
    for (size_t i = 0; i < run->lanes; i++) {
        const carom_lane *lane = &run->lane[i];
        if (carom_lane_has_failed(lane)) {
            fprintf(stderr,
                    "carom: error: solver '%s' stopped: %s (its records until t = %.6g s "
                    "are kept)\n",
                    lane->spec->name, lane->failure.text, lane->sample.t_s);
            status = cli_exit_of(lane->failure.status);
        }
    }
    return status;
}

int cli_folder_open(const cli_options *options, const char *directory, const char *command)
{
    carom_error error = {0};
    return carom_folder_open(options->look.folder, directory, command, options->shards > 1,
                             &error) == CAROM_OK
             ? EXIT_DONE
             : cli_fail(&error);
}

int cli_folder_of_records(const cli_options *options, const char *directory)
{
    struct stat info;
    /* if not, reading the records says so */
    bool there = stat(directory, &info) == 0 && S_ISDIR(info.st_mode);
    return there ? cli_folder_open(options, directory, "run") : EXIT_DONE;
}

int cli_folder_commit(const cli_options *options, int status)
{
    carom_error error = {0};
    if ((status == EXIT_DONE || status == EXIT_CHECK_FAILED) &&
        carom_folder_commit(options->look.folder, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    return status;
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
        carom_output_default(options->file, output);
        request = (carom_request){.scenario = &loaded.scenario,
                                  .name = options->file,
                                  .directory = options->output != NULL ? options->output : output,
                                  .only = options->only,
                                  .only_count = options->only_count,
                                  .compare = compare,
                                  .collisions = !options->no_collisions,
                                  .threads = options->threads,
                                  .stop = options->stop,
                                  .folder = options->look.folder,
                                  .progress = cli_progress_show,
                                  .context = &progress};
        status = cli_folder_open(options, request.directory, "run");
    }
    if (status == EXIT_DONE) {
        cli_progress_start(&progress);
        if (carom_run_scenario(&run, &request, &error) != CAROM_OK) {
            cli_progress_end(&progress);
            status = cli_fail(&error);
        } else {
            int concluded;
            cli_progress_end(&progress);
            status = report_failures(&run);
            concluded = cli_folder_commit(options, conclude(options, &loaded, &run));
            status = status == EXIT_DONE ? concluded : status;
        }
        carom_run_close(&run);
    }
    cli_scenario_free(&loaded);
    return status;
}

void cli_say_figures(const cli_options *options, const char *directory, const char *names)
{
    const carom_preset *preset = options->look.preset;
    const char *ending;
    printf("figures: %s/", directory);
    while (preset != carom_presets && (ending = strstr(names, ".png")) != NULL) {
        printf("%.*s-%s.png", (int)(ending - names), names, preset->name);
        names = ending + 4;
    }
    printf("%s\n", names);
}

static int draw(const cli_options *options, const char *directory)
{
    carom_error error = {0};
    if (carom_figures_draw(directory, &options->look, &error) != CAROM_OK) {
        fprintf(stderr, "carom: no figures: %s\n", error.text);
        return cli_exit_of(error.status);
    }
    cli_say_figures(options, directory,
                    options->look.preset->page_width > 0 ? "overview.png and others"
                                                         : "energy.png and others");
    return EXIT_DONE;
}

/* ---- the commands ---- */

static int conclude_run(const cli_options *options, const cli_scenario *loaded,
                        const carom_run *run)
{
    (void)loaded;
    const char *directory = run->request->directory;
    bool plots = run->request->compare ? !options->no_plots : options->plots;
    cli_table_print(stdout, run);
    printf("\nrecords: %s\n", directory);
    fflush(stdout);
    return plots ? draw(options, directory) : EXIT_DONE;
}

int cli_compare(const cli_options *options)
{
    return cli_execute(options, true, NULL, conclude_run);
}

int cli_run(const cli_options *options)
{
    return cli_execute(options, false, NULL, conclude_run);
}

int cli_plot(const cli_options *options)
{
    char path[CAROM_PATH_SIZE];
    carom_error error = {0};
    int status = cli_folder_of_records(options, options->file);
    if (status != EXIT_DONE || isnan(options->at_s)) {
        return status != EXIT_DONE ? status : draw(options, options->file);
    }
    if (carom_snapshot_draw(options->file, &options->look, options->at_s, options->exaggerate,
                            &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    snprintf(path, sizeof path, "%s/snapshot.tsv", options->file);
    carom_folder_note(options->look.folder, path);
    cli_say_figures(options, options->file, "table-*.png");
    return EXIT_DONE;
}

static int tell(const cli_options *options, carom_status (*say)(const carom_scenario *scenario,
                                                                FILE *stream, carom_error *error))
{
    cli_scenario loaded;
    carom_error error = {0};
    int status = cli_scenario_load(options, &loaded);
    if (status == EXIT_DONE && say(&loaded.scenario, stdout, &error) != CAROM_OK) {
        status = cli_fail(&error);
    }
    cli_scenario_free(&loaded);
    return status;
}

static carom_status show(const carom_scenario *scenario, FILE *stream, carom_error *error)
{
    (void)error;
    carom_scenario_show(scenario, stream);
    return CAROM_OK;
}

int cli_show(const cli_options *options)
{
    return tell(options, show);
}

int cli_explain(const cli_options *options)
{
    return tell(options, carom_explain);
}

int cli_list_command(const cli_options *options)
{
    carom_error error = {0};
    switch (cli_list(options->file, options->home, &error)) {
    case CAROM_OK: return EXIT_DONE;
    case CAROM_INVALID: (void)cli_fail(&error); return EXIT_USAGE;
    default: return cli_fail(&error);
    }
}
