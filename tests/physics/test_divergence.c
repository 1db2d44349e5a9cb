/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the difference of solvers, compared with closed forms, with their order in the contact
 * time, and with 128-bit numbers. */
#include "results.h"
#include "scenes.h"

static void release_study(void *study)
{
    study_close(study);
    free(study);
}

/* Compares solvers of a scenario with impulses, whose balls and table are those of the scene. */
CAROM_PRINTF(2, 3)
static study_of_test *run_diverge(const carom_problem *scene, const char *format, ...)
{
    study_of_test *study = test_keep(calloc(1, sizeof *study), release_study);
    char own[TEXT_SIZE], text[TEXT_SIZE + 200];
    va_list arguments;
    va_start(arguments, format);
    fill_in(own, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "carom: 1\n%s%s", own,
             scene != NULL ? "balls: [ { x_m: 1, y_m: 0.5 } ]\n" : "");
    assert_ok(study_open_scene(study, "diverge", text, scene));
    return study;
}

/* A column of parts.tsv at sample k, for the only pair. */
static double part_at(const study_of_test *study, size_t k, const char *column)
{
    return study_number(study, "parts.tsv", NULL, k, column);
}

static double part_at_end(const study_of_test *study, const char *column)
{
    return part_at(study, study_frame(study, "parts.tsv")->rows - 1, column);
}

static double pair_number(const study_of_test *study, const char *column)
{
    return study_number(study, "pairs.tsv", NULL, 0, column);
}

/* The first collision of solver i; of penalty solvers with converged steps. */
static carom_collision first_collision(const study_of_test *study, size_t i)
{
    const carom_problem *problem = &study->scenario.problem;
    carom_choice choice = {.entry = NULL};
    carom_trajectory run;
    carom_choice_copy(&choice, &carom_scenario_solver_at(&study->scenario, i)->kind);
    if (carom_solver_has_traits(&choice, CAROM_SOFT)) {
        assert_ok(carom_choice_converge(&choice, 0.02, NULL));
    }
    assert_ok(carom_trajectory_run(&run, problem, &choice, study->scenario.duration_s, 2, NULL,
                                   NULL, NULL));
    ck_assert_uint_gt(run.log.count, 0);
    carom_collision first = run.log.item[0];
    carom_trajectory_free(&run);
    carom_choice_free(&choice);
    return first;
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
        const study_of_test *t = run_diverge(scene, "duration_s: 1\n" SPRINGS, k, "");
        assert_near(part_at_end(t, "lag_m") / (vn * T * parts_rms), 1, 4 * v * T / s);
        /* the line of centres rotates by half of the angle before the largest overlap */
        ck_assert_double_gt(part_at_end(t, "turn_m") / (vt / s * T * vn * parts_rms * path), 0.9);
        ck_assert_double_eq(part_at_end(t, "balls"), 2);
        /* one contact: the rest is rounding of a coordinate relative to the overlap */
        ck_assert_double_lt(part_at_end(t, "rest_m"), 4 * 2.2e-16 * 0.5 / (vn * sqrt(mu / k)));
        ck_assert_double_lt(part_at_end(t, "method_m"), 1e-6 * part_at_end(t, "model_m"));
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
        enum { MODEL, LAG, TURN, RESTITUTION, REST, PARTS };
        static const char *const columns[PARTS] = {"model_m", "lag_m", "turn_m", "restitution_m",
                                                   "rest_m"};
        double soft[PARTS], hard[PARTS];
        for (int j = 0; j < 2; j++) {
            const study_of_test *t = run_diverge(scene, "duration_s: %g\n" SPRINGS, scenes[i].end_s,
                                                 j == 0 ? 1e6 : 1e8, ", contact_end: overlap");
            for (int f = 0; f < PARTS; f++) {
                (j == 0 ? soft : hard)[f] = part_at_end(t, columns[f]);
            }
            ck_assert_double_eq(part_at_end(t, "balls"),
                                (double)(scene->count - carom_problem_has_fixed(scene)));
            ck_assert_double_ge(pair_number(t, "matched"), 2);
        }
        printf("model %.3g, delay %.3g, rotation %.3g, rest %.3g m\n", hard[MODEL], hard[LAG],
               hard[TURN], hard[REST]);
        test_set_subject("%s", scenes[i].scene);
        assert_near(log10(soft[MODEL] / hard[MODEL]), 1, 0.1);
        assert_near(log10(soft[LAG] / hard[LAG]), 1, 0.1);
        if (scenes[i].flat) {
            ck_assert_double_lt(soft[TURN], 1e-9 * soft[MODEL]);
            ck_assert_double_lt(hard[TURN], 1e-9 * hard[MODEL]);
        } else {
            assert_near(log10(soft[TURN] / hard[TURN]), 1, 0.1);
        }
        /* with Hooke's law e is independent of speed; with dissipation and rotation it changes by
         * the order of the rotation */
        ck_assert_double_lt(hard[RESTITUTION], 0.12 * soft[RESTITUTION] + 1e-6 * hard[MODEL]);
        ck_assert_double_lt(soft[RESTITUTION], 0.1 * soft[MODEL]);
        assert_near(log10(soft[REST] / hard[REST]), 2, 0.25);
        ck_assert_double_lt(hard[REST], 1e-2 * hard[MODEL]);
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
        const study_of_test *t = run_diverge(
            new_scene("%s", scenes[i].scene),
            "duration_s: %g\nsamples: 21\nsolvers: [ { kind: impulse }, { name: soft, "
            "kind: penalty, integrator: rk4, contacts: located, law: viscoelastic, "
            "contact_time_s: 1e-4, at_speed_mps: 1, theta: 0.06 } ]\n",
            scenes[i].end_s);
        const carom_collision rigid = first_collision(t, 0), soft = first_collision(t, 1);
        double path = scenes[i].part * fabs(soft.separation_mps - rigid.separation_mps) *
                      (scenes[i].end_s - rigid.t_s);
        ck_assert_double_eq(pair_number(t, "matched"), 1);
        ck_assert_double_gt(path, 1e-3);
        /* the time since the contact is uncertain by its duration, 1e-4 of 0.2 s */
        assert_near(part_at_end(t, "restitution_m"), path, path * 1e-3);
        ck_assert_double_lt(part_at_end(t, "turn_m"), 1e-12);
        ck_assert_double_lt(part_at_end(t, "lag_m"), 2e-4);
        ck_assert_double_lt(part_at_end(t, "rest_m"), 1e-6);
    }
}
END_TEST

