/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restitution that changes during the run, also above 1: all solvers against closed forms. */
#include "scenes.h"
#include <float.h>

static void change(carom_problem *scene, double t_s, double ball_ball, double ball_wall)
{
    carom_change at = {t_s, {ball_ball, ball_wall}};
    assert_ok(carom_problem_add_change(scene, &at, NULL));
}

/* A ball between a fixed ball on the left and the right wall, with a free path of 1 m. */
static carom_problem *new_court(void)
{
    carom_problem *scene = new_scene("walls 1.6 1.27; e 0.75 0.5; fixed 0.3 0.4 r 0.1 m 1;"
                                     "ball 0.6 0.4 1 0 r 0.1 m 0.31");
    change(scene, 2, NAN, 1.25);
    change(scene, 5, 1.5, 1);
    change(scene, 5, 1.5, 0.875); /* of two changes at the same time the later one counts */
    change(scene, 7, 0.5, NAN);
    return scene;
}

/* The exact motion: hits at both ends of the path, each with the restitution of its time. */
static double rally(double end_s, int *hits, double *kinetic_lost)
{
    double t = 0.9, v = 1; /* at the wall */
    for (*hits = 0, *kinetic_lost = 0; t < end_s; ++*hits) {
        bool wall = *hits % 2 == 0;
        double e = wall ? (t < 2 ? 0.5 : t < 5 ? 1.25 : 0.875) : (t < 5 ? 0.75 : t < 7 ? 1.5 : 0.5);
        *kinetic_lost += 0.5 * 0.31 * v * v * (1 - e * e);
        v *= e;
        t += 1 / v;
    }
    return *hits % 2 == 0 ? v : -v;
}

/* Rigid solvers: rounding, for time-stepping of positions over 1e4 steps. RK4 with event location:
 * N (pi/144) theta^5 and the kinks. */
static const struct {
    const char *solver;
    double tolerance;
} players[] = {{"impulse", 1e-14},
               {"oracle", 1e-15},
               {"stepped step_s=1e-4", 1e-14},
               {"penalty integrator=rk4 contacts=located theta=0.01 stiffness_N_per_m=1e7", 1e-8},
               {"penalty integrator=rk4 flight=leap stiffness_N_per_m=1e7", 1e-6}};

START_TEST(hits_have_the_restitution_of_their_time)
{
    const carom_problem *scene = new_court();
    for (size_t k = 0; k < sizeof players / sizeof players[0]; k++) {
        for (double end = 1; end < ROUNDS(13, 8); end += ROUNDS(2.9, 5.9)) {
            int hits;
            double lost, v = rally(end, &hits, &lost), tolerance = players[k].tolerance;
            outcome *run = run_until(end, scene, "%s", players[k].solver);
            ck_assert_int_eq((int)run->report.collisions, hits);
            assert_near(run->sample.vx_mps[1], v, tolerance);
            assert_near(run->sample.ledger.dissipated_J, lost, tolerance);
            assert_near(run->sample.ledger.energy_residual_J, 0, tolerance);
        }
    }
}
END_TEST

/* Damping that starts at the maximum overlap of an elastic contact. From x0 at rest, x'' + 2 zeta
 * x' + x = 0 returns to 0 at t = (pi - acos zeta)/sqrt(1 - zeta^2) with the speed x0 exp(-zeta t).
 * For zeta < 0 it adds energy. */
