/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published loops in numbers: each source as it runs, and each error corrected separately. */
#include "support.h"

typedef struct {
    char frame[32], factor[32];
    carom_setting list[10];
    size_t count;
} loop;

static const carom_setting *with(loop *l, const char *key, const char *value)
{
    l->list[l->count++] = (carom_setting){key, value};
    l->list[l->count] = (carom_setting){NULL, NULL};
    return l->list;
}

static const carom_setting *of(loop *l, const char *source, double frame_s)
{
    l->count = 0;
    snprintf(l->frame, sizeof l->frame, "%.17g", frame_s);
    with(l, "source", source);
    return with(l, "frame_s", l->frame);
}

static void release(outcome *run, carom_problem *scene)
{
    outcome_free(run);
    carom_problem_free(scene);
}

/* ---- the blog's clock ---- */

static void touching(carom_problem *scene)
{
    scene_init(scene, CAROM_WALLS);
    scene->width_m = 2;
    scene->height_m = 1;
    scene_add(scene, 1.15, 0.5, 1, 0, 0.25, 1);
    scene_add(scene, 1.65, 0.5, 0, 0, 0.25, 1);
}

/* Two balls in contact, one approaching the other. The loop sees the contact a frame late, or
 * after the reflection at the wall. Computed by hand: frames T below 0.6 s see the pair after T
 * with the time -T and an overlap of T. Those of 0.1 s see it once more on the way back (those of
 * 1/60 s reach contact between two frames). Frames of at least 0.5 s see it after the reflection
 * at 0.6 s, with -0.4 s. The tolerance covers 120 sums of numbers below 2. */
START_TEST(blog_clock_gains_time)
{
    static const struct {
        double frame_s, overlap_m, simulated_s, x[2], vx[2];
    } expected[] = {{1. / 60, 1. / 60, 2 + 1. / 60, {1.15, 1 + 2. / 3}, {1, 0}},
                    {0.1, 0.1, 2.2, {1.15, 1.65}, {1, 0}},
                    {0.5, 0.4, 2.4, {1.75, 0.65}, {0, 1}},
                    {2, 0.4, 2.4, {1.75, 0.65}, {0, 1}}};
    for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
        loop l;
        carom_problem scene;
        outcome run;
        touching(&scene);
        run = run_scene(&scene, "published", of(&l, "blog_2013", expected[k].frame_s), 2);
        assert_near(run.report.max_overlap_m, expected[k].overlap_m, 1e-14);
        assert_near(run.report.simulated_s, expected[k].simulated_s, 1e-13);
        for (int i = 0; i < 2; i++) {
            assert_near(run.sample.x_m[i], expected[k].x[i], 1e-13);
            assert_same(run.sample.vx_mps[i], expected[k].vx[i]);
        }
        /* the budget does not show the error */
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-15);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-15);
        outcome_free(&run);
        /* corrected: no gained time, no overlap */
        run = run_scene(&scene, "published", with(&l, "clock", "right"), 2);
        assert_near(run.report.simulated_s, 2, 1e-14);
        assert_near(run.report.max_overlap_m, 0, 1e-15);
        /* they are in contact again at this instant: either may have the speed */
        assert_near(run.sample.x_m[0], 1.15, 1e-14);
        assert_near(run.sample.x_m[1], 1.65, 1e-14);
        release(&run, &scene);
    }
}
END_TEST

/* dx = 1.9, dv = -1, r1 + r2 = 2: t = -0.1. The balls collide where they are, and the frame of 1 s
 * becomes 1.1 s long. */
START_TEST(blog_negative_time)
{
    loop l;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 0, 0, 1, 1);
    scene_add(&scene, 1.9, 0, -1, 0, 1, 1);
    run = run_overlapping(&scene, "published", of(&l, "blog_2013", 1), 1);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.log.item[0].max_overlap_m, 0.1, 1e-15);
    assert_near(run.sample.x_m[0], -1.1, 1e-15);
    assert_near(run.sample.x_m[1], 1.9, 1e-15);
    assert_near(run.report.simulated_s, 1.1, 1e-15);
    release(&run, &scene);
}
END_TEST

/* Without the guard, a separating pair collides again and again. The number of events is limited,
 * and the error reports it. */
