/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's adaptive integrator at jumps of the force: a dashpot jumps at the onset. Steps end, with
 * an error at the level of rounding. All steps end on cancellation. */
#include "support.h"
#include <signal.h>
#include <sys/time.h>
#include <time.h>

static const char *const precisions[] = {"1e-14", "1e-10"};
static const char *const laws[][3] = {{"hooke", "stiffness_N_per_m", "1e5"},
                                      {"hertz", "stiffness_N_per_m1p5", "3e7"},
                                      {"viscoelastic", "stiffness_N_per_m1p5", "3e7"}};

static void two_balls(carom_problem *scene, double e)
{
    scene_init(scene, CAROM_WALLS);
    scene->width_m = scene->height_m = 1;
    scene->restitution = (carom_restitution){e, e};
    scene_add(scene, 0.3, 0.5, 1.5, 0, 0.03, 0.2);
    scene_add(scene, 0.5, 0.5, -0.5, 0, 0.04, 0.5);
}

/* Linear dashpots and Hertz's law have the specified restitution at any speed. Where sub-steps at
 * the onset reach the rounding error of positions, at most 16e-8 h are Euler steps. They change the
 * speed by 2 zeta w0 h 16e-8, which is 5e-9 for h = 5e-5 s, w0 = 837/s, zeta < 0.4. */
