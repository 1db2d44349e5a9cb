/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of verdicts, and its output as TAP and JSON. */
#include "checks/checks.h"

void carom_verdicts_add(carom_verdicts *verdicts, const carom_verdict *verdict)
{
    carom_reserve(&verdicts->item, verdicts->count, &verdicts->capacity, sizeof *verdict);
    verdicts->item[verdicts->count++] = *verdict;
    verdicts->passed += verdict->kind == CAROM_PASS;
    verdicts->failed += verdict->kind == CAROM_FAIL;
    verdicts->skipped += verdict->kind == CAROM_SKIP;
}

void carom_verdicts_free(carom_verdicts *verdicts)
{
    free(verdicts->item);
    *verdicts = (carom_verdicts){.item = NULL};
}

/* ---- output ---- */

static const char *const kinds[] = {"pass", "fail", "skip"};

#define VERDICTS(NUMBER, TEXT, of)                                                                 \
    TEXT(of, name, r->name, "check and solver")                                                    \
    TEXT(of, verdict, kinds[r->kind], "pass, fail or skip")                                        \
    NUMBER(of, value, "", r->value, "measured number")                                             \
    NUMBER(of, min, "", r->min, "smallest allowed value")                                          \
    NUMBER(of, max, "", r->max, "largest allowed magnitude")                                       \
    NUMBER(of, equals, "", r->equals, "expected value, or the middle of an interval")              \
    NUMBER(of, within, "", r->within, "largest allowed distance from it")                          \
    TEXT(of, text, r->text, "value, bounds, formula of theory, notes")                             \
    TEXT(of, ball, r->ball, "ball of the first failure of an audit")                               \
    NUMBER(of, t_s, "s", r->t_s, "its time")
CAROM_COLUMNS(verdicts, carom_verdict, VERDICTS)

#define AUDIT(NUMBER, TEXT, of)                                                                    \
    TEXT(of, test, r->name, "test and solver")                                                     \
    TEXT(of, ball, r->ball, "ball of a failure of an audit")                                       \
    NUMBER(of, t_s, "s", r->t_s, "its time")                                                       \
    NUMBER(of, got, "", r->value, "number in the records")                                         \
    NUMBER(of, want, "", r->equals, "expected number")                                             \
    NUMBER(of, tolerance, "", r->within, "largest allowed distance from it")                       \
    TEXT(of, verdict, kinds[r->kind], "pass, fail or skip")                                        \
    TEXT(of, text, r->text, "what is wrong")
CAROM_COLUMNS(list, carom_verdict, AUDIT)

static carom_frame frame_of(const carom_verdicts *verdicts, const carom_table *table)
{
    return (carom_frame){.table = table, .row = (char *)verdicts->item, .rows = verdicts->count};
}

void carom_verdicts_write_table(const carom_verdicts *verdicts, FILE *stream)
{
    static const carom_table table = {.columns = list_columns, .row_size = sizeof(carom_verdict)};
    carom_frame frame = frame_of(verdicts, &table);
    carom_frame_write(&frame, stream);
}

void carom_verdicts_write_json(const carom_verdicts *verdicts, FILE *stream)
{
    static const carom_table table = {.columns = verdicts_columns,
                                      .row_size = sizeof(carom_verdict)};
    carom_frame frame = frame_of(verdicts, &table);
    carom_frame_write_json(&frame, stream);
    fputc('\n', stream);
}

/* Writes a backslash before each character in `special`: # begins a TAP directive, " ends a YAML
 * string. */
static void write_escaped(FILE *stream, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (strchr(special, *text) != NULL) {
            fputc('\\', stream);
        }
        fputc(*text, stream);
    }
}

void carom_verdicts_tap(const carom_verdicts *verdicts, FILE *stream)
{
    fprintf(stream, "TAP version 13\n1..%zu\n", verdicts->count);
    for (size_t i = 0; i < verdicts->count; i++) {
        const carom_verdict *v = &verdicts->item[i];
        const struct {
            const char *key;
            double value;
        } number[] = {{"t_s", v->t_s},          {"got", v->value}, {"want", v->equals},
                      {"tolerance", v->within}, {"min", v->min},   {"max", v->max}};
        bool skipped = v->kind == CAROM_SKIP;
        fprintf(stream, "%s %zu - ", v->kind == CAROM_FAIL ? "not ok" : "ok", i + 1);
        write_escaped(stream, v->name, "\\#");
        fputs(skipped ? " # SKIP " : "\n  ---\n  found: \"", stream);
        write_escaped(stream, v->text, skipped ? "\\#" : "\\\"");
        fputs(skipped ? "\n" : "\"\n", stream);
        for (size_t n = 0; n < sizeof number / sizeof number[0] && !skipped; n++) {
            if (isfinite(number[n].value)) {
                fprintf(stream, "  %s: %.15g\n", number[n].key, number[n].value);
            }
        }
        fputs(skipped ? "" : "  ...\n", stream);
    }
}
