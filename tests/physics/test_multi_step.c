/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multi-step blocks give the same state, accounts, log and counts as single steps, to the bit.
 * Sampling every step prevents blocks. */
#include "same_log.h"
#include "solvers/penalty/penalty.h"

#define STEP "6e-5"
static const double step_s = 6e-5;
enum { STEPS = 2500, BALLS = 150 };

/* Differences between the scenes. */
typedef struct {
    const char *integrator, *law, *stiffness, *end, *phase;
    int boundary;
    double restitution, friction;
    bool fixed; /* every twentieth */
} kind;

static const kind kinds[] = {
    {"velocity_verlet", "hooke", "1e5", "force", "0", CAROM_PERIODIC, 1, 0, false},
    {"velocity_verlet", "hooke", "1e5", "force", "0", CAROM_PERIODIC, 1, 0.4, false},
    {"velocity_verlet", "hooke", "1e5", "force", "0.3", CAROM_PERIODIC, 0.8, 0.4, true},
    {"velocity_verlet", "hertz", "1e7", "force", "0", CAROM_WALLS, 0.9, 0.3, false},
    {"heun", "hooke", "1e5", "overlap", "0.5", CAROM_WALLS, 0.9, 0, true},
    {"heun", "viscoelastic", "1e7", "force", "0", CAROM_PERIODIC, 0.9, 0.2, false},
    {"euler", "hooke", "1e5", "force", "0", CAROM_OPEN, 0.9, 0, false},
    {"symplectic_euler", "hooke", "1e5", "force", "0", CAROM_WALLS, 1, 0.3, false},
    {"rk4", "hooke", "1e5", "force", "0", CAROM_OPEN, 0.7, 0.3, true},
    {"rk4", "hertz", "1e7", "overlap", "0.9", CAROM_PERIODIC, 0.95, 0, false}};

static carom_problem gas_of(const kind *one, uint64_t seed)
{
    carom_problem scene;
    scene_random(&scene, seed, BALLS, one->boundary);
    scene.restitution = (carom_restitution){one->restitution, one->restitution};
    scene.friction.ball_ball = one->friction;
    scene.friction.ball_wall = 0.5 * one->friction;
    for (size_t i = 0; i < BALLS; i++) {
        scene.ball[i].fixed = one->fixed && i % 20 == 7;
        if (scene.ball[i].fixed) {
            scene.ball[i].vx_mps = scene.ball[i].vy_mps = 0;
        } else if (i % 3 == 0) { /* some at rest, with zeros of both signs */
            scene.ball[i].vx_mps = i % 2 == 0 ? 0 : -0.0;
            scene.ball[i].vy_mps = -0.0;
        }
    }
    return scene;
}

static void assert_same_bits(const carom_sample *a, const carom_sample *b)
{
    size_t bytes = a->count * sizeof *a->x_m;
    ck_assert_mem_eq(a->x_m, b->x_m, bytes);
    ck_assert_mem_eq(a->y_m, b->y_m, bytes);
    ck_assert_mem_eq(a->vx_mps, b->vx_mps, bytes);
    ck_assert_mem_eq(a->vy_mps, b->vy_mps, bytes);
    ck_assert_mem_eq(a->spin_radps, b->spin_radps, bytes);
    assert_same(a->ledger.elastic_J, b->ledger.elastic_J);
    assert_same(a->ledger.dissipated_J, b->ledger.dissipated_J);
    assert_same(a->ledger.energy_residual_J, b->ledger.energy_residual_J);
    assert_same(a->ledger.momentum_residual_kgmps, b->ledger.momentum_residual_kgmps);
    assert_same(a->max_overlap_m, b->max_overlap_m);
    ck_assert_uint_eq(a->contacts, b->contacts);
}

static void assert_same_report(const carom_report *a, const carom_report *b)
{
    ck_assert_uint_eq(a->collisions, b->collisions);
    ck_assert_uint_eq(a->steps, b->steps);
    ck_assert_uint_eq(a->force_evaluations, b->force_evaluations);
    ck_assert_uint_eq(a->pair_tests, b->pair_tests);
    assert_same(a->max_overlap_m, b->max_overlap_m);
    assert_same(a->longest_step_m, b->longest_step_m);
}

START_TEST(blocks_equal_single_steps)
{
    const kind *one = &kinds[_i];
    const carom_setting settings[] = {
        {"integrator", one->integrator},
        {"law", one->law},
        {strcmp(one->law, "hooke") == 0 ? "stiffness_N_per_m" : "stiffness_N_per_m1p5",
         one->stiffness},
        {"contact_end", one->end},
        {"phase", one->phase},
        {"step_s", STEP},
        {"allow_unstable", "true"},
        {strcmp(one->law, "hooke") == 0 ? NULL : "tangential_stiffness_ratio", "0.25"},
        {NULL, NULL}};
    carom_problem scene = gas_of(one, 40 + (uint64_t)_i);
    const double t = (STEPS - strtod(one->phase, NULL)) * step_s; /* the end of a step */
    outcome blocks = run_scene(&scene, "penalty", settings, t),
            some = run_sliced(&scene, "penalty", settings, t, 401),
            single = run_sliced(&scene, "penalty", settings, t, 2 * STEPS);
    ck_assert_uint_gt(blocks.report.collisions, 10);
    assert_same_bits(&blocks.sample, &single.sample);
    assert_same_bits(&blocks.sample, &some.sample);
    assert_same_report(&blocks.report, &single.report);
    assert_same_report(&blocks.report, &some.report);
    assert_same_logs(&blocks.log, &single.log);
    outcome_free(&blocks);
    outcome_free(&some);
    outcome_free(&single);
    carom_problem_free(&scene);
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
    multi_step_flight flight = {&carom_integrator_euler, x, v, 1, 0};
    for (int round = 0; round < 40; round++) {
        flight.steps = 1 + (size_t)round;
        for (size_t i = 0; i < COUNT; i++) {
            random_flight(&s, _i, i, &x[i], &v[i]);
            want[i] = x[i];
            for (size_t step = 0; step < flight.steps; step++) {
                want[i] += v[i];
            }
        }
        carom_multi_step_fly(&flight, COUNT);
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
