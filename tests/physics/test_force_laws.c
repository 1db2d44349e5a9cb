/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The penalty solver with each law: the collision log agrees with the specified values, closed
 * forms and published numbers. */
#include "support.h"
#include <float.h>

typedef struct {
    char text[8][40];
    carom_setting list[9];
    int count;
} settings;

static settings *set(settings *s, const char *key, const char *value)
{
    s->list[s->count++] = (carom_setting){key, value};
    s->list[s->count] = (carom_setting){NULL, NULL};
    return s;
}

static settings *set_number(settings *s, const char *key, double value)
{
    snprintf(s->text[s->count], sizeof s->text[0], "%.17g", value);
    return set(s, key, s->text[s->count]);
}

/* One head-on contact; m2 = 0: a wall. */
static carom_collision hit(const settings *s, double m1, double m2, double v, double e, double t)
{
    carom_problem scene;
    outcome run;
    carom_collision found;
    scene_init(&scene, m2 == 0 ? CAROM_WALLS : CAROM_OPEN);
    scene.restitution = (carom_restitution){e, e};
    scene_add(&scene, m2 == 0 ? 2.54 - 0.03 - 0.3 * t * v : 1, 0.6, v, 0, 0.03, m1);
    if (m2 > 0) {
        scene_add(&scene, 1.06 + 0.3 * t * v, 0.6, 0, 0, 0.03, m2);
    }
    run = run_scene(&scene, "penalty", s->list, t);
    ck_assert_uint_eq(run.log.count, 1);
    found = run.log.item[0];
    ck_assert(!isnan(found.separation_mps));
    outcome_free(&run);
    carom_problem_free(&scene);
    return found;
}

/* Hertz: delta_max = ((5/4) m_red v^2/K)^(2/5), t_c = 2.9432751843 delta_max/v, e = 1; unequal
 * masses and walls. */
