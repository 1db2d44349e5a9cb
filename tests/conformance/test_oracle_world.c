/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A serialized world of the arbitrary-precision reference is restored in every number, also in
 * those that matter only for hundreds of simultaneous impacts. */
#include "archive_memory.h"
#include "solvers/oracle/oracle.h"

static void assert_same_number(mpfr_srcptr x, mpfr_srcptr y)
{
    ck_assert(mpfr_equal_p(x, y) != 0 && mpfr_signbit(x) == mpfr_signbit(y));
}

static void assert_same_ball(const oracle_ball *x, const oracle_ball *y)
{
    assert_same_number(x->at.position.x, y->at.position.x);
    assert_same_number(x->at.position.y, y->at.position.y);
    assert_same_number(x->at.velocity.x, y->at.velocity.x);
    assert_same_number(x->at.velocity.y, y->at.velocity.y);
    assert_same_number(x->clock, y->clock);
    assert_same_number(x->spin, y->spin);
    assert_same_number(x->struck, y->struck);
    ck_assert_uint_eq(x->streak, y->streak);
}

static void assert_same_struck(const oracle_collision_state *x, const oracle_collision_state *y)
{
    assert_same(x->before.a.x, y->before.a.x);
    assert_same(x->before.b.y, y->before.b.y);
    assert_same(x->after.a.y, y->after.a.y);
    assert_same(x->after.b.x, y->after.b.x);
    assert_same(x->spin[0].a, y->spin[0].a);
    assert_same(x->spin[1].b, y->spin[1].b);
}

static void assert_same_world(const oracle_world *x, const oracle_world *y)
{
    size_t n = x->problem->count;
    for (size_t i = 0; i < n; i++) {
        assert_same_ball(&x->ball[i], &y->ball[i]);
        for (size_t j = i + 1; j < n; j++) {
            assert_same_number(x->pair_time[i * n + j], y->pair_time[i * n + j]);
        }
    }
    for (size_t k = 0; k < x->walls * n; k++) {
        assert_same_number(x->wall_time[k], y->wall_time[k]);
    }
    assert_same_number(x->now, y->now);
    ck_assert_uint_eq(x->report.collisions, y->report.collisions);
    ck_assert_uint_eq(x->report.steps, y->report.steps);
    ck_assert_uint_eq(x->log.count, y->log.count);
    for (size_t k = 0; k < x->log.count; k++) {
        assert_same(x->log.item[k].t_s, y->log.item[k].t_s);
        assert_same_struck(&x->struck[k], &y->struck[k]);
    }
}

static memory serialize(oracle_world *world)
{
    memory kept = {.byte = NULL};
    carom_serializer serializer = carom_serializer_writing(write_bytes, &kept);
    carom_oracle_world_serialize(world, &serializer);
    ck_assert_int_eq(serializer.failure.status, CAROM_OK);
    return kept;
}

static void restore(oracle_world *world, memory *kept)
{
    carom_serializer serializer = carom_serializer_reading(read_bytes, kept, kept->count);
    carom_oracle_world_serialize(world, &serializer);
    ck_assert_msg(serializer.failure.status == CAROM_OK, "%s", serializer.failure.text);
    ck_assert_uint_eq(kept->at, kept->count);
}

static oracle_world *begin(const carom_problem *problem, mpfr_prec_t bits)
{
    static const carom_cancel_flag nobody;
    oracle_world *world = carom_oracle_world_new(problem, bits, 1e-9, &nobody);
    ck_assert(world != NULL);
    return world;
}

START_TEST(every_number_is_restored)
{
    carom_problem problem;
    oracle_world *first, *second;
    memory kept;
    scene_random(&problem, 23, 9, CAROM_WALLS);
    problem.restitution = (carom_restitution){0.93, 0.81};
    problem.friction = (carom_surfaces){0.3, 0.4};
    problem.tangential_restitution = (carom_surfaces){0.2, 0.1};
    first = begin(&problem, 192);
    second = begin(&problem, 192);
    assert_ok(carom_oracle_world_advance(first, 0.7, NULL));
    ck_assert_uint_gt(first->log.count, 5);
    /* As if some balls had been hit repeatedly at one time. */
    for (unsigned i = 0; i < problem.count; i++) {
        first->ball[i].streak = (7 * i) % 5;
    }
    kept = serialize(first);
    restore(second, &kept);
    assert_same_world(first, second);
    assert_ok(carom_oracle_world_advance(first, 1.3, NULL));
    assert_ok(carom_oracle_world_advance(second, 1.3, NULL));
    assert_same_world(first, second);
    carom_oracle_world_free(first);
    carom_oracle_world_free(second);
    free(kept.byte);
    carom_problem_free(&problem);
    mpfr_free_cache();
}
END_TEST

/* Size of a world with this precision at 0.7 s. */
static size_t bytes_of_world(const carom_problem *problem, mpfr_prec_t bits)
{
    oracle_world *world = begin(problem, bits);
    memory kept;
    assert_ok(carom_oracle_world_advance(world, 0.7, NULL));
    kept = serialize(world);
    carom_oracle_world_free(world);
    free(kept.byte);
    return kept.count;
}

/* The coarse world is serialized too; without it the run to this time would be repeated. */
START_TEST(both_worlds_are_serialized)
{
    carom_problem problem;
    carom_error error = {CAROM_OK, "", ""};
    carom_report report;
    carom_solver *solver;
    memory kept = {.byte = NULL};
    carom_serializer serializer = carom_serializer_writing(write_bytes, &kept);
    mpfr_prec_t bits;
    scene_random(&problem, 23, 9, CAROM_WALLS);
    solver = carom_solver_new(&problem, "oracle", NULL, &error);
    ck_assert_ptr_nonnull(solver);
    assert_ok(carom_solver_advance(solver, 0.7, &error));
    assert_ok(carom_solver_serialize(solver, &serializer, &error));
    carom_solver_report(solver, &report);
    bits = (mpfr_prec_t)report.precision_bits;
    ck_assert_uint_ge(kept.count,
                      bytes_of_world(&problem, bits / 2) + bytes_of_world(&problem, bits));
    carom_solver_free(solver);
    carom_problem_free(&problem);
    free(kept.byte);
    mpfr_free_cache();
}
END_TEST

TEST_MAIN("the oracle's world kept", every_number_is_restored, both_worlds_are_serialized)
