/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A state that is kept and given to another solver goes on as the first does, to the bit: every
 * solver, on every shape that it can do, wherever it is kept. */
#include "conformance/contestants.h"
#include <stdint.h>

/* Bytes in memory: written at their end, read from `at` on. */
typedef struct {
    unsigned char *byte;
    size_t count, room, at;
} memory;

static bool write_bytes(void *context, void *data, size_t size)
{
    memory *to = context;
    if (to->count + size > to->room) {
        to->room = 2 * (to->count + size);
        to->byte = realloc(to->byte, to->room);
        ck_assert(to->byte != NULL);
    }
    memcpy(to->byte + to->count, data, size);
    to->count += size;
    return true;
}

static bool read_bytes(void *context, void *data, size_t size)
{
    memory *from = context;
    ck_assert_uint_le(size, from->count - from->at);
    memcpy(data, from->byte + from->at, size);
    from->at += size;
    return true;
}

/* A run that can be looked at in the end. */
typedef struct {
    carom_solver *solver;
    outcome end;
    carom_moments moments;
} run;

static run begin(const carom_problem *scene, const contestant *entry)
{
    const carom_trace_wish wish = {.first = 12};
    run made = {.solver = NULL};
    made.solver = carom_solver_new(scene, entry->name, settings_of(entry), &made.end.error);
    ck_assert_msg(made.solver != NULL, "%s: %s", entry->manner, made.end.error.text);
    assert_ok(carom_solver_trace(made.solver, &wish, NULL));
    assert_ok(carom_sample_init(&made.end.sample, scene->count, NULL));
    return made;
}

static void advance(run *one, double t_s)
{
    carom_status status = carom_solver_advance(one->solver, t_s, &one->end.error);
    ck_assert_msg(status == CAROM_OK, "%s", one->end.error.text);
}

static void finish(run *one, double t_s)
{
    advance(one, t_s);
    carom_solver_sample(one->solver, &one->end.sample);
    carom_solver_report(one->solver, &one->end.report);
    assert_ok(carom_solver_collisions(one->solver, &one->end.log, NULL));
    assert_ok(carom_solver_moments(one->solver, &one->moments, NULL));
    carom_log_sort(&one->end.log);
}

static void release(run *one)
{
    carom_solver_free(one->solver);
    carom_moments_free(&one->moments);
    outcome_free(&one->end);
}

static void assert_same_run(const run *a, const run *b)
{
    const carom_report *x = &a->end.report, *y = &b->end.report;
    assert_same_state(&a->end, &b->end);
    ck_assert_uint_eq(x->collisions, y->collisions);
    ck_assert_uint_eq(x->steps, y->steps);
    ck_assert_uint_eq(x->force_evaluations, y->force_evaluations);
    assert_same(x->max_overlap_m, y->max_overlap_m);
    assert_same(x->longest_step_m, y->longest_step_m);
    assert_same(x->simulated_s, y->simulated_s);
    assert_same(x->lost_digits, y->lost_digits);
    ck_assert_uint_eq(a->end.sample.contacts, b->end.sample.contacts);
    ck_assert_uint_eq(a->moments.count, b->moments.count);
    for (size_t k = 0; k < a->moments.count; k++) {
        assert_same(a->moments.item[k].t_s, b->moments.item[k].t_s);
        assert_same(a->moments.item[k].overlap_m, b->moments.item[k].overlap_m);
        assert_same(a->moments.item[k].force_N, b->moments.item[k].force_N);
        assert_same(a->moments.item[k].dissipated_J, b->moments.item[k].dissipated_J);
    }
}

static void pass(run *one, carom_archive archive)
{
    carom_status status = carom_solver_archive(one->solver, &archive, &one->end.error);
    ck_assert_msg(status == CAROM_OK, "%s", one->end.error.text);
}

/* Kept at `keep_s`, and once more on the way, as a second checkpoint is. */
static void go_on_elsewhere(const carom_problem *scene, const contestant *entry, double keep_s,
                            double end_s)
{
    memory kept = {.byte = NULL};
    run whole = begin(scene, entry), first = begin(scene, entry), second, third;
    finish(&whole, end_s);
    advance(&first, keep_s);
    pass(&first, carom_archive_keep(write_bytes, &kept));
    finish(&first, end_s); /* keeping has changed nothing */
    assert_same_run(&whole, &first);
    second = begin(scene, entry);
    pass(&second, carom_archive_give(read_bytes, &kept, kept.count));
    ck_assert_uint_eq(kept.at, kept.count);
    advance(&second, 0.5 * (keep_s + end_s));
    kept.count = kept.at = 0;
    pass(&second, carom_archive_keep(write_bytes, &kept));
    third = begin(scene, entry);
    pass(&third, carom_archive_give(read_bytes, &kept, kept.count));
    finish(&second, end_s);
    finish(&third, end_s);
    assert_same_run(&whole, &second);
    assert_same_run(&whole, &third);
    release(&whole);
    release(&first);
    release(&second);
    release(&third);
    free(kept.byte);
}

