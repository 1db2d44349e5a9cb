/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arbitrary-precision reference against exact rationals and closed forms; then doubles against
 * the reference. */
#include "support.h"

static const carom_setting none[] = {{NULL, NULL}};

/* 'carom help sources', book: ma = 2, va = 3, mb = 1, vb = 1, e = 1/2 leave (2, 3). All numbers
 * are dyadic, so the results are exact. */
START_TEST(unequal_masses_exactly)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene.restitution.ball_ball = 0.5;
    scene_add(&scene, 0, 0.25, 3, 0, 0.25, 2);
    scene_add(&scene, 2, 0.25, 1, 0, 0.25, 1);
    run = run_scene(&scene, "oracle", none, 1.75); /* a gap of 1.5 m at 2 m/s: contact at 0.75 s */
    assert_same(run.sample.vx_mps[0], 2);
    assert_same(run.sample.vx_mps[1], 3);
    assert_same(run.sample.x_m[0], 0.75 * 3 + 2);
    assert_same(run.sample.x_m[1], 2 + 0.75 + 3);
    assert_same(run.log.item[0].t_s, 0.75);
    assert_same(run.sample.ledger.dissipated_J, 0.5 * (2 * 9 + 1) - 0.5 * (2 * 4 + 9));
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* 'carom help theory', impacts: cue -(3e)/5 + ... = 1 - 3 (1 + e)/5. The scene's coordinates are
 * rounded to doubles. */
START_TEST(three_discs)
{
    static const double e[] = {1, 0.5, 0};
    for (int k = 0; k < 3; k++) {
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_OPEN);
        scene.restitution.ball_ball = e[k];
        scene_add(&scene, -1.5, 0, 1, 0, 0.5, 1);
        scene_add(&scene, 0.5 * sqrt(3), 0.5, 0, 0, 0.5, 1);
        scene_add(&scene, 0.5 * sqrt(3), -0.5, 0, 0, 0.5, 1);
        run = run_scene(&scene, "oracle", none, 2);
        assert_near(run.sample.vx_mps[0], 1 - 0.6 * (1 + e[k]), 4e-16);
        assert_near(run.sample.vy_mps[0], 0, 4e-16);
        assert_near(run.sample.vx_mps[1], 0.3 * (1 + e[k]), 4e-16);
        assert_near(run.sample.vy_mps[1], 0.1 * sqrt(3) * (1 + e[k]), 4e-16);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* 'carom help theory', motion: x = r + fold(x0 - r + v t; L - 2r) in dyadic numbers, exact after a
 * million bounces. */
START_TEST(one_ball_in_a_box)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_WALLS);
    scene.width_m = 1.25;
    scene.height_m = 1.25;
    scene_add(&scene, 0.5, 0.5, 0.75, 0.625, 0.125, 1);
    run = run_scene(&scene, "oracle", none, 65536.5); /* path 49152.375 = 2 24576 + 0.375 */
    assert_same(run.sample.x_m[0], 0.125 + 0.75);
    /* 40960.3125: an even number of lengths */
    assert_same(run.sample.y_m[0], 0.125 + (0.375 + 0.3125));
    assert_same(run.sample.vx_mps[0], 0.75);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* A ball dropped on a floor bounces to e^2 of its height. Bounce k is at sqrt(2h/g) (1 + 2 (e +
 * ... + e^(k-1))). */
