/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gravity on a periodic table: a ball that leaves at the bottom and enters at the top continues to
 * fall. Its potential energy follows the unwrapped path, and the energy budget of every solver
 * closes. */
#include "scenes.h"
#include <float.h>

/* Error of the energy budget with contacts, relative to the work of gravity: the integration error
 * of the contacts. */
static const struct {
    const char *solver;
    double colliding;
} tried[] = {{"impulse", 1e-13},
             {"oracle", 1e-13},
             {"stepped step_s=1e-5", 1e-9},
             {"penalty stiffness_N_per_m=1e7 step_s=2e-6", 1e-6},
             {"penalty stiffness_N_per_m=1e7 step_s=5e-6 integrator=rk4 contacts=located", 1e-6},
             {"penalty stiffness_N_per_m=1e7 step_s=2e-6 flight=leap", 1e-6}};
enum { TRIED = sizeof tried / sizeof tried[0] };

/* y(t) - y(0) = vy t + g t^2/2: potential energy after 2 s from the closed form, and the residual
 * at several samples. */
START_TEST(one_ball_falls_for_ever)
{
    const double m = 0.2, t = 2, vx = 1.1, vy = 0.3;
    const double fallen = vx * t + 0.5 * 0.7 * t * t, sunk = vy * t - 0.5 * 9.81 * t * t;
    const carom_problem *scene = new_scene(
        "periodic 2 1.5; g 0.7 -9.81; ball 0.3 0.5 %g %g r 0.03 m %g", vx, vy, m);
    for (size_t k = 0; k < TRIED; k++) {
        outcome *run = try_until(t, 7, scene, "%s", tried[k].solver);
        assert_ok(run->status);
        assert_near(run->sample.ledger.potential_J,
                    -m * (0.7 * (0.3 - 1 + fallen) - 9.81 * (0.5 - 0.75 + sunk)), 1e-9);
        assert_near(run->sample.ledger.energy_residual_J, 0, /* rounding errors of all steps */
                    (20 + (double)run->report.steps) * DBL_EPSILON * m * 9.81 * fabs(sunk));
    }
}
END_TEST

/* Four balls: contacts across the border, groups formed and dissolved. */
START_TEST(colliding_balls_fall_for_ever)
{
    const carom_problem *scene = new_scene("periodic 2 1.5; g 0.7 -9.81; e 0.9;"
                                           "ball 0.3 0.5 1 0.3 r 0.03 m 0.2; r 0.05 m 0.4;"
                                           "ball 0.7 0.5 -1 0.3; ball 0.7 1.1 -1 -0.3;"
                                           "ball 1.2 1.1 -2 -0.3");
    for (size_t k = 0; k < TRIED; k++) {
        outcome *run = try_until(2, 5, scene, "%s", tried[k].solver);
        assert_ok(run->status);
        ck_assert_uint_ge(run->report.collisions, 2);
        assert_near(run->sample.ledger.energy_residual_J, 0,
                    tried[k].colliding * run->sample.ledger.kinetic_J);
    }
}
END_TEST

/* A contact of soft springs, pi sqrt(0.1/1e3) = 31 ms, that begins above the border and ends below.
 */
START_TEST(contact_falls_across_the_border)
{
    static const char *const springs[] = {"contacts=grid", "contacts=exact"};
    for (int k = 0; k < 2; k++) {
        outcome *run = run_until(0.1,
                                 new_scene("periodic 2 1.5; g 0 -9.81; r 0.05 m 0.2;"
                                           "ball 0.9 0.02 0.5 -1; ball 1.005 0.02 -0.5 -1"),
                                 "penalty integrator=rk4 stiffness_N_per_m=1e3 theta=0.005 %s",
                                 springs[k]);
        only_hit(run);
        ck_assert_double_gt(run->sample.y_m[0], 1);
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-5);
    }
}
END_TEST

TEST_MAIN("folding", one_ball_falls_for_ever, colliding_balls_fall_for_ever,
          contact_falls_across_the_border)
