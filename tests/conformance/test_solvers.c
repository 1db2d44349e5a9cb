/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance of solvers. Every solver of the list is tested; settings without defaults are in
 * contestants.h. */
#include "conformance/contestants.h"

START_TEST(every_solver_is_tested)
{
    for (const carom_entry *const *entry = carom_solvers.entries; *entry != NULL; entry++) {
        /* a recording needs a file of the scene: tests/cli/recorded.bats */
        bool found = (carom_solver_entry_of(*entry)->traits & CAROM_RECORDED) != 0;
        for_each_solver(one)
        {
            found = found || strcmp(one->name, (*entry)->name) == 0;
        }
        ck_assert_msg(found, "%s is not among the contestants", (*entry)->name);
    }
}
END_TEST

#ifndef SEEDS /* one scene per boundary here, eight in tests/soak/test_every_solver.c */
#define SEEDS 3
#endif

START_TEST(sampling_is_pure)
{
    double t = ROUNDS(0.8, 0.2);
    for_each_solver(entry)
    {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            carom_problem scene;
            outcome few, many;
            make_scene(&scene, entry, seed);
            few = run_sliced(&scene, entry->name, settings_of(entry), t, 10);
            many = run_sliced(&scene, entry->name, settings_of(entry), t, ROUNDS(10000, 2500));
            ck_assert_uint_gt(few.log.count, 0);
            assert_same_state(&few, &many);
            outcome_free(&few);
            outcome_free(&many);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* With friction as the only loss, the next step reuses the rates of the last one. Several samples
 * per step must not change that. */
START_TEST(sampling_is_pure_with_reused_rates)
{
    static const carom_setting settings[][4] = {
        {SPRING, {"integrator", "velocity_verlet"}, {NULL, NULL}},
        {SPRING, {"integrator", "velocity_verlet"}, {"contacts", "located"}, {NULL, NULL}}};
    carom_problem scene;
    outcome few, many;
    scene_init(&scene, CAROM_OPEN);
    scene.friction = (carom_surfaces){0.25, 0.35};
    scene.tangential_restitution = (carom_surfaces){0.4, 0};
    for (int i = 0; i < 10; i++) { /* four touching rows, and the balls that hit them */
        int row = i < 1 ? 0 : (i < 3 ? 1 : (i < 6 ? 2 : 3)), k = i - row * (row + 1) / 2;
        scene_add(&scene, 1.7 + sqrt(3) * 0.03 * row, 0.6 + 0.03 * (2 * k - row), 0, 0, 0.03, 0.17);
    }
    scene_add(&scene, 1.58, 0.606, 7.3, -0.11, 0.03, 0.17);
    for (size_t i = 0; i < scene.count; i++) {
        scene.ball[i].spin_radps = 17.3 * (double)i - 60;
    }
    for (int m = 0; m < 2; m++) {
        few = run_sliced(&scene, "penalty", settings[m], 0.03, 1);
        many = run_sliced(&scene, "penalty", settings[m], 0.03, 2003);
        ck_assert_uint_gt(few.log.count, 9);
        ck_assert_uint_lt(2 * few.report.steps, 2003);
        assert_same_state(&few, &many);
        outcome_free(&few);
        outcome_free(&many);
    }
    carom_problem_free(&scene);
}
END_TEST

START_TEST(same_input_same_bits)
{
    for_each_solver(entry)
    {
        carom_problem scene;
        outcome a, b;
        make_scene(&scene, entry, 3);
        a = run_scene(&scene, entry->name, settings_of(entry), ROUNDS(1, 0.4));
        b = run_scene(&scene, entry->name, settings_of(entry), ROUNDS(1, 0.4));
        assert_same_state(&a, &b);
        outcome_free(&a);
        outcome_free(&b);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Published loops are exempt: they demonstrate this fault. */
START_TEST(order_of_the_balls_does_not_matter)
{
    for_each_solver(entry)
    {
        for (uint64_t seed = 1; seed <= SEEDS && limits_of(entry) == ANY; seed++) {
            carom_problem scene, other;
            outcome a, b;
            make_scene(&scene, entry, seed);
            make_scene(&other, entry, seed);
            for (size_t i = 0; i < scene.count; i++) {
                other.ball[i] = scene.ball[scene.count - 1 - i];
                other.ball[i].number = (uint32_t)i;
            }
            a = run_scene(&scene, entry->name, settings_of(entry), ROUNDS(0.7, 0.3));
            b = run_scene(&other, entry->name, settings_of(entry), ROUNDS(0.7, 0.3));
            for (size_t i = 0; i < scene.count; i++) {
                assert_same(a.sample.x_m[i], b.sample.x_m[scene.count - 1 - i]);
                assert_same(a.sample.vy_mps[i], b.sample.vy_mps[scene.count - 1 - i]);
                assert_same(a.sample.spin_radps[i], b.sample.spin_radps[scene.count - 1 - i]);
            }
            assert_same(a.sample.ledger.energy_residual_J, b.sample.ledger.energy_residual_J);
            ck_assert_uint_eq(a.log.count, b.log.count);
            outcome_free(&a);
            outcome_free(&b);
            carom_problem_free(&scene);
            carom_problem_free(&other);
        }
    }
}
END_TEST

START_TEST(start_is_the_initial_state)
{
    for_each_solver(entry)
    {
        carom_problem scene;
        outcome start;
        make_scene(&scene, entry, 3);
        start = run_scene(&scene, entry->name, settings_of(entry), 0);
        for (size_t i = 0; i < scene.count; i++) {
            assert_same(start.sample.x_m[i], scene.ball[i].x_m);
            assert_same(start.sample.vy_mps[i], scene.ball[i].vy_mps);
        }
        assert_same(start.sample.ledger.energy_residual_J, 0);
        ck_assert_uint_eq(start.log.count, 0);
        outcome_free(&start);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Unit normals from a to b, signs of speeds and impulses, and m_red (1 + e) v = J. */
START_TEST(log_entries_are_consistent)
{
    for_each_solver(entry)
    {
        carom_problem scene;
        outcome run;
        make_scene(&scene, entry, 3);
        run = run_scene(&scene, entry->name, settings_of(entry), ROUNDS(1, 0.4));
        ck_assert_uint_eq(run.log.count, run.report.collisions);
        ck_assert_uint_eq(run.sample.collisions, run.report.collisions);
        for (size_t k = 0; k < run.log.count; k++) {
            const carom_collision *c = &run.log.item[k];
            ck_assert_uint_lt(c->a, scene.count);
            ck_assert_uint_lt(c->b, c->wall ? (size_t)CAROM_WALL_COUNT : scene.count);
            assert_near(c->normal.x * c->normal.x + c->normal.y * c->normal.y, 1, 1e-14);
            if (limits_of(entry) == ANY) { /* a published loop may reflect separating balls */
                ck_assert_double_gt(c->approach_mps, 0);
                ck_assert_double_ge(c->impulse_Ns, 0);
            }
            ck_assert(k == 0 || c->t_s >= run.log.item[k - 1].t_s);
            ck_assert(c->t_s >= 0 && c->t_s <= 1);
        }
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

START_TEST(advancing_backwards_fails)
{
    for_each_solver(entry)
    {
        carom_problem scene;
        carom_error error = {0};
        carom_solver *solver;
        make_scene(&scene, entry, 3);
        solver = carom_solver_new(&scene, entry->name, settings_of(entry), &error);
        ck_assert_ptr_nonnull(solver);
        assert_ok(carom_solver_advance(solver, 0.5, &error));
        ck_assert_int_eq(carom_solver_advance(solver, 0.4, &error), CAROM_INTERNAL);
        ck_assert_int_eq(carom_solver_advance(solver, NAN, &error), CAROM_INTERNAL);
        carom_solver_free(solver);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Rolling friction is rejected by its key, or it dissipates energy that the ledger contains. */
static void try_friction(const carom_problem *scene, const contestant *entry, const char *key)
{
    carom_error error = {0};
    carom_solver *solver = carom_solver_new(scene, entry->name, settings_of(entry), &error);
    if (solver == NULL) {
        ck_assert(strcmp(error.key, key) == 0 || strcmp(error.key, "flight") == 0);
    } else {
        outcome run = run_scene(scene, entry->name, settings_of(entry), ROUNDS(1, 0.4));
        ck_assert_double_gt(run.sample.ledger.dissipated_J, 0);
        /* springs: discretization error of energies of about 6 J */
        /* the friction of the blog is of first order in its frame */
        assert_near(run.sample.ledger.energy_residual_J, 0,
                    limits_of(entry) != ANY ? 5e-2
                                            : (strcmp(entry->name, "penalty") == 0 ? 2e-2 : 1e-12));
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-11);
        outcome_free(&run);
    }
    carom_solver_free(solver);
}

/* A solver rejects unsupported features by their key. */
START_TEST(unsupported_features_are_rejected)
{
    for_each_solver(entry)
    {
        carom_problem scene;
        carom_error error = {0};
        make_scene(&scene, entry, 3);
        scene.gravity_mps2.y = 0;
        scene.rolling_resistance = 0.01;
        try_friction(&scene, entry, "rolling_resistance");
        scene.rolling_resistance = 0;
        scene.air_drag = 0.01;
        try_friction(&scene, entry, "air_drag");
        scene.air_drag = 0;
        scene.boundary = CAROM_PERIODIC;
        scene.width_m = 0.2;
        ck_assert_ptr_null(carom_solver_new(&scene, entry->name, settings_of(entry), &error));
        ck_assert_str_eq(error.key, "boundary");
        carom_problem_free(&scene);
        scene_init(&scene, CAROM_WALLS);
        ck_assert_ptr_null(carom_solver_new(&scene, entry->name, settings_of(entry), &error));
        ck_assert_str_eq(error.key, "balls");
        ck_assert_ptr_eq(strstr(error.text, "balls: "), error.text);
    }
}
END_TEST

START_TEST(settings_are_checked)
{
    const carom_setting unknown[] = {{"no_such_key", "1"}, {NULL, NULL}};
    carom_problem scene;
    carom_error error = {0};
    make_scene(&scene, contestants, 3);
    ck_assert_ptr_null(carom_solver_new(&scene, "no_such_solver", NULL, &error));
    ck_assert_ptr_null(carom_solver_new(&scene, "penalty", NULL, &error));
    ck_assert_str_eq(error.key, "stiffness_N_per_m");
    ck_assert_str_eq(error.text, "stiffness_N_per_m: missing; penalty needs a value");
    for_each_solver(entry)
    {
        ck_assert_ptr_null(carom_solver_new(&scene, entry->name, unknown, &error));
        ck_assert_str_eq(error.key, "no_such_key");
        ck_assert_ptr_eq(strstr(error.text, "no_such_key: unknown parameter of "), error.text);
    }
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("solver conformance", every_solver_is_tested, sampling_is_pure,
          sampling_is_pure_with_reused_rates, same_input_same_bits,
          order_of_the_balls_does_not_matter, start_is_the_initial_state,
          log_entries_are_consistent, advancing_backwards_fails, unsupported_features_are_rejected,
          settings_are_checked)