/* During a contact its effect is incomplete, so its balls have no parts, and no part exceeds the
 * whole. */
START_TEST(no_parts_within_a_contact)
{
    const study_of_test *t = run_diverge(new_scene("open; r 0.1; ball 0 0 1 0; ball 0.7003 0"),
                                         "duration_s: 1\nsamples: 1001\nsolvers: [ { kind: "
                                         "impulse }, { name: rk4, kind: penalty, integrator: rk4, "
                                         "stiffness_N_per_m: 1e4, step_s: 1e-4 } ]\n");
    const carom_collision soft = first_collision(t, 1);
    size_t within = 0;
    for (size_t k = 0; k < study_frame(t, "parts.tsv")->rows; k++) {
        double t_s = part_at(t, k, "t_s"), lag_m = part_at(t, k, "lag_m");
        bool touching = t_s > soft.t_s && t_s < soft.t_s + soft.contact_s;
        within += touching;
        ck_assert_double_eq(part_at(t, k, "balls"), touching ? 0 : 2);
        ck_assert(touching ? isnan(lag_m) : lag_m <= 1.001 * part_at(t, k, "raw_m") + 1e-9);
    }
    ck_assert_uint_gt(within, 5);
    ck_assert_double_gt(pair_number(t, "lag_m"), 0);
    ck_assert_double_le(pair_number(t, "lag_m"), 1.001 * pair_number(t, "raw_m"));
}
END_TEST

/* Predictability time in double precision: a copy perturbed by 1 ulp predicts when double precision
 * differs from the 128-bit reference. Both, in collisions per ball, agree with theory ('carom help
 * theory', chaos) for the density of a table. */
START_TEST(predictability_of_double_precision)
{
    const study_of_test *t = run_diverge(
        NULL, "duration_s: 8\nsamples: 801\n"
              "balls:\n  - { name: cue, x_m: 0.635, y_m: 0.6353, vx_mps: 6 }\n"
              "groups:\n  - { kind: rack, rows: 5, gap_m: 0.004 }\n"
              "solvers: [ { kind: impulse }, { kind: oracle } ]\ndivergence: { horizon_rel: 1 }\n");
    const char *table = "horizons.tsv";
    double horizon_s = study_number(t, table, "impulse", 0, "horizon_s"),
           collisions = study_number(t, table, "impulse", 0, "horizon_collisions"),
           growth_1ps = study_number(t, table, "impulse", 0, "growth_per_s");
    printf("horizon: impulse against oracle %.4g s, %.3g collisions per ball; copy %.4g s, %.3g\n",
           pair_number(t, "horizon_s"), pair_number(t, "horizon_collisions"), horizon_s,
           collisions);
    assert_near(pair_number(t, "horizon_s") / horizon_s, 1, 0.1);
    ck_assert(pair_number(t, "horizon_collisions") > 9 &&
              pair_number(t, "horizon_collisions") < 18);
    ck_assert(collisions > 9 && collisions < 18);
    assert_near(growth_1ps, study_number(t, table, "oracle", 0, "growth_per_s"),
                3 * study_number(t, table, "impulse", 0, "growth_per_s_error"));
    for (size_t j = 1; j < 4; j++) { /* larger perturbations diverge earlier */
        ck_assert_double_lt(study_number(t, table, "impulse", j, "horizon_s"),
                            study_number(t, table, "impulse", j - 1, "horizon_s"));
    }
}
END_TEST

TEST_MAIN("divergence", delay_and_rotation_of_one_contact, rest_is_of_second_order,
          restitution_differs_without_rotation, no_parts_within_a_contact,
          predictability_of_double_precision)
