/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the lab: a scenario from a link, changes to it (after a 0 byte, as for carom_lab_open),
 * and arguments of a run (after another 0 byte: run_args_of). Results are JSON in UTF-8, tables,
 * the requested number of samples, or an error message of one line. Every knob accepts its present
 * value. */
#define _DEFAULT_SOURCE
#include "fuzz_scratch.h"
#include "lab/lab.h"
#include "measure/measure.h"
#include "params/params.h"
#include "system/system.h"
#include <gsl/gsl_errno.h>
#include <math.h>

/* ---- JSON (RFC 8259) ---- */

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

/* A number without leading zeros, then as for strtod. */
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

/* Items of an array or (@p keyed) of an object. */
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

/* ---- results ---- */

enum { TEXT = 400 };

typedef struct {
    char *knobs;    /* or NULL (owned) */
    size_t samples; /* number of samples received */
    bool error;     /* an error message was received */
} results;

static void fail(const char *what, const char *text)
{
    fprintf(stderr, "%s: %s\n", what, text);
    abort();
}

/* Tables are lines of UTF-8 text. */
static void must_be_table(const char *text, size_t size)
{
    const uint8_t *at = (const uint8_t *)text, *end = at + size;
    while (at < end && utf8_decode(&at, end) != 0) {
    }
    if (at != end || size == 0 || text[size - 1] != '\n') {
        fail("no table", text);
    }
}

static void must_be_line(const char *text)
{
    while ((uint8_t)*text >= 0x20 && *text != 0x7f) {
        text++;
    }
    if (*text != '\0') {
        fail("a text that ends too late", text);
    }
}

static void must_be_json(const char *text, size_t size)
{
    json j = {(const uint8_t *)text, (const uint8_t *)text + size, 0};
    if (!read_value(&j)) {
        fail("no JSON", text);
    }
    skip_space(&j);
    if (j.at != j.end) {
        fail("a text that ends too late", text);
    }
}

static void receive(void *context, int topic, const void *bytes, size_t size)
{
    results *h = context;
    char *text = malloc(size + 1); /* with a final 0 */
    must(text != NULL, "memory");
    memcpy(text, bytes, size);
    text[size] = '\0';
    switch (topic) {
    case CAROM_LAB_ERROR:
        must_be_line(text);
        h->error = true;
        break;
    case CAROM_LAB_NUMBERS: h->samples++; /* fall through */
    case CAROM_LAB_POSITIONS: must(size % sizeof(float) == 0, "half a number"); break;
    case CAROM_LAB_COLLISIONS:
    case CAROM_LAB_CONTACTS: must_be_table(text, size); break;
    default: must_be_json(text, size);
    }
    if (topic == CAROM_LAB_KNOBS) {
        free(h->knobs);
        h->knobs = text;
    } else {
        free(text);
    }
}

/* Read the string after @p key in the object of a knob. False: null, or a string with an escape. */
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

/* True if a knob has no alternative parameter (the page hides it) and is not a text. */
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

/* Find the knob with a value whose index is @p number modulo their count. */
static bool find_knob(const char *knobs, size_t number, char path[TEXT], char value[TEXT])
{
    static const char begin[] = "{\"path\"";
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        size_t wanted = pass == 0 ? SIZE_MAX : number % (count + (count == 0));
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

/* The scenario must accept "path=value" with the present value of a knob. */
static void set_knob_to_its_value(const char *text, size_t length, const char *sets,
                                  const char *knobs, size_t number)
{
    char path[TEXT], value[TEXT], *line = NULL;
    results h = {.knobs = NULL};
    carom_lab *lab = carom_lab_new(receive, &h);
    size_t size = strlen(sets) + sizeof path + sizeof value + 3;
    must(lab != NULL && (line = malloc(size)) != NULL, "memory");
    if (find_knob(knobs, number, path, value)) {
        snprintf(line, size, "%s\n%s=%s", sets, path, value);
        if (carom_lab_open(lab, text, length, line) == CAROM_INVALID) {
            fail("a knob rejects its present value", line);
        }
    }
    free(line);
    free(h.knobs);
    carom_lab_free(lab);
}

/* ---- runs ---- */

enum { MOST_BALLS = 20, MOST_SOLVERS = 4, MOST_SAMPLES = 20, STEPS = 20, RUN_BYTES = 4 };

/* Duration of a quick run (s): some steps, and about the time to the first contact. 0: unknown. */
static double quick_s(const carom_scenario *scenario)
{
    const carom_problem *problem = &scenario->problem;
    double fastest = carom_vec_length(problem->gravity_mps2), quick;
    if (problem->count > MOST_BALLS || scenario->solvers.count > MOST_SOLVERS) {
        return 0;
    }
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        fastest = fmax(fastest, fmax(fabs(ball->vx_mps), fabs(ball->vy_mps)));
        fastest = fmax(fastest, fabs(ball->spin_radps) * ball->radius_m);
    }
    quick = carom_smallest_radius(problem) / (1 + fastest);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_choice *choice = &carom_scenario_solver_at(scenario, i)->kind;
        double step = fmin(carom_choice_number(choice, "step_s"),
                           carom_choice_number(choice, "frame_s"));
        bool steps = carom_solver_has_traits(choice, CAROM_TIME_STEPPED) ||
                     carom_solver_has_traits(choice, CAROM_SOFT);
        if (carom_solver_has_traits(choice, CAROM_ARBITRARY_PRECISION) || (steps && isnan(step))) {
            return 0;
        }
        quick = steps ? fmin(quick, STEPS * step) : quick;
    }
    return quick;
}

