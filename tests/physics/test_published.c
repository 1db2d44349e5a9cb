/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published loops in numbers: each source as it runs, and each error corrected separately. */
#include "scenes.h"

/* ---- the blog's clock ---- */

static const char touching[] = "walls 2 1; r 0.25; m 1; ball 1.15 0.5 1 0; ball 1.65 0.5";

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
        carom_problem *scene = new_scene(touching);
        outcome *run = run_until(2, scene, "published source=blog_2013 frame_s=%g",
                                 expected[k].frame_s);
        assert_near(run->report.max_overlap_m, expected[k].overlap_m, 1e-14);
        assert_near(run->report.simulated_s, expected[k].simulated_s, 1e-13);
        for (int i = 0; i < 2; i++) {
            assert_near(run->sample.x_m[i], expected[k].x[i], 1e-13);
            assert_same(run->sample.vx_mps[i], expected[k].vx[i]);
        }
        /* the budget does not show the error */
        assert_budget(run, 1e-15);
        /* corrected: no gained time, no overlap */
        run = run_until(2, scene, "published source=blog_2013 frame_s=%g corrected=clock",
                        expected[k].frame_s);
        assert_near(run->report.simulated_s, 2, 1e-14);
        assert_near(run->report.max_overlap_m, 0, 1e-15);
        /* they are in contact again at this instant: either may have the speed */
        assert_near(run->sample.x_m[0], 1.15, 1e-14);
        assert_near(run->sample.x_m[1], 1.65, 1e-14);
    }
}
END_TEST

/* dx = 1.9, dv = -1, r1 + r2 = 2: t = -0.1. The balls collide where they are, and the frame of 1 s
 * becomes 1.1 s long. */
START_TEST(blog_negative_time)
{
    outcome *run = run_until(1, new_scene("open; r 1; m 1; ball 0 0; ball 1.9 0 -1 0"),
                             "overlapping published source=blog_2013 frame_s=1");
    assert_near(only_hit(run)->max_overlap_m, 0.1, 1e-15);
    assert_near(run->sample.x_m[0], -1.1, 1e-15);
    assert_near(run->sample.x_m[1], 1.9, 1e-15);
    assert_near(run->report.simulated_s, 1.1, 1e-15);
}
END_TEST

/* One ball hits two at once. The loop resolves them in the order of the file: (-1/8, -sqrt(3)/8),
 * (3/4, sqrt(3)/4), (3/8, -sqrt(3)/8), mirrored for the other order. */
START_TEST(blog_order_of_the_file)
{
    const double root3 = sqrt(3), vx[] = {-0.125, 0.75, 0.375};
    const double vy[] = {-0.125 * root3, 0.25 * root3, -0.125 * root3};
    for (int up = -1; up <= 1; up += 2) {
        carom_problem *scene = new_scene("open; r 0.5; m 1; ball -1 0 1 0; ball %g %g; ball %g %g",
                                         0.5 * root3, 0.5 * up, 0.5 * root3, -0.5 * up);
        outcome *run = run_until(3, scene, "published source=blog_2013 frame_s=3");
        for (int i = 0; i < 3; i++) {
            assert_near(run->sample.vx_mps[i], vx[i], 1e-15);
            assert_near(run->sample.vy_mps[i], up * vy[i], 1e-15);
        }
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
    carom_problem *scene = new_scene("open; roll 0.01; drag 0.003; r 0.028575; m 0.17; "
                                     "ball 0 0 2 0; ball 1 0");
    outcome *exact = run_until(20, scene, "impulse");
    for (int k = 0; k < 3; k++) {
        outcome *run = run_until(20, scene, "published source=blog_2013 frame_s=%g",
                                 1. / 60 / (1 << k));
        only_hit(run);
        off[k] = fabs(run->sample.x_m[1] - exact->sample.x_m[1]);
        residual[k] = fabs(run->sample.ledger.energy_residual_J);
        assert_near(run->sample.vx_mps[1], 0, 0);
        assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-12);
    }
    printf("friction: off by %.3g, %.3g, %.3g m\n", off[0], off[1], off[2]);
    ck_assert_double_lt(off[0], 3e-3);
    assert_near(log2(off[0] / off[1]), 1, 0.1);
    assert_near(log2(off[1] / off[2]), 1, 0.1);
    assert_near(log2(residual[1] / residual[2]), 1, 0.1);
}
END_TEST

/* ---- the book ---- */

/* ma = 2, va = 3, mb = 1, vb = 1, e = 1/2: the correct formula gives (2, 3), the printed one (2,
 * 5/2). The momentum error is that of the second ball. */
