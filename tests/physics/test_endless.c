/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of event-driven runs. Infinitely many collisions are reported at once, with their time.
 * Bodies that stay together, very different masses and very different speeds are not mistaken for
 * that. Each scene once ran for minutes, was rejected, or was reported with a wrong number. */
#include "support.h"
#include <float.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

enum { TOO_MANY = 5000 };

/* Two balls on a line, r = 0.028575 m, with different rolling resistance. */
static void two_rolling(carom_problem *scene, double e, double x1, double v1, double c1, double x2,
                        double v2, double c2)
{
    scene_init(scene, CAROM_WALLS);
    scene->width_m = 4;
    scene->height_m = 1;
    scene->restitution = (carom_restitution){e, e};
    scene_add(scene, x1, 0.5, v1, 0, 0.028575, 0.17);
    scene_add(scene, x2, 0.5, v2, 0, 0.028575, 0.17);
    scene->ball[0].rolling_resistance = c1;
    scene->ball[1].rolling_resistance = c2;
}

/* A gap closes at speed w with relative deceleration a. The first impact is at t1 with u1 =
 * sqrt(w^2 + 2 a gap); the flights between impacts last 2 e^k u1/a, in total (2 u1/a) e/(1-e). */
START_TEST(friction_that_presses_two_together)
{
    const double a = (0.1 - 0.001) * 9.80665, gap = 0.1 - 2 * 0.028575, w = 0.1, e = 0.3;
    double u1 = sqrt(w * w + 2 * a * gap), want = (u1 - w) / a + 2 * u1 / a * e / (1 - e);
    carom_problem scene;
    outcome run;
    two_rolling(&scene, e, 0.5, 1, 0.001, 0.6, 0.9, 0.1);
    run = run_sliced(&scene, "impulse", NULL, 2, 1);
    ck_assert_int_eq(run.status, CAROM_COLLAPSE);
    /* flights below rounding */
    assert_near(run.log.item[run.log.count - 1].t_s, want, 10 * sqrt(2 * DBL_EPSILON / a));
    ck_assert_ptr_nonnull(strstr(run.error.text, "inelastic collapse at t = 0.48098"));
    ck_assert_uint_lt(run.report.steps, TOO_MANY);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Drag decelerates the smaller ball more. With e = 0, or with too short a TC, the second flight has
 * no relevant length. */
START_TEST(drag_that_presses_two_together)
{
    const carom_setting tc[] = {{"collapse", "tc"}, {"tc_s", "1e-7"}, {NULL, NULL}};
    for (int k = 0; k < 4; k++) {
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_WALLS);
        scene.width_m = 4;
        scene.height_m = 1;
        scene.restitution = (carom_restitution){k % 2 == 0 ? 0.5 : 0, 0.5};
        scene.air_drag = scene.rolling_resistance = 0.01;
        scene_add(&scene, 0.5, 0.5, 1.5, 0, 0.06, 0.17);
        scene_add(&scene, 0.7, 0.5, 1.2, 0, 0.02, 0.17);
        run = run_sliced(&scene, "impulse", k < 2 ? NULL : tc, 5, 1);
        ck_assert_msg(run.status == CAROM_COLLAPSE, "case %d: status %d", k, (int)run.status);
        ck_assert_ptr_nonnull(
            strstr(run.error.text, k < 2 ? "raise the restitution" : "increase tc_s"));
        ck_assert_uint_lt(run.report.steps, TOO_MANY);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

static outcome fall_on_a_fixed_ball(double off, const carom_setting *settings)
{
    carom_ball obstacle = carom_ball_default();
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = scene.height_m = 1;
    scene.gravity_mps2.y = -9.81;
    scene.restitution = (carom_restitution){0.5, 0.5};
    obstacle.x_m = 0.5;
    obstacle.y_m = 0.2;
    obstacle.radius_m = 0.1;
    obstacle.fixed = true;
    assert_ok(carom_problem_add(&scene, &obstacle, NULL));
    scene_add(&scene, 0.5 + off, 0.6, 0, 0, 0.03, 0.17);
    run = run_sliced(&scene, "impulse", settings, 5, 1);
    carom_problem_free(&scene);
    return run;
}

/* Bounces on top of a fixed ball last sqrt(2H/g)(1+e)/(1-e) in total. With collapse: rest the ball
 * stays there, supported by the fixed ball. A ball that glances off continues to bounce until it
 * rests on the floor. */
START_TEST(resting_on_a_fixed_ball)
{
    const carom_setting rest[] = {{"collapse", "rest"}, {"rest_speed_mps", "1e-3"}, {NULL, NULL}};
    double want = sqrt(2 * 0.27 / 9.81) * 3;
    outcome run = fall_on_a_fixed_ball(0, NULL);
    ck_assert_int_eq(run.status, CAROM_COLLAPSE);
    assert_near(run.log.item[run.log.count - 1].t_s, want, 1e-8);
    ck_assert_uint_lt(run.report.steps, TOO_MANY);
    outcome_free(&run);
    run = fall_on_a_fixed_ball(0, rest);
    ck_assert_msg(run.status == CAROM_OK, "%s", run.error.text);
    assert_same(run.sample.vy_mps[1], 0);
    assert_near(run.sample.y_m[1], 0.33, 1e-12);
    assert_near(run.sample.ledger.dissipated_J, 0.17 * 9.81 * 0.27, 1e-12);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-13);
    assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-12);
    ck_assert_uint_lt(run.log.count, 20);
    outcome_free(&run);
    run = fall_on_a_fixed_ball(0.01, rest);
    ck_assert_msg(run.status == CAROM_OK, "%s", run.error.text);
    assert_same(run.sample.y_m[1], 0.03);
    outcome_free(&run);
}
END_TEST

