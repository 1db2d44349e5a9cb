/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contacts: located splits the step at contact onset and separation, which restores the order of
 * every method. */
#include "support.h"
#include <float.h>

typedef struct {
    char k[40], h[40];
    carom_setting list[8];
} located_settings;

static const carom_setting *located(located_settings *s, const char *integrator, const char *law,
                                    double k, double h, const char *end, const char *contacts)
{
    snprintf(s->k, sizeof s->k, "%.17g", k);
    snprintf(s->h, sizeof s->h, "%.17g", h);
    s->list[0] = (carom_setting){"integrator", integrator};
    s->list[1] = (carom_setting){"law", law};
    s->list[2] = (carom_setting){law[1] == 'o' ? "stiffness_N_per_m" : "stiffness_N_per_m1p5",
                                 s->k};
    s->list[3] = (carom_setting){"step_s", s->h};
    s->list[4] = (carom_setting){"contact_end", end};
    s->list[5] = (carom_setting){"contacts", contacts};
    s->list[6] = (carom_setting){"allow_unstable", "true"};
    s->list[7] = (carom_setting){NULL, NULL};
    return s->list;
}

enum { MASS = 1 };
static const double stiffness = 1e4, speed = 1.3;

/* One ball bounces off a wall: e - 1 and the final position, compared with the closed forms. */
typedef struct {
    double e, x;
} bounce_error;

static bounce_error bounce(const char *integrator, double theta, double e, const char *end,
                           const char *contacts, double phase)
{
    double w = sqrt(stiffness / MASS), h = theta / w, path = 0.2 + phase * h * speed;
    double zeta, T, t = 0.2 / speed + 0.1;
    located_settings s;
    carom_problem scene;
    outcome run;
    bounce_error error;
    scene_init(&scene, CAROM_WALLS);
    scene.restitution = (carom_restitution){e, e};
    scene_add(&scene, 2.54 - 0.1 - path, 0.6, speed, 0, 0.1, MASS);
    run = run_scene(&scene, "penalty",
                    located(&s, integrator, "hooke", stiffness, h, end, contacts), t);
    ck_assert_uint_eq(run.log.count, 1);
    error.e = run.log.item[0].separation_mps / run.log.item[0].approach_mps - e;
    zeta = e == 1 ? 0 : -log(e) / sqrt(PI * PI + log(e) * log(e)); /* end overlap */
    T = PI / (w * sqrt(1 - zeta * zeta));
    error.x = run.sample.x_m[0] - (2.54 - 0.1 - e * speed * (t - path / speed - T));
    outcome_free(&run);
    carom_problem_free(&scene);
    return error;
}

/* Root mean square over the sub-step offset, because single offsets scatter. */
static bounce_error rms(const char *integrator, double theta, double e, const char *end,
                        const char *contacts)
{
    enum { PHASES = 7 };
    bounce_error sum = {0, 0};
    for (int k = 0; k < PHASES; k++) {
        bounce_error one = bounce(integrator, theta, e, end, contacts, (k + 0.37) / PHASES);
        sum.e += one.e * one.e / PHASES;
        sum.x += one.x * one.x / PHASES;
    }
    return (bounce_error){sqrt(sum.e), sqrt(sum.x)};
}

/* Slopes over a decade of the step. Without event location RK4 has at most order 2, with it at
 * least 4. With damping every method has order 1 without it, and its own order with it. */
START_TEST(orders_are_restored)
{
    static const struct {
        const char *integrator;
        double order;
    } methods[] = {
        {"euler", 1}, {"symplectic_euler", 1}, {"heun", 2}, {"velocity_verlet", 2}, {"rk4", 4}};
    for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
        for (int damped = 0; damped < 2; damped++) {
            double e = damped ? 0.6 : 1, big = methods[k].order == 4 ? 0.12 : 0.02,
                   small = 0.25 * big;
            bounce_error coarse = rms(methods[k].integrator, big, e, "overlap", "located");
            bounce_error fine = rms(methods[k].integrator, small, e, "overlap", "located");
            bounce_error grid_coarse = rms(methods[k].integrator, big, e, "overlap", "grid");
            bounce_error grid_fine = rms(methods[k].integrator, small, e, "overlap", "grid");
            double slope = log(coarse.x / fine.x) / log(big / small);
            double grid = log(grid_coarse.x / grid_fine.x) / log(big / small);
            printf("%-16s %s: slope %.2f located, %.2f on the grid; error %.1e and %.1e m at theta "
                   "= %g\n",
                   methods[k].integrator, damped ? "dashpot" : "elastic", slope, grid, fine.x,
                   grid_fine.x, small);
            ck_assert_double_gt(slope, methods[k].order - 0.25);
            if (methods[k].order == 4) {
                assert_near(grid, damped ? 1 : 2, 0.4);
                ck_assert_double_lt(fine.x, 1e-3 * grid_fine.x);
            }
        }
    }
}
END_TEST

