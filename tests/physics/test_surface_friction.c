/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction between surfaces, and spin: rigid balls against closed forms (Walton and Braun, J.
 * Rheol. 30, 949 (1986); Garwin, Am. J. Phys. 37, 88 (1969)), and conservation laws. */
#include "scene/scene.h"
#include "scenes.h"
#include <float.h>

/* The time-stepping solver sees an overlap of v h, so its contact point is closer to the centres by
 * that fraction, and its normal has rotated by the ball's motion in a step. */
static const struct {
    const char *solver;
    double step_s;
} rigid[] = {{"impulse", 0}, {"oracle", 0}, {"stepped step_s=1e-9", 1e-9}};

/* Tangential velocity v + omega r along y, for two balls side by side along x. */
static double slip(const carom_sample *s, double ra, double rb)
{
    return s->vy_mps[0] - s->vy_mps[1] + ra * s->spin_radps[0] + rb * s->spin_radps[1];
}

/* u_t' = u_t - sign(u_t) min(mu (1+e) m_n u_n/m_t, (1 + beta) |u_t|) for any masses, radii and
 * moments of inertia. It slides if mu (1+e) (m_n/m_t) < (1+beta) |u_t|/u_n. (Foerster's numbers for
 * spheres: test_friction_springs.c.) */
START_TEST(sticks_or_slides_by_the_closed_condition)
{
    stream s = {5};
    for (int n = 0; n < ROUNDS(300, 60); n++) {
        double ra = 0.03 + 0.05 * next_number(&s), rb = 0.03 + 0.05 * next_number(&s);
        double ma = 0.1 + next_number(&s), mb = 0.1 + next_number(&s), mu = next_number(&s);
        double beta = 2 * next_number(&s) - 1, e = next_number(&s), v = 1 + next_number(&s);
        double fa = 0.2 + 0.8 * next_number(&s), fb = 0.2 + 0.8 * next_number(&s);
        double wa = 40 * (next_number(&s) - 0.5), wb = 40 * (next_number(&s) - 0.5);
        carom_problem *scene = new_scene("open; e %g; mu %g; beta %g; "
                                         "ball 0 0 %g 0 r %g m %g inertia %g spin %g",
                                         e, mu, beta, v, ra, ma, fa, wa);
        add_to_scene(scene, "ball %g 0 r %g m %g inertia %g spin %g", ra + rb, rb, mb, fb, wb);
        for (int kind = 0; kind < 3; kind++) {
            double part = 1 - v * rigid[kind].step_s / (ra + rb);
            double inverse_t = 1 / ma + 1 / mb + part * part * (1 / (fa * ma) + 1 / (fb * mb));
            double before = part * (ra * wa + rb * wb);
            double most = mu * (1 + e) * v / (1 / ma + 1 / mb) * inverse_t;
            bool slides = most < (1 + beta) * fabs(before);
            double after = slides ? before - copysign(most, before) : -beta * before;
            outcome *run = run_until(1e-8, scene, "%s", rigid[kind].solver);
            ck_assert(only_hit(run)->sliding == slides);
            /* spins of 20 rad/s in a dozen operations; the time-stepping normal is the x axis too
             */
            assert_near(slip(&run->sample, part * ra, part * rb), after,
                        64 * DBL_EPSILON * (2 + fabs(before)));
            assert_near(only_hit(run)->impulse_t_Ns, (before - after) / inverse_t, 1e-14);
            assert_near(run->sample.ledger.energy_residual_J, 0, 1e-14);
            assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-15);
            assert_near(run->sample.ledger.angular_momentum_residual_kgm2ps, 0, 1e-15);
        }
        test_release();
    }
}
END_TEST

/* A cue ball at speed v, cut angle phi and spin omega hits an equal ball (e = 1, beta = 0,
 * spheres). It throws it off the line of centres by atan(min(mu v cos phi/|u|, 1/7) u/(v cos phi))
 * with u = v sin phi - r omega and mu = 0.00995 + 0.108 exp(-1.088 |u|) at the slip before
 * (Alciatore, TP A.14). English of r omega = v sin phi gives no throw. */
