/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands that run a scenario many times over share. */
#include "cli/commands.h"
#include "records/folder.h"
#include <string.h>

carom_study cli_study_of(const cli_options *options, const cli_scenario *loaded)
{
    return (carom_study){.scenario = &loaded->scenario,
                         .text = loaded->text,
                         .length = loaded->length,
                         .overrides = options->overrides,
                         .override_count = options->override_count,
                         .only = options->only,
                         .only_count = options->only_count,
                         .jobs = options->jobs,
                         .stop = options->stop};
}

/* The tables' names are in what is said of them: "a.tsv, b.tsv; c.yaml: what it is". */
static void note_tables(const cli_options *options, const cli_study *command, const char *directory)
{
    char path[CAROM_PATH_SIZE + 100];
    const char *at = command->tables;
    while (*at != '\0') {
        size_t length = strcspn(at, ",;:");
        snprintf(path, sizeof path, "%s/%.*s", directory, (int)length, at);
        carom_folder_note(options->look.folder, path);
        at += at[length] == ':' ? strlen(at) : length;
        at += strspn(at, ",; ");
    }
    snprintf(path, sizeof path, "%s/%s.json", directory, command->mode);
    carom_folder_note(options->look.folder, path);
}

/* Prints the title and what came of it, leaves the tables and what made them, and draws. */
static int conclude(const cli_options *options, const cli_study *command, const carom_study *study,
                    const char *directory)
{
    carom_error error = {0};
    int status;
    printf("%s\n", study->scenario->title[0] != '\0' ? study->scenario->title : options->file);
    status = command->print(command->object);
    if (command->write(command->object, directory, &error) != CAROM_OK ||
        carom_manifest_of(directory, command->mode, options->file, study->scenario, &error) !=
            CAROM_OK) {
        return cli_fail(&error);
    }
    note_tables(options, command, directory);
    printf("\ntables: %s/%s\n", directory, command->tables);
    fflush(stdout);
    if (status != EXIT_DONE || options->no_plots) {
        return status;
    }
    if (command->draw(command->object, directory, &options->look, options->file, &error) !=
        CAROM_OK) {
        fprintf(stderr, "carom: no figures: %s\n", error.text);
        return cli_exit_of(error.status);
    }
    cli_say_figures(options, directory, command->figures);
    return EXIT_DONE;
}

static int run(const cli_options *options, const cli_study *command, const cli_scenario *loaded)
{
    carom_study study = cli_study_of(options, loaded);
    cli_progress progress;
    carom_error error = {0};
    carom_status status;
    char output[CAROM_PATH_SIZE];
    const char *directory = options->output != NULL ? options->output : output;
    int result;
    carom_output_default(options->file, output);
    result = cli_folder_open(options, directory, command->mode);
    if (result != EXIT_DONE) {
        return result;
    }
    cli_progress_start(&progress);
    progress.form = command->form;
    study.progress = cli_progress_show;
    study.context = &progress;
    status = command->run(command->object, &study, &error);
    cli_progress_end(&progress);
    result = status == CAROM_OK
               ? cli_folder_commit(options, conclude(options, command, &study, directory))
               : cli_fail(&error);
    command->release(command->object);
    return result;
}

int cli_study_run(const cli_options *options, const cli_study *command)
{
    cli_scenario loaded;
    int status = cli_scenario_load(options, &loaded);
    if (status == EXIT_DONE) {
        status = cli_check_only(options, &loaded.scenario);
    }
    if (status == EXIT_DONE) {
        status = run(options, command, &loaded);
    }
    cli_scenario_free(&loaded);
    return status;
}
