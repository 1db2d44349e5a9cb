/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Valid scenario files: problems, groups, the canonical form. (--set: tests/cases/messages.case.)
 */
#include "scenario/scenario.h"
#include "scene/scene.h"
#include "support.h"

#define HEAD "carom: 1\n"
#define IMPULSE "solvers: [ { kind: impulse } ]\n"
#define ONE_BALL "balls: [ { x_m: 1, y_m: 0.5 } ]\n"

typedef struct {
    carom_scenario scenario;
    carom_messages messages;
} reading;

static reading read_with(const char *text, const carom_override *overrides, size_t count)
{
    reading r = {.messages = {0}};
    assert_ok(carom_scenario_read(&r.scenario, text, strlen(text), overrides, count, &r.messages));
    return r;
}

static reading read_good(const char *text)
{
    reading r = read_with(text, NULL, 0);
    ck_assert_msg(r.messages.errors == 0, "%s\n%s", text,
                  r.messages.count > 0 ? r.messages.item[0].text : "");
    return r;
}

static void reading_free(reading *r)
{
    carom_scenario_free(&r->scenario);
    carom_messages_free(&r->messages);
}

static const char *value_of(reading *r, size_t solver, const char *key)
{
    static char text[256];
    const carom_choice *kind = &carom_scenario_solver_at(&r->scenario, solver)->kind;
    carom_param_format(carom_params_find(kind->entry->params, kind->options, key), text,
                       sizeof text);
    return text;
}

START_TEST(defaults_are_the_fields_own)
{
    reading r = read_good(HEAD ONE_BALL IMPULSE);
    const carom_problem *p = &r.scenario.problem;
    assert_same(p->width_m, 2.54);
    assert_same(p->height_m, 1.27);
    ck_assert_int_eq(p->boundary, CAROM_WALLS);
    assert_same(p->ball[0].radius_m, 0.028575);
    assert_same(p->ball[0].mass_kg, 0.17);
    assert_same(p->ball[0].vx_mps, 0);
    ck_assert_str_eq(p->ball[0].name, "ball1");
    assert_same(r.scenario.duration_s, 2);
    ck_assert_int_eq((int)r.scenario.samples, 201);
    ck_assert_str_eq(r.scenario.reference, "impulse");
    ck_assert_str_eq(value_of(&r, 0, "impact_policy"), "generalized_reflections");
    reading_free(&r);
}
END_TEST

START_TEST(everything_in_a_file)
{
    reading r = read_good(
        HEAD "title: 'a: b'\nsource: no\ntable: { width_m: 3, height_m: 2, boundary: open }\n"
             "wall_contact: centre\ngravity_mps2: [0.1, -2e-1]\nrestitution: 0.9\nduration_s: 1.5\n"
             "samples: 11\nseed: 42\n"
             "balls:\n  - { name: no, x_m: 1, y_m: 0.5, vx_mps: 1e5, radius_m: 0.1, mass_kg: 2 }\n"
             "solvers:\n  - { name: i, kind: impulse, impact_policy: sequential_index }\n"
             "  - { name: p, kind: penalty, integrator: euler, stiffness_N_per_m: 1e5, step_s: "
             "1e-6, contact_end: overlap }\n"
             "reference: p\nchecks:\n  - { quantity: collisions, solver: i, min: 0 }\n");
    const carom_problem *p = &r.scenario.problem;
    ck_assert_str_eq(r.scenario.title, "a: b");
    ck_assert_str_eq(r.scenario.source, "no"); /* a text, unlike in YAML 1.1 */
    ck_assert_str_eq(p->ball[0].name, "no");
    assert_same(p->ball[0].vx_mps, 1e5); /* a number, unlike in YAML 1.1 */
    assert_same(p->gravity_mps2.y, -0.2);
    assert_same(p->restitution.ball_ball, 0.9);
    assert_same(p->restitution.ball_wall, 0.9);
    ck_assert_int_eq(p->wall_contact, CAROM_CENTRE);
    ck_assert_int_eq(p->boundary, CAROM_OPEN);
    ck_assert_str_eq(value_of(&r, 0, "impact_policy"), "sequential_index");
    ck_assert_str_eq(value_of(&r, 1, "integrator"), "euler");
    ck_assert_str_eq(value_of(&r, 1, "stiffness_N_per_m"), "1e+05");
    ck_assert_str_eq(value_of(&r, 1, "contact_end"), "overlap");
    ck_assert_str_eq(r.scenario.reference, "p");
    reading_free(&r);
}
END_TEST