START_TEST(blog_without_guard)
{
    loop l;
    carom_problem scene;
    outcome run;
    touching(&scene);
    of(&l, "blog_2013", 0.1);
    run = run_sliced(&scene, "published", with(&l, "guard", "without"), 2, 1);
    ck_assert_int_eq(run.status, CAROM_COLLAPSE);
    ck_assert_msg(strstr(run.error.text,
                         "frame 2 at t = 0.1 s did not end: after 10200 events, 5100.1 s of its "
                         "0.1 s remain") != NULL,
                  "%s", run.error.text);
    assert_near(run.report.simulated_s, 0.1, 1e-15);
    assert_near(run.sample.x_m[0], 1.25, 1e-15); /* they stay where they are */
    release(&run, &scene);
}
END_TEST

/* One ball hits two at once. The loop resolves them in the order of the file: (-1/8, -sqrt(3)/8),
 * (3/4, sqrt(3)/4), (3/8, -sqrt(3)/8), mirrored for the other order. */
START_TEST(blog_order_of_the_file)
{
    const double root3 = sqrt(3);
    for (int swapped = 0; swapped < 2; swapped++) {
        double up = swapped ? -1 : 1;
        loop l;
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_OPEN);
        scene_add(&scene, -1, 0, 1, 0, 0.5, 1);
        scene_add(&scene, 0.5 * root3, 0.5 * up, 0, 0, 0.5, 1);
        scene_add(&scene, 0.5 * root3, -0.5 * up, 0, 0, 0.5, 1);
        run = run_scene(&scene, "published", of(&l, "blog_2013", 3), 3);
        assert_near(run.sample.vx_mps[0], -0.125, 1e-15);
        assert_near(run.sample.vy_mps[0], -0.125 * root3 * up, 1e-15);
        assert_near(run.sample.vx_mps[1], 0.75, 1e-15);
        assert_near(run.sample.vy_mps[1], 0.25 * root3 * up, 1e-15);
        assert_near(run.sample.vx_mps[2], 0.375, 1e-15);
        assert_near(run.sample.vy_mps[2], -0.125 * root3 * up, 1e-15);
        release(&run, &scene);
    }
}
END_TEST

/* ---- the blog's friction ---- */

/* Two balls collide and roll to a stop within 20 s; compared with the exact solver. The update is
 * of first order. After k updates x = sum v_k h. By Euler and Maclaurin, this error is h (v(0) -
 * v(T))/2, plus h/2 (a v + b v^3/3...) from the error of v': together at most h v(0)/2, 0.033 m at
 * 60 Hz for 4 m/s. Drag and resistance nearly cancel in this scene, which leaves some millimetres.
 * (An overlap test would add v h/2 per collision.) */
START_TEST(blog_friction_is_first_order)
{
    double off[3], residual[3];
    for (int k = 0; k < 3; k++) {
        loop l;
        carom_problem scene;
        outcome exact, run;
        scene_init(&scene, CAROM_OPEN);
        scene.rolling_resistance = 0.01;
        scene.air_drag = 0.003;
        scene_add(&scene, 0, 0, 2, 0, 0.028575, 0.17);
        scene_add(&scene, 1, 0, 0, 0, 0.028575, 0.17);
        exact = run_scene(&scene, "impulse", NULL, 20);
        run = run_scene(&scene, "published", of(&l, "blog_2013", 1. / 60 / (1 << k)), 20);
        ck_assert_uint_eq(run.log.count, 1);
        off[k] = fabs(run.sample.x_m[1] - exact.sample.x_m[1]);
        residual[k] = fabs(run.sample.ledger.energy_residual_J);
        assert_near(run.sample.vx_mps[1], 0, 0);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-12);
        outcome_free(&exact);
        release(&run, &scene);
    }
    printf("friction: off by %.3g, %.3g, %.3g m\n", off[0], off[1], off[2]);
    ck_assert_double_lt(off[0], 3e-3);
    assert_near(log2(off[0] / off[1]), 1, 0.1);
    assert_near(log2(off[1] / off[2]), 1, 0.1);
    assert_near(log2(residual[1] / residual[2]), 1, 0.1);
}
END_TEST

/* ---- the book ---- */

/* ma = 2, va = 3, mb = 1, vb = 1, e = 1/2: the right formula gives (2, 3), the printed one (2,
 * 5/2), the comment 9 + 1/2. The momentum error is that of the second ball. */
