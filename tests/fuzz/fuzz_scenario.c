/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the scenario reader, with a file or with --set: any bytes are rejected with a message, or
 * give a scenario that survives writing and reading. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

enum { MOST = 8, LONGEST = 400 };

/* A scenario with an example of every section. */
static const char scene[] =
    "carom: 1\ntitle: t\ntable: { width_m: 2, height_m: 1, boundary: walls }\n"
    "restitution: { ball_ball: 0.9, ball_wall: 0.8 }\nfriction: 0.2\nduration_s: 1\nsamples: 5\n"
    "gravity_mps2: [0, 0]\n"
    "pairs: [ { a: steel, b: wall, restitution: 0.7 } ]\n"
    "balls:\n  - { name: cue, x_m: 0.2, y_m: 0.25, vx_mps: 1.1, material: steel, spin_radps: 2 }\n"
    "  - { name: one, x_m: 0.5, y_m: 0.25, density_kgpm3: 1700 }\n"
    "groups:\n  - { kind: row, name: line, count: 3, x_m: 1, y_m: 0.8, gap_m: 0.01 }\n"
    "  - { kind: rack, x_m: 1.2, y_m: 0.4, rows: 2 }\n"
    "solvers:\n  - { name: impulse, kind: impulse }\n"
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-4 }\n"
    "reference: impulse\ntrace: { contacts: [[cue, one]] }\n"
    "checks:\n  - { quantity: collisions, min: 1 }\n"
    "  - { kind: column, column: x_m, file: trajectory, ball: cue, at_s: 0.5, min: 0 }\n"
    "sweep: { parameters: [ { key: balls.cue.vx_mps, values: [0.9, 1.2] } ], collect: [steps] }\n";

static void expect_same(const char *got, const char *want, const char *shown)
{
    if (strcmp(got, want) != 0) {
        fprintf(stderr, "got \"%s\", want \"%s\" from:\n%s", got, want, shown);
        abort();
    }
}

/* Texts that writing must quote, compared with those of the first scenario: a fault that changes
 * them once would not change the written text again. */
static void compare_texts(const carom_scenario *got, const carom_scenario *want, const char *shown)
{
    const carom_sweep_parameter *p = got->sweep.parameters.items, *q = want->sweep.parameters.items;
    const carom_pair *pair = got->pairs.items, *wanted = want->pairs.items;
    must(got->problem.count == want->problem.count && got->pairs.count == want->pairs.count &&
             got->sweep.parameters.count == want->sweep.parameters.count,
         shown);
    expect_same(got->title, want->title, shown);
    expect_same(got->source, want->source, shown);
    for (size_t i = 0; i < want->problem.count; i++) {
        expect_same(got->problem.ball[i].name, want->problem.ball[i].name, shown);
        expect_same(got->problem.ball[i].material, want->problem.ball[i].material, shown);
    }
    for (size_t i = 0; i < want->pairs.count; i++) {
        expect_same(pair[i].a, wanted[i].a, shown);
    }
    for (size_t i = 0; i < want->sweep.parameters.count; i++) {
        const carom_scenario_word *value = p[i].values.items, *word = q[i].values.items;
        must(p[i].values.count == q[i].values.count, shown);
        for (size_t k = 0; k < q[i].values.count; k++) {
            expect_same(value[k].text, word[k].text, shown);
        }
    }
}

/* Writing and reading a scenario gives the same scenario. */
static void must_survive_writing(const carom_scenario *scenario)
{
    char *first = carom_scenario_text(scenario), *second;
    carom_scenario again;
    carom_messages messages = {0};
    must(first != NULL, "memory");
    must(carom_scenario_read(&again, first, strlen(first), NULL, 0, &messages) == CAROM_OK,
         "memory");
    if (messages.errors > 0) {
        carom_messages_print(&messages, "shown", stderr);
        fprintf(stderr, "%s", first);
        abort();
    }
    compare_texts(&again, scenario, first);
    second = carom_scenario_text(&again);
    must(second != NULL, "memory");
    expect_same(second, first, first);
    free(second);
    carom_scenario_free(&again);
    carom_messages_free(&messages);
    free(first);
}

static void read_with(const char *text, size_t size, const carom_override *overrides, size_t count,
                      bool chosen)
{
    carom_scenario scenario;
    carom_messages messages = {0};
    if (carom_scenario_read(&scenario, text, size, overrides, count, &messages) == CAROM_OK &&
        messages.errors == 0 && chosen) {
        must_survive_writing(&scenario);
    }
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}

void fuzz_scenario(const uint8_t *data, size_t size)
{
    /* a ball of a group that may exist */
    static const carom_override move = {"--set balls.rack7.x_m=1.3", "balls.rack7.x_m", "1.3"};
    const bool chosen = choice_of(data, size) % FUZZ_SHARE == 0;
    char *text = text_of_input(data, size);
    if (has_small_groups(text, size)) {
        read_with(text, size, NULL, 0, chosen);
        if (strstr(text, "groups") != NULL) {
            read_with(text, size, &move, 1, chosen);
        }
    }
    free(text);
}

/* ---- --set ---- */

typedef struct {
    char text[MOST][LONGEST + 8], key[MOST][LONGEST + 1];
    carom_override list[MOST];
    size_t count;
} typed;

/* False for large numbers, which give valid but slow scenarios. */
static bool is_small(const char *key, const char *value)
{
    bool of_group = strncmp(key, "groups", 6) == 0 && FUZZ_SHARE > 1;
    return strspn(value, " '\"+0123456789eExX.") < (of_group ? 2 : 4) ||
           strtod(value, NULL) < (of_group ? 20 : 1000);
}

static void add(typed *all, const char *line, size_t length)
{
    size_t n = all->count;
    const char *equals = memchr(line, '=', length);
    if (n == MOST || length > LONGEST || equals == NULL || equals == line) {
        return;
    }
    snprintf(all->key[n], sizeof all->key[n], "%.*s", (int)(equals - line), line);
    snprintf(all->text[n], sizeof all->text[n], "--set %.*s", (int)length, line);
    all->list[n] = (carom_override){all->text[n], all->key[n],
                                    all->text[n] + 6 + strlen(all->key[n]) + 1};
    all->count += is_small(all->key[n], all->list[n].value);
}

void fuzz_set(const uint8_t *data, size_t size)
{
    static typed all;
    char *text = text_of_input(data, size);
    all.count = 0;
    for (char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        add(&all, line, length);
        line += length + (line[length] == '\n');
    }
    read_with(scene, strlen(scene), all.list, all.count, choice_of(data, size) % FUZZ_SHARE == 0);
    free(text);
}
