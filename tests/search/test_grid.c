/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid finds all balls within reach, on a periodic table in the right image. */
#include "scenes.h"
#include "search/search.h"

/* Balls of many sizes, a few large among many small. They may overlap; the grid does not depend on
 * it. */
static carom_problem *scatter(uint64_t seed, size_t n, int boundary, double ratio)
{
    carom_problem *scene = new_random_scene(1, 0, boundary);
    stream s = {seed};
    for (size_t i = 0; i < n; i++) {
        double x = 2.54 * next_number(&s), y = 1.27 * next_number(&s), u = next_number(&s);
        scene_add(scene, x, y, 0, 0, 0.01 * pow(ratio, u * u * u * u), 1);
    }
    return scene;
}

static void release_grid(void *grid)
{
    carom_grid_free(grid);
    free(grid);
}

/* An empty grid of the scene. */
static carom_grid *new_grid(const carom_problem *scene, double skin)
{
    carom_grid *grid = malloc(sizeof *grid);
    assert_ok(carom_grid_init(grid, scene, 1, skin, NULL));
    return test_keep(grid, release_grid);
}

static void insert_all(carom_grid *grid, const carom_problem *scene)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        carom_grid_insert(grid, i, (carom_vec){scene->ball[i].x_m, scene->ball[i].y_m});
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

/* Compare with all pairs: each ball within reach is exactly one candidate, in the right image. */
static void check_candidates(const carom_problem *scene, const carom_grid *grid, double skin,
                             size_t i, carom_candidate *found, unsigned char *seen)
{
    size_t count = carom_grid_neighbours(grid, (uint32_t)i, found);
    const carom_ball *ball = scene->ball;
    memset(seen, 0, scene->count);
    for (size_t k = 0; k < count; k++) {
        uint32_t j = found[k].ball;
        double dx = ball[j].x_m + grid->shift_m[found[k].image].x - ball[i].x_m;
        double dy = ball[j].y_m + grid->shift_m[found[k].image].y - ball[i].y_m;
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
        carom_candidate found[BALLS + CAROM_GRID_IMAGES];
        unsigned char seen[BALLS];
        static unsigned char pair[BALLS][BALLS];
        double skin = run % 2 == 0 ? 0.01 : 0.001, ratio = ratios[run / 6];
        const carom_problem *scene = scatter((uint64_t)run, BALLS, run % 3, ratio);
        carom_grid *grid = new_grid(scene, skin);
        ck_assert(ratio < 20 || skin > 0.005 || grid->levels > 1);
        insert_all(grid, scene);
        memset(pair, 0, sizeof pair);
        for (uint32_t i = 0; i < BALLS; i++) {
            size_t count;
            check_candidates(scene, grid, skin, i, found, seen);
            count = carom_grid_pairs(grid, i, found);
            for (size_t k = 0; k < count; k++) {
                uint32_t j = found[k].ball;
                ck_assert(pair[i][j]++ == 0 && pair[j][i]++ == 0);
            }
        }
        for (size_t i = 0; i < BALLS; i++) {
            for (size_t j = 0; j < BALLS; j++) {
                double reach = scene->ball[i].radius_m + scene->ball[j].radius_m + skin;
                ck_assert(i == j || pair[i][j] ||
                          torus_distance(scene, &scene->ball[i], &scene->ball[j]) >= reach);
            }
        }
        test_release();
    }
}
END_TEST

/* A ball moved from cell to cell ends in the same cell as one inserted there. */
START_TEST(grid_moves_balls_across_periodic_edges)
{
    carom_problem *scene = scatter(5, 200, CAROM_PERIODIC, 8);
    carom_grid *grid = new_grid(scene, 0);
    stream s = {3};
    insert_all(grid, scene);
    for (int k = 0; k < 20000; k++) {
        uint32_t i = (uint32_t)(200 * next_number(&s));
        const carom_grid_level *level = &grid->level[grid->cell[i].level];
        carom_ball *ball = &scene->ball[i];
        int path = next_number(&s) < 0.5 ? -1 : 1;
        bool across = next_number(&s) < 0.5;
        uint32_t image = carom_grid_move(grid, i, across ? path : 0, across ? 0 : path);
        ball->x_m += (across ? path : 0) * level->cell_x_m - grid->shift_m[image].x;
        ball->y_m += (across ? 0 : path) * level->cell_y_m - grid->shift_m[image].y;
        ck_assert_double_ge(ball->x_m, carom_grid_edge(grid, i, 0, false) - 1e-9);
        ck_assert_double_le(ball->x_m, carom_grid_edge(grid, i, 0, true) + 1e-9);
        ck_assert_double_ge(ball->y_m, carom_grid_edge(grid, i, 1, false) - 1e-9);
        ck_assert_double_le(ball->y_m, carom_grid_edge(grid, i, 1, true) + 1e-9);
    }
    for (uint32_t i = 0; i < 200; i++) {
        carom_candidate found[200 + CAROM_GRID_IMAGES];
        unsigned char seen[200];
        check_candidates(scene, grid, 0, i, found, seen);
    }
}
END_TEST

