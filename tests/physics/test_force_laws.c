/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The penalty solver with each law: the collision log agrees with the specified values, closed
 * forms and published numbers. */
#include "scenes.h"

#define SPRINGS "penalty integrator=rk4 "

/* Two balls, or a ball and a wall (m2 = 0), which meet after 0.3 t_s. */
static const carom_problem *meeting(double m1, double m2, double v, double e, double t_s)
{
    if (m2 == 0) {
        return new_scene("e %g; ball %g 0.6 %g 0 r 0.03 m %g", e, 2.54 - 0.03 - 0.3 * t_s * v, v,
                         m1);
    }
    return new_scene("open; e %g; r 0.03; ball 1 0.6 %g 0 m %g; ball %g 0.6 m %g", e, v, m1,
                     1.06 + 0.3 * t_s * v, m2);
}

static double reduced_mass(double m1, double m2)
{
    return m2 > 0 ? m1 * m2 / (m1 + m2) : m1;
}

static double restitution_of(const carom_collision *hit)
{
    return hit->separation_mps / hit->approach_mps;
}

/* Hertz: delta_max = ((5/4) m_red v^2/K)^(2/5), t_c = 2.9432751843 delta_max/v, e = 1; unequal
 * masses and walls. */
START_TEST(hertz_contacts)
{
    const double masses[][2] = {{0.17, 0.17}, {0.1, 0.7}, {0.3, 0}}, K = 3e8;
    for (int k = 0; k < 3; k++) {
        for (double v = 0.3; v < 4; v *= 3.3) {
            double m1 = masses[k][0], m2 = masses[k][1], mu = reduced_mass(m1, m2);
            double depth = pow(1.25 * mu * v * v / K, 0.4), T = 2.943275184324704657 * depth / v;
            const carom_collision *hit = only_hit(
                run_until(5 * T, meeting(m1, m2, v, 1, 5 * T),
                          SPRINGS "law=hertz stiffness_N_per_m1p5=%g step_s=%g", K, T / 3000));
            assert_near(hit->contact_s / T, 1, 1e-5);
            assert_near(hit->max_overlap_m / depth, 1, 1e-5);
            assert_near(hit->separation_mps / v, 1, 1e-5);
            assert_near(hit->impulse_Ns / (2 * mu * v), 1, 1e-5);
        }
    }
}
END_TEST

/* Steel balls of 25.4 mm, E = 206 GPa, Poisson's ratio 0.3, 7850 kg/m^3, at 1 m/s: t_c = 2.87
 * (m*^2/(R* E*^2 v))^(1/5) (Johnson, Contact Mechanics, Cambridge 1985, chapter 11), 77.0 us for
 * two equal balls (m* = m/2, R* = R/2, E* = E/(2 (1 - nu^2))), 88.4 us for a ball on a half-space
 * of the same steel. K = (4/3) E* sqrt(R*). The stiffness is given, or calibrated from the maximum
 * overlap at 1 m/s. */
START_TEST(johnsons_steel_balls)
{
    const double R = 0.0127, m = 7850 * 4.0 / 3 * PI * R * R * R, v = 1;
    const double modulus = 206e9 / (2 * (1 - 0.3 * 0.3)), want_us[] = {77.0, 88.45};
    for (int k = 0; k < 2; k++) {
        double mu = k == 1 ? m : m / 2, radius = k == 1 ? R : R / 2;
        double K = 4.0 / 3 * modulus * sqrt(radius);
        double johnson = 2.87 * pow(mu * mu / (radius * modulus * modulus * v), 0.2);
        double depth = pow(1.25 * mu * v * v / K, 0.4);
        const carom_problem *scene = meeting(m, k == 1 ? 0 : m, v, 1, 5 * johnson);
        const outcome *runs[] = {
            run_until(5 * johnson, scene, SPRINGS "law=hertz stiffness_N_per_m1p5=%g step_s=%g", K,
                      johnson / 1000),
            run_until(5 * johnson, scene,
                      SPRINGS "law=hertz max_overlap_m=%g at_speed_mps=%g step_s=%g", depth, v,
                      johnson / 1000)};
        for (int given = 0; given < 2; given++) {
            double contact_s = only_hit(runs[given])->contact_s;
            assert_near(1e6 * contact_s, want_us[k], 0.05);  /* within the published digits */
            assert_near(contact_s, johnson, 1e-3 * johnson); /* 2.87 is rounded from 2.868 */
            assert_near(contact_s, 2.943275184324704657 * depth / v, 1e-5 * johnson);
        }
    }
}
END_TEST

