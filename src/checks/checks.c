/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "checks/checks.h"
#include "base/grow.h"
#include "base/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define X(name) &carom_check_##name.about,
static const carom_entry *const entries[] = {CAROM_CHECK_KINDS(X) NULL};
#undef X
const carom_seam carom_check_kinds = {"check", "checks", entries};

/* ---- judging ---- */

/* The bounds that hold: those given, what theory says, and 0 or theory where nothing is given. */
typedef struct {
    double max, min, from, to, within;
    bool by_theory, lacking; /* lacking: theory was asked for and says nothing */
} bounds;

static bounds bounds_of(const carom_scenario_check *check, const carom_measured *measured)
{
    bounds b = {check->max, check->min, check->equals, check->equals, check->within, false, false};
    bool theory_known = !isnan(measured->theory.tolerance);
    if (isnan(b.max) && isnan(b.min) && isnan(b.from)) { /* of a kind that bounds itself */
        b.from = isnan(measured->theory.value) ? 0 : INFINITY;
        b.within = isnan(measured->theory.value) ? 0 : INFINITY;
    }
    if (!isnan(b.from) && isnan(b.within)) {
        b.within = INFINITY;
    }
    b.by_theory = isinf(b.max) || isinf(b.from) || (!isnan(b.from) && isinf(b.within));
    b.lacking = b.by_theory && !theory_known;
    b.max = isinf(b.max) ? fabs(measured->theory.value) + measured->theory.tolerance : b.max;
    b.to = isinf(b.from) ? measured->theory.to : b.from;
    b.from = isinf(b.from) ? measured->theory.value : b.from;
    b.within = isinf(b.within) ? measured->theory.tolerance : b.within;
    return b;
}

static bool passes(const bounds *b, double value)
{
    return !isnan(value) && !b->lacking && (isnan(b->max) || fabs(value) <= b->max) &&
           (isnan(b->min) || value >= b->min) &&
           (isnan(b->from) || (value >= b->from - b->within && value <= b->to + b->within));
}

static void describe(const bounds *b, const carom_measured *measured, char *text, size_t size)
{
    carom_text_append(text, size, "%.17g", measured->value);
    if (!isnan(b->max)) {
        carom_text_append(text, size, "  (max %.15g)", b->max);
    }
    if (!isnan(b->min)) {
        carom_text_append(text, size, "  (min %.15g)", b->min);
    }
    if (!isnan(b->from) && b->to > b->from) {
        carom_text_append(text, size, "  (from %.15g to %.15g, within %.3g)", b->from, b->to,
                          b->within);
    } else if (!isnan(b->from)) {
        carom_text_append(text, size, "  (equals %.15g within %.3g)", b->from, b->within);
    }
    if (b->by_theory && measured->theory.formula[0] != '\0') {
        carom_text_append(text, size, "  theory: %s", measured->theory.formula);
    }
    if (b->lacking) {
        carom_text_append(text, size, "  there is no theory for this; expected a number");
    }
    if (measured->note[0] != '\0') {
        carom_text_append(text, size, "  %s", measured->note);
    }
}

/* "energy_residual_rel of impulse", "column x_m of heun": the words that a check is known by. */
static void name_check(const carom_scenario_check *check, const char *solver, char *text,
                       size_t size)
{
    static const char *const telling[] = {"quantity", "column", "ball", "at_s",
                                          "over",     "of",     "as",   "until_s"};
    text[0] = '\0';
    if (strcmp(check->kind.entry->name, "summary") != 0) {
        carom_text_append(text, size, "%s", check->kind.entry->name);
    }
    for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
        carom_place place = carom_params_find(check->kind.entry->params, check->kind.options,
                                              telling[i]);
        char value[100];
        if (place.row != NULL && carom_param_is_set(place)) {
            carom_param_format(place, value, sizeof value);
            if (value[0] != '\0') {
                bool plain = i == 0 || strcmp(telling[i], check->kind.entry->name) == 0;
                carom_text_append(text, size, "%s%s%s%s", text[0] == '\0' ? "" : " ",
                                  plain ? "" : telling[i], plain ? "" : " ", value);
            }
        }
    }
    carom_text_append(text, size, " (%s)", solver);
}

carom_status carom_verdicts_add(carom_verdicts *verdicts, const carom_verdict *verdict,
                                carom_error *error)
{
    carom_verdict *grown = carom_grow(verdicts->item, verdicts->count, &verdicts->capacity,
                                      sizeof *grown);
    if (grown == NULL) {
        return carom_error_no_memory(error);
    }
    verdicts->item = grown;
    verdicts->item[verdicts->count++] = *verdict;
    verdicts->passed += verdict->kind == CAROM_PASS;
    verdicts->failed += verdict->kind == CAROM_FAIL;
    verdicts->skipped += verdict->kind == CAROM_SKIP;
    return CAROM_OK;
}

void carom_measured_note(carom_measured *measured, const carom_error *error)
{
    snprintf(measured->note, sizeof measured->note, "%.290s", error->text);
    if (error->status == CAROM_NO_MEMORY || error->status == CAROM_CANNOT_READ) {
        measured->trouble = *error;
    }
}