START_TEST(book_formulas)
{
    static const char *const formula[] = {"right", "printed", "comment"};
    const double expected[] = {3, 2.5, 9.5};
    for (int k = 0; k < 3; k++) {
        loop l;
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_OPEN);
        scene.restitution.ball_ball = 0.5;
        scene_add(&scene, 0, 0, 3, 0, 0.5, 2);
        scene_add(&scene, 0.753, 0, 1, 0, 0.5, 1);
        of(&l, "book", 0.01);
        run = run_overlapping(&scene, "published", with(&l, "second_formula", formula[k]), 0.01);
        ck_assert_uint_eq(run.log.count, 1);
        assert_near(run.sample.vx_mps[0], 2, 1e-15);
        assert_near(run.sample.vx_mps[1], expected[k], 1e-15);
        assert_near(run.sample.ledger.momentum_residual_kgmps, fabs(expected[k] - 3), 1e-14);
        assert_near(run.sample.x_m[0], 0.03 + 0.02, 1e-15); /* includes the extra move */
        assert_near(run.sample.x_m[1], 0.753 + 0.01 + 0.01 * expected[k], 1e-15);
        outcome_free(&run);
        run = run_overlapping(&scene, "published", with(&l, "extra_move", "without"), 0.01);
        assert_near(run.sample.x_m[0], 0.03, 1e-15);
        release(&run, &scene);
    }
}
END_TEST

/* The loop sees a contact when the centres are within 0.75 of the sum of the radii: at that
 * distance, or up to the path of a frame closer. */
START_TEST(book_contact_factor)
{
    static const char *const factor[] = {"0.75", "1"};
    for (int k = 0; k < 2; k++) {
        loop l;
        carom_problem scene;
        outcome run;
        double reach = k == 0 ? 0.75 : 1;
        scene_init(&scene, CAROM_OPEN);
        scene_add(&scene, 0, 0, 1, 0, 0.5, 1);
        scene_add(&scene, 1.3037, 0, 0, 0, 0.5, 1);
        of(&l, "book", 0.01);
        with(&l, "approach_test", "with");
        run = run_scene(&scene, "published",
                        k == 0 ? l.list : with(&l, "contact_factor", factor[k]), 1);
        ck_assert_uint_eq(run.log.count, 1);
        /* 1.3037 - 0.01 n <= reach */
        assert_near(run.log.item[0].max_overlap_m, 1 - reach + 0.0063, 1e-14);
        release(&run, &scene);
    }
}
END_TEST

/* A head-on pair of equal balls sticks, reversing again and again, for this fraction of the
 * sub-step offsets. The first pass leaves a gap of g = (e or, as printed, (1 + e)/2) v h per move,
 * at a depth of s v h. The pair sticks if s > g, or 2 g with the extra move. PHASES are the
 * centres of equal intervals, so the count is exact if the bound lies between two. */
START_TEST(book_sticking_balls)
{
    enum { PHASES = 1000 };
    static const char *const formula[] = {"right", "printed"}, *const move[] = {"with", "without"};
    const double e[] = {0.2, 0.5, 0.75};
    for (int k = 0; k < 12; k++) {
        double ek = e[k / 4], gap = k % 2 == 0 ? ek : 0.5 * (1 + ek);
        double expected = fmax(0, 1 - (k / 2 % 2 == 0 ? 2 : 1) * gap);
        int stuck = 0;
        for (int i = 0; i < PHASES; i++) {
            double s = (i + 0.5) / PHASES, h = 0.01;
            loop l;
            carom_problem scene;
            outcome run;
            scene_init(&scene, CAROM_OPEN);
            scene.restitution.ball_ball = ek;
            scene_add(&scene, 0, 0, 0.5, 0, 0.5, 1);
            scene_add(&scene, 0.75 + (3 - s) * h, 0, -0.5, 0, 0.5, 1);
            of(&l, "book", h);
            with(&l, "second_formula", formula[k % 2]);
            run = run_overlapping(&scene, "published", with(&l, "extra_move", move[k / 2 % 2]),
                                  0.4);
            stuck += run.sample.x_m[1] - run.sample.x_m[0] < 0.75 + 0.1 * h;
            ck_assert(run.log.count == 1 || run.log.count > 20);
            release(&run, &scene);
        }
        ck_assert_msg(stuck == (int)(expected * PHASES + 0.5),
                      "%s formula, %s the move, e = %g: %d of %d stick, want %g", formula[k % 2],
                      move[k / 2 % 2], ek, stuck, (int)PHASES, expected * PHASES);
    }
}
END_TEST