START_TEST(grid_rejects_a_small_periodic_table)
{
    carom_problem *scene = new_random_scene(1, 4, CAROM_PERIODIC);
    carom_grid grid;
    carom_error error = {0};
    scene->height_m = 0.29;
    ck_assert_int_eq(carom_grid_init(&grid, scene, 1, 0.1, &error), CAROM_INVALID);
    ck_assert_str_eq(error.key, "boundary");
}
END_TEST

START_TEST(cells_far_away)
{
    const double far[] = {-0.01, 0.35, 1e300, -1e300, NAN};
    carom_grid *grid = new_grid(scatter(1, 5, CAROM_OPEN, 1), 0);
    for (uint32_t i = 0; i < 5; i++) {
        carom_grid_insert(grid, i, (carom_vec){far[i], 0});
    }
    ck_assert_int_eq(grid->cell[0].column, -1);
    ck_assert_int_eq(grid->cell[1].column, (int64_t)floor(0.35 / grid->level[0].cell_x_m));
    ck_assert_int_eq(grid->cell[2].column, (int64_t)9e15);
    ck_assert_int_eq(grid->cell[3].column, -(int64_t)9e15);
    ck_assert_int_eq(grid->cell[4].column, -(int64_t)9e15);
}
END_TEST

/* Large and small balls without sizes in between have their own cells, so no cell holds many small
 * ones. */
START_TEST(distant_sizes_have_their_own_levels)
{
    carom_problem *scene = scatter(7, 400, CAROM_WALLS, 1);
    add_to_scene(scene, "ball 1 1 r 0.3");
    carom_grid *grid = new_grid(scene, 0);
    ck_assert_uint_eq(grid->levels, 2);
    ck_assert_double_lt(grid->level[0].cell_x_m, 0.3);
    ck_assert_uint_eq(grid->cell[0].level, 0);
    ck_assert_uint_eq(grid->cell[400].level, 1);
}
END_TEST

/* Cell numbers are clamped on every level. A large ball far away clamps the small cells around it
 * in the same way and finds the small ball there. */
START_TEST(small_cells_far_away)
{
    enum { SMALL = 5000, LARGE = SMALL };
    const double far[] = {1e30, -1e30};
    static carom_candidate found[SMALL + 1 + CAROM_GRID_IMAGES];
    carom_problem *scene = new_scene("open");
    for (int i = 0; i < SMALL; i++) {
        scene_add(scene, 1e-3 * i, 0, 0, 0, 0.5e-3, 1);
    }
    scene_add(scene, 0, 0, 0, 0, 0.55, 1);
    carom_grid *grid = new_grid(scene, 0);
    ck_assert_uint_eq(grid->levels, 2);
    ck_assert_int_gt(grid->level[1].finer_x, INT64_MAX / (int64_t)9e15);
    /* not all of them searched */
    ck_assert_uint_gt(grid->level[0].columns, 3 * (size_t)grid->level[1].finer_x);
    for (size_t k = 0; k < 2; k++) {
        carom_grid_insert(grid, 0, (carom_vec){far[k], 0});
        carom_grid_insert(grid, LARGE, (carom_vec){far[k], 0});
        ck_assert_uint_eq(carom_grid_neighbours(grid, LARGE, found), 1);
        ck_assert_uint_eq(found[0].ball, 0);
        carom_grid_clear(grid);
    }
}
END_TEST

/* A large cell has more small cells than integers can count. */
START_TEST(cell_counts_are_clamped)
{
    carom_grid *grid = new_grid(new_scene("open; ball 0 0 r 1e12; ball 0 0 r 1e-12"), 0);
    ck_assert_uint_eq(grid->levels, 2);
    ck_assert_int_eq(grid->level[1].finer_x, (int64_t)9e15);
    ck_assert_double_ge(grid->level[0].cell_x_m, 2e-12);
}
END_TEST

TEST_MAIN("grid", grid_finds_every_pair_within_reach, grid_moves_balls_across_periodic_edges,
          grid_rejects_a_small_periodic_table, cells_far_away, distant_sizes_have_their_own_levels,
          small_cells_far_away, cell_counts_are_clamped)
