/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the records of a scenario and sends the table of compare, the verdicts of checks,
 * and messages. */
#define _POSIX_C_SOURCE 200809L
#include "checks/checks.h"
#include "lab/lab.h"
#include <inttypes.h>

/* ---- the table ---- */

static void write_row(FILE *stream, const carom_run *run, const carom_quantity *q)
{
    carom_json_write(stream, "{name: $, label: $, unit: $, doc: $, cells: [", q->column.name,
                     q->label, q->column.unit, q->column.doc);
    for (size_t i = 0; i < run->solvers; i++) {
        char text[40];
        carom_quantity_format(q, &run->solver[i].summary, text, sizeof text);
        carom_json_write(stream, i == 0 ? "$" : ", $", text);
    }
    carom_json_write(stream, "], values: [");
    for (size_t i = 0; i < run->solvers; i++) {
        carom_json_write(stream, i == 0 ? "#" : ", #",
                         carom_quantity_of(q, &run->solver[i].summary));
    }
    fputs("]}", stream);
}

static void write_remark(FILE *stream, bool *first, const char *solver, const char *text)
{
    if (text[0] != '\0') {
        fputs(*first ? "" : ", ", stream);
        carom_json_write(stream, "{solver: $, text: $}", solver, text);
        *first = false;
    }
}

static void write_remarks(FILE *stream, const carom_run *run)
{
    bool first = true;
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_run_solver *solver = &run->solver[i];
        char text[1024];
        write_remark(stream, &first, solver->solver_run.name,
                     carom_solver_run_has_failed(&solver->solver_run)
                         ? solver->solver_run.failure.text
                         : "");
        carom_validity_report(&solver->summary.validity, text, sizeof text);
        write_remark(stream, &first, solver->solver_run.name, text);
        carom_run_describe_clock(solver, text, sizeof text);
        write_remark(stream, &first, solver->solver_run.name, text);
    }
}

static void report_summary(carom_lab *lab, const carom_run *run)
{
    carom_lab_message message;
    bool first = true;
    carom_lab_message_open(&message, lab, CAROM_LAB_SUMMARY);
    carom_json_write(message.stream, "{reference: $, rows: [",
                     run->solver[run->reference].solver_run.name);
    for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
        if (carom_run_has_row(run, q)) {
            fputs(first ? "\n" : ",\n", message.stream);
            write_row(message.stream, run, q);
            first = false;
        }
    }
    carom_json_write(message.stream, "], remarks: [");
    write_remarks(message.stream, run);
    fputs("]}", message.stream);
    carom_lab_message_send(&message);
}

/* ---- the checks ---- */

/* Write a verdict; that of a goal includes its text, the solver and the value. */
static void write_verdict(FILE *stream, const carom_scenario *scenario, const carom_verdict *v)
{
    static const char *const kinds[] = {"pass", "fail", "skip"};
    const carom_scenario_check *check = scenario->checks.items;
    carom_json_write(stream, "{verdict: $, name: $, text: $", kinds[v->kind], v->name, v->text);
    if (check[v->check].goal[0] != '\0') {
        carom_json_write(stream, ", goal: $, solver: $, value: #, max: #, min: #, equals: #",
                         check[v->check].goal, carom_scenario_solver_at(scenario, v->solver)->name,
                         v->value, check[v->check].max, check[v->check].min,
                         check[v->check].equals);
    }
    fputc('}', stream);
}

static void report_verdicts(carom_lab *lab, const carom_verdicts *verdicts)
{
    carom_lab_message message;
    carom_lab_message_open(&message, lab, CAROM_LAB_VERDICTS);
    fputc('[', message.stream);
    for (size_t i = 0; i < verdicts->count; i++) {
        fputs(i == 0 ? "" : ",\n", message.stream);
        write_verdict(message.stream, &lab->scenario, &verdicts->item[i]);
    }
    fputc(']', message.stream);
    carom_lab_message_send(&message);
}

static carom_status run_checks(carom_lab *lab, const carom_check_watch *watch,
                               carom_messages *messages, carom_verdicts *verdicts,
                               carom_error *error)
{
    carom_study study = {
        .scenario = &lab->scenario, .text = lab->text, .length = strlen(lab->text), .jobs = 1};
    if (carom_checks_validate(&study, messages) != CAROM_OK) {
        return carom_error_no_memory(error);
    }
    if (messages->errors > 0) {
        carom_lab_report_messages(lab, messages);
        return CAROM_OK;
    }
    CAROM_TRY(
        carom_checks_run(&(carom_check_context){&study, NULL, false, watch}, verdicts, error));
    report_verdicts(lab, verdicts);
    return CAROM_OK;
}