/* Every law, both contact ends, walls and unequal masses: the specified restitution, contact time
 * and loss of energy. Hertz's restitution holds at any speed, the viscoelastic one at its reference
 * speed. The force of a dashpot jumps at the onset: order 1. */
START_TEST(restitution_specified_and_measured)
{
    static const struct {
        const char *text;
        double v;
    } laws[] = {{"hooke", 0.4},
                {"hooke", 2.9},
                {"hertz at_speed_mps=0.4", 0.4},
                {"hertz at_speed_mps=2.9", 2.9},
                {"viscoelastic at_speed_mps=1", 1}};
    static const char *const ends[] = {"force", "overlap"};
    static const double es[] = {0.05, 0.3, 0.5, 0.9, 0.99}, T = 1e-3;
    for (int k = 0; k < 2 * 5 * 5; k++) {
        const char *law = laws[k % 5].text, *end = ends[k / 25];
        double e = es[k / 5 % 5], v = laws[k % 5].v, m2 = k % 3 == 0 ? 0 : 0.4;
        double energy = 0.5 * reduced_mass(0.17, m2) * v * v;
        test_set_subject("law %s, e = %g, end %s", law, e, end);
        outcome *run = run_until(5 * T, meeting(0.17, m2, v, e, 5 * T),
                                 SPRINGS "contact_time_s=%g step_s=1e-7 contact_end=%s law=%s", T,
                                 end, law);
        assert_near(restitution_of(only_hit(run)), e, 3e-4);
        assert_near(only_hit(run)->contact_s, T, 1e-6);
        assert_near(only_hit(run)->dissipated_J, energy * (1 - e * e), 2e-3 * energy);
        assert_near(run->sample.ledger.energy_residual_J, 0, 2e-3 * energy);
    }
}
END_TEST

/* Viscoelastic: e decreases with speed as 1 - C1 B + C2 B^2, B ~ v^(1/5), computed from the
 * constant of the material. */
START_TEST(viscoelastic_restitution_falls_with_speed)
{
    const double C1 = 1.1534488580952888, C2 = 0.6 * C1 * C1, A = 2e-6, K = 1e9, mu = 0.085;
    double before = 1;
    for (double v = 0.1; v < 20; v *= 5) {
        double B = 1.5 * A * pow(K / mu, 0.4) * pow(v, 0.2),
               T = 3.218 * pow(mu * mu / (K * K * v), 0.2);
        double e = restitution_of(only_hit(
            run_until(5 * T, meeting(0.17, 0.17, v, 1, 5 * T),
                      SPRINGS "law=viscoelastic stiffness_N_per_m1p5=%g dissipation_s=%g step_s=%g "
                              "contact_end=overlap",
                      K, A, T / 5000)));
        assert_near(e, 1 - C1 * B + C2 * B * B, 0.6 * B * B * B + 1e-5);
        ck_assert_double_lt(e, before);
        before = e;
    }
}
END_TEST

/* 'carom help theory', impacts: a cradle of three touching balls, for Hooke at any k, and for
 * Hertz. */
START_TEST(cradles_of_springs)
{
    static const struct {
        const char *law;
        double want[3], tolerance;
    } laws[] = {{"law=hooke stiffness_N_per_m=1e4",
                 {-0.130261695064521, 0.150229569434774, 0.980032125629747},
                 1e-10},
                {"law=hertz stiffness_N_per_m1p5=1e6",
                 {-0.07095235365, 0.07640303907, 0.99454931458},
                 1e-9}};
    const carom_problem *scene = new_scene("open; r 0.5 m 1; ball 0 0 1 0; ball 1 0; ball 2 0");
    for (int law = 0; law < 2; law++) {
        outcome *run = run_until(0.5, scene,
                                 "penalty integrator=gsl_rkf45 %s step_s=1e-4 tolerance=1e-12",
                                 laws[law].law);
        for (int k = 0; k < 3; k++) {
            assert_near(run->sample.vx_mps[k], laws[law].want[k], laws[law].tolerance);
        }
    }
}
END_TEST