/* With the approach test no pair sticks, whatever the other errors. */
START_TEST(book_approach_test)
{
    for (int i = 0; i < 40; i++) {
        loop l;
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_OPEN);
        scene.restitution.ball_ball = 0.2;
        scene_add(&scene, 0, 0, 0.5, 0, 0.5, 1);
        scene_add(&scene, 0.75 + (3 - (i + 0.5) / 40) * 0.01, 0, -0.5, 0, 0.5, 1);
        of(&l, "book", 0.01);
        with(&l, "second_formula", "right");
        run = run_overlapping(&scene, "published", with(&l, "approach_test", "with"), 0.4);
        ck_assert_uint_eq(run.log.count, 1);
        assert_near(run.sample.vx_mps[1] - run.sample.vx_mps[0], 0.2, 1e-15);
        release(&run, &scene);
    }
}
END_TEST

/* ---- the lecture ---- */

static void distance(carom_problem *scene)
{
    scene_init(scene, CAROM_OPEN);
    scene_add(scene, 0, 0, 0, 0, 0.1, 0.5);
    scene_add(scene, 0.5, 0, 0, 0, 0.1, 0.5);
}

/* k = 2 N/m, m_red = 1/4 kg, w = sqrt(k/m_red): the gap is 0.3 cosh(w t), 2.546690 m after 1 s. A
 * step multiplies the two exponentials of cosh by 1 +- w h (Euler) or 1 +- w h + (w h)^2/2 (Heun).
 * A run must match this within rounding. */
START_TEST(lecture_sign_repels_separated_balls)
{
    static const char *const method[] = {"euler", "heun"};
    const double w = sqrt(8), gap = 0.3;
    for (int k = 0; k < 4; k++) {
        double h = k < 2 ? 1e-2 : 1e-3, second = k % 2 == 0 ? 0 : 0.5 * w * w * h * h, error;
        double expected = 0.5 * gap *
                          (pow(1 + w * h + second, 1 / h) + pow(1 - w * h + second, 1 / h));
        loop l;
        carom_problem scene;
        outcome run;
        distance(&scene);
        of(&l, "lecture_2006", h);
        with(&l, "stiffness_N_per_m", "2");
        run = run_scene(&scene, "published", with(&l, "integrator", method[k % 2]), 1);
        /* 1000 sums, amplified by e^w = 17 */
        assert_near(run.sample.x_m[1] - run.sample.x_m[0] - 0.2, expected, 1e-12);
        error = run.sample.x_m[0] + 1.1233451;
        /* Euler's phase error is (w h)/2 per step and w: a factor 1 - w^2 h t/2; Heun by 1 - w^3
         * h^2 t/6 */
        assert_near(error / 1.2733, k % 2 == 0 ? 0.5 * w * w * h : w * w * w * h * h / 6,
                    (k % 2 == 0 ? 0.06 : 0.1) * w * w * h);
        ck_assert_uint_eq(run.log.count, 0);
        /* a spring would have a positive energy */
        ck_assert_double_lt(run.sample.ledger.elastic_J, 0);
        outcome_free(&run);
        /* corrected: separated balls at rest stay at rest */
        run = run_scene(&scene, "published", with(&l, "interpenetration_sign", "right"), 1);
        assert_same(run.sample.x_m[0], 0);
        release(&run, &scene);
    }
}
END_TEST

/* With the opposite sign it is a spring: t_c = pi sqrt(m_red/k), one collision, e = 1 within the
 * error of the method. */
