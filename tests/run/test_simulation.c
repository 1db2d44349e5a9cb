/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulation calls a recorder as the contract in run.h states. */
#include "run/run.h"
#include "support.h"

enum { SAMPLES = 7 };
static const double duration_s = 2.385;

/* The calls that a recorder has received. */
typedef struct {
    const carom_solver_run *solver_run;
    size_t begun, sampled, ended,
        failing; /* failing: number of the sample that it rejects, from 1; 0: none */
    double t_s[SAMPLES], x_m[SAMPLES];
    size_t collisions;
} recording;

static carom_status recording_begin(void *state, carom_error *error)
{
    recording *w = state;
    (void)error;
    ck_assert(w->solver_run->sample.t_s == 0 && w->sampled == 0);
    w->begun++;
    return CAROM_OK;
}

static carom_status recording_sample(void *state, double t_s, carom_error *error)
{
    recording *w = state;
    ck_assert(w->begun == 1 && w->ended == 0 && w->sampled < SAMPLES);
    assert_same(w->solver_run->sample.t_s, t_s);
    w->t_s[w->sampled] = t_s;
    w->x_m[w->sampled] = w->solver_run->sample.x_m[0];
    return ++w->sampled == w->failing
             ? carom_error_set(error, CAROM_CANNOT_WRITE, "", "refused %zu", w->sampled)
             : CAROM_OK;
}

static carom_status recording_end(void *state, carom_error *error)
{
    recording *w = state;
    (void)error;
    w->ended++;
    w->collisions = w->solver_run->log.count;
    for (size_t k = 1; k < w->solver_run->log.count; k++) {
        ck_assert(w->solver_run->log.item[k - 1].t_s <= w->solver_run->log.item[k].t_s);
    }
    return CAROM_OK;
}

static const carom_recorder_entry recording_entry = {recording_begin, recording_sample,
                                                     recording_end};

/* Two balls between walls, with `count` recorders; the last but one rejects sample
 * `failing`. */
static carom_status run_simulation(recording *w, size_t count, size_t failing, long slices,
                                   long threads, carom_error *error)
{
    carom_problem problem;
    carom_choice choice[2] = {{NULL, NULL}, {NULL, NULL}};
    carom_solver_run solver_run[2], *const solver_runs[] = {&solver_run[0], &solver_run[1]};
    carom_recorder recorder[4];
    carom_simulation simulation = {.solver_run = solver_runs,
                                   .solver_runs = 2,
                                   .recorder = recorder,
                                   .recorders = count,
                                   .duration_s = duration_s,
                                   .samples = SAMPLES,
                                   .slices = slices,
                                   .threads = threads};
    carom_status status = CAROM_OK;
    scene_init(&problem, CAROM_WALLS);
    scene_add(&problem, 0.3, 0.4, 1.1, 0.23, 0.0285, 0.17);
    scene_add(&problem, 1.1, 0.47, -0.7, 0.11, 0.0285, 0.17);
    for (size_t i = 0; i < 2; i++) {
        assert_ok(
            carom_choice_set(&choice[i], carom_interface_find(&carom_solvers, "impulse"), error));
        assert_ok(
            carom_solver_run_open(&solver_run[i], "one", &problem, &choice[i], true, NULL, error));
    }
    for (size_t i = 0; i < count; i++) {
        w[i] = (recording){.solver_run = &solver_run[i % 2],
                           .failing = i + 2 == count ? failing : 0};
        recorder[i] = (carom_recorder){&recording_entry, &w[i]};
    }
    status = carom_simulation_run(&simulation, error);
    for (size_t i = 0; i < 2; i++) {
        carom_solver_run_close(&solver_run[i]);
        carom_choice_free(&choice[i]);
    }
    carom_problem_free(&problem);
    return status;
}

START_TEST(recorder_is_called_as_its_contract_states)
{
    recording w[3], again[3];
    carom_error error = {CAROM_OK, "", ""};
    assert_ok(run_simulation(w, 3, 0, 0, 1, &error));
    assert_ok(run_simulation(again, 3, 0, 50, 2, &error));
    for (size_t i = 0; i < 3; i++) {
        ck_assert(w[i].begun == 1 && w[i].sampled == SAMPLES && w[i].ended == 1);
        ck_assert(w[i].collisions > 2 && w[i].collisions == again[i].collisions);
        assert_same(w[i].t_s[0], 0);
        assert_same(w[i].t_s[SAMPLES - 1], duration_s);
        for (size_t k = 0; k < SAMPLES; k++) { /* the numbers of parts and threads change no bit */
            assert_same(w[i].x_m[k], again[i].x_m[k]);
        }
    }
}
END_TEST

START_TEST(failing_recorder_ends_the_simulation)
{
    recording w[2];
    carom_error error = {CAROM_OK, "", ""};
    ck_assert(run_simulation(w, 2, 3, 500, 1, &error) == CAROM_CANNOT_WRITE);
    ck_assert_str_eq(error.text, "refused 3");
    ck_assert(w[0].sampled == 3 && w[1].sampled == 2 && w[0].ended == 0 && w[1].ended == 0);
}
END_TEST

START_TEST(trajectory_is_recorded_and_can_be_interrupted)
{
    carom_problem problem;
    carom_choice choice = {NULL, NULL};
    carom_trajectory trajectory;
    carom_error error = {CAROM_OK, "", ""};
    volatile sig_atomic_t stop = 0;
    scene_init(&problem, CAROM_WALLS);
    scene_add(&problem, 0.3, 0.4, 1.1, 0.23, 0.0285, 0.17);
    assert_ok(carom_choice_set(&choice, carom_interface_find(&carom_solvers, "impulse"), &error));
    assert_ok(carom_trajectory_run(&trajectory, &problem, &choice, duration_s, SAMPLES, NULL, &stop,
                                   &error));
    ck_assert(trajectory.samples == SAMPLES && trajectory.count == 1 && trajectory.log.count > 0);
    assert_same(trajectory.t_s[SAMPLES - 1], duration_s);
    assert_same(trajectory.end.x_m[0], trajectory.at_m[SAMPLES - 1].x);
    carom_trajectory_free(&trajectory);
    stop = 1;
    ck_assert(carom_trajectory_run(&trajectory, &problem, &choice, duration_s, SAMPLES, NULL, &stop,
                                   &error) == CAROM_INTERRUPTED);
    carom_trajectory_free(&trajectory);
    carom_choice_free(&choice);
    carom_problem_free(&problem);
}
END_TEST

/* A ball that hits a post once and a wall once has had two collisions; the post does not count. */
START_TEST(means_exclude_fixed_balls)
{
    carom_collision met[] = {{.t_s = 0.1, .a = 0, .b = 1},
                             {.t_s = 0.2, .a = 0, .wall = true},
                             {.t_s = 0.9, .a = 0, .b = 1}};
    carom_log log = {.item = met, .count = 3};
    carom_problem scene;
    scene_init(&scene, CAROM_WALLS);
    scene_add(&scene, 0.5, 0.5, 1, 0, 0.03, 0.17);
    scene_add(&scene, 1.5, 0.5, 0, 0, 0.03, 0.17);
    assert_near(carom_collisions_per_ball(&log, &scene, 0.5), 1.5, 0);
    scene.ball[1].fixed = true;
    assert_near(carom_collisions_per_ball(&log, &scene, 0.5), 2, 0);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("journey", recorder_is_called_as_its_contract_states,
          failing_recorder_ends_the_simulation, trajectory_is_recorded_and_can_be_interrupted,
          means_exclude_fixed_balls)
