/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scenario that comes to the lab's page from a link, and its changes (behind a byte of 0, as the
 * lines that carom_lab_open takes): whatever they are, what is said of them is JSON in UTF-8, or
 * why they cannot be opened on one line, and a knob that is offered can be turned to where it
 * stands. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"
#include <carom/lab.h>

/* ---- JSON, as RFC 8259 has it ---- */

typedef struct {
    const uint8_t *at, *end;
    size_t depth;
} json;

static bool read_value(json *j);

static void skip_space(json *j)
{
    while (j->at < j->end && strchr(" \t\n\r", *j->at) != NULL && *j->at != '\0') {
        j->at++;
    }
}

static bool read_mark(json *j, const char *mark)
{
    size_t length = strlen(mark);
    skip_space(j);
    if ((size_t)(j->end - j->at) < length || memcmp(j->at, mark, length) != 0) {
        return false;
    }
    j->at += length;
    return true;
}

static bool read_string(json *j)
{
    if (!read_mark(j, "\"")) {
        return false;
    }
    while (j->at < j->end && *j->at != '"') {
        if (*j->at < 0x20) {
            return false;
        }
        if (*j->at == '\\') {
            size_t digits = j->at + 6 <= j->end && j->at[1] == 'u'
                              ? strspn((const char *)j->at + 2, "0123456789abcdefABCDEF")
                              : 0;
            if (j->at + 2 > j->end || strchr("\"\\/bfnrtu", j->at[1]) == NULL ||
                (j->at[1] == 'u' && digits < 4)) {
                return false;
            }
            j->at += j->at[1] == 'u' ? 6 : 2;
        } else if (utf8_decode(&j->at, j->end) == 0) {
            return false;
        }
    }
    return read_mark(j, "\"");
}

/* -0.5e+3: a sign, digits without a 0 before them, the rest as strtod takes it. */
static bool read_number(json *j)
{
    char text[40];
    size_t length = strspn((const char *)j->at, "+-.0123456789eE");
    size_t sign = *j->at == '-';
    if (length == 0 || length >= sizeof text || strchr("0123456789", j->at[sign]) == NULL ||
        (j->at[sign] == '0' && strchr("0123456789", j->at[sign + 1]) != NULL)) {
        return false;
    }
    snprintf(text, sizeof text, "%.*s", (int)length, (const char *)j->at);
    j->at += length;
    text[length] = '\0';
    char *end;
    (void)strtod(text, &end);
    return *end == '\0' && text[length - 1] != '.';
}

/* What stands between two brackets, with commas; of an object with keys. */
static bool read_items(json *j, const char *close, bool keyed)
{
    bool first = true;
    while (!read_mark(j, close)) {
        if ((!first && !read_mark(j, ",")) || (keyed && (!read_string(j) || !read_mark(j, ":"))) ||
            !read_value(j)) {
            return false;
        }
        first = false;
    }
    return true;
}

static bool read_value(json *j)
{
    bool good;
    skip_space(j);
    if (j->at == j->end || ++j->depth > 60) {
        return false;
    }
    switch (*j->at) {
    case '"': good = read_string(j); break;
    case '{': good = read_mark(j, "{") && read_items(j, "}", true); break;
    case '[': good = read_mark(j, "[") && read_items(j, "]", false); break;
    case 't': good = read_mark(j, "true"); break;
    case 'f': good = read_mark(j, "false"); break;
    case 'n': good = read_mark(j, "null"); break;
    default: good = read_number(j);
    }
    j->depth--;
    return good;
}

/* ---- what is said ---- */

enum { TEXT = 400 };

typedef struct {
    char *knobs; /* or NULL (owned) */
} heard;

static void fail(const char *what, const char *text)
{
    fprintf(stderr, "%s: %s\n", what, text);
    abort();
}

