/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scenario comes in and is answered for. */
#define _POSIX_C_SOURCE 200809L
#include "lab/lab.h"
#include "base/base.h"
#include "run/run.h"
#include "scene/boundaries/boundaries.h"
#include <stdlib.h>
#include <string.h>

carom_lab *carom_lab_new(carom_lab_listener *listener, void *context)
{
    carom_lab *lab = calloc(1, sizeof *lab);
    if (lab != NULL) {
        lab->listener = listener;
        lab->context = context;
    }
    return lab;
}

static void forget(carom_lab *lab)
{
    if (lab->is_open) {
        carom_scenario_free(&lab->scenario);
    }
    free(lab->text);
    free(lab->sets);
    free(lab->override);
    *lab = (carom_lab){.listener = lab->listener, .context = lab->context};
}

void carom_lab_free(carom_lab *lab)
{
    if (lab != NULL) {
        forget(lab);
        free(lab);
    }
}

static size_t count_lines(const char *text)
{
    size_t lines = 1;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    return lines;
}

/* Lines "KEY=VALUE" as overrides. A line is kept twice, once whole for messages and once cut. */
static carom_status cut_sets(carom_lab *lab, const char *sets, carom_error *error)
{
    size_t length = strlen(sets);
    char *whole, *cut;
    lab->sets = malloc(2 * (length + 1));
    lab->override = calloc(count_lines(sets), sizeof *lab->override);
    if (lab->sets == NULL || lab->override == NULL) {
        return carom_error_no_memory(error);
    }
    whole = memcpy(lab->sets, sets, length + 1);
    cut = memcpy(lab->sets + length + 1, sets, length + 1);
    while (*whole != '\0') {
        size_t line = strcspn(whole, "\n");
        char *equals = memchr(cut, '=', line);
        bool last = whole[line] == '\0';
        whole[line] = cut[line] = '\0';
        if (line > 0 && (equals == NULL || equals == cut)) {
            return carom_error_set(error, CAROM_INVALID, "", "found '%.300s'; expected KEY=VALUE",
                                   whole);
        }
        if (line > 0) {
            *equals = '\0';
            lab->override[lab->overrides++] = (carom_override){whole, cut, equals + 1};
        }
        whole += last ? line : line + 1;
        cut += last ? line : line + 1;
    }
    return CAROM_OK;
}

static carom_status say_messages(carom_lab *lab, const carom_messages *messages, carom_error *error)
{
    carom_lab_words words;
    carom_status status = carom_lab_words_begin(&words, lab, CAROM_LAB_MESSAGES, error);
    if (status == CAROM_OK) {
        carom_lab_write_messages(words.stream, messages);
        status = carom_lab_words_end(&words, error);
    }
    return status == CAROM_OK ? CAROM_INVALID : status;
}

static carom_status answer(carom_lab *lab, const carom_messages *messages, carom_error *error)
{
    carom_status status;
    if (messages->errors > 0) {
        return say_messages(lab, messages, error);
    }
    status = carom_lab_say_scene(lab, messages, error);
    return status == CAROM_OK ? carom_lab_say_knobs(lab, error) : status;
}

/* What is no fault of the scenario's is said as an error. */
static carom_status read_scenario(carom_lab *lab, carom_error *error)
{
    carom_messages messages = {.item = NULL};
    carom_status status = carom_scenario_read(&lab->scenario, lab->text, lab->length, lab->override,
                                              lab->overrides, &messages);
    lab->is_open = true;
    if (status != CAROM_OK) {
        status = carom_lab_fail(lab, carom_error_no_memory(error), error);
    } else {
        status = answer(lab, &messages, error);
    }
    carom_messages_free(&messages);
    return status;
}

carom_status carom_lab_open(carom_lab *lab, const char *text, size_t length, const char *sets)
{
    carom_error error = {0};
    carom_status status;
    forget(lab);
    lab->text = carom_text_copy(text, length);
    lab->length = length;
    status = lab->text == NULL ? carom_error_no_memory(&error) : cut_sets(lab, sets, &error);
    status = status == CAROM_OK ? read_scenario(lab, &error) : carom_lab_fail(lab, status, &error);
    if (status != CAROM_OK) {
        forget(lab);
    }
    return status;
}

double carom_lab_distance(const carom_lab *lab, double ax_m, double ay_m, double bx_m, double by_m)
{
    carom_vec way = {bx_m - ax_m, by_m - ay_m};
    return lab->is_open ? carom_vec_length(carom_torus_shortest(&lab->scenario.problem, way)) : NAN;
}
