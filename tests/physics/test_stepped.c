/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time-stepping impulse solver converges to the exact one for small steps. */
#include "scenes.h"

/* The step is its only error: the rms distance over scenes is proportional to h. */
START_TEST(tends_to_the_exact_solver)
{
    double error[3];
    for (int k = 0; k < 3; k++) {
        double square = 0;
        for (uint64_t seed = 1; seed <= 10; seed++) {
            carom_problem *scene = new_random_scene(seed, 6, CAROM_WALLS);
            add_to_scene(scene, "g 0 -1; e 0.9 0.8");
            outcome *exact = run_until(0.4, scene, "impulse");
            outcome *run = run_until(0.4, scene, "stepped step_s=%g", 1e-4 / (1 << (2 * k)));
            ck_assert_uint_eq(run->log.count, exact->log.count);
            for (size_t i = 0; i < scene->count; i++) {
                square += pow(run->sample.x_m[i] - exact->sample.x_m[i], 2);
                square += pow(run->sample.y_m[i] - exact->sample.y_m[i], 2);
            }
            /* the budget closes within rounding: the steps are late but lose no energy */
            assert_budget(run, 1e-11);
        }
        error[k] = sqrt(square / 60);
    }
    assert_near(log2(error[0] / error[2]) / 4, 1, 0.2);
}
END_TEST

/* Between impulses friction is exact, as in the event-driven solver. */
START_TEST(friction_is_exact)
{
    carom_problem *scene = new_scene("open; roll 0.01; drag 0.002; ball 0 0 1.7 -1.15 r 0.05 m "
                                     "0.17");
    outcome *exact = run_until(2.37, scene, "impulse");
    outcome *run = run_until(2.37, scene, "stepped step_s=2.5e-4");
    assert_near(run->sample.x_m[0], exact->sample.x_m[0], 1e-12);
    assert_near(run->sample.vy_mps[0], exact->sample.vy_mps[0], 1e-12);
    assert_near(run->sample.ledger.energy_residual_J, 0, 1e-12); /* 9480 steps of 0.36 J */
}
END_TEST

/* The solver detects a collision once, up to a step late and with an overlap of up to u h. */
START_TEST(collisions_are_late_and_deep)
{
    const double h = 0.01, s = 0.8;
    outcome *run = run_until(
        1, new_scene("open; e 0.5; r 0.5; m 1; ball 0 0 1 0; ball %g 0", 1 + (3 - s) * h),
        "stepped step_s=%g", h);
    assert_near(only_hit(run)->max_overlap_m, s * h, 1e-15);
    assert_near(run->sample.vx_mps[1] - run->sample.vx_mps[0], 0.5, 1e-15);
}
END_TEST

/* Without the approach test a head-on pair of equal balls reverses again and again if it leaves the
 * overlap s v h by less than that per step: e < s. Energy and momentum do not show the error. */
START_TEST(balls_stick_without_the_approach_test)
{
    const double h = 0.01, e[] = {0.2, 0.5, 0.75};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 20; i++) {
            double s = (i + 0.5) / 20;
            carom_problem *scene = new_scene(
                "open; e %g; r 0.5; m 1; ball 0 0 0.5 0; ball %g 0 -0.5 0", e[k], 1 + (3 - s) * h);
            outcome *run = run_until(0.4, scene, "stepped step_s=%g approach_test=without", h);
            ck_assert(s > e[k] ? run->log.count > 10 : run->log.count == 1);
            assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-14);
            assert_near(run->sample.ledger.energy_residual_J, 0, 1e-14);
            test_release();
        }
    }
}
END_TEST

TEST_MAIN("stepped", friction_is_exact, collisions_are_late_and_deep, tends_to_the_exact_solver,
          balls_stick_without_the_approach_test)
