/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simultaneous impacts: one ball hits two, a rack, and the tolerance of "simultaneous". */
#include "scenes.h"

/* A cue ball at speed 1 along x hits two touching balls whose contact normals are at +-30 degrees.
 */
static carom_problem *three_discs(const int order[3])
{
    const double x = 0.86602540378443864676,
                 place[3][3] = {{-1.5, 0, 1}, {x, 0.5, 0}, {x, -0.5, 0}};
    carom_problem *scene = new_scene("open");
    for (int k = 0; k < 3; k++) {
        const double *p = place[order[k]];
        add_to_scene(scene, "ball %g %g %g 0 r 0.5 m 1", p[0], p[1], p[2]);
    }
    return scene;
}

/* Both contacts get lambda with (2 + 1/2) lambda = (1 + e) sqrt(3)/2. The cue keeps 1 - 3 (1 +
 * e)/5, the others leave with (1 + e)(3, +-sqrt(3))/10, and no contact approaches any more. The
 * reference computes in more digits from the same positions, rounded to doubles. */
START_TEST(three_discs_generalized_reflections_in_any_order)
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const struct {
        const char *solver;
        double tolerance;
    } tried[] = {{"impulse", 1e-12}, {"oracle", 4e-16}};
    const double restitutions[] = {1, 0.5, 0};
    for (int n = 0; n < 36; n++) {
        const int *order = orders[n % 6];
        double e = restitutions[n / 6 % 3], g = (1 + e) / 10;
        const double want[3][2] = {{1 - 6 * g, 0}, {3 * g, sqrt(3) * g}, {3 * g, -sqrt(3) * g}};
        carom_problem *scene = three_discs(order);
        add_to_scene(scene, "e %g", e);
        outcome *run = run_until(2.5, scene, "%s", tried[n / 18].solver);
        for (int k = 0; k < 3; k++) {
            assert_near(run->sample.vx_mps[k], want[order[k]][0], tried[n / 18].tolerance);
            assert_near(run->sample.vy_mps[k], want[order[k]][1], tried[n / 18].tolerance);
        }
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-14);
    }
}
END_TEST

START_TEST(three_discs_sequential_depends_on_the_order)
{
    static const int orders[2][3] = {{0, 1, 2}, {0, 2, 1}};
    const double s = sqrt(3);
    for (int o = 0; o < 2; o++) {
        double side = o == 0 ? 1 : -1; /* mirrored for the other order */
        outcome *run = run_until(2.5, three_discs(orders[o]),
                                 "impulse impact_policy=sequential_index");
        const double want[3][2] = {
            {-1.0 / 8, -side * s / 8}, {3.0 / 4, side * s / 4}, {3.0 / 8, -side * s / 8}};
        for (int k = 0; k < 3; k++) {
            assert_near(run->sample.vx_mps[k], want[k][0], 1e-12);
            assert_near(run->sample.vy_mps[k], want[k][1], 1e-12);
        }
    }
}
END_TEST

/* A rack that is bit for bit its own mirror image, broken head-on. The outcome must have the same
 * symmetry for any numbering of the balls. mirror[k] is the image of ball k. */
static carom_problem *symmetric_rack(double e, uint64_t seed, size_t mirror[16])
{
    enum { CUE = 15 };
    size_t at[16]; /* the ball with each number, its row and its place in the row */
    stream s = {seed};
    const double d = 2 * 0.028575 * (1 + 1e-15), half_sqrt3 = 0.86602540378443864676;
    carom_problem *scene = new_scene("open; e %g", e);
    for (size_t k = 0; k < 16; k++) {
        at[k] = k;
    }
    for (size_t k = 16; k-- > 1;) { /* shuffled */
        size_t j = (size_t)((double)(k + 1) * next_number(&s)), store = at[k];
        at[k] = at[j];
        at[j] = store;
    }
    for (size_t n = 0; n < 16; n++) {
        int row = 0, place = (int)at[n];
        for (; place > row; row++) {
            place -= row + 1;
        }
        for (size_t k = 0; k < 16; k++) {
            int image = at[n] == CUE ? CUE : (int)at[n] + row - 2 * place;
            mirror[n] = (int)at[k] == image ? k : mirror[n];
        }
        if (at[n] == CUE) {
            add_to_scene(scene, "ball -0.4 0 5.3 0");
        } else {
            add_to_scene(scene, "ball %g %g", row * d * half_sqrt3, (place - 0.5 * row) * d);
        }
    }
    return scene;
}

START_TEST(a_symmetric_rack_stays_symmetric)
{
    const double restitutions[] = {1, 0.93, 0.5};
    for (uint64_t seed = 1; seed <= 30; seed++) {
        size_t mirror[16];
        outcome *run = run_until(0.08, symmetric_rack(restitutions[seed % 3], seed, mirror),
                                 "impulse");
        const carom_sample *end = &run->sample;
        ck_assert_uint_gt(run->log.count, 10);
        for (size_t i = 0; i < 16; i++) {
            assert_near(end->vx_mps[i], end->vx_mps[mirror[i]], 1e-12);
            assert_near(end->vy_mps[i], -end->vy_mps[mirror[i]], 1e-12);
            assert_near(end->x_m[i], end->x_m[mirror[i]], 1e-12);
        }
    }
}
END_TEST

/* One ball hits two, the second slightly later. They count as simultaneous if the remaining gap is
 * within the tolerance. Scanned over eight decades. */
static bool is_together(double gap, double tolerance)
{
    carom_problem *scene = three_discs((const int[]){0, 1, 2});
    scene->ball[2].x_m += gap * 0.86602540378443864676; /* displaced along its normal */
    scene->ball[2].y_m -= gap * 0.5;
    outcome *run = run_until(2.5, scene, "impulse cluster_gap_rel=%g", tolerance);
    double vx = run->sample.vx_mps[0];
    assert_budget(run, 1e-14);
    ck_assert_msg(fabs(vx + 0.2) < 0.02 || fabs(vx + 0.125) < 0.02, "cue leaves at %.17g", vx);
    return fabs(vx + 0.2) < fabs(vx + 0.125);
}

START_TEST(tolerance_of_simultaneous)
{
    for (double gap = 1e-10; gap < 2e-3; gap *= 10) {
        const double radius = 0.5;
        ck_assert(is_together(gap, 1.2 * gap / radius));
        ck_assert(!is_together(gap, 0.8 * gap / radius));
    }
    ck_assert(is_together(4e-10, 1e-9)); /* the default */
    ck_assert(!is_together(6e-10, 1e-9));
}
END_TEST

TEST_MAIN("simultaneous impacts", three_discs_generalized_reflections_in_any_order,
          three_discs_sequential_depends_on_the_order, a_symmetric_rack_stays_symmetric,
          tolerance_of_simultaneous)
