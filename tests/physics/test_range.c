/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overflowing speeds are errors, and reports give the largest displacement per step. */
#include "scenes.h"

static const char springs[] = "penalty stiffness_N_per_m=1e5 step_s=5e-5";
static const char leaping[] = "penalty stiffness_N_per_m=1e5 step_s=5e-5 flight=leap";
static const char split[] = "penalty stiffness_N_per_m=1e5 step_s=5e-5 contacts=located";
static const char frames[] = "stepped step_s=1e-3";
static const char published[] = "published source=blog_2013 frame_s=0.01";

/* The square of a speed, or I omega^2/2, could overflow: rejected before the run. */
START_TEST(overflowing_energy_is_rejected)
{
    const carom_problem *fast = new_scene("open; ball 0.3 0.5 -1e200 0");
    const carom_problem *spinning = new_scene("open; ball 0.3 0.5 spin 1e200");
    for (const carom_entry *const *kind = carom_solvers.entries; *kind != NULL; kind++) {
        const char *name = (*kind)->name;
        const char *solver = strcmp(name, "penalty") == 0   ? springs
                           : strcmp(name, "published") == 0 ? published
                                                            : name;
        carom_error error = refusal_of(fast, "%s", solver);
        test_set_subject("%s", name);
        ck_assert_int_eq(error.status, CAROM_INVALID);
        ck_assert_msg(strstr(error.text, "a magnitude of at most 1e+50") != NULL, "%s", error.text);
        error = refusal_of(spinning, "%s", solver);
        ck_assert_msg(strstr(error.text, "a magnitude of at most 1e+50") != NULL, "%s", error.text);
    }
}
END_TEST

/* 1e50 m/s: the position after a step is less precise than a radius. */
START_TEST(unresolvable_position_is_an_error)
{
    static const char *const solvers[] = {springs, split}, *const tables[] = {"walls", "open"};
    for (size_t k = 0; k < 3; k++) { /* exact springs fly in closed form on the open table */
        const char *solver = solvers[k / 2];
        outcome *run = try_until(0.01, 1, new_scene("%s; ball 0.3 0.5 1e50 0", tables[k % 2]), "%s",
                                 solver);
        ck_assert_int_eq(run->status, CAROM_NOT_FINITE);
        ck_assert_msg(strstr(run->error.text, "in one step") != NULL, "%s: %s", solver,
                      run->error.text);
    }
}
END_TEST

/* The largest displacement per step is v h, with v = g t for a falling ball. Springs between walls
 * do not accelerate a ball, except for Heun's error. Analytic flight has no steps. */
START_TEST(longest_step_is_reported)
{
    const carom_problem *walls = new_scene("ball 0.3 0.5 7.3 0 r 0.03 m 0.2");
    const carom_problem *falling = new_scene("g 0 -9.81; ball 0.3 1");
    const carom_problem *open = new_scene("open; ball 0.3 0.5 7.3 0 r 0.03 m 0.2");
    assert_near(run_until(0.5, walls, springs)->report.longest_step_m, 7.3 * 5e-5, 3.65e-8);
    assert_near(run_until(0.5, walls, split)->report.longest_step_m, 7.3 * 5e-5, 3.65e-8);
    assert_near(run_until(0.5, walls, frames)->report.longest_step_m, 7.3e-3, 7.3e-7);
    assert_near(run_until(0.2, falling, springs)->report.longest_step_m, 9.81 * 0.2 * 5e-5, 3e-8);
    assert_same(run_until(0.5, open, leaping)->report.longest_step_m, 0);
    assert_same(run_until(0.5, open, "impulse")->report.longest_step_m, 0);
}
END_TEST

/* 100 m/s and a step of 1 ms: 0.1 m per step, and pairs are listed for several steps. The error
 * must name the step. */
START_TEST(step_too_long_for_a_periodic_table_is_an_error)
{
    const carom_problem *scene = new_scene("periodic 0.5 0.5; r 0.03 m 0.2; ball 0.1 0.25 100 0;"
                                           "ball 0.4 0.25");
    carom_error error = refusal_of(scene, "penalty stiffness_N_per_m=1e4 step_s=1e-3 flight=step");
    ck_assert_str_eq(error.key, "step_s");
}
END_TEST

TEST_MAIN("range", step_too_long_for_a_periodic_table_is_an_error, overflowing_energy_is_rejected,
          unresolvable_position_is_an_error, longest_step_is_reported)
