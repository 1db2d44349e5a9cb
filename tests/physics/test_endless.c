/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of event-driven runs. Infinitely many collisions are reported at once, with their time.
 * Bodies that stay together, very different masses and very different speeds are not mistaken for
 * that. Each scene once ran for minutes, was rejected, or was reported with a wrong number. */
#include "scenes.h"
#include <float.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

enum { TOO_MANY = 5000 };

/* ---- runs that end with a message ---- */

#define DRAGGED                                                                                    \
    "walls 4 1; drag 0.01; roll 0.01; m 0.17; ball 0.5 0.5 1.5 0 r 0.06; ball 0.7 0.5 1.2 0 r "    \
    "0.02"
#define TOUCHING "r 0.03125; m 0.17; ball 0 0 1 0; ball 0.0625 0; ball 0.125 0"

START_TEST(endless_collisions_are_reported_with_their_cure)
{
    static const struct {
        const char *scene, *solver, *says, *never;
    } runs[] = {
        /* drag decelerates the smaller ball more. With e = 0, or with too short a TC, the second
         * flight has no relevant length */
        {"e 0.5; " DRAGGED, "impulse", "raise the restitution", "tc_s"},
        {"e 0 0.5; " DRAGGED, "impulse", "raise the restitution", "tc_s"},
        {"e 0.5; " DRAGGED, "impulse collapse=tc tc_s=1e-7", "increase tc_s", "raise"},
        {"e 0 0.5; " DRAGGED, "impulse collapse=tc tc_s=1e-7", "increase tc_s", "raise"},
        /* in contact at e = 0 sequential impacts never end */
        {"open; e 0; " TOUCHING, "impulse", "impact_policy: newton_lcp", "tc_s"},
        {"open; e 0.2; " TOUCHING "; ball 0.1875 0; ball 0.25 0", "oracle", "inelastic collapse",
         "restitution above 1"},
        {"open; g 0 -9.81; e 0.2; " TOUCHING "; ball 0.1875 0; ball 0.25 0", "oracle",
         "raise the restitution", "support"},
        {"walls; g 0 -9.81; e 0.5; ball 0.5 0.03 r 0.03", "oracle", "no ball rests on a support",
         "raise"},
        /* with e > 1 the times between hits decrease, but a larger e would not help */
        {"walls; e 1.1; ball 0.5 0.5 1 0 r 0.03", "impulse", "restitution above 1 adds energy",
         "inelastic"},
        /* along a straight side into the arc of a stadium */
        {"stadium 0.6 0.4; ball 0.7 0.02 -1 0 r 0.02", "impulse",
         "contacts can last along a curved", "fault of carom"},
        {"stadium 0.6 0.4; e 0.5; ball 0.7 0.02 -1 0 r 0.02", "impulse", "use the penalty solver",
         "tc_s"},
        /* between fixed balls impacts never end at e = 1 either; found after some millions */
        {"open; r 0.03125; fixed 0 0; ball 0.0625 0 1 0; fixed 0.125 0", "unlogged impulse",
         "infinitely many collisions", "inelastic"}};
    enum { COUNT = sizeof runs / sizeof runs[0] };
    for (size_t k = 0; k < COUNT; k++) {
        test_set_subject("%s, %s", runs[k].scene, runs[k].solver);
        outcome *run = try_until(1000, 1, new_scene("%s", runs[k].scene), "%s", runs[k].solver);
        ck_assert_int_eq(run->status, CAROM_COLLAPSE);
        ck_assert_msg(strstr(run->error.text, runs[k].says) != NULL &&
                          strstr(run->error.text, runs[k].never) == NULL,
                      "got '%s', want '%s'", run->error.text, runs[k].says);
        ck_assert_uint_lt(run->report.collisions, k == COUNT - 1 ? 10000000 : TOO_MANY);
        test_release();
    }
}
END_TEST

