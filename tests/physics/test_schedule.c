/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restitution that changes during the run, also above 1: all solvers against closed forms. */
#include "scenes.h"
#include <float.h>

static void change(carom_problem *scene, double t_s, double ball_ball, double ball_wall)
{
    carom_change at = {t_s, {ball_ball, ball_wall}};
    assert_ok(carom_problem_add_change(scene, &at, NULL));
}

/* A ball between a fixed ball on the left and the right wall, with a free path of 1 m. */
static carom_problem *new_court(void)
{
    carom_problem *scene = new_scene("walls 1.6 1.27; e 0.75 0.5; fixed 0.3 0.4 r 0.1 m 1;"
                                     "ball 0.6 0.4 1 0 r 0.1 m 0.31");
    change(scene, 2, NAN, 1.25);
    change(scene, 5, 1.5, 1);
    change(scene, 5, 1.5, 0.875); /* of two changes at the same time the later one counts */
    change(scene, 7, 0.5, NAN);
    return scene;
}

/* The exact motion: hits at both ends of the path, each with the restitution of its time. */
static double rally(double end_s, int *hits, double *kinetic_lost)
{
    double t = 0.9, v = 1; /* at the wall */
    for (*hits = 0, *kinetic_lost = 0; t < end_s; ++*hits) {
        bool wall = *hits % 2 == 0;
        double e = wall ? (t < 2 ? 0.5 : t < 5 ? 1.25 : 0.875) : (t < 5 ? 0.75 : t < 7 ? 1.5 : 0.5);
        *kinetic_lost += 0.5 * 0.31 * v * v * (1 - e * e);
        v *= e;
        t += 1 / v;
    }
    return *hits % 2 == 0 ? v : -v;
}

/* Rigid solvers: rounding, for time-stepping of positions over 1e4 steps. RK4 with event location:
 * N (pi/144) theta^5 and the kinks. */
static const struct {
    const char *solver;
    double tolerance;
} players[] = {{"impulse", 1e-14},
               {"oracle", 1e-15},
               {"stepped step_s=1e-4", 1e-14},
               {"penalty integrator=rk4 contacts=located theta=0.01 stiffness_N_per_m=1e7", 1e-8},
               {"penalty integrator=rk4 flight=leap stiffness_N_per_m=1e7", 1e-6}};

START_TEST(hits_have_the_restitution_of_their_time)
{
    const carom_problem *scene = new_court();
    for (size_t k = 0; k < sizeof players / sizeof players[0]; k++) {
        for (double end = 1; end < ROUNDS(13, 8); end += ROUNDS(2.9, 5.9)) {
            int hits;
            double lost, v = rally(end, &hits, &lost), tolerance = players[k].tolerance;
            outcome *run = run_until(end, scene, "%s", players[k].solver);
            ck_assert_int_eq((int)run->report.collisions, hits);
            assert_near(run->sample.vx_mps[1], v, tolerance);
            assert_near(run->sample.ledger.dissipated_J, lost, tolerance);
            assert_near(run->sample.ledger.energy_residual_J, 0, tolerance);
        }
    }
}
END_TEST

/* A change during a contact, or during an overlap at the start, affects the next contact: springs
 * that changed with stored energy would change the energy of the run. The unchanged run has the
 * same steps on the grid; exact contacts have another step at the change. The next contact has the
 * error of a damping force that jumps at onset, 4 zeta theta. */
START_TEST(open_contacts_keep_their_springs)
{
    static const char *const contacts[] = {"grid", "exact"};
    const double e = 0.5, v = 1, theta = PI * 1e-4 / 0.05, onset = 4 * 0.22 * theta; /* zeta 0.22 */
    for (int k = 0; k < 8; k++) {
        bool exact = k % 2 == 1, friction = k & 2, overlaps = k & 4;
        carom_problem *changed = NULL, *same = NULL;
        for (int i = 0; i < 2; i++) {
            carom_problem *scene = new_scene(
                "walls 2 1; mu %g; beta 0.8; ball %g 0.5 %g 0 r 0.1 m 0.25", friction ? 2.0 : 0,
                overlaps ? 1.901 : 1.6, overlaps ? -0.01 : v);
            scene->allow_overlap = overlaps;
            scene->ball[0].spin_radps = friction ? 5 : 0;
            *(i == 0 ? &changed : &same) = scene;
        }
        change(changed, overlaps ? 0.01 : 0.32, NAN, e);
        for (double end = 0.4; end < (k < 2 ? 5 : 1); end += 3.6) {
            static const char solver[] = "penalty integrator=rk4 contacts=%s "
                                         "contact_time_s=0.05 step_s=1e-4";
            outcome *run = run_until(end, changed, solver, contacts[exact]);
            outcome *other = run_until(end, same, solver, contacts[exact]);
            test_set_subject("%s, friction %d, overlap %d", contacts[exact], friction, overlaps);
            double within = end < 1 ? 1e-8 : onset;
            assert_near(run->sample.ledger.energy_residual_J,
                        other->sample.ledger.energy_residual_J, within);
            assert_near(run->sample.vx_mps[0], other->sample.vx_mps[0] * (end < 1 ? 1 : e), within);
        }
    }
}
END_TEST