static uint64_t evaluations; /* of the last run of restitution_of */

/* A ball bounces off a wall under any law: restitution for steps of t_c/n, where t_c is the
 * elastic contact time. */
static double restitution_of(const char *integrator, const char *law, double e, double n,
                             double phase)
{
    bool hooke = law[1] == 'o';
    double k = hooke ? stiffness : 1e6, depth = pow(1.25 * MASS * speed * speed / k, 0.4), found;
    double T = hooke ? PI * sqrt(MASS / k) : 2.943275184324704657 * depth / speed, h = T / n;
    located_settings s;
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_WALLS);
    scene.restitution = (carom_restitution){e, e};
    scene_add(&scene, 2.54 - 0.1 - (4 + phase) * h * speed, 0.6, speed, 0, 0.1, MASS);
    run = run_scene(&scene, "penalty", located(&s, integrator, law, k, h, "overlap", "located"),
                    5 * h + 3 * T);
    ck_assert_uint_eq(run.log.count, 1);
    found = run.log.item[0].separation_mps / run.log.item[0].approach_mps;
    evaluations = run.report.force_evaluations;
    outcome_free(&run);
    carom_problem_free(&scene);
    return found;
}

static double restitution_error(const char *integrator, const char *law, double e, double n,
                                double truth)
{
    enum { PHASES = 5 };
    double sum = 0;
    for (int k = 0; k < PHASES; k++) {
        double off = restitution_of(integrator, law, e, n, (k + 0.37) / PHASES) - truth;
        sum += off * off / PHASES;
    }
    return sqrt(sum);
}

/* Beyond Hooke's law the force is smooth during contact but not at its ends. As a function of time
 * since onset, Hertz's force grows as t^(3/2), its damping as t^(1/4), and Kuwabara and Kono's as
 * t^(1/2). With equal steps every method would have order 1 + power: RK4 was measured at 2.50,
 * 1.36 and 1.52, with an error of 5.5e-5 at 240 steps per contact instead of 1.3e-10. Finer steps
 * near the ends restore the order, for p times as many of them plus the cost of locating the ends.
 */
START_TEST(orders_are_restored_at_a_root_of_the_force)
{
    static const struct {
        const char *law;
        double e;
    } laws[] = {{"hooke", 0.7}, {"hertz", 1}, {"hertz", 0.7}, {"viscoelastic", 0.7}};
    static const struct {
        const char *integrator;
        double order;
    } methods[] = {{"heun", 2}, {"velocity_verlet", 2}, {"rk4", 4}};
    for (size_t l = 0; l < sizeof laws / sizeof laws[0]; l++) {
        double truth = restitution_of("gsl_rkf45", laws[l].law, laws[l].e, 50, 0.4);
        for (size_t k = 0; k < sizeof methods / sizeof methods[0]; k++) {
            const char *integrator = methods[k].integrator;
            double n = 60, more = 4, order = methods[k].order, cost, most;
            double coarse = restitution_error(integrator, laws[l].law, laws[l].e, n, truth);
            double fine = restitution_error(integrator, laws[l].law, laws[l].e, more * n, truth);
            double slope = log(coarse / fine) / log(more);
            ck_assert_msg(slope > order - 0.25,
                          "%s, %s, e = %g: order %.2f; error %.1e of e at %g steps a contact",
                          integrator, laws[l].law, laws[l].e, slope, fine, more * n);
            cost = (double)evaluations / (double)((order == 4 ? 4 : 2) * more * n);
            /* flight and contact take 3 t_c; finer steps take more */
            most = 3 + 2 * (l == 0 ? 1 : order);
            printf("%-16s %s e = %g: order %.2f, %.2f times the cost\n", integrator, laws[l].law,
                   laws[l].e, slope, cost);
            ck_assert_double_lt(cost, most);
        }
    }
}
END_TEST

/* 'carom help theory', integrators: e - 1 = -(pi/144) theta^5 for RK4, for every sub-step offset.
 */
START_TEST(rk4_in_closed_form)
{
    for (double theta = 0.2; theta > 0.04; theta *= 0.7) {
        for (double phase = 0.1; phase < 1; phase += 0.2) {
            double got = bounce("rk4", theta, 1, "force", "located", phase).e;
            /* the parts of split steps are shorter than theta */
            assert_near(got / (-PI / 144 * pow(theta, 5)), 1, 0.25);
        }
    }
}
END_TEST

