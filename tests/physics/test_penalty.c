/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The penalty solver against closed forms: contacts with linear springs (Hooke), contact delay,
 * rotation of the normal, damping, and the errors of the integrators. */
#include "scenes.h"
#include <float.h>

#define SPRINGS "penalty contact_end=force allow_unstable=true integrator="

/* Two balls of masses 1 and 3 approach at relative speed 2 with a gap of 0.25 m. */
static carom_problem *head_on(void)
{
    return new_scene("open; r 0.5; ball 0 0 2 0 m 1; ball 1.25 0 0 0 m 3");
}

static double gap_after(const outcome *run)
{
    return run->sample.x_m[1] - run->sample.x_m[0] - 1;
}

/* m1 = 1, m2 = 3, k = 1e4, v = 2: contact time, overlap and contact delay of 'carom help theory'
 * (contact), by Heun at small theta. Heun's relative error over a contact is O(theta^2); theta = h
 * sqrt(k/m_red) = 1.1547e-4. */
START_TEST(undamped_contact_in_numbers)
{
    const double theta2 = 1e-12 * 1e4 / 0.75;
    outcome *run = run_until(0.3, head_on(), SPRINGS "heun stiffness_N_per_m=1e4 step_s=1e-6");
    const carom_collision *c = only_hit(run);
    assert_near(c->t_s, 0.125, 125000 * DBL_EPSILON); /* one rounding per step */
    assert_near(c->contact_s, 0.0272069904635132678, 5 * theta2);
    assert_near(c->max_overlap_m, 0.0173205080756887729, theta2);
    assert_near(c->approach_mps, 2, 1e-12);
    assert_near(c->separation_mps, 2, 10 * theta2);
    assert_near(c->impulse_Ns, 0.75 * 4, 10 * theta2);
    /* the contact delay relative to the impulse model is v t_c: after contact the gap is v (t - t0
     * - t_c) */
    assert_near(2 * (0.3 - 0.125) - gap_after(run), 0.0544139809270265355, 20 * theta2);
}
END_TEST

/* Contact time, overlap and contact delay are proportional to k^(-1/2). */
START_TEST(contacts_of_any_stiffness)
{
    for (double k = 1e3; k < 2e7; k *= 7) {
        /* soon after the contact; later the error of e adds to the delay */
        double w = sqrt(k / 0.75), end = 0.125 + 1.2 * PI / w;
        outcome *run = run_until(end, head_on(), SPRINGS "heun stiffness_N_per_m=%g step_s=%g", k,
                                 1e-3 / w);
        assert_near(only_hit(run)->contact_s * w, PI, 1e-5);
        assert_near(only_hit(run)->max_overlap_m * w / 2, 1, 1e-5);
        assert_near((2 * (end - 0.125) - gap_after(run)) / (2 * PI / w), 1, 1e-5);
    }
}
END_TEST

/* Direction of the relative velocity after an oblique contact: m_red = 1/2, speed 1, s = 2, impact
 * parameter 1. */
static double scattering_angle(const outcome *run)
{
    return atan2(run->sample.vy_mps[0] - run->sample.vy_mps[1],
                 run->sample.vx_mps[0] - run->sample.vx_mps[1]);
}

/* The contact normal rotates during an oblique contact. To leading order the scattering angle
 * falls short of the rigid value 2 pi/3 by (v_t/s) pi sqrt(m_red/k). */
START_TEST(oblique_contact_rotates)
{
    const carom_problem *scene = new_scene("open; r 1 m 1; ball 0 0 1 0; ball 1.8 -1");
    const double hard = scattering_angle(run_until(0.4, scene, "impulse"));
    const outcome *soft = run_until(0.4, scene, SPRINGS "heun stiffness_N_per_m=1e4 step_s=1e-5");
    assert_near(hard, 2 * PI / 3, 1e-14);
    assert_near(scattering_angle(soft), 2.08882343938408, 1e-8);
    for (double k = 1e4; k < 3e6; k *= 4) {
        double w = sqrt(k / 0.5);
        soft = run_until(0.4, scene, SPRINGS "heun stiffness_N_per_m=%g step_s=%g", k, 1e-3 / w);
        /* v_t/s = 1/4; the next order is again sqrt(m_red/k) relative, Heun's error theta^2 */
        assert_near((hard - scattering_angle(soft)) / (0.25 * PI / w), 1, 3 / w + 1e-3);
    }
}
END_TEST

