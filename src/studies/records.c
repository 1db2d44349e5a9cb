/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs commands for programs in C and Python: runs, sweeps and studies write their records. */
#include "studies/studies.h"
#include <carom/records.h>
#include <gsl/gsl_errno.h>

/* State of carom_records_write. */
typedef struct {
    carom_records_args *args;
    const carom_study_entry *kind; /* NULL: compare */
    carom_scenario scenario;
    carom_messages messages;
    carom_arena memory;       /* of the overrides */
    carom_override *override; /* without the keys of the study */
    size_t overrides;
    carom_result *result; /* of the study */
    char *text;           /* of the file */
    size_t length;
} writer;

/* ---- runs ---- */

static carom_status compare(const writer *w, carom_error *error)
{
    const carom_records_args *args = w->args;
    const carom_request request = {.scenario = &w->scenario,
                                   .name = args->name,
                                   .directory = args->directory,
                                   .only = args->solvers,
                                   .only_count = w->messages.only_count,
                                   .compare = true,
                                   .figures = true,
                                   .threads = args->jobs > 0 ? args->jobs : 1,
                                   .stop = args->stop,
                                   .progress = args->progress,
                                   .context = args->context};
    carom_run run = {.request = NULL};
    carom_status status = carom_run_scenario(&run, &request, error);
    if (status == CAROM_OK) {
        carom_plot *plot = carom_plot_run(&run);
        status = carom_plot_write(plot, args->directory, error);
        carom_plot_free(plot);
    }
    carom_run_close(&run);
    return status;
}

/* ---- studies ---- */

static carom_status study(writer *w, carom_error *error)
{
    const carom_records_args *args = w->args;
    const carom_study arguments = {.scenario = &w->scenario,
                                   .text = w->text,
                                   .length = w->length,
                                   .path = args->path,
                                   .overrides = w->override,
                                   .override_count = w->overrides,
                                   .only = args->solvers,
                                   .only_count = w->messages.only_count,
                                   .directory = args->directory,
                                   .name = args->name,
                                   .jobs = args->jobs,
                                   .stop = args->stop,
                                   .progress = args->progress,
                                   .context = args->context};
    carom_plot *plot = NULL;
    size_t length;
    CAROM_TRY(carom_study_perform(w->kind, w->result, &arguments, error));
    FILE *text = carom_text_open(&w->args->report, &length);
    /* the text reports a solver that stopped */
    carom_status status = carom_study_finish(w->result, text, text, &plot, error);
    if (plot != NULL) {
        CAROM_THEN(status, carom_plot_write(plot, w->args->directory, error));
    }
    carom_plot_free(plot);
    fclose(text);
    return status;
}

/* Finds a study that writes tables of a scenario; NULL: compare. */
static carom_status find_study(writer *w, carom_error *error)
{
    const char *command = w->args->command;
    const carom_entry *entry = carom_interface_find(&carom_studies, command);
    if (entry != NULL && !carom_study_of(entry)->printed_only) {
        w->kind = carom_study_of(entry);
    }
    return w->kind != NULL || strcmp(command, "compare") == 0
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "command",
                               "'%.60s' is no study of a scenario that writes tables", command);
}

/* ---- commands ---- */

/* Sets the keys of the study, and leaves those of the scenario in `overrides`. */
static carom_status set_study(writer *w, carom_error *error)
{
    if (w->kind == NULL) {
        return CAROM_OK;
    }
    w->result = carom_allocate(1, w->kind->about.options_size);
    CAROM_TRY(carom_study_set_keys(w->kind, w->result, w->override, w->overrides, error));
    w->overrides = carom_study_drop_keys(w->kind, w->override, w->overrides);
    return CAROM_OK;
}

static carom_status read_and_run(writer *w, carom_error *error)
{
    CAROM_TRY(find_study(w, error));
    if (w->args->text == NULL) {
        CAROM_TRY(carom_scenario_file_read(w->args->path, &w->text, &w->length, error));
    } else {
        w->length = strlen(w->args->text);
        w->text = carom_text_copy(w->args->text, w->length);
    }
    w->override = carom_overrides_convert(&w->memory, w->args->settings, &w->overrides);
    CAROM_TRY(set_study(w, error));
    CAROM_TRY(carom_scenario_read(&w->scenario, w->text, w->length, w->override, w->overrides,
                                  &w->messages));
    CAROM_TRY(carom_messages_first_error(&w->messages, w->args->path, error));
    CAROM_TRY(carom_scenario_check_solvers(&w->scenario, w->args->solvers, w->messages.only_count,
                                           error));
    return w->kind != NULL ? study(w, error) : compare(w, error);
}

carom_status carom_records_write(carom_records_args *args, carom_error *error)
{
    gsl_error_handler_t *handler = gsl_set_error_handler_off(); /* the default one aborts */
    char *folder = carom_path_folder(args->path);
    writer w = {.args = args,
                .messages = {.stop = args->stop, .only = args->solvers, .folder = folder}};
    size_t length;
    args->name = args->name == NULL ? args->path : args->name;
    while (args->solvers != NULL && args->solvers[w.messages.only_count] != NULL) {
        w.messages.only_count++;
    }
    carom_status status = read_and_run(&w, error);
    if (w.messages.count > 0) {
        FILE *stream = carom_text_open(&args->messages, &length);
        carom_messages_print(&w.messages, args->path, stream);
        fclose(stream);
    }
    if (w.result != NULL) {
        carom_study_release(w.kind, w.result);
    }
    free(w.result);
    carom_scenario_free(&w.scenario);
    carom_messages_free(&w.messages);
    carom_arena_free(&w.memory);
    free(w.text);
    free(folder);
    gsl_set_error_handler(handler);
    return status;
}

void carom_records_args_free(carom_records_args *args)
{
    free(args->messages);
    free(args->report);
    args->messages = args->report = NULL;
}

carom_status carom_records_draw(const char *directory, const char *home, const char *figures,
                                const volatile sig_atomic_t *stop, carom_error *error)
{
    return carom_plot_redraw(
        directory, &(carom_plot_options){.home = home, .figures = figures, .stop = stop}, error);
}
