/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs on tables that are no rectangle: conservation at round walls, and contacts that slide
 * across joints of the wall. */
#include "scenes.h"

static const char *const variants[] = {"contacts=grid", "contacts=exact"};
enum { VARIANTS = 2 };

/* The force points to the centre, so angular momentum about it is conserved for any step. */
START_TEST(circle_keeps_angular_momentum)
{
    const double before = -0.2 * 0.37 + 0.2 * 1.0;
    const carom_problem *scene = new_scene("circle 0.5; ball 0.3 0.3 1 0.37 r 0.04 m 0.17");
    for (int k = 0; k < VARIANTS; k++) {
        outcome *run = run_until(
            20, scene, "penalty integrator=velocity_verlet stiffness_N_per_m=1e5 theta=0.1 %s",
            variants[k]);
        const carom_sample *at = &run->sample;
        ck_assert_uint_gt(run->log.count, 20);
        assert_near((at->x_m[0] - 0.5) * at->vy_mps[0] - (at->y_m[0] - 0.5) * at->vx_mps[0], before,
                    1e-11);
    }
}
END_TEST

/* A ball slides along the straight wall of a stadium onto the arc and leaves it there: one
 * contact, of the straight wall where it began. */
START_TEST(contact_slides_across_a_joint)
{
    const carom_problem *scene = new_scene("stadium 0.6 0.4; ball 0.9 0.05 1.2 -0.3 r 0.04 m 0.17");
    const outcome *first = NULL;
    for (int k = 0; k < VARIANTS; k++) {
        outcome *run = run_until(
            0.15, scene, "penalty integrator=velocity_verlet stiffness_N_per_m=300 theta=0.01 %s",
            variants[k]);
        const carom_collision *hit = only_hit(run);
        double vx = run->sample.vx_mps[0], vy = run->sample.vy_mps[0];
        ck_assert_uint_eq(hit->b, 0);
        assert_near(hit->t_s, 0.01 / 0.3, 1e-3);
        ck_assert_double_gt(0.9 + 1.2 * (hit->t_s + hit->contact_s), 1.0);
        assert_near(vx * vx + vy * vy, 1.2 * 1.2 + 0.3 * 0.3, 1e-3);
        first = k == 0 ? run : first;
        assert_near(farthest(scene, run, first), 0, 1e-4);
    }
}
END_TEST

/* A spring so soft that the ball's centre passes the wall: no force acts any more, which is an
 * error. */
START_TEST(ball_passes_a_soft_wall)
{
    const carom_problem *scene = new_scene("stadium 0.6 0.4; ball 0.7 0.3 0.1 -1 r 0.04 m 0.17");
    for (int k = 0; k < VARIANTS; k++) {
        outcome *run = try_until(3, 1, scene, "penalty stiffness_N_per_m=30 %s", variants[k]);
        ck_assert_int_eq(run->status, CAROM_INVALID);
        ck_assert_ptr_nonnull(strstr(run->error.text, "has gone through the wall"));
    }
}
END_TEST

TEST_MAIN("springs on tables of other shapes", circle_keeps_angular_momentum,
          contact_slides_across_a_joint, ball_passes_a_soft_wall)