/* Restitution of a head-on contact whose first overlapping state has the depth s v h. */
static double measured_restitution(const char *integrator, double theta, double s)
{
    const double k = 1e4, mu = 0.5, h = theta / sqrt(k / mu);
    /* gap = (m - s) v h with integer m: step m ends at depth s v h */
    outcome *run = run_until(
        (40 + 20 + 2 * PI / theta) * h,
        new_scene("open; r 0.5 m 1; ball 0 0 1 0; ball %g 0", 1 + (40 - s) * h),
        SPRINGS "%s stiffness_N_per_m=%g step_s=%g", integrator, k, h);
    double e = run->sample.vx_mps[1] - run->sample.vx_mps[0];
    assert_near(only_hit(run)->separation_mps, e, 1e-9);
    return e;
}

/* 'carom help theory', integrators: explicit Euler, exactly. */
START_TEST(euler_restitution_is_exact)
{
    const double depth[] = {0.25, 0.5, 1}, theta = 0.1;
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
START_TEST(mean_restitution_in_closed_form)
{
    for (int i = 0; i < 5; i++) {
        double theta = 0.2 * pow(0.6, i);
        assert_near(mean_excess("euler", theta, 32) / (PI * theta / 2), 1, 1.2 * theta);
        assert_near(mean_excess("heun", theta, 256) / (PI / 8 * pow(theta, 3)), 1, 0.2);
    }
}
END_TEST

/* A wall has infinite mass: m_red = m. A preload (gravity towards the wall) lengthens the contact:
 * t_c = (2/w0)(pi - atan(v w0/g)), e = 1. */
START_TEST(wall_contact_with_preload)
{
    const double k = 1e4, m = 0.5, g = 9.8, w0 = sqrt(k / m), drop = 0.3, v = sqrt(2 * g * drop);
    const double sag = g / (w0 * w0);
    const carom_problem *scene = new_scene("g 0 %g; ball 1 %g 0 0 r 0.1 m %g", -g, 0.1 + drop, m);
    outcome *run = run_until(0.4, scene, SPRINGS "heun stiffness_N_per_m=%g step_s=1e-6", k);
    const carom_collision *c = &run->log.item[0];
    assert_near(c->t_s, v / g, 1e-6);
    assert_near(c->approach_mps, v, 1e-5);
    assert_near(c->contact_s, 2 / w0 * (PI - atan(v * w0 / g)), 1e-6);
    assert_near(c->max_overlap_m, sag + sqrt(sag * sag + v * v / (w0 * w0)), 1e-6);
    /* g h = 1e-5: measured at separation, not at the next step */
    assert_near(c->separation_mps, v, 2e-6);
}
END_TEST

/* The maximum overlap lies between steps: at theta = 0.2 the deepest step misses it by up to
 * theta^2/8 = 5e-3. The log has the maximum of the motion, as samples between the steps show it. */
START_TEST(maximum_overlap_between_steps)
{
    enum { FINE = 4000 };
    const double theta = 0.2, k = 1e4, mu = 0.5, h = theta / sqrt(k / mu), end = 40 * h;
    for (int phase = 0; phase < 16; phase++) {
        const carom_problem *scene = new_scene("open; r 0.5 m 1; ball 0 0 1 0; ball %g 0",
                                               1 + h * (3 + phase / 16.0));
        carom_solver *solver = new_solver(scene, SPRINGS "heun stiffness_N_per_m=%g step_s=%g", k,
                                          h);
        carom_sample *sample = sample_of(solver, scene);
        double deepest = 0;
        for (int i = 1; i <= FINE; i++) {
            assert_ok(carom_solver_advance(solver, end * i / FINE, NULL));
            carom_solver_sample(solver, sample);
            deepest = fmax(deepest, 1 - (sample->x_m[1] - sample->x_m[0]));
        }
        outcome *run = run_until(end, scene, SPRINGS "heun stiffness_N_per_m=%g step_s=%g", k, h);
        assert_near(only_hit(run)->max_overlap_m / deepest, 1, 5e-4);
    }
}
END_TEST

/* Explicit Euler far beyond its stability limit diverges, reports an error and ends. */
START_TEST(explosion_is_an_error)
{
    outcome *run = try_until(1e4, 1, new_scene("ball 1 0.5 1 0.7 r 0.1 m 1"),
                             SPRINGS "euler stiffness_N_per_m=1e6 step_s=0.5");
    ck_assert_int_eq(run->status, CAROM_NOT_FINITE);
    ck_assert_ptr_nonnull(strstr(run->error.text, "unstable"));
}
END_TEST

TEST_MAIN("penalty physics", undamped_contact_in_numbers, contacts_of_any_stiffness,
          oblique_contact_rotates, euler_restitution_is_exact, mean_restitution_in_closed_form,
          wall_contact_with_preload, maximum_overlap_between_steps, explosion_is_an_error)