/* Separation when the force vanishes: the calibration gives e = exp(-2 zeta acos(zeta)/sqrt(1 -
 * zeta^2)) within the discretization error. */
START_TEST(separation_by_force)
{
    for (double e = 0.2; e < 1; e += 0.25) {
        assert_near(bounce("rk4", 0.02, e, "force", "located", 0.4).e, 0, 4e-9);
        ck_assert_double_gt(fabs(bounce("rk4", 0.02, e, "force", "grid", 0.4).e), 1e-5);
    }
}
END_TEST

/* Overlapping contacts, walls, gravity and both laws: the budget closes within the discretization
 * error, sampling changes no bit, and the result without event location converges to it. */
START_TEST(many_contacts)
{
    static const char *const laws[] = {"hooke", "hertz"};
    for (int variant = 0; variant < 8; variant += ROUNDS(1, 3)) {
        located_settings s;
        carom_problem scene;
        outcome once, often, fine;
        const char *law = laws[variant % 2], *end = variant / 2 % 2 == 0 ? "force" : "overlap";
        double k = variant % 2 == 0 ? 1e4 : 1e6, off = 0, finer = ROUNDS(200, 20);
        scene_random(&scene, 3 + (uint64_t)variant, 25, variant < 4 ? CAROM_WALLS : CAROM_PERIODIC);
        scene.restitution = (carom_restitution){0.8, 0.7};
        scene.gravity_mps2.y = variant < 4 ? -0.8 : 0;
        once = run_scene(&scene, "penalty", located(&s, "rk4", law, k, 1e-4, end, "located"), 0.4);
        often = run_sliced(&scene, "penalty", s.list, 0.4, 173);
        fine = run_scene(&scene, "penalty", located(&s, "rk4", law, k, 1e-4 / finer, end, "grid"),
                         0.4);
        assert_near(once.sample.ledger.energy_residual_J, 0, law[1] == 'o' ? 1e-7 : 1e-4);
        /* rounding errors of 4000 steps */
        assert_near(once.sample.ledger.momentum_residual_kgmps, 0, 2e-12);
        ck_assert_uint_gt(once.log.count, 10);
        ck_assert_uint_eq(once.log.count, often.log.count);
        for (size_t i = 0; i < scene.count; i++) {
            assert_same(once.sample.x_m[i], often.sample.x_m[i]);
            assert_same(once.sample.vy_mps[i], often.sample.vy_mps[i]);
            off = fmax(off, fabs(once.sample.x_m[i] - fine.sample.x_m[i]));
            off = fmax(off, fabs(once.sample.y_m[i] - fine.sample.y_m[i]));
        }
        for (size_t j = 0; j < once.log.count; j++) {
            const carom_collision *c = &once.log.item[j];
            ck_assert(isnan(c->separation_mps) || c->contact_s > 0);
            ck_assert_double_gt(c->approach_mps, 0);
        }
        printf("%s, end %s: %zu contacts, %.1e m from the grid at 1/%g of the step\n", law, end,
               once.log.count, off, finer);
        /* without event location the order is 1, and a collision amplifies tenfold */
        ck_assert_double_lt(off, 5e-3);
        outcome_free(&once);
        outcome_free(&often);
        outcome_free(&fine);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Two contacts begin and end at the same times; each ends on time, not a step later. 'carom help
 * theory', impacts: cue -0.19980706 at k = 1e6. Symmetric scenes stay symmetric, bit for bit. */
START_TEST(simultaneous_separations)
{
    static const char *const flights[] = {"step", "leap"};
    for (int f = 0; f < 2; f++) {
        const carom_setting settings[] = {{"integrator", "rk4"},  {"contacts", "located"},
                                          {"flight", flights[f]}, {"stiffness_N_per_m", "1e6"},
                                          {"theta", "0.02"},      {NULL, NULL}};
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_OPEN);
        scene_add(&scene, -0.5, 0, 1, 0, 0.5, 1);
        scene_add(&scene, 0.8660254037844386, 0.5, 0, 0, 0.5, 1);
        scene_add(&scene, 0.8660254037844386, -0.5, 0, 0, 0.5, 1);
        run = run_scene(&scene, "penalty", settings, 1);
        assert_near(run.sample.vx_mps[0], -0.19980706, 5e-9);
        assert_same(run.sample.vx_mps[1], run.sample.vx_mps[2]);
        assert_same(run.sample.vy_mps[1], -run.sample.vy_mps[2]);
        assert_near(run.sample.ledger.energy_residual_J, 0, 1e-9);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("located contacts", orders_are_restored, orders_are_restored_at_a_root_of_the_force,
          rk4_in_closed_form, separation_by_force, many_contacts, simultaneous_separations)
