/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GSL's adaptive integrator at jumps of the force: a dashpot jumps at the onset. Steps end, with
 * an error at the level of rounding. All steps end on cancellation. */
#include "scenes.h"
#include <signal.h>
#include <sys/time.h>
#include <time.h>

static carom_problem *two_balls(double e)
{
    return new_scene("walls 1 1; e %g; ball 0.3 0.5 1.5 0 r 0.03 m 0.2; ball 0.5 0.5 -0.5 0 r 0.04 "
                     "m 0.5",
                     e);
}

static double restitution_of(const outcome *run)
{
    return only_hit(run)->separation_mps / only_hit(run)->approach_mps;
}

/* Linear dashpots and Hertz's law have the specified restitution at any speed. Where sub-steps at
 * the onset reach the rounding error of positions, at most 16e-8 h are Euler steps. They change the
 * speed by 2 zeta w0 h 16e-8, which is 5e-9 for h = 5e-5 s, w0 = 837/s, zeta < 0.4. */
START_TEST(steps_across_a_jump_end)
{
    static const char *const precisions[] = {"1e-14", "1e-10"};
    static const char *const laws[] = {"hooke stiffness_N_per_m=1e5",
                                       "hertz stiffness_N_per_m1p5=3e7",
                                       "viscoelastic stiffness_N_per_m1p5=3e7"};
    static const double es[] = {0.9, 0.7, 0.3}, tolerance = 1e-8;
    for (int k = 0; k < 2 * 9; k += ROUNDS(1, 2)) {
        double e = es[k % 3];
        outcome *run = run_until(0.08, two_balls(e),
                                 "penalty integrator=gsl_rkf45 step_s=5e-5 tolerance=%s law=%s",
                                 precisions[k / 9], laws[k / 3 % 3]);
        test_set_subject("law %s", laws[k / 3 % 3]);
        if (k / 3 % 3 < 2) {
            assert_near(restitution_of(run), e, tolerance);
        }
        assert_near(run->sample.ledger.energy_residual_J, 0, tolerance * 0.2875);
        ck_assert_uint_eq(run->log.count, 1);
        ck_assert_uint_lt(run->report.force_evaluations, 1000000);
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
        outcome *run = run_until(0.12, two_balls(es[k % 3]),
                                 "penalty integrator=gsl_rkf45 stiffness_N_per_m=1e5 "
                                 "contacts=located step_s=%g allow_unstable=true",
                                 in_contacts[k / 3] * t_c_s);
        assert_near(restitution_of(run), es[k % 3], 1e-8);
        assert_near(run->sample.ledger.energy_residual_J, 0, 1e-8 * 0.2875);
    }
}
END_TEST

/* On the grid a contact can begin and end within a step, and is not logged. Event location misses
 * glancing contacts. */
START_TEST(a_step_longer_than_the_contact_is_rejected)
{
    static const char *const contacts[] = {"grid", "located"};
    for (size_t i = 0; i < 2; i++) {
        carom_error error = refusal_of(two_balls(1),
                                       "penalty integrator=gsl_rkf45 stiffness_N_per_m=1e5 "
                                       "contacts=%s step_s=4e-3",
                                       contacts[i]);
        ck_assert_str_eq(error.key, "step_s");
        ck_assert_msg(strstr(error.text, "can begin and end within one step") != NULL, "%s",
                      error.text);
    }
}
END_TEST

/* ---- located contacts with friction ---- */

/* Two balls with friction, at 1 m/s along the normal and g_mps along the tangent. */
typedef struct {
    const char *law;
    double e, mu, g_mps, kappa;
} rubbing;

/* Positions (m), velocities (m/s) and speeds of the rims (m/s) at the end. */
enum { RUBBED = 10 };

