/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the lab: a scenario from a link, changes to it (after a 0 byte, as for carom_lab_open),
 * and arguments of a run (after another 0 byte: run_args_of). Results are JSON in UTF-8, tables,
 * the requested number of samples, or an error message of one line. Every knob accepts its present
 * value. */
#define _XOPEN_SOURCE 700
#include "base/base.h"
#include "fuzz.h"
#include "json.h"
#include "lab/lab.h"
#include "measure/measure.h"
#include "params/params.h"
#include "system/system.h"
#include <ftw.h>

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

static void must_be_utf8(const char *text, size_t size)
{
    const char *at = text;
    while (*at != '\0' && carom_text_character_size(at) > 0) {
        at += carom_text_character_size(at);
    }
    if (at != text + size) {
        fail("not UTF-8", text);
    }
}

static void must_be_json(const char *text)
{
    const char *at = text;
    if (!is_json(&at)) {
        fail("no JSON", at);
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
        must(carom_text_find_control(text, NULL) == NULL, text);
        h->error = true;
        break;
    case CAROM_LAB_NUMBERS: h->samples++; /* fall through */
    case CAROM_LAB_POSITIONS: must(size % sizeof(float) == 0, "half a number"); break;
    case CAROM_LAB_COLLISIONS:
    case CAROM_LAB_CONTACTS:
        must_be_utf8(text, size);
        must(size > 0 && text[size - 1] == '\n', text);
        break;
    default: must_be_utf8(text, size); must_be_json(text);
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

/* The text with the changes must have the same knobs, and accept the present value of each. */
static void check_text(const char *text, const char *knobs, size_t number)
{
    char path[TEXT], value[TEXT], line[2 * TEXT];
    results h = {.knobs = NULL};
    carom_lab *lab = carom_lab_new(receive, &h);
    must(lab != NULL, "memory");
    must(carom_lab_open(lab, text, strlen(text), "") == CAROM_OK, text);
    must(strcmp(h.knobs, knobs) == 0, text);
    if (find_knob(knobs, number, path, value)) {
        snprintf(line, sizeof line, "%s=%s", path, value);
        if (carom_lab_open(lab, text, strlen(text), line) == CAROM_INVALID) {
            fail("a knob rejects its present value", line);
        }
    }
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
        if (carom_solver_has_traits(choice, CAROM_QUADRUPLE_PRECISION) || (steps && isnan(step))) {
            return 0;
        }
        quick = steps ? fmin(quick, STEPS * step) : quick;
    }
    return quick;
}

typedef struct {
    double samples, from_s, to_s;
    const char *bodies;
} run_args;

/* Arguments of a run by 4 bytes: samples, from, to, and whether a record is requested too. */
static run_args run_args_of(const uint8_t *bytes, double quick, const char *bodies)
{
    static const double samples[] = {2, 3, 7, 1, 0, -1, -INFINITY, 2};
    const double from[] = {0, quick / 2, quick / 4, -1, NAN, INFINITY, -0.0, 1e300},
                 to[] = {quick, quick / 2, 1e-310, 0, -1, INFINITY, -INFINITY, quick};
    return (run_args){samples[bytes[0] % 8], from[bytes[1] % 8], to[bytes[2] % 8], bodies};
}

/* A call succeeds or gives an error message. */
static void must_be_done(carom_status status, results *h)
{
    must(status == CAROM_OK || (status == CAROM_INVALID && h->error), "no error message");
    h->error = false;
}

static int remove_entry(const char *path, const struct stat *found, int kind, struct FTW *where)
{
    (void)found;
    (void)kind;
    (void)where;
    return remove(path);
}

/* Write records to a temporary folder. */
static void record(carom_lab *lab, results *h)
{
    carom_error error = {CAROM_OK, "", ""};
    char *folder = carom_scratch_create(scratch, &error);
    must(folder != NULL, error.text);
    must_be_done(carom_lab_record(lab, folder), h);
    (void)nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

static void run(carom_lab *lab, results *h, const uint8_t *bytes, size_t size)
{
    char bodies[TEXT];
    const double quick = quick_s(&lab->scenario);
    run_args wanted;
    snprintf(bodies, sizeof bodies, "%.*s", (int)(size - RUN_BYTES),
             (const char *)bytes + RUN_BYTES);
    wanted = run_args_of(bytes, quick, bodies);
    h->samples = 0;
    if (quick > 0 || wanted.samples < 2) {
        carom_status status = carom_lab_run(lab, wanted.samples, wanted.from_s, wanted.to_s,
                                            wanted.bodies);
        must_be_done(status, h);
        must(status != CAROM_OK || h->samples == (size_t)wanted.samples, "too few samples");
    }
    if (lab->scenario.duration_s <= quick && lab->scenario.samples <= MOST_SAMPLES) {
        if (bytes[3] % 4 == 2) {
            record(lab, h);
        }
    }
}

void fuzz_lab(const uint8_t *data, size_t size)
{
    results h = {.knobs = NULL};
    carom_lab *lab = carom_lab_new(receive, &h);
    char *text = text_of_input(data, size);
    const char *sets;
    size_t length = strlen(text), behind;
    must(lab != NULL, "memory");
    sets = text + length + (length < size);
    behind = (size_t)(sets - text) + strlen(sets) + 1;
    if (has_small_groups(text, size) && carom_lab_open(lab, text, length, sets) == CAROM_OK) {
        check_text(lab->text, h.knobs, choice_of(data, size));
        if (behind + RUN_BYTES <= size) {
            run(lab, &h, data + behind, size - behind);
        }
    }
    carom_lab_free(lab);
    free(h.knobs);
    free(text);
}
