/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List of verdicts, and its output as TAP and JUnit XML. */
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

void carom_verdicts_tap_begin(size_t count, FILE *stream)
{
    fprintf(stream, "TAP version 13\n1..%zu\n", count);
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

static void write_xml(FILE *stream, const char *text)
{
    /* bytes that are not UTF-8 would make the document invalid */
    for (const char *c = text; *c != '\0';) {
        size_t length = carom_text_character_size(c);
        bool plain = length > 0 && (unsigned char)*c >= 0x20;
        switch (*c) {
        case '&': fputs("&amp;", stream); break;
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '"': fputs("&quot;", stream); break;
        default: fprintf(stream, "%.*s", (int)(plain ? length : 1), plain ? c : "?");
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