START_TEST(change_affects_an_open_contact)
{
    /* steps to the maximum overlap, and before contact onset */
    const int steps = 1000, approach = 300;
    const double k = 1e4, m = 0.25, w0 = sqrt(k / m), h = 0.5 * PI / w0 / steps, v = 1;
    const double restitutions[] = {0.3, 0.8, 1.5, 4};
    for (size_t i = 0; i < 4; i++) {
        double log_e = log(restitutions[i]), zeta = -log_e / sqrt(PI * PI + log_e * log_e);
        double expected = exp(-zeta * (PI - acos(zeta)) / sqrt(1 - zeta * zeta));
        for (int leap = 0; leap < 2; leap++) {
            carom_problem *scene = new_scene("walls 2 1; ball %g 0.5 %g 0 r 0.1 m %g",
                                             2 - 0.1 - v * h * approach, v, m);
            change(scene, (approach + steps - 0.5) * h, NAN, restitutions[i]);
            outcome *run = run_until(4 * (approach + steps) * h, scene,
                                     "penalty integrator=rk4 contacts=located "
                                     "stiffness_N_per_m=%g contact_end=overlap step_s=%g flight=%s",
                                     k, h, leap ? "leap" : "step");
            ck_assert_int_eq((int)run->report.collisions, 1);
            /* with analytic flight, steps count from contact onset, which is located within
             * rounding: a step may begin on either side of the change, and damping at rest acts as
             * zeta h^2 in a step */
            assert_near(-run->sample.vx_mps[0] / expected, 1,
                        1e-9 + 4 * fabs(zeta) * w0 * h * w0 * h * (leap ? 1 : 0));
            assert_near(run->sample.ledger.energy_residual_J, 0, 1e-9);
        }
    }
}
END_TEST

/* Without event location, negative damping pulls at contact onset. This must not end the contact,
 * as a pull near separation does. The error of e > 1 is that of a force that jumps at onset, 4
 * zeta theta ('carom help theory', integrators), under both laws. */
START_TEST(negative_damping_pulls_at_onset)
{
    const double restitutions[] = {1.05, 1.25, 4}, theta = 1e-3;
    for (size_t i = 0; i < 6; i += ROUNDS(1, 2)) {
        const bool hertz = i >= 3;
        const double e = restitutions[i % 3], zeta = log(e) / sqrt(PI * PI + log(e) * log(e));
        outcome *run = run_until(
            0.15, new_scene("e 1 %g; ball 0.2 0.5 -1 0 r 0.1 m 1", e),
            hertz ? "penalty integrator=rk4 theta=1e-3 law=hertz contact_time_s=1e-3 at_speed_mps=1"
                  : "penalty integrator=rk4 theta=1e-3 stiffness_N_per_m=1e7");
        ck_assert_uint_eq(run->log.count, 1);
        assert_near(run->sample.vx_mps[0] / e, 1, 4 * zeta * theta + theta * theta);
    }
}
END_TEST

START_TEST(changes_come_in_order_and_fill_in)
{
    carom_problem copy, *scene = new_court();
    carom_error error = {0};
    carom_change early = {6.9, {1, 1}};
    double least, most;
    ck_assert_int_eq(carom_problem_add_change(scene, &early, &error), CAROM_INVALID);
    ck_assert_str_eq(error.key, "at_s");
    assert_ok(carom_problem_copy(&copy, scene, NULL));
    assert_same(carom_problem_restitution(&copy, 0).ball_wall, 0.5);
    assert_same(carom_problem_restitution(&copy, nextafter(2, 0)).ball_wall, 0.5);
    assert_same(carom_problem_restitution(&copy, 2).ball_wall, 1.25);
    assert_same(carom_problem_restitution(&copy, 2).ball_ball, 0.75);
    assert_same(carom_problem_restitution(&copy, 5).ball_wall, 0.875);
    assert_same(carom_problem_restitution(&copy, INFINITY).ball_wall, 0.875);
    assert_same(carom_problem_restitution(&copy, INFINITY).ball_ball, 0.5);
    carom_problem_restitutions(&copy, &least, &most);
    assert_same(least, 0.5);
    assert_same(most, 1.5);
    carom_problem_free(&copy);
}
END_TEST

TEST_MAIN("schedule", hits_have_the_restitution_of_their_time, change_affects_an_open_contact,
          negative_damping_pulls_at_onset, changes_come_in_order_and_fill_in)
