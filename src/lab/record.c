/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a scenario, the table that compare prints of them, and the verdicts of its checks.
 */
#define _POSIX_C_SOURCE 200809L
#include "checks/checks.h"
#include "lab/lab.h"
#include "run/run.h"

/* ---- the table ---- */

static void write_row(FILE *stream, const carom_run *run, const carom_quantity *q)
{
    carom_lab_text(stream, true, "name", q->column.name);
    carom_lab_text(stream, false, "label", q->label);
    carom_lab_text(stream, false, "unit", q->column.unit);
    carom_lab_text(stream, false, "doc", q->column.doc);
    carom_lab_key(stream, false, "cells");
    for (size_t i = 0; i < run->solvers; i++) {
        char text[40];
        carom_quantity_say(q, &run->solver[i].account.summary, text, sizeof text);
        fputs(i == 0 ? "[" : ", ", stream);
        carom_json_string(stream, text);
    }
    fputs("]", stream);
    carom_lab_key(stream, false, "values");
    for (size_t i = 0; i < run->solvers; i++) {
        fputs(i == 0 ? "[" : ", ", stream);
        carom_json_number(stream, carom_quantity_of(q, &run->solver[i].account.summary));
    }
    fputs("]", stream);
}

static void write_remark(FILE *stream, bool *first, const char *solver, const char *text)
{
    if (text[0] != '\0') {
        fputs(*first ? "{" : ", {", stream);
        carom_lab_text(stream, true, "solver", solver);
        carom_lab_text(stream, false, "text", text);
        fputc('}', stream);
        *first = false;
    }
}

static void write_remarks(FILE *stream, const carom_run *run)
{
    bool first = true;
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_run_solver *solver = &run->solver[i];
        char text[1024];
        write_remark(stream, &first, solver->lane.name,
                     carom_lane_has_failed(&solver->lane) ? solver->lane.failure.text : "");
        carom_validity_say(&solver->account.summary.validity, text, sizeof text);
        write_remark(stream, &first, solver->lane.name, text);
        carom_run_say_clock(solver, text, sizeof text);
        write_remark(stream, &first, solver->lane.name, text);
    }
}

static carom_status say_summary(carom_lab *lab, const carom_run *run, carom_error *error)
{
    carom_lab_words words;
    bool first = true;
    carom_status status = carom_lab_words_begin(&words, lab, CAROM_LAB_SUMMARY, error);
    if (status != CAROM_OK) {
        return status;
    }
    fputc('{', words.stream);
    carom_lab_text(words.stream, true, "reference", run->solver[run->reference].lane.name);
    carom_lab_key(words.stream, false, "rows");
    fputc('[', words.stream);
    for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
        if (carom_run_says(run, q)) {
            fputs(first ? "\n{" : ",\n{", words.stream);
            write_row(words.stream, run, q);
            fputc('}', words.stream);
            first = false;
        }
    }
    fputc(']', words.stream);
    carom_lab_key(words.stream, false, "remarks");
    fputc('[', words.stream);
    write_remarks(words.stream, run);
    fputs("]}", words.stream);
    return carom_lab_words_end(&words, error);
}

/* ---- the checks ---- */

static carom_status say_verdicts(carom_lab *lab, const carom_verdicts *verdicts, carom_error *error)
{
    static const char *const kinds[] = {"pass", "fail", "skip"};
    carom_lab_words words;
    carom_status status = carom_lab_words_begin(&words, lab, CAROM_LAB_VERDICTS, error);
    if (status != CAROM_OK) {
        return status;
    }
    fputc('[', words.stream);
    for (size_t i = 0; i < verdicts->count; i++) {
        fputs(i == 0 ? "{" : ",\n{", words.stream);
        carom_lab_text(words.stream, true, "verdict", kinds[verdicts->item[i].kind]);
        carom_lab_text(words.stream, false, "name", verdicts->item[i].name);
        carom_lab_text(words.stream, false, "text", verdicts->item[i].text);
        fputc('}', words.stream);
    }
    fputc(']', words.stream);
    return carom_lab_words_end(&words, error);
}

/* What is wrong with the checks themselves is said in their place. */
static carom_status say_faults(carom_lab *lab, const carom_messages *messages, carom_error *error)
{
    carom_lab_words words;
    carom_status status = carom_lab_words_begin(&words, lab, CAROM_LAB_MESSAGES, error);
    if (status == CAROM_OK) {
        carom_lab_write_messages(words.stream, messages);
        status = carom_lab_words_end(&words, error);
    }
    return status;
}

static carom_status judge(carom_lab *lab, const char *directory, carom_error *error)
{
    carom_study study = {.scenario = &lab->scenario,
                         .text = lab->text,
                         .length = lab->length,
                         .overrides = lab->override,
                         .override_count = lab->overrides,
                         .jobs = 1};
    carom_messages messages = {.item = NULL};
    carom_verdicts verdicts = {.item = NULL};
    carom_status status = carom_checks_examine(&study, &messages);
    if (status != CAROM_OK) {
        status = carom_error_no_memory(error);
    } else if (messages.errors > 0) {
        status = say_faults(lab, &messages, error);
    } else {
        status = carom_checks_run(&(carom_evidence){&study, directory, false}, &verdicts, error);
        if (status == CAROM_OK) {
            status = say_verdicts(lab, &verdicts, error);
        }
    }
    carom_verdicts_free(&verdicts);
    carom_messages_free(&messages);
    return status;
}

/* ---- both ---- */

carom_status carom_lab_record(carom_lab *lab, const char *directory)
{
    carom_error error = {0};
    carom_run run = {.request = NULL};
    carom_request request = {.scenario = &lab->scenario,
                             .name = "lab.yaml",
                             .directory = directory,
                             .compare = true,
                             .collisions = true,
                             .hasty = true,
                             .threads = 1};
    carom_status status = carom_lab_expect(lab, &error);
    if (status == CAROM_OK) {
        status = carom_run_scenario(&run, &request, &error);
        if (status == CAROM_OK) {
            status = say_summary(lab, &run, &error);
        }
        carom_run_close(&run);
    }
    if (status == CAROM_OK && lab->scenario.checks.count > 0) {
        status = judge(lab, directory, &error);
    }
    return carom_lab_fail(lab, status, &error);
}
