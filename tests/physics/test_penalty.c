/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The penalty solver against closed forms: contacts with linear springs (Hooke), contact delay,
 * rotation of the normal, damping, and the errors of the integrators. */
#include "support.h"
#include <float.h>

/* Two balls of masses m1 and m2 approach at relative speed v with a gap of 0.25 m on an open
 * table. */
static void head_on(carom_problem *scene, double m1, double m2, double v)
{
    scene_init(scene, CAROM_OPEN);
    scene_add(scene, 0, 0, v, 0, 0.5, m1);
    scene_add(scene, 1.25, 0, 0, 0, 0.5, m2);
}

static carom_collision only_collision(outcome *run)
{
    ck_assert_uint_eq(run->log.count, 1);
    return run->log.item[0];
}

/* m1 = 1, m2 = 3, k = 1e4, v = 2: contact time, overlap and contact delay of 'carom help theory'
 * (contact), by Heun at small theta. Heun's relative error over a contact is O(theta^2); theta = h
 * sqrt(k/m_red) = 1.1547e-4. */
START_TEST(undamped_contact_in_numbers)
{
    penalty_settings s;
    carom_problem scene;
    carom_collision c;
    outcome run;
    double theta2 = 1e-12 * 1e4 / 0.75, free_gap;
    head_on(&scene, 1, 3, 2);
    run = run_scene(&scene, "penalty", penalty_set(&s, "heun", 1e4, 1e-6, "force"), 0.3);
    c = only_collision(&run);
    assert_near(c.t_s, 0.125, 125000 * DBL_EPSILON); /* one rounding per step */
    assert_near(c.contact_s, 0.0272069904635132678, 5 * theta2);
    assert_near(c.max_overlap_m, 0.0173205080756887729, theta2);
    assert_near(c.approach_mps, 2, 1e-12);
    assert_near(c.separation_mps, 2, 10 * theta2);
    assert_near(c.impulse_Ns, 0.75 * 4, 10 * theta2);
    /* the contact delay relative to the impulse model is v t_c: after contact the gap is v (t - t0
     * - t_c) */
    free_gap = 2 * (0.3 - 0.125);
    assert_near(free_gap - (run.sample.x_m[1] - run.sample.x_m[0] - 1), 0.0544139809270265355,
                20 * theta2);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

static double slope(const double *x, const double *y, int n)
{
    double mx = 0, my = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) {
        mx += log(x[i]) / n;
        my += log(y[i]) / n;
    }
    for (int i = 0; i < n; i++) {
        xx += (log(x[i]) - mx) * (log(x[i]) - mx);
        xy += (log(x[i]) - mx) * (log(y[i]) - my);
    }
    return xy / xx;
}

/* Contact time, overlap and contact delay are proportional to k^(-1/2). */
START_TEST(slopes_in_stiffness)
{
    double k[6], contact[6], overlap[6], delay[6];
    for (int i = 0; i < 6; i++) {
        penalty_settings s;
        carom_problem scene;
        outcome run;
        double end;
        k[i] = 1e3 * pow(7, i);
        head_on(&scene, 1, 3, 2);
        /* soon after the contact; later the error of e adds to the delay */
        end = 0.125 + 1.2 * PI * sqrt(0.75 / k[i]);
        run = run_scene(&scene, "penalty",
                        penalty_set(&s, "heun", k[i], 1e-3 / sqrt(k[i] / 0.75), "force"), end);
        contact[i] = only_collision(&run).contact_s;
        overlap[i] = run.log.item[0].max_overlap_m;
        delay[i] = 2 * (end - 0.125) - (run.sample.x_m[1] - run.sample.x_m[0] - 1);
        assert_near(contact[i] * sqrt(k[i] / 0.75), PI, 1e-5);
        assert_near(overlap[i] * sqrt(k[i] / 0.75) / 2, 1, 1e-5);
        assert_near(delay[i] / (2 * PI * sqrt(0.75 / k[i])), 1, 1e-5);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
    assert_near(slope(k, contact, 6), -0.5, 1e-6);
    assert_near(slope(k, overlap, 6), -0.5, 1e-6);
    assert_near(slope(k, delay, 6), -0.5, 1e-6);
}
END_TEST

/* m_red = 1/2, speed 1, s = 2, impact parameter 1. */
static double scattering_angle(const char *kind, const carom_setting *settings)
{
    carom_problem scene;
    outcome run;
    double vx, vy;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, 1, 0, 1, 1);
    scene_add(&scene, 1.8, -1, 0, 0, 1, 1);
    run = run_scene(&scene, kind, settings, 0.4);
    vx = run.sample.vx_mps[0] - run.sample.vx_mps[1];
    vy = run.sample.vy_mps[0] - run.sample.vy_mps[1];
    outcome_free(&run);
    carom_problem_free(&scene);
    return atan2(vy, vx);
}