/* Changes that change nothing leave all bits, in every step of a contact. */
START_TEST(no_change_keeps_all_bits)
{
    for (int k = 0; k < 4; k++) {
        carom_problem *scene[2];
        for (int i = 0; i < 2; i++) {
            scene[i] = new_scene("open; mu %g; ball 0 0 1 0 r 0.1 m 0.25;"
                                 "ball 0.2017 0.03 -0.3 0.2 r 0.1 m 0.31",
                                 k % 2 == 0 ? 0.05 : 2.0);
            for (int n = 1; n < 200 && i == 0; n++) {
                change(scene[i], n * 1e-4, 1, NAN);
            }
        }
        const char *solver = k < 2 ? "penalty integrator=velocity_verlet step_s=1e-4 phase=0.3 "
                                     "stiffness_N_per_m=1e4"
                                   : "penalty integrator=velocity_verlet step_s=1e-4 phase=0.3 "
                                     "law=hertz stiffness_N_per_m1p5=1e6 "
                                     "tangential_stiffness_ratio=0.6";
        outcome *run = run_until(0.03, scene[0], "%s", solver);
        outcome *same = run_until(0.03, scene[1], "%s", solver);
        ck_assert_uint_eq(run->log.count, 1);
        for (int b = 0; b < 2; b++) {
            test_set_subject("variant %d, ball %d", k, b);
            assert_same(run->sample.vx_mps[b], same->sample.vx_mps[b]);
            assert_same(run->sample.y_m[b], same->sample.y_m[b]);
            assert_same(run->sample.spin_radps[b], same->sample.spin_radps[b]);
        }
    }
}
END_TEST

/* Without event location, negative damping pulls at contact onset. This must not end the contact,
 * as a pull near separation does. The error of e > 1 is that of a force that jumps at onset, 4
 * zeta theta ('carom help theory', integrators), under both laws. */
START_TEST(negative_damping_pulls_at_onset)
{
    const double restitutions[] = {1.05, 1.25, 4}, theta = 1e-3;
    for (size_t i = 0; i < 6; i += ROUNDS(1, 2)) {
        const bool hertz = i >= 3;
        const double e = restitutions[i % 3], zeta = log(e) / sqrt(PI * PI + log(e) * log(e));
        outcome *run = run_until(
            0.15, new_scene("e 1 %g; ball 0.2 0.5 -1 0 r 0.1 m 1", e),
            hertz ? "penalty integrator=rk4 theta=1e-3 law=hertz contact_time_s=1e-3 at_speed_mps=1"
                  : "penalty integrator=rk4 theta=1e-3 stiffness_N_per_m=1e7");
        ck_assert_uint_eq(run->log.count, 1);
        assert_near(run->sample.vx_mps[0] / e, 1, 4 * zeta * theta + theta * theta);
    }
}
END_TEST

START_TEST(changes_come_in_order_and_fill_in)
{
    carom_problem copy, *scene = new_court();
    carom_error error = {0};
    carom_change early = {6.9, {1, 1}};
    double least, most;
    ck_assert_int_eq(carom_problem_add_change(scene, &early, &error), CAROM_INVALID);
    ck_assert_str_eq(error.key, "at_s");
    assert_ok(carom_problem_copy(&copy, scene, NULL));
    assert_same(carom_problem_restitution(&copy, 0).ball_wall, 0.5);
    assert_same(carom_problem_restitution(&copy, nextafter(2, 0)).ball_wall, 0.5);
    assert_same(carom_problem_restitution(&copy, 2).ball_wall, 1.25);
    assert_same(carom_problem_restitution(&copy, 2).ball_ball, 0.75);
    assert_same(carom_problem_restitution(&copy, 5).ball_wall, 0.875);
    assert_same(carom_problem_restitution(&copy, INFINITY).ball_wall, 0.875);
    assert_same(carom_problem_restitution(&copy, INFINITY).ball_ball, 0.5);
    carom_problem_restitutions(&copy, &least, &most);
    assert_same(least, 0.5);
    assert_same(most, 1.5);
    carom_problem_free(&copy);
}
END_TEST

TEST_MAIN("schedule", hits_have_the_restitution_of_their_time, open_contacts_keep_their_springs,
          no_change_keeps_all_bits, negative_damping_pulls_at_onset,
          changes_come_in_order_and_fill_in)