static carom_status judge(const carom_evidence *evidence, const carom_scenario_check *check,
                          const char *solver, carom_verdict *verdict, carom_error *error)
{
    const carom_check_kind *kind = carom_check_kind_of(check->kind.entry);
    carom_measured measured = {.value = NAN, .theory = CAROM_NO_THEORY};
    char failure[300] = "";
    carom_status status = kind->find(evidence, check, solver, &measured, error);
    bounds b = bounds_of(check, &measured);
    *verdict = (carom_verdict){.kind = CAROM_FAIL, .value = measured.value};
    name_check(check, solver, verdict->name, sizeof verdict->name);
    if (status == CAROM_OK && measured.trouble.status != CAROM_OK) {
        *error = measured.trouble;
        status = error->status;
    }
    if (status == CAROM_OK) {
        status = carom_records_failure(evidence->directory, solver, failure, sizeof failure, error);
    }
    if (measured.skipped) {
        verdict->kind = CAROM_SKIP;
        carom_text_append(verdict->text, sizeof verdict->text, "%s", measured.note);
    } else {
        verdict->kind = failure[0] == '\0' && passes(&b, measured.value) ? CAROM_PASS : CAROM_FAIL;
        describe(&b, &measured, verdict->text, sizeof verdict->text);
    }
    if (failure[0] != '\0') {
        carom_text_append(verdict->text, sizeof verdict->text, "  the solver stopped early: %s",
                          failure);
    }
    carom_text_make_plain(verdict->text); /* somebody else's records are quoted there */
    return status;
}

bool carom_check_concerns(const carom_study *study, const carom_scenario_check *check,
                          const carom_scenario_solver *solver)
{
    const carom_check_kind *kind = carom_check_kind_of(check->kind.entry);
    if (!carom_study_chooses(study, solver->name)) {
        return false;
    }
    return check->solver[0] == '\0'
             ? kind->concerns == NULL || kind->concerns(study->scenario, check, solver)
             : strcmp(check->solver, solver->name) == 0;
}

carom_status carom_checks_run(const carom_evidence *evidence, carom_verdicts *verdicts,
                              carom_error *error)
{
    const carom_scenario *scenario = evidence->study->scenario;
    const carom_scenario_check *check = scenario->checks.items;
    carom_status status = CAROM_OK;
    *verdicts = (carom_verdicts){.item = NULL};
    for (size_t k = 0; k < scenario->checks.count; k++) {
        for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
            const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
            carom_verdict verdict;
            if (!carom_check_concerns(evidence->study, &check[k], solver)) {
                continue;
            }
            status = judge(evidence, &check[k], solver->name, &verdict, error);
            if (status == CAROM_OK) {
                status = carom_verdicts_add(verdicts, &verdict, error);
            }
        }
    }
    return status;
}

void carom_verdicts_free(carom_verdicts *verdicts)
{
    free(verdicts->item);
    *verdicts = (carom_verdicts){.item = NULL};
}

/* ---- for machines ---- */

void carom_verdicts_tap_begin(size_t count, FILE *stream)
{
    fprintf(stream, "TAP version 13\n1..%zu\n", count);
}

/* With a backslash before each of the characters in `special`: # begins a directive of TAP, " ends
 * a text of YAML. */
static void write_escaped(FILE *stream, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (strchr(special, *text) != NULL) {
            fputc('\\', stream);
        }
        fputc(*text, stream);
    }
}

void carom_verdict_tap(const carom_verdict *v, size_t number, FILE *stream)
{
    fprintf(stream, "%s %zu - ", v->kind == CAROM_FAIL ? "not ok" : "ok", number);
    write_escaped(stream, v->name, "\\#");
    if (v->kind == CAROM_SKIP) {
        fputs(" # SKIP ", stream);
        write_escaped(stream, v->text, "\\#");
        fputc('\n', stream);
    } else {
        fputs("\n  ---\n  found: \"", stream);
        write_escaped(stream, v->text, "\\\"");
        fputs("\"\n  ...\n", stream);
    }
}

/* Bytes of the character at c, 0 where it is not UTF-8: what is cut off or foreign must not spoil
 * the document. */
static size_t length_of(const unsigned char *c)
{
    size_t length = c[0] < 0x80                ? 1
                  : c[0] < 0xc2 || c[0] > 0xf4 ? 0
                  : c[0] >= 0xf0               ? 4
                  : c[0] >= 0xe0               ? 3
                                               : 2;
    for (size_t k = 1; k < length; k++) {
        if ((c[k] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

static void write_xml(FILE *stream, const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    while (*c != '\0') {
        size_t length = length_of(c);
        switch (*c) {
        case '&': fputs("&amp;", stream); break;
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '"': fputs("&quot;", stream); break;
        default:
            fprintf(stream, "%.*s", (int)(length > 0 && *c >= 0x20 ? length : 1),
                    length > 0 && *c >= 0x20 ? (const char *)c : "?");
        }
        c += length > 0 ? length : 1;
    }
}

void carom_verdicts_junit(const carom_verdicts *verdicts, const char *suite, FILE *stream)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"", stream);
    write_xml(stream, suite);
    fprintf(stream, "\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\" errors=\"0\">\n",
            verdicts->count, verdicts->failed, verdicts->skipped);
    for (size_t i = 0; i < verdicts->count; i++) {
        const carom_verdict *v = &verdicts->item[i];
        fputs("    <testcase classname=\"carom\" name=\"", stream);
        write_xml(stream, v->name);
        fputs(v->kind == CAROM_PASS
                  ? "\"><system-out>"
                  : (v->kind == CAROM_SKIP ? "\"><skipped message=\"" : "\"><failure message=\""),
              stream);
        write_xml(stream, v->text);
        fputs(v->kind == CAROM_PASS ? "</system-out></testcase>\n" : "\"/></testcase>\n", stream);
    }
    fputs("  </testsuite>\n</testsuites>\n", stream);
}
