/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks records for programs in C and Python. */
#include "checks/checks.h"
#include <carom/records.h>

/* Reads the scenario of args->text, or that of the manifest, and evaluates its checks. */
static carom_status check(carom_records_args *args, char *text, carom_scenario *scenario,
                          carom_messages *messages, carom_verdicts *verdicts, carom_error *error)
{
    const carom_study study = {.scenario = scenario,
                               .text = text,
                               .length = strlen(text),
                               .path = args->path,
                               .directory = args->directory,
                               .stop = args->stop};
    bool audited = args->command == NULL;
    size_t length;
    CAROM_TRY(carom_scenario_read(scenario, text, study.length, NULL, 0, messages));
    CAROM_TRY(carom_messages_first_error(messages, args->path, error));
    CAROM_TRY(carom_checks_validate(&study, messages));
    CAROM_TRY(carom_messages_first_error(messages, args->path, error));
    CAROM_TRY(carom_checks_run(&(carom_check_context){&study, args->directory, audited, NULL},
                               verdicts, error));
    FILE *stream = carom_text_open(&args->report, &length);
    carom_verdicts_write_json(verdicts, stream);
    fclose(stream);
    return CAROM_OK;
}

carom_status carom_records_check(carom_records_args *args, carom_error *error)
{
    char *folder = carom_path_folder(args->path), *text = NULL;
    carom_scenario scenario = {.title = ""};
    carom_messages messages = {.stop = args->stop, .folder = folder};
    carom_verdicts verdicts = {.item = NULL};
    carom_status status = CAROM_OK;
    if (args->text != NULL) {
        text = carom_text_copy(args->text, strlen(args->text));
    } else {
        status = carom_records_text(args->directory, "scenario", args->stop, &text, error);
    }
    CAROM_THEN(status, check(args, text, &scenario, &messages, &verdicts, error));
    carom_verdicts_free(&verdicts);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    free(text);
    free(folder);
    return status;
}