START_TEST(throw_of_pool_balls)
{
    const double r = 0.028575;
    stream s = {14};
    int slid = 0;
    for (int n = 0; n < ROUNDS(200, 40); n++) {
        double v = 0.1 + 4 * next_number(&s), phi = PI / 2 * 0.95 * next_number(&s);
        double across = v * sin(phi), along = v * cos(phi);
        double omega = n % 8 == 0 ? across / r : 60 * (next_number(&s) - 0.5);
        double g = across - r * omega;
        double mu = 0.00995 + 0.108 * exp(-1.088 * fabs(g));
        double part = fmin(g == 0 ? 1 : mu * along / fabs(g), 1 / 7.0), thrown = part * g / along;
        carom_problem *scene = new_scene(
            "open; mu 1; beta 0; r %g; m 0.17; ball 0 0 %g %g spin %g; "
            "ball %g 0",
            r, along, -across, omega, 2 * r);
        scene->friction_law = (carom_friction_law){true, 0.00995, 0.108, 1.088};
        slid += part < 1 / 7.0;
        for (int kind = 0; kind < 3; kind++) {
            outcome *run = run_until(1e-8, scene, "%s", rigid[kind].solver);
            double late = v * rigid[kind].step_s / (2 * r);
            double turned = (2 * (1 + thrown * thrown) + r * fabs(omega) / along) * late;
            only_hit(run);
            assert_near(run->sample.vy_mps[1] / run->sample.vx_mps[1], -thrown,
                        64 * DBL_EPSILON * (1 + fabs(g) / along) + turned);
        }
        test_release();
    }
    ck_assert(slid > 5 && slid < ROUNDS(200, 40) - 5); /* some stick, some slide */
}
END_TEST

/* A superball between floor and ceiling. With slip u, v_x' = v_x -+ (4/7) u and r omega' = r omega
 * - (10/7) u; three bounces turn (1, 0) into (-333, 130)/343. */
START_TEST(superball_comes_back)
{
    static const double v[] = {3 / 7.0, -31 / 49.0, -333 / 343.0};
    static const double spin[] = {-10 / 7.0, 60 / 49.0, 130 / 343.0};
    carom_problem *scene = new_scene("walls 100 1; mu 1000; beta 1; ball 50 0.5 1 -1 r 0.1 m 0.3");
    for (int n = 0; n < 6; n++) {
        int bounce = n / 2;
        outcome *run = run_until(0.5 + 0.8 * bounce, scene, "%s", rigid[n % 2].solver);
        ck_assert(run->log.count == (size_t)bounce + 1 && !run->log.item[bounce].sliding);
        assert_near(run->sample.vx_mps[0], v[bounce], 16 * DBL_EPSILON);
        assert_near(run->sample.spin_radps[0] * 0.1, spin[bounce], 16 * DBL_EPSILON);
        assert_near(fabs(run->sample.vy_mps[0]), 1, 0);
        assert_budget(run, 1e-14);
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-15);
        assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-15);
    }
}
END_TEST

/* The spin of springs without friction stays constant. (Solvers that reject friction:
 * tests/cases/friction.case.) */
START_TEST(spin_is_constant_without_friction)
{
    outcome *run = run_until(0.2, new_scene("open; r 0.1; m 1; ball 0 0 1 0.3 spin 7; ball 0.25 0"),
                             "penalty stiffness_N_per_m=1e5 step_s=1e-5");
    only_hit(run);
    assert_same(run->sample.spin_radps[0], 7);
    assert_same(run->sample.spin_radps[1], 0);
}
END_TEST

TEST_MAIN("rough", sticks_or_slides_by_the_closed_condition, throw_of_pool_balls,
          superball_comes_back, spin_is_constant_without_friction)
