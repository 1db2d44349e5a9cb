/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy equals the original and shares nothing with it. With another seed it equals the scenario
 * read with that seed. */
#include "scenario/scenario.h"
#include "support.h"

/* A scenario with everything a scenario owns: lists, nested choices, texts, groups, drag by
 * density, a contact time from another solver. */
static const char rich[] =
    "carom: 1\ntitle: rich\ntable: { width_m: 1.7, height_m: 1.3, boundary: open }\n"
    "drag: { air_kgpm3: 1.2 }\nduration_s: 0.1\nsamples: 3\n"
    "pairs: [ { a: ivory, b: steel, restitution: 0.7 } ]\n"
    "schedule: [ { at_s: 0.05, restitution: 0.9 } ]\n"
    "balls: [ { name: cue, x_m: -0.5, y_m: 0.4, vx_mps: 1, radius_m: 1e-6, material: steel } ]\n"
    "groups: [ { kind: gas, name: g, count: 9, packing_fraction: 0.21, density_kgpm3: 2385,"
    " material: ivory }, { kind: row, x_m: 0, y_m: 3, count: 2 } ]\n"
    "solvers:\n  - { kind: impulse }\n"
    "  - { name: heun, kind: penalty, integrator: heun, law: hooke, stiffness_N_per_m: 1e5,"
    " step_s: 1e-5 }\n"
    "checks: [ { quantity: collisions, solver: impulse, min: 0 } ]\n"
    "sweep: { parameters: [ { key: seed, values: [1, 2, 3] } ], collect: [collisions] }\n";

static void read_with_seed(carom_scenario *scenario, const char *text, const char *seed)
{
    carom_messages messages = {.item = NULL};
    carom_override override = {"seed", "seed", seed};
    assert_ok(
        carom_scenario_read(scenario, text, strlen(text), &override, seed != NULL, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    carom_messages_free(&messages);
}

static void assert_same_scenario(const carom_scenario *got, const carom_scenario *want)
{
    char *a = carom_scenario_text(got), *b = carom_scenario_text(want);
    ck_assert_str_eq(a, b);
    for (size_t i = 0; i < want->problem.count; i++) {
        const carom_ball *p = &got->problem.ball[i], *q = &want->problem.ball[i];
        assert_same(p->x_m, q->x_m);
        assert_same(p->vy_mps, q->vy_mps);
        assert_same(p->air_drag, q->air_drag);
        assert_same(p->mass_kg, q->mass_kg);
        ck_assert_ptr_ne(p->name, q->name);
    }
    free(a);
    free(b);
}

START_TEST(a_copy_outlives_the_original)
{
    carom_scenario read, again, copy;
    carom_choice *choice;
    read_with_seed(&read, rich, NULL);
    read_with_seed(&again, rich, NULL);
    assert_ok(carom_scenario_copy(&copy, &read, NULL));
    choice = &carom_scenario_solver_at(&read, 1)->kind;
    *carom_param_number(carom_params_find(choice->entry->params, choice->options, "step_s")) = 1;
    carom_scenario_free(&read);
    assert_same_scenario(&copy, &again);
    ck_assert_str_eq(((carom_scenario_ball *)copy.balls.items)->ball.name, "cue");
    ck_assert_ptr_eq(((carom_scenario_ball *)copy.balls.items)->ball.name,
                     ((carom_scenario_ball *)copy.balls.items)->name);
    carom_scenario_free(&copy);
    carom_scenario_free(&again);
}
END_TEST

START_TEST(a_copy_with_another_seed_equals_reading_it)
{
    carom_scenario read, other, copy;
    read_with_seed(&read, rich, NULL);
    read_with_seed(&other, rich, "2385");
    assert_ok(carom_scenario_copy_of_seed(&copy, &read, 2385, NULL));
    ck_assert(copy.seed == 2385 && copy.problem.count == 12);
    ck_assert(copy.problem.ball[1].vx_mps != read.problem.ball[1].vx_mps);
    assert_same_scenario(&copy, &other);
    carom_scenario_free(&copy);
    carom_scenario_free(&other);
    carom_scenario_free(&read);
}
END_TEST

/* A gas fits around a post with every seed; a seed out of range gives a message. */
START_TEST(an_invalid_seed_gives_a_message)
{
    static const char post[] =
        "carom: 1\ntable: { width_m: 1, height_m: 1 }\n"
        "balls: [ { name: post, x_m: 0.5, y_m: 0.5, radius_m: 0.06, fixed: true } ]\n"
        "groups: [ { kind: gas, name: g, count: 5, radius_m: 0.05 } ]\n"
        "solvers: [ { kind: impulse } ]\n";
    carom_scenario read, copy;
    carom_error error = {CAROM_OK, "", ""};
    read_with_seed(&read, post, NULL);
    for (long long k = 1; k <= 40; k++) {
        assert_ok(carom_scenario_copy_of_seed(&copy, &read, k, &error));
        carom_scenario_free(&copy);
    }
    ck_assert(carom_scenario_copy_of_seed(&copy, &read, 4294967296, &error) == CAROM_INVALID);
    ck_assert_msg(strstr(error.text, "expected a whole number") != NULL, "%s", error.text);
    carom_scenario_free(&copy);
    carom_scenario_free(&read);
}
END_TEST

TEST_MAIN("copy", a_copy_outlives_the_original, a_copy_with_another_seed_equals_reading_it,
          an_invalid_seed_gives_a_message)
