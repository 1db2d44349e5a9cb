/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenarios loaded through the C interface: values, settings, solvers and errors. */
#define _XOPEN_SOURCE 700
#include "scratch_folder.h"
#include "support.h"
#include <carom/scenario.h>

static const char text[] =
    "carom: 1\n"
    "title: a shot\n"
    "duration_s: 0.7\n"
    "samples: 8\n"
    "balls:\n"
    "  - { name: cue, x_m: 0.6, y_m: 0.635, vx_mps: 2.385 }\n"
    "  - { name: eight, x_m: 1.2, y_m: 0.64 }\n"
    "solvers:\n"
    "  - { name: springs, label: Heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6,"
    " step_s: 1e-5 }\n"
    "  - { kind: impulse }\n"
    "reference: impulse\n";

static char path[200];

static void write_scenario(const char *content)
{
    if (path[0] == '\0') {
        make_folder();
        snprintf(path, sizeof path, "%s/scenario.yaml", folder);
    }
    write_file("scenario.yaml", content);
}

START_TEST(a_scenario_gives_its_values)
{
    carom_error error = {0};
    carom_scenario *scenario;
    write_scenario(text);
    scenario = carom_scenario_load(path, &error);
    ck_assert_msg(scenario != NULL, "%s", error.text);
    ck_assert_str_eq(carom_scenario_title(scenario), "a shot");
    ck_assert_uint_eq(carom_scenario_problem(scenario)->count, 2);
    ck_assert_str_eq(carom_scenario_problem(scenario)->ball[1].name, "eight");
    ck_assert(carom_scenario_duration_s(scenario) == 0.7);
    ck_assert_uint_eq(carom_scenario_samples(scenario), 8);
    ck_assert(carom_scenario_sample_time_s(scenario, 0) == 0);
    ck_assert(carom_scenario_sample_time_s(scenario, 3) == 0.7 * 3 / 7);
    ck_assert(carom_scenario_sample_time_s(scenario, 7) == 0.7);
    ck_assert_uint_eq(carom_scenario_solvers(scenario), 2);
    ck_assert_uint_eq(carom_scenario_reference(scenario), 1);
    ck_assert_str_eq(carom_scenario_solver_name(scenario, 0), "springs");
    ck_assert_str_eq(carom_scenario_solver_label(scenario, 0), "Heun");
    ck_assert_str_eq(carom_scenario_solver_label(scenario, 1), "impulse");
    carom_scenario_free(scenario);
    carom_scenario_free(NULL);
}
END_TEST

/* Final positions of the balls, and the number of collisions. */
static void run_to(carom_solver *solver, double t_s, carom_sample *end)
{
    carom_error error = {0};
    ck_assert_ptr_nonnull(solver);
    assert_ok(carom_solver_advance(solver, t_s, &error));
    carom_solver_sample(solver, end);
    carom_solver_free(solver);
}

START_TEST(its_solvers_are_those_of_carom_solver_new)
{
    const carom_setting springs[] = {
        {"integrator", "heun"}, {"stiffness_N_per_m", "1e6"}, {"step_s", "1e-5"}, {NULL, NULL}};
    carom_error error = {0};
    carom_sample got, want, impulse;
    carom_scenario *scenario;
    const carom_problem *problem;
    write_scenario(text);
    scenario = carom_scenario_load(path, &error);
    ck_assert_msg(scenario != NULL, "%s", error.text);
    problem = carom_scenario_problem(scenario);
    assert_ok(carom_sample_init(&got, 2, &error));
    assert_ok(carom_sample_init(&want, 2, &error));
    assert_ok(carom_sample_init(&impulse, 2, &error));
    run_to(carom_scenario_solver_new(scenario, 0, &error), 0.7, &got);
    run_to(carom_solver_new(problem, "penalty", springs, &error), 0.7, &want);
    run_to(carom_scenario_solver_new(scenario, 1, &error), 0.7, &impulse);
    ck_assert_uint_eq(got.collisions, 1);
    for (size_t i = 0; i < 2; i++) {
        assert_same(got.x_m[i], want.x_m[i]);
        assert_same(got.y_m[i], want.y_m[i]);
    }
    ck_assert(carom_sample_distance(problem, &got, &want) == 0);
    { /* sqrt((dx1^2 + dy1^2 + dx2^2 + dy2^2)/2), within rounding of four squares */
        double squares = 0, distance = carom_sample_distance(problem, &got, &impulse);
        for (size_t i = 0; i < 2; i++) {
            double dx = got.x_m[i] - impulse.x_m[i], dy = got.y_m[i] - impulse.y_m[i];
            squares += dx * dx + dy * dy;
        }
        ck_assert(distance > 1e-6);
        assert_near(distance, sqrt(squares / 2), 1e-14 * distance);
    }
    ck_assert_ptr_null(carom_scenario_solver_new(scenario, 2, &error));
    ck_assert_int_eq(error.status, CAROM_INVALID);
    ck_assert_str_eq(error.text, "solvers: found number 2; the scenario has 2, numbered from 0");
    carom_sample_free(&got);
    carom_sample_free(&want);
    carom_sample_free(&impulse);
    carom_scenario_free(scenario);
}
END_TEST