/* A gap closes at speed w with relative deceleration a. The first impact is at t1 with u1 =
 * sqrt(w^2 + 2 a gap); the flights between impacts last 2 e^k u1/a, in total (2 u1/a) e/(1-e). */
START_TEST(friction_that_presses_two_together)
{
    const double a = (0.1 - 0.001) * 9.80665, gap = 0.1 - 2 * 0.028575, w = 0.1, e = 0.3;
    double u1 = sqrt(w * w + 2 * a * gap), want = (u1 - w) / a + 2 * u1 / a * e / (1 - e);
    carom_problem *scene = new_scene("walls 4 1; e %g; r 0.028575; m 0.17; ball 0.5 0.5 1 0; "
                                     "ball 0.6 0.5 0.9 0",
                                     e);
    scene->ball[0].rolling_resistance = 0.001;
    scene->ball[1].rolling_resistance = 0.1;
    outcome *run = try_until(2, 1, scene, "impulse");
    ck_assert_int_eq(run->status, CAROM_COLLAPSE);
    /* flights below rounding */
    assert_near(run->log.item[run->log.count - 1].t_s, want, 10 * sqrt(2 * DBL_EPSILON / a));
    ck_assert_ptr_nonnull(strstr(run->error.text, "inelastic collapse at t = 0.48098"));
    ck_assert_uint_lt(run->report.steps, TOO_MANY);
}
END_TEST

/* Bounces on top of a fixed ball last sqrt(2H/g)(1+e)/(1-e) in total. With collapse: rest the ball
 * stays there, supported by the fixed ball. A ball that glances off continues to bounce until it
 * rests on the floor. */
START_TEST(resting_on_a_fixed_ball)
{
    static const char scene[] = "walls 1 1; g 0 -9.81; e 0.5; fixed 0.5 0.2 r 0.1; "
                                "ball %g 0.6 r 0.03 m 0.17";
    static const char rest[] = "impulse collapse=rest rest_speed_mps=1e-3";
    outcome *run = try_until(5, 1, new_scene(scene, 0.5), "impulse collapse=error");
    ck_assert_int_eq(run->status, CAROM_COLLAPSE);
    assert_near(run->log.item[run->log.count - 1].t_s, sqrt(2 * 0.27 / 9.81) * 3, 1e-8);
    ck_assert_uint_lt(run->report.steps, TOO_MANY);
    run = run_until(5, new_scene(scene, 0.5), rest);
    assert_same(run->sample.vy_mps[1], 0);
    assert_near(run->sample.y_m[1], 0.33, 1e-12);
    assert_near(run->sample.ledger.dissipated_J, 0.17 * 9.81 * 0.27, 1e-12);
    assert_budget(run, 1e-12);
    ck_assert_uint_lt(run->log.count, 20);
    assert_same(run_until(5, new_scene(scene, 0.51), rest)->sample.y_m[1], 0.03);
}
END_TEST

/* In a round table with e < 1 a ball ends up sliding along the wall. Its normal speeds are u, e u,
 * e^2 u ... with constant tangential speed w, and the times between hits are 2 (R - r) u_k/(u_k^2 +
 * w^2). The run ends with a message, with any number of further balls (it did not end if the solver
 * shifted its origin of time meanwhile), with and without friction. */
static double slides_after(carom_vec at, carom_vec v, double reach, double e)
{
    double p = carom_vec_dot(at, v), v2 = carom_vec_square(v), t, u, w;
    t = (-p + sqrt(p * p + v2 * (reach * reach - carom_vec_square(at)))) / v2;
    u = carom_vec_dot(carom_vec_add_scaled(at, t, v), v) / reach;
    w = sqrt(v2 - u * u);
    for (u *= e; u > 1e-12; u *= e) {
        t += 2 * reach * u / (u * u + w * w);
    }
    return t;
}

static volatile sig_atomic_t cancelled;

static void on_alarm(int number)
{
    (void)number;
    cancelled = 1;
}

