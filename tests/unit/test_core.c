/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time of impact, grid, event queue, sums, canonical order, collision log. */
#include "base/sum.h"
#include "scene/canonical_order.h"
#include "scene/time_of_impact.h"
#include "search/event_queue.h"
#include "search/grid.h"
#include "support.h"
#include <float.h>

START_TEST(pair_head_on_and_oblique)
{
    assert_near(carom_time_of_impact(3, 0, -2, 0, 1, 0, INFINITY), 1, 0);
    /* dx = (2, 1), dv = (-1, 0), reach 1.25: x = 0.75 at touch */
    assert_near(carom_time_of_impact(2, 1, -1, 0, 1.25, 0, INFINITY), 1.25, 4 * DBL_EPSILON);
    ck_assert(isinf(carom_time_of_impact(2, 1.3, -1, 0, 1.25, 0, INFINITY)));
    ck_assert(isinf(carom_time_of_impact(3, 0, 2, 0, 1, 0, INFINITY)));
    ck_assert(isinf(carom_time_of_impact(3, 0, 0, 0, 1, 0, INFINITY)));
}
END_TEST

/* 'carom help sources', blog 2013: what the blog's own form gets wrong. */
START_TEST(pair_touching_or_overlapping)
{
    /* touch: now, not never */
    assert_same(carom_time_of_impact(2, 0, -1, 0, 2, 0, INFINITY), 0);
    assert_same(carom_time_of_impact(1.9, 0, -1, 0, 2, 0, INFINITY), 0); /* not t = -0.1 */
    ck_assert(isinf(carom_time_of_impact(2, 0, 1, 0, 2, 0, INFINITY)));  /* parting */
    ck_assert(isinf(carom_time_of_impact(1.9, 0, 1e-3, 0, 2, 0, INFINITY)));
    /* rounding */
    ck_assert(isinf(carom_time_of_impact(2, 0, -1e-17, 0.3, 2, 1e-15, INFINITY)));
}
END_TEST

/* Far away and nearly grazing: the cross form of the discriminant keeps its digits. */
START_TEST(pair_without_cancellation)
{
    double far = 1e6, impact = 0.99999,
           t = carom_time_of_impact(far, impact, -1, 0, 1, 0, INFINITY);
    assert_near(t, far - sqrt((1 - impact) * (1 + impact)), 1e-9);
}
END_TEST

START_TEST(line_without_and_with_acceleration)
{
    assert_near(carom_time_to_line(2, -4, 0), 0.5, 0);
    ck_assert(isinf(carom_time_to_line(2, 0, 0)));
    ck_assert(isinf(carom_time_to_line(2, 1, 0)));
    assert_same(carom_time_to_line(0, -1, 0), 0);
    assert_same(carom_time_to_line(-1e-18, -1, 0), 0);
    /* thrown up at 3 from height 2 under -10: root of 2 + 3 t - 5 t^2 is 1 */
    assert_near(carom_time_to_line(2, 3, -10), 1, DBL_EPSILON);
    /* leaves the line: comes back at 2u/g, not now */
    assert_near(carom_time_to_line(0, 3, -10), 0.6, DBL_EPSILON);
    /* pulled away: reaches it only if fast enough, at the first root of 1 - 3 t + 2 t^2 */
    assert_near(carom_time_to_line(1, -3, 4), 0.5, DBL_EPSILON);
    ck_assert(isinf(carom_time_to_line(1, -2, 4)));
    /* a tiny acceleration loses no digits */
    assert_near(carom_time_to_line(1, -1, -1e-18), 1, DBL_EPSILON);
}
END_TEST