START_TEST(bouncing_ball)
{
    carom_problem scene;
    outcome run;
    double fall, t, power = 1;
    carom_error error = {0};
    carom_solver *solver;
    scene_init(&scene, CAROM_WALLS);
    scene.gravity_mps2.y = -8;
    scene.restitution.ball_wall = 0.5;
    scene_add(&scene, 1, 1.125, 0, 0, 0.125, 1);
    fall = t = 0.5; /* sqrt(2/8) */
    run = run_scene(&scene, "oracle", none, 1.4999);
    ck_assert_uint_gt(run.log.count, 10);
    for (size_t k = 0; k < run.log.count; k++) {
        assert_same(run.log.item[k].t_s, t);
        assert_same(run.log.item[k].separation_mps, 2 * power);
        power *= 0.5;
        t += 2 * fall * power;
    }
    outcome_free(&run);
    /* 'carom help theory', collapse: all bounces end at 0.5 (1 + e)/(1 - e) = 1.5 s */
    solver = carom_solver_new(&scene, "oracle", none, &error);
    ck_assert_int_eq(carom_solver_advance(solver, 2, &error), CAROM_COLLAPSE);
    carom_solver_free(solver);
    carom_problem_free(&scene);
}
END_TEST

static void scene_break(carom_problem *scene)
{
    double row = 0.05715 * 0.86602540378443865, x = 1.905;
    scene_init(scene, CAROM_WALLS);
    scene_add(scene, 0.635, 0.6353, 6, 0, 0.028575, 0.17);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k <= i; k++) {
            scene_add(scene, x + i * row, 0.635 + 0.05715 * (k - 0.5 * i), 0, 0, 0.028575, 0.17);
        }
    }
}

/* The initial precision changes no bit of the result, and an insufficient one is detected. */
START_TEST(doubled_precision_changes_no_digit)
{
    const carom_setting low[] = {{"precision_bits", "128"}, {NULL, NULL}};
    const carom_setting high[] = {{"precision_bits", "2048"}, {NULL, NULL}};
    carom_problem scene;
    outcome a, b;
    scene_break(&scene);
    a = run_scene(&scene, "oracle", low, 12);
    b = run_scene(&scene, "oracle", high, 12);
    ck_assert_double_gt(a.report.lost_digits, 20); /* so 128 bits are far too few */
    ck_assert_double_gt(a.report.precision_bits, 256);
    ck_assert_uint_eq(a.log.count, b.log.count);
    for (size_t k = 0; k < a.log.count; k++) {
        assert_same(a.log.item[k].t_s, b.log.item[k].t_s);
        assert_same(a.log.item[k].impulse_Ns, b.log.item[k].impulse_Ns);
    }
    for (size_t i = 0; i < scene.count; i++) {
        assert_same(a.sample.x_m[i], b.sample.x_m[i]);
        assert_same(a.sample.vy_mps[i], b.sample.vy_mps[i]);
    }
    outcome_free(&a);
    outcome_free(&b);
    carom_problem_free(&scene);
}
END_TEST

/* Doubles lose as many digits as the reference reports. The distance of the event-driven solver is
 * 2^-53 times 10^lost within two digits, until it reaches the size of a ball. */
START_TEST(doubles_lose_the_predicted_digits)
{
    carom_problem scene;
    carom_error error = {0};
    carom_sample exact, rounded;
    carom_solver *oracle, *impulse;
    carom_report report;
    int compared = 0;
    scene_break(&scene);
    oracle = carom_solver_new(&scene, "oracle", none, &error);
    impulse = carom_solver_new(&scene, "impulse", none, &error);
    assert_ok(carom_sample_init(&exact, scene.count, &error));
    assert_ok(carom_sample_init(&rounded, scene.count, &error));
    for (int k = 2; k <= 24; k++) {
        double worst = 0;
        assert_ok(carom_solver_advance(oracle, 0.25 * k, &error));
        assert_ok(carom_solver_advance(impulse, 0.25 * k, &error));
        carom_solver_sample(oracle, &exact);
        carom_solver_sample(impulse, &rounded);
        carom_solver_report(oracle, &report);
        for (size_t i = 0; i < scene.count; i++) {
            worst = fmax(worst,
                         hypot(exact.x_m[i] - rounded.x_m[i], exact.y_m[i] - rounded.y_m[i]));
        }
        if (worst < 0.1 * 0.028575) {
            assert_near(log10(worst / 2.5) + 53 * log10(2), report.lost_digits, 2);
            compared++;
        }
    }
    ck_assert_int_gt(compared, 12);
    carom_sample_free(&exact);
    carom_sample_free(&rounded);
    carom_solver_free(oracle);
    carom_solver_free(impulse);
    carom_problem_free(&scene);
}
END_TEST