/* Cancel after a processor time; 0: not any more. */
static void cancel_after(double cpu_s)
{
    const struct itimerval timer = {
        .it_value = {(time_t)cpu_s, (suseconds_t)(fmod(cpu_s, 1) * 1e6)}};
    const struct sigaction action = {.sa_handler = on_alarm};
    cancelled = 0;
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
}

START_TEST(along_a_round_wall)
{
    const double big = 0.8, r = 0.05;
    const carom_vec start = {0.1, -0.2};
    stream s = {31};
    cancel_after(2);
    for (int n = 0; n < 60; n++) {
        double e = 0.05 + 0.9 * next_number(&s), mu = n % 2 == 0 ? 0 : next_number(&s), said;
        carom_vec v = {1 + next_number(&s), 0};
        carom_error error = {0};
        v.y = 1 + next_number(&s);
        /* beta = -1 keeps w constant */
        carom_problem *scene = new_scene("circle %g; e 1 %g; mu 0 %g; beta 0 -1; m 0.3; "
                                         "ball %g %g %g %g r %g",
                                         big, e, mu, big + start.x, big + start.y, v.x, v.y, r);
        for (int k = 0; k < n % 7; k++) { /* at rest in the middle, out of reach */
            add_to_scene(scene, "ball %g %g r 0.005 m 0.3", big + 0.012 * (k - 3), big);
        }
        carom_solver *solver = new_solver(scene, "impulse");
        carom_solver_set_cancel_flag(solver, &cancelled);
        ck_assert_int_eq(carom_solver_advance(solver, 1000, &error), CAROM_COLLAPSE);
        ck_assert_msg(sscanf(error.text, "collapse: inelastic collapse at t = %lf", &said) == 1,
                      "%s", error.text);
        /* a hundred hits of 1e-8 m, with rounding of positions */
        assert_near(said, slides_after(start, v, big - r, e), 1e-5);
    }
    cancel_after(0);
}
END_TEST

/* ---- runs that do not end ---- */

/* The balls stay together after e = 0 and decelerate equally: one collision, and both stop after
 * the same distance, ln(1 + b v^2/a)/(2b). v follows from momentum conservation. */
START_TEST(two_balls_roll_on_together)
{
    const double a = 0.1 * 9.80665, b = 1e-4 / 0.028575;
    outcome *run = run_until(5,
                             new_scene("walls 4 1; e 0; roll 0.1; drag 1e-4; r 0.028575; m 0.17; "
                                       "ball 0.5 0.5 1 0; ball 0.8 0.5 -0.3 0"),
                             "impulse");
    double t = only_hit(run)->t_s, v1 = 1 - a * t /* to order b */, s1 = 0.5 + 0.5 * (1 + v1) * t;
    ck_assert_uint_lt(run->report.steps, 50);
    assert_near(run->sample.x_m[1] - run->sample.x_m[0], 2 * 0.028575, 1e-14);
    assert_near(run->sample.vx_mps[0], 0, 0);
    assert_near(run->sample.x_m[0],
                s1 + log1p(b * pow(v1 - 0.5 * only_hit(run)->approach_mps, 2) / a) / (2 * b), 1e-3);
}
END_TEST

/* Five balls in contact are accelerated together and roll on together; three at e = 0 have 1/3
 * each. */
START_TEST(rows_that_roll_on_together)
{
    outcome *run = run_until(0.1,
                             new_scene("walls; e 0.5; roll 0.01; r 0.03125; m 0.17; "
                                       "ball 0.5 0.5 1 0; ball 0.5625 0.5; ball 0.625 0.5; "
                                       "ball 0.6875 0.5; ball 0.75 0.5"),
                             "impulse impact_policy=newton_lcp");
    ck_assert_uint_lt(run->report.steps, 100);
    ck_assert_uint_ge(run->log.count, 4);
    assert_near(run->sample.vx_mps[4], run->sample.vx_mps[1], 1e-14);
    run = run_until(1, new_scene("open; e 0; " TOUCHING), "impulse impact_policy=newton_lcp");
    for (int k = 0; k < 3; k++) {
        assert_near(run->sample.vx_mps[k], 1.0 / 3, 1e-15);
    }
}
END_TEST

