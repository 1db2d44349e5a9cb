/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixed balls (a Sinai billiard) and balls of different materials: all solvers against closed
 * forms and the reference. */
#include "scenes.h"
#include <float.h>

/* x(t) on an interval of length L with reflection at both ends. */
static double fold(double x, double length)
{
    double y = fabs(x - 2 * length * floor(x / (2 * length)));
    return y > length ? 2 * length - y : y;
}

START_TEST(between_a_fixed_ball_and_a_wall)
{
    const double v = 1.7, path = 1.9 - 0.3 - 3 * 0.05; /* of the centre, from 0.4 to the wall */
    const carom_problem *scene = new_scene("walls 1.9 1.27; r 0.05; fixed 0.3 0.4;"
                                           "ball 1.1 0.4 %g 0 m 0.31",
                                           v);
    for (double t = 0.7; t < 400; t *= 3.1) {
        outcome *run = run_until(t, scene, "impulse");
        assert_near(run->sample.x_m[1], 0.4 + fold(0.7 + v * t, path),
                    8 * DBL_EPSILON * (1 + v * t));
        assert_same(run->sample.x_m[0], 0.3);
        assert_same(run->sample.vx_mps[0], 0);
        assert_budget(run, 1e-14);
    }
}
END_TEST

/* v - (1 + e)(v.n) n for every rigid solver, wherever the file lists the fixed ball. */
START_TEST(fixed_ball_reflects_the_normal_velocity)
{
    const double reach = 0.13, v = 1.3, path = 0.2;
    stream s = {9};
    for (int n = 0; n < ROUNDS(200, 40); n++) {
        double angle = 2 * PI * next_number(&s), slip = 1.8 * next_number(&s) - 0.9,
               e = next_number(&s), nx = cos(angle), ny = sin(angle);
        /* the ball moves along d; at contact, the normal to the fixed ball is n */
        double dx = nx * sqrt(1 - slip * slip) - ny * slip,
               dy = ny * sqrt(1 - slip * slip) + nx * slip;
        double u = v * (dx * nx + dy * ny);
        const char post[] = "fixed 1 0.6 r 0.1";
        const carom_problem *scene = new_scene(
            "open; e %g; %s; ball %g %g %g %g r 0.03 m 0.2; %s", e, n % 2 == 0 ? post : "",
            1 - reach * nx - path * dx, 0.6 - reach * ny - path * dy, v * dx, v * dy,
            n % 2 == 0 ? "" : post);
        outcome *runs[] = {run_until(0.25, scene, "impulse"),
                           run_until(0.25, scene, "stepped step_s=1e-5")};
        for (int kind = 0; kind < 2; kind++) {
            const carom_sample *at = &runs[kind]->sample;
            size_t i = scene->ball[0].fixed ? 1 : 0;
            /* the time-stepping normal has an error of sqrt(v h/reach) */
            double tolerance = kind == 0 ? 1e-13 : 2e-3;
            assert_near(at->vx_mps[i], v * dx - (1 + e) * u * nx, tolerance);
            assert_near(at->vy_mps[i], v * dy - (1 + e) * u * ny, tolerance);
            assert_near(at->ledger.energy_residual_J, 0, 1e-15);
            assert_near(at->ledger.momentum_residual_kgmps, 0, 1e-15);
            /* rounding of a position over 25 000 steps */
            assert_near(at->ledger.angular_momentum_residual_kgm2ps, 0, kind == 0 ? 1e-15 : 1e-12);
        }
    }
}
END_TEST

/* Sinai's billiard with a fixed ball in the middle, compared with the reference. Each hit amplifies
 * differences by about 2 l/R < 20, so after at most 6 hits in 4 s rounding errors are below 1e-8.
 */
