/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes run.json and the manifests of studies: program, machine, parameters and scenario. */
#define _POSIX_C_SOURCE 200809L
#include "carom_build.h"
#include "run/run.h"
#include <gsl/gsl_version.h>
#include <inttypes.h>
#include <sys/utsname.h>

const char *carom_version(void)
{
    return CAROM_VERSION;
}

const char *carom_commit(void)
{
    return CAROM_COMMIT;
}

const char *carom_compiler(void)
{
    return CAROM_COMPILER;
}

static void write_pair(FILE *stream, const char *key, const char *value)
{
    carom_json_write(stream, "  $: $,\n", key, value);
}

typedef struct {
    FILE *stream;
    bool first;
} writer;

/* Numbers and flags are written unquoted. Unset values are skipped, and so are lists: the
 * scenario text contains them. */
static bool write_parameter(void *context, carom_param_ref place)
{
    writer *w = context;
    char text[512];
    if (!carom_param_is_set(place) || place.row->type == CAROM_LIST) {
        return true;
    }
    carom_param_format(place, text, sizeof text);
    carom_json_write(w->stream, w->first ? "$: " : ", $: ", place.row->key);
    w->first = false;
    if (place.row->type == CAROM_NUMBER || place.row->type == CAROM_COUNT ||
        place.row->type == CAROM_FLAG) {
        fputs(text, w->stream);
    } else {
        carom_json_write_string(w->stream, text);
    }
    return true;
}

static void write_solver(FILE *stream, const carom_run_solver *solver)
{
    const carom_solver_run *solver_run = &solver->solver_run;
    writer w = {stream, true};
    carom_json_write(stream, "    {name: $, kind: $", solver_run->name,
                     solver_run->choice->entry->name);
    carom_json_write(stream, ", parameters: {");
    carom_params_each(solver_run->choice->entry->params, solver_run->choice->options,
                      write_parameter, &w);
    fputs("}", stream);
    for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
        if (q->place != CAROM_IN_CLOCK) {
            carom_json_write(stream, ", $: #", q->column.name,
                             carom_quantity_of(q, &solver->summary));
        }
    }
    carom_json_write(stream, ", failure: $}",
                     carom_solver_run_has_failed(solver_run) ? solver_run->failure.text : NULL);
}

static void write_platform(FILE *stream)
{
    struct utsname system;
    char text[512] = "unknown";
    if (uname(&system) == 0) {
        snprintf(text, sizeof text, "%s %s %s", system.sysname, system.release, system.machine);
    }
    write_pair(stream, "platform", text);
}

/* Writes the scenario as text and as JSON, and closes the manifest. Frees the text. */
static void finish_manifest(FILE *stream, const carom_scenario *scenario, char *text)
{
    carom_json_write(stream, "  scenario: $", text);
    fputs(",\n  \"scenario_json\": ", stream);
    carom_scenario_write_json(scenario, stream, "  ");
    fputs("}\n", stream);
    free(text);
}

/* Begins a manifest with program, machine and scenario; @p text is that of the scenario. */
static void begin_manifest(FILE *stream, const char *scenario_name, const carom_scenario *scenario,
                           const char *text, const char *mode)
{
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, carom_hash(CAROM_HASH_START, text, strlen(text)));
    fputs("{\n", stream);
    write_pair(stream, "program", "carom");
    write_pair(stream, "version", CAROM_VERSION);
    write_pair(stream, "commit", CAROM_COMMIT);
    write_pair(stream, "compiler", CAROM_COMPILER);
    write_pair(stream, "flags", CAROM_FLAGS);
    write_pair(stream, "gsl", gsl_version);
    write_platform(stream);
    write_pair(stream, "scenario_name", scenario_name);
    write_pair(stream, "scenario_hash", hash);
    fprintf(stream, "  \"seed\": %lld,\n", (long long)scenario->seed);
    write_pair(stream, "mode", mode);
}

void carom_manifest_write(FILE *stream, const carom_run *run)
{
    const carom_request *request = run->request;
    char *text = carom_scenario_text(request->scenario);
    begin_manifest(stream, request->name, request->scenario, text,
                   request->compare ? "compare" : "run");
    write_pair(stream, "reference", run->solver[run->reference].solver_run.name);
    fputs("  \"solvers\": [\n", stream);
    for (size_t i = 0; i < run->solvers; i++) {
        write_solver(stream, &run->solver[i]);
        fputs(i + 1 < run->solvers ? ",\n" : "\n", stream);
    }
    fputs("  ],\n", stream);
    finish_manifest(stream, request->scenario, text);
}

carom_status carom_manifest_open_study(carom_file *file, const char *directory, const char *mode,
                                       const char *name, const carom_scenario *scenario,
                                       carom_error *error)
{
    char file_name[60];
    snprintf(file_name, sizeof file_name, "%.50s.json", mode);
    CAROM_TRY(carom_file_open(file, directory, file_name, error));
    char *text = carom_scenario_text(scenario);
    begin_manifest(file->stream, name, scenario, text, mode);
    finish_manifest(file->stream, scenario, text);
    return carom_file_finish(file, error);
}
