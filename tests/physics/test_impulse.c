/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event-driven solver against exact numbers. */
#include "support.h"
#include <float.h>

static const carom_setting sequential[] = {{"impact_policy", "sequential_index"}, {NULL, NULL}};

/* x(t) = r + fold(x0 - r + vx t; L - 2r), for any t. */
static double folded(double x0, double v, double r, double length, double t)
{
    double span = length - 2 * r, s = fmod(x0 - r + v * t, 2 * span);
    s = s < 0 ? s + 2 * span : s;
    return r + (s > span ? 2 * span - s : s);
}

START_TEST(one_ball_in_a_box_after_a_thousand_seconds)
{
    carom_problem scene;
    outcome run;
    size_t hits[CAROM_WALL_COUNT] = {0};
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = 2;
    scene.height_m = 1;
    scene_add(&scene, 0.3, 0.35, 1.7, -1.15, 0.05, 1);
    run = run_scene(&scene, "impulse", NULL, 1000);
    assert_near(run.sample.x_m[0], 1.7, 1e-9);
    assert_near(run.sample.y_m[0], 0.55, 1e-9);
    assert_near(run.sample.x_m[0], folded(0.3, 1.7, 0.05, 2, 1000), 1e-9);
    for (size_t k = 0; k < run.log.count; k++) {
        hits[run.log.item[k].b]++;
    }
    ck_assert_uint_eq(hits[CAROM_LEFT] + hits[CAROM_RIGHT], 894);
    ck_assert_uint_eq(hits[CAROM_BOTTOM] + hits[CAROM_TOP], 1278);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

START_TEST(unequal_masses_oblique_inelastic)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.restitution.ball_ball = 0.5;
    scene_add(&scene, 0, 0, 4, 1, 0.5, 2);
    scene_add(&scene, 0.6, 0.8, -1, 2, 0.5, 3);
    run = run_scene(&scene, "impulse", NULL, 0.01);
    assert_near(run.sample.vx_mps[0], 2.812, 8 * DBL_EPSILON);
    assert_near(run.sample.vy_mps[0], -0.584, 8 * DBL_EPSILON);
    assert_near(run.sample.vx_mps[1], -0.208, 8 * DBL_EPSILON);
    assert_near(run.sample.vy_mps[1], 3.056, 8 * DBL_EPSILON);
    assert_near(run.sample.ledger.dissipated_J, 2.178, 16 * DBL_EPSILON);
    assert_near(run.sample.ledger.energy_residual_J, 0, 64 * DBL_EPSILON);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

START_TEST(cradle_one_in_one_out)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, -1.7, 0, 1, 0, 0.1, 0.3);
    for (int k = 0; k < 5; k++) {
        scene_add(&scene, 0.2 * k, 0, 0, 0, 0.1, 0.3);
    }
    run = run_scene(&scene, "impulse", NULL, 3);
    for (int k = 0; k < 6; k++) {
        assert_near(run.sample.vx_mps[k], k == 5 ? 1 : 0, 1e-14);
    }
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

static void touching_row(carom_problem *scene, int balls, int moving, double e)
{
    scene_init(scene, CAROM_OPEN);
    scene->restitution.ball_ball = e;
    for (int k = 0; k < balls; k++) {
        scene_add(scene, k < moving ? 0.2 * k - 1.5 : 0.2 * (k - moving), 0, k < moving, 0, 0.1,
                  0.3);
    }
}

/* Touching cradles of 3 to 10 balls. Under policies that break away, as many balls leave as come
 * in. Two incoming balls in contact transfer their momentum one after the other. */
START_TEST(cradles_of_three_to_ten)
{
    static const char *const breaking[] = {"generalized_reflections", "sequential_index",
                                           "sequential_speed"};
    for (int policy = 0; policy < 3; policy++) {
        const carom_setting settings[] = {{"impact_policy", breaking[policy]}, {NULL, NULL}};
        for (int balls = 3; balls <= 10; balls++) {
            for (int moving = 1; moving <= 2; moving++) {
                carom_problem scene;
                outcome run;
                touching_row(&scene, balls, moving, 1);
                run = run_scene(&scene, "impulse", settings, 3);
                for (int k = 0; k < balls; k++) {
                    assert_near(run.sample.vx_mps[k], k >= balls - moving, 1e-13);
                }
                outcome_free(&run);
                carom_problem_free(&scene);
            }
        }
    }
}
END_TEST

/* Newton's restitution for all contacts at once: of N balls, the first comes in at speed 1. It
 * leaves at 2/N - 1, all others at 2/N: (-1/3, 2/3, 2/3) for three. */