static void hear(void *context, int topic, const void *bytes, size_t size)
{
    heard *h = context;
    char *text = malloc(size + 1); /* with an end, which what is said need not have */
    json j = {(uint8_t *)text, (uint8_t *)text + size, 0};
    must(text != NULL, "memory");
    memcpy(text, bytes, size);
    text[size] = '\0';
    if (topic == CAROM_LAB_ERROR) {
        while (j.at < j.end && *j.at >= 0x20 && *j.at != 0x7f) {
            j.at++;
        }
    } else if (!read_value(&j)) {
        fail("no JSON", text);
    }
    skip_space(&j);
    if (j.at != j.end) {
        fail("a text that ends too late", text);
    }
    if (topic == CAROM_LAB_KNOBS) {
        free(h->knobs);
        h->knobs = text;
    } else {
        free(text);
    }
}

/* The text behind `key` in the object of one knob, as it was before it became JSON; false: null, or
 * with an escape, which no name of a knob's has that is looked at here. */
static bool text_of(const char *knob, const char *key, char text[TEXT])
{
    const char *at = strstr(knob, key);
    size_t length;
    if (at == NULL || at[strlen(key)] != '"') {
        return false;
    }
    at += strlen(key) + 1;
    length = strcspn(at, "\"\\\n");
    snprintf(text, TEXT, "%.*s", (int)length, at);
    return at[length] == '"' && length < TEXT;
}

/* Whether a knob is one that turns alone: not one of two that say the same thing, of which the page
 * leaves out the other, nor a text. */
static bool stands_alone(const char *knobs, const char *knob)
{
    char key[TEXT], type[TEXT], instead[TEXT], other[TEXT + 20];
    if (!text_of(knob, "\"key\": ", key) || !text_of(knob, "\"type\": ", type) ||
        !text_of(knob, "\"instead_of\": ", instead)) {
        return false;
    }
    snprintf(other, sizeof other, "\"instead_of\": \"%s\"", key);
    return strcmp(type, "text") != 0 && instead[0] == '\0' && strstr(knobs, other) == NULL;
}

/* Of the knobs that stand somewhere the one of this number, modulo how many there are. */
static bool find_knob(const char *knobs, size_t number, char path[TEXT], char value[TEXT])
{
    static const char begin[] = "{\"path\"";
    size_t count = 0;
    for (int turn = 0; turn < 2; turn++) {
        size_t wanted = turn == 0 ? SIZE_MAX : number % (count + (count == 0));
        count = 0;
        for (const char *k = strstr(knobs, begin); k != NULL; k = strstr(k + 1, begin)) {
            if (text_of(k, "\"path\": ", path) && text_of(k, "\"value\": ", value) &&
                stands_alone(knobs, k) && count++ == wanted) {
                return true;
            }
        }
    }
    return false;
}

/* To where it stands: "path=value" is taken by the same scenario. */
static void turn(const char *text, size_t length, const char *sets, const char *knobs,
                 size_t number)
{
    char path[TEXT], value[TEXT], *line = NULL;
    heard h = {NULL};
    carom_lab *lab = carom_lab_new(hear, &h);
    size_t size = strlen(sets) + sizeof path + sizeof value + 3;
    must(lab != NULL && (line = malloc(size)) != NULL, "memory");
    if (find_knob(knobs, number, path, value)) {
        snprintf(line, size, "%s\n%s=%s", sets, path, value);
        if (carom_lab_open(lab, text, length, line) == CAROM_INVALID) {
            fail("a knob that cannot stay where it is", line);
        }
    }
    free(line);
    free(h.knobs);
    carom_lab_free(lab);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    heard h = {NULL};
    carom_lab *lab = carom_lab_new(hear, &h);
    char *text = malloc(size + 2);
    size_t length;
    must(lab != NULL && text != NULL, "memory");
    memcpy(text, data, size);
    text[size] = text[size + 1] = '\0';
    length = strlen(text);
    if (groups_are_small(text, size)) {
        const char *sets = length < size ? text + length + 1 : text + length;
        if (carom_lab_open(lab, text, length, sets) == CAROM_OK) {
            turn(text, length, sets, h.knobs, choice_of(data, size));
        }
    }
    carom_lab_free(lab);
    free(h.knobs);
    free(text);
    return 0;
}
