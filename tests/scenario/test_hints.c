/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suggestions for typical mistakes: symbols as keys, commas in numbers, a missing dash. Each file
 * has exactly one message. */
#include "scenario/scenario.h"
#include "support.h"

#define C "carom: 1\n"
#define B "balls: [ { x_m: 1, y_m: 0.5 } ]\n"
#define S "solvers: [ { kind: impulse } ]\n"

static const struct {
    const char *text;
    size_t line, column;
    const char *says;
} table[] = {
    /* synonyms take precedence over similar spelling */
    {C B "solvers: [ { kind: penalty, law: hertz, stiffness_N_per_m: 1e6, step_s: 1e-5 } ]\n", 3,
     41,
     "solvers[0].stiffness_N_per_m: belongs to 'law: hooke'; expected 'stiffness_N_per_m1p5' here"},
    {C B "solvers: [ { kind: penalty, k: 1e6, step_s: 1e-5 } ]\n", 3, 29,
     "solvers[0].k: unknown key; did you mean 'stiffness_N_per_m'?"},
    {C B "solvers: [ { kind: penalty, law: hertz, k: 1e6, step_s: 1e-5 } ]\n", 3, 41,
     "solvers[0].k: unknown key; did you mean 'stiffness_N_per_m1p5'?"},
    {C B "solvers: [ { kind: penalty, stiffness_N_per_m: 1e6, dt: 1e-5 } ]\n", 3, 53,
     "solvers[0].dt: unknown key; did you mean 'step_s'?"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, v: 2 } ]\n", 3, 30, "did you mean 'vx_mps'?"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, m: 2 } ]\n", 3, 30, "did you mean 'mass_kg'?"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, color: 2 } ]\n", 3, 30,
     "unknown key; expected one of: name"},
    {C S B "g: 9.81\n", 4, 1, "g: unknown key; did you mean 'gravity_mps2'?"},
    {C S B "e: 0.9\n", 4, 1, "e: unknown key; did you mean 'restitution'?"},
    {C S B "frames: 10\n", 4, 1, "frames: unknown key; did you mean 'samples'?"},
    {C B "solver: [ { kind: impulse } ]\n", 3, 1, "solver: unknown key; did you mean 'solvers'?"},
    {C S "groups: [ { kind: gas, N: 5 } ]\n", 3, 24, "did you mean 'count'?"},
    {C B "solvers: [ { kind: penalty, integrator: Leapfrog, stiffness_N_per_m: 1 } ]\n", 3, 41,
     "did you mean 'velocity_verlet'?"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, r: 2 } ]\n", 3, 30, "did you mean 'radius_m'?"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, spin: 2 } ]\n", 3, 30, "did you mean 'spin_radps'?"},
    {C S "groups: [ { kind: gas, count: 5, temperature: 1 } ]\n", 3, 34,
     "did you mean 'temperature_J'?"},
    {C S B "mu: 0.1\n", 4, 1, "mu: unknown key; did you mean 'friction'?"},
    {C B "solvers: [ { kind: penalty, spring: 1e6, step_s: 1e-5 } ]\n", 3, 29,
     "did you mean 'stiffness_N_per_m'?"},
    {C B "solvers: [ { kind: penalty, stiffness_N_per_m: 1e6, damping: 0.1 } ]\n", 3, 53,
     "did you mean 'damping_Ns_per_m'?"},
    {C B "solvers: [ { kind: penalty, stiffness_N_per_m: 1e6, h: 1e-5 } ]\n", 3, 53,
     "did you mean 'step_s'?"},
    {C B "solvers: [ { kind: spring, step_s: 1e-5 } ]\n", 3, 20, "did you mean 'penalty'?"},
    /* a symbol on the wrong level */
    {C S B "dt: 1e-5\n", 4, 1, "dt: unknown key here; did you mean 'step_s' below 'solvers'?"},
    {C S B "k: 1e6\n", 4, 1, "did you mean 'stiffness_N_per_m' below 'solvers'?"},
    {C S B "v: 1\n", 4, 1, "did you mean 'vx_mps' below 'balls'?"},
    {C S B "walls: open\n", 4, 1, "did you mean 'boundary' below 'table'?"},
    /* thousands separators */
    {C B "solvers: [ { kind: penalty, stiffness_N_per_m: 1,000,000, step_s: 1e-5 } ]\n", 3, 50,
     "write it without thousands separators: stiffness_N_per_m: 1000"},
    {C S B "duration_s: 1,000,000\n", 4, 13, "without thousands separators: 1000000"},
    {C S B "duration_s: 1_000\n", 4, 13, "without thousands separators: 1000"},
    {C S B "duration_s: 100,000\n", 4, 13,
     "write it without thousands separators: 1000000, or 1e6"},
    {C S B "duration_s: 0,125\n", 4, 13, "write the decimal point: 0.125"},
    /* removed keys and values */
    {C B "solvers: [ { kind: impulse, variant: lecture } ]\n", 3, 29,
     "solvers[0].variant: the key was removed; use 'kind: published' with 'source'"},
    {C B S "sweep: { variant: 1 }\n", 4, 10, "sweep.variant: the key was removed; use"},
    {C B S "orientation: true\n", 4, 1, "orientation: the key was removed; omit it"},
    {C B S "place: [ { ball: a1, x_m: 1 } ]\n", 4, 1, "place: the key was removed; list the balls"},
    {C B S "sweep: { names: beside }\n", 4, 10, "sweep.names: the key was removed; omit it"},
    {C B S "gradient: { interval: 0.1 }\n", 4, 13, "gradient.interval: the key was removed"},
    {C S "balls: [ { x_m: 1, y_m: 0.5, spot_rad: [0, 0] } ]\n", 3, 30,
     "balls[0].spot_rad: the key was removed; omit it: films draw a spot on each of up to 30 "
     "balls"},
    {C B "solvers: [ { kind: penalty, stiffness_N_per_m: 1e6, threads: 2 } ]\n", 3, 53,
     "solvers[0].threads: the key was removed; omit it"},
    {C B "solvers: [ { kind: penalty, integrator: midpoint, stiffness_N_per_m: 1e6 } ]\n", 3, 41,
     "solvers[0].integrator: 'midpoint' was removed; use heun"},
    {C B "solvers: [ { kind: chipmunk, units_per_m: 64 } ]\n", 3, 20,
     "solvers[0].kind: 'chipmunk' was removed; run a program of experiments/25-engines"},
    {C B S "figures: [energy, paths]\n", 4, 19, "figures[1]: 'paths' was removed; use scene"},
    {C B S "figures: [waterfall]\n", 4, 11, "dissipated_J in series.tsv has the losses"},
    {C B S "figures: [momentum]\n", 4, 11, "momentum_residual_rel in summary.tsv"},
    {C B S "figures: [controls]\n", 4, 11, "carom diverge draws it as copies"},
    {C B S "figures: [energy, path]\n", 4, 19, "figures[1]: found 'path'; expected one of:"},
    /* a list item without its dash */
    {C S "balls:\n  - { x_m: 1, y_m: 0.5 }\n  { x_m: 2, y_m: 0.5 }\n", 5, 3,
     "no '- ' before this; expected '- {'"},
    /* one message per group */
    {C S "groups: [ { kind: rack, x_m: 2.4, y_m: 0.6, rows: 5 } ]\n", 3, 11,
     "'rack15' reaches 0.0865484 m beyond the right wall; expected x_m from 0.028575 to 2.511425 m "
     "(and 8 more of its group)"},
    {C S "table: { shape: circle, radius_m: 0.5 }\n"
         "groups: [ { kind: rack, x_m: 0.9, y_m: 0.5, rows: 5 } ]\n",
     4, 11, "(and 11 more of its group)"}};

