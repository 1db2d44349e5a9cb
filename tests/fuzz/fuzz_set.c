/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes --set: lines KEY=VALUE are rejected with a message, or give a scenario that survives
 * writing and reading. */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static typed all;
    carom_scenario scenario;
    carom_messages messages = {0};
    char *text = malloc(size + 1);
    must(text != NULL, "memory");
    memcpy(text, data, size);
    text[size] = '\0';
    all.count = 0;
    for (char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        add(&all, line, length);
        line += length + (line[length] == '\n');
    }
    if (carom_scenario_read(&scenario, scene, strlen(scene), all.list, all.count, &messages) ==
            CAROM_OK &&
        messages.errors == 0 && is_chosen(data, size)) {
        must_survive_writing(&scenario);
    }
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    free(text);
    return 0;
}
