/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const carom_sweep_parameter *parameter_at(const carom_scenario *scenario, size_t i)
{
    return &((const carom_sweep_parameter *)scenario->sweep.parameters.items)[i];
}

static size_t values_of(const carom_sweep_parameter *parameter)
{
    return parameter->values.count > 0 ? parameter->values.count : (size_t)parameter->count;
}

size_t carom_sweep_points(const carom_scenario *scenario)
{
    size_t points = 1;
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        points *= values_of(parameter_at(scenario, i));
    }
    return points;
}

/* The k-th value of a parameter as text: the two ends exactly, between them evenly or in ratio. */
static void value_text(const carom_sweep_parameter *p, size_t k, char text[CAROM_KEY_SIZE])
{
    double part = p->count > 1 ? (double)k / (double)(p->count - 1) : 0, value;
    if (p->values.count > 0) {
        snprintf(text, CAROM_KEY_SIZE, "%s",
                 ((const carom_scenario_word *)p->values.items)[k].text);
        return;
    }
    value = p->scale == 1 ? p->from * pow(p->to / p->from, part)
                          : p->from + part * (p->to - p->from);
    value = k + 1 == (size_t)p->count && k > 0 ? p->to : value;
    /* 15 digits: a decade in nine steps should read 1e-05, not 9.9999999999999991e-06 */
    carom_number_format_digits(value, 15, text, CAROM_KEY_SIZE);
}

typedef struct {
    char value[CAROM_KEY_SIZE];
    char text[2 * CAROM_KEY_SIZE + 16];
} setting;

/* The point's values, the last parameter fastest, as overrides after those of the command line. */
static void set_point(const carom_scenario *scenario, size_t point, setting *settings,
                      carom_override *overrides)
{
    for (size_t i = scenario->sweep.parameters.count; i-- > 0;) {
        const carom_sweep_parameter *p = parameter_at(scenario, i);
        value_text(p, point % values_of(p), settings[i].value);
        point /= values_of(p);
        snprintf(settings[i].text, sizeof settings[i].text, "sweep %s=%s", p->key,
                 settings[i].value);
        overrides[i] = (carom_override){settings[i].text, p->key, settings[i].value};
    }
}

static bool collects(const carom_scenario *scenario, const char *name)
{
    const carom_scenario_word *word = scenario->sweep.collect.items;
    bool found = scenario->sweep.collect.count == 0;
    for (size_t i = 0; i < scenario->sweep.collect.count; i++) {
        found = found || strcmp(word[i].text, name) == 0;
    }
    return found;
}

static void write_header(FILE *stream, const carom_scenario *scenario)
{
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        fprintf(stream, "%s\t", parameter_at(scenario, i)->key);
    }
    fputs("solver", stream);
    for (const carom_quantity *q = carom_quantities; q->name != NULL; q++) {
        if (collects(scenario, q->name)) {
            fprintf(stream, "\t%s", q->name);
        }
    }
    fputc('\n', stream);
}

static void write_rows(FILE *stream, const carom_scenario *scenario, const setting *settings,
                       const carom_run *run)
{
    for (size_t lane = 0; lane < run->lanes; lane++) {
        for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
            fprintf(stream, "%s\t", settings[i].value);
        }
        fputs(run->lane[lane].spec->name, stream);
        for (const carom_quantity *q = carom_quantities; q->name != NULL; q++) {
            if (collects(scenario, q->name)) {
                char text[32];
                carom_number_format(carom_quantity_of(q, &run->lane[lane].summary), text,
                                    sizeof text);
                fprintf(stream, "\t%s", text);
            }
        }
        fputc('\n', stream);
    }
}

static carom_status run_point(const carom_sweep_request *sweep, const carom_scenario *grid,
                              size_t point, setting *settings, carom_override *overrides,
                              FILE *stream, carom_error *error)
{
    size_t own = grid->sweep.parameters.count, size = strlen(sweep->request->directory) + 24;
    carom_scenario scenario;
    carom_run run = {.request = NULL};
    carom_request request = *sweep->request;
    char *directory = malloc(size);
    carom_status status;
    if (directory == NULL) {
        return carom_error_no_memory(error);
    }
    snprintf(directory, size, "%s/%zu", sweep->request->directory, point + 1);
    set_point(grid, point, settings, &overrides[sweep->override_count]);
    status = carom_scenario_read(&scenario, sweep->text, sweep->length, overrides,
                                 sweep->override_count + own, sweep->messages);
    if (status == CAROM_OK && sweep->messages->errors > 0) {
        status = carom_error_set(error, CAROM_INVALID, "sweep", "point %zu of the sweep is not a "
                                 "valid scenario", point + 1);
    }
    request.scenario = &scenario;
    request.directory = directory;
    if (status == CAROM_OK) {
        status = carom_run_scenario(&run, &request, error);
    }
    if (status == CAROM_OK) {
        write_rows(stream, grid, settings, &run);
    }
    carom_run_close(&run);
    carom_scenario_free(&scenario);
    free(directory);
    return status;
}

carom_status carom_sweep_run(const carom_sweep_request *sweep, carom_error *error)
{
    const carom_scenario *grid = sweep->request->scenario;
    size_t own = grid->sweep.parameters.count, points = carom_sweep_points(grid);
    setting *settings = calloc(own + 1, sizeof *settings);
    carom_override *overrides = calloc(own + sweep->override_count + 1, sizeof *overrides);
    carom_file file = {NULL, NULL, NULL};
    carom_status status = CAROM_NO_MEMORY;
    if (settings != NULL && overrides != NULL) {
        status = carom_directory_make(sweep->request->directory, error);
    }
    if (status == CAROM_OK) {
        memcpy(overrides, sweep->overrides, sweep->override_count * sizeof *overrides);
        status = carom_file_open(&file, sweep->request->directory, "sweep.tsv", error);
    }
    if (status == CAROM_OK) {
        write_header(file.stream, grid);
    }
    for (size_t point = 0; point < points && status == CAROM_OK; point++) {
        status = run_point(sweep, grid, point, settings, overrides, file.stream, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_finish(&file, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_commit(&file, error);
    }
    carom_file_discard(&file);
    free(settings);
    free(overrides);
    return status;
}