START_TEST(newtons_cradle_does_not_break_away)
{
    const carom_setting settings[] = {{"impact_policy", "newton_lcp"}, {NULL, NULL}};
    for (int balls = 3; balls <= 10; balls++) {
        carom_problem scene;
        outcome run;
        touching_row(&scene, balls, 1, 1);
        run = run_scene(&scene, "impulse", settings, 3);
        for (int k = 0; k < balls; k++) {
            assert_near(run.sample.vx_mps[k], 2.0 / balls - (k == 0), 1e-13);
        }
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-14);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A ball falls from H and bounces with e. The n-th bounce is at sqrt(2H/g)(1 + 2(e+...+e^(n-1))).
 * All bounces end at sqrt(2H/g)(1+e)/(1-e), where an event-driven run must stop. */
START_TEST(bouncing_ball_and_its_collapse)
{
    const double e = 0.8, g = 9.8, h = 0.9, fall = sqrt(2 * h / g);
    double t = fall, pause = 2 * fall;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_WALLS);
    scene.gravity_mps2.y = -g;
    scene.restitution.ball_wall = e;
    scene_add(&scene, 1, 1, 0, 0, 0.1, 1);
    run = run_sliced(&scene, "impulse", NULL, 30, 1);
    ck_assert_int_eq(run.status, CAROM_COLLAPSE);
    ck_assert_ptr_nonnull(strstr(run.error.text, "inelastic collapse"));
    ck_assert_uint_gt(run.log.count, 100);
    for (size_t k = 0; k < 60; k++) {
        assert_near(run.log.item[k].t_s, t, 1e-13);
        pause *= e;
        t += pause;
    }
    assert_near(run.log.item[run.log.count - 1].t_s, fall * (1 + e) / (1 - e), 1e-12);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Three balls on a line collapse for e < 7 - 4 sqrt(3) = 0.0718. Just above, the cascade is finite
 * but ends far below rounding. */
START_TEST(collapse_of_three_balls_on_a_line)
{
    const double e[] = {0.03, 0.0717, 0.08, 0.2};
    const bool collapses[] = {true, true, false, false};
    for (int k = 0; k < 4; k++) {
        const carom_setting *settings[] = {NULL, sequential};
        for (int policy = 0; policy < 2; policy++) {
            carom_problem scene;
            outcome run;
            scene_init(&scene, CAROM_OPEN);
            scene.restitution.ball_ball = e[k];
            scene_add(&scene, 0, 0, 1, 0, 0.1, 1);
            scene_add(&scene, 0.7, 0, 0, 0, 0.1, 1);
            scene_add(&scene, 1.4, 0, -1, 0, 0.1, 1);
            scene.ball[1].x_m = 0.6;
            run = run_sliced(&scene, "impulse", settings[policy], 30, 1);
            ck_assert_msg((run.status == CAROM_COLLAPSE) == collapses[k],
                          "e = %g, policy %d: status %d after %zu collisions", e[k], policy,
                          (int)run.status, run.log.count);
            outcome_free(&run);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* The TC model prevents collapse: three balls below the limit, and a ball on a floor that keeps
 * bouncing with a flight time of about t_c. The energy budget still closes. */
START_TEST(tc_model_ends_the_collapse)
{
    const carom_setting tc[] = {{"collapse", "tc"}, {"tc_s", "1e-4"}, {NULL, NULL}};
    const double e = 0.8, g = 9.8;
    double energy = 0;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.restitution.ball_ball = 0.03;
    scene_add(&scene, 0, 0, 1, 0, 0.1, 1);
    scene_add(&scene, 0.6, 0, 0, 0, 0.1, 1);
    scene_add(&scene, 1.4, 0, -1, 0, 0.1, 1);
    run = run_scene(&scene, "impulse", tc, 30);
    ck_assert_uint_lt(run.log.count, 40);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-14);
    assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-14);
    ck_assert(run.sample.vx_mps[0] <= run.sample.vx_mps[1] &&
              run.sample.vx_mps[1] <= run.sample.vx_mps[2]);
    outcome_free(&run);
    carom_problem_free(&scene);
    scene_init(&scene, CAROM_WALLS);
    scene.gravity_mps2.y = -g;
    scene.restitution.ball_wall = e;
    scene_add(&scene, 1, 1, 0, 0, 0.1, 1);
    run = run_scene(&scene, "impulse", tc, 6);
    for (size_t k = run.log.count - 100; k < run.log.count; k++) {
        double flight = run.log.item[k].t_s - run.log.item[k - 1].t_s;
        ck_assert(flight < 1e-4 && flight >= e * 1e-4 * (1 - 1e-6));
        assert_near(run.log.item[k].dissipated_J, 0, 0);
        energy = 0.5 * pow(g * flight / 2, 2);
    }
    assert_near(run.sample.ledger.kinetic_J + run.sample.ledger.potential_J + g * (0.635 - 0.1),
                energy, 1e-12);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-10);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Below a given impact speed a ball rests on the floor. Another one falls on it and lifts it off.
 * The budget accounts for the energy, and the wall for the weight. */
START_TEST(coming_to_rest_on_a_floor)
{
    const carom_setting rest[] = {{"collapse", "rest"}, {"rest_speed_mps", "0.01"}, {NULL, NULL}};
    const double e = 0.8, g = 9.8, h = 0.9;
    carom_problem scene;
    outcome run;
    size_t bounces = 0;
    double v = sqrt(2 * g * h);
    scene_init(&scene, CAROM_WALLS);
    scene.gravity_mps2.y = -g;
    scene.restitution = (carom_restitution){e, e};
    scene_add(&scene, 1, 1, 0.05, 0, 0.1, 0.3);
    run = run_scene(&scene, "impulse", rest, 8);
    for (; v >= 0.01; v *= e) {
        bounces++;
    }
    ck_assert_uint_eq(run.log.count, bounces + 1); /* the last bounce ends at rest */
    assert_near(run.log.item[bounces].separation_mps, 0, 1e-15);
    assert_same(run.sample.vy_mps[0], 0);
    assert_same(run.sample.y_m[0], 0.1);
    assert_near(run.sample.x_m[0], 1.4, 1e-13); /* it keeps sliding */
    assert_near(run.sample.ledger.dissipated_J, 0.3 * g * h, 1e-13);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-12);
    assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-12);
    assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-12);
    outcome_free(&run);
    carom_problem_free(&scene);
    /* the second ball moves just above the floor and hits the resting one from the side and above
     */
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = 4;
    scene.gravity_mps2.y = -g;
    scene.restitution = (carom_restitution){0.9, 0.5};
    scene_add(&scene, 3, 0.1, 0, 0, 0.1, 0.3);
    scene_add(&scene, 1.2, 0.9, 4, 0, 0.1, 0.3);
    run = run_scene(&scene, "impulse", rest, 3);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-12);
    assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-12);
    {
        bool met = false;
        for (size_t k = 0; k < run.log.count && !met; k++) {
            const carom_collision *c = &run.log.item[k];
            met = !c->wall;
            if (met) { /* one falls, the other rests: a parabola, with a closed form for the fall */
                double t = c->t_s, x = 1.2 + 4 * t, y = 0.9 - 0.5 * g * t * t;
                assert_near(hypot(3 - x, y - 0.1), 0.2, 1e-12);
                ck_assert_double_gt(y, 0.1);
            }
        }
        ck_assert(met);
    }
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* A decelerated ball among four walls follows its folded path until it stops. Position at any t,
 * time and place of the stop, and lost energy match the closed form. */