/* At e = 1, and slightly below, no impact is endless, for any speed of the balls behind a heavy
 * ball. */
START_TEST(heavy_and_light_balls_in_contact)
{
    static const char scene[] = "open; e %g; r 0.03125; ball 0 0 1 0 m 1e-6; ball 0.0625 0 m 1e6; "
                                "ball 0.125 0 m 1e-6; ball 0.1875 0 m 1e-3";
    outcome *run = run_until(1, new_scene(scene, 1.0), "impulse");
    const double *v = run->sample.vx_mps;
    assert_near(run->sample.ledger.energy_residual_J / 5e-7, 0, 1e-13);
    ck_assert(v[0] <= v[1] && v[1] <= v[2] && v[2] <= v[3]);
    run_until(1, new_scene(scene, 0.9), "impulse");
}
END_TEST

/* newton_lcp can create energy: 504.5 J become 2809.7 J. The ledger shows a negative loss, and the
 * report mentions it. */
START_TEST(created_energy_is_reported)
{
    outcome *run = run_until(1,
                             new_scene("open; e 0.8; r 0.03125; ball 0 0 m 1000; "
                                       "ball 0.0625 0 3 0 m 1; ball 0.125 0 -1 0 m 1000"),
                             "impulse impact_policy=newton_lcp");
    ck_assert_uint_eq(run->report.gains, 1);
    assert_near(run->report.gained_J, run->sample.ledger.kinetic_J - 504.5, 1e-9);
    assert_near(run->sample.ledger.kinetic_J, 2809.7, 0.05);
}
END_TEST

/* The rounding error of a ball at 1e4 m/s is not applied to others: a pair that closes at 1e-11 m/s
 * collides. */
START_TEST(slow_pair_with_fast_ball)
{
    outcome *run = run_until(100,
                             new_scene("open; r 0.03125; m 0.17; ball 0 0 1e-11 0; ball %g 0; "
                                       "ball 0 1 1e4 0",
                                       0.0625 + 0x1p-33),
                             "impulse");
    assert_near(only_hit(run)->t_s, 0x1p-33 / 1e-11, 1e-14 * 12 / 1e-11 * 1e-2);
    assert_same(run->sample.vx_mps[1], 1e-11);
    ck_assert_double_ge(run->sample.x_m[1] - run->sample.x_m[0], 0.0625 - 1e-16);
}
END_TEST

/* ---- cancellation ---- */

/* An impact can be cancelled: 820 touching balls with all contacts resolved at once take minutes.
 */
START_TEST(impacts_can_be_cancelled)
{
    const double r = 0.03125, limit_s = 0.3;
    carom_problem *scene = new_scene("open; r %g; m 0.17; ball %g 0 10 0", r, -2 * r);
    carom_error error = {0};
    for (int row = 0; row < 40; row++) {
        for (int k = 0; k <= row; k++) {
            scene_add(scene, row * r * sqrt(3), (2 * k - row) * r, 0, 0, r, 0.17);
        }
    }
    carom_solver *solver = new_solver(scene, "impulse impact_policy=newton_lcp");
    carom_solver_set_cancel_flag(solver, &cancelled);
    clock_t began = clock();
    cancel_after(limit_s);
    ck_assert_int_eq(carom_solver_advance(solver, 1, &error), CAROM_INTERRUPTED);
    ck_assert_double_lt((double)(clock() - began) / CLOCKS_PER_SEC, limit_s + 1);
}
END_TEST

TEST_MAIN("without end", endless_collisions_are_reported_with_their_cure,
          friction_that_presses_two_together, resting_on_a_fixed_ball, along_a_round_wall,
          two_balls_roll_on_together, rows_that_roll_on_together, heavy_and_light_balls_in_contact,
          created_energy_is_reported, slow_pair_with_fast_ball, impacts_can_be_cancelled)
