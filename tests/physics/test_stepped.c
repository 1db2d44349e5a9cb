/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stepped impulse solver: right in the limit of small steps, and the published faults in numbers. */
#include "support.h"

typedef struct {
    char step[32];
    carom_setting list[3];
} stepped_settings;

static const carom_setting *stepped(stepped_settings *s, double h, const char *variant)
{
    snprintf(s->step, sizeof s->step, "%.17g", h);
    s->list[0] = (carom_setting){"step_s", s->step};
    s->list[1] = (carom_setting){"variant", variant};
    s->list[2] = (carom_setting){NULL, NULL};
    return s->list;
}

/* Ball b ahead of ball a on the x axis; they overlap by s v h after the third step. */
static void approach(carom_problem *scene, double ma, double va, double mb, double vb, double e,
                     double s, double h)
{
    scene_init(scene, CAROM_OPEN);
    scene->restitution.ball_ball = e;
    scene_add(scene, 0, 0, va, 0, 0.5, ma);
    scene_add(scene, 1 + (3 - s) * (va - vb) * h, 0, vb, 0, 0.5, mb);
}

/* PHYSICS B.1: ma = 2, va = 3, mb = 1, vb = 1, e = 1/2: right is (2, 3), printed (2, 5/2). */
START_TEST(printed_formula_in_numbers)
{
    static const char *const variants[] = {"none", "printed_formula"};
    const double want[] = {3, 2.5}, momentum[] = {0, 0.5};
    for (int k = 0; k < 2; k++) {
        stepped_settings s;
        carom_problem scene;
        outcome run;
        approach(&scene, 2, 3, 1, 1, 0.5, 0.3, 0.01);
        run = run_scene(&scene, "stepped", stepped(&s, 0.01, variants[k]), 0.2);
        assert_near(run.sample.vx_mps[0], 2, 1e-15);
        assert_near(run.sample.vx_mps[1], want[k], 1e-15);
        /* the ledger shows it: momentum is off by -(1-e) mb vb */
        assert_near(run.sample.ledger.momentum_residual_kgmps, momentum[k], 1e-14);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* PHYSICS B.4: e = 1/2, overlap 0.8 v h at the first step: +0.5, -0.25, +0.125, ... and the gap tends to
 * -0.46667 v h; with the test, once and away. */
START_TEST(sticking_in_numbers)
{
    const double h = 0.01;
    stepped_settings s;
    carom_problem scene;
    outcome run;
    double speed = 0.5;
    approach(&scene, 1, 1, 1, 0, 0.5, 0.8, h);
    run = run_scene(&scene, "stepped", stepped(&s, h, "no_approach_test"), 1);
    ck_assert_uint_gt(run.log.count, 40);
    for (size_t k = 0; k < 20; k++) {
        assert_near(run.log.item[k].separation_mps, speed, 1e-13);
        speed *= -0.5;
    }
    assert_near((run.sample.x_m[1] - run.sample.x_m[0] - 1) / h, -0.8 + 0.5 / 1.5, 1e-12);
    outcome_free(&run);
    run = run_scene(&scene, "stepped", stepped(&s, h, "none"), 1);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.sample.vx_mps[1] - run.sample.vx_mps[0], 0.5, 1e-15);
    assert_near(run.log.item[0].max_overlap_m, 0.8 * h, 1e-15);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* A random phase sticks with probability exactly 1 - e. */
START_TEST(sticks_with_probability_one_minus_e)
{
    const double e[] = {0.2, 0.5, 0.75};
    enum { PHASES = 400 };
    for (int k = 0; k < 3; k++) {
        int stuck = 0;
        for (int i = 0; i < PHASES; i++) {
            stepped_settings s;
            carom_problem scene;
            outcome run;
            approach(&scene, 1, 1, 1, 0, e[k], (i + 0.5) / PHASES, 0.01);
            run = run_scene(&scene, "stepped", stepped(&s, 0.01, "no_approach_test"), 1);
            stuck += run.sample.x_m[1] - run.sample.x_m[0] < 1;
            outcome_free(&run);
            carom_problem_free(&scene);
        }
        ck_assert_int_eq(stuck, (int)((1 - e[k]) * PHASES + 0.5));
    }
}
END_TEST

/* The step is all that parts it from the exact solver: rms over scenes falls as h. */
START_TEST(tends_to_the_exact_solver)
{
    double error[3];
    for (int k = 0; k < 3; k++) {
        double square = 0;
        for (uint64_t seed = 1; seed <= 10; seed++) {
            stepped_settings s;
            carom_problem scene;
            outcome exact, run;
            scene_random(&scene, seed, 6, CAROM_WALLS);
            scene.gravity_mps2[1] = -1;
            scene.restitution = (carom_restitution){0.9, 0.8};
            exact = run_scene(&scene, "impulse", NULL, 0.4);
            run = run_scene(&scene, "stepped", stepped(&s, 1e-4 / (1 << (2 * k)), "none"), 0.4);
            ck_assert_uint_eq(run.log.count, exact.log.count);
            for (size_t i = 0; i < scene.count; i++) {
                square += pow(run.sample.x_m[i] - exact.sample.x_m[i], 2);
                square += pow(run.sample.y_m[i] - exact.sample.y_m[i], 2);
            }
            /* the ledger closes to rounding: fixed steps lose nothing, they are only late */
            assert_near(run.sample.ledger.energy_residual_J, 0, 1e-10);
            assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-11);
            assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-11);
            outcome_free(&exact);
            outcome_free(&run);
            carom_problem_free(&scene);
        }
        error[k] = sqrt(square / 60);
    }
    assert_near(log2(error[0] / error[2]) / 4, 1, 0.2);
}
END_TEST

/* Friction between impulses is exact, like the impulse solver's; the blog's update is first order: its error
 * in position and in the ledger falls as h. */
START_TEST(friction_exact_and_to_first_order)
{
    double error[2], residual[2];
    for (int k = 0; k < 2; k++) {
        stepped_settings s;
        carom_problem scene;
        outcome exact, run;
        double h = k == 0 ? 1e-3 : 2.5e-4;
        scene_init(&scene, CAROM_OPEN);
        scene.rolling_resistance = 0.01;
        scene.air_drag = 0.002;
        scene_add(&scene, 0, 0, 1.7, -1.15, 0.05, 0.17);
        exact = run_scene(&scene, "impulse", NULL, 2.37);
        run = run_scene(&scene, "stepped", stepped(&s, h, "none"), 2.37);
        assert_near(run.sample.x_m[0], exact.sample.x_m[0], 1e-12);
        assert_near(run.sample.vy_mps[0], exact.sample.vy_mps[0], 1e-12);
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-12); /* 9480 steps of 0.36 J */
        outcome_free(&run);
        run = run_scene(&scene, "stepped", stepped(&s, h, "first_order_friction"), 2.37);
        error[k] = fabs(run.sample.x_m[0] - exact.sample.x_m[0]);
        residual[k] = fabs(run.sample.ledger.energy_residual_J);
        outcome_free(&run);
        outcome_free(&exact);
        carom_problem_free(&scene);
    }
    assert_near(log2(error[0] / error[1]) / 2, 1, 0.05);
    assert_near(log2(residual[0] / residual[1]) / 2, 1, 0.05);
}
END_TEST

TEST_MAIN("stepped", printed_formula_in_numbers, sticking_in_numbers,
          sticks_with_probability_one_minus_e, friction_exact_and_to_first_order, tends_to_the_exact_solver)