START_TEST(steps_across_a_jump_end)
{
    const double es[] = {0.9, 0.7, 0.3}, tolerance = 1e-8;
    for (size_t i = 0; i < sizeof precisions / sizeof precisions[0]; i++) {
        for (size_t k = 0; k < 3 * sizeof laws / sizeof laws[0]; k += ROUNDS(1, 2)) {
            const char *const *law = laws[k / 3];
            const carom_setting settings[] = {{"integrator", "gsl_rkf45"},
                                              {"tolerance", precisions[i]},
                                              {"law", law[0]},
                                              {law[1], law[2]},
                                              {"step_s", "5e-5"},
                                              {NULL, NULL}};
            carom_problem scene;
            outcome run;
            double e;
            two_balls(&scene, es[k % 3]);
            run = run_scene(&scene, "penalty", settings, 0.08);
            ck_assert_uint_eq(run.log.count, 1);
            e = run.log.item[0].separation_mps / run.log.item[0].approach_mps;
            if (k / 3 < 2) {
                assert_near(e, es[k % 3], tolerance);
            }
            assert_near(run.sample.ledger.energy_residual_J, 0, tolerance * 0.2875);
            ck_assert_uint_lt(run.report.force_evaluations, 1000000);
            outcome_free(&run);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* A located contact has the specified restitution at any step. Without a bound on the parts of a
 * step, a step of 1.7 to 4 contact times (t_c = pi / 837 s) loses the contact's end: the measured
 * restitution is 0.01 to 0.1 instead of 0.5. */
START_TEST(a_step_longer_than_the_contact_keeps_the_restitution)
{
    static const double in_contacts[] = {0.33, 0.9, 1.2, 1.7, 3.1, 4.1, 5.3}, t_c_s = 3.755e-3;
    static const double es[] = {1, 0.8, 0.3};
    for (size_t k = 0; k < 3 * sizeof in_contacts / sizeof in_contacts[0]; k++) {
        char step[32];
        const carom_setting settings[] = {{"integrator", "gsl_rkf45"}, {"stiffness_N_per_m", "1e5"},
                                          {"contacts", "located"},     {"step_s", step},
                                          {"allow_unstable", "true"},  {NULL, NULL}};
        carom_problem scene;
        outcome run;
        snprintf(step, sizeof step, "%.17g", in_contacts[k / 3] * t_c_s);
        two_balls(&scene, es[k % 3]);
        run = run_scene(&scene, "penalty", settings, 0.12);
        ck_assert_uint_eq(run.log.count, 1);
        assert_near(run.log.item[0].separation_mps / run.log.item[0].approach_mps, es[k % 3], 1e-8);
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-8 * 0.2875);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

/* On the grid a contact can begin and end within a step, and is not logged. Event location misses
 * glancing contacts. */
START_TEST(a_step_longer_than_the_contact_is_rejected)
{
    static const char *const contacts[] = {"grid", "located"};
    for (size_t i = 0; i < 2; i++) {
        const carom_setting settings[] = {{"integrator", "gsl_rkf45"},
                                          {"stiffness_N_per_m", "1e5"},
                                          {"contacts", contacts[i]},
                                          {"step_s", "4e-3"},
                                          {NULL, NULL}};
        carom_problem scene;
        carom_error error = {0};
        two_balls(&scene, 1);
        ck_assert_ptr_null(carom_solver_new(&scene, "penalty", settings, &error));
        ck_assert_str_eq(error.key, "step_s");
        ck_assert_msg(strstr(error.text, "can begin and end within one step") != NULL, "%s",
                      error.text);
        carom_problem_free(&scene);
    }
}
END_TEST

/* ---- located contacts with friction ---- */

/* Two balls with friction, at 1 m/s along the normal and g_mps along the tangent. */
typedef struct {
    const char *law;
    double e, mu, g_mps, kappa;
} rubbing;

static outcome collide_once(const rubbing *r, const char *integrator, double step_s,
                            double tolerance)
{
    char step[32], ratio[32], allowed[32];
    const bool is_adaptive = strncmp(integrator, "gsl_", 4) == 0;
    const carom_setting settings[] = {{"integrator", integrator},
                                      {"law", r->law},
                                      {"stiffness_N_per_m1p5", "1e9"},
                                      {"contacts", "located"},
                                      {"step_s", step},
                                      {"tangential_stiffness_ratio", ratio},
                                      {is_adaptive ? "tolerance" : NULL, allowed},
                                      {NULL, NULL}};
    carom_problem scene;
    outcome run;
    snprintf(step, sizeof step, "%.17g", step_s);
    snprintf(ratio, sizeof ratio, "%.17g", r->kappa);
    snprintf(allowed, sizeof allowed, "%.17g", tolerance);
    scene_init(&scene, CAROM_OPEN);
    scene.restitution = (carom_restitution){r->e, r->e};
    scene.friction = (carom_surfaces){r->mu, r->mu};
    scene_add(&scene, -0.0302, 0, 0.6, 0.3 * r->g_mps, 0.03, 0.17);
    scene_add(&scene, 0.04, 0, -0.4, -0.2 * r->g_mps, 0.04, 0.31);
    scene.ball[0].spin_radps = 0.4 * r->g_mps / 0.03;
    scene.ball[1].spin_radps = 0.1 * r->g_mps / 0.04;
    run = run_scene(&scene, "penalty", settings, 1.5e-3);
    ck_assert_uint_eq(run.log.count, 1);
    carom_problem_free(&scene);
    return run;
}

/* Positions (m), velocities (m/s) and speeds of the rims (m/s) at the end. */
enum { RUBBED = 10 };

static void end_of_contact(const rubbing *r, const char *integrator, double step_s,
                           double tolerance, double *end)
{
    outcome run = collide_once(r, integrator, step_s, tolerance);
    for (size_t i = 0; i < 2; i++) {
        const carom_sample *s = &run.sample;
        const double of_ball[] = {s->x_m[i], s->y_m[i], s->vx_mps[i], s->vy_mps[i],
                                  0.03 * s->spin_radps[i]};
        memcpy(end + 5 * i, of_ball, sizeof of_ball);
    }
    outcome_free(&run);
}

/* The error of a sub-step is below the tolerance times (1e-3 + 1 m/s), and a contact takes fewer
 * than 50 sub-steps. The reference is rk4 with Richardson extrapolation from two thousandths of the
 * contact time; its error is 1e-12. */
START_TEST(the_error_of_a_contact_with_friction_follows_the_tolerance)
{
    static const rubbing contact[] = {
        {"hertz", 1, 10, 0.3, 0.2},          {"hertz", 0.7, 10, 0.3, 0.2},
        {"viscoelastic", 0.7, 10, 0.3, 0.2}, {"hertz", 1, 0.1, 0.5, 1.0 / 14},
        {"hertz", 0.7, 0.1, 2, 0.2},         {"viscoelastic", 0.7, 0.1, 0.55, 0.2}};
    static const double tolerances[] = {1e-6, 1e-8, 1e-10}, floor = 1e-12, step_s = 5e-5;
    for (size_t k = 0; k < sizeof contact / sizeof contact[0]; k++) {
        const rubbing *r = &contact[k];
        double coarse[RUBBED], want[RUBBED];
        end_of_contact(r, "rk4", 1e-6, 0, coarse);
        end_of_contact(r, "rk4", 5e-7, 0, want);
        double before = INFINITY;
        for (size_t j = 0; j < 3; j++) {
            double got[RUBBED], error = 0;
            end_of_contact(r, "gsl_rkf45", step_s, tolerances[j], got);
            for (size_t n = 0; n < RUBBED; n++) {
                error = fmax(error, fabs(got[n] - (16 * want[n] - coarse[n]) / 15));
            }
            printf("%s, e = %g, mu = %g, %s at %g: %.1e\n", r->law, r->e, r->mu, "gsl_rkf45",
                   tolerances[j], error);
            assert_near(error, 0, 50 * tolerances[j]);
            ck_assert_double_le(error, before / 10 + floor);
            before = error;
        }
    }
}
END_TEST

/* ---- cancellation ---- */

static volatile sig_atomic_t trace_request;

static void on_alarm(int signal_number)
{
    (void)signal_number;
    trace_request = 1;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Advances a run that would take minutes and cancels it after after_us microseconds. @return time
 * from the cancellation to the end (s) */
static double cancellation_delay(const carom_problem *scene, const carom_setting *settings,
                                 long after_us)
{
    const struct itimerval soon = {{0, 0}, {0, after_us}};
    carom_error error = {0};
    carom_solver *solver = carom_solver_new(scene, "penalty", settings, &error);
    double from;
    ck_assert_msg(solver != NULL, "%s", error.text);
    trace_request = 0;
    carom_solver_set_cancel_flag(solver, &trace_request);
    ck_assert_int_eq(setitimer(ITIMER_REAL, &soon, NULL), 0);
    from = now_s();
    ck_assert_int_eq(carom_solver_advance(solver, 1e5, &error), CAROM_INTERRUPTED);
    carom_solver_free(solver);
    return now_s() - from - 1e-6 * (double)after_us;
}

/* Steps, free flight, split steps, groups and dense solves all end within a second after
 * cancellation. */
START_TEST(all_steps_can_be_cancelled)
{
    static const char *const contacts[] = {"grid", "located"}, *const flights[] = {"step", "leap"};
    const struct sigaction action = {.sa_handler = on_alarm};
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    for (const carom_entry *const *method = carom_integrators.entries; *method != NULL; method++) {
        for (int k = 0; k < 8; k++) {
            const carom_setting settings[] = {{"integrator", (*method)->name},
                                              {"stiffness_N_per_m", "1e6"},
                                              {"step_s", "1e-6"},
                                              {"contacts", contacts[k & 1]},
                                              {"flight", flights[k >> 1 & 1]},
                                              {NULL, NULL}};
            carom_problem scene;
            double late;
            if (k < 4) {
                two_balls(&scene, 1);
            } else {
                scene_random(&scene, 5, 30, CAROM_WALLS);
            }
            late = cancellation_delay(&scene, settings, 20000);
            ck_assert_msg(late < 1, "%s, case %d: %.2f s late", (*method)->name, k, late);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* The same during event location. The root finder must not get the invalid value of a cancelled
 * step: GSL's default error handler, which a program may have left in place, would end the
 * program. */
START_TEST(event_location_can_be_cancelled)
{
    const struct sigaction action = {.sa_handler = on_alarm};
    const carom_setting settings[] = {{"integrator", "gsl_rkf45"}, {"stiffness_N_per_m", "1e6"},
                                      {"step_s", "1e-4"},          {"contacts", "located"},
                                      {"flight", "step"},          {NULL, NULL}};
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    for (long k = 1; k <= 60; k++) {
        carom_problem scene;
        scene_random(&scene, 5, 30, CAROM_WALLS);
        ck_assert(cancellation_delay(&scene, settings, 1500 + 97 * k) < 1);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("adaptive", a_step_longer_than_the_contact_keeps_the_restitution,
          a_step_longer_than_the_contact_is_rejected, event_location_can_be_cancelled,
          steps_across_a_jump_end, the_error_of_a_contact_with_friction_follows_the_tolerance,
          all_steps_can_be_cancelled)
