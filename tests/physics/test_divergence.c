/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the difference of solvers, compared with closed forms, with their order in the contact
 * time, and with arbitrary precision. */
#include "studies/studies.h"
#include "support.h"

typedef struct {
    carom_scenario scenario;
    carom_diverge diverge;
} diverge_result;

/* The result contains pointers to itself and must not move. */
static void run_diverge(diverge_result *t, const char *text)
{
    carom_messages messages = {0};
    carom_error error = {0};
    assert_ok(carom_scenario_read(&t->scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    ck_assert_msg(carom_diverge_run(&t->diverge,
                                    &(carom_study){.scenario = &t->scenario,
                                                   .text = text,
                                                   .length = strlen(text),
                                                   .jobs = 1},
                                    &error) == CAROM_OK,
                  "%s", error.text);
    carom_messages_free(&messages);
}

static void result_free(diverge_result *t)
{
    carom_diverge_free(&t->diverge);
    carom_scenario_free(&t->scenario);
}

static const carom_diverge_pair *pair_of(const diverge_result *t, const char *solver,
                                         const char *reference)
{
    for (size_t p = 0; p < t->diverge.pairs; p++) {
        const carom_diverge_pair *pair = &t->diverge.pair[p];
        if (strcmp(pair->solver->name, solver) == 0 &&
            strcmp(pair->reference->name, reference) == 0) {
            return pair;
        }
    }
    ck_abort_msg("no pair %s %s", solver, reference);
    return NULL;
}

static carom_parts end_of(const diverge_result *t, const char *solver)
{
    return carom_diverge_parts(&t->diverge, pair_of(t, solver, "impulse"), t->diverge.samples - 1,
                               NULL);
}

/* After a contact ball i is behind by (m_red/m_i) v_n T along the normal, and the directions have
 * rotated by (v_t/s) pi sqrt(m_red/k), with a relative error of order T v/s ('carom help theory',
 * contact). Compares the vectors at the end. */
START_TEST(delay_and_rotation_of_one_contact)
{
    static const double k[] = {1e8, 1e10};
    for (int j = 0; j < 2; j++) {
        char text[900];
        double mu = 0.3 * 0.2 / 0.5, T = PI * sqrt(mu / k[j]), s = 0.2, b = 0.07, v = 1.3;
        double vn = v * sqrt(1 - b * b / (s * s)), vt = v * b / s, t_onset, delay, rotation, rms,
               path;
        diverge_result t;
        carom_parts parts;
        snprintf(text, sizeof text,
                 "carom: 1\ntable: { boundary: open }\nduration_s: 1\nsamples: 11\nballs:\n"
                 "  - { name: a, x_m: 0, y_m: 0, vx_mps: 1.3, radius_m: 0.1, mass_kg: 0.3 }\n"
                 "  - { name: b, x_m: 0.5, y_m: 0.07, radius_m: 0.1, mass_kg: 0.2 }\n"
                 "solvers: [ { kind: impulse }, { name: rk4, kind: penalty, integrator: rk4, "
                 "contacts: located,"
                 " stiffness_N_per_m: %g, theta: 0.02, flight: leap } ]\n",
                 k[j]);
        run_diverge(&t, text);
        parts = end_of(&t, "rk4");
        t_onset = (0.5 - sqrt(s * s - b * b)) / v;
        path = 1 - t_onset;
        delay = vn * T * mu * sqrt(0.5 * (1 / (0.3 * 0.3) + 1 / (0.2 * 0.2)));
        /* the line of centres rotates by half of the angle before the largest overlap */
        /* |delta v|, rms over the balls */
        rotation = vt / s * T * vn * mu * sqrt(0.5 * (1 / (0.3 * 0.3) + 1 / (0.2 * 0.2)));
        rms = carom_trajectory_distance(&t.scenario.problem, &t.diverge.solver[0].base,
                                        &t.diverge.solver[1].base, 10);
        assert_near(parts.lag_m / delay, 1, 4 * v * T / s);
        ck_assert_double_gt(parts.turn_m / (rotation * path), 0.9);
        assert_same(parts.raw_m, rms);
        ck_assert_uint_eq(parts.followed, 2);
        /* one contact: the rest is rounding of a coordinate relative to the overlap */
        ck_assert_double_lt(parts.rest_m, 4 * 2.2e-16 * 0.5 / (vn * sqrt(mu / k[j])));
        ck_assert_double_lt(parts.method_m, 1e-6 * parts.model_m);
        result_free(&t);
    }
}
END_TEST

/* The rest without delay and rotation is of second order in T: for 100 times the stiffness it falls
 * 100-fold, and the modelling error 10-fold. The scenes have unequal balls, a fixed ball, walls,
 * and e < 1. An error in the propagation of displacements would leave a rest of first order. */
static void check_second_order(const char *scene, bool flat)
{
    carom_parts parts[2];
    for (int j = 0; j < 2; j++) {
        char text[2000];
        diverge_result t;
        snprintf(text, sizeof text,
                 "%ssolvers: [ { kind: impulse }, { name: rk4, kind: penalty, integrator: rk4, "
                 "contacts: located, stiffness_N_per_m: %g, theta: 0.02, flight: leap, "
                 "contact_end: overlap } ]\n"
                 "samples: 11\n",
                 scene, j == 0 ? 1e6 : 1e8);
        run_diverge(&t, text);
        parts[j] = end_of(&t, "rk4");
        ck_assert_uint_eq(parts[j].followed,
                          t.scenario.problem.count - (strstr(scene, "fixed") != NULL));
        ck_assert_uint_ge(pair_of(&t, "rk4", "impulse")->alignment.matched, 2);
        printf("matched %zu: model %.3g, delay %.3g, rotation %.3g, rest %.3g m\n",
               pair_of(&t, "rk4", "impulse")->alignment.matched, parts[j].model_m, parts[j].lag_m,
               parts[j].turn_m, parts[j].rest_m);
        result_free(&t);
    }
    assert_near(log10(parts[0].model_m / parts[1].model_m), 1, 0.1);
    assert_near(log10(parts[0].lag_m / parts[1].lag_m), 1, 0.1);
    if (flat) { /* the normal of a flat wall does not rotate, also under gravity */
        ck_assert_double_lt(parts[0].turn_m, 1e-9 * parts[0].model_m);
        ck_assert_double_lt(parts[1].turn_m, 1e-9 * parts[1].model_m);
    } else {
        assert_near(log10(parts[0].turn_m / parts[1].turn_m), 1, 0.1);
    }
    /* with Hooke's law e is independent of speed; with dissipation and rotation it changes by the
     * order of the rotation */
    ck_assert_double_lt(parts[1].restitution_m,
                        0.12 * parts[0].restitution_m + 1e-6 * parts[1].model_m);
    ck_assert_double_lt(parts[0].restitution_m, 0.1 * parts[0].model_m);
    assert_near(log10(parts[0].rest_m / parts[1].rest_m), 2, 0.25);
    ck_assert_double_lt(parts[1].rest_m, 1e-2 * parts[1].model_m);
}

START_TEST(rest_is_of_second_order)
{
    check_second_order(
        "carom: 1\nrestitution: { ball_ball: 0.9, ball_wall: 0.8 }\nduration_s: 3\nballs:\n"
        "  - { name: a, x_m: 0.3, y_m: 0.6, vx_mps: 1.9, vy_mps: 0.11, radius_m: 0.05, mass_kg: "
        "0.3 }\n"
        "  - { name: b, x_m: 1.3, y_m: 0.62, vx_mps: -0.3, vy_mps: 0.5, radius_m: 0.07, mass_kg: "
        "0.2 }\n"
        "  - { name: c, x_m: 2.1, y_m: 0.8, vx_mps: -0.6, vy_mps: -0.4, radius_m: 0.04, mass_kg: "
        "0.11 }\n"
        "  - { name: post, x_m: 1.6, y_m: 0.3, radius_m: 0.1, fixed: true }\n",
        false);
    check_second_order("carom: 1\ngravity_mps2: [0.2, -0.9]\nduration_s: 2.4\nballs:\n"
                       "  - { name: a, x_m: 0.3, y_m: 0.6, vx_mps: 1.9, vy_mps: 0.11, radius_m: "
                       "0.05, mass_kg: 0.3 }\n"
                       "  - { name: b, x_m: 1.3, y_m: 0.62, vx_mps: -0.3, vy_mps: 0.5, radius_m: "
                       "0.07, mass_kg: 0.2 }\n",
                       true);
    check_second_order("carom: 1\ntable: { boundary: periodic, width_m: 1, height_m: 0.8 "
                       "}\nduration_s: 0.6\nballs:\n"
                       "  - { name: a, x_m: 0.3, y_m: 0.4, vx_mps: 1.9, vy_mps: 0.11, radius_m: "
                       "0.05, mass_kg: 0.3 }\n"
                       "  - { name: b, x_m: 0.8, y_m: 0.42, vx_mps: -0.3, vy_mps: 0.5, radius_m: "
                       "0.07, mass_kg: 0.2 }\n"
                       "  - { name: c, x_m: 0.1, y_m: 0.1, vx_mps: -0.6, vy_mps: -0.4, radius_m: "
                       "0.04, mass_kg: 0.11 }\n",
                       false);
    check_second_order("carom: 1\ntable: { shape: stadium, length_m: 2, radius_m: 1.01 }\n"
                       "restitution: { ball_ball: 1, ball_wall: 0.9 }\nduration_s: 9\nballs:\n"
                       "  - { name: a, x_m: 2.3, y_m: 1.1, vx_mps: 0.6, vy_mps: 0.8, radius_m: "
                       "0.01, mass_kg: 0.2 }\n",
                       false);
    check_second_order("carom: 1\ntable: { shape: polygon, corners: [[0, 0], [2, 0], [2, 1], [1, "
                       "1], [1, 2], [0, 2]] }\nduration_s: 3\nballs:\n"
                       "  - { name: a, x_m: 1.25, y_m: 0.4, vx_mps: -0.6, vy_mps: 1, radius_m: "
                       "0.1, mass_kg: 0.2 }\n",
                       false);
}
END_TEST

/* Effect of the restitution alone: the relative normal speed after contact is e' v instead of e v;
 * ball i has the fraction m_red/m_i. Nothing rotates head-on or on a flat wall under gravity. e' is
 * from the log of the converged springs. */
static void check_restitution(const char *scene, double part)
{
    char text[1500];
    diverge_result t;
    carom_parts parts;
    snprintf(text, sizeof text,
             "carom: 1\n%ssamples: 21\nsolvers: [ { kind: impulse }, { name: soft, kind: penalty, "
             "integrator: rk4, contacts: located, law: viscoelastic, contact_time_s: 1e-4, "
             "at_speed_mps: 1, theta: 0.06 } ]\n",
             scene);
    run_diverge(&t, text);
    parts = end_of(&t, "soft");
    const carom_collision *rigid = &t.diverge.solver[0].base.log.item[0],
                          *soft = &t.diverge.solver[1].converged.log.item[0];
    double path = part * fabs(soft->separation_mps - rigid->separation_mps) *
                  (t.scenario.duration_s - rigid->t_s);
    printf("restitution %.6g m (want %.6g), rotation %.3g, delay %.3g, rest %.3g, of %.3g m\n",
           parts.restitution_m, path, parts.turn_m, parts.lag_m, parts.rest_m, parts.raw_m);
    ck_assert_uint_eq(t.diverge.solver[0].base.log.count, 1);
    ck_assert_double_gt(path, 1e-3);
    /* the time since the contact is uncertain by its duration, 1e-4 of 0.2 s */
    assert_near(parts.restitution_m, path, path * 1e-3);
    ck_assert_double_lt(parts.turn_m, 1e-12);
    ck_assert_double_lt(parts.lag_m, 2e-4);
    ck_assert_double_lt(parts.rest_m, 1e-6);
    result_free(&t);
}

START_TEST(restitution_differs_without_rotation)
{
    check_restitution("table: { boundary: open }\nrestitution: 0.9\nduration_s: 1\nballs:\n"
                      "  - { name: a, x_m: 0, y_m: 0, vx_mps: 3, radius_m: 0.1, mass_kg: 0.2 }\n"
                      "  - { name: b, x_m: 0.9, y_m: 0, radius_m: 0.1, mass_kg: 0.2 }\n",
                      0.5);
    check_restitution(
        "gravity_mps2: [0, -9.81]\nrestitution: 0.8\nduration_s: 0.5\nballs:\n"
        "  - { name: a, x_m: 0.7, y_m: 0.6, vx_mps: 0.4, radius_m: 0.1, mass_kg: 0.2 }\n",
        1);
}
END_TEST

/* During a contact its effect is incomplete, so its balls have no parts, and no part exceeds the
 * whole. */
START_TEST(no_parts_within_a_contact)
{
    diverge_result t;
    run_diverge(&t, "carom: 1\ntable: { boundary: open }\nduration_s: 1\nsamples: 1001\nballs:\n"
                    "  - { name: a, x_m: 0, y_m: 0, vx_mps: 1, radius_m: 0.1 }\n"
                    "  - { name: b, x_m: 0.7, y_m: 0, radius_m: 0.1 }\n"
                    "solvers: [ { kind: impulse }, { name: rk4, kind: penalty, integrator: rk4, "
                    "stiffness_N_per_m: 1e4, step_s: 1e-4 } ]\n");
    const carom_diverge_pair *pair = pair_of(&t, "rk4", "impulse");
    const carom_collision *soft = &t.diverge.solver[1].converged.log.item[0];
    size_t within = 0;
    for (size_t k = 0; k < t.diverge.samples; k++) {
        carom_parts parts = carom_diverge_parts(&t.diverge, pair, k, NULL);
        double t_s = t.diverge.solver[0].base.t_s[k];
        bool touching = t_s > soft->t_s && t_s < soft->t_s + soft->contact_s;
        within += touching;
        ck_assert_uint_eq(parts.followed, touching ? 0 : 2);
        ck_assert(touching ? isnan(parts.lag_m) : parts.lag_m <= 1.001 * parts.raw_m + 1e-9);
    }
    ck_assert_uint_gt(within, 5);
    ck_assert_double_gt(pair->parts.lag_m, 0);
    ck_assert_double_le(pair->parts.lag_m, 1.001 * pair->parts.raw_m);
    result_free(&t);
}
END_TEST

/* Predictability time in double precision: a copy perturbed by 1 ulp predicts when double precision
 * differs from arbitrary precision. Both, in collisions per ball, agree with theory ('carom help
 * theory', chaos) for the density of a table. */
START_TEST(predictability_of_double_precision)
{
    diverge_result t;
    run_diverge(
        &t, "carom: 1\nduration_s: 8\nsamples: 801\n"
            "balls:\n  - { name: cue, x_m: 0.635, y_m: 0.6353, vx_mps: 6 }\n"
            "groups:\n  - { kind: rack, rows: 5, gap_m: 0.004 }\n"
            "solvers: [ { kind: impulse }, { kind: oracle } ]\ndivergence: { horizon_rel: 1 }\n");
    const carom_diverge_solver *impulse = &t.diverge.solver[0], *oracle = &t.diverge.solver[1];
    const carom_diverge_pair *pair = pair_of(&t, "oracle", "impulse");
    printf(
        "horizon: impulse against oracle %.4g s, %.3g collisions per ball; control %.4g s, %.3g\n",
        pair->horizon_s, pair->horizon_collisions, impulse->horizon_s[0],
        impulse->horizon_collisions[0]);
    assert_near(pair->horizon_s / impulse->horizon_s[0], 1, 0.1);
    ck_assert(pair->horizon_collisions > 9 && pair->horizon_collisions < 18);
    ck_assert(impulse->horizon_collisions[0] > 9 && impulse->horizon_collisions[0] < 18);
    assert_near(impulse->growth_per_s.value, oracle->growth_per_s.value,
                3 * impulse->growth_per_s.error);
    ck_assert_double_gt(pair->amplification, 1e13);
    for (size_t j = 1; j < CAROM_PERTURBED_COPIES; j++) { /* larger perturbations diverge earlier */
        ck_assert_double_lt(impulse->horizon_s[j], impulse->horizon_s[j - 1]);
    }
    result_free(&t);
}
END_TEST

/* The description names the cause. */
START_TEST(description_of_a_pair)
{
    char text[1024];
    diverge_result t;
    run_diverge(
        &t,
        "carom: 1\nduration_s: 1\nsamples: 21\ntable: { boundary: open }\n"
        "balls:\n  - { name: a, x_m: 0, y_m: 0, vx_mps: 1 }\n  - { name: b, x_m: 0.3, y_m: 0.01 }\n"
        "solvers: [ { kind: impulse }, { name: fine, kind: penalty, stiffness_N_per_m: 1e5, theta: "
        "0.01 },"
        " { name: coarse, kind: penalty, integrator: euler, stiffness_N_per_m: 1e9, theta: 0.3 } "
        "]\n");
    carom_diverge_describe_pair(&t.diverge, pair_of(&t, "fine", "impulse"), text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "the difference is modelling error"));
    carom_diverge_describe_pair(&t.diverge, pair_of(&t, "coarse", "impulse"), text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "the difference is discretization error"));
    carom_diverge_describe_mismatch(&t.diverge, pair_of(&t, "fine", "impulse"), text, sizeof text);
    ck_assert_str_eq(text, "");
    result_free(&t);
    /* two outcomes of a cradle: with impulses one ball leaves, with springs all three move */
    run_diverge(&t,
                "carom: 1\nduration_s: 8\nsamples: 81\n"
                "balls:\n  - { name: a, x_m: 0.5, y_m: 0.6, vx_mps: 1 }\ngroups:\n  - { kind: row, "
                "x_m: 0.8, y_m: 0.6, count: 2 }\n"
                "solvers: [ { kind: impulse }, { name: springs, kind: penalty, stiffness_N_per_m: "
                "1e8, flight: leap } ]\n");
    carom_diverge_describe_pair(&t.diverge, pair_of(&t, "springs", "impulse"), text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "contacts of three or more"));
    carom_diverge_describe_mismatch(&t.diverge, pair_of(&t, "springs", "impulse"), text,
                                    sizeof text);
    ck_assert_msg(strstr(text, "impulse has ") != NULL, "%s", text);
    result_free(&t);
}
END_TEST

TEST_MAIN("divergence", delay_and_rotation_of_one_contact, rest_is_of_second_order,
          restitution_differs_without_rotation, no_parts_within_a_contact,
          predictability_of_double_precision, description_of_a_pair)