START_TEST(queue_gives_the_earliest_and_breaks_ties_by_key)
{
    enum { KEYS = 257 };
    carom_queue queue;
    double time[KEYS];
    stream s = {7};
    for (int key = 0; key < KEYS; key++) {
        time[key] = INFINITY;
    }
    ck_assert(carom_queue_init(&queue, KEYS));
    for (int round = 0; round < 5000; round++) {
        size_t key = (size_t)(KEYS * next_number(&s)), best = 0, second;
        double first;
        time[key] = floor(50 * next_number(&s)) - 5;
        carom_queue_set(&queue, key, time[key]);
        for (key = 1; key < KEYS; key++) {
            best = time[key] < time[best] ? key : best;
        }
        ck_assert_uint_eq(carom_queue_first(&queue, &first), best);
        assert_same(first, time[best]);
        time[best] = INFINITY; /* and the one after it */
        for (key = 0, second = best == 0; key < KEYS; key++) {
            second = time[key] < time[second] ? key : second;
        }
        time[best] = first;
        ck_assert(isinf(time[second]) ||
                  time[carom_queue_second(&queue, (uint32_t)best)] == time[second]);
        if (round % 100 == 0) {
            carom_queue_shift(&queue, 0.75);
            for (key = 0; key < KEYS; key++) {
                time[key] -= 0.75;
            }
        }
    }
    carom_queue_free(&queue);
}
END_TEST

/* Balls of many sizes, a few large among many small; they may overlap, the grid does not mind. */
static void scatter(carom_problem *scene, uint64_t seed, size_t n, int boundary, double ratio)
{
    stream s = {seed};
    scene_init(scene, boundary);
    for (size_t i = 0; i < n; i++) {
        double x = 2.54 * next_number(&s), y = 1.27 * next_number(&s), u = next_number(&s);
        scene_add(scene, x, y, 0, 0, 0.01 * pow(ratio, u * u * u * u), 1);
    }
}

static double torus_distance(const carom_problem *scene, const carom_ball *a, const carom_ball *b)
{
    double dx = b->x_m - a->x_m, dy = b->y_m - a->y_m;
    if (scene->boundary == CAROM_PERIODIC) {
        dx -= 2.54 * floor(dx / 2.54 + 0.5);
        dy -= 1.27 * floor(dy / 1.27 + 0.5);
    }
    return sqrt(dx * dx + dy * dy);
}

/* By comparison with all pairs: each within reach is among the candidates once, on a torus in the
 * right image. */
static void check_candidates(const carom_problem *scene, const carom_grid *grid, double skin,
                             size_t i, carom_candidate *found, unsigned char *seen)
{
    size_t count = carom_grid_around(grid, (uint32_t)i, found);
    const carom_ball *ball = scene->ball;
    memset(seen, 0, scene->count);
    for (size_t k = 0; k < count; k++) {
        uint32_t j = found[k].ball;
        double dx = ball[j].x_m + grid->shift_x_m[found[k].image] - ball[i].x_m;
        double dy = ball[j].y_m + grid->shift_y_m[found[k].image] - ball[i].y_m;
        double distance = torus_distance(scene, &ball[i], &ball[j]);
        ck_assert_uint_lt(j, scene->count);
        ck_assert(seen[j]++ == 0);
        if (distance < ball[i].radius_m + ball[j].radius_m + skin) {
            assert_near(sqrt(dx * dx + dy * dy), distance, 1e-14);
        }
    }
    ck_assert(seen[i] == 0);
    for (size_t j = 0; j < scene->count; j++) {
        double reach = ball[i].radius_m + ball[j].radius_m + skin;
        ck_assert(j == i || seen[j] || torus_distance(scene, &ball[i], &ball[j]) >= reach);
    }
}

