/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List of verdicts, and its output as TAP. */
#include "checks/checks.h"

carom_status carom_verdicts_add(carom_verdicts *verdicts, const carom_verdict *verdict,
                                carom_error *error)
{
    CAROM_NEED(
        carom_reserve(&verdicts->item, verdicts->count, &verdicts->capacity, sizeof *verdict),
        error);
    verdicts->item[verdicts->count++] = *verdict;
    verdicts->passed += verdict->kind == CAROM_PASS;
    verdicts->failed += verdict->kind == CAROM_FAIL;
    verdicts->skipped += verdict->kind == CAROM_SKIP;
    return CAROM_OK;
}

void carom_verdicts_free(carom_verdicts *verdicts)
{
    free(verdicts->item);
    *verdicts = (carom_verdicts){.item = NULL};
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

static void write_tap(const carom_verdict *v, size_t number, FILE *stream)
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

void carom_verdicts_tap(const carom_verdicts *verdicts, FILE *stream)
{
    fprintf(stream, "TAP version 13\n1..%zu\n", verdicts->count);
    for (size_t i = 0; i < verdicts->count; i++) {
        write_tap(&verdicts->item[i], i + 1, stream);
    }
}