START_TEST(lecture_sign_corrected)
{
    loop l;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 1, 0, 0.1, 0.5);
    scene_add(&scene, 0.3, 0, 0, 0, 0.1, 0.5);
    of(&l, "lecture_2006", 1e-5);
    with(&l, "stiffness_N_per_m", "1e4");
    with(&l, "integrator", "heun");
    run = run_scene(&scene, "published", with(&l, "interpenetration_sign", "right"), 1);
    ck_assert_uint_eq(run.log.count, 1);
    assert_near(run.log.item[0].contact_s, PI * sqrt(0.25 / 1e4), 2e-5);
    assert_near(run.log.item[0].max_overlap_m, sqrt(0.25 / 1e4), 1e-7);
    assert_near(run.log.item[0].impulse_Ns, 0.5, 1e-5);
    assert_near(run.sample.vx_mps[1], 1, 1e-5);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-6); /* theta^2 E = 4e-6 * 0.25 J */
    release(&run, &scene);
}
END_TEST

/* The cushion tests the centre, x < 0: the ball turns v sqrt(m/k) beyond the line, or a radius
 * earlier with its surface. */
START_TEST(lecture_cushion_tests_the_centre)
{
    for (int surface = 0; surface < 2; surface++) {
        loop l;
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_WALLS);
        scene_add(&scene, 0.3, 0.5, -1, 0, 0.1, 0.5);
        of(&l, "lecture_2006", 1e-4);
        with(&l, "stiffness_N_per_m", "5e3");
        with(&l, "integrator", "heun");
        run = run_scene(&scene, "published", surface ? with(&l, "bumper", "surface") : l.list, 0.5);
        ck_assert_uint_eq(run.log.count, 1);
        assert_near(run.log.item[0].t_s, surface ? 0.2 : 0.3, 1.1e-4);
        assert_near(run.log.item[0].max_overlap_m, sqrt(0.5 / 5e3), 1e-6);
        assert_near(run.sample.vx_mps[0], 1, 1e-5);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-14);
        release(&run, &scene);
    }
}
END_TEST

/* ---- the pool game ---- */

/* Total momentum is constant between edges and changes by 2 m v at each edge. The budget includes
 * this, so the residual is rounding. A collision has an overlap of up to u h. */
START_TEST(pool_momentum_at_edges)
{
    loop l;
    carom_problem scene;
    outcome run;
    double h = 1. / 60, deepest = 0;
    scene_init(&scene, CAROM_WALLS);
    scene_add(&scene, 0.5, 0.6, 2, 0, 0.05, 0.17);
    scene_add(&scene, 1.5, 0.6, -0.5, 0, 0.05, 0.17);
    of(&l, "pool_2017", h);
    for (int k = 1; k <= 6; k++) {
        double walls = 0;
        run = run_scene(&scene, "published", l.list, 0.7 * k);
        for (size_t i = 0; i < run.log.count; i++) {
            const carom_collision *c = &run.log.item[i];
            walls -= c->wall ? c->impulse_Ns * c->normal.x : 0;
            deepest = fmax(deepest, c->max_overlap_m / (c->approach_mps * h));
        }
        assert_near(run.sample.ledger.px_kgmps, 0.17 * 1.5 + walls, 1e-15);
        ck_assert(k == 1 ? walls == 0 && run.log.count == 1 : walls != 0 || k == 3);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-15);
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-15);
        release(&run, k == 6 ? &scene : &(carom_problem){.count = 0});
    }
    ck_assert_double_le(deepest, 1);
    ck_assert_double_gt(deepest, 0.5);
}
END_TEST

/* ---- all sources ---- */

/* A sample shows the end of the last frame. A frame that ends at the sample within rounding has
 * ended. */
START_TEST(state_is_constant_between_frames)
{
    for (int k = 1; k <= 40; k++) {
        loop l;
        carom_problem scene;
        outcome run;
        touching(&scene);
        scene.height_m = 2;
        scene.ball[1].y_m = 1.5; /* out of the way */
        scene.ball[0].x_m = 0.5;
        run = run_scene(&scene, "published", of(&l, "pool_2017", 0.1), k * 0.1 / 4);
        assert_near(run.sample.x_m[0], 0.5 + 0.1 * (k / 4), 1e-14);
        release(&run, &scene);
    }
}
END_TEST

TEST_MAIN("published", blog_clock_gains_time, blog_negative_time, blog_without_guard,
          blog_order_of_the_file, blog_friction_is_first_order, book_formulas, book_contact_factor,
          book_sticking_balls, book_approach_test, lecture_sign_repels_separated_balls,
          lecture_sign_corrected, lecture_cushion_tests_the_centre, pool_momentum_at_edges,
          state_is_constant_between_frames)