START_TEST(settings_change_keys_before_validation)
{
    /* the first alone is invalid: the balls would overlap */
    const carom_setting both[] = {{"balls.cue.x_m", "1.18"}, {"balls.eight.x_m", "1.3"}, {0}};
    const carom_setting one[] = {{"balls.cue.x_m", "1.18"}, {0}};
    const carom_setting mass[] = {{"balls.eight.mass_kg", "-0.2"}, {0}};
    const carom_setting unknown[] = {{"bals.eight.mass_kg", "0.2"}, {0}};
    carom_error error = {0};
    carom_scenario *scenario;
    write_scenario(text);
    scenario = carom_scenario_load_with_settings(path, both, &error);
    ck_assert_msg(scenario != NULL, "%s", error.text);
    ck_assert(carom_scenario_problem(scenario)->ball[0].x_m == 1.18);
    ck_assert(carom_scenario_problem(scenario)->ball[1].x_m == 1.3);
    carom_scenario_free(scenario);
    ck_assert_ptr_null(carom_scenario_load_with_settings(path, one, &error));
    ck_assert_str_eq(error.key, "balls");
    ck_assert_msg(strstr(error.text, "'cue' and 'eight' overlap by ") != NULL, "%s", error.text);
    ck_assert_ptr_null(carom_scenario_load_with_settings(path, mass, &error));
    ck_assert_str_eq(error.key, "balls[1].mass_kg");
    ck_assert_msg(strncmp(error.text, "--set balls.eight.mass_kg=-0.2: balls[1].mass_kg: ", 50) ==
                      0,
                  "%s", error.text);
    ck_assert_ptr_null(carom_scenario_load_with_settings(path, unknown, &error));
    ck_assert_msg(strstr(error.text, "bals") != NULL, "%s", error.text);
}
END_TEST

START_TEST(errors_have_their_key_line_and_column)
{
    static const struct {
        const char *content, *key, *error; /* the error follows the path */
    } wrong[] = {
        {"carom: 1\nballs:\n  - { x_m: 1, y_m: far }\nsolvers:\n  - { kind: impulse }\n",
         "balls[0].y_m", ":3:20: balls[0].y_m: found 'far'; expected a number (m)"},
        {"carom: 1\nballs:\n  - { x_m: 1, y_m: 0.5, mass_kg: -1 }\nsolvers: [ { kind: impulse } "
         "]\n",
         "balls[0].mass_kg", ":3:34: balls[0].mass_kg: found '-1'; expected a number > 0 (kg)"},
        {"carom: 1\nballs: [ { x_m: a, y_m: b } ]\nsolvers: [ { kind: impulse } ]\n",
         "balls[0].x_m", ":2:17: balls[0].x_m: found 'a'; expected a number (m) (and 1 more)"},
        {"carom: 1\ntitle: [\n", "", NULL},
        {"", "", ":1:1: the file is empty; expected a scenario that begins with 'carom: 1'"}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        carom_error error = {0};
        write_scenario(wrong[k].content);
        ck_assert_ptr_null(carom_scenario_load(path, &error));
        ck_assert_int_eq(error.status, CAROM_INVALID);
        ck_assert_str_eq(error.key, wrong[k].key);
        ck_assert_msg(strncmp(error.text, path, strlen(path)) == 0, "%s", error.text);
        ck_assert_msg(wrong[k].error == NULL ||
                          strcmp(error.text + strlen(path), wrong[k].error) == 0,
                      "got  %s\nwant %s", error.text + strlen(path), wrong[k].error);
        ck_assert_ptr_null(carom_scenario_load(path, NULL));
    }
}
END_TEST

START_TEST(a_missing_file_is_named)
{
    carom_error error = {0};
    ck_assert_ptr_null(carom_scenario_load("no/such.yaml", &error));
    ck_assert_int_eq(error.status, CAROM_CANNOT_READ);
    ck_assert_msg(strstr(error.text, "no/such.yaml") != NULL, "%s", error.text);
}
END_TEST

TEST_MAIN("loading of scenarios", a_scenario_gives_its_values,
          its_solvers_are_those_of_carom_solver_new, settings_change_keys_before_validation,
          errors_have_their_key_line_and_column, a_missing_file_is_named)
