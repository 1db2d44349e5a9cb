/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes texts of a scenario: names, materials, titles, checks and sweeps. The reader rejects a
 * text, or writing and reading the scenario gives the same bytes. The input consists of texts
 * separated by 0xff, quoted here without carom's writer. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

enum { TITLE, SOURCE, BALL, MATERIAL, OTHER, PREFIX, VALUE, COLUMN, TEXTS, LONGEST = 60 };

/* Write a quoted string with every character as \\U. False: not UTF-8. */
static bool quote(const uint8_t *text, size_t length, FILE *stream)
{
    const uint8_t *at = text, *end = text + length;
    fputc('"', stream);
    while (at < end) {
        uint32_t point = utf8_decode(&at, end);
        if (point == 0) {
            return false;
        }
        fprintf(stream, "\\U%08x", point);
    }
    fputc('"', stream);
    return true;
}

typedef struct {
    char text[TEXTS][LONGEST + 1];
} input;

static void split(const uint8_t *data, size_t size, input *in)
{
    memset(in, 0, sizeof *in);
    for (size_t k = 0, from = 0; k < TEXTS && from <= size; k++) {
        size_t length = 0;
        while (from + length < size && data[from + length] != 0xff) {
            length++;
        }
        if (length <= LONGEST) {
            memcpy(in->text[k], data + from, length);
        }
        from += length + 1;
    }
}

static bool write_scenario(const input *in, FILE *stream)
{
    static const char *const before[] = {
        "carom: 1\ntitle: ",
        "\nsource: ",
        "\nballs:\n  - { x_m: 0.5, y_m: 0.5, name: ",
        ", material: ",
        " }\n  - { x_m: 0.7, y_m: 0.5, name: other, material: ",
        " }\ngroups: [ { kind: row, count: 1, x_m: 1, y_m: 1, name: ",
        " } ]\nsolvers: [ { kind: impulse } ]\nsweep: { parameters: [ { key: title, values: [ ",
        " ] } ] }\nchecks: [ { kind: column, min: 0, column: "};
    for (size_t k = 0; k < TEXTS; k++) {
        fputs(before[k], stream);
        if (!quote((const uint8_t *)in->text[k], strlen(in->text[k]), stream)) {
            return false;
        }
    }
    fputs(" } ]\n", stream);
    /* a pair of an existing material */
    for (int k = 0; k < 2 && in->text[MATERIAL][0] != '\0'; k++) {
        fputs(k == 0 ? "pairs: [ { b: wall, a: " : " } ]\n", stream);
        if (k == 0 &&
            !quote((const uint8_t *)in->text[MATERIAL], strlen(in->text[MATERIAL]), stream)) {
            return false;
        }
    }
    return true;
}

static void expect(bool good, const char *what, const char *shown)
{
    if (!good) {
        fprintf(stderr, "%s does not come back from:\n%s", what, shown);
        abort();
    }
}

/* Compare the scenario with the texts of the input. */
static void compare(const input *in, const carom_scenario *s, const char *shown)
{
    const carom_sweep_parameter *p = s->sweep.parameters.items;
    const carom_ball *ball = s->problem.ball;
    expect(strcmp(s->title, in->text[TITLE]) == 0, "the title", shown);
    expect(strcmp(s->source, in->text[SOURCE]) == 0, "the source", shown);
    expect(in->text[BALL][0] == '\0' || strcmp(ball[0].name, in->text[BALL]) == 0,
           "the ball's name", shown);
    expect(strcmp(ball[0].material, in->text[MATERIAL]) == 0, "the material", shown);
    expect(strcmp(ball[1].material, in->text[OTHER]) == 0, "the other's material", shown);
    expect(in->text[PREFIX][0] == '\0' ||
               strncmp(ball[2].name, in->text[PREFIX], strlen(in->text[PREFIX])) == 0,
           "the prefix", shown);
    expect(strcmp(((const carom_scenario_word *)p->values.items)->text, in->text[VALUE]) == 0,
           "the sweep's value", shown);
    expect(s->pairs.count == 0 ||
               strcmp(((const carom_pair *)s->pairs.items)->a, in->text[MATERIAL]) == 0,
           "the pair", shown);
}

static void read_again(const input *in, const carom_scenario *scenario)
{
    char *shown = carom_scenario_text(scenario), *again;
    carom_scenario back;
    carom_messages messages = {0};
    if (shown == NULL) {
        return;
    }
    if (carom_scenario_read(&back, shown, strlen(shown), NULL, 0, &messages) == CAROM_OK) {
        carom_messages_print(&messages, "shown", stderr);
        expect(messages.errors == 0, "the scenario", shown);
        compare(in, &back, shown);
        again = carom_scenario_text(&back);
        expect(again == NULL || strcmp(shown, again) == 0, "the text itself", shown);
        free(again);
    }
    carom_scenario_free(&back);
    carom_messages_free(&messages);
    free(shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    carom_scenario scenario;
    carom_messages messages = {0};
    input in;
    bool written;
    if (stream == NULL) {
        return 0;
    }
    split(data, size, &in);
    written = write_scenario(&in, stream);
    fclose(stream);
    if (written && carom_scenario_read(&scenario, text, length, NULL, 0, &messages) == CAROM_OK) {
        if (messages.errors == 0) {
            compare(&in, &scenario, text);
            read_again(&in, &scenario);
        } else if (getenv("CAROM_FUZZ_SAYS") != NULL) {
            carom_messages_print(&messages, "text", stderr);
        }
    }
    if (written) {
        carom_scenario_free(&scenario);
        carom_messages_free(&messages);
    }
    free(text);
    return 0;
}