START_TEST(decelerated_ball_among_walls)
{
    const double g = 9.80665, r = 0.05, m = 0.17;
    const double resistance[] = {0.01, 0, 0.01}, drag[] = {0, 0.002, 0.002};
    for (int k = 0; k < 3; k++) {
        double a = resistance[k] * g, b = drag[k] / r, vx = 1.7, vy = -1.15, v0 = hypot(vx, vy);
        for (double t = 0.7; t < 40; t *= 1.9) {
            double stop = b > 0 ? atan(v0 * sqrt(b / a)) / sqrt(a * b) : v0 / a, s, v;
            carom_problem scene;
            outcome run;
            if (a == 0) {
                stop = INFINITY;
                s = log(1 + b * v0 * t) / b;
                v = v0 / (1 + b * v0 * t);
            } else if (b == 0) {
                s = t < stop ? v0 * t - 0.5 * a * t * t : v0 * v0 / (2 * a);
                v = t < stop ? v0 - a * t : 0;
            } else {
                double th0 = atan(v0 * sqrt(b / a)), th = th0 - sqrt(a * b) * fmin(t, stop);
                s = log(cos(th) / cos(th0)) / b;
                v = t < stop ? sqrt(a / b) * tan(th) : 0;
            }
            scene_init(&scene, CAROM_WALLS);
            scene.rolling_resistance = resistance[k];
            scene.air_drag = drag[k];
            scene_add(&scene, 0.3, 0.35, vx, vy, r, m);
            run = run_scene(&scene, "impulse", NULL, t);
            assert_near(run.sample.x_m[0], folded(0.3, vx / v0, r, 2.54, s), 1e-12 * (1 + s));
            assert_near(run.sample.y_m[0], folded(0.35, vy / v0, r, 1.27, s), 1e-12 * (1 + s));
            assert_near(hypot(run.sample.vx_mps[0], run.sample.vy_mps[0]), v, 1e-13);
            assert_near(run.sample.ledger.dissipated_J, 0.5 * m * (v0 * v0 - v * v), 1e-13);
            assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-13);
            if (t > stop) { /* it stays at rest */
                assert_same(run.sample.vx_mps[0] + 0.0, 0);
                assert_same(run.sample.ledger.kinetic_J, 0);
            }
            outcome_free(&run);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* Under the same gravity, the relative motion of two balls is straight. */
START_TEST(pair_falls_together)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.gravity_mps2.x = 0.7;
    scene.gravity_mps2.y = -3.1;
    scene_add(&scene, 0, 0, 1.3, 0.2, 0.1, 2);
    scene_add(&scene, 1.5, 0, 0, 0.2, 0.1, 3);
    run = run_scene(&scene, "impulse", NULL, 5);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.log.item[0].t_s, 1.0, 1e-14);
    assert_near(run.log.item[0].approach_mps, 1.3, 1e-14);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-12);
    assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-12);
    assert_near(run.sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-11);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* The centre is reflected at the line: the table is larger by r on every side. */