/* ---- both ---- */

static carom_status write_records(carom_lab *lab, carom_run *run, const carom_request *request,
                                  carom_error *error)
{
    CAROM_TRY(carom_run_scenario(run, request, error));
    report_summary(lab, run);
    return CAROM_OK;
}

carom_status carom_lab_record(carom_lab *lab, const char *directory)
{
    carom_error error = {0};
    carom_messages messages = {.item = NULL};
    carom_verdicts verdicts = {.item = NULL};
    carom_run run = {.request = NULL};
    carom_check_watch watch;
    const carom_request request = {.scenario = &lab->scenario,
                                   .name = "lab.yaml",
                                   .directory = directory,
                                   .compare = true,
                                   .threads = 1,
                                   .recorder = &watch.recorder};
    carom_check_watch_init(&watch, &run, lab->scenario.checks.items, lab->scenario.checks.count);
    carom_status status = carom_lab_require_scenario(lab, &error);
    CAROM_THEN(status, write_records(lab, &run, &request, &error));
    if (status == CAROM_OK && lab->scenario.checks.count > 0) {
        status = run_checks(lab, &watch, &messages, &verdicts, &error);
    }
    carom_check_watch_free(&watch);
    carom_run_close(&run);
    carom_verdicts_free(&verdicts);
    carom_messages_free(&messages);
    return carom_lab_report_error(lab, status, &error);
}

/* ---- signature ---- */

static uint64_t hash_double(uint64_t hash, double value)
{
    uint64_t bits;
    unsigned char byte[8];
    memcpy(&bits, &value, sizeof bits);
    for (size_t k = 0; k < sizeof byte; k++) {
        byte[k] = (unsigned char)(bits >> (8 * k));
    }
    return carom_hash(hash, byte, sizeof byte);
}

void carom_signature_compute(const carom_sample *sample, char signature[CAROM_SIGNATURE_SIZE])
{
    uint64_t hash = CAROM_HASH_START;
    for (size_t i = 0; i < sample->count; i++) {
        hash = hash_double(hash, sample->x_m[i]);
        hash = hash_double(hash, sample->y_m[i]);
        hash = hash_double(hash, sample->vx_mps[i]);
        hash = hash_double(hash, sample->vy_mps[i]);
        if (sample->spin_radps[i] != 0) {
            hash = hash_double(hash, sample->spin_radps[i]);
        }
    }
    snprintf(signature, CAROM_SIGNATURE_SIZE, "%016" PRIx64, hash);
}

/* ---- output ---- */

/* Messages to the listener. */

void carom_lab_message_open(carom_lab_message *message, carom_lab *lab, int topic)
{
    *message = (carom_lab_message){.lab = lab, .topic = topic};
    message->stream = carom_text_open(&message->text, &message->length);
}

void carom_lab_message_send(carom_lab_message *message)
{
    fclose(message->stream);
    message->lab->listener(message->lab->context, message->topic, message->text, message->length);
    free(message->text);
}

carom_status carom_lab_report_error(carom_lab *lab, carom_status status, const carom_error *error)
{
    if (status != CAROM_OK) {
        lab->listener(lab->context, CAROM_LAB_ERROR, error->text, strlen(error->text));
    }
    return status;
}

carom_status carom_lab_require_scenario(const carom_lab *lab, carom_error *error)
{
    return lab->is_open
             ? CAROM_OK
             : carom_error_set(error, CAROM_INVALID, "", "no scenario is open; open one first");
}

void carom_lab_write_messages(FILE *stream, const carom_messages *messages)
{
    fputc('[', stream);
    for (size_t i = 0; i < messages->count; i++) {
        const carom_message *message = &messages->item[i];
        fputs(i == 0 ? "" : ", ", stream);
        carom_json_write(stream, "{error: ?, line: #, column: #, origin: $, text: $}",
                         message->is_error, (double)message->mark.line,
                         (double)message->mark.column, message->origin, message->text);
    }
    fputc(']', stream);
}

void carom_lab_report_messages(carom_lab *lab, const carom_messages *messages)
{
    carom_lab_message message;
    carom_lab_message_open(&message, lab, CAROM_LAB_MESSAGES);
    carom_lab_write_messages(message.stream, messages);
    carom_lab_message_send(&message);
}