START_TEST(book_formulas)
{
    static const char book[] = "overlapping published source=book frame_s=0.01 corrected=%s,%s";
    static const char *const formula[] = {"formula", ""};
    const double expected[] = {3, 2.5};
    carom_problem *scene = new_scene("open; e 0.5; r 0.5; ball 0 0 3 0 m 2; ball 0.753 0 1 0 m 1");
    for (int k = 0; k < 2; k++) {
        outcome *run = run_until(0.01, scene, book, formula[k], "");
        only_hit(run);
        assert_near(run->sample.vx_mps[0], 2, 1e-15);
        assert_near(run->sample.vx_mps[1], expected[k], 1e-15);
        assert_near(run->sample.ledger.momentum_residual_kgmps, fabs(expected[k] - 3), 1e-14);
        assert_near(run->sample.x_m[0], 0.03 + 0.02, 1e-15); /* includes the extra move */
        assert_near(run->sample.x_m[1], 0.753 + 0.01 + 0.01 * expected[k], 1e-15);
        run = run_until(0.01, scene, book, formula[k], "extra_move");
        assert_near(run->sample.x_m[0], 0.03, 1e-15);
    }
}
END_TEST

/* The loop sees a contact when the centres are within 0.75 of the sum of the radii: at that
 * distance, or up to the path of a frame closer. */
START_TEST(book_contact_factor)
{
    carom_problem *scene = new_scene("open; r 0.5; m 1; ball 0 0 1 0; ball 1.3037 0");
    for (int k = 0; k < 2; k++) {
        outcome *run = run_until(1, scene,
                                 "published source=book frame_s=0.01 corrected=approach_test%s",
                                 k == 0 ? "" : ",contact_distance");
        /* 1.3037 - 0.01 n <= reach */
        assert_near(only_hit(run)->max_overlap_m, (k == 0 ? 0.25 : 0) + 0.0063, 1e-14);
    }
}
END_TEST

/* A head-on pair that meets between two frames of 0.01 s, after a part s of a frame. */
static outcome *run_pair(double e, double s, const char *corrected)
{
    carom_problem *scene = new_scene("open; e %g; r 0.5; m 1; ball 0 0 0.5 0; ball %g 0 -0.5 0", e,
                                     0.75 + (3 - s) * 0.01);
    return run_until(0.4, scene, "overlapping published source=book frame_s=0.01 corrected=%s",
                     corrected);
}

/* A head-on pair of equal balls sticks, reversing again and again, for this fraction of the
 * sub-step offsets. The first pass leaves a gap of g = (e or, as printed, (1 + e)/2) v h per move,
 * at a depth of s v h. The pair sticks if s > g, or 2 g with the extra move. PHASES are the
 * centres of equal intervals, so the count is exact if the bound lies between two. With the
 * approach test no pair sticks, whatever the other errors. */
START_TEST(book_sticking_balls)
{
    enum { PHASES = 1000 };
    static const char *const corrected[] = {"formula", "", "formula,extra_move", "extra_move"};
    const double e[] = {0.2, 0.5, 0.75};
    for (int k = 0; k < 12; k++) {
        double gap = k % 2 == 0 ? e[k / 4] : 0.5 * (1 + e[k / 4]);
        double expected = fmax(0, 1 - (k / 2 % 2 == 0 ? 2 : 1) * gap);
        int stuck = 0;
        for (int i = 0; i < PHASES; i++) {
            outcome *run = run_pair(e[k / 4], (i + 0.5) / PHASES, corrected[k % 4]);
            stuck += run->sample.x_m[1] - run->sample.x_m[0] < 0.75 + 0.1 * 0.01;
            ck_assert(run->log.count == 1 || run->log.count > 20);
            test_release();
        }
        ck_assert_msg(stuck == (int)(expected * PHASES + 0.5),
                      "corrected: [%s], e = %g: %d of %d stick, want %g", corrected[k % 4],
                      e[k / 4], stuck, (int)PHASES, expected * PHASES);
    }
    for (int i = 0; i < 40; i++) {
        outcome *run = run_pair(0.2, (i + 0.5) / 40, "formula,approach_test");
        only_hit(run);
        assert_near(run->sample.vx_mps[1] - run->sample.vx_mps[0], 0.2, 1e-15);
    }
}
END_TEST

/* ---- the lecture ---- */

/* k = 2 N/m, m_red = 1/4 kg, w = sqrt(k/m_red): the gap is 0.3 cosh(w t), 2.546690 m after 1 s. A
 * step multiplies the two exponentials of cosh by 1 +- w h (Euler) or 1 +- w h + (w h)^2/2 (Heun).
 * A run must match this within rounding. */