static void end_of_contact(const rubbing *r, const char *integrator, double *end)
{
    const carom_problem *scene = new_scene(
        "open; e %g; mu %g; ball -0.0302 0 0.6 %g r 0.03 m 0.17 spin %g;"
        "ball 0.04 0 -0.4 %g r 0.04 m 0.31 spin %g",
        r->e, r->mu, 0.3 * r->g_mps, 0.4 * r->g_mps / 0.03, -0.2 * r->g_mps, 0.1 * r->g_mps / 0.04);
    outcome *run = run_until(1.5e-3, scene,
                             "penalty law=%s stiffness_N_per_m1p5=1e9 contacts=located "
                             "tangential_stiffness_ratio=%g integrator=%s",
                             r->law, r->kappa, integrator);
    ck_assert_uint_eq(run->log.count, 1);
    for (size_t i = 0; i < 2; i++) {
        const carom_sample *s = &run->sample;
        const double of_ball[] = {s->x_m[i], s->y_m[i], s->vx_mps[i], s->vy_mps[i],
                                  0.03 * s->spin_radps[i]};
        memcpy(end + 5 * i, of_ball, sizeof of_ball);
    }
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
    static const char *const adaptive[] = {"gsl_rkf45 step_s=5e-5 tolerance=1e-6",
                                           "gsl_rkf45 step_s=5e-5 tolerance=1e-8",
                                           "gsl_rkf45 step_s=5e-5 tolerance=1e-10"};
    static const double tolerances[] = {1e-6, 1e-8, 1e-10}, floor = 1e-12;
    for (size_t k = 0; k < sizeof contact / sizeof contact[0]; k++) {
        const rubbing *r = &contact[k];
        double coarse[RUBBED], want[RUBBED], before = INFINITY;
        end_of_contact(r, "rk4 step_s=1e-6", coarse);
        end_of_contact(r, "rk4 step_s=5e-7", want);
        for (size_t j = 0; j < 3; j++) {
            double got[RUBBED], error = 0;
            end_of_contact(r, adaptive[j], got);
            for (size_t n = 0; n < RUBBED; n++) {
                error = fmax(error, fabs(got[n] - (16 * want[n] - coarse[n]) / 15));
            }
            test_set_subject("%s, e = %g, mu = %g, %s", r->law, r->e, r->mu, adaptive[j]);
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
static double cancellation_delay(carom_solver *solver, long after_us)
{
    const struct sigaction action = {.sa_handler = on_alarm};
    const struct itimerval soon = {{0, 0}, {0, after_us}};
    trace_request = 0;
    carom_solver_set_cancel_flag(solver, &trace_request);
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    ck_assert_int_eq(setitimer(ITIMER_REAL, &soon, NULL), 0);
    double from = now_s();
    ck_assert_int_eq(carom_solver_advance(solver, 1e5, NULL), CAROM_INTERRUPTED);
    return now_s() - from - 1e-6 * (double)after_us;
}

/* Steps, free flight, split steps, groups and dense solves all end within a second after
 * cancellation. */
START_TEST(all_steps_can_be_cancelled)
{
    static const char *const variants[] = {"contacts=grid", "contacts=exact"};
    const carom_problem *scenes[] = {two_balls(1), new_random_scene(5, 30, CAROM_WALLS)};
    for (const carom_entry *const *method = carom_integrators.entries; *method != NULL; method++) {
        for (int k = 0; k < 4; k++) {
            carom_solver *solver = new_solver(
                scenes[k / 2], "penalty stiffness_N_per_m=1e6 step_s=1e-6 integrator=%s %s",
                (*method)->name, variants[k % 2]);
            test_set_subject("%s, %s", (*method)->name, variants[k % 2]);
            ck_assert_double_lt(cancellation_delay(solver, 20000), 1);
        }
    }
}
END_TEST

/* The same during event location. The root finder must not get the invalid value of a cancelled
 * step: GSL's default error handler, which a program may have left in place, would end the
 * program. */
START_TEST(event_location_can_be_cancelled)
{
    const carom_problem *scene = new_random_scene(5, 30, CAROM_WALLS);
    for (long k = 1; k <= 60; k++) {
        carom_solver *solver = new_solver(scene, "penalty integrator=gsl_rkf45 "
                                                 "stiffness_N_per_m=1e6 step_s=1e-4 "
                                                 "contacts=exact");
        ck_assert_double_lt(cancellation_delay(solver, 1500 + 97 * k), 1);
    }
}
END_TEST

TEST_MAIN("adaptive", a_step_longer_than_the_contact_keeps_the_restitution,
          a_step_longer_than_the_contact_is_rejected, event_location_can_be_cancelled,
          steps_across_a_jump_end, the_error_of_a_contact_with_friction_follows_the_tolerance,
          all_steps_can_be_cancelled)