/* The balls stay together after e = 0 and decelerate equally: one collision, and both stop after
 * the same distance. */
START_TEST(two_balls_roll_on_together)
{
    const double a = 0.1 * 9.80665, b = 1e-4 / 0.028575;
    carom_problem scene;
    outcome run;
    two_rolling(&scene, 0, 0.5, 1, NAN, 0.8, -0.3, NAN);
    scene.rolling_resistance = 0.1;
    scene.air_drag = 1e-4;
    run = run_scene(&scene, "impulse", NULL, 5);
    ck_assert_uint_eq(run.log.count, 1);
    ck_assert_uint_lt(run.report.steps, 50);
    assert_near(run.sample.x_m[1] - run.sample.x_m[0], 2 * 0.028575, 1e-14);
    assert_near(run.sample.vx_mps[0], 0, 0);
    { /* both have moved ln(1 + b v^2/a)/(2b) since then; v follows from momentum conservation */
        double v = run.log.item[0].approach_mps, at, t = run.log.item[0].t_s, s1, v1;
        v1 = 1 - a * t; /* to order b */
        s1 = 0.5 + 0.5 * (1 + v1) * t;
        at = s1 + log1p(b * pow(v1 - 0.5 * v, 2) / a) / (2 * b);
        assert_near(run.sample.x_m[0], at, 1e-3);
    }
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Five balls in contact, newton_lcp, rolling: they are accelerated together and roll on
 * together. */
START_TEST(a_row_that_rolls_on_together)
{
    const carom_setting lcp[] = {{"impact_policy", "newton_lcp"}, {NULL, NULL}};
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_WALLS);
    scene.restitution = (carom_restitution){0.5, 0.5};
    scene.rolling_resistance = 0.01;
    for (int k = 0; k < 5; k++) {
        scene_add(&scene, 0.5 + 0.0625 * k, 0.5, k == 0, 0, 0.03125, 0.17);
    }
    run = run_scene(&scene, "impulse", lcp, 0.1);
    ck_assert_uint_lt(run.report.steps, 100);
    ck_assert_uint_ge(run.log.count, 4);
    assert_near(run.sample.vx_mps[4], run.sample.vx_mps[1], 1e-14);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* At e = 1 no impact is endless, for any speed of the balls behind a heavy ball. */
START_TEST(heavy_and_light_balls_in_contact)
{
    const double mass[] = {1e-6, 1e6, 1e-6, 1e-3};
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    for (int k = 0; k < 4; k++) {
        scene_add(&scene, 0.0625 * k, 0, k == 0, 0, 0.03125, mass[k]);
    }
    run = run_scene(&scene, "impulse", NULL, 1);
    assert_near(run.sample.ledger.energy_residual_J / 5e-7, 0, 1e-13);
    ck_assert(run.sample.vx_mps[0] <= run.sample.vx_mps[1] &&
              run.sample.vx_mps[1] <= run.sample.vx_mps[2] &&
              run.sample.vx_mps[2] <= run.sample.vx_mps[3]);
    outcome_free(&run);
    scene.restitution.ball_ball = 0.9; /* also true at slightly smaller e */
    run = run_scene(&scene, "impulse", NULL, 1);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Three balls in contact at e = 0: sequential impacts never end. The message names the policy that
 * resolves them simultaneously, with 1/3 each. */
START_TEST(three_balls_stick)
{
    const carom_setting lcp[] = {{"impact_policy", "newton_lcp"}, {NULL, NULL}};
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.restitution.ball_ball = 0;
    for (int k = 0; k < 3; k++) {
        scene_add(&scene, 0.0625 * k, 0, k == 0, 0, 0.03125, 0.17);
    }
    run = run_sliced(&scene, "impulse", NULL, 1, 1);
    ck_assert_int_eq(run.status, CAROM_COLLAPSE);
    ck_assert_ptr_nonnull(strstr(run.error.text, "impact_policy: newton_lcp"));
    outcome_free(&run);
    run = run_scene(&scene, "impulse", lcp, 1);
    for (int k = 0; k < 3; k++) {
        assert_near(run.sample.vx_mps[k], 1.0 / 3, 1e-15);
    }
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* With e > 1 energy is added and the times between hits decrease. This is not inelastic collapse,
 * and a larger e would not help. */
START_TEST(not_endless_above_one)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_WALLS);
    scene.restitution = (carom_restitution){1.1, 1.1};
    scene_add(&scene, 0.5, 0.5, 1, 0, 0.03, 0.17);
    run = run_sliced(&scene, "impulse", NULL, 1000, 1);
    ck_assert_int_eq(run.status, CAROM_COLLAPSE);
    ck_assert_ptr_nonnull(strstr(run.error.text, "restitution above 1 adds energy"));
    ck_assert_ptr_null(strstr(run.error.text, "inelastic"));
    ck_assert_ptr_null(strstr(run.error.text, "raise"));
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* A ball between two fixed balls that it touches: at e = 1 impacts never end. The solver stops
 * after some millions, and does not report inelastic collapse. */
START_TEST(ball_between_fixed_balls)
{
    carom_problem scene;
    carom_status status;
    carom_report report;
    carom_choice choice = {NULL, NULL};
    carom_error error = {0};
    carom_solver *solver;
    scene_init(&scene, CAROM_OPEN);
    for (int k = 0; k < 3; k++) {
        scene_add(&scene, 0.0625 * k, 0, k == 1, 0, 0.03125, 0.17);
        scene.ball[k].fixed = k != 1;
    }
    assert_ok(carom_choice_set(&choice, carom_interface_find(&carom_solvers, "impulse"), &error));
    /* millions of collisions are not stored */
    solver = carom_solver_new_from_choice(&scene, &choice, false, &error);
    ck_assert_ptr_nonnull(solver);
    status = carom_solver_advance(solver, 1, &error);
    carom_solver_report(solver, &report);
    ck_assert_int_eq(status, CAROM_COLLAPSE);
    ck_assert_uint_lt(report.collisions, 10000000);
    ck_assert_ptr_nonnull(strstr(error.text, "infinitely many collisions"));
    ck_assert_ptr_nonnull(strstr(error.text, "leave gaps"));
    carom_solver_free(solver);
    carom_choice_free(&choice);
    carom_problem_free(&scene);
}
END_TEST

/* newton_lcp can create energy: 504.5 J become 2809.7 J. The ledger shows a negative loss, and the
 * report mentions it. */
START_TEST(created_energy_is_reported)
{
    const carom_setting lcp[] = {{"impact_policy", "newton_lcp"}, {NULL, NULL}};
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.restitution.ball_ball = 0.8;
    scene_add(&scene, 0, 0, 0, 0, 0.03125, 1000);
    scene_add(&scene, 0.0625, 0, 3, 0, 0.03125, 1);
    scene_add(&scene, 0.125, 0, -1, 0, 0.03125, 1000);
    run = run_scene(&scene, "impulse", lcp, 1);
    ck_assert_uint_eq(run.report.gains, 1);
    assert_near(run.report.gained_J, run.sample.ledger.kinetic_J - 504.5, 1e-9);
    assert_near(run.sample.ledger.kinetic_J, 2809.7, 0.05);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* The rounding error of a ball at 1e4 m/s is not applied to others: a pair that closes at 1e-11 m/s
 * collides. */
START_TEST(slow_pair_with_fast_ball)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 1e-11, 0, 0.03125, 0.17);
    scene_add(&scene, 0.0625 + 0x1p-33, 0, 0, 0, 0.03125, 0.17);
    scene_add(&scene, 0, 1, 1e4, 0, 0.03125, 0.17);
    run = run_scene(&scene, "impulse", NULL, 100);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.log.item[0].t_s, 0x1p-33 / 1e-11, 1e-14 * 12 / 1e-11 * 1e-2);
    assert_same(run.sample.vx_mps[1], 1e-11);
    ck_assert_double_ge(run.sample.x_m[1] - run.sample.x_m[0], 0.0625 - 1e-16);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* The arbitrary-precision solver also reports endless impacts of touching balls. A light ball
 * between a heavy one and a wall is not endless, however short the time between its hits: there are
 * pi sqrt(M/m) of them. */
START_TEST(oracle_row_of_five)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.restitution.ball_ball = 0.2;
    for (int k = 0; k < 5; k++) {
        scene_add(&scene, 0.0625 * k, 0, k == 0, 0, 0.03125, 0.17);
    }
    run = run_sliced(&scene, "oracle", NULL, 1, 1);
    ck_assert_int_eq(run.status, CAROM_COLLAPSE);
    ck_assert_ptr_nonnull(strstr(run.error.text, "inelastic collapse"));
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* A run cancelled before its start ends at once, for each of these scenes. */
START_TEST(cancelled_before_the_start)
{
    static const volatile sig_atomic_t wanted = 1;
    const char *const kinds[] = {"impulse", "oracle", "stepped"};
    for (int k = 0; k < 3; k++) {
        carom_problem scene;
        carom_error error = {0};
        carom_solver *solver;
        scene_random(&scene, 7, 50, CAROM_WALLS);
        solver = carom_solver_new(&scene, kinds[k], NULL, &error);
        ck_assert_ptr_nonnull(solver);
        carom_solver_set_cancel_flag(solver, &wanted);
        ck_assert_int_eq(carom_solver_advance(solver, 1e6, &error), CAROM_INTERRUPTED);
        carom_solver_free(solver);
        carom_problem_free(&scene);
    }
}
END_TEST

static volatile sig_atomic_t cancelled;

static void on_alarm(int number)
{
    (void)number;
    cancelled = 1;
}

/* An impact can be cancelled: 820 touching balls with all contacts resolved at once take minutes.
 * Measured in CPU time. */
START_TEST(impacts_can_be_cancelled)
{
    const carom_setting lcp[] = {{"impact_policy", "newton_lcp"}, {NULL, NULL}};
    const double r = 0.03125, limit_s = 0.3;
    struct itimerval timer = {.it_value = {0, 300000}};
    struct sigaction action = {.sa_handler = on_alarm};
    carom_problem scene;
    carom_error error = {0};
    carom_solver *solver;
    carom_status status;
    clock_t began;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, -2 * r, 0, 10, 0, r, 0.17);
    for (int row = 0; row < 40; row++) {
        for (int k = 0; k <= row; k++) {
            scene_add(&scene, row * r * sqrt(3), (2 * k - row) * r, 0, 0, r, 0.17);
        }
    }
    solver = carom_solver_new(&scene, "impulse", lcp, &error);
    ck_assert_msg(solver != NULL, "%s", error.text);
    carom_solver_set_cancel_flag(solver, &cancelled);
    sigaction(SIGPROF, &action, NULL);
    began = clock();
    setitimer(ITIMER_PROF, &timer, NULL);
    status = carom_solver_advance(solver, 1, &error);
    ck_assert_int_eq(status, CAROM_INTERRUPTED);
    ck_assert_double_lt((double)(clock() - began) / CLOCKS_PER_SEC, limit_s + 1);
    carom_solver_free(solver);
    carom_problem_free(&scene);
}
END_TEST

