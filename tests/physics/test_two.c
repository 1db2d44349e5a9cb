/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event-driven solver has a fast function for isolated pairs and a general one, which contact
 * traces require. State, budget, log and counts must be bit-identical. */
#include "same_log.h"

enum { BALLS = 300 };

/* The parameters of a scene. */
typedef struct {
    int boundary;
    double restitution, t_s;
    bool fixed; /* every tenth ball */
} kind;

static const kind kinds[] = {{CAROM_PERIODIC, 1, 0.5, false},
                             {CAROM_PERIODIC, 0.9, 0.3, true},
                             {CAROM_WALLS, 1, 0.5, true},
                             {CAROM_WALLS, 0.8, 0.2, false},
                             {CAROM_OPEN, 0.5, 0.2, false}};

typedef struct {
    carom_sample sample;
    carom_report report;
    carom_log log;
} state;

static state run(const carom_problem *scene, double t_s, bool followed)
{
    static const carom_trace_request trace_request = {.first = 1};
    state end = {.log = {NULL, 0, 0}};
    carom_error error = {0};
    carom_solver *solver = carom_solver_new(scene, "impulse", NULL, &error);
    ck_assert_msg(solver != NULL, "%s", error.text);
    if (followed) {
        assert_ok(carom_solver_trace(solver, &trace_request, &error));
    }
    ck_assert_msg(carom_solver_advance(solver, t_s, &error) == CAROM_OK, "%s", error.text);
    assert_ok(carom_sample_init(&end.sample, scene->count, NULL));
    carom_solver_sample(solver, &end.sample);
    carom_solver_report(solver, &end.report);
    assert_ok(carom_solver_collisions(solver, &end.log, &error));
    carom_solver_free(solver);
    return end;
}

static void state_free(state *end)
{
    carom_sample_free(&end->sample);
    carom_log_free(&end->log);
}

START_TEST(fast_pairs_agree_with_general_code)
{
    const kind *one = &kinds[_i];
    size_t bytes = BALLS * sizeof(double);
    carom_problem scene;
    state args, full;
    scene_random(&scene, 70 + (uint64_t)_i, BALLS, one->boundary);
    scene.restitution = (carom_restitution){one->restitution, one->restitution};
    for (size_t i = 0; i < BALLS; i += 10) {
        scene.ball[i].fixed = one->fixed;
        scene.ball[i].vx_mps = one->fixed ? 0 : scene.ball[i].vx_mps;
        scene.ball[i].vy_mps = one->fixed ? 0 : -0.0;
    }
    args = run(&scene, one->t_s, false);
    full = run(&scene, one->t_s, true);
    ck_assert_uint_gt(args.report.collisions, 100);
    ck_assert_uint_eq(args.report.collisions, full.report.collisions);
    ck_assert_uint_eq(args.report.steps, full.report.steps);
    ck_assert_uint_eq(args.report.pair_tests, full.report.pair_tests);
    assert_same(args.report.max_overlap_m, full.report.max_overlap_m);
    ck_assert_mem_eq(args.sample.x_m, full.sample.x_m, bytes);
    ck_assert_mem_eq(args.sample.y_m, full.sample.y_m, bytes);
    ck_assert_mem_eq(args.sample.vx_mps, full.sample.vx_mps, bytes);
    ck_assert_mem_eq(args.sample.vy_mps, full.sample.vy_mps, bytes);
    assert_same(args.sample.ledger.dissipated_J, full.sample.ledger.dissipated_J);
    assert_same(args.sample.ledger.energy_residual_J, full.sample.ledger.energy_residual_J);
    assert_same_logs(&args.log, &full.log);
    state_free(&args);
    state_free(&full);
    carom_problem_free(&scene);
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_add_loop_test(tcase, fast_pairs_agree_with_general_code, 0,
                        sizeof kinds / sizeof kinds[0]);
}

TEST_SUITE("two alone", add_tests)