/* Arguments of a run by 4 bytes: samples, from, to, and whether a record is requested too. */
static carom_lab_run_args run_args_of(const uint8_t *bytes, double quick, const char *bodies)
{
    static const int64_t samples[] = {2, 3, 7, 1, 0, -1, INT64_MIN, 2};
    const double from[] = {0, quick / 2, quick / 4, -1, NAN, INFINITY, -0.0, 1e300},
                 to[] = {quick, quick / 2, 1e-310, 0, -1, INFINITY, -INFINITY, quick};
    return (carom_lab_run_args){samples[bytes[0] % 8], from[bytes[1] % 8], to[bytes[2] % 8],
                                bodies};
}

/* A call succeeds or gives an error message. */
static void must_be_done(carom_status status, results *h)
{
    must(status == CAROM_OK || (status == CAROM_INVALID && h->error), "no error message");
    h->error = false;
}

/* Write records to a temporary folder. */
static void record(carom_lab *lab, results *h)
{
    carom_error error = {CAROM_OK, "", ""};
    char *folder = carom_scratch_create(scratch, &error);
    must(folder != NULL, error.text);
    must_be_done(carom_lab_record(lab, folder), h);
    carom_scratch_remove(folder);
}

static void run(carom_lab *lab, results *h, const uint8_t *bytes, size_t size)
{
    char bodies[TEXT];
    const double quick = quick_s(&lab->scenario);
    carom_lab_run_args wanted;
    snprintf(bodies, sizeof bodies, "%.*s", (int)(size - RUN_BYTES),
             (const char *)bytes + RUN_BYTES);
    wanted = run_args_of(bytes, quick, bodies);
    h->samples = 0;
    if (quick > 0 || wanted.samples < 2) {
        carom_status status = carom_lab_run(lab, &wanted);
        must_be_done(status, h);
        must(status != CAROM_OK || h->samples == (size_t)wanted.samples, "too few samples");
    }
    if (lab->scenario.duration_s <= quick && lab->scenario.samples <= MOST_SAMPLES) {
        if (bytes[3] % 4 == 2) {
            record(lab, h);
        }
    }
    (void)carom_lab_distance(lab, 0.1, -7, quick, 1e300);
}

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count;
    (void)argument;
    gsl_set_error_handler_off();
    make_scratch();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    results h = {.knobs = NULL};
    carom_lab *lab = carom_lab_new(receive, &h);
    char *text = calloc(size + 2, 1);
    const char *sets;
    size_t length, behind;
    must(lab != NULL && text != NULL, "memory");
    memcpy(text, data, size);
    length = strlen(text);
    sets = text + length + (length < size);
    behind = (size_t)(sets - text) + strlen(sets) + 1;
    if (has_small_groups(text, size) && carom_lab_open(lab, text, length, sets) == CAROM_OK) {
        set_knob_to_its_value(text, length, sets, h.knobs, choice_of(data, size));
        if (behind + RUN_BYTES <= size) {
            run(lab, &h, data + behind, size - behind);
        }
    }
    carom_lab_free(lab);
    free(h.knobs);
    free(text);
    return 0;
}
