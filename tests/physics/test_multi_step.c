/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multi-step blocks give the same state, accounts, log and counts as single steps, to the bit.
 * Sampling every step prevents blocks. */
#include "same_log.h"
#include "scenes.h"
#include "solvers/penalty/penalty.h"

static const double step_s = 6e-5;
enum { STEPS = 2500, BALLS = 150 };

/* Differences between the scenes. */
static const struct {
    const char *solver, *scene;
    double phase;
    bool fixed; /* every twentieth */
} kinds[] = {
    {"velocity_verlet stiffness_N_per_m=1e5", "periodic", 0, false},
    {"velocity_verlet stiffness_N_per_m=1e5", "periodic; mu 0.4 0.2", 0, false},
    {"velocity_verlet stiffness_N_per_m=1e5", "periodic; e 0.8; mu 0.4 0.2", 0.3, true},
    {"velocity_verlet law=hertz stiffness_N_per_m1p5=1e7 tangential_stiffness_ratio=0.25",
     "walls; e 0.9; mu 0.3 0.15", 0, false},
    {"heun stiffness_N_per_m=1e5 contact_end=overlap", "walls; e 0.9", 0.5, true},
    {"heun law=viscoelastic stiffness_N_per_m1p5=1e7 tangential_stiffness_ratio=0.25",
     "periodic; e 0.9; mu 0.2 0.1", 0, false},
    {"euler stiffness_N_per_m=1e5", "open; e 0.9", 0, false},
    {"symplectic_euler stiffness_N_per_m=1e5", "walls; mu 0.3 0.15", 0, false},
    {"rk4 stiffness_N_per_m=1e5", "open; e 0.7; mu 0.3 0.15", 0, true},
    {"rk4 law=hertz stiffness_N_per_m1p5=1e7 contact_end=overlap", "periodic; e 0.95", 0.9, false}};

static carom_problem *new_gas(int kind)
{
    carom_problem *scene = new_random_scene(40 + (uint64_t)kind, BALLS, CAROM_WALLS);
    add_to_scene(scene, "%s", kinds[kind].scene);
    for (size_t i = 0; i < BALLS; i++) {
        scene->ball[i].fixed = kinds[kind].fixed && i % 20 == 7;
        if (scene->ball[i].fixed) {
            scene->ball[i].vx_mps = scene->ball[i].vy_mps = 0;
        } else if (i % 3 == 0) { /* some at rest, with zeros of both signs */
            scene->ball[i].vx_mps = i % 2 == 0 ? 0 : -0.0;
            scene->ball[i].vy_mps = -0.0;
        }
    }
    return scene;
}

static void assert_same_runs(const outcome *a, const outcome *b)
{
    const carom_sample *x = &a->sample, *y = &b->sample;
    assert_same_balls(a, b);
    assert_same(x->ledger.elastic_J, y->ledger.elastic_J);
    assert_same(x->ledger.dissipated_J, y->ledger.dissipated_J);
    assert_same(x->ledger.energy_residual_J, y->ledger.energy_residual_J);
    assert_same(x->ledger.momentum_residual_kgmps, y->ledger.momentum_residual_kgmps);
    assert_same(x->max_overlap_m, y->max_overlap_m);
    ck_assert_uint_eq(x->contacts, y->contacts);
    ck_assert_mem_eq(&a->report, &b->report, sizeof a->report);
    assert_same_logs(&a->log, &b->log);
}

START_TEST(blocks_equal_single_steps)
{
    const carom_problem *scene = new_gas(_i);
    const double t = (STEPS - kinds[_i].phase) * step_s; /* the end of a step */
    const int slices[] = {1, 401, 2 * STEPS};
    outcome *runs[3];
    for (int k = 0; k < 3; k++) {
        runs[k] = try_until(t, slices[k], scene,
                            "penalty step_s=%g phase=%g allow_unstable=true integrator=%s", step_s,
                            kinds[_i].phase, kinds[_i].solver);
        assert_ok(runs[k]->status);
        assert_same_runs(runs[k], runs[0]);
    }
    ck_assert_uint_gt(runs[0]->report.collisions, 10);
}
END_TEST

/* Position and displacement of a coordinate. 0: away from powers of two. 1: the same, with a
 * displacement halfway between two doubles. 2: near a power of two. 3: anything. */
static void random_flight(stream *s, int what, size_t i, double *x, double *way)
{
    double sign = i % 2 == 0 ? 1 : -1, ulp = ldexp(1, (int)(i % 30) - 52);
    *x = sign * ldexp(1.25 + 0.5 * next_number(s), (int)(i % 30));
    *way = ldexp(next_number(s) - 0.5, -20 + (int)(i % 30));
    if (what == 1) {
        *way = ulp * (floor(9 * next_number(s)) + 0.5);
    } else if (what == 2) {
        *x = sign * ldexp(1, (int)(i % 30)) + ulp * floor(9 * next_number(s) - 4);
        *way = ulp * 9 * (next_number(s) - 0.5);
    } else if (what == 3) {
        *x = i % 5 == 0 ? -0.0 : next_number(s) - 0.5;
        *way = next_number(s) - 0.5;
    }
}

/* Free flight over many steps equals one addition per step. */
START_TEST(flights_are_additions)
{
    enum { COUNT = 1003 };
    static double x[COUNT], v[COUNT], want[COUNT];
    stream s = {77};
    penalty_flight flight = {&carom_integrator_euler, x, v, 1, 0};
    for (int round = 0; round < 40; round++) {
        flight.steps = 1 + (size_t)round;
        for (size_t i = 0; i < COUNT; i++) {
            random_flight(&s, _i, i, &x[i], &v[i]);
            want[i] = x[i];
            for (size_t step = 0; step < flight.steps; step++) {
                want[i] += v[i];
            }
        }
        carom_penalty_advance_flight(&flight, COUNT);
        ck_assert_mem_eq(x, want, sizeof x);
    }
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_add_loop_test(tcase, blocks_equal_single_steps, 0, sizeof kinds / sizeof kinds[0]);
    tcase_add_loop_test(tcase, flights_are_additions, 0, 4);
}

TEST_SUITE("bursts of steps", add_tests)
