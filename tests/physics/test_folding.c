/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gravity on a periodic table: a ball that leaves at the bottom and enters at the top continues to
 * fall. Its potential energy follows the unwrapped path, and the energy budget of every solver
 * closes. */
#include "support.h"
#include <float.h>

static const carom_setting springs[] = {
    {"stiffness_N_per_m", "1e7"}, {"step_s", "2e-6"}, {NULL, NULL}};
static const carom_setting split[] = {{"stiffness_N_per_m", "1e7"},
                                      {"step_s", "5e-6"},
                                      {"integrator", "rk4"},
                                      {"contacts", "located"},
                                      {NULL, NULL}};
static const carom_setting leaping[] = {
    {"stiffness_N_per_m", "1e7"}, {"step_s", "2e-6"}, {"flight", "leap"}, {NULL, NULL}};
static const carom_setting frames[] = {{"step_s", "1e-5"}, {NULL, NULL}};

/* Error of the energy budget with contacts, relative to the work of gravity: the integration error
 * of the contacts. */
static const struct {
    const char *name, *kind;
    const carom_setting *settings;
    double colliding;
} tried[] = {{"impulse", "impulse", NULL, 1e-13},  {"oracle", "oracle", NULL, 1e-13},
             {"stepped", "stepped", frames, 1e-9}, {"springs", "penalty", springs, 1e-6},
             {"split", "penalty", split, 1e-6},    {"leaping", "penalty", leaping, 1e-6}};

static carom_problem torus(void)
{
    carom_problem scene;
    scene_init(&scene, CAROM_PERIODIC);
    scene.width_m = 2;
    scene.height_m = 1.5;
    scene.gravity_mps2.x = 0.7;
    scene.gravity_mps2.y = -9.81;
    return scene;
}

/* y(t) - y(0) = vy t + g t^2/2: potential energy after 2 s from the closed form, and the residual
 * at several samples. */
START_TEST(one_ball_falls_for_ever)
{
    for (size_t k = 0; k < sizeof tried / sizeof tried[0]; k++) {
        carom_problem scene = torus();
        const double m = 0.2, t = 2, vx = 1.1, vy = 0.3;
        double fallen, sunk;
        outcome run;
        scene_add(&scene, 0.3, 0.5, vx, vy, 0.03, m);
        run = run_sliced(&scene, tried[k].kind, tried[k].settings, t, 7);
        assert_ok(run.status);
        fallen = vx * t + 0.5 * 0.7 * t * t;
        sunk = vy * t - 0.5 * 9.81 * t * t;
        assert_near(run.sample.ledger.potential_J,
                    -m * (0.7 * (0.3 - 1 + fallen) - 9.81 * (0.5 - 0.75 + sunk)), 1e-9);
        assert_near(run.sample.ledger.energy_residual_J, 0,
                    /* rounding errors of all steps */
                    (20 + (double)run.report.steps) * DBL_EPSILON * m * 9.81 * fabs(sunk));
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Four balls: contacts across the border, groups formed and dissolved. */
START_TEST(colliding_balls_fall_for_ever)
{
    for (size_t k = 0; k < sizeof tried / sizeof tried[0]; k++) {
        carom_problem scene = torus();
        outcome run;
        scene.restitution = (carom_restitution){0.9, 0.9};
        scene_add(&scene, 0.3, 0.5, 1, 0.3, 0.03, 0.2);
        scene_add(&scene, 0.7, 0.5, -1, 0.3, 0.05, 0.4);
        scene_add(&scene, 0.7, 1.1, -1, -0.3, 0.05, 0.4);
        scene_add(&scene, 1.2, 1.1, -2, -0.3, 0.05, 0.4);
        run = run_sliced(&scene, tried[k].kind, tried[k].settings, 2, 5);
        assert_ok(run.status);
        ck_assert_uint_ge(run.report.collisions, 2);
        assert_near(run.sample.ledger.energy_residual_J, 0,
                    tried[k].colliding * run.sample.ledger.kinetic_J);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("folding", one_ball_falls_for_ever, colliding_balls_fall_for_ever)