START_TEST(walls_reflect_centres)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_WALLS);
    scene.wall_contact = CAROM_CENTRE;
    scene_add(&scene, 1, 0.4, 0.7, 0, 0.2, 1);
    run = run_scene(&scene, "impulse", NULL, 3);
    assert_near(run.log.item[0].t_s, (2.54 - 1) / 0.7, 1e-15 * 4);
    assert_near(run.sample.x_m[0], 2.54 - (0.7 * 3 - 1.54), 1e-15 * 8);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* A ball crosses the edge of a periodic table and hits another one. */
START_TEST(periodic_collision_across_the_edge)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_PERIODIC);
    scene_add(&scene, 2.3, 0.6, 0.8, 0, 0.1, 1);
    scene_add(&scene, 0.3, 0.6, 0, 0, 0.1, 1);
    run = run_scene(&scene, "impulse", NULL, 1);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.log.item[0].t_s, (0.3 + 2.54 - 2.3 - 0.2) / 0.8, 1e-15);
    assert_near(run.sample.vx_mps[1], 0.8, 1e-15);
    assert_near(run.sample.x_m[0], 0.1, 1e-15);
    ck_assert(isnan(run.sample.ledger.angular_momentum_kgm2ps));
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* From 4096 balls on, the solver prefetches memory. The result must not depend on it: the same
 * balls with and without many fixed ones that no ball reaches. */
START_TEST(prefetching_changes_nothing)
{
    enum { FEW = 1500, MANY = 4200 };
    carom_problem few, many;
    outcome alone, cluster;
    scene_random(&few, 77, FEW, CAROM_WALLS);
    few.height_m = 4;
    ck_assert_int_eq(carom_problem_copy(&many, &few, NULL), CAROM_OK);
    for (size_t i = FEW; i < MANY; i++) { /* above all moving balls */
        scene_add(&many, 0.02 + 0.025 * (double)(i % 100), 3.2 + 0.025 * (double)(i / 100 % 30), 0,
                  0, 0.005, 1);
    }
    alone = run_scene(&few, "impulse", NULL, 0.1);
    cluster = run_scene(&many, "impulse", NULL, 0.1);
    ck_assert_uint_gt(alone.log.count, 500);
    ck_assert_uint_eq(alone.log.count, cluster.log.count);
    for (size_t i = 0; i < FEW; i++) {
        assert_near(cluster.sample.x_m[i], alone.sample.x_m[i], 1e-9);
        assert_near(cluster.sample.vy_mps[i], alone.sample.vy_mps[i], 1e-9);
    }
    outcome_free(&alone);
    outcome_free(&cluster);
    carom_problem_free(&few);
    carom_problem_free(&many);
}
END_TEST

TEST_MAIN("impulse physics", one_ball_in_a_box_after_a_thousand_seconds,
          unequal_masses_oblique_inelastic, cradle_one_in_one_out, cradles_of_three_to_ten,
          newtons_cradle_does_not_break_away, bouncing_ball_and_its_collapse,
          collapse_of_three_balls_on_a_line, tc_model_ends_the_collapse, coming_to_rest_on_a_floor,
          decelerated_ball_among_walls, pair_falls_together, walls_reflect_centres,
          periodic_collision_across_the_edge, prefetching_changes_nothing)
