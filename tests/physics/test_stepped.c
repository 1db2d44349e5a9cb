/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time-stepping impulse solver converges to the exact one for small steps. */
#include "support.h"

typedef struct {
    char step[32];
    carom_setting list[2];
} stepped_settings;

static const carom_setting *stepped(stepped_settings *s, double h)
{
    snprintf(s->step, sizeof s->step, "%.17g", h);
    s->list[0] = (carom_setting){"step_s", s->step};
    s->list[1] = (carom_setting){NULL, NULL};
    return s->list;
}

/* The step is its only error: the rms distance over scenes is proportional to h. */
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
            scene.gravity_mps2.y = -1;
            scene.restitution = (carom_restitution){0.9, 0.8};
            exact = run_scene(&scene, "impulse", NULL, 0.4);
            run = run_scene(&scene, "stepped", stepped(&s, 1e-4 / (1 << (2 * k))), 0.4);
            ck_assert_uint_eq(run.log.count, exact.log.count);
            for (size_t i = 0; i < scene.count; i++) {
                square += pow(run.sample.x_m[i] - exact.sample.x_m[i], 2);
                square += pow(run.sample.y_m[i] - exact.sample.y_m[i], 2);
            }
            /* the budget closes within rounding: the steps are late but lose no energy */
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

/* Between impulses friction is exact, as in the event-driven solver. */
START_TEST(friction_is_exact)
{
    stepped_settings s;
    carom_problem scene;
    outcome exact, run;
    scene_init(&scene, CAROM_OPEN);
    scene.rolling_resistance = 0.01;
    scene.air_drag = 0.002;
    scene_add(&scene, 0, 0, 1.7, -1.15, 0.05, 0.17);
    exact = run_scene(&scene, "impulse", NULL, 2.37);
    run = run_scene(&scene, "stepped", stepped(&s, 2.5e-4), 2.37);
    assert_near(run.sample.x_m[0], exact.sample.x_m[0], 1e-12);
    assert_near(run.sample.vy_mps[0], exact.sample.vy_mps[0], 1e-12);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-12); /* 9480 steps of 0.36 J */
    outcome_free(&run);
    outcome_free(&exact);
    carom_problem_free(&scene);
}
END_TEST

/* The solver detects a collision once, up to a step late and with an overlap of up to u h. */
START_TEST(collisions_are_late_and_deep)
{
    const double h = 0.01, s = 0.8;
    stepped_settings settings;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.restitution.ball_ball = 0.5;
    scene_add(&scene, 0, 0, 1, 0, 0.5, 1);
    scene_add(&scene, 1 + (3 - s) * h, 0, 0, 0, 0.5, 1);
    run = run_scene(&scene, "stepped", stepped(&settings, h), 1);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.sample.vx_mps[1] - run.sample.vx_mps[0], 0.5, 1e-15);
    assert_near(run.log.item[0].max_overlap_m, s * h, 1e-15);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("stepped", friction_is_exact, collisions_are_late_and_deep, tends_to_the_exact_solver)
