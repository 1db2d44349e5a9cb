/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The 128-bit reference against exact rationals and closed forms; then doubles against the
 * reference. Its three discs are in test_simultaneous.c, its tables in test_boundaries.c. */
#include "scenes.h"

/* 'carom help theory', sources, book: ma = 2, va = 3, mb = 1, vb = 1, e = 1/2 leave (2, 3). All
 * numbers are dyadic, so the results are exact. */
START_TEST(unequal_masses_exactly)
{
    const carom_problem *scene = new_scene("open; e 0.5; r 0.25; ball 0 0.25 3 0 m 2;"
                                           "ball 2 0.25 1 0 m 1");
    outcome *run = run_until(1.75, scene, "oracle"); /* 1.5 m at 2 m/s: contact at 0.75 s */
    assert_same(run->sample.vx_mps[0], 2);
    assert_same(run->sample.vx_mps[1], 3);
    assert_same(run->sample.x_m[0], 0.75 * 3 + 2);
    assert_same(run->sample.x_m[1], 2 + 0.75 + 3);
    assert_same(run->log.item[0].t_s, 0.75);
    assert_same(run->sample.ledger.dissipated_J, 0.5 * (2 * 9 + 1) - 0.5 * (2 * 4 + 9));
}
END_TEST

/* 'carom help theory', motion: x = r + fold(x0 - r + v t; L - 2r) in dyadic numbers, exact after a
 * million bounces. */
START_TEST(one_ball_in_a_box)
{
    const carom_problem *scene = new_scene("walls 1.25 1.25; ball 0.5 0.5 0.75 0.625 r 0.125 m 1");
    outcome *run = run_until(65536.5, scene, "oracle"); /* path 49152.375 = 2 24576 + 0.375 */
    assert_same(run->sample.x_m[0], 0.125 + 0.75);
    /* 40960.3125: an even number of lengths */
    assert_same(run->sample.y_m[0], 0.125 + (0.375 + 0.3125));
    assert_same(run->sample.vx_mps[0], 0.75);
}
END_TEST

/* A ball dropped on a floor bounces to e^2 of its height. Bounce k is at sqrt(2h/g) (1 + 2 (e +
 * ... + e^(k-1))), and all end at 0.5 (1 + e)/(1 - e) = 1.5 s ('carom help theory', collapse). */
START_TEST(bouncing_ball)
{
    const carom_problem *scene = new_scene("g 0 -8; e 0.5; ball 1 1.125 0 0 r 0.125 m 1");
    const double fall = 0.5; /* sqrt(2/8) */
    double t = fall, power = 1;
    outcome *run = run_until(1.4999, scene, "oracle");
    ck_assert_uint_gt(run->log.count, 10);
    for (size_t k = 0; k < run->log.count; k++) {
        assert_same(run->log.item[k].t_s, t);
        assert_same(run->log.item[k].separation_mps, 2 * power);
        power *= 0.5;
        t += 2 * fall * power;
    }
    ck_assert_int_eq(try_until(2, 1, scene, "oracle")->status, CAROM_COLLAPSE);
}
END_TEST

static carom_problem *break_shot(void)
{
    carom_problem *scene = new_scene("walls; ball 0.635 0.6353 6 0");
    add_rack(scene, 1.905, 0.635, 0.05715);
    return scene;
}

/* Doubles lose as many digits as the reference reports. The distance of the event-driven solver is
 * 2^-53 times 10^lost, until it reaches the size of a ball. Its rounding errors are up to a hundred
 * times smaller than the perturbation of all balls by one unit. */
START_TEST(doubles_lose_the_predicted_digits)
{
    const carom_problem *scene = break_shot();
    carom_solver *oracle = new_solver(scene, "oracle"), *impulse = new_solver(scene, "impulse");
    carom_report report;
    int compared = 0;
    for (int k = 2; k <= 24; k++) {
        double worst = 0;
        assert_ok(carom_solver_advance(oracle, 0.25 * k, NULL));
        assert_ok(carom_solver_advance(impulse, 0.25 * k, NULL));
        const carom_sample *exact = sample_of(oracle, scene), *rounded = sample_of(impulse, scene);
        carom_solver_report(oracle, &report);
        for (size_t i = 0; i < scene->count; i++) {
            worst = fmax(worst,
                         hypot(exact->x_m[i] - rounded->x_m[i], exact->y_m[i] - rounded->y_m[i]));
        }
        if (worst < 0.1 * 0.028575) {
            double lost = log10(worst / 2.5) + 53 * log10(2);
            ck_assert_double_gt(report.lost_digits, lost - 1);
            ck_assert_double_lt(report.lost_digits, lost + 3);
            compared++;
        }
    }
    ck_assert_int_gt(compared, 12);
}
END_TEST

