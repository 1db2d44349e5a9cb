/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overflowing speeds are errors, and reports give the largest displacement per step. */
#include "support.h"

static const carom_setting springs[] = {
    {"stiffness_N_per_m", "1e5"}, {"step_s", "5e-5"}, {NULL, NULL}};
static const carom_setting leaping[] = {
    {"stiffness_N_per_m", "1e5"}, {"step_s", "5e-5"}, {"flight", "leap"}, {NULL, NULL}};
static const carom_setting split[] = {
    {"stiffness_N_per_m", "1e5"}, {"step_s", "5e-5"}, {"contacts", "located"}, {NULL, NULL}};
static const carom_setting frames[] = {{"step_s", "1e-3"}, {NULL, NULL}};
static const struct {
    const char *kind;
    const carom_setting *settings;
} with_steps[] = {
    {"penalty", springs}, {"penalty", split}, {"stepped", frames}, {"penalty", leaping}};

static void one_ball(carom_problem *scene, int boundary, double v)
{
    scene_init(scene, boundary);
    scene_add(scene, 0.3, 0.5, v, 0, 0.03, 0.2);
}

static const carom_setting *needed_by(const char *kind)
{
    static const carom_setting blog[] = {
        {"source", "blog_2013"}, {"frame_s", "0.01"}, {NULL, NULL}};
    return strcmp(kind, "penalty") == 0 ? springs : (strcmp(kind, "published") == 0 ? blog : NULL);
}

/* m v^2/2 or I omega^2/2 overflows: rejected before the run. */
START_TEST(overflowing_energy_is_rejected)
{
    for (const carom_entry *const *kind = carom_solvers.entries; *kind != NULL; kind++) {
        carom_problem scene;
        carom_error error = {0};
        one_ball(&scene, CAROM_OPEN, -1e200);
        ck_assert_ptr_null(
            carom_solver_new(&scene, (*kind)->name, needed_by((*kind)->name), &error));
        ck_assert_int_eq(error.status, CAROM_INVALID);
        ck_assert_msg(strstr(error.text, "whose square does not overflow") != NULL, "%s: %s",
                      (*kind)->name, error.text);
        scene.ball[0].vx_mps = 0;
        scene.ball[0].spin_radps = 1e200;
        ck_assert_ptr_null(
            carom_solver_new(&scene, (*kind)->name, needed_by((*kind)->name), &error));
        ck_assert_msg(strstr(error.text, "kinetic energy") != NULL, "%s: %s", (*kind)->name,
                      error.text);
        carom_problem_free(&scene);
    }
}
END_TEST

/* 1e100 m/s: the position after a step is less precise than a radius. */
START_TEST(unresolvable_position_is_an_error)
{
    for (size_t k = 0; k < 3; k++) {
        for (int boundary = CAROM_WALLS; boundary <= CAROM_OPEN;
             boundary += CAROM_OPEN - CAROM_WALLS) {
            carom_problem scene;
            outcome run;
            one_ball(&scene, boundary, 1e100);
            run = run_sliced(&scene, with_steps[k].kind, with_steps[k].settings, 0.01, 1);
            ck_assert_int_eq(run.status, CAROM_NOT_FINITE);
            ck_assert_msg(strstr(run.error.text, k == 2 ? "radius" : "in one step") != NULL,
                          "%s: %s", with_steps[k].kind, run.error.text);
            outcome_free(&run);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* The largest displacement per step is v h. Springs between walls do not accelerate a ball, except
 * for Heun's error. Analytic flight has no steps. */
START_TEST(longest_step_is_reported)
{
    const double h[] = {5e-5, 5e-5, 1e-3};
    carom_problem scene;
    outcome run;
    for (size_t k = 0; k < 3; k++) {
        one_ball(&scene, CAROM_WALLS, 7.3);
        run = run_scene(&scene, with_steps[k].kind, with_steps[k].settings, 0.5);
        assert_near(run.report.longest_step_m, 7.3 * h[k], 1e-4 * 7.3 * h[k]);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
    one_ball(&scene, CAROM_OPEN, 7.3);
    run = run_scene(&scene, "penalty", leaping, 0.5);
    assert_same(run.report.longest_step_m, 0);
    outcome_free(&run);
    run = run_scene(&scene, "impulse", NULL, 0.5);
    assert_same(run.report.longest_step_m, 0);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* 100 m/s and a step of 1 ms: 0.1 m per step, and pairs are listed for several steps. The error
 * must name the step (with flight: leap it used to report missing memory). */
START_TEST(step_too_long_for_a_periodic_table_is_an_error)
{
    static const carom_setting soft[][5] = {{{"stiffness_N_per_m", "1e4"},
                                             {"step_s", "1e-3"},
                                             {"flight", "step"},
                                             {NULL, NULL},
                                             {NULL, NULL}},
                                            {{"stiffness_N_per_m", "1e4"},
                                             {"step_s", "1e-3"},
                                             {"flight", "leap"},
                                             {NULL, NULL},
                                             {NULL, NULL}}};
    for (int k = 0; k < 2; k++) {
        carom_problem scene;
        carom_error error = {0};
        carom_solver *solver;
        scene_init(&scene, CAROM_PERIODIC);
        scene.width_m = scene.height_m = 0.5;
        scene_add(&scene, 0.1, 0.25, 100, 0, 0.03, 0.2);
        scene_add(&scene, 0.4, 0.25, 0, 0, 0.03, 0.2);
        solver = carom_solver_new(&scene, "penalty", soft[k], &error);
        if (solver != NULL) {
            ck_assert_int_ne(carom_solver_advance(solver, 0.1, &error), CAROM_OK);
        }
        ck_assert_int_eq(error.status, CAROM_INVALID);
        ck_assert_str_eq(error.key, "step_s");
        carom_solver_free(solver);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("range", step_too_long_for_a_periodic_table_is_an_error, overflowing_energy_is_rejected,
          unresolvable_position_is_an_error, longest_step_is_reported)
