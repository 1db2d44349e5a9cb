/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dead hits (a coefficient of restitution of 0, or nearly): a ball that gravity presses onto a rim
 * is an inelastic collapse at once, a ball that glances off moves on along the tangent, and no ball
 * ever leaves a table. */
#include "chance.h"
#include "scene/scene.h"
#include "search/search.h"
#include "support.h"
#include <float.h>

static const double G = 9.81;

/* ---- tables ---- */

/* A notched table: a corner points up into it at (1, 0.3), between two slopes. */
static double notched[][2] = {{0, 0}, {1, 0.3}, {2, 0}, {2, 2}, {0, 2}};
static const carom_list corners = {notched, 5};
static const double round_table = 1, long_table[] = {1, 1}, sides[] = {2, 2};

static const struct {
    const char *name;
    const void *options;
    double x, y, width, height; /* a rectangle on the table, m */
} tables[] = {{"circle", &round_table, 0.3, 0.3, 1.4, 1.4},
              {"stadium", long_table, 0.5, 0.2, 2, 1.6},
              {"polygon", &corners, 0, 0.4, 2, 1.6},
              {"rectangle", sides, 0, 0, 2, 2}};
enum { TABLES = sizeof tables / sizeof tables[0] };

static void table_init(carom_problem *scene, size_t table, double e)
{
    scene_shape(scene, tables[table].name, tables[table].options);
    scene->gravity_mps2.y = -G;
    scene->restitution = (carom_restitution){1, e};
}

/* ---- one ball ---- */

/* A rounding error of the position lifts the ball so far that it falls for about 2e-9 s. The solver
 * stops after 1000 such falls. */
static const double last_falls_s = 1e-5;

static void assert_collapse(const carom_problem *scene, double at_s, double tolerance_s)
{
    outcome run = run_sliced(scene, "impulse", NULL, 3, 30);
    ck_assert_msg(run.status == CAROM_COLLAPSE, "status %d: %s", (int)run.status, run.error.text);
    ck_assert_ptr_nonnull(strstr(run.error.text, "inelastic collapse"));
    assert_near(run.log.item[run.log.count - 1].t_s, at_s, tolerance_s);
    ck_assert(run.sample.max_overlap_m < 1e-12);
    outcome_free(&run);
}

/* It falls by h and stays: where a rim curves upwards, the ball presses onto it from then on.
 * Bounces with e > 0 last no longer than on a floor, (1 + e)/(1 - e) times the fall. */
START_TEST(ball_stays_on_a_rim)
{
    const double e[] = {0, 1e-300, 1e-17, 1e-9, 1e-3};
    const double start[TABLES] = {0.5, 0.8, 0.45, 0.5}, reach = 0.1;
    for (size_t table = 0; table < TABLES; table++) {
        for (size_t k = 0; k < sizeof e / sizeof e[0]; k++) {
            double x = start[table], drop, fall;
            double deep[] = {1 - sqrt(0.81 - 0.25), 1 - sqrt(0.81 - 0.04),
                             0.3 * 0.45 + reach * sqrt(1.09), reach};
            carom_problem scene;
            table_init(&scene, table, e[k]);
            scene_add(&scene, x, 1.1, 0, 0, reach, 1);
            drop = 1.1 - deep[table];
            fall = sqrt(2 * drop / G);
            assert_collapse(&scene, fall, fall * 3 * e[k] + last_falls_s);
            carom_problem_free(&scene);
        }
    }
}
END_TEST

/* Exactly above a corner that points inwards, and above the lowest point of a rim. */
START_TEST(ball_stays_on_a_point)
{
    const double deep[] = {0.1, 0.4}, e[] = {0, 0.25};
    for (size_t k = 0; k < 4; k++) {
        double fall = sqrt(2 * (1.1 - deep[k % 2]) / G), own = e[k / 2];
        carom_problem scene;
        table_init(&scene, k % 2 == 0 ? 0 : 2, own);
        scene_add(&scene, 1, 1.1, 0, 0, 0.1, 1);
        assert_collapse(&scene, fall + 2 * fall * own / (1 - own), last_falls_s);
        carom_problem_free(&scene);
    }
}
END_TEST