/* Clusters of several shapes: a cradle, a tight rack with unequal masses and e < 1, balls at walls
 * and fixed balls. The event-driven solver in doubles agrees with the reference within rounding. */
START_TEST(clusters_agree_with_the_impulse_solver)
{
    for (int kind = 0; kind < 4; kind++) {
        carom_problem scene;
        outcome a, b;
        if (kind == 0) {
            scene_init(&scene, CAROM_OPEN);
            for (int i = 0; i < 6;
                 i++) { /* 0.25: the sums of the radii are exact, so the balls touch */
                scene_add(&scene, 0.5 * i, 0, i < 2 ? 1.0 : 0.0, 0, 0.25, 1 + 0.25 * (i % 3));
            }
        } else {
            scene_break(&scene);
        }
        for (size_t i = 0; kind == 2 && i < scene.count; i++) {
            scene.ball[i].mass_kg = 0.1 + 0.013 * (double)((7 * i) % 5);
        }
        scene.restitution.ball_ball = kind == 2 ? 0.8 : 1;
        if (kind == 3) {
            scene.ball[13].fixed = true;
            scene.ball[0].y_m = 0.64;
        }
        a = run_scene(&scene, "oracle", none, 0.25);
        b = run_scene(&scene, "impulse", none, 0.25);
        ck_assert_uint_ge(a.log.count, 4);
        for (size_t i = 0; i < scene.count; i++) {
            assert_near(b.sample.vx_mps[i], a.sample.vx_mps[i], 1e-12);
            assert_near(b.sample.vy_mps[i], a.sample.vy_mps[i], 1e-12);
        }
        assert_near(a.sample.ledger.energy_residual_J, 0, 1e-14);
        assert_near(a.sample.ledger.momentum_residual_kgmps, 0, 1e-14);
        outcome_free(&a);
        outcome_free(&b);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Many small scenes on every kind of table: the same collision sequence as the event-driven solver
 * while doubles suffice. */
START_TEST(agrees_with_the_impulse_solver)
{
    static const int boundaries[] = {CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN};
    for (uint64_t seed = 1; seed <= 12; seed++) {
        carom_problem scene;
        outcome a, b;
        scene_random(&scene, seed, 12, boundaries[seed % 3]);
        scene.restitution = (carom_restitution){0.9, 0.8};
        if (seed % 2 == 0 && seed % 3 != 1) { /* a height has no meaning on a periodic table */
            scene.gravity_mps2.x = 0.3;
            scene.gravity_mps2.y = -0.7;
        }
        scene.wall_contact = seed % 4 == 3 ? CAROM_CENTRE : CAROM_SURFACE;
        a = run_scene(&scene, "oracle", none, 0.6);
        b = run_scene(&scene, "impulse", none, 0.6);
        ck_assert_uint_gt(a.log.count, 0);
        ck_assert_uint_eq(a.log.count, b.log.count);
        for (size_t k = 0; k < a.log.count; k++) {
            ck_assert_uint_eq(a.log.item[k].a, b.log.item[k].a);
            ck_assert_uint_eq(a.log.item[k].b, b.log.item[k].b);
            assert_near(a.log.item[k].t_s, b.log.item[k].t_s, 1e-9);
        }
        assert_near(a.sample.ledger.energy_residual_J, 0, 1e-14);
        assert_near(a.sample.ledger.momentum_residual_kgmps, 0, 1e-14);
        outcome_free(&a);
        outcome_free(&b);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("oracle", unequal_masses_exactly, three_discs, one_ball_in_a_box, bouncing_ball,
          doubled_precision_changes_no_digit, doubles_lose_the_predicted_digits,
          clusters_agree_with_the_impulse_solver, agrees_with_the_impulse_solver)