/* The contact normal rotates during an oblique contact. To leading order the scattering angle
 * falls short of the rigid value 2 pi/3 by (v_t/s) pi sqrt(m_red/k). */
START_TEST(oblique_contact_rotates)
{
    double k[5], turn[5], hard = scattering_angle("impulse", NULL);
    penalty_settings s;
    assert_near(hard, 2 * PI / 3, 1e-14);
    assert_near(scattering_angle("penalty", penalty_set(&s, "heun", 1e4, 1e-5, "force")),
                2.08882343938408, 1e-8);
    for (int i = 0; i < 5; i++) {
        k[i] = 1e4 * pow(4, i);
        turn[i] = hard - scattering_angle("penalty", penalty_set(&s, "heun", k[i],
                                                                 1e-3 / sqrt(k[i] / 0.5), "force"));
        /* v_t/s = 1/4; the next order is again sqrt(m_red/k) relative, Heun's error theta^2 */
        assert_near(turn[i] / (0.25 * PI * sqrt(0.5 / k[i])), 1, 3 * sqrt(0.5 / k[i]) + 1e-3);
    }
    assert_near(slope(k, turn, 5), -0.5, 3e-3);
}
END_TEST

/* Restitution of a head-on contact whose first overlapping state has the depth s v h. */
static double measured_restitution(const char *integrator, double theta, double s)
{
    penalty_settings settings;
    carom_problem scene;
    outcome run;
    double k = 1e4, mu = 0.5, h = theta / sqrt(k / mu), v = 1, e;
    /* gap = (m - s) v h with integer m: step m ends at depth s v h */
    double gap = (40 - s) * v * h;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, 0, 0, v, 0, 0.5, 1);
    scene_add(&scene, 1 + gap, 0, 0, 0, 0.5, 1);
    run = run_scene(&scene, "penalty", penalty_set(&settings, integrator, k, h, "force"),
                    (40 + 20 + 2 * PI / theta) * h);
    e = (run.sample.vx_mps[1] - run.sample.vx_mps[0]) / v;
    assert_near(only_collision(&run).separation_mps / v, e, 1e-9);
    outcome_free(&run);
    carom_problem_free(&scene);
    return e;
}

/* 'carom help theory', integrators: explicit Euler, exactly. */
START_TEST(euler_restitution_is_exact)
{
    const double depth[] = {0.25, 0.5, 1};
    double theta = 0.1;
    for (int i = 0; i < 3; i++) {
        /* at s = 1 contact onset coincides with a step: just after it */
        double s = depth[i] - (depth[i] == 1 ? 1e-11 : 0);
        double n = ceil((PI - atan(s * theta)) / atan(theta));
        double e = -sqrt(1 + s * s * theta * theta) * pow(1 + theta * theta, n / 2) *
                   cos(atan(s * theta) + n * atan(theta));
        assert_near(measured_restitution("euler", theta, s), e, 1e-9);
        ck_assert_double_gt(e, 1);
    }
}
END_TEST

static double mean_excess(const char *integrator, double theta, int phases)
{
    double sum = 0;
    for (int i = 0; i < phases; i++) {
        sum += measured_restitution(integrator, theta, (i + 0.5) / phases) - 1;
    }
    return sum / phases;
}

/* Averages over the sub-step offset: Euler e - 1 ~ pi theta/2, Heun (pi/8) theta^3. The energy
 * error of a contact is of order 1 and (at least) 2 in h. */