START_TEST(hertz_contacts)
{
    const double masses[][2] = {{0.17, 0.17}, {0.1, 0.7}, {0.3, 0}};
    for (int k = 0; k < 3; k++) {
        for (double v = 0.3; v < 4; v *= 3.3) {
            double m1 = masses[k][0], m2 = masses[k][1], mu = m2 > 0 ? m1 * m2 / (m1 + m2) : m1,
                   K = 3e8;
            double depth = pow(1.25 * mu * v * v / K, 0.4), T = 2.943275184324704657 * depth / v;
            settings s = {.count = 0};
            set_number(set(set(&s, "law", "hertz"), "integrator", "rk4"), "stiffness_N_per_m1p5",
                       K);
            carom_collision found = hit(set_number(&s, "step_s", T / 3000), m1, m2, v, 1, 5 * T);
            assert_near(found.contact_s / T, 1, 1e-5);
            assert_near(found.max_overlap_m / depth, 1, 1e-5);
            assert_near(found.separation_mps / v, 1, 1e-5);
            assert_near(found.impulse_Ns / (2 * mu * v), 1, 1e-5);
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
    const double R = 0.0127, m = 7850 * 4.0 / 3 * PI * R * R * R,
                 modulus = 206e9 / (2 * (1 - 0.3 * 0.3)), v = 1;
    const double want_us[] = {77.0, 88.45};
    for (int k = 0; k < 4; k++) {
        bool flat = k % 2 != 0;
        double mu = flat ? m : m / 2, radius = flat ? R : R / 2,
               K = 4.0 / 3 * modulus * sqrt(radius);
        double johnson = 2.87 * pow(mu * mu / (radius * modulus * modulus * v), 0.2),
               depth = pow(1.25 * mu * v * v / K, 0.4);
        settings s = {.count = 0};
        carom_collision found;
        set(set(&s, "law", "hertz"), "integrator", "rk4");
        if (k < 2) {
            set_number(&s, "stiffness_N_per_m1p5", K);
        } else {
            set_number(set_number(&s, "max_overlap_m", depth), "at_speed_mps", v);
        }
        found = hit(set_number(&s, "step_s", johnson / 1000), m, flat ? 0 : m, v, 1, 5 * johnson);
        /* within the published digits */
        assert_near(1e6 * found.contact_s, want_us[k % 2], 0.05);
        assert_near(found.contact_s, johnson, 1e-3 * johnson); /* 2.87 is rounded from 2.868 */
        assert_near(found.contact_s, 2.943275184324704657 * depth / v, 1e-5 * johnson);
    }
}
END_TEST

/* Every law, both contact ends, walls and unequal masses: the specified restitution. Hertz's holds
 * at any speed, the viscoelastic one at its reference speed. The force of a dashpot jumps at the
 * onset: order 1. */
START_TEST(restitution_specified_and_measured)
{
    const char *const laws[] = {"hooke", "hertz", "viscoelastic"}, *const ends[] = {"force",
                                                                                    "overlap"};
    for (int law = 0; law < 3; law++) {
        for (int k = 0; k < 8; k++) {
            double e = k % 4 < 2 ? 0.5 : 0.9, v = law == 2 ? 1 : (k < 4 ? 0.4 : 2.9),
                   m2 = k % 3 == 0 ? 0 : 0.4;
            settings s = {.count = 0};
            carom_collision found;
            set(set(set(&s, "law", laws[law]), "integrator", "rk4"), "contact_end", ends[k % 2]);
            set_number(set_number(&s, "contact_time_s", 1e-3), "step_s", 1e-7);
            if (law > 0) {
                set_number(&s, "at_speed_mps", v);
            }
            found = hit(&s, 0.17, m2, v, e, 5e-3);
            assert_near(found.separation_mps / found.approach_mps, e, 3e-4);
            assert_near(found.contact_s, 1e-3, 1e-6);
        }
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
        settings s = {.count = 0};
        set_number(set(set(&s, "law", "viscoelastic"), "integrator", "rk4"), "stiffness_N_per_m1p5",
                   K);
        set_number(set_number(&s, "dissipation_s", A), "step_s", T / 5000);
        carom_collision found = hit(set(&s, "contact_end", "overlap"), 0.17, 0.17, v, 1, 5 * T);
        double e = found.separation_mps / found.approach_mps;
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
    const double hooke[3] = {-0.130261695064521, 0.150229569434774, 0.980032125629747};
    const double hertz[3] = {-0.07095235365, 0.07640303907, 0.99454931458};
    for (int law = 0; law < 2; law++) {
        settings s = {.count = 0};
        carom_problem scene;
        outcome run;
        set(set(&s, "integrator", "gsl_rkf45"), "law", law == 0 ? "hooke" : "hertz");
        set_number(&s, law == 0 ? "stiffness_N_per_m" : "stiffness_N_per_m1p5",
                   law == 0 ? 1e4 : 1e6);
        set_number(set_number(&s, "step_s", 1e-4), "tolerance", 1e-12);
        scene_init(&scene, CAROM_OPEN);
        for (int k = 0; k < 3; k++) {
            scene_add(&scene, k, 0, k == 0, 0, 0.5, 1);
        }
        run = run_scene(&scene, "penalty", s.list, 0.5);
        for (int k = 0; k < 3; k++) {
            assert_near(run.sample.vx_mps[k], law == 0 ? hooke[k] : hertz[k],
                        law == 0 ? 1e-10 : 1e-9);
        }
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Different stiffness between two materials: k times the factor, t_c divided by its square root. */
START_TEST(stiffness_by_pairs)
{
    settings s = {.count = 0};
    carom_problem scene;
    outcome run;
    set_number(set_number(set(&s, "integrator", "rk4"), "stiffness_N_per_m", 1e5), "step_s", 1e-6);
    scene_init(&scene, CAROM_OPEN);
    assert_ok(
        carom_problem_add_pair(&scene, &(carom_pair){"soft", "soft", NAN, 0.25, {NAN, NAN}}, NULL));
    scene_add(&scene, 1, 0.6, 1, 0, 0.03, 0.2);
    scene_add(&scene, 1.07, 0.6, 0, 0, 0.03, 0.2);
    run = run_scene(&scene, "penalty", s.list, 0.05);
    assert_near(run.log.item[0].contact_s, PI * sqrt(0.1 / 1e5), 1e-7);
    outcome_free(&run);
    scene.ball[0].material = scene.ball[1].material = "soft";
    run = run_scene(&scene, "penalty", s.list, 0.05);
    assert_near(run.log.item[0].contact_s, 2 * PI * sqrt(0.1 / 1e5), 1e-7);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Specified dashpot: e follows from gamma. */
START_TEST(damping_by_gamma)
{
    const double k = 1e5, mu = 0.1, zeta = 0.2,
                 e = exp(-2 * zeta * acos(zeta) / sqrt(1 - zeta * zeta));
    settings s = {.count = 0};
    carom_collision found;
    set_number(set_number(set(&s, "integrator", "rk4"), "stiffness_N_per_m", k), "step_s", 1e-7);
    found = hit(set_number(&s, "damping_Ns_per_m", 2 * zeta * sqrt(k * mu)), 0.2, 0.2, 1.3, 1,
                0.02);
    assert_near(found.separation_mps / found.approach_mps, e, 1e-4);
}
END_TEST

/* Rolling resistance and drag as forces: closed form of the decelerated ball within the order of
 * the method. The ball stops and stays at rest. A scene of several balls converges to the impulse
 * solver as k grows. */
START_TEST(friction_as_a_force)
{
    const double v0 = 1.1, a = 0.02 * 9.80665;
    for (int drag = 0; drag < 2; drag++) {
        double b = drag ? 0.01 / 0.03 : 0, t = 2, w = sqrt(a * b),
               th0 = drag ? atan(v0 * sqrt(b / a)) : 0;
        double s = drag ? log(cos(th0 - w * t) / cos(th0)) / b : v0 * t - 0.5 * a * t * t;
        double stop = drag ? log(1 + b * v0 * v0 / a) / (2 * b) : v0 * v0 / (2 * a);
        settings set_up = {.count = 0};
        carom_problem scene;
        outcome run;
        set_number(set(&set_up, "integrator", "rk4"), "stiffness_N_per_m", 1e5);
        set_number(&set_up, "step_s", 1e-3);
        scene_init(&scene, CAROM_OPEN);
        scene.rolling_resistance = 0.02;
        scene.air_drag = drag ? 0.01 : 0;
        scene_add(&scene, 0.1, 0.6, v0 * 0.6, v0 * 0.8, 0.03, 0.17);
        run = run_scene(&scene, "penalty", set_up.list, t);
        assert_near(hypot(run.sample.x_m[0] - 0.1, run.sample.y_m[0] - 0.6), s, 1e-11);
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-11);
        outcome_free(&run);
        run = run_scene(&scene, "penalty", set_up.list, 60);
        /* a h^2 at the end */
        assert_near(hypot(run.sample.x_m[0] - 0.1, run.sample.y_m[0] - 0.6), stop, 2 * a * 1e-6);
        assert_near(hypot(run.sample.vx_mps[0], run.sample.vy_mps[0]), 0, 1e-15);
        assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-13);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

START_TEST(friction_against_the_impulse_solver)
{
    double before = 0;
    for (double k = 1e5; k < 2e7; k *= 100) {
        settings set_up = {.count = 0};
        carom_problem scene;
        outcome soft, hard;
        double off = 0;
        scene_init(&scene, CAROM_WALLS);
        scene.rolling_resistance = 0.02;
        scene.air_drag = 0.005;
        scene_add(&scene, 0.4, 0.6, 1.3, 0.1, 0.03, 0.17);
        scene_add(&scene, 1.1, 0.65, 0, 0, 0.03, 0.17);
        scene_add(&scene, 1.5, 0.5, -0.2, 0, 0.05, 0.4);
        set_number(set(set(&set_up, "integrator", "rk4"), "contacts", "located"),
                   "stiffness_N_per_m", k);
        set_number(&set_up, "theta", 0.1);
        soft = run_scene(&scene, "penalty", set_up.list, 2.5);
        hard = run_scene(&scene, "impulse", NULL, 2.5);
        for (size_t i = 0; i < 3; i++) {
            off = fmax(off, hypot(soft.sample.x_m[i] - hard.sample.x_m[i],
                                  soft.sample.y_m[i] - hard.sample.y_m[i]));
        }
        ck_assert_uint_gt(hard.log.count, 1);
        ck_assert_uint_eq(hard.log.count, soft.log.count);
        ck_assert(before == 0 || off < 0.15 * before); /* k^(-1/2): a factor of 10 */
        before = off;
        outcome_free(&soft);
        outcome_free(&hard);
        carom_problem_free(&scene);
    }
    ck_assert_double_lt(before, 2e-3);
}
END_TEST

TEST_MAIN("force laws", hertz_contacts, johnsons_steel_balls, restitution_specified_and_measured,
          viscoelastic_restitution_falls_with_speed, cradles_of_springs, stiffness_by_pairs,
          damping_by_gamma, friction_as_a_force, friction_against_the_impulse_solver)
