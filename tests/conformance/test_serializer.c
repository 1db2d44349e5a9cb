/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every solver continues to the bit from a serialized state, on every shape it supports, at any
 * time. */
#include "conformance/serialized.h"

static bool has(const contestant *entry, unsigned traits)
{
    const carom_entry *of = carom_interface_find(&carom_solvers, entry->name);
    return (carom_solver_entry_of(of)->traits & traits) != 0;
}

/* True if the solver with these settings supports orientation. */
static bool can_roll(const carom_problem *scene, const contestant *entry)
{
    carom_problem rolling = *scene;
    carom_solver *solver;
    rolling.orientation = true;
    solver = carom_solver_new(&rolling, entry->name, settings_of(entry), NULL);
    carom_solver_free(solver);
    return solver != NULL;
}

START_TEST(every_solver_can_be_serialized)
{
    for (const carom_entry *const *entry = carom_solvers.entries; *entry != NULL; entry++) {
        const carom_solver_entry *solver = carom_solver_entry_of(*entry);
        ck_assert_msg(solver->serialize != NULL || (solver->traits & CAROM_THIRD_PARTY) != 0,
                      "%s has no serialize", solver->about.name);
    }
}
END_TEST

START_TEST(a_copy_continues_to_the_bit)
{
    uint64_t turn = 0;
    for_each_solver(entry)
    {
        for (uint64_t seed = 1; seed <= 3; seed++, turn++) {
            carom_problem scene;
            double end_s = ROUNDS(0.4, 0.15);
            make_scene(&scene, entry, seed);
            scene.orientation = turn % 2 == 0 && can_roll(&scene, entry);
            resume_in_copy(&scene, entry, end_s * somewhere(turn), end_s);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* A round table or a stadium, with the balls of a random scene that lie well inside. */
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
            resume_in_copy(&scene, entry, 0.3 * somewhere(turn), 0.3);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

START_TEST(at_the_start)
{
    for_each_solver(entry)
    {
        carom_problem scene;
        make_scene(&scene, entry, 2);
        resume_in_copy(&scene, entry, 0, 0.1);
        carom_problem_free(&scene);
    }
}
END_TEST

static carom_status restore(const carom_problem *scene, const contestant *entry, memory *kept)
{
    run one = begin(scene, entry);
    carom_serializer serializer = carom_serializer_reading(read_bytes, kept, kept->count);
    carom_status status = carom_solver_serialize(one.solver, &serializer, &one.end.error);
    kept->at = 0;
    release(&one);
    return status;
}

/* A truncated state, or one for another number of balls, is rejected without leaks. */
START_TEST(a_wrong_state_is_rejected)
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
        pass(&one, carom_serializer_writing(write_bytes, &kept));
        whole = kept.count;
        for (int k = 0; k < 20; k++) {
            kept.count = (size_t)((double)whole * somewhere((uint64_t)k));
            ck_assert_int_eq(restore(&scene, entry, &kept), CAROM_INVALID);
        }
        kept.count = whole;
        scene.count--;
        ck_assert_int_eq(restore(&scene, entry, &kept), CAROM_INVALID);
        scene.count++;
        release(&one);
        free(kept.byte);
        carom_problem_free(&scene);
    }
}
END_TEST

START_TEST(only_a_new_solver_reads_a_state)
{
    carom_problem scene;
    memory kept = {.byte = NULL};
    carom_serializer serializer = carom_serializer_reading(read_bytes, &kept, 0);
    run one;
    make_scene(&scene, contestants, 2);
    one = begin(&scene, contestants);
    advance(&one, 0.1);
    ck_assert_int_eq(carom_solver_serialize(one.solver, &serializer, NULL), CAROM_INTERNAL);
    release(&one);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("states kept", every_solver_can_be_serialized, a_copy_continues_to_the_bit,
          on_tables_of_other_shapes, at_the_start, a_wrong_state_is_rejected,
          only_a_new_solver_reads_a_state)