START_TEST(rack_touches_and_does_not_overlap)
{
    reading r = read_good(HEAD
                          "groups: [ { kind: rack, x_m: 1.905, y_m: 0.635, rows: 5 } ]\n" IMPULSE);
    const carom_problem *p = &r.scenario.problem;
    size_t touching = 0;
    ck_assert_uint_eq(p->count, 15);
    ck_assert_str_eq(p->ball[14].name, "rack15");
    for (size_t i = 0; i < 15; i++) {
        for (size_t j = 0; j < i; j++) {
            double dx = p->ball[i].x_m - p->ball[j].x_m, dy = p->ball[i].y_m - p->ball[j].y_m;
            double gap = sqrt(dx * dx + dy * dy) - 2 * 0.028575;
            ck_assert_double_ge(gap, 0);
            touching += gap < 1e-9 * 0.028575;
        }
    }
    ck_assert_uint_eq(touching, 30);
    reading_free(&r);
}
END_TEST

START_TEST(row_has_the_given_values)
{
    reading r = read_good(
        HEAD "groups:\n"
             "  - { kind: row, name: a, x_m: 0.2, y_m: 0.1, count: 4, gap_m: 0.01, radius_m: 0.05,"
             " moving: 2, vx_mps: 3, mass_kg: 0.4 }\n" IMPULSE);
    const carom_ball *ball = r.scenario.problem.ball;
    ck_assert_uint_eq(r.scenario.problem.count, 4);
    ck_assert_str_eq(ball[3].name, "a4");
    assert_near(ball[3].x_m, 0.2 + 3 * 0.11, 1e-14);
    assert_same(ball[1].vx_mps, 3);
    assert_same(ball[2].vx_mps, 0);
    assert_same(ball[0].mass_kg, 0.4);
    reading_free(&r);
}
END_TEST

/* The file is valid, so all balls are inside and separate; the parts confirm it here. */
START_TEST(gas_has_the_given_values_on_any_table)
{
    static const struct {
        const char *text;
        double area_m2;
    } tables[] = {{"width_m: 2, height_m: 1", 2},
                  {"width_m: 2, height_m: 1, boundary: periodic", 2},
                  {"width_m: 2, height_m: 1, boundary: open", 2},
                  {"shape: circle, radius_m: 1", PI},
                  {"shape: stadium, length_m: 1, radius_m: 0.5", 1 + 0.25 * PI},
                  {"shape: polygon, corners: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]", 3},
                  {"shape: polygon, corners: [[1, 0], [2, 1.5], [0, 1.5]]", 1.5}};
    static const double fractions[] = {0.05, 0.5, 0.7, 0.8};
    for (size_t k = 0; k < 4 * sizeof tables / sizeof tables[0]; k++) {
        char text[512];
        double px = 0, py = 0, energy = 0, area = 0, fraction = fractions[k % 4];
        if (k / 4 > 2 && fraction > 0.75) {
            continue; /* too dense beside arcs and corners */
        }
        snprintf(text, sizeof text,
                 HEAD "table: { %s }\nseed: 7\ngroups: [ { kind: gas, count: 500, "
                      "packing_fraction: %g, temperature_J: 0.03 } ]\n" IMPULSE,
                 tables[k / 4].text, fraction);
        reading r = read_good(text), again = read_good(text);
        reading other = read_with(text, &(carom_override){"--set seed=8", "seed", "8"}, 1);
        const carom_problem *p = &r.scenario.problem;
        ck_assert_uint_eq(p->count, 500);
        for (size_t i = 0; i < p->count; i++) {
            const carom_ball *ball = &p->ball[i], *same = &again.scenario.problem.ball[i];
            carom_vec at = {ball->x_m, ball->y_m};
            if (p->boundary == CAROM_WALLS) {
                ck_assert(carom_walls_enclose(p, at));
                ck_assert_double_le(carom_walls_max_overlap(p, at, ball->radius_m), 1e-12);
            }
            for (size_t j = 0; j < i; j++) {
                const carom_ball *b = &p->ball[j];
                ck_assert_double_ge(hypot(ball->x_m - b->x_m, ball->y_m - b->y_m),
                                    (ball->radius_m + b->radius_m) * (1 - 1e-12));
            }
            px += ball->mass_kg * ball->vx_mps;
            py += ball->mass_kg * ball->vy_mps;
            energy += 0.5 * ball->mass_kg *
                      (ball->vx_mps * ball->vx_mps + ball->vy_mps * ball->vy_mps);
            area += PI * ball->radius_m * ball->radius_m;
            assert_same(ball->x_m, same->x_m);
            assert_same(ball->vy_mps, same->vy_mps);
        }
        assert_near(px, 0, 1e-12);
        assert_near(py, 0, 1e-12);
        assert_near(energy / 500, 0.03, 1e-15);
        assert_near(area / tables[k / 4].area_m2, fraction, 1e-12);
        ck_assert(other.scenario.problem.ball[0].vx_mps != p->ball[0].vx_mps);
        reading_free(&r);
        reading_free(&again);
        reading_free(&other);
    }
}
END_TEST