static bool has(const contestant *entry, unsigned traits)
{
    const carom_entry *of = carom_seam_find(&carom_solvers, entry->name);
    return (carom_solver_entry_of(of)->traits & traits) != 0;
}

/* A number in 0..1 that is another for every k. */
static double somewhere(uint64_t k)
{
    return (double)((k * 2654435761u + 12345) % 1000003) / 1000003;
}

/* Whether the solver follows, in this manner, how balls roll. */
static bool can_roll(const carom_problem *scene, const contestant *entry)
{
    carom_problem rolling = *scene;
    carom_solver *solver;
    rolling.orientation = true;
    solver = carom_solver_new(&rolling, entry->name, settings_of(entry), NULL);
    carom_solver_free(solver);
    return solver != NULL;
}

START_TEST(a_state_goes_on_elsewhere)
{
    uint64_t turn = 0;
    for_each_solver(entry)
    {
        for (uint64_t seed = 1; seed <= 3; seed++, turn++) {
            carom_problem scene;
            double end_s = ROUNDS(0.4, 0.15);
            make_scene(&scene, entry, seed);
            scene.orientation = turn % 2 == 0 && can_roll(&scene, entry);
            go_on_elsewhere(&scene, entry, end_s * somewhere(turn), end_s);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* Tables of other shapes, with the balls of a random scene that lie well inside of all of them. */
static void make_table(carom_problem *scene, int table)
{
    static const double circle[] = {0.6}, stadium[] = {0.4, 0.6};
    carom_problem random;
    scene_random(&random, 7, 40, CAROM_OPEN);
    scene_shape(scene, table == 0 ? "circle" : "stadium", table == 0 ? circle : stadium);
    scene->boundary = CAROM_WALLS;
    scene->restitution = (carom_restitution){0.9, 0.8};
    for (size_t i = 0; i < random.count; i++) {
        carom_ball ball = random.ball[i];
        double dx = ball.x_m - 0.6, dy = ball.y_m - 0.6;
        if (sqrt(dx * dx + dy * dy) + ball.radius_m < 0.59) {
            assert_ok(carom_problem_add(scene, &ball, NULL));
        }
    }
    ck_assert_uint_gt(scene->count, 2);
    carom_problem_free(&random);
}

START_TEST(on_tables_of_other_shapes)
{
    uint64_t turn = 0;
    for_each_solver(entry)
    {
        for (int table = 0; table < 2 && has(entry, CAROM_ANY_SHAPE); table++, turn++) {
            carom_problem scene;
            make_table(&scene, table);
            go_on_elsewhere(&scene, entry, 0.3 * somewhere(turn), 0.3);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* Before the first advance, too. */
START_TEST(at_the_start)
{
    for_each_solver(entry)
    {
        carom_problem scene;
        make_scene(&scene, entry, 2);
        go_on_elsewhere(&scene, entry, 0, 0.1);
        carom_problem_free(&scene);
    }
}
END_TEST

static carom_status give(const carom_problem *scene, const contestant *entry, memory *kept)
{
    run one = begin(scene, entry);
    carom_archive archive = carom_archive_give(read_bytes, kept, kept->count);
    carom_status status = carom_solver_archive(one.solver, &archive, &one.end.error);
    kept->at = 0;
    release(&one);
    return status;
}

/* Cut off anywhere, or of another number of balls, it is refused and nothing is lost. */
START_TEST(another_state_is_refused)
{
    for_each_solver(entry)
    {
        carom_problem scene;
        memory kept = {.byte = NULL};
        run one;
        size_t whole;
        make_scene(&scene, entry, 2);
        one = begin(&scene, entry);
        advance(&one, 0.1);
        pass(&one, carom_archive_keep(write_bytes, &kept));
        whole = kept.count;
        for (int k = 0; k < 20; k++) {
            kept.count = (size_t)((double)whole * somewhere((uint64_t)k));
            ck_assert_int_eq(give(&scene, entry, &kept), CAROM_INVALID);
        }
        kept.count = whole;
        scene.count--;
        ck_assert_int_eq(give(&scene, entry, &kept), CAROM_INVALID);
        scene.count++;
        release(&one);
        free(kept.byte);
        carom_problem_free(&scene);
    }
}
END_TEST

START_TEST(only_a_new_solver_takes_a_state)
{
    carom_problem scene;
    memory kept = {.byte = NULL};
    carom_archive archive = carom_archive_give(read_bytes, &kept, 0);
    run one;
    make_scene(&scene, contestants, 2);
    one = begin(&scene, contestants);
    advance(&one, 0.1);
    ck_assert_int_eq(carom_solver_archive(one.solver, &archive, NULL), CAROM_INTERNAL);
    release(&one);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("states kept", a_state_goes_on_elsewhere, on_tables_of_other_shapes, at_the_start,
          another_state_is_refused, only_a_new_solver_takes_a_state)