START_TEST(slopes_in_step)
{
    double theta[5], euler[5], heun[5];
    for (int i = 0; i < 5; i++) {
        theta[i] = 0.2 * pow(0.6, i);
        euler[i] = mean_excess("euler", theta[i], 32);
        heun[i] = mean_excess("heun", theta[i], 256);
        assert_near(euler[i] / (PI * theta[i] / 2), 1, 1.2 * theta[i]);
        assert_near(heun[i] / (PI / 8 * pow(theta[i], 3)), 1, 0.2);
    }
    assert_near(slope(theta, euler, 5), 1, 0.1);
    assert_near(slope(theta, heun, 5), 3, 0.2);
}
END_TEST

/* The gap some time after a contact: its error, rms over 16 sub-step offsets, is proportional to h
 * for Euler and to h^2 for Heun, because contact onset is not located. */
START_TEST(gap_converges_in_step)
{
    const char *const integrator[] = {"euler", "heun"};
    const double expected[] = {1, 2};
    for (int m = 0; m < 2; m++) {
        double h[4], error[4];
        for (int i = 0; i < 4; i++) {
            double square = 0;
            h[i] = 2e-4 * pow(0.5, i) * 1.037;
            for (int phase = 0; phase < 16; phase++) {
                penalty_settings s;
                carom_problem scene;
                outcome run;
                double off, shift;
                head_on(&scene, 1, 3, 2);
                shift = 2 * h[i] * phase / 16;
                scene.ball[1].x_m += shift;
                run = run_scene(&scene, "penalty",
                                penalty_set(&s, integrator[m], 1e4, h[i], "force"), 0.4);
                off = run.sample.x_m[1] - run.sample.x_m[0] - 1 -
                      (2 * (0.4 - 0.125) - shift - 0.0544139809270265355);
                square += off * off / 16;
                outcome_free(&run);
                carom_problem_free(&scene);
            }
            error[i] = sqrt(square);
        }
        assert_near(slope(h, error, 4), expected[m], 0.25);
    }
}
END_TEST

