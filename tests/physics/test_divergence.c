/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the difference of solvers, compared with closed forms, with their order in the contact
 * time, and with arbitrary precision. */
#include "scenes.h"
#include "studies/studies.h"

typedef struct {
    carom_scenario scenario;
    carom_diverge diverge;
} diverge_result;

static void release_result(void *object)
{
    diverge_result *t = object;
    carom_diverge_free(&t->diverge);
    carom_scenario_free(&t->scenario);
    free(t);
}

/* Compares solvers of a scenario with impulses, whose balls and table are those of the scene. */
CAROM_PRINTF(2, 3)
static diverge_result *run_diverge(const carom_problem *scene, const char *format, ...)
{
    diverge_result *t = test_keep(calloc(1, sizeof *t), release_result);
    carom_messages messages = {0};
    carom_error error = {0};
    char own[TEXT_SIZE], text[TEXT_SIZE + 200];
    va_list arguments;
    va_start(arguments, format);
    fill_in(own, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "carom: 1\n%s%s", own,
             scene != NULL ? "balls: [ { x_m: 1, y_m: 0.5 } ]\n" : "");
    assert_ok(carom_scenario_read(&t->scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    carom_messages_free(&messages);
    if (scene != NULL) {
        carom_problem_free(&t->scenario.problem);
        assert_ok(carom_problem_copy(&t->scenario.problem, scene, NULL));
    }
    const carom_study study = {
        .scenario = &t->scenario, .text = text, .length = strlen(text), .jobs = 1};
    ck_assert_msg(carom_diverge_run(&t->diverge, &study, &error) == CAROM_OK, "%s", error.text);
    return t;
}

static const carom_diverge_pair *pair_of(const diverge_result *t, const char *solver)
{
    for (size_t p = 0; p < t->diverge.pairs; p++) {
        const carom_diverge_pair *pair = &t->diverge.pair[p];
        if (strcmp(pair->solver->name, solver) == 0 &&
            strcmp(pair->reference->name, "impulse") == 0) {
            return pair;
        }
    }
    ck_abort_msg("no pair %s impulse", solver);
    return NULL;
}

static carom_parts end_of(const diverge_result *t, const char *solver)
{
    return carom_diverge_parts(&t->diverge, pair_of(t, solver), t->diverge.samples - 1, NULL);
}

/* Springs with small errors of method. */
#define SPRINGS                                                                                    \
    "solvers: [ { kind: impulse }, { name: rk4, kind: penalty, integrator: rk4, "                  \
    "contacts: located, stiffness_N_per_m: %g, theta: 0.02, flight: leap%s } ]\nsamples: 11\n"

/* After a contact ball i is behind by (m_red/m_i) v_n T along the normal, and the directions have
 * rotated by (v_t/s) pi sqrt(m_red/k), with a relative error of order T v/s ('carom help theory',
 * contact). Compares the vectors at the end. */
START_TEST(delay_and_rotation_of_one_contact)
{
    const carom_problem *scene = new_scene("open; r 0.1; ball 0 0 1.3 0 m 0.3; ball 0.5 0.07 m "
                                           "0.2");
    for (double k = 1e8; k <= 1e10; k *= 100) {
        double mu = 0.3 * 0.2 / 0.5, T = PI * sqrt(mu / k), s = 0.2, b = 0.07, v = 1.3;
        double vn = v * sqrt(1 - b * b / (s * s)), vt = v * b / s;
        double path = 1 - (0.5 - sqrt(s * s - b * b)) / v;
        /* rms over the balls of m_red/m_i */
        double parts_rms = mu * sqrt(0.5 * (1 / (0.3 * 0.3) + 1 / (0.2 * 0.2)));
        diverge_result *t = run_diverge(scene, "duration_s: 1\n" SPRINGS, k, "");
        carom_parts parts = end_of(t, "rk4");
        assert_near(parts.lag_m / (vn * T * parts_rms), 1, 4 * v * T / s);
        /* the line of centres rotates by half of the angle before the largest overlap */
        ck_assert_double_gt(parts.turn_m / (vt / s * T * vn * parts_rms * path), 0.9);
        assert_same(parts.raw_m,
                    carom_trajectory_distance(&t->scenario.problem, &t->diverge.solver[0].base,
                                              &t->diverge.solver[1].base, 10));
        ck_assert_uint_eq(parts.followed, 2);
        /* one contact: the rest is rounding of a coordinate relative to the overlap */
        ck_assert_double_lt(parts.rest_m, 4 * 2.2e-16 * 0.5 / (vn * sqrt(mu / k)));
        ck_assert_double_lt(parts.method_m, 1e-6 * parts.model_m);
    }
}
END_TEST

/* The rest without delay and rotation is of second order in T: for 100 times the stiffness it falls
 * 100-fold, and the modelling error 10-fold. The scenes have unequal balls, a fixed ball, walls,
 * and e < 1. An error in the propagation of displacements would leave a rest of first order. */
START_TEST(rest_is_of_second_order)
{
    static const struct {
        const char *scene;
        double end_s;
        bool flat; /* the normal of a flat wall does not rotate, also under gravity */
    } scenes[] = {
        {"walls; e 0.9 0.8; ball 0.3 0.6 1.9 0.11 r 0.05 m 0.3; ball 1.3 0.62 -0.3 0.5 r 0.07 m "
         "0.2; ball 2.1 0.8 -0.6 -0.4 r 0.04 m 0.11; fixed 1.6 0.3 r 0.1",
         3, false},
        {"walls; g 0.2 -0.9; ball 0.3 0.6 1.9 0.11 r 0.05 m 0.3; ball 1.3 0.62 -0.3 0.5 r 0.07 m "
         "0.2",
         2.4, true},
        {"periodic 1 0.8; ball 0.3 0.4 1.9 0.11 r 0.05 m 0.3; ball 0.8 0.42 -0.3 0.5 r 0.07 m 0.2; "
         "ball 0.1 0.1 -0.6 -0.4 r 0.04 m 0.11",
         0.6, false},
        {"stadium 2 1.01; e 1 0.9; ball 2.3 1.1 0.6 0.8 r 0.01 m 0.2", 9, false},
        {"polygon 0 0 2 0 2 1 1 1 1 2 0 2; ball 1.25 0.4 -0.6 1 r 0.1 m 0.2", 3, false}};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        const carom_problem *scene = new_scene("%s", scenes[i].scene);
        carom_parts soft, hard;
        for (int j = 0; j < 2; j++) {
            diverge_result *t = run_diverge(scene, "duration_s: %g\n" SPRINGS, scenes[i].end_s,
                                            j == 0 ? 1e6 : 1e8, ", contact_end: overlap");
            soft = j == 0 ? end_of(t, "rk4") : soft;
            hard = end_of(t, "rk4");
            ck_assert_uint_eq(hard.followed, scene->count - carom_problem_has_fixed(scene));
            ck_assert_uint_ge(pair_of(t, "rk4")->alignment.matched, 2);
            printf("matched %zu: model %.3g, delay %.3g, rotation %.3g, rest %.3g m\n",
                   pair_of(t, "rk4")->alignment.matched, hard.model_m, hard.lag_m, hard.turn_m,
                   hard.rest_m);
        }
        test_set_subject("%s", scenes[i].scene);
        assert_near(log10(soft.model_m / hard.model_m), 1, 0.1);
        assert_near(log10(soft.lag_m / hard.lag_m), 1, 0.1);
        if (scenes[i].flat) {
            ck_assert_double_lt(soft.turn_m, 1e-9 * soft.model_m);
            ck_assert_double_lt(hard.turn_m, 1e-9 * hard.model_m);
        } else {
            assert_near(log10(soft.turn_m / hard.turn_m), 1, 0.1);
        }
        /* with Hooke's law e is independent of speed; with dissipation and rotation it changes by
         * the order of the rotation */
        ck_assert_double_lt(hard.restitution_m, 0.12 * soft.restitution_m + 1e-6 * hard.model_m);
        ck_assert_double_lt(soft.restitution_m, 0.1 * soft.model_m);
        assert_near(log10(soft.rest_m / hard.rest_m), 2, 0.25);
        ck_assert_double_lt(hard.rest_m, 1e-2 * hard.model_m);
    }
}
END_TEST

/* Effect of the restitution alone: the relative normal speed after contact is e' v instead of e v;
 * ball i has the fraction m_red/m_i. Nothing rotates head-on or on a flat wall under gravity. e' is
 * from the log of the converged springs. */
START_TEST(restitution_differs_without_rotation)
{
    static const struct {
        const char *scene;
        double end_s, part;
    } scenes[] = {{"open; e 0.9; r 0.1; m 0.2; ball 0 0 3 0; ball 0.9 0", 1, 0.5},
                  {"walls; g 0 -9.81; e 0.8; ball 0.7 0.6 0.4 0 r 0.1 m 0.2", 0.5, 1}};
    for (int i = 0; i < 2; i++) {
        diverge_result *t = run_diverge(
            new_scene("%s", scenes[i].scene),
            "duration_s: %g\nsamples: 21\nsolvers: [ { kind: impulse }, { name: soft, "
            "kind: penalty, integrator: rk4, contacts: located, law: viscoelastic, "
            "contact_time_s: 1e-4, at_speed_mps: 1, theta: 0.06 } ]\n",
            scenes[i].end_s);
        const carom_parts parts = end_of(t, "soft");
        const carom_collision *rigid = &t->diverge.solver[0].base.log.item[0],
                              *soft = &t->diverge.solver[1].converged.log.item[0];
        double path = scenes[i].part * fabs(soft->separation_mps - rigid->separation_mps) *
                      (scenes[i].end_s - rigid->t_s);
        printf("restitution %.6g m (want %.6g), rotation %.3g, delay %.3g, rest %.3g, of %.3g m\n",
               parts.restitution_m, path, parts.turn_m, parts.lag_m, parts.rest_m, parts.raw_m);
        ck_assert_uint_eq(t->diverge.solver[0].base.log.count, 1);
        ck_assert_double_gt(path, 1e-3);
        /* the time since the contact is uncertain by its duration, 1e-4 of 0.2 s */
        assert_near(parts.restitution_m, path, path * 1e-3);
        ck_assert_double_lt(parts.turn_m, 1e-12);
        ck_assert_double_lt(parts.lag_m, 2e-4);
        ck_assert_double_lt(parts.rest_m, 1e-6);
    }
}
END_TEST

/* During a contact its effect is incomplete, so its balls have no parts, and no part exceeds the
 * whole. */
START_TEST(no_parts_within_a_contact)
{
    diverge_result *t = run_diverge(new_scene("open; r 0.1; ball 0 0 1 0; ball 0.7 0"),
                                    "duration_s: 1\nsamples: 1001\nsolvers: [ { kind: impulse }, "
                                    "{ name: rk4, kind: penalty, integrator: rk4, "
                                    "stiffness_N_per_m: 1e4, step_s: 1e-4 } ]\n");
    const carom_diverge_pair *pair = pair_of(t, "rk4");
    const carom_collision *soft = &t->diverge.solver[1].converged.log.item[0];
    size_t within = 0;
    for (size_t k = 0; k < t->diverge.samples; k++) {
        carom_parts parts = carom_diverge_parts(&t->diverge, pair, k, NULL);
        double t_s = t->diverge.solver[0].base.t_s[k];
        bool touching = t_s > soft->t_s && t_s < soft->t_s + soft->contact_s;
        within += touching;
        ck_assert_uint_eq(parts.followed, touching ? 0 : 2);
        ck_assert(touching ? isnan(parts.lag_m) : parts.lag_m <= 1.001 * parts.raw_m + 1e-9);
    }
    ck_assert_uint_gt(within, 5);
    ck_assert_double_gt(pair->parts.lag_m, 0);
    ck_assert_double_le(pair->parts.lag_m, 1.001 * pair->parts.raw_m);
}
END_TEST

/* Predictability time in double precision: a copy perturbed by 1 ulp predicts when double precision
 * differs from arbitrary precision. Both, in collisions per ball, agree with theory ('carom help
 * theory', chaos) for the density of a table. */
START_TEST(predictability_of_double_precision)
{
    diverge_result *t = run_diverge(
        NULL, "duration_s: 8\nsamples: 801\n"
              "balls:\n  - { name: cue, x_m: 0.635, y_m: 0.6353, vx_mps: 6 }\n"
              "groups:\n  - { kind: rack, rows: 5, gap_m: 0.004 }\n"
              "solvers: [ { kind: impulse }, { kind: oracle } ]\ndivergence: { horizon_rel: 1 }\n");
    const carom_diverge_solver *impulse = &t->diverge.solver[0], *oracle = &t->diverge.solver[1];
    const carom_diverge_pair *pair = pair_of(t, "oracle");
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
}
END_TEST

/* Two outcomes of a cradle: with impulses one ball leaves, with springs all three move. (Other
 * causes: tests/cases/compare.case.) */
START_TEST(description_of_a_cradle)
{
    char text[1024];
    diverge_result *t = run_diverge(NULL,
                                    "duration_s: 8\nsamples: 81\n"
                                    "balls: [ { name: a, x_m: 0.5, y_m: 0.6, vx_mps: 1 } ]\n"
                                    "groups: [ { kind: row, x_m: 0.8, y_m: 0.6, count: 2 } ]\n"
                                    "solvers: [ { kind: impulse }, { name: springs, "
                                    "kind: penalty, stiffness_N_per_m: 1e8, flight: leap } ]\n");
    carom_diverge_describe_pair(&t->diverge, pair_of(t, "springs"), text, sizeof text);
    ck_assert_msg(strstr(text, "contacts of three or more") != NULL, "%s", text);
    carom_diverge_describe_mismatch(&t->diverge, pair_of(t, "springs"), text, sizeof text);
    ck_assert_msg(strstr(text, "impulse has ") != NULL, "%s", text);
}
END_TEST

TEST_MAIN("divergence", delay_and_rotation_of_one_contact, rest_is_of_second_order,
          restitution_differs_without_rotation, no_parts_within_a_contact,
          predictability_of_double_precision, description_of_a_cradle)
