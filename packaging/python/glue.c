/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that the Python module calls: runs, sweeps and studies that write their records, and
 * figures of records. */
#include "base/base.h"
#include "figures/figures.h"
#include "figures/run/run_figures.h"
#include "run/run.h"
#include "scenario/scenario.h"
#include "studies/studies.h"
#include "sweep/sweep.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/** Arguments and results of carom_python_run. The class Request of the module has the same
 * members. */
typedef struct {
    const char *command; /**< "compare", "sweep" or the name of a study */
    const char *text;    /**< of the scenario */
    const char *path;    /**< of its file, for messages and for the files that it names */
    const char *name;    /**< the scenario as the user wrote it, for the manifest */
    const char *directory;
    carom_override *overrides;
    size_t override_count;
    const char *const *only; /**< solvers to run; all if only_count is 0 */
    size_t only_count;
    long jobs; /**< solvers of a run, or points or runs at a time; 0: the default */
    const volatile sig_atomic_t *stop;
    void (*progress)(void *context, double part, double done); /**< from any thread */
    char *messages; /**< receives warnings or errors of the scenario; may be NULL */
    char *report;   /**< receives the printed result of a study; may be NULL */
} carom_python_request;

carom_status carom_python_run(carom_python_request *python, carom_error *error);
carom_status carom_python_draw(const char *directory, const char *home, const char *figures,
                               const volatile sig_atomic_t *stop, carom_error *error);
void carom_python_free(carom_python_request *python);

static carom_request request_of(const carom_python_request *python, const carom_scenario *scenario)
{
    return (carom_request){.scenario = scenario,
                           .name = python->name,
                           .directory = python->directory,
                           .only = python->only,
                           .only_count = python->only_count,
                           .compare = true,
                           .collisions = true,
                           .unsynced = true,
                           .threads = 1,
                           .stop = python->stop,
                           .progress = python->progress};
}

static carom_status compare(const carom_python_request *python, const carom_scenario *scenario,
                            carom_error *error)
{
    carom_request request = request_of(python, scenario);
    carom_run run = {.request = NULL};
    carom_status status;
    request.threads = python->jobs > 0 ? python->jobs : 1;
    status = carom_run_scenario(&run, &request, error);
    carom_run_close(&run);
    return status;
}

/* Describes the figures of a sweep that has any. */
static carom_status write_sweep_drawing(const carom_python_request *python,
                                        const carom_scenario *scenario,
                                        const carom_sweep_data *data, carom_error *error)
{
    carom_drawing drawing = {.item = NULL};
    carom_status status = CAROM_OK;
    if (carom_sweep_is_drawn(scenario)) {
        status = carom_sweep_drawing(scenario, data, python->directory, python->name, &drawing,
                                     error);
        if (status == CAROM_OK) {
            status = carom_drawing_write(&drawing, python->directory, "sweep.figures.tsv", error);
        }
    }
    carom_drawing_free(&drawing);
    return status;
}

static carom_status sweep(const carom_python_request *python, const carom_scenario *scenario,
                          carom_messages *messages, carom_error *error)
{
    const carom_request request = request_of(python, scenario);
    carom_sweep_request sweep = {.text = python->text,
                                 .length = strlen(python->text),
                                 .overrides = python->overrides,
                                 .override_count = python->override_count,
                                 .request = &request,
                                 .jobs = python->jobs,
                                 .shard = 1,
                                 .shards = 1,
                                 .messages = messages};
    carom_sweep_data data;
    carom_status status;
    if (scenario->sweep.parameters.count == 0) {
        return carom_error_set(error, CAROM_INVALID, "sweep",
                               "missing; add for instance sweep: { parameters: [ { key: seed, "
                               "values: [1, 2, 3] } ] }");
    }
    status = carom_sweep_data_load(&data, scenario, python->path, python->stop, error);
    if (status == CAROM_OK) {
        status = carom_sweep_run(&sweep, error);
    }
    if (status == CAROM_OK) {
        status = carom_manifest_write_study(python->directory, "sweep", python->name, scenario,
                                            error);
    }
    if (status == CAROM_OK) {
        status = write_sweep_drawing(python, scenario, &data, error);
    }
    carom_sweep_data_free(&data);
    return status;
}

/* Writes the tables of a study, its printed result and the description of its figures. */
static carom_status write_study(carom_python_request *python, const carom_study_entry *kind,
                                const carom_scenario *scenario, const void *object,
                                carom_error *error)
{
    carom_drawing drawing = {.item = NULL};
    char name[100];
    size_t length;
    FILE *stream = carom_text_open(&python->report, &length);
    carom_status status = carom_tables_write(python->directory, kind->tables, object, error);
    if (status == CAROM_OK) {
        status = carom_manifest_write_study(python->directory, kind->about.name, python->name,
                                            scenario, error);
    }
    if (status == CAROM_OK && kind->draw != NULL) {
        snprintf(name, sizeof name, "%s%s", kind->about.name, carom_drawing_suffix);
        carom_drawing_begin_command(&drawing, scenario->title, kind->about.name, python->name);
        kind->draw(object, &drawing);
        status = carom_drawing_write(&drawing, python->directory, name, error);
        carom_drawing_free(&drawing);
    }
    if (stream != NULL) { /* a solver that stopped is reported in the text */
        (void)(kind->print(object, stream, stream) == CAROM_OK);
    }
    return carom_text_close(stream, &python->report) ? status : carom_error_no_memory(error);
}

