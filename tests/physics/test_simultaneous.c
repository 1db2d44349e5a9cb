/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simultaneous impacts: one ball hits two, a rack, the tolerance of "simultaneous", and the impact
 * times of a blog. */
#include "support.h"

static const carom_setting sequential[] = {{"impact_policy", "sequential_index"}, {NULL, NULL}};

/* A cue ball at speed 1 along x hits two touching balls whose contact normals are at +-30 degrees.
 */
static void three_discs(carom_problem *scene, const int order[3])
{
    const double x = 0.86602540378443864676;
    const double place[3][3] = {{-1.5, 0, 1}, {x, 0.5, 0}, {x, -0.5, 0}};
    scene_init(scene, CAROM_OPEN);
    for (int k = 0; k < 3; k++) {
        const double *p = place[order[k]];
        scene_add(scene, p[0], p[1], p[2], 0, 0.5, 1);
    }
}

/* Both contacts get lambda with (2 + 1/2) lambda = (1 + e) sqrt(3)/2. The cue keeps 1 - 3 (1 +
 * e)/5, the others leave with (1 + e)(3, +-sqrt(3))/10, and no contact approaches any more. */
START_TEST(three_discs_generalized_reflections_in_any_order)
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const double restitutions[] = {1, 0.5, 0};
    for (int o = 0; o < 18; o++) {
        carom_problem scene;
        outcome run;
        const int *order = orders[o % 6];
        double e = restitutions[o / 6], g = (1 + e) / 10;
        const double expected[3][2] = {{1 - 6 * g, 0}, {3 * g, sqrt(3) * g}, {3 * g, -sqrt(3) * g}};
        three_discs(&scene, order);
        scene.restitution.ball_ball = e;
        run = run_scene(&scene, "impulse", NULL, 2.5);
        for (int k = 0; k < 3; k++) {
            assert_near(run.sample.vx_mps[k], expected[order[k]][0], 1e-12);
            assert_near(run.sample.vy_mps[k], expected[order[k]][1], 1e-12);
        }
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-14);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

START_TEST(three_discs_sequential_depends_on_the_order)
{
    static const int orders[2][3] = {{0, 1, 2}, {0, 2, 1}};
    const double s = sqrt(3);
    for (int o = 0; o < 2; o++) {
        carom_problem scene;
        outcome run;
        double side = o == 0 ? 1 : -1; /* mirrored for the other order */
        three_discs(&scene, orders[o]);
        run = run_scene(&scene, "impulse", sequential, 2.5);
        assert_near(run.sample.vx_mps[0], -1.0 / 8, 1e-12);
        assert_near(run.sample.vy_mps[0], -side * s / 8, 1e-12);
        assert_near(run.sample.vx_mps[1], 3.0 / 4, 1e-12);
        assert_near(run.sample.vy_mps[1], side * s / 4, 1e-12);
        assert_near(run.sample.vx_mps[2], 3.0 / 8, 1e-12);
        assert_near(run.sample.vy_mps[2], -side * s / 8, 1e-12);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A rack that is bit for bit its own mirror image, broken head-on. The outcome must have the same
 * symmetry for any numbering of the balls. mirror[k] is the image of ball k. */
static void symmetric_rack(carom_problem *scene, double e, uint64_t seed, size_t mirror[16])
{
    size_t number[16], count = 0, image[16];
    double x[16], y[16];
    stream s = {seed};
    const double d = 2 * 0.028575 * (1 + 1e-15), half_sqrt3 = 0.86602540378443864676;
    for (int row = 0; row < 5; row++) {
        for (int k = 0; k <= row; k++, count++) {
            x[count] = row * d * half_sqrt3;
            y[count] = (k - 0.5 * row) * d;
            image[count] = count - (size_t)k + (size_t)(row - k);
        }
    }
    x[15] = -0.4;
    y[15] = 0;
    image[15] = 15;
    for (size_t k = 0; k < 16; k++) {
        number[k] = k;
    }
    for (size_t k = 16; k-- > 1;) { /* shuffled */
        size_t j = (size_t)((double)(k + 1) * next_number(&s)), store = number[k];
        number[k] = number[j];
        number[j] = store;
    }
    scene_init(scene, CAROM_OPEN);
    scene->restitution.ball_ball = e;
    for (size_t place = 0; place < 16; place++) {
        for (size_t k = 0; k < 16; k++) {
            if (number[k] == place) {
                scene_add(scene, x[k], y[k], k == 15 ? 5.3 : 0, 0, 0.028575, 0.17);
                mirror[place] = number[image[k]];
            }
        }
    }
}

START_TEST(a_symmetric_rack_stays_symmetric)
{
    const double restitutions[] = {1, 0.93, 0.5};
    for (uint64_t seed = 1; seed <= 30; seed++) {
        carom_problem scene;
        outcome run;
        size_t mirror[16];
        symmetric_rack(&scene, restitutions[seed % 3], seed, mirror);
        run = run_scene(&scene, "impulse", NULL, 0.08);
        ck_assert_uint_gt(run.log.count, 10);
        for (size_t i = 0; i < 16; i++) {
            assert_near(run.sample.vx_mps[i], run.sample.vx_mps[mirror[i]], 1e-12);
            assert_near(run.sample.vy_mps[i], -run.sample.vy_mps[mirror[i]], 1e-12);
            assert_near(run.sample.x_m[i], run.sample.x_m[mirror[i]], 1e-12);
        }
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* One ball hits two, the second slightly later. They count as simultaneous if the remaining gap,
 * or the time until it closes, is within the tolerance. Scanned over eight decades. */
static bool is_together(double gap, const char *key, double tolerance)
{
    char text[40];
    const carom_setting settings[] = {{key, text}, {NULL, NULL}};
    carom_problem scene;
    outcome run;
    double vx;
    snprintf(text, sizeof text, "%.17g", tolerance);
    three_discs(&scene, (const int[]){0, 1, 2});
    scene.ball[2].x_m += gap * 0.86602540378443864676; /* displaced along its normal */
    scene.ball[2].y_m -= gap * 0.5;
    run = run_scene(&scene, "impulse", settings, 2.5);
    vx = run.sample.vx_mps[0];
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-14);
    assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-14);
    outcome_free(&run);
    carom_problem_free(&scene);
    ck_assert_msg(fabs(vx + 0.2) < 0.02 || fabs(vx + 0.125) < 0.02, "cue leaves at %.17g", vx);
    return fabs(vx + 0.2) < fabs(vx + 0.125);
}

START_TEST(tolerance_of_simultaneous)
{
    for (double gap = 1e-10; gap < 2e-3; gap *= 10) {
        const double closing = 0.86602540378443864676, radius = 0.5;
        ck_assert(is_together(gap, "cluster_gap_rel", 1.2 * gap / radius));
        ck_assert(!is_together(gap, "cluster_gap_rel", 0.8 * gap / radius));
        ck_assert(is_together(gap, "cluster_time_s", 1.2 * gap / closing) || gap < 1e-9);
        ck_assert(!is_together(gap, "cluster_time_s", 0.8 * gap / closing) || gap < 1e-9);
    }
    ck_assert(is_together(4e-10, "cluster_gap_rel", 1e-9)); /* the default */
    ck_assert(!is_together(6e-10, "cluster_gap_rel", 1e-9));
}
END_TEST

TEST_MAIN("simultaneous impacts", three_discs_generalized_reflections_in_any_order,
          three_discs_sequential_depends_on_the_order, a_symmetric_rack_stays_symmetric,
          tolerance_of_simultaneous)