START_TEST(grid_finds_every_pair_within_reach)
{
    enum { BALLS = 400 };
    const double ratios[] = {1, 3, 10, 20};
    for (int run = 0; run < 24; run++) {
        carom_problem scene;
        carom_grid grid;
        carom_candidate found[BALLS + CAROM_GRID_IMAGES];
        unsigned char seen[BALLS];
        static unsigned char pair[BALLS][BALLS];
        double skin = run % 2 == 0 ? 0.01 : 0.001, ratio = ratios[run / 6];
        scatter(&scene, (uint64_t)run, BALLS, run % 3, ratio);
        assert_ok(carom_grid_init(&grid, &scene, 1, skin, NULL));
        ck_assert(ratio < 20 || skin > 0.005 || grid.levels > 1);
        for (uint32_t i = 0; i < BALLS; i++) {
            carom_grid_place(&grid, i, scene.ball[i].x_m, scene.ball[i].y_m);
        }
        memset(pair, 0, sizeof pair);
        for (uint32_t i = 0; i < BALLS; i++) {
            size_t count;
            check_candidates(&scene, &grid, skin, i, found, seen);
            count = carom_grid_pairs(&grid, i, found);
            for (size_t k = 0; k < count; k++) {
                uint32_t j = found[k].ball;
                ck_assert(pair[i][j]++ == 0 && pair[j][i]++ == 0);
            }
        }
        for (size_t i = 0; i < BALLS; i++) {
            for (size_t j = 0; j < BALLS; j++) {
                double reach = scene.ball[i].radius_m + scene.ball[j].radius_m + skin;
                ck_assert(i == j || pair[i][j] ||
                          torus_distance(&scene, &scene.ball[i], &scene.ball[j]) >= reach);
            }
        }
        carom_grid_free(&grid);
        carom_problem_free(&scene);
    }
}
END_TEST

/* A ball that walks from cell to cell is where one is that was put there. */
START_TEST(grid_moves_balls_around_the_torus)
{
    carom_problem scene;
    carom_grid grid;
    stream s = {3};
    scatter(&scene, 5, 200, CAROM_PERIODIC, 8);
    assert_ok(carom_grid_init(&grid, &scene, 1, 0, NULL));
    for (uint32_t i = 0; i < 200; i++) {
        carom_grid_place(&grid, i, scene.ball[i].x_m, scene.ball[i].y_m);
    }
    for (int k = 0; k < 20000; k++) {
        uint32_t i = (uint32_t)(200 * next_number(&s));
        const carom_grid_level *level = &grid.level[grid.cell[i].level];
        carom_ball *ball = &scene.ball[i];
        int way = next_number(&s) < 0.5 ? -1 : 1;
        bool across = next_number(&s) < 0.5;
        uint32_t image = carom_grid_move(&grid, i, across ? way : 0, across ? 0 : way);
        ball->x_m += (across ? way : 0) * level->cell_x_m - grid.shift_x_m[image];
        ball->y_m += (across ? 0 : way) * level->cell_y_m - grid.shift_y_m[image];
        ck_assert_double_ge(ball->x_m, carom_grid_edge(&grid, i, 0, false) - 1e-9);
        ck_assert_double_le(ball->x_m, carom_grid_edge(&grid, i, 0, true) + 1e-9);
        ck_assert_double_ge(ball->y_m, carom_grid_edge(&grid, i, 1, false) - 1e-9);
        ck_assert_double_le(ball->y_m, carom_grid_edge(&grid, i, 1, true) + 1e-9);
    }
    for (uint32_t i = 0; i < 200; i++) {
        carom_candidate found[200 + CAROM_GRID_IMAGES];
        unsigned char seen[200];
        check_candidates(&scene, &grid, 0, i, found, seen);
    }
    carom_grid_free(&grid);
    carom_problem_free(&scene);
}
END_TEST