/* Thrown up against the highest point of the rim, the ball falls off and stays at the lowest
 * point. */
START_TEST(ball_falls_off_the_upper_rim)
{
    double v = 7, R = 0.9, up = (v - sqrt(v * v - 2 * G * R)) / G;
    carom_problem scene;
    table_init(&scene, 0, 0);
    scene_add(&scene, 1, 1, 0, v, 0.1, 1);
    assert_collapse(&scene, up + sqrt(4 * R / G), last_falls_s);
    carom_problem_free(&scene);
}
END_TEST

/* A ball that flies over a corner reaches below the line of the next edge before it reaches the
 * edge. The gap to that line is d + u t + a t^2/2, and the ball touches at the later root. */
START_TEST(ball_flies_over_a_corner)
{
    const double size = sqrt(1.09), d = (0.43 - 0.3 * 1.1) / size - 0.1;
    const double u = (0.8 + 0.3) / size, a = -G / size;
    carom_problem scene;
    outcome run;
    table_init(&scene, 2, 0.9);
    scene_add(&scene, 1.1, 0.43, -1, 0.8, 0.1, 1);
    run = run_sliced(&scene, "impulse", NULL, 0.3, 30);
    ck_assert_msg(run.status == CAROM_OK, "%s", run.error.text);
    ck_assert_uint_ge(run.log.count, 1);
    assert_near(run.log.item[0].t_s, (u + sqrt(u * u - 2 * a * d)) / -a, 1e-14);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

/* ---- no ball leaves a table ---- */

static bool is_lost(const carom_problem *scene, const carom_sample *at)
{
    for (size_t i = 0; i < scene->count; i++) {
        carom_vec place = {at->x_m[i], at->y_m[i]};
        if (!carom_walls_enclose(scene, place) ||
            carom_walls_max_overlap(scene, place, scene->ball[i].radius_m) > 1e-9) {
            return true;
        }
    }
    return false;
}

static void random_table(carom_problem *scene, stream *s)
{
    const double e[] = {0, 0, 0, 1e-16, 1e-8, 1e-3, 0.1, 0.5, 0.9, 1};
    size_t table = (size_t)(TABLES * next_number(s)), n = 1 + (size_t)(3 * next_number(s));
    table_init(scene, table, ONE_OF(s, e));
    scene->restitution.ball_ball = happens(s, 0.5) ? 1 : ONE_OF(s, e);
    scene->gravity_mps2.x = happens(s, 0.3) ? between(s, -G, G) : 0;
    scene->gravity_mps2.y = -by_decades(s, 1e-3, 20);
    for (size_t i = 0; i < n; i++) {
        double cell = tables[table].width / (double)n, r = between(s, 0.02, 0.45) * cell;
        double speed = happens(s, 0.4) ? 0 : by_decades(s, 1e-2, 10), turn = between(s, 0, 2 * PI);
        double x = tables[table].x + ((double)i + 0.5) * cell, y;
        r = fmin(r, 0.2 * tables[table].height);
        y = tables[table].y + between(s, r, tables[table].height - r);
        if (happens(s, 0.1)) { /* exact numbers, for exact zeros */
            x = i == 0 && n < 3 ? 1 : x;
            speed = 0;
        }
        scene_add(scene, x, y, speed * cos(turn), speed * sin(turn), r, 1);
    }
}

/* Solvers refuse balls inside each other. */
static void valid_random_table(carom_problem *scene, stream *s)
{
    random_table(scene, s);
    while (carom_problem_check(scene, carom_problem_store_first_fault, NULL) == CAROM_INVALID) {
        carom_problem_free(scene);
        random_table(scene, s);
    }
}

/* Every ball stays on the table until the end or until the solver stops, and the energy budget
 * closes. CAROM_SCENES is the number of scenes, CAROM_SCENE selects one. */
START_TEST(no_ball_leaves_a_table)
{
    uint64_t first = (uint64_t)from_environment("CAROM_SCENE", 1);
    uint64_t scenes = first > 1 ? 1 : (uint64_t)from_environment("CAROM_SCENES", 4000);
    size_t number[2] = {0};
    for (uint64_t k = first; k < first + scenes; k++) {
        stream s = {k * UINT64_C(1000003)};
        carom_problem scene;
        outcome run;
        valid_random_table(&scene, &s);
        for (int part = 0; part <= 1; part++) {
            run = run_sliced(&scene, "impulse", NULL, part == 0 ? 0.37 : 2, 20);
            ck_assert_msg(run.status == CAROM_OK || run.status == CAROM_COLLAPSE,
                          "scene %llu: status %d: %s", (unsigned long long)k, (int)run.status,
                          run.error.text);
            if (run.status == CAROM_OK) {
                ck_assert_msg(!is_lost(&scene, &run.sample), "scene %llu", (unsigned long long)k);
                assert_near(run.sample.ledger.energy_residual_J, 0, 1e-10);
            }
            outcome_free(&run);
        }
        number[run.status == CAROM_COLLAPSE]++;
        carom_problem_free(&scene);
    }
    printf("%zu ran, %zu collapsed\n", number[0], number[1]);
    ck_assert(number[0] > scenes / 20 && number[1] > scenes / 20);
}
END_TEST

/* The check of every exact solver finds a ball beyond a wall and accepts one inside. */
START_TEST(overlap_of_walls_is_found)
{
    for (size_t table = 0; table < TABLES; table++) {
        double xy[] = {1, 1, 0, 0, 0}, far[] = {1.05, -7};
        carom_view view = {.x_m = xy, .y_m = xy + 1, .vx_mps = xy + 2, .vy_mps = xy + 3};
        carom_problem scene;
        size_t ball = 77;
        table_init(&scene, table, 1);
        scene_add(&scene, 1, 1, 0, 0, 0.1, 1);
        ck_assert(carom_walls_find_escaped(&scene, &view, &ball) == 0 && ball == 77);
        assert_ok(carom_walls_check(&scene, &view, 1, NULL));
        for (int k = 0; k < 2; k++) {
            carom_error error = {0};
            xy[1] = far[k] > 0 ? 1.9 + 1e-3 : far[k];
            ck_assert(carom_walls_find_escaped(&scene, &view, &ball) > (k == 0 ? 0.9e-3 : 0.0999));
            ck_assert_uint_eq(ball, 0);
            ck_assert_int_eq(carom_walls_check(&scene, &view, 1, &error), CAROM_INTERNAL);
        }
        carom_problem_free(&scene);
    }
}
END_TEST

/* ---- glancing hits without gravity ---- */

/* With e = 0 a ball that hits a fixed one keeps its tangential velocity. A free ball of the same
 * mass takes half of the approach velocity. Rounding must not bring the two together again. */
START_TEST(ball_continues_along_the_tangent)
{
    enum { OFFSETS = 400 };
    for (int k = 0; k < 2 * OFFSETS; k++) {
        double off = 0.0999 * (2 * (k / 2) - OFFSETS) / OFFSETS, b = off / 0.1, c = sqrt(1 - b * b);
        bool fixed = k % 2 == 0;
        carom_problem scene;
        outcome run;
        scene_init(&scene, CAROM_WALLS);
        scene.width_m = scene.height_m = 10;
        scene.restitution = (carom_restitution){0, 1};
        scene_add(&scene, 4, 5 + off, 1, 0, 0.05, 0.17);
        scene_add(&scene, 4.3, 5, 0, 0, 0.05, 0.17);
        scene.ball[1].fixed = fixed;
        run = run_sliced(&scene, "impulse", NULL, 2, 1);
        ck_assert_msg(run.status == CAROM_OK, "offset %.17g: %s", off, run.error.text);
        ck_assert_uint_eq(run.log.count, 1);
        assert_near(run.sample.vx_mps[0], fixed ? b * b : 1 - 0.5 * c * c, 1e-13);
        assert_near(run.sample.vy_mps[0], (fixed ? 1 : 0.5) * b * c, 1e-13);
        outcome_free(&run);
        carom_problem_free(&scene);
    }
}
END_TEST

TEST_MAIN("dead hits", ball_stays_on_a_rim, ball_stays_on_a_point, ball_falls_off_the_upper_rim,
          ball_flies_over_a_corner, no_ball_leaves_a_table, overlap_of_walls_is_found,
          ball_continues_along_the_tangent)