static carom_status study(carom_python_request *python, const carom_study_entry *kind,
                          const carom_scenario *scenario, void *object, carom_error *error)
{
    const carom_study arguments = {.scenario = scenario,
                                   .text = python->text,
                                   .length = strlen(python->text),
                                   .path = python->path,
                                   .overrides = python->overrides,
                                   .override_count = python->override_count,
                                   .only = python->only,
                                   .only_count = python->only_count,
                                   .jobs = python->jobs,
                                   .stop = python->stop,
                                   .progress = python->progress};
    carom_status status = kind->run(object, &arguments, error);
    return status == CAROM_OK ? write_study(python, kind, scenario, object, error) : status;
}

/* Reports names in `only` that are not solvers of the scenario. */
static carom_status check_solvers(const carom_python_request *python,
                                  const carom_scenario *scenario, carom_error *error)
{
    char names[400] = "";
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        carom_text_append(names, sizeof names, " %s", carom_scenario_solver_at(scenario, i)->name);
    }
    for (size_t i = 0; i < python->only_count; i++) {
        if (carom_scenario_find_solver(scenario, python->only[i]) == NULL) {
            return carom_error_set(error, CAROM_INVALID, "solvers",
                                   "the scenario has no solver '%.60s'; its solvers are:%s",
                                   python->only[i], names);
        }
    }
    return CAROM_OK;
}

static carom_status run_command(carom_python_request *python, const carom_study_entry *kind,
                                void *object, carom_scenario *scenario, carom_messages *messages,
                                carom_error *error)
{
    carom_status status = carom_scenario_read(scenario, python->text, strlen(python->text),
                                              python->overrides, python->override_count, messages);
    if (status != CAROM_OK || messages->errors > 0) {
        return status != CAROM_OK ? carom_reading_failed(status, error) : CAROM_INVALID;
    }
    status = check_solvers(python, scenario, error);
    return status != CAROM_OK                    ? status
         : kind != NULL                          ? study(python, kind, scenario, object, error)
         : strcmp(python->command, "sweep") == 0 ? sweep(python, scenario, messages, error)
                                                 : compare(python, scenario, error);
}

/* The study of a command; NULL: another command. */
static const carom_study_entry *find_study(const char *command)
{
    for (const carom_entry *const *entry = carom_studies.entries; *entry != NULL; entry++) {
        const carom_study_entry *kind = carom_study_of(*entry);
        if (strcmp(kind->about.name, command) == 0 && !kind->bare && kind->tables != NULL) {
            return kind;
        }
    }
    return NULL;
}

/** Run a command and write its records into an existing folder. The caller calls
 * carom_python_free in any case.
 *  @return the status; the reason is in `messages`, or in @p error if that is NULL */
carom_status carom_python_run(carom_python_request *python, carom_error *error)
{
    const carom_study_entry *kind = find_study(python->command);
    carom_messages messages = {
        .stop = python->stop, .only = python->only, .only_count = python->only_count};
    carom_scenario scenario = {.duration_s = 0};
    char *folder = carom_path_folder(python->path);
    void *object = calloc(1, (kind != NULL ? kind->about.options_size : 0) + 1);
    carom_status status = CAROM_OK;
    size_t length;
    if (folder == NULL || object == NULL) {
        free(folder);
        free(object);
        return carom_error_no_memory(error);
    }
    if (kind == NULL && strcmp(python->command, "compare") != 0 &&
        strcmp(python->command, "sweep") != 0) {
        status = carom_error_set(error, CAROM_INVALID, "",
                                 "'%.60s' is no study of a scenario that writes tables",
                                 python->command);
    }
    gsl_set_error_handler_off(); /* the default handler ends the program */
    messages.folder = folder;
    if (kind != NULL) {
        status = carom_study_set_keys(kind, object, python->overrides, python->override_count,
                                      error);
        python->override_count = carom_study_drop_keys(kind, python->overrides,
                                                       python->override_count);
    }
    if (status == CAROM_OK) {
        status = run_command(python, kind, object, &scenario, &messages, error);
    }
    if (messages.count > 0) {
        FILE *stream = carom_text_open(&python->messages, &length);
        if (stream != NULL) {
            carom_messages_print(&messages, python->path, stream);
        }
        (void)carom_text_close(stream, &python->messages);
    }
    if (kind != NULL && kind->release != NULL) {
        kind->release(object);
    }
    if (kind != NULL && kind->about.params != NULL) {
        carom_params_free(kind->about.params, object);
    }
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    free(object);
    free(folder);
    return status;
}

/** Draw the figures of the records in @p directory.
 *  @param figures  names separated by commas; NULL: the default ones */
carom_status carom_python_draw(const char *directory, const char *home, const char *figures,
                               const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_figure_list list = {.names = figures};
    const carom_figure_options options = {
        .home = home, .preset = carom_presets, .list = &list, .stop = stop, .omit_timing = true};
    bool runs;
    size_t studies;
    carom_status status = carom_figures_redraw(directory, &options, &runs, &studies, error);
    return status == CAROM_OK ? carom_figure_list_check(&list, error) : status;
}

/** Free the texts of a request. */
void carom_python_free(carom_python_request *python)
{
    free(python->messages);
    free(python->report);
    python->messages = python->report = NULL;
}
