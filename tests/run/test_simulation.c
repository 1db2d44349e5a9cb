/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulation calls a recorder as the contract in run.h states. */
#include "archive_memory.h"
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

static void recording_serialize(void *state, carom_serializer *serializer)
{
    recording *w = state;
    const carom_solver_run *solver_run = w->solver_run;
    carom_serialize_value(serializer, *w);
    w->solver_run = solver_run;
}

static const carom_recorder_entry recording_entry = {recording_begin, recording_sample,
                                                     recording_end, recording_serialize};

/* A simulation that is checkpointed and ended after `last` further checkpoints. */
typedef struct {
    memory bytes;
    carom_simulation *simulation;
    size_t last, times;
} checkpointed_simulation;

static carom_status keep(void *context, carom_error *error)
{
    checkpointed_simulation *way = context;
    if (++way->times != way->last) {
        return CAROM_OK;
    }
    carom_serializer serializer = carom_serializer_writing(write_bytes, &way->bytes);
    way->bytes.count = way->bytes.at = 0;
    carom_simulation_serialize(way->simulation, &serializer);
    assert_ok(carom_serializer_end(&serializer, error));
    return carom_error_interrupted(error);
}

/* Two balls between walls, hard or soft, with `count` recorders; the last but one rejects sample
 * `failing`. */
static carom_status run_simulation(const char *kind, recording *w, size_t count, size_t failing,
                                   long slices, long threads, checkpointed_simulation *way,
                                   carom_error *error)
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
                                   .threads = threads,
                                   .write_checkpoint = way != NULL ? keep : NULL,
                                   .context = way};
    carom_status status = CAROM_OK;
    scene_init(&problem, CAROM_WALLS);
    scene_add(&problem, 0.3, 0.4, 1.1, 0.23, 0.0285, 0.17);
    scene_add(&problem, 1.1, 0.47, -0.7, 0.11, 0.0285, 0.17);
    for (size_t i = 0; i < 2; i++) {
        assert_ok(carom_choice_set(&choice[i], carom_interface_find(&carom_solvers, kind), error));
        assert_ok(
            carom_solver_run_open(&solver_run[i], "one", &problem, &choice[i], true, NULL, error));
    }
    for (size_t i = 0; i < count; i++) {
        w[i] = (recording){.solver_run = &solver_run[i % 2],
                           .failing = i + 2 == count ? failing : 0};
        recorder[i] = (carom_recorder){&recording_entry, &w[i]};
    }
    if (way != NULL && way->bytes.count > 0) {
        carom_serializer serializer = carom_serializer_reading(read_bytes, &way->bytes,
                                                               way->bytes.count);
        carom_simulation_serialize(&simulation, &serializer);
        assert_ok(carom_serializer_end(&serializer, error));
        ck_assert_uint_eq(serializer.left, 0);
    }
    if (way != NULL) {
        way->simulation = &simulation;
    }
    status = carom_simulation_run(&simulation, error);
    for (size_t i = 0; i < 2; i++) {
        carom_solver_run_close(&solver_run[i]);
        carom_choice_free(&choice[i]);
    }
    carom_problem_free(&problem);
    return status;
}

static carom_status travel(const char *kind, recording *w, size_t count, size_t failing,
                           long slices, long threads, carom_error *error)
{
    return run_simulation(kind, w, count, failing, slices, threads, NULL, error);
}

START_TEST(recorder_is_called_as_its_contract_states)
{
    recording w[3], again[3];
    carom_error error = {CAROM_OK, "", ""};
    assert_ok(travel("impulse", w, 3, 0, 0, 1, &error));
    assert_ok(travel("impulse", again, 3, 0, 500, 2, &error));
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
    ck_assert(travel("impulse", w, 2, 3, 500, 1, &error) == CAROM_CANNOT_WRITE);
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
    assert_ok(
        carom_trajectory_run(&trajectory, &problem, &choice, duration_s, SAMPLES, &stop, &error));
    ck_assert(trajectory.samples == SAMPLES && trajectory.count == 1 && trajectory.log.count > 0);
    assert_same(trajectory.t_s[SAMPLES - 1], duration_s);
    assert_same(trajectory.end.x_m[0], trajectory.at_m[SAMPLES - 1].x);
    carom_trajectory_free(&trajectory);
    stop = 1;
    ck_assert(carom_trajectory_run(&trajectory, &problem, &choice, duration_s, SAMPLES, &stop,
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

/* Ends the simulation after `last` checkpoints and continues it in a new one, repeatedly. */
static void continue_in_new_simulation(const char *kind, size_t last)
{
    recording whole[3], w[3];
    carom_error error = {CAROM_OK, "", ""};
    checkpointed_simulation way = {.last = last};
    size_t turns = 0;
    assert_ok(travel(kind, whole, 3, 0, 40, 1, &error));
    while (run_simulation(kind, w, 3, 0, 40, 1, &way, &error) != CAROM_OK) {
        ck_assert_int_eq(error.status, CAROM_INTERRUPTED);
        ck_assert_uint_lt(turns++, 100);
        way.times = 0;
    }
    ck_assert_uint_gt(turns, 0);
    for (size_t i = 0; i < 3; i++) {
        ck_assert(w[i].begun == 1 && w[i].sampled == SAMPLES && w[i].ended == 1);
        ck_assert_uint_eq(w[i].collisions, whole[i].collisions);
        for (size_t k = 0; k < SAMPLES; k++) {
            assert_same(w[i].t_s[k], whole[i].t_s[k]);
            assert_same(w[i].x_m[k], whole[i].x_m[k]);
        }
    }
    free(way.bytes.byte);
}

START_TEST(simulation_continues_from_a_checkpoint)
{
    for (size_t last = 1; last < 45; last += 1 + last / 5) {
        continue_in_new_simulation("impulse", last);
    }
    continue_in_new_simulation("stepped", 1);
    continue_in_new_simulation("stepped", 17);
}
END_TEST

TEST_MAIN("journey", recorder_is_called_as_its_contract_states,
          failing_recorder_ends_the_simulation, trajectory_is_recorded_and_can_be_interrupted,
          means_exclude_fixed_balls, simulation_continues_from_a_checkpoint)