START_TEST(lecture_sign_repels_separated_balls)
{
    static const char *const method[] = {"euler", "heun"};
    static const char lecture[] = "published source=lecture_2006 frame_s=%g stiffness_N_per_m=2 "
                                  "integrator=%s%s";
    const double w = sqrt(8), gap = 0.3;
    carom_problem *scene = new_scene("open; r 0.1; m 0.5; ball 0 0; ball 0.5 0");
    for (int k = 0; k < 4; k++) {
        double h = k < 2 ? 1e-2 : 1e-3, second = k % 2 == 0 ? 0 : 0.5 * w * w * h * h;
        double expected = 0.5 * gap *
                          (pow(1 + w * h + second, 1 / h) + pow(1 - w * h + second, 1 / h));
        outcome *run = run_until(1, scene, lecture, h, method[k % 2], "");
        /* 1000 sums, amplified by e^w = 17 */
        assert_near(run->sample.x_m[1] - run->sample.x_m[0] - 0.2, expected, 1e-12);
        /* Euler's phase error is (w h)/2 per step and w: a factor 1 - w^2 h t/2; Heun by 1 - w^3
         * h^2 t/6 */
        assert_near((run->sample.x_m[0] + 1.1233451) / 1.2733,
                    k % 2 == 0 ? 0.5 * w * w * h : w * w * w * h * h / 6,
                    (k % 2 == 0 ? 0.06 : 0.1) * w * w * h);
        ck_assert_uint_eq(run->log.count, 0);
        /* a spring would have a positive energy */
        ck_assert_double_lt(run->sample.ledger.elastic_J, 0);
        /* corrected: separated balls at rest stay at rest */
        run = run_until(1, scene, lecture, h, method[k % 2], " corrected=sign");
        assert_same(run->sample.x_m[0], 0);
    }
}
END_TEST

/* With the opposite sign it is a spring: t_c = pi sqrt(m_red/k), one collision, e = 1 within the
 * error of the method. */
START_TEST(lecture_sign_corrected)
{
    outcome *run = run_until(1, new_scene("open; r 0.1; m 0.5; ball 0 0 1 0; ball 0.3 0"),
                             "published source=lecture_2006 frame_s=1e-5 stiffness_N_per_m=1e4 "
                             "integrator=heun corrected=sign");
    assert_near(only_hit(run)->contact_s, PI * sqrt(0.25 / 1e4), 2e-5);
    assert_near(only_hit(run)->max_overlap_m, sqrt(0.25 / 1e4), 1e-7);
    assert_near(only_hit(run)->impulse_Ns, 0.5, 1e-5);
    assert_near(run->sample.vx_mps[1], 1, 1e-5);
    assert_near(run->sample.ledger.energy_residual_J, 0, 1e-6); /* theta^2 E = 4e-6 * 0.25 J */
}
END_TEST

/* The cushion tests the centre, x < 0: the ball turns v sqrt(m/k) beyond the line, or a radius
 * earlier with its surface. */
START_TEST(lecture_cushion_tests_the_centre)
{
    for (int surface = 0; surface < 2; surface++) {
        outcome *run = run_until(0.5, new_scene("walls; ball 0.3 0.5 -1 0 r 0.1 m 0.5"),
                                 "published source=lecture_2006 frame_s=1e-4 "
                                 "stiffness_N_per_m=5e3 integrator=heun%s",
                                 surface ? " corrected=bumper" : "");
        assert_near(only_hit(run)->t_s, surface ? 0.2 : 0.3, 1.1e-4);
        assert_near(only_hit(run)->max_overlap_m, sqrt(0.5 / 5e3), 1e-6);
        assert_near(run->sample.vx_mps[0], 1, 1e-5);
        assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-14);
    }
}
END_TEST

/* ---- the pool game ---- */

/* Total momentum is constant between edges and changes by 2 m v at each edge. The budget includes
 * this, so the residual is rounding. A collision has an overlap of up to u h. */
START_TEST(pool_momentum_at_edges)
{
    carom_problem *scene = new_scene(
        "walls; r 0.05; m 0.17; ball 0.5 0.6 2 0; ball 1.5 0.6 -0.5 0");
    double h = 1. / 60, deepest = 0;
    for (int k = 1; k <= 6; k++) {
        outcome *run = run_until(0.7 * k, scene, "published source=pool_2017 frame_s=%g", h);
        double walls = 0;
        for (size_t i = 0; i < run->log.count; i++) {
            const carom_collision *c = &run->log.item[i];
            walls -= c->wall ? c->impulse_Ns * c->normal.x : 0;
            deepest = fmax(deepest, c->max_overlap_m / (c->approach_mps * h));
        }
        assert_near(run->sample.ledger.px_kgmps, 0.17 * 1.5 + walls, 1e-15);
        ck_assert(k == 1 ? walls == 0 && run->log.count == 1 : walls != 0 || k == 3);
        assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-15);
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-15);
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
    carom_problem *scene = new_scene("walls 2 2; r 0.25; m 1; ball 0.5 0.5 1 0; ball 1.65 1.5");
    for (int k = 1; k <= 40; k++) {
        outcome *run = run_until(k * 0.1 / 4, scene, "published source=pool_2017 frame_s=0.1");
        assert_near(run->sample.x_m[0], 0.5 + 0.1 * (k / 4), 1e-14);
    }
}
END_TEST

TEST_MAIN("published", blog_clock_gains_time, blog_negative_time, blog_order_of_the_file,
          blog_friction_is_first_order, book_formulas, book_contact_factor, book_sticking_balls,
          lecture_sign_repels_separated_balls, lecture_sign_corrected,
          lecture_cushion_tests_the_centre, pool_momentum_at_edges,
          state_is_constant_between_frames)
