/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run loop tells a recorder, of which it knows nothing but its table, what its contract says.
 */
#include "archive_memory.h"
#include "run/run.h"
#include "support.h"

enum { SAMPLES = 7 };
static const double duration_s = 2.385;

/* What a recorder of a stranger's sees. */
typedef struct {
    const carom_lane *lane;
    size_t begun, sampled, ended,
        failing; /* failing: the sample that it refuses, from 1; 0: none */
    double t_s[SAMPLES], x_m[SAMPLES];
    size_t collisions;
} witness;

static carom_status witness_begin(void *state, carom_error *error)
{
    witness *w = state;
    (void)error;
    ck_assert(w->lane->sample.t_s == 0 && w->sampled == 0);
    w->begun++;
    return CAROM_OK;
}

static carom_status witness_sample(void *state, double t_s, carom_error *error)
{
    witness *w = state;
    ck_assert(w->begun == 1 && w->ended == 0 && w->sampled < SAMPLES);
    assert_same(w->lane->sample.t_s, t_s);
    w->t_s[w->sampled] = t_s;
    w->x_m[w->sampled] = w->lane->sample.x_m[0];
    return ++w->sampled == w->failing
             ? carom_error_set(error, CAROM_CANNOT_WRITE, "", "refused %zu", w->sampled)
             : CAROM_OK;
}

static carom_status witness_end(void *state, carom_error *error)
{
    witness *w = state;
    (void)error;
    w->ended++;
    w->collisions = w->lane->log.count;
    for (size_t k = 1; k < w->lane->log.count; k++) {
        ck_assert(w->lane->log.item[k - 1].t_s <= w->lane->log.item[k].t_s);
    }
    return CAROM_OK;
}

static void witness_archive(void *state, carom_archive *archive)
{
    witness *w = state;
    const carom_lane *lane = w->lane;
    carom_archive_value(archive, *w);
    w->lane = lane;
}

static const carom_recorder_entry witnessing = {witness_begin, witness_sample, witness_end,
                                                witness_archive};

/* A journey that is kept, and ended, when it could be kept for the last_th time from there. */
typedef struct {
    memory bytes;
    carom_journey *journey;
    size_t last, times;
} keeping;

static carom_status keep(void *context, carom_error *error)
{
    keeping *way = context;
    if (++way->times != way->last) {
        return CAROM_OK;
    }
    carom_archive archive = carom_archive_keep(write_bytes, &way->bytes);
    way->bytes.count = way->bytes.at = 0;
    carom_journey_archive(way->journey, &archive);
    assert_ok(carom_archive_end(&archive, error));
    return carom_error_interrupted(error);
}

/* Two balls between walls, hard or soft, before `count` witnesses of whom one before the last
 * refuses the sample number `failing`. */
static carom_status travel_on(const char *kind, witness *w, size_t count, size_t failing,
                              long slices, long threads, keeping *way, carom_error *error)
{
    carom_problem problem;
    carom_choice choice[2] = {{NULL, NULL}, {NULL, NULL}};
    carom_lane lane[2], *const lanes[] = {&lane[0], &lane[1]};
    carom_recorder recorder[4];
    carom_journey journey = {.lane = lanes,
                             .lanes = 2,
                             .recorder = recorder,
                             .recorders = count,
                             .duration_s = duration_s,
                             .samples = SAMPLES,
                             .slices = slices,
                             .threads = threads,
                             .keep = way != NULL ? keep : NULL,
                             .context = way};
    carom_status status = CAROM_OK;
    scene_init(&problem, CAROM_WALLS);
    scene_add(&problem, 0.3, 0.4, 1.1, 0.23, 0.0285, 0.17);
    scene_add(&problem, 1.1, 0.47, -0.7, 0.11, 0.0285, 0.17);
    for (size_t i = 0; i < 2; i++) {
        assert_ok(carom_choice_set(&choice[i], carom_seam_find(&carom_solvers, kind), error));
        assert_ok(carom_lane_open(&lane[i], "one", &problem, &choice[i], true, NULL, error));
    }
    for (size_t i = 0; i < count; i++) {
        w[i] = (witness){.lane = &lane[i % 2], .failing = i + 2 == count ? failing : 0};
        recorder[i] = (carom_recorder){&witnessing, &w[i]};
    }
    if (way != NULL && way->bytes.count > 0) {
        carom_archive archive = carom_archive_give(read_bytes, &way->bytes, way->bytes.count);
        carom_journey_archive(&journey, &archive);
        assert_ok(carom_archive_end(&archive, error));
        ck_assert_uint_eq(archive.left, 0);
    }
    if (way != NULL) {
        way->journey = &journey;
    }
    status = carom_journey_run(&journey, error);
    for (size_t i = 0; i < 2; i++) {
        carom_lane_close(&lane[i]);
        carom_choice_free(&choice[i]);
    }
    carom_problem_free(&problem);
    return status;
}

