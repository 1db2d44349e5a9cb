/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands that run a scenario many times over share. */
#include "cli/commands.h"

carom_study cli_study_of(const cli_options *options, const cli_scenario *loaded)
{
    return (carom_study){.scenario = &loaded->scenario, .text = loaded->text, .length = loaded->length,
                         .overrides = options->overrides, .override_count = options->override_count,
                         .only = options->only, .only_count = options->only_count, .jobs = options->jobs,
                         .stop = options->stop};
}

static int run(const cli_options *options, const cli_study *command, const cli_scenario *loaded)
{
    char output[CAROM_PATH_SIZE];
    carom_study study = cli_study_of(options, loaded);
    cli_progress progress;
    carom_error error = {0};
    carom_status status;
    int result;
    carom_output_default(options->file, output);
    cli_progress_start(&progress);
    progress.form = command->form;
    study.progress = cli_progress_show;
    study.context = &progress;
    status = command->run(command->object, &study, &error);
    cli_progress_end(&progress);
    result = status == CAROM_OK ? command->report(options, command->object, options->output != NULL ? options->output : output)
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