/* Several at once are to the bit what one by one gives. */
START_TEST(times_of_impact_at_once)
{
    enum { MOST = 9 };
    stream s = {4};
    carom_meetings at;
    ck_assert(carom_meetings_init(&at, MOST));
    for (int run = 0; run < 20000; run++) {
        size_t count = (size_t)(MOST * next_number(&s)) + 1;
        double vx = next_number(&s) - 0.5, vy = next_number(&s) - 0.5, first = INFINITY;
        for (size_t k = 0; k < count; k++) {
            at.dx[k] = 4 * next_number(&s) - 2;
            at.dy[k] = 4 * next_number(&s) - 2;
            at.vx[k] = run % 7 == 0 ? vx : next_number(&s) - 0.5;
            at.vy[k] = next_number(&s) - 0.5;
            at.reach[k] = next_number(&s);
        }
        carom_meetings_pad(&at, count);
        double got = carom_times_of_impact(&at, count, vx, vy, 1e-3);
        for (size_t k = 0; k < count; k++) {
            double t = carom_time_of_impact(at.dx[k], at.dy[k], at.vx[k] - vx, at.vy[k] - vy,
                                            at.reach[k], 1e-3, INFINITY);
            assert_same(at.time[k], t);
            first = fmin(first, t);
        }
        assert_same(got, first);
    }
    carom_meetings_free(&at);
}
END_TEST

START_TEST(grid_refuses_a_small_torus)
{
    carom_problem scene;
    carom_grid grid;
    carom_error error = {0};
    scene_random(&scene, 1, 4, CAROM_PERIODIC);
    scene.height_m = 0.29;
    ck_assert_int_eq(carom_grid_init(&grid, &scene, 1, 0.1, &error), CAROM_INVALID);
    ck_assert_str_eq(error.key, "boundary");
    carom_problem_free(&scene);
}
END_TEST

START_TEST(cells_far_away)
{
    const double far[] = {-0.01, 0.35, 1e300, -1e300, NAN};
    carom_problem scene;
    carom_grid grid;
    scatter(&scene, 1, 5, CAROM_OPEN, 1);
    assert_ok(carom_grid_init(&grid, &scene, 1, 0, NULL));
    for (uint32_t i = 0; i < 5; i++) {
        carom_grid_place(&grid, i, far[i], 0);
    }
    ck_assert_int_eq(grid.cell[0].column, -1);
    ck_assert_int_eq(grid.cell[1].column, (int64_t)floor(0.35 / grid.level[0].cell_x_m));
    ck_assert_int_eq(grid.cell[2].column, (int64_t)9e15);
    ck_assert_int_eq(grid.cell[3].column, -(int64_t)9e15);
    ck_assert_int_eq(grid.cell[4].column, -(int64_t)9e15);
    carom_grid_free(&grid);
    carom_problem_free(&scene);
}
END_TEST

START_TEST(sums_keep_what_is_lost)
{
    carom_sum sum = {0};
    carom_sum_add(&sum, 1);
    carom_sum_add(&sum, 1e100);
    carom_sum_add(&sum, 1);
    carom_sum_add(&sum, -1e100);
    assert_same(carom_sum_value(&sum), 2);
    sum = (carom_sum){0};
    for (int i = 0; i < 1000000; i++) {
        carom_sum_add(&sum, 0.1);
    }
    assert_near(carom_sum_value(&sum), 100000, 1e-11); /* plain: off by 1.3e-6 */
}
END_TEST

START_TEST(canonical_order_forgets_the_file)
{
    enum { BALLS = 400 };
    carom_problem scene;
    carom_ball sorted[BALLS], again[BALLS];
    double step = 0, mixed = 0;
    scene_random(&scene, 5, BALLS, CAROM_WALLS);
    memcpy(sorted, scene.ball, sizeof sorted);
    carom_balls_sort(sorted, BALLS);
    for (size_t i = 0; i < BALLS; i++) { /* the same balls in another order */
        again[i] = scene.ball[(i * 177 + 13) % BALLS];
    }
    carom_balls_sort(again, BALLS);
    for (size_t i = 0; i < BALLS; i++) {
        ck_assert_uint_eq(sorted[i].number, again[i].number);
        assert_same(scene.ball[sorted[i].number].x_m, sorted[i].x_m);
    }
    for (size_t i = 1; i < BALLS; i++) { /* who is near in the order is near on the table */
        const carom_ball *other = &scene.ball[i * 177 % BALLS];
        step += hypot(sorted[i].x_m - sorted[i - 1].x_m, sorted[i].y_m - sorted[i - 1].y_m) / BALLS;
        mixed += hypot(other->x_m - scene.ball[i].x_m, other->y_m - scene.ball[i].y_m) / BALLS;
    }
    ck_assert_double_lt(step, 0.25 * mixed);
    carom_problem_free(&scene);
}
END_TEST