/* Components of a Maxwell distribution: the fourth moment of a Gaussian is 3 sigma^4, with a
 * standard error of sqrt(96/n) sigma^4. */
START_TEST(gas_velocities_are_maxwells)
{
    reading r = read_good(
        HEAD "table: { width_m: 2, height_m: 1 }\ngroups: [ { kind: gas, count: 20000, "
             "packing_fraction: 0.5, mass_kg: 0.2, temperature_J: 0.4 } ]\n" IMPULSE);
    double second = 0, fourth = 0, n = 40000;
    for (size_t i = 0; i < 20000; i++) {
        const carom_ball *b = &r.scenario.problem.ball[i];
        second += (b->vx_mps * b->vx_mps + b->vy_mps * b->vy_mps) / n;
        fourth += (pow(b->vx_mps, 4) + pow(b->vy_mps, 4)) / n;
    }
    assert_near(second, 2, 1e-12); /* T/m */
    assert_near(fourth / 4, 3, 5 * sqrt(96 / n));
    reading_free(&r);
}
END_TEST

/* Writing and reading a scenario gives the same scenario and the same text. */
START_TEST(written_is_the_same)
{
    reading r = read_good(
        HEAD
        "title: \"quote \\\" backslash \\\\ tab \\t end\"\nrestitution: { ball_ball: 0.95 }\n"
        "groups: [ { kind: gas, count: 50, packing_fraction: 0.3, temperature_J: 0.1 } ]\n"
        "solvers: [ { kind: impulse }, { kind: penalty, stiffness_N_per_m: 3e5, theta: 0.02 } ]\n"
        "checks: [ { quantity: collisions, min: 1 } ]\n"
        "sweep: { parameters: [ { key: seed, values: [1, 2] }, { key: duration_s, from: 1, to: 2, "
        "count: 3 } ],"
        " collect: [collisions] }\n");
    char *first = carom_scenario_text(&r.scenario), *second;
    reading again = read_good(first);
    second = carom_scenario_text(&again.scenario);
    ck_assert_str_eq(first, second);
    for (size_t i = 0; i < 50; i++) {
        assert_same(again.scenario.problem.ball[i].vx_mps, r.scenario.problem.ball[i].vx_mps);
    }
    ck_assert_str_eq(again.scenario.title, r.scenario.title);
    free(first);
    free(second);
    reading_free(&r);
    reading_free(&again);
}
END_TEST

/* Numbers keep their digits; what JSON cannot have as a number is a string. Readers of YAML 1.1
 * take a number for one only if it has a point and a sign in its exponent. */
START_TEST(canonical_text_as_json)
{
    static const char *const in_json[] = {
        "{\n   \"carom\": 1,\n   \"title\": \"a \\\"b\\\" \\\\ [c], { d }, é\",\n"
        "   \"source\": \"x\\u000ay\",\n",
        "\"balls\": [\n     { \"name\": \"007\", ",
        "\"vx_mps\": 1e-05, \"vy_mps\": 1.5e-20, ",
        " },\n     { \"name\": \"1\", ",
        "\n   ],\n   \"solvers\": [\n",
        "\"max\": \"theory\"",
        "\"values\": [\"0.50\", \"true\", \".5\", \"1.\", \"0x1\"]"};
    static const char *const in_yaml[] = {
        "source: \"x\\u000ay\"\n", "vx_mps: 1.0e-5, vy_mps: 1.5e-20, ", "stiffness_N_per_m: 1.0e+6",
        "max: theory", "values: [\"0.50\", \"true\", \".5\", \"1.\", \"0x1\"]"};
    reading r = read_good(
        HEAD "title: 'a \"b\" \\ [c], { d }, é'\nsource: \"x\\ny\"\n"
             "balls: [ { name: '007', x_m: 1, y_m: 0.5, vx_mps: 1e-5, vy_mps: 1.5e-20 },\n"
             "  { name: '1', x_m: 2, y_m: 0.5, fixed: true } ]\n"
             "solvers: [ { kind: penalty, stiffness_N_per_m: 1e6 } ]\n"
             "checks: [ { kind: order, max: theory } ]\n"
             "sweep: { parameters: [ { key: seed, values: [0.50, true, .5, 1., 0x1] } ] }\n");
    char *text = NULL, *shown = carom_scenario_text(&r.scenario);
    size_t size = 0;
    FILE *out = carom_text_open(&text, &size);
    carom_scenario_write_json(&r.scenario, out, " ");
    ck_assert(fclose(out) == 0);
    for (size_t k = 0; k < sizeof in_json / sizeof in_json[0]; k++) {
        ck_assert_msg(strstr(text, in_json[k]) != NULL, "no %s in %s", in_json[k], text);
    }
    for (size_t k = 0; k < sizeof in_yaml / sizeof in_yaml[0]; k++) {
        ck_assert_msg(strstr(shown, in_yaml[k]) != NULL, "no %s in %s", in_yaml[k], shown);
    }
    reading again = read_good(text); /* JSON is YAML */
    char *same = carom_scenario_text(&again.scenario);
    ck_assert_str_eq(same, shown);
    free(same);
    free(text);
    free(shown);
    reading_free(&r);
    reading_free(&again);
}
END_TEST

