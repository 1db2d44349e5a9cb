/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of balls that fall on a floor. With masses m_n = 2/(n(n+1)) (1, 1/3, 1/6, 1/10 ...) and
 * impacts one after the other from below, each ball transfers all its energy to the next.
 *
 * If ball n rises at n v and ball n + 1 falls at v, then, as (n + 2) m_(n+1) = n m_n, v_n' = ((m_n
 * - m_(n+1)) n - 2 m_(n+1)) v/(m_n + m_(n+1)) = 0 and v_(n+1)' = (n + 1) v. The top ball leaves at
 * n v with the whole energy, m_n (n v)^2/2 = (sum of m) v^2/2, and the others are at rest. */
#include "scenes.h"
#include <float.h>

static carom_problem *stack(int n, double first_m, double gap_m, double v)
{
    carom_problem *scene = new_scene("walls 1 200");
    for (int k = 1; k <= n; k++) {
        add_to_scene(scene, "ball 0.5 %g 0 %g r 0.0625 m %g", first_m + (k - 1) * (0.125 + gap_m),
                     -v, 2.0 / (k * (k + 1.0)));
    }
    return scene;
}

/* Without gravity, for any gaps: v_top = 2, 3, ... 12 within rounding. Each of n impacts rounds
 * velocities of up to n. */
START_TEST(all_energy_to_the_top)
{
    const char *const kinds[] = {"impulse", "oracle"};
    for (int n = 2; n <= 12; n++) {
        for (int which = 0; which < 2; which++) {
            outcome *run = run_until(12, stack(n, 1, 0.5, 1), "%s", kinds[which]);
            ck_assert_uint_eq(run->log.count, (unsigned)n); /* one at the floor, n - 1 of pairs */
            for (int k = 0; k < n; k++) {
                assert_near(run->sample.vy_mps[k], k == n - 1 ? n : 0, 4 * n * n * DBL_EPSILON);
            }
        }
    }
}
END_TEST

/* Dropped from h with small gaps g, all balls fall alike, and the speeds at the impacts differ
 * from v = sqrt(2 G h) by fractions of g/h. After the last impact the top ball of n has n v and
 * would rise to n^2 h. */
START_TEST(dropped_stacks)
{
    const double G = 9.81, h = 0.75, gap = 1e-9, v = sqrt(2 * G * h);
    for (int n = 2; n <= 3; n++) {
        carom_problem *scene = stack(n, h + 0.0625, gap, 0);
        scene->gravity_mps2.y = -G;
        outcome *run = run_until(v / G + 1e-6, scene, "impulse cluster_gap_rel=0");
        ck_assert_uint_eq(run->log.count, (unsigned)n);
        for (int k = 0; k < n; k++) {
            assert_near(run->sample.vy_mps[k], (k == n - 1 ? n : 0) * v,
                        n * n * (gap / h * v + G * 2e-6));
        }
    }
}
END_TEST

TEST_MAIN("stacks", all_energy_to_the_top, dropped_stacks)