/* Calibrated damping gives the specified restitution for any mass and for both contact ends. */
START_TEST(damping_gives_the_specified_restitution)
{
    const double e[] = {0.05, 0.3, 0.5, 0.9, 0.99};
    const char *const end[] = {"force", "overlap"};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 2; k++) {
            penalty_settings s;
            carom_problem scene;
            outcome run;
            carom_collision c;
            head_on(&scene, 0.7, 2.1, 1.3);
            scene.restitution.ball_ball = e[i];
            run = run_scene(&scene, "penalty", penalty_set(&s, "heun", 1e4, 2e-6, end[k]), 0.4);
            c = only_collision(&run);
            /* the force jumps at contact onset, within a step: order 1, at most zeta theta = 4e-4
             */
            assert_near(c.separation_mps / c.approach_mps, e[i], 2e-4);
            assert_near((run.sample.vx_mps[1] - run.sample.vx_mps[0]) / 1.3, e[i], 2e-4);
            assert_near(c.dissipated_J, 0.5 * 0.525 * 1.69 * (1 - e[i] * e[i]), 1e-3);
            assert_near(run.sample.ledger.energy_residual_J, 0, 1e-3);
            outcome_free(&run);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* A wall has infinite mass: m_red = m. A preload (gravity towards the wall) lengthens the contact:
 * t_c = (2/w0)(pi - atan(v w0/g)), e = 1. */
START_TEST(wall_contact_with_preload)
{
    const double k = 1e4, m = 0.5, g = 9.8, w0 = sqrt(k / m), drop = 0.3, v = sqrt(2 * g * drop);
    penalty_settings s;
    carom_problem scene;
    outcome run;
    carom_collision c;
    scene_init(&scene, CAROM_WALLS);
    scene.gravity_mps2.y = -g;
    scene_add(&scene, 1, 0.1 + drop, 0, 0, 0.1, m);
    run = run_scene(&scene, "penalty", penalty_set(&s, "heun", k, 1e-6, "force"), 0.4);
    c = run.log.item[0];
    assert_near(c.t_s, v / g, 1e-6);
    assert_near(c.approach_mps, v, 1e-5);
    assert_near(c.contact_s, 2 / w0 * (PI - atan(v * w0 / g)), 1e-6);
    assert_near(c.max_overlap_m, g / (w0 * w0) + sqrt(pow(g / (w0 * w0), 2) + v * v / (w0 * w0)),
                1e-6);
    /* g h = 1e-5: measured at separation, not at the next step */
    assert_near(c.separation_mps, v, 2e-6);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* The maximum overlap lies between steps: at theta = 0.2 the deepest step misses it by up to
 * theta^2/8 = 5e-3. The log has the maximum of the motion, as samples between the steps show it. */
START_TEST(maximum_overlap_between_steps)
{
    enum { FINE = 4000 };
    const double theta = 0.2, k = 1e4, mu = 0.5, h = theta / sqrt(k / mu), end = 40 * h;
    for (int phase = 0; phase < 16; phase++) {
        penalty_settings s;
        carom_problem scene;
        carom_error error = {0};
        carom_solver *solver;
        carom_sample sample;
        carom_log log = {0};
        double deepest = 0;
        scene_init(&scene, CAROM_OPEN);
        scene_add(&scene, 0, 0, 1, 0, 0.5, 1);
        scene_add(&scene, 1 + h * (3 + phase / 16.0), 0, 0, 0, 0.5, 1);
        solver = carom_solver_new(&scene, "penalty", penalty_set(&s, "heun", k, h, "force"),
                                  &error);
        assert_ok(carom_sample_init(&sample, 2, &error));
        for (int i = 1; i <= FINE; i++) {
            assert_ok(carom_solver_advance(solver, end * i / FINE, &error));
            carom_solver_sample(solver, &sample);
            deepest = fmax(deepest, 1 - (sample.x_m[1] - sample.x_m[0]));
        }
        assert_ok(carom_solver_collisions(solver, &log, &error));
        assert_near(log.item[0].max_overlap_m / deepest, 1, 5e-4);
        carom_log_free(&log);
        carom_sample_free(&sample);
        carom_solver_free(solver);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Springs in a touching cradle of three, for any k, and the symmetric result of three discs. */
START_TEST(springs_in_clusters)
{
    const double expected[] = {-0.130261695064521, 0.150229569434774, 0.980032125629747};
    penalty_settings s;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, -1.5, 0, 1, 0, 0.5, 1);
    scene_add(&scene, 0, 0, 0, 0, 0.5, 1);
    scene_add(&scene, 1, 0, 0, 0, 0.5, 1);
    run = run_scene(&scene, "penalty", penalty_set(&s, "heun", 1e6, 1e-6, "force"), 1);
    for (int i = 0; i < 3; i++) {
        assert_near(run.sample.vx_mps[i], expected[i], 1e-5); /* theta^2 = 2e-6 */
    }
    outcome_free(&run);
    carom_problem_free(&scene);
    scene_init(&scene, CAROM_OPEN);
    scene_add(&scene, -1.5, 0, 1, 0, 0.5, 1);
    scene_add(&scene, sqrt(0.75), 0.5, 0, 0, 0.5, 1);
    scene_add(&scene, sqrt(0.75), -0.5, 0, 0, 0.5, 1);
    run = run_scene(&scene, "penalty", penalty_set(&s, "heun", 1e6, 1e-6, "force"), 2);
    assert_near(run.sample.vx_mps[0], -0.19980706, 2e-6);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* Explicit Euler far beyond its stability limit diverges, reports an error and ends. */
START_TEST(explosion_is_an_error)
{
    penalty_settings s;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_WALLS);
    scene_add(&scene, 1, 0.5, 1, 0.7, 0.1, 1);
    run = run_sliced(&scene, "penalty", penalty_set(&s, "euler", 1e6, 0.5, "force"), 1e4, 1);
    ck_assert_int_eq(run.status, CAROM_NOT_FINITE);
    ck_assert_ptr_nonnull(strstr(run.error.text, "unstable"));
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("penalty physics", undamped_contact_in_numbers, slopes_in_stiffness,
          oblique_contact_rotates, euler_restitution_is_exact, slopes_in_step,
          gap_converges_in_step, damping_gives_the_specified_restitution, wall_contact_with_preload,
          maximum_overlap_between_steps, springs_in_clusters, explosion_is_an_error)