/* The canonical form of 60 000 balls, as in run.json, has more than a million values. */
START_TEST(a_large_scene_reads_back)
{
    enum { BALLS = ROUNDS(60000, 12000) };
    char text[300], last[20], *shown;
    reading first, again;
    snprintf(text, sizeof text,
             HEAD IMPULSE
             "groups: [ { kind: gas, count: %d, packing_fraction: 0.1, temperature_J: 0 } ]\n",
             BALLS);
    snprintf(last, sizeof last, "gas%d", BALLS);
    first = read_good(text);
    shown = carom_scenario_text(&first.scenario);
    ck_assert_ptr_nonnull(shown);
    again = read_good(shown);
    ck_assert_uint_eq(again.scenario.problem.count, BALLS);
    assert_same(again.scenario.problem.ball[BALLS - 1].x_m,
                first.scenario.problem.ball[BALLS - 1].x_m);
    ck_assert_str_eq(again.scenario.problem.ball[BALLS - 1].name, last);
    free(shown);
    reading_free(&first);
    reading_free(&again);
}
END_TEST

START_TEST(anchors_are_copies)
{
    reading r = read_with(HEAD "balls:\n  - &a { x_m: 1, y_m: 0.5, vy_mps: 2 }\n"
                               "solvers: [ { kind: impulse } ]\nchecks: &c []\n",
                          NULL, 0);
    reading two;
    carom_override override = {"--set it", "balls.1.x_m", "0.4"};
    ck_assert_uint_eq(r.messages.errors, 0);
    reading_free(&r);
    two = read_with(HEAD "balls:\n  - &a { x_m: 1, y_m: 0.5, vy_mps: 2 }\n  - *a\n" IMPULSE,
                    &override, 1);
    ck_assert_uint_eq(two.messages.errors, 0);
    assert_same(two.scenario.problem.ball[0].x_m, 1);
    assert_same(two.scenario.problem.ball[1].x_m, 0.4);
    assert_same(two.scenario.problem.ball[1].vy_mps, 2);
    reading_free(&two);
}
END_TEST

/* t_c of a penalty solver: pi sqrt(m/k) of the wall contact, the longest one. */
START_TEST(contact_time_from_another_solver)
{
    reading r = read_good(HEAD ONE_BALL
                          "solvers:\n  - { name: i, kind: impulse, collapse: tc, tc_from: p }\n"
                          "  - { name: p, kind: penalty, stiffness_N_per_m: 1e6 }\n");
    const carom_choice *kind = &carom_scenario_solver_at(&r.scenario, 0)->kind;
    carom_param_ref place = carom_params_find(kind->entry->params, kind->options, "tc_s");
    assert_near(*(double *)(void *)((char *)place.options + place.row->offset),
                PI * sqrt(0.17 / 1e6), 1e-15);
    ck_assert_str_eq(value_of(&r, 0, "tc_from"), "");
    reading_free(&r);
}
END_TEST

TEST_MAIN("scenario", defaults_are_the_fields_own, everything_in_a_file,
          rack_touches_and_does_not_overlap, row_has_the_given_values,
          gas_has_the_given_values_on_any_table, gas_velocities_are_maxwells, written_is_the_same,
          canonical_text_as_json, a_large_scene_reads_back, anchors_are_copies,
          contact_time_from_another_solver)