enum { FILES = sizeof table / sizeof table[0] };

START_TEST(one_message_with_the_fix)
{
    carom_scenario scenario;
    carom_messages messages = {0};
    const carom_message *m;
    assert_ok(
        carom_scenario_read(&scenario, table[_i].text, strlen(table[_i].text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 1, "%zu errors in:\n%s", messages.errors, table[_i].text);
    m = &messages.item[0];
    ck_assert_msg(strstr(m->text, table[_i].says) != NULL, "got  %s\nwant %s\nin:\n%s", m->text,
                  table[_i].says, table[_i].text);
    ck_assert_msg(m->mark.line == table[_i].line && m->mark.column == table[_i].column,
                  "%zu:%zu, want %zu:%zu: %s", m->mark.line, m->mark.column, table[_i].line,
                  table[_i].column, m->text);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

#define BALL(key) C S "balls: [ { x_m: 1, y_m: 0.5, " key ": 1 } ]\n"
#define RUN(key) C B S key ": 1\n"
#define GAS(key) C S "groups: [ { kind: gas, count: 5, " key ": 1 } ]\n"
#define SPRING(key) C B "solvers: [ { kind: penalty, " key ": 1 } ]\n"

/* Keys with units that are not SI, and the size of the unit */
static const struct {
    const char *text;
    double size;
} units[] = {{BALL("vx_kmh"), 1000. / 3600},
             {BALL("vx_kmph"), 1000. / 3600},
             {BALL("vx_kph"), 1000. / 3600},
             {BALL("vy_km_h"), 1000. / 3600},
             {BALL("vx_cmps"), 0.01},
             {BALL("vx_cm_s"), 0.01},
             {BALL("vx_mmps"), 0.001},
             {BALL("vx_mph"), 1609.344 / 3600},
             {BALL("vx_m_s"), 1},
             {RUN("duration_ms"), 1e-3},
             {RUN("duration_us"), 1e-6},
             {RUN("duration_min"), 60},
             {RUN("duration_h"), 3600},
             {RUN("duration_sec"), 1},
             {RUN("duration_seconds"), 1},
             {BALL("x_cm"), 0.01},
             {BALL("radius_mm"), 0.001},
             {BALL("radius_um"), 1e-6},
             {BALL("x_km"), 1000},
             {BALL("radius_in"), 0.3048 / 12},
             {BALL("radius_inch"), 0.3048 / 12},
             {BALL("y_ft"), 0.3048},
             {BALL("mass_g"), 0.001},
             {BALL("mass_oz"), 0.45359237 / 16},
             {BALL("mass_lb"), 0.45359237},
             {GAS("temperature_mJ"), 0.001},
             {GAS("temperature_eV"), 1.602176634e-19},
             {SPRING("stiffness_N_per_mm"), 1000},
             {SPRING("stiffness_N_per_cm"), 100},
             {SPRING("stiffness_kN_per_m"), 1000},
             {RUN("g_cmps2"), 0.01}};

enum { UNITS = sizeof units / sizeof units[0] };

START_TEST(a_hint_converts_units_rightly)
{
    const char *how = NULL;
    double size = 1;
    carom_scenario scenario;
    carom_messages messages = {0};
    assert_ok(
        carom_scenario_read(&scenario, units[_i].text, strlen(units[_i].text), NULL, 0, &messages));
    for (size_t k = 0; k < messages.count && how == NULL; k++) {
        how = strstr(messages.item[k].text, ", the value ");
    }
    ck_assert_msg(how != NULL, "no conversion in:\n%s", units[_i].text);
    if (sscanf(how, ", the value divided by %lf", &size) == 1) {
        size = 1 / size;
    } else if (sscanf(how, ", the value times %lf", &size) != 1) {
        ck_assert_msg(strstr(how, "as it is") != NULL, "%s in:\n%s", how, units[_i].text);
    }
    ck_assert_msg(fabs(size / units[_i].size - 1) < 5e-6, "the unit is %.9g%s in:\n%s",
                  units[_i].size, how, units[_i].text);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

/* A loop test reports the number of a file. */
static void add_tests(TCase *tcase)
{
    tcase_add_loop_test(tcase, one_message_with_the_fix, 0, FILES);
    tcase_add_loop_test(tcase, a_hint_converts_units_rightly, 0, UNITS);
}

TEST_SUITE("hints", add_tests)