/* Different stiffness between two materials: k times the factor, t_c divided by its square root. */
START_TEST(stiffness_by_pairs)
{
    static const char *const materials[] = {"hard", "soft"};
    for (int soft = 0; soft < 2; soft++) {
        carom_problem *scene = new_scene("open; r 0.03 m 0.2; ball 1 0.6 1 0 of=%s;"
                                         "ball 1.07 0.6 of=%s",
                                         materials[soft], materials[soft]);
        assert_ok(carom_problem_add_pair(
            scene, &(carom_pair){"soft", "soft", NAN, 0.25, {NAN, NAN}}, NULL));
        outcome *run = run_until(0.05, scene, SPRINGS "stiffness_N_per_m=1e5 step_s=1e-6");
        assert_near(only_hit(run)->contact_s, (1 + soft) * PI * sqrt(0.1 / 1e5), 1e-7);
    }
}
END_TEST

/* Specified dashpot: e follows from gamma. */
START_TEST(damping_by_gamma)
{
    const double k = 1e5, mu = 0.1, zeta = 0.2,
                 e = exp(-2 * zeta * acos(zeta) / sqrt(1 - zeta * zeta));
    outcome *run = run_until(0.02, meeting(0.2, 0.2, 1.3, 1, 0.02),
                             SPRINGS "stiffness_N_per_m=%g step_s=1e-7 damping_Ns_per_m=%g", k,
                             2 * zeta * sqrt(k * mu));
    assert_near(restitution_of(only_hit(run)), e, 1e-4);
}
END_TEST

/* Rolling resistance and drag as forces: closed form of the decelerated ball within the order of
 * the method. The ball stops and stays at rest. */
START_TEST(friction_as_a_force)
{
    const double v0 = 1.1, a = 0.02 * 9.80665, t = 2;
    for (int drag = 0; drag < 2; drag++) {
        double b = drag ? 0.01 / 0.03 : 0, w = sqrt(a * b), th0 = drag ? atan(v0 * sqrt(b / a)) : 0;
        double s = drag ? log(cos(th0 - w * t) / cos(th0)) / b : v0 * t - 0.5 * a * t * t;
        double stop = drag ? log(1 + b * v0 * v0 / a) / (2 * b) : v0 * v0 / (2 * a);
        const carom_problem *scene = new_scene(
            "open; roll 0.02; drag %g; ball 0.1 0.6 %g %g r 0.03", drag ? 0.01 : 0, v0 * 0.6,
            v0 * 0.8);
        const char rolling[] = SPRINGS "stiffness_N_per_m=1e5 step_s=1e-3";
        outcome *run = run_until(t, scene, rolling), *rest = run_until(60, scene, rolling);
        assert_near(hypot(run->sample.x_m[0] - 0.1, run->sample.y_m[0] - 0.6), s, 1e-11);
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-11);
        assert_near(hypot(rest->sample.x_m[0] - 0.1, rest->sample.y_m[0] - 0.6), stop,
                    2 * a * 1e-6); /* a h^2 at the end */
        assert_near(hypot(rest->sample.vx_mps[0], rest->sample.vy_mps[0]), 0, 1e-15);
        assert_near(rest->sample.ledger.momentum_residual_kgmps, 0, 1e-13);
    }
}
END_TEST

/* A scene of several balls converges to the impulse solver as k grows. */
START_TEST(friction_against_the_impulse_solver)
{
    const carom_problem *scene = new_scene("roll 0.02; drag 0.005; r 0.03; ball 0.4 0.6 1.3 0.1;"
                                           "ball 1.1 0.65; ball 1.5 0.5 -0.2 0 r 0.05 m 0.4");
    const outcome *hard = run_until(2.5, scene, "impulse");
    double before = INFINITY;
    ck_assert_uint_gt(hard->log.count, 1);
    for (double k = 1e5; k < 2e7; k *= 100) {
        outcome *soft = run_until(2.5, scene,
                                  SPRINGS "contacts=located theta=0.1 stiffness_N_per_m=%g", k);
        double off = farthest(scene, soft, hard);
        ck_assert_uint_eq(hard->log.count, soft->log.count);
        ck_assert_double_lt(off, 0.15 * before); /* k^(-1/2): a factor of 10 */
        before = off;
    }
    ck_assert_double_lt(before, 2e-3);
}
END_TEST

TEST_MAIN("force laws", hertz_contacts, johnsons_steel_balls, restitution_specified_and_measured,
          viscoelastic_restitution_falls_with_speed, cradles_of_springs, stiffness_by_pairs,
          damping_by_gamma, friction_as_a_force, friction_against_the_impulse_solver)