START_TEST(sinai_billiard)
{
    stream s = {12};
    for (int n = 0; n < 100; n++) {
        double angle = 2 * PI * next_number(&s), y = 0.1 + next_number(&s);
        double x = 0.2 + 0.3 * next_number(&s);
        const carom_problem *scene = new_scene(
            "fixed 1.27 0.635 r 0.3; ball %g %g %g %g r 0.04 m 0.17", x, y, cos(angle), sin(angle));
        outcome *run = run_until(4, scene, "impulse"), *reference = run_until(4, scene, "oracle");
        assert_near(farthest(scene, run, reference), 0, 1e-8);
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-15);
        run = run_until(3000, scene, "impulse");
        assert_near(run->sample.ledger.kinetic_J, 0.085, 1e-13);
        assert_budget(run, 1e-12);
        ck_assert_double_ge(hypot(run->sample.x_m[1] - 1.27, run->sample.y_m[1] - 0.635),
                            0.34 - 1e-12);
        ck_assert_uint_gt(run->log.count, 2000);
        test_release();
    }
}
END_TEST

/* A ball falls onto a fixed one: parabola and circle intersected by stepping and bisection. */
START_TEST(falling_onto_a_fixed_ball)
{
    const double reach = 0.14, g = -3;
    stream s = {8};
    for (int n = 0; n < 300; n++) {
        double x = 0.9 + 0.2 * next_number(&s), y = 0.9 + 0.3 * next_number(&s);
        double vx = next_number(&s) - 0.5, vy = -next_number(&s), low = 0, high = 0;
        for (double t = 0; t < 2 && high == 0; t += 1e-4) {
            double dx = x + vx * t - 1, dy = y + vy * t + 0.5 * g * t * t - 0.5;
            high = dx * dx + dy * dy < reach * reach ? t : 0;
        }
        for (low = high - 1e-4; high > 0 && high - low > 1e-15;) {
            double t = 0.5 * (low + high), dx = x + vx * t - 1,
                   dy = y + vy * t + 0.5 * g * t * t - 0.5;
            *(dx * dx + dy * dy < reach * reach ? &high : &low) = t;
        }
        outcome *run = run_until(1.3,
                                 new_scene("%s; g 0 %g; fixed 1 0.5 r 0.1; ball %g %g %g %g r 0.04",
                                           n % 2 == 0 ? "open" : "walls", g, x, y, vx, vy),
                                 "impulse");
        if (high > 0) {
            /* the stepping may miss a graze with a depth below (v 1e-4)^2/reach */
            const carom_collision *hit = &run->log.item[0];
            ck_assert_uint_ge(run->log.count, 1);
            ck_assert(!hit->wall && hit->t_s <= high + 1e-13);
            ck_assert(hit->approach_mps <= 0.05 || fabs(hit->t_s - high) <= 1e-13);
        }
        assert_budget(run, 1e-14);
    }
}
END_TEST

/* Against a fixed ball the reduced mass is the ball's: t_c = pi sqrt(m/k). The budget closes as
 * with walls. */
START_TEST(spring_against_a_fixed_ball)
{
    const double k = 1e5, m = 0.17;
    outcome *run = run_until(
        0.3, new_scene("open; ball 0.6 0.6 1 0 r 0.03 m %g; fixed 0.8 0.6 r 0.05", m),
        "penalty integrator=heun stiffness_N_per_m=%g step_s=1e-6 contact_end=force", k);
    assert_near(only_hit(run)->contact_s, PI * sqrt(m / k), 1e-8);
    assert_near(only_hit(run)->max_overlap_m, sqrt(m / k), 1e-8);
    assert_near(run->sample.vx_mps[0], -1, 6e-7); /* theta^2: contact onset is not located */
    assert_same(run->sample.x_m[1], 0.8);
    assert_near(run->sample.ledger.energy_residual_J, 0, 6e-7);
    assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-15);
    assert_near(run->sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-15);
}
END_TEST

/* A ball falls on a fixed one with coarse steps: g h = 4e-3. The log has the speeds at onset and
 * separation, not those at a step. */