/* Clusters of several shapes: a cradle, a tight rack with unequal masses and e < 1, balls at walls
 * and fixed balls. The event-driven solver in doubles agrees with the reference within rounding. */
START_TEST(clusters_agree_with_the_impulse_solver)
{
    /* radii of 0.25: the sums of the radii are exact, so the balls touch */
    carom_problem *scenes[] = {
        new_scene("open; r 0.25; ball 0 0 1 0 m 1; ball 0.5 0 1 0 m 1.25; ball 1 0 m 1.5;"
                  "ball 1.5 0 m 1; ball 2 0 m 1.25; ball 2.5 0 m 1.5"),
        break_shot(), break_shot(), break_shot()};
    for (size_t i = 0; i < scenes[2]->count; i++) {
        scenes[2]->ball[i].mass_kg = 0.1 + 0.013 * (double)((7 * i) % 5);
    }
    scenes[2]->restitution.ball_ball = 0.8;
    scenes[3]->ball[13].fixed = true;
    scenes[3]->ball[0].y_m = 0.64;
    for (int kind = 0; kind < 4; kind++) {
        outcome *a = run_until(0.25, scenes[kind], "oracle"),
                *b = run_until(0.25, scenes[kind], "impulse");
        ck_assert_uint_ge(a->log.count, 4);
        for (size_t i = 0; i < scenes[kind]->count; i++) {
            assert_near(b->sample.vx_mps[i], a->sample.vx_mps[i], 1e-12);
            assert_near(b->sample.vy_mps[i], a->sample.vy_mps[i], 1e-12);
        }
        assert_near(a->sample.ledger.energy_residual_J, 0, 1e-14);
        assert_near(a->sample.ledger.momentum_residual_kgmps, 0, 1e-14);
    }
}
END_TEST

static void assert_same_sequences(const outcome *a, const outcome *b)
{
    ck_assert_uint_eq(a->log.count, b->log.count);
    for (size_t k = 0; k < a->log.count; k++) {
        ck_assert_uint_eq(a->log.item[k].a, b->log.item[k].a);
        ck_assert_uint_eq(a->log.item[k].b, b->log.item[k].b);
        assert_near(a->log.item[k].t_s, b->log.item[k].t_s, 1e-9);
    }
}

/* Paths with roots of degree 4 and more: falling balls in arcs, at corners and fixed balls; and
 * balls that slow down by rolling resistance and drag, whose paths the event-driven solver has in
 * closed form and the reference as Taylor series. */
START_TEST(curved_paths_agree_with_the_impulse_solver)
{
    static const char *const tables[] = {"circle 0.8",
                                         "stadium 0.9 0.6",
                                         "polygon 0 0 1.9 0 1.9 1.3 1.1 1.3 1 0.8 0.9 1.3 0 1.3",
                                         "walls 1.9 1.3",
                                         "periodic 1.9 1.3",
                                         "open 1.9 1.3"};
    static const char *const forces[] = {"g 0.3 -1.7", "roll 0.07 9.81", "drag 0.02",
                                         "roll 0.04 9.81; drag 0.03"};
    static const char balls[] = "e 0.9 0.8; ball 0.35 0.6 1.1 0.7 r 0.05 m 0.2;"
                                "ball 0.6 0.45 -0.9 0.4 r 0.07 m 0.5; fixed 0.8 0.7 r 0.06;"
                                "ball 1.1 0.6 -1.3 -0.8 r 0.04 m 0.1; ball 0.7 0.25 r 0.05 m 0.3";
    for (size_t k = 0; k < 24; k++) {
        carom_problem *scene = new_scene("%s; %s; %s", tables[k % 6], forces[k / 6], balls);
        outcome *a = run_until(1.5, scene, "oracle"), *b = run_until(1.5, scene, "impulse");
        test_set_subject("%s; %s", tables[k % 6], forces[k / 6]);
        ck_assert_uint_ge(a->log.count, 1);
        assert_same_sequences(a, b);
        for (size_t i = 0; i < scene->count; i++) {
            assert_near(b->sample.x_m[i], a->sample.x_m[i], 1e-9);
            assert_near(b->sample.vy_mps[i], a->sample.vy_mps[i], 1e-9);
        }
        assert_near(a->sample.ledger.energy_residual_J, 0, 1e-14);
        assert_near(a->sample.ledger.momentum_residual_kgmps, 0, 1e-14);
    }
}
END_TEST

TEST_MAIN("oracle", unequal_masses_exactly, one_ball_in_a_box, bouncing_ball,
          doubles_lose_the_predicted_digits, clusters_agree_with_the_impulse_solver,
          curved_paths_agree_with_the_impulse_solver)
