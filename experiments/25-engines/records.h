/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common part of the programs of this folder: runs a scenario in fixed steps of an engine, and
 * writes DIR/NAME/trajectory.tsv and DIR/summary.tsv as `carom help checks` describes. usage: NAME
 * FILE DIR [KEY=VALUE...]; KEY is an option of the engine or a key of the scenario */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
    const char *name;
    struct option {
        const char *key;
        double value;
    } * options; /* the first is step_s; ended by a NULL key */
    void (*build)(const carom_problem *problem, const char *folder);
    void (*step)(void);
    void (*read)(size_t i, double *x, double *y, double *vx, double *vy); /* of a movable ball */
} engine;

static void fail(const char *text)
{
    fprintf(stderr, "carom: error: %s\n", text);
    exit(EXIT_FAILURE);
}

/* The scenario of FILE with the values of KEY=VALUE; those of the engine are stored. */
static carom_scenario *load(const engine *engine, int count, char **word)
{
    carom_setting settings[64] = {{NULL, NULL}}, *next = settings;
    carom_error error = {0};
    for (int i = 3; i < count && next < settings + 63; i++) {
        struct option *option = engine->options;
        char *value = strchr(word[i], '=');
        if (value == NULL) {
            fail("expected KEY=VALUE");
        }
        *value++ = '\0';
        while (option->key != NULL && strcmp(option->key, word[i]) != 0) {
            option++;
        }
        if (option->key != NULL) {
            option->value = strtod(value, NULL);
        } else {
            *next++ = (carom_setting){word[i], value};
        }
    }
    carom_scenario *scenario = carom_scenario_load_with_settings(word[1], settings, &error);
    const carom_problem *p = scenario == NULL ? NULL : carom_scenario_problem(scenario);
    if (p == NULL || p->part != NULL || p->boundary == CAROM_PERIODIC || p->changes > 0 ||
        p->wall_contact == CAROM_CENTRE || carom_problem_has_contact_friction(p) ||
        carom_problem_has_friction(p)) {
        fail(p == NULL ? error.text
                       : "expected a rectangle or an open table, a constant restitution, and no "
                         "friction, resistance or drag");
    }
    return scenario;
}

/* Writes a sample, in free flight since the last step. @return the energy (J) */
static double write_sample(FILE *table, const engine *engine, const carom_problem *p, double t_s,
                           double since_s)
{
    double energy_J = 0, gx = p->gravity_mps2.x, gy = p->gravity_mps2.y;
    for (size_t i = 0; i < p->count; i++) {
        const carom_ball *ball = &p->ball[i];
        double x = ball->x_m, y = ball->y_m, vx = 0, vy = 0;
        if (!ball->fixed) {
            engine->read(i, &x, &y, &vx, &vy);
            x += (vx + 0.5 * gx * since_s) * since_s, vx += gx * since_s;
            y += (vy + 0.5 * gy * since_s) * since_s, vy += gy * since_s;
            energy_J += ball->mass_kg * (0.5 * (vx * vx + vy * vy) - gx * (x - 0.5 * p->width_m) -
                                         gy * (y - 0.5 * p->height_m));
        }
        fprintf(table, "%.17g\t%s\t%.17g\t%.17g\t%.17g\t%.17g\n", t_s, ball->name, x, y, vx, vy);
    }
    return energy_J;
}

static FILE *create(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fail("cannot write the records");
    }
    return file;
}

static int run(const engine *engine, int count, char **word)
{
    char folder[4000];
    if (count < 3) {
        fail("expected FILE DIR [KEY=VALUE...]");
    }
    carom_scenario *scenario = load(engine, count, word);
    const carom_problem *problem = carom_scenario_problem(scenario);
    double h = engine->options[0].value, steps = 0, start_J = 0, end_J = 0;
    snprintf(folder, sizeof folder, "%s/%s", word[2], engine->name);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash = '/';
    }
    mkdir(folder, 0777);
    FILE *table = create(folder, "trajectory.tsv"), *summary = create(word[2], "summary.tsv");
    engine->build(problem, folder);
    fprintf(table, "t_s\tball\tx_m\ty_m\tvx_mps\tvy_mps\n");
    for (size_t k = 0; k < carom_scenario_samples(scenario); k++) {
        double t_s = carom_scenario_sample_time_s(scenario, k);
        for (; (steps + 1) * h <= t_s; steps++) {
            engine->step();
        }
        end_J = write_sample(table, engine, problem, t_s, fmax(t_s - steps * h, 0));
        start_J = k == 0 ? end_J : start_J;
    }
    /* the energy that collisions should dissipate is known for e = 1 only */
    fprintf(summary, "solver\tenergy_residual_rel\tsteps\n%s\t%.17g\t%.0f\n", engine->name,
            carom_problem_is_elastic(problem) ? (end_J - start_J) / fabs(start_J) : NAN, steps);
    carom_scenario_free(scenario);
    return fclose(table) == 0 && fclose(summary) == 0 ? 0 : EXIT_FAILURE;
}