static carom_status travel(const char *kind, witness *w, size_t count, size_t failing, long slices,
                           long threads, carom_error *error)
{
    return travel_on(kind, w, count, failing, slices, threads, NULL, error);
}

START_TEST(a_recorder_is_told_all_of_it_once)
{
    witness w[3], again[3];
    carom_error error = {CAROM_OK, "", ""};
    assert_ok(travel("impulse", w, 3, 0, 0, 1, &error));
    assert_ok(travel("impulse", again, 3, 0, 500, 2, &error));
    for (size_t i = 0; i < 3; i++) {
        ck_assert(w[i].begun == 1 && w[i].sampled == SAMPLES && w[i].ended == 1);
        ck_assert(w[i].collisions > 2 && w[i].collisions == again[i].collisions);
        assert_same(w[i].t_s[0], 0);
        assert_same(w[i].t_s[SAMPLES - 1], duration_s);
        for (size_t k = 0; k < SAMPLES; k++) { /* neither slices nor threads change a bit */
            assert_same(w[i].x_m[k], again[i].x_m[k]);
        }
    }
}
END_TEST

START_TEST(a_recorder_that_fails_ends_it)
{
    witness w[2];
    carom_error error = {CAROM_OK, "", ""};
    ck_assert(travel("impulse", w, 2, 3, 500, 1, &error) == CAROM_CANNOT_WRITE);
    ck_assert_str_eq(error.text, "refused 3");
    ck_assert(w[0].sampled == 3 && w[1].sampled == 2 && w[0].ended == 0 && w[1].ended == 0);
}
END_TEST

START_TEST(memory_is_a_recorder_and_a_wish_to_stop_is_heard)
{
    carom_problem problem;
    carom_choice choice = {NULL, NULL};
    carom_course course;
    carom_error error = {CAROM_OK, "", ""};
    volatile sig_atomic_t stop = 0;
    scene_init(&problem, CAROM_WALLS);
    scene_add(&problem, 0.3, 0.4, 1.1, 0.23, 0.0285, 0.17);
    assert_ok(carom_choice_set(&choice, carom_seam_find(&carom_solvers, "impulse"), &error));
    assert_ok(carom_course_run(&course, &problem, &choice, duration_s, SAMPLES, &stop, &error));
    ck_assert(course.samples == SAMPLES && course.count == 1 && course.log.count > 0);
    assert_same(course.t_s[SAMPLES - 1], duration_s);
    assert_same(course.end.x_m[0], course.at_m[SAMPLES - 1].x);
    carom_course_free(&course);
    stop = 1;
    ck_assert(carom_course_run(&course, &problem, &choice, duration_s, SAMPLES, &stop, &error) ==
              CAROM_INTERRUPTED);
    carom_course_free(&course);
    carom_choice_free(&choice);
    carom_problem_free(&problem);
}
END_TEST

/* A ball that hits a post once and a wall once has been in two collisions; the post does not
 * count. */
START_TEST(fixed_balls_are_in_no_mean)
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

/* Ended `last` times after the first, wherever that is, and taken up by others each time. */
static void go_on_elsewhere(const char *kind, size_t last)
{
    witness whole[3], w[3];
    carom_error error = {CAROM_OK, "", ""};
    keeping way = {.last = last};
    size_t turns = 0;
    assert_ok(travel(kind, whole, 3, 0, 40, 1, &error));
    while (travel_on(kind, w, 3, 0, 40, 1, &way, &error) != CAROM_OK) {
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

START_TEST(it_goes_on_where_others_have_ended)
{
    for (size_t last = 1; last < 45; last += 1 + last / 5) {
        go_on_elsewhere("impulse", last);
    }
    go_on_elsewhere("stepped", 1);
    go_on_elsewhere("stepped", 17);
}
END_TEST

TEST_MAIN("journey", a_recorder_is_told_all_of_it_once, a_recorder_that_fails_ends_it,
          memory_is_a_recorder_and_a_wish_to_stop_is_heard, fixed_balls_are_in_no_mean,
          it_goes_on_where_others_have_ended)