START_TEST(spring_falls_onto_a_fixed_ball)
{
    const double g = 9.8, drop = 0.1, v = sqrt(2 * g * drop);
    for (double phase = 0.1; phase < 1; phase += 0.2) {
        outcome *run = run_until(
            0.25, new_scene("open; g 0 %g; ball 0 %g r 0.1 m 0.5; fixed 0 0 r 0.2", -g, 0.3 + drop),
            "penalty integrator=velocity_verlet stiffness_N_per_m=1e4 step_s=4e-4 phase=%g", phase);
        assert_near(run->log.item[0].approach_mps, v, 1e-5);
        assert_near(run->log.item[0].separation_mps, v, 1e-3);
    }
}
END_TEST

/* A rolling ball stops at s = v^2/(2a), or hits the fixed ball first: v t - a t^2/2 = d. */
START_TEST(rolling_against_a_fixed_ball)
{
    const double a = 0.02 * 9.80665, v = 1.1, d = 0.4, t = 2 * d / (v + sqrt(v * v - 2 * a * d));
    outcome *run = run_until(
        20,
        new_scene("open; roll 0.02; ball 0.6 0.6 %g 0 r 0.03; fixed %g 0.6 r 0.05", v,
                  0.6 + d + 0.08),
        "impulse");
    assert_near(only_hit(run)->t_s, t, 1e-14);
    assert_near(run->sample.x_m[0], 0.6 + d - (v * v - 2 * a * d) / (2 * a), 1e-13);
    assert_same(run->sample.vx_mps[0], 0);
}
END_TEST

/* Three materials: each pair, and each with the walls, has the specified restitution. */
START_TEST(materials)
{
    static const carom_pair pairs[] = {{"steel", "rubber", 0.5, 1, {NAN, NAN}},
                                       {"rubber", "rubber", 0.3, 1, {NAN, NAN}},
                                       {"wall", "rubber", 0.4, 1, {NAN, NAN}},
                                       {"steel", "wall", NAN, 1, {NAN, NAN}}};
    static const struct {
        const char *a, *b;
        double e;
    } cases[] = {{"steel", "steel", 0.9},   {"steel", "rubber", 0.5}, {"rubber", "steel", 0.5},
                 {"rubber", "rubber", 0.3}, {"", "rubber", 0.9},      {"", "", 0.9},
                 {"rubber", NULL, 0.4},     {"steel", NULL, 0.8},     {"", NULL, 0.8}};
    static const struct {
        const char *solver;
        double tolerance;
    } tried[] = {
        {"impulse", 4e-16},
        {"stepped step_s=1e-5", 4e-16},
        /* order 1 with damping: theta = 1e-3 */
        {"penalty integrator=heun stiffness_N_per_m=1e5 step_s=1e-6 contact_end=force", 2e-3}};
    for (int k = 0; k < 3 * 9; k++) {
        const char *a = cases[k / 3].a, *b = cases[k / 3].b;
        carom_problem *scene = new_scene("e 0.9 0.8; ball 2.3 0.6 1 0 r 0.03 m 0.2 of=%s", a);
        if (b != NULL) {
            add_to_scene(scene, "ball 2.4 0.6 r 0.03 m 0.3 of=%s", b);
        }
        for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; p++) {
            assert_ok(carom_problem_add_pair(scene, &pairs[p], NULL));
        }
        outcome *run = run_until(b == NULL ? 0.3 : 0.1, scene, "%s", tried[k % 3].solver);
        test_set_subject("%s, '%s' on '%s'", tried[k % 3].solver, a, b == NULL ? "wall" : b);
        assert_near(only_hit(run)->separation_mps / only_hit(run)->approach_mps, cases[k / 3].e,
                    tried[k % 3].tolerance);
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-6);
    }
}
END_TEST

TEST_MAIN("obstacles", between_a_fixed_ball_and_a_wall, fixed_ball_reflects_the_normal_velocity,
          sinai_billiard, falling_onto_a_fixed_ball, spring_against_a_fixed_ball,
          spring_falls_onto_a_fixed_ball, rolling_against_a_fixed_ball, materials)