/* In a round table with e < 1 a ball ends up sliding along the wall. Its normal speeds are u, e u,
 * e^2 u ... with constant tangential speed w, and the times between hits are 2 (R - r) u_k/(u_k^2 +
 * w^2). The run ends with a message, with any number of further balls (it did not end if the solver
 * shifted its origin of time meanwhile), with and without friction. */
START_TEST(along_a_round_wall)
{
    const double big = 0.8, r = 0.05, start[] = {0.1, -0.2};
    struct itimerval timer = {.it_value = {2, 0}};
    struct sigaction action = {.sa_handler = on_alarm};
    stream s = {31};
    cancelled = 0; /* the test before is in the same process */
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
    for (int n = 0; n < 60; n++) {
        double e = 0.05 + 0.9 * next_number(&s), mu = n % 2 == 0 ? 0 : next_number(&s);
        double vx = 1 + next_number(&s), vy = 1 + next_number(&s), reach = big - r, t, u, w;
        double p = start[0] * vx + start[1] * vy, v2 = vx * vx + vy * vy, said;
        carom_problem scene;
        carom_error error = {0};
        carom_solver *solver;
        scene_shape(&scene, "circle", &big);
        scene.restitution.ball_wall = e;
        scene.friction.ball_wall = mu;
        scene.tangential_restitution.ball_wall = -1; /* keeps w constant */
        scene_add(&scene, big + start[0], big + start[1], vx, vy, r, 0.3);
        for (int k = 0; k < n % 7; k++) { /* at rest in the middle, out of reach */
            scene_add(&scene, big + 0.012 * (k - 3), big, 0, 0, 0.005, 0.3);
        }
        solver = carom_solver_new(&scene, "impulse", NULL, &error);
        carom_solver_set_cancel_flag(solver, &cancelled);
        ck_assert_int_eq(carom_solver_advance(solver, 1000, &error), CAROM_COLLAPSE);
        t = (-p + sqrt(p * p + v2 * (reach * reach - start[0] * start[0] - start[1] * start[1]))) /
            v2;
        u = ((start[0] + vx * t) * vx + (start[1] + vy * t) * vy) / reach;
        w = sqrt(v2 - u * u);
        for (u *= e; u > 1e-12; u *= e) {
            t += 2 * reach * u / (u * u + w * w);
        }
        ck_assert_msg(sscanf(error.text, "collapse: inelastic collapse at t = %lf", &said) == 1,
                      "%s", error.text);
        assert_near(said, t, 1e-5); /* a hundred hits of 1e-8 m, with rounding of positions */
        carom_solver_free(solver);
        carom_problem_free(&scene);
    }
    timer.it_value.tv_sec = 0;
    setitimer(ITIMER_PROF, &timer, NULL);
}
END_TEST

TEST_MAIN("without end", friction_that_presses_two_together, drag_that_presses_two_together,
          resting_on_a_fixed_ball, two_balls_roll_on_together, a_row_that_rolls_on_together,
          heavy_and_light_balls_in_contact, three_balls_stick, not_endless_above_one,
          ball_between_fixed_balls, created_energy_is_reported, slow_pair_with_fast_ball,
          oracle_row_of_five, cancelled_before_the_start, impacts_can_be_cancelled,
          along_a_round_wall)