/* Restitution is what the balls that are there can have: by their materials, not by what nobody
 * has. */
START_TEST(restitutions_of_materials)
{
    carom_problem scene;
    double least, most;
    scene_init(&scene, CAROM_OPEN);
    ck_assert(!carom_problem_restitution_range(&scene, false, &least, &most));
    assert_ok(carom_problem_add_pair(&scene, &(carom_pair){"steel", "steel", 0.5, 1}, NULL));
    assert_ok(carom_problem_add_pair(&scene, &(carom_pair){"steel", "wall", 0.7, 1}, NULL));
    assert_ok(carom_problem_add_pair(&scene, &(carom_pair){"wood", "steel", 0.1, 1}, NULL));
    for (size_t i = 0; i < 2; i++) {
        scene_add(&scene, (double)i, 0, 0, 0, 0.1, 1);
        scene.ball[i].material = "steel";
    }
    ck_assert(carom_problem_restitution_range(&scene, false, &least, &most));
    assert_same(least, 0.5);
    assert_same(most, 0.5);
    ck_assert(!carom_problem_restitution_range(&scene, true, &least, &most)); /* no walls */
    scene.boundary = CAROM_WALLS;
    ck_assert(carom_problem_restitution_range(&scene, true, &least, &most));
    assert_same(most, 0.7);
    scene_add(&scene, 3, 0, 0, 0, 0.1, 1); /* of no material */
    ck_assert(carom_problem_restitution_range(&scene, false, &least, &most));
    assert_same(least, 0.5);
    assert_same(most, 1);
    scene.ball[0].fixed = scene.ball[1].fixed = true; /* who cannot meet each other */
    ck_assert(carom_problem_restitution_range(&scene, false, &least, &most));
    assert_same(least, 1);
    scene.ball[2].fixed = true;
    ck_assert(!carom_problem_restitution_range(&scene, false, &least, &most));
    carom_problem_free(&scene);
}
END_TEST

START_TEST(log_sorts_by_time_then_bodies)
{
    carom_log log = {0};
    const double t[] = {3, 1, 2, 1, 1};
    const uint32_t a[] = {0, 2, 0, 1, 1}, b[] = {1, 3, 1, 3, 2};
    for (int i = 0; i < 5; i++) {
        assert_ok(carom_log_add(&log, &(carom_collision){.t_s = t[i], .a = a[i], .b = b[i]}, NULL));
    }
    carom_log_sort(&log);
    assert_same(log.item[0].t_s, 1);
    ck_assert_uint_eq(log.item[0].b, 2);
    ck_assert_uint_eq(log.item[1].b, 3);
    ck_assert_uint_eq(log.item[2].a, 2);
    assert_same(log.item[4].t_s, 3);
    carom_log_free(&log);
    ck_assert_ptr_null(log.item);
}
END_TEST

TEST_MAIN("core", pair_head_on_and_oblique, pair_touching_or_overlapping, pair_without_cancellation,
          line_without_and_with_acceleration, queue_gives_the_earliest_and_breaks_ties_by_key,
          grid_finds_every_pair_within_reach, grid_moves_balls_around_the_torus,
          times_of_impact_at_once, grid_refuses_a_small_torus, cells_far_away,
          sums_keep_what_is_lost, canonical_order_forgets_the_file, log_sorts_by_time_then_bodies,
          restitutions_of_materials)
